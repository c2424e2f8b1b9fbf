-- The book, the orders, the attempts and refunds, the keys and the window, with every rule the file can hold by itself.
-- ledger.md 1 argues the data model; here each rule says what it keeps out. Vital CHECKs are repeated inside triggers where
-- a stock shell could switch them off (ledger.md 1.1 fact 4), and every law has a query of its own in schema/checks/.
-- payonce_writer() is a function that only the ledger's own connections have, which check foreign keys and fire delete triggers
-- on REPLACE. Where a rule rests on those, its trigger asks for the function: a stock shell may read everything and write nothing.

-- ---------------------------------------------------------------------------------------------------------------------
-- The file itself
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE meta (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  ledger_id TEXT NOT NULL CHECK (length(ledger_id) = 12),   -- in every reference we give to a channel
  secret BLOB NOT NULL CHECK (length(secret) = 32),         -- of the fingerprints: a stolen digest confirms no guess
  secret_mark BLOB NOT NULL CHECK (length(secret_mark) = 8),   -- of its digest: a damaged secret would refuse every honest retry
  created_at_ns INTEGER NOT NULL,
  latest_ns INTEGER NOT NULL                                -- the latest wall time ever acted on: a clock set back revives nothing
) STRICT;

CREATE TRIGGER meta_is_kept BEFORE DELETE ON meta BEGIN SELECT RAISE(ABORT, 'meta: is kept for ever'); END;
CREATE TRIGGER meta_only_its_mark_moves BEFORE UPDATE ON meta
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> OLD.only_row OR NEW.ledger_id <> OLD.ledger_id OR NEW.secret <> OLD.secret OR NEW.secret_mark <> OLD.secret_mark
  OR NEW.created_at_ns <> OLD.created_at_ns OR NEW.latest_ns < OLD.latest_ns
BEGIN SELECT RAISE(ABORT, 'meta: only its time mark moves, and only forward'); END;
CREATE TRIGGER meta_is_written_once BEFORE INSERT ON meta
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM meta) BEGIN SELECT RAISE(ABORT, 'meta: is written once'); END;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER setting_is_set_by_the_ledger BEFORE INSERT ON setting WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'setting: is set by the ledger alone'); END;
CREATE TRIGGER setting_is_changed_by_the_ledger BEFORE UPDATE ON setting WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'setting: is set by the ledger alone'); END;
CREATE TRIGGER setting_is_kept BEFORE DELETE ON setting
BEGIN SELECT RAISE(ABORT, 'setting: is changed, never taken away'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The book: currency, account, series, voucher, entry, balance
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE currency (
  code TEXT PRIMARY KEY CHECK (code GLOB '[A-Z][A-Z][A-Z]'),
  exponent INTEGER NOT NULL CHECK (exponent BETWEEN 0 AND 9)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER currency_is_frozen BEFORE UPDATE ON currency
BEGIN SELECT RAISE(ABORT, 'currency: its digits never change'); END;
CREATE TRIGGER currency_is_kept BEFORE DELETE ON currency
BEGIN SELECT RAISE(ABORT, 'currency: is kept for ever'); END;
CREATE TRIGGER currency_is_new BEFORE INSERT ON currency
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM currency WHERE code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'currency: is there already'); END;

CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL CONSTRAINT account_code_is_unique UNIQUE CHECK (length(code) BETWEEN 1 AND 96),
  class TEXT NOT NULL CHECK (class IN ('asset', 'liability', 'equity', 'income', 'expense', 'memo')),
  currency TEXT NOT NULL REFERENCES currency (code),
  -- no_debit: may never show a debit balance (a wallet that cannot be overdrawn); no_credit: the mirror.
  limit_rule TEXT NOT NULL DEFAULT 'none' CHECK (limit_rule IN ('none', 'no_debit', 'no_credit')),
  opened_at_ns INTEGER NOT NULL,
  closed_at_ns INTEGER CHECK (closed_at_ns >= opened_at_ns)
) STRICT;

