-- A laboratory file whose state machine is off: the schema does not hold the steps of an order either, so that a program that
-- never asks where the order stands can do what it would do.
DROP TRIGGER IF EXISTS orders_step_legally;
DROP TRIGGER IF EXISTS orders_keep_their_terms;
DROP TRIGGER IF EXISTS voucher_pays_its_order;
DROP TRIGGER IF EXISTS attempt_begins;
DROP INDEX IF EXISTS attempt_one_open;
DROP INDEX IF EXISTS attempt_one_settles;
DROP TRIGGER IF EXISTS orders_stay_cancelled;
