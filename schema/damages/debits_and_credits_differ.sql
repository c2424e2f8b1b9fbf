-- One line is written to the left, and nothing to the right.
INSERT INTO entry
SELECT 65536 * 9000 + 1, 9000, account_id, currency, 'debit', 5, version + 1, debits + 5, credits, last_entry_id
FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';
UPDATE balance
SET debits = debits + 5, version = version + 1, last_entry_id = 65536 * 9000 + 1
WHERE account_id = (SELECT account_id FROM account WHERE code = '1100.CNY');
