#!/usr/bin/env python3
"""Checks a Ravenpost ledger with nothing but Python's standard library (3.9 or later).

    python3 verify.py ledger.jsonl                     (or what `ravenpost export` wrote, a folder or a file)
    python3 verify.py ledger.jsonl --against MAILS…     (and compares with messages that players have kept)

The folder `verifier` must lie beside this file. Read this file first, and then of the folder what you want to know:

    canon        canonical JSON and hashes            windows      windows: who is waited for, why they close
    shapes       the members of each kind of entry    clock        deadlines that move, the clock stopped
    deadlines    times, and deadlines by the settings answers      answers, from plans, defaults and rulings
    chance       what chance is made of, shuffles     stages       stages, draws, the end of the game
    state        what the entries so far say          people       votes, absences, keys, disputes
    receipts     receipts, and mails that were sent   rulings      rulings and timelines
    seals        plans sealed and opened              mails        the comparison with messages
                                                      ed25519      signatures of receipts

What is checked has numbers from P-01 to P-42: see docs/protocol.md, “What a verifier checks”.
"""
import hashlib
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # Nobody asked for files beside these.
from verifier.answers import Answers
from verifier.canon import FORMAT, Wrong, canonical, digested, need, parse, sha256
from verifier.clock import Clock
from verifier.deadlines import moment
from verifier.mails import compare, kept
from verifier.people import People
from verifier.receipts import Receipts
from verifier.rulings import Rulings
from verifier.seals import Seals
from verifier.shapes import KINDS, SECRET, is_hash, shape
from verifier.stages import Stages
from verifier.windows import Windows

LONGEST_LINE, LONGEST_LEDGER = 4 << 20, 512 << 20

def entry_hash(entry):
    """The hash of an entry: of its other members, with the digest of its secret in place of the secret."""
    covered, secret = {name: value for name, value in entry.items() if name != "hash"}, entry.get("secret")
    if secret and "digest" not in secret:
        covered["secret"] = {"digest": digested(secret)}
    return digested(covered)

