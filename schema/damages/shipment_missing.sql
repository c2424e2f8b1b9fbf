-- The shipment of an order's goods is struck out.
DELETE FROM shipment;
