-- en: The attempts of an order are numbered from 1 without a gap, in the order's currency.
-- zh: 一个订单的尝试从 1 起连续编号，币种与订单一致。
-- finds: damage
-- In the order of the unique index. The number is part of the reference that a channel knows.
SELECT coalesce(o.order_no, 'order ' || s.order_id) AS subject, 'attempts=' || s.attempts || ' highest=' || s.highest AS detail
FROM (SELECT order_id, count(*) AS attempts, max(n) AS highest, min(n) AS lowest, min(currency) AS first, max(currency) AS last
      FROM attempt GROUP BY order_id) s
LEFT JOIN orders o ON o.order_id = s.order_id
WHERE s.attempts <> s.highest OR s.lowest <> 1 OR s.first IS NOT o.currency OR s.last IS NOT o.currency
