#!/usr/bin/env python3
"""Finds out which planted mistakes the tests notice; docs/testing.md tells how it is used.

    measure.py plant TREE SEED EACH LIST     writes EACH mistakes of every room into TREE/src, without those that do not compile
    measure.py reach TREE FOLDER [BINARY…]   which test comes by which mistake: runs every test once, of these binaries or of all
    measure.py try TREE FOLDER LIST OUT      tries the mistakes of LIST one at a time, with the tests that come by each

TREE is a work tree for this alone: `plant` throws away what has changed in its src. LIST gets a line for each mistake: number,
room, place, function, kind, text, key. OUT gets a line for each: number, the test that noticed it ("-" if none did, "?" if time ran
out before one could), seconds, how many tests were run. What is in OUT already is not tried again.
"""

import collections
import glob
import itertools
import json
import os
import re
import select
import shutil
import subprocess
import sys
import time

# The tests that are run, nearest first. Those at the end start the program itself.
BINARIES = ["lib", "campaign", "orders", "post", "report", "tamper", "servers", "cli", "leaks"]
STARTS_PROGRAM = {"cli"}
# Unit tests that are far from every room: they play the rules, draw or write.
FAR = re.compile(r"games::(?!\w+::people::plan|\w+::people::form)|picture::|report::")
LIMIT = 240.0
# How many of the tests that come by a mistake are run, a group after the other, the nearest first. With all of them a mistake that
# nobody notices takes minutes.
GROUPS = {"lib": [8, 32], "cli": [4]}
OTHER_GROUPS = [6]
OUT_OF_TIME = "?"
RESULT = re.compile(r"^test (\S+)(?: - should panic)? \.\.\. (\w+)")


def built(tree, wanted):
    """The test binaries, which cargo builds if need be."""
    command = ["cargo", "test", "--no-run", "--locked", "--message-format=json", "--lib"]
    # For these cargo builds the program as well.
    command += [part for name in wanted if name != "lib" for part in ("--test", name)]
    lines = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in lines.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["profile"]["test"]:
            target = message["target"]
            name = "lib" if "lib" in target["kind"] else target["name"]
            if name in wanted and "bin" not in target["kind"]:
                found[name] = message["executable"]
    return found


def environment(binary, **more):
    # What cargo tells tests: where the program is that some of them start. It lies beside the tests.
    program = os.path.join(os.path.dirname(os.path.abspath(binary)), "ravenpost")
    return dict(os.environ, INSTA_UPDATE="no", CARGO_BIN_EXE_ravenpost=program, **more)


def run(binary, tree, tests, more, limit):
    """The tests that failed (at most the first, unless limit is None) and whether time ran out."""
    arguments = [binary, "--test-threads=2"] + (["--exact", *tests] if tests else [])
    process = subprocess.Popen(
        arguments, cwd=tree, env=environment(binary, **more), stdout=subprocess.PIPE,
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
        failed.append(OUT_OF_TIME)
    elif not failed and process.returncode not in (0, -9):
        failed.append(f"ended with {process.returncode}")
    return failed


def names(binary, tree):
    listed = subprocess.run([binary, "--list"], cwd=tree, env=environment(binary), stdout=subprocess.PIPE, text=True).stdout
    return [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]


def plant(tree, seed, each, list_file):
    left_out = f"{list_file}.left-out"
    open(left_out, "a").close()
    tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Cargo.toml")
    target = os.path.join(os.path.abspath(tree), "target", "planting")
    while True:
        subprocess.run(["git", "checkout", "-q", "--", "src"], cwd=tree, check=True)
        command = ["cargo", "run", "-q", "--manifest-path", tool, "--target-dir", target, "--"]
        with open(list_file, "w") as file:
            subprocess.run([*command, tree, seed, each, left_out], stdout=file, check=True)
        keys = {line.split("\t")[0]: line.rstrip("\n").split("\t")[6] for line in open(list_file)}
        command = ["cargo", "check", "--lib", "--locked", "--message-format=json"]
        checked = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, text=True)
        if checked.returncode == 0:
            return
        wrong = set()
        for line in checked.stdout.splitlines():
            message = json.loads(line).get("message", {})
            if message.get("level") == "error":
                wrong |= near(tree, message)
        if not wrong:
            sys.exit("it does not compile, and not because of what was planted")
        print(f"{len(wrong)} that do not compile are left out", flush=True)
        with open(left_out, "a") as file:
            file.writelines(f"{keys[number]}\n" for number in wrong)


