//! An order sheet as HTML shows it where a page that comes with the message has all its notes: short enough for a phone.

use super::text::fold;

/// Columns of a line of the sheet on a phone.
const WIDTH: usize = 42;

/// Returns the lines of a sheet without notes on single lines. A note stays where an entry that begins no deeper follows it at
/// once; it is folded anew, each line with its hash.
pub(super) fn bare(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut note: Vec<&str> = Vec::new();
    for line in lines {
        let text = line.trim_start();
        if text.starts_with('#') {
            note.push(line);
            continue;
        }
        let stays = !text.is_empty() && note.first().is_some_and(|first| indent(first) <= indent(line));
        let before = std::mem::take(&mut note);
        if stays {
            out.extend(folded(&before));
        }
        // What lay between two empty lines is gone.
        if !text.is_empty() || out.last().is_some_and(|last| !last.is_empty()) {
            out.push(line.clone());
        }
    }
    out
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn folded(note: &[&str]) -> Vec<String> {
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
    fn notes_on_single_lines_go_and_those_on_what_follows_stay() {
        let sheet = "---\nseat: stark\n\nplan:\n  # ORDERS. One for each area, and a long note\n  # that goes on.\n  orders:\n    \
                     Winterfell: ~\n      # legal: march\n    Pyke: ~\n      # legal: raid\n\n  # MORE, if you like.\n  # raids: x\n\n\
                     # final: yes                # no more\n---";
        let wanted = "---\nseat: stark\n\nplan:\n  # ORDERS. One for each area, and a long\n  # note that goes on.\n  orders:\n    \
                      Winterfell: ~\n    Pyke: ~\n\n# final: yes # no more\n---";
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