CREATE TRIGGER account_is_new BEFORE INSERT ON account
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id OR code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'account: is there already'); END;
CREATE TRIGGER account_keeps_its_nature BEFORE UPDATE ON account
WHEN payonce_writer() IS NOT 1 OR NEW.account_id <> OLD.account_id OR NEW.code <> OLD.code OR NEW.class <> OLD.class OR NEW.currency <> OLD.currency
  OR NEW.opened_at_ns <> OLD.opened_at_ns
  OR (OLD.closed_at_ns IS NOT NULL AND NEW.closed_at_ns IS NOT OLD.closed_at_ns)
BEGIN SELECT RAISE(ABORT, 'account: code, class and currency never change, and a closed one stays closed'); END;
CREATE TRIGGER account_is_kept BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'account: is closed, never deleted'); END;
CREATE TRIGGER account_has_its_balance AFTER INSERT ON account
BEGIN INSERT INTO balance (account_id) VALUES (NEW.account_id); END;

CREATE TABLE series (
  series TEXT PRIMARY KEY CHECK (series GLOB '[A-Z][A-Z][A-Z]-[0-9][0-9][0-9][0-9]'),
  next INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TRIGGER series_begins_at_one BEFORE INSERT ON series
WHEN payonce_writer() IS NOT 1 OR NEW.next <> 1 OR EXISTS (SELECT 1 FROM series WHERE series = NEW.series)
BEGIN SELECT RAISE(ABORT, 'series: begins at 1, once'); END;
CREATE TRIGGER series_counts_vouchers BEFORE UPDATE ON series
WHEN NEW.series <> OLD.series OR NEW.next <> OLD.next + 1
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE series = OLD.series AND seq = OLD.next)
BEGIN SELECT RAISE(ABORT, 'series: rises by one with each voucher'); END;
CREATE TRIGGER series_is_kept BEFORE DELETE ON series
BEGIN SELECT RAISE(ABORT, 'series: is kept for ever'); END;

-- A voucher is written after its entries: inserting it seals them.
CREATE TABLE voucher (
  voucher_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  series TEXT NOT NULL REFERENCES series (series),
  seq INTEGER NOT NULL,
  number TEXT GENERATED ALWAYS AS (series || '-' || printf('%06d', seq)) VIRTUAL,
  business_key TEXT NOT NULL CHECK (length(business_key) BETWEEN 1 AND 255),
  order_id INTEGER,
  attempt_id INTEGER,
  refund_id INTEGER,
  business_date TEXT NOT NULL CHECK (business_date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  recorded_at_ns INTEGER NOT NULL,
  reason TEXT,
  line_count INTEGER NOT NULL CHECK (line_count BETWEEN 2 AND 65535),
  previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  CONSTRAINT voucher_number_is_unique UNIQUE (series, seq)
) STRICT;

-- The fourth layer: one fact, one voucher, for ever.
CREATE UNIQUE INDEX voucher_business_key_is_unique ON voucher (business_key);

-- entry_id = voucher_id * 65536 + line: the lines of a voucher lie together, unique without an index of their own.
-- The three *_after columns say where the account stands behind this line; the trigger below checks them against the balance.
CREATE TABLE entry (
  entry_id INTEGER PRIMARY KEY,
  voucher_id INTEGER NOT NULL,
  line INTEGER GENERATED ALWAYS AS (entry_id & 65535) VIRTUAL,
  account_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('debit', 'credit')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  account_version INTEGER NOT NULL,
  debits_after INTEGER NOT NULL,
  credits_after INTEGER NOT NULL,
  CHECK (entry_id BETWEEN voucher_id * 65536 + 1 AND voucher_id * 65536 + 65535)
) STRICT;

-- The voucher that entries, and the order it settles, are waiting for. It comes last, and no commit goes through without it.
-- One row holds this foreign key for all of them: in the entries themselves it would need an index of every entry, because
-- each new voucher would be looked for among the rows that wait.
CREATE TABLE awaited (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  voucher_id INTEGER REFERENCES voucher (voucher_id) DEFERRABLE INITIALLY DEFERRED,
  order_id INTEGER
) STRICT;

INSERT INTO awaited (only_row) VALUES (1);

CREATE TRIGGER awaited_is_one BEFORE INSERT ON awaited
BEGIN SELECT RAISE(ABORT, 'awaited: is one row'); END;
CREATE TRIGGER awaited_is_kept BEFORE DELETE ON awaited
BEGIN SELECT RAISE(ABORT, 'awaited: is one row'); END;
CREATE TRIGGER awaited_is_the_next BEFORE UPDATE ON awaited
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> 1
  OR NEW.voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) + 1 FROM voucher)
  OR (OLD.voucher_id IS NEW.voucher_id AND OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id)
