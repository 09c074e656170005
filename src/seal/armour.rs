//! Writes a document as a block of text that survives mail programs: base64 between a BEGIN and an END line, with a
//! short checksum that tells damage on the way from a wrong opening.

use super::canonical::Hash256;
use super::opening_error::{MOST_BYTES, OpeningError};
use data_encoding::{BASE64_NOPAD, Encoding, Specification};
use std::sync::LazyLock;

const BEGIN: &str = "-----BEGIN RAVENPOST OPENING-----";
const END: &str = "-----END RAVENPOST OPENING-----";
/// BEGIN and END with only their letters, which is what we look for: mail programs turn hyphens into dashes.
const BEGIN_LETTERS: &str = "BEGINRAVENPOSTOPENING";
const END_LETTERS: &str = "ENDRAVENPOSTOPENING";
const LINE: usize = 64;
/// Length of the checksum in hex digits.
const CHECK: usize = 8;

/// Base64 without padding, so that `=` can begin the checksum. Spare bits are ignored: the checksum covers them.
static LENIENT: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification: Specification = BASE64_NOPAD.specification();
    specification.check_trailing_bits = false;
    specification.encoding().unwrap_or(BASE64_NOPAD)
});

/// Wraps a document in a block.
pub(super) fn wrap(document: &str) -> String {
    let data = BASE64_NOPAD.encode(document.as_bytes());
    let mut block = format!("{BEGIN}\n");
    let mut rest = data.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(LINE));
        block.push_str(line);
        block.push('\n');
        rest = after;
    }
    block + "=" + &checksum(document) + "\n" + END + "\n"
}

fn checksum(document: &str) -> String {
    Hash256::of(document).to_string().chars().take(CHECK).collect()
}

/// Returns the documents of all blocks in a text.
pub(super) fn find(text: &str) -> Vec<Result<String, OpeningError>> {
    let bare = bare(text);
    // The markers are found whatever their case; the data between keeps its own.
    let upper = bare.to_ascii_uppercase();
    let mut blocks = Vec::new();
    let mut from = 0;
    while let Some(begin) = upper[from..].find(BEGIN_LETTERS).map(|at| from + at + BEGIN_LETTERS.len()) {
        // A block ends before the next begins; looking no further keeps this linear in the text.
        let next = upper[begin..].find(BEGIN_LETTERS).map_or(upper.len(), |at| begin + at);
        match upper[begin..next].find(END_LETTERS) {
            Some(length) => blocks.push(decode(&bare[begin..begin + length])),
            None => blocks.push(Err(OpeningError::CutOff)),
        }
        from = next;
    }
    blocks
}

/// Keeps only what can belong to a block: ASCII letters, digits, `+`, `/` and `=`. Anything before a `>` in a line is
/// quotation.
fn bare(text: &str) -> String {
    text.lines()
        .map(|line| line.rsplit('>').next().unwrap_or(line))
        .flat_map(str::chars)
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='))
        .collect()
}

