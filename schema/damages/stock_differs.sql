-- One more is on hand than came in.
UPDATE stock SET on_hand = on_hand + 1;
