"""Plans as they are sealed, and as they are opened (P-13 to P-17; the table is in windows.py)."""
from .canon import FORMAT, digested, need
from .state import State

class Seals(State):
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

    def on_peeked(self, b, _):
        part = self.open(b["window"])["seats"].get(self.seat(b["seat"]))
        need(part and part["how"] == "deposit", "there is no plan to look at")
