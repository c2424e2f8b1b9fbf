CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL CONSTRAINT account_code_is_unique UNIQUE CHECK (length(code) BETWEEN 1 AND 96),
  class TEXT NOT NULL CHECK (class IN ('asset', 'liability', 'equity', 'income', 'expense', 'memo')),
  currency TEXT NOT NULL REFERENCES currency (code),
  -- no_debit: may never show a debit balance (a wallet that cannot be overdrawn); no_credit: the mirror.
  limit_rule TEXT NOT NULL DEFAULT 'none' CHECK (limit_rule IN ('none', 'no_debit', 'no_credit')),
  opened_at_ns INTEGER NOT NULL,
  closed_at_ns INTEGER CHECK (closed_at_ns >= opened_at_ns)
) STRICT;

CREATE TRIGGER account_has_its_balance AFTER INSERT ON account
BEGIN INSERT INTO balance (account_id) VALUES (NEW.account_id); END;

CREATE TRIGGER account_is_kept BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'account: is closed, never deleted'); END;

CREATE TRIGGER account_is_new BEFORE INSERT ON account
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id OR code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'account: is there already'); END;

CREATE TRIGGER account_keeps_its_nature BEFORE UPDATE ON account
WHEN payonce_writer() IS NOT 1 OR NEW.account_id <> OLD.account_id OR NEW.code <> OLD.code OR NEW.class <> OLD.class OR NEW.currency <> OLD.currency
  OR NEW.opened_at_ns <> OLD.opened_at_ns
  OR (OLD.closed_at_ns IS NOT NULL AND NEW.closed_at_ns IS NOT OLD.closed_at_ns)
BEGIN SELECT RAISE(ABORT, 'account: code, class and currency never change, and a closed one stays closed'); END;

CREATE TABLE "attempt" (
  attempt_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  n INTEGER NOT NULL CHECK (n >= 1),
  purpose TEXT NOT NULL DEFAULT 'charge' CHECK (purpose = 'charge' OR purpose = 'authorise'),
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- ours, derived from the order and n
  channel_txn TEXT,                                                -- the channel's own number, once it moved or held money
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  captured INTEGER NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND amount),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'dispatched'
    CHECK (status = 'dispatched' OR status = 'unknown' OR status = 'authorised' OR status = 'partly_captured'
           OR status = 'succeeded' OR status = 'failed' OR status = 'voided' OR status = 'expired'),
  role TEXT CHECK (role = 'settles' OR role = 'duplicate' OR role = 'late'),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),   -- whose word the status rests on
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,                                        -- when to ask again about what is unknown
  hold_ns INTEGER CHECK (hold_ns > 0),                             -- for how long money is asked to be held
  hold_until_ns INTEGER,                                           -- when what is held frees itself
  holder BLOB NOT NULL CHECK (length(holder) = 16),                -- the key that began it
  dispatched_at_ns INTEGER NOT NULL,
  dispatched_on TEXT,                                              -- host and boot, whose clock cannot be set
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT attempt_of_order_is_unique UNIQUE (order_id, n),
  CONSTRAINT attempt_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT attempt_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((status = 'succeeded' OR status = 'partly_captured') = (role IS NOT NULL)),
  CHECK (status <> 'succeeded' OR channel_txn IS NOT NULL),
  CHECK ((status = 'succeeded' OR status = 'partly_captured') = (captured > 0)),
  CHECK (purpose = 'authorise' OR captured = 0 OR captured = amount),
  CHECK ((purpose = 'authorise') = (hold_ns IS NOT NULL)),
  CHECK (purpose = 'authorise' OR status NOT IN ('authorised', 'partly_captured', 'voided', 'expired'))
) STRICT;

CREATE INDEX attempt_concluded ON attempt (dispatched_at_ns) WHERE status = 'failed' AND needs_review = 1;

CREATE INDEX attempt_holds ON attempt (order_id) WHERE status IN ('authorised', 'partly_captured');

CREATE UNIQUE INDEX attempt_one_open ON attempt (order_id) WHERE status IN ('dispatched', 'unknown');

CREATE UNIQUE INDEX attempt_one_settles ON attempt (order_id) WHERE role = 'settles';

CREATE INDEX attempt_open ON attempt (status) WHERE status IN ('dispatched', 'unknown');

CREATE TRIGGER attempt_begins BEFORE INSERT ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'dispatched' OR NEW.version <> 1 OR NEW.role IS NOT NULL OR NEW.channel_txn IS NOT NULL
  OR NEW.captured <> 0 OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM attempt WHERE attempt_id = NEW.attempt_id
             OR (order_id = NEW.order_id AND n = NEW.n) OR (channel = NEW.channel AND reference = NEW.reference))
  OR EXISTS (SELECT 1 FROM attempt WHERE order_id = NEW.order_id
             AND status IN ('dispatched', 'unknown', 'authorised', 'partly_captured'))
BEGIN SELECT RAISE(ABORT, 'attempt: begins as dispatched, once, and alone'); END;

CREATE TRIGGER attempt_captures_what_operations_say BEFORE UPDATE OF captured ON attempt
WHEN NEW.captured <> OLD.captured AND NEW.purpose = 'authorise'
  AND NEW.captured IS NOT (SELECT sum(amount) FROM operation
                           WHERE attempt_id = NEW.attempt_id AND kind = 'capture' AND status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'attempt: its captures are those of its operations'); END;

CREATE TRIGGER attempt_is_kept BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempt: is kept for ever'); END;

CREATE TRIGGER attempt_keeps_its_course BEFORE UPDATE ON attempt
WHEN NEW.holder <> OLD.holder OR NEW.dispatched_at_ns <> OLD.dispatched_at_ns OR NEW.dispatched_on IS NOT OLD.dispatched_on
  OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns OR NEW.queries < OLD.queries
  OR (NEW.status = OLD.status AND OLD.status NOT IN ('dispatched', 'unknown') AND (
        NEW.channel_txn IS NOT OLD.channel_txn OR NEW.queries <> OLD.queries OR NEW.hold_until_ns IS NOT OLD.hold_until_ns
        OR NEW.next_query_at_ns IS NOT OLD.next_query_at_ns
        OR (NEW.decided_by IS NULL AND OLD.decided_by IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'attempt: keeps its course'); END;

CREATE TRIGGER attempt_steps_legally BEFORE UPDATE ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.attempt_id <> OLD.attempt_id OR NEW.order_id <> OLD.order_id OR NEW.n <> OLD.n OR NEW.channel <> OLD.channel
  OR NEW.purpose <> OLD.purpose OR NEW.hold_ns IS NOT OLD.hold_ns OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount
  OR NEW.currency <> OLD.currency OR NEW.captured < OLD.captured
  OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (OLD.role IS NOT NULL AND NEW.role IS NOT OLD.role)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'attempt' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'attempt: not a legal step'); END;

CREATE TRIGGER attempt_writes_history AFTER UPDATE OF status ON attempt WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('attempt', NEW.attempt_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;

CREATE TABLE "auto_rule" (
  auto_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  code TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('park', 'write_off', 'fee', 'convert', 'accept')),
  currency TEXT NOT NULL REFERENCES currency (code),
  item_cap INTEGER NOT NULL CHECK (item_cap >= 0),
  day_cap INTEGER NOT NULL CHECK (day_cap >= item_cap),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  set_at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER auto_rule_is_kept BEFORE DELETE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;

CREATE TRIGGER auto_rule_is_never_changed BEFORE UPDATE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;

CREATE TRIGGER auto_rule_is_written_by_the_ledger BEFORE INSERT ON auto_rule
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM auto_rule WHERE auto_id = NEW.auto_id)
BEGIN SELECT RAISE(ABORT, 'auto rule: written by the ledger alone'); END;

CREATE TABLE awaited (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  voucher_id INTEGER REFERENCES voucher (voucher_id) DEFERRABLE INITIALLY DEFERRED,
  order_id INTEGER
) STRICT;

CREATE TRIGGER awaited_is_kept BEFORE DELETE ON awaited
BEGIN SELECT RAISE(ABORT, 'awaited: is one row'); END;

CREATE TRIGGER awaited_is_one BEFORE INSERT ON awaited
BEGIN SELECT RAISE(ABORT, 'awaited: is one row'); END;

CREATE TRIGGER awaited_is_the_next BEFORE UPDATE ON awaited
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> 1
  OR NEW.voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) + 1 FROM voucher)
  OR (OLD.voucher_id IS NEW.voucher_id AND OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id)
BEGIN SELECT RAISE(ABORT, 'awaited: is the next voucher, for one order at most'); END;

CREATE TABLE balance (
  account_id INTEGER PRIMARY KEY REFERENCES account (account_id),
  debits INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  last_entry_id INTEGER
) STRICT;

CREATE TRIGGER balance_begins_empty BEFORE INSERT ON balance
WHEN NEW.debits <> 0 OR NEW.credits <> 0 OR NEW.version <> 0 OR NEW.last_entry_id IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id)
  OR EXISTS (SELECT 1 FROM balance WHERE account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'balance: begins empty, once'); END;

CREATE TRIGGER balance_follows_entries BEFORE UPDATE ON balance
WHEN NEW.account_id <> OLD.account_id OR NEW.version <> OLD.version + 1 OR NOT EXISTS (
  SELECT 1 FROM entry WHERE entry_id = NEW.last_entry_id AND account_id = NEW.account_id
    AND account_version = NEW.version AND debits_after = NEW.debits AND credits_after = NEW.credits)
BEGIN SELECT RAISE(ABORT, 'balance: follows its entries and nothing else'); END;

CREATE TRIGGER balance_is_kept BEFORE DELETE ON balance
BEGIN SELECT RAISE(ABORT, 'balance: is kept for ever'); END;

CREATE TABLE batch (
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  batch TEXT NOT NULL,
  currency TEXT NOT NULL,
  lines INTEGER NOT NULL,
  net INTEGER NOT NULL,                                            -- of the lines that are no payout, fees taken off
  net_rest INTEGER NOT NULL,
  payouts INTEGER NOT NULL,
  paid INTEGER NOT NULL,                                           -- by the payouts; what left us at the channel is negative
  paid_rest INTEGER NOT NULL,
  payout_line INTEGER REFERENCES statement_line (line_id),         -- the last of them
  run_id INTEGER NOT NULL,                                         -- that met a line of it last
  PRIMARY KEY (channel, account, batch, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX batch_apart ON batch (channel) WHERE payouts > 0 AND lines > 0 AND (net <> -paid OR net_rest <> -paid_rest);

CREATE INDEX batch_of_run ON batch (channel, run_id);

CREATE TRIGGER batch_is_entered_by_the_ledger BEFORE INSERT ON batch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'batch: written by the ledger alone'); END;

CREATE TRIGGER batch_is_kept BEFORE DELETE ON batch
BEGIN SELECT RAISE(ABORT, 'batch: is kept'); END;

CREATE TRIGGER batch_is_moved_by_the_ledger BEFORE UPDATE ON batch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'batch: written by the ledger alone'); END;

