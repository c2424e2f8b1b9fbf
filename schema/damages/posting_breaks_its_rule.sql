-- The last line of the last transfer goes to an account of expenses.
UPDATE entry SET account_id = (SELECT account_id FROM account WHERE code = '5300.CNY')
WHERE entry_id = (SELECT max(entry_id) FROM entry JOIN voucher USING (voucher_id) WHERE kind = 'transfer');
