//! Sealed plans: the document, its seal, and whether an opening is what was sealed (docs/protocol.md, "Seals").

use super::armour;
use super::canonical::{CanonicalError, Hash256, StrictError, canonical, parse_strict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::fmt;
use std::str::FromStr;

/// The format of sealed documents that this program writes and reads.
pub const FORMAT: &str = "ravenpost/1";
/// The largest sealed document, in bytes of its canonical form.
pub const MOST_BYTES: usize = 64 * 1024;
/// The shortest nonce, in bytes: 128 bits.
pub const LEAST_NONCE: usize = 16;
/// The longest nonce, in bytes.
pub const MOST_NONCE: usize = 32;

const MEMBERS: [&str; 6] = ["campaign", "format", "nonce", "plan", "seat", "window"];

/// What a sealed plan belongs to, so that it cannot be used again elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The campaign's name.
    pub campaign: String,
    /// The seat's id, such as `stark`.
    pub seat: String,
    /// The window's name, such as `3/planning`.
    pub window: String,
}

/// A seal: SHA-256 of a sealed document's canonical form; as text `sha256:` and 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seal(pub Hash256);

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.0)
    }
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that is no seal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// Not as many hex digits as a SHA-256 has.
    #[error("a seal is “sha256:” and 64 hex digits, but {found} came; copy the whole line")]
    Length {
        /// How many characters came after `sha256:`.
        found: usize,
    },
    /// A character that is no hex digit.
    #[error("a seal is “sha256:” and 64 hex digits, and “{found}” is none; copy the line again")]
    Symbol {
        /// The character.
        found: char,
    },
}

impl FromStr for Seal {
    type Err = SealError;
    /// Reads a seal; case, spaces and a missing `sha256:` do not matter.
    fn from_str(text: &str) -> Result<Self, SealError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        let digits = bare.strip_prefix("sha256:").unwrap_or(&bare);
        if let Some(found) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
            return Err(SealError::Symbol { found });
        }
        digits.parse().map(Seal).map_err(|_| SealError::Length { found: digits.len() })
    }
}

/// A sealed document: what the seal was made of, and what opens it.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    binding: Binding,
    nonce: String,
    plan: Value,
    json: String,
}

/// Why something is not an opening, or not the one that is wanted.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The text is not JSON, or names a member twice, or holds a float.
    #[error("the opening is not proper JSON: {0}. Send the file as it was made, unedited")]
    Json(#[from] StrictError),
    /// The document has no canonical form.
    #[error("the document cannot be sealed: {0}")]
    Canonical(#[from] CanonicalError),
    /// The document is not an object, or lacks a member, or has one of the wrong sort.
    #[error("the sealed document must hold “{member}” as {wanted}; make it anew with “ravenpost seal”")]
    Member {
        /// The member's name.
        member: String,
        /// What it must be, in words.
        wanted: &'static str,
    },
    /// A member that a sealed document does not have.
    #[error(
        "the sealed document holds “{member}”, which does not belong there; everything else goes into “plan”"
    )]
    Unknown {
        /// The member's name.
        member: String,
    },
    /// A format that this program does not know.
    #[error(
        "the document says format “{found}”; this Ravenpost reads “{FORMAT}”. Seal again with the same version as the game master's"
    )]
    Format {
        /// The format it names.
        found: String,
    },
    /// The nonce is too short, too long or not hex, so that the plan could be guessed from the seal.
    #[error(
        "the nonce must be {LEAST_NONCE} to {MOST_NONCE} random bytes in hex (32 to 64 digits); seal again with a new one"
    )]
    Nonce,
    /// More than [`MOST_BYTES`].
    #[error("the document has {bytes} bytes and may have {MOST_BYTES}; shorten the plan")]
    Size {
        /// Its size in bytes.
        bytes: usize,
    },
    /// No armoured block and no JSON object in the text.
    #[error(
        "there is no opening here: neither a JSON document nor a block with its BEGIN and END lines. Attach the file, or copy the whole block"
    )]
    Missing,
    /// The block begins and does not end.
    #[error("the opening is cut off: its END line is missing. Send the whole block, or attach the file")]
    CutOff,
    /// The block arrived with other contents than it left with.
    #[error("the opening was damaged on its way ({what}). Send the block again, or attach the file")]
    Damaged {
        /// What shows it.
        what: &'static str,
    },
    /// Made for something else.
    #[error("this opening is for {what} “{found}”, but “{wanted}” is to be opened; send the one made for it")]
    Binding {
        /// `campaign`, `seat` or `window`.
        what: &'static str,
        /// What is to be opened.
        wanted: String,
        /// What the opening says.
        found: String,
    },
    /// Not what was sealed.
    #[error(
        "the opening gives {found}, but sealed was {sealed}; the seal stands. Send the opening that was made with it, unchanged"
    )]
    Seal {
        /// The seal on record.
        sealed: Seal,
        /// The seal that the opening gives.
        found: Seal,
    },
}

