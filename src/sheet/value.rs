//! Small values as people write them: yes and no, whole numbers, and trees as plain data.

use super::{Content, Node};
use serde_json::{Map, Number, Value};

/// Reads yes or no: `yes`, `on`, `true`, `y`, `1` or their opposites, in any case. YAML 1.2 reads `yes` and `no` as
/// text, but people mean truth.
pub fn truth(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" | "1" => Some(true),
        "no" | "n" | "off" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// Returns `true` for a line of a sheet whose place was left open, with or without a note behind it: `Winterfell: ~   # none`.
pub fn is_left_open(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or_default();
    line.rsplit_once(':').is_some_and(|(_, value)| value.trim() == "~")
}

/// Reads a whole number from 0, in plain digits, with or without `+` before it.
pub fn whole_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.strip_prefix('+').unwrap_or(text);
    (!digits.is_empty() && digits.len() <= 18 && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().ok())
        .flatten()
}

/// Converts a tree to data: whole numbers and truth values as such, everything else as text. Quotation marks, which
/// people may use to keep a number text, are not taken into account.
pub fn plain(node: &Node) -> Value {
    match &node.content {
        Content::Empty => Value::Null,
        Content::Map(entries) => {
            let pairs =
                entries.iter().filter_map(|(key, value)| Some((key.text()?.to_owned(), plain(value))));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
        Content::List(members) => Value::Array(members.iter().map(plain).collect()),
        Content::Text(text) | Content::Implied(text) => match text.parse::<i64>() {
            Ok(number) if text == &number.to_string() => Value::Number(Number::from(number)),
            _ => match text.as_str() {
                "yes" | "true" => Value::Bool(true),
                "no" | "false" => Value::Bool(false),
                _ => Value::String(text.clone()),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_truth() {
        assert_eq!(truth(" Yes "), Some(true));
        assert_eq!(truth("OFF"), Some(false));
        assert_eq!(truth("maybe"), None);
    }

    #[test]
    fn a_place_left_open() {
        for open in ["Winterfell: ~", "  - Winterfell: ~   # now: raid", "1/raven/0/stark/raven:~ "] {
            assert!(is_left_open(open), "{open}");
        }
        for said in
            ["Winterfell: raid", "Winterfell ~", "~", "Winterfell: ~ raid", "# Winterfell: raid # ~", ""]
        {
            assert!(!is_left_open(said), "{said}");
        }
    }

    #[test]
    fn trees_as_data() {
        let tree = |text: &str| crate::sheet::parse(text).unwrap();
        let node = tree("a: 12\nb: [no, 012, ~]\nc: {d: x}");
        assert_eq!(plain(&node), serde_json::json!({"a": 12, "b": [false, "012", null], "c": {"d": "x"}}));
        assert!(!tree("a: {b: ~, c: [~]}").says_something() && tree("a: {b: []}").says_something());
    }

    #[test]
    fn numbers() {
        assert_eq!(whole_number("012"), Some(12));
        assert_eq!(whole_number("+3"), Some(3));
        for wrong in ["", "-1", "1.5", "three", "+", "99999999999999999999"] {
            assert_eq!(whole_number(wrong), None, "{wrong}");
        }
    }
}
