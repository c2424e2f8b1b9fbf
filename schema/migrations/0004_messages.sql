-- The inbox of messages, the outbox of events.
--
-- A message is consumed in one transaction: its mark (a row of consumed), its effect, its line in the log, and where the newest
-- state of its order stands. Marks are small and are kept for ever: longer than any message can be sent again, by hand from an
-- error queue included (idempotency.md R27). Nothing here is ever deleted.

-- ---------------------------------------------------------------------------------------------------------------------
-- The inbox: message, consumed, followed, tombstone, held
-- ---------------------------------------------------------------------------------------------------------------------

-- The log: one row for each message of each consumer, by the id its sender gave it. Two ids of one business event are two rows.
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

CREATE TRIGGER message_is_written_by_the_ledger BEFORE INSERT ON message WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'message: written by the ledger alone'); END;
CREATE TRIGGER message_is_never_changed BEFORE UPDATE ON message
BEGIN SELECT RAISE(ABORT, 'message: is append-only'); END;
CREATE TRIGGER message_is_kept BEFORE DELETE ON message
BEGIN SELECT RAISE(ABORT, 'message: is append-only'); END;

-- The mark: one business event, one effect, for each consumer. Its key is what the event means, never the id of a message.
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

CREATE TRIGGER consumed_is_written_by_the_ledger BEFORE INSERT ON consumed WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'consumed: written by the ledger alone'); END;
CREATE TRIGGER consumed_is_never_changed BEFORE UPDATE ON consumed
BEGIN SELECT RAISE(ABORT, 'consumed: is append-only'); END;
CREATE TRIGGER consumed_is_kept BEFORE DELETE ON consumed
BEGIN SELECT RAISE(ABORT, 'consumed: is kept for ever'); END;

-- The version gate: the newest state a consumer has seen of each order. It moves forward or not at all.
CREATE TABLE followed (
  consumer TEXT NOT NULL,
  subject TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  action TEXT NOT NULL,
  body TEXT NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  PRIMARY KEY (consumer, subject)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER followed_is_written_by_the_ledger BEFORE INSERT ON followed WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'followed: written by the ledger alone'); END;
CREATE TRIGGER followed_moves_forward BEFORE UPDATE ON followed
WHEN payonce_writer() IS NOT 1 OR NEW.consumer <> OLD.consumer OR NEW.subject <> OLD.subject OR NEW.version <= OLD.version
BEGIN SELECT RAISE(ABORT, 'followed: only a newer version takes the place of an older one'); END;
CREATE TRIGGER followed_is_kept BEFORE DELETE ON followed
BEGIN SELECT RAISE(ABORT, 'followed: is kept for ever'); END;

-- The state gate for what does not exist yet: an order that was cancelled before it was made. A conditional update alone finds
-- no row to touch, and the late "created" would bring the order to life (laboratory.md 37).
CREATE TABLE tombstone (
  order_no TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  laid_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tombstone_is_laid_once BEFORE INSERT ON tombstone
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM tombstone WHERE order_no = NEW.order_no)
  OR EXISTS (SELECT 1 FROM orders WHERE order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'tombstone: is laid once, where no order is'); END;
CREATE TRIGGER tombstone_is_never_changed BEFORE UPDATE ON tombstone
BEGIN SELECT RAISE(ABORT, 'tombstone: is kept as it is'); END;
CREATE TRIGGER tombstone_is_kept BEFORE DELETE ON tombstone
BEGIN SELECT RAISE(ABORT, 'tombstone: is kept for ever'); END;
CREATE TRIGGER orders_stay_cancelled BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM tombstone WHERE order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'order: was cancelled before it was made'); END;

-- What could not be applied: early (what it needs is not here yet) or parked (a person must look), with all that was received.
-- It never leaves: it ends as done, or as dropped with the reason of whoever dropped it.
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
CREATE TRIGGER held_keeps_its_content BEFORE UPDATE ON held
WHEN payonce_writer() IS NOT 1 OR NEW.held_id <> OLD.held_id OR NEW.digest <> OLD.digest OR NEW.content <> OLD.content
  OR NEW.consumer <> OLD.consumer OR NEW.kept_at_ns <> OLD.kept_at_ns OR NEW.tries < OLD.tries
  OR OLD.state = 'done' OR OLD.state = 'dropped'
BEGIN SELECT RAISE(ABORT, 'held: keeps what was received, and ends once'); END;
CREATE TRIGGER held_is_kept BEFORE DELETE ON held
BEGIN SELECT RAISE(ABORT, 'held: is ended, never deleted'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The outbox: event, publication
-- ---------------------------------------------------------------------------------------------------------------------

-- Written by triggers with the step itself, so that no path can take a step and forget to tell it. Writers stand in line, so the
-- order of these numbers is the order of the commits: a reader who has told number n has missed none below it. No index: they are
-- read in their order, and a payment pays for each with one append.
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
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'event: is append-only'); END;
CREATE TRIGGER event_is_kept BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'event: is append-only'); END;

CREATE TRIGGER orders_tell_their_beginning AFTER INSERT ON orders
BEGIN
  INSERT INTO event (order_id, version, action, amount, at_ns)
  VALUES (NEW.order_id, NEW.version, 'order.created', NEW.amount_due, NEW.created_at_ns);
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
CREATE TRIGGER orders_tell_their_refunds AFTER UPDATE OF refunded ON orders
WHEN NEW.refunded > OLD.refunded
BEGIN
  INSERT INTO event (order_id, version, action, amount, at_ns)
  VALUES (NEW.order_id, NEW.version, 'order.refunded', NEW.refunded - OLD.refunded, NEW.changed_at_ns);
END;

-- How far the events have been told. It moves forward, behind the write that told them, never past the last event.
CREATE TABLE publication (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  upto INTEGER NOT NULL,
  told_at_ns INTEGER,
  -- The orders that stood when the outbox was opened are told from their next step on; the law of gaps leaves them out.
  begins_after_order INTEGER NOT NULL
) STRICT;

INSERT INTO publication (only_row, upto, begins_after_order) SELECT 1, 0, coalesce(max(order_id), 0) FROM orders;

CREATE TRIGGER publication_is_one BEFORE INSERT ON publication
BEGIN SELECT RAISE(ABORT, 'publication: is one row'); END;
CREATE TRIGGER publication_moves_forward BEFORE UPDATE ON publication
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> 1 OR NEW.begins_after_order <> OLD.begins_after_order OR NEW.upto <= OLD.upto
  OR NEW.upto > (SELECT coalesce(max(event_id), 0) FROM event)
BEGIN SELECT RAISE(ABORT, 'publication: moves forward, up to the last event'); END;
CREATE TRIGGER publication_is_kept BEFORE DELETE ON publication
BEGIN SELECT RAISE(ABORT, 'publication: is one row'); END;
