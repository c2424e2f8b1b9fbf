-- What an order is of, and what is there to sell: order lines, stock and its movements, reservations, shipments, coupons.
-- A reservation is one-way: held, then consumed, released or expired, in the commit in which its order is paid, cancelled or
-- expired. What is paid leaves the stock at that moment, as a movement; shipping it moves it no second time. ledger.md 1.3,
-- 2.1 and 2.4 argue it; article A names the mistakes (look and then deduct; "stock minus one" instead of "for this order").

-- ---------------------------------------------------------------------------------------------------------------------
-- The legal steps
-- ---------------------------------------------------------------------------------------------------------------------

DROP TRIGGER legal_step_is_law;

INSERT INTO legal_step VALUES
  ('reservation', 'held', 'consumed'), ('reservation', 'held', 'released'), ('reservation', 'held', 'expired'),
  ('coupon_use', 'used', 'given_back');

CREATE TRIGGER legal_step_is_law BEFORE INSERT ON legal_step
BEGIN SELECT RAISE(ABORT, 'legal_step: changes only with the schema'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Stock
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE stock (
  stock_id INTEGER PRIMARY KEY,
  sku TEXT NOT NULL CONSTRAINT stock_sku_is_unique UNIQUE CHECK (length(sku) BETWEEN 1 AND 64),
  on_hand INTEGER NOT NULL DEFAULT 0,                              -- there, and not sold
  reserved INTEGER NOT NULL DEFAULT 0,                             -- of these, promised to orders that are not paid yet
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL
) STRICT;

-- Everything that ever changed what is there, once each: a repeat meets its business key.
CREATE TABLE stock_movement (
  movement_id INTEGER PRIMARY KEY,
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  kind TEXT NOT NULL CHECK (kind IN ('receive', 'adjust', 'sale', 'ship', 'return')),
  business_key TEXT NOT NULL CONSTRAINT stock_movement_business_key_is_unique UNIQUE,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN -1000000000 AND 1000000000),
  on_hand_after INTEGER NOT NULL CHECK (on_hand_after BETWEEN -1000000000000 AND 1000000000000),
  asked TEXT NOT NULL,                                             -- in words, so that a repeat is known from another wish
  order_id INTEGER,
  line INTEGER,
  withheld INTEGER NOT NULL DEFAULT 0,                             -- of a return: what was never shipped, and stays here
  at_ns INTEGER NOT NULL,
  CONSTRAINT stock_movement_of_line FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line),
  CHECK ((order_id IS NULL) = (line IS NULL)),
  CHECK ((order_id IS NULL) = (kind IN ('receive', 'adjust'))),
  CHECK (withheld BETWEEN 0 AND iif(kind = 'return', quantity, 0)),
  CHECK (kind = 'adjust' OR (quantity > 0) = (kind IN ('receive', 'return')))
) STRICT;

CREATE INDEX stock_movement_of_stock ON stock_movement (stock_id, movement_id);
CREATE INDEX stock_movement_of_order ON stock_movement (order_id, line) WHERE order_id IS NOT NULL;

CREATE TRIGGER stock_begins BEFORE INSERT ON stock
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.on_hand <> 0 OR NEW.reserved <> 0
  OR EXISTS (SELECT 1 FROM stock WHERE stock_id = NEW.stock_id OR sku = NEW.sku)
BEGIN SELECT RAISE(ABORT, 'stock: begins empty, once'); END;
CREATE TRIGGER stock_follows_its_movements BEFORE UPDATE ON stock
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.stock_id <> OLD.stock_id OR NEW.sku <> OLD.sku
  OR NEW.created_at_ns <> OLD.created_at_ns
  OR (NEW.on_hand <> OLD.on_hand AND (NEW.reserved <> OLD.reserved OR NEW.on_hand IS NOT (
        SELECT on_hand_after FROM stock_movement WHERE stock_id = NEW.stock_id ORDER BY movement_id DESC LIMIT 1)))
