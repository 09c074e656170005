//! Views as YAML that a player can read, edit and hand back. Text that any reader of YAML, old or new, could take
//! for something else (`no`, `012`, `1e3`, `~`) is quoted.
//!
//! Own code, because the crate's writer leaves `no` bare, which readers of YAML 1.1 take for *false*.

use serde_json::{Map, Value};

/// How long a list or map on one line may get.
const LINE: usize = 76;

/// A view as a YAML document.
pub fn view_yaml(view: &Value) -> String {
    let mut out = String::new();
    match view {
        Value::Object(map) if !map.is_empty() => block_map(map, 0, &mut out),
        Value::Array(list) if !list.is_empty() => block_list(list, 0, &mut out),
        scalar => {
            out.push_str(&flow(scalar));
            out.push('\n');
        }
    }
    out
}

/// A value as YAML on one line: `{from: winterfell, to: {moat-cailin: {knight: 1}}}`.
pub fn flow(value: &Value) -> String {
    match value {
        Value::Null => "~".to_owned(),
        Value::Bool(yes) => yes.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => scalar(text),
        Value::Array(list) => format!("[{}]", list.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| format!("{}: {}", scalar(key), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Texts that some reader of YAML takes for a truth value, nothing or a number.
const TAKEN: &[&str] =
    &["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity"];

/// A text as a scalar: bare where that is safe in every place, else in double quotes.
fn scalar(text: &str) -> String {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = !text.ends_with(' ');
    let clean = text.chars().all(|c| c.is_alphanumeric() || " _-+.'*/()".contains(c));
    let taken = TAKEN.contains(&text.to_ascii_lowercase().as_str());
    if begins && ends && clean && !taken { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a value goes on one line after what is before it.
fn short(value: &Value, before: usize) -> Option<String> {
    let flat = match value {
        Value::Array(list) => list.iter().all(|v| !v.is_array() && !v.is_object()),
        Value::Object(map) => map.values().all(|v| !v.is_array() && !v.is_object()),
        _ => return Some(flow(value)),
    };
    let empty = value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty);
    if !empty && !flat {
        return None;
    }
    let line = flow(value);
    (empty || before + line.chars().count() <= LINE).then_some(line)
}

fn block_map(map: &Map<String, Value>, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for (key, value) in map {
        let key = scalar(key);
        match short(value, indent.len() + key.chars().count() + 2) {
            Some(line) => out.push_str(&format!("{indent}{key}: {line}\n")),
            None => {
                out.push_str(&format!("{indent}{key}:\n"));
                block(value, depth + 1, out);
            }
        }
    }
}

fn block_list(list: &[Value], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for value in list {
        match short(value, indent.len() + 2) {
            Some(line) => out.push_str(&format!("{indent}- {line}\n")),
            None => {
                out.push_str(&format!("{indent}-\n"));
                block(value, depth + 1, out);
            }
        }
    }
}

fn block(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) => block_map(map, depth, out),
        Value::Array(list) => block_list(list, depth, out),
        scalar => out.push_str(&format!("{}{}\n", "  ".repeat(depth), flow(scalar))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_goes_out_comes_back() {
        let view = json!({
            "seat": null, "no": "no", "012": "012", "empty": "", "tilde": "~", "date": "2026-11-20", "float": "1e3",
            "march": "march+0", "star": "march*", "lead": "*a", "colon": "a: b", "hash": "a #b", "space": " a ",
            "quote": "Storm's \"End\"\\", "lines": "a\nb\t\u{85}\u{2028}\u{7f}", "zürich": "Zürich 軍", "yes": true, "n": -3,
            "deep": {"list": [[1, 2], [], {}, {"a": {"b": ["x", "no"]}}], "long": ["word".repeat(20), "more".repeat(20)]},
            "chart": ["Bo Bo .. Si", " Bo Bo"], "comma": "a, b", "brace": "{a}", "dash": "- a", "question": "? a",
        });
        let text = view_yaml(&view);
        let back: Value = serde_yaml::from_str(&text).unwrap();
        assert_eq!(back, view, "{text}");
        let strict: Value = serde_saphyr::from_str(&text).unwrap();
        assert_eq!(strict, view, "{text}");
        let line = flow(&view);
        assert!(!line.contains('\n'));
        assert_eq!(serde_yaml::from_str::<Value>(&line).unwrap(), view, "{line}");
    }

    #[test]
    fn what_is_small_stands_on_one_line() {
        let view = json!({"units": {"footman": 2, "knight": 1}, "borders": ["pyke"], "order": null});
        assert_eq!(view_yaml(&view), "borders: [pyke]\norder: ~\nunits: {footman: 2, knight: 1}\n");
    }
}
