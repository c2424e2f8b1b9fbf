-- en: Every row that names another row names one that is there.
-- zh: 每一行所引用的另一行都存在。
-- finds: damage
-- Foreign keys are off in a stock shell: SQLite's own check walks them all.
SELECT "table" || ' ' || coalesce(rowid, '?') AS subject, 'names a row of ' || parent || ' that is not there' AS detail
FROM pragma_foreign_key_check
