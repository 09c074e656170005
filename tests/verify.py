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

def seed_of(secret, words):
    return hmac.new(secret, canonical(words).encode("utf-8"), hashlib.sha256).digest()

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
    prev, founded, words, seals, draws, opened, still_secret, ended = "0" * 64, {}, None, {}, [], 0, 0, None
    for number, line in enumerate(lines, 1):
        try:
            entry = follow(line, number, prev)
            prev, kind, body = entry["hash"], entry["kind"], entry["body"]
            need((kind == "founded") == (number == 1), "a ledger begins with “founded”, and only begins with it")
            if kind == "founded":
                founded = body
                need(body["format"] == FORMAT, f"format {body['format']} is not known here")
            elif kind == "chance":
                need(words is None and not draws, "the words of chance come once, before all draws")
                words = body["words"]
            elif kind == "sealed":
                seals[body["seat"], body["window"]] = body["seal"]
            elif kind == "opened":
                is_open = check_opened(entry, founded["campaign"], seals)
                opened, still_secret = opened + is_open, still_secret + (not is_open)
            elif kind == "ended":
                ended = bytes.fromhex(body["shuffle-secret"])
                commitment = hashlib.sha256(ended).hexdigest()
                need(commitment == founded["shuffle-commitment"], "this secret is not the one committed to")
            draws += [(number, draw) for draw in (body.get("draws", []) if isinstance(body, dict) else [])]
        except (Wrong, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Wrong(f"line {number}: {error if isinstance(error, Wrong) else repr(error)}") from error
    for number, draw in draws if ended is not None else []:
        order = shuffled(seed_of(ended, words or {}), draw["label"], draw["length"])
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
