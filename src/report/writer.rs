//! Turns models into messages.

use super::articles::Articles;
use super::markup;
use super::model::{GameName, Mail};
use super::template_error::TemplateError;
use super::template_set::{Files, TemplateSet};
use super::vocabulary::{self, Vocabulary};
use super::yaml::members_yaml;
use crate::table::View;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The templates built into the program, by name (build.rs).
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The template for notices and press that travel with another message.
const BESIDES: &str = "mail/besides.md";

/// The template for the end of a message, which names the ledger's head.
const FOOTER: &str = "mail/footer.md";

/// Characters of the longest subject.
const SUBJECT: usize = 120;

/// A message in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendered {
    /// One line without control characters.
    pub subject: String,
    /// Plain text of at most 72 columns, except for the order sheet; ends with a line end.
    pub text: String,
    /// A whole HTML page.
    pub html: String,
}

impl Rendered {
    /// Inserts an attached picture (part `cid`) where the template has `!name`. Without it the place remains
    /// empty.
    pub fn with_picture(mut self, name: &str, cid: &str, alt: &str) -> Self {
        let (cid, alt) = (minijinja::HtmlEscape(cid), minijinja::HtmlEscape(alt));
        // Where a mail program shows no pictures the words stand in their place: small, because what is asked comes after them.
        let picture = format!(
            "<img src=\"cid:{cid}\" alt=\"{alt}\" width=\"480\" \
             style=\"display:block;font-size:11px;line-height:1.2;width:100%;max-width:480px;box-sizing:border-box;height:auto;border:1px solid #8A8577;border-radius:8px;margin:0 0 16px 0\">"
        );
        self.html = self.html.replace(&markup::picture_place(name), &picture);
        self
    }
}

/// A message, with anything the game master should know about the campaign's own templates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub mail: Rendered,
    /// The error because of which the program's template was used, or a value was left out; `None` if all is
    /// well.
    pub trouble: Option<TemplateError>,
}

/// A bug: the program's own template cannot express a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this message could not be written; please report it: {0}")]
pub struct NotWritten(pub TemplateError);

/// Writes messages from models with the program's templates and a campaign's own.
pub struct Writer {
    built_in: &'static TemplateSet,
    /// `None` if the campaign has no copies.
    own: Option<TemplateSet>,
    troubles: Vec<TemplateError>,
}

impl Writer {
    /// Returns a writer that uses a campaign's own copy of a file (`mail/turn.md`, `thrones/words.yaml`), if
    /// `own` returns one, before the program's. A copy that cannot be read is left out; see
    /// [`Writer::troubles`].
    pub fn new(own: &dyn Fn(&str) -> Option<String>) -> Self {
        // A tick of many campaigns compiles our own templates once.
        static FILES: LazyLock<Files> = LazyLock::new(embedded);
        static BUILT_IN: LazyLock<TemplateSet> = LazyLock::new(|| TemplateSet::new(&FILES));
        let copies: Files = FILES.keys().filter_map(|name| Some((name.clone(), own(name)?.into()))).collect();
        if copies.is_empty() {
            return Writer { built_in: &BUILT_IN, own: None, troubles: vec![] };
        }
        let troubles = TemplateSet::examined(&copies);
        let mut files = FILES.clone();
        for (name, copy) in copies {
            let copy = if troubles.iter().any(|trouble| trouble.file == name) { continue } else { copy };
            // Our entries remain for words and refusals that a copy leaves out.
            let merged = if name.ends_with(".yaml") { merged(files.get(&name), &copy) } else { None };
            files.insert(name, merged.map_or(copy, Cow::from));
        }
        Writer { built_in: &BUILT_IN, own: Some(TemplateSet::new(&files)), troubles }
    }

    /// Returns the errors in the campaign's own copies, as far as they show without a message: for the game
    /// master.
    pub fn troubles(&self) -> &[TemplateError] {
        &self.troubles
    }

