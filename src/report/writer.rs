//! Renders models.

use super::marks;
use super::model::Mail;
use super::shelf::{Files, Shelf, said};
use super::words::{self, Vocabulary};
use include_dir::{Dir, include_dir};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The templates as they come with the program.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The part that tells what goes along with a mail.
const BESIDES: &str = "mail/besides.md";

/// How long a subject may get, in characters.
const SUBJECT: usize = 120;

/// A mail in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendered {
    /// One line without control characters.
    pub subject: String,
    /// Plain text, at most 72 columns but for the order sheet; ends with a line end.
    pub text: String,
    /// A whole HTML page.
    pub html: String,
}

impl Rendered {
    /// Puts a picture that travels with the mail (as part `cid`) where its template has `!name`. Without this
    /// the place stays empty.
    pub fn with_picture(mut self, name: &str, cid: &str, alt: &str) -> Self {
        let (cid, alt) = (minijinja::HtmlEscape(cid), minijinja::HtmlEscape(alt));
        let picture = format!(
            "<img src=\"cid:{cid}\" alt=\"{alt}\" style=\"max-width:100%;height:auto;margin:0 0 12px 0\">"
        );
        self.html = self.html.replace(&marks::picture_place(name), &picture);
        self
    }
}

/// What is wrong with a template.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("templates/{file}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct Trouble {
    /// Its name: `mail/turn.md`.
    pub file: String,
    /// The line, if known.
    pub line: Option<usize>,
    /// What.
    pub what: String,
}

impl Trouble {
    pub(super) fn of(file: &str, error: &minijinja::Error) -> Self {
        // An error inside an included template is the cause of one at the place of the include: the innermost counts.
        let mut innermost = error;
        while let Some(cause) =
            std::error::Error::source(innermost).and_then(|c| c.downcast_ref::<minijinja::Error>())
        {
            if cause.name().is_none() {
                break;
            }
            innermost = cause;
        }
        let file = innermost.name().unwrap_or(file).to_owned();
        Trouble { file, line: innermost.line(), what: said(innermost) }
    }
}

/// A mail that was written, and what the game master should know of the campaign's own templates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The mail.
    pub mail: Rendered,
    /// Why the program's own template was used instead of the campaign's, or what that one lacked; none if all is well.
    pub trouble: Option<Trouble>,
}

/// The program's own template cannot say a model: a fault of the program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this mail could not be written; please report it: {0}")]
pub struct NotWritten(pub Trouble);

/// Writes mails from models.
pub struct Writer {
    built_in: &'static Shelf,
    /// With the campaign's own copies; none if it has none.
    own: Option<Shelf>,
    troubles: Vec<Trouble>,
}

impl Writer {
    /// A writer with the program's templates, where `own` gives a campaign's own copy of a file (`mail/turn.md`,
    /// `thrones/words.yaml`) before ours. A copy that cannot be read is left out ([`Writer::troubles`]).
    pub fn new(own: &dyn Fn(&str) -> Option<String>) -> Self {
        let built_in = embedded();
        let copies: Files = built_in.keys().filter_map(|name| Some((name.clone(), own(name)?))).collect();
        // A tick of many campaigns makes our own templates ready once.
        static SHELF: OnceLock<Shelf> = OnceLock::new();
        let shelf = SHELF.get_or_init(|| Shelf::new(&built_in).0);
        if copies.is_empty() {
            return Writer { built_in: shelf, own: None, troubles: vec![] };
        }
        let troubles = Shelf::examined(&copies);
        let mut files = built_in;
        for (name, copy) in copies {
            let copy = if troubles.iter().any(|trouble| trouble.file == name) { continue } else { copy };
            // Ours stay for what a copy leaves out: a word, a refusal.
            let merged = if name.ends_with(".yaml") { merged(files.get(&name), &copy) } else { None };
            files.insert(name, merged.unwrap_or(copy));
        }
        let (own, _) = Shelf::new(&files);
        Writer { built_in: shelf, own: Some(own), troubles }
    }

    /// What is wrong with the campaign's own copies, as far as can be seen without a mail: for the game master.
    pub fn troubles(&self) -> &[Trouble] {
        &self.troubles
    }

