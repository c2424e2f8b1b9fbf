-- The outbox tells a cent more of an order than was paid.
UPDATE event SET amount = amount + 1 WHERE event_id = (SELECT min(event_id) FROM event WHERE action = 'order.paid');
