"""Stages, their draws, and the end of the game (P-28 to P-31; what chance is made of is in chance.py)."""
import hashlib

from .canon import need
from .chance import seed_of, shuffled
from .state import State

class Stages(State):
    def on_chance(self, b, _):
        need(self.game.stage is None, "chance is made after the game was set up")
        self.seeded = True

    def redone(self, draw):
        seed = seed_of(bytes.fromhex(self.secret), self.chance.made)
        need(draw["order"] == shuffled(seed, draw["label"], draw["length"]),
             f"the draw “{draw['label']}” does not follow from the secret")

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
