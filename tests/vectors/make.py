#!/usr/bin/env python3
"""Makes the test vectors in this folder, with Python's standard library and none of Ravenpost's code.

    python3 tests/vectors/make.py

Run it after a change of docs/protocol.md; the files are kept, so that tests need no Python.
"""
import base64
import hashlib
import hmac
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
from verify import below, canonical, entry_hash, numbers, seed_of, sha256, shuffled  # noqa: E402


def write(name, about, **parts):
    text = json.dumps({"about": about, **parts}, indent=1, ensure_ascii=False)
    (HERE / name).write_text(text + "\n", encoding="utf-8")


# Canonical form. The JSON texts stand as text, because how they are written is what is tested.

good = [
    ' { "b" : [ true , null , false ] , "a" : 0 }',
    '{"\\ud83d\\ude00":1,"\\ufb33":2,"\\r":3,"1":4,"\\u0080":5,"\\u00f6":6,"\\u20ac":7}',
    '"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/\\u007f"',
    '[9007199254740991,-9007199254740991,0]',
    '{"":{"":[]},"é":{},"e":"\\t\\b\\f"}',
]
bad = ["[1.0]", "[1e3]", "[0.5]", "[-0]", "[9007199254740992]", "[-9007199254740992]", '{"a":1,"a":1}', "[NaN]",
       '"\\ud800"', "[1,]", "", "[" * 70 + "]" * 70]
write("canonical.json", "JSON texts, their canonical form and its SHA-256; and texts that must be refused",
      good=[{"text": t, "canonical": canonical(json.loads(t)), "sha256": sha256(canonical(json.loads(t)))} for t in good],
      refused=bad)


# Seals and openings.

def document(nonce, plan, campaign="westeros-7", seat="stark", window="3/planning"):
    return {"campaign": campaign, "format": "ravenpost/1", "nonce": nonce, "plan": plan, "seat": seat, "window": window}


def armour(text, width=64):
    data = base64.b64encode(text.encode("utf-8")).decode("ascii").rstrip("=")
    lines = [data[i:i + width] for i in range(0, len(data), width)] + ["=" + sha256(text)[:8]]
    return "\n".join(["-----BEGIN RAVENPOST OPENING-----", *lines, "-----END RAVENPOST OPENING-----", ""])


PLAN = {"orders": {"winterfell": "march+0", "white-harbor": "support", "shivering-sea": "raid*"},
        "bids": {"iron-throne": 3, "court": 2}}
documents = {
    "plain": document("000102030405060708090a0b0c0d0e0f", PLAN),
    "longest nonce": document("ff" * 32, {}),
    "names beyond ASCII": document("0f" * 16, {"é": "Dornisch – ❄", "\U0001f985": [1, -2, None], "\ufb33": True}, seat="tyrell"),
    "escapes": document("a0" * 20, {"say": "\"\\/\b\f\n\r\t\u0000\u001f\u007f"}, campaign="c/1", window="12/a b"),
}
write("seals.json", "sealed documents made of their parts: the canonical form, the seal, and the armoured block",
      seals=[{"name": name, "nonce": doc["nonce"], "plan": doc["plan"], "campaign": doc["campaign"], "seat": doc["seat"],
              "window": doc["window"], "canonical": canonical(doc), "seal": "sha256:" + sha256(canonical(doc)),
              "armour": armour(canonical(doc))} for name, doc in documents.items()],
      refused=[
          {"why": "Format", "document": {**document("00" * 16, {}), "format": "ravenpost/2"}},
          {"why": "Nonce", "document": document("00" * 15, {})},
          {"why": "Nonce", "document": document("00" * 33, {})},
          {"why": "Nonce", "document": document("no hex, though thirty-two long..", {})},
          {"why": "Canonical", "document": document("00" * 16, {"bid": 2**53})},
          {"why": "Unknown", "document": {**document("00" * 16, {}), "mood": "dark"}},
          {"why": "Member", "document": {k: v for k, v in document("00" * 16, {}).items() if k != "window"}},
          {"why": "Member", "document": document("00" * 16, "everything")},
      ])

