//! The pages of docs/ that show what commands print about a demo.

use super::explain::play;
use std::path::PathBuf;
use std::process::Command;

/// Compares each command on a page with what the program prints, in the folder of a demo. A long line may be cut off, with `...`
/// at its end.
fn shows_what_the_program_says(page: &str, demo: &[&str]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let page = std::fs::read_to_string(&path).unwrap();
    let (folder, _) = play(demo);
    let (mut commands, mut new) = (0, page.clone());
    // Mails that are shown on the page lie in the folder, to be handed over.
    for mail in page.split("```mail ").skip(1) {
        let (name, text) = mail.split_once("\n```").unwrap().0.split_once('\n').unwrap();
        std::fs::write(folder.path().join(name), text.replace('\n', "\r\n")).unwrap();
    }
    for block in page.split("```text\n$ ravenpost ").skip(1) {
        let block = block.split_once("\n```").unwrap().0;
        // A line that ends with a backslash goes on in the next one.
        let end =
            block.match_indices('\n').map(|(at, _)| at).find(|at| !block[..*at].ends_with('\\')).unwrap();
        let (written, shown) = (&block[..end], &block[end + 1..]);
        let command = written.replace(" \\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(words(&command))
            .args(when(&command))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "ravenpost {command}");
        let said = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        let lines: Vec<String> = said
            .lines()
            .zip(shown.lines().chain(std::iter::repeat("")))
            .map(|(said, shown)| match shown.strip_suffix("...") {
                Some(part) if said.starts_with(part) => shown.to_owned(),
                _ => said.to_owned(),
            })
            .collect();
        if std::env::var_os("UPDATE_PAGES").is_some() {
            let block = |shown: &str| format!("$ ravenpost {written}\n{shown}\n```");
            new = new.replacen(&block(shown), &block(&lines.join("\n")), 1);
        } else {
            // Hashes hold the version of the program, which the first entry names: a new version writes the page anew.
            assert_eq!(
                lines.join("\n"),
                shown.trim_end(),
                "ravenpost {command}; UPDATE_PAGES=1 writes the page anew"
            );
        }
        commands += 1;
    }
    if new != page {
        std::fs::write(path, new).unwrap();
    }
    assert!(commands > 1, "{commands}");
}

#[test]
fn the_page_of_disputes_shows_what_the_program_says() {
    shows_what_the_program_says("disputes.md", &["--seed", "1"]);
}

#[test]
fn the_page_of_rulings_shows_what_the_program_says() {
    shows_what_the_program_says("rulings.md", &["--players", "3"]);
}

/// The words of a command, those in quotes as one.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// What acts on the campaign does so on the evening after the demo's last day.
fn when(command: &str) -> &'static [&'static str] {
    let acts = ["tick", "rule", "dispute"];
    let is_act = acts.iter().any(|act| command.starts_with(&format!("{act} ")));
    if is_act { &["--now", "2026-09-06T18:00:00Z"] } else { &[] }
}
