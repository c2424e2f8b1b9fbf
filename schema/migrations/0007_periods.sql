-- Periods and checkpoints, and the thread through the lines of an account by which its past is found without a walk over
-- everybody's. ledger.md 1.3 and laws 8 and 9.

-- ---------------------------------------------------------------------------------------------------------------------
-- Periods: days whose books are done
-- ---------------------------------------------------------------------------------------------------------------------

-- A row appears when days are closed for the first time; days that no row covers are open. What is in the row is what the last
-- step has made it; every step is kept below, with who took it and why.
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

-- Locked is the end: there is no step out of it.
DROP TRIGGER legal_step_is_law;
INSERT INTO legal_step VALUES ('period', 'open', 'closed'), ('period', 'closed', 'open'), ('period', 'closed', 'locked');
CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

CREATE TRIGGER period_begins BEFORE INSERT ON period
WHEN payonce_writer() IS NOT 1 OR NEW.state <> 'closed' OR NEW.version <> 1
  OR NEW.last_voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) FROM voucher)
  OR EXISTS (SELECT 1 FROM period WHERE first_day <= NEW.last_day AND last_day >= NEW.first_day)
BEGIN SELECT RAISE(ABORT, 'period: begins as closed, and shares no day with another'); END;
CREATE TRIGGER period_steps_legally BEFORE UPDATE ON period
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.first_day <> OLD.first_day OR NEW.last_day <> OLD.last_day
  OR NEW.last_voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) FROM voucher)
  OR (NEW.state = 'open' AND NEW.reason IS NULL)
  OR (NEW.state = 'locked' AND (NEW.seal IS NOT OLD.seal OR NEW.vouchers <> OLD.vouchers))
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'period' AND from_status = OLD.state AND to_status = NEW.state)
BEGIN SELECT RAISE(ABORT, 'period: not a legal step'); END;
CREATE TRIGGER period_is_kept BEFORE DELETE ON period
BEGIN SELECT RAISE(ABORT, 'period: is kept for ever'); END;
CREATE TRIGGER period_remembers_its_beginning AFTER INSERT ON period
BEGIN INSERT INTO period_step VALUES (NEW.first_day, NEW.version, NEW.last_day, NEW.state, NEW.vouchers, NEW.seal,
                                      NEW.last_voucher_id, NEW.actor, NEW.reason, NEW.changed_at_ns); END;
CREATE TRIGGER period_remembers_its_steps AFTER UPDATE ON period
BEGIN INSERT INTO period_step VALUES (NEW.first_day, NEW.version, NEW.last_day, NEW.state, NEW.vouchers, NEW.seal,
                                      NEW.last_voucher_id, NEW.actor, NEW.reason, NEW.changed_at_ns); END;

CREATE TRIGGER period_step_is_the_periods BEFORE INSERT ON period_step
WHEN NOT EXISTS (SELECT 1 FROM period p WHERE p.first_day = NEW.first_day AND p.version = NEW.version AND p.state = NEW.state
                 AND p.seal IS NEW.seal AND p.vouchers = NEW.vouchers AND p.last_voucher_id = NEW.last_voucher_id
                 AND p.actor = NEW.actor AND p.reason IS NEW.reason AND p.changed_at_ns = NEW.at_ns)
  OR EXISTS (SELECT 1 FROM period_step WHERE first_day = NEW.first_day AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'period_step: is written with its period, once'); END;
CREATE TRIGGER period_step_is_never_changed BEFORE UPDATE ON period_step
BEGIN SELECT RAISE(ABORT, 'period_step: is append-only'); END;
CREATE TRIGGER period_step_is_kept BEFORE DELETE ON period_step
BEGIN SELECT RAISE(ABORT, 'period_step: is append-only'); END;

-- Periods share no day, so the one that began last before a day is the only one that can cover it: one step down a tree.
CREATE TRIGGER voucher_is_dated_in_open_days BEFORE INSERT ON voucher
WHEN (SELECT last_day >= NEW.business_date AND state <> 'open' FROM period
      WHERE first_day <= NEW.business_date ORDER BY first_day DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'voucher: its day is closed'); END;

-- Vouchers dated to another day than they were recorded on are few, and are found without a walk over all of them.
CREATE INDEX voucher_of_another_day ON voucher (business_date)
WHERE business_date <> date(recorded_at_ns / 1000000000, 'unixepoch');

-- ---------------------------------------------------------------------------------------------------------------------
-- Checkpoints: how far the book had come, also written down elsewhere
-- ---------------------------------------------------------------------------------------------------------------------

-- Vouchers are numbered from 1 without a gap: the number of the last one is how many there are.
CREATE TABLE checkpoint (
  checkpoint_id INTEGER PRIMARY KEY,
  voucher_id INTEGER NOT NULL REFERENCES voucher (voucher_id),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  made_at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER checkpoint_is_of_the_last_voucher BEFORE INSERT ON checkpoint
WHEN payonce_writer() IS NOT 1 OR NEW.checkpoint_id IS NOT (SELECT coalesce(max(checkpoint_id), 0) + 1 FROM checkpoint)
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id AND hash = NEW.hash
                 AND voucher_id = (SELECT max(voucher_id) FROM voucher))
BEGIN SELECT RAISE(ABORT, 'checkpoint: is of the last voucher as it stands'); END;
CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint: is append-only'); END;
CREATE TRIGGER checkpoint_is_kept BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The thread: each line names the one before it on its account
-- ---------------------------------------------------------------------------------------------------------------------

-- From any line the past of its account is a walk along its own lines alone. Every 64th is in an index, so that the walk begins
-- near by: a search costs at most 64 steps, and a line that is written pays for a 64th of an index.
ALTER TABLE entry ADD COLUMN previous_entry_id INTEGER;

DROP TRIGGER entry_is_never_changed;
UPDATE entry SET previous_entry_id = thread.previous
FROM (SELECT entry_id, lag(entry_id) OVER (PARTITION BY account_id ORDER BY entry_id) AS previous FROM entry) AS thread
WHERE thread.entry_id = entry.entry_id AND thread.previous IS NOT NULL;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry: is append-only'); END;

CREATE TRIGGER entry_names_the_line_before BEFORE INSERT ON entry
WHEN NEW.previous_entry_id IS NOT (SELECT last_entry_id FROM balance WHERE account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'entry: names the line before it on its account'); END;

CREATE INDEX entry_milestone ON entry (account_id) WHERE account_version % 64 = 0;
