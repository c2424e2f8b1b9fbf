-- en: What was unknown ended by evidence: by what somebody said, or by the ledger's own conclusion, marked as one.
-- zh: 未知的结果以证据告终：他人之言，或账本自己标明的推断。
-- finds: damage
-- ledger.md law 25: elapsed time never ends it. A conclusion from silence is marked by the row it stands in.
SELECT h.machine || ' ' || h.entity_id AS subject, 'unknown to ' || h.to_status || ' by ' || h.cause AS detail
FROM history h
WHERE h.from_status = 'unknown' AND h.evidence_id IS NULL AND h.cause <> 'before history'
  AND NOT (h.to_status = 'failed' AND h.cause IN ('reply', 'query'))