plain = canonical(documents["plain"])
block = armour(plain)
line = block.split("\n")[1]
ways = {
    "attached": plain,
    "attached, laid out": "\ufeff" + json.dumps(documents["plain"], indent=4) + "\r\n",
    "as it was made": "My opening:\n\n" + block + "\n-- \nNed Stark",
    "quoted": "Yes.\n\n> > " + block.replace("\n", "\n> > "),
    "quoted with initials": "NS> " + block.replace("\n", "\nNS> "),
    "wrapped at 20": "\n".join(l[i:i + 20] for l in block.split("\n") for i in range(0, len(l) or 1, 20)),
    "one long line": block.replace("\n", " "),
    "carriage returns": block.replace("\n", "\r\n"),
    "no-break spaces": "\u00a0" + block.replace("\n", "\u00a0\n\u00a0\u00a0"),
    "spaces within": block.replace(line, " ".join(line[i:i + 8] for i in range(0, 64, 8))),
    "dashes": block.replace("-----", "—–-"),
    "after a damaged one": block.replace(line, line[:-1]) + block,
}
damaged = {
    "CutOff": block.split("-----END")[0],
    "Damaged": block.replace(line, line[:-1]),
    "Missing": "I open nothing.",
    "Json": plain.replace("3,", "3.0,").replace("{", '{"seat":"tully",', 1),
}
write("openings.json", "texts in which the opening of one seal arrives, and texts from which none can be read",
      seal="sha256:" + sha256(plain), good=[{"name": n, "text": t} for n, t in ways.items()],
      refused=[{"why": why, "text": text} for why, text in damaged.items()])


# Keys.

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def times_x(a):
    return (a << 1) ^ (0b100101 if a & 16 else 0)


def key_text(bits):
    number = int.from_bytes(bits, "big") << 2
    values = [number >> shift & 31 for shift in range(125, -1, -5)]
    check = 0
    for value in values:
        check = times_x(check) ^ value
    text = "".join(ALPHABET[value] for value in [*values, times_x(check)])
    return "-".join(text[i:i + 4] for i in range(0, 27, 4))


def key_vector(bits, campaign, seat):
    bound = {"campaign": campaign, "key": bits.hex(), "purpose": "ravenpost/1 seat key", "seat": seat}
    return {"bytes": bits.hex(), "text": key_text(bits), "campaign": campaign, "seat": seat, "stored": sha256(canonical(bound))}


write("keys.json", "seats' keys: their bytes, how they are written, and the hash that is kept",
      keys=[key_vector(bytes(range(16)), "westeros-7", "stark"), key_vector(b"\xff" * 16, "westeros-7", "lannister"),
            key_vector(bytes(16), "dark “council”", "scots"), key_vector(hashlib.sha256(b"k").digest()[:16], "c", "s")])


# Message-IDs.

def message_id(secret, campaign, seat, what, domain):
    text = canonical({"campaign": campaign, "seat": seat, "what": what})
    mac = hmac.new(secret, text.encode("utf-8"), hashlib.sha256).hexdigest()[:32]
    return {"secret": secret.hex(), "campaign": campaign, "seat": seat, "what": what, "domain": domain,
            "id": f"<ravenpost.{what}.{mac}@{domain}>"}


write("message-ids.json", "Message-IDs from their parts",
      ids=[message_id(bytes(range(32)), "westeros-7", "stark", "report-3", "example.org"),
           message_id(bytes(range(32)), "westeros-7", "lannister", "report-3", "example.org"),
           message_id(b"\xaa" * 32, "dark “council”", "scots", "receipt-12", "gm.example.net")])


# Chance.

secret = bytes(range(32, 64))
words = {"stark": "Winter is coming", "tyrell": "Wir wachsen – stark ✿", "lannister": ""}
nothing = {"gm-words": {}, "public": None, "words": {}}
made = {
    "nothing but the secret": nothing,
    "words": {**nothing, "words": words},
    "words, and those of the game master's seat": {**nothing, "words": words, "gm-words": {"greyjoy": "0123abcd"}},
    "a public number": {**nothing, "public": "3 7 12 24 31 42"},
    "everything": {"gm-words": {"greyjoy": "0123abcd"}, "public": "3 7 12 24 31 42", "words": words},
}
chance = made["words"]
seed = seed_of(secret, chance)

# A public number as people write it, and as it is hashed.
numbers_written = [
    ("3 7 12 24 31 42", "3 7 12 24 31 42"), ("42, 31; 24/12-07 3", "3 7 12 24 31 42"), ("Superzahl 0; 9", "0 9 superzahl"),
    ("18.345,67 Punkte", "18 67 345 punkte"), ("b A 10 9 é 9", "9 9 10 a b é"), ("000", "0"),
]


