-- A line of an open order costs one more than the order is due.
UPDATE order_line SET unit_price = unit_price + 1, amount = amount + quantity
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