CREATE TABLE break (
  break_id TEXT PRIMARY KEY CHECK (length(break_id) = 16 AND break_id NOT GLOB '*[^0-9a-f]*'),   -- a hash of what it is about
  channel TEXT NOT NULL,
  code TEXT NOT NULL,
  movement TEXT NOT NULL,
  line_id INTEGER REFERENCES statement_line (line_id),
  item_id INTEGER REFERENCES item (item_id),
  day TEXT NOT NULL,
  currency TEXT NOT NULL,
  ours INTEGER,
  theirs INTEGER,
  difference INTEGER NOT NULL,                                     -- what the receivable lacks of their statement
  first_run INTEGER NOT NULL,
  last_run INTEGER NOT NULL CHECK (last_run >= first_run),
  closed_run INTEGER CHECK (closed_run >= first_run),
  closed_by TEXT CHECK (closed_by IN ('file', 'fix', 'accepted', 'person')),
  CHECK ((closed_run IS NULL) = (closed_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX break_of_line ON break (line_id) WHERE line_id IS NOT NULL;

CREATE INDEX break_of_run ON break (channel, last_run);

CREATE INDEX break_open ON break (channel) WHERE closed_run IS NULL;

CREATE TRIGGER break_begins_open BEFORE INSERT ON break
WHEN payonce_writer() IS NOT 1 OR NEW.closed_run IS NOT NULL
  OR EXISTS (SELECT 1 FROM break WHERE break_id = NEW.break_id)
BEGIN SELECT RAISE(ABORT, 'break: begins open, once'); END;

CREATE TRIGGER break_is_kept BEFORE DELETE ON break
BEGIN SELECT RAISE(ABORT, 'break: is closed, never deleted'); END;

CREATE TRIGGER break_keeps_its_meaning BEFORE UPDATE ON break
WHEN payonce_writer() IS NOT 1 OR NEW.break_id <> OLD.break_id OR NEW.channel <> OLD.channel OR NEW.code <> OLD.code
  OR NEW.movement <> OLD.movement OR NEW.line_id IS NOT OLD.line_id OR NEW.item_id IS NOT OLD.item_id
  OR NEW.day <> OLD.day OR NEW.currency <> OLD.currency OR NEW.first_run <> OLD.first_run OR NEW.last_run < OLD.last_run
BEGIN SELECT RAISE(ABORT, 'break: keeps its meaning'); END;

CREATE TABLE channel (
  name TEXT PRIMARY KEY,
  place TEXT NOT NULL,                                             -- where its own books lie, relative to the ledger's folder
  settle_delay_ns INTEGER NOT NULL CHECK (settle_delay_ns >= 0),   -- before it, "not found" proves nothing
  key_window_ns INTEGER NOT NULL CHECK (key_window_ns >= 0),       -- how long it knows our reference again
  added_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER channel_is_kept BEFORE DELETE ON channel
BEGIN SELECT RAISE(ABORT, 'channel: is kept for ever'); END;

CREATE TRIGGER channel_is_new BEFORE INSERT ON channel
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM channel WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'channel: is there already'); END;

CREATE TRIGGER channel_keeps_its_name BEFORE UPDATE ON channel
WHEN payonce_writer() IS NOT 1 OR NEW.name <> OLD.name OR NEW.added_at_ns <> OLD.added_at_ns
BEGIN SELECT RAISE(ABORT, 'channel: keeps its name'); END;

CREATE TABLE checkpoint (
  checkpoint_id INTEGER PRIMARY KEY,
  voucher_id INTEGER NOT NULL REFERENCES voucher (voucher_id),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  made_at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER checkpoint_is_kept BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint: is append-only'); END;

CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint: is append-only'); END;

CREATE TRIGGER checkpoint_is_of_the_last_voucher BEFORE INSERT ON checkpoint
WHEN payonce_writer() IS NOT 1 OR NEW.checkpoint_id IS NOT (SELECT coalesce(max(checkpoint_id), 0) + 1 FROM checkpoint)
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id AND hash = NEW.hash
                 AND voucher_id = (SELECT max(voucher_id) FROM voucher))
BEGIN SELECT RAISE(ABORT, 'checkpoint: is of the last voucher as it stands'); END;

CREATE TABLE consumed (
  consumer TEXT NOT NULL,
  subject TEXT NOT NULL,
  action TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  outcome TEXT NOT NULL CHECK (outcome IN ('applied', 'already_done', 'out_of_date', 'skipped')),
  voucher_id INTEGER REFERENCES voucher (voucher_id),              -- what its effect booked, if it moved money
  consumed_at_ns INTEGER NOT NULL,
  PRIMARY KEY (consumer, subject, action, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER consumed_is_kept BEFORE DELETE ON consumed
BEGIN SELECT RAISE(ABORT, 'consumed: is kept for ever'); END;

CREATE TRIGGER consumed_is_never_changed BEFORE UPDATE ON consumed
BEGIN SELECT RAISE(ABORT, 'consumed: is append-only'); END;

CREATE TRIGGER consumed_is_written_by_the_ledger BEFORE INSERT ON consumed WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'consumed: written by the ledger alone'); END;

CREATE TABLE coupon (
  coupon_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL CONSTRAINT coupon_code_is_unique UNIQUE CHECK (length(code) BETWEEN 1 AND 64),
  currency TEXT REFERENCES currency (code),                        -- of an amount
  amount INTEGER CHECK (amount BETWEEN 1 AND 999999999999999),
  percent INTEGER CHECK (percent BETWEEN 1 AND 99),
  usage_limit INTEGER NOT NULL CHECK (usage_limit BETWEEN 1 AND 1000000000),
  used INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CHECK ((amount IS NULL) <> (percent IS NULL) AND (amount IS NULL) = (currency IS NULL))
) STRICT;

CREATE TRIGGER coupon_begins BEFORE INSERT ON coupon
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.used <> 0
  OR EXISTS (SELECT 1 FROM coupon WHERE coupon_id = NEW.coupon_id OR code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'coupon: begins unused, once'); END;

CREATE TRIGGER coupon_is_kept BEFORE DELETE ON coupon
BEGIN SELECT RAISE(ABORT, 'coupon: is kept for ever'); END;

CREATE TRIGGER coupon_keeps_its_terms BEFORE UPDATE ON coupon
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.coupon_id <> OLD.coupon_id OR NEW.code <> OLD.code
  OR NEW.currency IS NOT OLD.currency OR NEW.amount IS NOT OLD.amount OR NEW.percent IS NOT OLD.percent
  OR NEW.usage_limit <> OLD.usage_limit OR NEW.created_at_ns <> OLD.created_at_ns
BEGIN SELECT RAISE(ABORT, 'coupon: keeps its terms, its version rises by one'); END;

CREATE TRIGGER coupon_stays_within BEFORE UPDATE ON coupon
WHEN NEW.used < 0 OR NEW.used > NEW.usage_limit
BEGIN SELECT RAISE(ABORT, 'coupon: is used no more often than its limit says'); END;

CREATE TABLE coupon_use (
  coupon_use_id INTEGER PRIMARY KEY,
  coupon_id INTEGER NOT NULL REFERENCES coupon (coupon_id),
  buyer_id INTEGER NOT NULL REFERENCES account (account_id),
  order_id INTEGER NOT NULL CONSTRAINT coupon_use_of_order_is_unique UNIQUE REFERENCES orders (order_id),
  discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 999999999999999),
  status TEXT NOT NULL DEFAULT 'used' CHECK (status = 'used' OR status = 'given_back'),
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX coupon_use_once_a_buyer ON coupon_use (coupon_id, buyer_id) WHERE status = 'used';

CREATE TRIGGER coupon_use_begins BEFORE INSERT ON coupon_use
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'used' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM coupon_use WHERE coupon_use_id = NEW.coupon_use_id OR order_id = NEW.order_id)
  OR NEW.buyer_id IS NOT (SELECT buyer_id FROM orders WHERE order_id = NEW.order_id AND status = 'created')
  OR NEW.discount IS NOT (SELECT sum(discount) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'coupon use: is of its order, once'); END;

CREATE TRIGGER coupon_use_counts AFTER INSERT ON coupon_use
BEGIN
  UPDATE coupon SET used = used + 1, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE coupon_id = NEW.coupon_id;
END;

CREATE TRIGGER coupon_use_ends AFTER UPDATE OF status ON coupon_use WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('coupon_use', NEW.coupon_use_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
  UPDATE coupon SET used = used - 1, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE coupon_id = NEW.coupon_id;
END;

CREATE TRIGGER coupon_use_is_kept BEFORE DELETE ON coupon_use
BEGIN SELECT RAISE(ABORT, 'coupon use: is kept for ever'); END;

CREATE TRIGGER coupon_use_steps_legally BEFORE UPDATE ON coupon_use
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.coupon_use_id <> OLD.coupon_use_id
  OR NEW.coupon_id <> OLD.coupon_id OR NEW.buyer_id <> OLD.buyer_id OR NEW.order_id <> OLD.order_id
  OR NEW.discount <> OLD.discount OR NOT EXISTS (SELECT 1 FROM legal_step
       WHERE machine = 'coupon_use' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'coupon use: is given back once'); END;

CREATE TABLE covered_day (
  channel TEXT NOT NULL,
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  statement_id INTEGER NOT NULL REFERENCES statement (statement_id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (channel, day)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER covered_day_is_kept BEFORE DELETE ON covered_day
BEGIN SELECT RAISE(ABORT, 'covered day: is append-only'); END;

CREATE TRIGGER covered_day_is_never_changed BEFORE UPDATE ON covered_day
BEGIN SELECT RAISE(ABORT, 'covered day: is append-only'); END;

CREATE TRIGGER covered_day_is_new BEFORE INSERT ON covered_day
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
  OR EXISTS (SELECT 1 FROM covered_day WHERE channel = NEW.channel AND day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'covered day: its statement is sealed'); END;

CREATE TABLE currency (
  code TEXT PRIMARY KEY CHECK (code GLOB '[A-Z][A-Z][A-Z]'),
  exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 9)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER currency_is_frozen BEFORE UPDATE ON currency
BEGIN SELECT RAISE(ABORT, 'currency: its digits never change'); END;

CREATE TRIGGER currency_is_kept BEFORE DELETE ON currency
BEGIN SELECT RAISE(ABORT, 'currency: is kept for ever'); END;

CREATE TRIGGER currency_is_new BEFORE INSERT ON currency
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM currency WHERE code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'currency: is there already'); END;

CREATE TABLE dedup_window (
  intent TEXT PRIMARY KEY,
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  admitted_at_ns INTEGER NOT NULL,
  expires_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER dedup_window_is_cleared_by_the_ledger BEFORE DELETE ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;

CREATE TRIGGER dedup_window_is_entered_by_the_ledger BEFORE INSERT ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;

CREATE TRIGGER dedup_window_is_moved_by_the_ledger BEFORE UPDATE ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;

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

CREATE TRIGGER dispute_is_kept BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'dispute: is kept for ever'); END;

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

CREATE TABLE entry (
  entry_id INTEGER PRIMARY KEY,
  voucher_id INTEGER NOT NULL,
  line INTEGER GENERATED ALWAYS AS (entry_id & 65535) VIRTUAL,
  account_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('debit', 'credit')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  account_version INTEGER NOT NULL,
  debits_after INTEGER NOT NULL,
  credits_after INTEGER NOT NULL, previous_entry_id INTEGER,
  CHECK (entry_id BETWEEN voucher_id * 65536 + 1 AND voucher_id * 65536 + 65535)
) STRICT;

CREATE INDEX entry_milestone ON entry (account_id) WHERE account_version % 64 = 0;

CREATE TRIGGER entry_follows BEFORE INSERT ON entry
BEGIN
  SELECT CASE
    WHEN payonce_writer() IS NOT 1 THEN RAISE(ABORT, 'entry: written by the ledger alone')
    WHEN EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id) THEN RAISE(ABORT, 'entry: is append-only')
    WHEN EXISTS (SELECT 1 FROM voucher WHERE voucher_id >= NEW.voucher_id) THEN RAISE(ABORT, 'entry: its voucher is sealed')
    WHEN NEW.amount NOT BETWEEN 1 AND 999999999999999 OR NEW.side NOT IN ('debit', 'credit')
      THEN RAISE(ABORT, 'entry: amount and side')
    WHEN NOT EXISTS (
      SELECT 1 FROM balance b JOIN account a ON a.account_id = b.account_id
      WHERE b.account_id = NEW.account_id
        AND a.currency = NEW.currency AND a.closed_at_ns IS NULL
        AND NEW.account_version = b.version + 1
        AND NEW.debits_after = b.debits + iif(NEW.side = 'debit', NEW.amount, 0)
        AND NEW.credits_after = b.credits + iif(NEW.side = 'credit', NEW.amount, 0)
        AND NOT (a.limit_rule = 'no_debit' AND NEW.debits_after > NEW.credits_after)
        AND NOT (a.limit_rule = 'no_credit' AND NEW.credits_after > NEW.debits_after))
      THEN RAISE(ABORT, 'entry: does not follow from its account')
  END;
END;

CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entry: is append-only'); END;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry: is append-only'); END;

CREATE TRIGGER entry_moves_balance AFTER INSERT ON entry
BEGIN
  UPDATE balance SET debits = NEW.debits_after, credits = NEW.credits_after, version = NEW.account_version,
    last_entry_id = NEW.entry_id WHERE account_id = NEW.account_id;
  UPDATE awaited SET voucher_id = NEW.voucher_id, order_id = NULL WHERE voucher_id IS NOT NEW.voucher_id;
END;

CREATE TRIGGER entry_names_the_line_before BEFORE INSERT ON entry
WHEN NEW.previous_entry_id IS NOT (SELECT last_entry_id FROM balance WHERE account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'entry: names the line before it on its account'); END;

CREATE TABLE event (
  event_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  version INTEGER NOT NULL,                                        -- of the order, behind the step
  action TEXT NOT NULL,
  amount INTEGER NOT NULL,                                         -- what is due; of a refund, what went back
  at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER event_follows BEFORE INSERT ON event
WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'event: written by the ledger alone'); END;

CREATE TRIGGER event_is_kept BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'event: is append-only'); END;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'event: is append-only'); END;

CREATE TABLE evidence (
  evidence_id INTEGER PRIMARY KEY,
  source TEXT NOT NULL CHECK (source IN ('reply', 'notice', 'query', 'statement', 'manual')),
  channel TEXT,
  said TEXT NOT NULL CHECK (length(said) BETWEEN 1 AND 4096),      -- in words: what, of which reference, how much
  digest BLOB NOT NULL CONSTRAINT evidence_is_unique UNIQUE CHECK (length(digest) = 16),
  at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;

CREATE TRIGGER evidence_is_never_changed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;

CREATE TRIGGER evidence_is_new BEFORE INSERT ON evidence
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM evidence WHERE evidence_id = NEW.evidence_id OR digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;

CREATE TABLE fee_day (
  channel TEXT NOT NULL,
  day TEXT NOT NULL,
  currency TEXT NOT NULL,
  taken INTEGER NOT NULL,                                          -- minor units; what it cost us is positive
  taken_rest INTEGER NOT NULL,                                     -- and what is finer, in 10^-9 of the currency
  booked INTEGER NOT NULL,                                         -- what the fee vouchers did to the receivable
  off_lines INTEGER NOT NULL,                                      -- charged more than a minor unit beside what was agreed
  off_taken INTEGER NOT NULL,
  off_agreed INTEGER NOT NULL,
  PRIMARY KEY (channel, day, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX fee_day_apart ON fee_day (channel, day) WHERE taken <> -booked OR taken_rest <> 0 OR off_lines <> 0;

CREATE TRIGGER fee_day_is_entered_by_the_ledger BEFORE INSERT ON fee_day WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'fee day: written by the ledger alone'); END;

CREATE TRIGGER fee_day_is_kept BEFORE DELETE ON fee_day
BEGIN SELECT RAISE(ABORT, 'fee day: is kept'); END;

CREATE TRIGGER fee_day_is_moved_by_the_ledger BEFORE UPDATE ON fee_day WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'fee day: written by the ledger alone'); END;

CREATE TABLE fee_rate (
  rate_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  movement TEXT NOT NULL CHECK (movement = 'sale' OR movement = 'refund'),
  currency TEXT NOT NULL REFERENCES currency (code),
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  millionths INTEGER NOT NULL CHECK (millionths BETWEEN 0 AND 1000000),
  fixed INTEGER NOT NULL CHECK (fixed BETWEEN 0 AND 999999999999999),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  set_at_ns INTEGER NOT NULL
) STRICT;

CREATE INDEX fee_rate_of_day ON fee_rate (channel, movement, currency, since);

CREATE TRIGGER fee_rate_is_kept BEFORE DELETE ON fee_rate
BEGIN SELECT RAISE(ABORT, 'fee rate: is append-only'); END;

CREATE TRIGGER fee_rate_is_never_changed BEFORE UPDATE ON fee_rate
BEGIN SELECT RAISE(ABORT, 'fee rate: is append-only'); END;

CREATE TRIGGER fee_rate_is_new BEFORE INSERT ON fee_rate
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM fee_rate WHERE rate_id = NEW.rate_id)
BEGIN SELECT RAISE(ABORT, 'fee rate: written by the ledger alone'); END;

CREATE TABLE "fix" (
  fix_id INTEGER PRIMARY KEY,
  break_id TEXT NOT NULL REFERENCES break (break_id),
  version INTEGER NOT NULL CHECK (version >= 1),
  action TEXT NOT NULL CHECK (action IN ('park', 'write_off', 'fee', 'replay', 'convert', 'accept')),
  amount INTEGER NOT NULL,                                         -- what it does to the receivable
  currency TEXT NOT NULL,
  reference TEXT NOT NULL,                                         -- under which it is booked
  state TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'posted', 'withdrawn')),
  proposed_by TEXT NOT NULL CHECK (length(proposed_by) BETWEEN 1 AND 64),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1024),
  proposed_at_ns INTEGER NOT NULL,
  approved_by TEXT CHECK (length(approved_by) BETWEEN 1 AND 64),
  approved_at_ns INTEGER,
  posted_at_ns INTEGER,
  CONSTRAINT fix_of_break_is_unique UNIQUE (break_id, version),
  CHECK (approved_by <> proposed_by),
  CHECK ((approved_by IS NULL) = (state = 'proposed' OR state = 'withdrawn'))
) STRICT;

