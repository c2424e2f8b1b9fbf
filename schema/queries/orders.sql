-- name: find
-- By the number its buyer knows.
SELECT order_id, order_no, buyer_id, payee_id, currency, amount_due, captured, refund_reserved, refunded, status,
       settled_by, version, created_at_ns, changed_at_ns, tax, charged_back, closing_for, expires_at_ns,
       (SELECT class = 'income' FROM account WHERE account_id = payee_id)
FROM orders WHERE order_no = :order_no;

-- name: find_by_id
-- As attempts and refunds name it.
SELECT order_id, order_no, buyer_id, payee_id, currency, amount_due, captured, refund_reserved, refunded, status,
       settled_by, version, created_at_ns, changed_at_ns, tax, charged_back, closing_for, expires_at_ns,
       (SELECT class = 'income' FROM account WHERE account_id = payee_id)
FROM orders WHERE order_id = :order_id;

-- name: list
-- In the order they were made.
SELECT order_id, order_no, buyer_id, payee_id, currency, amount_due, captured, refund_reserved, refunded, status,
       settled_by, version, created_at_ns, changed_at_ns, tax, charged_back, closing_for, expires_at_ns,
       (SELECT class = 'income' FROM account WHERE account_id = payee_id)
FROM orders WHERE order_id > :after ORDER BY order_id LIMIT :at_most;

-- name: insert
-- Begins as created. The number is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO orders (order_no, buyer_id, payee_id, currency, amount_due, tax, expires_at_ns, created_at_ns, changed_at_ns)
VALUES (:order_no, :buyer_id, :payee_id, :currency, :amount_due, :tax, :expires_at_ns, :now_ns, :now_ns);

-- name: voucher_number_of
-- The number of the voucher that settled an order.
SELECT number FROM voucher WHERE voucher_id = :voucher_id;

-- name: to_expire
-- Their time is over: a small partial index.
SELECT order_id FROM orders WHERE expires_at_ns <= :now_ns AND status IN ('created', 'paying') ORDER BY expires_at_ns;

-- name: paid_out_of_suspense
-- Whether the voucher that settled an order took its money out of suspense.
SELECT 1 FROM entry e JOIN account a ON a.account_id = e.account_id
WHERE e.entry_id BETWEEN :voucher_id * 65536 + 1 AND :voucher_id * 65536 + 65535 AND a.code GLOB '2900.*';

-- name: closing_for_expiry
-- Their time is over, and an end outside is awaited: found from what is open or held there, by its two partial indexes.
SELECT o.order_id FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('dispatched', 'unknown') AND o.status = 'closing' AND o.closing_for = 'expiry'
UNION
SELECT o.order_id FROM attempt a JOIN orders o ON o.order_id = a.order_id
WHERE a.status IN ('authorised', 'partly_captured') AND o.status = 'closing' AND o.closing_for = 'expiry';

-- name: goods_cost
-- What the goods of a fact were booked at as they left.
SELECT e.amount FROM voucher v
JOIN entry e ON e.entry_id BETWEEN v.voucher_id * 65536 + 1 AND v.voucher_id * 65536 + 65535
JOIN account a ON a.account_id = e.account_id
WHERE v.business_key = :business_key AND v.kind = 'goods' AND a.code GLOB '5150.*';
