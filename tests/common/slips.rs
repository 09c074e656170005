//! Texts with a slip in them, as those make who write in a hurry.

/// A text without one of its words or lines, with one twice, spelt backwards, with another number: at most so many, evenly chosen.
#[allow(dead_code)]
pub fn slips(text: &str, most: usize) -> Vec<String> {
    let mut all = Vec::new();
    for (at, part) in parts(text) {
        let with = |new: &str| format!("{}{new}{}", &text[..at], &text[at + part.len()..]);
        all.push(with(""));
        all.push(with(&format!("{part} {part}")));
        if let Ok(number) = part.trim_end_matches(':').parse::<u32>() {
            all.push(with(&part.replace(&number.to_string(), &(number + 1).to_string())));
        }
        if part.chars().count() > 4 {
            all.push(with(&part.chars().rev().collect::<String>()));
        }
    }
    some(all, most)
}

/// The lines of a text and their words, each with its place.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        all.push((place(line), line));
        let words = line.split(|c: char| c.is_whitespace() || "{}[],".contains(c));
        all.extend(words.filter(|word| !word.is_empty()).map(|word| (place(word), word)));
    }
    all
}

/// A text with a line that is gone, comes twice, is quoted or no longer, broken in two, joined to the next, indented, or ends in a blank.
#[allow(dead_code)]
pub fn line_slips(text: &str, most: usize) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let with = |new: String| lines[..number].concat() + &new + &lines[number + 1..].concat();
        let bare = line.trim_end_matches(['\r', '\n']);
        let end = &line[bare.len()..];
        let middle = (bare.len() / 2..bare.len()).find(|at| bare.is_char_boundary(*at)).unwrap_or_default();
        all.extend([
            with(String::new()),
            with(format!("{line}{line}")),
            with(format!("> {line}")),
            with(line.trim_start_matches(['>', ' ']).to_owned()),
            with(format!("{}{end}{}{end}", &bare[..middle], &bare[middle..])),
            with(bare.to_owned()),
            with(format!("  {line}")),
            with(format!("{bare} {end}")),
        ]);
    }
    some(all, most)
}

fn some(all: Vec<String>, most: usize) -> Vec<String> {
    let step = all.len().div_ceil(most).max(1);
    // The kinds come in a fixed order, so a step that they divide would choose the same one each time.
    let step = if step.is_multiple_of(2) { step + 1 } else { step };
    all.into_iter().step_by(step).collect()
}
