//! Conditions: a small language, read and judged.
//!
//! `Scots lead in Deva`, `Scots would lead in Deva`, `Deva is tied`, `the Saxons hold 3 regions`, `2 Welsh in Ratae`, `no
//! Scots in the supply`, `the struggle is for Deva`, `Deva is resolved`, `somebody plays`, `Morgan has played`, `all others
//! passed`; each with `not`.

use super::model::{Condition, Guard};
use super::progress::first_play;
use super::words::Words;
use crate::games::king_is_dead::board::{Board, Field, Hour, Winner};
use crate::games::king_is_dead::data::Faction;
use crate::sheet::{Fault, Node, Refusal, Span, whole_number};
use crate::table::Seat;

/// The forms of conditions, for errors.
const FORMS: &str = "Scots lead in Deva, Scots would lead in Deva, Deva is tied, 2 Welsh in Ratae, the Saxons \
                     hold 3 regions, the struggle is for Deva, Deva is resolved, somebody plays, all others passed";

/// The moment at which a condition is judged.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub board: &'a Board,
    pub seat: Seat,
    /// The moment at which the entry's turn came.
    pub since: Hour,
    /// The board after the play that the condition belongs to.
    pub after: Option<&'a Field>,
}

/// Returns `true` if all of `when` and none of `unless` hold.
pub(super) fn holds(when: &[Guard], unless: &[Guard], moment: &Moment<'_>) -> bool {
    when.iter().all(|guard| judge(guard, moment)) && !unless.iter().any(|guard| judge(guard, moment))
}

fn judge(guard: &Guard, moment: &Moment<'_>) -> bool {
    says(&guard.is, moment).unwrap_or(false) != guard.not
}

/// Returns `true` if a condition holds, or `None` if it names something that is not there.
fn says(condition: &Condition, moment: &Moment<'_>) -> Option<bool> {
    let (board, world) = (moment.board, &moment.board.world);
    let leads = |who: &str, region: &str, field: &Field| {
        let region = world.region(region)?;
        let winner = board.winner(region).unwrap_or_else(|| Winner::of(field.at(region)));
        Some(winner == Winner::from_id(who)?)
    };
    Some(match condition {
        Condition::Leads { who, region } => leads(who, region, &board.field)?,
        Condition::WouldLead { who, region } => leads(who, region, moment.after.unwrap_or(&board.field))?,
        Condition::Holds { who, regions } => board.held_by(Winner::from_id(who)?).len() >= *regions,
        Condition::Stand { faction, number, region } => {
            let band = match region {
                Some(region) => board.field.at(world.region(region)?),
                None => board.field.supply,
            };
            band.count(Faction::from_id(faction)?) >= *number
        }
        Condition::Contested(region) => {
            board.outcome.is_none() && board.contested() == world.region(region)?
        }
        Condition::Resolved(region) => !board.field.open.has(world.region(region)?),
        Condition::Played(who) => first_play(board, moment.seat, who.as_deref(), moment.since).is_some(),
        Condition::Last => board.passes + 1 >= world.players(),
    })
}

/// The parts of a condition read so far.
#[derive(Default)]
struct Parts {
    not: bool,
    would: bool,
    compare: Compare,
    number: Option<u8>,
    who: Option<String>,
    region: Option<String>,
    seat: Option<String>,
    nobody: bool,
    somebody: bool,
    verb: Option<Verb>,
    regions: bool,
    supply: bool,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Compare {
    #[default]
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
}

#[derive(Clone, Copy, PartialEq)]
enum Verb {
    Lead,
    Tie,
    Play,
    Pass,
    Contest,
    Resolve,
    Open,
}

/// Reads the conditions of a section: one, or a list of which all must hold.
pub(super) fn read_all(
    words: &Words,
    board: &Board,
    seat: Seat,
    node: &Node,
    faults: &mut Vec<Fault>,
) -> Vec<Guard> {
    let mut guards = Vec::new();
    for member in node.members() {
        match member.text() {
            Some(text) => match read(words, board, seat, text, member.span) {
                Ok(guard) => guards.push(guard),
                Err(fault) => faults.push(fault),
            },
            None => faults.push(Fault::error(member.span, Refusal::new("guard-form").with("forms", FORMS))),
        }
    }
    guards
}

/// Reads one condition.
pub(super) fn read(words: &Words, board: &Board, seat: Seat, text: &str, span: Span) -> Result<Guard, Fault> {
    let mut parts = Parts::default();
    let all: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | '!' | '?'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut at = 0;
    while let Some(word) = all.get(at) {
        let pair = all.get(at + 1).map(|next| format!("{word} {next}"));
        if pair.is_some_and(|pair| parts.name(words, &pair, true)) {
            at += 2;
            continue;
        }
        if !parts.word(&word.to_lowercase().replace('’', "'")) && !parts.name(words, word, false) {
            let near = [&words.regions, &words.factions, &words.seats];
            let near = near.into_iter().find_map(|names| names.find(word).err()?.suggestion());
            let why = Refusal::new("guard-unknown").with("word", *word).with("forms", FORMS);
            return Err(Fault::error(span, why).suggest(near));
        }
        at += 1;
    }
    let own = parts.seat.as_deref() == Some(board.world.seat_id(seat));
    if own && parts.verb == Some(Verb::Play) {
        return Err(Fault::error(span, Refusal::new("guard-own-play")));
    }
    parts.guard().ok_or_else(|| Fault::error(span, Refusal::new("guard-form").with("forms", FORMS)))
}

impl Parts {
    /// Reads a name of a region, a faction or a seat.
    fn name(&mut self, words: &Words, text: &str, pair: bool) -> bool {
        // Two words are one name only if the whole of it is there: "deva is" is none.
        if let Ok(region) = words.regions.find(text) {
            self.region = Some(region);
        } else if let Ok(faction) = words.factions.find(text) {
            self.who = Some(faction);
        } else if let Ok(seat) = words.seats.find(text).as_ref()
            && !pair
        {
            self.seat = Some(seat.clone());
        } else {
            return false;
        }
        true
    }