CREATE INDEX fix_of_reference ON fix (reference);

CREATE UNIQUE INDEX fix_one_open ON fix (break_id) WHERE state = 'proposed' OR state = 'approved';

CREATE TRIGGER fix_begins_proposed BEFORE INSERT ON fix
WHEN payonce_writer() IS NOT 1 OR NEW.state <> 'proposed'
  OR EXISTS (SELECT 1 FROM fix WHERE fix_id = NEW.fix_id OR (break_id = NEW.break_id AND version >= NEW.version)
             OR (break_id = NEW.break_id AND state IN ('proposed', 'approved')))
BEGIN SELECT RAISE(ABORT, 'fix: begins proposed, once'); END;

CREATE TRIGGER fix_is_kept BEFORE DELETE ON fix
BEGIN SELECT RAISE(ABORT, 'fix: is kept for ever'); END;

CREATE TRIGGER fix_steps_legally BEFORE UPDATE ON fix
WHEN payonce_writer() IS NOT 1 OR NEW.fix_id <> OLD.fix_id OR NEW.break_id <> OLD.break_id OR NEW.version <> OLD.version
  OR NEW.action <> OLD.action OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.reference <> OLD.reference
  OR NEW.proposed_by <> OLD.proposed_by OR NEW.reason <> OLD.reason
  OR (OLD.approved_by IS NOT NULL AND (NEW.approved_by IS NOT OLD.approved_by OR NEW.approved_at_ns IS NOT OLD.approved_at_ns))
  OR NOT ((OLD.state = 'proposed' AND NEW.state IN ('approved', 'withdrawn'))
          OR (OLD.state = 'approved' AND NEW.state = 'posted'))
BEGIN SELECT RAISE(ABORT, 'fix: is proposed, approved by another, and posted, in this order'); END;

CREATE TABLE followed (
  consumer TEXT NOT NULL,
  subject TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  action TEXT NOT NULL,
  body TEXT NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  PRIMARY KEY (consumer, subject)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER followed_is_kept BEFORE DELETE ON followed
BEGIN SELECT RAISE(ABORT, 'followed: is kept for ever'); END;

CREATE TRIGGER followed_is_written_by_the_ledger BEFORE INSERT ON followed WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'followed: written by the ledger alone'); END;

CREATE TRIGGER followed_moves_forward BEFORE UPDATE ON followed
WHEN payonce_writer() IS NOT 1 OR NEW.consumer <> OLD.consumer OR NEW.subject <> OLD.subject OR NEW.version <= OLD.version
BEGIN SELECT RAISE(ABORT, 'followed: only a newer version takes the place of an older one'); END;

CREATE TABLE fx_rate (
  rate_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  currency TEXT NOT NULL REFERENCES currency (code),
  settled TEXT NOT NULL REFERENCES currency (code) CHECK (settled <> currency),
  since TEXT NOT NULL CHECK (since GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  nano INTEGER NOT NULL CHECK (nano BETWEEN 1 AND 1000000000000000),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  set_at_ns INTEGER NOT NULL
) STRICT;

CREATE INDEX fx_rate_of_day ON fx_rate (channel, currency, settled, since);

CREATE TRIGGER fx_rate_is_kept BEFORE DELETE ON fx_rate
BEGIN SELECT RAISE(ABORT, 'fx rate: is append-only'); END;

CREATE TRIGGER fx_rate_is_never_changed BEFORE UPDATE ON fx_rate
BEGIN SELECT RAISE(ABORT, 'fx rate: is append-only'); END;

CREATE TRIGGER fx_rate_is_new BEFORE INSERT ON fx_rate
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM fx_rate WHERE rate_id = NEW.rate_id)
BEGIN SELECT RAISE(ABORT, 'fx rate: written by the ledger alone'); END;

CREATE TABLE held (
  held_id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL CONSTRAINT held_digest_is_unique UNIQUE CHECK (length(digest) = 16),
  consumer TEXT NOT NULL,
  subject TEXT,                                                    -- NULL: it could not be read
  version INTEGER,
  content BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('early', 'parked', 'done', 'dropped')),
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,                                            -- of what could not be read: which member, and why
  tries INTEGER NOT NULL CHECK (tries >= 1),
  kept_at_ns INTEGER NOT NULL,
  due_at_ns INTEGER NOT NULL,                                      -- until when it may wait
  changed_at_ns INTEGER NOT NULL,
  note TEXT,                                                       -- of whoever dropped it
  CHECK ((state = 'dropped') = (note IS NOT NULL))
) STRICT;

CREATE INDEX held_open ON held (consumer, subject, version) WHERE state = 'early' OR state = 'parked';

CREATE TRIGGER held_begins BEFORE INSERT ON held
WHEN payonce_writer() IS NOT 1 OR NEW.state NOT IN ('early', 'parked')
  OR EXISTS (SELECT 1 FROM held WHERE digest = NEW.digest OR held_id = NEW.held_id)
BEGIN SELECT RAISE(ABORT, 'held: begins early or parked, once'); END;

CREATE TRIGGER held_is_kept BEFORE DELETE ON held
BEGIN SELECT RAISE(ABORT, 'held: is ended, never deleted'); END;

CREATE TRIGGER held_keeps_its_content BEFORE UPDATE ON held
WHEN payonce_writer() IS NOT 1 OR NEW.held_id <> OLD.held_id OR NEW.digest <> OLD.digest OR NEW.content <> OLD.content
  OR NEW.consumer <> OLD.consumer OR NEW.kept_at_ns <> OLD.kept_at_ns OR NEW.tries < OLD.tries
  OR OLD.state = 'done' OR OLD.state = 'dropped'
BEGIN SELECT RAISE(ABORT, 'held: keeps what was received, and ends once'); END;

CREATE TABLE history (
  machine TEXT NOT NULL,
  entity_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  from_status TEXT NOT NULL,
  to_status TEXT NOT NULL,
  cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 32),
  evidence_id INTEGER REFERENCES evidence (evidence_id),
  at_ns INTEGER NOT NULL,
  PRIMARY KEY (machine, entity_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER history_is_kept BEFORE DELETE ON history
BEGIN SELECT RAISE(ABORT, 'history: is append-only'); END;

CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
BEGIN SELECT RAISE(ABORT, 'history: is append-only'); END;

CREATE TRIGGER history_is_of_steps BEFORE INSERT ON history
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM history WHERE machine = NEW.machine AND entity_id = NEW.entity_id AND version >= NEW.version)
BEGIN SELECT RAISE(ABORT, 'history: is of legal steps, and only appended to'); END;

CREATE TABLE idempotency_key (
  key_id INTEGER PRIMARY KEY,
  key_hash BLOB NOT NULL CONSTRAINT idempotency_key_is_unique UNIQUE CHECK (length(key_hash) = 16),
  tenant TEXT NOT NULL,
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fp_alg INTEGER NOT NULL,
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 48),      -- route, target, body: 16 bytes of HMAC each
  state TEXT NOT NULL
    CHECK (state = 'in_progress' OR state = 'unknown' OR state = 'dead' OR state = 'done' OR state = 'tombstone'),
  fence INTEGER NOT NULL CHECK (fence >= 1),                       -- whose claim it is: every takeover adds one
  tries INTEGER NOT NULL DEFAULT 1,
  attempt_id INTEGER,                                              -- what was begun outside under this key
  refund_id INTEGER,
  lease_host TEXT,
  lease_boot TEXT,
  lease_boot_until_ns INTEGER,
  lease_until_ns INTEGER,
  last_error TEXT,
  outcome TEXT,
  http_status INTEGER,
  answer TEXT,
  begun_at_ns INTEGER NOT NULL,
  done_at_ns INTEGER,
  answer_until_ns INTEGER,
  tombstone_until_ns INTEGER, operation_id INTEGER,
  CHECK ((state = 'in_progress') = (lease_until_ns IS NOT NULL)),
  CHECK ((state IN ('done', 'tombstone')) = (outcome IS NOT NULL)),
  CHECK (state <> 'tombstone' OR answer IS NULL)
) STRICT;

CREATE INDEX idempotency_key_open ON idempotency_key (state) WHERE outcome IS NULL;

CREATE TRIGGER idempotency_key_is_buried_in_time BEFORE UPDATE ON idempotency_key
WHEN OLD.state = 'done' AND NEW.state = 'tombstone' AND OLD.answer_until_ns > (SELECT latest_ns FROM meta)
BEGIN SELECT RAISE(ABORT, 'idempotency_key: its answer is kept until its retention ends'); END;

CREATE TRIGGER idempotency_key_is_kept BEFORE DELETE ON idempotency_key
WHEN payonce_writer() IS NOT 1
  OR NOT (OLD.state = 'in_progress' OR (OLD.state = 'tombstone' AND OLD.tombstone_until_ns <= (SELECT latest_ns FROM meta)))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: only an open claim is given back, only an old tombstone forgotten'); END;

CREATE TRIGGER idempotency_key_is_new BEFORE INSERT ON idempotency_key
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_id = NEW.key_id OR key_hash = NEW.key_hash)
BEGIN SELECT RAISE(ABORT, 'idempotency_key: is there already'); END;

CREATE TRIGGER idempotency_key_keeps_its_course BEFORE UPDATE ON idempotency_key
WHEN NEW.begun_at_ns <> OLD.begun_at_ns
  OR (OLD.outcome IS NOT NULL AND (NEW.fence <> OLD.fence OR NEW.tries <> OLD.tries OR NEW.last_error IS NOT OLD.last_error
        OR NEW.lease_host IS NOT OLD.lease_host OR NEW.lease_boot IS NOT OLD.lease_boot
        OR NEW.lease_boot_until_ns IS NOT OLD.lease_boot_until_ns))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: keeps its course'); END;

CREATE TRIGGER idempotency_key_keeps_its_meaning BEFORE UPDATE ON idempotency_key
WHEN payonce_writer() IS NOT 1 OR NEW.key_id <> OLD.key_id OR NEW.key_hash <> OLD.key_hash OR NEW.tenant <> OLD.tenant OR NEW.key <> OLD.key
  OR NEW.fp_alg <> OLD.fp_alg OR NEW.fingerprint <> OLD.fingerprint OR NEW.fence < OLD.fence
  OR (OLD.state = 'done' AND NEW.state NOT IN ('done', 'tombstone'))
  OR (OLD.state = 'tombstone' AND NEW.state <> 'tombstone')
  OR (OLD.outcome IS NOT NULL AND (NEW.outcome IS NOT OLD.outcome OR NEW.done_at_ns IS NOT OLD.done_at_ns
    OR NEW.http_status IS NOT OLD.http_status OR NEW.attempt_id IS NOT OLD.attempt_id OR NEW.refund_id IS NOT OLD.refund_id
    OR NEW.answer_until_ns IS NOT OLD.answer_until_ns OR NEW.tombstone_until_ns IS NOT OLD.tombstone_until_ns
    OR (NEW.answer IS NOT OLD.answer AND NOT (NEW.state = 'tombstone' AND NEW.answer IS NULL))))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: a stored answer and a fingerprint never change'); END;

