//! The filters of our templates: names, numbers of units, lists, instants, refusals. The words are in
//! `words.yaml`; this module only puts them together.
//!
//! | filter | from | to |
//! |---|---|---|
//! | `name` | `"moat-cailin"` | `Moat Cailin` |
//! | `word("stages")` | `"planning"` | its entry in words.yaml of the game, or else of `mail` |
//! | `list` | `["stark", "tyrell"]` | `Stark and Tyrell` |
//! | `units` | `{"footman": 2, "knight": 1}` | `2 Footmen and a Knight` |
//! | `plural("turn", "turns")` | `3` | `3 turns` |
//! | `nth` | `2` | `2nd` |
//! | `signed` | `1` | `+1` |
//! | `when(zone)` | `"2026-11-24T19:00:00Z"` | `Tuesday 24 November, 20:00 (Rome) = 19:00 UTC` |
//! | `day` | `"2026-11-24"` | `Tuesday 24 November 2026` |
//! | `spans` | `"in 960h"` | `in 40 days` |
//! | `refusal` | `{"code": …, "details": {…}}` | its sentence |
//! | `yaml` | any value | the value on one line of YAML |
//! | `verbatim` | a text of several lines | the same, inside a fence |
//! | `marks` | markup of the program's own | the same, unescaped; never for anybody's text |
//! | `quoted` | a text of several lines | somebody's words, as a quotation that means nothing in an answer |
//! | `excerpt(column, length)` | a line | the line with a caret below, inside a fence |
//! | `remark(indent)` | a text | the text as wrapped comments of YAML |
//! | `part(5)` | `"3/marches/2/stark/card/moat-cailin"` | `moat-cailin` |
//! | `wrap(width)` | a text | its lines |
//! | `without(["seat"])` | a map | the map without these entries |
//! | `among([0, 7], ["raid"])` | events | those at these places and those of these kinds |
//!
//! The function `common(template, data)` is an `include` that shows its template only these data. What it makes is kept
//! for the next messages: five reports of a turn tell the same story.

use super::common::Common;
use super::sheet_needed::still_needed;
use super::sheet_notes::{self, with_notes};
use super::words::Words;
use super::{local_time, markup, yaml};
use crate::seal::mask;
use crate::table::{Event, View};
use crate::{plan, post};
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// Display names and words for one message.
pub struct Vocabulary {
    /// Names by id, from a view.
    pub names: Arc<Json>,
    /// The folder of the game's templates.
    pub game: String,
    pub words: Arc<Words>,
    /// Parts of other messages with the same templates.
    pub common: Arc<Common>,
}

thread_local! {
    /// The vocabulary of the message that is being written. Filters find it here, so that templates are compiled once and not
    /// once for each message with its own filters.
    static SPOKEN: RefCell<Option<Arc<Vocabulary>>> = const { RefCell::new(None) };
}

/// Takes the vocabulary before it back when writing is over.
struct Spoken(Option<Arc<Vocabulary>>);

impl Drop for Spoken {
    fn drop(&mut self) {
        SPOKEN.set(self.0.take());
    }
}

/// Writes something with a vocabulary.
pub fn with<T>(vocabulary: Vocabulary, write: impl FnOnce() -> T) -> T {
    let _before = Spoken(SPOKEN.replace(Some(Arc::new(vocabulary))));
    write()
}

/// Returns the vocabulary of the message that is being written.
fn spoken() -> Result<Arc<Vocabulary>, Error> {
    let missing = || Error::new(ErrorKind::InvalidOperation, "there are no words for this message");
    SPOKEN.with_borrow(Clone::clone).ok_or_else(missing)
}

/// Serializes a view in a model; what several messages have in common is made once.
///
/// # Errors
/// If the serializer fails.
pub(super) fn shared_view<S: Serializer>(view: &View, serializer: S) -> Result<S::Ok, S::Error> {
    match spoken() {
        Ok(v) => v.common.view(view, serializer),
        Err(_) => view.serialize(serializer),
    }
}

/// Serializes the events in a model; what several messages have in common is made once.
///
/// # Errors
/// If the serializer fails.
pub(super) fn shared_events<S: Serializer>(events: &[Event], serializer: S) -> Result<S::Ok, S::Error> {
    match spoken() {
        Ok(v) => v.common.events(events, serializer),
        Err(_) => events.serialize(serializer),
    }
}

