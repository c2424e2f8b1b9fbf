-- The outside, on paper: statements as channels wrote them, what of them was paired with our book, the breaks that are left, and
-- how each was ended. reconciliation.md 1 and 3 argue all of it. Nothing here is edited: what was wrong is ended, and stays.

-- ---------------------------------------------------------------------------------------------------------------------
-- Statements and their lines. The statement's row is written behind its lines and seals them.
-- ---------------------------------------------------------------------------------------------------------------------

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

CREATE TRIGGER statement_is_new BEFORE INSERT ON statement
WHEN payonce_writer() IS NOT 1 OR NEW.statement_id IS NOT (SELECT coalesce(max(statement_id), 0) + 1 FROM statement)
  OR EXISTS (SELECT 1 FROM statement WHERE channel = NEW.channel AND account = NEW.account AND digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'statement: is imported once'); END;
CREATE TRIGGER statement_is_never_changed BEFORE UPDATE ON statement
BEGIN SELECT RAISE(ABORT, 'statement: is append-only'); END;
CREATE TRIGGER statement_is_kept BEFORE DELETE ON statement
BEGIN SELECT RAISE(ABORT, 'statement: is append-only'); END;

-- Why it cannot be trusted: the first hundred, the statement counts all.
CREATE TABLE statement_break (
  statement_id INTEGER NOT NULL REFERENCES statement (statement_id) DEFERRABLE INITIALLY DEFERRED,
  n INTEGER NOT NULL CHECK (n >= 1),
  code TEXT NOT NULL CHECK (code GLOB 'file_*'),
  line INTEGER NOT NULL,
  en TEXT NOT NULL,
  zh TEXT NOT NULL,
  PRIMARY KEY (statement_id, n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER statement_break_precedes_its_statement BEFORE INSERT ON statement_break
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
BEGIN SELECT RAISE(ABORT, 'statement break: its statement is sealed'); END;
CREATE TRIGGER statement_break_is_never_changed BEFORE UPDATE ON statement_break
BEGIN SELECT RAISE(ABORT, 'statement break: is append-only'); END;
CREATE TRIGGER statement_break_is_kept BEFORE DELETE ON statement_break
BEGIN SELECT RAISE(ABORT, 'statement break: is append-only'); END;

-- A line, once, in however many files it stands. `nth` counts equal keys within one file: two equal movements of a day are both
-- real. Amounts are whole minor units and, in gross_rest and fee_rest, what is finer: units of 10^-9.
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
  at TEXT NOT NULL,
  CONSTRAINT statement_line_is_unique UNIQUE (channel, account, key, nth)
) STRICT;

CREATE INDEX statement_line_of_day ON statement_line (channel, day);
CREATE INDEX statement_line_with_fee ON statement_line (channel, channel_id) WHERE fee <> 0;

CREATE TRIGGER statement_line_precedes_its_statement BEFORE INSERT ON statement_line
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
BEGIN SELECT RAISE(ABORT, 'statement line: its statement is sealed'); END;
CREATE TRIGGER statement_line_is_never_changed BEFORE UPDATE ON statement_line
BEGIN SELECT RAISE(ABORT, 'statement line: is append-only'); END;
CREATE TRIGGER statement_line_is_kept BEFORE DELETE ON statement_line
BEGIN SELECT RAISE(ABORT, 'statement line: is append-only'); END;

-- The bytes of a line and what only people read of it: apart, so that a walk over the lines does not drag them along.
CREATE TABLE statement_text (
  line_id INTEGER PRIMARY KEY REFERENCES statement_line (line_id),
  raw BLOB NOT NULL,
  counterparty TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;

CREATE TRIGGER statement_text_is_of_its_line BEFORE INSERT ON statement_text
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement_text WHERE line_id = NEW.line_id)
  OR EXISTS (SELECT 1 FROM statement s JOIN statement_line l ON l.statement_id = s.statement_id WHERE l.line_id = NEW.line_id)
BEGIN SELECT RAISE(ABORT, 'statement text: its statement is sealed'); END;
CREATE TRIGGER statement_text_is_never_changed BEFORE UPDATE ON statement_text
BEGIN SELECT RAISE(ABORT, 'statement text: is append-only'); END;
CREATE TRIGGER statement_text_is_kept BEFORE DELETE ON statement_text
BEGIN SELECT RAISE(ABORT, 'statement text: is append-only'); END;

-- How often a key has been met in the file that is being read: only keys that are there already, and empty behind every import.
CREATE TABLE staging_key (
  key TEXT PRIMARY KEY,
  seen INTEGER NOT NULL CHECK (seen >= 1)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER staging_key_is_entered_by_the_ledger BEFORE INSERT ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;
CREATE TRIGGER staging_key_is_counted_by_the_ledger BEFORE UPDATE ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;
CREATE TRIGGER staging_key_is_cleared_by_the_ledger BEFORE DELETE ON staging_key WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'staging key: written by the ledger alone'); END;

-- The days of a channel that a trusted statement tells whole: only of these can anybody say that something is not there.
CREATE TABLE covered_day (
  channel TEXT NOT NULL,
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  statement_id INTEGER NOT NULL REFERENCES statement (statement_id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (channel, day)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER covered_day_is_new BEFORE INSERT ON covered_day
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM statement WHERE statement_id >= NEW.statement_id)
  OR EXISTS (SELECT 1 FROM covered_day WHERE channel = NEW.channel AND day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'covered day: its statement is sealed'); END;
CREATE TRIGGER covered_day_is_never_changed BEFORE UPDATE ON covered_day
BEGIN SELECT RAISE(ABORT, 'covered day: is append-only'); END;
CREATE TRIGGER covered_day_is_kept BEFORE DELETE ON covered_day
BEGIN SELECT RAISE(ABORT, 'covered day: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Our side, and runs
-- ---------------------------------------------------------------------------------------------------------------------

-- What identifies a voucher that moved a channel's receivable (1200), by the words a channel uses. As little as its voucher it
-- ever changes; the sum of the items of a channel is its receivable.
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
CREATE INDEX item_of_our_id ON item (channel, our_id) WHERE our_id <> '';
CREATE INDEX item_of_order ON item (channel, order_no) WHERE order_no <> '';

CREATE TRIGGER item_is_of_its_voucher BEFORE INSERT ON item
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM item WHERE item_id = NEW.item_id)
BEGIN SELECT RAISE(ABORT, 'item: written by the ledger alone, once a voucher'); END;
CREATE TRIGGER item_is_never_changed BEFORE UPDATE ON item
BEGIN SELECT RAISE(ABORT, 'item: is append-only'); END;
CREATE TRIGGER item_is_kept BEFORE DELETE ON item
BEGIN SELECT RAISE(ABORT, 'item: is append-only'); END;

-- One comparison: what it looked at is its key, so that the same question has the same answer for ever.
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

CREATE TRIGGER run_is_new BEFORE INSERT ON run
WHEN payonce_writer() IS NOT 1 OR NEW.run_id IS NOT (SELECT coalesce(max(run_id), 0) + 1 FROM run)
  OR EXISTS (SELECT 1 FROM run WHERE run_key = NEW.run_key)
BEGIN SELECT RAISE(ABORT, 'run: is made once'); END;
CREATE TRIGGER run_is_never_changed BEFORE UPDATE ON run
BEGIN SELECT RAISE(ABORT, 'run: is append-only'); END;
CREATE TRIGGER run_is_kept BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'run: is append-only'); END;

-- The figures of its report, in the order they are told; written before the run, which seals them.
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

CREATE TRIGGER run_figure_precedes_its_run BEFORE INSERT ON run_figure
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run figure: its run is sealed'); END;
CREATE TRIGGER run_figure_is_never_changed BEFORE UPDATE ON run_figure
BEGIN SELECT RAISE(ABORT, 'run figure: is append-only'); END;
CREATE TRIGGER run_figure_is_kept BEFORE DELETE ON run_figure
BEGIN SELECT RAISE(ABORT, 'run figure: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Pairings: each side is consumed once, and the file sees to it
-- ---------------------------------------------------------------------------------------------------------------------

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

CREATE UNIQUE INDEX pairing_takes_a_line_once ON pairing (line_id) WHERE ended_by IS NULL AND part = 'whole';
CREATE UNIQUE INDEX pairing_takes_an_item_once ON pairing (item_id) WHERE ended_by IS NULL;
CREATE INDEX pairing_of_fees ON pairing (line_id) WHERE part = 'fee';
CREATE INDEX pairing_by_hand ON pairing (pairing_id) WHERE run_id IS NULL;
CREATE INDEX pairing_taken_apart ON pairing (line_id, item_id) WHERE ended_by IS NOT NULL;

CREATE TRIGGER pairing_is_written_by_the_ledger BEFORE INSERT ON pairing
WHEN payonce_writer() IS NOT 1 OR NEW.ended_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM pairing WHERE pairing_id = NEW.pairing_id)
BEGIN SELECT RAISE(ABORT, 'pairing: written by the ledger alone'); END;
CREATE TRIGGER pairing_ends_once BEFORE UPDATE ON pairing
WHEN payonce_writer() IS NOT 1 OR OLD.ended_by IS NOT NULL OR NEW.ended_by IS NULL OR NEW.pairing_id <> OLD.pairing_id
  OR NEW.line_id IS NOT OLD.line_id OR NEW.item_id <> OLD.item_id OR NEW.part <> OLD.part OR NEW.pass <> OLD.pass
  OR NEW.run_id IS NOT OLD.run_id OR NEW.actor IS NOT OLD.actor OR NEW.reason IS NOT OLD.reason
BEGIN SELECT RAISE(ABORT, 'pairing: ends once, and changes in nothing else'); END;
CREATE TRIGGER pairing_is_kept BEFORE DELETE ON pairing
BEGIN SELECT RAISE(ABORT, 'pairing: is ended, never deleted'); END;

-- What a run left unpaired, so that the next one need not look for it. Derived, and renewed by every run.
CREATE TABLE pending (
  channel TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side = 'line' OR side = 'item'),
  id INTEGER NOT NULL,
  why TEXT NOT NULL CHECK (why IN ('work', 'break', 'timing', 'future', 'silent')),
  PRIMARY KEY (channel, side, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER pending_is_entered_by_the_ledger BEFORE INSERT ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;
CREATE TRIGGER pending_is_moved_by_the_ledger BEFORE UPDATE ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;
CREATE TRIGGER pending_is_cleared_by_the_ledger BEFORE DELETE ON pending WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'pending: written by the ledger alone'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Breaks and their fixes
-- ---------------------------------------------------------------------------------------------------------------------

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

CREATE INDEX break_open ON break (channel) WHERE closed_run IS NULL;
CREATE INDEX break_of_line ON break (line_id) WHERE line_id IS NOT NULL;

CREATE TRIGGER break_begins_open BEFORE INSERT ON break
WHEN payonce_writer() IS NOT 1 OR NEW.closed_run IS NOT NULL
  OR EXISTS (SELECT 1 FROM break WHERE break_id = NEW.break_id)
BEGIN SELECT RAISE(ABORT, 'break: begins open, once'); END;
CREATE TRIGGER break_keeps_its_meaning BEFORE UPDATE ON break
WHEN payonce_writer() IS NOT 1 OR NEW.break_id <> OLD.break_id OR NEW.channel <> OLD.channel OR NEW.code <> OLD.code
  OR NEW.movement <> OLD.movement OR NEW.line_id IS NOT OLD.line_id OR NEW.item_id IS NOT OLD.item_id
  OR NEW.day <> OLD.day OR NEW.currency <> OLD.currency OR NEW.first_run <> OLD.first_run OR NEW.last_run < OLD.last_run
BEGIN SELECT RAISE(ABORT, 'break: keeps its meaning'); END;
CREATE TRIGGER break_is_kept BEFORE DELETE ON break
BEGIN SELECT RAISE(ABORT, 'break: is closed, never deleted'); END;

-- What stood open when a run ended, as it stood then.
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

CREATE TRIGGER run_break_precedes_its_run BEFORE INSERT ON run_break
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM run WHERE run_id >= NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'run break: its run is sealed'); END;
CREATE TRIGGER run_break_is_never_changed BEFORE UPDATE ON run_break
BEGIN SELECT RAISE(ABORT, 'run break: is append-only'); END;
CREATE TRIGGER run_break_is_kept BEFORE DELETE ON run_break
BEGIN SELECT RAISE(ABORT, 'run break: is append-only'); END;

-- One person proposes, another approves; then it is booked under a key that follows from the break. A second click books nothing.
CREATE TABLE fix (
  fix_id INTEGER PRIMARY KEY,
  break_id TEXT NOT NULL REFERENCES break (break_id),
  version INTEGER NOT NULL CHECK (version >= 1),
  action TEXT NOT NULL CHECK (action IN ('park', 'write_off', 'fee', 'replay', 'accept')),
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

-- What a run may approve by itself: a class of breaks, one treatment, and two caps. The latest row of a class counts.
CREATE TABLE auto_rule (
  auto_id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL REFERENCES channel (name),
  code TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('park', 'write_off', 'fee', 'accept')),
  currency TEXT NOT NULL REFERENCES currency (code),
  item_cap INTEGER NOT NULL CHECK (item_cap >= 0),
  day_cap INTEGER NOT NULL CHECK (day_cap >= item_cap),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  set_at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER auto_rule_is_written_by_the_ledger BEFORE INSERT ON auto_rule
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM auto_rule WHERE auto_id = NEW.auto_id)
BEGIN SELECT RAISE(ABORT, 'auto rule: written by the ledger alone'); END;
CREATE TRIGGER auto_rule_is_never_changed BEFORE UPDATE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;
CREATE TRIGGER auto_rule_is_kept BEFORE DELETE ON auto_rule
BEGIN SELECT RAISE(ABORT, 'auto rule: is append-only'); END;
