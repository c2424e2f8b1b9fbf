-- The days of all vouchers were closed behind the first of them.
INSERT INTO period
SELECT min(business_date), max(business_date), 'closed', 1, 0, zeroblob(32), 1, 'x', NULL, 0 FROM voucher;
INSERT INTO period_step
SELECT first_day, 1, last_day, 'closed', 0, zeroblob(32), 1, 'x', NULL, 0
FROM period WHERE first_day = (SELECT min(business_date) FROM voucher);