CREATE TRIGGER idempotency_key_keeps_its_operation BEFORE UPDATE OF operation_id ON idempotency_key
WHEN OLD.outcome IS NOT NULL AND NEW.operation_id IS NOT OLD.operation_id
BEGIN SELECT RAISE(ABORT, 'idempotency_key: a stored answer and a fingerprint never change'); END;

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY REFERENCES voucher (voucher_id),
  channel TEXT NOT NULL,
  movement TEXT NOT NULL CHECK (movement IN ('sale', 'refund', 'fee', 'dispute', 'payout', 'suspense', 'other')),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),                     -- what it does to the receivable
  our_id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  order_no TEXT NOT NULL,
  day TEXT NOT NULL,                                               -- in the channel's zone
  reverses INTEGER
) STRICT;

CREATE INDEX item_of_channel_id ON item (channel, channel_id) WHERE channel_id <> '';

CREATE INDEX item_of_order ON item (channel, order_no) WHERE order_no <> '';

CREATE INDEX item_of_our_id ON item (channel, our_id) WHERE our_id <> '';

CREATE TRIGGER item_is_kept BEFORE DELETE ON item
BEGIN SELECT RAISE(ABORT, 'item: is append-only'); END;

CREATE TRIGGER item_is_never_changed BEFORE UPDATE ON item
BEGIN SELECT RAISE(ABORT, 'item: is append-only'); END;

CREATE TRIGGER item_is_of_its_voucher BEFORE INSERT ON item
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM item WHERE item_id = NEW.item_id)
BEGIN SELECT RAISE(ABORT, 'item: written by the ledger alone, once a voucher'); END;

CREATE TABLE lease (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  fence INTEGER NOT NULL CHECK (fence >= 1),                       -- whose turn it is: every turn adds one
  renewals INTEGER NOT NULL DEFAULT 0 CHECK (renewals >= 0),       -- and releases
  beats INTEGER NOT NULL CHECK (beats = fence + renewals),
  owner TEXT CHECK (length(owner) BETWEEN 1 AND 64),               -- none: it is free
  ttl_ns INTEGER NOT NULL CHECK (ttl_ns > 0),
  host TEXT NOT NULL,
  boot TEXT NOT NULL,
  boot_until_ns INTEGER NOT NULL,
  until_ns INTEGER NOT NULL,                                       -- for people; no verdict rests on it
  acquired_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER lease_begins_with_one BEFORE INSERT ON lease
WHEN payonce_writer() IS NOT 1 OR NEW.fence <> 1 OR NEW.beats <> 1 OR NEW.owner IS NULL
  OR EXISTS (SELECT 1 FROM lease WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'lease: begins with fence 1, once'); END;

CREATE TRIGGER lease_fence_only_rises BEFORE UPDATE ON lease
WHEN payonce_writer() IS NOT 1 OR NEW.name <> OLD.name OR NEW.beats <> OLD.beats + 1
  OR NOT ((NEW.fence = OLD.fence + 1 AND NEW.owner IS NOT NULL)
          OR (NEW.fence = OLD.fence AND OLD.owner IS NOT NULL AND (NEW.owner IS NULL OR NEW.owner = OLD.owner)
              AND NEW.acquired_at_ns = OLD.acquired_at_ns))
BEGIN SELECT RAISE(ABORT, 'lease: its fence only rises, one turn at a time'); END;

CREATE TRIGGER lease_is_kept BEFORE DELETE ON lease
BEGIN SELECT RAISE(ABORT, 'lease: is kept, so that its fence never begins again'); END;

CREATE TABLE lease_watch (
  name TEXT NOT NULL REFERENCES lease (name),
  machine TEXT NOT NULL,
  beats INTEGER NOT NULL,
  seen_boot_ns INTEGER NOT NULL,
  PRIMARY KEY (name, machine)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER lease_watch_ends_by_the_ledger BEFORE DELETE ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;

CREATE TRIGGER lease_watch_is_the_ledgers BEFORE INSERT ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;

CREATE TRIGGER lease_watch_moves_by_the_ledger BEFORE UPDATE ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;

CREATE TABLE legal_step (
  machine TEXT NOT NULL,
  from_status TEXT NOT NULL,
  to_status TEXT NOT NULL,
  PRIMARY KEY (machine, from_status, to_status)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER legal_step_is_kept BEFORE DELETE ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

CREATE TRIGGER legal_step_is_never_changed BEFORE UPDATE ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

CREATE TABLE message (
  message_id INTEGER PRIMARY KEY,
  consumer TEXT NOT NULL,
  sender_id TEXT NOT NULL,
  subject TEXT NOT NULL,                                           -- the order's number
  action TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),      -- of all it says, its id and its time apart
  told TEXT NOT NULL,                                              -- what was answered when it first came
  heard_at_ns INTEGER NOT NULL,
  CONSTRAINT message_sender_id_is_unique UNIQUE (consumer, sender_id)
) STRICT;

CREATE INDEX message_of_subject ON message (subject, consumer);

CREATE TRIGGER message_is_kept BEFORE DELETE ON message
BEGIN SELECT RAISE(ABORT, 'message: is append-only'); END;

CREATE TRIGGER message_is_never_changed BEFORE UPDATE ON message
BEGIN SELECT RAISE(ABORT, 'message: is append-only'); END;

CREATE TRIGGER message_is_written_by_the_ledger BEFORE INSERT ON message WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'message: written by the ledger alone'); END;

CREATE TABLE meta (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  ledger_id TEXT NOT NULL CHECK (length(ledger_id) = 12),   -- in every reference we give to a channel
  secret BLOB NOT NULL CHECK (length(secret) = 32),         -- of the fingerprints: a stolen digest confirms no guess
  secret_mark BLOB NOT NULL CHECK (length(secret_mark) = 8),   -- of its digest: a damaged secret would refuse every honest retry
  created_at_ns INTEGER NOT NULL,
  latest_ns INTEGER NOT NULL                                -- the latest wall time ever acted on: a clock set back revives nothing
) STRICT;

CREATE TRIGGER meta_is_kept BEFORE DELETE ON meta BEGIN SELECT RAISE(ABORT, 'meta: is kept for ever'); END;

CREATE TRIGGER meta_is_written_once BEFORE INSERT ON meta
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM meta) BEGIN SELECT RAISE(ABORT, 'meta: is written once'); END;

CREATE TRIGGER meta_only_its_mark_moves BEFORE UPDATE ON meta
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> OLD.only_row OR NEW.ledger_id <> OLD.ledger_id OR NEW.secret <> OLD.secret OR NEW.secret_mark <> OLD.secret_mark
  OR NEW.created_at_ns <> OLD.created_at_ns OR NEW.latest_ns < OLD.latest_ns
BEGIN SELECT RAISE(ABORT, 'meta: only its time mark moves, and only forward'); END;

CREATE TABLE operation (
  operation_id INTEGER PRIMARY KEY,
  attempt_id INTEGER NOT NULL REFERENCES attempt (attempt_id),
  n INTEGER NOT NULL CHECK (n >= 1),
  kind TEXT NOT NULL CHECK (kind = 'capture' OR kind = 'void' OR kind = 'close'),
  is_last INTEGER NOT NULL DEFAULT 0 CHECK (is_last IN (0, 1)),    -- a capture behind which the rest is freed
  business_key TEXT NOT NULL,                                      -- of its fact
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- ours: the channel knows it again
  channel_txn TEXT,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'dispatched'
    CHECK (status = 'dispatched' OR status = 'unknown' OR status = 'succeeded' OR status = 'failed'),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,
  holder BLOB NOT NULL CHECK (length(holder) = 16),
  dispatched_at_ns INTEGER NOT NULL,
  dispatched_on TEXT,
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT operation_of_attempt_is_unique UNIQUE (attempt_id, n),
  CONSTRAINT operation_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT operation_channel_txn_is_unique UNIQUE (channel, channel_txn)
) STRICT;

CREATE UNIQUE INDEX operation_business_key_is_unique ON operation (business_key) WHERE status <> 'failed';

CREATE UNIQUE INDEX operation_one_open ON operation (attempt_id) WHERE status IN ('dispatched', 'unknown');

CREATE INDEX operation_open ON operation (status) WHERE status IN ('dispatched', 'unknown');

CREATE TRIGGER operation_begins BEFORE INSERT ON operation
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'dispatched' OR NEW.version <> 1 OR NEW.channel_txn IS NOT NULL
  OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM operation WHERE operation_id = NEW.operation_id
             OR (business_key = NEW.business_key AND status <> 'failed')
             OR (attempt_id = NEW.attempt_id AND (n = NEW.n OR status IN ('dispatched', 'unknown')))
             OR (channel = NEW.channel AND reference = NEW.reference))
  OR NOT EXISTS (SELECT 1 FROM attempt a WHERE a.attempt_id = NEW.attempt_id AND a.channel = NEW.channel
                 AND a.currency = NEW.currency AND CASE NEW.kind
                   WHEN 'close' THEN a.status IN ('dispatched', 'unknown')
                   ELSE a.status IN ('authorised', 'partly_captured') AND NEW.amount <= a.amount - a.captured END)
BEGIN SELECT RAISE(ABORT, 'operation: begins as dispatched, once, alone, within what is held'); END;

CREATE TRIGGER operation_is_kept BEFORE DELETE ON operation
BEGIN SELECT RAISE(ABORT, 'operation: is kept for ever'); END;

CREATE TRIGGER operation_keeps_its_course BEFORE UPDATE ON operation
WHEN NEW.holder <> OLD.holder OR NEW.dispatched_at_ns <> OLD.dispatched_at_ns OR NEW.dispatched_on IS NOT OLD.dispatched_on
  OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns OR NEW.queries < OLD.queries
  OR (NEW.status = OLD.status AND OLD.status NOT IN ('dispatched', 'unknown') AND (
        NEW.channel_txn IS NOT OLD.channel_txn OR NEW.queries <> OLD.queries
        OR NEW.next_query_at_ns IS NOT OLD.next_query_at_ns
        OR (NEW.decided_by IS NULL AND OLD.decided_by IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'operation: keeps its course'); END;

CREATE TRIGGER operation_steps_legally BEFORE UPDATE ON operation
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.operation_id <> OLD.operation_id OR NEW.attempt_id <> OLD.attempt_id OR NEW.n <> OLD.n OR NEW.kind <> OLD.kind
  OR NEW.is_last <> OLD.is_last OR NEW.business_key <> OLD.business_key OR NEW.channel <> OLD.channel
  OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'operation' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'operation: not a legal step'); END;

CREATE TRIGGER operation_writes_history AFTER UPDATE OF status ON operation WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('operation', NEW.operation_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;

CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES orders (order_id) DEFERRABLE INITIALLY DEFERRED,
  line INTEGER NOT NULL CHECK (line BETWEEN 1 AND 1000),
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  unit_price INTEGER NOT NULL CHECK (unit_price BETWEEN 0 AND 999999999999999),
  discount INTEGER NOT NULL DEFAULT 0 CHECK (discount >= 0),       -- its part of the order's coupon
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 999999999999999),
  PRIMARY KEY (order_id, line),
  CHECK (amount = quantity * unit_price - discount)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER order_line_is_kept BEFORE DELETE ON order_line
BEGIN SELECT RAISE(ABORT, 'order line: is frozen'); END;

CREATE TRIGGER order_line_is_never_changed BEFORE UPDATE ON order_line
BEGIN SELECT RAISE(ABORT, 'order line: is frozen'); END;

CREATE TRIGGER order_line_precedes_its_order BEFORE INSERT ON order_line
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id)
  OR EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line)
  OR NEW.line <> 1 + (SELECT count(*) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'order line: is written before its order, once, in its turn'); END;

CREATE TABLE "orders" (
  order_id INTEGER PRIMARY KEY,
  order_no TEXT NOT NULL CONSTRAINT order_no_is_unique UNIQUE,
  buyer_id INTEGER NOT NULL REFERENCES account (account_id),
  payee_id INTEGER NOT NULL REFERENCES account (account_id),
  currency TEXT NOT NULL REFERENCES currency (code),
  amount_due INTEGER NOT NULL CHECK (amount_due BETWEEN 1 AND 999999999999999),
  tax INTEGER NOT NULL DEFAULT 0 CHECK (tax BETWEEN 0 AND amount_due),   -- of the amount due
  captured INTEGER NOT NULL DEFAULT 0 CHECK (captured >= 0),
  refund_reserved INTEGER NOT NULL DEFAULT 0 CHECK (refund_reserved >= 0),
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  charged_back INTEGER NOT NULL DEFAULT 0 CHECK (charged_back >= 0),     -- taken back by disputes that are open or lost
  status TEXT NOT NULL DEFAULT 'created'
    CHECK (status = 'created' OR status = 'paying' OR status = 'closing' OR status = 'paid' OR status = 'fulfilled'
           OR status = 'cancelled' OR status = 'expired' OR status = 'refunded'),
  settled_by INTEGER,
  closing_for TEXT CHECK (closing_for = 'cancel' OR closing_for = 'expiry'),
  expires_at_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CHECK (buyer_id <> payee_id),
  CHECK (refund_reserved + refunded <= captured),
  CHECK (status <> 'closing' OR closing_for IS NOT NULL),
  CHECK ((status = 'paid' OR status = 'fulfilled' OR status = 'refunded') = (settled_by IS NOT NULL))
) STRICT;

CREATE INDEX orders_that_expire ON orders (expires_at_ns)
  WHERE expires_at_ns IS NOT NULL AND status IN ('created', 'paying');

CREATE TRIGGER orders_are_charged_back_by_disputes BEFORE UPDATE OF charged_back ON orders
WHEN NEW.charged_back <> OLD.charged_back
  AND NEW.charged_back IS NOT (SELECT coalesce(sum(amount), 0) FROM dispute
                               WHERE order_id = NEW.order_id AND status IN ('opened', 'lost'))