BEGIN SELECT RAISE(ABORT, 'awaited: is the next voucher, for one order at most'); END;

-- The version of an account is the number of its entries.
CREATE TABLE balance (
  account_id INTEGER PRIMARY KEY REFERENCES account (account_id),
  debits INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  last_entry_id INTEGER
) STRICT;

-- An entry is new, joins no sealed voucher, belongs to an open account of its currency, and follows from where the account
-- stands; an account with a limit stays within it after every line. payonce_writer() exists only in a connection that checks
-- foreign keys: with them off (as in a stock shell) an entry could be committed without its voucher.
CREATE TRIGGER entry_follows BEFORE INSERT ON entry
BEGIN
  SELECT CASE
    WHEN payonce_writer() IS NOT 1 THEN RAISE(ABORT, 'entry: written by the ledger alone')
    WHEN EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id) THEN RAISE(ABORT, 'entry: is append-only')
    WHEN EXISTS (SELECT 1 FROM voucher WHERE voucher_id >= NEW.voucher_id) THEN RAISE(ABORT, 'entry: its voucher is sealed')
    WHEN NEW.amount NOT BETWEEN 1 AND 999999999999999 OR NEW.side NOT IN ('debit', 'credit')
      THEN RAISE(ABORT, 'entry: amount and side')
    WHEN NOT EXISTS (
      SELECT 1 FROM balance b JOIN account a ON a.account_id = b.account_id
      WHERE b.account_id = NEW.account_id
        AND a.currency = NEW.currency AND a.closed_at_ns IS NULL
        AND NEW.account_version = b.version + 1
        AND NEW.debits_after = b.debits + iif(NEW.side = 'debit', NEW.amount, 0)
        AND NEW.credits_after = b.credits + iif(NEW.side = 'credit', NEW.amount, 0)
        AND NOT (a.limit_rule = 'no_debit' AND NEW.debits_after > NEW.credits_after)
        AND NOT (a.limit_rule = 'no_credit' AND NEW.credits_after > NEW.debits_after))
      THEN RAISE(ABORT, 'entry: does not follow from its account')
  END;
END;
CREATE TRIGGER entry_moves_balance AFTER INSERT ON entry
BEGIN
  UPDATE balance SET debits = NEW.debits_after, credits = NEW.credits_after, version = NEW.account_version,
    last_entry_id = NEW.entry_id WHERE account_id = NEW.account_id;
  UPDATE awaited SET voucher_id = NEW.voucher_id, order_id = NULL WHERE voucher_id IS NOT NEW.voucher_id;
END;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entry: is append-only'); END;
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entry: is append-only'); END;

CREATE TRIGGER balance_follows_entries BEFORE UPDATE ON balance
WHEN NEW.account_id <> OLD.account_id OR NEW.version <> OLD.version + 1 OR NOT EXISTS (
  SELECT 1 FROM entry WHERE entry_id = NEW.last_entry_id AND account_id = NEW.account_id
    AND account_version = NEW.version AND debits_after = NEW.debits AND credits_after = NEW.credits)
BEGIN SELECT RAISE(ABORT, 'balance: follows its entries and nothing else'); END;
CREATE TRIGGER balance_begins_empty BEFORE INSERT ON balance
WHEN NEW.debits <> 0 OR NEW.credits <> 0 OR NEW.version <> 0 OR NEW.last_entry_id IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id)
  OR EXISTS (SELECT 1 FROM balance WHERE account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'balance: begins empty, once'); END;