def near(tree, message):
    """The mistakes that an error of the compiler is about: those in the lines it names, or else in those around."""
    spans = message["spans"] + [span for child in message["children"] for span in child["spans"]]
    # An error inside a macro is in the macro's own file; where the macro is used is behind it.
    for span in spans:
        if span["expansion"]:
            spans.append(span["expansion"]["span"])
    for around in (0, 8):
        found = set()
        for span in spans:
            path = os.path.join(tree, span["file_name"])
            if span["file_name"].startswith("src") and os.path.exists(path):
                lines = open(path).read().split("\n")
                part = lines[max(0, span["line_start"] - 1 - around):span["line_end"] + around]
                found |= set(re.findall(r"crate::planted\((\d+)\)", "\n".join(part)))
        if found:
            return found
    return set()


def reach(tree, folder, wanted):
    binaries = built(tree, wanted)
    if set(binaries) != {"lib"}:
        shutil.copy(f"{tree}/target/debug/ravenpost", f"{folder}/ravenpost")
    for name, binary in binaries.items():
        # A copy, so that the next build changes nothing while mistakes are tried.
        binary = shutil.copy(binary, f"{folder}/{name}")
        out = f"{folder}/{name}.reach"
        if os.path.exists(out):
            continue
        tests = [test for test in names(binary, tree) if not FAR.match(test)]
        groups = [[test] for test in tests] if name in STARTS_PROGRAM else [tests]
        reached, failed = collections.defaultdict(set), []
        for tests in groups:
            # Some tests start the program elsewhere.
            notes = os.path.abspath(f"{folder}/notes")
            subprocess.run(["rm", "-rf", notes], check=True)
            os.makedirs(notes)
            begun = time.time()
            failed += run(binary, tree, tests, {"PLANTED_REACHED": notes}, None)
            for path in glob.glob(f"{notes}/*"):
                for line in open(path):
                    test, number = line.rstrip("\n").split("\t")
                    # A process or thread of its own has another name than the test that started it.
                    reached[tests[0] if len(tests) == 1 else test].add(int(number))
            if len(tests) == 1:
                print(f"{name} {tests[0]} {time.time() - begun:.1f} s", flush=True)
        with open(out, "w") as file:
            json.dump({"failed": failed, "reached": {test: sorted(all) for test, all in reached.items()}}, file)
        print(f"{name}: {len(reached)} tests come by mistakes; failed: {failed}", flush=True)


def nearness(place, test):
    """How many folders and files a mistake's place and a unit test have in common from the top."""
    pairs = zip(place.split(".rs:")[0].split("/"), test.split("::"))
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def attempts(number, place, reached):
    """The groups of tests that are run for a mistake: the nearest first, and of those the ones that come by the fewest others."""
    for name in BINARIES:
        if name not in reached:
            continue
        all = reached[name]
        fit = [test for test, numbers in all.items() if number in numbers]
        tests = sorted(fit, key=lambda test: (-nearness(place, test), len(all[test]), test))
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
        number, _, place = line.split("\t")[:3]
        if number in done:
            continue
        begun, noticed, count = time.time(), "-", 0
        for name, tests in attempts(int(number), place, reached):
            count += len(tests)
            failed = run(binaries[name], tree, tests, {"PLANTED": number}, LIMIT)
            if failed:
                noticed = OUT_OF_TIME if failed == [OUT_OF_TIME] else f"{name} {failed[0]}"
                break
        if count == 0:
            noticed = "- (no test comes by it)"
        with open(out, "a") as file:
            file.write(f"{number}\t{noticed}\t{time.time() - begun:.1f}\t{count}\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["plant", tree, seed, each, list_file]:
            plant(tree, seed, each, list_file)
        case ["reach", tree, folder, *wanted] if set(wanted) <= set(BINARIES):
            reach(tree, folder, wanted or BINARIES)
        case ["try", tree, folder, mistakes, out]:
            try_all(tree, folder, mistakes, out)
        case _:
            sys.exit(__doc__)
