-- name: insert_meta
-- Once, with the file.
INSERT INTO meta (only_row, ledger_id, secret, secret_mark, created_at_ns, latest_ns)
VALUES (1, :ledger_id, :secret, :secret_mark, :now_ns, :now_ns);

-- name: meta
-- Who this file is, and the latest time it has acted on.
SELECT ledger_id, secret, latest_ns, secret_mark FROM meta WHERE only_row = 1;

-- name: has_rule
-- Whether the file has a trigger or an index of this name.
SELECT 1 FROM sqlite_schema WHERE name = :name;

-- name: latest_time
-- The latest time the file knows of: its mark, or its last voucher.
SELECT max(latest_ns, coalesce((SELECT recorded_at_ns FROM voucher ORDER BY voucher_id DESC LIMIT 1), 0))
FROM meta WHERE only_row = 1;

-- name: last_moment
-- The latest time the file acted on, booked, or told of an order.
SELECT max(latest_ns, coalesce((SELECT recorded_at_ns FROM voucher ORDER BY voucher_id DESC LIMIT 1), 0),
           coalesce((SELECT at_ns FROM event ORDER BY event_id DESC LIMIT 1), 0))
FROM meta WHERE only_row = 1;

-- name: mark_time
-- The mark only rises: the trigger refuses a fall, the condition makes it quiet.
UPDATE meta SET latest_ns = :now_ns WHERE only_row = 1 AND latest_ns < :now_ns;

-- name: settings
-- What was set when the file was made or later; a setting that is not here has its default.
SELECT name, value FROM setting;

-- name: put_setting
-- One value a name.
INSERT INTO setting (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: channels
-- Every channel, by name.
SELECT name, place, settle_delay_ns, key_window_ns FROM channel ORDER BY name;

-- name: channel
-- One channel.
SELECT name, place, settle_delay_ns, key_window_ns FROM channel WHERE name = :name;

-- name: insert_channel
-- The name is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO channel (name, place, settle_delay_ns, key_window_ns, added_at_ns)
VALUES (:name, :place, :settle_delay_ns, :key_window_ns, :now_ns);

-- name: rules_stand
-- Whether as many rules, triggers and indexes, stand as the last step of the schema left, and of the same length. Taking one away, or writing another in
-- its place, is seen before anything is written; what `payonce verify` compares is every word.
SELECT (SELECT count(*) = r.triggers AND total(length(sql)) = r.bytes FROM sqlite_schema
        WHERE type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name NOT LIKE 'x~_%' ESCAPE '~') FROM rules r;
