-- A hold of which a part was captured says that nothing was.
UPDATE attempt SET captured = 0 WHERE status = 'partly_captured';
