//! Reads a plan: each entry is checked as far as possible now. All problems are collected, each with its place.
//!
//! An error is something that can never be right, or a first play that cannot be made as it is written; a warning is
//! something doubtful, or a later play that could not be made as the board is now.

mod entry;
mod foresight;
mod play;

use super::consult::obstacle;
use super::judge::Moment;
use super::language::{Lexicon, Problem};
use super::model::{Condition, Entry, Otherwise, Plan, Since, Until, What};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::games::king_is_dead::data::{Hand, WordForms};
use crate::sheet::{Content, Fault, Miss, Names, Node, Refusal, Severity, Span, fold};
use crate::table::{Open, Reading, Seat, Understood};
use serde_json::{Value, json};

/// The most entries of a list: far more than a game has turns of a seat.
const MOST_ENTRIES: usize = 60;
/// The most letters of a word that is not offered in place of another.
const SMALL_WORD: usize = 3;
/// The most problems that are reported.
const MOST_FAULTS: usize = 30;

pub(super) const REFUSALS: &[&str] = &[
    "plan-empty",
    "plan-form",
    "line-unclear",
    "taken-as",
    "turns-until-here",
    "turns-rest",
    "turn-after-unread",
    "more-faults",
    "unknown-section",
    "section-twice",
    "too-many-turns",
    "entry-form",
    "entry-pass-and-play",
    "entry-says-nothing",
    "entry-never",
    "pass-word",
    "pass-struggle",
    "until-twice",
    "otherwise-word",
    "or-form",
    "no-such-name",
    "no-such-faction",
    "ambiguous-name",
    "name-form",
    "card-used",
    "part-of-another-card",
    "action-left-out",
    "without-effect-form",
    "no-effect-now",
    "swap-form",
    "crown-which",
    "line-left-out",
    "turn-over",
    "list-replaced",
    "list-changed",
    "list-cut",
    "exchange-form",
    "exchange-sizes",
    "exchange-never-borders",
    "place-form",
    "place-faction-left-out",
    "place-not-now",
    "region-resolved",
    "summon-left-out",
    "summon-form",
    "summon-never",
    "summon-not-now",
    "guard-form",
    "guard-unknown",
    "guard-unfinished",
    "guard-mixed",
    "guard-comma",
    "guard-bracket",
    "guard-not-list",
    "guard-ambiguous",
    "guard-would",
    "guard-own-play",
    "guard-no-partner",
    "guard-no-loyalists",
];

/// The state of reading a plan.
pub(super) struct Reader<'a> {
    board: &'a Board,
    seat: Seat,
    lexicon: Lexicon<'a>,
    /// The cards that are not used by entries read so far.
    hand: Hand,
    faults: Vec<Fault>,
    understood: Vec<Understood>,
    /// How much was understood when a turn could not be read; the turns behind it do not count.
    broken: Option<usize>,
}

/// Reads a plan of a seat against a position.
///
/// A plan is a sequence: the turns before the first with an error stand, and then its owner is asked, because later turns
/// were meant to follow it. A plan that says nothing at all is an error, so that an order sheet sent back unfilled
/// replaces nothing.
pub fn read(board: &Board, seat: Seat, open: &[Open], node: &Node) -> Reading<Plan> {
    let mut reader = Reader {
        board,
        seat,
        lexicon: Lexicon::new(board, seat),
        hand: board.court(seat).hand,
        faults: vec![],
        understood: vec![],
        broken: None,
    };
    let since = Since { struggle: board.struggle, step: board.step };
    let mut plan = Plan { since, turns: vec![], otherwise: None };
    reader.plan(node, &mut plan);
    let asked = board.outcome.is_none()
        && (board.to_move() == seat || open.iter().any(|question| question.seat == seat));
    if asked {
        reader.first(&plan, node);
    }
    reader.finish(plan, node)
}

impl<'a> Reader<'a> {
    fn error(&mut self, span: Span, why: Refusal) {
        self.faults.push(Fault::error(span, why));
    }

    fn warn(&mut self, span: Span, why: Refusal) {
        self.faults.push(Fault::warning(span, why));
    }

    fn understand(&mut self, span: Span, what: Value) {
        self.understood.push(Understood { span: Some(span), what });
    }

    /// Tells a problem in a sentence, at its word: `skipped` characters of the scalar come before the sentence.
    fn tell(&mut self, node: &Node, skipped: usize, problem: Problem) {
        let why = Refusal::new(problem.code).with("word", problem.word).with("forms", problem.examples);
        let span = within(node, skipped + problem.column, problem.length);
        // "Did you mean the?" helps nobody.
        let suggestion = problem.suggestion.filter(|meant| meant.chars().count() > SMALL_WORD);
        self.faults.push(Fault::error(span, why).suggest(suggestion));
    }

