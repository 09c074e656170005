//! `turns/NN/`: the last state and report of each turn, for people. They can be made again and nothing reads them.
//!
//! May use: folder, letters, scribe. Is used by: tick.

use super::error::CampaignError;
use super::folder::{Campaign, Places};
use super::letters::Letters;
use super::record::GM;
use super::rules::Standstill;
use super::ruling::Standing;
use super::scribe::{Model, Scribe};
use crate::ledger::Kind;
use crate::report::view_yaml;
use crate::table::Damaged;
use std::rc::Rc;

/// Writes the pages of the turns from `first` to the present one, where the game stands `now`; what goes wrong is said.
pub(super) fn write(
    campaign: &Campaign,
    now: Result<Rc<Standstill>, Damaged>,
    first: u32,
    scribe: &dyn Scribe,
    attention: &mut Vec<String>,
) {
    let written = now.map_err(CampaignError::from).and_then(|now| try_write(campaign, &now, first, scribe));
    if let Err(error) = written {
        attention.push(format!("turns/ could not be written: {error}"));
    }
}

/// Writes the pages that a tick or a ruling has left out which was broken off: what it resolved is written, and no mail of it
/// was sent. Once mails are, the report would be another.
pub(super) fn mend(campaign: &Campaign, scribe: &dyn Scribe, attention: &mut Vec<String>) {
    let mailed =
        campaign.entries().iter().rev().find(|entry| entry.kind == Kind::Mailed).map_or(0, |entry| entry.seq);
    let record = &campaign.record;
    let stages = record.history.iter().filter(|stage| stage.seq > mailed).map(|stage| stage.turn);
    let rulings =
        record.rulings.iter().filter(|given| given.seq > mailed && given.standing == Standing::Adopted);
    if let Some(first) = stages.chain(rulings.map(|given| given.ruling.turn)).min() {
        let now = campaign.rules().standstill(record).map(Rc::new);
        write(campaign, now, first, scribe, attention);
    }
}

fn try_write(
    campaign: &Campaign,
    now: &Standstill,
    first: u32,
    scribe: &dyn Scribe,
) -> Result<(), CampaignError> {
    let letters = Letters {
        settings: &campaign.settings,
        rules: campaign.rules(),
        secrets: &campaign.secrets,
        record: &campaign.record,
        now,
        stand_in: None,
        lean: super::lean::Lean::Full,
    };
    let report = letters.report(GM)?;
    // It looks like what players are mailed, and is not.
    let above = scribe.whole_state().map_err(|why| CampaignError::Fault(why.to_string()))?;
    let above: String = above.lines().map(|line| format!("# {line}\n")).collect();
    let state = format!("{above}{}", view_yaml(&now.position));
    let written = scribe
        .write(&Model::Report(Box::new(report)))
        .map_err(|why| CampaignError::Fault(why.to_string()))?;
    let turns = [first.max(1), campaign.record.turn.max(1)];
    for turn in turns.iter().skip(usize::from(turns[0] == turns[1])) {
        let folder = Places(&campaign.dir).turn(*turn);
        // The GM's state holds the order of the decks.
        campaign.disk.create_dir(&folder, 0o700).map_err(CampaignError::disk("make the folder", &folder))?;
        let files =
            [("state.yaml", &state), ("report.txt", &written.mail.text), ("report.html", &written.mail.html)];
        for (name, text) in files {
            let path = folder.join(name);
            campaign
                .disk
                .write(&path, text.as_bytes(), 0o600)
                .map_err(CampaignError::disk("write", &path))?;
        }
    }
    Ok(())
}