CREATE TRIGGER balance_is_kept BEFORE DELETE ON balance
BEGIN SELECT RAISE(ABORT, 'balance: is kept for ever'); END;

-- The seal: the next voucher, the next number, a time that does not fall, the hash before it, all its lines, and per currency
-- as much on the left as on the right. One currency, the common case, needs no sorting.
CREATE TRIGGER voucher_seals BEFORE INSERT ON voucher
BEGIN
  SELECT CASE
    WHEN NEW.voucher_id IS NOT (SELECT coalesce(max(voucher_id), 0) + 1 FROM voucher)
      THEN RAISE(ABORT, 'voucher: is append-only and without gaps')
    WHEN NEW.seq IS NOT (SELECT next FROM series WHERE series = NEW.series)
      THEN RAISE(ABORT, 'voucher: takes the next number of its series')
    WHEN length(NEW.hash) <> 32 OR NEW.voucher_id = 1 AND NEW.previous_hash <> zeroblob(32)
      OR NEW.voucher_id > 1 AND NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id - 1
        AND hash = NEW.previous_hash AND recorded_at_ns <= NEW.recorded_at_ns)
      THEN RAISE(ABORT, 'voucher: follows the one before it')
    WHEN (SELECT count(*) >= 2 AND count(*) = NEW.line_count AND max(entry_id) = NEW.voucher_id * 65536 + NEW.line_count
            AND CASE WHEN min(currency) = max(currency) THEN sum(iif(side = 'debit', amount, -amount)) = 0
                ELSE NOT EXISTS (SELECT 1 FROM entry
                  WHERE entry_id BETWEEN NEW.voucher_id * 65536 + 1 AND NEW.voucher_id * 65536 + 65535
                  GROUP BY currency HAVING sum(iif(side = 'debit', amount, -amount)) <> 0) END
          FROM entry WHERE entry_id BETWEEN NEW.voucher_id * 65536 + 1 AND NEW.voucher_id * 65536 + 65535) IS NOT 1
      THEN RAISE(ABORT, 'voucher: does not balance')
  END;
