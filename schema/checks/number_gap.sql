-- en: The numbers of every series run from 1 without a gap, and the series knows the next one.
-- zh: 每个编号序列从 1 起连续无缺，且序列记得下一个号。
-- finds: damage
-- ledger.md law 6. A number twice cannot be: the index on (series, seq) is unique, and reference_broken asks for the rest.
SELECT s.series AS subject,
       'next=' || s.next || ' vouchers=' || count(v.seq) || ' highest=' || coalesce(max(v.seq), 0) AS detail
FROM series s LEFT JOIN voucher v ON v.series = s.series
GROUP BY s.series
HAVING count(v.seq) <> s.next - 1 OR coalesce(max(v.seq), 0) <> s.next - 1 OR coalesce(min(v.seq), 1) <> 1
