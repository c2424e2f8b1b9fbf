-- Nobody will ask again about a payment that is unknown.
UPDATE attempt SET next_query_at_ns = NULL WHERE status = 'unknown';
