-- en: The time at which vouchers were recorded never falls.
-- zh: 凭证的记录时间从不倒退。
-- finds: damage
-- ledger.md law 10. A clock that was set back keeps the time of the last voucher.
SELECT v.number AS subject, 'recorded_at_ns=' || v.recorded_at_ns || ' before=' || b.recorded_at_ns AS detail
FROM voucher v JOIN voucher b ON b.voucher_id = v.voucher_id - 1
WHERE v.recorded_at_ns < b.recorded_at_ns
