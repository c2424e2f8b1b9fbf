-- A step from cancelled to paid is slipped into the table of legal steps.
INSERT INTO legal_step VALUES ('order', 'cancelled', 'paid');
