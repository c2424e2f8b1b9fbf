-- How many rules the file has, and how long they are: whoever opens it to write asks first whether they still stand. A file whose
-- rules were taken away can be read and verified, and takes no more payments. A caller's own tables (x_…) are the caller's.
-- ledger.md 1.4, stack.md on what a schema can hold.

CREATE TABLE rules (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  triggers INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TRIGGER rules_begin_once BEFORE INSERT ON rules
WHEN EXISTS (SELECT 1 FROM rules)
BEGIN SELECT RAISE(ABORT, 'rules: are counted once'); END;
CREATE TRIGGER rules_are_those_that_stand BEFORE UPDATE ON rules
WHEN payonce_writer() IS NOT 1 OR NEW.only_row <> OLD.only_row
  OR NEW.triggers <> (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.bytes <> (SELECT total(length(sql)) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name NOT LIKE 'x~_%' ESCAPE '~')
  OR NEW.triggers < OLD.triggers
BEGIN SELECT RAISE(ABORT, 'rules: are those that stand, and never fewer'); END;
CREATE TRIGGER rules_are_kept BEFORE DELETE ON rules
BEGIN SELECT RAISE(ABORT, 'rules: are counted for ever'); END;

-- A later step that changes rules ends with an UPDATE to the same.
INSERT INTO rules
  SELECT 1, count(*), total(length(sql)) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name NOT LIKE 'x~_%' ESCAPE '~';
