//! Message-IDs computed from the mail they name: the same mail sent twice has the same id, and the MAC in an answer to
//! one of our mails proves which seat it was for.

use super::canonical::canonical;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;

/// The longest name of a mail in its id, in characters.
pub const MOST_WHAT: usize = 64;
/// Length of the shortened MAC, in bytes.
const KEPT: usize = 16;

/// Makes and recognises the Message-IDs of one campaign.
#[derive(Clone)]
pub struct MessageIds {
    campaign: String,
    domain: String,
    /// With the secret in it; a mail looks for its seat among all of a campaign.
    keyed: Hmac<Sha256>,
}

/// A name that cannot be part of a Message-ID.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("“{what}” cannot name a message: use 1 to {MOST_WHAT} lower-case letters, digits and hyphens")]
pub struct BadWhat {
    pub what: String,
}

impl MessageIds {
    /// Makes ids for a campaign, with its secret for mails (never that of the shuffles, which is published) and the
    /// domain that the ids end in.
    pub fn new(campaign: &str, domain: &str, secret: [u8; 32]) -> Self {
        // A key shorter than a block is filled up with zeros: HMAC says so.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&secret);
        let keyed = <Hmac<Sha256> as KeyInit>::new(&block.into());
        MessageIds { campaign: campaign.to_owned(), domain: domain.to_owned(), keyed }
    }

    /// Returns the Message-ID, with its angle brackets, of the mail `what` (such as `report-3`) to a seat.
    ///
    /// # Errors
    /// If `what` is empty, too long, or contains other characters than lower-case letters, digits and hyphens.
    pub fn derive(&self, seat: &str, what: &str) -> Result<String, BadWhat> {
        if !is_name(what) {
            return Err(BadWhat { what: what.chars().take(2 * MOST_WHAT).collect() });
        }
        let mac: [u8; 32] = self.mac(seat, what).finalize().into_bytes().into();
        let kept: String = data_encoding::HEXLOWER.encode(&mac).chars().take(2 * KEPT).collect();
        Ok(format!("<ravenpost.{what}.{kept}@{}>", self.domain))
    }

    /// Returns which of `seats` one of our Message-IDs was made for, and what it names; `None` if it is not ours. Case,
    /// folding, angle brackets and the domain do not matter.
    pub fn recognise<S: AsRef<str>>(
        &self,
        id: &str,
        seats: impl IntoIterator<Item = S>,
    ) -> Option<(String, String)> {
        let bare: String = id.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
        let local = bare.trim_start_matches('<').split('@').next()?;
        let (what, mac) = local.strip_prefix("ravenpost.")?.split_once('.')?;
        let mac = data_encoding::HEXLOWER.decode(mac.as_bytes()).ok()?;
        if mac.len() != KEPT || !is_name(what) {
            return None;
        }
        seats
            .into_iter()
            .find(|seat| self.mac(seat.as_ref(), what).verify_truncated_left(&mac).is_ok())
            .map(|seat| (seat.as_ref().to_owned(), what.to_owned()))
    }

    fn mac(&self, seat: &str, what: &str) -> Hmac<Sha256> {
        let mut mac = self.keyed.clone();
        let input = json!({"campaign": self.campaign, "seat": seat, "what": what});
        // Text alone always has a canonical form.
        mac.update(canonical(&input).unwrap_or_default().as_bytes());
        mac
    }
}

fn is_name(what: &str) -> bool {
    (1..=MOST_WHAT).contains(&what.len())
        && what.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: [&str; 3] = ["stark", "lannister", "baratheon"];

    fn ids() -> MessageIds {
        MessageIds::new("westeros-7", "example.org", [5; 32])
    }

    #[test]
    fn the_same_mail_has_the_same_id_and_is_known_again() {
        let id = ids().derive("lannister", "report-3").unwrap();
        assert_eq!(ids().derive("lannister", "report-3").unwrap(), id);
        let ours = Some(("lannister".to_owned(), "report-3".to_owned()));
        for way in [
            id.clone(),
            id.to_uppercase(),
            id.replace("report", "report\r\n "),
            id.trim_matches(['<', '>']).to_owned(),
            id.replace("example.org", "relay.example.net"),
            format!("  {id}\r\n"),
        ] {
            assert_eq!(ids().recognise(&way, SEATS), ours, "{way}");
        }
    }

    #[test]
    fn nobody_else_can_make_one() {
        let id = ids().derive("lannister", "report-3").unwrap();
        assert_eq!(ids().recognise(&id, ["stark"]), None);
        assert_eq!(ids().recognise(&id.replace("-3", "-4"), SEATS), None);
        assert_eq!(MessageIds::new("westeros-8", "example.org", [5; 32]).recognise(&id, SEATS), None);
        assert_eq!(MessageIds::new("westeros-7", "example.org", [6; 32]).recognise(&id, SEATS), None);
        // A MAC that is cut short is easier to guess.
        let (name, domain) = id.split_once('@').unwrap();
        for cut in [2, 30] {
            let short = format!("{}@{domain}", &name[..name.len() - cut]);
            assert_eq!(ids().recognise(&short, SEATS), None, "{short}");
        }
        for other in ["", "<>", "<x@y>", "<ravenpost.a@b>", "<ravenpost.report-3.00@b>", "<ravenpost..@b>"] {
            assert_eq!(ids().recognise(other, SEATS), None, "{other}");
        }
    }

    #[test]
    fn names_that_would_break_an_id_are_refused() {
        for what in ["", "Report", "a b", "a.b", "a@b", "a\r\nBcc: x", "é", &"x".repeat(65)] {
            assert!(ids().derive("stark", what).is_err(), "{what}");
        }
    }
}
