-- The life of a payment: every step of a machine is written to a history that is only appended to, with its cause and the
-- evidence it rests on; money can be held and captured in parts; an order can expire. ledger.md 1.3 and 2 argue it.
-- A CHECK cannot be changed, so that orders, attempt and refund are made anew with their rows; their rules follow below.
-- payonce_cause() and payonce_evidence() are what the transaction that steps has said of itself (Tx::because).

-- ---------------------------------------------------------------------------------------------------------------------
-- Evidence and history
-- ---------------------------------------------------------------------------------------------------------------------

-- What somebody outside said, once. A stronger source is not overruled by a weaker one (ledger.md 2.2):
-- statement > manual > query > notice > reply > silence.
CREATE TABLE evidence (
  evidence_id INTEGER PRIMARY KEY,
  source TEXT NOT NULL CHECK (source IN ('reply', 'notice', 'query', 'statement', 'manual')),
  channel TEXT,
  said TEXT NOT NULL CHECK (length(said) BETWEEN 1 AND 4096),      -- in words: what, of which reference, how much
  digest BLOB NOT NULL CONSTRAINT evidence_is_unique UNIQUE CHECK (length(digest) = 16),
  at_ns INTEGER NOT NULL
) STRICT;

CREATE TRIGGER evidence_is_new BEFORE INSERT ON evidence
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM evidence WHERE evidence_id = NEW.evidence_id OR digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;
CREATE TRIGGER evidence_is_never_changed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;
CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: is append-only'); END;

-- One row a step, written by the trigger of the row that steps. `version` is the one the row has behind it.
CREATE TABLE history (
  machine TEXT NOT NULL,
  entity_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  from_status TEXT NOT NULL,
  to_status TEXT NOT NULL,
  cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 32),
  evidence_id INTEGER REFERENCES evidence (evidence_id),
  at_ns INTEGER NOT NULL,
  PRIMARY KEY (machine, entity_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
BEGIN SELECT RAISE(ABORT, 'history: is append-only'); END;
CREATE TRIGGER history_is_kept BEFORE DELETE ON history
BEGIN SELECT RAISE(ABORT, 'history: is append-only'); END;

-- What stands already has lost its steps: one row says where it stood when histories began.
INSERT INTO history
  SELECT 'order', order_id, version, 'created', status, 'before history', NULL, changed_at_ns FROM orders
  WHERE status <> 'created'
  UNION ALL
  SELECT 'attempt', attempt_id, version, 'dispatched', status, 'before history', NULL, changed_at_ns FROM attempt
  WHERE status <> 'dispatched'
  UNION ALL
  SELECT 'refund', refund_id, version, 'requested', status, 'before history', NULL, changed_at_ns FROM refund
  WHERE status NOT IN ('requested', 'dispatched') AND NOT (status = 'succeeded' AND version = 1);

-- Behind them, steps alone.
CREATE TRIGGER history_is_of_steps BEFORE INSERT ON history
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM history WHERE machine = NEW.machine AND entity_id = NEW.entity_id AND version >= NEW.version)
BEGIN SELECT RAISE(ABORT, 'history: is of legal steps, and only appended to'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- The legal steps
-- ---------------------------------------------------------------------------------------------------------------------

DROP TRIGGER legal_step_is_law;

-- An attempt that failed by our own conclusion may turn out to hold money after all, or to have moved it.
INSERT INTO legal_step VALUES
  ('order', 'created', 'expired'), ('order', 'closing', 'expired'),
  ('attempt', 'dispatched', 'authorised'), ('attempt', 'unknown', 'authorised'), ('attempt', 'failed', 'authorised'),
  ('attempt', 'authorised', 'partly_captured'), ('attempt', 'authorised', 'succeeded'),
  ('attempt', 'authorised', 'voided'), ('attempt', 'authorised', 'expired'),
  ('attempt', 'partly_captured', 'succeeded'),
  ('operation', 'dispatched', 'succeeded'), ('operation', 'dispatched', 'failed'), ('operation', 'dispatched', 'unknown'),
  ('operation', 'unknown', 'succeeded'), ('operation', 'unknown', 'failed'), ('operation', 'failed', 'succeeded');

CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Orders
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE new_orders (
  order_id INTEGER PRIMARY KEY,
  order_no TEXT NOT NULL CONSTRAINT order_no_is_unique UNIQUE,
  buyer_id INTEGER NOT NULL REFERENCES account (account_id),
  payee_id INTEGER NOT NULL REFERENCES account (account_id),
  currency TEXT NOT NULL REFERENCES currency (code),
  amount_due INTEGER NOT NULL CHECK (amount_due BETWEEN 1 AND 999999999999999),
  tax INTEGER NOT NULL DEFAULT 0 CHECK (tax BETWEEN 0 AND amount_due),   -- of the amount due
  captured INTEGER NOT NULL DEFAULT 0 CHECK (captured >= 0),
  refund_reserved INTEGER NOT NULL DEFAULT 0 CHECK (refund_reserved >= 0),
  refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  charged_back INTEGER NOT NULL DEFAULT 0 CHECK (charged_back >= 0),     -- taken back by disputes that are open or lost
  status TEXT NOT NULL DEFAULT 'created'
    CHECK (status = 'created' OR status = 'paying' OR status = 'closing' OR status = 'paid' OR status = 'fulfilled'
           OR status = 'cancelled' OR status = 'expired' OR status = 'refunded'),
  settled_by INTEGER,
  closing_for TEXT CHECK (closing_for = 'cancel' OR closing_for = 'expiry'),
  expires_at_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CHECK (buyer_id <> payee_id),
  CHECK (refund_reserved + refunded <= captured),
  CHECK (status <> 'closing' OR closing_for IS NOT NULL),
  CHECK ((status = 'paid' OR status = 'fulfilled' OR status = 'refunded') = (settled_by IS NOT NULL))
) STRICT;

INSERT INTO new_orders (order_id, order_no, buyer_id, payee_id, currency, amount_due, captured, refund_reserved, refunded,
                        status, settled_by, closing_for, version, created_at_ns, changed_at_ns)
  SELECT order_id, order_no, buyer_id, payee_id, currency, amount_due, captured, refund_reserved, refunded,
         status, settled_by, iif(status = 'closing', 'cancel', NULL), version, created_at_ns, changed_at_ns
  FROM orders ORDER BY order_id;
DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;

CREATE INDEX orders_that_expire ON orders (expires_at_ns)
  WHERE expires_at_ns IS NOT NULL AND status IN ('created', 'paying');

CREATE TRIGGER orders_begin BEFORE INSERT ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'created' OR NEW.version <> 1 OR NEW.captured <> 0 OR NEW.refunded <> 0 OR NEW.refund_reserved <> 0
  OR NEW.charged_back <> 0 OR NEW.settled_by IS NOT NULL OR NEW.closing_for IS NOT NULL
  OR EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id OR order_no = NEW.order_no)
