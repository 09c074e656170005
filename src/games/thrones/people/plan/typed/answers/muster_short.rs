//! What is mustered, said without its place: `footman both`, `upgrade`, `I'd like a footman in each castle`. It is taken where it can be
//! in one place alone, or in all.

use crate::games::thrones::data::{Area, Heading, Unit, Word};
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::prose::wanting::without_wanting;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::Entry;
use crate::games::thrones::people::plan::typed::wishes::Mustered;
use crate::sheet::{Fault, Refusal};
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

/// Units without a place.
struct Short {
    items: Vec<Mustered>,
    /// The word for all places, or for both.
    all: Option<Word>,
    /// `true` if it says that they are mustered.
    is_named: bool,
}

impl Reader<'_> {
    /// Takes units that are mustered without a place, if mustering is asked for and one meaning alone is possible.
    pub(in super::super) fn mustered_in_short(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        if self.asked.muster.is_empty() || !matches!(self.section, None | Some(Heading::Muster)) {
            return None;
        }
        if grammar.line.tokens.iter().any(|token| token.raw == "?") {
            return None;
        }
        let (wanted, in_case) = without_wanting(grammar);
        let without = Grammar { line: &wanted, ..*grammar };
        let (grammar, said) = match self.in_short(grammar) {
            Some(said) => (grammar, said),
            None if in_case => return None,
            None => (&without, self.in_short(&without)?),
        };
        let rises = said.items.iter().any(|item| matches!(item, Mustered::Upgrade { .. }));
        let is_clear = said.is_named || rises || self.section.is_some() || !self.asked.gives_up;
        let places = self.places_for(&said).filter(|_| is_clear)?;
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        let (mut entries, mut remarks) = (Vec::new(), Vec::new());
        let mut meaning = self.meaning(grammar);
        for area in &places {
            let nodes = meaning.builds(*area, &said.items).ok()?;
            remarks.append(&mut meaning.remarks);
            entries.push(Entry::Listed(Section::Muster, meaning.area_node(whole, *area), nodes));
        }
        let names: Vec<&str> =
            places.iter().map(|area| self.board.world.place(*area).name.as_str()).collect();
        let why = Refusal::new("line-taken-for").with("text", grammar.line.text(whole.from, whole.to));
        remarks.push(Fault::warning(grammar.line.span(whole.from, whole.to), why.with("areas", names)));
        self.entries.extend(entries);
        self.faults.extend(remarks);
        Some(LineFate::Taken)
    }

    /// Returns `true` for a line below what is mustered that says that nothing else is: `all others - nothing`.
    pub(in super::super) fn musters_no_more(&self, grammar: &Grammar<'_>) -> bool {
        let is_muster = |entry: &Entry| matches!(entry, Entry::Listed(Section::Muster, ..));
        if self.asked.muster.is_empty() || !self.entries.last().is_some_and(is_muster) {
            return false;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let said = grammar.word(Word::NoneElse, &mut tokens).is_ok() || {
            let rest = grammar.words(&[Word::Rest, Word::Others], &mut tokens).is_ok();
            let _ = grammar.signs(&[Sign::Dash, Sign::Colon, Sign::Comma], &mut tokens);
            rest && grammar.word(Word::None, &mut tokens).is_ok()
        };
        said && tokens.eof_offset() == 0
    }

    /// Reads a line of nothing but units to muster, and perhaps that they are mustered everywhere.
    fn in_short(&self, grammar: &Grammar<'_>) -> Option<Short> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        self.openings(grammar, input);
        while grammar.form(&self.lexicon.polite, input).is_ok() {
            let _ = grammar.signs(&[Sign::Comma, Sign::Stop], input);
        }
        let is_named = grammar.words(&[Word::Muster, Word::Raise], input).is_ok();
        grammar.colon(input);
        let items = grammar.many_mustered(false, input).ok()?;
        let all = attempt(input, |input| {
            let _ = grammar.sign(Sign::Comma, input);
            let _ = grammar.word(Word::At, input);
            grammar.words(&[Word::Both, Word::Each, Word::EachPlace], input)
        })
        .ok();
        let ends = [Sign::Stop, Sign::Comma];
        while grammar.form(&self.lexicon.closings, input).is_ok()
            || grammar.form(&self.lexicon.polite, input).is_ok()
            || grammar.signs(&ends, input).is_ok()
        {}
        let has_place =
            |item: &Mustered| matches!(item, Mustered::Nothing(_) | Mustered::Units { sea: Some(_), .. });
        let is_it = input.eof_offset() == 0 && !items.iter().any(has_place);
        is_it.then_some(Short { items, all, is_named })
    }

    /// Returns where units are mustered that have no place: all places if that is said, or the only one where they can be.
    fn places_for(&self, said: &Short) -> Option<Vec<Area>> {
        let places: Vec<Area> = self.asked.muster.iter().collect();
        match said.all {
            Some(Word::Both) => return (places.len() == 2).then_some(places),
            Some(_) => return Some(places),
            None => {}
        }
        if let [only] = places.as_slice() {
            return Some(vec![*only]);
        }
        // Two units may be in two places.
        let is_one = |item: &Mustered| match item {
            Mustered::Units { count, .. } => *count == Count::Number(1),
            Mustered::Upgrade { count, .. } => *count == Count::Number(1),
            Mustered::Nothing(_) => false,
        };
        let [item] = said.items.as_slice() else { return None };
        let mut fit = places.into_iter().filter(|area| self.fits(item, *area));
        fit.next().filter(|_| is_one(item) && fit.next().is_none()).map(|area| vec![area])
    }

    /// Returns `true` if something can be mustered in a place, as far as its points, its units and its seas tell: new, or from a unit that
    /// rises.
    fn fits(&self, item: &Mustered, area: Area) -> bool {
        let world = &self.board.world;
        let (points, there) = (world.place(area).points, self.board.spot(area).units());
        let rises = |unit: Unit| {
            world.unit(unit).upgrade.is_some_and(|(from, price)| price <= points && there.of(from) > 0)
        };
        match item {
            Mustered::Units { unit, .. } => {
                let spec = world.unit(*unit);
                let water = world.borders(area).and(world.seas).or(world.ports_of(area));
                spec.price <= points && (!spec.sea || !water.is_empty()) || rises(*unit)
            }
            Mustered::Upgrade { to: Some(unit), .. } => rises(*unit),
            Mustered::Upgrade { to: None, .. } => Unit::ALL.into_iter().any(rises),
            Mustered::Nothing(_) => false,
        }
    }
}
