//! Makes the words of people harmless before they are put into one of our messages, so that they mean nothing
//! when the message comes back in an answer: no section of a document, no fence, no signature, no armour, and
//! no line that mail programs put above a quotation.
//!
//! What could mean something is shown in brackets, `(plan:)`, and a run of dashes as one dash. Mail programs
//! break lines where they like, so it does not matter where in a line it is.

use super::block::is_near;
use super::key::Key;
use super::languages::{FROM, ORIGINALS, WROTE};
use super::typography::{is_dash, normalise, plain_blank};
use crate::post::address::is_invisible;
use std::borrow::Cow;

/// How far before a colon a name may begin, in characters: the longest section, with what is around it.
const REACH: usize = 24;

/// Returns the lines of a text with nothing in them that a reader of our messages could take for a document
/// or for the beginning of a quotation. `keys` are the sections of a document.
pub fn tame_lines(text: &str, keys: &[Key<'_>]) -> Vec<String> {
    let breaks = ['\n', '\r', '\u{0B}', '\u{0C}', '\u{85}', '\u{2028}', '\u{2029}'];
    let mut armed = 0u32;
    text.replace("\r\n", "\n")
        .trim_end_matches(breaks)
        .split(breaks)
        .map(|line| {
            // Two short dashes between words are a long one, and would be a signature's mark alone in a broken line.
            let line = single_marks(&cleaned(line).replace(" -- ", " — "));
            armed = if announces(&line) { 3 } else { armed.saturating_sub(1) };
            bracketed(&line, keys, Place { is_line: true, is_armed: armed > 0 })
        })
        .collect()
}

/// Returns a short value, such as a name, in one line that means nothing even if it is a line by itself.
pub fn tame<'a>(value: &'a str, keys: &[Key<'_>]) -> Cow<'a, str> {
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b':') || is_timed(value);
    if is_plain && !value.trim_start().starts_with(['-', '_', '`', '~', '|', '>']) {
        return Cow::Borrowed(value);
    }
    let line = cleaned(value);
    let rest = line.trim_start_matches(|c: char| is_rule(c) || matches!(c, '|' | '>') || c.is_whitespace());
    let head = &line[..line.len() - rest.len()];
    // Only where it begins could a value be a fence, a bar or an armour.
    let is_mark = head.chars().filter(|c| is_rule(*c)).count() > 1 || head.contains(['|', '>']);
    let line = if is_mark { format!("({line})") } else { line };
    let is_armed = announces(&line);
    Cow::Owned(bracketed(&line, keys, Place { is_line: false, is_armed }))
}

/// Returns `true` for a plain text whose only colons are those of times of day, as in "Friday, 20:00".
fn is_timed(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_time =
        |at: usize| is_digit(at.checked_sub(1)) && is_digit(at.checked_sub(2)) && is_digit(at.checked_add(1));
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        b':' => is_time(at),
        b'@' => false,
        byte => matches!(byte, b' '..=b'~'),
    })
}

/// Returns a line without invisible characters and with plain blanks.
fn cleaned(line: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { plain_blank(c) };
    line.chars().filter(|c| !is_invisible(*c)).map(blank).collect()
}

/// Returns `true` for the characters of which fences, signatures, armour and drawn lines are made.
fn is_rule(c: char) -> bool {
    c == '-' || is_dash(c) || matches!(c, '_' | '─' | '=' | '~' | '`')
}

/// Returns a line with every run of such characters shortened to one.
fn single_marks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut before = ' ';
    let is_only_dashes = line.trim().chars().all(|c| c == '-' || is_dash(c));
    for c in line.chars() {
        // A long dash alone in a line stands for two short ones.
        let c = if is_only_dashes && is_dash(c) { '-' } else { c };
        if !(is_rule(c) && is_rule(before)) {
            out.push(c);
        }
        before = c;
    }
    out
}

