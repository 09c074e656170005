//! Lays out messages section by section. Five reports of a turn have most sections in common: each is laid out once.

use super::block::Block;
use super::chip::Chips;
use super::html::{FOOT_END, html_up_to_the_foot};
use super::parse::{is_heading, parse};
use super::text::text;
use crate::report::articles::Articles;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most sections that are kept: those of the reports of a turn of twelve, about 2 MB.
const MOST_KEPT: usize = 400;

/// Bytes of HTML that hold most feet.
const USUAL_FOOT: usize = 2_000;

/// How messages of a game look.
pub struct Look {
    chips: Chips,
    articles: Articles,
    /// Sections by their markup, as it is without articles.
    known: Mutex<BTreeMap<String, Arc<Section>>>,
}

/// What stands from one heading to the next.
struct Section {
    text: String,
    html: Html,
}

enum Html {
    /// It is the same in every message.
    Known(String),
    /// What has a rule may be the foot of a message, which is set off.
    MaybeFoot(Vec<Block>),
}

impl Look {
    /// Makes a look with names that stand out and names that take an article.
    pub fn new(chips: Chips, articles: Articles) -> Self {
        Look { chips, articles, known: Mutex::default() }
    }

    /// Returns what [`text()`] and [`html`](super::html()) make of the blocks of a message, with articles before its names.
    pub fn lay_out(&self, marks: &str) -> (String, String) {
        let sections: Vec<Arc<Section>> =
            sections(marks).into_iter().map(|marks| self.section(marks)).collect();
        let foot = sections.iter().rposition(|section| matches!(section.html, Html::MaybeFoot(_)));
        // They are long, and to grow a text is to copy it.
        let known = |section: &Arc<Section>| match &section.html {
            Html::Known(html) => html.len(),
            Html::MaybeFoot(_) => 0,
        };
        let mut text = String::with_capacity(sections.iter().map(|section| section.text.len() + 1).sum());
        let mut html = String::with_capacity(sections.iter().map(known).sum::<usize>() + USUAL_FOOT);
        for (n, section) in sections.iter().enumerate() {
            if !text.is_empty() && !section.text.is_empty() {
                text.push('\n');
            }
            text.push_str(&section.text);
            match &section.html {
                Html::Known(known) => html.push_str(known),
                Html::MaybeFoot(blocks) => {
                    html.push_str(&html_up_to_the_foot(blocks, &self.chips, Some(n) == foot));
                }
            }
        }
        if foot.is_some() {
            html.push_str(FOOT_END);
        }
        (text, html)
    }

    fn section(&self, marks: &str) -> Arc<Section> {
        // Nothing is lost with what a thread that panicked may have kept.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(section) = known().get(marks) {
            return section.clone();
        }
        let blocks = parse(&self.articles.put(marks));
        let text = text(&blocks);
        let html = match blocks.contains(&Block::Rule) {
            true => Html::MaybeFoot(blocks),
            false => Html::Known(html_up_to_the_foot(&blocks, &self.chips, false)),
        };
        let section = Arc::new(Section { text, html });
        let mut all = known();
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(marks.to_owned(), section.clone());
        section
    }
}

/// Splits markup before its headings, so that each part means alone what it means with the others.
fn sections(marks: &str) -> Vec<&str> {
    let (mut parts, mut rest, mut at, mut fenced) = (Vec::new(), marks, 0, false);
    for line in lines_with_ends(marks) {
        if fenced {
            fenced = line.trim_end() != "```";
        } else if line.starts_with("```") {
            fenced = true;
        } else if line.trim_start().starts_with("```") {
            // It may belong to an item of a list, and what follows to the fence or not.
            break;
        } else if at > 0 && line.starts_with('#') && is_heading(line) {
            let (part, later) = rest.split_at(at);
            parts.push(part);
            (rest, at) = (later, 0);
        }
        at += line.len();
    }
    parts.push(rest);
    parts
}

/// Returns the lines of a text with their ends. Reports are long, and the standard library looks at each letter.
fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    // What follows the last line end is empty or a line without one.
    ends.chain((!text.ends_with('\n')).then_some(text.len())).filter_map(move |end| {
        let line = text.get(from..end);
        from = end;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::markup::html;
    use proptest::prelude::*;
    use serde_json::json;

    fn look() -> Look {
        let names = json!({"o": {"alone": "Others", "inside": "the Others", "first": "The Others"}});
        let articles = Articles::of(Some(&names), None, |_, _| true);
        Look::new(Chips::of([("Stark", "#868A98 #0B0D11")]), articles)
    }

    #[test]
    fn a_section_is_laid_out_once() {
        let look = look();
        let first = look.lay_out("to one\n\n# A\n\n- **Stark**\n\n## B\n\n---\n\nfoot of one\n");
        let second = look.lay_out("to two\n\n# A\n\n- **Stark**\n\n## B\n\n---\n\nfoot of two\n");
        assert_eq!(look.known.lock().unwrap().len(), 5);
        assert_eq!(first.0.replace("one", "two"), second.0);
        assert_eq!(first.1.replace("one", "two"), second.1);
    }

    #[test]
    fn nothing_is_split_within_a_fence() {
        assert_eq!(
            sections("a\n```sheet\n# b\n```\n# c\n## d"),
            ["a\n```sheet\n# b\n```\n", "# c\n", "## d"]
        );
        assert_eq!(sections("- a\n  ```\n# b\n"), ["- a\n  ```\n# b\n"]);
        assert_eq!(sections(""), [""]);
    }

    #[test]
    fn a_fence_within_a_fence_ends_nothing() {
        let look = look();
        let marks = "```\n  ```\n```\n```\n```\n# **a:**Others";
        let blocks = parse(&look.articles.put(marks));
        assert_eq!(look.lay_out(marks), (text(&blocks), html(&blocks, &look.chips)));
    }

    proptest! {
        #[test]
        fn sections_look_as_the_whole_does(
            marks in "(#{1,4} ?|\n|```\n|  ```\n|---\n|- |  |> |!map\n|\\*\\*Stark\\*\\*|\\*\\*a:\\*\\*|\\| a |\\||Others ?|[a-z]{1,5}\\.? ){0,40}",
        ) {
            let look = look();
            let blocks = parse(&look.articles.put(&marks));
            let whole = (text(&blocks), html(&blocks, &look.chips));
            prop_assert_eq!(look.lay_out(&marks), whole.clone());
            prop_assert_eq!(look.lay_out(&marks), whole);
        }
    }
}
