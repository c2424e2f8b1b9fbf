-- en: Every use of a coupon gave what its terms say.
-- zh: 每次用券的减免与该券的条款一致。
-- finds: damage
SELECT c.code AS subject, 'order_id=' || u.order_id || ' discount=' || u.discount || ' terms=' || u.terms AS detail
FROM (SELECT n.coupon_id, n.order_id, n.discount,
             (SELECT CASE WHEN k.percent IS NOT NULL THEN sum(l.quantity * l.unit_price) * k.percent / 100
                          ELSE min(k.amount, sum(l.quantity * l.unit_price)) END
              FROM order_line l WHERE l.order_id = n.order_id) AS terms
      FROM coupon_use n JOIN coupon k ON k.coupon_id = n.coupon_id) u
JOIN coupon c ON c.coupon_id = u.coupon_id
WHERE u.discount <> u.terms
