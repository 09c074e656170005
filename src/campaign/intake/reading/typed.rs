//! What the sender's own lines say without the form of a document: orders, small words, and prose.
//!
//! Which lines are the sender's own is decided in [`own_lines`]. A document that is YAML counts first. Lines become lines of
//! the document when they say something, so that receipts show them by their numbers in the message:
//!
//! 1. A line that says a section by itself ([`plan::said`]) becomes that section, unless the document has it.
//! 2. The other lines are given to the game, those of the document that belong to no section too, because a plan has lost its
//!    indentation or is not YAML. What it makes of them is added to the plan of the document; where they contradict it, neither counts.
//! 3. The rest is prose.

use super::forms::is_entry;
use super::key_line::{has_key, without_key};
use super::typing::{ToGame, Typing};
use crate::campaign::intake::reading::joined::{beside, together};
use crate::campaign::intake::reading::{Ours, Reading};
use crate::plan::{self, Behind, Ending, Given, Said};
use crate::post::{Document, Fate, Letter, Origin, OwnLine, PartKind, is_opening, own_lines};
use crate::sheet::{Content, Fault, Node, Refusal, Span, is_left_open};
use crate::table::{LineFate, SeatInfo, TypedLine};
use jiff::civil::Date;

/// At how many characters programs break lines, soonest and latest; and how long a line is that goes on where its sentence does.
const BREAKING: (usize, usize) = (60, 80);
const LONG: usize = 45;

/// Returns `true` if a program may have broken a line before these words.
fn may_be_broken(line: &str, next: &str) -> bool {
    let length = line.trim().chars().count();
    let first = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    length + 1 + first > BREAKING.0 && length <= BREAKING.1 || length >= LONG && plan::goes_on(line)
}

/// The longest text that is read line by line, in bytes.
pub(crate) const LONGEST_TEXT: usize = 1 << 14;

/// What a line has beside its orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beside {
    Question,
    /// A question that calls the game master by name.
    ToGameMaster,
    /// Words before `orders:`.
    Talk,
    /// Words behind `final` that change nothing.
    BehindFinal,
    /// A sentence before `final` that only talks.
    BeforeFinal,
}

/// A line that may say something.
pub(super) struct Candidate {
    pub(super) own: OwnLine,
    /// Its number in the text that spans refer to.
    pub(super) line: usize,
    /// `true` if it is in the document, which could make nothing of it.
    pub(super) is_unread: bool,
    /// `true` if it is right below a line of the document, so that it was meant for the plan there.
    pub(super) is_below: bool,
    /// What it is beside the orders of its line, if it is not they.
    pub(super) beside: Option<Beside>,
}

impl Candidate {
    pub(super) fn span(&self) -> Span {
        let (text, content) = (&self.own.text, self.own.text.trim());
        let before = text.chars().count() - text.trim_start().chars().count();
        Span { line: self.line, column: before + 1, length: content.chars().count().max(1) }
    }

    /// Returns the place of some words at the end of the line, as they are there.
    pub(super) fn tail(&self, words: &str) -> Option<Span> {
        let (text, words) = (self.own.text.trim_end(), words.trim());
        let column = text.strip_suffix(words).map_or(1, |head| head.chars().count() + 1);
        Some(Span { line: self.line, column, length: words.chars().count().max(1) })
    }
}

impl Reading {
    /// Adds what quoted sheets, the sender's own lines and, if the message says nothing else, attached messages say.
    pub fn complete_typed(
        mut self,
        letter: &Letter,
        seats: &[SeatInfo],
        with: (&Ours<'_>, &Typing<'_>),
    ) -> Reading {
        let (ours, typing) = with;
        self.take_sheet(letter, seats, ours);
        self.take_typed(letter, seats, typing);
        self.take_attached(letter, seats, ours);
        self
    }

