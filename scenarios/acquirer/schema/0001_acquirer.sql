-- The books of a payment provider: what it did, what it was told to do next, and what it still has to tell.

CREATE TABLE setting (
  name TEXT PRIMARY KEY CHECK (name IN ('dedup', 'key_window_ns', 'latency_ns')),
  value INTEGER NOT NULL CHECK (value >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO setting (name, value) VALUES
  ('dedup', 1),           -- does it know a reference again, or does money move each time
  ('key_window_ns', 0),   -- for how long it does; 0 means for ever
  ('latency_ns', 0);      -- what a crossing to it takes

-- A declined request is kept as well: the same reference is told the same again.
CREATE TABLE movement (
  movement_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund')),
  reference TEXT NOT NULL CHECK (reference <> ''),
  original TEXT NOT NULL,                              -- the charge a refund belongs to
  channel_txn TEXT CONSTRAINT movement_txn_is_unique UNIQUE,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  made_at_ns INTEGER NOT NULL,
  acts_at_ns INTEGER NOT NULL CHECK (acts_at_ns >= made_at_ns),  -- until then nobody is told that it is there
  status TEXT NOT NULL CHECK (status IN ('approved', 'declined')),
  CHECK ((status = 'approved') = (channel_txn IS NOT NULL)),
  CHECK ((kind = 'refund') = (original <> ''))
) STRICT;

-- In the order of the statement.
CREATE INDEX movement_by_reference ON movement (kind, reference, channel_txn);
CREATE INDEX movement_by_original ON movement (original) WHERE kind = 'refund';

CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement
BEGIN SELECT RAISE(ABORT, 'movement: is kept for ever'); END;
CREATE TRIGGER movement_is_frozen BEFORE UPDATE ON movement
BEGIN SELECT RAISE(ABORT, 'movement: never changes'); END;
CREATE TRIGGER movement_is_new BEFORE INSERT ON movement
WHEN EXISTS (SELECT 1 FROM movement WHERE movement_id = NEW.movement_id OR channel_txn = NEW.channel_txn)
BEGIN SELECT RAISE(ABORT, 'movement: is there already'); END;

-- What it shall do at the next calls, in turn; each call uses up one.
CREATE TABLE script (
  script_id INTEGER PRIMARY KEY,
  behaviour TEXT NOT NULL CHECK (behaviour IN ('approve', 'decline', 'slow', 'late', 'lose', 'twice', 'down')),
  argument_ns INTEGER NOT NULL CHECK (argument_ns >= 0),
  times INTEGER NOT NULL CHECK (times >= 1)
) STRICT;

-- What it tells of its own accord, again and again until somebody acknowledges it.
CREATE TABLE notice (
  movement_id INTEGER PRIMARY KEY REFERENCES movement (movement_id),
  due_at_ns INTEGER NOT NULL,
  acknowledged_at_ns INTEGER
) STRICT;

CREATE INDEX notice_open ON notice (due_at_ns) WHERE acknowledged_at_ns IS NULL;
