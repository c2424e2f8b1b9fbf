-- An order that was shipped says it has less tax than was booked.
UPDATE orders SET tax = tax - 1 WHERE tax > 0 AND status = 'fulfilled';
