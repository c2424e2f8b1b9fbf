-- name: find
-- One lock, by its name.
SELECT name, fence, beats, owner, ttl_ns, host, boot, boot_until_ns, until_ns, acquired_at_ns FROM lease WHERE name = :name;

-- name: list
-- Every lock there ever was, by name.
SELECT name, fence, beats, owner, ttl_ns, host, boot, boot_until_ns, until_ns, acquired_at_ns FROM lease ORDER BY name;

-- name: insert
-- The first turn. The name was looked up in this same transaction.
INSERT INTO lease (name, fence, beats, owner, ttl_ns, host, boot, boot_until_ns, until_ns, acquired_at_ns)
VALUES (:name, 1, 1, :owner, :ttl_ns, :host, :boot, :boot_until_ns, :until_ns, :now_ns);

-- name: take
-- The next turn: the fence rises, so that whatever the last holder still writes under its own changes no row.
UPDATE lease SET fence = fence + 1, beats = beats + 1, owner = :owner, ttl_ns = :ttl_ns, host = :host, boot = :boot,
  boot_until_ns = :boot_until_ns, until_ns = :until_ns, acquired_at_ns = :now_ns
WHERE name = :name AND fence = :fence;

-- name: renew
-- The holder is alive. No row changed: somebody else has its turn.
UPDATE lease SET renewals = renewals + 1, beats = beats + 1, ttl_ns = :ttl_ns, host = :host, boot = :boot,
  boot_until_ns = :boot_until_ns, until_ns = :until_ns
WHERE name = :name AND owner = :owner AND fence = :fence;

-- name: release
-- By owner and fence alone. No row changed: it was not theirs to give.
UPDATE lease SET owner = NULL, renewals = renewals + 1, beats = beats + 1
WHERE name = :name AND owner = :owner AND fence = :fence;

-- name: watched
-- Since when this machine has seen a lease of another machine stand still.
SELECT beats, seen_boot_ns FROM lease_watch WHERE name = :name AND machine = :machine;

-- name: watch
-- It has moved since, or was never looked at: the watch begins anew.
INSERT INTO lease_watch (name, machine, beats, seen_boot_ns) VALUES (:name, :machine, :beats, :seen_boot_ns)
ON CONFLICT (name, machine) DO UPDATE SET beats = excluded.beats, seen_boot_ns = excluded.seen_boot_ns;

-- name: end_watch
-- A new turn begins: nobody's watch of the last one means anything any more.
DELETE FROM lease_watch WHERE name = :name;
