#!/usr/bin/env python3
"""Checks a Ravenpost ledger with nothing but Python's standard library.

    python3 verify.py ledger.jsonl     (or what `ravenpost export` wrote, a folder or a file)
Follows the chain, checks opened plans against their seals, and draws each shuffle again once its secret is published
(docs/protocol.md). Ends with 0 and what was checked, or with 1 and the first thing that does not follow.
"""
import hashlib
import hmac
import json
import pathlib
import re
import sys

FORMAT = "ravenpost/1"

class Wrong(Exception):
    pass

def need(holds, otherwise):
    if not holds:
        raise Wrong(otherwise)

# JSON: one way to write each value (RFC 8785, and whole numbers only).

def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool):
        need(abs(value) < 2**53, f"the number {value} is too large")
    return json.dumps(value, ensure_ascii=False)

def parse(text):
    def once(pairs):
        names = [name for name, _ in pairs]
        need(len(names) == len(set(names)), "a member is there twice")
        return dict(pairs)

    def no_float(number):
        raise Wrong(f"the number {number} is not whole")

    return json.loads(text, object_pairs_hook=once, parse_float=no_float, parse_constant=no_float)

def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()

# The chain.

def entry_hash(entry):
    """The hash that an entry must carry: over all but the hash, with the digest in place of the secret."""
    covered = {name: value for name, value in entry.items() if name != "hash"}
    secret = covered.get("secret")
    if secret is not None and set(secret) == {"body", "salt"}:
        covered["secret"] = {"digest": sha256(canonical(secret))}
    return sha256(canonical(covered))

def follow(line, number, prev):
    entry = parse(line)
    need(isinstance(entry, dict), "it is not an entry")
    members = set(entry) - {"secret"}
    need(members == {"at", "body", "hash", "kind", "prev", "seq"}, "its members are not those of an entry")
    if "secret" in entry:
        secret = entry["secret"]
        need(isinstance(secret, dict) and set(secret) in ({"body", "salt"}, {"digest"}), "its secret has a wrong form")
        need("salt" in secret or re.fullmatch("[0-9a-f]{64}", secret["digest"]), "its secret's digest has a wrong form")
    need(canonical(entry) == line, "it is not in canonical form")
    need(entry["hash"] == entry_hash(entry), "its hash is not that of its contents: it has been changed")
    need(entry["seq"] == number, f"it is number {entry['seq']} where {number} is due")
    need(entry["prev"] == prev, "it does not follow the line before")
    return entry

# Seals.

def check_opened(entry, campaign, seals):
    body, secret = entry["body"], entry.get("secret", {})
    place = (body["seat"], body["window"])
    need(place in seals, "a plan is opened that was never sealed")
    need(seals[place] == body["seal"], "the opening names another seal than was given")
    document = secret.get("body")
    if document is None:
        return False
    need("sha256:" + sha256(canonical(document)) == body["seal"], "the opened plan is not the one that was sealed")
    found = [document.get(name) for name in ("format", "campaign", "seat", "window")]
    need(found == [FORMAT, campaign, *place], "the opened plan was sealed for something else")
    return True

# Chance.

def seed_of(secret, chance):
    return hmac.new(secret, canonical(chance).encode("utf-8"), hashlib.sha256).digest()