impl Opening {
    /// Makes a sealed document from a plan and 16 to 32 random bytes.
    ///
    /// # Errors
    /// The plan holds floats, is too deep or too large; or the nonce has another length.
    pub fn new(binding: &Binding, plan: Value, nonce: &[u8]) -> Result<Self, OpeningError> {
        if !(LEAST_NONCE..=MOST_NONCE).contains(&nonce.len()) {
            return Err(OpeningError::Nonce);
        }
        Opening::from_value(&json!({
            "campaign": binding.campaign,
            "format": FORMAT,
            "nonce": data_encoding::HEXLOWER.encode(nonce),
            "plan": plan,
            "seat": binding.seat,
            "window": binding.window,
        }))
    }

    /// Reads a document that is data already, such as the secret of an `opened` entry.
    ///
    /// # Errors
    /// It is no sealed document of this format, or breaks a limit.
    pub fn from_value(value: &Value) -> Result<Self, OpeningError> {
        let whole = |wanted| OpeningError::Member { member: "the document".into(), wanted };
        let members = value.as_object().ok_or(whole("one object"))?;
        let format = text(members, "format")?;
        if format != FORMAT {
            return Err(OpeningError::Format { found: format.chars().take(40).collect() });
        }
        if let Some(member) = members.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
            return Err(OpeningError::Unknown { member: member.chars().take(40).collect() });
        }
        let nonce = text(members, "nonce")?;
        let nonce_bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(nonce.as_bytes()).unwrap_or_default();
        if !(LEAST_NONCE..=MOST_NONCE).contains(&nonce_bytes.len()) {
            return Err(OpeningError::Nonce);
        }
        let plan = members
            .get("plan")
            .filter(|plan| plan.is_object())
            .ok_or(OpeningError::Member { member: "plan".into(), wanted: "an object" })?;
        let binding = Binding {
            campaign: text(members, "campaign")?,
            seat: text(members, "seat")?,
            window: text(members, "window")?,
        };
        let json = canonical(value)?;
        if json.len() > MOST_BYTES {
            return Err(OpeningError::Size { bytes: json.len() });
        }
        Ok(Opening { binding, nonce, plan: plan.clone(), json })
    }

    /// Reads an opening from a text: a JSON document in any layout, or the first good armoured block.
    ///
    /// # Errors
    /// There is none, or it is damaged, or is no sealed document; of several blocks the first one's error.
    pub fn read(text: &str) -> Result<Self, OpeningError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('{') {
            return Opening::from_json(text);
        }
        let mut first = None;
        for found in Opening::find(text) {
            match found {
                Ok(opening) => return Ok(opening),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or(OpeningError::Missing))
    }

    /// All armoured blocks in a text, in their order: a mail may quote an older opening above the new one.
    pub fn find(text: &str) -> Vec<Result<Self, OpeningError>> {
        armour::find(text).into_iter().map(|block| Opening::from_json(&block?)).collect()
    }

    fn from_json(text: &str) -> Result<Self, OpeningError> {
        // Layout may add to the size, but not without end.
        if text.len() > 4 * MOST_BYTES {
            return Err(OpeningError::Size { bytes: text.len() });
        }
        Opening::from_value(&parse_strict(text)?)
    }

    /// Its seal.
    pub fn seal(&self) -> Seal {
        Seal(Hash256::of(&self.json))
    }

    /// What it belongs to.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// The plan.
    pub fn plan(&self) -> &Value {
        &self.plan
    }

    /// The document as data, for the ledger.
    pub fn to_value(&self) -> Value {
        json!({
            "campaign": self.binding.campaign,
            "format": FORMAT,
            "nonce": self.nonce,
            "plan": self.plan,
            "seat": self.binding.seat,
            "window": self.binding.window,
        })
    }

    /// The document as canonical JSON, for an attachment: exactly the bytes that are hashed, no line end.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The document as a block of text that survives mail programs; lines end in `\n`.
    pub fn armour(&self) -> String {
        armour::wrap(&self.json)
    }

    /// Whether this opens `seal` for `binding`.
    ///
    /// # Errors
    /// [`OpeningError::Seal`] with both hashes, or [`OpeningError::Binding`]: the seal holds, but for something else.
    pub fn check(&self, seal: &Seal, binding: &Binding) -> Result<(), OpeningError> {
        let is = |what, wanted: &str, found: &str| match wanted == found {
            true => Ok(()),
            false => Err(OpeningError::Binding { what, wanted: wanted.into(), found: found.into() }),
        };
        is("campaign", &binding.campaign, &self.binding.campaign)?;
        is("seat", &binding.seat, &self.binding.seat)?;
        is("window", &binding.window, &self.binding.window)?;
        let found = self.seal();
        if found == *seal { Ok(()) } else { Err(OpeningError::Seal { sealed: *seal, found }) }
    }
}

