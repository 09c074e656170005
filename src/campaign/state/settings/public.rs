//! The part of the settings that everybody may read. It is written into the ledger: it holds no addresses, and its bytes
//! may not change for a campaign that has begun.

use super::campaign_settings::Settings;
use super::dispute::Disputes;
use super::people::Observer;
use super::ruling::Rulings;
use super::trust::Trust;
use crate::campaign::state::clock::span_text;
use serde_json::{Value, json};

impl Settings {
    /// Returns what everybody may read of the settings, for the ledger: no addresses, and of public keys only
    /// fingerprints.
    pub fn public(&self) -> Value {
        let seats: Vec<Value> = self
            .seats
            .iter()
            .map(|seat| json!({"seat": seat.seat, "player": seat.player, "pace": seat.pace, "ask-about": seat.ask_about}))
            .collect();
        let mut public = json!({
            "campaign": self.id, "title": self.title, "game": self.game, "players": self.players,
            "options": self.options, "seats": seats,
            "gm": {"name": self.gm.name, "plays": self.gm.plays, "reads-press": self.gm.reads_press},
            "pace": self.pace, "ask-about": self.ask_about,
            "clock": {
                "deadline": self.clock.deadline.to_string(), "question": self.clock.question.to_string(), "opening": self.clock.opening.to_string(),
                "grace": span_text(self.clock.grace),
                "outage": span_text(self.clock.outage),
            },
            "absence": self.absence, "days-away": self.days_away, "secrecy": self.secrecy, "secrecy-of": self.secrecy_of,
            "close-early": self.close_early, "from": self.from, "press": self.press,
            "chance": self.chance.public(),
        });
        self.public_trust(&mut public);
        self.public_people(&mut public);
        // Settings that came later are left out at their defaults: for older campaigns they have not changed.
        if self.disputes != Disputes::default() {
            public["disputes"] = json!(self.disputes);
        }
        if self.rulings != Rulings::default() {
            public["rulings"] = self.rulings.public();
        }
        public
    }

    /// Adds the settings about signatures, each only where it is not the default.
    fn public_trust(&self, public: &mut Value) {
        if self.trust != Trust::default() {
            let dkim = self
                .trust
                .dkim
                .as_ref()
                .map(|rule| json!({"server": rule.server, "required": rule.required}));
            public["trust"] =
                json!({"signatures": if self.trust.signed { "required" } else { "optional" }, "dkim": dkim});
        }
        for (seat, said) in self.seats.iter().zip(public["seats"].as_array_mut().into_iter().flatten()) {
            if !seat.ssh.is_empty() {
                said["ssh"] = seat.ssh.iter().map(|key| json!(key.to_string())).collect();
            }
            if let Some(signed) = seat.signed {
                said["signatures"] = json!(if signed { "required" } else { "optional" });
            }
        }
    }

    /// Adds the settings about rehearsal, observers, replacement and anonymity. Defaults are left out, so that nothing
    /// changes for a campaign that began before there was such a setting.
    fn public_people(&self, public: &mut Value) {
        let truths = [
            ("handover-press", self.handover_press),
            ("replace-by-vote", self.replace_by_vote),
            ("anonymous", self.anonymous),
            ("reveal-at-the-end", self.reveal),
        ];
        for (name, _) in truths.into_iter().filter(|(_, set)| *set) {
            public[name] = json!(true);
        }
        if !self.may_wait {
            public["absent-may-wait"] = json!(false);
        }
        if let Some(rule) = &self.rehearsal {
            public["rehearsal"] = json!(rule.to_string());
        }
        if !self.observers.is_empty() {
            let of = |observer: &Observer| json!({"name": observer.name, "delay": observer.delay.text()});
            public["observers"] = self.observers.iter().map(of).collect();
        }
        if !self.anonymous {
            return;
        }
        for seat in public["seats"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            seat.remove("player");
            // A public key is known by its owner elsewhere.
            seat.remove("ssh");
        }
    }
}

/// Returns public settings with those that a ledger leaves out at their defaults.
pub(crate) fn with_defaults(public: &Value) -> Value {
    let mut all = json!({
        "handover-press": false, "replace-by-vote": false, "anonymous": false, "reveal-at-the-end": false,
        "absent-may-wait": true, "observers": [],
        "trust": {"signatures": "optional", "dkim": null},
        "disputes": Disputes::default(), "rulings": Rulings::default().public(),
    });
    if let (Some(all), Some(public)) = (all.as_object_mut(), public.as_object()) {
        all.extend(public.clone());
    }
    all
}
