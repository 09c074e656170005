//! Disputes as people are shown them, and the commands that help the game master with one.

use crate::campaign::explain;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::state::record::{Closing, Dispute, GM};
use crate::report::model::{self, DisputeEnd, DisputeWord};
use serde_json::{Value, json};

impl MailModels<'_> {
    /// Returns the disputes as a seat may read them, or everybody if `to` is not a seat, oldest first; with `open_only`
    /// without those that are closed.
    pub fn disputes(&self, to: &str, open_only: bool) -> Vec<model::Dispute> {
        let all = self.record.people.disputes.iter().filter(|dispute| !open_only || dispute.end.is_none());
        all.map(|dispute| self.dispute(dispute, Some(to))).collect()
    }

    /// Returns a dispute with all that was said in it, for the game master.
    pub fn whole_dispute(&self, dispute: &Dispute) -> model::Dispute {
        self.dispute(dispute, None)
    }

    fn dispute(&self, dispute: &Dispute, to: Option<&str>) -> model::Dispute {
        let over = self.record.game.ended.is_some();
        let may_read = |private: bool, by: &str| !private || over || to.is_none_or(|to| to == by);
        let word = |said: &crate::campaign::state::record::Said| DisputeWord {
            from: (said.by != GM).then(|| self.named(&said.by)),
            at: said.at,
            says: may_read(said.private, &said.by).then(|| said.says.clone()),
        };
        let end = dispute.end.as_ref().map(|end| {
            let (how, says, ruling) = match &end.how {
                Closing::Withdrawn => ("withdrawn", None, None),
                Closing::Word { says } => ("word", Some(says.clone()), None),
                Closing::Ruling { ruling } => ("ruling", None, Some(*ruling)),
            };
            DisputeEnd { how: how.to_owned(), at: end.at, says, ruling }
        });
        model::Dispute {
            number: dispute.number,
            seat: self.named(&dispute.seat),
            turn: dispute.turn,
            about: may_read(dispute.private, &dispute.seat).then(|| dispute.about.clone()),
            at: dispute.at,
            open: dispute.end.is_none(),
            waits: dispute.waits && dispute.end.is_none() && self.record.people.held.is_some(),
            said: dispute.said.iter().map(word).collect(),
            end,
        }
    }

    /// Returns what a dispute is about, in words that `explain` understands and finds something about in that turn: ids of names
    /// and topics, never the player's own words. Empty for the whole turn.
    pub fn subject_of(&self, dispute: &Dispute) -> String {
        let Ok(guide) = explain::guide_of(self.rules, self.record) else { return String::new() };
        let subject = explain::subject_in(&dispute.about, &guide, &self.public_names());
        if subject.is_empty() {
            return subject;
        }
        // Nothing may have happened that has both the topic and the name.
        let words = std::iter::once(subject.as_str()).chain(subject.split(' '));
        let found = explain::first_found(self.rules, self.rules.past, &guide, dispute.turn, words);
        found.unwrap_or_default().to_owned()
    }
}

/// Adds values to the details of a notice that are known only when it is sent: the deadline, if the clock runs again, and
/// for the game master the commands that help.
pub(crate) fn add_details(models: &MailModels<'_>, folder: &str, to: &str, details: &mut Value) {
    let did = details["did"].as_str().unwrap_or_default().to_owned();
    if matches!(did.as_str(), "withdrawn" | "closed")
        && details["waits"] == true
        && models.record.people.held.is_none()
    {
        let deadline = models.record.game.open_window().and_then(|window| window.deadline);
        details["deadline"] = json!(deadline);
    }
    let dispute = details["number"].as_u64().and_then(|number| models.record.people.dispute(number));
    // Whoever reads the end of it reads what it was about.
    if let (true, Some(dispute)) = (matches!(did.as_str(), "withdrawn" | "closed"), dispute) {
        let reader = (to != GM).then_some(to);
        details["about"] = json!(models.dispute(dispute, reader).about);
    }
    let is_open = matches!(did.as_str(), "opened" | "said");
    if let (true, Some(dispute)) = (to == GM && is_open, dispute) {
        let subject = models.subject_of(dispute);
        details["commands"] = commands(folder, dispute, &subject);
    }
}

/// Returns the commands that help with a dispute, for a campaign in the folder `dir`.
fn commands(dir: &str, dispute: &Dispute, subject: &str) -> Value {
    let (number, turn) = (dispute.number, dispute.turn);
    let explain = format!("ravenpost explain {dir} {turn} {subject}");
    json!({
        "explain": explain.trim_end(),
        "ask": format!("explain {turn} {subject}").trim_end(),
        "rule": format!("ravenpost rule {dir} {turn}"),
        "close": format!("ravenpost dispute {dir} {number} --close \"…\""),
        "show": format!("ravenpost dispute {dir} {number}"),
    })
}
