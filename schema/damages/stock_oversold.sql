-- All that is on hand is taken away, whatever was promised of it.
INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, at_ns)
SELECT stock_id, 'adjust', 'adjust:' || sku || '.away', -on_hand, 0, 'to', 0 FROM stock WHERE reserved > 0;
UPDATE stock SET on_hand = 0 WHERE reserved > 0;
