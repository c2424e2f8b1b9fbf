"""docs/verify.py is run as its reader would: over the golden vectors, over a ledger the program has written, over damage."""
import pathlib, sqlite3, subprocess, sys, tempfile

program, docs = sys.argv[1], pathlib.Path(sys.argv[2])


def verdict(*arguments):
    ran = subprocess.run([sys.executable, docs / "verify.py", *arguments], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    return ran.returncode, ran.stdout


with tempfile.TemporaryDirectory() as folder:
    golden = pathlib.Path(folder, "golden.db")
    with sqlite3.connect(golden) as book:
        book.executescript((docs / "golden" / "vouchers.sql").read_text(encoding="utf-8"))
    book.close()
    count = 6
    assert verdict(golden) == (0, f"{count} vouchers, sound\n"), verdict(golden)
    for voucher in range(1, count + 1):
        for change in ("voucher SET reason = 'x'", "voucher SET seq = seq + 1", "voucher SET actor = 'x', seal_version = 2",
                       "entry SET amount = amount + 1"):
            with sqlite3.connect(golden) as book:
                book.execute(f"UPDATE {change} WHERE voucher_id = {voucher}")
                book.commit()
                status, said = verdict(golden)
                assert status == 1 and said.startswith(f"voucher {voucher} "), (voucher, change, said)
            book.close()
            golden.unlink()
            with sqlite3.connect(golden) as book:
                book.executescript((docs / "golden" / "vouchers.sql").read_text(encoding="utf-8"))
            book.close()

    ledger, kept = pathlib.Path(folder, "payonce.db"), pathlib.Path(folder, "kept.txt")

    def payonce(*words):
        subprocess.run([program, "--db", ledger, *words], check=True, capture_output=True, env={"LC_ALL": "C"})

    payonce("init", "--lab")
    payonce("account", "open", "alice", "--currency", "CNY")
    payonce("account", "open", "bob", "--currency", "CNY")
    for n in range(3):
        payonce("topup", "alice", "--amount", "CNY 5.00", "--key", f"t{n}")
    payonce("transfer", "alice", "bob", "--amount", "CNY 1.00", "--key", "x")
    payonce("checkpoint", "--to", str(kept))
    assert verdict(ledger, kept) == (0, "4 vouchers, sound\n"), verdict(ledger, kept)
    forged = kept.read_text().split()
    forged[4] = "5"
    kept.write_text(" ".join(forged) + "\n")
    status, said = verdict(ledger, kept)
    assert status == 1 and said.startswith("voucher 5 is gone"), said
