//! The order page: one HTML file in which a seat fills in its order sheet with a finger, offline.
//!
//! Everything that it shows is in one block of data, which its script puts into the document as text. Its
//! Content-Security-Policy names the script and the style by their hashes, and allows no network.

use super::template_error::TemplateError;
use super::words::Words;
use super::writer::{NotWritten, Writer};
use super::{local_time, model};
use crate::picture::Touchable;
use crate::seal::Hash256;
use crate::table::form::Form;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::LazyLock;

const STYLE: &str = include_str!("page.css");

/// The folder of the words that are the same for all games.
const WORDS: &str = "page";

/// How many hex digits tell the forms of a window apart.
const STAMP: usize = 16;

/// What an order page is made of: a seat's form, and the envelope of its answer.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderPage {
    pub head: model::Head,
    pub window: model::Window,
    pub form: Form,
    /// Display names by id.
    pub names: Value,
    /// The board, whose shapes name their areas (`data-area`); `None` if the list of areas must do.
    pub map: Option<Arc<Touchable>>,
}

impl Writer {
    /// Writes an order page.
    ///
    /// # Errors
    /// If the words of the program lack a text that the page needs.
    pub fn order_page(&self, page: &OrderPage) -> Result<String, NotWritten> {
        let words = self.page_words(&page.head.game.templates)?;
        let text = |name: &str| {
            let text = words["text"][name].as_str().map(str::to_owned);
            text.ok_or_else(|| NotWritten(lacks(name)))
        };
        let title = text("title")?.replace("{title}", &page.head.title);
        let asleep = text("asleep")?;
        let form = serde_json::to_value(&page.form).map_err(|why| NotWritten(lacks(&why.to_string())))?;
        let form_text = form.to_string();
        let stamp: String = Hash256::of(&form_text).to_string().chars().take(STAMP).collect();
        let seat = page.head.seat.as_ref().map_or("", |seat| seat.id.as_str());
        let seat_name = page.names[seat].as_str().unwrap_or(seat);
        let player = page.head.player.as_str();
        let intro = text(if player.is_empty() { "for-seat" } else { "for" })?.replace("{seat}", seat_name);
        let intro = self.with_articles(&page.head.game.templates, &page.names, &intro);
        let deadline = page.window.deadline.map(|at| at.to_rfc3339());
        let secrecy = page.window.secrecy.as_str();
        let subject = text("subject")?.replace("{campaign}", &page.head.campaign);
        let data = json!({
            "campaign": page.head.campaign,
            "seat": seat,
            "intro": intro.replace("{player}", player),
            "key": page.head.key,
            "address": page.head.address,
            "subject": subject,
            "window": page.window.id,
            "deadline": deadline.map(|at| local_time::when(&at, &page.head.zone)),
            "seals": matches!(secrecy, "sealed" | "either"),
            "mails": secrecy != "sealed",
            "stamp": stamp,
            "names": page.names,
            "words": words,
            "form": form,
        });
        let (map, looks) = page.map.as_ref().map_or(("", ""), |map| (map.svg.as_str(), map.style.as_str()));
        let style = format!("{STYLE}{looks}");
        // No text in it can end the block, or begin a comment.
        let data = data.to_string().replace('<', "\\u003c");
        Ok(format!(
            include_str!("page.html"),
            language = text("language")?,
            title = minijinja::HtmlEscape(&title),
            asleep = minijinja::HtmlEscape(&asleep),
            script_hash = source_hash(&SCRIPT),
            style_hash = source_hash(&style),
            style = style,
            script = *SCRIPT,
            map = map,
            data = data,
        ))
    }

    /// Returns the texts of the page: those of all games, and of the game its parts, facts and names of things.
    fn page_words(&self, game: &str) -> Result<Value, NotWritten> {
        let words = self.words();
        let group = |name: &str| words.group(game, name).cloned().unwrap_or_else(|| json!({}));
        let mut parts = words.group(WORDS, "parts").and_then(Value::as_object).cloned().unwrap_or_default();
        parts.extend(group("page").as_object().cloned().unwrap_or_default());
        let mut about = Map::new();
        for name in ["asked-for", "asks"] {
            about.extend(group(name).as_object().cloned().unwrap_or_default());
        }
        let text = words.group(WORDS, "text").ok_or_else(|| NotWritten(lacks("text")))?;
        Ok(json!({
            "text": text,
            "parts": parts,
            "about": about,
            "facts": group("facts"),
            "orders": group("orders"),
            "titles": group("titles"),
        }))
    }

    fn words(&self) -> &Words {
        &self.set().words
    }
}

fn lacks(what: &str) -> TemplateError {
    TemplateError { file: format!("{WORDS}/words.yaml"), line: None, what: format!("it lacks “{what}”") }
}

/// The script, without what only its readers need: indentation and comments.
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let lines = include_str!("page.js").lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
});

/// Returns the hash of a source by which a Content-Security-Policy names it, in base64.
fn source_hash(source: &str) -> String {
    let hex = Hash256::of(source).to_string();
    let bytes = data_encoding::HEXLOWER.decode(hex.as_bytes()).unwrap_or_default();
    data_encoding::BASE64.encode(&bytes)
}

#[cfg(test)]
mod tests {
    /// A text over several lines would lose the beginnings of its lines.
    #[test]
    fn no_text_of_the_script_runs_over_a_line() {
        let odd = |line: &&str| line.matches('`').count() % 2 == 1 || line.ends_with('\\');
        assert_eq!(include_str!("page.js").lines().find(odd), None);
    }
}
