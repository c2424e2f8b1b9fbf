-- name: voucher_of
-- The voucher that booked a fact, if it stands. Inside a write transaction nobody can book it between this look and our own
-- booking; the unique index stands behind it for every writer that never looked.
SELECT voucher_id, number FROM voucher WHERE business_key = :business_key;
