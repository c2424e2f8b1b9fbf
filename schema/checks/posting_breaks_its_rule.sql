-- en: The lines of every voucher are those of a posting rule of its kind: sides, accounts, classes.
-- zh: 每张凭证的分录都符合其种类的某条记账规则：方向、科目与类别。
-- finds: damage
-- ledger.md 1.5. A reversal mirrors another voucher and has a law of its own; a kind without a rule is another law's.
SELECT v.number AS subject, 'kind=' || v.kind || ' fits none of its posting rules' AS detail
FROM voucher v
WHERE v.kind IN (SELECT kind FROM posting_event)
  AND NOT EXISTS (
    SELECT 1 FROM posting_event p JOIN (SELECT DISTINCT event, version FROM posting_rule) n ON n.event = p.event
    WHERE p.kind = v.kind AND NOT EXISTS (
      SELECT 1 FROM entry e LEFT JOIN account a ON a.account_id = e.account_id
      WHERE e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
        AND NOT EXISTS (
          SELECT 1 FROM posting_rule r JOIN posting_role o ON o.role = r.role
          WHERE r.event = n.event AND r.version = n.version AND r.side = e.side
            AND CASE WHEN o.number IS NULL THEN instr(a.code, '.') = 0
                     ELSE substr(a.code, 1, 5) = o.number || '.' AND a.class = o.class END)))
