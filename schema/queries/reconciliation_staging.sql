-- A file of a channel becomes a statement and its lines. reconciliation.md 3, steps 1 to 3.

-- name: by_digest
-- The statement that this file made when it was imported first, if it was.
SELECT statement_id, account, format, name, digest, first_day, last_day, lines, fresh, trusted, breaks, imported_at_ns, channel
FROM statement WHERE channel = :channel AND account = :account AND digest = :digest;

-- name: by_id
-- One statement.
SELECT statement_id, account, format, name, digest, first_day, last_day, lines, fresh, trusted, breaks, imported_at_ns, channel
FROM statement WHERE statement_id = :statement_id;

-- name: of_channel
-- What was imported of a channel, in that order.
SELECT statement_id, account, format, name, digest, first_day, last_day, lines, fresh, trusted, breaks, imported_at_ns, channel
FROM statement WHERE channel = :channel ORDER BY statement_id;

-- name: breaks_of
-- Why it is not trusted.
SELECT code, line, en, zh FROM statement_break WHERE statement_id = :statement_id ORDER BY n;

-- name: next_id
-- The number of the statement whose lines are about to be written; ours until commit.
SELECT coalesce(max(statement_id), 0) + 1 FROM statement;

-- name: insert_line
-- A line that is there already, from this file or an earlier one, is the same line: quiet, and told by the row count.
INSERT INTO statement_line (statement_id, file_line, channel, account, key, nth, movement, kind, standing, status, currency, gross,
                            gross_rest, fee, fee_rest, our_id, channel_id, parent_id, of_account, day, at, batch,
                            original_currency, original)
VALUES (:statement_id, :file_line, :channel, :account, :line_key, :nth, :movement, :kind, :standing, :status, :currency, :gross,
        :gross_rest, :fee, :fee_rest, :our_id, :channel_id, :parent_id, :of_account, :day, :at, :batch, :original_currency, :original)
ON CONFLICT (channel, account, key, nth) DO NOTHING;

-- name: insert_text
-- The bytes of a line, once.
INSERT INTO statement_text (line_id, raw, counterparty, details) VALUES (:line_id, :raw, :counterparty, :details);

-- name: standing_line
-- The line that stands under a key, to be compared with what a later file says.
SELECT statement_id, movement, status, currency, gross, gross_rest, fee, fee_rest, our_id, channel_id, day
FROM statement_line WHERE channel = :channel AND account = :account AND key = :line_key AND nth = :nth;

-- name: count_key
-- Which one of its equals within the file a line is; the first that is met in vain begins at `first`.
INSERT INTO staging_key (key, seen) VALUES (:line_key, :first) ON CONFLICT (key) DO UPDATE SET seen = seen + 1 RETURNING seen;

-- name: clear_keys
-- Behind the last line nobody asks any more.
DELETE FROM staging_key;

-- name: same_period
-- The fewest lines that an earlier trusted statement of exactly these days had: a later one that lacks one of them was changed.
SELECT max(lines) FROM statement
WHERE channel = :channel AND account = :account AND trusted = 1 AND first_day = :first_day AND last_day = :last_day;

-- name: insert_break
-- Why it is not trusted.
INSERT INTO statement_break (statement_id, n, code, line, en, zh) VALUES (:statement_id, :n, :code, :line, :en, :zh);

-- name: cover_days
-- The days it tells whole; those that an earlier one told stay that one's. :most bounds what a mistyped year could ask for.
WITH RECURSIVE days (day, n) AS (
  SELECT :first_day, 1 UNION ALL SELECT date(day, '+1 day'), n + 1 FROM days WHERE day < :last_day AND n < :most)
INSERT INTO covered_day (channel, day, statement_id)
SELECT :channel, day, :statement_id FROM days
WHERE NOT EXISTS (SELECT 1 FROM covered_day c WHERE c.channel = :channel AND c.day = days.day);

-- name: seal
-- The statement's own row, behind its lines: from here on no line joins it.
INSERT INTO statement (statement_id, channel, account, format, name, digest, zone_minutes, first_day, last_day, lines, fresh,
                       trusted, breaks, actor, imported_at_ns)
VALUES (:statement_id, :channel, :account, :format, :file_name, :digest, :zone_minutes, :first_day, :last_day, :lines, :fresh,
        :trusted, :breaks, :actor, :now_ns);
