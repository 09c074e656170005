#!/usr/bin/env python3
"""Checks a Ravenpost ledger with nothing but Python's standard library.

    python3 verify.py ledger.jsonl     (or what `ravenpost export` wrote, a folder or a file)
    python3 verify.py ledger.jsonl --against MAILS…     (and compares with messages that players have kept)
Follows the chain, checks opened plans against their seals, and draws each shuffle again once its secret is published
(docs/protocol.md). Ends with 0 and what was checked, or with 1 and the first thing that does not follow.
"""
import email
import email.policy
import hashlib
import hmac
import json
import mailbox
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

# What mails prove.

def text_digest(text):
    """The digest of a mail's plain text without what transport changes."""
    lines = re.sub("\r\n?", "\n", text).split("\n")
    text = "\n".join(re.sub("^>+(?=From )", "", line).rstrip(" \t") for line in lines)
    return sha256(text.rstrip("\n") + "\n")

# Signed receipts: Ed25519 as RFC 8032 defines it.

PRIME = 2**255 - 19
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ORDER = 2**252 + 27742317777372353535851937790883648493

def recover_x(y, odd):
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if (x * x - square) % PRIME == 0 else x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    need(y < PRIME and (x * x - square) % PRIME == 0 and not (x == 0 and odd), "this is not a point of the curve")
    return PRIME - x if x % 2 != odd else x

def point(packed):
    number = int.from_bytes(packed, "little")
    y = number % 2**255
    x = recover_x(y, number >> 255)
    return x, y, 1, x * y % PRIME

BASE_Y = 4 * pow(5, -1, PRIME) % PRIME
BASE = point(BASE_Y.to_bytes(32, "little"))

