#!/usr/bin/env python3
"""Finds out which planted mistakes the tests notice; docs/testing.md tells how it is used.

    measure.py plant TREE SEED EACH LIST     writes EACH mistakes of every room into TREE/src, without those that do not compile
    measure.py ordinary TREE LIST [DRAW]     writes those of a draw of ordinary.tsv ("first" unless it is named, or "all") instead
    measure.py reach TREE FOLDER [BINARY…]   which test comes by which mistake: runs every test once, of these binaries or of all
    measure.py try TREE FOLDER LIST OUT [SECONDS]   tries the mistakes of LIST one at a time, with the tests that come by each
    measure.py watch TREE FOLDER [BINARY…]   has every condition in TREE/src note its outcomes, runs these binaries (or lib, orders, post,
                                             report, campaign, tamper, rules), and prints the conditions that never come out otherwise

TREE is a work tree for this alone: `plant` throws away what has changed in its src. LIST gets a line for each mistake: number,
room, place, function, kind, text, key. OUT gets a line for each: number, the test that noticed it ("-" if none did, "?" if time ran
out before one could), seconds, how many tests were run, and which binaries' tests for how many seconds (60, or SECONDS). What was
noticed is not tried again. What was not is tried once more with the tests for which time was too short then, or that are new; the
last line of a mistake counts.
"""

import collections
import concurrent.futures
import glob
import itertools
import json
import ordinary
import os
import re
import select
import shutil
import subprocess
import sys
import time

# The tests that are run, nearest first. Those at the end start the program itself.
BINARIES = ["lib", "orders", "post", "report", "campaign", "tamper", "golden", "servers", "cli", "leaks", "faults", "rules", "second"]
STARTS_PROGRAM = {"cli"}
# Those that are quick and look closest, for conditions that are watched.
WATCHED = ["lib", "orders", "post", "report", "campaign", "tamper", "rules"]
# Unit tests that are far from every room: they draw or write.
FAR = re.compile(r"picture::|report::")
# The nearest unit tests that come by a mistake are run first, so many of them; then the others of each binary, the quickest first, as
# long as they take so many seconds together (unless the command says how many). With all of them a mistake that nobody notices
# takes minutes.
NEAREST = 8
SECONDS = 60.0
# A test that takes so much longer than without the mistake, and so many seconds more, does not end.
SLOWER, LONGER = 8, 60.0
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


def run(binary, tree, tests, more, limit, ended=None):
    """The tests that failed (at most the first, unless limit is None) and whether time ran out; into ended, when each ended."""
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
                    if result and ended is not None:
                        ended[result[1]] = time.time()
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
    while True:
        subprocess.run(["git", "checkout", "-q", "--", "src"], cwd=tree, check=True)
        with open(list_file, "w") as file:
            subprocess.run([*tool_for(tree), tree, seed, each, left_out], stdout=file, check=True)
        keys = {line.split("\t")[0]: line.rstrip("\n").split("\t")[6] for line in open(list_file)}
        command = ["cargo", "test", "--no-run", "--lib", "--locked", "--message-format=json"]
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


def plant_ordinary(tree, list_file, draw):
    subprocess.run(["git", "checkout", "-q", "--", "src"], cwd=tree, check=True)
    lines, lost = ordinary.plant(tree, draw)
    with open(list_file, "w") as file:
        file.writelines(f"{line}\n" for line in lines)
    print(f"{len(lines)} are planted", *lost, sep="\n", flush=True)


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


def tool_for(tree):
    tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Cargo.toml")
    target = os.path.join(os.path.abspath(tree), "target", "planting")
    return ["cargo", "run", "-q", "--manifest-path", tool, "--target-dir", target, "--"]


