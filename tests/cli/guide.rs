//! The mails in docs/players.md are those that the program sends, and what the players there write is what it reads.
//! `UPDATE_GUIDE=1 cargo test --test cli guide` puts the mails into the page, to be looked at.

use super::living::gm_key;
use super::world::*;
use ravenpost::games;
use ravenpost::post::Letter;
use std::fs;
use std::path::{Path, PathBuf};

const NOON: &str = "2026-09-01T12:10:00Z";
const LATER: &str = "2026-09-01T12:20:00Z";

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/players.md")).unwrap()
}

/// The place in the page of a block: behind its opening fence, and before its closing one.
fn place(page: &str, mark: &str) -> std::ops::Range<usize> {
    let mark = format!("<!-- {mark} -->\n```");
    let at = page.find(&mark).unwrap_or_else(|| panic!("no {mark}")) + mark.len();
    let from = at + page[at..].find('\n').unwrap() + 1;
    from..from + page[from..].find("```").unwrap()
}

fn typed(name: &str) -> String {
    let page = page();
    page[place(&page, &format!("typed: {name}"))].to_owned()
}

/// Hands over what somebody writes, and gives the answer's words.
fn answer(world: &World, who: &str, key: &str, text: &str) -> String {
    let mail = world.plain(who, &format!("key: {key}\n{text}"));
    let before = world.sent().len();
    world.hand(&mail, NOON);
    let to = format!("{who}@x.example");
    let new = world.sent().into_iter().skip(before);
    let own = new.filter(|mail| mail.to.iter().any(|address| address.is(&to)));
    own.map(|mail| words(&mail)).collect::<Vec<_>>().join("\n")
}

fn text(letter: &Letter) -> String {
    letter.parts.first().unwrap().text.clone()
}

/// The lines of a mail from one on, up to another.
fn between(text: &str, from: &str, to: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with(from));
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with(to)).collect();
    assert!(lines.len() > 3, "no {from} before {to} in\n{text}");
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// The first lines of a report, which say all that its reader must know.
fn head_of(text: &str) -> String {
    let is_head =
        |line: &&str| line.is_empty() || ["Hello", "- ", "  "].iter().any(|begin| line.starts_with(begin));
    let lines: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("Hello")).take_while(is_head).collect();
    assert!(lines.len() > 4, "no head in\n{text}");
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn pictures() -> Vec<(&'static str, String)> {
    let world = World::begun(&[("\npace: ask", "\npace: batch")]);
    let sheet = between(&text(&world.last("anna")), "campaign:", "    White Harbor");
    let first = typed("first");
    let refused = text(&world.submit("stark", &first, NOON));
    let accepted = text(&world.submit("stark", &typed("second"), LATER));
    for seat in ["stark", "lannister", "baratheon"] {
        let home = match seat {
            "lannister" => "final: yes\nplan:\n  orders: {Lannisport: defense}\n",
            "baratheon" => "final: yes\nplan:\n  orders: {Dragonstone: defense}\n",
            _ => "final: yes\n",
        };
        world.submit(seat, home, LATER);
    }
    let report = world.last("anna");
    assert!(!report.subject.contains("Receipt"), "{}", report.subject);
    let head = head_of(&text(&report));
    let receipt = |text: &str| between(text, "Receipt", "The message this answers");
    vec![
        ("sheet", sheet),
        ("head", head),
        ("refused", between(&refused, "Receipt", "What we understood")),
        ("accepted", receipt(&accepted)),
    ]
}

#[test]
fn the_mails_of_the_players_pages_are_what_is_sent() {
    let pictures = pictures();
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        let mut page = page();
        for (name, picture) in &pictures {
            page.replace_range(place(&page, &format!("mail: {name}")), picture);
        }
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/players.md"), page).unwrap();
    }
    let page = page();
    for (name, picture) in &pictures {
        assert_eq!(&page[place(&page, &format!("mail: {name}"))], picture, "{name}");
    }
}

#[test]
fn what_the_players_pages_say_to_write_is_understood() {
    let world = World::begun(&[]);
    let receipt = words(&world.submit("stark", &typed("press"), NOON));
    assert!(receipt.contains("press to Baratheon") && !receipt.contains("Not accepted"), "{receipt}");
    // Each of the lines that stand in the text of the page by themselves.
    for line in [
        "absent: {from: 2026-12-20, to: 2026-12-27}",
        "absent: {from: 2026-12-20, to: 2026-12-27, stand-in: bea@example.org}",
        "vote: extend 24h",
        "resign: yes",
        "ask: help",
        "ask: status",
        "ask: map",
        "ask: explain Moat Cailin",
        "dispute: {turn: 1, about: \"…\"}",
    ] {
        let shown = page().contains(line) || line.contains("stand-in");
        let world = World::begun(&[]);
        let receipt = answer(&world, "anna", &world.key("stark"), line);
        assert!(shown && !receipt.is_empty() && !receipt.contains("Not accepted"), "{line}: {receipt}");
    }
}

/// Two pages of print: some 60 lines of 100 characters each.
#[test]
fn the_players_pages_are_two() {
    let lines: usize = page().lines().map(|line| 1 + line.chars().count().saturating_sub(1) / 100).sum();
    assert!(lines <= 2 * 95, "{lines} lines");
}

