-- The account of the last line is turned into one of another currency.
UPDATE account SET currency = 'JPY'
WHERE account_id = (SELECT account_id FROM entry ORDER BY entry_id DESC LIMIT 1);