BEGIN SELECT RAISE(ABORT, 'order: begins as created, once'); END;
-- Captures add up, and only until the order is settled: from then on what was captured stands.
CREATE TRIGGER orders_keep_their_terms BEFORE UPDATE ON orders
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.order_id <> OLD.order_id OR NEW.order_no <> OLD.order_no OR NEW.buyer_id <> OLD.buyer_id
  OR NEW.payee_id <> OLD.payee_id OR NEW.currency <> OLD.currency OR NEW.amount_due <> OLD.amount_due
  OR NEW.tax <> OLD.tax OR NEW.expires_at_ns IS NOT OLD.expires_at_ns OR NEW.charged_back < 0
  OR NEW.created_at_ns <> OLD.created_at_ns OR NEW.captured < OLD.captured OR NEW.refunded < OLD.refunded
  OR NEW.refund_reserved < 0 OR NEW.refund_reserved + NEW.refunded > NEW.captured OR NEW.captured > NEW.amount_due
  OR (OLD.settled_by IS NOT NULL AND (NEW.settled_by IS NOT OLD.settled_by OR NEW.captured <> OLD.captured))
  OR (OLD.closing_for IS NOT NULL AND NEW.closing_for IS NOT OLD.closing_for)
BEGIN SELECT RAISE(ABORT, 'order: keeps its terms, its version rises by one, refunds stay within what was captured'); END;
-- Settled by the voucher that comes next, within the transaction: one that stands already paid for something else.
CREATE TRIGGER orders_await_their_voucher AFTER UPDATE OF settled_by ON orders
WHEN NEW.settled_by IS NOT OLD.settled_by
BEGIN UPDATE awaited SET voucher_id = NEW.settled_by, order_id = NEW.order_id; END;
CREATE TRIGGER orders_step_legally BEFORE UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND NOT EXISTS (
  SELECT 1 FROM legal_step WHERE machine = 'order' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'order: not a legal step'); END;
