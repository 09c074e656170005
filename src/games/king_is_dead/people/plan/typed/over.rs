//! Turns that can never come any more: their region is resolved, or the struggle that they are for is over. In a list that crossed with a
//! report they would keep those below them from their time.

use super::super::condition::{Amount, Condition, Test, Where};
use super::super::judge::{Moment, holds};
use super::super::language;
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
        let ifs: Vec<&Node> = match turn {
            Turn::Play(play) => {
                play.parts.iter().filter(|(key, _)| *key == Key::If).flat_map(|(_, all)| all).collect()
            }
            Turn::Pass(pass) => {
                pass.parts.iter().filter(|(key, _)| *key == Key::If).map(|(_, node)| node).collect()
            }
        };
        ifs.into_iter().flat_map(Node::members).any(|node| self.struggle_named(node).is_some())
    }

    /// Returns what is over so that a turn can never come, and the place of the turn.
    fn over(&self, turn: &Turn) -> Option<(String, Span)> {
        match turn {
            Turn::Play(play) => {
                let ifs = play.parts.iter().filter(|(key, _)| *key == Key::If).flat_map(|(_, all)| all);
                let over =
                    ifs.clone().find_map(|node| self.is_over(node)).or_else(|| self.has_no_place(play));
                over.map(|what| (what, play.name.span))
            }
            Turn::Pass(pass) => {
                let ifs = pass.parts.iter().filter(|(key, _)| *key == Key::If).map(|(_, node)| node);
                ifs.flat_map(Node::members)
                    .find_map(|node| self.is_over(node))
                    .map(|what| (what, pass.word.span))
            }
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
