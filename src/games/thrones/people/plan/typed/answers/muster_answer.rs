//! The answer to a question about mustering where nothing else is asked: `a zombie`, `knight in Winterfell`.

use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Heading, OrderKind, Unit, Word};
use crate::games::thrones::people::plan::read::recruits_now;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::{Mustered, Wish};
use crate::table::LineFate;
use serde_json::{Value, json};
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes a ship that a line puts from an area into a sea or port while orders are given: only mustering does that. `White Harbor: ship in
    /// Port of White Harbor`.
    pub(in super::super) fn ship_raised(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        if self.section.is_some() || self.board.stage != Stage::Planning {
            return None;
        }
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        let items = self.items(grammar, Some(Heading::Muster), whole)?;
        let is_land = |place: &Run| {
            let meant = grammar.areas.meant(&grammar.name_of(*place), &[]);
            matches!(meant, Meant::One { area, .. } if !self.board.world.is_sea(area))
        };
        let is_ship =
            |item: &Mustered| matches!(item, Mustered::Units { unit: Unit::Ship, sea: Some(_), .. });
        let is_raised = |item: &Item| {
            let Item::Wish(Wish::Muster { place: Some(place), items }) = item else { return false };
            is_land(place) && items.iter().all(is_ship)
        };
        let all = !items.is_empty() && items.iter().all(is_raised);
        all.then(|| self.take(grammar, Some(Heading::Muster), items))
    }

    /// Finds what is mustered where only that is asked, and one place alone can be meant: `a zombie`, `upgrade in Antler`. "Power"
    /// musters nothing.
    pub(in super::super) fn muster_picked<'v>(
        &self,
        grammar: &Grammar<'_>,
        legal: &'v [Value],
    ) -> Option<&'v Value> {
        let world = &self.board.world;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let _ = grammar.words(&[Word::Muster, Word::Raise], input);
        let power =
            grammar.kind(false, &mut input.clone()).is_ok_and(|(kind, _)| kind == OrderKind::Consolidate);
        let mut wanted = Vec::new();
        let mut place = None;
        if power && self.board.stage > Stage::Planning {
            let _ = grammar.kind(false, input);
        } else {
            let before = attempt(input, |input| {
                let place = grammar.place(input)?;
                grammar.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input).map(|_| place)
            });
            for item in grammar.many_mustered(before.is_ok(), input).ok()? {
                match item {
                    // A sea decides between answers of which not all are listed.
                    Mustered::Units { sea: Some(_), .. } | Mustered::Units { home: Some(_), .. } => {
                        return None;
                    }
                    Mustered::Units { unit, count: Count::Number(number), .. } => {
                        let build = json!({"build": unit.id()});
                        wanted.extend(std::iter::repeat_n(build, usize::from(number.min(9))));
                    }
                    Mustered::Upgrade { to, count: Count::Number(number), .. } => {
                        let upgrade = json!({"upgrade": to.map(Unit::id)});
                        wanted.extend(std::iter::repeat_n(upgrade, usize::from(number.min(9))));
                    }
                    Mustered::Units { .. } | Mustered::Upgrade { .. } | Mustered::Nothing(_) => return None,
                }
            }
            place = before.ok().or(attempt(input, |input| grammar.place_behind(input)).ok());
        }
        // With its place it is read as under the heading, and others may stand beside it.
        if place.is_some() && recruits_now(self.board, self.seat, self.open).is_some() {
            return None;
        }
        while grammar.form(&self.lexicon.closings, input).is_ok() || grammar.sign(Sign::Stop, input).is_ok() {
        }
        if input.eof_offset() > 0 {
            return None;
        }
        let area = match place.map(|run| grammar.areas.meant(&grammar.name_of(run), &[])) {
            Some(Meant::One { area, .. }) => Some(world.area_id(area)),
            Some(_) => return None,
            None => None,
        };
        // An upgrade that does not say to what is any.
        let alike = |said: &Value, wanted: &Value| {
            let upgrade = &wanted["upgrade"];
            let fits = said["build"] == wanted["build"]
                && said.get("upgrade").is_some() == wanted.get("upgrade").is_some();
            fits && (upgrade.is_null() || said["upgrade"] == *upgrade)
                && area.is_none_or(|area| said["area"] == area)
        };
        let is_it = |answer: &&Value| {
            answer.as_array().is_some_and(|all| {
                all.len() == wanted.len() && all.iter().zip(&wanted).all(|(said, wanted)| alike(said, wanted))
            })
        };
        let mut all = legal.iter().filter(is_it);
        all.next().filter(|_| all.next().is_none())
    }

    /// Takes what is mustered where its place is named too, as under its heading: another message may add other places.
    pub(in super::super) fn mustered_where(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        let items = self.items(grammar, Some(Heading::Muster), whole)?;
        // "Dragonstone: nothing" beside orders gives none there.
        let is_nothing = |item: &Mustered| matches!(item, Mustered::Nothing(_));
        // "Ship at Storm's End in Shipbreaker Bay".
        let is_built_there = |item: &Mustered| matches!(item, Mustered::Units { home: Some(_), .. });
        let is_placed = |item: &Item| match item {
            Item::Wish(Wish::MusterAt { items, .. }) => !items.iter().any(is_nothing),
            Item::Wish(Wish::Muster { place, items }) => {
                !items.iter().any(is_nothing)
                    && (place.is_some() || !items.is_empty() && items.iter().all(is_built_there))
            }
            _ => false,
        };
        let all = self.section.is_none() && !items.is_empty() && items.iter().all(is_placed);
        all.then(|| self.take(grammar, Some(Heading::Muster), items))
    }
}
