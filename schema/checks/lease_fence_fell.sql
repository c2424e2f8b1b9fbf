-- en: The fence of a lease rises by one with each turn, and never falls.
-- zh: 租约锁的栅栏号每轮加一，从不回落。
-- finds: damage
-- A fence that fell would let a holder of long ago write again: every change of a lease is counted once, as a turn or not.
SELECT name AS subject, 'fence=' || fence || ' renewals=' || renewals || ' beats=' || beats AS detail
FROM lease WHERE beats <> fence + renewals OR fence < 1
