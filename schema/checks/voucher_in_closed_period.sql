-- en: No voucher is dated within days that were closed when it was recorded.
-- zh: 没有凭证的业务日期落在其入账时已关闭的期间。
-- finds: damage
-- ledger.md law 9. A step says how far the book had come: the last one before a voucher tells what its day was then. Only
-- vouchers behind the first step of all are read.
SELECT v.number AS subject, 'business_date=' || v.business_date || ' period=' || p.first_day || '..' || p.last_day AS detail
FROM voucher v
JOIN period p ON p.first_day = (SELECT max(b.first_day) FROM period b WHERE b.first_day <= v.business_date)
WHERE v.voucher_id > (SELECT min(last_voucher_id) FROM period_step)
  AND v.business_date <= p.last_day
  AND (SELECT s.state FROM period_step s WHERE s.first_day = p.first_day AND s.last_voucher_id < v.voucher_id
       ORDER BY s.version DESC LIMIT 1) <> 'open'
