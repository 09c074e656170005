//! What people have said and everybody may read: press to all, disputes, rulings.

use crate::campaign::state::entries::{Letter, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Closing, Dispute, GM, Given, Standing};
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use serde_json::{Value, json};

/// What stands in place of a name: the game master's own is not on the pages.
const GAME_MASTER: &str = "game master";

/// Returns the name of a seat, or what stands in place of the game master's.
pub(super) fn name_of(campaign: &Campaign, id: &str) -> String {
    if id == GM {
        return GAME_MASTER.to_owned();
    }
    let info = campaign.referee.seats().into_iter().find(|info| info.id == id);
    info.map_or_else(|| id.to_owned(), |info| info.name)
}

/// Returns the press to everybody that was written after the entry `from` and up to the entry `to`, oldest first; none if the
/// campaign has no `site:`, because then nobody was told that it would be published.
///
/// # Errors
/// If the ledger cannot be read.
pub(super) fn press(campaign: &Campaign, from: u64, to: u64) -> Result<Vec<Value>, CampaignError> {
    if campaign.settings.site.is_none() {
        return Ok(Vec::new());
    }
    let mut notes = Vec::new();
    let mut walk = campaign.past().walk_all();
    while let Some(passing) = walk.step()?.filter(|passing| passing.seq() <= to) {
        if passing.kind() != Kind::Press || passing.seq() <= from {
            continue;
        }
        let entry = passing.whole()?;
        let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", entry.seq));
        let Some(letter) = Line::from(&*entry).secret::<Letter>().map_err(wrong)?.filter(|letter| letter.all)
        else {
            continue;
        };
        let from = Some(&letter.from).filter(|_| !letter.grey).map(|id| name_of(campaign, id));
        notes.push(json!({"from": from, "at": entry.at, "text": letter.text}));
    }
    Ok(notes)
}

/// Returns the disputes with what was said in them. What only the game master and its writer may read is left out until the game is
/// over.
pub(super) fn disputes(campaign: &Campaign) -> Vec<Value> {
    let over = campaign.record.game.ended.is_some();
    let shown = |text: &str, private: bool| (over || !private).then(|| text.to_owned());
    let said = |dispute: &Dispute| -> Vec<Value> {
        let said = dispute.said.iter();
        said.map(|said| {
            json!({"by": name_of(campaign, &said.by), "at": said.at, "text": shown(&said.says, said.private)})
        })
        .collect()
    };
    let end = |dispute: &Dispute| {
        dispute.end.as_ref().map(|end| match &end.how {
            Closing::Withdrawn => json!({"how": "withdrawn", "at": end.at}),
            Closing::Word { says } => json!({"how": "word", "at": end.at, "text": says}),
            Closing::Ruling { ruling } => json!({"how": "ruling", "at": end.at, "ruling": ruling}),
        })
    };
    let shown = |dispute: &Dispute| {
        json!({
            "number": dispute.number, "turn": dispute.turn, "seat": name_of(campaign, &dispute.seat), "at": dispute.at,
            "about": shown(&dispute.about, dispute.private), "said": said(dispute), "end": end(dispute),
        })
    };
    campaign.record.people.disputes.iter().map(shown).collect()
}

/// Returns the rulings with their reasons.
pub(super) fn rulings(campaign: &Campaign) -> Vec<Value> {
    let ruling = |given: &Given| {
        let standing = match given.standing {
            Standing::Adopted => "adopted",
            Standing::Proposed => "proposed",
            Standing::Dropped => "dropped",
        };
        let against: Vec<String> = given.against.iter().map(|seat| name_of(campaign, seat)).collect();
        json!({
            "number": given.ruling.number, "turn": given.ruling.turn, "at": given.at, "reason": given.ruling.reason,
            "standing": standing, "why": given.why, "against": against,
        })
    };
    campaign.record.people.rulings.iter().map(ruling).collect()
}
