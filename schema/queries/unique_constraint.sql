-- name: voucher_of
-- The voucher that booked a fact, if it stands. Inside a write transaction nobody can book it between this look and our own
-- booking; the unique index stands behind it for every writer that never looked.
SELECT voucher_id, number FROM voucher WHERE business_key = :business_key;

-- name: reason_of
-- What a voucher says of itself beyond its kind: of a bank transfer, its number.
SELECT reason FROM voucher WHERE business_key = :business_key;

-- name: reversal_of
-- Whether what a voucher booked was taken back.
SELECT 1 FROM voucher WHERE reverses = :voucher_id;

-- name: order_of
-- Whose order the voucher of a fact is of, so that a repeat is told so as well.
SELECT o.order_no FROM voucher v JOIN orders o ON o.order_id = v.order_id WHERE v.business_key = :business_key;