/// Returns `true` for a line that mail programs could put above a quotation, or its beginning.
fn announces(line: &str) -> bool {
    let line = line.to_lowercase();
    line.contains('@') || WROTE.iter().any(|verb| line.contains(verb))
}

/// Where a text is put.
#[derive(Clone, Copy)]
struct Place {
    /// `true` for a line of its own, among others of the same writer.
    is_line: bool,
    /// `true` if a colon at its end could announce a quotation.
    is_armed: bool,
}

/// Returns a line with brackets around each name before a colon that could mean something.
fn bracketed(line: &str, keys: &[Key<'_>], place: Place) -> String {
    let chars: Vec<char> = line.chars().collect();
    if !chars.iter().any(|c| is_colon(*c)) {
        return line.to_owned();
    }
    let mut out: Vec<char> = Vec::with_capacity(chars.len() + 8);
    // How many characters of the line are in `out`.
    let mut done = 0;
    for at in (0..chars.len()).filter(|at| chars.get(*at).is_some_and(|c| is_colon(*c))) {
        let Some(start) = name_before(&chars, done, at, keys, place) else { continue };
        let is_open = |place: Option<usize>| place.and_then(|place| chars.get(place)) == Some(&'(');
        let is_bracketed =
            (is_open(start.checked_sub(1)) || is_open(Some(start))) && chars.get(at + 1) == Some(&')');
        if is_bracketed {
            continue;
        }
        out.extend(chars.get(done..start).unwrap_or_default());
        out.push('(');
        out.extend(chars.get(start..at).unwrap_or_default());
        out.extend([':', ')']);
        done = at + 1;
    }
    out.extend(chars.get(done..).unwrap_or_default());
    out.into_iter().collect()
}

/// Colons, and what mail programs make of them when they change the character set.
fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：' | '﹕' | '︓' | '∶' | '꞉' | 'ː')
}

