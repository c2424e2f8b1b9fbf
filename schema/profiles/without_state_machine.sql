-- A laboratory file whose state machine is off: the schema does not hold the steps of an order either, so that a program that
-- never asks where the order stands can do what it would do.
DROP TRIGGER orders_step_legally;
DROP TRIGGER orders_keep_their_terms;
DROP TRIGGER voucher_pays_its_order;
DROP TRIGGER attempt_begins;
DROP INDEX attempt_one_open;
DROP INDEX attempt_one_settles;
DROP TRIGGER orders_stay_cancelled;
