//! Reads a plan, section by section, and checks it against the position. All faults are collected, each with its place.
//!
//! An error can never be right; a warning is doubtful. What has not happened yet (units mustered before planning, power
//! to come, a card that may return) is never an error.

mod answers;
mod battle;
mod choices;
mod in_words;
mod march;
mod march_check;
mod north;
mod open;
mod orders;
mod reader;
mod realm;
mod support;
mod tactic_wish;
#[cfg(test)]
mod tests;

use super::consult;
use super::flow;
use super::language::{self, BattleField, OTHERWISE_FORM, Section};
use super::model::Plan;
use super::words::Words;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::planning::Ordering;
use crate::sheet::{Fault, Node, Refusal, Severity, Span};
use crate::table::{Open, Query, Reading, Seat};
use reader::Reader;
pub use realm::overbid;
use serde_json::json;

/// The refusal of orders that come when those of their turn are revealed.
const TOO_LATE: &str = "plan-orders-too-late";

/// The most faults that are listed: a plan with more has the same one many times.
const MOST_FAULTS: usize = 30;

pub(super) const REFUSALS: &[&str] = &[
    "plan-empty",
    "plan-form",
    "plan-other-turn",
    "plan-more-faults",
    "plan-unknown-section",
    "plan-section-twice",
    "plan-section-form",
    "plan-no-such-area",
    "plan-no-such-house",
    "plan-no-such-card",
    "plan-no-such-order",
    "plan-no-such-unit",
    "plan-ambiguous-name",
    "plan-taken-as",
    "plan-named-twice",
    "plan-ties-self-first",
    "plan-order-unclear",
    "plan-order-hold",
    "plan-orders-too-late",
    "plan-order-without-units",
    "plan-order-forbidden",
    "plan-order-idle",
    "plan-order-support-useless",
    "plan-order-consolidate-at-sea",
    "plan-order-tokens",
    "plan-order-stars",
    "plan-areas-without-order",
    "plan-areas-need-order",
    "plan-raven-not-yours",
    "plan-raven-without-units",
    "plan-raven-no-look",
    "plan-no-such-wildling",
    "plan-no-such-choice",
    "plan-choice-word",
    "plan-no-such-track",
    "plan-consolidate-no-muster",
    "plan-consolidate-other-order",
    "plan-consolidate-refused",
    "plan-no-ports",
    "plan-no-port-there",
    "plan-redraw-word",
    "plan-no-tides",
    "plan-raid-from",
    "plan-raid-without-order",
    "plan-raid-not-adjacent",
    "plan-raid-land-to-sea",
    "plan-raid-own",
    "plan-raid-too-late",
    "plan-bid-number",
    "plan-bid-above-tokens",
    "plan-bid-above-power",
    "plan-bids-above-power",
    "plan-no-such-auction",
    "plan-muster-area",
    "plan-muster-area-not-yours",
    "plan-muster-what",
    "plan-muster-sea",
    "plan-muster-sea-missing",
    "plan-muster-sea-needless",
    "plan-muster-points",
    "plan-muster-upgrade",
    "plan-disband-what",
    "plan-disband-none-there",
    "plan-number-of-units",
    "plan-card-not-yours",
    "plan-card-used",
    "plan-card-choice",
    "plan-march-form",
    "plan-march-from-without-units",
    "plan-march-without-order",
    "plan-march-same-area",
    "plan-march-terrain",
    "plan-march-not-adjacent",
    "plan-march-needs-ships",
    "plan-march-units-terrain",
    "plan-march-fewer-units",
    "plan-march-two-battles",
    "plan-march-breaks-supply",
    "plan-march-too-weak",
    "plan-march-gives-up",
    "plan-march-power-at-sea",
    "plan-march-power-at-home",
    "plan-march-no-power",
    "plan-march-orders-unplanned",
    "plan-token-without-march",
    "plan-raid-orders-unplanned",
    "plan-marches-too-late",
    "plan-guard-unknown",
    "plan-guard-number",
    "plan-guard-needs-area",
    "plan-blade-word",
    "plan-blade-not-yours",
    "plan-support-key",
    "plan-support-word",
    "plan-support-no-battle",
    "plan-no-tactics",
    "plan-no-gifts",
    "plan-no-such-gift",
    "plan-gift-number",
    "plan-no-such-tactic",
    "plan-no-such-tactic-ability",
    "plan-no-such-objective",
    "plan-objective-both",
    "plan-tactic-deck",
    "plan-tactic-deck-too-late",
    "plan-tactic-not-in-hand",
    "plan-tactic-must",
    "plan-tactic-too-late",
    "plan-tactic-target",
    "plan-levy-nowhere",
    "plan-quest-not-yours",
    "plan-quest-unit",
    "plan-attack-side",
    "plan-attack-side-needless",
    "plan-otherwise-word",
    "plan-truth-word",
    "plan-answer-key",
    "plan-answer-illegal",
    "plan-answer-form",
    "plan-question-not-open",
    "plan-open-silent",
    "plan-open-illegal",
];

