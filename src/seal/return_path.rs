//! Return addresses that say which seat a message was for (VERP): `bounces+stark.0123456789abcdef@example.org`. The MAC keeps
//! others from making one.

use super::canonical::canonical;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;

/// Length of the shortened MAC, in bytes.
const KEPT: usize = 8;

/// Makes and recognises the return addresses of one campaign.
#[derive(Clone)]
pub struct ReturnPaths {
    campaign: String,
    /// The address for bounces, in two parts.
    local: String,
    domain: String,
    secret: [u8; 32],
}

impl ReturnPaths {
    /// Makes return addresses for a campaign from its address for bounces, with its secret for mails; `None` if that is not an
    /// address.
    pub fn new(campaign: &str, address: &str, secret: [u8; 32]) -> Option<Self> {
        let (local, domain) = address.trim().split_once('@')?;
        let (campaign, local, domain) = (campaign.to_owned(), local.to_owned(), domain.to_owned());
        Some(ReturnPaths { campaign, local, domain, secret })
    }

    /// Returns the return address of a message to `address`, an address of a seat.
    pub fn derive(&self, seat: &str, address: &str) -> String {
        let mac: [u8; 32] = self.mac(seat, address).finalize().into_bytes().into();
        let kept: String = data_encoding::HEXLOWER.encode(&mac).chars().take(2 * KEPT).collect();
        format!("{}+{seat}.{kept}@{}", self.local, self.domain)
    }

    /// Returns `true` if an address has the form of a return address of ours, whoever made it.
    pub fn is_one(&self, to: &str) -> bool {
        self.parts(to).is_some()
    }

    /// Returns `true` if an address is the return address of a message to `address`, an address of the seat.
    pub fn is_of(&self, to: &str, seat: &str, address: &str) -> bool {
        let Some((named, mac)) = self.parts(to) else { return false };
        let Ok(mac) = data_encoding::HEXLOWER.decode(mac.as_bytes()) else { return false };
        named == seat && mac.len() == KEPT && self.mac(seat, address).verify_truncated_left(&mac).is_ok()
    }

    /// Returns the seat that an address names, and its MAC. Servers may change case.
    fn parts(&self, to: &str) -> Option<(String, String)> {
        let to = to.trim().to_ascii_lowercase();
        let (local, domain) = to.split_once('@')?;
        let own = local.strip_prefix(&self.local.to_ascii_lowercase())?.strip_prefix('+')?;
        let (seat, mac) = own.rsplit_once('.')?;
        (domain == self.domain.to_ascii_lowercase()).then(|| (seat.to_owned(), mac.to_owned()))
    }

    fn mac(&self, seat: &str, address: &str) -> Hmac<Sha256> {
        // A key shorter than a block is filled up with zeros: HMAC says so.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.secret);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        let address = address.trim().to_lowercase();
        let input = json!({"campaign": self.campaign, "return": address, "seat": seat});
        // Text alone always has a canonical form.
        mac.update(canonical(&input).unwrap_or_default().as_bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(campaign: &str, secret: u8) -> ReturnPaths {
        ReturnPaths::new(campaign, "Bounces@example.org", [secret; 32]).unwrap()
    }

    #[test]
    fn a_return_address_names_its_seat_and_nobody_else_makes_one() {
        let own = paths("westeros-7", 5);
        let path = own.derive("stark", "Anna@Example.net");
        assert!(path.starts_with("Bounces+stark.") && path.ends_with("@example.org"), "{path}");
        assert_eq!(path.len(), "Bounces+stark.@example.org".len() + 16);
        assert!(own.is_of(&path, "stark", "anna@example.net"));
        assert!(own.is_of(&path.to_uppercase(), "stark", " anna@example.net "), "servers change case");
        assert!(!own.is_of(&path, "stark", "anna@example.com"), "another address of hers");
        assert!(!own.is_of(&path, "lannister", "anna@example.net"), "another seat");
        assert!(!own.is_of(&path.replace("stark", "lannister"), "lannister", "anna@example.net"));
        for other in [paths("westeros-8", 5), paths("westeros-7", 6)] {
            assert!(!other.is_of(&path, "stark", "anna@example.net"));
        }
        let mac = path.split_once('.').unwrap().1.split_once('@').unwrap().0.to_owned();
        for wrong in [&mac[..14], "", "0000000000000000", "not hexadecimal!"] {
            let forged = format!("bounces+stark.{wrong}@example.org");
            assert!(own.is_one(&forged) && !own.is_of(&forged, "stark", "anna@example.net"), "{forged}");
        }
        for other in [
            "bounces@example.org",
            "bounces+stark@example.org",
            "x+stark.00@example.org",
            "bounces+a.b@x.org",
        ] {
            assert!(!own.is_one(other), "{other}");
        }
        assert!(ReturnPaths::new("x", "bounces", [0; 32]).is_none());
    }
}