    /// Writes a mail. If the campaign's own templates fail, the program's are used and the trouble is said; if those
    /// lack a value, the place stays empty and the trouble is said.
    ///
    /// # Errors
    /// The program's own templates fail for another reason.
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
                // A value that is missing is a fault of ours; but better a word short than no mail at all.
                let mut lenient = self.built_in.clone();
                lenient.env.set_undefined_behavior(UndefinedBehavior::Lenient);
                let mail = render(&lenient, mail).map_err(NotWritten)?;
                Ok(Written { mail, trouble: trouble.or(Some(error)) })
            }
        }
    }

    /// The sentence of a refusal, for what is printed at the command line; `game` is the folder of the game's
    /// templates.
    ///
    /// # Errors
    /// The words need a detail that the refusal lacks.
    pub fn refusal(&self, game: &str, refusal: &crate::sheet::Refusal) -> Result<String, NotWritten> {
        self.why(game, &super::model::Why::from(refusal))
    }

    /// The same for a refusal that was kept.
    ///
    /// # Errors
    /// As for [`refusal`](Writer::refusal).
    pub fn why(&self, game: &str, why: &super::model::Why) -> Result<String, NotWritten> {
        let shelf = self.own.as_ref().unwrap_or(self.built_in);
        let env = with_words(shelf, game, &Json::Null);
        let sentence =
            env.render_str("{{ why|refusal }}", minijinja::context! { why => Value::from(Serde(why)) });
        sentence.map_err(|error| NotWritten(Trouble::of(&why.code, &error)))
    }

    /// Whether a code has words; for tests of games.
    pub fn has_words(&self, game: &str, code: &str) -> bool {
        [game, "mail"]
            .iter()
            .any(|folder| self.built_in.env.get_template(&format!("{folder}/refusals/{code}")).is_ok())
    }

    /// A fragment of a game's templates as plain text: its `events.md`, say, with `{"events": […]}`, for the
    /// command line.
    ///
    /// # Errors
    /// The template fails or is not there.
    pub fn fragment(&self, game: &str, file: &str, names: &Json, data: &Json) -> Result<String, NotWritten> {
        self.page(game, &format!("{game}/{file}"), names, data)
    }

    /// The same of any template, by its name (`mail/check.md`), with the words of a game.
    ///
    /// # Errors
    /// The template fails or is not there.
    pub fn page(&self, game: &str, name: &str, names: &Json, data: &Json) -> Result<String, NotWritten> {
        let shelf = self.own.as_ref().unwrap_or(self.built_in);
        let env = with_words(shelf, game, names);
        let marks = env.get_template(name).and_then(|template| template.render(Value::from(Serde(data))));
        let marks = marks.map_err(|error| NotWritten(Trouble::of(name, &error)))?;
        Ok(marks::text(&marks::parse(&marks)))
    }
}

/// A YAML mapping with a copy's entries over its own, one level of groups deep.
fn merged(base: Option<&String>, copy: &str) -> Option<String> {
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
    fn walk(dir: &Dir<'_>, files: &mut Files) {
        for file in dir.files() {
            let name = file.path().to_string_lossy().replace('\\', "/");
            // What lies beside the folders is for those who read the folder.
            if !name.contains('/') {
                continue;
            }
            files.extend(file.contents_utf8().map(|text| (name, text.to_owned())));
        }
        dir.dirs().for_each(|dir| walk(dir, files));
    }
    let mut files = Files::new();
    walk(&EMBEDDED, &mut files);
    files
}

fn with_words(shelf: &Shelf, game: &str, names: &Json) -> Environment<'static> {
    let mut env = shelf.env.clone();
    let vocabulary = Vocabulary { names: names.clone(), game: game.to_owned(), words: shelf.words.clone() };
    words::add(&mut env, vocabulary);
    env
}

fn render<M: Mail>(shelf: &Shelf, mail: &M) -> Result<Rendered, Trouble> {
    let env = with_words(shelf, &mail.head().game.templates, mail.names());
    let name = format!("mail/{}.md", M::TEMPLATE);
    let template = env.get_template(&name).map_err(|error| Trouble::of(&name, &error))?;
    let marks = template.render(Value::from(Serde(mail))).map_err(|error| Trouble::of(&name, &error))?;
    tells_all(&env, mail, &name, &marks)?;
    let (first, body) = marks.split_once('\n').unwrap_or((&marks, ""));
    let subject = first.trim().strip_prefix("Subject:").ok_or_else(|| Trouble {
        file: name.clone(),
        line: Some(1),
        what: "the first line must begin with \"Subject:\"".to_owned(),
    })?;
    let subject = one_line(&marks::text(&marks::parse(subject)));
    let blocks = marks::parse(body);
    let page = env.get_template("mail/page.html").and_then(|page| {
        let body = Value::from_safe_string(marks::html(&blocks));
        page.render(minijinja::context! { subject => subject.clone(), body })
    });
    let html = page.map_err(|error| Trouble::of("mail/page.html", &error))?;
    Ok(Rendered { subject, text: marks::text(&blocks), html })
}

/// That a mail tells what goes along with it: a campaign's own copy of a template may have been made before mails did.
fn tells_all<M: Mail>(env: &Environment<'_>, mail: &M, name: &str, marks: &str) -> Result<(), Trouble> {
    if mail.head().besides.is_empty() {
        return Ok(());
    }
    let besides = env.get_template(BESIDES).and_then(|part| part.render(Value::from(Serde(mail))));
    let besides = besides.map_err(|error| Trouble::of(BESIDES, &error))?;
    if marks.contains(besides.trim()) {
        return Ok(());
    }
    let what = format!("it lacks what goes along with the mail: {{% include \"{BESIDES}\" %}}");
    Err(Trouble { file: name.to_owned(), line: None, what })
}

fn one_line(text: &str) -> String {
    let line = marks::plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(SUBJECT).collect()
}