impl Vocabulary {
    /// Returns the display name of an id, or the id itself.
    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).and_then(Json::as_str).unwrap_or(id)
    }

    /// Returns the entry for a word of a group in words.yaml: the game's, or else the one for all messages.
    fn word(&self, group: &str, word: &str) -> Option<&Json> {
        let of = |folder: &str| self.words.get(folder, group, word);
        of(&self.game).or_else(|| of("mail"))
    }

    fn text(&self, group: &str, word: &str) -> Option<&str> {
        self.word(group, word).and_then(Json::as_str)
    }

    /// Returns `A, B and C`.
    fn list(&self, items: &[impl AsRef<str>]) -> String {
        let and = self.text("lists", "and").unwrap_or_default();
        let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
        match items.as_slice() {
            [] => self.text("lists", "none").unwrap_or_default().to_owned(),
            [one] => (*one).to_owned(),
            [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
        }
    }

    /// Returns `2 Footmen and a Knight`.
    fn units(&self, units: &BTreeMap<String, u64>) -> String {
        let kinds = units.iter().filter(|(_, number)| **number > 0).map(|(kind, number)| {
            let form = if *number == 1 { "one" } else { "many" };
            let word = self.word("units", kind).and_then(|unit| unit.get(form)).and_then(Json::as_str);
            match (number, word) {
                (1, Some(word)) => word.to_owned(),
                (number, Some(word)) => format!("{number} {word}"),
                (number, None) => format!("{number} {}", self.name(kind)),
            }
        });
        match kinds.collect::<Vec<_>>().as_slice() {
            [] => self.text("units", "none").unwrap_or_default().to_owned(),
            kinds => self.list(kinds),
        }
    }

    /// Returns `turn 2 (planning)` for the id of a window, or the id itself where the game has no word for its stage.
    fn window(&self, id: &str) -> String {
        let named = || {
            let (turn, stage) = id.split_once('-')?;
            // The second window of a stage has a number behind it.
            let first = || stage.rsplit_once('-').and_then(|(stage, _)| self.text("stages", stage));
            let stage = self.text("stages", stage).or_else(first)?;
            Some(format!("{} {turn} ({stage})", self.text("windows", "turn")?))
        };
        named().unwrap_or_else(|| id.to_owned())
    }

    /// Returns `2nd`: the number's own entry in the group `ordinals`, or else its `th`.
    fn nth(&self, number: i64) -> String {
        let own = self.text("ordinals", &number.to_string());
        match own {
            Some(own) => own.to_owned(),
            None => format!("{number}{}", self.text("ordinals", "th").unwrap_or_default()),
        }
    }
}

