//! Sealed plans: the document, its seal, and whether an opening is what was sealed (docs/protocol.md, "Seals").

use super::armour;
use super::canonical::{Hash256, canonical, parse_strict};
use super::fingerprint::Seal;
use super::opening_error::{FORMAT, LEAST_NONCE, MOST_BYTES, MOST_NONCE, OpeningError};
use serde_json::{Map, Value, json};

const MEMBERS: [&str; 6] = ["campaign", "format", "nonce", "plan", "seat", "window"];

/// The campaign, seat and window of a sealed plan, so that it cannot be used again elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The campaign's id.
    pub campaign: String,
    /// Such as `stark`.
    pub seat: String,
    /// Such as `3/planning`.
    pub window: String,
}

/// A sealed document: the seal is its hash, and sending the document opens the seal.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    binding: Binding,
    nonce: String,
    plan: Value,
    json: String,
    seal: Seal,
}

impl Opening {
    /// Makes a sealed document from a plan and 16 to 32 random bytes.
    ///
    /// # Errors
    /// If the plan contains a float, is too deep or too large, or the nonce has another length.
    pub fn new(binding: &Binding, plan: Value, nonce: &[u8]) -> Result<Self, OpeningError> {
        if !(LEAST_NONCE..=MOST_NONCE).contains(&nonce.len()) {
            return Err(OpeningError::Nonce);
        }
        let mut document = json!({
            "campaign": binding.campaign,
            "format": FORMAT,
            "nonce": data_encoding::HEXLOWER.encode(nonce),
            "seat": binding.seat,
            "window": binding.window,
        });
        document["plan"] = plan;
        Opening::of(document)
    }

    /// Reads a document that is data already, such as the secret of an `opened` entry.
    ///
    /// # Errors
    /// If it is not a sealed document of this format, or exceeds a limit.
    pub fn from_value(value: &Value) -> Result<Self, OpeningError> {
        Opening::of(value.clone())
    }

    fn of(mut value: Value) -> Result<Self, OpeningError> {
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
        if !members.get("plan").is_some_and(Value::is_object) {
            return Err(OpeningError::Member { member: "plan".into(), wanted: "an object" });
        }
        let binding = Binding {
            campaign: text(members, "campaign")?,
            seat: text(members, "seat")?,
            window: text(members, "window")?,
        };
        let json = canonical(&value)?;
        if json.len() > MOST_BYTES {
            return Err(OpeningError::Size { bytes: json.len() });
        }
        let seal = Seal(Hash256::of(&json));
        Ok(Opening { binding, nonce, plan: value["plan"].take(), json, seal })
    }

    /// Reads an opening from a text: a JSON document in any layout, or the first good armoured block.
    ///
    /// # Errors
    /// If there is none, it is damaged, or it is not a sealed document. Of several blocks the error is that of the
    /// first.
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

    /// Returns the openings of all armoured blocks in a text, in their order: a mail may quote an older one above the
    /// new one.
    pub fn find(text: &str) -> Vec<Result<Self, OpeningError>> {
        armour::find(text).into_iter().map(|block| Opening::from_json(&block?)).collect()
    }

    fn from_json(text: &str) -> Result<Self, OpeningError> {
        // Layout may add to the size, but not without end.
        if text.len() > 4 * MOST_BYTES {
            return Err(OpeningError::Size { bytes: text.len() });
        }
        Opening::of(parse_strict(text)?)
    }

    /// Returns the seal of this document.
    pub fn seal(&self) -> Seal {
        self.seal
    }

    /// Returns the campaign, seat and window it was made for.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// Returns the sealed plan.
    pub fn plan(&self) -> &Value {
        &self.plan
    }

    /// Returns the document as data, for the ledger.
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

    /// Returns the document as canonical JSON, for an attachment: exactly the bytes that are hashed, without a line
    /// end.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns the document as a block of text that survives mail programs; lines end in `
    /// `.
    pub fn armour(&self) -> String {
        armour::wrap(&self.json)
    }

    /// Checks that this opens `seal` for `binding`.
    ///
    /// # Errors
    /// If it gives another seal ([`OpeningError::Seal`]), or was made for something else ([`OpeningError::Binding`]).
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
    use crate::seal::SealError;

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
        let text = opening().to_value().to_string();
        let long = |bytes: usize| text.clone() + &" ".repeat(bytes - text.len());
        assert_eq!(Opening::from_json(&long(4 * MOST_BYTES)), Ok(opening()));
        assert!(matches!(Opening::from_json(&long(4 * MOST_BYTES + 1)), Err(OpeningError::Size { .. })));
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
