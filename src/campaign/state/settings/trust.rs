//! Settings about signatures on messages: `trust`, and the public SSH keys of seats.

use super::fields::{Fields, Mistakes};
use super::seats::SeatSettings;
use crate::post::Place;
use crate::seal::SshKey;
use crate::sheet::{Span, fold};

/// What a message must prove besides a seat's key and address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// The server whose DKIM results we believe; `None` if we ignore DKIM.
    pub dkim: Option<DkimRule>,
    /// `true` if messages must be signed with the seat's SSH key; a seat's own `signatures` overrides it.
    pub signed: bool,
}

/// The mail server whose DKIM results we believe, and what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DkimRule {
    /// The name under which our mail server writes `Authentication-Results` and `Received`.
    pub server: String,
    /// Where the server writes `Authentication-Results`, relative to `Received`.
    pub place: Place,
    /// `true` if a message that did not pass is refused.
    pub required: bool,
}

const REQUIRED: [(&str, bool); 2] = [("optional", false), ("required", true)];

/// Reads `trust: {dkim: {server: mx.example.org, place: above, required: no}, signatures: optional}`.
pub(super) fn read_trust(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Trust {
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

/// Reads a seat's public keys, `ssh`, and whether it must sign, `signatures`.
pub(super) fn read_keys(
    fields: &mut Fields<'_>,
    place: &str,
    wrong: &mut Mistakes,
) -> (Vec<SshKey>, Option<bool>) {
    let line = fields.place_of("ssh").unwrap_or(fields.span);
    let mut keys = Vec::new();
    for text in fields.list("ssh", wrong).unwrap_or_default().iter().filter(|text| fold(text) != "none") {
        match SshKey::parse(text) {
            Ok(key) => keys.push(key),
            Err(why) => wrong.add(line, format!("{place}.ssh: {why}")),
        }
    }
    (keys, fields.choice("signatures", &REQUIRED, wrong))
}

/// Reports seats that must sign and have no key: none of their messages could ever count.
pub(super) fn can_sign(seats: &[SeatSettings], trust: &Trust, line: Span, wrong: &mut Mistakes) {
    for seat in seats.iter().filter(|seat| seat.signed.unwrap_or(trust.signed) && seat.ssh.is_empty()) {
        let seat = &seat.seat;
        wrong.add(line, format!("seats.{seat}: its messages must be signed, but it has no public key. Add the line of its id_ed25519.pub as “ssh”, or write “signatures: optional”"));
    }
}
