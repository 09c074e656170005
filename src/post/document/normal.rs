//! Lines as mail programs leave them, turned into what was meant. One line stays one line.

use crate::post::address::is_invisible;
use std::borrow::Cow;

/// A line with plain blanks, quotes and dashes, indented by blanks, nothing invisible in it, no blanks at its end.
pub(super) fn normalise(line: &str) -> Cow<'_, str> {
    if line.is_ascii() && !line.contains('\t') {
        return Cow::Borrowed(line.trim_end());
    }
    let line: String = line.chars().filter(|c| !is_invisible(*c)).map(plain_blank).collect();
    let content = line.trim_start_matches([' ', '\t']);
    let mut out = String::with_capacity(line.len());
    for blank in line.chars().take_while(|c| matches!(c, ' ' | '\t')) {
        out.push_str(if blank == '\t' { "  " } else { " " });
    }
    if !content.is_empty() && content.trim_end().chars().all(|c| is_dash(c) || c == '-') {
        // Phones make one long dash of two short ones, also in `-- ` and `---`.
        content.trim_end().chars().for_each(|c| out.push_str(if c == '—' { "--" } else { "-" }));
        return Cow::Owned(out);
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
    for c in content.chars() {
        let c = match c {
            '"' => {
                in_straight = !in_straight && before != '\\' || in_straight && before == '\\';
                '"'
            }
            // Within straight quotation marks a curly one is part of the text.
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' if !in_straight => '"',
            '‘' | '’' | '‚' | '‛' | '′' => '\'',
            '\t' => ' ',
            c if is_dash(c) => '-',
            c => c,
        };
        before = c;
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    Cow::Owned(out)
}

fn plain_blank(c: char) -> char {
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

fn is_dash(c: char) -> bool {
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
        assert_eq!(normalise("text: \"he said “no”\""), "text: \"he said “no”\"");
        assert_eq!(normalise("White\u{200B} Harbor: march–1"), "White Harbor: march-1");
        assert_eq!(normalise("—-"), "---");
        assert_eq!(normalise("— "), "--");
        assert_eq!(normalise("– knight"), "- knight");
        assert_eq!(normalise("•\tknight"), "- knight");
        assert_eq!(normalise("-- "), "--");
    }
}
