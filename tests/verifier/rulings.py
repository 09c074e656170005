"""Rulings: which timeline they go back to, what they overrule, and what they keep (P-38 to P-41)."""
from .canon import need
from .deadlines import moment, span
from .state import State

class Rulings(State):
    def on_timeline(self, seq, end):
        """Whether an entry belongs to the timeline that the entry `end` is on."""
        for one in reversed(self.given):
            if one["seq"] <= end:
                if seq >= one["seq"]:
                    return seq <= end
                end = one["after"]
        return seq <= end

    def ruling(self, b):
        """Checks what is proposed or adopted, and returns the game to which it goes back."""
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
        need("standby" not in b or b["what"] == "rewind", "only after a rewind do plans stand by")
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
        """What a proposal and its adoption have in common."""
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

    def as_it_ended(self, win, after):
        """A window of the past with its seats so far, each with its last plan there that can still be opened."""
        last = self.number - 1
        own = [n for n in range(after + 1, self.number) if self.on_timeline(n, last)]
        closed = next((n for n in own if self.entries[n - 1][0] == "window" and self.entries[n - 1][1]["what"] == "closed"
                       and self.entries[n - 1][1]["window"] == win["id"]), None)
        ended = self.past[closed - 2].win if closed else None
        ended = ended if ended and ended["id"] == win["id"] else win
        opened = {self.entries[n - 1][1]["seal"] for n in own if self.entries[n - 1][0] == "opened"}
        can = lambda seat, part: (win["seats"].get(seat) or {}).get("how") and seat not in ended["steward"] and (
            part["how"] == "seal" or part["how"] == "deposit" and part["seal"] in opened)
        return {**ended, "seats": {seat: part for seat, part in ended["seats"].items() if can(seat, part)}}

    def shut(self, all_, new):
        """Adds a window that a ruling closes to others; what an older one with the same questions holds is added to it."""
        same = lambda old: any(set(asked) & set(old["asked"].get(seat, ())) for seat, asked in new["asked"].items())
        for old in [one for one in all_.values() if one["id"] == new["id"] or same(one)]:
            del all_[old["id"]]
            if old["id"] == new["id"]:
                continue
            parts = {seat: {**part, "bound": part.get("bound") or old["id"]} for seat, part in old["seats"].items()}
            dues = [one["deadline"] for one in (old, new) if one["deadline"]]
            new = {**new, "asked": {**old["asked"], **new["asked"]}, "seats": {**parts, **new["seats"]},
                   "deadline": max(dues) if dues else None}
        all_[new["id"]] = new

    def on_ruling_adopted(self, b, secret):
        then, game, known, secret = self.ruling(b), self.game, secret is not None, secret or {}
        if self.proposal:
            need(self.at >= self.until, "the objection period is not over")
        else:
            need(not self.settings.get("rulings", {}).get("protest"), "it was not proposed")
            self.rulings += 1
        changes = b.get("changes", [])
        ruled = {(change["seat"], change["window"]) for change in changes if change["change"] == "mail"}
        shut, win = {}, game.win
        if b["what"] != "rule":
            for one in then.shut.values():
                self.shut(shut, one)
            if then.win and then.win["sealed"] and not (win and win["id"] == then.win["id"]):
                self.shut(shut, self.as_it_ended(then.win, b["after"]))
        for one in game.shut.values():
            self.shut(shut, one)
        if win and win["sealed"]:
            self.shut(shut, {**win, "seats": {seat: part for seat, part in win["seats"].items()
                                              if not {(seat, win["id"]), (seat, part.get("bound"))} & ruled}})
        if "keeps" in secret or secret:
            kept = [one["window"] for one in secret.get("keeps", [])]
            need(kept == list(shut), "it does not keep the seals of the windows that it closes")
        if game.ended:
            self.votes = {}
        keys = {change["key"] for change in changes if change["change"] == "answer"}
        need(not known or set(secret.get("answers", {})) == keys, "its answers are not those that it names")
        edits = any(change["change"] == "state" for change in changes)
        plans = {(one["seat"], one["window"]): (self.number, "deposit", one["plan"]) for one in secret.get("plans", [])}
        plans = {**{(change["seat"], change["window"]): (self.number, "deposit", None) for change in changes
                    if change["change"] == "mail" and change["accept"]}, **plans}
        for one in [self.game.plans, plans]:
            self.all_plans.update(one)
        if b.get("standby"):
            self.standby |= {(seat, self.of[window]) for (seat, window), (_, how, _) in self.all_plans.items()
                             if how != "steward" and window in self.of}
        asked = {seat: turn for seat, turn in then.asked.items() if not then.win or seat not in then.win["asked"]}
        self.given.append({"seq": self.number, **self.core(b), "secret": secret})
        self.game = then.but(win=None, shut=shut, plans={**then.plans, **plans}, asked=asked, turn=None if edits else then.turn,
                             answered={key: value for key, value in then.answered.items() if key not in keys},
                             silenced={key: why for key, why in then.silenced.items() if key not in keys})
        self.proposal = None
        if b.get("dispute") and self.disputes[b["dispute"] - 1]["open"]:
            self.disputes[b["dispute"] - 1]["open"] = False
