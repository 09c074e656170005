//! Writes views as YAML that a player can read, edit and send back. Text that any YAML reader, old or new,
//! could take for something else (`no`, `012`, `1e3`, `~`) is quoted.
//!
//! This is our own code because the crate's writer leaves `no` unquoted, which readers of YAML 1.1 take for
//! *false*. It writes into one string: a state has thousands of scalars, and a string for each took twelve
//! times as long.

use super::common::Alike;
use crate::table::View;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::sync::Arc;

/// Columns of the longest list or map on one line.
const LINE: usize = 76;

/// Returns a view as a YAML document.
pub fn view_yaml(view: &Value) -> String {
    let mut out = String::new();
    block(view, 0, &mut out);
    out
}

/// Returns a view with these members as a YAML document; what is `known` of other views is not written again.
pub(super) fn members_yaml(view: &View, known: &Alike<Arc<Value>, Arc<str>>) -> String {
    let written = view.members().map(|(name, value)| {
        known.get(name, value, || {
            let mut out = String::new();
            member(name, value, 0, &mut out);
            out.into()
        })
    });
    written.collect::<Vec<Arc<str>>>().concat()
}

/// Returns a value as YAML on one line: `{from: winterfell, to: {moat-cailin: {knight: 1}}}`.
pub fn flow(value: &Value) -> String {
    let mut out = String::new();
    put_flow(value, &mut out);
    out
}

fn put_flow(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push('~'),
        Value::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::Number(number) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{number}");
        }
        Value::String(text) => put_scalar(text, out),
        Value::Array(list) => {
            out.push('[');
            for (i, value) in list.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                put_flow(value, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (i, (key, value)) in map.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                put_scalar(key, out);
                out.push_str(": ");
                put_flow(value, out);
            }
            out.push('}');
        }
    }
}

/// Texts that some YAML reader takes for a truth value, null or a number.
const TAKEN: &[&str] =
    &["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "infinity"];

/// Writes a text as a scalar: plain where that is safe anywhere, otherwise in double quotes.
fn put_scalar(text: &str, out: &mut String) {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = !text.ends_with(' ');
    let clean = text.chars().all(|c| {
        c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '+' | '.' | '\'' | '*' | '/' | '(' | ')')
    });
    let taken = TAKEN.iter().any(|taken| taken.eq_ignore_ascii_case(text));
    if begins && ends && clean && !taken { out.push_str(text) } else { put_quoted(text, out) }
}

fn put_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes a value on the current line if it fits; returns `true` if it did.
fn put_short(value: &Value, line: usize, out: &mut String) -> bool {
    let nested = |value: &Value| value.is_array() || value.is_object();
    let (is_empty, is_flat) = match value {
        Value::Array(list) => (list.is_empty(), !list.iter().any(nested)),
        Value::Object(map) => (map.is_empty(), !map.values().any(nested)),
        _ => (true, true),
    };
    if !is_flat {
        return false;
    }
    let end = out.len();
    out.push(' ');
    put_flow(value, out);
    let fits = is_empty || out.get(line..).is_some_and(|line| line.chars().count() <= LINE);
    if fits {
        out.push('\n');
    } else {
        out.truncate(end);
    }
    fits
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

fn block(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => block_map(map, depth, out),
        Value::Array(list) if !list.is_empty() => block_list(list, depth, out),
        scalar => {
            indent(depth, out);
            put_flow(scalar, out);
            out.push('\n');
        }
    }
}

fn block_map(map: &Map<String, Value>, depth: usize, out: &mut String) {
    for (name, value) in map {
        member(name, value, depth, out);
    }
}

fn member(name: &str, value: &Value, depth: usize, out: &mut String) {
    let line = out.len();
    indent(depth, out);
    put_scalar(name, out);
    out.push(':');
    if !put_short(value, line, out) {
        out.push('\n');
        block(value, depth + 1, out);
    }
}

fn block_list(list: &[Value], depth: usize, out: &mut String) {
    for value in list {
        let line = out.len();
        indent(depth, out);
        out.push('-');
        if !put_short(value, line, out) {
            out.push('\n');
            block(value, depth + 1, out);
        }
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
        let known = Alike::default();
        let members = |view: &Value| members_yaml(&view.clone().into(), &known);
        assert_eq!(members(&view), text);
        let mut other = view.clone();
        other["deep"]["list"][3] = json!({"a": {"b": ["x", "yes"]}});
        assert_eq!(members(&other), view_yaml(&other), "what has changed is written anew");
        assert_eq!(members(&view), text);
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
