-- What has ended is frozen, row by row; the courtesy window is written by the ledger alone; the year is closed into retained
-- earnings. ledger.md 1.4, laws 9 and 16.

-- ---------------------------------------------------------------------------------------------------------------------
-- What was sent outside, under whose key and when, stays as it was; and what has ended keeps all that led there
-- ---------------------------------------------------------------------------------------------------------------------

-- A row that has ended changes in two ways: by a legal step, when a channel's evidence overrules a conclusion, or in who decided
-- it and whether a person is to look at it. Everything else of it is history.
CREATE TRIGGER attempt_keeps_its_course BEFORE UPDATE ON attempt
WHEN NEW.holder <> OLD.holder OR NEW.dispatched_at_ns <> OLD.dispatched_at_ns OR NEW.dispatched_on IS NOT OLD.dispatched_on
  OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns OR NEW.queries < OLD.queries
  OR (NEW.status = OLD.status AND OLD.status NOT IN ('dispatched', 'unknown') AND (
        NEW.channel_txn IS NOT OLD.channel_txn OR NEW.queries <> OLD.queries OR NEW.hold_until_ns IS NOT OLD.hold_until_ns
        OR NEW.next_query_at_ns IS NOT OLD.next_query_at_ns
        OR (NEW.decided_by IS NULL AND OLD.decided_by IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'attempt: keeps its course'); END;

CREATE TRIGGER operation_keeps_its_course BEFORE UPDATE ON operation
WHEN NEW.holder <> OLD.holder OR NEW.dispatched_at_ns <> OLD.dispatched_at_ns OR NEW.dispatched_on IS NOT OLD.dispatched_on
  OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns OR NEW.queries < OLD.queries
  OR (NEW.status = OLD.status AND OLD.status NOT IN ('dispatched', 'unknown') AND (
        NEW.channel_txn IS NOT OLD.channel_txn OR NEW.queries <> OLD.queries
        OR NEW.next_query_at_ns IS NOT OLD.next_query_at_ns
        OR (NEW.decided_by IS NULL AND OLD.decided_by IS NOT NULL)))
BEGIN SELECT RAISE(ABORT, 'operation: keeps its course'); END;

-- A refund is requested first and sent later: from then on it is like the others. One that has ended moves no more.
CREATE TRIGGER refund_keeps_its_course BEFORE UPDATE ON refund
WHEN NEW.queries < OLD.queries OR OLD.status IN ('succeeded', 'failed')
  OR (OLD.status <> 'requested' AND (NEW.holder IS NOT OLD.holder OR NEW.dispatched_at_ns IS NOT OLD.dispatched_at_ns
        OR NEW.dispatched_on IS NOT OLD.dispatched_on OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns))
BEGIN SELECT RAISE(ABORT, 'refund: keeps its course'); END;

-- A row that is answered is buried one day, and until then stands as it was written.
CREATE TRIGGER idempotency_key_keeps_its_course BEFORE UPDATE ON idempotency_key
WHEN NEW.begun_at_ns <> OLD.begun_at_ns
  OR (OLD.outcome IS NOT NULL AND (NEW.fence <> OLD.fence OR NEW.tries <> OLD.tries OR NEW.last_error IS NOT OLD.last_error
        OR NEW.lease_host IS NOT OLD.lease_host OR NEW.lease_boot IS NOT OLD.lease_boot
        OR NEW.lease_boot_until_ns IS NOT OLD.lease_boot_until_ns))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: keeps its course'); END;

-- The window is a courtesy and proves nothing; but a hand that writes it could make honest requests wait.
CREATE TRIGGER dedup_window_is_entered_by_the_ledger BEFORE INSERT ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;
CREATE TRIGGER dedup_window_is_moved_by_the_ledger BEFORE UPDATE ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;
CREATE TRIGGER dedup_window_is_cleared_by_the_ledger BEFORE DELETE ON dedup_window WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'dedup_window: written by the ledger alone'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The year is closed: what was earned and spent goes into retained earnings
-- ---------------------------------------------------------------------------------------------------------------------

DROP TRIGGER posting_role_is_law;
DROP TRIGGER posting_event_is_law;
DROP TRIGGER posting_rule_is_law;

INSERT INTO posting_role VALUES ('retained', '3900', 'equity', 0, 'retained earnings', '留存收益');

INSERT INTO posting_event VALUES
  ('year_closed', 'year_end', 198, 'the year is closed: each account of income or expense is emptied into retained earnings',
   '年终结账：各收入与费用科目结转至留存收益');

-- Each account stands on the side that empties it, whichever that is; what is left over stands on retained earnings.
INSERT INTO posting_rule VALUES
  ('year_closed', 1, 1, 'debit', 'account', 'amount'), ('year_closed', 1, 2, 'credit', 'account', 'amount'),
  ('year_closed', 1, 3, 'debit', 'sales_returns', 'amount'), ('year_closed', 1, 4, 'credit', 'sales_returns', 'amount'),
  ('year_closed', 1, 5, 'debit', 'fees', 'amount'), ('year_closed', 1, 6, 'credit', 'fees', 'amount'),
  ('year_closed', 1, 7, 'debit', 'cost_of_sales', 'amount'), ('year_closed', 1, 8, 'credit', 'cost_of_sales', 'amount'),
  ('year_closed', 1, 9, 'debit', 'dispute_losses', 'amount'), ('year_closed', 1, 10, 'credit', 'dispute_losses', 'amount'),
  ('year_closed', 1, 11, 'debit', 'dispute_fees', 'amount'), ('year_closed', 1, 12, 'credit', 'dispute_fees', 'amount'),
  ('year_closed', 1, 13, 'debit', 'differences', 'amount'), ('year_closed', 1, 14, 'credit', 'differences', 'amount'),
  ('year_closed', 1, 15, 'debit', 'fx_result', 'amount'), ('year_closed', 1, 16, 'credit', 'fx_result', 'amount'),
  ('year_closed', 1, 17, 'debit', 'retained', 'amount'), ('year_closed', 1, 18, 'credit', 'retained', 'amount');

CREATE TRIGGER posting_role_is_law BEFORE INSERT ON posting_role
BEGIN SELECT RAISE(ABORT, 'posting_role: changes only with the schema'); END;
CREATE TRIGGER posting_event_is_law BEFORE INSERT ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_law BEFORE INSERT ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

-- They are one a year and currency, and an income statement leaves them out.
CREATE INDEX voucher_of_year_end ON voucher (business_date) WHERE kind = 'year_end';
