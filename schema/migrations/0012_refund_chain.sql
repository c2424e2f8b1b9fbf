-- A refund that was given up, sent again, refused that way, and then carried out by its first channel after all: its money has
-- left, and nothing of the chain is owed any more. And the rules that are counted are the indexes as well. ledger.md 1.5, 2.2.

-- Once a refund of a chain has gone through, none before or behind it may: what is carried out all the same is nobody's.
DROP TRIGGER refund_keeps_its_course;
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

DROP TRIGGER refund_is_owed_while_refused;
CREATE TRIGGER refund_is_owed_while_refused BEFORE UPDATE ON refund
WHEN (NEW.owed <> OLD.owed AND NOT (NEW.owed = 1 AND NEW.status = 'failed' AND OLD.status <> 'failed')
      AND NOT (NEW.owed = 0 AND NEW.status = 'succeeded' AND OLD.status = 'failed')
      AND NOT (NEW.owed = 0 AND NEW.status = 'failed' AND OLD.status = 'failed' AND EXISTS (
            SELECT 1 FROM refund f WHERE f.order_id = OLD.order_id AND f.status = 'succeeded'
              AND substr(OLD.cause_key, 1, length(f.cause_key) + 6) = f.cause_key || '.again')))
  OR (NEW.owed = 1 AND NEW.status <> 'failed')
BEGIN SELECT RAISE(ABORT, 'refund: is owed while its channel has refused it'); END;

DROP TRIGGER rules_are_those_that_stand;
CREATE TRIGGER rules_are_those_that_stand BEFORE UPDATE ON rules
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> OLD.only_row
  OR NEW.triggers <> (SELECT count(*) FROM sqlite_schema
        WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.bytes <> (SELECT total(length(sql)) FROM sqlite_schema
        WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.triggers < OLD.triggers
BEGIN SELECT RAISE(ABORT, 'rules: are those that stand, and never fewer'); END;
UPDATE rules SET (triggers, bytes) = (SELECT count(*), total(length(sql)) FROM sqlite_schema
  WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~');