END;
-- Without this one, INSERT OR REPLACE would quietly rewrite the voucher that already has the key (ledger.md 1.1 fact 2).
CREATE TRIGGER voucher_business_key_is_new BEFORE INSERT ON voucher
WHEN EXISTS (SELECT 1 FROM voucher WHERE business_key = NEW.business_key)
BEGIN SELECT RAISE(ABORT, 'voucher: this fact is booked already'); END;
-- An order that names this voucher as the one that paid it is paid by it, and a payment is named by its order.
CREATE TRIGGER voucher_pays_its_order BEFORE INSERT ON voucher
WHEN iif(NEW.kind = 'pay', NEW.order_id, NULL) IS NOT (SELECT order_id FROM awaited WHERE voucher_id = NEW.voucher_id)
BEGIN SELECT RAISE(ABORT, 'voucher: a payment and its order name each other'); END;
CREATE TRIGGER voucher_takes_its_number AFTER INSERT ON voucher
BEGIN UPDATE series SET next = next + 1 WHERE series = NEW.series; END;
CREATE TRIGGER voucher_is_never_changed BEFORE UPDATE ON voucher
BEGIN SELECT RAISE(ABORT, 'voucher: is append-only'); END;
CREATE TRIGGER voucher_is_kept BEFORE DELETE ON voucher
BEGIN SELECT RAISE(ABORT, 'voucher: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The life of a payment: orders, channel, attempt, refund
-- ---------------------------------------------------------------------------------------------------------------------

-- In the tables a payment writes, three and more words are told apart by OR: for IN, SQLite would build and drop a tree in
-- memory with every row it checks.

-- The legal steps. created→paid is the balance payment, which is one transaction and never outside. A failed attempt that
-- the channel later calls a success is 'late' money (ledger.md 2.3): evidence may overrule our own conclusion from silence.
CREATE TABLE legal_step (
  machine TEXT NOT NULL,
  from_status TEXT NOT NULL,
  to_status TEXT NOT NULL,
  PRIMARY KEY (machine, from_status, to_status)
) STRICT, WITHOUT ROWID;

INSERT INTO legal_step VALUES
  ('order', 'created', 'paying'), ('order', 'created', 'paid'), ('order', 'created', 'cancelled'),
  ('order', 'paying', 'paid'), ('order', 'paying', 'closing'),
  ('order', 'closing', 'paid'), ('order', 'closing', 'cancelled'),
  ('order', 'paid', 'fulfilled'), ('order', 'paid', 'refunded'), ('order', 'fulfilled', 'refunded'),
  ('attempt', 'dispatched', 'succeeded'), ('attempt', 'dispatched', 'failed'), ('attempt', 'dispatched', 'unknown'),
  ('attempt', 'unknown', 'succeeded'), ('attempt', 'unknown', 'failed'), ('attempt', 'failed', 'succeeded'),
  ('refund', 'requested', 'dispatched'),
  ('refund', 'dispatched', 'succeeded'), ('refund', 'dispatched', 'failed'), ('refund', 'dispatched', 'unknown'),
  ('refund', 'unknown', 'succeeded'), ('refund', 'unknown', 'failed');

CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;
CREATE TRIGGER legal_step_is_kept BEFORE DELETE ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;
CREATE TRIGGER legal_step_is_never_changed BEFORE UPDATE ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  order_no TEXT NOT NULL CONSTRAINT order_no_is_unique UNIQUE,
  buyer_id INTEGER NOT NULL REFERENCES account (account_id),
  payee_id INTEGER NOT NULL REFERENCES account (account_id),
  currency TEXT NOT NULL REFERENCES currency (code),
  amount_due INTEGER NOT NULL CHECK (amount_due BETWEEN 1 AND 999999999999999),
  captured INTEGER NOT NULL DEFAULT 0 CHECK (captured >= 0),
  refund_reserved INTEGER NOT NULL DEFAULT 0 CHECK (refund_reserved >= 0),
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  status TEXT NOT NULL DEFAULT 'created'
    CHECK (status = 'created' OR status = 'paying' OR status = 'closing' OR status = 'paid' OR status = 'fulfilled'
           OR status = 'cancelled' OR status = 'refunded'),
  settled_by INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CHECK (buyer_id <> payee_id),
  CHECK (refund_reserved + refunded <= captured),
  CHECK ((status = 'paid' OR status = 'fulfilled' OR status = 'refunded') = (settled_by IS NOT NULL))
) STRICT;

CREATE TRIGGER orders_begin BEFORE INSERT ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'created' OR NEW.version <> 1 OR NEW.captured <> 0 OR NEW.refunded <> 0 OR NEW.refund_reserved <> 0
  OR NEW.settled_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id OR order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'order: begins as created, once'); END;
CREATE TRIGGER orders_keep_their_terms BEFORE UPDATE ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.order_id <> OLD.order_id OR NEW.order_no <> OLD.order_no OR NEW.buyer_id <> OLD.buyer_id
  OR NEW.payee_id <> OLD.payee_id OR NEW.currency <> OLD.currency OR NEW.amount_due <> OLD.amount_due
  OR NEW.created_at_ns <> OLD.created_at_ns OR NEW.captured < OLD.captured OR NEW.refunded < OLD.refunded
  OR NEW.refund_reserved < 0 OR NEW.refund_reserved + NEW.refunded > NEW.captured
  OR (OLD.settled_by IS NOT NULL AND (NEW.settled_by IS NOT OLD.settled_by OR NEW.captured <> OLD.captured))
  OR (OLD.settled_by IS NULL AND NEW.settled_by IS NULL AND NEW.captured <> OLD.captured)
