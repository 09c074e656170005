//! Orders that are written as sentences: `From Lannisport, I should like the Knight to march to Riverrun; the Footman is to remain where
//! it is.` Without the words of wanting they are what the grammar reads; all else in them must be understood as in any other line.

use crate::games::thrones::board::Track;
use crate::games::thrones::data::{Heading, OrderKind, Spellings, Word};
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::shapes::Shape;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

/// The fewest letters of an order's name that can be a verb; shorter ones are abbreviations.
const VERB: usize = 4;

impl Reader<'_> {
    /// Reads a line as orders without its words of wanting; `None` if it has none, or says anything else.
    pub(in super::super) fn wanted(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let (line, in_case) = without_wanting(grammar);
        let thought = without_thinking(&Grammar { line: &line, ..*grammar });
        let is_thought = thought.is_some();
        let line = thought.unwrap_or(line);
        let whole = Run { from: 0, to: line.tokens.len() };
        if line.tokens == grammar.line.tokens {
            return None;
        }
        let grammar = Grammar { line: &line, ..*grammar };
        let mut section = self.section;
        let items = self.items(&grammar, section, whole).or_else(|| {
            // "At Winterfell I'd like a new knight".
            let asked = self.asked_unnamed(&grammar, whole).filter(|_| section.is_none() && !is_thought);
            let (heading, items) = asked.filter(|(heading, _)| *heading == Heading::Muster)?;
            section = Some(heading);
            Some(items)
        })?;
        // "I think Winterfell attacks" is a guess if it is another's.
        if is_thought && !self.are_own(&grammar, &items) {
            return None;
        }
        let is_battle = |item: &Item| matches!(item, Item::Wish(Wish::Tactic { .. }));
        // "Should it come to a battle, march +1" is no order that stands by itself.
        if in_case && !items.iter().all(is_battle) {
            return None;
        }
        Some(self.take(&grammar, section, items))
    }

    /// Returns `true` for orders of areas with units of one's own, and nothing else.
    fn are_own(&self, grammar: &Grammar<'_>, items: &[Item]) -> bool {
        let own = |run: &Run| {
            let meant = grammar.areas.meant(&grammar.name_of(*run), &[grammar.own]);
            grammar.unit_named(*run).is_some()
                || matches!(meant, Meant::One { area, .. } if grammar.own.has(area))
        };
        items.iter().all(|item| match item {
            Item::Shape(Shape::Order { places, .. } | Shape::Support { places, .. }) => {
                places.iter().all(own)
            }
            Item::Shape(Shape::March { from, order: Some(_), .. } | Shape::Raid { from, .. }) => own(from),
            _ => false,
        })
    }

    /// Reads that the Messenger Raven is not used, from whoever holds it: `I do not wish to make use of the Messenger Raven, and shall leave my
    /// orders unchanged`.
    pub(in super::super) fn raven_stays(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let asks = self.open.iter().any(|open| open.seat == self.seat && open.kind == "raven");
        if !asks && !self.board.has_token(self.seat, Track::KingsCourt) {
            return None;
        }
        let lexicon = self.lexicon;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let polite = |input: &mut Tokens<'_>| {
            // "No, the raven stays", "no thank you, no raven".
            let denial = grammar.word(Word::No, &mut input.clone()).is_ok_and(|run| {
                grammar
                    .token(run.to)
                    .is_some_and(|token| matches!(token.sign, Some(Sign::Comma | Sign::Stop)))
                    || grammar.form_at(&lexicon.polite, run.to).is_some()
            });
            if denial {
                grammar.skip(1, input);
            }
            while [&lexicon.polite, &lexicon.closings]
                .into_iter()
                .any(|forms| grammar.form(forms, input).is_ok())
                || grammar.signs(&[Sign::Comma, Sign::Stop, Sign::Dash, Sign::Semicolon], input).is_ok()
            {
            }
        };
        polite(input);
        // "If I hold the Raven: no change".
        if let Ok(run) = grammar.word(Word::IfRaven, input) {
            let _ = grammar.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
            let _ = grammar.form(&lexicon.wanting, input);
            let kept = [&lexicon.declines, &lexicon.unchanged, &lexicon.not_used];
            let none = grammar.words(&[Word::None, Word::No], input).is_ok();
            if !none && kept.into_iter().all(|forms| grammar.form(forms, input).is_err()) {
                return None;
            }
            polite(input);
            return (input.eof_offset() == 0).then(|| {
                let items = vec![Item::Wish(Wish::Nothing(Section::Raven, run))];
                self.take(grammar, Some(Heading::Raven), items)
            });
        }
        let from = grammar.at(input);
        if grammar.form(&lexicon.not_used, input).is_err() {
            grammar.words(&[Word::No, Word::None], input).ok()?;
        }
        grammar.article(input);
        grammar.word(Word::Raven, input).ok()?;
        let none = grammar.run(from, input);
        loop {
            let at = grammar.at(input);
            polite(input);
            let _ = grammar.word(Word::And, input);
            let _ = grammar.form(&lexicon.wanting, input);
            let _ = [&lexicon.declines, &lexicon.unchanged]
                .into_iter()
                .find_map(|forms| grammar.form(forms, input).ok());
            if grammar.at(input) == at {
                break;
            }
        }
        (input.eof_offset() == 0).then(|| {
            let items = vec![Item::Wish(Wish::Nothing(Section::Raven, none))];
            self.take(grammar, Some(Heading::Raven), items)
        })
    }
}