CREATE TRIGGER orders_write_history AFTER UPDATE OF status ON orders WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('order', NEW.order_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER orders_are_kept BEFORE DELETE ON orders
BEGIN SELECT RAISE(ABORT, 'order: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Attempts: a charge in one step, or a hold that is captured in parts
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE new_attempt (
  attempt_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  n INTEGER NOT NULL CHECK (n >= 1),
  purpose TEXT NOT NULL DEFAULT 'charge' CHECK (purpose = 'charge' OR purpose = 'authorise'),
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- ours, derived from the order and n
  channel_txn TEXT,                                                -- the channel's own number, once it moved or held money
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  captured INTEGER NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND amount),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'dispatched'
    CHECK (status = 'dispatched' OR status = 'unknown' OR status = 'authorised' OR status = 'partly_captured'
           OR status = 'succeeded' OR status = 'failed' OR status = 'voided' OR status = 'expired'),
  role TEXT CHECK (role = 'settles' OR role = 'duplicate' OR role = 'late'),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),   -- whose word the status rests on
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,                                        -- when to ask again about what is unknown
  hold_ns INTEGER CHECK (hold_ns > 0),                             -- for how long money is asked to be held
  hold_until_ns INTEGER,                                           -- when what is held frees itself
  holder BLOB NOT NULL CHECK (length(holder) = 16),                -- the key that began it
  dispatched_at_ns INTEGER NOT NULL,
  dispatched_on TEXT,                                              -- host and boot, whose clock cannot be set
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT attempt_of_order_is_unique UNIQUE (order_id, n),
  CONSTRAINT attempt_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT attempt_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((status = 'succeeded' OR status = 'partly_captured') = (role IS NOT NULL)),
  CHECK (status <> 'succeeded' OR channel_txn IS NOT NULL),
  CHECK ((status = 'succeeded' OR status = 'partly_captured') = (captured > 0)),
  CHECK (purpose = 'authorise' OR captured = 0 OR captured = amount),
  CHECK ((purpose = 'authorise') = (hold_ns IS NOT NULL)),
  CHECK (purpose = 'authorise' OR status NOT IN ('authorised', 'partly_captured', 'voided', 'expired'))
) STRICT;

INSERT INTO new_attempt (attempt_id, order_id, n, channel, reference, channel_txn, amount, captured, currency, status, role,
                         decided_by, needs_review, queries, next_query_at_ns, holder, dispatched_at_ns, dispatched_on,
                         dispatched_boot_ns, version, changed_at_ns)
  SELECT attempt_id, order_id, n, channel, reference, channel_txn, amount, iif(status = 'succeeded', amount, 0), currency,
         status, role, CASE WHEN status = 'failed' AND needs_review = 1 THEN 'silence' WHEN status IN ('succeeded', 'failed') THEN 'reply' END,
         needs_review, queries, iif(status = 'unknown', changed_at_ns, NULL), holder, dispatched_at_ns, dispatched_on,
         dispatched_boot_ns, version, changed_at_ns
  FROM attempt ORDER BY attempt_id;
DROP TABLE attempt;
ALTER TABLE new_attempt RENAME TO attempt;

CREATE UNIQUE INDEX attempt_one_settles ON attempt (order_id) WHERE role = 'settles';
CREATE UNIQUE INDEX attempt_one_open ON attempt (order_id) WHERE status IN ('dispatched', 'unknown');
CREATE INDEX attempt_open ON attempt (status) WHERE status IN ('dispatched', 'unknown');
CREATE INDEX attempt_holds ON attempt (order_id) WHERE status IN ('authorised', 'partly_captured');
CREATE INDEX attempt_concluded ON attempt (dispatched_at_ns) WHERE status = 'failed' AND needs_review = 1;

CREATE TRIGGER attempt_begins BEFORE INSERT ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'dispatched' OR NEW.version <> 1 OR NEW.role IS NOT NULL OR NEW.channel_txn IS NOT NULL
  OR NEW.captured <> 0 OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM attempt WHERE attempt_id = NEW.attempt_id
             OR (order_id = NEW.order_id AND n = NEW.n) OR (channel = NEW.channel AND reference = NEW.reference))
  OR EXISTS (SELECT 1 FROM attempt WHERE order_id = NEW.order_id
             AND status IN ('dispatched', 'unknown', 'authorised', 'partly_captured'))
