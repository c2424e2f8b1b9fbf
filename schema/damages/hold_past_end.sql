-- What is held should have freed itself in 1970.
UPDATE attempt SET hold_until_ns = 1 WHERE status = 'authorised';