/// Returns a line without `I think` before its orders; `None` if it does not begin so.
fn without_thinking(grammar: &Grammar<'_>) -> Option<Line> {
    let forms = grammar.lexicon.words.get(&Word::Think)?;
    let says = |forms: &Spellings, at: usize| grammar.form_at(forms, at);
    let mut at = 0;
    let length = loop {
        if let Some(length) = says(forms, at) {
            break length;
        }
        let length = says(&grammar.lexicon.openings, at).or_else(|| says(&grammar.lexicon.polite, at));
        let comma = grammar.token(at).is_some_and(|token| token.sign == Some(Sign::Comma));
        at += length.or(comma.then_some(1))?;
    };
    let tokens = grammar.line.tokens.get(at + length..)?.to_vec();
    (!tokens.is_empty()).then(|| Line { tokens, ..grammar.line.clone() })
}

/// Returns where, behind an article, the name of an order is spelt out: `a raid`.
fn names_order(grammar: &Grammar<'_>, at: usize) -> Option<usize> {
    let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
    grammar.skip(at, &mut input);
    grammar.article(&mut input);
    let name = grammar.at(&input);
    let is_long =
        grammar.token(name).is_some_and(|token| token.is_word() && token.folded.chars().count() >= VERB);
    let kind = grammar.kind(false, &mut input).ok().filter(|_| is_long)?;
    // "Give power to the Watch" gives power.
    let is_power = kind.0 == OrderKind::Consolidate && grammar.at(&input) == name + 1;
    (!is_power).then_some(name)
}

/// Returns a line without its words of wanting, the verbs that only carry the name of an order, and `to` before its verbs, and whether it begins with what battles are.
pub(in super::super) fn without_wanting(grammar: &Grammar<'_>) -> (Line, bool) {
    let lexicon = grammar.lexicon;
    let all = &grammar.line.tokens;
    let length = |forms: &Spellings, at: usize| grammar.form_at(forms, at).unwrap_or_default();
    let is_verb = |at: usize| {
        const VERBS: &[Word] = &[
            Word::March,
            Word::Raid,
            Word::Support,
            Word::Retreat,
            Word::Muster,
            Word::Stay,
            Word::Bid,
            Word::Card,
        ];
        let mut tokens: Tokens<'_> = TokenSlice::new(all);
        grammar.skip(at, &mut tokens);
        let is_long = |token: &Token| token.is_word() && token.folded.chars().count() >= VERB;
        all.get(at).is_some_and(Token::is_word)
            && (grammar.words(VERBS, &mut tokens.clone()).is_ok()
                || all.get(at).is_some_and(is_long) && grammar.kind(false, &mut tokens).is_ok())
    };
    let is_to = |token: &Token| {
        lexicon
            .words
            .get(&Word::Shall)
            .is_some_and(|forms| forms.iter().any(|form| form.as_slice() == [token.folded.clone()]))
    };
    let (mut tokens, mut at, mut in_case) = (Vec::new(), 0, false);
    while let Some(token) = all.get(at) {
        let wanting = length(&lexicon.wanting, at);
        let case = length(&lexicon.in_case, at);
        let light = length(&lexicon.light, at);
        match () {
            // "Makes a raid": the article goes with the verb.
            () if light > 0 && names_order(grammar, at + light).is_some() => {
                at = names_order(grammar, at + light).unwrap_or(at + light);
            }
            () if wanting > 0 => at += wanting,
            () if case > 0 => {
                in_case = true;
                at += case;
                at += usize::from(all.get(at).is_some_and(|token| token.sign == Some(Sign::Comma)));
            }
            () if is_to(token) && is_verb(at + 1) => at += 1,
            () => {
                tokens.push(token.clone());
                at += 1;
            }
        }
    }
    (Line { tokens, ..grammar.line.clone() }, in_case)
}
