"""Windows: how they open, whom they wait for, their tables of seals, and why they close (P-15 and P-17 to P-21, P-24)."""
from datetime import timedelta

from .canon import need
from .deadlines import moment, span
from .state import State

PATIENCE = 3  # Days for which the game waits for a seat that mails do not reach.

class Windows(State):
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
        self.of[b["window"]] = b["turn"], b["round"]
        same = lambda asked: {seat for seat in questions if set(questions[seat]) & set(asked.get(seat, ()))}
        again = next((name for name, shut in game.shut.items() if b["sealed"] and same(shut["asked"])), None)
        need(b.get("again") == again, "it does not open again the window that a ruling closed")
        shut = game.shut.get(again, {"deadline": None, "asked": {}, "seats": {}})
        due = self.due(clock["deadline" if several else "question"])
        due = due if due in (None, ...) or not shut["deadline"] else max(due, shut["deadline"])
        found = b["deadline"] and moment(b["deadline"])
        need(due in (..., found), "its deadline does not follow from the settings")
        seats = {seat: {**part, "opened": False, "bound": part.get("bound") or again} for seat, part in shut["seats"].items()
                 if seat in same(shut["asked"]) or seat not in questions and part["how"]}
        self.game = game.but(asked={**game.asked, **{seat: b["turn"] for seat in questions}},
                             shut={name: one for name, one in game.shut.items() if name != again},
                             win={"id": b["window"], "turn": b["turn"], "round": b["round"], "sealed": b["sealed"],
                                  "secrecy": b["secrecy"], "asked": questions, "deadline": found,
                                  "grace": timedelta(seconds=b["grace"]), "seats": seats, "phase": "collecting", "closing": False,
                                  "steward": {}, "done": set(), "first": None, "forfeit": None})
        self.held = self.held and self.at
        self.forget()

    def on_window_joined(self, b, _):
        win, seat = self.open(b["window"], "collecting"), b["seat"]
        questions = [(one["key"], one["kind"], "ahead" in one) for one in b["asked"]]
        need(win["sealed"] and seat in self.seats and seat not in win["asked"], "the seat cannot be asked too")
        need(seat in self.handed, "the seat has no new player")
        need(questions and not {key for key, *_ in questions} & set(self.game.answered), "its questions are answered already")
        self.game = self.game.but(asked={**self.game.asked, seat: win["turn"]},
                                  win={**win, "asked": {**win["asked"], seat: questions}})

    def standing(self, seat, closing=False):
        """What a seat has sent for the open window, in the words of the entry that closes it."""
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

    def is_missing(self, seat):
        """Whether a seat has sent neither a seal nor a plan that answers something asked."""
        part = self.game.win["seats"].get(seat)
        return self.standing(seat) in ("nothing-came", "unusable") or bool(part and part.get("beside"))

    def stands_by(self, seat):
        """Whether a seat that sends nothing new has a plan from before a rewind, which counts then."""
        return (seat, self.of[self.game.win["id"]]) in self.standby

    def patience(self, seat, win):
        """Until when the game waits for a seat that mails do not reach."""
        ends = win["deadline"] and win["deadline"] + win["grace"]
        marked = self.unreachable[seat]
        return max(marked, ends if ends and seat not in self.game.missed else marked) + timedelta(days=PATIENCE)

    def waits(self):
        """The seats whose sent seals are still to be opened."""
        return [seat for seat, part in self.game.win["seats"].items()
                if part["how"] == "seal" and not part["opened"] and seat != self.game.win["forfeit"]]

    def may_end(self, win, why):
        """Whether a window may stop taking plans or openings for this reason."""
        need(self.paused is None, "a window ends while the clock is stopped")
        missing = [seat for seat in win["asked"] if self.is_missing(seat) and not self.out(seat)]
        if why == "all-in":
            rule = self.settings["close-early"]
            final = all(self.out(seat) or self.standing(seat) == "final" for seat in win["asked"])
            away = all(self.out(seat) for seat in win["asked"]) and not self.held
            need((win["sealed"] or away) and win["phase"] == "collecting" and not missing, "not all are in")
            need((rule != "no" or away) and (final or rule == "all-in" and not self.held), "not all have said that they are done")
        elif why == "deadline":
            late = win["deadline"] is not None and self.at >= win["deadline"] + win["grace"]
            need(late and not self.held, "its deadline and grace are not over")
            spared = lambda seat: self.stands_by(seat) and self.standing(seat) in ("nothing-came", "unusable")
            waited = [seat for seat in missing if self.settings["absence"] == "wait" and not spared(seat) or
                      seat in self.unreachable and self.at < self.patience(seat, win)]
            need(win["phase"] == "opening" or not waited, f"the game waits for {', '.join(waited)}")
        elif why == "openings":
            need(win["phase"] == "opening" and not self.waits(), "not all seals are open")

    def on_window_reminded(self, b, _):
        need(b["window"] in ("rehearsal", "chance") or set(b["seats"]) <= set(self.open(b["window"])["seats"]) | set(self.game.win["asked"]),
             "it reminds a seat that was not asked")

    def on_window_waiting(self, b, _):
        win = self.open(b["window"], "collecting")
        need(win["deadline"] and self.at >= win["deadline"] + win["grace"], "its deadline and grace are not over")
        owes = lambda seat: not win["sealed"] and seat in win["asked"] or self.is_missing(seat)
        need(all(owes(seat) for seat in b["seats"]), "it waits for a seat that is in")

    def on_window_published(self, b, _):
        if b["window"] == "chance":
            return
        win = self.open(b["window"], "collecting")
        need(win["sealed"] and self.waits() and not win["closing"], "there are no seals to publish")
        self.may_end(win, b["why"])
        need(b["seals"] == {seat: part["seal"] for seat, part in win["seats"].items() if part["seal"]},
             "the table is not that of the last seals")
        found = b["deadline"] and moment(b["deadline"])
        need(self.is_due(self.settings["clock"]["opening"], b["deadline"]), "its deadline does not follow from the settings")
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
        found = b["deadline"] and moment(b["deadline"])
        need(self.is_due(self.settings["clock"]["opening"], b["deadline"]), "its deadline does not follow from the settings")
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
            held = win["sealed"] or b["silent"].get(seat) == "hold"
            if quiet or seat not in win["asked"] or not held and standing in ("in", "final", "sealed"):
                continue
            reason = {"not-opened": "not-opened", "unusable": "unusable", "nothing-came": self.out(seat) or "missed"}.get(
                standing, "hold")
            if seat == win["forfeit"]:
                silent[seat] = reason
                continue
            steward = seat in win["steward"]
            must = self.settings["absence"] == "steward" and reason != "hold"
            need(steward or not must or self.stands_by(seat), f"the steward has not played for {seat}")
            need(not steward or must or reason != "hold" and self.away.get(seat), f"the steward plays for {seat}, who is there")
            reason = "steward" if steward and reason != "not-opened" else reason
            silent[seat] = b["silent"].get(seat) if reason == "?" and b["silent"].get(seat) in ("absent", "missed") else reason
        need(b["seats"] == seats, "what it says of the seats is not what they have sent")
        need(b["silent"] == silent, "its reasons are not those of the seats")
        game = self.game
        silenced = {key: silent[seat] for seat in silent for key, _, ahead in win["asked"][seat] if not ahead or silent[seat] != "hold"}
        missed = {seat: (win["turn"], win["round"], why) for seat, why in silent.items() if why != "hold"}
        self.game = game.but(win=None, silenced={**game.silenced, **silenced}, missed={**game.missed, **missed})
