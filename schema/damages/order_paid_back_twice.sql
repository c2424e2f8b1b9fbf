-- An order that gave back a part was charged back as a whole.
UPDATE orders SET charged_back = captured WHERE refunded > 0;
