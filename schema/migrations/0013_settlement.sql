-- What a line says beside its amount: the batch it was paid out in, and what the payer paid where that was another currency. What
-- was agreed with a channel about its fees and rates. And of a run: what was not cleared in it, and who signed it. reconciliation.md
-- 1.2, 2 and 4.

ALTER TABLE statement_line ADD COLUMN batch TEXT NOT NULL DEFAULT '';
ALTER TABLE statement_line ADD COLUMN original_currency TEXT NOT NULL DEFAULT '';    -- empty: the line's own
ALTER TABLE statement_line ADD COLUMN original INTEGER NOT NULL DEFAULT 0;           -- minor units of it

CREATE INDEX break_of_run ON break (channel, last_run);

-- What a channel takes of a movement, as it was agreed: millionths of the amount and so many minor units a movement. The row with
-- the latest day that is not behind a line's counts, and of several the one written last.
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

CREATE TRIGGER fee_rate_is_new BEFORE INSERT ON fee_rate
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM fee_rate WHERE rate_id = NEW.rate_id)
BEGIN SELECT RAISE(ABORT, 'fee rate: written by the ledger alone'); END;
CREATE TRIGGER fee_rate_is_never_changed BEFORE UPDATE ON fee_rate
BEGIN SELECT RAISE(ABORT, 'fee rate: is append-only'); END;
CREATE TRIGGER fee_rate_is_kept BEFORE DELETE ON fee_rate
BEGIN SELECT RAISE(ABORT, 'fee rate: is append-only'); END;

-- The rate at which a channel's settlement in another currency is booked: what one unit of `currency` is in `settled`, in 10^-9.
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

CREATE TRIGGER fx_rate_is_new BEFORE INSERT ON fx_rate
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM fx_rate WHERE rate_id = NEW.rate_id)
BEGIN SELECT RAISE(ABORT, 'fx rate: written by the ledger alone'); END;
CREATE TRIGGER fx_rate_is_never_changed BEFORE UPDATE ON fx_rate
BEGIN SELECT RAISE(ABORT, 'fx rate: is append-only'); END;
CREATE TRIGGER fx_rate_is_kept BEFORE DELETE ON fx_rate
BEGIN SELECT RAISE(ABORT, 'fx rate: is append-only'); END;

-- What the lines of a day were charged, what of it is booked, and which of them were charged otherwise than agreed. Derived, and
-- added to by every run, so that a run costs what came since.
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

INSERT INTO fee_day (channel, day, currency, taken, taken_rest, booked, off_lines, off_taken, off_agreed)
SELECT l.channel, l.day, l.currency, sum(l.fee), sum(l.fee_rest), 0, 0, 0, 0 FROM statement_line l
WHERE l.standing = 'settled' AND (l.fee <> 0 OR l.fee_rest <> 0)
  AND l.line_id <= (SELECT max(r.last_line_id) FROM run r WHERE r.channel = l.channel)
GROUP BY l.channel, l.day, l.currency;
UPDATE fee_day SET booked = coalesce((
  SELECT sum(i.amount) FROM statement_line l JOIN pairing p ON p.line_id = l.line_id AND p.part = 'fee'
  JOIN item i ON i.item_id = p.item_id
  WHERE l.channel = fee_day.channel AND l.day = fee_day.day AND l.currency = fee_day.currency), 0);

CREATE INDEX fee_day_apart ON fee_day (channel, day) WHERE taken <> -booked OR taken_rest <> 0 OR off_lines <> 0;

CREATE TRIGGER fee_day_is_entered_by_the_ledger BEFORE INSERT ON fee_day WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'fee day: written by the ledger alone'); END;
CREATE TRIGGER fee_day_is_moved_by_the_ledger BEFORE UPDATE ON fee_day WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'fee day: written by the ledger alone'); END;
CREATE TRIGGER fee_day_is_kept BEFORE DELETE ON fee_day
BEGIN SELECT RAISE(ABORT, 'fee day: is kept'); END;

-- The lines of a batch and the payout that was made of them. Derived like the days above.
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

CREATE INDEX batch_of_run ON batch (channel, run_id);
CREATE INDEX batch_apart ON batch (channel) WHERE payouts > 0 AND lines > 0 AND (net <> -paid OR net_rest <> -paid_rest);

CREATE TRIGGER batch_is_entered_by_the_ledger BEFORE INSERT ON batch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'batch: written by the ledger alone'); END;
CREATE TRIGGER batch_is_moved_by_the_ledger BEFORE UPDATE ON batch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'batch: written by the ledger alone'); END;
CREATE TRIGGER batch_is_kept BEFORE DELETE ON batch
BEGIN SELECT RAISE(ABORT, 'batch: is kept'); END;

-- What a run left unpaired and called no break: it is listed, so that nothing uncleared is only a sum.
CREATE TABLE run_uncleared (
  run_id INTEGER NOT NULL REFERENCES run (run_id) DEFERRABLE INITIALLY DEFERRED,
  side TEXT NOT NULL CHECK (side = 'line' OR side = 'item'),
  id INTEGER NOT NULL,
  why TEXT NOT NULL CHECK (why = 'timing' OR why = 'future'),
  PRIMARY KEY (run_id, side, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER run_uncleared_precedes_its_run BEFORE INSERT ON run_uncleared
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run uncleared: its run is sealed'); END;
CREATE TRIGGER run_uncleared_is_never_changed BEFORE UPDATE ON run_uncleared
BEGIN SELECT RAISE(ABORT, 'run uncleared: is append-only'); END;
CREATE TRIGGER run_uncleared_is_kept BEFORE DELETE ON run_uncleared
BEGIN SELECT RAISE(ABORT, 'run uncleared: is append-only'); END;

-- A report is made by one person and signed by another.
CREATE TABLE run_signature (
  run_id INTEGER PRIMARY KEY REFERENCES run (run_id),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER run_signature_is_anothers BEFORE INSERT ON run_signature
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id = NEW.run_id AND actor = NEW.actor)
  OR EXISTS (SELECT 1 FROM run_signature WHERE run_id = NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run signature: once, by another than who made it'); END;
CREATE TRIGGER run_signature_is_never_changed BEFORE UPDATE ON run_signature
BEGIN SELECT RAISE(ABORT, 'run signature: is append-only'); END;
CREATE TRIGGER run_signature_is_kept BEFORE DELETE ON run_signature
BEGIN SELECT RAISE(ABORT, 'run signature: is append-only'); END;

UPDATE rules SET (triggers, bytes) = (SELECT count(*), total(length(sql)) FROM sqlite_schema
  WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~');
