//! The one way to write a JSON value (RFC 8785, narrowed to integers), and SHA-256 over it.

use data_encoding::HEXLOWER_PERMISSIVE;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// The deepest nesting of lists and objects.
pub const MOST_DEPTH: usize = 64;

/// The largest integer, and its negative the smallest, that every JSON reader keeps exactly: 2^53 − 1.
pub const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// A value without a canonical form. `at` is a JSON pointer, empty for the whole document.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CanonicalError {
    /// A number with a fraction or an exponent: programs write those differently, so a hash would not hold.
    #[error("{number} at “{at}” is not a whole number; write whole numbers only, or quote it as text")]
    Float { at: String, number: String },
    /// An integer beyond [`LARGEST_INTEGER`].
    #[error(
        "{number} at “{at}” is beyond 2^53 − 1, where programs no longer agree on numbers; quote it as text"
    )]
    Integer { at: String, number: String },
    /// Deeper than [`MOST_DEPTH`].
    #[error("lists and objects are nested more than {MOST_DEPTH} levels deep; flatten the document")]
    Depth,
}

/// Returns the canonical form of a value: no spaces, members in the order of their names' UTF-16 units, the shortest
/// escapes, whole numbers only.
///
/// # Errors
/// If the value contains a float or an integer beyond [`LARGEST_INTEGER`], or is too deep.
pub fn canonical(value: &Value) -> Result<String, CanonicalError> {
    // Compact JSON of whole numbers differs from RFC 8785 in nothing but the order of names beyond ASCII, and is
    // made in half the time: a ledger of thousands of lines is read at every tick.
    let text = match admit(value, 0)? {
        Names::Ascii => serde_json::to_string(value),
        Names::Any => serde_json_canonicalizer::to_string(value),
    };
    // What was admitted is a tree of strings, integers, lists and objects with text for names, which always
    // serializes; should that ever change, refusing is right.
    text.map_err(|_| CanonicalError::Depth)
}

/// The characters in the names of a value's members, which decide how they are sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Names {
    Ascii,
    Any,
}

/// Checks that a value has a canonical form, and returns the characters of its names.
fn admit(value: &Value, depth: usize) -> Result<Names, CanonicalError> {
    if depth > MOST_DEPTH {
        return Err(CanonicalError::Depth);
    }
    match value {
        Value::Number(number) => {
            let size = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
            match size {
                Some(size) if size <= LARGEST_INTEGER => Ok(Names::Ascii),
                Some(_) => Err(CanonicalError::Integer { at: String::new(), number: number.to_string() }),
                None => Err(CanonicalError::Float { at: String::new(), number: number.to_string() }),
            }
        }
        Value::Array(items) => items.iter().enumerate().try_fold(Names::Ascii, |names, (i, item)| {
            admit(item, depth + 1).map(|own| own.max(names)).map_err(|e| e.under(&i.to_string()))
        }),
        Value::Object(members) => members.iter().try_fold(Names::Ascii, |names, (name, member)| {
            let name_is = if name.is_ascii() { Names::Ascii } else { Names::Any };
            admit(member, depth + 1).map(|own| own.max(names).max(name_is)).map_err(|e| e.under(name))
        }),
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(Names::Ascii),
    }
}

impl CanonicalError {
    fn under(mut self, name: &str) -> Self {
        if let CanonicalError::Float { at, .. } | CanonicalError::Integer { at, .. } = &mut self {
            at.insert_str(0, &format!("/{}", name.replace('~', "~0").replace('/', "~1")));
        }
        self
    }
}

/// A text that is not a JSON document which every program reads alike.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct StrictError {
    /// From 1.
    pub line: usize,
    /// In bytes, from 1; 0 if the line is empty.
    pub column: usize,
    /// A description of the problem.
    pub what: String,
}

/// Reads JSON, but refuses what programs read differently: floats, and a member named twice.
///
/// # Errors
/// If the text is not JSON, or contains a float or a member twice; the error has the line.
pub fn parse_strict(text: &str) -> Result<Value, StrictError> {
    serde_json::from_str::<Strict>(text).map(|strict| strict.0).map_err(|e| {
        let what = e.to_string();
        let end = what.rfind(" at line ").unwrap_or(what.len());
        StrictError { line: e.line(), column: e.column(), what: what[..end].to_owned() }
    })
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without floats")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Err(E::custom(format_args!("{value} is not written as a whole number, or is too large")))
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Strict(value))) = members.next_entry::<String, Strict>()? {
            if object.contains_key(&name) {
                return Err(de::Error::custom(format_args!("“{name}” is there twice")));
            }
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

/// A SHA-256 hash; as text 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash256(pub [u8; 32]);

impl Hash256 {
    /// The hash that the first line of a chain follows: 64 zeros.
    pub const ZERO: Hash256 = Hash256([0; 32]);

    /// Hashes bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        let digest = ring::digest::digest(&ring::digest::SHA256, bytes.as_ref());
        let mut hash = [0; 32];
        hash.iter_mut().zip(digest.as_ref()).for_each(|(to, from)| *to = *from);
        Hash256(hash)
    }

    /// Hashes the canonical form of a value.
    ///
    /// # Errors
    /// If the value has no [`canonical`] form.
    pub fn of_value(value: &Value) -> Result<Self, CanonicalError> {
        canonical(value).map(Hash256::of)
    }
}