BEGIN SELECT RAISE(ABORT, 'stock: what is there follows its movements, its version rises by one'); END;
-- The guard: nobody is promised what is not there. A laboratory file may be without (profiles/without_stock_guard.sql).
CREATE TRIGGER stock_stays_within BEFORE UPDATE ON stock
WHEN NEW.reserved < 0 OR NEW.reserved > NEW.on_hand
BEGIN SELECT RAISE(ABORT, 'stock: no more is reserved than is there'); END;
CREATE TRIGGER stock_is_kept BEFORE DELETE ON stock
BEGIN SELECT RAISE(ABORT, 'stock: is kept for ever'); END;

-- What comes back of a line never exceeds what left for it, however often and by whomever it is asked.
CREATE TRIGGER stock_movement_is_new BEFORE INSERT ON stock_movement
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM stock_movement WHERE movement_id = NEW.movement_id OR business_key = NEW.business_key)
  OR NEW.on_hand_after IS NOT (SELECT on_hand + NEW.quantity FROM stock WHERE stock_id = NEW.stock_id)
  OR (NEW.kind = 'return' AND NEW.quantity + (SELECT coalesce(sum(quantity), 0) FROM stock_movement
                                              WHERE order_id = NEW.order_id AND line = NEW.line) > 0)
  OR (NEW.order_id IS NOT NULL AND NEW.stock_id IS NOT (SELECT stock_id FROM order_line
                                                        WHERE order_id = NEW.order_id AND line = NEW.line))
BEGIN SELECT RAISE(ABORT, 'stock movement: follows from what is there, once; no more comes back than left'); END;
CREATE TRIGGER stock_movement_moves AFTER INSERT ON stock_movement
BEGIN
  UPDATE stock SET on_hand = NEW.on_hand_after, version = version + 1, changed_at_ns = NEW.at_ns
  WHERE stock_id = NEW.stock_id;
END;
CREATE TRIGGER stock_movement_is_never_changed BEFORE UPDATE ON stock_movement
BEGIN SELECT RAISE(ABORT, 'stock movement: is append-only'); END;
CREATE TRIGGER stock_movement_is_kept BEFORE DELETE ON stock_movement
BEGIN SELECT RAISE(ABORT, 'stock movement: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Order lines: written before their order, against a foreign key that is checked at commit; the order seals them.
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE order_line (
  order_id INTEGER NOT NULL REFERENCES orders (order_id) DEFERRABLE INITIALLY DEFERRED,
  line INTEGER NOT NULL CHECK (line BETWEEN 1 AND 1000),
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  unit_price INTEGER NOT NULL CHECK (unit_price BETWEEN 0 AND 999999999999999),
  discount INTEGER NOT NULL DEFAULT 0 CHECK (discount >= 0),       -- its part of the order's coupon
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 999999999999999),
  PRIMARY KEY (order_id, line),
  CHECK (amount = quantity * unit_price - discount)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER order_line_precedes_its_order BEFORE INSERT ON order_line
WHEN payonce_writer() IS NOT 1 OR EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id)
  OR EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line)
  OR NEW.line <> 1 + (SELECT count(*) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'order line: is written before its order, once, in its turn'); END;
CREATE TRIGGER order_line_is_never_changed BEFORE UPDATE ON order_line
BEGIN SELECT RAISE(ABORT, 'order line: is frozen'); END;
CREATE TRIGGER order_line_is_kept BEFORE DELETE ON order_line
BEGIN SELECT RAISE(ABORT, 'order line: is frozen'); END;

CREATE TRIGGER orders_are_the_sum_of_their_lines BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id)
  AND NEW.amount_due IS NOT (SELECT sum(amount) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'order: is due what its lines come to'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Reservations
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE reservation (
  reservation_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  line INTEGER NOT NULL,
  stock_id INTEGER NOT NULL REFERENCES stock (stock_id),
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  status TEXT NOT NULL DEFAULT 'held'
    CHECK (status = 'held' OR status = 'consumed' OR status = 'released' OR status = 'expired'),
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL,
  CONSTRAINT reservation_of_line_is_unique UNIQUE (order_id, line),
  FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line)
) STRICT;