class Chance:
    """What the shuffles are made of: the entry “chance”, checked against everything that was given before it."""

    def __init__(self):
        self.named, self.bound, self.words, self.seals = {}, {}, {}, {}
        self.published, self.opened, self.public, self.made = False, set(), None, None

    def see(self, kind, body, secret, at):
        if kind == "founded":
            self.named, self.bound = body.get("chance", {}), body.get("gm-words", {})
        elif kind == "received" and "words" in body:
            need(self.takes(body["seat"]), "words of chance are taken when none may be")
            self.seals.pop(body["seat"], None)
            self.words[body["seat"]] = body["words"]
        elif kind == "sealed" and body["window"] == "chance":
            need(self.takes(body["seat"]), "words of chance are sealed when none may be")
            self.words.pop(body["seat"], None)
            self.seals[body["seat"]] = body["seal"]
        elif kind == "window" and body["window"] == "chance" and body["what"] == "published":
            need(not self.published and body["seals"] == self.seals, "the seals published are not those that were given")
            self.published = True
        elif kind == "opened" and body["window"] == "chance":
            need(self.published and self.made is None, "words of chance are opened before the seals are published, or too late")
            self.opened.add(body["seat"])
            if "body" in secret:
                self.words[body["seat"]] = secret["body"]["plan"]["words"]
        elif kind == "clock":
            self.clock(body, at)
        elif kind == "chance":
            self.make({name: value for name, value in body.items() if name != "batch"}, at)

    def takes(self, seat):
        """Whether a seat may give words now."""
        return self.named.get("words", "no") != "no" and seat not in self.bound and not self.published and self.made is None

    def clock(self, body, at):
        if body.get("what") == "public":
            known, number = self.public and self.public[0], self.named.get("public")
            need(number and self.made is None and body.get("corrects") == known, "a public number is entered that nobody waits for")
            need(known is not None or number.get("due", at) <= at, "the public number is entered before it is known")
            self.public = (body["value"], body["until"])
        elif self.public and (body.get("moved") or [""])[0] == "chance":
            self.public = (self.public[0], body["moved"][1])

    def make(self, made, at):
        need(self.made is None, "chance is made once")
        need(self.published or not self.seals, "chance is made before the seals of words are published")
        # The words of openings that this copy leaves out are known from here alone.
        hidden = {seat: made["words"][seat] for seat in self.opened - set(self.words) if seat in made["words"]}
        public = self.public[0] if self.public else None
        need(bool(self.named.get("public")) == bool(self.public) and (not self.public or self.public[1] <= at),
             "chance is made before everybody could check the public number")
        need(made == {"gm-words": self.bound, "public": public, "words": {**self.words, **hidden}},
             "chance is made of something else than was given")
        self.made = made

def numbers(seed, label):
    key = hashlib.sha256(seed + label.encode("utf-8")).digest()
    count = 0
    while True:
        yield int.from_bytes(hashlib.sha256(key + count.to_bytes(8, "big")).digest()[:8], "big")
        count += 1

def below(row, bound):
    return next(x for x in row if x < 2**64 - 2**64 % bound) % bound

def shuffled(seed, label, length):
    row, order = numbers(seed, label), list(range(length))
    for n in range(length - 1, 0, -1):
        k = below(row, n + 1)
        order[n], order[k] = order[k], order[n]
    return order

def verify(data):
    lines = re.sub(r'\A(\{"(export|file)":.*\n)*', "", data.decode()).removesuffix("\n").split("\n") if data else []
    prev, founded, chance, seals, draws, opened, still_secret, ended = "0" * 64, {}, Chance(), {}, [], 0, 0, None
    for number, line in enumerate(lines, 1):
        try:
            entry = follow(line, number, prev)
            prev, kind, body = entry["hash"], entry["kind"], entry["body"]
            need((kind == "founded") == (number == 1), "a ledger begins with “founded”, and only begins with it")
            if kind == "founded":
                founded = body
                need(body["format"] == FORMAT, f"format {body['format']} is not known here")
            elif kind == "sealed":
                seals[body["seat"], body["window"]] = body["seal"]
            elif kind == "opened":
                is_open = check_opened(entry, founded["campaign"], seals)
                opened, still_secret = opened + is_open, still_secret + (not is_open)
            elif kind == "ended":
                ended = bytes.fromhex(body["shuffle-secret"])
                commitment = hashlib.sha256(ended).hexdigest()
                need(commitment == founded["shuffle-commitment"], "this secret is not the one committed to")
            chance.see(kind, body, entry.get("secret") or {}, entry["at"])
            draws += [(number, draw) for draw in (body.get("draws", []) if isinstance(body, dict) else [])]
            need(chance.made is not None or not draws, "something is drawn before chance is made")
        except (Wrong, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Wrong(f"line {number}: {error if isinstance(error, Wrong) else repr(error)}") from error
    for number, draw in draws if ended is not None else []:
        order = shuffled(seed_of(ended, chance.made), draw["label"], draw["length"])
        need(order == draw["order"], f"line {number}: the draw “{draw['label']}” does not follow from the secret")
    checked = "checked" if ended is not None else "to be checked when the game is over"
    plans = f"{opened} plans opened and checked, {still_secret} not in this copy"
    return f"good: {len(lines)} entries, {plans}, {len(draws)} draws {checked}; head {prev}"

if __name__ == "__main__":
    try:
        path = pathlib.Path(sys.argv[1])
        print(verify((path / "ledger.jsonl" if path.is_dir() else path).read_bytes()))
    except (Wrong, UnicodeDecodeError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
