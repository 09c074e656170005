//! Sorts the lines of a text into the sender's own, quoted, copied and signature lines.

use super::languages::WROTE;
use super::phrases::{attribution, header_block, is_original_mark, is_program_signature};
use super::typography::normalise;
use std::borrow::Cow;

/// The origin of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zone {
    Own,
    /// Behind quotation marks (`>`).
    Quoted,
    /// Below "Original Message" or the like, without quotation marks.
    Copy,
    Signature,
    /// "On … wrote:", copied headers, and the like.
    Separator,
    /// A line of an armoured opening.
    Armour,
    /// Behind the mark that we put before the words of others.
    Others,
}

/// The mark before each line of somebody else's words in our messages, in text and in HTML. No line behind it
/// ever counts, wherever it is.
pub const MARK: &str = "| ";

/// Returns `true` for a line behind [`MARK`], quoted or not.
pub fn is_marked(line: &str) -> bool {
    let (_, content) = dequote(line, false);
    is_behind_mark(&normalise(content))
}

fn is_behind_mark(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(MARK) || text == MARK.trim_end()
}

/// How far below a line of two dashes another one is looked for, in lines.
const MOST_DRAWN: usize = 60;

/// A line with its zone.
#[derive(Debug)]
pub(super) struct LayoutLine<'a> {
    /// As it is in the part.
    pub raw: &'a str,
    /// Number of quotation marks at its start.
    pub depth: usize,
    /// Normalised, without quotation marks.
    pub text: Cow<'a, str>,
    pub zone: Zone,
    /// `true` if it is in a copy without quotation marks, whatever its zone.
    pub is_copied: bool,
}

/// Sorts a text into zones line by line.
pub(super) fn lay(text: &str) -> Vec<LayoutLine<'_>> {
    let is_blank_after = quotes_have_blanks(text);
    let mut above = "";
    let mut lines: Vec<LayoutLine<'_>> = text
        .lines()
        .map(|raw| {
            let (depth, content) = match ends_attribution(above, raw) {
                true => (0, raw),
                false => dequote(raw, is_blank_after),
            };
            above = raw;
            let text = normalise(content);
            let zone = match depth {
                _ if is_behind_mark(&text) => Zone::Others,
                0 => Zone::Own,
                _ => Zone::Quoted,
            };
            LayoutLine { raw, depth, text, zone, is_copied: false }
        })
        .collect();
    unsign(&mut lines);
    armour(&mut lines);
    zones(&mut lines);
    lines
}

/// Returns `true` if quotation marks in this text are followed by a blank that is not part of the line, as in
/// most programs.
fn quotes_have_blanks(text: &str) -> bool {
    let (mut with, mut without) = (0, 0);
    for line in text.lines().filter(|line| line.starts_with('>')) {
        match line.trim_start_matches(['>']).chars().next() {
            Some(' ' | '\u{A0}') => with += 1,
            Some(_) => without += 1,
            None => {}
        }
    }
    // Without such a blank, indented lines still look as if they had one; a few lines that lack it decide.
    with >= without * 8
}

/// Returns `true` for the end of "… wrote:", broken within the brackets of the address: `> wrote:` or `>:`.
fn ends_attribution(above: &str, line: &str) -> bool {
    let line = line.trim();
    if matches!(line, ">:" | ">：") {
        return true;
    }
    let is_open = above.rfind('<').is_some_and(|at| above.get(at..).is_some_and(|rest| !rest.contains('>')));
    let verb = line.strip_prefix('>').and_then(|rest| rest.trim().strip_suffix([':', '：']));
    is_open && !above.starts_with('>') && verb.is_some_and(|verb| WROTE.contains(&verb.trim()))
}

fn dequote(line: &str, is_blank_after: bool) -> (usize, &str) {
    let mut depth = 0;
    let mut rest = line.trim_start_matches('\u{FEFF}');
    loop {
        let inner = rest.trim_start_matches([' ', '\u{A0}']);
        // A mark far to the right is something else, such as a drawing.
        let Some(next) = inner.strip_prefix('>').filter(|_| rest.len() - inner.len() <= 4) else { break };
        depth += 1;
        rest = next;
    }
    if depth > 0 && is_blank_after {
        rest = rest.strip_prefix([' ', '\u{A0}']).unwrap_or(rest);
    }
    (depth, rest)
}

