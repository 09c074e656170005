//! Reads a plan: each entry is checked as far as possible now. All problems are collected, each with its place.
//!
//! An error is something that can never be right, or a first play that cannot be made as it is written; a warning is
//! something doubtful.

mod entry;
mod play;

use super::model::{Entry, Otherwise, Plan, Since};
use super::words::Words;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::Hand;
use crate::sheet::{Fault, Miss, Names, Node, Refusal, Severity, Span};
use crate::table::{Open, Reading, Seat, Understood};
use serde_json::{Value, json};

/// The most entries of a list: far more than a game has turns of a seat.
const MOST_ENTRIES: usize = 60;
/// The most problems that are reported.
const MOST_FAULTS: usize = 30;

pub(super) const REFUSALS: &[&str] = &[
    "plan-empty",
    "plan-form",
    "more-faults",
    "unknown-section",
    "section-twice",
    "too-many-turns",
    "entry-form",
    "entry-pass-and-play",
    "entry-says-nothing",
    "pass-word",
    "pass-struggle",
    "otherwise-word",
    "or-form",
    "no-such-name",
    "ambiguous-name",
    "name-form",
    "card-used",
    "part-of-another-card",
    "swap-form",
    "exchange-form",
    "exchange-sizes",
    "exchange-never-borders",
    "place-form",
    "place-faction-left-out",
    "region-resolved",
    "summon-left-out",
    "summon-form",
    "summon-never",
    "guard-form",
    "guard-unknown",
    "guard-own-play",
];

/// The state of reading a plan.
pub(super) struct Reader<'a> {
    board: &'a Board,
    seat: Seat,
    words: Words,
    /// The cards that are not used by entries read so far.
    hand: Hand,
    faults: Vec<Fault>,
    understood: Vec<Understood>,
}

/// The sections of a plan, and of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Turns,
    Otherwise,
    Pass,
    Play,
    Swap,
    Crown,
    Exchange,
    Place,
    Summon,
    If,
    Unless,
    When,
    Or,
}

fn keys() -> Names<Key> {
    let mut names = Names::new();
    for (key, name, also) in [
        (Key::Turns, "turns", &["turn", "moves"][..]),
        (Key::Otherwise, "otherwise", &["else"]),
        (Key::Pass, "pass", &[]),
        (Key::Play, "play", &["card"]),
        (Key::Swap, "swap", &[]),
        (Key::Crown, "crown", &["token", "crown token"]),
        (Key::Exchange, "exchange", &[]),
        (Key::Place, "place", &[]),
        (Key::Summon, "summon", &["summons"]),
        (Key::If, "if", &["only if"]),
        (Key::Unless, "unless", &[]),
        (Key::When, "when", &["wait for", "as soon as"]),
        (Key::Or, "or", &["or else", "fallback", "fallbacks"]),
    ] {
        names.add(name, key);
        also.iter().for_each(|form| {
            names.also(form);
        });
    }
    names
}

/// Reads a plan of a seat against a position. The plan is good unless a problem is an error. A plan that says nothing
/// at all is an error, so that an order sheet sent back unfilled replaces nothing.
pub fn read(board: &Board, seat: Seat, open: &[Open], node: &Node) -> Reading<Plan> {
    let mut reader = Reader {
        board,
        seat,
        words: Words::new(board),
        hand: board.court(seat).hand,
        faults: vec![],
        understood: vec![],
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

impl Reader<'_> {
    fn error(&mut self, span: Span, why: Refusal) {
        self.faults.push(Fault::error(span, why));
    }

    fn understand(&mut self, span: Span, what: Value) {
        self.understood.push(Understood { span: Some(span), what });
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
        let names = keys();
        let known = |key: &Node| key.text().and_then(|text| names.find(text).ok());
        if entries.iter().any(|(key, _)| matches!(known(key), Some(Key::Pass | Key::Play))) {
            plan.turns.extend(self.entry(node));
            return;
        }
        let mut seen = Vec::new();
        for (key, value) in entries {
            match self.key(&names, key, &[Key::Turns, Key::Otherwise]) {
                Some(found) if seen.contains(&found) => {
                    self.error(
                        key.span,
                        Refusal::new("section-twice").with("name", key.text().unwrap_or("")),
                    );
                }
                Some(Key::Turns) => {
                    seen.push(Key::Turns);
                    self.turns(value, plan);
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

    /// Reads a key by its name, if it may be here.
    fn key(&mut self, names: &Names<Key>, key: &Node, here: &[Key]) -> Option<Key> {
        let text = key.text().unwrap_or_default();
        let miss = match names.find(text) {
            Ok(found) if here.contains(&found) => return Some(found),
            Ok(_) => None,
            Err(miss) => miss.suggestion(),
        };
        let all: Vec<&str> = names.all().filter(|n| names.find(n).is_ok_and(|k| here.contains(&k))).collect();
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
        for member in members {
            if !member.is_empty() {
                let entry = self.entry(member);
                plan.turns.extend(entry);
            }
        }
    }

    fn otherwise(&mut self, node: &Node, allowed: &[Otherwise]) -> Option<Otherwise> {
        if node.is_empty() {
            return None;
        }
        let word = node.text().unwrap_or_default().trim().to_lowercase();
        let found = match word.as_str() {
            "ask" | "ask me" => Some(Otherwise::Ask),
            "pass" | "best guess" | "guess" => Some(Otherwise::Pass),
            "skip" | "next" | "go on" => Some(Otherwise::Skip),
            _ => None,
        };
        let found = found.filter(|word| allowed.contains(word));
        if found.is_none() {
            let legal = if allowed.contains(&Otherwise::Skip) { "ask, pass, skip" } else { "ask, pass" };
            self.error(node.span, Refusal::new("otherwise-word").with("word", word).with("legal", legal));
        }
        found
    }

    /// Reads a name of a region, a faction or a card.
    fn name<T: Clone>(&mut self, names: &Names<T>, text: &str, span: Span, what: &str) -> Option<T> {
        let miss = match names.find(text) {
            Ok(found) => return Some(found),
            Err(miss) => miss,
        };
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
        let Some(Entry { what: super::What::Play { wait, wishes }, otherwise: None }) = plan.turns.first()
        else {
            return;
        };
        let [wish] = wishes.as_slice() else { return };
        let free = wait.is_empty() && wish.when.is_empty() && wish.unless.is_empty();
        if free
            && plan.otherwise.is_none()
            && !self.faults.iter().any(Fault::is_error)
            && let Err(why) = super::wish::play(wish, self.seat, self.board)
        {
            let span = self.understood.first().and_then(|item| item.span).unwrap_or(node.span);
            self.error(span, why);
        }
    }

    fn finish(mut self, plan: Plan, node: &Node) -> Reading<Plan> {
        if plan.turns.is_empty() && plan.otherwise.is_none() && self.faults.is_empty() {
            self.error(node.span, Refusal::new("plan-empty"));
        }
        self.faults.sort_by_key(|fault| fault.span);
        if self.faults.len() > MOST_FAULTS {
            let more = self.faults.len() - MOST_FAULTS;
            self.faults.truncate(MOST_FAULTS);
            let why = Refusal::new("more-faults").with("more", more);
            self.faults.push(Fault { span: None, why, suggestion: None, severity: Severity::Error });
        }
        let good = !self.faults.iter().any(Fault::is_error);
        Reading { plan: good.then_some(plan), understood: self.understood, faults: self.faults }
    }
}
