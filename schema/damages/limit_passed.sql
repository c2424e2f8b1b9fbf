-- The account that was credited last may have no credit, and has.
UPDATE account SET limit_rule = 'no_credit'
WHERE account_id = (SELECT account_id FROM entry WHERE side = 'credit' ORDER BY entry_id DESC LIMIT 1);