BEGIN SELECT RAISE(ABORT, 'order: what was charged back is what its disputes say'); END;

CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
BEGIN SELECT RAISE(ABORT, 'order: is kept for ever'); END;

CREATE TRIGGER orders_are_the_sum_of_their_lines BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id)
  AND NEW.amount_due IS NOT (SELECT sum(amount) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'order: is due what its lines come to'); END;

CREATE TRIGGER orders_await_their_voucher AFTER UPDATE OF settled_by ON orders
WHEN NEW.settled_by IS NOT OLD.settled_by
BEGIN UPDATE awaited SET voucher_id = NEW.settled_by, order_id = NEW.order_id; END;

CREATE TRIGGER orders_begin BEFORE INSERT ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'created' OR NEW.version <> 1 OR NEW.captured <> 0 OR NEW.refunded <> 0 OR NEW.refund_reserved <> 0
  OR NEW.charged_back <> 0 OR NEW.settled_by IS NOT NULL OR NEW.closing_for IS NOT NULL
  OR EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id OR order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'order: begins as created, once'); END;

CREATE TRIGGER orders_capture_what_attempts_say BEFORE UPDATE OF captured ON orders
WHEN NEW.captured <> OLD.captured AND NEW.settled_by IS NULL
  AND NEW.captured IS NOT (SELECT sum(captured) FROM attempt WHERE order_id = NEW.order_id AND role = 'settles')
BEGIN SELECT RAISE(ABORT, 'order: its captures are those of its attempt'); END;

CREATE TRIGGER orders_deliver_their_lines AFTER UPDATE OF status ON orders
WHEN NEW.status = 'fulfilled' AND OLD.status <> 'fulfilled'
BEGIN
  INSERT INTO shipment (order_id, line, quantity, business_key, at_ns)
    SELECT order_id, line, quantity, NEW.order_no || '.shipped.' || line, NEW.changed_at_ns
    FROM (SELECT l.order_id, l.line, l.quantity
                   - (SELECT coalesce(sum(s.quantity), 0) FROM shipment s WHERE s.order_id = l.order_id AND s.line = l.line)
                   - (SELECT coalesce(sum(m.withheld), 0) FROM stock_movement m
                      WHERE m.order_id = l.order_id AND m.line = l.line) AS quantity
          FROM order_line l WHERE l.order_id = NEW.order_id)
    WHERE quantity > 0;
END;

CREATE TRIGGER orders_end_their_promises AFTER UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND NEW.status IN ('paid', 'cancelled', 'expired')
BEGIN
  UPDATE reservation
  SET status = CASE NEW.status WHEN 'paid' THEN 'consumed' WHEN 'cancelled' THEN 'released' ELSE 'expired' END,
      version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE order_id = NEW.order_id AND status = 'held';
  UPDATE coupon_use SET status = 'given_back', version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE order_id = NEW.order_id AND status = 'used' AND NEW.status <> 'paid';
END;

CREATE TRIGGER orders_keep_their_terms BEFORE UPDATE ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.order_id <> OLD.order_id OR NEW.order_no <> OLD.order_no OR NEW.buyer_id <> OLD.buyer_id
  OR NEW.payee_id <> OLD.payee_id OR NEW.currency <> OLD.currency OR NEW.amount_due <> OLD.amount_due
  OR NEW.tax <> OLD.tax OR NEW.expires_at_ns IS NOT OLD.expires_at_ns OR NEW.charged_back < 0
  OR NEW.created_at_ns <> OLD.created_at_ns OR NEW.captured < OLD.captured OR NEW.refunded < OLD.refunded
  OR NEW.refund_reserved < 0 OR NEW.refund_reserved + NEW.refunded > NEW.captured OR NEW.captured > NEW.amount_due
  OR (OLD.settled_by IS NOT NULL AND (NEW.settled_by IS NOT OLD.settled_by OR NEW.captured <> OLD.captured))
  OR (OLD.closing_for IS NOT NULL AND NEW.closing_for IS NOT OLD.closing_for)
BEGIN SELECT RAISE(ABORT, 'order: keeps its terms, its version rises by one, refunds stay within what was captured'); END;

CREATE TRIGGER orders_refund_what_refunds_say BEFORE UPDATE OF refunded, refund_reserved ON orders
WHEN (NEW.refunded <> OLD.refunded OR NEW.refund_reserved <> OLD.refund_reserved)
  AND (SELECT coalesce(sum(iif(r.status = 'succeeded', r.amount, 0)), 0) IS NOT NEW.refunded
           OR coalesce(sum(iif(r.status IN ('requested', 'dispatched', 'unknown')
                               OR (r.owed AND NOT EXISTS (SELECT 1 FROM refund b WHERE b.replaces = r.refund_id)),
                               r.amount, 0)), 0) IS NOT NEW.refund_reserved
       FROM refund r WHERE r.order_id = NEW.order_id AND r.counted)
BEGIN SELECT RAISE(ABORT, 'order: its counters are the sums of its refunds'); END;

CREATE TRIGGER orders_stay_cancelled BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM tombstone WHERE order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'order: was cancelled before it was made'); END;

CREATE TRIGGER orders_step_legally BEFORE UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND NOT EXISTS (
  SELECT 1 FROM legal_step WHERE machine = 'order' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'order: not a legal step'); END;

CREATE TRIGGER orders_tell_their_beginning AFTER INSERT ON orders
BEGIN
  INSERT INTO event (order_id, version, action, amount, at_ns)
  VALUES (NEW.order_id, NEW.version, 'order.created', NEW.amount_due, NEW.created_at_ns);
END;

CREATE TRIGGER orders_tell_their_refunds AFTER UPDATE OF refunded ON orders
WHEN NEW.refunded > OLD.refunded
BEGIN
  INSERT INTO event (order_id, version, action, amount, at_ns)
  VALUES (NEW.order_id, NEW.version, 'order.refunded', NEW.refunded - OLD.refunded, NEW.changed_at_ns);
END;

CREATE TRIGGER orders_tell_their_steps AFTER UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND (NEW.status = 'paid' OR NEW.status = 'fulfilled' OR NEW.status = 'cancelled' OR NEW.status = 'expired')
BEGIN
  INSERT INTO event (order_id, version, action, amount, at_ns)
  VALUES (NEW.order_id, NEW.version,
          CASE NEW.status WHEN 'paid' THEN 'order.paid' WHEN 'fulfilled' THEN 'order.shipped'
            WHEN 'expired' THEN 'order.expired' ELSE 'order.cancelled' END,
          iif(NEW.settled_by IS NULL, NEW.amount_due, NEW.captured), NEW.changed_at_ns);   -- what was paid may be less than was due
END;

CREATE TRIGGER orders_write_history AFTER UPDATE OF status ON orders WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('order', NEW.order_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;

CREATE TABLE own_call (
  key_hash BLOB PRIMARY KEY CHECK (length(key_hash) = 16),
  action TEXT NOT NULL,
  begun_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER own_call_ends_with_its_key BEFORE DELETE ON own_call
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = OLD.key_hash AND outcome IS NULL)
BEGIN SELECT RAISE(ABORT, 'own_call: ends with the answer of its key'); END;

CREATE TRIGGER own_call_has_its_key BEFORE INSERT ON own_call
WHEN payonce_writer() IS NOT 1 OR NOT EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = NEW.key_hash AND outcome IS NULL)
BEGIN SELECT RAISE(ABORT, 'own_call: belongs to a claim'); END;

CREATE TRIGGER own_call_never_changes BEFORE UPDATE ON own_call
BEGIN SELECT RAISE(ABORT, 'own_call: never changes'); END;

CREATE TABLE pairing (
  pairing_id INTEGER PRIMARY KEY,
  line_id INTEGER REFERENCES statement_line (line_id),             -- NULL: ours alone (a reversal and what it reverses; a fix)
  item_id INTEGER NOT NULL REFERENCES item (item_id),
  part TEXT NOT NULL CHECK (part IN ('whole', 'fee', 'offset', 'fix')),
  pass TEXT NOT NULL,
  run_id INTEGER,                                                  -- NULL: by a person
  actor TEXT,
  reason TEXT,
  ended_by TEXT,                                                   -- who took it apart again
  ended_why TEXT,
  ended_at_ns INTEGER,
  CHECK ((line_id IS NULL) = (part = 'offset' OR part = 'fix')),
  CHECK ((run_id IS NULL) = (actor IS NOT NULL)),
  CHECK ((ended_by IS NULL) = (ended_at_ns IS NULL) AND (ended_by IS NULL) = (ended_why IS NULL))
) STRICT;

CREATE INDEX pairing_by_hand ON pairing (pairing_id) WHERE run_id IS NULL;

CREATE INDEX pairing_of_fees ON pairing (line_id) WHERE part = 'fee';

CREATE INDEX pairing_taken_apart ON pairing (line_id, item_id) WHERE ended_by IS NOT NULL;

CREATE UNIQUE INDEX pairing_takes_a_line_once ON pairing (line_id) WHERE ended_by IS NULL AND part = 'whole';

CREATE UNIQUE INDEX pairing_takes_an_item_once ON pairing (item_id) WHERE ended_by IS NULL;

CREATE TRIGGER pairing_ends_once BEFORE UPDATE ON pairing
WHEN payonce_writer() IS NOT 1 OR OLD.ended_by IS NOT NULL OR NEW.ended_by IS NULL OR NEW.pairing_id <> OLD.pairing_id
  OR NEW.line_id IS NOT OLD.line_id OR NEW.item_id <> OLD.item_id OR NEW.part <> OLD.part OR NEW.pass <> OLD.pass
  OR NEW.run_id IS NOT OLD.run_id OR NEW.actor IS NOT OLD.actor OR NEW.reason IS NOT OLD.reason
BEGIN SELECT RAISE(ABORT, 'pairing: ends once, and changes in nothing else'); END;

CREATE TRIGGER pairing_is_kept BEFORE DELETE ON pairing
BEGIN SELECT RAISE(ABORT, 'pairing: is ended, never deleted'); END;

CREATE TRIGGER pairing_is_written_by_the_ledger BEFORE INSERT ON pairing
WHEN payonce_writer() IS NOT 1 OR NEW.ended_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM pairing WHERE pairing_id = NEW.pairing_id)
BEGIN SELECT RAISE(ABORT, 'pairing: written by the ledger alone'); END;

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

CREATE TRIGGER payout_is_kept BEFORE DELETE ON payout
BEGIN SELECT RAISE(ABORT, 'payout: is kept for ever'); END;

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

CREATE TABLE pending (
  channel TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side = 'line' OR side = 'item'),
  id INTEGER NOT NULL,
  why TEXT NOT NULL CHECK (why IN ('work', 'break', 'timing', 'future', 'silent')),
  PRIMARY KEY (channel, side, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER pending_is_cleared_by_the_ledger BEFORE DELETE ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;

CREATE TRIGGER pending_is_entered_by_the_ledger BEFORE INSERT ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;

CREATE TRIGGER pending_is_moved_by_the_ledger BEFORE UPDATE ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;

CREATE TABLE period (
  first_day TEXT PRIMARY KEY CHECK (first_day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  last_day TEXT NOT NULL CHECK (last_day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]' AND last_day >= first_day),
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'locked')),
  version INTEGER NOT NULL CHECK (version >= 1),
  vouchers INTEGER NOT NULL CHECK (vouchers >= 0),       -- how many were dated in it when it was sealed
  seal BLOB CHECK (length(seal) = 32),                   -- over their hashes; an open period has none
  last_voucher_id INTEGER NOT NULL,                      -- how far the book had come at this step
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  reason TEXT,
  changed_at_ns INTEGER NOT NULL,
  CHECK ((state = 'open') = (seal IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER period_begins BEFORE INSERT ON period
WHEN payonce_writer() IS NOT 1 OR NEW.state <> 'closed' OR NEW.version <> 1
  OR NEW.last_voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) FROM voucher)
  OR EXISTS (SELECT 1 FROM period WHERE first_day <= NEW.last_day AND last_day >= NEW.first_day)
BEGIN SELECT RAISE(ABORT, 'period: begins as closed, and shares no day with another'); END;

CREATE TRIGGER period_is_kept BEFORE DELETE ON period
BEGIN SELECT RAISE(ABORT, 'period: is kept for ever'); END;

CREATE TRIGGER period_remembers_its_beginning AFTER INSERT ON period
BEGIN INSERT INTO period_step VALUES (NEW.first_day, NEW.version, NEW.last_day, NEW.state, NEW.vouchers, NEW.seal,
                                      NEW.last_voucher_id, NEW.actor, NEW.reason, NEW.changed_at_ns); END;

CREATE TRIGGER period_remembers_its_steps AFTER UPDATE ON period
BEGIN INSERT INTO period_step VALUES (NEW.first_day, NEW.version, NEW.last_day, NEW.state, NEW.vouchers, NEW.seal,
                                      NEW.last_voucher_id, NEW.actor, NEW.reason, NEW.changed_at_ns); END;

CREATE TRIGGER period_steps_legally BEFORE UPDATE ON period
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.first_day <> OLD.first_day OR NEW.last_day <> OLD.last_day
  OR NEW.last_voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) FROM voucher)
  OR (NEW.state = 'open' AND NEW.reason IS NULL)
  OR (NEW.state = 'locked' AND (NEW.seal IS NOT OLD.seal OR NEW.vouchers <> OLD.vouchers))
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'period' AND from_status = OLD.state AND to_status = NEW.state)
BEGIN SELECT RAISE(ABORT, 'period: not a legal step'); END;

