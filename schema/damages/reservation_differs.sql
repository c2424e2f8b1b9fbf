-- One more is reserved than any order holds.
UPDATE stock SET reserved = reserved + 1;
