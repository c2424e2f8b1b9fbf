-- en: Nobody is promised what is not there: 0 ≤ reserved ≤ on hand.
-- zh: 不超卖：0 ≤ 预留 ≤ 现有。
-- finds: damage
-- Article A: look and then deduct sells the last one twice.
SELECT sku AS subject, 'on_hand=' || on_hand || ' reserved=' || reserved AS detail
FROM stock WHERE reserved < 0 OR reserved > on_hand
