//! Settings of living together: who is known, who follows whom.

use super::Settings;
use super::fields::{Fields, Mistakes};
use serde_json::{Value, json};

/// Settings as read.
pub(super) struct Living {
    pub(super) handover_press: bool,
    pub(super) replace_by_vote: bool,
    pub(super) anonymous: bool,
    pub(super) reveal: bool,
}

/// Reads them.
pub(super) fn read(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Living {
    let mut truth = |key| all.truth(key, wrong).unwrap_or(false);
    Living {
        handover_press: truth("handover press"),
        replace_by_vote: truth("replace by vote"),
        anonymous: truth("anonymous"),
        reveal: truth("reveal at the end"),
    }
}

impl Settings {
    /// What everybody may know of them. What is as it is by default is left out, so that nothing changes for a campaign
    /// that began before there was such a setting.
    pub(super) fn living(&self, public: &mut Value) {
        let truths = [
            ("handover-press", self.handover_press),
            ("replace-by-vote", self.replace_by_vote),
            ("anonymous", self.anonymous),
            ("reveal-at-the-end", self.reveal),
        ];
        for (name, _) in truths.into_iter().filter(|(_, set)| *set) {
            public[name] = json!(true);
        }
        if !self.anonymous {
            return;
        }
        for seat in public["seats"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            seat.remove("player");
        }
    }
}
