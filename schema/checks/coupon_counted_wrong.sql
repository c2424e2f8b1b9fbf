-- en: A coupon counts as used what orders use of it.
-- zh: 优惠券的已用次数等于订单实际使用的次数。
-- finds: damage
SELECT c.code AS subject,
       'used=' || c.used || ' uses=' || (SELECT count(*) FROM coupon_use n WHERE n.coupon_id = c.coupon_id
                                         AND n.status = 'used') AS detail
FROM coupon c
WHERE c.used <> (SELECT count(*) FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.status = 'used')
