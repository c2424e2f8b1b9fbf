-- An open dispute is of one more than was withheld for it.
UPDATE dispute SET amount = amount + 1, excess = excess + 1 WHERE status = 'opened';