BEGIN SELECT RAISE(ABORT, 'order: keeps its terms, its version rises by one, refunds stay within what was captured'); END;
-- Settled by the voucher that comes next, within the transaction: one that stands already paid for something else.
CREATE TRIGGER orders_await_their_voucher AFTER UPDATE OF settled_by ON orders
WHEN NEW.settled_by IS NOT OLD.settled_by
BEGIN UPDATE awaited SET voucher_id = NEW.settled_by, order_id = NEW.order_id; END;
-- The counters of refunds are the sums of its refunds, which are written first.
CREATE TRIGGER orders_refund_what_refunds_say BEFORE UPDATE OF refunded, refund_reserved ON orders
WHEN (NEW.refunded <> OLD.refunded OR NEW.refund_reserved <> OLD.refund_reserved)
  AND (SELECT coalesce(sum(iif(status = 'succeeded', amount, 0)), 0) IS NOT NEW.refunded
           OR coalesce(sum(iif(status IN ('requested', 'dispatched', 'unknown'), amount, 0)), 0) IS NOT NEW.refund_reserved
       FROM refund WHERE order_id = NEW.order_id AND cause = 'customer')
BEGIN SELECT RAISE(ABORT, 'order: its counters are the sums of its refunds'); END;
CREATE TRIGGER orders_step_legally BEFORE UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND NOT EXISTS (
  SELECT 1 FROM legal_step WHERE machine = 'order' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'order: not a legal step'); END;
CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
BEGIN SELECT RAISE(ABORT, 'order: is kept for ever'); END;

CREATE TABLE channel (
  name TEXT PRIMARY KEY,
  place TEXT NOT NULL,                                             -- where its own books lie, relative to the ledger's folder
  settle_delay_ns INTEGER NOT NULL CHECK (settle_delay_ns >= 0),   -- before it, "not found" proves nothing
  key_window_ns INTEGER NOT NULL CHECK (key_window_ns >= 0),       -- how long it knows our reference again
  added_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER channel_is_new BEFORE INSERT ON channel
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM channel WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'channel: is there already'); END;
CREATE TRIGGER channel_keeps_its_name BEFORE UPDATE ON channel
WHEN payonce_writer() IS NOT 1 OR NEW.name <> OLD.name OR NEW.added_at_ns <> OLD.added_at_ns
BEGIN SELECT RAISE(ABORT, 'channel: keeps its name'); END;
CREATE TRIGGER channel_is_kept BEFORE DELETE ON channel
BEGIN SELECT RAISE(ABORT, 'channel: is kept for ever'); END;

