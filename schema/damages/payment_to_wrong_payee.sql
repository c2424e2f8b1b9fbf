-- The order paid last gets another payee than its payment was credited to.
UPDATE orders SET payee_id = buyer_id
WHERE settled_by = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
