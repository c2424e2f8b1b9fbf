-- A coupon counts one use that no order made.
UPDATE coupon SET used = used + 1;
