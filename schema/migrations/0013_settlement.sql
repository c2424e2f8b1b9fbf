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

-- ---------------------------------------------------------------------------------------------------------------------
-- A settlement in another currency than was paid is booked by a fix of its own: both legs through suspense into the position
-- ---------------------------------------------------------------------------------------------------------------------

DROP TRIGGER posting_event_is_law;
DROP TRIGGER posting_rule_is_law;

INSERT INTO posting_event VALUES
  ('suspense_in_exchanged', 'suspense', 188, 'it is one currency of an exchange, at the rate that was booked', '查明为兑换所得，按账面汇率'),
  ('suspense_out_exchanged', 'suspense', 189, 'the charge is one currency of an exchange', '查明扣收为兑换所付');

INSERT INTO posting_rule VALUES
  ('suspense_in_exchanged', 1, 1, 'debit', 'suspense', 'amount'), ('suspense_in_exchanged', 1, 2, 'credit', 'position', 'other'),
  ('suspense_in_exchanged', 1, 3, 'credit', 'fx_result', 'spread'), ('suspense_in_exchanged', 1, 4, 'debit', 'fx_result', 'fee'),
  ('suspense_out_exchanged', 1, 1, 'debit', 'position', 'other'), ('suspense_out_exchanged', 1, 2, 'credit', 'suspense', 'amount'),
  ('suspense_out_exchanged', 1, 3, 'credit', 'fx_result', 'spread'), ('suspense_out_exchanged', 1, 4, 'debit', 'fx_result', 'fee');

CREATE TRIGGER posting_event_is_law BEFORE INSERT ON posting_event
BEGIN SELECT RAISE(ABORT, 'posting_event: changes only with the schema'); END;
CREATE TRIGGER posting_rule_is_law BEFORE INSERT ON posting_rule
BEGIN SELECT RAISE(ABORT, 'posting_rule: changes only with the schema'); END;

CREATE TABLE fix_anew (
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
INSERT INTO fix_anew SELECT * FROM fix;
DROP TABLE fix;
ALTER TABLE fix_anew RENAME TO fix;

CREATE UNIQUE INDEX fix_one_open ON fix (break_id) WHERE state = 'proposed' OR state = 'approved';
CREATE INDEX fix_of_reference ON fix (reference);

CREATE TRIGGER fix_begins_proposed BEFORE INSERT ON fix
WHEN payonce_writer() IS NOT 1 OR NEW.state <> 'proposed'
  OR EXISTS (SELECT 1 FROM fix WHERE fix_id = NEW.fix_id OR (break_id = NEW.break_id AND version >= NEW.version)
             OR (break_id = NEW.break_id AND state IN ('proposed', 'approved')))
BEGIN SELECT RAISE(ABORT, 'fix: begins proposed, once'); END;
CREATE TRIGGER fix_steps_legally BEFORE UPDATE ON fix
WHEN payonce_writer() IS NOT 1 OR NEW.fix_id <> OLD.fix_id OR NEW.break_id <> OLD.break_id OR NEW.version <> OLD.version
  OR NEW.action <> OLD.action OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.reference <> OLD.reference
  OR NEW.proposed_by <> OLD.proposed_by OR NEW.reason <> OLD.reason
  OR (OLD.approved_by IS NOT NULL AND (NEW.approved_by IS NOT OLD.approved_by OR NEW.approved_at_ns IS NOT OLD.approved_at_ns))
  OR NOT ((OLD.state = 'proposed' AND NEW.state IN ('approved', 'withdrawn'))
          OR (OLD.state = 'approved' AND NEW.state = 'posted'))
BEGIN SELECT RAISE(ABORT, 'fix: is proposed, approved by another, and posted, in this order'); END;
CREATE TRIGGER fix_is_kept BEFORE DELETE ON fix
BEGIN SELECT RAISE(ABORT, 'fix: is kept for ever'); END;

CREATE TABLE auto_rule_anew (
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
INSERT INTO auto_rule_anew SELECT * FROM auto_rule;
DROP TABLE auto_rule;
ALTER TABLE auto_rule_anew RENAME TO auto_rule;

CREATE TRIGGER auto_rule_is_written_by_the_ledger BEFORE INSERT ON auto_rule
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM auto_rule WHERE auto_id = NEW.auto_id)
BEGIN SELECT RAISE(ABORT, 'auto rule: written by the ledger alone'); END;
CREATE TRIGGER auto_rule_is_never_changed BEFORE UPDATE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;
CREATE TRIGGER auto_rule_is_kept BEFORE DELETE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;

UPDATE rules SET (triggers, bytes) = (SELECT count(*), total(length(sql)) FROM sqlite_schema
  WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~');
