-- The series of payments skips a number.
UPDATE series SET next = next + 1 WHERE series LIKE 'PAY-%';
