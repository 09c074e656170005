//! Undoes what mail programs and keyboards do to a line: curly quotes, long dashes, odd blanks, bold stars,
//! wide letters. Every line remains one line.

use crate::post::address::is_invisible;
use std::borrow::Cow;

/// Returns a line with plain blanks, quotes and dashes, without invisible characters or trailing blanks.
pub(super) fn normalise(line: &str) -> Cow<'_, str> {
    if line.is_ascii() && !line.contains('\t') {
        return unstarred(line.trim_end());
    }
    let plain = plain(&narrowed(line));
    match unstarred(&plain) {
        Cow::Owned(line) => line.into(),
        Cow::Borrowed(_) => plain.into(),
    }
}

/// Removes the stars that stand for bold in plain text: `*plan:*`, `*Winterfell*: *hold*`. Only around a key
/// or a whole value of one word; any other star means something.
fn unstarred(line: &str) -> Cow<'_, str> {
    if !line.contains('*') {
        return line.into();
    }
    let content = line.trim_start();
    let head = &line[..line.len() - content.len()];
    let key = content.strip_prefix('*').and_then(|rest| {
        let (key, rest) = rest.split_once('*')?;
        let colon = key.strip_suffix(':');
        let rest = if colon.is_some() { rest } else { rest.strip_prefix(':')? };
        let key = colon.unwrap_or(key);
        let is_key = !key.is_empty() && !key.contains(':') && !key.starts_with(' ') && !key.ends_with(' ');
        (is_key && (rest.is_empty() || rest.starts_with(' '))).then(|| format!("{key}:{rest}"))
    });
    let text = key.as_deref().unwrap_or(content);
    let value = text.split_once(": ").and_then(|(name, value)| {
        let bare = value.trim_start().strip_prefix('*')?.strip_suffix('*')?;
        let is_word = !bare.is_empty() && !bare.contains([' ', '*']);
        is_word.then(|| format!("{name}: {bare}"))
    });
    match value.or(key) {
        Some(text) => format!("{head}{text}").into(),
        None => line.into(),
    }
}

/// Replaces the wide characters of East Asian keyboards: the colon after a key always, and all others if no
/// other letter of the line is beyond ASCII.
fn narrowed(line: &str) -> Cow<'_, str> {
    let is_wide = |c: char| matches!(c, '\u{FF01}'..='\u{FF5E}');
    if !line.contains(is_wide) {
        return line.into();
    }
    let first = line.find([':', '：']).filter(|at| line[*at..].starts_with('：'));
    let line = match first {
        Some(at) => {
            let (key, rest) = (&line[..at], &line[at + '：'.len_utf8()..]);
            let blank = if rest.is_empty() || rest.starts_with(char::is_whitespace) { "" } else { " " };
            format!("{key}:{blank}{rest}")
        }
        None => line.to_owned(),
    };
    if line.chars().any(|c| c.is_alphabetic() && !c.is_ascii() && !is_wide(c)) {
        return line.into();
    }
    let narrow = |c: char| if is_wide(c) { char::from_u32(c as u32 - 0xFEE0).unwrap_or(c) } else { c };
    line.chars().map(narrow).collect()
}

fn plain(line: &str) -> String {
    let line: String = line.chars().filter(|c| !is_invisible(*c)).map(plain_blank).collect();
    let content = line.trim_start_matches([' ', '\t']);
    let mut out = String::with_capacity(line.len());
    for blank in line.chars().take_while(|c| matches!(c, ' ' | '\t')) {
        out.push_str(if blank == '\t' { "  " } else { " " });
    }
    if !content.is_empty() && content.trim_end().chars().all(|c| is_dash(c) || c == '-') {
        // Phones turn two short dashes into a long one, also in `-- ` and `---`.
        content.trim_end().chars().for_each(|c| out.push_str(if c == '—' { "--" } else { "-" }));
        return out;
    }
    let content = match content.strip_prefix(['•', '·', '‣', '◦']) {
        Some(rest) if rest.starts_with([' ', '\t']) => {
            out.push('-');
            rest
        }
        _ => content,
    };
    let mut in_straight = false;
    let mut before = ' ';
    // The end of a pair of quotation marks that is part of the text.
    let mut kept = None;
    for (at, c) in content.char_indices() {
        let is_first = matches!(before, ' ' | '{' | '[' | ',' | ':');
        let rest = content.get(at + c.len_utf8()..).unwrap_or_default();
        let c = match c {
            '"' => {
                in_straight = !in_straight && before != '\\' || in_straight && before == '\\';
                '"'
            }
            // Within straight quotation marks a curly one is part of the text.
            c if is_double(c) && !in_straight => {
                let end = rest.find(is_double);
                let is_text = is_first && end.is_some_and(|end| !ends_value(rest, end));
                if is_text {
                    kept = end.map(|end| at + c.len_utf8() + end);
                }
                if is_text || kept == Some(at) { c } else { '"' }
            }
            '‘' | '’' | '‚' | '‛' | '′' => {
                let is_closed = || rest.match_indices(is_single).any(|(end, _)| ends_value(rest, end));
                if is_first && !is_closed() { c } else { '\'' }
            }
            '\t' => ' ',
            c if is_dash(c) && (at == 0 || !is_in_sentence(c, before, rest)) => '-',
            c => c,
        };
        before = c;
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns `true` for a dash between words of a sentence, which is kept: `Peace — or war`. Before a number it is a sign, and
/// a short one between two letters is a hyphen.
fn is_in_sentence(dash: char, before: char, rest: &str) -> bool {
    let next = rest.trim_start().chars().next();
    let is_joined = before.is_alphanumeric() && rest.starts_with(char::is_alphanumeric);
    let is_long = matches!(dash, '\u{2014}' | '\u{2015}');
    matches!(dash, '\u{2013}'..='\u{2015}')
        && next.is_some_and(|next| !next.is_ascii_digit())
        && (is_long || !is_joined)
}

/// Returns a line with a hyphen in place of every dash, for readers of orders. Every character keeps its place.
pub fn straight_dashes(line: &str) -> String {
    if line.is_ascii() {
        return line.to_owned();
    }
    line.chars().map(|c| if is_dash(c) { '-' } else { c }).collect()
}

/// Returns a line as it is written, without invisible characters and blanks at its end.
pub(super) fn visible(line: &str) -> String {
    if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return line.trim_end().to_owned();
    }
    let line: String = line.chars().filter(|c| !is_invisible(*c)).map(plain_blank).collect();
    line.trim_end().to_owned()
}

fn is_double(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '″')
}

