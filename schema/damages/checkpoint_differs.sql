-- A checkpoint tells another hash of the first voucher.
INSERT INTO checkpoint VALUES (1, 1, zeroblob(32), 0);