BEGIN SELECT RAISE(ABORT, 'attempt: begins as dispatched, once, and alone'); END;
CREATE TRIGGER attempt_steps_legally BEFORE UPDATE ON attempt
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.attempt_id <> OLD.attempt_id OR NEW.order_id <> OLD.order_id OR NEW.n <> OLD.n OR NEW.channel <> OLD.channel
  OR NEW.purpose <> OLD.purpose OR NEW.hold_ns IS NOT OLD.hold_ns OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount
  OR NEW.currency <> OLD.currency OR NEW.captured < OLD.captured
  OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (OLD.role IS NOT NULL AND NEW.role IS NOT OLD.role)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'attempt' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'attempt: not a legal step'); END;
CREATE TRIGGER attempt_writes_history AFTER UPDATE OF status ON attempt WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('attempt', NEW.attempt_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER attempt_is_kept BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempt: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Operations: what is asked about money that is held. Written before the channel is asked; one at a time.
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE operation (
  operation_id INTEGER PRIMARY KEY,
  attempt_id INTEGER NOT NULL REFERENCES attempt (attempt_id),
  n INTEGER NOT NULL CHECK (n >= 1),
  kind TEXT NOT NULL CHECK (kind = 'capture' OR kind = 'void' OR kind = 'close'),
  is_last INTEGER NOT NULL DEFAULT 0 CHECK (is_last IN (0, 1)),    -- a capture behind which the rest is freed
  business_key TEXT NOT NULL,                                      -- of its fact
  channel TEXT NOT NULL REFERENCES channel (name),
  reference TEXT NOT NULL,                                         -- ours: the channel knows it again
  channel_txn TEXT,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  status TEXT NOT NULL DEFAULT 'dispatched'
    CHECK (status = 'dispatched' OR status = 'unknown' OR status = 'succeeded' OR status = 'failed'),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,
  holder BLOB NOT NULL CHECK (length(holder) = 16),
  dispatched_at_ns INTEGER NOT NULL,
  dispatched_on TEXT,
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT operation_of_attempt_is_unique UNIQUE (attempt_id, n),
  CONSTRAINT operation_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT operation_channel_txn_is_unique UNIQUE (channel, channel_txn)
) STRICT;

-- One fact, one operation; what failed did nothing, and may be asked for again.
CREATE UNIQUE INDEX operation_business_key_is_unique ON operation (business_key) WHERE status <> 'failed';
CREATE UNIQUE INDEX operation_one_open ON operation (attempt_id) WHERE status IN ('dispatched', 'unknown');
CREATE INDEX operation_open ON operation (status) WHERE status IN ('dispatched', 'unknown');

-- A capture stays within what is held and not captured yet; nothing else is asked about the same money meanwhile.
CREATE TRIGGER operation_begins BEFORE INSERT ON operation
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'dispatched' OR NEW.version <> 1 OR NEW.channel_txn IS NOT NULL
  OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM operation WHERE operation_id = NEW.operation_id
             OR (business_key = NEW.business_key AND status <> 'failed')
             OR (attempt_id = NEW.attempt_id AND (n = NEW.n OR status IN ('dispatched', 'unknown')))
             OR (channel = NEW.channel AND reference = NEW.reference))
  OR NOT EXISTS (SELECT 1 FROM attempt a WHERE a.attempt_id = NEW.attempt_id AND a.channel = NEW.channel
                 AND a.currency = NEW.currency AND CASE NEW.kind
                   WHEN 'close' THEN a.status IN ('dispatched', 'unknown')
                   ELSE a.status IN ('authorised', 'partly_captured') AND NEW.amount <= a.amount - a.captured END)
BEGIN SELECT RAISE(ABORT, 'operation: begins as dispatched, once, alone, within what is held'); END;
CREATE TRIGGER operation_steps_legally BEFORE UPDATE ON operation
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.operation_id <> OLD.operation_id OR NEW.attempt_id <> OLD.attempt_id OR NEW.n <> OLD.n OR NEW.kind <> OLD.kind
  OR NEW.is_last <> OLD.is_last OR NEW.business_key <> OLD.business_key OR NEW.channel <> OLD.channel
  OR NEW.reference <> OLD.reference OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency
  OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'operation' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'operation: not a legal step'); END;
-- What is captured of a hold, its operations say, which step first: over-capture is refused here whoever asks for it.
CREATE TRIGGER attempt_captures_what_operations_say BEFORE UPDATE OF captured ON attempt
WHEN NEW.captured <> OLD.captured AND NEW.purpose = 'authorise'
  AND NEW.captured IS NOT (SELECT sum(amount) FROM operation
                           WHERE attempt_id = NEW.attempt_id AND kind = 'capture' AND status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'attempt: its captures are those of its operations'); END;
