-- A message that cannot be read is parked.
INSERT INTO held (digest, consumer, content, state, reason, detail, tries, kept_at_ns, due_at_ns, changed_at_ns)
VALUES (zeroblob(16), 'orders', x'00', 'parked', 'unreadable', '', 1, 1, 1, 1);