/// Adds the filters to an environment; those that need names and words take them from [`with`].
pub fn add(env: &mut Environment<'static>) {
    env.add_filter("name", |id: Option<Cow<'_, str>>| {
        let v = spoken()?;
        Ok::<_, Error>(match id {
            Some(id) => Value::from(v.name(&id)),
            None => Value::from(v.text("lists", "none").unwrap_or_default()),
        })
    });
    env.add_filter("word", |word: Cow<'_, str>, group: Cow<'_, str>| {
        let v = spoken()?;
        Ok::<_, Error>(Value::from(v.text(&group, &word).unwrap_or_else(|| v.name(&word))))
    });
    env.add_filter("window", |id: Cow<'_, str>| Ok::<_, Error>(spoken()?.window(&id)));
    // A verb or pronoun that follows a name: that of one, or of many, as the words of the game say of the name.
    env.add_filter("does", |id: Cow<'_, str>, word: String| {
        let v = spoken()?;
        let forms = if v.text("are-many", &id).is_some() { "do-many" } else { "do-one" };
        Ok::<_, Error>(Value::from(v.text(forms, &word).unwrap_or(&word)))
    });
    env.add_filter("list", |ids: Vec<String>| {
        let v = spoken()?;
        Ok::<_, Error>(v.list(&ids.iter().map(|id| v.name(id)).collect::<Vec<_>>()))
    });
    env.add_filter("units", |units: Serde<BTreeMap<String, u64>>| Ok::<_, Error>(spoken()?.units(&units.0)));
    env.add_filter("nth", |number: i64| Ok::<_, Error>(spoken()?.nth(number)));
    env.add_filter("refusal", |state: &State, why: Serde<Why>| refusal(state, &spoken()?.game, &why.0));
    env.add_function("common", |state: &State, template: String, data: Value| {
        let v = spoken()?;
        let render = |data| state.env().get_template(&template)?.render(data);
        v.common.get((&template, &v.game, &v.names), data, render)
    });
    env.add_filter("without", |map: Value, names: Vec<String>| {
        let stays = |name: &Value| name.as_str().is_none_or(|name| !names.iter().any(|other| other == name));
        let entry = |name: Value| Ok((name.to_string(), map.get_item(&name)?));
        let kept: Result<BTreeMap<String, Value>, Error> = map.try_iter()?.filter(stays).map(entry).collect();
        kept.map(Value::from)
    });
    env.add_filter("plural", |number: i64, one: Cow<'_, str>, many: Cow<'_, str>| {
        format!("{number} {}", if number == 1 { one } else { many })
    });
    env.add_filter("signed", |number: i64| format!("{number:+}"));
    env.add_filter("when", |instant: String, zone: String| local_time::when(&instant, &zone));
    env.add_filter("later", |instant: String, zone: String, since: String| {
        local_time::later(&instant, &zone, &since)
    });
    env.add_filter("spans", |text: String| local_time::spans(&text));
    env.add_filter("day", |day: String| local_time::day(&day));
    env.add_filter("yaml", |value: Serde<Json>| yaml::flow(&value.0));
    env.add_filter("verbatim", |text: String| {
        Value::from_safe_string(text.lines().map(markup::escape).collect::<Vec<_>>().join("\n"))
    });
    env.add_filter("marks", |text: String| Value::from_safe_string(text));
    env.add_filter("quoted", |text: String| {
        // A key in somebody's words must not speak for its seat in the answer of a reader.
        let lines = post::tame_lines(&mask(&text), plan::KEYS);
        let lines: Vec<String> = lines.iter().map(|line| format!("> {}", markup::escape(line))).collect();
        Value::from_safe_string(lines.join("\n"))
    });
    env.add_filter("is_masked", |text: String| {
        // Brackets that its writer has not put there.
        let lines = post::tame_lines(&mask(&text), plan::KEYS);
        let count = |text: &str| text.matches('(').count();
        lines.iter().map(|line| count(line)).sum::<usize>() > count(&text)
    });
    env.add_filter("excerpt", |line: String, column: usize, length: usize| {
        Value::from_safe_string(excerpt(&line, column, length))
    });
    env.add_filter("noted", |sheet: String, plan: String| Value::from_safe_string(with_notes(&sheet, &plan)));
    env.add_filter("needed", |sheet: String, plan: String, wrong: Vec<String>| {
        Value::from_safe_string(still_needed(&sheet, &plan, &wrong))
    });
    env.add_filter("remark", |text: Value, indent: usize| Value::from_safe_string(remark(&text, indent)));
    env.add_filter("look", |sheet: Value| Value::from_safe_string(look(&sheet.to_string())));
    env.add_filter("part", |key: String, number: usize| key.split('/').nth(number).unwrap_or("").to_owned());
    env.add_filter("among", |events: Value, places: Vec<usize>, kinds: Vec<String>| {
        among(&events, &places, &kinds)
    });
    env.add_filter("wrap", |text: String, width: usize| markup::fold(&text, width).join("\n"));
}

/// Returns those of some events that stand at these places, in ascending order, or are of these kinds.
fn among(events: &Value, places: &[usize], kinds: &[String]) -> Result<Vec<Value>, Error> {
    let mut found = Vec::new();
    for (place, event) in events.try_iter()?.enumerate() {
        let is_of_kind = || {
            let kind = event.get_attr("event").ok()?;
            kind.as_str().map(|kind| kinds.iter().any(|other| other == kind))
        };
        if places.binary_search(&place).is_ok() || is_of_kind().unwrap_or_default() {
            found.push(event);
        }
    }
    Ok(found)
}

/// Returns an order sheet with a hash before each line, so that nothing in it counts, and without what is above the plan.
fn look(sheet: &str) -> String {
    let is_edge = |line: &&str| line.starts_with("```") || *line == "---";
    let lines = sheet.lines().map(str::trim_end).skip_while(|line| !line.starts_with("plan:"));
    let lines: Vec<String> =
        lines.filter(|line| !is_edge(line)).map(|line| format!("# {line}").trim_end().to_owned()).collect();
    format!("```\n{}\n```", lines.join("\n").trim_end_matches(['\n', '#']))
}

/// Returns a text as wrapped comments of YAML. A text that a template put together is markup already.
fn remark(text: &Value, indent: usize) -> String {
    let said = text.to_string();
    let marks = if text.is_safe() { Cow::Borrowed(said.as_str()) } else { markup::escape(&said) };
    let indent = " ".repeat(indent);
    let lines = markup::fold(&marks.replace('\n', " "), sheet_notes::WIDTH.saturating_sub(indent.len() + 2));
    lines.iter().map(|line| format!("{indent}# {line}")).collect::<Vec<_>>().join("\n")
}