impl fmt::Display for Hash256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for Hash256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a SHA-256 hash, which has 64 hex digits")]
pub struct NotAHash;

impl FromStr for Hash256 {
    type Err = NotAHash;
    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).map_err(|_| NotAHash)?;
        bytes.try_into().map(Hash256).map_err(|_| NotAHash)
    }
}

impl serde::Serialize for Hash256 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash256 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn members_are_sorted_by_utf16_and_strings_escaped_shortly() {
        let value: Value = serde_json::from_str(
            r#"{"\ud83d\ude00":1,"\ufb33":2,"b":[true,null],"a":"\u000f/\u00e9\u007f\n"}"#,
        )
        .unwrap();
        assert_eq!(
            canonical(&value).unwrap(),
            "{\"a\":\"\\u000f/é\u{7f}\\n\",\"b\":[true,null],\"😀\":1,\"\u{fb33}\":2}"
        );
    }

    #[test]
    fn floats_large_integers_and_depth_are_refused_with_their_place() {
        let error = canonical(&json!({"plan": {"bids": [1, 2.5]}})).unwrap_err();
        assert_eq!(error, CanonicalError::Float { at: "/plan/bids/1".into(), number: "2.5".into() });
        assert!(canonical(&json!(LARGEST_INTEGER)).is_ok());
        assert!(canonical(&json!(-(LARGEST_INTEGER as i64))).is_ok());
        for n in [json!(LARGEST_INTEGER + 1), json!(i64::MIN)] {
            let why = CanonicalError::Integer { at: "/bid".into(), number: n.to_string() };
            assert_eq!(canonical(&json!({"bid": n})), Err(why));
        }
        let nest = |n| (0..n).fold(json!(1), |inner, _| json!([inner]));
        assert!(canonical(&nest(MOST_DEPTH)).is_ok());
        assert_eq!(canonical(&nest(MOST_DEPTH + 1)), Err(CanonicalError::Depth));
    }

    #[test]
    fn strict_reading_refuses_what_programs_read_differently() {
        for bad in [r#"{"a":1,"a":2}"#, "[1.0]", "[1e2]", "[-0]", "[1] x", ""] {
            assert!(parse_strict(bad).is_err(), "{bad}");
        }
        let error = parse_strict("{\n \"a\": 1,\n \"a\": 2}").unwrap_err();
        assert_eq!((error.line, error.what.as_str()), (3, "“a” is there twice"));
        assert_eq!(
            parse_strict(r#"{"a":[1,"x",null,false,-3]}"#).unwrap(),
            json!({"a":[1,"x",null,false,-3]})
        );
    }

    #[test]
    fn hashes_are_written_and_read_as_hex() {
        let hash = Hash256::of("abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(hash.to_string().to_uppercase().parse(), Ok(hash));
        assert_eq!("ba78".parse::<Hash256>(), Err(NotAHash));
    }

    /// Any value that may be hashed.
    fn any_value() -> impl Strategy<Value = Value> {
        let largest = LARGEST_INTEGER as i64;
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-largest..=largest).prop_map(Value::from),
            (-99i64..=99).prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            "[\\x00-\\x7f]{0,9}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            let name = prop_oneof!["[ -~\\t\\n]{0,4}", any::<String>()];
            let members = prop::collection::btree_map(name, inner.clone(), 0..6);
            let ascii = prop::collection::btree_map("[a-zA-Z0-9_. \"-]{0,3}", inner.clone(), 0..6);
            prop_oneof![
                prop::collection::vec(inner, 0..6).prop_map(Value::from),
                members.prop_map(|members| Value::Object(members.into_iter().collect())),
                ascii.prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_short_way_writes_what_rfc_8785_does_and_all_is_read_again(value in any_value()) {
            let text = canonical(&value).unwrap();
            prop_assert_eq!(&text, &serde_json_canonicalizer::to_string(&value).unwrap());
            prop_assert_eq!(parse_strict(&text).unwrap(), value);
        }
    }
}