CREATE INDEX reservation_held ON reservation (stock_id) WHERE status = 'held';

CREATE TRIGGER reservation_begins BEFORE INSERT ON reservation
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'held' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM reservation WHERE reservation_id = NEW.reservation_id
             OR (order_id = NEW.order_id AND line = NEW.line))
  OR NOT EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id AND status = 'created')
  OR NOT EXISTS (SELECT 1 FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line
                 AND stock_id = NEW.stock_id AND quantity = NEW.quantity)
BEGIN SELECT RAISE(ABORT, 'reservation: begins as held, once a line, as the line says'); END;
CREATE TRIGGER reservation_holds AFTER INSERT ON reservation
BEGIN
  UPDATE stock SET reserved = reserved + NEW.quantity, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE stock_id = NEW.stock_id;
END;
CREATE TRIGGER reservation_steps_legally BEFORE UPDATE ON reservation
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.reservation_id <> OLD.reservation_id
  OR NEW.order_id <> OLD.order_id OR NEW.line <> OLD.line OR NEW.stock_id <> OLD.stock_id OR NEW.quantity <> OLD.quantity
  OR NOT EXISTS (SELECT 1 FROM legal_step
                 WHERE machine = 'reservation' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'reservation: is held once and ends once'); END;
-- What is consumed has left: the promise and the goods go together, so that nobody else is promised them in between.
CREATE TRIGGER reservation_ends AFTER UPDATE OF status ON reservation WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('reservation', NEW.reservation_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
  UPDATE stock SET reserved = reserved - NEW.quantity, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE stock_id = NEW.stock_id;
  INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, order_id, line, at_ns)
    SELECT NEW.stock_id, 'sale', o.order_no || '.sale.' || NEW.line, -NEW.quantity, s.on_hand - NEW.quantity, 'sale',
           NEW.order_id, NEW.line, NEW.changed_at_ns
    FROM stock s, orders o WHERE s.stock_id = NEW.stock_id AND o.order_id = NEW.order_id AND NEW.status = 'consumed';
END;
CREATE TRIGGER reservation_is_kept BEFORE DELETE ON reservation
BEGIN SELECT RAISE(ABORT, 'reservation: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Shipments: what left the house, once each
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE shipment (
  shipment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  line INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  business_key TEXT NOT NULL CONSTRAINT shipment_business_key_is_unique UNIQUE,
  at_ns INTEGER NOT NULL,
  FOREIGN KEY (order_id, line) REFERENCES order_line (order_id, line)
) STRICT;

CREATE INDEX shipment_of_line ON shipment (order_id, line);

CREATE TRIGGER shipment_begins BEFORE INSERT ON shipment
WHEN payonce_writer() IS NOT 1
  OR EXISTS (SELECT 1 FROM shipment WHERE shipment_id = NEW.shipment_id OR business_key = NEW.business_key)
  OR NOT EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id AND status IN ('paid', 'fulfilled'))
  OR NEW.quantity + (SELECT coalesce(sum(quantity), 0) FROM shipment WHERE order_id = NEW.order_id AND line = NEW.line)
     + (SELECT coalesce(sum(withheld), 0) FROM stock_movement WHERE order_id = NEW.order_id AND line = NEW.line)
     > (SELECT quantity FROM order_line WHERE order_id = NEW.order_id AND line = NEW.line)
BEGIN SELECT RAISE(ABORT, 'shipment: is of what is paid, and no more than its line is of'); END;
-- Goods that were never reserved leave the stock only now (the laboratory's stock=off).
CREATE TRIGGER shipment_of_unreserved_moves AFTER INSERT ON shipment
WHEN NOT EXISTS (SELECT 1 FROM reservation WHERE order_id = NEW.order_id AND line = NEW.line)
BEGIN
  INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, order_id, line, at_ns)
    SELECT s.stock_id, 'ship', NEW.business_key, -NEW.quantity, s.on_hand - NEW.quantity, 'ship', NEW.order_id, NEW.line,
           NEW.at_ns
    FROM order_line l JOIN stock s USING (stock_id) WHERE l.order_id = NEW.order_id AND l.line = NEW.line;
