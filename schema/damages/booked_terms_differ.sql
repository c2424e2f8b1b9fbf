-- The fee of a dispute is one less than the channel took.
UPDATE dispute SET fee = fee - 1;
