-- The refund of a second payment is under way, and the money was never sent.
UPDATE refund SET status = 'dispatched' WHERE cause = 'duplicate';
