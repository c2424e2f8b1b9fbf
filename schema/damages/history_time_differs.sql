-- A refund was carried out a second earlier, its history says.
UPDATE history SET at_ns = at_ns - 1000000000
WHERE machine = 'refund' AND entity_id = (SELECT min(refund_id) FROM refund) AND to_status = 'succeeded';
