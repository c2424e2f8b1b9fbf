-- en: A coupon is used no more often than its limit says, and once by a buyer.
-- zh: 优惠券的使用次数不超过上限，每个买方只用一次。
-- finds: damage
-- Article A: look and then hand out gives away more than there are.
SELECT code AS subject, 'used=' || used || ' limit=' || usage_limit AS detail FROM coupon WHERE used > usage_limit
UNION ALL
SELECT c.code, 'buyer=' || a.code || ' uses=' || count(*)
FROM coupon_use u JOIN coupon c USING (coupon_id) JOIN account a ON a.account_id = u.buyer_id
WHERE u.status = 'used' GROUP BY u.coupon_id, u.buyer_id HAVING count(*) > 1
