//! What the guides show between backticks for people to write: each is sent, and does what the page says.

use super::club::Club;
use std::collections::BTreeSet;

const PAGES: [(&str, &str); 6] = [
    ("mail.md", include_str!("../../../docs/mail.md")),
    ("mail-servers.md", include_str!("../../../docs/mail-servers.md")),
    ("living.md", include_str!("../../../docs/living.md")),
    ("player-guide.md", include_str!("../../../docs/player-guide.md")),
    ("gm-guide.md", include_str!("../../../docs/gm-guide.md")),
    ("gm-reference.md", include_str!("../../../docs/gm-reference.md")),
];

/// Settings of campaign.yaml and lines of commands' output, which have the form of a mail and are none.
const NO_MAILS: &[&str] = &[
    "(press:)",
    "mail in",
    "mail out",
    "filed under",
    "token from",
    "mailbox",
    "time of receipt",
    "clock",
    "limits",
    "tls",
    "no mail password",
    "handover press",
    "anonymous",
    "reveal at the end",
    "pace",
    "ask about",
    "options",
    "gm",
    "secrecy",
    "absence",
    "map",
    "page",
    "waits beyond its deadline for",
    "{env",
    "{file",
    "{command",
    "{mordred",
    "{words",
];

/// Examples of values, and of what machines write.
const NO_LINES: &[&str] = &[
    "every 3 days at 20:00",
    "every mon thu at 20:00",
    "chance: {until: …}",
    "rehearsal: yes",
    "rehearsal: none",
    "\"2026-12-05 20:00\"",
];

/// The lines of a page that people may write: what stands between backticks and has a colon behind a name.
fn lines(page: &str) -> BTreeSet<String> {
    let mut is_fenced = false;
    let open = page.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence && !line.starts_with("    ")
    });
    let text = open.collect::<Vec<_>>().join("\n");
    let shown =
        text.split('`').skip(1).step_by(2).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_line = |text: &String| {
        text.split_once(':').is_some_and(|(name, value)| {
            !value.trim().is_empty()
                && !text.contains('|')
                && !name.contains(['/', '@', '.'])
                && !text.starts_with(['-', '<', '#', '(', ','])
        })
    };
    shown.filter(is_line).collect()
}

/// What a page shows is written by somebody in a campaign that has come so far: messages before it, and the message itself.
fn as_written(line: &str) -> (Vec<&'static str>, String) {
    let days = "from: 2026-12-20, to: 2026-12-27";
    let orders = "Winterfell defense\nWhite Harbor defense\nThe Shivering Sea support";
    let body = line
        .replace("from: …, to: …", days)
        .replace("sha256:…", &format!("sha256:{}", "0a".repeat(32)))
        .replace('…', "the first raid")
        .replace("NUMBER", "3 7 12")
        // There are three houses here, called by their names, in their first turn.
        .replace("anna", "lannister")
        .replace("Anna", "Lannister")
        .replace("Bert", "Baratheon")
        .replace("turn 2", "turn 1")
        .replace("turn: 2", "turn: 1")
        .replace("map 3", "map 1")
        .replace("2/planning", "1/planning");
    let (before, body) = match line {
        "absent: none" => (vec!["absent: {from: 2026-12-20, to: 2026-12-27}"], body),
        "resign: no" => (vec!["resign: yes"], body),
        "do: resume" => (vec!["do: pause"], body),
        "final: yes" => (vec![orders], body),
        "ask: forecast" => (vec![], format!("{orders}\n{body}")),
        _ if line.starts_with("close dispute") => (vec!["dispute: my raid was not counted"], body),
        // Parts of a section that stands on the page around them.
        _ if line.starts_with("play:") || line.starts_with("stand-in:") => {
            (vec![], format!("absent: {{{days}, {body}}}"))
        }
        _ => (vec![], body),
    };
    (before, body)
}

/// What is not done in this campaign, as the page says, with the words of the receipt.
const ELSEWHERE: &[(&str, &str)] = &[
    ("do: replace greyjoy with Eva eva@example.org", "Nobody here is called"),
    // Seats still have time, so nothing is closed without a word more.
    ("do: process", "Nothing was closed"),
    ("do: [process, status]", "Nothing was closed"),
    // No ruling has been shown.
    ("do: adopt", "We cannot tell which ruling you mean"),
    ("do: {rule: …}", "A ruling says what it changes, and why"),
    ("do: {rewind: 2/planning, because: \"…\"}", "nothing has been sent or decided since"),
    // There is no public number here, no rehearsal, and the words of chance are fixed.
    ("do: {chance: \"NUMBER\"}", "founded without a public number"),
    ("do: {chance: \"3 7 12 24 31 42\"}", "founded without a public number"),
    ("do: {correct chance: \"NUMBER\"}", "founded without a public number"),
    ("do: {correct chance: \"…\"}", "founded without a public number"),
    ("chance: what I see from my window is a red crane", "The time for words of chance is over"),
    // Nobody gets what turns to two readers, or has an order in it.
    ("To Anna: peace. To Bert: war", "Not accepted"),
    ("To Anna: deal. Winterfell raid", "Not accepted"),
];

#[test]
fn what_the_guides_show_to_write_does_what_they_say() {
    let westeros =
        Club::of("thrones-1e", &["stark", "lannister", "baratheon"], "press: grey\nsecrecy: either\n", 7);
    let britain = Club::of("king-is-dead", &["bedivere", "morgan"], "", 7);
    let mut count = 0;
    for (page, text) in PAGES {
        for line in lines(text) {
            let name = line.split(':').next().unwrap();
            if NO_MAILS.contains(&name) || NO_LINES.contains(&line.as_str()) {
                continue;
            }
            let (mut club, seat) = match name {
                "turns" => (britain.fork(), "morgan"),
                _ => (westeros.fork(), "stark"),
            };
            let mut write = |text: &str| {
                if text.starts_with("do:") || text.starts_with("close dispute") {
                    let key = club.key("gm");
                    club.send("maria", "", "text/plain; charset=utf-8", &format!("key: {key}\n\n{text}\n"))
                } else {
                    club.write(seat, text)
                }
            };
            let (before, body) = as_written(&line);
            for text in before {
                let said = write(text);
                assert!(!said.contains("Not accepted"), "{text}: {said}");
            }
            let said = write(&body);
            let told = ELSEWHERE.iter().find(|(known, _)| *known == line).map(|(_, words)| *words);
            let is_right = match told {
                Some(words) => said.contains(words),
                None => said.contains("What we understood") && !said.contains("Not accepted"),
            };
            assert!(is_right, "{page}: `{line}` written as {body:?}: {said}");
            count += 1;
        }
    }
    assert!(count >= 50, "{count} lines");
}
