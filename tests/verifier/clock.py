"""Deadlines that move, and the clock that is stopped, waits, or has stood still (P-22 and P-23)."""
from datetime import timedelta

from .canon import need
from .deadlines import moment, span
from .state import State

class Clock(State):
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

    def on_dispute_clock(self, b, _):
        win = self.game.win
        need(moment(b["from"]) == self.held and moment(b["to"]) == self.at, "the clock did not wait from then until now")
        waits = any(one["open"] and one["waits"] for one in self.disputes) and self.settings.get("disputes", {}).get("clock") == "waits"
        need(self.proposal is None and (not waits or self.game.ended), "the clock still waits")
        need(("moved" in b) == bool(win and win["deadline"]), "the open deadline does not move")
        self.moved(b.get("moved"), self.at - self.held)
        self.held = None
