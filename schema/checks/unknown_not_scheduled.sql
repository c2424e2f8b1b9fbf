-- en: What is unknown is asked about again at a known time, or waits for a person.
-- zh: 结果未知的，要么已排定下次询问时间，要么等待人工处理。
-- finds: open business
-- ledger.md law 26: nothing is unknown and forgotten.
SELECT subject, 'status=unknown needs_review=' || needs_review AS detail
FROM (SELECT reference AS subject, needs_review, next_query_at_ns FROM attempt WHERE status = 'unknown'
      UNION ALL
      SELECT reference, needs_review, next_query_at_ns FROM operation WHERE status = 'unknown'
      UNION ALL
      SELECT cause_key, needs_review, next_query_at_ns FROM refund WHERE status = 'unknown')
WHERE needs_review = 0 AND next_query_at_ns IS NULL