def added(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * CURVE, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME

def times(n, p):
    sum_ = (0, 1, 1, 0)
    for bit in bin(n)[2:]:
        sum_ = added(sum_, sum_)
        sum_ = added(sum_, p) if bit == "1" else sum_
    return sum_

def is_signed(key, message, signature):
    """Whether a signature of 64 bytes is that of the key over the message."""
    try:
        r, s = point(signature[:32]), int.from_bytes(signature[32:], "little")
        k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
        left, right = times(s, BASE), added(r, times(k, point(key)))
    except Wrong:
        return False
    same = all((left[i] * right[2] - right[i] * left[2]) % PRIME == 0 for i in (0, 1))
    return len(signature) == 64 and s < ORDER and same

# Mails that players have kept.

def kept(path):
    """Each message at a path, and where it is: a Maildir, an mbox, a folder of files, one file."""
    if path.is_dir():
        for inside in sorted(path.iterdir()):
            yield from kept(inside) if inside.name != "tmp" else ()
        return
    raw, box = path.read_bytes(), [path.name]
    if raw.startswith(b"From "):
        mbox = mailbox.mbox(path, create=False)
        box = [f"{path.name}, message {number}" for number in range(1, len(mbox) + 1)]
        raws = [mbox.get_bytes(key) for key in mbox.keys()]
    for place, raw in zip(box, raws if len(box) > 1 or raw.startswith(b"From ") else [raw]):
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        yield f"{path.parent / place} (“{mail['Subject']}”, {mail['Date']})", mail

def statement_flaws(mail, text, receipt, founded, heads):
    """What is wrong with a signed receipt by itself."""
    said = receipt["statement"]
    if receipt["key"] != founded["receipt-key"]:
        yield f"its receipt is signed with the key {receipt['key']}, but this ledger was founded with another"
    signed = b"ravenpost/1 receipt\n" + canonical(said).encode("utf-8")
    if not is_signed(bytes.fromhex(receipt["key"]), signed, bytes.fromhex(receipt["signature"])):
        yield "the signature of its receipt is wrong"
    if text_digest(text) != said["text"]:
        yield "its text is not the text that was signed"
    elif said["chain"] not in text or (said["seal"] or "") not in text or heads[-1:] != [said["head"]]:
        yield "its text does not say what its signed file states"

def ledger_flaws(said, entries, is_part):
    """How a signed receipt differs from the ledger."""
    received = [entry for entry in entries if entry["kind"] == "received"]
    same = [entry for entry in received if entry["hash"] == said["entry"]]
    place = (said["seat"], said["number"])
    same = same or [entry for entry in received if (entry["body"].get("seat"), entry["body"].get("number")) == place]
    if not same and is_part and entries[-1]["seq"] == said["head"]["seq"]:
        return
    if not same:
        yield f"it acknowledges a message of {place[0]} (receipt {place[1]}) that is not in this ledger"
    for entry in same[:1]:
        here = {**entry["body"], "at": entry["at"], "entry": entry["hash"]}
        for name in ("at", "chain", "fate", "mail", "message", "number", "seat", "window", "entry"):
            if here.get(name) != said[name]:
                yield f"its {name} is {said[name]}, but in entry {entry['seq']} of this ledger {here.get(name)}"
    seals = [entry["body"]["seal"] for entry in entries if entry["kind"] == "sealed" and entry["body"]["seat"] == place[0]]
    if said["seal"] and said["fate"] == "used" and said["seal"] not in seals:
        yield f"it acknowledges the seal {said['seal']} of {place[0]}, which is not in this ledger"

def compare(entries, is_part, mails):
    """Each way in which mails differ from the ledger and from each other; and how many were looked at."""
    founded, named, receipts, count, seats = entries[0]["body"], {}, {}, 0, {}
    seats = {seat["name"]: seat["seat"] for seat in founded.get("seats", [])}
    sealed = {(entry["body"]["seat"], entry["body"]["seal"]) for entry in entries if entry["kind"] == "sealed"}
    flaws = []
    for label, mail in mails:
        if mail["X-Ravenpost"] != founded["campaign"]:
            continue
        count, body = count + 1, mail.get_body(("plain",))
        text = body.get_content().replace("\r\n", "\n") if body else ""
        heads = re.findall(r"^Entry (\d+) of the ledger has the hash\s*\n([0-9a-f]{64})\s*$", text, re.M)
        heads = [{"hash": digest, "seq": int(number)} for number, digest in heads]
        files = [json.loads(part.get_content() if part.get_content_maintype() == "text" else part.get_payload(decode=True))
                 for part in mail.iter_attachments() if re.fullmatch(r"receipt-\d+\.json", part.get_filename() or "")]
        for head in heads + [file["statement"]["head"] for file in files]:
            number, other = head["seq"], named.setdefault(head["seq"], head["hash"])
            here = entries[number - 1]["hash"] if 0 < number <= len(entries) else None
            if here is None:
                flaws.append((label, f"it names entry {number}, but this ledger ends with entry {len(entries)}"))
            if here not in (None, head["hash"]) or other != head["hash"]:
                flaws.append((label, f"it names entry {number} with the hash {head['hash']}, not {here or other}"))
        for name, seal in re.findall(r"^(.+): sealed.*\n(sha256:[0-9a-f]{64})\s*$", text, re.M):
            point = entries[heads[-1]["seq"] - 1]["body"] if heads and heads[-1]["seq"] <= len(entries) else {}
            table = point.get("seals", {}).get(seats.get(name), seal) if isinstance(point, dict) else seal
            if name in seats and not name.startswith("| ") and (table != seal or (seats[name], seal) not in sealed):
                flaws.append((label, f"it shows for {name} the seal {seal}, which this ledger does not have there"))
        for file in files:
            said = file["statement"]
            first = receipts.setdefault((said["seat"], said["number"]), (label, said))
            if any(first[1][name] != said[name] for name in set(said) - {"text", "head"}):
                flaws.append((label, f"it is receipt {said['number']} of {said['seat']}, but another than {first[0]}"))
            flaws += [(label, why) for why in statement_flaws(mail, text, file, founded, heads)]
            flaws += [(label, why) for why in ledger_flaws(said, entries, is_part)]
    return list(dict.fromkeys(flaws)), f"{count} messages compared, {len(receipts)} signed receipts, {len(named)} entries named"

def main(path, mails):
    path, wrong = pathlib.Path(path), []
    data = (path / "ledger.jsonl" if path.is_dir() else path).read_bytes()
    try:
        print(verify(data))
    except Wrong as error:
        wrong.append(str(error))
    if mails:
        lines = data.decode().splitlines()
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