-- An attempt is written down, as dispatched, before the channel is asked.
CREATE TABLE attempt (
  attempt_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  n INTEGER NOT NULL CHECK (n >= 1),
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- ours, derived from the order and n
  channel_txn TEXT,                                                -- the channel's own number, once it moved money
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'dispatched'
    CHECK (status = 'dispatched' OR status = 'unknown' OR status = 'succeeded' OR status = 'failed'),
  role TEXT CHECK (role = 'settles' OR role = 'duplicate' OR role = 'late'),
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  holder BLOB NOT NULL CHECK (length(holder) = 16),                -- the key that began it
  dispatched_at_ns INTEGER NOT NULL,
  dispatched_on TEXT,                                              -- host and boot, whose clock cannot be set
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT attempt_of_order_is_unique UNIQUE (order_id, n),
  CONSTRAINT attempt_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT attempt_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((status = 'succeeded') = (role IS NOT NULL)),
  CHECK (status <> 'succeeded' OR channel_txn IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX attempt_one_settles ON attempt (order_id) WHERE role = 'settles';
CREATE UNIQUE INDEX attempt_one_open ON attempt (order_id) WHERE status IN ('dispatched', 'unknown');

CREATE TRIGGER attempt_begins BEFORE INSERT ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'dispatched' OR NEW.version <> 1 OR NEW.role IS NOT NULL OR NEW.channel_txn IS NOT NULL
  OR EXISTS (SELECT 1 FROM attempt WHERE attempt_id = NEW.attempt_id
             OR (order_id = NEW.order_id AND n = NEW.n) OR (channel = NEW.channel AND reference = NEW.reference))
  OR EXISTS (SELECT 1 FROM attempt WHERE order_id = NEW.order_id AND status IN ('dispatched', 'unknown'))
BEGIN SELECT RAISE(ABORT, 'attempt: begins as dispatched, once, and alone'); END;
CREATE TRIGGER attempt_steps_legally BEFORE UPDATE ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.attempt_id <> OLD.attempt_id OR NEW.order_id <> OLD.order_id OR NEW.n <> OLD.n OR NEW.channel <> OLD.channel
  OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (OLD.role IS NOT NULL AND NEW.role IS NOT OLD.role)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'attempt' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'attempt: not a legal step'); END;
CREATE TRIGGER attempt_is_kept BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempt: is kept for ever'); END;

-- A refund of a channel payment is dispatched before the channel is asked; one of a balance payment is one transaction and
-- begins as succeeded; one that the ledger itself owes (a late or second payment) begins as requested.
CREATE TABLE refund (
  refund_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  attempt_id INTEGER REFERENCES attempt (attempt_id),
  cause TEXT NOT NULL CHECK (cause IN ('customer', 'duplicate', 'late')),
  cause_key TEXT NOT NULL CONSTRAINT refund_cause_key_is_unique UNIQUE,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  channel TEXT REFERENCES channel (name),
  reference TEXT,
  channel_txn TEXT,
  status TEXT NOT NULL CHECK (status IN ('requested', 'dispatched', 'unknown', 'succeeded', 'failed')),
  holder BLOB,
  dispatched_at_ns INTEGER,
  dispatched_on TEXT,
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT refund_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT refund_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((channel IS NULL) = (reference IS NULL) AND (channel IS NULL) = (attempt_id IS NULL)),
  CHECK (channel IS NULL OR status <> 'succeeded' OR channel_txn IS NOT NULL)
) STRICT;

CREATE INDEX refund_of_order ON refund (order_id);
CREATE INDEX refund_open ON refund (status) WHERE status IN ('requested', 'dispatched', 'unknown');
CREATE INDEX attempt_concluded ON attempt (dispatched_at_ns) WHERE status = 'failed' AND needs_review = 1;
CREATE INDEX refund_refused ON refund (refund_id) WHERE status = 'failed' AND cause <> 'customer';
CREATE INDEX attempt_open ON attempt (status) WHERE status IN ('dispatched', 'unknown');

CREATE TRIGGER refund_begins BEFORE INSERT ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.channel_txn IS NOT NULL OR NEW.status IN ('unknown', 'failed')
  OR (NEW.status = 'succeeded') <> (NEW.channel IS NULL)
  OR EXISTS (SELECT 1 FROM refund WHERE refund_id = NEW.refund_id OR cause_key = NEW.cause_key)
BEGIN SELECT RAISE(ABORT, 'refund: begins once'); END;
CREATE TRIGGER refund_steps_legally BEFORE UPDATE ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.refund_id <> OLD.refund_id OR NEW.order_id <> OLD.order_id OR NEW.attempt_id IS NOT OLD.attempt_id
  OR NEW.cause <> OLD.cause OR NEW.cause_key <> OLD.cause_key OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR NEW.reference IS NOT OLD.reference OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'refund' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'refund: not a legal step'); END;
