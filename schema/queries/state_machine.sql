-- name: settle
-- One statement decides whose money settles an order (ledger.md 2.3): one row changed, this payment does; none, the money is
-- a duplicate or late. A repeat finds settled_by set and changes nothing. Money that comes while an order is closing because its
-- time was over is honoured where the ledger is set so; what a hold has captured in part is not paid a second way.
UPDATE orders SET status = 'paid', captured = captured + :amount, settled_by = :voucher_id, version = version + 1,
  changed_at_ns = :now_ns
WHERE order_id = :order_id AND settled_by IS NULL AND captured = 0
  AND (status = 'created' OR status = 'paying' OR (status = 'closing' AND closing_for = 'expiry' AND :honour = 1));

-- name: settle_hold
-- The last part of what was held pays the order, or the freeing of the rest does. Also while it is closing: captured is captured.
UPDATE orders SET status = 'paid', captured = captured + :amount, settled_by = :voucher_id, version = version + 1,
  changed_at_ns = :now_ns
WHERE order_id = :order_id AND settled_by IS NULL AND status IN ('paying', 'closing') AND captured + :amount <= amount_due;

-- name: capture_part
-- More of what is held is captured, and more may be.
UPDATE orders SET captured = captured + :amount, version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND settled_by IS NULL AND status IN ('paying', 'closing') AND captured + :amount <= amount_due;

-- name: begin
-- An attempt outside is about to be made. An order that is being paid already stays so.
UPDATE orders SET status = 'paying', version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status = 'created';

-- name: cancel
-- Nothing outside is open or held: one step to the end, cancelled or expired as it is closing for.
UPDATE orders SET status = iif(closing_for = 'expiry', 'expired', 'cancelled'), version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status IN ('created', 'closing') AND captured = 0
  AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.order_id = orders.order_id
                  AND attempt.status IN ('dispatched', 'unknown', 'authorised', 'partly_captured'));

-- name: expire
-- Nobody began to pay it in time.
UPDATE orders SET status = 'expired', version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status = 'created' AND expires_at_ns <= :now_ns;

-- name: close
-- Cancel is asked while a payment may be under way: from here the order is never paid, and ends by evidence.
UPDATE orders SET status = 'closing', closing_for = :closing_for, version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status = 'paying';

-- name: fulfil
-- Shipped, once, and only what is paid.
UPDATE orders SET status = 'fulfilled', version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status = 'paid';

-- name: reserve_refund
-- The cap and the reservation are one step: two refunds at once cannot both see the same remainder.
UPDATE orders SET refund_reserved = refund_reserved + :amount, version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status IN ('paid', 'fulfilled') AND refund_reserved + refunded + :amount <= captured;

-- name: confirm_refund
-- What was reserved is given back; a fully refunded order ends.
UPDATE orders SET refund_reserved = refund_reserved - :amount, refunded = refunded + :amount,
  status = iif(refunded + :amount = captured, 'refunded', status), version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND refund_reserved >= :amount;

-- name: refund_at_once
-- From the payee's balance, within one transaction: the cap, the counter and the end in one step.
UPDATE orders SET refunded = refunded + :amount,
  status = iif(refunded + :amount = captured, 'refunded', status), version = version + 1, changed_at_ns = :now_ns
WHERE order_id = :order_id AND status IN ('paid', 'fulfilled') AND refund_reserved + refunded + :amount <= captured;

-- name: settle_without_condition
-- The laboratory's state machine switched off: what a program does that never asks where the order stands.
UPDATE orders SET status = 'paid', captured = captured + :amount, settled_by = :voucher_id, version = version + 1,
  changed_at_ns = :now_ns
WHERE order_id = :order_id;
