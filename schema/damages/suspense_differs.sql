-- Money of nobody is one more than was booked.
UPDATE suspense SET amount = amount + 1 WHERE status = 'open';