def watch(tree, folder, wanted):
    subprocess.run(["git", "checkout", "-q", "--", "src"], cwd=tree, check=True)
    lines = subprocess.run([*tool_for(tree), tree, "watch"], stdout=subprocess.PIPE, text=True, check=True).stdout
    notes = os.path.abspath(f"{folder}/seen")
    os.makedirs(notes, exist_ok=True)
    for binary in built(tree, wanted).values():
        subprocess.run([binary], cwd=tree, env=environment(binary, SEEN=notes), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = collections.defaultdict(set)
    for path in glob.glob(f"{notes}/*"):
        for line in open(path):
            number, value = line.split()
            seen[number].add("ft"[int(value)])
    for line in lines.splitlines():
        number, room, place, function, outcome, text = line.split("\t")
        missing = [one for one in ("ft" if outcome == "b" else outcome) if one not in seen[number]]
        if missing:
            print("\t".join([room, place, function, "never " + ("reached" if not seen[number] else "true" if missing == ["t"] else "false"), text]))


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
        begun = time.time()
        if name in STARTS_PROGRAM:
            # Which test started it is known only if it runs alone.
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                jobs = {test: pool.submit(reached_by, binary, tree, [test], f"{folder}/notes-{test}") for test in tests}
            found = {test: job.result() for test, job in jobs.items()}
            reached = {test: set().union(*by.values()) for test, (by, _, _) in found.items()}
            failed = [test for test, (_, failed, _) in found.items() if failed]
            seconds = {test: seconds.get(test, 0) for test, (_, _, seconds) in found.items()}
        else:
            reached, failed, seconds = reached_by(binary, tree, tests, f"{folder}/notes-{name}")
        reached = {test: sorted(numbers) for test, numbers in reached.items()}
        with open(out, "w") as file:
            json.dump({"failed": failed, "reached": reached, "seconds": seconds}, file)
        took = time.time() - begun
        print(f"{name}: {len(reached)} tests come by mistakes; {took:.0f} s; failed: {failed}", flush=True)


def reached_by(binary, tree, tests, notes):
    """Which mistakes each of these tests comes by, which fail, and how many seconds each takes."""
    notes = os.path.abspath(notes)
    subprocess.run(["rm", "-rf", notes], check=True)
    os.makedirs(notes)
    begun, ended, reached = time.time(), {}, collections.defaultdict(set)
    failed = run(binary, tree, tests, {"PLANTED_REACHED": notes}, None, ended)
    for path in glob.glob(f"{notes}/*"):
        for line in open(path):
            test, number = line.rstrip("\n").split("\t")
            # A process or thread of its own has another name than the test that started it.
            reached[tests[0] if len(tests) == 1 else test].add(int(number))
    # Two run at a time in the order in which they are listed: whenever one ends, the next begins.
    begins = [begun, begun, *sorted(ended.values())]
    seconds = {test: ended[test] - at for test, at in zip(tests, begins) if test in ended}
    return reached, failed, seconds


def nearness(place, test):
    """How many folders and files a mistake's place and a unit test have in common from the top."""
    pairs = zip(place.split(".rs:")[0].split("/"), test.split("::"))
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def fitting(name, number, place, known, most):
    """The tests of a binary that are run for a mistake within so many seconds: the nearest, and the others."""
    reached, seconds = known[name]
    fit = [test for test, numbers in reached.items() if number in numbers]
    # A thread or a process of its own has a name that is no test's.
    if any(test not in seconds for test in fit):
        fit = [test for test in fit if test in seconds] or list(seconds)
    quick = lambda test: seconds.get(test, 1.0)
    near = sorted(fit, key=lambda test: (-nearness(place, test), quick(test), test))
    near = near[:NEAREST] if name == "lib" else []
    rest, total = [], 0.0
    for test in sorted(set(fit) - set(near), key=lambda test: (quick(test), test)):
        total += quick(test)
        if total > most and rest:
            break
        rest.append(test)
    return near, rest


def attempts(number, place, known, most, before):
    """The groups of tests that are run for a mistake, with the seconds that they take without it."""
    for name, (_, seconds) in known.items():
        been = set().union(*fitting(name, number, place, known, before[name])) if name in before else set()
        for tests in fitting(name, number, place, known, most):
            tests = [test for test in tests if test not in been]
            took = [seconds.get(test, 1.0) for test in tests]
            if tests:
                yield name, tests, max(took) + sum(took) / 2


def tried(out):
    """Of each mistake in OUT: what was noticed, how many tests were run, and the seconds that each binary had."""
    done = {}
    for line in open(out) if os.path.exists(out) else ():
        number, noticed, _, count, binaries = line.rstrip("\n").split("\t")
        done[number] = noticed, int(count), {name: float(most) for name, most in (part.split() for part in binaries.split(",") if part)}
    return done


def try_all(tree, folder, mistakes, out, most):
    binaries = {name: f"{folder}/{name}" for name in BINARIES}
    known = {}
    for name in BINARIES:
        if os.path.exists(f"{folder}/{name}.reach"):
            data = json.load(open(f"{folder}/{name}.reach"))
            bad = set(data["failed"])
            reached = {test: set(all) for test, all in data["reached"].items() if test not in bad}
            known[name] = reached, {test: took for test, took in data["seconds"].items() if test not in bad}
    done = tried(out)
    for line in open(mistakes):
        number, _, place = line.split("\t")[:3]
        noticed, count, before = done.get(number, ("-", 0, {}))
        if not noticed.startswith("-") or all(before.get(name, 0.0) >= most for name in known):
            continue
        begun, noticed = time.time(), "-"
        for name, tests, seconds in attempts(int(number), place, known, most, before):
            count += len(tests)
            failed = run(binaries[name], tree, tests, {"PLANTED": number}, SLOWER * seconds + LONGER)
            if failed:
                noticed = OUT_OF_TIME if failed == [OUT_OF_TIME] else f"{name} {failed[0]}"
                break
        if count == 0:
            noticed = "- (no test comes by it)"
        given = before | {name: max(most, before.get(name, 0.0)) for name in known}
        given = ",".join(f"{name} {seconds:g}" for name, seconds in given.items())
        with open(out, "a") as file:
            file.write(f"{number}\t{noticed}\t{time.time() - begun:.1f}\t{count}\t{given}\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["plant", tree, seed, each, list_file]:
            plant(tree, seed, each, list_file)
        case ["ordinary", tree, list_file, *draw] if len(draw) <= 1:
            plant_ordinary(tree, list_file, draw[0] if draw else "first")
        case ["reach", tree, folder, *wanted] if set(wanted) <= set(BINARIES):
            reach(tree, folder, wanted or BINARIES)
        case ["watch", tree, folder, *wanted] if set(wanted) <= set(BINARIES):
            watch(tree, folder, wanted or WATCHED)
        case ["try", tree, folder, mistakes, out, *most] if len(most) <= 1:
            try_all(tree, folder, mistakes, out, float(most[0]) if most else SECONDS)
        case _:
            sys.exit(__doc__)