CREATE TRIGGER operation_writes_history AFTER UPDATE OF status ON operation WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('operation', NEW.operation_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER operation_is_kept BEFORE DELETE ON operation
BEGIN SELECT RAISE(ABORT, 'operation: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Refunds
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE new_refund (
  refund_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  attempt_id INTEGER REFERENCES attempt (attempt_id),
  cause TEXT NOT NULL CHECK (cause IN ('customer', 'duplicate', 'late', 'failed', 'dispute')),
  cause_key TEXT NOT NULL CONSTRAINT refund_cause_key_is_unique UNIQUE,
  replaces INTEGER REFERENCES refund (refund_id),                  -- a failed one, whose money is sent another way
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999999),
  currency TEXT NOT NULL REFERENCES currency (code),
  channel TEXT REFERENCES channel (name),
  reference TEXT,
  channel_txn TEXT,
  status TEXT NOT NULL CHECK (status IN ('requested', 'dispatched', 'unknown', 'succeeded', 'failed')),
  decided_by TEXT CHECK (decided_by IN ('silence', 'reply', 'notice', 'query', 'manual', 'statement')),
  needs_review INTEGER NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  queries INTEGER NOT NULL DEFAULT 0,
  next_query_at_ns INTEGER,
  holder BLOB,
  dispatched_at_ns INTEGER,
  dispatched_on TEXT,
  dispatched_boot_ns INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT refund_reference_is_unique UNIQUE (channel, reference),
  CONSTRAINT refund_channel_txn_is_unique UNIQUE (channel, channel_txn),
  CHECK ((channel IS NULL) = (reference IS NULL) AND (channel IS NULL OR attempt_id IS NOT NULL)),
  CHECK ((cause = 'failed') = (replaces IS NOT NULL)),
  CHECK (channel IS NULL OR status <> 'succeeded' OR channel_txn IS NOT NULL)
) STRICT;

INSERT INTO new_refund (refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn,
                        status, decided_by, next_query_at_ns, holder, dispatched_at_ns, dispatched_on, dispatched_boot_ns, version,
                        changed_at_ns)
  SELECT refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, channel_txn,
         status, iif(channel IS NOT NULL AND status IN ('succeeded', 'failed'), 'reply', NULL), iif(status = 'unknown', changed_at_ns, NULL),
         holder, dispatched_at_ns,
         dispatched_on, dispatched_boot_ns, version, changed_at_ns
  FROM refund ORDER BY refund_id;
DROP TABLE refund;
ALTER TABLE new_refund RENAME TO refund;

CREATE UNIQUE INDEX refund_is_replaced_once ON refund (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX refund_of_order ON refund (order_id);
CREATE INDEX refund_open ON refund (status) WHERE status IN ('requested', 'dispatched', 'unknown');
CREATE INDEX refund_refused ON refund (refund_id) WHERE status = 'failed';

CREATE TRIGGER refund_begins BEFORE INSERT ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.channel_txn IS NOT NULL OR NEW.status IN ('unknown', 'failed')
  OR (NEW.status = 'succeeded') <> (NEW.channel IS NULL) OR NEW.decided_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM refund WHERE refund_id = NEW.refund_id OR cause_key = NEW.cause_key
             OR (NEW.replaces IS NOT NULL AND replaces = NEW.replaces))
  OR (NEW.replaces IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refund WHERE refund_id = NEW.replaces AND status = 'failed'
        AND order_id = NEW.order_id AND amount = NEW.amount AND currency = NEW.currency))
BEGIN SELECT RAISE(ABORT, 'refund: begins once'); END;
CREATE TRIGGER refund_steps_legally BEFORE UPDATE ON refund
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1
  OR NEW.refund_id <> OLD.refund_id OR NEW.order_id <> OLD.order_id OR NEW.attempt_id IS NOT OLD.attempt_id
  OR NEW.cause <> OLD.cause OR NEW.cause_key <> OLD.cause_key OR NEW.replaces IS NOT OLD.replaces
  OR NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency OR NEW.channel IS NOT OLD.channel
  OR NEW.reference IS NOT OLD.reference OR (OLD.channel_txn IS NOT NULL AND NEW.channel_txn IS NOT OLD.channel_txn)
  OR (NEW.status <> OLD.status AND NOT EXISTS (SELECT 1 FROM legal_step
        WHERE machine = 'refund' AND from_status = OLD.status AND to_status = NEW.status))