CREATE TABLE period_step (
  first_day TEXT NOT NULL REFERENCES period (first_day),
  version INTEGER NOT NULL,
  last_day TEXT NOT NULL,
  state TEXT NOT NULL,
  vouchers INTEGER NOT NULL,
  seal BLOB,
  last_voucher_id INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  at_ns INTEGER NOT NULL,
  PRIMARY KEY (first_day, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER period_step_is_kept BEFORE DELETE ON period_step
BEGIN SELECT RAISE(ABORT, 'period_step: is append-only'); END;

CREATE TRIGGER period_step_is_never_changed BEFORE UPDATE ON period_step
BEGIN SELECT RAISE(ABORT, 'period_step: is append-only'); END;

CREATE TRIGGER period_step_is_the_periods BEFORE INSERT ON period_step
WHEN NOT EXISTS (SELECT 1 FROM period p WHERE p.first_day = NEW.first_day AND p.version = NEW.version AND p.state = NEW.state
                 AND p.seal IS NEW.seal AND p.vouchers = NEW.vouchers AND p.last_voucher_id = NEW.last_voucher_id
                 AND p.actor = NEW.actor AND p.reason IS NEW.reason AND p.changed_at_ns = NEW.at_ns)
  OR EXISTS (SELECT 1 FROM period_step WHERE first_day = NEW.first_day AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'period_step: is written with its period, once'); END;

CREATE TABLE posting_event (
  event TEXT PRIMARY KEY,
  kind TEXT NOT NULL,          -- of its voucher
  place INTEGER NOT NULL,      -- in the order they are told
  en TEXT NOT NULL,
  zh TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER posting_event_is_kept BEFORE DELETE ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;

CREATE TRIGGER posting_event_is_law BEFORE INSERT ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;

CREATE TRIGGER posting_event_is_never_changed BEFORE UPDATE ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;

CREATE TABLE posting_role (
  role TEXT PRIMARY KEY,
  number TEXT CHECK (number GLOB '[1-9][0-9][0-9][0-9]'),
  class TEXT CHECK (class IN ('asset', 'liability', 'equity', 'income', 'expense', 'memo')),
  of_channel INTEGER NOT NULL DEFAULT 0 CHECK (of_channel IN (0, 1)),   -- one account for each channel
  en TEXT NOT NULL,
  zh TEXT NOT NULL,
  CHECK ((number IS NULL) = (class IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER posting_role_is_kept BEFORE DELETE ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;

CREATE TRIGGER posting_role_is_law BEFORE INSERT ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;

CREATE TRIGGER posting_role_is_never_changed BEFORE UPDATE ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;

CREATE TABLE posting_rule (
  event TEXT NOT NULL REFERENCES posting_event (event),
  version INTEGER NOT NULL CHECK (version >= 1),
  line INTEGER NOT NULL CHECK (line >= 1),
  side TEXT NOT NULL CHECK (side IN ('debit', 'credit')),
  role TEXT NOT NULL REFERENCES posting_role (role),
  part TEXT NOT NULL CHECK (part IN ('amount', 'net', 'tax', 'fee', 'whole', 'other', 'spread', 'both', 'freed')),
  PRIMARY KEY (event, version, line)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER posting_rule_is_kept BEFORE DELETE ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

CREATE TRIGGER posting_rule_is_law BEFORE INSERT ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

CREATE TRIGGER posting_rule_is_never_changed BEFORE UPDATE ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

CREATE TABLE publication (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  upto INTEGER NOT NULL,
  told_at_ns INTEGER,
  -- The orders that stood when the outbox was opened are told from their next step on; the law of gaps leaves them out.
  begins_after_order INTEGER NOT NULL
) STRICT;

CREATE TRIGGER publication_is_kept BEFORE DELETE ON publication
BEGIN SELECT RAISE(ABORT, 'publication: is one row'); END;

CREATE TRIGGER publication_is_one BEFORE INSERT ON publication
BEGIN SELECT RAISE(ABORT, 'publication: is one row'); END;

CREATE TRIGGER publication_moves_forward BEFORE UPDATE ON publication
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> 1 OR NEW.begins_after_order <> OLD.begins_after_order OR NEW.upto <= OLD.upto
  OR NEW.upto > (SELECT coalesce(max(event_id), 0) FROM event)
BEGIN SELECT RAISE(ABORT, 'publication: moves forward, up to the last event'); END;

CREATE TABLE "refund" (
  refund_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  attempt_id INTEGER REFERENCES attempt (attempt_id),
  cause TEXT NOT NULL CHECK (cause IN ('customer', 'duplicate', 'late', 'failed', 'dispute')),
  cause_key TEXT NOT NULL CONSTRAINT refund_cause_key_is_unique UNIQUE,
  replaces INTEGER REFERENCES refund (refund_id),                  -- a failed one, whose money is sent another way
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  channel TEXT REFERENCES channel (name),
  reference TEXT,
  channel_txn TEXT,
  status TEXT NOT NULL CHECK (status IN ('requested', 'dispatched', 'unknown', 'succeeded', 'failed')),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,
  holder BLOB,
  dispatched_at_ns INTEGER,
  dispatched_on TEXT,
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL, owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1)), counted INTEGER
  GENERATED ALWAYS AS (substr(cause_key, instr(cause_key, '.') + 1, 6) = 'refund') VIRTUAL,
  CONSTRAINT refund_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT refund_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((channel IS NULL) = (reference IS NULL) AND (channel IS NULL OR attempt_id IS NOT NULL)),
  CHECK ((cause = 'failed') = (replaces IS NOT NULL)),
  CHECK (channel IS NULL OR status <> 'succeeded' OR channel_txn IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX refund_is_replaced_once ON refund (replaces) WHERE replaces IS NOT NULL;

CREATE INDEX refund_of_order ON refund (order_id);

CREATE INDEX refund_open ON refund (status) WHERE status IN ('requested', 'dispatched', 'unknown');

CREATE INDEX refund_refused ON refund (refund_id) WHERE status = 'failed';

CREATE TRIGGER refund_begins BEFORE INSERT ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.channel_txn IS NOT NULL OR NEW.status IN ('unknown', 'failed')
  OR (NEW.status = 'succeeded') <> (NEW.channel IS NULL) OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM refund WHERE refund_id = NEW.refund_id OR cause_key = NEW.cause_key
             OR (NEW.replaces IS NOT NULL AND replaces = NEW.replaces))
  OR (NEW.replaces IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refund WHERE refund_id = NEW.replaces AND status = 'failed'
        AND order_id = NEW.order_id AND amount = NEW.amount AND currency = NEW.currency))
BEGIN SELECT RAISE(ABORT, 'refund: begins once'); END;

CREATE TRIGGER refund_is_kept BEFORE DELETE ON refund
BEGIN SELECT RAISE(ABORT, 'refund: is kept for ever'); END;

CREATE TRIGGER refund_is_owed_while_refused BEFORE UPDATE ON refund
WHEN (NEW.owed <> OLD.owed AND NOT (NEW.owed = 1 AND NEW.status = 'failed' AND OLD.status <> 'failed')
      AND NOT (NEW.owed = 0 AND NEW.status = 'succeeded' AND OLD.status = 'failed')
      AND NOT (NEW.owed = 0 AND NEW.status = 'failed' AND OLD.status = 'failed' AND EXISTS (
            SELECT 1 FROM refund f WHERE f.order_id = OLD.order_id AND f.status = 'succeeded'
              AND substr(OLD.cause_key, 1, length(f.cause_key) + 6) = f.cause_key || '.again')))
  OR (NEW.owed = 1 AND NEW.status <> 'failed')
BEGIN SELECT RAISE(ABORT, 'refund: is owed while its channel has refused it'); END;

CREATE TRIGGER refund_keeps_its_course BEFORE UPDATE ON refund
WHEN NEW.queries < OLD.queries OR OLD.status = 'succeeded'
  OR (OLD.status = 'failed' AND (OLD.owed <> 1 OR NEW.queries <> OLD.queries))
  OR (OLD.status = 'failed' AND NEW.status = 'failed' AND (NEW.owed <> 0
        OR NEW.changed_at_ns <> OLD.changed_at_ns OR NEW.channel_txn IS NOT OLD.channel_txn
        OR NEW.decided_by IS NOT OLD.decided_by OR NEW.needs_review <> OLD.needs_review
        OR NEW.next_query_at_ns IS NOT OLD.next_query_at_ns))
  OR (OLD.status = 'failed' AND NEW.status = 'succeeded' AND EXISTS (
        SELECT 1 FROM refund b WHERE b.order_id = OLD.order_id AND b.status <> 'failed'
          AND (substr(b.cause_key, 1, length(OLD.cause_key) + 6) = OLD.cause_key || '.again'
               OR substr(OLD.cause_key, 1, length(b.cause_key) + 6) = b.cause_key || '.again')))
  OR (OLD.status <> 'requested' AND (NEW.holder IS NOT OLD.holder OR NEW.dispatched_at_ns IS NOT OLD.dispatched_at_ns
        OR NEW.dispatched_on IS NOT OLD.dispatched_on OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns))
BEGIN SELECT RAISE(ABORT, 'refund: keeps its course'); END;

CREATE TRIGGER refund_steps_legally BEFORE UPDATE ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.refund_id <> OLD.refund_id OR NEW.order_id <> OLD.order_id OR NEW.attempt_id IS NOT OLD.attempt_id
  OR NEW.cause <> OLD.cause OR NEW.cause_key <> OLD.cause_key OR NEW.replaces IS NOT OLD.replaces
  OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.channel IS NOT OLD.channel
  OR NEW.reference IS NOT OLD.reference OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'refund' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'refund: not a legal step'); END;

CREATE TRIGGER refund_writes_history AFTER UPDATE OF status ON refund WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('refund', NEW.refund_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;

CREATE TABLE reservation (
  reservation_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  line INTEGER NOT NULL,
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  status TEXT NOT NULL DEFAULT 'held'
    CHECK (status = 'held' OR status = 'consumed' OR status = 'released' OR status = 'expired'),
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT reservation_of_line_is_unique UNIQUE (order_id, line),
  FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line)
) STRICT;

CREATE INDEX reservation_held ON reservation (stock_id) WHERE status = 'held';

CREATE TRIGGER reservation_begins BEFORE INSERT ON reservation
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'held' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM reservation WHERE reservation_id = NEW.reservation_id
             OR (order_id = NEW.order_id AND line = NEW.line))
  OR NOT EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id AND status = 'created')
  OR NOT EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line
                 AND stock_id = NEW.stock_id AND quantity = NEW.quantity)
BEGIN SELECT RAISE(ABORT, 'reservation: begins as held, once a line, as the line says'); END;

CREATE TRIGGER reservation_ends AFTER UPDATE OF status ON reservation WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('reservation', NEW.reservation_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
  UPDATE stock SET reserved = reserved - NEW.quantity, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE stock_id = NEW.stock_id;
  INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, order_id, line, at_ns)
    SELECT NEW.stock_id, 'sale', o.order_no || '.sale.' || NEW.line, -NEW.quantity, s.on_hand - NEW.quantity, 'sale',
           NEW.order_id, NEW.line, NEW.changed_at_ns
    FROM stock s, orders o WHERE s.stock_id = NEW.stock_id AND o.order_id = NEW.order_id AND NEW.status = 'consumed';
END;

CREATE TRIGGER reservation_holds AFTER INSERT ON reservation
BEGIN
  UPDATE stock SET reserved = reserved + NEW.quantity, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE stock_id = NEW.stock_id;
END;

CREATE TRIGGER reservation_is_kept BEFORE DELETE ON reservation
BEGIN SELECT RAISE(ABORT, 'reservation: is kept for ever'); END;

CREATE TRIGGER reservation_steps_legally BEFORE UPDATE ON reservation
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.reservation_id <> OLD.reservation_id
  OR NEW.order_id <> OLD.order_id OR NEW.line <> OLD.line OR NEW.stock_id <> OLD.stock_id OR NEW.quantity <> OLD.quantity
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'reservation' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'reservation: is held once and ends once'); END;

