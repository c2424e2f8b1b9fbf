-- The last paid order says it was due and has captured one more.
UPDATE orders SET captured = captured + 1, amount_due = amount_due + 1
WHERE settled_by = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
