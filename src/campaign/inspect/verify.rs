//! `ravenpost verify`: everything worked out again from the ledger: the chain, the seals, the shuffles and every position.

use crate::campaign::state::corrections::Corrected;
use crate::campaign::state::entries::{Answer, Ended, Founded, From, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::fold::NOT_HERE;
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::rules::{Rules, results};
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::timeline::adopted;
use crate::campaign::store::{Document, Host, Mode, corrected, settings_of};
use crate::ledger::{Entry, Kind, LedgerError};
use crate::seal::Hash256;
use crate::table::{Answered, Note, Position, RecordDesk, Referee, Seat};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The numbers of things that a verification found to be right.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verified {
    /// Entries whose chain is intact.
    pub entries: usize,
    /// Opened plans that match their seals.
    pub seals: usize,
    /// Answers that agree with the opened plans.
    pub answers: usize,
    /// Stages that led to the same position when played again.
    pub stages: usize,
    /// Shuffles that came to the same order when drawn again.
    pub shuffles: usize,
    /// The hash of the last entry, to compare with other copies.
    pub head: String,
    /// What could not be checked and why, one sentence each.
    pub unchecked: Vec<String>,
}

/// The first mismatch that a verification finds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("entry {entry}: {why}")]
pub struct Flaw {
    /// The number of the entry, which is also its line; 0 for the archive itself.
    pub entry: u64,
    /// The reason in words.
    pub why: String,
}

/// Checks the ledger in a campaign's folder.
///
/// # Errors
/// If the folder cannot be read or the campaign has not begun. A mismatch is a [`Flaw`] and not an error.
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

/// Checks entries whose chain is intact, of a game whose data no ruling has corrected.
///
/// Positions and shuffles are checked only with the secret of the shuffles, which is published when the game ends.
///
/// # Errors
/// If an entry does not match; the error is the first of them.
pub fn verify_entries(
    referee: &dyn Referee,
    entries: &[Entry],
    secret: Option<[u8; 32]>,
) -> Result<Verified, Flaw> {
    verify_by(referee, None, entries, secret)
}

/// Checks entries like [`verify_entries`]; `corrected` makes the game with the data that rulings have corrected.
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
                    "the secret of the shuffles is not the one that the campaign committed to".to_owned(),
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

/// Checks that answers with a plan as their source are those of that plan, for the run of answers at the head of `entries`.
///
/// Returns the number of checked answers; 0 if the plans are left out of this copy.
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
                // A copy may leave the ruled answer out; then it cannot be checked.
                if ruled.is_some_and(|ruled| ruled != answer.answer) {
                    let why = format!(
                        "{} is recorded as answered by ruling {number}, but the ruling gives another answer",
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
    let may_consult = |seat: Seat, number: usize, key: &str| {
        let filed = filed.get(seat.index()).and_then(|plans| plans.get(number));
        let id = seats.get(seat.index()).map_or("", |info| info.id.as_str());
        filed.is_some_and(|filed| record.game.may_use(id, filed, key))
    };
    // Knows what no plan has answered, and looks up the rest in the plans.
    let mut desk = RecordDesk::new(&known, rules.seed(&record.people.fixed))
        .with_results(results(record))
        .with_plans(may_consult);
    let played = rules.referee.play(&Position(record.game.position.clone()), &plans, &mut desk);
    played.map_err(|why| Flaw { entry: first, why: why.to_string() })?;
    let answer = |note| match note {
        Note::Answer(Answered { key, answer, .. }) => Some((key, answer)),
        _ => None,
    };
    let found: BTreeMap<String, Value> = desk.into_notes().into_iter().filter_map(answer).collect();
    for (entry, answer) in &claimed {
        let why = match found.get(&answer.key) {
            Some(found) if *found == answer.answer => continue,
            Some(found) => {
                format!("{} is answered by {}, but the plan says {found}", answer.key, answer.answer)
            }
            None => {
                format!("{} is recorded as answered by a plan, but the plan does not answer it", answer.key)
            }
        };
        return Err(Flaw { entry: *entry, why });
    }
    Ok(claimed.len())
}

/// Returns the secret of the shuffles if the entries publish it.
fn published(entries: &[Entry]) -> Option<[u8; 32]> {
    let ended = entries.iter().find(|entry| entry.kind == Kind::Ended)?;
    let ended: Ended = Line::from(ended).body().ok()?;
    data_encoding::HEXLOWER.decode(ended.secret.as_bytes()).ok()?.try_into().ok()
}

/// Returns the reason why the game cannot be played again from an entry on: this copy leaves out what it needs.
fn not_here(entry: &Entry) -> Option<&'static str> {
    let line = Line::from(entry);
    if entry.kind != Kind::Ruling || line.secret.is_some() {
        return None;
    }
    adopted(entry).map(|_| NOT_HERE)
}