/// The mails that a page shows as indented lines: each begins with the name of a section and goes on as long as lines
/// are indented further.
fn shown_mails(page: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page)).unwrap();
    let mut mails: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            inside = false;
            continue;
        };
        if !line.starts_with(' ') {
            let name = line.split(':').next().unwrap();
            inside = line.contains(':')
                && ["plan", "press", "vote", "absent", "dispute", "do", "resign", "ask"].contains(&name);
            if inside {
                mails.push(String::new());
            }
        }
        if let (true, Some(mail)) = (inside, mails.last_mut()) {
            mail.push_str(line);
            mail.push('\n');
        }
    }
    mails
}

#[test]
fn every_mail_that_the_guides_show_is_understood() {
    let mut count = 0;
    for page in ["living.md", "player-guide.md", "gm-guide.md", "gm-reference.md"] {
        for mail in shown_mails(page) {
            // The game here has three houses and is in its first turn; Lannister writes what is not orders of Stark's.
            let text = mail.replace("greyjoy", "baratheon").replace("turn: 2", "turn: 1");
            let world = World::begun(&[]);
            let receipt = match text.split(':').next() {
                Some("do") => answer(&world, "maria", &gm_key(&world), &text),
                Some("plan") => answer(&world, "anna", &world.key("stark"), &text),
                _ => answer(&world, "bert", &world.key("lannister"), &text),
            };
            let wrong = ["Not accepted", "We found no", "do not understand"];
            let is_wrong = receipt.is_empty() || wrong.iter().any(|words| receipt.contains(words));
            assert!(!is_wrong, "{page}: {mail}{receipt}");
            count += 1;
        }
    }
    assert!(count >= 9, "{count} mails");
}

/// What the disputed points call an option is one of some game.
#[test]
fn every_option_of_the_disputed_points_is_one_of_a_game() {
    let points = include_str!("../../docs/disputed-points.md");
    let named = points.lines().filter_map(|line| line.strip_prefix("**Option.** `")?.split('`').next());
    let mut count = 0;
    for option in named {
        let (name, value) = option.split_once(": ").unwrap_or((option, "yes"));
        let options = serde_json::json!({ name.replace(' ', "-"): value == "yes" });
        let mut tables =
            games::ALL.iter().flat_map(|game| game.players.iter().map(move |many| (game.id, *many)));
        let taken = tables.any(|(game, players)| games::referee(game, players, &options, &|_| None).is_ok());
        assert!(taken, "no game has the option “{option}”");
        count += 1;
    }
    assert!(count >= 13, "{count} options");
}

/// The commands in the papers are commands of the program, with options that it has.
#[test]
fn every_command_that_the_papers_show_can_be_typed() {
    let world = World::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("cron.example")];
    pages.extend(fs::read_dir(root.join("docs")).unwrap().map(|file| file.unwrap().path()));
    let mut helps = std::collections::BTreeMap::new();
    let mut count = 0;
    let is_text = |page: &&PathBuf| !page.extension().is_some_and(|kind| kind == "png" || kind == "webp");
    for page in pages.iter().filter(|page| page.is_file()).filter(is_text) {
        let text = fs::read_to_string(page).unwrap().replace("\\\n", " ");
        // What stands behind the name of the program in a line of a block, with a fence or without one, or between backticks.
        let mut is_fenced = false;
        let shown = text.lines().flat_map(|line| {
            let is_fence = line.starts_with("```");
            is_fenced ^= is_fence;
            match line.strip_prefix("    ").or(Some(line).filter(|_| is_fenced && !is_fence)) {
                Some(line) => vec![line.split('#').next().unwrap_or_default()],
                None => line.split('`').skip(1).step_by(2).collect(),
            }
        });
        for line in shown.filter_map(|line| line.split_once("ravenpost ").map(|(_, rest)| rest)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(command) = words.iter().find(|word| !word.starts_with('-')) else { continue };
            if !command.chars().all(|c| c.is_ascii_lowercase()) || line.contains("--git") {
                continue;
            }
            let help = helps.entry(command.to_string()).or_insert_with(|| world.run(&[command, "--help"]));
            assert_eq!(help.code, 0, "{}: ravenpost {line}: {}", page.display(), help.err);
            let options = words.iter().filter(|word| word.starts_with("--") && word.len() > 2);
            for option in options {
                let option =
                    option.split('=').next().unwrap().trim_end_matches([',', ';', ')', '.', ':', '"', '\'']);
                assert!(help.out.contains(option), "{}: ravenpost {line} has no {option}", page.display());
            }
            count += 1;
        }
    }
    assert!(count > 60, "{count} commands");
}

/// The receipts that docs/mail.md tells players what to do about say these things.
#[test]
fn what_mail_md_quotes_from_receipts_is_in_the_templates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in ["templates/mail", "templates/mail/refusals"] {
        for file in fs::read_dir(root.join(folder)).unwrap().map(|file| file.unwrap().path()) {
            all.push_str(&fs::read_to_string(&file).unwrap_or_default());
            all.push('\n');
        }
    }
    let all = flat(&all);
    let page = fs::read_to_string(root.join("docs/mail.md")).unwrap();
    let table = page.split("## What to do about a receipt").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut count = 0;
    for row in table.lines().filter(|line| line.starts_with('|')) {
        for quoted in row.split('|').nth(1).unwrap().split('*').skip(1).step_by(2) {
            for part in quoted
                .split(['…', ':'])
                .map(|part| part.trim_matches([' ', '.', ',']))
                .filter(|p| p.len() > 3)
            {
                assert!(all.contains(part), "no receipt says “{part}”");
                count += 1;
            }
        }
    }
    assert!(count >= 15, "{count} quotations");
}
