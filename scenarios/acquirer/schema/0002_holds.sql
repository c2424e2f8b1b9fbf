-- Money can be held, captured in parts and freed, and a reference can be closed. A CHECK cannot be changed, so that the table
-- of movements is made anew with its rows.

CREATE TABLE new_movement (
  movement_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('capture', 'charge', 'refund', 'authorise', 'void', 'close')),
  reference TEXT NOT NULL CHECK (reference <> ''),
  original TEXT NOT NULL,                              -- the charge or the hold that it belongs to
  channel_txn TEXT CONSTRAINT movement_txn_is_unique UNIQUE,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  made_at_ns INTEGER NOT NULL,
  acts_at_ns INTEGER NOT NULL CHECK (acts_at_ns >= made_at_ns),  -- until then nobody is told that it is there
  hold_until_ns INTEGER,                               -- when what is held frees itself
  is_last INTEGER NOT NULL DEFAULT 0 CHECK (is_last IN (0, 1)),  -- a capture that frees the rest
  status TEXT NOT NULL CHECK (status IN ('approved', 'declined')),
  CHECK ((status = 'approved') = (channel_txn IS NOT NULL)),
  CHECK ((kind IN ('charge', 'authorise')) = (original = '')),
  CHECK ((kind = 'authorise') = (hold_until_ns IS NOT NULL))
) STRICT;

INSERT INTO new_movement (movement_id, kind, reference, original, channel_txn, amount_minor, currency, made_at_ns, acts_at_ns, status)
  SELECT movement_id, kind, reference, original, channel_txn, amount_minor, currency, made_at_ns, acts_at_ns, status
  FROM movement ORDER BY movement_id;
DROP TABLE movement;
ALTER TABLE new_movement RENAME TO movement;

-- In the order of the statement.
CREATE INDEX movement_by_reference ON movement (kind, reference, channel_txn);
CREATE INDEX movement_by_original ON movement (original) WHERE original <> '';

CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement
BEGIN SELECT RAISE(ABORT, 'movement: is kept for ever'); END;
CREATE TRIGGER movement_is_frozen BEFORE UPDATE ON movement
BEGIN SELECT RAISE(ABORT, 'movement: never changes'); END;
CREATE TRIGGER movement_is_new BEFORE INSERT ON movement
WHEN EXISTS (SELECT 1 FROM movement WHERE movement_id = NEW.movement_id OR channel_txn = NEW.channel_txn)
BEGIN SELECT RAISE(ABORT, 'movement: is there already'); END;
