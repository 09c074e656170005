"""Chance: what it is made of, and every shuffle made again from it."""
import hashlib
import hmac

from .canon import canonical, need

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

def seed_of(secret, made):
    """The seed of all shuffles: of the secret that the program has committed to, and of what everybody has given."""
    return hmac.new(secret, canonical(made).encode("utf-8"), hashlib.sha256).digest()

def numbers(seed, label):
    """The endless row of numbers for a label."""
    key, count = hashlib.sha256(seed + label.encode("utf-8")).digest(), 0
    while True:
        yield int.from_bytes(hashlib.sha256(key + count.to_bytes(8, "big")).digest()[:8], "big")
        count += 1

def below(row, bound):
    """The next number of a row, taken below a bound without favour to any."""
    return next(x for x in row if x < 2**64 - 2**64 % bound) % bound

def shuffled(seed, label, length):
    """The order of a deck of this length: what lies at place p now lay at order[p] before."""
    row, order = numbers(seed, label), list(range(length))
    for n in range(length - 1, 0, -1):
        k = below(row, n + 1)
        order[n], order[k] = order[k], order[n]
    return order