class Ledger(Receipts, Seals, Windows, Clock, Answers, Stages, People, Rulings):
    """A ledger, read entry by entry.

    The method `on_KIND` checks the body of an entry, and what its secret holds (None if this copy leaves it out), against the
    state that the entries before it have left.
    """

    # P-01 to P-06: lines, chain, times, batches.

    def line(self, line, number):
        """Reads the next line, and throws what is wrong with it."""
        self.number = number
        need(len(line.encode("utf-8")) <= LONGEST_LINE, f"it is longer than {LONGEST_LINE} bytes")
        entry = parse(line)
        self.link(entry, line)
        kind, body, secret = entry["kind"], entry["body"], entry.get("secret")
        need(kind in KINDS, f"its kind “{str(kind)[:40]}” is not known: a newer version wrote it, or somebody else")
        need((kind == "founded") == (number == 1), "a ledger begins with “founded”, and only begins with it")
        need(isinstance(body, dict), "its body has a wrong form")
        self.time(moment(entry["at"]), body)
        name = shape(kind, body)
        private = name == "dispute_opened" and "about" not in body or name == "dispute_said" and "says" not in body
        need(secret is not None or kind not in SECRET and name != "ruling_adopted" and not private, "its secret is missing")
        need(not self.game.over or self.game.ended or kind in ("ended", "dispute"), "the game is over, but does not end")
        self.entries.append((kind, body))
        self.whole.append(entry)
        self.chance.see(kind, body, secret or {}, entry["at"])
        getattr(self, "on_" + name)(body, (secret or {}).get("body"))
        need(not self.rest or name != "window_opened", "a batch goes on past the opening of a window")
        if not self.rest and self.owed:
            raise Wrong("no receipt in its batch names it", self.owed[0][0])
        self.past.append(self.game)

    def link(self, entry, line):
        """Checks the form of an entry, its hash, and that it follows the one before."""
        need(isinstance(entry, dict) and set(entry) - {"secret"} == {"at", "body", "hash", "kind", "prev", "seq"},
             "its members are not those of an entry")
        if "secret" in entry:
            secret = entry["secret"]
            need(isinstance(secret, dict) and set(secret) in ({"body", "salt"}, {"digest"}), "its secret has a wrong form")
            need("salt" in secret or is_hash(secret["digest"]), "its secret's digest has a wrong form")
            need("digest" in secret or re.fullmatch("[0-9a-f]{32,}", str(secret["salt"])), "its salt has a wrong form")
        need(canonical(entry) == line, "it is not in canonical form")
        need(entry["hash"] == entry_hash(entry), "its hash is not that of its contents: it has been changed")
        need(entry["seq"] == self.number, f"it is number {entry['seq']} where {self.number} is due")
        need(entry["prev"] == self.prev, "it does not follow the line before")
        self.prev = entry["hash"]

    def time(self, at, body):
        """Checks the time of an entry, and the batch that it begins or belongs to."""
        before = self.at
        need(before is None or at >= before, "its time is before that of the line before")
        if self.rest == 0:
            self.batch, self.rest = self.number, body.get("batch", 1)
            need(type(self.rest) is int and self.rest > ("batch" in body), "its batch has a wrong form")
        else:
            need("batch" not in body, "a batch begins inside another")
            need(at == before, "its time is not that of its batch")
        self.rest, self.at, self.earlier = self.rest - 1, at, self.earlier if before == at else before

    def on_founded(self, b, _):
        need(b["format"] == FORMAT, f"format {b['format']} is not known here")
        self.settings, self.campaign, self.commitment = b["settings"], b["campaign"], b["shuffle-commitment"]
        self.seats = [seat["seat"] for seat in b["seats"]]
        need(len(set(self.seats) - {"gm"}) == len(b["seats"]) > 0, "its seats are not those of a game")
        need([seat["seat"] for seat in b["settings"]["seats"]] == self.seats, "its settings have other seats")
        need(b["settings"]["campaign"] == b["campaign"], "its settings are those of another campaign")
        self.keys = {of: 1 for of in [*self.seats, "gm"]}
        if self.secret and hashlib.sha256(bytes.fromhex(self.secret)).hexdigest() != self.commitment:
            self.secret = None
        rehearsal, rule, chance = b.get("rehearsal"), b["settings"].get("rehearsal"), b["settings"]["chance"]
        until = rehearsal.get("until") if rehearsal else None
        need(bool(rehearsal) == bool(rule), "its rehearsal is not that of the settings")
        need(not rule or moment(rehearsal["from"]) == self.at and self.is_due(rule, until),
             "its rehearsal is not that of the settings")
        self.rehearsal = until and moment(until)
        need(b["chance"]["words"] == chance["words"], "its words of chance are not those of the settings")
        need(rehearsal or not chance["until"] or chance["words"] == "no" or self.is_due(chance["until"], b["chance"].get("until")),
             "its time for words of chance is not that of the settings")