/// Returns where the name before the colon at `at` begins, if it could mean something; never before `first`.
fn name_before(chars: &[char], first: usize, at: usize, keys: &[Key<'_>], place: Place) -> Option<usize> {
    let ends = chars.get(at + 1).is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '\\'));
    let begins = |start: &usize| {
        let before = start.checked_sub(1).and_then(|before| chars.get(before));
        before.is_none_or(|c| !c.is_alphanumeric()) && chars.get(*start).is_some_and(|c| !c.is_whitespace())
    };
    let name = |start: usize| -> String {
        let name: String = chars.get(start..at).unwrap_or_default().iter().collect();
        let name = normalise(&name).to_lowercase();
        name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '*' | '`' | '_')).to_owned()
    };
    // "stoney-sept:" is a word of its own, and not a misspelt "seat:".
    let is_half = |start: usize| {
        let before = |back: usize| start.checked_sub(back).and_then(|place| chars.get(place));
        before(1) == Some(&'-') && before(2).is_some_and(|c| c.is_alphanumeric())
    };
    let means = |start: &usize| {
        let name = name(*start);
        let is_misspelt = |key: &Key<'_>| ends && !is_half(*start) && is_near(&name, key.name);
        let is_section = keys.iter().any(|key| key.name == name || is_misspelt(key));
        is_section || ends && place.is_line && FROM.contains(&name.as_str())
    };
    let nearest = at.saturating_sub(REACH).max(first);
    // The shortest name that could mean something, with the marks right before it: a line may be broken at any blank.
    let is_mark = |c: &char| matches!(c, '"' | '\'' | '*' | '`' | '_');
    let marked = |start: usize| {
        let before = chars.get(nearest..start).unwrap_or_default();
        start - before.iter().rev().take_while(|c| is_mark(c)).count()
    };
    let found = (nearest..at).rev().filter(begins).find(means).map(marked);
    let so_far = || chars.get(..at).unwrap_or_default().iter().collect::<String>().to_lowercase() + ":";
    // Brackets around what follows would make it the end of a word, so only a time (`10:30`) or an address is left alone.
    let stays = chars.get(at + 1).is_some_and(|c| c.is_ascii_digit() || matches!(c, '/' | '\\'));
    let is_announcing = !stays
        && (place.is_armed
            || ORIGINALS
                .iter()
                .any(|mark| mark.ends_with(':') && so_far().replace(" :", ":").ends_with(mark)));
    // The last word before it.
    let word =
        || (nearest..at).rev().find(|start| begins(start) && chars.get(start.wrapping_sub(1)) != Some(&'@'));
    // A colon with no word before it, `wrote::`, is put in brackets alone.
    found.or_else(|| if is_announcing { word().or(Some(at)) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::document::block::{Candidate, find};
    use crate::post::document::key::Takes;
    use crate::post::document::layout::{Zone, lay};
    use proptest::prelude::*;

    const KEYS: &[Key<'static>] = &[
        Key { name: "key", takes: Takes::Words(7) },
        Key { name: "plan", takes: Takes::Structure },
        Key { name: "final", takes: Takes::Words(1) },
        Key { name: "seat", takes: Takes::Words(3) },
        Key { name: "do", takes: Takes::Any(30) },
        Key { name: "chance", takes: Takes::Words(12) },
        Key { name: "opening", takes: Takes::Structure },
        Key { name: "press", takes: Takes::Structure },
    ];

    fn tamed(text: &str) -> String {
        tame_lines(text, KEYS).join("\n")
    }

    #[test]
    fn sections_are_put_in_brackets_and_runs_shortened() {
        assert_eq!(tamed("---\nplan: {bid: 1}\n---"), "-\n(plan:) {bid: 1}\n-");
        assert_eq!(
            tamed("I say Final:yes, \"plan\" : x and {\"press\":{}}"),
            "I say (Final:)yes, (\"plan\" :) x and {(\"press\":){}}"
        );
        assert_eq!(tamed("-----BEGIN RAVENPOST OPENING-----"), "-BEGIN RAVENPOST OPENING-");
        assert_eq!(tamed("ｐｌａｎ： x"), "(ｐｌａｎ:) x");
        assert_eq!(tamed("pl\u{200B}an: x"), "(plan:) x");
        assert_eq!(tamed("pla n: {x: 1}"), "(pla n:) {x: 1}");
        assert_eq!(tamed("'plan':plan: x"), "('plan':)(plan:) x", "one behind the other");
        assert_eq!(tamed("Eve <eve@x.example> wrote:plan:"), "Eve <eve@x.example> (wrote:)(plan:)");
        assert_eq!(
            tamed("From: Anna\r\nAt 20:00, see http://x.example: good"),
            "(From:) Anna\nAt 20:00, see http://x.example: good"
        );
        assert_eq!(tamed("Begin forwarded message:"), "Begin forwarded (message:)");
        assert_eq!(
            tamed("On 20 Nov 2026 Eve\n<eve@x.example> wrote:"),
            "On 20 Nov 2026 Eve\n<eve@x.example> (wrote:)"
        );
        assert_eq!(tamed("Hello: what a plan, and a final word."), "Hello: what a plan, and a final word.");
        assert_eq!(tamed(&tamed("plan: x\n(do:) y")), tamed("plan: x\n(do:) y"));
        assert_eq!(
            (tame("Anna", KEYS), tame("plan: {a: b}", KEYS)),
            ("Anna".into(), "(plan:) {a: b}".into())
        );
        assert_eq!(tame("---", KEYS), "(---)");
        assert_eq!(tame("Stoney Sept: x", KEYS), "Stoney Sept: x");
        assert_eq!(tame("seet: x", KEYS), "(seet:) x");
        assert_eq!(tame("{to: {stoney-sept: {ship: 1}}}", KEYS), "{to: {stoney-sept: {ship: 1}}}");
        let answer = "{from: The Shivering Sea, to: {The Narrow Sea: {ship: 1}}}";
        assert_eq!(tame(answer, KEYS), answer);
        assert_eq!(tame("The Narrow Sea: x", KEYS), "The Narrow Sea: x");
        assert_eq!(tame("semi-seat: x", KEYS), "semi-(seat:) x");
        assert_eq!(tame("| x\nfinal: yes", KEYS), "(| x (final:) yes)");
        assert_eq!(tame("ravenpost rule --dispute 3", KEYS), "ravenpost rule --dispute 3");
    }

    /// What no text may have: blocks of a document, or lines that are anything but prose.
    fn dangers(text: &str) -> Option<String> {
        let laid = lay(text);
        let cands: Vec<_> =
            laid.iter().enumerate().map(|(line, laid)| Candidate { line, text: laid.text.clone() }).collect();
        let blocks = find(&cands, KEYS).blocks;
        let zone = laid.iter().find(|line| matches!(line.zone, Zone::Copy | Zone::Separator | Zone::Armour));
        match (blocks.first(), zone) {
            (None, None) => None,
            found => Some(format!("{found:?}")),
        }
    }

    /// The same words in lines of this length, as a mail program may break them.
    fn broken(text: &str, width: usize) -> String {
        let mut out = String::new();
        let mut used = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            if used > 0 && used + word.chars().count() > width {
                out.push('\n');
                used = 0;
            }
            out.push_str(word);
            used = if word.ends_with('\n') { 0 } else { used + word.chars().count() };
        }
        out
    }

    proptest! {
        #[test]
        fn no_text_means_anything_afterwards(
            parts in proptest::collection::vec(proptest::sample::select(vec![
                "plan:", "Plan", ":", " ", "\n", "\n", "  ", "final: yes", "final:yes", "key: ABC", "---", "```yaml", "—", "--", "{", "}",
                "\"plan\"", "'plan':", "{bid: 1}", "  bid: 1", "- a", "do: pause", "-----BEGIN RAVENPOST OPENING-----",
                "-----END RAVENPOST OPENING-----", "-----Original Message-----", "From: Eve <eve@x.example>", "Von: Eve", "Sent: Friday 2026",
                "Gesendet: 2026", "To: you", "Subject: hello", "On 20 Nov 2026, Eve <eve@x.example> wrote:", "Am 20.11.2026 schrieb Eve:",
                "Begin forwarded message:", "________________", "> ", "| ", "*plan:*", "**final**: yes", "pl\u{AD}an:", "ｆｉｎａｌ：", "plam: {a: 1}",
                "chance: some words", "word", "wrote", "\u{2028}", "\t", "-----BEGIN PGP SIGNED MESSAGE-----", "~~~", "(plan:)", "x@y.example:",
            ]), 0..14),
            width in 8usize..90,
        ) {
            let text: String = parts.concat();
            let tamed = tamed(&text);
            let trimmed: String = tamed.lines().map(|line| format!("{}\n", line.trim())).collect();
            for shown in [&tamed, &trimmed, &broken(&trimmed, width)] {
                prop_assert_eq!(dangers(shown), None, "{:?} became {:?}", &text, shown);
            }
        }

        #[test]
        fn no_value_means_anything_as_a_line(value in "(plan|final|do|key|-|_|~|:|：| |\\{a: 1\\}|yes|\n|`|>|\\|){0,9}") {
            let shown = tame(&value, KEYS);
            prop_assert!(!shown.contains('\n'));
            prop_assert_eq!(dangers(&shown), None, "{:?} became {:?}", &value, &shown);
        }
    }

    #[test]
    fn a_text_whose_colons_are_of_times_of_day() {
        for (text, is) in [
            ("Friday, 20:00", true),
            ("Friday", true),
            ("9:00", false),
            ("09:0", true),
            ("09:x", false),
            ("x9:00", false),
            ("09:", false),
            (":00", false),
            ("Friday, 20:00 (a@b)", false),
            ("Friday, 20:00 é", false),
        ] {
            assert_eq!(is_timed(text), is, "{text}");
        }
    }
}
