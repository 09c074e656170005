//! Everything worked out again from the ledger: the chain, the seals, the shuffles, every position.
//!
//! May use: ledger, record, rules. Is used by: cli.

use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Answer, Ended, Founded, From, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::fold::ruling::NOT_HERE;
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::timeline::adopted;
use crate::campaign::store::{Document, Host, Mode, corrected, settings_of};
use crate::ledger::{Entry, Kind, LedgerError};
use crate::seal::Hash256;
use crate::table::{
    Answered, Desk, Draw, Point, Policy, Position, Referee, Refusal, Says, Seat, SeatInfo, Seed,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What was found to be right.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verified {
    /// Entries whose chain holds.
    pub entries: usize,
    /// Opened plans that match the seals that bound them.
    pub seals: usize,
    /// Answers that the opened plans really give.
    pub answers: usize,
    /// Stages that led to the same position when played again.
    pub stages: usize,
    /// Shuffles that came to the same order when drawn again.
    pub shuffles: usize,
    /// The hash of the last entry: compare it with what others have.
    pub head: String,
    /// What could not be checked, and why.
    pub unchecked: Vec<String>,
}

/// The first entry that does not follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("entry {entry}: {why}")]
pub struct Flaw {
    /// Its number, which is its line.
    pub entry: u64,
    /// Why, in words.
    pub why: String,
}

/// Checks a campaign's folder.
///
/// # Errors
/// The folder cannot be read. A ledger that does not hold is no error but a [`Flaw`].
pub fn verify(host: &Host, dir: &Path) -> Result<Result<Verified, Flaw>, CampaignError> {
    let (settings, referee) = settings_of(host, dir)?;
    let mut store = host.store(dir);
    match store.load(Mode::Read) {
        Ok(_) => {}
        Err(CampaignError::Ledger(LedgerError::Broken { broken, .. })) => {
            return Ok(Err(Flaw { entry: broken.line, why: broken.flaw.to_string() }));
        }
        Err(error) => return Err(error),
    }
    if store.entries().is_empty() {
        return Err(CampaignError::NotStarted(dir.to_owned()));
    }
    let path = store.path_of(Document::Secrets);
    let own = match store.document(Document::Secrets)? {
        Some(text) => Some(Secrets::read(&text).map_err(|why| CampaignError::Secrets { path, why })?.chance),
        None => None,
    };
    let corrected = corrected(host, dir, &settings);
    Ok(verify_by(&*referee, Some(&corrected), store.entries(), own))
}

/// Checks entries whose chain holds. Without the secret of the shuffles, which a game that goes on keeps, only the
/// chain and what needs no chance can be checked; where a ruling has corrected the game's data, nothing holds by this.
///
/// # Errors
/// The first entry that does not follow.
pub fn verify_entries(
    referee: &dyn Referee,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
) -> Result<Verified, Flaw> {
    verify_by(referee, None, entries, secret)
}

/// The same where rulings may have corrected the game's data.
pub(crate) fn verify_by(
    referee: &dyn Referee,
    corrected: Option<&Corrected>,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
) -> Result<Verified, Flaw> {
    let mut verified = Verified {
        entries: entries.len(),
        head: entries.last().map(|last| last.hash.to_string()).unwrap_or_default(),
        ..Verified::default()
    };
    let Some(secret) = secret.or_else(|| published(entries)) else {
        verified.unchecked.push(
            "positions and shuffles: the secret of the shuffles is published when the game ends".to_owned(),
        );
        return Ok(verified);
    };
    let founded = Rules::new(referee, &secret, entries);
    let rules = corrected.map_or(founded, |corrected| founded.with(corrected));
    let mut record = Record::default();
    let mut before = None;
    for (place, entry) in entries.iter().enumerate() {
        if let Some(why) = not_here(entry) {
            verified.unchecked.push(format!("positions and shuffles from entry {} on: {why}", entry.seq));
            verified.shuffles = record.game.draws.len();
            return Ok(verified);
        }
        if entry.kind == Kind::Answered && before != Some(Kind::Answered) {
            verified.answers += answers(rules, &record, entries.get(place..).unwrap_or_default())?;
        }
        before = Some(entry.kind);
        let line = Line::from(entry);
        let flaw = |why: String| Flaw { entry: entry.seq, why };
        if entry.kind == Kind::Founded {
            let founded: Founded = line.body().map_err(flaw)?;
            if founded.commitment != Hash256::of(secret) {
                return Err(flaw(
                    "the secret of the shuffles is not the one that was committed to".to_owned(),
                ));
            }
        }
        record.apply(rules, line).map_err(|why| flaw(why.why))?;
        match entry.kind {
            Kind::Opened if line.secret.is_some() => verified.seals += 1,
            Kind::Resolved => verified.stages += 1,
            Kind::Ended => {
                let ended: Ended = line.body().map_err(flaw)?;
                if ended.draws != record.game.draws {
                    return Err(flaw("the shuffles it publishes are not those that were made".to_owned()));
                }
            }
            _ => {}
        }
    }
    verified.shuffles = record.game.draws.len();
    Ok(verified)
}

/// Checks answers that were found in one go, the first of `entries` and those that follow it at once: each that is said
/// to come from a plan must be what that plan says. How many were checked; none if the plans are left out of this copy.
fn answers(rules: Rules<'_>, record: &Record, entries: &[Entry]) -> Result<usize, Flaw> {
    let mut known = record.game.answers.clone();
    let mut claimed: Vec<(u64, Answer)> = Vec::new();
    let ends = |entry: &&Entry| matches!(entry.kind, Kind::Resolved | Kind::Ruling);
    let stage = entries.iter().take_while(|entry| !ends(entry));
    let together = entries.iter().take_while(|entry| entry.kind == Kind::Answered).count();
    for (place, entry) in stage.enumerate().filter(|(_, entry)| entry.kind == Kind::Answered) {
        let answer: Answer = Line::from(entry).body().map_err(|why| Flaw { entry: entry.seq, why })?;
        match answer.source {
            From::Plan { .. } | From::Steward if place < together => claimed.push((entry.seq, answer)),
            From::Plan { .. } | From::Steward => {}
            From::Default { .. } | From::Gm => drop(known.insert(answer.key, answer.answer)),
            From::Ruling { number } => {
                let ruled = record.game.ruled_answer(&answer.key).map(|(value, _)| value);
                // What an earlier copy leaves out cannot be held against it.
                if ruled.is_some_and(|ruled| ruled != answer.answer) {
                    let why = format!(
                        "{} is said to be answered by ruling {number}, which says otherwise",
                        answer.key
                    );
                    return Err(Flaw { entry: entry.seq, why });
                }
                known.insert(answer.key, answer.answer);
            }
        }
    }
    if claimed.is_empty() {
        return Ok(0);
    }
    let has_plans = |(_, answer): &(u64, Answer)| !record.game.plans_of(&answer.seat).is_empty();
    if !claimed.iter().all(has_plans) {
        return Ok(0);
    }
    let first = entries.first().map_or(0, |entry| entry.seq);
    let rules = rules.of(record).map_err(|why| Flaw { entry: first, why: why.to_string() })?;
    let seats = rules.referee.seats();
    let filed: Vec<Vec<&Filed>> = seats.iter().map(|info| record.game.plans_of(&info.id)).collect();
    let plans: Vec<Vec<Value>> =
        filed.iter().map(|filed| filed.iter().map(|filed| filed.plan.clone()).collect()).collect();
    let seed = rules.seed(&record.people.words);
    let mut desk = PlanDesk { record, seats: &seats, filed: &filed, known, seed, found: BTreeMap::new() };
    let played = rules.referee.play(&Position(record.game.position.clone()), &plans, &mut desk);
    played.map_err(|why| Flaw { entry: first, why: why.to_string() })?;
    for (entry, answer) in &claimed {
        let why = match desk.found.get(&answer.key) {
            Some(found) if *found == answer.answer => continue,
            Some(found) => {
                format!("{} is answered by {}, but the plan says {found}", answer.key, answer.answer)
            }
            None => format!("{} is said to be answered by a plan that says nothing of it", answer.key),
        };
        return Err(Flaw { entry: *entry, why });
    }
    Ok(claimed.len())
}

/// A table that knows what no plan has answered, and looks up the rest in the plans.
struct PlanDesk<'a> {
    record: &'a Record,
    seats: &'a [SeatInfo],
    filed: &'a [Vec<&'a Filed>],
    known: BTreeMap<String, Value>,
    seed: Seed,
    found: BTreeMap<String, Value>,
}