def verify(data, files=None):
    need(len(data) <= LONGEST_LEDGER, f"it has more than {LONGEST_LEDGER} bytes")
    lines, manifest, files = data.decode("utf-8").removesuffix("\n").split("\n"), None, files
    while lines[0].startswith(('{"export":', '{"file":')):
        first = parse(lines.pop(0))
        manifest, files = first.get("export", manifest), files or {}
        if "file" in first:
            files[first["file"]["name"]] = first["file"]["text"]
        need(lines, "it has no ledger")
    need(lines != [""], "it is empty")
    published = [found for line in lines if '"kind":"ended"' in line
                 for found in re.findall('"shuffle-secret":"([0-9a-f]{64})"', line)]
    ledger = Ledger(published[0] if published else None)
    ledger.sha = hashlib.sha256("".join(line + "\n" for line in lines).encode("utf-8")).hexdigest()
    for number, line in enumerate(lines, 1):
        try:
            ledger.line(line, number)
        except (Wrong, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            known = isinstance(error, Wrong)
            raise Wrong(str(error) if known else f"it has a wrong form ({error!r})", known and error.line or number) from error
    need(not ledger.rest, "the batch that begins here is not whole", ledger.batch)
    return ledger, manifest, files

def verify_archive(path):
    """What is right of a ledger or an archive at a path, in one line."""
    path, files = pathlib.Path(path), None
    if path.is_dir():
        files = {str(one.relative_to(path)): one.read_text("utf-8") for one in path.rglob("*") if one.is_file()}
        need("ledger.jsonl" in files and "export.json" in files, "it is not an archive")
    ledger, manifest, files = verify((path / "ledger.jsonl" if files else path).read_bytes(), files)
    manifest = parse(files["export.json"]) if files and "export.json" in files else manifest
    return good(ledger, manifest, files)

def good(ledger, manifest, files):
    if manifest is not None:
        founded, lines = ledger.entries[0][1], {name: text for name, text in files.items() if name.startswith("games/")}
        need(manifest["form"] == "ravenpost-export/1", f"the archive's form {manifest['form']} is not known here")
        need((manifest["entries"], manifest["head"]) == (ledger.number, ledger.prev), "its manifest names another last entry")
        need(manifest["campaign"] == ledger.campaign, "its manifest and its ledger are from different campaigns")
        need(manifest["settings"] == ledger.settings, "its manifest has other settings than its ledger")
        need(manifest["for"] in ("public", "whole", *ledger.seats), "its manifest is for somebody who is not there")
        need(set(manifest["files"]) == {*lines, "ledger.jsonl"}, "its manifest names other files than it has")
        for name, text in lines.items():
            need(sha256(text) == manifest["files"][name], f"{name} has been changed since the archive was written")
        need({name.split("/", 2)[2]: sha256(text) for name, text in lines.items()} == founded["data"],
             "the game's data are not those that the campaign was founded with")
        need(manifest["files"]["ledger.jsonl"] == ledger.sha, "ledger.jsonl has been changed since the archive was written")
        win, until = ledger.game.win, None
        if manifest["for"] != "whole":
            until = win["id"] if win and win["phase"] == "collecting" else None if ledger.seeded else "chance"
        need(manifest.get("until") == until, "it does not end where its manifest says")
        need(until is None or ledger.number == 1 or ledger.entries[-1][1].get("what") == "opened",
             "it shows what came while plans were still accepted")
    drawn = f"{ledger.draws} draws checked" if ledger.secret else f"{len(ledger.game.labels)} draws to be checked when the game is over"
    notes = "".join(f"; the time zone {zone} is not known here, so its deadlines were not checked" for zone in ledger.unknown_zones)
    return f"good: {ledger.number} entries, {ledger.opened} plans opened and checked, {ledger.hidden} not in this copy, " \
           f"{drawn}{notes}; head {ledger.prev}"

def main(path, mails):
    wrong = []
    try:
        print(verify_archive(path))
    except (Wrong, ValueError, KeyError, TypeError, AttributeError) as error:
        line = f"entry {error.line}: " if getattr(error, "line", None) else ""
        wrong.append(f"{line}{error}")
    if mails:
        path = pathlib.Path(path)
        lines = (path / "ledger.jsonl" if path.is_dir() else path).read_bytes().decode().splitlines()
        manifest = parse((path / "export.json").read_text() if (path / "export.json").exists() else lines[0])
        is_part = manifest.get("export", manifest).get("for", "whole") != "whole"
        entries = [parse(line) for line in lines if not line.startswith(('{"export":', '{"file":'))]
        flaws, summary = compare(entries, is_part, (mail for place in mails for mail in kept(pathlib.Path(place))))
        wrong += [f"{label}: {why}" for label, why in flaws]
        print(summary)
    need(not wrong, "\n".join(wrong))

if __name__ == "__main__":
    try:
        main(sys.argv[1], [arg for arg in sys.argv[2:] if arg != "--against"])
    except (Wrong, UnicodeDecodeError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