/// The fields of a refusal in a model.
#[derive(serde::Deserialize)]
struct Why {
    code: String,
    details: Json,
}

/// Returns the sentence of a refusal: the game's own, or else the one for all games. A code without a
/// sentence is shown with its details, so that a message never fails for lack of one.
fn refusal(state: &State, game: &str, why: &Why) -> Result<Value, Error> {
    // The sentence is ours, and may name a section; what it mentions may be anybody's.
    let AutoEscape::Custom(_) = state.auto_escape() else {
        return sentence(state, game, why).map(Value::from);
    };
    let tamed = Why { code: why.code.clone(), details: tamed(&why.details) };
    Ok(Value::from_safe_string(markup::escape(&sentence(state, game, &tamed)?).into_owned()))
}

/// Returns the details of a refusal with nothing in them that could be read as a section.
fn tamed(details: &Json) -> Json {
    match details {
        Json::String(text) => Json::String(post::tame(text, plan::KEYS).into_owned()),
        Json::Array(all) => all.iter().map(tamed).collect(),
        Json::Object(all) => all.iter().map(|(name, value)| (name.clone(), tamed(value))).collect(),
        other => other.clone(),
    }
}

fn sentence(state: &State, game: &str, why: &Why) -> Result<String, Error> {
    for folder in [game, "mail"] {
        let template = format!("{folder}/refusals/{}", why.code);
        match state.env().get_template(&template) {
            Ok(sentence) => {
                let details = Value::from(Serde(&why.details));
                return sentence.render(minijinja::context! { templates => game, ..details });
            }
            Err(error) if error.kind() == ErrorKind::TemplateNotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(format!("{} {}", why.code, yaml::flow(&why.details)))
}

/// Width of an excerpt in columns.
const ROOM: usize = 68;

/// Returns a line in markup with carets below the place; a long line is cut around it.
fn excerpt(line: &str, column: usize, length: usize) -> String {
    let chars: Vec<char> = markup::plain(line).chars().collect();
    let at = column.saturating_sub(1).min(chars.len());
    let from = if chars.len() <= ROOM { 0 } else { at.saturating_sub(ROOM / 3).min(chars.len() - ROOM) };
    let to = chars.len().min(from + ROOM);
    // What begins within a word looks like another one.
    let gap = chars.get(from..at).unwrap_or(&[]).iter().position(|c| c.is_whitespace());
    let from = if from == 0 { 0 } else { gap.map_or(from, |gap| from + gap + 1) };
    let (left, right) = (if from > 0 { "…" } else { "" }, if to < chars.len() { "…" } else { "" });
    let shown: String = chars.get(from..to).unwrap_or(&[]).iter().collect();
    let before: String = chars.get(from..at).unwrap_or(&[]).iter().collect();
    let under: String = chars.get(at..to.min(at + length.max(1))).unwrap_or(&[]).iter().collect();
    let carets = "^".repeat(under.width().max(1));
    let space = " ".repeat(left.width() + before.width());
    format!("{left}{}{right}\n{space}{carets}", markup::escape(&shown))
}

#[cfg(test)]
mod tests {
    use super::excerpt;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_caret_stands_below_the_word() {
        assert_eq!(excerpt("to: Riverun", 5, 7), "to: Riverun\n    ^^^^^^^");
        assert_eq!(excerpt("軍: Riverun", 4, 7), "軍: Riverun\n    ^^^^^^^");
    }

    #[test]
    fn no_place_is_out_of_reach() {
        for (line, column, length) in [("", 9, 9), ("a", 0, 0), ("a", 5, 100), (&*"x".repeat(500), 400, 90)] {
            let shown = excerpt(line, column, length);
            assert!(shown.contains('^') && shown.lines().all(|l| l.width() <= 70), "{shown}");
        }
    }

    #[test]
    fn a_line_that_is_cut_says_so_and_begins_with_a_word() {
        let line = format!(
            "{} Karhold, the Narrow Sea: raid{}",
            "and so on ".repeat(6).trim_end(),
            " and on".repeat(9)
        );
        let column = line.find("Narrow").unwrap() + 1;
        let shown = excerpt(&line, column, 10);
        let (cut, carets) = shown.split_once('\n').unwrap();
        assert!(
            cut.starts_with("…so on Karhold, the Narrow Sea: raid and on") && cut.ends_with('…'),
            "{cut}"
        );
        assert_eq!(carets, format!("{}{}", " ".repeat(20), "^".repeat(10)));
    }
}
