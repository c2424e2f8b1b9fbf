-- The constraint gone, the refund of a second payment has the cause of that of a late one.
PRAGMA writable_schema = ON;
DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_refund_1';
UPDATE sqlite_schema SET name = 'sqlite_autoindex_refund_1' WHERE name = 'sqlite_autoindex_refund_2';
UPDATE sqlite_schema SET name = 'sqlite_autoindex_refund_2' WHERE name = 'sqlite_autoindex_refund_3';
UPDATE sqlite_schema SET sql = replace(sql, 'CONSTRAINT refund_cause_key_is_unique UNIQUE', '') WHERE name = 'refund';
PRAGMA writable_schema = RESET;
UPDATE refund SET cause_key = (SELECT cause_key FROM refund WHERE cause = 'late') WHERE cause = 'duplicate';