fn text(members: &Map<String, Value>, name: &str) -> Result<String, OpeningError> {
    match members.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(OpeningError::Member { member: name.to_owned(), wanted: "text" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding() -> Binding {
        Binding { campaign: "westeros-7".into(), seat: "stark".into(), window: "3/planning".into() }
    }

    fn opening() -> Opening {
        Opening::new(&binding(), json!({"orders": {"winterfell": "march+0"}}), &[7; 16]).unwrap()
    }

    #[test]
    fn an_opening_opens_its_seal_and_no_other() {
        let (opening, other) = (opening(), Opening::new(&binding(), json!({}), &[7; 16]).unwrap());
        assert_eq!(opening.check(&opening.seal(), &binding()), Ok(()));
        let error = other.check(&opening.seal(), &binding()).unwrap_err();
        let words = error.to_string();
        assert!(words.contains(&opening.seal().to_string()) && words.contains(&other.seal().to_string()));
    }

    #[test]
    fn an_opening_is_bound_to_campaign_seat_and_window() {
        let opening = opening();
        for (what, other) in [
            ("campaign", Binding { campaign: "x".into(), ..binding() }),
            ("seat", Binding { seat: "x".into(), ..binding() }),
            ("window", Binding { window: "x".into(), ..binding() }),
        ] {
            match opening.check(&opening.seal(), &other) {
                Err(OpeningError::Binding { what: found, .. }) => assert_eq!(found, what),
                other => panic!("{what}: {other:?}"),
            }
        }
    }

    #[test]
    fn documents_that_break_the_rules_are_refused_each_with_its_reason() {
        let with = |name: &str, value: Value| {
            let mut document = opening().to_value();
            document[name] = value;
            Opening::from_value(&document).unwrap_err()
        };
        assert!(matches!(with("format", json!("ravenpost/2")), OpeningError::Format { .. }));
        assert_eq!(with("nonce", json!("00".repeat(15))), OpeningError::Nonce);
        assert_eq!(with("nonce", json!("00".repeat(33))), OpeningError::Nonce);
        assert_eq!(with("nonce", json!("zz".repeat(16))), OpeningError::Nonce);
        assert!(matches!(with("plan", json!({"a": 0.5})), OpeningError::Canonical(_)));
        assert!(matches!(with("plan", json!("all")), OpeningError::Member { .. }));
        assert!(matches!(with("seat", json!(3)), OpeningError::Member { .. }));
        assert!(matches!(with("extra", json!(3)), OpeningError::Unknown { .. }));
        assert!(matches!(with("plan", json!({"x": "y".repeat(MOST_BYTES)})), OpeningError::Size { .. }));
        assert_eq!(Opening::new(&binding(), json!({}), &[0; 15]), Err(OpeningError::Nonce));
        assert_eq!(Opening::new(&binding(), json!({}), &[0; 33]), Err(OpeningError::Nonce));
        assert!(matches!(Opening::from_value(&json!([])), Err(OpeningError::Member { .. })));
    }

    #[test]
    fn an_opening_is_read_in_any_layout_but_not_with_a_member_twice() {
        let opening = opening();
        let pretty = format!("\u{feff} {}\r\n", serde_json::to_string_pretty(&opening.to_value()).unwrap());
        assert_eq!(Opening::read(&pretty), Ok(opening.clone()));
        assert_eq!(Opening::read(opening.json()), Ok(opening.clone()));
        let twice = opening.json().replacen('{', "{\"seat\":\"tully\",", 1);
        assert!(matches!(Opening::read(&twice), Err(OpeningError::Json(_))));
        assert_eq!(Opening::read("Dear all, I open nothing."), Err(OpeningError::Missing));
    }

    #[test]
    fn seals_are_read_leniently() {
        let seal = opening().seal();
        let text = seal.to_string();
        for way in [text.clone(), text.to_uppercase(), format!("  {text}\r\n"), text.replace(':', ": ")] {
            assert_eq!(way.parse(), Ok(seal));
            assert_eq!(serde_json::from_value::<Seal>(json!(way)).unwrap(), seal);
        }
        assert_eq!(serde_json::to_value(seal).unwrap(), text);
        assert_eq!(text[7..].parse(), Ok(seal));
        assert_eq!(text[..70].parse::<Seal>(), Err(SealError::Length { found: 63 }));
        assert_eq!(
            text.replace("sha256:", "sha256:x").parse::<Seal>(),
            Err(SealError::Symbol { found: 'x' })
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_read_without_a_panic(text in ".{0,200}", inside in "[A-Za-z0-9+/= >\n]{0,200}") {
            let _ = (Opening::read(&text), text.parse::<Seal>(), crate::seal::SeatKey::parse(&text));
            let block = format!("-----BEGIN RAVENPOST OPENING-----{inside}-----END RAVENPOST OPENING-----{text}");
            let _ = Opening::find(&block);
            let ids = crate::seal::MessageIds::new("c", "d", [0; 32]);
            let _ = (ids.recognise(&text, ["s"]), ids.recognise(&format!("<ravenpost.{text}"), ["s"]));
        }
    }
}