END;
CREATE TRIGGER shipment_is_never_changed BEFORE UPDATE ON shipment
BEGIN SELECT RAISE(ABORT, 'shipment: is append-only'); END;
CREATE TRIGGER shipment_is_kept BEFORE DELETE ON shipment
BEGIN SELECT RAISE(ABORT, 'shipment: is append-only'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- Coupons
-- ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE coupon (
  coupon_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL CONSTRAINT coupon_code_is_unique UNIQUE CHECK (length(code) BETWEEN 1 AND 64),
  currency TEXT REFERENCES currency (code),                        -- of an amount
  amount INTEGER CHECK (amount BETWEEN 1 AND 999999999999999),
  percent INTEGER CHECK (percent BETWEEN 1 AND 99),
  usage_limit INTEGER NOT NULL CHECK (usage_limit BETWEEN 1 AND 1000000000),
  used INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at_ns INTEGER NOT NULL,
  changed_at_ns INTEGER NOT NULL,
  CHECK ((amount IS NULL) <> (percent IS NULL) AND (amount IS NULL) = (currency IS NULL))
) STRICT;

-- A buyer uses a coupon once, an order has one. An order that ends unpaid gives its use back.
CREATE TABLE coupon_use (
  coupon_use_id INTEGER PRIMARY KEY,
  coupon_id INTEGER NOT NULL REFERENCES coupon (coupon_id),
  buyer_id INTEGER NOT NULL REFERENCES account (account_id),
  order_id INTEGER NOT NULL CONSTRAINT coupon_use_of_order_is_unique UNIQUE REFERENCES orders (order_id),
  discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 999999999999999),
  status TEXT NOT NULL DEFAULT 'used' CHECK (status = 'used' OR status = 'given_back'),
  version INTEGER NOT NULL DEFAULT 1,
  changed_at_ns INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX coupon_use_once_a_buyer ON coupon_use (coupon_id, buyer_id) WHERE status = 'used';

CREATE TRIGGER coupon_begins BEFORE INSERT ON coupon
WHEN payonce_writer() IS NOT 1 OR NEW.version <> 1 OR NEW.used <> 0
  OR EXISTS (SELECT 1 FROM coupon WHERE coupon_id = NEW.coupon_id OR code = NEW.code)
BEGIN SELECT RAISE(ABORT, 'coupon: begins unused, once'); END;
CREATE TRIGGER coupon_keeps_its_terms BEFORE UPDATE ON coupon
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.coupon_id <> OLD.coupon_id OR NEW.code <> OLD.code
  OR NEW.currency IS NOT OLD.currency OR NEW.amount IS NOT OLD.amount OR NEW.percent IS NOT OLD.percent
  OR NEW.usage_limit <> OLD.usage_limit OR NEW.created_at_ns <> OLD.created_at_ns
BEGIN SELECT RAISE(ABORT, 'coupon: keeps its terms, its version rises by one'); END;
-- The guard, and the index above: a laboratory file may be without (profiles/without_coupon_guard.sql).
CREATE TRIGGER coupon_stays_within BEFORE UPDATE ON coupon
WHEN NEW.used < 0 OR NEW.used > NEW.usage_limit
BEGIN SELECT RAISE(ABORT, 'coupon: is used no more often than its limit says'); END;
CREATE TRIGGER coupon_is_kept BEFORE DELETE ON coupon
BEGIN SELECT RAISE(ABORT, 'coupon: is kept for ever'); END;

CREATE TRIGGER coupon_use_begins BEFORE INSERT ON coupon_use
WHEN payonce_writer() IS NOT 1 OR NEW.status <> 'used' OR NEW.version <> 1
  OR EXISTS (SELECT 1 FROM coupon_use WHERE coupon_use_id = NEW.coupon_use_id OR order_id = NEW.order_id)
  OR NEW.buyer_id IS NOT (SELECT buyer_id FROM orders WHERE order_id = NEW.order_id AND status = 'created')
  OR NEW.discount IS NOT (SELECT sum(discount) FROM order_line WHERE order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'coupon use: is of its order, once'); END;
CREATE TRIGGER coupon_use_counts AFTER INSERT ON coupon_use
BEGIN
  UPDATE coupon SET used = used + 1, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE coupon_id = NEW.coupon_id;
END;
CREATE TRIGGER coupon_use_steps_legally BEFORE UPDATE ON coupon_use
WHEN payonce_writer() IS NOT 1 OR NEW.version <> OLD.version + 1 OR NEW.coupon_use_id <> OLD.coupon_use_id
  OR NEW.coupon_id <> OLD.coupon_id OR NEW.buyer_id <> OLD.buyer_id OR NEW.order_id <> OLD.order_id
  OR NEW.discount <> OLD.discount OR NOT EXISTS (SELECT 1 FROM legal_step
       WHERE machine = 'coupon_use' AND from_status = OLD.status AND to_status = NEW.status)
BEGIN SELECT RAISE(ABORT, 'coupon use: is given back once'); END;
CREATE TRIGGER coupon_use_ends AFTER UPDATE OF status ON coupon_use WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO history VALUES ('coupon_use', NEW.coupon_use_id, NEW.version, OLD.status, NEW.status, payonce_cause(),
                              payonce_evidence(), NEW.changed_at_ns);
  UPDATE coupon SET used = used - 1, version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE coupon_id = NEW.coupon_id;
END;
CREATE TRIGGER coupon_use_is_kept BEFORE DELETE ON coupon_use
BEGIN SELECT RAISE(ABORT, 'coupon use: is kept for ever'); END;

-- ---------------------------------------------------------------------------------------------------------------------
-- An order's steps and what they mean for its goods: here alone, so that no path that takes a step can forget it
-- ---------------------------------------------------------------------------------------------------------------------

-- While an order is closing nothing ends: its stock is held until evidence says whether it was paid.
CREATE TRIGGER orders_end_their_promises AFTER UPDATE OF status ON orders
WHEN NEW.status <> OLD.status AND NEW.status IN ('paid', 'cancelled', 'expired')
BEGIN
  UPDATE reservation
  SET status = CASE NEW.status WHEN 'paid' THEN 'consumed' WHEN 'cancelled' THEN 'released' ELSE 'expired' END,
      version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE order_id = NEW.order_id AND status = 'held';
  UPDATE coupon_use SET status = 'given_back', version = version + 1, changed_at_ns = NEW.changed_at_ns
  WHERE order_id = NEW.order_id AND status = 'used' AND NEW.status <> 'paid';
END;

-- Whatever has not been shipped of its lines, and not come back before it was, leaves with the last shipment.
CREATE TRIGGER orders_deliver_their_lines AFTER UPDATE OF status ON orders
WHEN NEW.status = 'fulfilled' AND OLD.status <> 'fulfilled'
BEGIN
  INSERT INTO shipment (order_id, line, quantity, business_key, at_ns)
    SELECT order_id, line, quantity, NEW.order_no || '.shipped.' || line, NEW.changed_at_ns
    FROM (SELECT l.order_id, l.line, l.quantity
                   - (SELECT coalesce(sum(s.quantity), 0) FROM shipment s WHERE s.order_id = l.order_id AND s.line = l.line)
                   - (SELECT coalesce(sum(m.withheld), 0) FROM stock_movement m
                      WHERE m.order_id = l.order_id AND m.line = l.line) AS quantity
          FROM order_line l WHERE l.order_id = NEW.order_id)
    WHERE quantity > 0;
END;