    /// Reads the sender's own lines that are in no document. It must be known whom the message speaks for.
    pub fn take_typed(&mut self, letter: &Letter, seats: &[SeatInfo], typing: &Typing<'_>) {
        // An opening is judged as it is; nothing may be added to its text.
        if is_opening(self.text()) {
            return;
        }
        let kind = self.found.part.and_then(|part| letter.parts.get(part)).map(|part| part.kind);
        let mut own = match kind {
            Some(PartKind::Attachment) | None => Vec::new(),
            Some(_) => own_lines(&self.found, typing.is_ours, &has_key),
        };
        let answers = if kind.is_none_or(|kind| kind == PartKind::Attachment) {
            Vec::new()
        } else {
            self.answers_below(&mut own, typing)
        };
        self.cut_foot(&mut own, typing);
        let mut paragraph = 0;
        for line in own.iter().filter(|line| line.used.is_none()) {
            let parts = if line.paragraph > paragraph && !self.left.text.is_empty() { "\n" } else { "" };
            paragraph = line.paragraph;
            self.left.text += &format!("{parts}{}\n", line.raw.trim_end());
            self.left.lines.push((line.number, line.raw.clone()));
        }
        self.left.text.truncate(self.left.text.trim_end().len());
        // Nobody types that much; what it would cost to read it line by line is not worth it.
        let own = if self.left.text.len() > LONGEST_TEXT { Vec::new() } else { own };
        let own = own.into_iter().filter_map(without_key).collect();
        let candidates = self.candidates(own);
        let mut candidates = typing.parted(candidates, seats);
        self.take_press(&mut candidates, seats, typing);
        let has_plan = self.has_plan();
        let mut sections: Vec<(Node, Node)> = Vec::new();
        self.take_commands(&mut candidates, (seats, typing), &mut sections);
        self.take_words(&mut candidates, typing, &mut sections);
        self.add_sections(sections, seats, typing);
        let questions = self.take_beside(&mut candidates, typing);
        if let Some(game) = typing.game {
            let (unread, rest): (Vec<_>, Vec<_>) =
                candidates.into_iter().partition(|cand| has_plan && (cand.is_unread || cand.is_below));
            let mut behind = Vec::new();
            let with = (game, typing.today);
            candidates = self.take_orders(unread, with, &mut behind);
            candidates.extend(self.take_orders(rest, with, &mut behind));
            self.take_answers(answers, typing, &mut behind);
            self.add_sections(behind, seats, typing);
            candidates.sort_by_key(|cand| cand.line);
            let mut below = Vec::new();
            self.take_words_below(&mut candidates, typing, &mut below);
            self.add_sections(below, seats, typing);
        }
        candidates.extend(questions);
        candidates.sort_by_key(|cand| cand.line);
        self.leave(candidates, seats, typing);
    }

    /// Adds to the document what lines say besides it.
    fn add_sections(&mut self, sections: Vec<(Node, Node)>, seats: &[SeatInfo], typing: &Typing<'_>) {
        let Some(span) = sections.first().map(|(key, _)| key.span) else { return };
        let tree = Node { span, content: Content::Map(together(sections)) };
        self.envelope.add(plan::read_on(&tree, seats, typing.people, typing.today));
    }

    /// Returns `true` if the document has a plan with the form of one.
    fn has_plan(&self) -> bool {
        let plan = self.envelope.document.plan.as_ref();
        plan.is_some_and(|plan| plan.value.entries().is_some() && plan.value.says_something())
    }

    /// Returns the lines that may say something, and adds those outside the document to its text.
    fn candidates(&mut self, own: Vec<OwnLine>) -> Vec<Candidate> {
        let mut text = String::new();
        let count = self.text().lines().count();
        let is_in = |line: &OwnLine| line.used.is_none_or(|used| self.unread.contains(&used));
        // Lines of the paragraph in which the document ends.
        let last =
            own.iter().rev().find(|line| line.used.is_some()).map(|line| (line.number, line.paragraph));
        let is_below = |line: &&OwnLine| {
            last.is_some_and(|(number, paragraph)| line.number > number && line.paragraph == paragraph)
        };
        let below: Vec<usize> = own.iter().filter(is_below).map(|line| line.number).collect();
        let mut outside = 0;
        let mut candidates: Vec<Candidate> = Vec::new();
        for own in own.into_iter().filter(is_in) {
            let line = own.used.unwrap_or_else(|| {
                outside += 1;
                text.push_str(&own.text);
                text.push('\n');
                count + outside
            });
            candidates.push(Candidate {
                is_unread: own.used.is_some(),
                is_below: below.contains(&own.number),
                beside: None,
                own,
                line,
            });
        }
        candidates.extend(self.unread_elsewhere());
        // What begins with a hash is a note of the sender's, as on the sheet.
        let is_note = |text: &str| {
            is_left_open(text) || text.trim_start().starts_with('#') || plan::is_table_head(text)
        };
        for cand in candidates.extract_if(.., |cand| is_note(&cand.own.text)) {
            self.is_no_section(cand.line);
        }
        if outside > 0 {
            self.append(text);
        }
        candidates
    }

