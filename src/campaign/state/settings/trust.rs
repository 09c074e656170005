//! What a mail must show beside key and address: `trust`, and the public keys of seats.

use crate::campaign::state::settings::fields::Fields;
use crate::campaign::state::settings::{Mistakes, SeatSettings, Settings};
use crate::post::Place;
use crate::seal::SshKey;
use crate::sheet::fold;
use serde_json::{Value, json};

/// Whose word counts for what was signed on the way, and whether players must sign.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// The server whose word on DKIM counts; none: it is not asked for.
    pub dkim: Option<DkimRule>,
    /// Whether mails must be signed with the seat's SSH key, where a seat does not say otherwise.
    pub signed: bool,
}

/// Whose word on DKIM counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DkimRule {
    /// The name under which our mail server writes `Authentication-Results` and `Received`.
    pub server: String,
    /// Where it writes the former.
    pub place: Place,
    /// Whether a mail that did not pass is refused.
    pub required: bool,
}

const REQUIRED: [(&str, bool); 2] = [("optional", false), ("required", true)];

impl Settings {
    /// Whether mails of a seat must be signed.
    pub fn must_sign(&self, seat: &SeatSettings) -> bool {
        seat.signed.unwrap_or(self.trust.signed)
    }

    /// Adds to what everybody may read what was said of signatures, and nothing where nothing was.
    pub(crate) fn public_trust(&self, public: &mut Value) {
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
}

/// `trust: {dkim: {server: mx.example.org, place: above, required: no}, signatures: optional}`.
pub(crate) fn read_trust(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Trust {
    let Some(node) = all.take("trust") else { return Trust::default() };
    let mut fields = Fields::of(node, "trust", wrong);
    let signed = fields.choice("signatures", &REQUIRED, wrong).unwrap_or(false);
    let dkim = fields.take("dkim").map(|node| {
        let mut fields = Fields::of(node, "trust.dkim", wrong);
        let server = fields.need("server", wrong);
        let places = [("above", Place::Above), ("below", Place::Below)];
        let place = fields.choice("place", &places, wrong).unwrap_or_default();
        let required = fields.truth("required", wrong).unwrap_or(false);
        fields.finish(wrong);
        DkimRule { server, place, required }
    });
    fields.finish(wrong);
    Trust { dkim, signed }
}

/// A seat's public keys, `ssh`, and whether it must sign, `signatures`.
pub(crate) fn read_keys(
    fields: &mut Fields<'_>,
    place: &str,
    wrong: &mut Mistakes,
) -> (Vec<SshKey>, Option<bool>) {
    let line = fields.line_of("ssh").unwrap_or(fields.line);
    let mut keys = Vec::new();
    for text in fields.list("ssh", wrong).unwrap_or_default().iter().filter(|text| fold(text) != "none") {
        match SshKey::parse(text) {
            Ok(key) => keys.push(key),
            Err(why) => wrong.add(line, format!("{place}.ssh: {why}")),
        }
    }
    (keys, fields.choice("signatures", &REQUIRED, wrong))
}

/// Who must sign and has no key could never be heard.
pub(crate) fn can_sign(seats: &[SeatSettings], trust: &Trust, line: usize, wrong: &mut Mistakes) {
    for seat in seats.iter().filter(|seat| seat.signed.unwrap_or(trust.signed) && seat.ssh.is_empty()) {
        let seat = &seat.seat;
        wrong.add(line, format!("seats.{seat}: its mails must be signed, but it has no public key: add the line of its id_ed25519.pub as “ssh”, or “signatures: optional”"));
    }
}
