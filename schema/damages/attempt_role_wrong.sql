-- The refund of a second payment says it is of a late one.
UPDATE refund SET cause = 'late' WHERE cause = 'duplicate';
