-- The posting rules, and what they book: disputes, payouts, money that belongs to nobody yet. ledger.md 1.4 and 1.5 argue them.

-- ---------------------------------------------------------------------------------------------------------------------
-- The posting rules (ledger.md 1.5): event -> debit / credit. The program drafts every voucher from them, and a law holds
-- what stands in the book against them. A newer version of an event replaces an older one; vouchers of either are lawful.
-- ---------------------------------------------------------------------------------------------------------------------

-- What a line may stand on: an account of the chart, by its number, or (number is NULL) one that somebody opened.
CREATE TABLE posting_role (
  role TEXT PRIMARY KEY,
  number TEXT CHECK (number GLOB '[1-9][0-9][0-9][0-9]'),
  class TEXT CHECK (class IN ('asset', 'liability', 'equity', 'income', 'expense', 'memo')),
  of_channel INTEGER NOT NULL DEFAULT 0 CHECK (of_channel IN (0, 1)),   -- one account for each channel
  en TEXT NOT NULL,
  zh TEXT NOT NULL,
  CHECK ((number IS NULL) = (class IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO posting_role VALUES
  ('buyer', NULL, NULL, 0, 'the buyer', '买方'),
  ('payee', NULL, NULL, 0, 'the payee', '收款方'),
  ('account', NULL, NULL, 0, 'an account', '账户'),
  ('other', NULL, NULL, 0, 'another account', '另一账户'),
  ('bank', '1100', 'asset', 0, 'bank', '银行存款'),
  ('in_transit', '1150', 'asset', 0, 'payouts in transit', '在途结算款'),
  ('receivable', '1200', 'asset', 1, 'receivable from the channel', '应收渠道款'),
  ('reserve', '1210', 'asset', 1, 'reserve held by the channel', '渠道保证金'),
  ('disputed', '1220', 'asset', 0, 'funds under dispute', '争议款项'),
  ('inventory', '1400', 'asset', 0, 'inventory', '存货'),
  ('prepayments', '2100', 'liability', 0, 'customer prepayments', '预收客户款'),
  ('refunds_underway', '2150', 'liability', 0, 'refunds under way', '在途退款'),
  ('money_to_return', '2160', 'liability', 0, 'money to return', '应退客户款'),
  ('tax', '2200', 'liability', 0, 'output tax', '销项税额'),
  ('suspense', '2900', 'liability', 0, 'suspense', '待查款项'),
  ('position', '3100', 'equity', 0, 'FX position', '外汇头寸'),
  ('sales_returns', '4150', 'income', 0, 'sales returns', '销售退回'),
  ('fees', '5100', 'expense', 0, 'channel fees', '渠道手续费'),
  ('cost_of_sales', '5150', 'expense', 0, 'cost of sales', '销售成本'),
  ('dispute_losses', '5200', 'expense', 0, 'dispute losses', '拒付损失'),
  ('dispute_fees', '5210', 'expense', 0, 'dispute fees', '拒付手续费'),
  ('differences', '5300', 'expense', 0, 'differences and write-offs', '差异与核销'),
  ('fx_result', '5400', 'expense', 0, 'FX result', '汇兑损益'),
  ('held', '9100', 'memo', 0, 'authorisations held', '预授权占用'),
  ('held_contra', '9200', 'memo', 0, 'contra of authorisations', '预授权对应');

CREATE TABLE posting_event (
  event TEXT PRIMARY KEY,
  kind TEXT NOT NULL,          -- of its voucher
  place INTEGER NOT NULL,      -- in the order they are told
  en TEXT NOT NULL,
  zh TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO posting_event VALUES
  ('paid_from_balance', 'pay', 101, 'an order paid from the buyer''s balance; the payee is a wallet', '余额支付，收款方为钱包'),
  ('paid_from_balance_ahead', 'pay', 102, 'the same of our own sale: revenue only when it is shipped', '余额支付自营商品：发货时才确认收入'),
  ('captured', 'pay', 103, 'captured by a channel; the payee is a wallet', '渠道扣款成功，收款方为钱包'),
  ('captured_ahead', 'pay', 104, 'captured for our own sale: revenue only when it is shipped', '渠道扣款成功（自营）：发货时才确认收入'),
  ('paid_from_suspense', 'pay', 105, 'money that was in suspense pays its order', '待查款项查明为某订单付款'),
  ('paid_from_suspense_ahead', 'pay', 106, 'the same of our own sale', '待查款项查明为自营订单付款'),
  ('authorised', 'authorise', 110, 'money is held: no claim on cash yet', '预授权：尚无收款权'),
  ('captured_part', 'capture', 111, 'a part of what is held is captured, and more may follow; the payee is a wallet', '请款一部分，其后可再请；收款方为钱包'),
  ('captured_part_ahead', 'capture', 112, 'the same of our own sale', '请款一部分（自营）：发货时才确认收入'),
  ('captured_last', 'pay', 113, 'the last part is captured, and the rest freed; the payee is a wallet', '末次请款并释放余额，收款方为钱包'),
  ('captured_last_ahead', 'pay', 114, 'the same of our own sale', '末次请款并释放余额（自营）：发货时才确认收入'),
  ('hold_freed', 'hold_freed', 115, 'voided, expired, or the rest freed', '撤销、过期或释放余额'),
  ('fulfilled', 'fulfil', 120, 'our own sale is shipped: revenue and tax', '自营商品发货：确认收入与税额'),
  ('goods_left', 'goods', 121, 'goods left, at cost', '货物出库，按成本'),
  ('goods_back', 'goods', 122, 'goods came back, at cost', '货物退回，按成本'),
  ('surplus', 'surplus', 130, 'a second or a late payment: never revenue', '重复或迟到的付款：绝非收入'),
  ('surplus_of_hold', 'surplus', 131, 'the same, captured of a hold', '由预授权请款而来的重复或迟到付款'),
  ('refund_accepted', 'refund_accepted', 140, 'a refund a channel is to carry, from the payee', '受理退款，由收款方承担'),
  ('refund_accepted_ahead', 'refund_accepted', 141, 'the same of our own sale, before it is shipped', '受理退款：自营，发货前'),
  ('refund_accepted_of_sale', 'refund_accepted', 142, 'the same behind it: net and tax, computed cumulatively', '受理退款：自营，发货后，税额累计计算'),
  ('refund_accepted_owed', 'refund_accepted', 143, 'money that is owed is sent back', '应退款项发出退还'),
  ('refund_confirmed', 'refund', 144, 'the channel gave it back', '渠道退款成功'),
  ('refund_failed', 'refund_failed', 145, 'the channel refused: it is still owed', '渠道拒绝退款：仍应退还'),
  ('refund_from_balance', 'refund', 146, 'from the payee''s balance to the buyer''s', '由收款方余额退至买方余额'),
  ('refund_from_balance_ahead', 'refund', 147, 'the same of our own sale, before it is shipped', '退至买方余额：自营，发货前'),
  ('refund_from_balance_of_sale', 'refund', 148, 'the same behind it: net and tax', '退至买方余额：自营，发货后'),
  ('refund_to_balance', 'refund', 149, 'money that is owed goes to the buyer''s balance', '应退款项退至买方余额'),
  ('refund_by_bank', 'refund', 150, 'money that is owed goes by a bank transfer', '应退款项以银行转账退还'),
  ('topped_up', 'topup', 160, 'money comes in at the bank', '银行充值'),
  ('transferred', 'transfer', 161, 'from one account to another', '账户间转账'),
  ('adjusted_debit', 'adjust', 162, 'a correction on the left of an account', '调整：记账户借方'),
  ('adjusted_credit', 'adjust', 163, 'a correction on the right of an account', '调整：记账户贷方'),
  ('fee_taken', 'fee', 170, 'a fee the channel keeps', '渠道收取手续费'),
  ('reserve_withheld', 'reserve', 171, 'the channel withholds a reserve', '渠道扣留保证金'),
  ('reserve_released', 'reserve', 172, 'and releases it', '渠道释放保证金'),
  ('payout_announced', 'payout', 173, 'a payout is announced', '渠道通知结算'),
  ('payout_arrived', 'payout', 174, 'it stands on the bank statement', '结算款到账'),
  ('payout_returned', 'payout', 175, 'it failed or was returned', '结算失败或退回'),
  ('claim_announced', 'payout', 176, 'a negative payout: the channel collects from us', '负结算：渠道向我方收款'),
  ('claim_arrived', 'payout', 177, 'the bank paid it', '负结算已由银行付出'),
  ('claim_returned', 'payout', 178, 'it failed or was returned', '负结算失败或退回'),
  ('suspense_in', 'suspense', 180, 'money with no order', '来款无对应订单'),
  ('suspense_out', 'suspense', 181, 'a charge with no record', '渠道扣收无记录'),
  ('suspense_in_to_return', 'suspense', 182, 'it is a customer''s, to be returned', '查明为客户款，应退'),
  ('suspense_in_to_account', 'suspense', 183, 'it belongs to an account', '查明属于某账户'),
  ('suspense_out_to_account', 'suspense', 184, 'the charge belongs to an account', '查明扣收属于某账户'),
  ('suspense_in_written_off', 'suspense', 185, 'nobody''s: written off', '无主来款核销'),
  ('suspense_out_written_off', 'suspense', 186, 'the charge is written off', '无主扣收核销'),
  ('suspense_returned', 'suspense', 187, 'the customer has it back, by the bank', '已经银行退还客户'),
  ('dispute_opened', 'dispute', 190, 'the channel withholds the amount and a fee', '发生争议，渠道先行扣回'),
  ('dispute_won', 'dispute', 191, 'won or withdrawn: the money is ours again', '胜诉或撤回，款项归还'),
  ('dispute_lost', 'dispute', 192, 'lost', '败诉'),
  ('dispute_lost_then_won', 'dispute', 193, 'lost, and turned over later', '败诉后改判'),
  ('exchanged', 'exchange', 195, 'two legs through the position, each currency alone', '两腿经外汇头寸，币种各自平衡'),
  ('exchanged_assets', 'exchange', 196, 'the same between assets', '资产账户之间兑换');

CREATE TABLE posting_rule (
  event TEXT NOT NULL REFERENCES posting_event (event),
  version INTEGER NOT NULL CHECK (version >= 1),
  line INTEGER NOT NULL CHECK (line >= 1),
  side TEXT NOT NULL CHECK (side IN ('debit', 'credit')),
  role TEXT NOT NULL REFERENCES posting_role (role),
  part TEXT NOT NULL CHECK (part IN ('amount', 'net', 'tax', 'fee', 'whole', 'other', 'spread', 'both', 'freed')),
  PRIMARY KEY (event, version, line)
) STRICT, WITHOUT ROWID;

INSERT INTO posting_rule VALUES
  ('paid_from_balance', 1, 1, 'debit', 'buyer', 'amount'), ('paid_from_balance', 1, 2, 'credit', 'payee', 'amount'),
  ('paid_from_balance_ahead', 1, 1, 'debit', 'buyer', 'amount'),
  ('paid_from_balance_ahead', 1, 2, 'credit', 'prepayments', 'amount'),
  ('captured', 1, 1, 'debit', 'receivable', 'amount'), ('captured', 1, 2, 'credit', 'payee', 'amount'),
  ('captured_ahead', 1, 1, 'debit', 'receivable', 'amount'), ('captured_ahead', 1, 2, 'credit', 'prepayments', 'amount'),
  ('paid_from_suspense', 1, 1, 'debit', 'suspense', 'amount'), ('paid_from_suspense', 1, 2, 'credit', 'payee', 'amount'),
  ('paid_from_suspense_ahead', 1, 1, 'debit', 'suspense', 'amount'),
  ('paid_from_suspense_ahead', 1, 2, 'credit', 'prepayments', 'amount'),
  ('authorised', 1, 1, 'debit', 'held', 'amount'), ('authorised', 1, 2, 'credit', 'held_contra', 'amount'),
  ('captured_part', 1, 1, 'debit', 'receivable', 'amount'), ('captured_part', 1, 2, 'credit', 'payee', 'amount'),
  ('captured_part', 1, 3, 'debit', 'held_contra', 'freed'), ('captured_part', 1, 4, 'credit', 'held', 'freed'),
  ('captured_part_ahead', 1, 1, 'debit', 'receivable', 'amount'),
  ('captured_part_ahead', 1, 2, 'credit', 'prepayments', 'amount'),
  ('captured_part_ahead', 1, 3, 'debit', 'held_contra', 'freed'), ('captured_part_ahead', 1, 4, 'credit', 'held', 'freed'),
  ('captured_last', 1, 1, 'debit', 'receivable', 'amount'), ('captured_last', 1, 2, 'credit', 'payee', 'amount'),
  ('captured_last', 1, 3, 'debit', 'held_contra', 'freed'), ('captured_last', 1, 4, 'credit', 'held', 'freed'),
  ('captured_last_ahead', 1, 1, 'debit', 'receivable', 'amount'),
  ('captured_last_ahead', 1, 2, 'credit', 'prepayments', 'amount'),
  ('captured_last_ahead', 1, 3, 'debit', 'held_contra', 'freed'), ('captured_last_ahead', 1, 4, 'credit', 'held', 'freed'),
  ('hold_freed', 1, 1, 'debit', 'held_contra', 'amount'), ('hold_freed', 1, 2, 'credit', 'held', 'amount'),
  ('fulfilled', 1, 1, 'debit', 'prepayments', 'amount'), ('fulfilled', 1, 2, 'credit', 'payee', 'net'),
  ('fulfilled', 1, 3, 'credit', 'tax', 'tax'),
  ('goods_left', 1, 1, 'debit', 'cost_of_sales', 'amount'), ('goods_left', 1, 2, 'credit', 'inventory', 'amount'),
  ('goods_back', 1, 1, 'debit', 'inventory', 'amount'), ('goods_back', 1, 2, 'credit', 'cost_of_sales', 'amount'),
  ('surplus', 1, 1, 'debit', 'receivable', 'amount'), ('surplus', 1, 2, 'credit', 'money_to_return', 'amount'),
  ('surplus_of_hold', 1, 1, 'debit', 'receivable', 'amount'),
  ('surplus_of_hold', 1, 2, 'credit', 'money_to_return', 'amount'),
  ('surplus_of_hold', 1, 3, 'debit', 'held_contra', 'freed'), ('surplus_of_hold', 1, 4, 'credit', 'held', 'freed'),
  ('refund_accepted', 1, 1, 'debit', 'payee', 'amount'), ('refund_accepted', 1, 2, 'credit', 'refunds_underway', 'amount'),
  ('refund_accepted_ahead', 1, 1, 'debit', 'prepayments', 'amount'),
  ('refund_accepted_ahead', 1, 2, 'credit', 'refunds_underway', 'amount'),
  ('refund_accepted_of_sale', 1, 1, 'debit', 'sales_returns', 'net'),
  ('refund_accepted_of_sale', 1, 2, 'debit', 'tax', 'tax'),
  ('refund_accepted_of_sale', 1, 3, 'credit', 'refunds_underway', 'amount'),
  ('refund_accepted_owed', 1, 1, 'debit', 'money_to_return', 'amount'),
  ('refund_accepted_owed', 1, 2, 'credit', 'refunds_underway', 'amount'),
  ('refund_confirmed', 1, 1, 'debit', 'refunds_underway', 'amount'),
  ('refund_confirmed', 1, 2, 'credit', 'receivable', 'amount'),
  -- Version 1 gave it back to the payee; since version 2 it is owed to the customer, whose refund was accepted.
  ('refund_failed', 1, 1, 'debit', 'refunds_underway', 'amount'), ('refund_failed', 1, 2, 'credit', 'payee', 'amount'),
  ('refund_failed', 2, 1, 'debit', 'refunds_underway', 'amount'),
  ('refund_failed', 2, 2, 'credit', 'money_to_return', 'amount'),
  ('refund_from_balance', 1, 1, 'debit', 'payee', 'amount'), ('refund_from_balance', 1, 2, 'credit', 'buyer', 'amount'),
  ('refund_from_balance_ahead', 1, 1, 'debit', 'prepayments', 'amount'),
  ('refund_from_balance_ahead', 1, 2, 'credit', 'buyer', 'amount'),
  ('refund_from_balance_of_sale', 1, 1, 'debit', 'sales_returns', 'net'),
  ('refund_from_balance_of_sale', 1, 2, 'debit', 'tax', 'tax'),
  ('refund_from_balance_of_sale', 1, 3, 'credit', 'buyer', 'amount'),
  ('refund_to_balance', 1, 1, 'debit', 'money_to_return', 'amount'), ('refund_to_balance', 1, 2, 'credit', 'buyer', 'amount'),
  ('refund_by_bank', 1, 1, 'debit', 'money_to_return', 'amount'), ('refund_by_bank', 1, 2, 'credit', 'bank', 'amount'),
  ('topped_up', 1, 1, 'debit', 'bank', 'amount'), ('topped_up', 1, 2, 'credit', 'account', 'amount'),
  ('transferred', 1, 1, 'debit', 'account', 'amount'), ('transferred', 1, 2, 'credit', 'other', 'amount'),
  ('adjusted_debit', 1, 1, 'debit', 'account', 'amount'), ('adjusted_debit', 1, 2, 'credit', 'differences', 'amount'),
  ('adjusted_credit', 1, 1, 'debit', 'differences', 'amount'), ('adjusted_credit', 1, 2, 'credit', 'account', 'amount'),
  ('fee_taken', 1, 1, 'debit', 'fees', 'amount'), ('fee_taken', 1, 2, 'credit', 'receivable', 'amount'),
  ('reserve_withheld', 1, 1, 'debit', 'reserve', 'amount'), ('reserve_withheld', 1, 2, 'credit', 'receivable', 'amount'),
  ('reserve_released', 1, 1, 'debit', 'receivable', 'amount'), ('reserve_released', 1, 2, 'credit', 'reserve', 'amount'),
  ('payout_announced', 1, 1, 'debit', 'in_transit', 'amount'), ('payout_announced', 1, 2, 'credit', 'receivable', 'amount'),
  ('payout_arrived', 1, 1, 'debit', 'bank', 'amount'), ('payout_arrived', 1, 2, 'credit', 'in_transit', 'amount'),
  ('payout_returned', 1, 1, 'debit', 'receivable', 'amount'), ('payout_returned', 1, 2, 'credit', 'in_transit', 'amount'),
  ('claim_announced', 1, 1, 'debit', 'receivable', 'amount'), ('claim_announced', 1, 2, 'credit', 'in_transit', 'amount'),
  ('claim_arrived', 1, 1, 'debit', 'in_transit', 'amount'), ('claim_arrived', 1, 2, 'credit', 'bank', 'amount'),
  ('claim_returned', 1, 1, 'debit', 'in_transit', 'amount'), ('claim_returned', 1, 2, 'credit', 'receivable', 'amount'),
  ('suspense_in', 1, 1, 'debit', 'receivable', 'amount'), ('suspense_in', 1, 2, 'credit', 'suspense', 'amount'),
  ('suspense_out', 1, 1, 'debit', 'suspense', 'amount'), ('suspense_out', 1, 2, 'credit', 'receivable', 'amount'),
  ('suspense_in_to_return', 1, 1, 'debit', 'suspense', 'amount'),
  ('suspense_in_to_return', 1, 2, 'credit', 'money_to_return', 'amount'),
  ('suspense_in_to_account', 1, 1, 'debit', 'suspense', 'amount'), ('suspense_in_to_account', 1, 2, 'credit', 'account', 'amount'),
  ('suspense_out_to_account', 1, 1, 'debit', 'account', 'amount'),
  ('suspense_out_to_account', 1, 2, 'credit', 'suspense', 'amount'),
  ('suspense_in_written_off', 1, 1, 'debit', 'suspense', 'amount'),
  ('suspense_in_written_off', 1, 2, 'credit', 'differences', 'amount'),
  ('suspense_out_written_off', 1, 1, 'debit', 'differences', 'amount'),
  ('suspense_out_written_off', 1, 2, 'credit', 'suspense', 'amount'),
  ('suspense_returned', 1, 1, 'debit', 'money_to_return', 'amount'), ('suspense_returned', 1, 2, 'credit', 'bank', 'amount'),
  ('dispute_opened', 1, 1, 'debit', 'disputed', 'amount'), ('dispute_opened', 1, 2, 'debit', 'dispute_fees', 'fee'),
  ('dispute_opened', 1, 3, 'credit', 'receivable', 'whole'),
  ('dispute_won', 1, 1, 'debit', 'receivable', 'whole'), ('dispute_won', 1, 2, 'credit', 'disputed', 'amount'),
  ('dispute_won', 1, 3, 'credit', 'dispute_fees', 'fee'),
  ('dispute_lost', 1, 1, 'debit', 'dispute_losses', 'amount'), ('dispute_lost', 1, 2, 'credit', 'disputed', 'amount'),
  ('dispute_lost_then_won', 1, 1, 'debit', 'receivable', 'whole'),
  ('dispute_lost_then_won', 1, 2, 'credit', 'dispute_losses', 'amount'),
  ('dispute_lost_then_won', 1, 3, 'credit', 'dispute_fees', 'fee'),
  ('exchanged', 1, 1, 'debit', 'account', 'amount'), ('exchanged', 1, 2, 'credit', 'position', 'amount'),
  ('exchanged', 1, 3, 'debit', 'position', 'both'), ('exchanged', 1, 4, 'credit', 'other', 'other'),
  ('exchanged', 1, 5, 'credit', 'fx_result', 'spread'),
  ('exchanged_assets', 1, 1, 'debit', 'position', 'amount'), ('exchanged_assets', 1, 2, 'credit', 'account', 'amount'),
  ('exchanged_assets', 1, 3, 'debit', 'other', 'other'), ('exchanged_assets', 1, 4, 'debit', 'fx_result', 'spread'),
  ('exchanged_assets', 1, 5, 'credit', 'position', 'both');

CREATE TRIGGER posting_role_is_law BEFORE INSERT ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;
CREATE TRIGGER posting_role_is_kept BEFORE DELETE ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;
CREATE TRIGGER posting_role_is_never_changed BEFORE UPDATE ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;
CREATE TRIGGER posting_event_is_law BEFORE INSERT ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_event_is_kept BEFORE DELETE ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_event_is_never_changed BEFORE UPDATE ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_law BEFORE INSERT ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_kept BEFORE DELETE ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_never_changed BEFORE UPDATE ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The legal steps of what follows
-- ---------------------------------------------------------------------------------------------------------------------

DROP TRIGGER legal_step_is_law;

INSERT INTO legal_step VALUES
  ('dispute', 'opened', 'won'), ('dispute', 'opened', 'lost'), ('dispute', 'opened', 'withdrawn'), ('dispute', 'lost', 'won'),
  ('payout', 'announced', 'arrived'), ('payout', 'announced', 'returned'),
  ('suspense', 'open', 'identified'), ('suspense', 'open', 'to_return'), ('suspense', 'to_return', 'returned');

CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Disputes: a buyer's bank takes the money back, and the channel withholds it until it is decided
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE dispute (
  dispute_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  attempt_id INTEGER NOT NULL REFERENCES attempt (attempt_id),
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- the channel's own
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  fee INTEGER NOT NULL CHECK (fee BETWEEN 0 AND 999999999999999),
  excess INTEGER NOT NULL CHECK (excess BETWEEN 0 AND amount),     -- beyond what the attempt captured: banks do that
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'opened'
    CHECK (status = 'opened' OR status = 'won' OR status = 'lost' OR status = 'withdrawn'),
  version INTEGER NOT NULL DEFAULT 1,
  opened_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT dispute_reference_is_unique UNIQUE (channel, reference)
) STRICT;

CREATE INDEX dispute_of_order ON dispute (order_id);

CREATE TRIGGER dispute_begins BEFORE INSERT ON dispute
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'opened' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM dispute WHERE dispute_id = NEW.dispute_id OR (channel = NEW.channel AND reference = NEW.reference))
  OR NOT EXISTS (SELECT 1 FROM attempt WHERE attempt_id = NEW.attempt_id AND order_id = NEW.order_id
                 AND channel = NEW.channel AND currency = NEW.currency AND NEW.excess = max(0, NEW.amount - captured))
BEGIN SELECT RAISE(ABORT, 'dispute: begins as opened, once, of a payment of its order'); END;
CREATE TRIGGER dispute_steps_legally BEFORE UPDATE ON dispute
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.dispute_id <> OLD.dispute_id OR NEW.order_id <> OLD.order_id OR NEW.attempt_id <> OLD.attempt_id
  OR NEW.channel <> OLD.channel OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount OR NEW.fee <> OLD.fee
  OR NEW.excess <> OLD.excess OR NEW.currency <> OLD.currency OR NEW.opened_at_ns <> OLD.opened_at_ns
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'dispute' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'dispute: not a legal step'); END;
CREATE TRIGGER dispute_writes_history AFTER UPDATE OF status ON dispute
BEGIN
  INSERT INTO history VALUES ('dispute', NEW.dispute_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER dispute_is_kept BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'dispute: is kept for ever'); END;

-- What an order was charged back is what its open and lost disputes say, and nothing else.
CREATE TRIGGER dispute_charges_back AFTER INSERT ON dispute
BEGIN
  UPDATE orders SET charged_back = (SELECT sum(amount) FROM dispute WHERE order_id = NEW.order_id AND status IN ('opened', 'lost')),
    version = version + 1, changed_at_ns = NEW.changed_at_ns WHERE order_id = NEW.order_id;
END;
CREATE TRIGGER dispute_gives_back AFTER UPDATE OF status ON dispute
WHEN (OLD.status IN ('opened', 'lost')) <> (NEW.status IN ('opened', 'lost'))
BEGIN
  UPDATE orders SET charged_back = (SELECT coalesce(sum(amount), 0) FROM dispute
                                    WHERE order_id = NEW.order_id AND status IN ('opened', 'lost')),
    version = version + 1, changed_at_ns = NEW.changed_at_ns WHERE order_id = NEW.order_id;
END;
CREATE TRIGGER orders_are_charged_back_by_disputes BEFORE UPDATE OF charged_back ON orders
WHEN NEW.charged_back <> OLD.charged_back
  AND NEW.charged_back IS NOT (SELECT coalesce(sum(amount), 0) FROM dispute
                               WHERE order_id = NEW.order_id AND status IN ('opened', 'lost'))
BEGIN SELECT RAISE(ABORT, 'order: what was charged back is what its disputes say'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Payouts: what a channel owes us, on its way to the bank (or, negative, from it)
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE payout (
  payout_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- the channel's own
  direction TEXT NOT NULL CHECK (direction = 'to_us' OR direction = 'from_us'),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'announced'
    CHECK (status = 'announced' OR status = 'arrived' OR status = 'returned'),
  version INTEGER NOT NULL DEFAULT 1,
  announced_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT payout_reference_is_unique UNIQUE (channel, reference)
) STRICT;

CREATE INDEX payout_open ON payout (payout_id) WHERE status = 'announced';

CREATE TRIGGER payout_begins BEFORE INSERT ON payout
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'announced' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM payout WHERE payout_id = NEW.payout_id OR (channel = NEW.channel AND reference = NEW.reference))
BEGIN SELECT RAISE(ABORT, 'payout: begins as announced, once'); END;
CREATE TRIGGER payout_steps_legally BEFORE UPDATE ON payout
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.payout_id <> OLD.payout_id OR NEW.channel <> OLD.channel OR NEW.reference <> OLD.reference
  OR NEW.direction <> OLD.direction OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR NEW.announced_at_ns <> OLD.announced_at_ns
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'payout' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'payout: not a legal step'); END;
CREATE TRIGGER payout_writes_history AFTER UPDATE OF status ON payout
BEGIN
  INSERT INTO history VALUES ('payout', NEW.payout_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER payout_is_kept BEFORE DELETE ON payout
BEGIN SELECT RAISE(ABORT, 'payout: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Suspense: money with no order, charges with no record
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE suspense (
  suspense_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- the channel's own
  direction TEXT NOT NULL CHECK (direction = 'in' OR direction = 'out'),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'open'
    CHECK (status = 'open' OR status = 'identified' OR status = 'to_return' OR status = 'returned'),
  version INTEGER NOT NULL DEFAULT 1,
  booked_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT suspense_reference_is_unique UNIQUE (channel, reference)
) STRICT;

CREATE INDEX suspense_open ON suspense (suspense_id) WHERE status IN ('open', 'to_return');

CREATE TRIGGER suspense_begins BEFORE INSERT ON suspense
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'open' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM suspense WHERE suspense_id = NEW.suspense_id OR (channel = NEW.channel AND reference = NEW.reference))
BEGIN SELECT RAISE(ABORT, 'suspense: begins as open, once'); END;
CREATE TRIGGER suspense_steps_legally BEFORE UPDATE ON suspense
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.suspense_id <> OLD.suspense_id OR NEW.channel <> OLD.channel OR NEW.reference <> OLD.reference
  OR NEW.direction <> OLD.direction OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR NEW.booked_at_ns <> OLD.booked_at_ns
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'suspense' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'suspense: not a legal step'); END;
CREATE TRIGGER suspense_writes_history AFTER UPDATE OF status ON suspense
BEGIN
  INSERT INTO history VALUES ('suspense', NEW.suspense_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER suspense_is_kept BEFORE DELETE ON suspense
BEGIN SELECT RAISE(ABORT, 'suspense: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Refunds that failed stay owed
-- ---------------------------------------------------------------------------------------------------------------------

-- Refused by its channel and still owed: the order keeps its reservation until the money goes another way. Refunds that failed
-- before gave the reservation back, and their money to the payee: those are not owed.
ALTER TABLE refund ADD COLUMN owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1));
-- The order counts what its customer asked for, and what replaces that; the way back of a second or late payment never.
ALTER TABLE refund ADD COLUMN counted INTEGER
  GENERATED ALWAYS AS (substr(cause_key, instr(cause_key, '.') + 1, 6) = 'refund') VIRTUAL;

DROP TRIGGER orders_refund_what_refunds_say;
-- The counters of refunds are the sums of its refunds, which are written first.
CREATE TRIGGER orders_refund_what_refunds_say BEFORE UPDATE OF refunded, refund_reserved ON orders
WHEN (NEW.refunded <> OLD.refunded OR NEW.refund_reserved <> OLD.refund_reserved)
  AND (SELECT coalesce(sum(iif(r.status = 'succeeded', r.amount, 0)), 0) IS NOT NEW.refunded
           OR coalesce(sum(iif(r.status IN ('requested', 'dispatched', 'unknown')
                               OR (r.owed AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)),
                               r.amount, 0)), 0) IS NOT NEW.refund_reserved
       FROM refund r WHERE r.order_id = NEW.order_id AND r.counted)
BEGIN SELECT RAISE(ABORT, 'order: its counters are the sums of its refunds'); END;
CREATE TRIGGER refund_is_owed_when_refused BEFORE UPDATE OF owed ON refund
WHEN NEW.owed <> OLD.owed AND NOT (NEW.owed = 1 AND NEW.status = 'failed' AND OLD.status <> 'failed')
BEGIN SELECT RAISE(ABORT, 'refund: is owed from when its channel refuses it'); END;
