-- A refund that was called failed and that its channel carried out all the same: the money has left, so it is owed no more.
-- ledger.md 2.2: a channel's own evidence overrules a conclusion, as it does for attempts and operations.

DROP TRIGGER legal_step_is_law;
INSERT INTO legal_step VALUES ('refund', 'failed', 'succeeded');
CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

-- One whose money has gone another way meanwhile stays as it is: what was paid out twice is a person's business.
DROP TRIGGER refund_keeps_its_course;
CREATE TRIGGER refund_keeps_its_course BEFORE UPDATE ON refund
WHEN NEW.queries < OLD.queries OR OLD.status = 'succeeded'
  OR (OLD.status = 'failed' AND (NEW.status <> 'succeeded' OR OLD.owed <> 1 OR NEW.queries <> OLD.queries
        OR EXISTS (SELECT 1 FROM refund WHERE replaces = OLD.refund_id)))
  OR (OLD.status <> 'requested' AND (NEW.holder IS NOT OLD.holder OR NEW.dispatched_at_ns IS NOT OLD.dispatched_at_ns
        OR NEW.dispatched_on IS NOT OLD.dispatched_on OR NEW.dispatched_boot_ns IS NOT OLD.dispatched_boot_ns))
BEGIN SELECT RAISE(ABORT, 'refund: keeps its course'); END;

DROP TRIGGER refund_is_owed_when_refused;
CREATE TRIGGER refund_is_owed_while_refused BEFORE UPDATE ON refund
WHEN (NEW.owed <> OLD.owed AND NOT (NEW.owed = 1 AND NEW.status = 'failed' AND OLD.status <> 'failed')
      AND NOT (NEW.owed = 0 AND NEW.status = 'succeeded' AND OLD.status = 'failed'))
  OR (NEW.owed = 1 AND NEW.status <> 'failed')
BEGIN SELECT RAISE(ABORT, 'refund: is owed while its channel has refused it'); END;

DROP TRIGGER posting_event_is_law;
DROP TRIGGER posting_rule_is_law;
INSERT INTO posting_event VALUES
  ('refund_confirmed_late', 'refund', 144, 'the channel gave back what had been called failed: it is owed no more',
   '曾认定失败的退款，渠道已退出：不再应退');
INSERT INTO posting_rule VALUES
  ('refund_confirmed_late', 1, 1, 'debit', 'money_to_return', 'amount'),
  ('refund_confirmed_late', 1, 2, 'credit', 'receivable', 'amount');
CREATE TRIGGER posting_event_is_law BEFORE INSERT ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_law BEFORE INSERT ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;
