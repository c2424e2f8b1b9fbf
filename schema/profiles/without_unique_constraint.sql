-- A laboratory file whose unique constraint is off: one fact may be booked twice.
DROP TRIGGER IF EXISTS voucher_business_key_is_new;
DROP TRIGGER IF EXISTS voucher_pays_its_order;
DROP INDEX IF EXISTS voucher_business_key_is_unique;
CREATE INDEX IF NOT EXISTS voucher_business_key ON voucher (business_key);