    /// Adds lines to the text of the document.
    pub(super) fn append(&mut self, lines: String) {
        match &mut self.found.document {
            Ok(document) => document.text += &lines,
            Err(missing) => {
                self.missing = Some(missing.clone());
                self.found.document = Ok(Document { text: lines, origin: Origin::Own, keys: Vec::new() });
            }
        }
    }

    /// Takes the lines that say something by themselves.
    fn take_words(
        &mut self,
        candidates: &mut Vec<Candidate>,
        typing: &Typing<'_>,
        sections: &mut Vec<(Node, Node)>,
    ) {
        let all = std::mem::take(candidates);
        let mut before: Option<(OwnLine, bool)> = None;
        let is_order = |line: &OwnLine| {
            let typed = [TypedLine { text: &line.text, line: 1 }];
            typing.game.is_some_and(|game| game(&typed).fates.iter().any(|fate| *fate != LineFate::NotMine))
        };
        let mut said_here: Option<usize> = None;
        // "My words for the shuffles:" is about the line below it.
        let mut heading: Option<Candidate> = None;
        for mut cand in all {
            if typing.asks_words && plan::heads_chance(&cand.own.text) {
                candidates.extend(heading.replace(cand));
                continue;
            }
            if cand.own.text.trim().is_empty() {
                candidates.push(cand);
                continue;
            }
            let said = typing.says(&cand.own.text, cand.line);
            let word = || plan::rehearsal_word(&cand.own.text, cand.line).filter(|_| typing.rehearses);
            let said = said.or_else(word);
            let said = said.or_else(|| plan::unmarked_chance(&cand.own.text, cand.line, typing.asks_words));
            // What a game could make nothing of would be told as an order.
            if said.is_none() && !typing.answers_press && plan::disputes(&cand.own.text) {
                self.left.is_faulty = true;
                self.envelope.faults.push(Fault::error(cand.span(), Refusal::new("dispute-which-turn")));
                self.use_line(&cand);
                candidates.extend(heading.take());
                continue;
            }
            let said = match heading.take() {
                Some(above) if said.is_none() => {
                    self.use_line(&above);
                    Some(Said::section(cand.span(), "chance", cand.own.text.trim()))
                }
                above => {
                    candidates.extend(above);
                    said
                }
            };
            let is_tail = matches!(said, Some(Said::Section(..) | Said::Bare(_)))
                && !self.is_item(&cand)
                && before.as_ref().is_some_and(|(line, whole)| {
                    line.paragraph == cand.own.paragraph
                        && may_be_broken(&line.text, &cand.own.text)
                        && !whole
                        && !is_order(line)
                });
            let ends = cand.own.text.trim_end().ends_with(['?', '!', '.', ')']) || is_entry(&cand.own.text);
            before = Some((cand.own.clone(), said.is_some() || ends));
            // The rest of the paragraph belongs to what a dispute says, unless everybody would read an order there.
            if let (Some(paragraph), None) = (said_here, &said)
                && paragraph == cand.own.paragraph
            {
                self.use_line(&cand);
                if is_order(&cand.own) {
                    sections.pop_if(|(key, _)| key.text() == Some("dispute"));
                    self.is_in_dispute(cand.span());
                } else if let Some((_, about)) =
                    sections.last_mut().filter(|(key, _)| key.text() == Some("dispute"))
                    && let Some(about) = about.last_text()
                {
                    about.push(' ');
                    about.push_str(cand.own.text.trim());
                }
                continue;
            }
            said_here = None;
            let is_for_its_writer = typing.is_for_its_writer(&said, &cand.own.text);
            match said {
                Some(Said::Section(key, value)) if !is_tail && !is_for_its_writer => {
                    let last = value.entries().and_then(<[_]>::last);
                    let is_text = key.text() == Some("dispute")
                        && last.is_none_or(|(entry, _)| entry.text() != Some("withdraw"));
                    said_here = is_text.then_some(cand.own.paragraph);
                    self.use_line(&cand);
                    // "2. vote: {draw: yes}" right below the key.
                    self.is_no_section(cand.line);
                    // What everybody reads must not have an order in it.
                    let order = typing.order_behind(&cand.own.text).filter(|_| is_text);
                    match order.and_then(|at| cand.tail(cand.own.text.get(at..)?)) {
                        Some(span) => self.is_in_dispute(span),
                        None => sections.push((key, value)),
                    }
                }
                Some(Said::Bare(bare)) if !is_tail => {
                    // A game may know the word too; but then it is not alone.
                    self.left.bare.push((bare, cand.span()));
                    let says_more = self.left.says_more;
                    self.use_line(&cand);
                    self.left.says_more = says_more;
                }
                Some(Said::Heading(Some(column))) => {
                    // The heading is blanked, so that what follows stays in its place.
                    let rest: String = cand.own.text.chars().skip(column - 1).collect();
                    cand.own.text = " ".repeat(column - 1) + &rest;
                    candidates.push(cand);
                }
                _ => candidates.push(cand),
            }
        }
        candidates.extend(heading);
    }

