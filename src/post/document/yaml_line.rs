//! Classifies a single line of YAML without parsing the whole.

/// The kinds of lines that a search for documents distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape<'a> {
    Blank,
    Comment,
    /// Three or more dashes.
    Fence,
    /// `...`
    End,
    /// Three backticks or tildes, with or without a language.
    Code,
    /// `key: value`, without quotes around the key; the value may be empty.
    Pair {
        key: &'a str,
        value: &'a str,
    },
    /// `- …`
    Item,
    Other,
}

/// Returns the number of blanks at the start of a line.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Classifies a normalised line.
pub(super) fn shape(line: &str) -> Shape<'_> {
    let text = line.trim();
    match text {
        "" => return Shape::Blank,
        "..." => return Shape::End,
        "-" => return Shape::Item,
        _ if text.starts_with('#') => return Shape::Comment,
        _ if text.len() >= 3 && text.bytes().all(|byte| byte == b'-') => return Shape::Fence,
        _ if text.starts_with("```") || text.starts_with("~~~") => return Shape::Code,
        _ if text.starts_with("- ") => return Shape::Item,
        _ => {}
    }
    pair(text).map_or(Shape::Other, |(key, value)| Shape::Pair { key, value })
}

/// Returns a line's key and value. A key has at most 60 characters and is not a flow, an alias or the like.
pub(super) fn pair(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (key, rest) = match quote {
        Some(quote) => {
            let (key, rest) = text.get(1..)?.split_once(quote)?;
            (key, rest.trim_start().strip_prefix(':')?)
        }
        None => {
            if text.starts_with(['{', '[', '#', '&', '*', '!', '|', '>', '%', '@', '`', '?', ',', '}', ']']) {
                return None;
            }
            let at = text
                .match_indices(':')
                .map(|(at, _)| at)
                .find(|at| text.get(at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))?;
            (text.get(..at)?.trim_end(), text.get(at + 1..)?)
        }
    };
    (!key.is_empty() && key.chars().count() <= 60 && (rest.is_empty() || rest.starts_with(' ')))
        .then(|| (key, rest.trim()))
}

/// The brackets and quotation marks that a value has opened and not closed yet.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Open {
    depth: usize,
    quote: Option<char>,
}

impl Open {
    /// Returns `true` if the value continues on the next line.
    pub(super) fn goes_on(self) -> bool {
        self.depth > 0 || self.quote.is_some()
    }

    /// Returns what is open after this value; pass the whole line if something was open before.
    pub(super) fn after(mut self, value: &str) -> Open {
        if !self.goes_on() && !value.starts_with(['{', '[', '"', '\'']) {
            return self;
        }
        let mut before = ' ';
        for c in value.chars() {
            match (self.quote, c) {
                (Some('"'), '"') if before == '\\' => {}
                (Some(quote), c) if c == quote => {
                    self.quote = None;
                    if self.depth == 0 {
                        return self;
                    }
                }
                (Some(_), _) => {}
                (None, '"' | '\'') if matches!(before, ' ' | '{' | '[' | ',' | ':') => self.quote = Some(c),
                (None, '{' | '[') => self.depth += 1,
                (None, '}' | ']') => self.depth = self.depth.saturating_sub(1),
                (None, '#') if before == ' ' => return self,
                _ => {}
            }
            before = if before == '\\' && c == '\\' { ' ' } else { c };
        }
        self
    }
}

/// Returns the value part of a line: what follows its key or `- `.
pub(super) fn value_of(line: &str) -> &str {
    let mut text = line.trim();
    while let Some(rest) = text.strip_prefix("- ") {
        text = rest.trim_start();
    }
    pair(text).map_or(text, |(_, value)| value)
}

/// Returns the names at the top of a document in braces, in lower case.
pub(super) fn top_names(text: &str) -> Vec<String> {
    let (mut depth, mut quote, mut start) = (0, None, 0);
    let mut names = Vec::new();
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[') => {
                depth += 1;
                start = at + 1;
            }
            (None, '}' | ']') => depth -= 1,
            (None, ',') => start = at + 1,
            (None, ':') if depth == 1 && start <= at => {
                let name = text.get(start..at).unwrap_or_default().trim();
                names.push(name.trim_matches(['"', '\'']).to_lowercase());
                start = text.len();
            }
            _ => {}
        }
    }
    names
}

/// Returns a value without the comment behind it.
pub(super) fn strip_comment(value: &str) -> &str {
    if value.starts_with('#') {
        return "";
    }
    value.find(" #").and_then(|at| value.get(..at)).unwrap_or(value).trim_end()
}

