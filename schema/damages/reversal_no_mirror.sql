-- The last reversal does not say why.
UPDATE voucher SET reason = NULL
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'reversal');