/// Reads a plan of a house against a position and the open questions.
///
/// An entry with an error is left out and told; a list of wishes, best first, stands or falls as one. The rest is the plan,
/// if anything is left. An empty plan is an error, so that an order sheet sent back unfilled replaces nothing.
pub fn read(board: &Board, seat: Seat, open: &[Open], node: &Node) -> Reading<Plan> {
    let westeros = if asks_of_westeros(board, seat, open) { board.turn } else { next_westeros(board) };
    let mut reader = Reader {
        board,
        world: board.world.clone(),
        seat,
        open,
        words: Words::new(board, seat),
        plan: Plan {
            turn: board.turn,
            westeros,
            once: consult::is_once(board, seat, open, westeros),
            tentative: board.world.north.is_some(),
            ..Plan::default()
        },
        faults: vec![],
        understood: vec![],
        marched: vec![],
        refused: Default::default(),
    };
    reader.sections(node);
    if board.stage >= Stage::Planning && reader.plan.bids_anew() {
        (reader.plan.westeros, reader.plan.once) = (board.turn, false);
    }
    // What a card recruits is asked by itself, and no Westeros card's.
    if let Some(open) = recruits_now(board, seat, open)
        && let Some(builds) = reader.plan.muster.take()
    {
        reader.plan.answers.insert(open.key.clone(), serde_json::json!(builds));
    }
    reader.finish(node)
}

/// Returns the question, if there is one, what a seat recruits now by a tactic card or a House card.
pub(super) fn recruits_now<'o>(board: &Board, seat: Seat, open: &'o [Open]) -> Option<&'o Open> {
    let by_card = board.stage > Stage::Planning && board.stage != Stage::Consolidate;
    open.iter().find(|open| by_card && open.seat == seat && !open.ahead && open.kind == "muster")
}

/// Returns the turn whose Westeros phase comes next or is going on.
pub fn next_westeros(board: &Board) -> u8 {
    // There is no Westeros phase before what opens the game.
    if board.stage < Stage::Planning && !is_opening(board) {
        board.turn
    } else {
        board.turn.saturating_add(1)
    }
}

/// Returns `true` if a house is asked now what else the Westeros phase asks, such as bids for a card that a tactic card has drawn.
fn asks_of_westeros(board: &Board, seat: Seat, open: &[Open]) -> bool {
    let asked = open.iter().filter(|open| open.seat == seat && !open.ahead);
    let mut questions =
        asked.filter_map(|open| serde_json::from_value::<Question>(open.question.clone()).ok());
    questions.any(|question| consult::is_of_westeros(&question, board))
}

/// Returns a plan without what can no longer be answered: the tactic deck once decks are chosen, which are for the whole game, and
/// orders once they are revealed.
pub fn lasting(plan: &Plan, board: &Board) -> Plan {
    let mut plan = plan.clone();
    if !is_opening(board) {
        plan.north.deck.clear();
        plan.north.objective = None;
    }
    if (plan.turn, Stage::Planning) < (board.turn, board.stage) {
        plan.orders = None;
        plan.no_order.clear();
        plan.implied.clear();
    }
    plan.answers.retain(|key, _| !is_answered(key, board));
    plan
}

