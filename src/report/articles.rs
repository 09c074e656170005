//! Puts an article before names that take one inside a sentence, as a game's `words.yaml` has them: "for the Wildlings".
//!
//! Names come into a sentence from a position or a seat, and a table or a heading shows them alone. Which it is, only the text
//! around a name says, so this is done when a section of a message is whole.

use serde_json::Value;

/// A name with its article.
struct Articled {
    alone: String,
    inside: String,
    first: String,
}

/// The names of a game that take an article, and the words after which they take none.
#[derive(Default)]
pub struct Articles {
    names: Vec<Articled>,
    /// For each byte whether a name begins with it: hardly any byte of a message is one.
    initials: Vec<bool>,
    not_after: Vec<String>,
}

impl Articles {
    /// Reads the group `articles`, leaving out names that are not wanted by their id, and the group `no-article-after`.
    pub(super) fn of(
        group: Option<&Value>,
        not_after: Option<&Value>,
        wanted: impl Fn(&str, &str) -> bool,
    ) -> Self {
        let entries = group.and_then(Value::as_object).into_iter().flatten();
        let names = entries.filter_map(|(id, entry)| {
            let form = |form: &str| Some(entry.get(form)?.as_str()?.to_owned());
            let name = Articled { alone: form("alone")?, inside: form("inside")?, first: form("first")? };
            wanted(id, &name.alone).then_some(name)
        });
        let names: Vec<Articled> = names.collect();
        let mut initials = vec![false; 256];
        let first = names.iter().filter_map(|name| name.alone.bytes().next());
        first.for_each(|byte| initials[usize::from(byte)] = true);
        let words = not_after.and_then(Value::as_object).into_iter().flatten().map(|(word, _)| word.clone());
        Articles { names, initials, not_after: words.collect() }
    }

    /// Returns the names, by which one set of them differs from others of its game.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.alone.as_str())
    }

    /// Returns markup with the articles. Code, quotations, tables and the order sheet stay as they are.
    pub(super) fn put(&self, marks: &str) -> String {
        if self.names.is_empty() {
            return marks.to_owned();
        }
        let (mut fenced, mut goes_on) = (false, false);
        let mut out = String::with_capacity(marks.len());
        for line in marks.split_inclusive('\n') {
            let text = line.trim_start();
            // What opens a fence and what closes it is what it is to the parser of markup.
            fenced = match fenced {
                true => line.trim_end() != "```",
                false => text.starts_with("```"),
            };
            if fenced || text.starts_with(['|', '>', '`']) {
                out.push_str(line);
                goes_on = false;
                continue;
            }
            let begins = !goes_on || text.starts_with("- ") || text.starts_with('#');
            self.line(line, begins, text.starts_with('#'), &mut out);
            goes_on = !text.is_empty() && !text.starts_with('#') && !ends_sentence(text);
        }
        out
    }

    fn line(&self, line: &str, begins: bool, is_heading: bool, out: &mut String) {
        let mut done = 0;
        let begins_one = |byte: u8| self.initials.get(usize::from(byte)).is_some_and(|begins| *begins);
        for (at, _) in line.bytes().enumerate().filter(|(_, byte)| begins_one(*byte)) {
            // A byte that a name begins with is the first of its letter.
            let rest = &line[at..];
            let Some(name) = self.names.iter().find(|name| at >= done && rest.starts_with(&name.alone))
            else {
                continue;
            };
            let (before, behind) = (&line[..at], &rest[name.alone.len()..]);
            let said = before.trim_matches(is_mark);
            let first = if said.is_empty() { begins } else { ends_sentence(said) };
            // A label, such as that of a track.
            let label = first && behind.starts_with(':');
            if label || !self.takes_one(before, behind) {
                continue;
            }
            out.push_str(&line[done..at]);
            out.push_str(if !first {
                &name.inside
            } else if is_heading {
                &name.alone
            } else {
                &name.first
            });
            done = at + name.alone.len();
        }
        out.push_str(&line[done..]);
    }

    /// Returns `true` where a name is a word of its own in a sentence, without an article or the like before it.
    fn takes_one(&self, before: &str, behind: &str) -> bool {
        let near = before.trim_end_matches('*');
        let is_word = !near.ends_with(|c: char| c.is_alphanumeric() || "\"“`-".contains(c))
            && !behind.starts_with(|c: char| c.is_alphanumeric() || "\"”`".contains(c));
        let in_code = before.matches('`').count() % 2 == 1;
        let last = near.split_whitespace().next_back().filter(|_| near.ends_with(char::is_whitespace));
        let word = last.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let parted = last.is_some_and(|word| word.ends_with(['.', ',', ':', ';']));
        is_word
            && !in_code
            && (parted
                || !word.is_some_and(|word| self.not_after.iter().any(|no| no.eq_ignore_ascii_case(word))))
    }
}

/// Signs of our markup before a sentence.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "*#-\\".contains(c)
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(|c: char| c.is_whitespace() || "*\\".contains(c)).ends_with(['.', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn put(text: &str) -> String {
        let names = json!({
            "w": {"alone": "Wildlings", "inside": "the Wildlings", "first": "The Wildlings"},
            "o": {"alone": "The Others", "inside": "the Others", "first": "The Others"},
            "n": {"alone": "Night's Watch", "inside": "the Night's Watch", "first": "The Night's Watch"},
        });
        let after = json!({"the": "yes"});
        Articles::of(Some(&names), Some(&after), |_, _| true).put(text)
    }

    #[test]
    fn a_name_in_a_sentence_has_its_article() {
        for (from, to) in [
            ("# Receipt 2 for Wildlings\n", "# Receipt 2 for the Wildlings\n"),
            ("### Wildlings\n", "### Wildlings\n"),
            (
                "- **Wildlings** march. The Others attack Wildlings.",
                "- **The Wildlings** march. The Others attack the Wildlings.",
            ),
            (
                "You play **Night's Watch** against\nThe Others",
                "You play **the Night's Watch** against\nthe Others",
            ),
            ("Awaited: you, The Others and Wildlings.", "Awaited: you, the Others and the Wildlings."),
            (
                "What the Night's Watch gets. Wildlings win.",
                "What the Night's Watch gets. The Wildlings win.",
            ),
            ("King of the Others, 2 Others", "King of the Others, 2 Others"),
        ] {
            assert_eq!(put(from), to);
        }
    }

    #[test]
    fn what_is_no_sentence_stays() {
        for text in [
            "| Wildlings | 2 |\n",
            "> Wildlings, look\n",
            "```sheet\nties: [Wildlings, The Others]\n```\n",
            "Write `ties: Wildlings`.",
            "Your word is \"Wildlings\".",
            "Wildlings: 3.",
            "Iron Throne: Stark. Wildlings: 3.",
        ] {
            assert_eq!(put(text), text);
        }
    }
}
