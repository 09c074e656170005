"""Mistakes that a reader has chosen (ordinary.tsv), written into a copy of the source.

Each line has tabs between: in which draw it was chosen, its room, the file from src/ on, the function, what stands there, what
stands there instead, and what somebody would suffer from it. A place is found by its function and its text, however the text
is laid out, so that the list outlives other changes; of a longer text only what is between « and » is replaced.
"""

import os
import re

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ordinary.tsv")
ROOMS = ["campaign", "seals and verify", "mail", "rulings", "plans", "rules"]
FUNCTION = re.compile(r"\n {0,4}(?:pub(?:\([a-z()]+\))? )?(?:const )?fn (\w+)\b")


def chosen(draw):
    """The mistakes of a draw, or of all, with their numbers: of a room's number, those of the first draw from 1 on, of the next
    from 101 on."""
    draws, count = [], {}
    for line in open(LIST):
        its, room, file, function, text, wrong, suffers = line.rstrip("\n").split("\t")
        draws += [its] if its not in draws else []
        count[its, room] = count.get((its, room), 0) + 1
        if draw in (its, "all"):
            number = (ROOMS.index(room) + 1) * 1000 + draws.index(its) * 100 + count[its, room]
            yield number, room, file, function, text, wrong, suffers


def loosely(text):
    return r"\s*".join(re.escape(word) for word in re.findall(r"\w+|[^\w\s]", text))


def pattern(text):
    before, here, behind = re.fullmatch("(?:([^«]*)«)?([^»]*)(?:»(.*))?", text).groups(default="")
    return re.compile(f"(?P<before>{loosely(before)}\\s*)(?P<here>{loosely(here)})(?=\\s*{loosely(behind)})")


def places(text, function, wanted):
    """Where the wanted piece of text stands in the functions of this name."""
    begins = [(match.start(), match[1]) for match in FUNCTION.finditer(text)] + [(len(text), "")]
    found = []
    for (begin, name), (end, _) in zip(begins, begins[1:]):
        if name == function:
            found += [match.span("here") for match in pattern(wanted).finditer(text, begin, end)]
    return found


def planted(number, right, wrong):
    made = f"crate::planted({number})"
    if right.endswith(";"):
        return f"if {made} {{ {wrong} }} else {{ {right} }}"
    return f"(if {made} {{ {wrong} }} else {{ {right} }})"


def plant(tree, draw):
    """Plants the mistakes of a draw, and returns a line for each as the other mistakes have one, and those without a place."""
    lines, lost, edits = [], [], {}
    for number, room, file, function, wanted, wrong, suffers in chosen(draw):
        path = os.path.join(tree, "src", file)
        text = open(path).read() if os.path.exists(path) else ""
        found = places(text, function, wanted)
        if len(found) != 1:
            lost.append(f"{number}: {file}, {function}: {len(found)} places for {wanted}")
            continue
        begin, end = found[0]
        edits.setdefault(path, []).append((begin, end, number, wrong))
        place = f"{file}:{text.count(chr(10), 0, begin) + 1}"
        lines.append("\t".join([str(number), room, place, function, suffers, f"{wanted} -> {wrong}", f"ordinary:{number}"]))
    for path, all_here in edits.items():
        text = open(path).read()
        for begin, end, number, wrong in sorted(all_here, reverse=True):
            text = text[:begin] + planted(number, text[begin:end], wrong) + text[end:]
        open(path, "w").write(text)
    lib = os.path.join(tree, "src", "lib.rs")
    text = open(lib).read()
    open(lib, "w").write(f"#![allow(unused_parens)]\n{text}\nmod planted;\npub use planted::planted;\n")
    source = os.path.join(os.path.dirname(LIST), "src", "planted.rs.txt")
    open(os.path.join(tree, "src", "planted.rs"), "w").write(open(source).read())
    return lines, lost
