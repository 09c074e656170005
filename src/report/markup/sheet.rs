//! An order sheet as HTML shows it where a page that comes with the message has all its notes: short enough for a phone.

use super::text::fold;

/// Columns of a line of the sheet on a phone.
const WIDTH: usize = 42;

/// Returns the lines of a sheet without the notes on single places, which stand deeper below them. Other notes stay, folded
/// anew with a hash before each line; so do lines from which a player takes the hash, as they are.
pub(super) fn bare(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    let mut above = 0;
    for line in lines {
        let text = line.trim_start();
        let is_note = text.starts_with('#');
        if is_note && indent(line) > above {
            continue;
        }
        let is_prose = is_note && !is_example(text);
        if !is_prose {
            out.extend(folded(&std::mem::take(&mut said)));
        }
        match text {
            _ if is_prose => said.push(line),
            "" => {
                // What lay between two empty lines is gone.
                if out.last().is_some_and(|last| !last.is_empty()) {
                    out.push(String::new());
                }
                above = usize::MAX;
            }
            _ if is_note => out.push(squeezed(line)),
            _ => {
                out.push(line.clone());
                // What a section is about stands as deep as its places.
                above = if text.ends_with(':') { usize::MAX } else { indent(line) };
            }
        }
    }
    out.extend(folded(&said));
    out
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns `true` for a line that is an entry but for its hash: `# otherwise: best guess`, `#   - {from: …}`.
fn is_example(note: &str) -> bool {
    let text = note.trim_start_matches('#');
    let text = text.strip_prefix(' ').unwrap_or(text);
    let key = text.split_once(':').map(|(key, _)| key);
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
    text.starts_with([' ', '-']) || key.is_some_and(is_key)
}

/// Returns a line without the blanks that align what is behind its entry.
fn squeezed(line: &str) -> String {
    match line.rsplit_once("  #") {
        Some((entry, behind)) if !entry.trim().is_empty() => format!("{} #{behind}", entry.trim_end()),
        _ => line.to_owned(),
    }
}

fn folded(note: &[&str]) -> Vec<String> {
    if note.is_empty() {
        return Vec::new();
    }
    let indent = note.first().map_or(0, |line| indent(line));
    let said: Vec<&str> = note.iter().map(|line| line.trim_start().trim_start_matches('#').trim()).collect();
    let before = format!("{}# ", " ".repeat(indent));
    fold(&said.join(" "), WIDTH - before.len().min(WIDTH / 2))
        .into_iter()
        .map(|line| format!("{before}{line}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thin(text: &str) -> String {
        bare(&text.lines().map(str::to_owned).collect::<Vec<_>>()).join("\n")
    }

    #[test]
    fn notes_on_single_places_go_and_all_others_stay() {
        let sheet = "---\nseat: stark\n\nplan:\n  # ORDERS. One for each area, and a long note\n  # that goes on.\n  orders:\n    \
                     Winterfell: ~\n      # legal: march\n    Pyke: ~\n      # legal: raid\n\n  # MORE, if you like: take\n  # the hash away.\n  \
                     # raids:                  # best first\n  #   - {from: Pyke, at: [Karhold]}\n\n\n# final: yes                # no more\n---";
        let wanted = "---\nseat: stark\n\nplan:\n  # ORDERS. One for each area, and a long\n  # note that goes on.\n  orders:\n    \
                      Winterfell: ~\n    Pyke: ~\n\n  # MORE, if you like: take the hash away.\n  \
                      # raids: # best first\n  #   - {from: Pyke, at: [Karhold]}\n\n# final: yes # no more\n---";
        assert_eq!(thin(sheet), wanted);
    }

    #[test]
    fn no_line_of_a_note_loses_its_hash() {
        let note = format!("plan:\n  # {}\n  orders: ~", "word ".repeat(60));
        let thin = thin(&note);
        assert!(thin.lines().count() > 8, "{thin}");
        for line in thin.lines().filter(|line| line.contains("word")) {
            assert!(line.starts_with("  # ") && line.len() <= WIDTH, "{line}");
        }
    }
}
