-- A payout under way is of one more than was booked.
UPDATE payout SET amount = amount + 1 WHERE status = 'announced';
