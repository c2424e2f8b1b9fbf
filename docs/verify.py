"""Checks a payonce ledger without payonce: python3 docs/verify.py FILE [CHECKPOINTS]. docs/verify.md says what is hashed."""
import hashlib, sqlite3, sys

num = lambda n: n.to_bytes(8, "little", signed=True)
raw = lambda b: num(len(b)) + b
text = lambda s: raw(s.encode())
maybe = lambda write, v: num(0) if v is None else num(1) + write(v)

book = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) if len(sys.argv) > 1 else sys.exit(__doc__)
hashes, wrong = [bytes(32)], []
for (v, kind, series, seq, key, order, attempt, refund, day, at, why, operation, dispute, reverses, actor, version, before,
     stored) in book.execute("""SELECT voucher_id, kind, series, seq, business_key, order_id, attempt_id, refund_id,
       business_date, recorded_at_ns, reason, operation_id, dispute_id, reverses, actor, seal_version, previous_hash, hash
       FROM voucher ORDER BY voucher_id"""):
    lines = book.execute("""SELECT account_id, currency, side, amount, account_version, debits_after, credits_after FROM entry
       WHERE entry_id BETWEEN ? * 65536 + 1 AND ? * 65536 + 65535 ORDER BY entry_id""", (v, v)).fetchall()
    data = text(f"payonce voucher {version}") + raw(before) + num(v) + text(kind) + text(series) + num(seq) + text(key)
    data += maybe(num, order) + maybe(num, attempt) + maybe(num, refund) + text(day) + num(at) + maybe(text, why)
    if version > 1:
        data += maybe(num, operation) + maybe(num, dispute) + maybe(num, reverses) + maybe(text, actor)
    data += num(len(lines)) + b"".join(num(a) + text(c) + text(s) + b"".join(map(num, n)) for a, c, s, *n in lines)
    if v != len(hashes) or before != hashes[-1] or stored != hashlib.sha256(data).digest():
        wrong.append(f"voucher {v} ({series}-{seq:06}) is not what was sealed, or does not follow the one before it")
    hashes.append(stored)
for line in open(sys.argv[2]) if len(sys.argv) > 2 else []:
    count, there = int(line.split()[4]), line.split()[5]
    if count >= len(hashes) or hashes[count].hex() != there:
        wrong.append(f"voucher {count} is gone, or is not the one that the checkpoint saw: {line.strip()}")
print(*wrong or [f"{len(hashes) - 1} vouchers, sound"], sep="\n")
sys.exit(1 if wrong else 0)