CREATE TABLE rules (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  triggers INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER rules_are_kept BEFORE DELETE ON rules
BEGIN SELECT RAISE(ABORT, 'rules: are counted for ever'); END;

CREATE TRIGGER rules_are_those_that_stand BEFORE UPDATE ON rules
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> OLD.only_row
  OR NEW.triggers <> (SELECT count(*) FROM sqlite_schema
        WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.bytes <> (SELECT total(length(sql)) FROM sqlite_schema
        WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.triggers < OLD.triggers
BEGIN SELECT RAISE(ABORT, 'rules: are those that stand, and never fewer'); END;

CREATE TRIGGER rules_begin_once BEFORE INSERT ON rules
WHEN EXISTS (SELECT 1 FROM rules)
BEGIN SELECT RAISE(ABORT, 'rules: are counted once'); END;

CREATE TABLE run (
  run_id INTEGER PRIMARY KEY,
  run_key BLOB NOT NULL CONSTRAINT run_key_is_unique UNIQUE CHECK (length(run_key) = 16),
  channel TEXT NOT NULL REFERENCES channel (name),
  as_of TEXT NOT NULL,
  grace_days INTEGER NOT NULL CHECK (grace_days BETWEEN 0 AND 366),
  rules INTEGER NOT NULL,                                          -- version of the matching rules
  last_statement_id INTEGER NOT NULL,
  last_line_id INTEGER NOT NULL,
  last_voucher_id INTEGER NOT NULL,
  last_event INTEGER NOT NULL,                                     -- what people had done with pairings and fixes, counted
  last_pairing_id INTEGER NOT NULL,                                -- behind it
  previous_run_id INTEGER REFERENCES run (run_id),
  verdict TEXT NOT NULL CHECK (verdict IN ('balanced', 'explained', 'open', 'cannot_say')),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  at_ns INTEGER NOT NULL
) STRICT;

CREATE INDEX run_of_channel ON run (channel, run_id);

CREATE TRIGGER run_is_kept BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'run: is append-only'); END;

CREATE TRIGGER run_is_never_changed BEFORE UPDATE ON run
BEGIN SELECT RAISE(ABORT, 'run: is append-only'); END;

CREATE TRIGGER run_is_new BEFORE INSERT ON run
WHEN payonce_writer() IS NOT 1 OR NEW.run_id IS NOT (SELECT coalesce(max(run_id), 0) + 1 FROM run)
  OR EXISTS (SELECT 1 FROM run WHERE run_key = NEW.run_key)
BEGIN SELECT RAISE(ABORT, 'run: is made once'); END;

CREATE TABLE run_break (
  run_id INTEGER NOT NULL REFERENCES run (run_id) DEFERRABLE INITIALLY DEFERRED,
  break_id TEXT NOT NULL REFERENCES break (break_id),
  ours INTEGER,
  theirs INTEGER,
  difference INTEGER NOT NULL,
  remaining INTEGER NOT NULL,
  days INTEGER NOT NULL,                                           -- from its day to the run's
  state TEXT NOT NULL CHECK (state IN ('new', 'open', 'proposed', 'approved', 'accepted', 'closed')),
  PRIMARY KEY (run_id, break_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER run_break_is_kept BEFORE DELETE ON run_break
BEGIN SELECT RAISE(ABORT, 'run break: is append-only'); END;

CREATE TRIGGER run_break_is_never_changed BEFORE UPDATE ON run_break
BEGIN SELECT RAISE(ABORT, 'run break: is append-only'); END;

CREATE TRIGGER run_break_precedes_its_run BEFORE INSERT ON run_break
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run break: its run is sealed'); END;

CREATE TABLE run_figure (
  run_id INTEGER NOT NULL REFERENCES run (run_id) DEFERRABLE INITIALLY DEFERRED,
  sheet TEXT NOT NULL,
  currency TEXT NOT NULL,
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (run_id, sheet, currency, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER run_figure_is_kept BEFORE DELETE ON run_figure
BEGIN SELECT RAISE(ABORT, 'run figure: is append-only'); END;

CREATE TRIGGER run_figure_is_never_changed BEFORE UPDATE ON run_figure
BEGIN SELECT RAISE(ABORT, 'run figure: is append-only'); END;

CREATE TRIGGER run_figure_precedes_its_run BEFORE INSERT ON run_figure
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run figure: its run is sealed'); END;

CREATE TABLE run_signature (
  run_id INTEGER PRIMARY KEY REFERENCES run (run_id),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER run_signature_is_anothers BEFORE INSERT ON run_signature
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id = NEW.run_id AND actor = NEW.actor)
  OR EXISTS (SELECT 1 FROM run_signature WHERE run_id = NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run signature: once, by another than who made it'); END;

CREATE TRIGGER run_signature_is_kept BEFORE DELETE ON run_signature
BEGIN SELECT RAISE(ABORT, 'run signature: is append-only'); END;

CREATE TRIGGER run_signature_is_never_changed BEFORE UPDATE ON run_signature
BEGIN SELECT RAISE(ABORT, 'run signature: is append-only'); END;

CREATE TABLE run_uncleared (
  run_id INTEGER NOT NULL REFERENCES run (run_id) DEFERRABLE INITIALLY DEFERRED,
  side TEXT NOT NULL CHECK (side = 'line' OR side = 'item'),
  id INTEGER NOT NULL,
  why TEXT NOT NULL CHECK (why = 'timing' OR why = 'future'),
  PRIMARY KEY (run_id, side, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER run_uncleared_is_kept BEFORE DELETE ON run_uncleared
BEGIN SELECT RAISE(ABORT, 'run uncleared: is append-only'); END;

CREATE TRIGGER run_uncleared_is_never_changed BEFORE UPDATE ON run_uncleared
BEGIN SELECT RAISE(ABORT, 'run uncleared: is append-only'); END;

CREATE TRIGGER run_uncleared_precedes_its_run BEFORE INSERT ON run_uncleared
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run uncleared: its run is sealed'); END;

CREATE TABLE series (
  series TEXT PRIMARY KEY CHECK (series GLOB '[A-Z][A-Z][A-Z]-[0-9][0-9][0-9][0-9]'),
  next INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TRIGGER series_begins_at_one BEFORE INSERT ON series
WHEN payonce_writer() IS NOT 1 OR NEW.next <> 1 OR EXISTS (SELECT 1 FROM series WHERE series = NEW.series)
BEGIN SELECT RAISE(ABORT, 'series: begins at 1, once'); END;

CREATE TRIGGER series_counts_vouchers BEFORE UPDATE ON series
WHEN NEW.series <> OLD.series OR NEW.next <> OLD.next + 1
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE series = OLD.series AND seq = OLD.next)
BEGIN SELECT RAISE(ABORT, 'series: rises by one with each voucher'); END;

CREATE TRIGGER series_is_kept BEFORE DELETE ON series
BEGIN SELECT RAISE(ABORT, 'series: is kept for ever'); END;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER setting_is_changed_by_the_ledger BEFORE UPDATE ON setting WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'setting: is set by the ledger alone'); END;

CREATE TRIGGER setting_is_kept BEFORE DELETE ON setting
BEGIN SELECT RAISE(ABORT, 'setting: is changed, never taken away'); END;

CREATE TRIGGER setting_is_set_by_the_ledger BEFORE INSERT ON setting WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'setting: is set by the ledger alone'); END;

CREATE TABLE shipment (
  shipment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  line INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  business_key TEXT NOT NULL CONSTRAINT shipment_business_key_is_unique UNIQUE,
  at_ns INTEGER NOT NULL,
  FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line)
) STRICT;

CREATE INDEX shipment_of_line ON shipment (order_id, line);

CREATE TRIGGER shipment_begins BEFORE INSERT ON shipment
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM shipment WHERE shipment_id = NEW.shipment_id OR business_key = NEW.business_key)
  OR NOT EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id AND status IN ('paid', 'fulfilled'))
  OR NEW.quantity + (SELECT coalesce(sum(quantity), 0) FROM shipment WHERE order_id = NEW.order_id AND line = NEW.line)
     + (SELECT coalesce(sum(withheld), 0) FROM stock_movement WHERE order_id = NEW.order_id AND line = NEW.line)
     > (SELECT quantity FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line)
BEGIN SELECT RAISE(ABORT, 'shipment: is of what is paid, and no more than its line is of'); END;

CREATE TRIGGER shipment_is_kept BEFORE DELETE ON shipment
BEGIN SELECT RAISE(ABORT, 'shipment: is append-only'); END;

CREATE TRIGGER shipment_is_never_changed BEFORE UPDATE ON shipment
BEGIN SELECT RAISE(ABORT, 'shipment: is append-only'); END;

CREATE TRIGGER shipment_of_unreserved_moves AFTER INSERT ON shipment
WHEN NOT EXISTS (SELECT 1 FROM reservation WHERE order_id = NEW.order_id AND line = NEW.line)
BEGIN
  INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, order_id, line, at_ns)
    SELECT s.stock_id, 'ship', NEW.business_key, -NEW.quantity, s.on_hand - NEW.quantity, 'ship', NEW.order_id, NEW.line,
           NEW.at_ns
    FROM order_line l JOIN stock s USING (stock_id) WHERE l.order_id = NEW.order_id AND l.line = NEW.line;
END;

CREATE TABLE staging_key (
  key TEXT PRIMARY KEY,
  seen INTEGER NOT NULL CHECK (seen >= 1)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER staging_key_is_cleared_by_the_ledger BEFORE DELETE ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;

CREATE TRIGGER staging_key_is_counted_by_the_ledger BEFORE UPDATE ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;

CREATE TRIGGER staging_key_is_entered_by_the_ledger BEFORE INSERT ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;

CREATE TABLE statement (
  statement_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  account TEXT NOT NULL CHECK (length(account) <= 64),             -- at the channel; empty: the channel has one
  format TEXT NOT NULL,
  name TEXT NOT NULL,                                              -- of its file, for people
  digest BLOB NOT NULL CHECK (length(digest) = 32),                -- of its bytes and of the map it was read by
  zone_minutes INTEGER NOT NULL CHECK (zone_minutes BETWEEN -1080 AND 1080),
  first_day TEXT,
  last_day TEXT,
  lines INTEGER NOT NULL CHECK (lines >= 0),
  fresh INTEGER NOT NULL CHECK (fresh BETWEEN 0 AND lines),        -- not in an earlier statement
  trusted INTEGER NOT NULL CHECK (trusted IN (0, 1)),
  breaks INTEGER NOT NULL CHECK ((breaks = 0) = (trusted = 1)),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  imported_at_ns INTEGER NOT NULL,
  CONSTRAINT statement_is_imported_once UNIQUE (channel, account, digest),
  CHECK ((first_day IS NULL) = (last_day IS NULL) AND first_day <= last_day)
) STRICT;

CREATE TRIGGER statement_is_kept BEFORE DELETE ON statement
BEGIN SELECT RAISE(ABORT, 'statement: is append-only'); END;

CREATE TRIGGER statement_is_never_changed BEFORE UPDATE ON statement
BEGIN SELECT RAISE(ABORT, 'statement: is append-only'); END;

CREATE TRIGGER statement_is_new BEFORE INSERT ON statement
WHEN payonce_writer() IS NOT 1 OR NEW.statement_id IS NOT (SELECT coalesce(max(statement_id), 0) + 1 FROM statement)
  OR EXISTS (SELECT 1 FROM statement WHERE channel = NEW.channel AND account = NEW.account AND digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'statement: is imported once'); END;

CREATE TABLE statement_break (
  statement_id INTEGER NOT NULL REFERENCES statement (statement_id) DEFERRABLE INITIALLY DEFERRED,
  n INTEGER NOT NULL CHECK (n >= 1),
  code TEXT NOT NULL CHECK (code GLOB 'file_*'),
  line INTEGER NOT NULL,
  en TEXT NOT NULL,
  zh TEXT NOT NULL,
  PRIMARY KEY (statement_id, n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER statement_break_is_kept BEFORE DELETE ON statement_break
BEGIN SELECT RAISE(ABORT, 'statement break: is append-only'); END;

CREATE TRIGGER statement_break_is_never_changed BEFORE UPDATE ON statement_break
BEGIN SELECT RAISE(ABORT, 'statement break: is append-only'); END;

CREATE TRIGGER statement_break_precedes_its_statement BEFORE INSERT ON statement_break
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
BEGIN SELECT RAISE(ABORT, 'statement break: its statement is sealed'); END;

CREATE TABLE statement_line (
  line_id INTEGER PRIMARY KEY,
  statement_id INTEGER NOT NULL REFERENCES statement (statement_id) DEFERRABLE INITIALLY DEFERRED,   -- the first one
  file_line INTEGER NOT NULL,
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  nth INTEGER NOT NULL CHECK (nth >= 1),
  movement TEXT NOT NULL CHECK (movement IN ('sale', 'refund', 'fee', 'dispute', 'payout', 'bank', 'other', 'unidentified')),
  kind TEXT NOT NULL,                                              -- the file's own word
  standing TEXT NOT NULL CHECK (standing IN ('settled', 'pending', 'failed')),
  status TEXT NOT NULL,                                            -- the file's own word
  currency TEXT NOT NULL,
  gross INTEGER NOT NULL,
  gross_rest INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  fee_rest INTEGER NOT NULL,
  our_id TEXT NOT NULL,
  channel_id TEXT NOT NULL,
  parent_id TEXT NOT NULL,
  of_account TEXT NOT NULL,                                        -- the merchant or account the line itself names
  day TEXT NOT NULL,                                               -- as written, in the channel's zone
  at TEXT NOT NULL, batch TEXT NOT NULL DEFAULT '', original_currency TEXT NOT NULL DEFAULT '', original INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT statement_line_is_unique UNIQUE (channel, account, key, nth)
) STRICT;

CREATE INDEX statement_line_of_day ON statement_line (channel, day);

CREATE INDEX statement_line_with_fee ON statement_line (channel, channel_id) WHERE fee <> 0;

CREATE TRIGGER statement_line_is_kept BEFORE DELETE ON statement_line
BEGIN SELECT RAISE(ABORT, 'statement line: is append-only'); END;

CREATE TRIGGER statement_line_is_never_changed BEFORE UPDATE ON statement_line
BEGIN SELECT RAISE(ABORT, 'statement line: is append-only'); END;

CREATE TRIGGER statement_line_precedes_its_statement BEFORE INSERT ON statement_line
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
BEGIN SELECT RAISE(ABORT, 'statement line: its statement is sealed'); END;

CREATE TABLE statement_text (
  line_id INTEGER PRIMARY KEY REFERENCES statement_line (line_id),
  raw BLOB NOT NULL,
  counterparty TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;

CREATE TRIGGER statement_text_is_kept BEFORE DELETE ON statement_text
BEGIN SELECT RAISE(ABORT, 'statement text: is append-only'); END;

CREATE TRIGGER statement_text_is_never_changed BEFORE UPDATE ON statement_text
BEGIN SELECT RAISE(ABORT, 'statement text: is append-only'); END;

CREATE TRIGGER statement_text_is_of_its_line BEFORE INSERT ON statement_text
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement_text WHERE line_id = NEW.line_id)
  OR EXISTS (SELECT 1 FROM statement s JOIN statement_line l ON l.statement_id = s.statement_id WHERE l.line_id = NEW.line_id)
BEGIN SELECT RAISE(ABORT, 'statement text: its statement is sealed'); END;

CREATE TABLE stock (
  stock_id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL CONSTRAINT stock_sku_is_unique UNIQUE CHECK (length(sku) BETWEEN 1 AND 64),
  on_hand INTEGER NOT NULL DEFAULT 0,                              -- there, and not sold
  reserved INTEGER NOT NULL DEFAULT 0,                             -- of these, promised to orders that are not paid yet
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER stock_begins BEFORE INSERT ON stock
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.on_hand <> 0 OR NEW.reserved <> 0
  OR EXISTS (SELECT 1 FROM stock WHERE stock_id = NEW.stock_id OR sku = NEW.sku)
BEGIN SELECT RAISE(ABORT, 'stock: begins empty, once'); END;

CREATE TRIGGER stock_follows_its_movements BEFORE UPDATE ON stock
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.stock_id <> OLD.stock_id OR NEW.sku <> OLD.sku
  OR NEW.created_at_ns <> OLD.created_at_ns
  OR (NEW.on_hand <> OLD.on_hand AND (NEW.reserved <> OLD.reserved OR NEW.on_hand IS NOT (
        SELECT on_hand_after FROM stock_movement WHERE stock_id = NEW.stock_id ORDER BY movement_id DESC LIMIT 1)))
BEGIN SELECT RAISE(ABORT, 'stock: what is there follows its movements, its version rises by one'); END;

CREATE TRIGGER stock_is_kept BEFORE DELETE ON stock
BEGIN SELECT RAISE(ABORT, 'stock: is kept for ever'); END;

CREATE TRIGGER stock_stays_within BEFORE UPDATE ON stock
WHEN NEW.reserved < 0 OR NEW.reserved > NEW.on_hand
BEGIN SELECT RAISE(ABORT, 'stock: no more is reserved than is there'); END;

CREATE TABLE stock_movement (
  movement_id INTEGER PRIMARY KEY,
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  kind TEXT NOT NULL CHECK (kind IN ('receive', 'adjust', 'sale', 'ship', 'return')),
  business_key TEXT NOT NULL CONSTRAINT stock_movement_business_key_is_unique UNIQUE,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN -1000000000 AND 1000000000),
  on_hand_after INTEGER NOT NULL CHECK (on_hand_after BETWEEN -1000000000000 AND 1000000000000),
  asked TEXT NOT NULL,                                             -- in words, so that a repeat is known from another wish
  order_id INTEGER,
  line INTEGER,
  withheld INTEGER NOT NULL DEFAULT 0,                             -- of a return: what was never shipped, and stays here
  at_ns INTEGER NOT NULL,
  CONSTRAINT stock_movement_of_line FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line),
  CHECK ((order_id IS NULL) = (line IS NULL)),
  CHECK ((order_id IS NULL) = (kind IN ('receive', 'adjust'))),
  CHECK (withheld BETWEEN 0 AND iif(kind = 'return', quantity, 0)),
  CHECK (kind = 'adjust' OR (quantity > 0) = (kind IN ('receive', 'return')))
) STRICT;

CREATE INDEX stock_movement_of_order ON stock_movement (order_id, line) WHERE order_id IS NOT NULL;

CREATE INDEX stock_movement_of_stock ON stock_movement (stock_id, movement_id);

CREATE TRIGGER stock_movement_is_kept BEFORE DELETE ON stock_movement
BEGIN SELECT RAISE(ABORT, 'stock movement: is append-only'); END;

CREATE TRIGGER stock_movement_is_never_changed BEFORE UPDATE ON stock_movement
BEGIN SELECT RAISE(ABORT, 'stock movement: is append-only'); END;

CREATE TRIGGER stock_movement_is_new BEFORE INSERT ON stock_movement
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM stock_movement WHERE movement_id = NEW.movement_id OR business_key = NEW.business_key)
  OR NEW.on_hand_after IS NOT (SELECT on_hand + NEW.quantity FROM stock WHERE stock_id = NEW.stock_id)
  OR (NEW.kind = 'return' AND NEW.quantity + (SELECT coalesce(sum(quantity), 0) FROM stock_movement
                                              WHERE order_id = NEW.order_id AND line = NEW.line) > 0)
  OR (NEW.order_id IS NOT NULL AND NEW.stock_id IS NOT (SELECT stock_id FROM order_line
                                                        WHERE order_id = NEW.order_id AND line = NEW.line))
BEGIN SELECT RAISE(ABORT, 'stock movement: follows from what is there, once; no more comes back than left'); END;

CREATE TRIGGER stock_movement_moves AFTER INSERT ON stock_movement
BEGIN
  UPDATE stock SET on_hand = NEW.on_hand_after, version = version + 1, changed_at_ns = NEW.at_ns
  WHERE stock_id = NEW.stock_id;
END;

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

CREATE TRIGGER suspense_is_kept BEFORE DELETE ON suspense
BEGIN SELECT RAISE(ABORT, 'suspense: is kept for ever'); END;

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

CREATE TABLE token (
  token_id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL CONSTRAINT token_digest_is_unique UNIQUE CHECK (length(digest) = 32),
  tenant TEXT NOT NULL,
  owner TEXT,                                                      -- the account whose money it is about, where that was said
  verb TEXT NOT NULL,
  target TEXT NOT NULL,                                            -- the order or account it was issued for
  issued_at_ns INTEGER NOT NULL,
  issued_on TEXT NOT NULL,                                         -- host and boot, whose clock cannot be set
  issued_boot_ns INTEGER NOT NULL,
  ttl_ns INTEGER NOT NULL CHECK (ttl_ns > 0),
  used_by BLOB CHECK (length(used_by) = 16),                       -- the key that took it, in the transaction of its work
  used_at_ns INTEGER,
  keep_until_ns INTEGER NOT NULL,                                  -- until then it is told apart from one never issued
  CHECK ((used_by IS NULL) = (used_at_ns IS NULL))
) STRICT;

CREATE INDEX token_taken ON token (used_by) WHERE used_by IS NOT NULL;

CREATE TRIGGER token_begins_unused BEFORE INSERT ON token
WHEN payonce_writer() IS NOT 1 OR NEW.used_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM token WHERE token_id = NEW.token_id OR digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'token: begins unused, once'); END;

CREATE TRIGGER token_is_kept BEFORE DELETE ON token
WHEN payonce_writer() IS NOT 1 OR OLD.keep_until_ns > (SELECT latest_ns FROM meta)
BEGIN SELECT RAISE(ABORT, 'token: is kept until its retention ends'); END;

CREATE TRIGGER token_is_taken_once BEFORE UPDATE ON token
WHEN payonce_writer() IS NOT 1 OR NEW.token_id <> OLD.token_id OR NEW.digest <> OLD.digest OR NEW.tenant <> OLD.tenant
  OR NEW.owner IS NOT OLD.owner OR NEW.verb <> OLD.verb OR NEW.target <> OLD.target OR NEW.issued_at_ns <> OLD.issued_at_ns
  OR NEW.issued_on <> OLD.issued_on OR NEW.issued_boot_ns <> OLD.issued_boot_ns OR NEW.ttl_ns <> OLD.ttl_ns
  OR NEW.keep_until_ns < OLD.keep_until_ns
  OR (OLD.used_by IS NOT NULL
      AND (NEW.used_by IS NOT NULL OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = OLD.used_by)))
BEGIN SELECT RAISE(ABORT, 'token: is taken once, and never changes otherwise'); END;

CREATE TABLE tombstone (
  order_no TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  laid_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tombstone_is_kept BEFORE DELETE ON tombstone
BEGIN SELECT RAISE(ABORT, 'tombstone: is kept for ever'); END;

CREATE TRIGGER tombstone_is_laid_once BEFORE INSERT ON tombstone
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM tombstone WHERE order_no = NEW.order_no)
  OR EXISTS (SELECT 1 FROM orders WHERE order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'tombstone: is laid once, where no order is'); END;

CREATE TRIGGER tombstone_is_never_changed BEFORE UPDATE ON tombstone
BEGIN SELECT RAISE(ABORT, 'tombstone: is kept as it is'); END;

CREATE TABLE voucher (
  voucher_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  series TEXT NOT NULL REFERENCES series (series),
  seq INTEGER NOT NULL,
  number TEXT GENERATED ALWAYS AS (series || '-' || printf('%06d', seq)) VIRTUAL,
  business_key TEXT NOT NULL CHECK (length(business_key) BETWEEN 1 AND 255),
  order_id INTEGER,
  attempt_id INTEGER,
  refund_id INTEGER,
  business_date TEXT NOT NULL CHECK (business_date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  recorded_at_ns INTEGER NOT NULL,
  reason TEXT,
  line_count INTEGER NOT NULL CHECK (line_count BETWEEN 2 AND 65535),
  previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32), operation_id INTEGER, dispute_id INTEGER, reverses INTEGER, actor TEXT, seal_version INTEGER NOT NULL DEFAULT 1 CHECK (seal_version IN (1, 2)),
  CONSTRAINT voucher_number_is_unique UNIQUE (series, seq)
) STRICT;

CREATE UNIQUE INDEX voucher_business_key_is_unique ON voucher (business_key);

CREATE UNIQUE INDEX voucher_is_reversed_once ON voucher (reverses) WHERE reverses IS NOT NULL;

CREATE INDEX voucher_of_another_day ON voucher (business_date)
WHERE business_date <> date(recorded_at_ns / 1000000000, 'unixepoch');

CREATE INDEX voucher_of_year_end ON voucher (business_date) WHERE kind = 'year_end';

CREATE TRIGGER voucher_business_key_is_new BEFORE INSERT ON voucher
WHEN EXISTS (SELECT 1 FROM voucher WHERE business_key = NEW.business_key)
BEGIN SELECT RAISE(ABORT, 'voucher: this fact is booked already'); END;

CREATE TRIGGER voucher_is_dated_in_open_days BEFORE INSERT ON voucher
WHEN (SELECT last_day >= NEW.business_date AND state <> 'open' FROM period
      WHERE first_day <= NEW.business_date ORDER BY first_day DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'voucher: its day is closed'); END;

CREATE TRIGGER voucher_is_kept BEFORE DELETE ON voucher
BEGIN SELECT RAISE(ABORT, 'voucher: is append-only'); END;

CREATE TRIGGER voucher_is_never_changed BEFORE UPDATE ON voucher
BEGIN SELECT RAISE(ABORT, 'voucher: is append-only'); END;

CREATE TRIGGER voucher_pays_its_order BEFORE INSERT ON voucher
WHEN (NEW.kind = 'pay' AND NEW.order_id IS NOT (SELECT order_id FROM awaited WHERE voucher_id = NEW.voucher_id))
  OR EXISTS (SELECT 1 FROM awaited WHERE voucher_id = NEW.voucher_id AND order_id IS NOT NULL
             AND (order_id IS NOT NEW.order_id OR NEW.kind NOT IN ('pay', 'hold_freed')))
BEGIN SELECT RAISE(ABORT, 'voucher: a payment and its order name each other'); END;

CREATE TRIGGER voucher_reverses_one BEFORE INSERT ON voucher
WHEN NEW.reverses IS NOT NULL AND (EXISTS (SELECT 1 FROM voucher WHERE reverses = NEW.reverses)
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.reverses AND reverses IS NULL))
BEGIN SELECT RAISE(ABORT, 'voucher: is reversed once, and a reversal never'); END;

CREATE TRIGGER voucher_seals BEFORE INSERT ON voucher
BEGIN
  SELECT CASE
    WHEN NEW.voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) + 1 FROM voucher)
      THEN RAISE(ABORT, 'voucher: is append-only and without gaps')
    WHEN NEW.seq IS NOT (SELECT next FROM series WHERE series = NEW.series)
      THEN RAISE(ABORT, 'voucher: takes the next number of its series')
    WHEN length(NEW.hash) <> 32 OR NEW.voucher_id = 1 AND NEW.previous_hash <> zeroblob(32)
      OR NEW.voucher_id > 1 AND NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id - 1
        AND hash = NEW.previous_hash AND recorded_at_ns <= NEW.recorded_at_ns)
      THEN RAISE(ABORT, 'voucher: follows the one before it')
    WHEN (SELECT count(*) >= 2 AND count(*) = NEW.line_count AND max(entry_id) = NEW.voucher_id * 65536 + NEW.line_count
            AND CASE WHEN min(currency) = max(currency) THEN sum(iif(side = 'debit', amount, -amount)) = 0
                ELSE NOT EXISTS (SELECT 1 FROM entry
                  WHERE entry_id BETWEEN NEW.voucher_id * 65536 + 1 AND NEW.voucher_id * 65536 + 65535
                  GROUP BY currency HAVING sum(iif(side = 'debit', amount, -amount)) <> 0) END
          FROM entry WHERE entry_id BETWEEN NEW.voucher_id * 65536 + 1 AND NEW.voucher_id * 65536 + 65535) IS NOT 1
      THEN RAISE(ABORT, 'voucher: does not balance')
  END;
END;

CREATE TRIGGER voucher_takes_its_number AFTER INSERT ON voucher
BEGIN UPDATE series SET next = next + 1 WHERE series = NEW.series; END;