    /// Writes a message. If the campaign's own templates fail, the program's are used. If those lack a value,
    /// its place remains empty. Either way [`Written::trouble`] reports it.
    ///
    /// # Errors
    /// If the program's own templates fail for another reason.
    pub fn write<M: Mail>(&self, mail: &M) -> Result<Written, NotWritten> {
        let mut trouble = None;
        if let Some(own) = &self.own {
            match render(own, mail) {
                Ok(mail) => return Ok(Written { mail, trouble: None }),
                Err(error) => trouble = Some(error),
            }
        }
        match render(self.built_in, mail) {
            Ok(mail) => Ok(Written { mail, trouble }),
            Err(error) => {
                // A missing value is our bug; but a message that lacks a word is better than none.
                let mut lenient = self.built_in.clone();
                lenient.env.set_undefined_behavior(UndefinedBehavior::Lenient);
                let mail = render(&lenient, mail).map_err(NotWritten)?;
                Ok(Written { mail, trouble: trouble.or(Some(error)) })
            }
        }
    }

    /// Returns the HTML of a message without the page around it, written with the program's own templates.
    ///
    /// # Errors
    /// If they fail.
    pub fn article<M: Mail>(&self, mail: &M) -> Result<String, NotWritten> {
        let name = format!("mail/{}.md", M::TEMPLATE);
        let set = self.built_in;
        let marks = vocabulary::with(words(set, &mail.head().game.templates, mail.names()), || {
            set.env.get_template(&name).and_then(|template| template.render(Value::from(Serde(mail))))
        });
        let marks = marks.map_err(|error| NotWritten(TemplateError::of(&name, &error)))?;
        // The first line is the subject of the message.
        let body = marks.split_once('\n').map_or("", |(_, body)| body);
        Ok(look(set, &mail.head().game, mail.names()).lay_out(body).1)
    }

    /// Renders a template that is no message, such as a page for the web, as it is.
    ///
    /// # Errors
    /// If the template fails or is missing.
    pub fn document(&self, name: &str, data: &Json) -> Result<String, NotWritten> {
        let set = self.own.as_ref().unwrap_or(self.built_in);
        let text = vocabulary::with(words(set, "mail", &Json::Null), || {
            set.env.get_template(name).and_then(|template| template.render(Value::from(Serde(data))))
        });
        text.map_err(|error| NotWritten(TemplateError::of(name, &error)))
    }

    /// Returns the sentence of a refusal, to print on the command line. `game` is the folder of the game's
    /// templates.
    ///
    /// # Errors
    /// If the sentence needs a detail that the refusal lacks.
    pub fn refusal(&self, game: &str, refusal: &crate::sheet::Refusal) -> Result<String, NotWritten> {
        self.why(game, &super::model::Why::from(refusal))
    }

    /// Returns the sentence of a recorded refusal, like [`refusal`](Writer::refusal).
    ///
    /// # Errors
    /// If the sentence needs a detail that the refusal lacks.
    pub fn why(&self, game: &str, why: &super::model::Why) -> Result<String, NotWritten> {
        let set = self.own.as_ref().unwrap_or(self.built_in);
        let sentence = vocabulary::with(words(set, game, &Json::Null), || {
            set.env.render_str("{{ why|refusal }}", minijinja::context! { why => Value::from(Serde(why)) })
        });
        sentence.map_err(|error| NotWritten(TemplateError::of(&why.code, &error)))
    }

    /// Returns a state file with these members of a view.
    pub fn state_file(&self, members: &View) -> String {
        members_yaml(members, &self.set().common.yaml)
    }

    /// Returns a word of the game or of all messages, such as the name of a stage (group `stages`); the id itself if it has
    /// none.
    pub fn word(&self, game: &str, group: &str, id: &str) -> String {
        let words = &self.set().words;
        let word = words.get(game, group, id).or_else(|| words.get("mail", group, id));
        word.and_then(Json::as_str).unwrap_or(id).to_owned()
    }

    /// Returns the templates that go first.
    pub(super) fn set(&self) -> &TemplateSet {
        self.own.as_ref().unwrap_or(self.built_in)
    }

