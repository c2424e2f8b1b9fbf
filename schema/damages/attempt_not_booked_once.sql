-- A charge says one more than was booked for it.
UPDATE attempt SET amount = amount + 1
WHERE attempt_id = (SELECT min(attempt_id) FROM attempt WHERE status = 'succeeded');
