"""Receipts of what came, and numbers of what was mailed (P-07 to P-12)."""
from .canon import digested, need
from .deadlines import moment
from .state import State

class Receipts(State):
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
        need("slips" not in b or used and "seal" in b, "slips in a plan that does not count")
        need("whole" not in b or "slips" in b, "it says that a plan without slips is whole")
        need("beside" not in b or used and "seal" in b and "final" not in b and seat in (win or {}).get("asked", ()),
             "a plan beside what is asked of a seat that is asked nothing")
        need("final" not in b or used and part and part["how"], "“final” without a plan")
        need("lifts" not in b or part and part.get("final") and "final" not in b, "it lifts a “final” that nobody has said")
        if win and seat != "gm":
            part = part or {"how": None, "seal": None, "opened": False}
            self.part(seat, {**part, "final": (part.get("final") or "final" in b) and "lifts" not in b, "bad": part.get("bad") or "unusable" in b,
                             "beside": "beside" in b if "seal" in b else part.get("beside", False)})
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
