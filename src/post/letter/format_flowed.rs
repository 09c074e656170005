//! Undoes `format=flowed` (RFC 3676): joins lines that were broken for transport.

/// Returns the text without soft line breaks; with `delsp` also without the blank before them.
///
/// If a line ends in a blank but the next one is plainly an entry of its own (`name: …`, `- …`), the break
/// remains. Many programs leave such blanks in lines that nobody meant to flow.
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<(usize, Paragraph)> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let content = line.get(depth..).unwrap_or_default();
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_signature = content == "-- ";
        let mut joined = match open.take() {
            Some((last, paragraph)) if last == depth && !is_signature && !paragraph.ends_before(content) => {
                paragraph
            }
            Some((last, paragraph)) => {
                emit(&mut out, last, &paragraph.text);
                Paragraph::default()
            }
            None => Paragraph::default(),
        };
        joined.push(content);
        if joined.text.ends_with(' ') && !is_signature {
            if delsp {
                joined.text.pop();
            }
            open = Some((depth, joined));
        } else {
            emit(&mut out, depth, &joined.text);
        }
    }
    if let Some((depth, paragraph)) = open {
        emit(&mut out, depth, &paragraph.text);
    }
    out
}

/// Lines that belong together so far, and what is open in them: counted as they come, since a whole message may be one
/// paragraph.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// Opening marks less closing ones.
    braces: i64,
    brackets: i64,
    /// `true` after an odd number of quotation marks.
    is_quoted: bool,
    /// The last character that is no blank.
    last: Option<char>,
}

impl Paragraph {
    fn push(&mut self, line: &str) {
        for byte in line.bytes() {
            match byte {
                b'{' => self.braces += 1,
                b'}' => self.braces -= 1,
                b'[' => self.brackets += 1,
                b']' => self.brackets -= 1,
                b'"' => self.is_quoted = !self.is_quoted,
                _ => {}
            }
        }
        self.last = line.trim_end().chars().next_back().or(self.last);
        self.text.push_str(line);
    }

    /// Returns `true` if the next line is an entry of its own, and not the rest of the value before it.
    fn ends_before(&self, line: &str) -> bool {
        if self.braces > 0 || self.brackets > 0 || self.is_quoted {
            return false;
        }
        let line = line.trim_start();
        let name = line.split(':').next().unwrap_or_default();
        let is_pair = line.len() > name.len() && name.len() <= 40 && !name.contains(['"', ',', '{', '[']);
        self.last.is_none_or(|last| last == ':') || line.is_empty() || line.starts_with("- ") || is_pair
    }
}

fn emit(out: &mut String, depth: usize, content: &str) {
    out.extend(std::iter::repeat_n('>', depth));
    if depth > 0 {
        out.push(' ');
    }
    out.push_str(if content == "-- " { content } else { content.trim_end_matches(' ') });
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_breaks_go_and_hard_ones_stay() {
        assert_eq!(unflow("one \ntwo\nthree\n", false), "one two\nthree\n");
        assert_eq!(unflow("王 \n座\n", true), "王座\n");
        assert_eq!(unflow("> quoted \n> on\nown\n", false), "> quoted on\nown\n");
        // A text may end in the middle of a paragraph.
        assert_eq!(unflow("one\ntwo \nthree \n", false), "one\ntwo three\n");
        assert_eq!(unflow("> one \n> two ", false), "> one two\n");
        assert_eq!(unflow("> quoted \nown \n> again\n", false), "> quoted\nown\n> again\n");
        assert_eq!(unflow(" >no quote\n  two\n", false), ">no quote\n two\n");
        assert_eq!(unflow("x\n-- \nBob \nHope\n", false), "x\n-- \nBob Hope\n");
        assert_eq!(unflow("one \n-- \nBob\n", false), "one\n-- \nBob\n", "a signature joins nothing");
    }

    #[test]
    fn entries_stay_on_their_own_lines() {
        assert_eq!(
            unflow("plan: \n   orders: \n     A: hold \n     B: march\n", false),
            "plan:\n  orders:\n    A: hold\n    B: march\n"
        );
        assert_eq!(unflow("orders: {A: hold, \nB: march}\n", false), "orders: {A: hold, B: march}\n");
        assert_eq!(unflow("text: \"well, \nthen: go\"\n", false), "text: \"well, then: go\"\n");
    }
}

#[cfg(test)]
mod pairs {
    use super::*;

    /// What is open goes on; what is closed again ends before an entry of its own.
    #[test]
    fn an_entry_below_what_is_closed_is_its_own() {
        for (text, ends) in [
            ("plan: x", false),
            ("plan:", true),
            ("plan: {a: 1,", false),
            ("plan: {a: 1}", true),
            ("plan: [a,", false),
            ("plan: [a]", true),
            ("plan: {a: [1],", false),
            ("plan: {a: [1]}", true),
            ("plan: [[1],", false),
            ("plan: {{}, ", false),
            ("plan: \"a", false),
            ("plan: \"a\"", true),
        ] {
            let mut paragraph = Paragraph::default();
            paragraph.push(text);
            let is_open = text == "plan: x";
            assert_eq!(paragraph.ends_before("bid: 2"), ends || is_open, "{text}");
            assert_eq!(paragraph.ends_before("- bid"), ends || is_open, "{text}");
            assert_eq!(paragraph.ends_before("and more"), text == "plan:", "{text}");
        }
    }

    /// A name of at most forty characters begins an entry of its own; what is longer, or has signs of a value, goes on.
    #[test]
    fn what_begins_an_entry_below_another() {
        let name = |length: usize| "n".repeat(length);
        for (next, is_own) in [
            (format!("{}: c", name(1)), true),
            (format!("{}: c", name(39)), true),
            (format!("{}: c", name(40)), true),
            (format!("{}: c", name(41)), false),
            (name(10), false),
            ("- c".to_owned(), true),
            ("-c".to_owned(), false),
            ("a, b: c".to_owned(), false),
            ("a \"b\": c".to_owned(), false),
            ("{a: c".to_owned(), false),
            ("[a: c".to_owned(), false),
        ] {
            let gap = if is_own { "\n " } else { "  " };
            assert_eq!(
                unflow(&format!("plan: \n  a: b \n  {next}\n"), false),
                format!("plan:\n a: b{gap}{next}\n"),
                "{next}"
            );
        }
    }
}