    /// Returns `true` if a code has a sentence; for tests of games.
    pub fn has_words(&self, game: &str, code: &str) -> bool {
        [game, "mail"]
            .iter()
            .any(|folder| self.built_in.env.get_template(&format!("{folder}/refusals/{code}")).is_ok())
    }

    /// Renders a template of a game, such as `events.md`, as plain text for the command line, with names as they stand alone.
    ///
    /// # Errors
    /// If the template fails or is missing.
    pub fn fragment(&self, game: &str, file: &str, names: &Json, data: &Json) -> Result<String, NotWritten> {
        let marks = self.marks(game, &format!("{game}/{file}"), names, data)?;
        Ok(markup::text(&markup::parse(&marks)))
    }

    /// Renders a template of a message's game, such as `asked.md`, as a part of that message in plain text, with these in place of
    /// fields of its model.
    ///
    /// # Errors
    /// If the template fails or is missing.
    pub fn part<M: Mail>(&self, mail: &M, file: &str, fields: &[(&str, Json)]) -> Result<String, NotWritten> {
        let (set, game) = (self.set(), &mail.head().game);
        let name = format!("{}/{file}", game.templates);
        let mut data = serde_json::to_value(mail).unwrap_or_default();
        for (field, value) in fields {
            if let Some(fields) = data.as_object_mut() {
                fields.insert((*field).to_owned(), value.clone());
            }
        }
        let marks = vocabulary::with(words(set, &game.templates, mail.names()), || {
            set.env.get_template(&name).and_then(|template| template.render(Value::from(Serde(&data))))
        });
        let marks = marks.map_err(|error| NotWritten(TemplateError::of(&name, &error)))?;
        Ok(look(set, game, mail.names()).lay_out(&marks).0)
    }

    /// Renders any template by its name, such as `mail/check.md`, as plain text with the words of a game.
    ///
    /// # Errors
    /// If the template fails or is missing.
    pub fn page(&self, game: &str, name: &str, names: &Json, data: &Json) -> Result<String, NotWritten> {
        let marks = self.marks(game, name, names, data)?;
        Ok(markup::text(&markup::parse(&self.with_articles(game, names, &marks))))
    }

    /// Returns markup with articles before those of its names that take one.
    pub(super) fn with_articles(&self, game: &str, names: &Json, marks: &str) -> String {
        articles(self.set(), game, |id, name| is_named(names, id, name)).put(marks)
    }

    fn marks(&self, game: &str, name: &str, names: &Json, data: &Json) -> Result<String, NotWritten> {
        let set = self.set();
        let marks = vocabulary::with(words(set, game, names), || {
            set.env.get_template(name).and_then(|template| template.render(Value::from(Serde(data))))
        });
        marks.map_err(|error| NotWritten(TemplateError::of(name, &error)))
    }
}

/// Merges a campaign's copy of a YAML mapping over ours, one level of groups deep.
fn merged(base: Option<&Cow<'static, str>>, copy: &str) -> Option<String> {
    let mut all: Json = serde_saphyr::from_str(base?).ok()?;
    let own: BTreeMap<String, Json> = serde_saphyr::from_str(copy).ok()?;
    let all_map = all.as_object_mut()?;
    for (key, value) in own {
        match (all_map.get_mut(&key), value) {
            (Some(Json::Object(group)), Json::Object(entries)) => group.extend(entries),
            (_, value) => {
                all_map.insert(key, value);
            }
        }
    }
    // JSON is YAML.
    serde_json::to_string(&all).ok()
}

fn embedded() -> Files {
    EMBEDDED.iter().map(|(name, text)| ((*name).to_owned(), Cow::from(*text))).collect()
}

fn words(set: &TemplateSet, game: &str, names: &Json) -> Vocabulary {
    Vocabulary {
        names: set.common.names(names),
        game: game.to_owned(),
        words: set.words.clone(),
        common: set.common.clone(),
    }
}

