-- Two lines that cancel out are written under a voucher that nobody made.
INSERT INTO entry
SELECT 65536 * 9000 + 1, 9000, account_id, currency, 'debit', 5, version + 1, debits + 5, credits, last_entry_id
FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';
INSERT INTO entry
SELECT 65536 * 9000 + 2, 9000, account_id, currency, 'credit', 5, version + 2, debits + 5, credits + 5, 65536 * 9000 + 1
FROM balance JOIN account USING (account_id) WHERE code = '1100.CNY';
UPDATE balance
SET debits = debits + 5, credits = credits + 5, version = version + 2, last_entry_id = 65536 * 9000 + 2
WHERE account_id = (SELECT account_id FROM account WHERE code = '1100.CNY');
