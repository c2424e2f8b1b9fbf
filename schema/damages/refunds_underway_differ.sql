-- The last line of a refund to a balance goes to the account of refunds under way.
UPDATE entry SET account_id = (SELECT account_id FROM account WHERE code = '2150.CNY')
WHERE entry_id = (SELECT max(e.entry_id) FROM entry e JOIN voucher v USING (voucher_id)
                  WHERE v.kind = 'refund' AND v.attempt_id IS NULL AND v.business_key NOT LIKE '%.confirmed');
