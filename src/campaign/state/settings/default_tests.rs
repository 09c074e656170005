//! What `ravenpost new` writes, what the guide says and what the code takes if a setting is left out are the same.

use super::*;
use minijinja::{Environment, context};

/// The file as `new` writes it for three players, at the terminal and from its options alike.
fn written() -> String {
    let seats = ["stark", "lannister", "baratheon"].map(
        |seat| context! { seat, name => seat, player => seat, address => format!("{seat}@example.org") },
    );
    let values = context! {
        id => "westeros-7", title => "Westeros", game => "thrones-1e", players => 3, address => "orders@example.org",
        timezone => "Europe/Rome", gm_name => "Maria", gm_address => "maria@example.org", first_seat => "stark",
        rehearsal => "no", seats => seats,
    };
    Environment::new().render_str(include_str!("../../../../templates/campaign.yaml"), values).unwrap()
}

/// The settings of a file one by one: a key, its line, and the lines indented below it.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty()) {
        match line.split_once(':') {
            Some((key, _)) if !line.starts_with(' ') => parts.push((key.to_owned(), format!("{line}\n"))),
            _ => parts.last_mut().unwrap().1.push_str(&format!("{line}\n")),
        }
    }
    parts
}

fn without(parts: &[(String, String)], left_out: &str) -> String {
    parts.iter().filter(|(key, _)| key != left_out).map(|(_, lines)| lines.as_str()).collect()
}

/// What every campaign has to say for itself.
const NEEDED: [&str; 7] = ["campaign", "title", "game", "address", "timezone", "gm", "seats"];

#[test]
fn what_is_left_out_is_as_new_writes_it() {
    let text = written();
    let (whole, parts) = (read(&text).unwrap_or_else(|wrong| panic!("{wrong}")), parts(&text));
    assert!(parts.len() > 25, "{parts:?}");
    for (key, _) in parts.iter().filter(|(key, _)| !NEEDED.contains(&key.as_str())) {
        let left = read(&without(&parts, key)).unwrap_or_else(|wrong| panic!("without {key}: {wrong}"));
        assert_eq!(left, whole, "without {key}");
    }
    let (_, clock) = parts.iter().find(|(key, _)| key == "clock").unwrap();
    for line in clock.lines().skip(1) {
        let left =
            read(&text.replace(&format!("{line}\n"), "")).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
        assert_eq!(left, whole, "without clock: {line}");
    }
    for limit in
        ["mail: 1 MiB, ", "plan: 64 KiB, ", "mails an hour: 20, ", "press: 4000, ", "press a day: 30, "]
    {
        let left = text.replace(limit, "");
        assert!(left != text, "{limit}");
        assert_eq!(read(&left).unwrap(), whole, "without {limit}");
    }
    // The only one that `new` writes otherwise, unless it is told not to.
    assert!(text.contains("Without this line there is none.\nrehearsal: no\n"));
}

#[test]
fn the_guide_names_the_defaults() {
    let text = written();
    let whole = read(&text).unwrap();
    let guide = include_str!("../../../../docs/gm-guide.md");
    let table = guide.split("| setting | first the default").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() >= 6, "{rows:?}");
    for row in rows {
        let mut said = row.split('`').skip(1).step_by(2);
        let (key, value) = (said.next().unwrap(), said.next().unwrap());
        let line = match key.split_once(": ") {
            Some((group, key)) => format!("{group}:\n  {key}: {value}\n"),
            None => format!("{key}: {value}\n"),
        };
        let group = key.split(':').next().unwrap();
        let settings = read(&format!("{}{line}", without(&parts(&text), group)));
        assert_eq!(settings.unwrap_or_else(|wrong| panic!("{row}: {wrong}")), whole, "{row}");
    }
}
