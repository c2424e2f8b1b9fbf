-- The bank account holds more than any line brought.
UPDATE balance SET debits = debits + 5
WHERE account_id = (SELECT account_id FROM account WHERE code = '1100.CNY');
