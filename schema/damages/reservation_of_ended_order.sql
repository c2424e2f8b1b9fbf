-- A cancelled order holds its goods again.
UPDATE stock SET reserved = reserved + r.quantity
FROM reservation r WHERE r.stock_id = stock.stock_id AND r.status = 'released';
UPDATE reservation SET status = 'held' WHERE status = 'released';