    fn word(&mut self, word: &str) -> bool {
        match word {
            "not" | "no" | "never" | "isn't" | "aren't" | "hasn't" | "haven't" | "don't" | "doesn't" => {
                self.not = !self.not;
            }
            "would" => self.would = true,
            "nobody" | "noone" | "none" => self.nobody = true,
            "somebody" | "someone" | "anybody" | "anyone" => self.somebody = true,
            "saxons" | "saxon" | "invaders" => self.who = Some("saxons".to_owned()),
            "lead" | "leads" | "leading" | "led" | "ahead" | "win" | "wins" | "winning" | "take"
            | "takes" | "hold" | "holds" | "held" | "control" | "controls" => self.verb = Some(Verb::Lead),
            "tie" | "tied" | "ties" | "draw" => self.verb = Some(Verb::Tie),
            "play" | "plays" | "played" => self.verb = Some(Verb::Play),
            "pass" | "passes" | "passed" => self.verb = Some(Verb::Pass),
            "struggle" | "contested" | "stake" => self.verb = Some(Verb::Contest),
            "resolved" | "decided" | "settled" => self.verb = Some(Verb::Resolve),
            "open" | "unresolved" => self.verb = Some(Verb::Open),
            "region" | "regions" => self.regions = true,
            "supply" => self.supply = true,
            "more" => self.compare = Compare::MoreThan,
            "most" => self.compare = Compare::AtMost,
            "less" | "fewer" => self.compare = Compare::LessThan,
            "least" | "than" | "in" | "at" | "the" | "of" | "is" | "are" | "has" | "have" | "there" | "i"
            | "for" | "by" | "a" | "an" | "if" | "when" | "all" | "others" | "other" | "everybody"
            | "everyone" | "else" | "it" | "about" | "now" | "card" | "be" | "left" | "followers" => {}
            _ => match whole_number(word).and_then(|n| u8::try_from(n).ok()) {
                Some(number) if self.number.is_none() => self.number = Some(number),
                _ => return false,
            },
        }
        true
    }

    fn guard(self) -> Option<Guard> {
        let (number, turned) = match (self.number.unwrap_or(1), self.compare) {
            (number, Compare::AtLeast) => (number, false),
            (number, Compare::MoreThan) => (number.saturating_add(1), false),
            (number, Compare::AtMost) => (number.saturating_add(1), true),
            (number, Compare::LessThan) => (number, true),
        };
        let mut not = self.not;
        let is = match (self.verb, self.region, self.who) {
            (Some(Verb::Play), None, None) if self.somebody || self.nobody || self.seat.is_some() => {
                not ^= self.nobody;
                Condition::Played(self.seat)
            }
            (Some(Verb::Pass), None, None) => Condition::Last,
            (Some(Verb::Tie), Some(region), None) => lead(self.would, "saxons".to_owned(), region),
            (Some(Verb::Lead), Some(region), None) if self.nobody => {
                lead(self.would, "saxons".to_owned(), region)
            }
            (Some(Verb::Lead), Some(region), Some(who)) => lead(self.would, who, region),
            (Some(Verb::Lead), None, Some(who)) if self.regions => {
                not ^= turned;
                Condition::Holds { who, regions: number }
            }
            (Some(Verb::Contest), Some(region), None) => Condition::Contested(region),
            (Some(Verb::Resolve), Some(region), None) => Condition::Resolved(region),
            (Some(Verb::Open), Some(region), None) => {
                not = !not;
                Condition::Resolved(region)
            }
            // "The Scots have the most in Deva."
            (None, Some(region), Some(who)) if self.number.is_none() && self.compare == Compare::AtMost => {
                lead(self.would, who, region)
            }
            (None, region, Some(faction)) if faction != "saxons" && (region.is_some() != self.supply) => {
                not ^= turned;
                Condition::Stand { faction, number, region }
            }
            _ => return None,
        };
        Some(Guard { not, is })
    }
}

fn lead(would: bool, who: String, region: String) -> Condition {
    if would { Condition::WouldLead { who, region } } else { Condition::Leads { who, region } }
}