/// Returns `true` for a few words that are not a sentence, for one quoted text, and for a flow in brackets.
pub(super) fn is_words(value: &str, most: usize) -> bool {
    let is_quoted = ['"', '\''].iter().any(|quote| value.starts_with(*quote) && value.ends_with(*quote));
    let is_sentence = value.ends_with(['?', '!', '.', ',', ';', ':']);
    is_quoted
        || value.starts_with(['{', '['])
        || !value.is_empty() && !is_sentence && value.split_whitespace().count() <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs() {
        assert_eq!(pair("White Harbor: support"), Some(("White Harbor", "support")));
        assert_eq!(pair("\"plan\" : {a: b}"), Some(("plan", "{a: b}")));
        assert_eq!(pair("plan:"), Some(("plan", "")));
        assert_eq!(pair("see http://x.example/"), None);
        assert_eq!(pair("{a: b}"), None);
        assert_eq!(pair("seal: sha256:00"), Some(("seal", "sha256:00")));
    }

    #[test]
    fn values_that_go_on() {
        let open = |text| Open::default().after(text).goes_on();
        assert!(open("{a: 1,") && open("\"two") && open("[{a: b},"));
        assert!(!open("{a: 1}") && !open("\"a{\"") && !open("it's {") && !open("'a'"));
        assert!(!Open::default().after("{a: 1,").after("b: 2}").goes_on());
    }

    #[test]
    fn what_a_line_is_by_its_first_characters() {
        let two = |key, value| Shape::Pair { key, value };
        for (line, is) in [
            ("", Shape::Blank),
            ("  ", Shape::Blank),
            ("...", Shape::End),
            ("....", Shape::Other),
            ("-", Shape::Item),
            ("- a", Shape::Item),
            ("-a", Shape::Other),
            ("--", Shape::Other),
            ("---", Shape::Fence),
            ("----", Shape::Fence),
            ("---a", Shape::Other),
            ("```yaml", Shape::Code),
            ("``", Shape::Other),
            ("~~~", Shape::Code),
            ("~~", Shape::Other),
            ("# a: b", Shape::Comment),
            ("a: b", two("a", "b")),
            ("a :b: c", two("a :b", "c")),
            ("a:b", Shape::Other),
            (": b", Shape::Other),
            ("\"a\":b", Shape::Other),
            ("'a': b", two("a", "b")),
            ("'a: b", Shape::Other),
            ("'': b", Shape::Other),
        ] {
            assert_eq!(shape(line), is, "{line}");
        }
        for (length, is_key) in [(59, true), (60, true), (61, false)] {
            let line = format!("{}: b", "é".repeat(length));
            assert_eq!(pair(&line).is_some(), is_key, "{length}");
        }
    }

    #[test]
    fn a_value_is_open_until_its_brackets_and_quotation_marks_are_closed() {
        for (text, is_open) in [
            (r#"{a: "b\"}"#, true),
            (r#"{a: "b\\"}"#, false),
            (r#"{a: 'b\'}"#, false),
            ("{a: it's}", false),
            ("{a: 'it}", true),
            ("{a: b} # {", false),
            ("{a: b # }", true),
            ("{a: b#}", false),
            ("a {", false),
            ("]", false),
            ("\"a\" {", false),
            ("[{a: b}", true),
        ] {
            assert_eq!(Open::default().after(text).goes_on(), is_open, "{text}");
        }
        assert!(
            Open::default().after("{").after("x").goes_on()
                && !Open::default().after("{").after("}}").goes_on()
        );
    }

    #[test]
    fn names_at_the_top_of_braces() {
        for (text, names) in [
            ("{plan: x, Final: yes}", vec!["plan", "final"]),
            ("{plan: {bid: 3, x: 1}, 'final': yes}", vec!["plan", "final"]),
            ("{plan: a: b}", vec!["plan"]),
            ("{plan: \"a, b: c\", final: yes}", vec!["plan", "final"]),
            ("plan: x", vec![]),
            ("{: x}", vec![""]),
        ] {
            assert_eq!(top_names(text), names, "{text}");
        }
    }

    #[test]
    fn values_without_their_comments_and_names() {
        for (line, value) in
            [("plan: x", "x"), ("- x", "x"), ("- - plan: x", "x"), ("x", "x"), ("-x", "-x"), ("plan:", "")]
        {
            assert_eq!(value_of(line), value, "{line}");
        }
        for (value, bare) in
            [("# a", ""), ("a # b", "a"), ("a  # b # c", "a"), ("a#b", "a#b"), ("a ", "a"), ("", "")]
        {
            assert_eq!(strip_comment(value), bare, "{value}");
        }
        for (value, is) in [
            ("two words", true),
            ("two words more", false),
            ("words.", false),
            ("\"two words more.\"", true),
            ("'two words more.'", true),
            ("\"two words more", false),
            ("{a b c d}", true),
            ("[a b c d", true),
            ("", false),
        ] {
            assert_eq!(is_words(value, 2), is, "{value}");
        }
    }
}
