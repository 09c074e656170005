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
from verifier.chance import below, numbers, seed_of, shuffled  # noqa: E402
from verifier.ed25519 import BASE, ORDER, PRIME, is_signed, times  # noqa: E402
from verifier.mails import text_digest  # noqa: E402
from verify import canonical, entry_hash, sha256  # noqa: E402


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


# Signed receipts: Ed25519 (RFC 8032), and the digest of a text.

def packed(point):
    x, y = (point[i] * pow(point[2], -1, PRIME) % PRIME for i in (0, 1))
    return (y | (x & 1) << 255).to_bytes(32, "little")


def sign(seed, message):
    whole = hashlib.sha512(seed).digest()
    a = int.from_bytes(whole[:32], "little") & (2**254 - 8) | 2**254
    key = packed(times(a, BASE))

    def number(*parts):
        return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER

    r = number(whole[32:], message)
    point = packed(times(r, BASE))
    s = (r + number(point, key, message) * a) % ORDER
    return key, point + s.to_bytes(32, "little")


# The second and third test of RFC 8032, section 7.1: this code and that of verify.py agree with it.
for rfc_seed, rfc_key, rfc_message, rfc_signature in (
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
     "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
     "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
):
    made = sign(bytes.fromhex(rfc_seed), bytes.fromhex(rfc_message))
    assert made == (bytes.fromhex(rfc_key), bytes.fromhex(rfc_signature))
    assert is_signed(made[0], bytes.fromhex(rfc_message), made[1])
    assert not is_signed(made[0], b"other", made[1])

mail_secret = bytes(range(32))
receipt_seed = hmac.new(mail_secret, b'ravenpost/1 derive "signed receipts"', hashlib.sha256).digest()
mail_id = "mail1@example.net"
statement = {
    "at": "2026-12-24T20:00:07Z", "campaign": "westeros-7", "chain": sha256("chain"), "entry": sha256("entry"),
    "fate": "used", "format": "ravenpost/1", "head": {"hash": sha256("head"), "seq": 41}, "mail": sha256("mail"),
    "message": sha256("message-id " + mail_id), "message-id": mail_id, "number": 3, "seal": seal, "seat": "stark",
    "text": text_digest("Receipt 3 for Stark\n"), "window": "3-planning",
}
bare = {**statement, "message": sha256("mail"), "message-id": None, "seal": None, "seat": "gm", "window": None, "fate": "refused"}


def receipt(statement):
    key, signature = sign(receipt_seed, b"ravenpost/1 receipt\n" + canonical(statement).encode("utf-8"))
    return {"key": key.hex(), "signature": signature.hex(), "statement": statement}


texts = ["Receipt 3\n", "Receipt 3", "Receipt 3 \t\r\n\r\n", "a\rb\r\nc", "From Anna\n>From Bert\n>>From Cleo\n> From\n", "",
         "Zo\u00eb \u00a0\n  two\n"]
good = receipt(statement)
write("receipts.json", "signed receipts with the secret for mail that their key is derived from; such that must be refused; "
      "and texts with their digests",
      mail_secret=mail_secret.hex(), seed=receipt_seed.hex(),
      good=[{"statement": s, "file": canonical(receipt(s))} for s in (statement, bare)],
      refused=[{"why": why, "file": canonical(file)} for why, file in (
          ("another fate", {**good, "statement": {**statement, "fate": "refused"}}),
          ("no seal", {**good, "statement": {**statement, "seal": None}}),
          ("another key", {**good, "key": sign(b"\1" * 32, b"")[0].hex()}),
          ("another signature", {**good, "signature": receipt(bare)["signature"]}),
          ("a number too large for the group", {**good, "signature": good["signature"][:64] + (
              int.from_bytes(bytes.fromhex(good["signature"][64:]), "little") + ORDER).to_bytes(32, "little").hex()}))],
      texts=[{"text": text, "sha256": text_digest(text)} for text in texts])
