"""Answers, and whether the plans, rulings and reasons that they name give them (P-25 to P-27)."""
from .canon import need
from .state import State

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

class Answers(State):
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
                # What only the north has is kept together, whatever section of the sheet it came from.
                if path.split(".")[0] in ("tactic", "tactics", "quest", "gifts") and "north" in plan:
                    found, whole = plan["north"], False
                need(found is not plan or path == "", f"{path} is not in the plan")
                literal = path == f"answers.{key}"
                said = beside.get("kept") if b.get("hidden") else b["answer"]
                need(not literal or whole and found == said, "the plan says something else")
                # Orders of areas without units are left out. Where every area needs one, the missing and the forbidden are replaced,
                # by Defense if there is one left.
                if b["kind"] == "orders" and not literal:
                    founded = self.entries[0][1]["settings"]
                    everywhere = founded["game"] in ("thrones-2e", "thrones-nine", "beyond-the-wall", "westeros-and-the-north") or (founded["options"] or {}).get("order-in-every-area")
                    other = {order for area, order in b["answer"].items() if not whole or found.get(area) != order}
                    kinds = ("defense", "support", "raid", "consolidate")
                    need(not other or whole and everywhere and all(order.startswith(kinds) for order in other), "the plan orders otherwise")
                # Nobody bids more than there is. The Others also say for which side.
                bid = b["answer"]["power"] if isinstance(b["answer"], dict) and b["kind"] == "bid" else b["answer"]
                need(b["kind"] != "bid" or literal or whole and bid <= found, "the plan bids less")
        elif kind == "default":
            why, pace = source["why"], next(s.get("pace") for s in self.settings["seats"] if s["seat"] == seat)
            again = any(one["source"] == source for one in before) and self.given
            again = again or why == "refused" and any(change.get("seat") == seat for one in self.given for change in one.get("changes", []))
            need(seat not in self.resigned or why == "resigned" or again, "a seat that is given up is silent for another reason")
            allowed = {"resigned": seat in self.resigned, "absent": self.out(seat) in ("absent", "?"), "guess": True,
                       "pace": (pace or self.settings["pace"]) == "batch" and
                       (game.asked.get(seat) == game.turn or any(own == seat for own, _ in [*game.plans, *self.all_plans]))}
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
