-- What was agreed with a channel about fees, and at which rate its settlements in another currency are booked.

-- name: fee_rates
-- Of one day's rows the one written last comes first.
SELECT movement, currency, since, millionths, fixed, actor FROM fee_rate WHERE channel = :channel
ORDER BY movement, currency, since DESC, rate_id DESC;

-- name: set_fee_rate
-- A newer row takes the place of an older one.
INSERT INTO fee_rate (channel, movement, currency, since, millionths, fixed, actor, set_at_ns)
VALUES (:channel, :movement, :currency, :since, :millionths, :fixed, :actor, :now_ns);

-- name: fx_rates
-- Likewise.
SELECT currency, settled, since, nano, actor FROM fx_rate WHERE channel = :channel
ORDER BY currency, settled, since DESC, rate_id DESC;

-- name: set_fx_rate
-- Likewise.
INSERT INTO fx_rate (channel, currency, settled, since, nano, actor, set_at_ns)
VALUES (:channel, :currency, :settled, :since, :nano, :actor, :now_ns);