    /// Returns `true` for an item of a list, which begins anew: `- final`, `3. final`.
    pub(super) fn is_item(&self, cand: &Candidate) -> bool {
        let line = cand.own.number.checked_sub(1).and_then(|at| self.found.lines.get(at));
        line.is_some_and(|line| {
            let text = line.text.trim_start();
            text.starts_with(['-', '*', '•', '·', '–'])
                && text.chars().nth(1).is_some_and(char::is_whitespace)
                || plan::behind_number(text).is_some()
        })
    }

    /// Says that something looks like an order in the text of a dispute.
    fn is_in_dispute(&mut self, span: Span) {
        self.left.is_faulty = true;
        // Said of the first such line, it is said of all.
        let is_said = self.envelope.faults.iter().any(|fault| fault.why.code() == "dispute-or-orders");
        if !is_said {
            self.envelope.faults.push(Fault::error(span, Refusal::new("dispute-or-orders")));
        }
    }

    /// Takes the lines right below an order that say a section by themselves: an order is whole, so they are no tail of it.
    fn take_words_below(
        &mut self,
        candidates: &mut Vec<Candidate>,
        typing: &Typing<'_>,
        sections: &mut Vec<(Node, Node)>,
    ) {
        let all = std::mem::take(candidates);
        for cand in all {
            let above = cand.own.number.checked_sub(2).and_then(|at| self.found.lines.get(at));
            let is_below = above.is_some_and(|line| matches!(line.fate, Fate::Used { .. }));
            match typing.says(&cand.own.text, cand.line).filter(|_| is_below) {
                Some(Said::Section(key, value)) => {
                    sections.push((key, value));
                    self.use_line(&cand);
                }
                _ => candidates.push(cand),
            }
        }
    }

