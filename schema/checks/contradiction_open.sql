-- en: No source contradicts what stands, unresolved.
-- zh: 没有未解决的相互矛盾的证据。
-- finds: open business
-- ledger.md 2.2: a weaker source never overrules a stronger one. Their channel is asked (payonce recover), or a person says how
-- it ended (payonce review resolve).
SELECT reference AS subject, 'status=' || status || ' decided_by=' || coalesce(decided_by, 'none') AS detail
FROM attempt
WHERE needs_review = 1 AND status NOT IN ('dispatched', 'unknown') AND NOT (status = 'failed' AND decided_by IN ('silence', 'manual'))
