#!/usr/bin/env python3
"""Damages the product on purpose, one patch at a time, and sees that a pinned experiment fails of it.

    tests/mutants/run.py             every mutant: builds the program a dozen times, a quarter of an hour
    tests/mutants/run.py NAME…       these alone
    tests/mutants/run.py --check     only that each patch still fits the sources: seconds

A patch names, in its line "Caught by:", the rows of the catalogue that are to notice. Works on a copy of the sources in a temporary
folder. Ends with 1 where a mutant lives, or a patch no longer fits.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAST = 12


def mutants(names):
    found = sorted(pathlib.Path(__file__).parent.glob("*.patch"))
    if names:
        unknown = set(names) - {patch.stem for patch in found}
        if unknown:
            sys.exit("no such mutant: " + ", ".join(sorted(unknown)))
        found = [patch for patch in found if patch.stem in names]
    elif len(found) < LEAST:
        sys.exit(f"{len(found)} mutants, and {LEAST} are asked for")
    return found


def told(patch):
    text = patch.read_text(encoding="utf-8")
    rows = re.search(r"^Caught by: (.+)$", text, re.MULTILINE)
    if rows is None:
        sys.exit(f"{patch.name} does not say who catches it")
    return text.splitlines()[0], rows.group(1).split()


def apply(folder, patch, *options):
    return subprocess.run(["git", "apply", *options, str(patch)], cwd=folder, capture_output=True, text=True, check=False)


def copy_of_sources(folder):
    skipped = shutil.ignore_patterns("build", "demo", ".git", "tests", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=skipped, dirs_exist_ok=True)


def built(folder):
    made = subprocess.run(["cmake", "--build", "build/release", "--target", "payonce_app"], cwd=folder, capture_output=True,
                          text=True, check=False)
    return made.returncode == 0, made.stdout


def checked(folder, rows):
    """The exit status of the lines that the rows pin, and the first that does not hold."""
    ran = subprocess.run(["build/release/app/payonce", "lab", "check", "--color", "never", "--seconds", "120", *rows], cwd=folder, capture_output=True,
                         text=True, check=False)
    failing = [line.strip() for line in (ran.stdout + ran.stderr).splitlines() if "✖" in line]
    return ran.returncode, failing[0] if failing else ""


def check_only(found):
    bad = 0
    for patch in found:
        told(patch)
        fits = apply(ROOT, patch, "--check")
        if fits.returncode != 0:
            bad += 1
            print(f"✖ {patch.stem}: no longer fits\n{fits.stderr}")
    print(f"{len(found)} mutants, {len(found) - bad} fit")
    return 1 if bad else 0


def run(found):
    with tempfile.TemporaryDirectory(prefix="payonce-mutants-") as name:
        folder = pathlib.Path(name)
        copy_of_sources(folder)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        subprocess.run(["cmake", "--preset", "release", "-DPAYONCE_TESTS=OFF", "-DPAYONCE_WERROR=OFF"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        whole, log = built(folder)
        if not whole:
            sys.exit("the product itself is not built\n" + log[-2000:])
        rows = sorted({row for patch in found for row in told(patch)[1]})
        status, failing = checked(folder, rows)
        if status != 0:
            sys.exit(f"without any mutant, row by row: {failing}")
        alive = 0
        for patch in found:
            says, rows = told(patch)
            if apply(folder, patch).returncode != 0:
                alive += 1
                print(f"✖ {patch.stem}: no longer fits", flush=True)
                continue
            whole, log = built(folder)
            status, failing = checked(folder, rows) if whole else (0, "not built: " + log[-600:])
            if status == 1:
                print(f"✓ {patch.stem}: {says}\n    {failing}", flush=True)
            else:
                alive += 1
                print(f"✖ {patch.stem} lives (status {status}): {says}\n    {failing}", flush=True)
            if apply(folder, patch, "--reverse").returncode != 0:
                sys.exit(f"{patch.name} cannot be taken back")
        print(f"{len(found)} mutants, {len(found) - alive} caught")
        return 1 if alive else 0


def main():
    names = [word for word in sys.argv[1:] if word != "--check"]
    found = mutants(names)
    sys.exit(check_only(found) if "--check" in sys.argv else run(found))


main()