impl Desk for PlanDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.known.get(key).cloned()
    }
    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Ask
    }
    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        let filed = self.filed.get(seat.index()).and_then(|plans| plans.get(number));
        let id = self.seats.get(seat.index()).map_or("", |info| info.id.as_str());
        filed.is_some_and(|filed| self.record.game.may_use(id, filed, key))
    }
    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.record.game.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }
    fn answered(&mut self, answered: Answered) {
        self.found.insert(answered.key, answered.answer);
    }
    fn unusable(&mut self, _: Seat, _: &str, _: &Value, _: &Refusal) {}
    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }
    fn told(&mut self, _: Value) {}
}

fn published(entries: &[Entry]) -> Option<[u8; 32]> {
    let ended = entries.iter().find(|entry| entry.kind == Kind::Ended)?;
    let ended: Ended = Line::from(ended).body().ok()?;
    data_encoding::HEXLOWER.decode(ended.secret.as_bytes()).ok()?.try_into().ok()
}

/// Why nothing can be played again from an entry on, if so: what it rests on is left out of this copy.
fn not_here(entry: &Entry) -> Option<&'static str> {
    let line = Line::from(entry);
    if entry.kind != Kind::Ruling || line.secret.is_some() {
        return None;
    }
    adopted(entry).map(|_| NOT_HERE)
}