/// Returns how messages of a game look: the names that stand out in them, and those that take an article. A name takes one where
/// the sides of the game have such names, or the names of a message are theirs.
fn look(set: &TemplateSet, game: &GameName, names: &Json) -> Arc<markup::Look> {
    let group = |group: &str| set.words.group(&game.templates, group);
    let plays = set.words.get(&game.templates, "articles-of", &game.id).is_some();
    let articles = articles(set, &game.templates, |id, name| plays || is_named(names, id, name));
    let which: Vec<&str> = [game.templates.as_str()].into_iter().chain(articles.names()).collect();
    set.common.look(&which.join("\n"), || {
        let named = group("chips").and_then(Json::as_object).into_iter().flatten();
        let named = named.filter_map(|(name, colours)| Some((name.as_str(), colours.as_str()?)));
        markup::Look::new(markup::Chips::of(named), articles)
    })
}

/// Returns the names of a game that take an article, by its templates, as far as they are wanted by their id.
fn articles(set: &TemplateSet, game: &str, wanted: impl Fn(&str, &str) -> bool) -> Articles {
    let group = |group: &str| set.words.group(game, group);
    Articles::of(group("articles"), group("no-article-after"), wanted)
}

/// Returns `true` if an id goes by a name.
fn is_named(names: &Json, id: &str, name: &str) -> bool {
    names.get(id).and_then(Json::as_str) == Some(name)
}

fn render<M: Mail>(set: &TemplateSet, mail: &M) -> Result<Rendered, TemplateError> {
    let words = words(set, &mail.head().game.templates, mail.names());
    let look = look(set, &mail.head().game, mail.names());
    vocabulary::with(words, || render_with_words(&set.env, mail, &look))
}

fn render_with_words<M: Mail>(
    env: &Environment<'_>,
    mail: &M,
    look: &markup::Look,
) -> Result<Rendered, TemplateError> {
    let name = format!("mail/{}.md", M::TEMPLATE);
    let template = env.get_template(&name).map_err(|error| TemplateError::of(&name, &error))?;
    let marks =
        template.render(Value::from(Serde(mail))).map_err(|error| TemplateError::of(&name, &error))?;
    tells_all(env, mail, &name, &marks)?;
    let (first, body) = marks.split_once('\n').unwrap_or((&marks, ""));
    let subject = first.trim().strip_prefix("Subject:").ok_or_else(|| TemplateError {
        file: name.clone(),
        line: Some(1),
        what: "the first line must begin with \"Subject:\"".to_owned(),
    })?;
    let subject = one_line(&markup::text(&markup::parse(subject)));
    let (text, body) = look.lay_out(body);
    let page = env.get_template("mail/page.html").and_then(|page| {
        let body = Value::from_safe_string(body);
        page.render(minijinja::context! { subject => subject.clone(), body })
    });
    let html = page.map_err(|error| TemplateError::of("mail/page.html", &error))?;
    Ok(Rendered { subject, text, html })
}

/// Fails if a message does not name the ledger's head, or does not show the notices that travel with it: a campaign
/// may have copied the template before messages had any.
fn tells_all<M: Mail>(env: &Environment<'_>, mail: &M, name: &str, marks: &str) -> Result<(), TemplateError> {
    let lacks = |what: String| Err(TemplateError { file: name.to_owned(), line: None, what });
    let besides = match mail.head().besides.is_empty() {
        true => Ok(String::new()),
        false => env.get_template(BESIDES).and_then(|part| part.render(Value::from(Serde(mail)))),
    };
    let besides = besides.map_err(|error| TemplateError::of(BESIDES, &error))?;
    if !marks.contains(besides.trim()) {
        return lacks(format!(
            "it does not show notices sent with the message; add {{% include \"{BESIDES}\" %}}"
        ));
    }
    match &mail.head().ledger {
        Some(ledger) if !marks.contains(&ledger.hash) => {
            lacks(format!("it does not name the entry of the ledger; add {{% include \"{FOOTER}\" %}}"))
        }
        _ => Ok(()),
    }
}

fn one_line(text: &str) -> String {
    let line = markup::plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SUBJECT).collect()
}
