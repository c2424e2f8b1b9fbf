-- The channel has refused to carry back a second payment.
UPDATE refund SET status = 'failed' WHERE cause = 'duplicate';