fn decode(block: &str) -> Result<String, OpeningError> {
    let damaged = |what| OpeningError::Damaged { what };
    let (data, check) = block.split_once('=').ok_or(damaged("its checksum is missing"))?;
    if data.len() > MOST_BYTES.div_ceil(3) * 4 {
        return Err(OpeningError::Size { bytes: data.len() / 4 * 3 });
    }
    let bytes = LENIENT.decode(data.as_bytes()).map_err(|_| damaged("characters are missing or changed"))?;
    let document = String::from_utf8(bytes).map_err(|_| damaged("it is not text any more"))?;
    // Some programs repeat or encode the equals sign.
    let check = check.trim_start_matches('=');
    if !check.eq_ignore_ascii_case(&checksum(&document)) {
        return Err(damaged("its checksum does not fit"));
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::super::{Binding, Opening};
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn opening(words: &str) -> Opening {
        let binding = Binding { campaign: "c".into(), seat: "stark".into(), window: "1/planning".into() };
        Opening::new(&binding, json!({"words": words}), &[1; 16]).unwrap()
    }

    #[test]
    fn a_block_has_short_lines_and_reads_back() {
        let opening = opening("Winter is coming. ❄");
        let block = opening.armour();
        assert!(block.lines().all(|line| line.len() <= 72 && line.is_ascii()));
        assert_eq!(Opening::read(&format!("Hello,\n{block}\n-- \nNed")), Ok(opening));
    }

    #[test]
    fn damage_is_told_from_a_wrong_opening() {
        let block = opening("x").armour();
        let cut = block.split("-----END").next().unwrap();
        assert_eq!(Opening::read(cut), Err(OpeningError::CutOff));
        let line = block.lines().nth(1).unwrap();
        for broken in [
            block.replace(line, &line[..60]),
            block.replace(line, &line.to_lowercase()),
            block.replace(line, ""),
            block.replace("\n=", "\n=0"),
            block.replace("\n=", "\n"),
        ] {
            assert!(matches!(Opening::read(&broken), Err(OpeningError::Damaged { .. })), "{broken}");
        }
    }

    #[test]
    fn an_equals_sign_that_a_program_has_doubled_does_no_harm() {
        let opening = opening("x");
        assert_eq!(Opening::read(&opening.armour().replace("\n=", "\n==")), Ok(opening));
    }

    #[test]
    fn a_block_that_no_opening_can_have_is_not_decoded() {
        let most = MOST_BYTES.div_ceil(3) * 4;
        let block = |length: usize| format!("{}=AAAA", "A".repeat(length));
        let found = decode(&block(most + 4));
        assert!(matches!(found, Err(OpeningError::Size { bytes }) if bytes == most / 4 * 3 + 3), "{found:?}");
        assert!(matches!(decode(&block(most)), Err(OpeningError::Damaged { .. })));
    }

    #[test]
    fn a_text_of_nothing_but_markers_is_cut_off() {
        let text = BEGIN.repeat(30_000);
        assert_eq!(Opening::read(&text), Err(OpeningError::CutOff));
    }

    #[test]
    fn all_blocks_of_a_mail_are_found_and_a_cut_one_does_not_hide_the_next() {
        let (one, two) = (opening("one"), opening("two"));
        let text = format!("{}\nOn Monday I wrote:\n> {}", two.armour(), one.armour().replace('\n', "\n> "));
        assert_eq!(Opening::find(&text), [Ok(two.clone()), Ok(one.clone())]);
        let cut = format!("{}\n{}", one.armour().split("-----END").next().unwrap(), two.armour());
        assert_eq!(Opening::find(&cut), [Err(OpeningError::CutOff), Ok(two.clone())]);
        assert_eq!(Opening::read(&cut), Ok(two));
    }

    /// What mail programs do to a block.
    fn mangle(block: &str, width: usize, quote: &str, spaces: &str, crlf: bool, dashes: bool) -> String {
        let mut out = String::from("Here is my opening:\r\n");
        for line in block.lines() {
            let chars: Vec<char> = line.chars().collect();
            for piece in chars.chunks(width) {
                out += quote;
                for (i, c) in piece.iter().enumerate() {
                    out.push(if dashes && *c == '-' { '—' } else { *c });
                    if i % 7 == 3 {
                        out += spaces;
                    }
                }
                out += if crlf { "\r\n" } else { "\n" };
            }
        }
        out + "Regards"
    }

    proptest! {
        #[test]
        fn armour_survives_mail_programs(
            words in ".{0,200}", width in 5usize..80, crlf: bool, dashes: bool,
            quote in prop::sample::select(vec!["", "> ", ">>", " | ", "> > ", "NS> ", "\u{a0}", "\t"]),
            spaces in prop::sample::select(vec!["", " ", "\u{a0}", "  ", "\u{200b}"]),
        ) {
            let opening = opening(&words);
            let text = mangle(&opening.armour(), width, quote, spaces, crlf, dashes);
            prop_assert_eq!(Opening::read(&text), Ok(opening));
        }

        #[test]
        fn changing_a_character_of_the_data_is_noticed(at in 34usize..200, to in "[A-Za-z0-9+/]") {
            let opening = opening("some words of a certain length, so that all places are data");
            let mut block = opening.armour();
            let at = at.min(block.find("\n=").unwrap() - 1);
            prop_assume!(!block[at..].starts_with('\n') && !block[at..].starts_with(&to));
            block.replace_range(at..=at, &to);
            // Only spare bits may change without changing the document.
            match Opening::read(&block) {
                Ok(same) => prop_assert_eq!(same, opening),
                Err(error) => prop_assert_eq!(std::mem::discriminant(&error), std::mem::discriminant(&OpeningError::Damaged { what: "" })),
            }
        }
    }
}
