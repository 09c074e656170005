"""What the entries read so far say: every other file checks the next entry against it, and adds what that one says."""
import copy
from zoneinfo import ZoneInfoNotFoundError

from .canon import need
from .chance import Chance
from .deadlines import after, moment

class Game:
    """What a ruling takes back; never changed in place, because each entry keeps a copy."""
    stage, turn, name, labels, over, ended, win = None, 0, "", (), False, False, None
    shut, plans, silenced, missed, answered, asked = {}, {}, {}, {}, {}, {}

    def but(self, **changes):
        other = copy.copy(self)
        other.__dict__.update(changes)
        return other

class State:
    def __init__(self, secret):
        # The lines: where we are; the batch (where it begins, how many of its entries are to come, which of them want a receipt).
        self.number, self.prev, self.at, self.earlier = 0, "0" * 64, None, None
        self.batch, self.rest, self.owed = 1, 0, []
        # All entries (their kinds and bodies, and whole), and the game as it was after each of them.
        self.entries, self.whole, self.past, self.game = [], [], [], Game()
        # Messages: the last receipt of each seat, digests seen, how many mails to each, their names, and all together.
        self.receipts, self.seen, self.posted, self.names, self.counts = {}, {}, {}, set(), {"received": 0, "mailed": 0}
        # People: keys in use and made, seats given up and leaving, absences, seats that mails do not reach, votes, disputes, seats
        # that got another player.
        self.keys, self.next_key, self.resigned, self.leaving, self.away = {}, {}, set(), {}, {}
        self.unreachable, self.votes, self.disputes, self.handed = {}, {}, [], set()
        # The clock: since when it waits or is stopped, and the end of the rehearsal.
        self.held = self.paused = self.rehearsal = None
        # Rulings: how many, those adopted, the one proposed, until when and who objects; every plan that was ever opened; and the
        # seats and rounds of those that a rewind has taken back, which count for who sends nothing new.
        self.rulings, self.given, self.proposal, self.until, self.against, self.all_plans = 0, [], None, None, set(), {}
        self.standby = set()
        # Windows of each stage so far, the round of each, and the turn and round of each window; chance, the secret of the shuffles, and
        # whether it is used.
        self.windows, self.rounds, self.of, self.chance, self.secret, self.seeded = {}, {}, {}, Chance(), secret, False
        # What is said in the end.
        self.opened = self.hidden = self.draws = 0
        self.unknown_zones = set()

    def seat(self, seat):
        """The same seat, if there is one of this name."""
        need(seat in self.seats, f"there is no seat “{str(seat)[:40]}”")
        return seat

    def by_mail(self, seat, seal=None):
        """What came by mail: a receipt of that seat (any, if None) must follow in the same batch, with that seal."""
        self.owed.append((self.number, seat, seal))

    def plays(self, what):
        """Checks that the game is going on."""
        game = self.game
        need(game.stage is not None and not game.ended and not game.over, f"{what}, but the game is not going on")
        need(self.paused is None, f"{what}, but the clock is stopped")

    def is_due(self, rule, text):
        """Whether a deadline (or null) is the one that a rule gives now; believed if that cannot be known."""
        return self.due(rule) in (..., text and moment(text))

    def due(self, rule):
        """The deadline that a rule of the settings gives now; “...” if its time zone is not known here."""
        try:
            return after(rule, self.at)
        except ZoneInfoNotFoundError as error:
            self.unknown_zones.add(str(error))
            return ...

    def part(self, seat, part):
        """Keeps a seat's part in the open window: its seal, how it was given, whether it is opened …"""
        win = self.game.win
        self.game = self.game.but(win={**win, "seats": {**win["seats"], seat: part}})

    def open(self, name, phase=None):
        """The open window, if it has this name and is in this phase."""
        win = self.game.win
        need(win is not None and win["id"] == name, f"window {name[:40]} is not open")
        need(phase in (None, win["phase"]), "the seals of its window are published already" if phase == "collecting" else
             "nobody is to open first")
        return win

    def forget(self):
        """Votes to extend count for one deadline."""
        for ballots in self.votes.values():
            ballots["extend"] = 0

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

    def playing(self):
        """The seats that are not given up."""
        return [seat for seat in self.seats if seat not in self.resigned]

    def dispute(self, number):
        """A dispute that is open."""
        need(0 < number <= len(self.disputes) and self.disputes[number - 1]["open"], f"dispute {number} is not open")
        return self.disputes[number - 1]
