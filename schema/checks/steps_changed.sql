-- en: The legal steps are those of the schema.
-- zh: 合法的状态步骤与程序所定的一致。
-- finds: damage
-- A step slipped into the table would make an illegal move legal, and every other law would keep silent.
WITH known(machine, from_status, to_status) AS (VALUES
  ('period', 'open', 'closed'), ('period', 'closed', 'open'), ('period', 'closed', 'locked'),
  ('order', 'created', 'paying'), ('order', 'created', 'paid'), ('order', 'created', 'cancelled'),
  ('order', 'paying', 'paid'), ('order', 'paying', 'closing'),
  ('order', 'closing', 'paid'), ('order', 'closing', 'cancelled'),
  ('order', 'paid', 'fulfilled'), ('order', 'paid', 'refunded'), ('order', 'fulfilled', 'refunded'),
  ('attempt', 'dispatched', 'succeeded'), ('attempt', 'dispatched', 'failed'), ('attempt', 'dispatched', 'unknown'),
  ('attempt', 'unknown', 'succeeded'), ('attempt', 'unknown', 'failed'), ('attempt', 'failed', 'succeeded'),
  ('refund', 'requested', 'dispatched'),
  ('refund', 'dispatched', 'succeeded'), ('refund', 'dispatched', 'failed'), ('refund', 'dispatched', 'unknown'),
  ('refund', 'unknown', 'succeeded'), ('refund', 'unknown', 'failed'), ('refund', 'failed', 'succeeded'),
  ('order', 'created', 'expired'), ('order', 'closing', 'expired'),
  ('attempt', 'dispatched', 'authorised'), ('attempt', 'unknown', 'authorised'), ('attempt', 'failed', 'authorised'),
  ('attempt', 'authorised', 'partly_captured'), ('attempt', 'authorised', 'succeeded'),
  ('attempt', 'authorised', 'voided'), ('attempt', 'authorised', 'expired'),
  ('attempt', 'partly_captured', 'succeeded'),
  ('operation', 'dispatched', 'succeeded'), ('operation', 'dispatched', 'failed'), ('operation', 'dispatched', 'unknown'),
  ('operation', 'unknown', 'succeeded'), ('operation', 'unknown', 'failed'), ('operation', 'failed', 'succeeded'),
  ('reservation', 'held', 'consumed'), ('reservation', 'held', 'released'), ('reservation', 'held', 'expired'),
  ('coupon_use', 'used', 'given_back'),
  ('dispute', 'opened', 'won'), ('dispute', 'opened', 'lost'), ('dispute', 'opened', 'withdrawn'), ('dispute', 'lost', 'won'),
  ('payout', 'announced', 'arrived'), ('payout', 'announced', 'returned'),
  ('suspense', 'open', 'identified'), ('suspense', 'open', 'to_return'), ('suspense', 'to_return', 'returned'))
SELECT machine || ' ' || from_status || ' ' || to_status AS subject, 'missing' AS detail
FROM (SELECT machine, from_status, to_status FROM known EXCEPT SELECT machine, from_status, to_status FROM legal_step)
UNION ALL
SELECT machine || ' ' || from_status || ' ' || to_status, 'not of the schema'
FROM (SELECT machine, from_status, to_status FROM legal_step EXCEPT SELECT machine, from_status, to_status FROM known)