/// Returns `true` for the key of a question that an earlier stage asked.
fn is_answered(key: &str, board: &Board) -> bool {
    let mut parts = key.split('/');
    let turn = parts.next().and_then(|turn| turn.parse::<u8>().ok());
    let stage = parts.next().and_then(|id| Stage::ALL.into_iter().find(|stage| stage.id() == id));
    turn.zip(stage).is_some_and(|asked| asked < (board.turn, board.stage))
}

/// Returns `true` while the game asks what opens it: the decks of the north.
fn is_opening(board: &Board) -> bool {
    board.edition.opening.iter().any(|chapter| chapter.stage == board.stage)
}

/// Says that a plan names another turn than the present one: an error if it is silent on the present phase.
pub fn untimely(plan: &Plan, board: &Board) -> Option<Fault> {
    let westeros = next_westeros(board);
    // A plan may answer bids that are asked beside the Westeros phase.
    if plan.turn == board.turn && [westeros, board.turn].contains(&plan.westeros) {
        return None;
    }
    let speaks = if westeros == board.turn { plan.westeros == westeros } else { plan.turn == board.turn };
    let why = Refusal::new("plan-other-turn")
        .with("turn", plan.turn)
        .with("now", board.turn)
        .with("westeros", plan.westeros)
        .with("next", westeros);
    let severity = if speaks { Severity::Warning } else { Severity::Error };
    Some(Fault { span: None, why, suggestion: None, severity })
}