    fn now(&self) -> Moment<'a> {
        Moment { board: self.board, seat: self.seat, since: self.board.now(), play: None }
    }

    /// Reads the plan: `turns` and `otherwise`, or a single entry.
    fn plan(&mut self, node: &Node, plan: &mut Plan) {
        if node.is_empty() {
            return;
        }
        let Some(entries) = node.entries() else {
            // `plan: pass`, or the list without its name.
            self.turns(node, plan);
            return;
        };
        let known = |key: &Node| self.lexicon.key(key.text()?).map(|(key, _)| key);
        if entries.iter().any(|(key, _)| matches!(known(key), Some(Key::Pass | Key::Play))) {
            let entry = self.entry(node);
            if self.faults.iter().any(Fault::is_error) {
                self.broken = Some(0);
            } else {
                plan.turns.extend(entry);
            }
            return;
        }
        let mut seen = Vec::new();
        for (key, value) in entries {
            match self.key(key, &[Key::Turns, Key::Otherwise]) {
                Some(found) if seen.contains(&found) => {
                    let name = key.text().unwrap_or_default();
                    self.error(key.span, Refusal::new("section-twice").with("name", name));
                }
                Some(Key::Turns) => {
                    seen.push(Key::Turns);
                    if self.is_taken_back(value) {
                        plan.otherwise = Some(Otherwise::Ask);
                        self.understand(key.span, json!({"item": "otherwise", "otherwise": Otherwise::Ask}));
                    } else {
                        self.turns(value, plan);
                    }
                }
                Some(_) => {
                    seen.push(Key::Otherwise);
                    plan.otherwise = self.otherwise(value, &[Otherwise::Ask, Otherwise::Pass]);
                    if let Some(word) = plan.otherwise {
                        self.understand(key.span, json!({"item": "otherwise", "otherwise": word}));
                    }
                }
                None => {}
            }
        }
    }

    /// Returns `true` for a list of turns that is left empty on purpose: its owner is asked again.
    fn is_taken_back(&self, value: &Node) -> bool {
        let forms =
            self.lexicon.language().typed.get(&TypedWord::TakenBack).map_or(&[][..], WordForms::written);
        let is_none = |text: &str| forms.iter().any(|form| !form.contains(' ') && fold(form) == fold(text));
        match &value.content {
            Content::Text(text) => is_none(text),
            Content::List(all) => {
                all.is_empty() || matches!(all.as_slice(), [one] if one.text().is_some_and(is_none))
            }
            _ => false,
        }
    }

    /// Reads a key by its name, if it may be here.
    fn key(&mut self, key: &Node, here: &[Key]) -> Option<Key> {
        let text = key.text().unwrap_or_default();
        match self.lexicon.key(text) {
            Some((found, None)) if here.contains(&found) => return Some(found),
            Some((found, Some(meant))) if here.contains(&found) => {
                self.warn(key.span, Refusal::new("taken-as").with("name", text).with("as", meant));
                return Some(found);
            }
            _ => {}
        }
        let names = &self.lexicon.keys;
        let miss = names.find(text).err().and_then(|miss| miss.suggestion());
        let all: Vec<&str> =
            names.all().filter(|name| names.known(name).is_some_and(|key| here.contains(&key))).collect();
        let why = Refusal::new("unknown-section").with("name", text).with("sections", all.join(", "));
        self.faults.push(Fault::error(key.span, why).suggest(miss));
        None
    }

    fn turns(&mut self, node: &Node, plan: &mut Plan) {
        let members = node.members();
        if members.len() > MOST_ENTRIES {
            self.error(node.span, Refusal::new("too-many-turns").with("most", MOST_ENTRIES));
            return;
        }
        let mut never = false;
        for member in members.iter().filter(|member| !member.is_empty()) {
            let to_the_end = |entry: &Entry| {
                matches!(&entry.what, What::Pass { until: Until::End, when: None, unless: None })
            };
            if never {
                self.warn(member.span, Refusal::new("entry-never"));
            }
            let (before, understood) = (self.faults.len(), self.understood.len());
            let entry = self.entry(member);
            never |= entry.as_ref().is_some_and(to_the_end);
            if self.faults.iter().skip(before).any(Fault::is_error) {
                self.broken.get_or_insert(understood);
            }
            if self.broken.is_none() {
                plan.turns.extend(entry);
            }
        }
    }

    fn otherwise(&mut self, node: &Node, allowed: &[Otherwise]) -> Option<Otherwise> {
        if node.is_empty() {
            return None;
        }
        let text = node.text().unwrap_or_default();
        let found = self.lexicon.instead.known(text).map(|instead| match instead {
            Instead::Ask => Otherwise::Ask,
            Instead::Pass => Otherwise::Pass,
            Instead::Skip => Otherwise::Skip,
        });
        let found = found.filter(|word| allowed.contains(word));
        if found.is_none() {
            let all = self.lexicon.instead.all();
            let legal: Vec<&str> = all.take(allowed.len()).collect();
            let why = Refusal::new("otherwise-word").with("word", text).with("legal", legal.join(", "));
            self.error(node.span, why);
        }
        found
    }

    /// Reads a name of a faction or a card.
    fn name<T: Clone>(&mut self, names: &Names<T>, text: &str, span: Span, what: &str) -> Option<T> {
        let miss = match names.find(text) {
            Ok(found) => return Some(found),
            Err(miss) => miss,
        };
        if let (Miss::Unknown(_), Some((found, meant))) = (&miss, names.meant(text, |_| true)) {
            self.warn(span, Refusal::new("taken-as").with("name", text).with("as", meant));
            return Some(found);
        }
        let suggestion = miss.suggestion();
        let why = match miss {
            Miss::Unknown(_) => Refusal::new("no-such-name").with("kind", what).with("name", text),
            Miss::Ambiguous(all) => {
                Refusal::new("ambiguous-name").with("name", text).with("names", all.join(", "))
            }
        };
        self.faults.push(Fault::error(span, why).suggest(suggestion));
        None
    }

    /// Checks the first play of the list: it must be possible now, if it is the seat's turn and no alternative could
    /// apply.
    fn first(&mut self, plan: &Plan, node: &Node) {
        let Some(Entry { what: What::Play { wait: None, wishes, .. }, otherwise: None }) = plan.turns.first()
        else {
            return;
        };
        let [wish] = wishes.as_slice() else { return };
        let free = wish.when.is_none() && wish.unless.is_none() && plan.otherwise.is_none();
        if !free || self.faults.iter().any(Fault::is_error) {
            return;
        }
        let Some(why) = obstacle(wish, self.seat, self.board) else { return };
        self.broken = Some(0);
        // It was told as a warning, as of any line.
        match self.faults.iter_mut().find(|fault| fault.why == why) {
            Some(fault) => fault.severity = Severity::Error,
            None => {
                let span = self.understood.first().and_then(|item| item.span).unwrap_or(node.span);
                self.error(span, why);
            }
        }
    }

    fn finish(mut self, mut plan: Plan, node: &Node) -> Reading<Plan> {
        if plan.turns.is_empty() && plan.otherwise.is_none() && self.faults.is_empty() {
            self.error(node.span, Refusal::new("plan-empty"));
        }
        self.faults.sort_by_key(|fault| fault.span);
        if self.faults.len() > MOST_FAULTS {
            let more = self.faults.len() - MOST_FAULTS;
            self.faults.sort_by_key(|fault| !fault.is_error());
            let severity = self.faults.get(MOST_FAULTS).map_or(Severity::Warning, |fault| fault.severity);
            self.faults.truncate(MOST_FAULTS);
            let why = Refusal::new("more-faults").with("more", more);
            self.faults.push(Fault { span: None, why, suggestion: None, severity });
        }
        if let Some(understood) = self.broken {
            if understood == 0 {
                plan.turns.clear();
            }
            // What would have been done otherwise is still done for the turns that stand; behind them, the owner is asked.
            for entry in &mut plan.turns {
                entry.otherwise = entry.otherwise.or(plan.otherwise);
            }
            plan.otherwise = Some(Otherwise::Ask);
            let mut at = 0;
            self.understood.retain(|item| {
                at += 1;
                at <= understood || item.what["item"] == "otherwise"
            });
            if !plan.turns.is_empty() {
                let why = Refusal::new("turns-until-here").with("turns", plan.turns.len());
                self.faults.push(Fault { span: None, why, suggestion: None, severity: Severity::Warning });
            }
        }
        let good = !self.faults.iter().any(Fault::is_error);
        let plan = (good || !plan.turns.is_empty()).then_some(plan);
        Reading { plan, understood: self.understood, faults: self.faults }
    }
}

/// Returns the place of a part of a scalar, or the whole scalar if it is written over several lines.
fn within(node: &Node, column: usize, length: usize) -> Span {
    let chars = node.text().map_or(0, |text| text.chars().count());
    let quotes = match node.span.length {
        plain if plain == chars => 0,
        quoted if quoted == chars + 2 => 1,
        _ => return node.span,
    };
    Span { column: node.span.column + quotes + column, length: length.max(1), ..node.span }
}

/// Joins the conditions of a section: all must hold, or in `unless` one is enough.
fn joined(all: Vec<Condition>, unless: bool) -> Option<Condition> {
    if unless { Condition::any(all) } else { Condition::all(all) }
}
