//! Spellings as they come from a mail program that breaks lines: they say what they say in one line.

use crate::spelling::{Scene, all};

/// Where mail programs break lines, in characters.
const WIDTHS: [usize; 3] = [72, 76, 78];

/// A text as a program for plain text sends it.
fn broken(text: &str, width: usize) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let mut room = width;
        for word in line.split_inclusive(' ') {
            let length = word.trim_end().chars().count();
            if length > room && room < width {
                all.truncate(all.trim_end().len());
                all.push('\n');
                room = width;
            }
            all.push_str(word);
            room = room.saturating_sub(word.chars().count());
        }
        all.push('\n');
    }
    all
}

#[test]
fn a_program_that_breaks_lines_changes_no_orders() {
    let (mut tried, mut other) = (0, Vec::new());
    let all = all();
    let alone = all.iter().filter(|spelling| spelling.file.is_none());
    for (spelling, width) in alone.zip(WIDTHS.into_iter().cycle()) {
        let text = broken(&spelling.lines, width);
        if text.lines().count() == spelling.lines.lines().count() {
            continue;
        }
        tried += 1;
        let scene = Scene::of(spelling);
        let (whole, taken) = (scene.take(&spelling.lines).plan, scene.take(&text).plan);
        if whole != taken {
            other.push(format!("{} {width}\n{text}\n  {whole:?}\n  {taken:?}", spelling.id));
        }
    }
    assert!(tried > 200, "{tried}");
    // Where a name is broken, or what stands above and below makes sense alone, nobody can tell.
    assert!(other.len() * 25 < tried, "{} of {tried}\n{}", other.len(), other.join("\n"));
}