impl Reader<'_> {
    fn sections(&mut self, node: &Node) {
        if node.is_empty() {
            return;
        }
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("plan-form"));
            return;
        };
        // What only the north has is not listed to the players of other games.
        let north = self.world.north.is_some();
        let joined = north && self.world.theatres.len() > 1;
        let is_here = |section: &Section| match section {
            Section::Tactic | Section::Tactics | Section::Quest => north,
            Section::Gifts => joined,
            _ => true,
        };
        let names = language::names(language::SECTIONS);
        let mut seen: Vec<(Section, usize)> = Vec::new();
        let mut others = Vec::new();
        for (key, value) in entries {
            let bare = flow::unquoted(value);
            let value = bare.as_ref().unwrap_or(value);
            let name = key.text().unwrap_or_default();
            let section = match names.find(name) {
                Ok(section) => section,
                Err(miss) if names.any().meant(name, |_| true).is_none() => {
                    let here = language::SECTIONS.iter().filter(|(section, _)| is_here(section));
                    let all: Vec<&str> = here.filter_map(|(_, words)| words.first()).copied().collect();
                    let why = Refusal::new("plan-unknown-section").with("name", name).with("sections", all);
                    self.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                    continue;
                }
                Err(_) => {
                    let Some((section, word)) = names.any().meant(name, |_| true) else { continue };
                    self.taken_as(key, &word);
                    section
                }
            };
            if let Some((_, line)) = seen.iter().find(|(known, _)| *known == section) {
                let why = Refusal::new("plan-section-twice").with("name", name).with("line", *line);
                self.error(key.span, why);
                continue;
            }
            seen.push((section, key.span.line));
            if self.empties(section, value) {
                let word = language::word(language::SECTIONS, &section).to_owned();
                self.note(value.span, json!({"item": "emptied", "section": word}));
                self.plan.emptied.insert(word);
            } else if !value.is_empty() {
                others.extend(self.section_in_words(section, key, value));
            }
        }
        for (section, value) in others {
            self.section(section, &value);
        }
        self.orders_of_new_units();
        self.orders_without_deed();
        self.marches_as_a_whole();
        self.support_without_battle();
        self.orders_by_the_rules(node.span);
    }

    /// Checks the orders as a whole by the rules' own question.
    fn orders_by_the_rules(&mut self, span: Span) {
        if self.board.stage != Stage::Planning || self.faults.iter().any(Fault::is_error) {
            return;
        }
        let Some(orders) = &self.plan.orders else { return };
        let query = Ordering::new(self.board, self.seat);
        // Areas that lack an order they must have get one in the end; the reader of orders has said so.
        let legal = query.read(&json!(orders)).and_then(|orders| query.check(&query.filled(orders)));
        if let Err(why) = legal {
            self.error(span, why);
            self.plan.orders = None;
            self.understood.retain(|item| item.what["item"] != "order" && item.what["item"] != "no-order");
        }
    }

    fn section(&mut self, section: Section, value: &Node) {
        match section {
            Section::Orders => self.orders(value),
            Section::Bids => self.bids(value),
            Section::Gifts => self.gifts(value),
            Section::Ties => self.ties(value),
            Section::Muster => self.muster(value),
            Section::Disband => self.disband(value),
            Section::Reward => self.reward(value),
            Section::Choices => self.choices(value),
            Section::Raven => self.raven(value),
            Section::Raids => self.raids(value),
            Section::Marches => self.marches(value),
            Section::Consolidate => self.consolidate(value),
            Section::Ports => self.ports(value),
            Section::Support => self.support(value),
            Section::Battle => self.battle(value),
            Section::Cards => self.tactic(BattleField::Cards, value),
            Section::Blade => self.tactic(BattleField::Blade, value),
            Section::Redraw => self.tactic(BattleField::Redraw, value),
            Section::Retreat => self.tactic(BattleField::Retreat, value),
            Section::Lose => self.tactic(BattleField::Lose, value),
            Section::Abilities => self.abilities(value),
            Section::Tactic => self.tactic_card(value),
            Section::Tactics => self.tactic_plans(value),
            Section::Quest => self.quest(value),
            Section::Answers => self.answers(value),
            Section::Otherwise => self.otherwise(value),
        }
    }

    fn finish(mut self, node: &Node) -> Reading<Plan> {
        let nothing = Plan {
            turn: self.plan.turn,
            westeros: self.plan.westeros,
            once: self.plan.once,
            tentative: self.plan.tentative,
            ..Plan::default()
        };
        if self.plan == nothing && self.faults.is_empty() {
            self.error(node.span, Refusal::new("plan-empty"));
        }
        // Orders that come too late are no more than a note, unless they are all there is.
        if self.plan == nothing {
            let late = self.faults.iter_mut().filter(|fault| fault.why.code() == TOO_LATE);
            late.for_each(|fault| fault.severity = Severity::Error);
        }
        if !self.faults.iter().any(Fault::is_error) {
            self.open_questions();
        }
        self.plan.opening =
            is_opening(self.board) && self.plan.otherwise.is_some() && self.plan.north.deck.is_empty();
        self.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
        self.understood.sort_by_key(|item| (item.span.is_none(), item.span));
        let good = !self.faults.iter().any(Fault::is_error);
        if self.faults.len() > MOST_FAULTS {
            let more = self.faults.len() - MOST_FAULTS;
            // Errors first, if there is room for some only: a warning must not hide what makes the plan bad.
            self.faults.sort_by_key(|fault| (!fault.is_error(), fault.span));
            self.faults.truncate(MOST_FAULTS);
            self.faults.sort_by_key(|fault| (fault.span.is_none(), fault.span));
            let severity = if good { Severity::Warning } else { Severity::Error };
            let why = Refusal::new("plan-more-faults").with("number", more);
            self.faults.push(Fault { span: None, why, suggestion: None, severity });
        }
        let plan = (good || self.plan != nothing).then_some(self.plan);
        Reading { plan, understood: self.understood, faults: self.faults }
    }

    fn otherwise(&mut self, node: &Node) {
        let Some(text) = self.text(node, OTHERWISE_FORM) else { return };
        let names = language::names(language::OTHERWISES);
        match names.find(text) {
            Ok(otherwise) => {
                self.plan.otherwise = Some(otherwise);
                self.note(node.span, json!({"item": "otherwise", "do": otherwise}));
            }
            Err(miss) => {
                // `ask | best guess` is how the manual writes a choice.
                let why = Refusal::new("plan-otherwise-word").with("word", text);
                let first = text.split('|').next().and_then(|word| names.known(word).map(|_| word.trim()));
                let suggestion = first.map(str::to_owned).or_else(|| miss.suggestion());
                self.faults.push(Fault::error(node.span, why).suggest(suggestion));
            }
        }
    }
}