fn is_single(c: char) -> bool {
    matches!(c, '\'' | '‘' | '’' | '‚' | '‛' | '′')
}

/// Returns `true` if a value ends with the mark at this place: nothing follows, or only what may follow a
/// value.
fn ends_value(text: &str, mark: usize) -> bool {
    let mut after = text.get(mark..).unwrap_or_default().chars();
    after.next();
    after.as_str().trim_start().chars().next().is_none_or(|c| matches!(c, ',' | '}' | ']' | ':' | '#'))
}

pub(super) fn plain_blank(c: char) -> char {
    match c {
        '\u{A0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200A}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202F}'
        | '\u{205F}'
        | '\u{3000}' => ' ',
        '\u{85}' | '\u{0B}' | '\u{0C}' => ' ',
        c => c,
    }
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn what_mail_programs_do_is_undone() {
        assert_eq!(normalise("\u{FEFF}plan:"), "plan:");
        assert_eq!(normalise("\u{A0} \u{A0}- unit\u{A0}"), "   - unit");
        assert_eq!(normalise("\t\ta:\tb"), "    a: b");
        assert_eq!(normalise("text: “Let’s meet”"), "text: \"Let's meet\"");
        assert_eq!(normalise("text: “No” – he said"), "text: “No” – he said");
        assert_eq!(normalise("text: Peace — until turn 4—or so"), "text: Peace — until turn 4—or so");
        assert_eq!(normalise("Aquae–Sulis: march — 1, X –"), "Aquae-Sulis: march - 1, X -");
        assert_eq!(normalise("{text: “No”, to: ‘all’}"), "{text: \"No\", to: 'all'}");
        assert_eq!(normalise("text: ’tis he"), "text: ’tis he");
        // Nothing behind it ends a value, so it opens none.
        assert_eq!(normalise("text: ’tis he’s way"), "text: ’tis he's way");
        assert_eq!(normalise("text: ‘tis he’s way’"), "text: 'tis he's way'");
        assert_eq!(normalise("text: “it goes on"), "text: \"it goes on");
        assert_eq!(normalise("and ends here”"), "and ends here\"");
        assert_eq!(normalise("text: \"he said “no”\""), "text: \"he said “no”\"");
        // A mark behind a backslash does not end what is quoted.
        assert_eq!(
            normalise(r#"text: "he \" “no” – he", to: “all”"#),
            r#"text: "he \" “no” – he", to: "all""#
        );
        assert_eq!(normalise(r#"text: \"he” – he"#), r#"text: \"he" – he"#);
        assert_eq!(normalise("White\u{200B} Harbor: march–1"), "White Harbor: march-1");
        assert_eq!(normalise("—-"), "---");
        assert_eq!(normalise("— "), "--");
        assert_eq!(normalise("– knight"), "- knight");
        assert_eq!(normalise("•\tknight"), "- knight");
        assert_eq!(normalise("-- "), "--");
        assert_eq!(normalise("*plan:*"), "plan:");
        assert_eq!(normalise("Ｗinterfell：march＋０"), "Winterfell: march+0");
        assert_eq!(normalise("text：来了，好！"), "text: 来了，好！");
        assert_eq!(normalise("text: 你好：是"), "text: 你好：是");
        assert_eq!(normalise("  *White Harbor*: *hold*"), "  White Harbor: hold");
        assert_eq!(normalise("  A: raid*"), "  A: raid*");
        assert_eq!(normalise("- *unit"), "- *unit");
        assert_eq!(normalise("text: I *really* mean it"), "text: I *really* mean it");
    }

    #[test]
    fn stars_go_only_around_a_key_or_a_whole_value_of_one_word() {
        for (starred, plain) in [
            ("*A*: x", "A: x"),
            ("*A:* x", "A: x"),
            ("*A:* *x*", "A: x"),
            ("A:  *x*", "A: x"),
            ("*A: x", "*A: x"),
            ("* A*: x", "* A*: x"),
            ("*A *: x", "*A *: x"),
            ("*A*x", "*A*x"),
        ] {
            assert_eq!(normalise(starred), plain);
        }
        for kept in [
            "to: all: *x*",
            "*a: b*: x",
            "* A*: x",
            "*A *: x",
            "*A*:x",
            "*A:*x",
            "**: x",
            "A: **",
            "A: *x y*",
            "A: *x*y*",
            "A: x *y*",
            "A: *x",
            "A:*x*",
            "*A: x",
        ] {
            assert_eq!(normalise(kept), kept);
        }
    }
}
