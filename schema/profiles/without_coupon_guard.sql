-- A laboratory file whose coupons are kept the naive way: neither their limit nor "once a buyer" is held by the schema.
DROP TRIGGER coupon_stays_within;
DROP INDEX coupon_use_once_a_buyer;