def first(label, count):
    row = numbers(seed, label)
    return [str(next(row)) for _ in range(count)]


def bounded(label, bound, count):
    row = numbers(seed, label)
    return {"label": label, "bound": str(bound), "values": [str(below(row, bound)) for _ in range(count)]}


write("chance.json", "the seed of a campaign, numbers of draws (as text: they go to 2^64), and shuffles of 0, 1, 2, …",
      secret=secret.hex(), commitment=hashlib.sha256(secret).hexdigest(),
      chance=chance, seed=seed.hex(),
      seeds=[{"of": of, "chance": body, "canonical": canonical(body), "seed": seed_of(secret, body).hex()}
             for of, body in made.items()],
      public=[{"written": written, "hashed": hashed} for written, hashed in numbers_written],
      numbers=[{"label": label, "numbers": first(label, 4)} for label in ("", "2/westeros-1/shuffle", "é")],
      below=[bounded("a", 1, 3), bounded("a", 6, 20), bounded("b", 2**63 + 1, 12), bounded("c", 2**64 - 1, 3),
             bounded("d", 2**63, 3)],
      shuffles=[{"label": label, "length": length, "order": shuffled(seed, label, length)}
                for label, length in (("2/westeros-1/shuffle", 10), ("x", 0), ("x", 1), ("x", 2), ("y", 52))])


# The ledger.

def ledger(*drafts):
    entries, prev = [], "0" * 64
    for seq, draft in enumerate(drafts, 1):
        entry = {"at": f"2026-12-24T20:00:{seq:02}Z", "prev": prev, "seq": seq, **draft}
        entry["hash"] = prev = entry_hash(entry)
        entries.append(entry)
    return entries


def redact(entry):
    digest = {"digest": sha256(canonical(entry["secret"]))} if "secret" in entry else None
    return {**entry, "secret": digest} if digest else entry


sealed = documents["plain"]
seal = "sha256:" + sha256(canonical(sealed))
chance = {**nothing, "gm-words": {"tyrell": "Winter is coming"}}
seed = seed_of(secret, chance)
entries = ledger(
    {"kind": "founded", "body": {"campaign": "westeros-7", "format": "ravenpost/1",
                                 "shuffle-commitment": hashlib.sha256(secret).hexdigest(),
                                 "chance": {"words": "open"}, "gm-words": {"tyrell": "Winter is coming"}}},
    {"kind": "chance", "body": chance},
    {"kind": "sealed", "body": {"seal": seal, "seat": "stark", "window": "3/planning"}},
    {"kind": "opened", "body": {"seal": seal, "seat": "stark", "window": "3/planning"},
     "secret": {"body": sealed, "salt": "5a" * 16}},
    {"kind": "resolved", "body": {"draws": [{"label": "2/westeros-1/shuffle", "length": 10,
                                             "order": shuffled(seed, "2/westeros-1/shuffle", 10)}]}},
    {"kind": "ended", "body": {"shuffle-secret": secret.hex()}},
)
lines = [canonical(entry) for entry in entries]
newer = ledger({"kind": "founded", "body": {"format": "ravenpost/1"}}, {"kind": "omen", "body": {}})
write("ledger.json", "a small ledger, its redacted export, and ledgers that must be refused, with the line and why",
      lines=lines, redacted=[canonical(redact(entry)) for entry in entries], head=entries[-1]["hash"],
      refused=[
          {"why": "Hash", "line": 2, "lines": [lines[0], lines[1].replace("Winter", "Summer")]},
          {"why": "Hash", "line": 4, "lines": [*lines[:3], lines[3].replace("march+0", "march+1")]},
          {"why": "Hash", "line": 4, "lines": [*lines[:3], lines[3].replace("5a5a", "5a5b")]},
          {"why": "Seq", "line": 2, "lines": [lines[0], lines[2]]},
          {"why": "Prev", "line": 2, "lines": [lines[0], canonical(newer[1])]},
          {"why": "NotCanonical", "line": 1, "lines": [lines[0].replace(",", ", ")]},
          {"why": "Form", "line": 1, "lines": ["{}"]},
          {"why": "Newer", "line": 2, "lines": [canonical(entry) for entry in newer]},
          {"why": "Newer", "line": 1, "lines": [canonical(e) for e in ledger({"kind": "founded", "body": {"format": "ravenpost/2"}})]},
      ])
