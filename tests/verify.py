#!/usr/bin/env python3
"""Checks a Ravenpost ledger with nothing but Python's standard library.

    python3 verify.py ledger.jsonl                     (or what `ravenpost export` wrote, a folder or a file)
    python3 verify.py ledger.jsonl --against MAILS…     (and compares with messages that players have kept)
"""
import copy
import email
import email.policy
import hashlib
import hmac
import json
import mailbox
import pathlib
import re
import sys
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

FORMAT, LONGEST_LINE, LONGEST_LEDGER, MOST_DEPTH, PATIENCE = "ravenpost/1", 4 << 20, 512 << 20, 64, 3

class Wrong(Exception):
    def __init__(self, why, line=None):
        super().__init__(why)
        self.line = line

def need(holds, otherwise, line=None):
    if not holds:
        raise Wrong(otherwise, line)

# JSON: one way to write each value (RFC 8785, and whole numbers only).

def canonical(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # Python sorts names by code points, RFC 8785 by UTF-16 units: they differ beyond U+FFFF only.
    return text if max(text, default="") <= "\uffff" else slowly(value)

def slowly(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(slowly(name) + ":" + slowly(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(slowly, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

def parse(text):
    def once(pairs):
        need(len({name for name, _ in pairs}) == len(pairs), "a member is there twice")
        return dict(pairs)

    def whole(digits):
        need(len(digits) < 20 and abs(int(digits)) < 2**53 and digits != "-0", f"the number {digits[:40]} is too large")
        return int(digits)

    def no_float(number):
        raise Wrong(f"the number {number[:40]} is not whole")

    depth = 0
    for bracket in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if bracket in "[{" else -1
        need(depth <= MOST_DEPTH + 2, f"it is nested more than {MOST_DEPTH} levels deep")
    return json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=no_float, parse_constant=no_float)

def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()

def digested(value):
    return sha256(canonical(value))

# Times, and the rules for deadlines.

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

def moment(text):
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text), f"“{text[:40]}” is not a time as in 2026-01-31T20:00:00Z")
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)

def span(text):
    number, unit = re.fullmatch(r"(\d+)([smh])", text).groups()
    return timedelta(seconds=int(number) * {"s": 1, "m": 60, "h": 3600}[unit])

def after(rule, at):
    """The deadline by a rule of the settings: “every 2 days at 20:00 Europe/Rome, not sat sun”, “in 48h”, “none”."""
    words = rule.replace(",", " ").split()
    if words == ["none"]:
        return None
    if words[0] == "in":
        return at + span(words[1])
    place = words.index("at")
    days, (hour, minute), zone = words[1:place], map(int, words[place + 1].split(":")), ZoneInfo(words[place + 2])
    named = days[0] in DAYS
    least = at + timedelta(hours=12) if named else at
    first = 0 if named else 1 if days == ["day"] else int(days[0])
    for n in range(first, first + 400):
        day = at.astimezone(zone).date() + timedelta(n)
        instant = datetime.combine(day, time(hour, minute), zone).astimezone(timezone.utc)
        word = DAYS[day.weekday()]
        if (word in days if named else word not in words[place + 4:]) and (instant >= least or not named):
            return instant
    return None

# The shape of each body: n a number, s a text, b yes or no, y “true”, t a time (T or null), h a hash, l a seal, o an object,
# x a list, w a list of texts, c counts, m a window with its new deadline, v anything; otherwise one of the words.

SHAPES = {name: {member.rstrip("?"): (kind, member.endswith("?")) for member, kind in (word.split(":", 1) for word in rest)}
          for name, *rest in map(str.split, """
founded campaign:s format:s version:s rules?:n settings:o seats:x data:o shuffle-commitment:h receipt-key:h gm?:h chance:o \
gm-words?:o rehearsal?:o
chance words:o gm-words:o public:v
received seat?:s number:n mail:h message:h received:t fate:used|refused|stranger|kept chain:h seal?:l window?:s final?:y unusable?:y \
empty?:y words?:s rehearsed?:y stand-in?:y stranger?:h signed?:h warned?:o new-key?:n
window.opened window:s turn:n stage:s round:s sealed:b secrecy:deposit|either|sealed asked:o deadline:T grace:n again?:s counts:c
window.moved window:s deadline:t why:vote|gm
window.reminded window:s seats:w by?:gm
window.waiting window:s seats:w told?:y
window.published window:s why:all-in|deadline|gm seals:o deadline:T first?:s
window.openings window:s first:s why:opened|deadline|gm instead?:default|steward deadline:T
window.closed window:s why:answered|all-in|deadline|openings|gm|vote seats:o silent:o
sealed window:s seat:s seal:l how:deposit|seal|steward revision:n
opened window:s seat:s seal:l how:deposit|seal|steward
answered seat:s key:s kind:s answer:v source:o again?:n
resolved number:n turn:n stage:s shuffles:x over?:y
press
vote.draw seat:s yes:b
vote.ruling seat:s yes:b
vote.extend seat:s minutes:n
vote.replace seat:s whom:v
vote.concede seat:s to:v
absence seat:s resigned?:y by?:vote stand-in?:y replaced?:o
settings settings?:o key?:o
unreachable seat:s unreachable:b reason?:s
clock from:t to:t moved?:m protest?:t
clock.paused by:gm
clock.resumed by:gm since:t moved?:m
clock.rehearsed by:gm
clock.public by:gm value:s until:t corrects?:s
dispute.opened number:n seat:s turn:n about:s waits?:y
dispute.said number:n by:s says:s
dispute.withdrawn number:n seat:s
dispute.closed number:n says:s
dispute.clock from:t to:t moved?:m
ruling.adopted number:n what:rule|rewind|forward after:n turn:n stage:s reason:s overrules?:x changes?:x dispute?:n
ruling.proposed number:n what:rule|rewind|forward after:n turn:n stage:s reason:s overrules?:x changes?:x dispute?:n until:t
ruling.dropped number:n why:objections|withdrawn
mailed to:s what:s number:n with?:w told?:o head?:o given-up?:y
peeked window:s seat:s
ended outcome:v shuffle-secret:h draws:x counts:c
""".strip().replace("\\\n", "").splitlines())}
TAGS = {"window": "what", "vote": "on", "clock": "what", "dispute": "what", "ruling": "step"}
KINDS = {name.split(".")[0] for name in SHAPES}
SECRET = {"opened", "answered", "resolved", "press"}

def text(value, form):
    return isinstance(value, str) and bool(re.fullmatch(form, value))

FITS = {
    "n": lambda value: type(value) is int and value >= 0, "s": lambda value: isinstance(value, str),
    "b": lambda value: isinstance(value, bool), "y": lambda value: value is True, "v": lambda value: True,
    "t": lambda value: isinstance(value, str) and bool(moment(value)), "T": lambda value: value is None or FITS["t"](value),
    "h": lambda value: text(value, "[0-9a-f]{64}"), "l": lambda value: text(value, "sha256:[0-9a-f]{64}"),
    "o": lambda value: isinstance(value, dict), "x": lambda value: isinstance(value, list),
    "w": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "c": lambda value: isinstance(value, dict) and set(value) == {"received", "mailed"},
    "m": lambda value: isinstance(value, list) and len(value) == 2 and FITS["s"](value[0]) and FITS["t"](value[1]),
}

def fits(kind, value):
    return FITS[kind](value) if kind in FITS else value in kind.split("|")

def shape(kind, body):
    tag = TAGS.get(kind)
    name = kind if tag is None or kind == "clock" and tag not in body else f"{kind}.{body.get(tag)}"
    need(name in SHAPES, f"its body is not one of “{kind}”")
    members = set(body) - {"batch", tag}
    for member, (wanted, optional) in SHAPES[name].items():
        need(optional or member in body, f"its member “{member}” is missing")
        need(member not in body or fits(wanted, body[member]), f"its member “{member}” has a wrong form")
    need(members <= set(SHAPES[name]), f"its member “{min(members - set(SHAPES[name]), default='')}” is not known")
    return name.replace(".", "_")

# Chance.

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
    key, count = hashlib.sha256(seed + label.encode("utf-8")).digest(), 0
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

def at_path(plan, path):
    """What stands at a path such as “marches.2” in a plan, and whether the whole path is there."""
    while path and isinstance(plan, (dict, list)):
        if isinstance(plan, list):
            head, _, rest = path.partition(".")
            found = int(head) - 1 if head.isdigit() and 0 < int(head) <= len(plan) else None
        else:
            known = [name for name in plan if path == name or path.startswith(name + ".")]
            found = max(known, key=len, default=None)
            rest = path[len(found) + 1:] if known else ""
        if found is None:
            return plan, False
        plan, path = plan[found], rest
    return plan, not path

class Game:
    """What a ruling takes back; never changed in place, because each entry keeps a copy."""
    stage, turn, name, labels, over, ended, win = None, 0, "", (), False, False, None
    shut, plans, silenced, missed, answered, asked = {}, {}, {}, {}, {}, {}

    def but(self, **changes):
        other = copy.copy(self)
        other.__dict__.update(changes)
        return other

class Ledger:
    def __init__(self, secret):
        self.secret, self.game, self.past, self.entries = secret, Game(), [], []
        self.keys, self.next_key, self.receipts, self.seen, self.posted, self.names = {}, {}, {}, {}, {}, set()
        self.counts, self.resigned, self.away, self.votes, self.disputes = {"received": 0, "mailed": 0}, set(), {}, {}, []
        self.held = self.paused = self.proposal = self.rehearsal = None
        self.chance, self.whole = Chance(), []
        self.rulings, self.given, self.unreachable, self.windows, self.seeded = 0, [], {}, {}, False
        self.owed, self.rest, self.batch, self.prev, self.at = [], 0, 1, "0" * 64, None
        self.opened = self.hidden = self.draws = 0
        self.unknown_zones, self.all_plans, self.rounds, self.leaving = set(), {}, {}, {}

    # P-01 to P-06: lines, chain, times, batches.

    def line(self, line, number):
        self.number = number
        need(len(line.encode("utf-8")) <= LONGEST_LINE, f"it is longer than {LONGEST_LINE} bytes")
        entry = parse(line)
        need(isinstance(entry, dict) and set(entry) - {"secret"} == {"at", "body", "hash", "kind", "prev", "seq"},
             "its members are not those of an entry")
        secret, covered = entry.get("secret"), {name: value for name, value in entry.items() if name != "hash"}
        if "secret" in entry:
            need(isinstance(secret, dict) and set(secret) in ({"body", "salt"}, {"digest"}), "its secret has a wrong form")
            need("salt" in secret or fits("h", secret["digest"]), "its secret's digest has a wrong form")
            need("digest" in secret or re.fullmatch("[0-9a-f]{32,}", str(secret["salt"])), "its salt has a wrong form")
            covered["secret"] = secret if "digest" in secret else {"digest": digested(secret)}
        need(canonical(entry) == line, "it is not in canonical form")
        need(entry["hash"] == digested(covered), "its hash is not that of its contents: it has been changed")
        need(entry["seq"] == number, f"it is number {entry['seq']} where {number} is due")
        need(entry["prev"] == self.prev, "it does not follow the line before")
        self.prev, kind, body = entry["hash"], entry["kind"], entry["body"]
        need(kind in KINDS, f"its kind “{str(kind)[:40]}” is not known: a newer version wrote it, or somebody else")
        need((kind == "founded") == (number == 1), "a ledger begins with “founded”, and only begins with it")
        need(isinstance(body, dict), "its body has a wrong form")
        at, before = moment(entry["at"]), self.at
        need(before is None or at >= before, "its time is before that of the line before")
        if self.rest == 0:
            self.batch, self.rest = number, body.get("batch", 1)
            need(type(self.rest) is int and self.rest > ("batch" in body), "its batch has a wrong form")
        else:
            need("batch" not in body, "a batch begins inside another")
            need(at == before, "its time is not that of its batch")
        self.rest, self.at, self.earlier = self.rest - 1, at, getattr(self, "earlier", None) if before == at else before
        name = shape(kind, body)
        need(secret is not None or kind not in SECRET and name != "ruling_adopted", "its secret is missing")
        need(not self.game.over or self.game.ended or kind in ("ended", "dispute"), "the game is over, but does not end")
        self.entries.append((kind, body))
        self.whole.append(entry)
        self.chance.see(kind, body, secret or {}, entry["at"])
        getattr(self, "on_" + name)(body, (secret or {}).get("body"))
        need(not self.rest or name != "window_opened", "a batch goes on past the opening of a window")
        if not self.rest and self.owed:
            raise Wrong("no receipt in its batch names it", self.owed[0][0])
        self.past.append(self.game)

    def seat(self, seat):
        need(seat in self.seats, f"there is no seat “{str(seat)[:40]}”")
        return seat

    def by_mail(self, seat, seal=None):
        self.owed.append((self.number, seat, seal))

    def plays(self, what):
        game = self.game
        need(game.stage is not None and not game.ended and not game.over, f"{what}, but the game is not going on")
        need(self.paused is None, f"{what}, but the clock is stopped")

    def due(self, rule, at):
        try:
            return after(rule, at)
        except ZoneInfoNotFoundError as error:
            self.unknown_zones.add(str(error))
            return ...

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
        need(not rule or moment(rehearsal["from"]) == self.at and self.due(rule, self.at) in (..., until and moment(until)),
             "its rehearsal is not that of the settings")
        self.rehearsal = until and moment(until)
        need(b["chance"]["words"] == chance["words"], "its words of chance are not those of the settings")
        given = b["chance"].get("until")
        need(rehearsal or not chance["until"] or chance["words"] == "no" or
             self.due(chance["until"], self.at) in (..., given and moment(given)),
             "its time for words of chance is not that of the settings")

    # P-07 to P-12: receipts and mails.

    def on_received(self, b, _):
        seat, win = b.get("seat"), self.game.win
        self.counts["received"] += 1
        need(moment(b["received"]) <= self.at, "the message came after it was read")
        for digest in (b["mail"], b["message"]):
            # A message that was kept for its opening is read a second time.
            need(self.seen.get((seat, digest), "kept") in ("kept", self.number), "the same message is read twice")
            self.seen[seat, digest] = "kept" if b["fate"] == "kept" else self.number if digest == b["mail"] else b["fate"]
        if seat is None:
            need((b["number"], b["chain"], b["fate"]) == (0, "0" * 64, "stranger"), "a stranger gets no receipt")
            need(set(b) <= {"number", "mail", "message", "received", "fate", "chain", "stranger", "warned", "batch"},
                 "a stranger's message has no effect")
            return
        need(seat == "gm" or self.seat(seat), "")
        number, chain = self.receipts.get(seat, (0, "0" * 64))
        need(b["number"] == number + 1, f"the receipt has the number {b['number']} where {number + 1} is due")
        link = {"fate": b["fate"], "mail": b["mail"], "number": number + 1, "prev": chain, "seal": b.get("seal"), "seat": seat}
        need(b["chain"] == digested(link), "the receipt's chain is not that of its contents")
        self.receipts[seat] = number + 1, b["chain"]
        need(b["fate"] != "stranger" and "stranger" not in b and "warned" not in b, "a seat's message is not a stranger's")
        need(b.get("window") == (win["id"] if win and seat != "gm" else None), "it names another window than the open one")
        used = b["fate"] == "used"
        for line, who, seal in self.owed:
            need(who in (None, seat) and b["fate"] != "refused", "the next receipt in its batch is not one for it", line)
            need(seal in (None, b.get("seal")), "its receipt names another seal", line)
        self.owed = []
        part = win["seats"].get(seat) if win else None
        need("seal" not in b or used and part and part["seal"] == b["seal"], "its seal does not bind the seat")
        need("final" not in b or used and part and part["how"], "“final” without a plan")
        if win and seat != "gm":
            part = part or {"how": None, "seal": None, "opened": False}
            self.part(seat, {**part, "final": part.get("final") or "final" in b, "bad": part.get("bad") or "unusable" in b})
        need("words" not in b or used, "words of chance in a message that was not used")
        need("rehearsed" not in b or not self.seeded, "a rehearsal after the game has begun")
        if "new-key" in b:
            need(self.next_key.pop(seat, None) == b["new-key"], "it uses a key that was not made")
            self.keys[seat] = b["new-key"]
        need("stand-in" not in b or self.away.get(seat), "somebody stands in for a seat that is not away")

    def on_mailed(self, b, _):
        to = b["to"]
        self.counts["mailed"] += 1
        need(to in [*self.seats, "gm", "stranger", "former", "stand-in"] or to.startswith("observer-"), f"nobody is “{to[:40]}”")
        due = self.posted.get(to, 0) + 1
        need(b["number"] == due, f"it is mail {b['number']} to {to} where {due} is due")
        self.posted[to] = due
        if "head" in b:
            place = b["head"]["seq"]
            need(0 < place < self.number and self.whole[place - 1]["hash"] == b["head"]["hash"],
                 "it names a head that is not that of this ledger")
        for what in [b["what"], *b.get("with", [])]:
            need((to, what) not in self.names, f"{what} is mailed to {to} twice")
            self.names.add((to, what))
            if what.startswith("receipt-"):
                need(0 < int(what[8:]) <= self.receipts.get(to, (0,))[0], f"{what} is mailed before its message came")
        need(b.get("told", {}).get("seq", 0) < self.number, "it tells of what was still to come")

    # P-13 to P-17: seals, their table, and openings.

    def part(self, seat, part):
        win = self.game.win
        self.game = self.game.but(win={**win, "seats": {**win["seats"], seat: part}})

    def open(self, name, phase=None):
        win = self.game.win
        need(win is not None and win["id"] == name, f"window {name[:40]} is not open")
        need(phase in (None, win["phase"]), "the seals of its window are published already" if phase == "collecting" else
             "nobody is to open first")
        return win

    def on_sealed(self, b, _):
        if b["window"] == "chance":
            return self.by_mail(self.seat(b["seat"]))
        win, seat, how = self.open(b["window"]), self.seat(b["seat"]), b["how"]
        self.plays("a plan is sealed") if how == "steward" else None
        if how == "steward":
            self.game = self.game.but(win={**win, "closing": True, "steward": {**win["steward"], seat: b["seal"]}})
            return
        self.open(b["window"], "collecting")
        part, own = win["seats"].get(seat, {}), self.settings["gm"].get("plays") == seat
        need(not win["closing"], "a plan is sealed after the first plan of the window was opened")
        need(seat not in self.resigned, f"{seat} is given up")
        need(how != "deposit" or not win["sealed"] or win["secrecy"] != "sealed" and not own, "only seals are allowed here")
        need(how != "seal" or win["sealed"] and seat in win["asked"] and (win["secrecy"] != "deposit" or own),
             "seals are not allowed here")
        need(b["revision"] >= part.get("revision", 0) and b["seal"] != part.get("seal"), "it replaces a later plan")
        self.part(seat, {"seal": b["seal"], "how": how, "revision": b["revision"], "opened": False, "final": False,
                         "bad": part.get("bad"), "bound": None})
        self.by_mail(seat, b["seal"])

    def document(self, b, document):
        need(digested(document) == b["seal"][7:], "the opened plan is not the one that was sealed")
        need(set(document) == {"campaign", "format", "nonce", "plan", "seat", "window"}, "the opened document is not a plan")
        need([document[name] for name in ("format", "campaign", "seat", "window")] ==
             [FORMAT, self.campaign, b["seat"], b["window"]], "the opened plan was sealed for something else")

    def on_opened(self, b, document):
        seat, win, how = self.seat(b["seat"]), self.game.win, b["how"]
        if document is not None:
            self.document(b, document)
            self.opened += 1
        else:
            self.hidden += 1
        if b["window"] == "chance":
            need(self.chance.seals.get(seat) == b["seal"], "the opening names another seal than was given")
            return self.by_mail(seat) if how == "seal" else None
        need(win is not None, "a plan is opened while no window is open")
        part = win["seats"].get(seat) if how != "steward" else {
            "seal": win["steward"].get(seat), "how": how, "opened": win["steward"].get(seat) in win["done"]}
        need(part and part["seal"], "a plan is opened that was never sealed")
        need(b["window"] == (part.get("bound") or win["id"]), "it names another window than its seal")
        need(part["seal"] == b["seal"] and part["how"] == how, "the opening names another seal than was given")
        need(not part["opened"], "the same seal is opened twice")
        waits = {other for other, its in win["seats"].items() if its["how"] == "seal" and not its["opened"]}
        if how == "seal":
            need(win["phase"] != "collecting", "a seal is opened before the table is published")
            need(seat == win["first"] if win["phase"] == "first" else seat != win["forfeit"],
                 f"{seat} opens its seal, but is not asked to open it now")
            need(not win["closing"], "a seal is opened after the window was closed")
            self.by_mail(seat)
        elif how == "deposit" and not win["sealed"]:
            self.by_mail(seat)
        else:
            need(how == "steward" or win["phase"] != "collecting" or not waits, "a plan is opened before the seals are published")
            win = {**win, "closing": True}
        win = {**win, "done": win["done"] | {b["seal"]}}
        self.game = self.game.but(win=win, plans={**self.game.plans, (seat, b["window"]): (self.number, how, None)})
        if how != "steward":
            self.part(seat, {**part, "opened": True})
        if document is not None:
            self.game.plans[seat, b["window"]] = self.number, how, document["plan"]

    # P-18 to P-24: windows and the clock.

    def on_window_opened(self, b, _):
        game = self.game
        self.plays("a window opens")
        need(game.win is None, "a window opens while another is open")
        need(game.turn is None or (b["turn"], b["stage"]) == (game.turn, game.name), "it is not of the present stage")
        name = f"{b['turn']}-{b['stage']}"
        count = self.windows[name] = self.windows.get(name, 0) + 1
        need(b["window"] == (name if count == 1 else f"{name}-{count}"), "the window has a wrong name")
        questions = {seat: [(one["key"], one["kind"], "ahead" in one) for one in asked] for seat, asked in b["asked"].items()}
        keys = [key for asked in questions.values() for key, *_ in asked]
        several = b["sealed"] or any(ahead for asked in questions.values() for *_, ahead in asked)
        need(b["sealed"] or len(questions) == 1, "a window that asks several seats takes sealed plans")
        need(self.rounds.setdefault(b["stage"], b["round"]) == b["round"], "its stage was of another round before")
        need(keys and len(set(keys)) == len(keys) and not set(keys) & set(game.answered), "its questions are answered already")
        need(set(questions) <= set(self.seats), "it asks a seat that is not there")
        rank, of = ["deposit", "either", "sealed"], self.settings["secrecy-of"]
        kinds = [of.get(kind, self.settings["secrecy"]) for asked in questions.values() for _, kind, _ in asked]
        need(b["secrecy"] == (max(kinds, key=rank.index) if b["sealed"] else "deposit"), "its secrecy is not that of the settings")
        need(b["counts"] == self.counts, f"it counts {b['counts']} messages before it, but there are {self.counts}")
        clock = self.settings["clock"]
        need(timedelta(seconds=b["grace"]) == span(clock["grace"]), "its grace is not that of the settings")
        same = lambda asked: {seat for seat in questions if set(questions[seat]) & set(asked.get(seat, ()))}
        again = next((name for name, shut in game.shut.items() if b["sealed"] and same(shut["asked"])), None)
        need(b.get("again") == again, "it does not open again the window that a ruling closed")
        shut = game.shut.get(again, {"deadline": None, "asked": {}, "seats": {}})
        due = self.due(clock["deadline" if several else "question"], self.at)
        due = due if due in (None, ...) or not shut["deadline"] else max(due, shut["deadline"])
        found = b["deadline"] and moment(b["deadline"])
        need(due in (..., found), "its deadline does not follow from the settings")
        seats = {seat: {**part, "opened": False, "bound": part.get("bound") or again} for seat, part in shut["seats"].items()
                 if seat in same(shut["asked"])}
        self.game = game.but(asked={**game.asked, **{seat: b["turn"] for seat in questions}},
                             shut={name: one for name, one in game.shut.items() if name != again},
                             win={"id": b["window"], "turn": b["turn"], "round": b["round"], "sealed": b["sealed"], "secrecy": b["secrecy"],
                                  "asked": questions, "deadline": found, "grace": timedelta(seconds=b["grace"]), "seats": seats,
                                  "phase": "collecting", "closing": False, "steward": {}, "done": set(), "first": None, "forfeit": None})
        self.held = self.held and self.at
        self.forget()

    def forget(self):
        for ballots in self.votes.values():
            ballots["extend"] = 0

    def moved(self, moved, by):
        """Checks that a deadline has moved by a time, and that none was passed over."""
        win = self.game.win
        if moved is None:
            return
        what, deadline = moved[0], moment(moved[1])
        if what != "chance":
            own = win["deadline"] if win and win["id"] == what else None if win else self.rehearsal
            need(own is not None and deadline == own + by, "the deadline does not move by the time for which the clock stood")
        if win:
            self.game = self.game.but(win={**win, "deadline": deadline})
        if self.rehearsal and not self.seeded:
            self.rehearsal += by

    def on_window_moved(self, b, _):
        win, deadline = self.open(b["window"]), moment(b["deadline"])
        need(win["deadline"] is not None, "a window without a deadline cannot get one")
        if b["why"] == "vote":
            times = sorted((self.votes.get(seat, {}).get("extend", 0) for seat in self.playing()), reverse=True)
            start = win["deadline"] if self.held else max(win["deadline"], self.at)
            by = times[len(times) // 2] if times else 0
            need(by and deadline == start + timedelta(minutes=by), "the deadline does not move by what was voted for")
        else:
            start = max(win["deadline"], self.paused or self.at)
            need(start < deadline <= start + timedelta(days=31), "the deadline moves back, or by more than 31 days")
        self.game = self.game.but(win={**win, "deadline": deadline})
        self.forget()

    def out(self, seat):
        """Why the game does not wait for a seat; “?” if this copy does not say."""
        if seat in self.resigned or self.leaving.get(seat) == "confirmed":
            return "resigned"
        for days in reversed(self.away.get(seat, [])):
            if days is None:
                return "?"
            if moment(days["from"]) <= self.at < moment(days["to"]):
                return "absent" if "stand-in" not in days and days.get("play") != "wait" else None
        return None

    def standing(self, seat, closing=False):
        win = self.game.win
        part = win["seats"].get(seat)
        if part is not None and seat == win["forfeit"]:
            return "not-opened"
        if part is None or part["how"] is None:
            return "unusable" if part and part.get("bad") else "nothing-came"
        if closing and part["how"] == "deposit" and not part["opened"]:
            return "not-opened"
        if part["how"] == "seal" and not part["opened"] and win["phase"] != "collecting":
            return "not-opened" if closing else "sealed"
        return "final" if part.get("final") else "in"

    def waits(self):
        return [seat for seat, part in self.game.win["seats"].items()
                if part["how"] == "seal" and not part["opened"] and seat != self.game.win["forfeit"]]

    def may_end(self, win, why):
        """Whether a window may stop taking plans or openings for this reason."""
        need(self.paused is None, "a window ends while the clock is stopped")
        missing = [seat for seat in win["asked"] if self.standing(seat) in ("nothing-came", "unusable") and not self.out(seat)]
        if why == "all-in":
            rule = self.settings["close-early"]
            final = all(self.out(seat) or self.standing(seat) == "final" for seat in win["asked"])
            need(win["sealed"] and win["phase"] == "collecting" and not missing, "not all are in")
            need(rule != "no" and (final or rule == "all-in" and not self.held), "not all have said that they are done")
        elif why == "deadline":
            late = win["deadline"] is not None and self.at >= win["deadline"] + win["grace"]
            need(late and not self.held, "its deadline and grace are not over")
            waited = [seat for seat in missing if self.settings["absence"] == "wait" or
                      seat in self.unreachable and self.at < self.unreachable[seat] + timedelta(days=PATIENCE)]
            need(win["phase"] == "opening" or not waited, f"the game waits for {', '.join(waited)}")
        elif why == "openings":
            need(win["phase"] == "opening" and not self.waits(), "not all seals are open")

    def on_window_reminded(self, b, _):
        need(b["window"] in ("rehearsal", "chance") or set(b["seats"]) <= set(self.open(b["window"])["seats"]) | set(self.game.win["asked"]),
             "it reminds a seat that was not asked")

    def on_window_waiting(self, b, _):
        win = self.open(b["window"], "collecting")
        need(win["deadline"] and self.at >= win["deadline"] + win["grace"], "its deadline and grace are not over")
        need(all(self.standing(seat) in ("nothing-came", "unusable") for seat in b["seats"]), "it waits for a seat that is in")

    def on_window_published(self, b, _):
        if b["window"] == "chance":
            return
        win = self.open(b["window"], "collecting")
        need(win["sealed"] and self.waits() and not win["closing"], "there are no seals to publish")
        self.may_end(win, b["why"])
        need(b["seals"] == {seat: part["seal"] for seat, part in win["seats"].items() if part["seal"]},
             "the table is not that of the last seals")
        due, found = self.due(self.settings["clock"]["opening"], self.at), b["deadline"] and moment(b["deadline"])
        need(due in (..., found), "its deadline does not follow from the settings")
        plays, waits = self.settings["gm"].get("plays"), self.waits()
        first = plays if plays in waits and len(waits) > 1 else None
        need(b.get("first") == first, "the seat that the game master plays opens first, and no other")
        self.game = self.game.but(win={**win, "phase": "first" if first else "opening", "first": first, "deadline": found})
        self.held = self.held and self.at

    def on_window_openings(self, b, _):
        win, first = self.open(b["window"], "first"), b["first"]
        need(first == win["first"] and self.paused is None, "it is another seat that opens first")
        opened = win["seats"][first]["opened"]
        need(opened == (b["why"] == "opened") == ("instead" not in b), "what it says of the first seat is not so")
        late = win["deadline"] is not None and self.at >= win["deadline"] + win["grace"] and not self.held
        need(b["why"] != "deadline" or late, "its deadline and grace are not over")
        need(set(win["steward"]) == ({first} if b.get("instead") == "steward" else set()), "the steward has played otherwise")
        must = self.settings["absence"] == "steward"
        need(opened or must == (b["instead"] == "steward") or not must and self.away.get(first), "the settings say otherwise")
        due, found = self.due(self.settings["clock"]["opening"], self.at), b["deadline"] and moment(b["deadline"])
        need(due in (..., found), "its deadline does not follow from the settings")
        self.game = self.game.but(win={**win, "phase": "opening", "deadline": found, "closing": False, "steward": {},
                                       "forfeit": None if opened else first})
        self.held = self.held and self.at

    def on_window_closed(self, b, _):
        win, why, silent = self.open(b["window"]), b["why"], {}
        self.may_end(win, why)
        need(why not in ("all-in", "deadline", "gm") or win["phase"] == "opening" or not self.waits(),
             "it closes before its seals are published")
        quiet = why in ("answered", "vote")
        need(quiet or win["phase"] != "first", "it closes while the first seat is still to open")
        if why == "answered":
            need(not win["sealed"], "a window of sealed plans closes only when all are in or its deadline is over")
            need(any(key in self.game.answered for asked in win["asked"].values() for key, *_ in asked), "nothing is answered")
        seats = {seat: self.standing(seat, not quiet) for seat in ([] if quiet else [*win["seats"]]) + [*win["asked"]]}
        for seat, standing in seats.items():
            part = win["seats"].get(seat)
            if b["seats"].get(seat) == "unusable" and part and part["opened"]:
                seats[seat] = standing = "unusable"
            if quiet or seat not in win["asked"] or not win["sealed"] and standing in ("in", "final", "sealed"):
                continue
            reason = {"not-opened": "not-opened", "unusable": "unusable", "nothing-came": self.out(seat) or "missed"}.get(
                standing, "hold")
            if seat == win["forfeit"]:
                silent[seat] = reason
                continue
            steward = seat in win["steward"]
            must = self.settings["absence"] == "steward" and reason != "hold"
            need(steward or not must, f"the steward has not played for {seat}")
            need(not steward or must or reason != "hold" and self.away.get(seat), f"the steward plays for {seat}, who is there")
            reason = "steward" if steward and reason != "not-opened" else reason
            silent[seat] = b["silent"].get(seat) if reason == "?" and b["silent"].get(seat) in ("absent", "missed") else reason
        need(b["seats"] == seats, "what it says of the seats is not what they have sent")
        need(b["silent"] == silent, "its reasons are not those of the seats")
        game = self.game
        self.game = game.but(win=None, silenced={**game.silenced, **{key: silent[seat] for seat in silent
                             for key, _, ahead in win["asked"][seat] if not ahead or silent[seat] != "hold"}},
                             missed={**game.missed, **{seat: (win["turn"], win["round"], why) for seat, why in silent.items() if why != "hold"}})

    # P-25 to P-27: answers.

    def on_answered(self, b, beside):
        game, key, seat, source, beside = self.game, b["key"], self.seat(b["seat"]), b["source"], beside or {}
        self.plays("a question is answered")
        need(not (game.win and game.win["sealed"]), "a question is answered while plans are still sealed")
        need(key not in game.answered, f"{key} is answered twice")
        need(game.turn is None or key.startswith(f"{game.turn}/"), f"{key} is not of this turn")
        kind, members = source.get("from"), set(source) - {"from"}
        need(members == {"plan": {"window"}, "steward": {"window"}, "default": {"why"}, "ruling": {"number"}}.get(kind),
             "an answer is from a plan, the steward, a default or a ruling")
        silent, before = game.silenced.get(key), [one for name, one in self.entries[:-1] if name == "answered" and one["key"] == key]
        if kind in ("plan", "steward"):
            window = source["window"]
            number, how, plan = game.plans.get((seat, window)) or self.all_plans.get((seat, window)) or (0, "", None)
            need(number, f"no plan of {seat} for {window} was opened")
            need((how == "steward") == (kind == "steward"), "the plan is not the steward’s" if kind == "steward" else "the plan is the steward’s")
            path = beside.get("path")
            if plan is not None and path is not None:
                found, whole = at_path(plan, path)
                need(found is not plan or path == "", f"{path} is not in the plan")
                literal = path == f"answers.{key}"
                need(not literal or whole and found == b["answer"], "the plan says something else")
                # Orders of areas without units are left out.
                need(b["kind"] != "orders" or literal or whole and b["answer"].items() <= found.items(), "the plan orders otherwise")
                # Nobody bids more than there is.
                need(b["kind"] != "bid" or literal or whole and b["answer"] <= found, "the plan bids less")
        elif kind == "default":
            why, pace = source["why"], next(s.get("pace") for s in self.settings["seats"] if s["seat"] == seat)
            again = any(one["source"] == source for one in before) and self.given
            again = again or why == "refused" and any(change.get("seat") == seat for one in self.given for change in one.get("changes", []))
            need(seat not in self.resigned or why == "resigned" or again, "a seat that is given up is silent for another reason")
            allowed = {"resigned": seat in self.resigned, "absent": self.out(seat) in ("absent", "?"), "guess": True,
                       "pace": (pace or self.settings["pace"]) == "batch" and
                       (game.asked.get(seat) == game.turn or any(own == seat for own, _ in game.plans))}
            turn, round_, missed = game.missed.get(seat, (None, None, None))
            missed = (turn, missed) == (game.turn, why) and self.rounds.get(game.name, round_) == round_
            need(again or why == "resigned" and allowed["resigned"] or (silent == why if silent else missed or allowed.get(why)),
                 f"nothing says that {seat} is silent for the reason “{why}”")
            plans = [plan for (own, _), (_, _, plan) in game.plans.items() if own == seat and plan]
            says = any(key in plan.get("answers", {}) for plan in plans) or silent == "hold" and b["kind"] == "orders" and any(
                "orders" in plan for plan in plans[-1:])
            need(not says or "code" in beside or again, "the default is used, but the opened plan answers")
        else:
            ruled = [one for one in self.given if one["number"] == source["number"]]
            need(ruled and any(change.get("change") == "answer" and change["key"] == key for change in ruled[-1].get("changes", [])),
                 "no such ruling answers it")
            answers = ruled[-1]["secret"].get("answers")
            need(answers is None or answers.get(key) == b["answer"], "the ruling gives another answer")
        if "again" in b:
            name, one = self.entries[b["again"] - 1] if 0 < b["again"] < self.number else (None, {})
            need(name == "answered" and self.given and all(one[m] == b[m] for m in ("seat", "key", "answer", "source")),
                 "the entry that it repeats says something else")
        self.game = game.but(answered={**game.answered, key: b["answer"]})

    # P-28 to P-31: stages, draws, the end.

    def on_chance(self, b, _):
        need(self.game.stage is None, "chance is made after the game was set up")
        self.seeded = True

    def redone(self, draw):
        need(draw["order"] == shuffled(self.seed(), draw["label"], draw["length"]),
             f"the draw “{draw['label']}” does not follow from the secret")

    def seed(self):
        return hmac.new(bytes.fromhex(self.secret), canonical(self.chance.made).encode("utf-8"), hashlib.sha256).digest()

    def on_resolved(self, b, secret):
        game = self.game
        need(self.seeded and not game.ended and not game.over and self.paused is None, "a stage ends, but the game is not going on")
        need(game.win is None, "a stage ends while a window is open")
        need(b["number"] == (game.stage or 0), f"stage {b['number']} ends where stage {game.stage or 0} is due")
        need(not game.stage or game.turn is None or b["turn"] in (game.turn, game.turn + 1), "the turn does not follow")
        labels = [(one["label"], one["count"]) for one in b["shuffles"]]
        all_labels = [label for label, _ in [*game.labels, *labels]]
        need(len(set(all_labels)) == len(all_labels), "a label is drawn twice")
        if secret is not None:
            need([(one["label"], one["length"]) for one in secret["draws"]] == labels, "its draws are not those that it names")
            for draw in secret["draws"] if self.secret else []:
                self.redone(draw)
        self.game = game.but(stage=b["number"] + 1, turn=b["turn"], name=b["stage"], labels=(*game.labels, *labels),
                             over="over" in b, answered={}, silenced={})

    def playing(self):
        return [seat for seat in self.seats if seat not in self.resigned]

    def on_ended(self, b, _):
        game, playing = self.game, self.playing()
        need(not game.ended and game.stage is not None, "the game ends, but it is not going on")
        need(hashlib.sha256(bytes.fromhex(b["shuffle-secret"])).hexdigest() == self.commitment,
             "this secret is not the one committed to")
        need(b["counts"] == self.counts, f"it counts {b['counts']} messages before it, but there are {self.counts}")
        if not game.over:
            of = lambda seat, what: self.votes.get(seat, {}).get(what)
            conceded = [to for to in playing if len(playing) > 1 and all(of(seat, "concede") == to for seat in playing if seat != to)]
            by = {"winners": playing, "by": "draw-vote"} if playing and all(of(seat, "draw") for seat in playing) else \
                {"winners": conceded[:1], "by": "concede"} if conceded else None
            need(b["outcome"] == by, "neither the rules nor the votes end the game so")
        need([(one["label"], one["length"]) for one in b["draws"]] == [*game.labels], "its draws are not all draws of the game")
        for draw in b["draws"]:
            self.redone(draw)
        self.draws = len(b["draws"])
        need(game.win is None, "the game ends while a window is open")
        self.game = game.but(ended=True)

    # P-32 to P-37: people, keys, disputes, the clock.

    def on_press(self, b, _):
        self.by_mail(None)

    def vote(self, b, what, value):
        need(self.seat(b["seat"]) not in self.resigned, "a seat that is given up votes")
        need(self.game.stage is not None and not self.game.ended, "a vote while the game is not going on")
        ballots = self.votes.setdefault(b["seat"], {})
        need((ballots.get(what) or None) != (value or None), "the vote was so before")
        ballots[what] = value
        self.by_mail(b["seat"])

    def on_vote_draw(self, b, _):
        self.vote(b, "draw", b["yes"])

    def on_vote_extend(self, b, _):
        need(not b["minutes"] or self.game.win and self.game.win["deadline"], "there is no deadline to move")
        self.vote(b, "extend", b["minutes"])

    def on_vote_replace(self, b, _):
        need(b["whom"] is None or b["whom"] in self.playing() and b["whom"] != b["seat"], "nobody can be replaced there")
        self.vote(b, "replace", b["whom"])

    def on_vote_concede(self, b, _):
        need(b["to"] is None or b["to"] in self.playing() and b["to"] != b["seat"], "nobody can win there")
        self.vote(b, "concede", b["to"])

    def on_vote_ruling(self, b, _):
        need(self.proposal is not None, "no ruling is proposed")
        need((self.seat(b["seat"]) in self.against) == b["yes"] and b["seat"] not in self.resigned, "the vote was so before")
        (self.against.discard if b["yes"] else self.against.add)(b["seat"])
        self.by_mail(b["seat"])

    def on_absence(self, b, days):
        seat, replaced = self.seat(b["seat"]), b.get("replaced")
        need(len(set(b) & {"resigned", "stand-in", "replaced"}) <= 1 and ("by" not in b or "resigned" in b), "it says too much")
        if replaced is not None:
            self.new_key(seat, replaced["number"], True)
            self.resigned.discard(seat)
            for held in (self.votes, self.away, self.leaving):
                held.pop(seat, None)
            self.unreachable.pop(seat, None)
            if "player" in replaced:
                seats = [{**one, "player": replaced["player"]} if one["seat"] == seat else one for one in self.settings["seats"]]
                self.settings = {**self.settings, "seats": seats}
            win = self.game.win
            if win and win["phase"] == "collecting" and win["seats"].get(seat, {}).get("how") == "seal":
                win = {**win, "seats": {name: part for name, part in win["seats"].items() if name != seat}}
            self.game = self.game.but(win=win, missed={name: why for name, why in self.game.missed.items() if name != seat})
        elif "resigned" in b:
            others = [other for other in self.playing() if other != seat]
            voted = len(others) > 1 and all(self.votes.get(other, {}).get("replace") == seat for other in others)
            need(seat not in self.resigned, "the seat is given up already")
            need("by" not in b or voted and self.settings.get("replace-by-vote"), "the others have not voted for it")
            confirmed = self.leaving.get(seat) == "confirmed" or None in self.away.get(seat, [])
            need("by" in b or confirmed, "its player has not confirmed that the seat is given up")
            self.resigned.add(seat)
            self.leaving.pop(seat, None)
        elif "stand-in" in b:
            need(any(one is None or "stand-in" in one for one in self.away.get(seat, [])), "nobody was named to stand in")
        else:
            if days is not None and "resign" in days:
                self.leaving[seat] = days["resign"]
            else:
                self.away.setdefault(seat, []).append(days)
            self.by_mail(seat)

    def new_key(self, of, number, now):
        need(of in self.keys, f"nobody is “{str(of)[:40]}”")
        due = self.next_key.get(of, self.keys[of]) + 1
        need(number == due, f"it makes key {number} of {of} where {due} is due")
        if now:
            self.keys[of] = number
            self.next_key.pop(of, None)
        else:
            self.next_key[of] = number

    def on_settings(self, b, _):
        if "key" in b:
            self.new_key(b["key"]["of"], b["key"]["number"], "now" in b["key"])
        if "settings" not in b:
            return need("key" in b, "nothing changes")
        b, same = b["settings"], ("campaign", "game", "players", "options")
        need(all(b.get(name) == self.settings.get(name) for name in same) and b != self.settings, "these settings cannot change so")
        self.settings = b

    def on_unreachable(self, b, _):
        need((b["seat"] in self.unreachable) != b["unreachable"], "that was so before")
        self.unreachable.pop(self.seat(b["seat"]), None)
        if b["unreachable"]:
            self.unreachable[b["seat"]] = self.at

    def on_clock(self, b, _):
        start, end = moment(b["from"]), moment(b["to"])
        before = self.earlier or self.at
        need(before <= start < end == self.at, "an outage is from the last entry to its own time at the most")
        need(end - start > span(self.settings["clock"]["outage"]), "the settings do not count so short a time as an outage")
        need("moved" in b or "protest" in b, "the outage moves nothing")
        need("moved" not in b or self.paused is self.held is None, "a stopped clock moves no deadline")
        self.moved(b.get("moved"), end - start)
        need((self.proposal is None) == ("protest" not in b), "the objection period does not move as it should")
        if "protest" in b:
            need(moment(b["protest"]) == self.until + (end - start), "the objection period does not move by the outage")
            self.until = moment(b["protest"])

    def on_clock_paused(self, b, _):
        need(self.paused is None, "the clock is stopped already")
        self.paused = self.at

    def on_clock_resumed(self, b, _):
        need(self.paused == moment(b["since"]), "the clock was not stopped then")
        win, until = self.game.win, max(self.held, self.paused) if self.held else self.at
        need(not win or ("moved" in b) == (win["deadline"] is not None), "the open deadline does not move")
        self.moved(b.get("moved"), until - self.paused)
        self.paused = None

    def on_clock_public(self, b, _):
        pass

    def on_clock_rehearsed(self, b, _):
        need(self.entries[0][1].get("rehearsal") and not self.seeded, "there is no rehearsal to end")

    def dispute(self, number):
        need(0 < number <= len(self.disputes) and self.disputes[number - 1]["open"], f"dispute {number} is not open")
        return self.disputes[number - 1]

    def on_dispute_opened(self, b, _):
        need(b["number"] == len(self.disputes) + 1, f"dispute {b['number']} is opened after {len(self.disputes)} others")
        need(("waits" in b) == (self.settings.get("disputes", {}).get("clock") == "waits"), "“waits” is not as in the settings")
        self.disputes.append({"seat": self.seat(b["seat"]), "open": True, "waits": "waits" in b})
        self.held = self.held or ("waits" in b and self.at or None)
        self.by_mail(b["seat"])

    def on_dispute_said(self, b, _):
        self.dispute(b["number"])
        if b["by"] != "gm":
            self.by_mail(self.seat(b["by"]))

    def on_dispute_withdrawn(self, b, _):
        need(self.dispute(b["number"])["seat"] == b["seat"], "it is another seat's dispute")
        self.dispute(b["number"])["open"] = False
        self.by_mail(b["seat"])

    def on_dispute_closed(self, b, _):
        self.dispute(b["number"])["open"] = False

    def on_dispute_clock(self, b, _):
        win = self.game.win
        need(moment(b["from"]) == self.held and moment(b["to"]) == self.at, "the clock did not wait from then until now")
        waits = any(one["open"] and one["waits"] for one in self.disputes) and self.settings.get("disputes", {}).get("clock") == "waits"
        need(self.proposal is None and (not waits or self.game.ended), "the clock still waits")
        need(("moved" in b) == bool(win and win["deadline"]), "the open deadline does not move")
        self.moved(b.get("moved"), self.at - self.held)
        self.held = None

    def on_peeked(self, b, _):
        part = self.open(b["window"])["seats"].get(self.seat(b["seat"]))
        need(part and part["how"] == "deposit", "there is no plan to look at")

    # P-38 to P-41: rulings.

    def on_timeline(self, seq, end):
        for one in reversed(self.given):
            if one["seq"] <= end:
                if seq >= one["seq"]:
                    return seq <= end
                end = one["after"]
        return seq <= end

    def ruling(self, b):
        last, changes = self.number - 1, b.get("changes", [])
        need(b["number"] == (self.proposal["number"] if self.proposal else self.rulings + 1), "it is not the next ruling")
        need(0 < b["after"] <= last, "it goes back to an entry that is not before it")
        then = self.past[b["after"] - 1]
        need(then.stage is not None and not then.ended, "it goes back to a point at which the game was not going on")
        need(then.turn is None or (b["turn"], b["stage"]) == (then.turn, then.name), "it names another stage than that point's")
        if self.proposal:
            need({name: b.get(name) for name in self.proposal} == self.proposal and set(b) - {"batch", "step", "until"} ==
                 set(self.proposal), "it is not the ruling that was proposed")
            return then
        need((b["what"] == "rule") == bool(changes) or b["what"] == "rewind", "a ruling changes something, and a step back need not")
        if b["what"] == "forward":
            here = [one["seq"] for one in self.given if self.on_timeline(one["seq"], last)]
            need(here, "there is no ruling to undo")
            tip = here[-1] - 1
            ends = [n for n, (name, _) in enumerate(self.entries, 1) if name == "ended" and self.on_timeline(n, tip)]
            need(b["after"] == (ends[0] - 1 if ends else tip), "it does not go forward to the timeline that the last ruling left")
        else:
            need(self.on_timeline(b["after"], last), "it goes back to a timeline that was replaced")
        keys = {change["key"] for change in changes if change["change"] == "answer"}
        of = lambda n: self.entries[n - 1]
        due = {n for n in range(b["after"] + 1, self.number) if of(n)[0] == "answered" and of(n)[1]["key"] in keys
               and self.on_timeline(n, last)}
        found = set(b.get("overrules", []))
        need({n for n in due if not any(m > n and of(m)[1]["key"] == of(n)[1]["key"] for m in due)} <= found,
             "it does not name the answers that it overrules")
        mails = {change["seat"] for change in changes if change["change"] == "mail"}
        need(all(n in due or b["after"] < n < self.number and of(n)[0] in ("opened", "sealed") and of(n)[1]["seat"] in mails
                 for n in found), "it overrules an entry that it does not change")
        need(not b.get("dispute") or self.dispute(b["dispute"]), "")
        return then

    def core(self, b):
        return {name: value for name, value in b.items() if name not in ("batch", "step", "until")}

    def on_ruling_proposed(self, b, _):
        protest = self.settings.get("rulings", {}).get("protest")
        need(self.proposal is None, "another ruling is proposed")
        self.ruling(b)
        need(protest and moment(b["until"]) == self.at + span(protest), "its objection period is not that of the settings")
        self.proposal, self.until, self.against, self.rulings = self.core(b), moment(b["until"]), set(), self.rulings + 1
        self.held = self.held or (None if self.game.ended else self.at)

    def on_ruling_dropped(self, b, _):
        need(self.proposal and self.proposal["number"] == b["number"], "that ruling is not proposed")
        against = [seat for seat in self.playing() if seat in self.against]
        need(b["why"] != "objections" or 2 * len(against) > len(self.playing()) and self.at >= self.until, "too few object")
        self.proposal = None

    def on_ruling_adopted(self, b, secret):
        then, game, secret = self.ruling(b), self.game, secret or {}
        if self.proposal:
            need(self.at >= self.until, "the objection period is not over")
        else:
            need(not self.settings.get("rulings", {}).get("protest"), "it was not proposed")
            self.rulings += 1
        of, changes = then if b["what"] == "forward" else game, b.get("changes", [])
        ruled = {(change["seat"], change["window"]) for change in changes if change["change"] == "mail"}
        shut, win = dict(of.shut), of.win
        if win and win["sealed"]:
            shut.pop(win["id"], None)
            shut[win["id"]] = {**win, "seats": {seat: part for seat, part in win["seats"].items()
                                                if not {(seat, win["id"]), (seat, part.get("bound"))} & ruled}}
        if "keeps" in secret or secret:
            kept = [one["window"] for one in secret.get("keeps", [])]
            need(kept == list(shut), "it does not keep the seals of the windows that it closes")
        if game.ended:
            self.votes = {}
        keys = {change["key"] for change in changes if change["change"] == "answer"}
        edits = any(change["change"] == "state" for change in changes)
        plans = {(one["seat"], one["window"]): (self.number, "deposit", one["plan"]) for one in secret.get("plans", [])}
        plans = {**{(change["seat"], change["window"]): (self.number, "deposit", None) for change in changes
                    if change["change"] == "mail" and change["accept"]}, **plans}
        for one in [self.game.plans, plans]:
            self.all_plans.update(one)
        asked = {seat: turn for seat, turn in then.asked.items() if not then.win or seat not in then.win["asked"]}
        self.given.append({"seq": self.number, **self.core(b), "secret": secret})
        self.game = then.but(win=None, shut=shut, plans={**then.plans, **plans}, asked=asked, turn=None if edits else then.turn,
                             answered={key: value for key, value in then.answered.items() if key not in keys},
                             silenced={key: why for key, why in then.silenced.items() if key not in keys})
        self.proposal = None
        if b.get("dispute") and self.disputes[b["dispute"] - 1]["open"]:
            self.disputes[b["dispute"] - 1]["open"] = False

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
    wrong = []
    try:
        print(verify_archive(path))
    except (Wrong, ValueError, KeyError, TypeError, AttributeError) as error:
        line = f"line {error.line}: " if getattr(error, "line", None) else ""
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
