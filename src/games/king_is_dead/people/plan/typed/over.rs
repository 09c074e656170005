//! Turns that can never come any more: their region is resolved, or the struggle that they are for is over. In a list that crossed with a
//! report they would keep those below them from their time.

use super::super::condition::{Amount, Condition, Test, Where};
use super::super::judge::{Moment, holds};
use super::super::language;
use super::super::model::{Entry, What};
use super::part::Part;
use super::tree::Reader;
use super::turn::{Play, Turn};
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, Node, Refusal, Span};

impl Reader<'_> {
    /// Leaves out the turns that can never come, and says so. Those behind the first of them were meant for after it, so that nothing of
    /// the list is used from there on but what names its own struggle. A list of such turns alone is none.
    pub(super) fn leave_out_what_is_over(&mut self) {
        let over: Vec<Option<(String, Span)>> = self.turns.iter().map(|turn| self.over(turn)).collect();
        if over.iter().all(Option::is_none) {
            return;
        }
        let first = over.iter().position(Option::is_some).unwrap_or_default();
        let stands: Vec<bool> = self
            .turns
            .iter()
            .zip(&over)
            .enumerate()
            .map(|(at, (turn, over))| over.is_none() && (at < first || self.names_struggle(turn)))
            .collect();
        let is_all = !stands.contains(&true);
        let falls = over.iter().zip(&stands).any(|(over, stands)| over.is_none() && !stands);
        let mut told = Vec::new();
        for (why, span) in over.iter().flatten() {
            if told.contains(&span.line) {
                continue;
            }
            told.push(span.line);
            let why = Refusal::new("turn-over").with("what", why.as_str()).with("all", is_all);
            let why = why.with("rest", falls);
            let fault = if is_all { Fault::error(*span, why) } else { Fault::warning(*span, why) };
            self.faults.push(fault);
        }
        let mut kept = stands.iter();
        self.turns.retain(|_| kept.next().copied().unwrap_or(true));
        // Behind what stands their owner is asked.
        self.broken |= falls && !is_all;
        if is_all {
            self.otherwise = None;
        }
    }

    /// Returns `true` for a turn that says for which struggle it is.
    fn names_struggle(&self, turn: &Turn) -> bool {
        turn.ifs().into_iter().flat_map(Node::members).any(|node| self.struggle_named(node).is_some())
    }

    /// Returns what is over so that a turn can never come, and the place of the turn.
    fn over(&self, turn: &Turn) -> Option<(String, Span)> {
        let over = turn.ifs().into_iter().find_map(|node| self.is_over(node));
        match turn {
            Turn::Play(play) => over.or_else(|| self.has_no_place(play)).map(|what| (what, play.name.span)),
            Turn::Pass(pass) => over.map(|what| (what, pass.word.span)),
        }
    }

    /// Returns `true` for a turn of a plan that can never come any more, because what it hangs on is over.
    pub(super) fn never_comes(&self, entry: &Entry) -> bool {
        let never =
            |when: &Option<Condition>| when.as_ref().is_some_and(|when| self.never_holds(when).is_some());
        match &entry.what {
            What::Pass { when, .. } => never(when),
            What::Play { wishes, .. } => wishes.iter().all(|wish| never(&wish.when)),
        }
    }

    /// Returns what is over of a condition that can never hold any more.
    fn is_over(&self, node: &Node) -> Option<String> {
        let all = language::conditions(&self.lexicon, node.text()?, true).ok()?;
        all.iter().find_map(|condition| self.never_holds(condition))
    }

    fn never_holds(&self, condition: &Condition) -> Option<String> {
        let board = self.board;
        let resolved = |region: &Where| match region {
            Where::Region(id) => {
                let region = board.world.region(id)?;
                (!board.field.open.has(region)).then(|| board.world.place(region).name.clone())
            }
            Where::This => None,
        };
        match condition {
            Condition::All(all) => all.iter().find_map(|one| self.never_holds(one)),
            Condition::Contested(region) => resolved(region),
            Condition::Count { of: Amount::Struggle, is: Test::Exactly(number), .. }
                if *number < board.struggle =>
            {
                let region = board.field.row.get(usize::from(*number).checked_sub(1)?)?;
                Some(board.world.place(*region).name.clone())
            }
            Condition::Leads { region, .. } | Condition::Tied { region, .. } => {
                let now = Moment { board, seat: self.lexicon.seat, since: board.now(), play: None };
                resolved(region).filter(|_| !holds(Some(condition), &now))
            }
            _ => None,
        }
    }

    /// Returns the region that is resolved where a card places, or between which it moves, so that it can do nothing.
    fn has_no_place(&self, play: &Play) -> Option<String> {
        let world = self.lexicon.world;
        let region = |node: &Node| world.region(&self.lexicon.regions.known(node.text()?)?);
        let resolved = |node: &Node| {
            let region = region(node).filter(|region| !self.board.field.open.has(*region))?;
            Some(world.place(region).name.clone())
        };
        let of =
            |key: Key| play.parts.iter().filter(move |(known, _)| *known == key).flat_map(|(_, all)| all);
        let places = || of(Key::Place).chain(play.settled.iter().map(|(_, region)| region));
        if places().next().is_some() && places().all(|node| resolved(node).is_some()) {
            return places().find_map(resolved);
        }
        let ends =
            play.exchange.iter().filter(|(key, _)| matches!(key, Key::From | Key::To)).map(|(_, node)| node);
        of(Key::Swap).chain(ends).find_map(resolved)
    }

    /// Takes `then ask me` on a line of its own.
    pub(super) fn then_asks(&mut self, whole: Part<'_>) -> bool {
        let asks =
            self.past(TypedWord::Then, whole).is_some_and(|rest| self.asks(self.closed(self.opened(rest))));
        asks && !self.turns.is_empty() && self.ask_then(whole).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_changes, read_typed};
    use crate::games::king_is_dead::board::Board;
    use crate::games::king_is_dead::people::plan::tests::{opening, plan};
    use crate::games::king_is_dead::people::plan::{done, read};
    use crate::table::{Seat, Typed, TypedLine};
    use serde_json::Value;

    const MORGAN: Seat = Seat(1);

    fn typed(board: &Board, text: &str) -> Typed {
        let lines: Vec<TypedLine<'_>> =
            text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
        read_typed(board, MORGAN, &[], &lines)
    }

    /// The opening, with one region resolved.
    fn without(region: &str) -> Board {
        let mut board = opening();
        let region = board.world.region(region).unwrap();
        board.field.open.remove(region);
        board
    }

    fn over(typed: &Typed) -> Vec<(bool, Value, Value)> {
        let told = typed.faults.iter().filter(|fault| fault.why.code() == "turn-over");
        told.map(|fault| {
            let of = |name: &str| fault.why.details()[name].clone();
            (fault.is_error(), of("all"), of("rest"))
        })
        .collect()
    }

    #[test]
    fn a_turn_in_a_resolved_region_falls_away_with_those_behind_it() {
        let board = without("deva");
        let scots = "Scots in Deva, summon Welsh from Ratae";
        let alone = typed(&board, scots);
        assert_eq!((alone.tree.is_none(), over(&alone)), (true, vec![(true, true.into(), false.into())]));
        // A pass behind it was meant for after it, and is not made at once.
        let first = typed(&board, &format!("{scots}\npass"));
        assert_eq!((first.tree.is_none(), over(&first)), (true, vec![(true, true.into(), true.into())]));
        // What stands before it counts, and behind that its owner is asked.
        let second = typed(&board, &format!("pass\n{scots}\npass"));
        assert_eq!(over(&second), [(false, false.into(), true.into())]);
        let kept = read(&board, MORGAN, &[], &second.tree.unwrap()).plan.unwrap();
        assert_eq!(kept, plan("turns: [pass]\notherwise: ask"));
        assert!(over(&typed(&opening(), scots)).is_empty());
    }

    #[test]
    fn a_change_is_of_what_is_left_of_a_list() {
        let list =
            plan("turns: [{pass: until struggle 2}, {play: scots, place: [deva], summon: welsh from ratae}]");
        let mut board = opening();
        board.struggle = 2;
        assert_eq!(done(&list, MORGAN, &board), 1);
        let change = [TypedLine { text: "Caerleon instead of Deva, rest same", line: 1 }];
        let changed = read_changes(&board, MORGAN, &[], &list, &change).unwrap();
        let plan = read(&board, MORGAN, &[], &changed.tree.unwrap()).plan.unwrap();
        let [entry] = plan.turns.as_slice() else { panic!("{plan:?}") };
        let said = serde_json::to_value(entry).unwrap();
        assert_eq!(said["what"]["play"]["wishes"][0]["place"]["regions"][0], "caerleon", "{said}");
        // Of two passes one may be over, so that nobody can say how many are left.
        let twice = super::super::super::Plan { turns: plan_of_passes(), ..list };
        assert!(read_changes(&board, MORGAN, &[], &twice, &change).is_none());
    }

    fn plan_of_passes() -> Vec<super::super::super::Entry> {
        plan("turns: [{pass: twice}, {play: scots, place: [deva], summon: welsh from ratae}]").turns
    }
}
