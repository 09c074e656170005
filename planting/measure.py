#!/usr/bin/env python3
"""Finds out which planted mistakes the tests notice; docs/testing.md tells how it is used.

    measure.py reach TREE FOLDER          which test comes by which mistake: runs every test once
    measure.py try TREE FOLDER LIST OUT   tries the mistakes of LIST one at a time, with the tests that come by each

TREE is a copy of the program in which `planting` has written its mistakes, and LIST what it printed. OUT gets a line for each
mistake: its number, the test that noticed it (or "-"), and seconds. What is in OUT already is not tried again.
"""

import collections
import glob
import json
import os
import re
import select
import shutil
import subprocess
import sys
import time

# The tests that are run, nearest first. Those at the end start the program itself.
BINARIES = ["lib", "campaign", "orders", "post", "report", "tamper", "servers", "cli"]
STARTS_PROGRAM = {"cli", "tamper"}
LIMIT = 240.0
# How many of the tests that come by a mistake are run, a group after the other: those first that come by few others. With all of
# them a mistake that nobody notices takes minutes.
GROUPS = {"lib": [8, 32], "cli": [4]}
OTHER_GROUPS = [6]
RESULT = re.compile(r"^test (\S+)(?: - should panic)? \.\.\. (\w+)")


def built(tree):
    """The test binaries, which cargo builds if need be."""
    command = ["cargo", "test", "--no-run", "--locked", "--message-format=json", "--lib", "--bins"]
    command += [part for name in BINARIES if name != "lib" for part in ("--test", name)]
    lines = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in lines.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["profile"]["test"]:
            target = message["target"]
            name = "lib" if "lib" in target["kind"] else target["name"]
            if name in BINARIES and "bin" not in target["kind"]:
                found[name] = message["executable"]
    return found


def environment(**more):
    return dict(os.environ, INSTA_UPDATE="no", CARGO_TERM_COLOR="never", **more)


def run(binary, tree, tests, more, limit):
    """The tests that failed (at most the first, unless limit is None) and whether time ran out."""
    arguments = [binary, "--test-threads=2"] + (["--exact", *tests] if tests else [])
    process = subprocess.Popen(
        arguments, cwd=tree, env=environment(**more), stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )
    os.set_blocking(process.stdout.fileno(), False)
    failed, rest, begun = [], b"", time.time()
    while True:
        ready, _, _ = select.select([process.stdout], [], [], 1.0)
        if ready:
            data = process.stdout.read()
            if data == b"":
                break
            if data:
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    result = RESULT.match(line.decode(errors="replace"))
                    if result and result[2] == "FAILED":
                        failed.append(result[1])
        if limit is not None and (failed or time.time() - begun > limit):
            os.killpg(process.pid, 9)
            break
    process.wait()
    process.stdout.close()
    if limit is not None and not failed and time.time() - begun > limit:
        failed.append("time limit")
    elif not failed and process.returncode not in (0, -9):
        failed.append(f"ended with {process.returncode}")
    return failed


def names(binary, tree):
    listed = subprocess.run([binary, "--list"], cwd=tree, env=environment(), stdout=subprocess.PIPE, text=True).stdout
    return [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]


def reach(tree, folder):
    for name, binary in built(tree).items():
        # A copy, so that the next build changes nothing while mistakes are tried.
        binary = shutil.copy(binary, f"{folder}/{name}")
        out = f"{folder}/{name}.reach"
        if os.path.exists(out):
            continue
        groups = [[test] for test in names(binary, tree)] if name in STARTS_PROGRAM else [[]]
        reached, failed = collections.defaultdict(set), []
        for tests in groups:
            notes = f"{folder}/notes"
            subprocess.run(["rm", "-rf", notes], check=True)
            os.makedirs(notes)
            begun = time.time()
            failed += run(binary, tree, tests, {"PLANTED_REACHED": notes}, None)
            for path in glob.glob(f"{notes}/*"):
                for line in open(path):
                    test, number = line.rstrip("\n").split("\t")
                    # A process or thread of its own has another name than the test that started it.
                    reached[tests[0] if tests else test].add(int(number))
            if tests:
                print(f"{name} {tests[0]} {time.time() - begun:.1f} s", flush=True)
        with open(out, "w") as file:
            json.dump({"failed": failed, "reached": {test: sorted(all) for test, all in reached.items()}}, file)
        print(f"{name}: {len(reached)} tests come by mistakes; failed: {failed}", flush=True)


def attempts(number, reached):
    """The groups of tests that are run for a mistake: those that come by the fewest others first."""
    for name in BINARIES:
        if name not in reached:
            continue
        all = reached[name]
        fit = sorted((len(numbers), test) for test, numbers in all.items() if number in numbers)
        tests = [test for _, test in fit]
        if "?" in tests or "main" in tests:
            tests = [test for test in tests if test not in ("?", "main")] or list(all)
        for size in GROUPS.get(name, OTHER_GROUPS):
            if tests[:size]:
                yield name, tests[:size]
            tests = tests[size:]


def try_all(tree, folder, mistakes, out):
    binaries = {name: f"{folder}/{name}" for name in BINARIES}
    reached = {}
    for name in BINARIES:
        if os.path.exists(f"{folder}/{name}.reach"):
            data = json.load(open(f"{folder}/{name}.reach"))
            bad = set(data["failed"])
            reached[name] = {test: set(all) for test, all in data["reached"].items() if test not in bad}
    done = {line.split("\t")[0] for line in open(out)} if os.path.exists(out) else set()
    for line in open(mistakes):
        number = line.split("\t")[0]
        if number in done:
            continue
        begun, noticed, count = time.time(), "-", 0
        for name, tests in attempts(int(number), reached):
            count += len(tests)
            failed = run(binaries[name], tree, tests, {"PLANTED": number}, LIMIT)
            if failed:
                noticed = f"{name} {failed[0]}"
                break
        if count == 0:
            noticed = "- (no test comes by it)"
        with open(out, "a") as file:
            file.write(f"{number}\t{noticed}\t{time.time() - begun:.1f}\t{count}\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["reach", tree, folder]:
            reach(tree, folder)
        case ["try", tree, folder, mistakes, out]:
            try_all(tree, folder, mistakes, out)
        case _:
            sys.exit(__doc__)