    /// Gives lines to the game, and takes what it makes of them. Returns those that it
    /// leaves; sections that orders end with are added to those `behind` them.
    pub(super) fn take_orders(
        &mut self,
        lines: Vec<Candidate>,
        (game, today): (&ToGame<'_>, Option<Date>),
        behind: &mut Vec<(Node, Node)>,
    ) -> Vec<Candidate> {
        let lines = self.without_retractions(lines);
        if lines.is_empty() {
            return lines;
        }
        // "Karhold raid, final": the end is the document's, if the rest is an order.
        let ends: Vec<Option<Behind<'_>>> =
            lines.iter().map(|cand| plan::behind_orders(&cand.own.text, cand.line, today)).collect();
        let orders = |(cand, end): (&'_ Candidate, &Option<Behind<'_>>)| match end {
            Some(end) => end.orders.len(),
            None => cand.own.text.len(),
        };
        let typed: Vec<TypedLine<'_>> = lines
            .iter()
            .zip(&ends)
            .map(|both| TypedLine {
                text: both.0.own.text.get(..orders(both)).unwrap_or_default(),
                line: both.0.line,
            })
            .collect();
        let mut typed = game(&typed);
        self.left.has_orders |= typed.tree.is_some() || typed.fates.contains(&LineFate::Faulty);
        if typed.tree.is_none() {
            // What begins with a brace and has no end is better told of than what it may mean.
            let unclosed = self.broken.iter().filter(|why| why.why.code() == "yaml-unclosed");
            let lines: Vec<usize> = unclosed.filter_map(|why| Some(why.span?.line)).collect();
            typed.faults.retain(|fault| fault.span.is_none_or(|span| !lines.contains(&span.line)));
        }
        let fate = |at: usize| typed.fates.get(at).copied().unwrap_or(LineFate::NotMine);
        let is_faulty = typed.faults.iter().any(Fault::is_error);
        for (at, end) in ends.into_iter().enumerate() {
            let ends: Vec<Ending> = end.into_iter().flat_map(|end| end.sections).collect();
            match fate(at) {
                LineFate::Taken => {}
                // "final" behind orders that cannot be had is read as well: whoever wrote it is told that it was not taken, and why.
                LineFate::Faulty => self.left.is_faulty |= ends.iter().any(|end| !end.stands_alone),
                LineFate::NotMine => continue,
            }
            behind.extend(ends.into_iter().map(|end| end.section));
        }
        // A heading alone is no plan: then the reason why the text has lost its form stands.
        let makes_sense = typed.tree.is_some() || is_faulty;
        let (mut mends, mut is_whole) = (false, true);
        self.left.is_faulty |= is_faulty;
        self.note_untold(&lines, &typed);
        self.envelope.faults.extend(typed.faults);
        let mut left = Vec::new();
        for (at, cand) in lines.into_iter().enumerate() {
            match typed.fates.get(at).copied().unwrap_or(LineFate::NotMine) {
                LineFate::NotMine => {
                    let text = cand.own.text.trim();
                    is_whole &= !cand.is_unread || text.is_empty() || text.starts_with('#');
                    if let Some((_, why)) = typed.secret.iter().find(|(line, _)| *line == cand.line) {
                        self.left.secret.push((cand.own.number, why.clone()));
                    }
                    left.push(cand);
                }
                LineFate::Taken | LineFate::Faulty => {
                    self.use_line(&cand);
                    self.is_no_section(cand.line);
                    mends |= cand.is_unread && makes_sense;
                }
            }
        }
        self.is_yaml |= mends;
        if mends && is_whole {
            self.envelope.faults.retain(|fault| !self.broken.contains(fault));
        }
        if let Some(tree) = typed.tree {
            let plan = &mut self.envelope.document.plan;
            let known =
                plan.take().filter(|plan| plan.value.entries().is_some() && plan.value.says_something());
            let value = match known {
                Some(known) => {
                    let (value, contrary) = beside(known.value, tree);
                    self.left.is_faulty |= !contrary.is_empty();
                    self.envelope.faults.extend(contrary.into_iter().map(|(span, name)| {
                        Fault::error(span, Refusal::new("typed-and-sheet").with("name", name))
                    }));
                    value
                }
                None => tree,
            };
            *plan = Some(Given { span: value.span, value });
        }
        left
    }

    /// Asks back the lines that only take back something earlier: a game would look for orders in them, and the game master gets what
    /// nobody could read. Returns the others.
    fn without_retractions(&mut self, lines: Vec<Candidate>) -> Vec<Candidate> {
        let (back, rest): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|cand| plan::takes_back(&cand.own.text));
        for cand in back {
            self.left.is_faulty = true;
            self.envelope.faults.push(Fault::error(cand.span(), Refusal::new("takes-back")));
            self.use_line(&cand);
        }
        rest
    }

    /// Returns the errors of lines that look like orders and could not be read.
    pub fn unclear(&self) -> &[Fault] {
        &self.left.unclear
    }

    /// Returns a line of the document and the lines added to it.
    pub(crate) fn line_text(&self, line: usize) -> &str {
        self.text().lines().nth(line.saturating_sub(1)).unwrap_or_default()
    }

    /// Shows a line as used in the message.
    pub(super) fn use_line(&mut self, cand: &Candidate) {
        (self.left.says, self.left.says_more) = (true, true);
        self.name_line(cand);
    }

    /// Lets a problem of a line be shown with its number in the message.
    pub(super) fn name_line(&mut self, cand: &Candidate) {
        if let Some(line) = self.found.lines.get_mut(cand.own.number.wrapping_sub(1)) {
            line.fate = Fate::Used { line: cand.line };
        }
    }
}