BEGIN SELECT RAISE(ABORT, 'refund: not a legal step'); END;
CREATE TRIGGER refund_writes_history AFTER UPDATE OF status ON refund WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('refund', NEW.refund_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
END;
CREATE TRIGGER refund_is_kept BEFORE DELETE ON refund
BEGIN SELECT RAISE(ABORT, 'refund: is kept for ever'); END;

-- What an order counts, its attempts and refunds say.

-- What is captured before the order is settled is what its holding attempt has captured, which is written first.
CREATE TRIGGER orders_capture_what_attempts_say BEFORE UPDATE OF captured ON orders
WHEN NEW.captured <> OLD.captured AND NEW.settled_by IS NULL
  AND NEW.captured IS NOT (SELECT sum(captured) FROM attempt WHERE order_id = NEW.order_id AND role = 'settles')
BEGIN SELECT RAISE(ABORT, 'order: its captures are those of its attempt'); END;
-- The counters of refunds are the sums of its refunds, which are written first.
CREATE TRIGGER orders_refund_what_refunds_say BEFORE UPDATE OF refunded, refund_reserved ON orders
WHEN (NEW.refunded <> OLD.refunded OR NEW.refund_reserved <> OLD.refund_reserved)
  AND (SELECT coalesce(sum(iif(status = 'succeeded', amount, 0)), 0) IS NOT NEW.refunded
           OR coalesce(sum(iif(status IN ('requested', 'dispatched', 'unknown'), amount, 0)), 0) IS NOT NEW.refund_reserved
       FROM refund WHERE order_id = NEW.order_id AND cause = 'customer')
BEGIN SELECT RAISE(ABORT, 'order: its counters are the sums of its refunds'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Vouchers say more of themselves
-- ---------------------------------------------------------------------------------------------------------------------

-- Version 2 of the seal hashes these too; vouchers sealed before keep version 1.
ALTER TABLE voucher ADD COLUMN operation_id INTEGER;
ALTER TABLE voucher ADD COLUMN dispute_id INTEGER;
ALTER TABLE voucher ADD COLUMN reverses INTEGER;                   -- the voucher whose mirror it is
ALTER TABLE voucher ADD COLUMN actor TEXT;                         -- who asked, where a person did
ALTER TABLE voucher ADD COLUMN seal_version INTEGER NOT NULL DEFAULT 1 CHECK (seal_version IN (1, 2));

CREATE UNIQUE INDEX voucher_is_reversed_once ON voucher (reverses) WHERE reverses IS NOT NULL;

CREATE TRIGGER voucher_reverses_one BEFORE INSERT ON voucher
WHEN NEW.reverses IS NOT NULL AND (EXISTS (SELECT 1 FROM voucher WHERE reverses = NEW.reverses)
  OR NOT EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.reverses AND reverses IS NULL))
BEGIN SELECT RAISE(ABORT, 'voucher: is reversed once, and a reversal never'); END;

DROP TRIGGER IF EXISTS voucher_pays_its_order;
-- An order that names this voucher as the one that settled it is settled by it, and a payment is named by its order. What is
-- captured in parts may be settled by the voucher that frees the rest of the hold.
CREATE TRIGGER voucher_pays_its_order BEFORE INSERT ON voucher
WHEN (NEW.kind = 'pay' AND NEW.order_id IS NOT (SELECT order_id FROM awaited WHERE voucher_id = NEW.voucher_id))
  OR EXISTS (SELECT 1 FROM awaited WHERE voucher_id = NEW.voucher_id AND order_id IS NOT NULL
             AND (order_id IS NOT NEW.order_id OR NEW.kind NOT IN ('pay', 'hold_freed')))
BEGIN SELECT RAISE(ABORT, 'voucher: a payment and its order name each other'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- A key may have begun a capture or a void
-- ---------------------------------------------------------------------------------------------------------------------

ALTER TABLE idempotency_key ADD COLUMN operation_id INTEGER;

CREATE TRIGGER idempotency_key_keeps_its_operation BEFORE UPDATE OF operation_id ON idempotency_key
WHEN OLD.outcome IS NOT NULL AND NEW.operation_id IS NOT OLD.operation_id
BEGIN SELECT RAISE(ABORT, 'idempotency_key: a stored answer and a fingerprint never change'); END;
