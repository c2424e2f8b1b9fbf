-- A fee of the new year is dated into the one that was closed.
UPDATE voucher SET business_date = '2026-12-30' WHERE kind = 'fee';