CREATE TRIGGER refund_is_kept BEFORE DELETE ON refund
BEGIN SELECT RAISE(ABORT, 'refund: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The first two layers: idempotency_key and dedup_window
-- ---------------------------------------------------------------------------------------------------------------------

-- Looked up by 16 bytes of SHA-256 over (tenant, key): a short index whose order no client can spoil with long texts.
CREATE TABLE idempotency_key (
  key_id INTEGER PRIMARY KEY,
  key_hash BLOB NOT NULL CONSTRAINT idempotency_key_is_unique UNIQUE CHECK (length(key_hash) = 16),
  tenant TEXT NOT NULL,
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fp_alg INTEGER NOT NULL,
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 48),      -- route, target, body: 16 bytes of HMAC each
  state TEXT NOT NULL
    CHECK (state = 'in_progress' OR state = 'unknown' OR state = 'dead' OR state = 'done' OR state = 'tombstone'),
  fence INTEGER NOT NULL CHECK (fence >= 1),                       -- whose claim it is: every takeover adds one
  tries INTEGER NOT NULL DEFAULT 1,
  attempt_id INTEGER,                                              -- what was begun outside under this key
  refund_id INTEGER,
  lease_host TEXT,
  lease_boot TEXT,
  lease_boot_until_ns INTEGER,
  lease_until_ns INTEGER,
  last_error TEXT,
  outcome TEXT,
  http_status INTEGER,
  answer TEXT,
  begun_at_ns INTEGER NOT NULL,
  done_at_ns INTEGER,
  answer_until_ns INTEGER,
  tombstone_until_ns INTEGER,
  CHECK ((state = 'in_progress') = (lease_until_ns IS NOT NULL)),
  CHECK ((state IN ('done', 'tombstone')) = (outcome IS NOT NULL)),
  CHECK (state <> 'tombstone' OR answer IS NULL)
) STRICT;

CREATE INDEX idempotency_key_open ON idempotency_key (state) WHERE outcome IS NULL;

CREATE TRIGGER idempotency_key_is_new BEFORE INSERT ON idempotency_key
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_id = NEW.key_id OR key_hash = NEW.key_hash)
BEGIN SELECT RAISE(ABORT, 'idempotency_key: is there already'); END;
CREATE TRIGGER idempotency_key_keeps_its_meaning BEFORE UPDATE ON idempotency_key
WHEN payonce_writer() IS NOT 1 OR NEW.key_id <> OLD.key_id OR NEW.key_hash <> OLD.key_hash OR NEW.tenant <> OLD.tenant OR NEW.key <> OLD.key
  OR NEW.fp_alg <> OLD.fp_alg OR NEW.fingerprint <> OLD.fingerprint OR NEW.fence < OLD.fence
  OR (OLD.state = 'done' AND NEW.state NOT IN ('done', 'tombstone'))
  OR (OLD.state = 'tombstone' AND NEW.state <> 'tombstone')
  OR (OLD.outcome IS NOT NULL AND (NEW.outcome IS NOT OLD.outcome OR NEW.done_at_ns IS NOT OLD.done_at_ns
    OR NEW.http_status IS NOT OLD.http_status OR NEW.attempt_id IS NOT OLD.attempt_id OR NEW.refund_id IS NOT OLD.refund_id
    OR NEW.answer_until_ns IS NOT OLD.answer_until_ns OR NEW.tombstone_until_ns IS NOT OLD.tombstone_until_ns
    OR (NEW.answer IS NOT OLD.answer AND NOT (NEW.state = 'tombstone' AND NEW.answer IS NULL))))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: a stored answer and a fingerprint never change'); END;
-- Behind its retention and not before, by the latest time the file knows (reap writes that first).
CREATE TRIGGER idempotency_key_is_buried_in_time BEFORE UPDATE ON idempotency_key
WHEN OLD.state = 'done' AND NEW.state = 'tombstone' AND OLD.answer_until_ns > (SELECT latest_ns FROM meta)
BEGIN SELECT RAISE(ABORT, 'idempotency_key: its answer is kept until its retention ends'); END;
CREATE TRIGGER idempotency_key_is_kept BEFORE DELETE ON idempotency_key
WHEN payonce_writer() IS NOT 1
  OR NOT (OLD.state = 'in_progress' OR (OLD.state = 'tombstone' AND OLD.tombstone_until_ns <= (SELECT latest_ns FROM meta)))
BEGIN SELECT RAISE(ABORT, 'idempotency_key: only an open claim is given back, only an old tombstone forgotten'); END;

-- Led by the order, so that one payment's rows lie together. An entry belongs to the key that made it.
CREATE TABLE dedup_window (
  intent TEXT PRIMARY KEY,
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  admitted_at_ns INTEGER NOT NULL,
  expires_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
