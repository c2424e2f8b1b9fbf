-- A coupon was meant for fewer than have used it.
UPDATE coupon SET usage_limit = used - 1;
