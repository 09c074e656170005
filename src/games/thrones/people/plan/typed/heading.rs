//! Headings over lines.

use super::reader::Reader;
use super::tree::{Entry, text};
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Heading, Spellings, Word};
use crate::games::thrones::people::plan::flow;
use crate::games::thrones::people::plan::language::{
    self, EMPTIABLE, FROM, NONE, RAID_AT, SECTIONS, Section,
};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::meaning::Meaning;
use crate::sheet::{Content, Node, Span, fold};
use crate::table::{LineFate, Open, TypedLine};
use std::slice;
use winnow::error::EmptyError;
use winnow::stream::TokenSlice;

/// Returns the words of a heading that stand here, with an article before them or without: `tactic deck`, `my tactic deck`.
fn named(grammar: &Grammar<'_>, forms: &Spellings, input: &Tokens<'_>) -> Option<Run> {
    let mut behind = input.clone();
    grammar.article(&mut behind);
    let plain = grammar.form(forms, &mut input.clone());
    plain.or_else(|_| grammar.form(forms, &mut behind)).ok()
}

impl Reader<'_> {
    /// Returns the heading that a line begins with, and what follows it.
    pub(super) fn heading(&self, grammar: &Grammar<'_>) -> Option<(Heading, Run)> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        // "Hi! My bids: …".
        let _ = attempt(input, |input| {
            self.greeting(grammar, input);
            let _ = attempt(input, |input| {
                grammar.form(&self.lexicon.polite, input)?;
                grammar.signs(&[Sign::Comma, Sign::Stop], input)
            });
            if grammar.at(input) > 0 { Ok(()) } else { Err(EmptyError) }
        });
        let start = grammar.at(input);
        let found = self.lexicon.sections.iter().filter_map(|(heading, forms)| {
            let run = named(grammar, forms, input)?;
            Some((run.to - start, *heading))
        });
        // The longest, and of those the first.
        let (length, heading) = found.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        // Before the orders no battle is lost: "Losses: ships first" answers what the wildlings may cost.
        let heading = match heading {
            Heading::Lose if self.asks_whom_wildlings_take() => Heading::Disband,
            heading => heading,
        };
        grammar.skip(length, input);
        let _ = grammar.number(input);
        // "Cards - Renly when I attack".
        let dashed = matches!(
            heading,
            Heading::Cards
                | Heading::Retreat
                | Heading::Lose
                | Heading::Disband
                | Heading::Ties
                | Heading::Reward
        );
        let signs: &[Sign] = if dashed { &[Sign::Colon, Sign::Dash] } else { &[Sign::Colon] };
        grammar.signs(signs, input).ok()?;
        Some((heading, Run { from: grammar.at(input), to: grammar.line.tokens.len() }))
    }

    fn asks_whom_wildlings_take(&self) -> bool {
        let asks = |open: &Open| open.seat == self.seat && open.kind == "disband";
        self.board.stage < Stage::Planning && self.open.iter().any(asks)
    }

    /// Returns a heading of few words that a line begins with although it has no colon, and what follows: "ports 2", "tactic 5".
    pub(super) fn bare_heading(&self, grammar: &Grammar<'_>) -> Option<(Heading, Run)> {
        let bare = [Heading::Ports, Heading::Tactic, Heading::Tactics, Heading::Quest];
        let to = grammar.line.tokens.len();
        let found = bare.into_iter().filter_map(|heading| {
            let tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            let run = named(grammar, self.lexicon.sections.get(&heading)?, &tokens)?;
            (run.to < to).then_some((heading, Run { from: run.to, to }))
        });
        // The longest: "tactic deck 1, 8, 16" is no tactic.
        found.max_by_key(|(_, rest)| rest.from)
    }

    /// Reads a section of a plan on one line, as the sheet has it below `plan:`: `raids: [{from: Seagard, at: [Pyke]}]`.
    pub(super) fn as_the_sheet(&mut self, typed: TypedLine<'_>) -> Option<LineFate> {
        let (name, value) = typed.text.split_once(':')?;
        let section = language::names(SECTIONS).known(name)?;
        let column = typed.text.chars().count() - value.trim_start().chars().count() + 1;
        let length = value.trim().chars().count().max(1);
        let value = flow::read(value, Span { line: typed.line, column, length })?;
        self.entries.push(Entry::Whole(section, value));
        Some(LineFate::Taken)
    }

    /// Reads a march or a raid in the sheet's own form, alone on its line: `- {from: Pyke, to: {Seagard: all}}`. A list that was pasted may
    /// have lost its heading and its dashes.
    pub(super) fn as_a_member(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let end = grammar.line.tokens.len();
        let node = flow::read(&grammar.line.text(0, end), grammar.line.span(0, end))?;
        let members = self.members_of(&node)?;
        self.entries.extend(members.into_iter().map(|(section, member)| Entry::Member(section, member)));
        Some(LineFate::Taken)
    }

    /// Returns the marches and raids that a map or a list of maps is; `None` if it is anything else, or where the game asks for that alone,
    /// so that it is the answer.
    pub(super) fn members_of(&self, node: &Node) -> Option<Vec<(Section, Node)>> {
        let members = match &node.content {
            Content::List(members) => members.as_slice(),
            _ => slice::from_ref(node),
        };
        let members: Vec<(Section, Node)> = members
            .iter()
            .map(|one| Some((member_of(one, self.section)?, one.clone())))
            .collect::<Option<_>>()?;
        let has = |section: Section| members.iter().any(|(of, _)| *of == section);
        let is_asked = |open: &Open| match open.kind.as_str() {
            "march" | "tactic-march" => has(Section::Marches),
            "raid" => has(Section::Raids),
            _ => false,
        };
        let mut asked = self.open.iter().filter(|open| open.seat == self.seat && !open.ahead);
        (!members.is_empty() && !asked.any(is_asked)).then_some(members)
    }

    /// Reads a line that is only a title: `Orders turn 1 - Stark`, `Stark, my orders for turn 1`. Those for another turn are none of now.
    pub(super) fn title(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let (heading, end, says_more) = self.title_before(grammar)?;
        if end < grammar.line.tokens.len() || !says_more {
            return None;
        }
        self.enter(heading);
        Some(LineFate::Taken)
    }

    /// Returns where the title ends that a line of orders begins with: `my turn: …`, `orders for Stark: …`.
    pub(super) fn titled(&self, grammar: &Grammar<'_>) -> Option<usize> {
        let (_, end, _) = self.title_before(grammar)?;
        let colon = end.checked_sub(1).and_then(|last| grammar.token(last))?;
        (colon.sign == Some(Sign::Colon)).then_some(end)
    }

    /// Reads the title that a line begins with, up to its colon or its end: its heading, where it ends, and whether it names the turn
    /// or the house.
    fn title_before(&self, grammar: &Grammar<'_>) -> Option<(Heading, usize, bool)> {
        let end = grammar.line.tokens.len();
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let (mut heading, mut says_more) = (None, false);
        while grammar.at(input) < end {
            let found = [Heading::Orders, Heading::Plan].into_iter().find_map(|heading| {
                let run = named(grammar, self.lexicon.sections.get(&heading)?, input)?;
                Some((heading, run.to - grammar.at(input)))
            });
            // "Turn 5, cards": those of Westeros.
            let westeros = self.board.stage < Stage::Planning;
            let found = found.or_else(|| {
                let forms = self.lexicon.sections.get(&Heading::Cards).filter(|_| westeros)?;
                let run = named(grammar, forms, input)?;
                // "Cards turn 10"; "cards: Robb" are those of battles.
                let turn = self.lexicon.sections.get(&Heading::Plan)?;
                let is_title = says_more || grammar.form_at(turn, run.to).is_some();
                is_title.then(|| (Heading::Plan, run.to - grammar.at(input)))
            });
            if let Some((found, length)) = found {
                heading = heading.or(Some(found));
                grammar.skip(length, input);
            } else if let Ok(turn) = grammar.number(input) {
                says_more = turn == u16::from(self.board.turn);
                says_more.then_some(())?;
            } else if let Ok((seat, _)) = attempt(input, |input| grammar.house(input)) {
                says_more = seat == self.seat;
                says_more.then_some(())?;
            } else if grammar.sign(Sign::Colon, input).is_ok() {
                break;
            } else if grammar.signs(&[Sign::Dash, Sign::Comma, Sign::Slash], input).is_err() {
                grammar.words(&[Word::For, Word::From], input).ok()?;
            }
        }
        Some((heading?, grammar.at(input), says_more))
    }

    /// Reads a line that is only a heading, or one with "none" behind it.
    pub(super) fn heading_alone(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let all = &grammar.line.tokens;
        if self.section == Some(Heading::Battle) {
            let mut tokens: Tokens<'_> = TokenSlice::new(all);
            if let Ok(battles) = grammar.battle_heading(&mut tokens)
                && grammar.at(&tokens) == all.len()
            {
                let (words, board, seat) = (&self.words, self.board, self.seat);
                let mut meaning = Meaning {
                    grammar,
                    board,
                    seat,
                    words,
                    only_moves: false,
                    bid_for: vec![],
                    remarks: vec![],
                };
                match meaning.scope(battles) {
                    Ok(scope) => self.scope = scope,
                    Err(fault) => self.faults.push(fault),
                }
                self.faults.append(&mut meaning.remarks);
                return Some(LineFate::Taken);
            }
        }
        if let Some((heading, rest)) = self.heading(grammar) {
            if rest.from == rest.to {
                self.enter(heading);
                return Some(LineFate::Taken);
            }
            let mut tokens: Tokens<'_> = TokenSlice::new(all);
            grammar.skip(rest.from, &mut tokens);
            let from = grammar.at(&tokens);
            // "Tactic: no": a card has no yes and no.
            let words: &[Word] =
                if heading == Heading::Tactic { &[Word::None, Word::No] } else { &[Word::None] };
            grammar.words(words, &mut tokens).ok()?;
            let run = grammar.run(from, &tokens);
            return (run.to == all.len()).then(|| self.nothing(heading, grammar, run));
        }
        // Without a colon: the word alone, or "no orders".
        let mut tokens: Tokens<'_> = TokenSlice::new(all);
        let start = grammar.at(&tokens);
        let none = grammar.words(&[Word::None, Word::No], &mut tokens).map(|_| grammar.run(start, &tokens));
        // "No muster this time" is as much.
        let ends = |run: Run| {
            let mut behind: Tokens<'_> = TokenSlice::new(all);
            grammar.skip(run.to, &mut behind);
            while none.is_ok() && grammar.form(&self.lexicon.closings, &mut behind).is_ok() {}
            grammar.at(&behind) == all.len()
        };
        let alone = |forms: &Spellings| named(grammar, forms, &tokens).is_some_and(ends);
        let heading =
            self.lexicon.sections.iter().find(|(_, forms)| alone(forms)).map(|(heading, _)| *heading)?;
        match none {
            // "No blade" says something else.
            Ok(run) => (!matches!(heading, Heading::Blade)).then(|| self.nothing(heading, grammar, run)),
            Err(_) => {
                self.enter(heading);
                Some(LineFate::Taken)
            }
        }
    }

    /// Says that nothing is wanted of a section, where that is an answer.
    fn nothing(&mut self, heading: Heading, grammar: &Grammar<'_>, run: Run) -> LineFate {
        let none = text(grammar.line.span(run.from, run.to), NONE);
        if heading == Heading::Plan {
            let all = EMPTIABLE.iter().chain([&Section::Orders]);
            self.entries.extend(all.map(|section| Entry::Whole(*section, none.clone())));
            return LineFate::Taken;
        }
        // "No march" where one march alone is asked about: nobody leaves its area.
        if heading == Heading::Marches
            && let Some(area) = self.only_origin()
        {
            let from = text(none.span, &self.board.world.place(area).name);
            return self.stays_in(from);
        }
        let section = match heading {
            Heading::Bids => Section::Bids,
            Heading::Ties => Section::Ties,
            Heading::Disband => Section::Disband,
            Heading::Choices => Section::Choices,
            Heading::Raids => Section::Raids,
            Heading::Marches => Section::Marches,
            Heading::Battle => Section::Battle,
            Heading::Abilities => Section::Abilities,
            Heading::Orders => Section::Orders,
            Heading::Muster => Section::Muster,
            Heading::Raven => Section::Raven,
            // It is refused with the reason.
            Heading::Tactic => Section::Tactic,
            Heading::Reward => Section::Reward,
            Heading::Support => Section::Support,
            Heading::Ports => Section::Ports,
            Heading::Quest => Section::Quest,
            Heading::Gifts => Section::Gifts,
            _ => return LineFate::Taken,
        };
        self.entries.push(Entry::Whole(section, none));
        LineFate::Taken
    }
}

/// Returns the section that a map is a member of, by its fields; `None` for another map. Both have an area that they are from.
fn member_of(node: &Node, section: Option<Heading>) -> Option<Section> {
    let Content::Map(fields) = &node.content else { return None };
    let has = |name: &str| fields.iter().any(|(key, _)| key.text().is_some_and(|key| fold(key) == name));
    if !has(FROM) {
        return None;
    }
    // "To" may be said of either.
    let raids = section == Some(Heading::Raids) || RAID_AT.first().is_some_and(|name| has(name));
    Some(if raids { Section::Raids } else { Section::Marches })
}