/// Removes what a PGP signature adds to the text: its marks, and `- ` before lines that begin with a dash.
fn unsign(lines: &mut [LayoutLine<'_>]) {
    let Some(start) = lines.iter().position(|line| line.text == "-----BEGIN PGP SIGNED MESSAGE-----") else {
        return;
    };
    let is_head = |line: &LayoutLine<'_>| line.text.starts_with("Hash:") || line.text.is_empty();
    let mut in_head = true;
    let mut in_signature = false;
    for (n, line) in lines.iter_mut().enumerate().skip(start).filter(|(_, line)| line.zone != Zone::Others) {
        in_head = n == start || in_head && is_head(line);
        in_signature = in_signature || line.text == "-----BEGIN PGP SIGNATURE-----";
        if in_head {
            line.zone = Zone::Separator;
        } else if in_signature {
            line.zone = Zone::Signature;
            in_signature = line.text != "-----END PGP SIGNATURE-----";
        } else if let Some(rest) = line.text.strip_prefix("- ") {
            line.text = rest.to_owned().into();
        }
    }
}

/// Marks the armoured blocks: the complete ones, openings whose line breaks were lost, and what is left of one that was cut off,
/// so that its sender is told.
fn armour(lines: &mut [LayoutLine<'_>]) {
    const OPENING: [&str; 2] = ["-----BEGIN RAVENPOST OPENING", "-----END RAVENPOST OPENING"];
    let mut start = None;
    for n in 0..lines.len() {
        let Some(line) = lines.get(n).filter(|line| line.zone != Zone::Others) else { continue };
        let text = line.text.trim();
        let is_opening = text.starts_with(OPENING[0]);
        if is_opening || text.starts_with("-----BEGIN RAVENPOST ") && text.ends_with("-----") {
            start = Some((n, is_opening));
        }
        let ends = text.starts_with("-----END RAVENPOST ") && text.ends_with("-----");
        if let Some((first, _)) =
            start.take_if(|(_, is_opening)| ends || *is_opening && text.contains(OPENING[1]))
        {
            let block = lines.iter_mut().take(n + 1).skip(first);
            block.filter(|line| line.zone != Zone::Others).for_each(|line| line.zone = Zone::Armour);
        }
    }
    if let Some((first, true)) = start {
        let is_data = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        let below = lines.iter().skip(first + 1).take_while(|line| is_data(line.text.trim())).count();
        let block = lines.iter_mut().skip(first).take(below + 1);
        block.filter(|line| line.zone != Zone::Others).for_each(|line| line.zone = Zone::Armour);
    }
}

fn zones(lines: &mut [LayoutLine<'_>]) {
    let mut state = Zone::Own;
    let mut n = 0;
    while n < lines.len() {
        let Some(line) = lines.get(n) else { break };
        let (was, depth, is_settled) =
            (line.zone, line.depth, !matches!(line.zone, Zone::Own | Zone::Quoted));
        if let Some(line) = lines.get_mut(n) {
            line.is_copied = state == Zone::Copy;
        }
        if is_settled {
            n += 1;
            continue;
        }
        if depth > 0 {
            // After a quotation the sender may go on writing; a copy stays a copy.
            state = if state == Zone::Copy { Zone::Copy } else { Zone::Own };
            set(lines, n, if state == Zone::Copy { Zone::Copy } else { was });
            n += 1;
            continue;
        }
        let (marks, next) = marks_at(lines, n, state);
        for mark in n..n + marks {
            set(lines, mark, if next == Zone::Signature { Zone::Signature } else { Zone::Separator });
        }
        if marks > 0 {
            state = next;
            n += marks;
            continue;
        }
        let is_signature = state == Zone::Own
            && lines
                .get(n)
                .is_some_and(|line| !line.text.starts_with(' ') && is_program_signature(&line.text));
        set(lines, n, if is_signature { Zone::Signature } else { state });
        n += 1;
    }
}

/// Returns how many lines from here on are separators, and the zone of what follows them.
fn marks_at(lines: &[LayoutLine<'_>], n: usize, state: Zone) -> (usize, Zone) {
    let near = lines.iter().skip(n).take(10);
    let near = near.take_while(|line| line.depth == 0 && line.zone != Zone::Others);
    let texts: Vec<&str> = near.map(|line| &*line.text).collect();
    let Some(text) = texts.first() else { return (0, state) };
    if text.starts_with(' ') {
        // Yahoo indents "… wrote:". Without an address it may be part of a quoted letter of the game.
        let (count, next) = wrote(lines, &texts, n, state);
        let has_address = texts.iter().take(count).any(|text| text.contains('@'));
        return if has_address { (count, next) } else { (0, state) };
    }
    // Only the last one begins a signature; those above it are drawn between the parts of a letter.
    if *text == "--" && state == Zone::Own && !is_drawn_again(lines, n) {
        return (1, Zone::Signature);
    }
    let is_rule = text.chars().count() >= 10 && text.chars().all(|c| matches!(c, '_' | '─'));
    let skip = if is_rule || is_original_mark(text) { 1 + blank(&texts, 1) } else { 0 };
    let headers = header_block(texts.get(skip..).unwrap_or_default(), skip > 0);
    if headers > 0 {
        return (skip + headers, Zone::Copy);
    }
    if is_original_mark(text) {
        return (1, Zone::Copy);
    }
    if is_rule && state == Zone::Own {
        // Either the footer of a mailing list, or just a drawn line.
        let is_footer =
            texts.iter().skip(1).any(|line| line.contains("mailing list") || line.contains("listinfo"));
        return (1, if is_footer { Zone::Signature } else { state });
    }
    wrote(lines, &texts, n, state)
}

/// Returns `true` if another line of two dashes follows among the sender's own lines.
fn is_drawn_again(lines: &[LayoutLine<'_>], n: usize) -> bool {
    let own = lines.iter().skip(n + 1).take_while(|line| line.depth == 0 && line.zone == Zone::Own);
    own.take(MOST_DRAWN).any(|line| line.text == "--")
}

/// Returns the number of lines of "On … wrote:" and the zone after them: without quotation marks, what
/// follows is a copy.
fn wrote(lines: &[LayoutLine<'_>], texts: &[&str], n: usize, state: Zone) -> (usize, Zone) {
    let Some(found) = attribution(texts) else { return (0, state) };
    let mut after = lines.iter().skip(n + found.count);
    let after = after.find(|line| !line.text.is_empty() && (line.depth > 0 || line.zone != Zone::Others));
    let is_quoted = after.is_none_or(|line| line.depth > 0);
    if !found.has_verb && after.is_none_or(|line| line.depth == 0) {
        return (0, state);
    }
    (found.count, if is_quoted && state != Zone::Copy { Zone::Own } else { Zone::Copy })
}

fn blank(texts: &[&str], from: usize) -> usize {
    texts.iter().skip(from).take_while(|text| text.is_empty()).count()
}

fn set(lines: &mut [LayoutLine<'_>], n: usize, zone: Zone) {
    if let Some(line) = lines.get_mut(n) {
        line.zone = zone;
    }
}

#[cfg(test)]
mod tests {
    use super::Zone::*;
    use super::*;

    fn zones_of(text: &str) -> Vec<Zone> {
        lay(text).into_iter().map(|line| line.zone).collect()
    }

    #[test]
    fn a_reply_with_everything() {
        let text = "Hi\nSent from my iPhone\n\nOn 20 Nov 2026 GM\n<gm@x> wrote:\n\n> plan:\n>> old\nown\n-- \nBob\n> more";
        assert_eq!(
            zones_of(text),
            [
                Own, Signature, Own, Separator, Separator, Own, Quoted, Quoted, Own, Signature, Signature,
                Quoted
            ]
        );
    }

    #[test]
    fn who_wrote_may_be_broken_within_the_address() {
        let wrote = "On 20 Nov 2026 at 10:00, The Club <club@x.example\n> wrote:\n\n> final: yes\n";
        assert_eq!(zones_of(wrote), [Separator, Separator, Own, Quoted]);
        assert_eq!(zones_of("as he\n> wrote:\n> x"), [Own, Quoted, Quoted]);
    }

    #[test]
    fn outlook_copies_without_marks() {
        let text = "plan: x\n\n________________________________\nFrom: GM <gm@x>\nSent: Friday\nSubject: x\n\nplan: y\n> deeper";
        assert_eq!(zones_of(text), [Own, Own, Separator, Separator, Separator, Separator, Copy, Copy, Copy]);
    }

    #[test]
    fn words_of_others_are_known_by_their_mark() {
        let text = "plan:\n| final: yes\n > | x\n|\n|x\nOn 20 Nov 2026 GM wrote:\n| y\n> z\n| -----BEGIN RAVENPOST A-----\nb\n| -----END RAVENPOST A-----";
        assert_eq!(
            zones_of(text),
            [Own, Others, Others, Others, Own, Separator, Others, Quoted, Others, Own, Others]
        );
        assert!(
            is_marked("> > | x") && is_marked("|\u{A0}x") && !is_marked("a | b") && !is_marked("press: |")
        );
    }

    #[test]
    fn only_the_last_rule_of_two_dashes_begins_a_signature() {
        assert_eq!(zones_of("a\n--\nb\n—\nBob"), [Own, Own, Own, Signature, Signature]);
        assert_eq!(zones_of("a -- b — c\n  --\nb\n-- \nBob\n> --")[..3], [Own, Own, Own]);
    }

    #[test]
    fn below_a_drawn_line_a_mailing_list_has_its_footer_and_others_go_on() {
        let list = "plan: x\n____________\nwesteros mailing list\nhttps://lists.example/listinfo/w\n";
        assert_eq!(zones_of(list), [Own, Signature, Signature, Signature]);
        assert_eq!(zones_of("plan: x\n__________\nfinal: yes\n"), [Own, Separator, Own]);
        assert_eq!(zones_of("plan: x\n_________\nwesteros mailing list\n"), [Own, Own, Own], "too short");
    }

    #[test]
    fn quotes_lose_their_marks_only() {
        let texts: Vec<String> =
            lay(">   a: b\n> > deep\n> x").into_iter().map(|line| line.text.into_owned()).collect();
        assert_eq!(texts, ["  a: b", "deep", "x"]);
        let texts: Vec<String> = lay(">a:\n>  b: c").into_iter().map(|line| line.text.into_owned()).collect();
        assert_eq!(texts, ["a:", "  b: c"]);
    }

    #[test]
    fn signed_text_loses_its_dashes() {
        let text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- ---\nplan:\n- - a\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----";
        let lines = lay(text);
        assert_eq!(lines[3].text, "---");
        assert_eq!(lines[5].text, "- a");
        assert_eq!(lines[7].zone, Signature);
    }

    #[test]
    fn marks_of_quotations_and_how_far_to_the_right_they_are() {
        for (line, depth, rest) in [
            ("> a", 1, "a"),
            (">a", 1, "a"),
            ("> > a", 2, "a"),
            (">>  a", 2, " a"),
            ("    > a", 1, "a"),
            ("     > a", 0, "     > a"),
            (">    > a", 2, "a"),
            (">     > a", 1, "    > a"),
            ("\u{FEFF}> a", 1, "a"),
            ("a > b", 0, "a > b"),
        ] {
            assert_eq!(dequote(line, true), (depth, rest), "{line}");
        }
        assert_eq!((dequote("> a", false), dequote(" a", true)), ((1, " a"), (0, " a")));
    }

    #[test]
    fn the_end_of_an_attribution_within_its_address() {
        for (above, line, is) in [
            ("On 20 Nov 2026 GM <gm@x.example", "> wrote:", true),
            ("On 20 Nov 2026 GM <gm@x.example", " >wrote：", true),
            ("On 20 Nov 2026 GM <gm@x.example", "> said:", false),
            ("On 20 Nov 2026 GM <gm@x.example", "> wrote", false),
            ("On 20 Nov 2026 GM <gm@x.example>", "> wrote:", false),
            ("On 20 Nov 2026 GM", "> wrote:", false),
            ("> On 20 Nov 2026 GM <gm@x.example", "> wrote:", false),
            ("x", ">:", true),
            ("x", ">：", true),
            ("x", "> :", false),
        ] {
            assert_eq!(ends_attribution(above, line), is, "{above} / {line}");
        }
    }

    #[test]
    fn what_a_signature_of_the_whole_text_adds_is_taken_out_of_it() {
        let text = "hello\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nplan: x\n- - a\nHash: y\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n- b";
        let lines: Vec<(Zone, String)> =
            lay(text).into_iter().map(|line| (line.zone, line.text.into_owned())).collect();
        let zones: Vec<Zone> = lines.iter().map(|(zone, _)| *zone).collect();
        assert_eq!(
            zones,
            [Own, Separator, Separator, Separator, Own, Own, Own, Signature, Signature, Signature, Own]
        );
        let texts: Vec<&str> =
            lines.iter().filter(|(zone, _)| *zone == Own).map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["hello", "plan: x", "- a", "Hash: y", "b"]);
    }

    #[test]
    fn which_line_of_two_dashes_begins_a_signature() {
        for (text, zones) in [
            ("a\n--\nb", vec![Own, Signature, Signature]),
            ("a\n--\nb\n--\nc", vec![Own, Own, Own, Signature, Signature]),
            ("a\n--\nb\n> q\n--\nc", vec![Own, Signature, Signature, Quoted, Signature, Signature]),
            ("a\n__________\nb", vec![Own, Separator, Own]),
            ("a\n_________\nb", vec![Own, Own, Own]),
            ("a\n__________\nthe mailing list of x\nb", vec![Own, Signature, Signature, Signature]),
            ("a\n__________\nlists.example/listinfo/x", vec![Own, Signature, Signature]),
            (" On 20 Nov 2026 gm@x.example wrote:\n> q", vec![Separator, Quoted]),
            (" On 20 Nov 2026 GM wrote:\n> q", vec![Own, Quoted]),
        ] {
            assert_eq!(zones_of(text), zones, "{text}");
        }
    }
}
