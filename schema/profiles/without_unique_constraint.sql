-- A laboratory file whose unique constraint is off: one fact may be booked twice.
DROP TRIGGER voucher_business_key_is_new;
DROP INDEX voucher_business_key_is_unique;
CREATE INDEX voucher_business_key ON voucher (business_key);
