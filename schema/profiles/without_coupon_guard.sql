-- A laboratory file whose coupons are kept the naive way: neither their limit nor "once a buyer" is held by the schema.
DROP TRIGGER IF EXISTS coupon_stays_within;
DROP INDEX IF EXISTS coupon_use_once_a_buyer;
