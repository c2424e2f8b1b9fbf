-- The terms of a coupon are changed behind its uses.
UPDATE coupon SET amount = amount + 1 WHERE amount IS NOT NULL;
