//! The answer to a question about one march where nothing else is asked: `to Riverrun`, `knight to Riverrun`, `stay`.

use crate::games::thrones::data::{Area, Word};
use crate::games::thrones::people::plan::language::{self, MarchField};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::meaning::Meaning;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::sheet::Node;
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Returns the area of the march that alone is asked about.
    pub(in super::super) fn only_origin(&self) -> Option<Area> {
        let open = self.only_asked().filter(|open| open.kind == "march")?;
        let mut orders = open.question["orders"].as_object()?.keys();
        let only = orders.next().filter(|_| orders.next().is_none())?;
        self.board.world.area(only)
    }

    /// Reads who goes where from the area that alone is asked about.
    pub(in super::super) fn march_picked(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let area = self.only_origin()?;
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let input = &mut tokens;
        self.openings(grammar, input);
        let _ = grammar.word(Word::March, input);
        let stays = grammar.words(&[Word::All, Word::Both, Word::Army], &mut input.clone()).is_ok();
        if stays && !self.goes_on(grammar, input) {
            let _ = grammar.words(&[Word::All, Word::Both, Word::Army], input);
        }
        let from = text(line.span(0, line.tokens.len()), &self.board.world.place(area).name);
        if grammar.word(Word::Stay, input).is_ok() {
            return self.ends(grammar, input).then(|| self.stays_in(from));
        }
        let steps = grammar.steps(true, input).ok()?;
        let more = grammar.more(input);
        let goes_home = |run: &Run| {
            grammar.areas.meant(&grammar.name_of(*run), &[grammar.own])
                == crate::games::thrones::people::plan::typed::grammar::names::Meant::One {
                    area,
                    guessed: false,
                }
        };
        if !self.ends(grammar, input)
            || more.when.is_some()
            || more.unless.is_some()
            || steps.iter().filter_map(|step| step.to.as_ref()).any(goes_home)
        {
            return None;
        }
        let (words, board, seat) = (&self.words, self.board, self.seat);
        let mut meaning =
            Meaning { grammar, board, seat, words, only_moves: true, bid_for: vec![], remarks: vec![] };
        let leave = more
            .leave_power
            .map(|run| (MarchField::LeavePower, text(line.span(run.from, run.to), language::YES)));
        let made = meaning.steps(area, &steps);
        let mut remarks = meaning.remarks;
        Some(match made {
            Ok(to) => {
                self.faults.append(&mut remarks);
                self.entries.push(Entry::March { from, to, more: leave.into_iter().collect() });
                LineFate::Taken
            }
            Err(fault) => {
                self.faults.push(fault);
                LineFate::Faulty
            }
        })
    }

    /// Says that nobody leaves an area.
    pub(in super::super) fn stays_in(&mut self, from: Node) -> LineFate {
        self.entries.push(Entry::March { from, to: None, more: Vec::new() });
        LineFate::Taken
    }

    fn goes_on(&self, grammar: &Grammar<'_>, input: &Tokens<'_>) -> bool {
        grammar.steps(true, &mut input.clone()).is_ok()
    }

    /// Reads what is polite up to the end of a line, and returns `true` if nothing else is there.
    fn ends(&self, grammar: &Grammar<'_>, input: &mut Tokens<'_>) -> bool {
        while grammar.form(&self.lexicon.closings, input).is_ok()
            || grammar.signs(&[Sign::Comma, Sign::Stop], input).is_ok()
        {}
        input.eof_offset() == 0
    }
}
