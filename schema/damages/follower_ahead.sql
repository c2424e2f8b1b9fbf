-- A consumer has seen a version that no message brought.
INSERT INTO followed VALUES ('crm', 'open', 9, 'lead.won', '{}', 1);
