-- One-time tokens, lease locks, and the calls of a caller's own functions: the defences beside the five layers.

-- A token is one permission for one submit. Only its digest is here: who reads the file cannot use what is in it.
CREATE TABLE token (
  token_id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL CONSTRAINT token_digest_is_unique UNIQUE CHECK (length(digest) = 32),
  tenant TEXT NOT NULL,
  owner TEXT,                                                      -- the account whose money it is about, where that was said
  verb TEXT NOT NULL,
  target TEXT NOT NULL,                                            -- the order or account it was issued for
  issued_at_ns INTEGER NOT NULL,
  issued_on TEXT NOT NULL,                                         -- host and boot, whose clock cannot be set
  issued_boot_ns INTEGER NOT NULL,
  ttl_ns INTEGER NOT NULL CHECK (ttl_ns > 0),
  used_by BLOB CHECK (length(used_by) = 16),                       -- the key that took it, in the transaction of its work
  used_at_ns INTEGER,
  keep_until_ns INTEGER NOT NULL,                                  -- until then it is told apart from one never issued
  CHECK ((used_by IS NULL) = (used_at_ns IS NULL))
) STRICT;

CREATE INDEX token_taken ON token (used_by) WHERE used_by IS NOT NULL;

CREATE TRIGGER token_begins_unused BEFORE INSERT ON token
WHEN payonce_writer() IS NOT 1 OR NEW.used_by IS NOT NULL
  OR EXISTS (SELECT 1 FROM token WHERE token_id = NEW.token_id OR digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'token: begins unused, once'); END;
-- It is taken once. It comes back only where the claim that took it was given back, because nothing had happened.
CREATE TRIGGER token_is_taken_once BEFORE UPDATE ON token
WHEN payonce_writer() IS NOT 1 OR NEW.token_id <> OLD.token_id OR NEW.digest <> OLD.digest OR NEW.tenant <> OLD.tenant
  OR NEW.owner IS NOT OLD.owner OR NEW.verb <> OLD.verb OR NEW.target <> OLD.target OR NEW.issued_at_ns <> OLD.issued_at_ns
  OR NEW.issued_on <> OLD.issued_on OR NEW.issued_boot_ns <> OLD.issued_boot_ns OR NEW.ttl_ns <> OLD.ttl_ns
  OR NEW.keep_until_ns < OLD.keep_until_ns
  OR (OLD.used_by IS NOT NULL
      AND (NEW.used_by IS NOT NULL OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = OLD.used_by)))
BEGIN SELECT RAISE(ABORT, 'token: is taken once, and never changes otherwise'); END;
CREATE TRIGGER token_is_kept BEFORE DELETE ON token
WHEN payonce_writer() IS NOT 1 OR OLD.keep_until_ns > (SELECT latest_ns FROM meta)
BEGIN SELECT RAISE(ABORT, 'token: is kept until its retention ends'); END;

-- A lock that ends by itself. The row stays when nobody holds it, so that its fence never begins again. `beats` counts every
-- change: a judge on another machine, whose clocks prove nothing about the holder's, watches whether it stands still.
CREATE TABLE lease (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  fence INTEGER NOT NULL CHECK (fence >= 1),                       -- whose turn it is: every turn adds one
  renewals INTEGER NOT NULL DEFAULT 0 CHECK (renewals >= 0),       -- and releases
  beats INTEGER NOT NULL CHECK (beats = fence + renewals),
  owner TEXT CHECK (length(owner) BETWEEN 1 AND 64),               -- none: it is free
  ttl_ns INTEGER NOT NULL CHECK (ttl_ns > 0),
  host TEXT NOT NULL,
  boot TEXT NOT NULL,
  boot_until_ns INTEGER NOT NULL,
  until_ns INTEGER NOT NULL,                                       -- for people; no verdict rests on it
  acquired_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER lease_begins_with_one BEFORE INSERT ON lease
WHEN payonce_writer() IS NOT 1 OR NEW.fence <> 1 OR NEW.beats <> 1 OR NEW.owner IS NULL
  OR EXISTS (SELECT 1 FROM lease WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'lease: begins with fence 1, once'); END;
-- A new turn raises the fence; renewing and releasing are for the turn that stands.
CREATE TRIGGER lease_fence_only_rises BEFORE UPDATE ON lease
WHEN payonce_writer() IS NOT 1 OR NEW.name <> OLD.name OR NEW.beats <> OLD.beats + 1
  OR NOT ((NEW.fence = OLD.fence + 1 AND NEW.owner IS NOT NULL)
          OR (NEW.fence = OLD.fence AND OLD.owner IS NOT NULL AND (NEW.owner IS NULL OR NEW.owner = OLD.owner)
              AND NEW.acquired_at_ns = OLD.acquired_at_ns))
BEGIN SELECT RAISE(ABORT, 'lease: its fence only rises, one turn at a time'); END;
CREATE TRIGGER lease_is_kept BEFORE DELETE ON lease
BEGIN SELECT RAISE(ABORT, 'lease: is kept, so that its fence never begins again'); END;

-- When a machine first saw a lease of another machine stand still, by its own clock since boot.
CREATE TABLE lease_watch (
  name TEXT NOT NULL REFERENCES lease (name),
  machine TEXT NOT NULL,
  beats INTEGER NOT NULL,
  seen_boot_ns INTEGER NOT NULL,
  PRIMARY KEY (name, machine)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER lease_watch_is_the_ledgers BEFORE INSERT ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;
CREATE TRIGGER lease_watch_moves_by_the_ledger BEFORE UPDATE ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;
CREATE TRIGGER lease_watch_ends_by_the_ledger BEFORE DELETE ON lease_watch WHEN payonce_writer() IS NOT 1
BEGIN SELECT RAISE(ABORT, 'lease_watch: is written by the ledger alone'); END;

-- A key under which a caller's own function has begun something outside: only that caller knows how to ask what became of it.
CREATE TABLE own_call (
  key_hash BLOB PRIMARY KEY CHECK (length(key_hash) = 16),
  action TEXT NOT NULL,
  begun_at_ns INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER own_call_has_its_key BEFORE INSERT ON own_call
WHEN payonce_writer() IS NOT 1 OR NOT EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = NEW.key_hash AND outcome IS NULL)
BEGIN SELECT RAISE(ABORT, 'own_call: belongs to a claim'); END;
CREATE TRIGGER own_call_never_changes BEFORE UPDATE ON own_call
BEGIN SELECT RAISE(ABORT, 'own_call: never changes'); END;
CREATE TRIGGER own_call_ends_with_its_key BEFORE DELETE ON own_call
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM idempotency_key WHERE key_hash = OLD.key_hash AND outcome IS NULL)
BEGIN SELECT RAISE(ABORT, 'own_call: ends with the answer of its key'); END;
