-- A message was told that it is applied, and has left no mark.
INSERT INTO message (consumer, sender_id, subject, action, version, fingerprint, told, heard_at_ns)
VALUES ('crm', 'unmarked', 'open', 'lead.won', 2, zeroblob(16), 'applied', 1);
