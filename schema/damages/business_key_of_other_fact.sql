-- The last payment takes the business key of a payment that never was.
UPDATE voucher SET business_key = replace(business_key, '.pay.1', '.pay.2')
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
