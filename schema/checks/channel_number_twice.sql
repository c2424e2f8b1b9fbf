-- en: A channel's number belongs to one payment and to one refund at most.
-- zh: 渠道流水号至多属于一笔支付和一笔退款。
-- finds: damage
-- ledger.md law 35: the same money is not booked for two. In the order of the unique indexes.
SELECT channel || ' ' || channel_txn AS subject, 'attempts=' || count(*) AS detail
FROM attempt WHERE channel_txn IS NOT NULL GROUP BY channel, channel_txn HAVING count(*) > 1
UNION ALL
SELECT channel || ' ' || channel_txn, 'refunds=' || count(*)
FROM refund WHERE channel_txn IS NOT NULL GROUP BY channel, channel_txn HAVING count(*) > 1
