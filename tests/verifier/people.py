"""Votes, absences, seats given up or handed on, keys, settings, and disputes (P-32 to P-37)."""
from .canon import need
from .state import State

class People(State):
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
            self.handed.add(seat)
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
            elif win and win["phase"] == "collecting" and seat in win["seats"]:
                win = {**win, "seats": {**win["seats"], seat: {**win["seats"][seat], "final": False}}}
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
        need(not (b.get("again") and b["unreachable"]), "what a seat does not get is not sent again")
        need(b.get("again") or (b["seat"] in self.unreachable) != b["unreachable"], "that was so before")
        self.unreachable.pop(self.seat(b["seat"]), None)
        if b["unreachable"]:
            self.unreachable[b["seat"]] = self.at

    def on_dispute_opened(self, b, _):
        need(b["number"] == len(self.disputes) + 1, f"dispute {b['number']} is opened after {len(self.disputes)} others")
        need(("waits" in b) == (self.settings.get("disputes", {}).get("clock") == "waits"), "“waits” is not as in the settings")
        turn = self.game.turn
        need(1 <= b["turn"] and (turn is None or b["turn"] <= max(1, turn)), "it is about a turn that has not come")
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
