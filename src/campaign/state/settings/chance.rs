//! The setting `chance`: what is mixed into the shuffles besides the program's secret.

use super::fields::{Fields, Mistakes};
use crate::campaign::state::clock::{Rule, read_instant, read_rule, read_span, span_text};
use crate::sheet::truth;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How long words of chance are accepted if the settings do not say, and how long a public number can be corrected.
const DAYS: (i64, i64) = (2, 1);

/// The longest name of a public number, in characters.
const LONGEST_NAME: usize = 200;

/// How players add words of chance to the shuffles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Words {
    /// Nobody can add words.
    #[default]
    No,
    /// Words count as they are mailed; who wants to can seal them first.
    Open,
    /// All words are sealed first and opened when nobody can change any.
    Sealed,
}

/// A number that becomes known to everybody after the founding, such as the result of a lottery.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublicNumber {
    /// What it is, in words by which everybody can look it up.
    pub name: String,
    /// When it becomes known, in UTC; `None` if the settings do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<DateTime<Utc>>,
    /// How long everybody can check it before the game begins, in seconds.
    pub check: i64,
}

/// The setting `chance`.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceSettings {
    pub words: Words,
    /// Until when words are accepted if there is no rehearsal; `None` for the default.
    pub until: Option<Rule>,
    pub public: Option<PublicNumber>,
}

impl Default for ChanceSettings {
    fn default() -> Self {
        ChanceSettings { words: Words::Open, until: None, public: None }
    }
}

impl ChanceSettings {
    /// Returns until when words are accepted in a campaign without a rehearsal that is founded at `now`; `None` if none are
    /// asked for.
    pub(crate) fn until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rule = self.until.clone().unwrap_or(Rule::After(TimeDelta::days(DAYS.0)));
        rule.after(now).filter(|_| self.words != Words::No)
    }

    /// Returns the setting as everybody may read it.
    pub(super) fn public(&self) -> Value {
        let public = self.public.as_ref().map(|number| {
            json!({"name": number.name, "due": number.due, "check": span_text(TimeDelta::seconds(number.check))})
        });
        json!({"words": self.words, "until": self.until.as_ref().map(Rule::to_string), "public": public})
    }
}

/// Reads `chance`: `no`, or a mapping of `words`, `until`, `public`, `due` and `check`.
pub(super) fn read_chance(
    all: &mut Fields<'_>,
    home: Option<&str>,
    rehearses: bool,
    wrong: &mut Mistakes,
) -> ChanceSettings {
    let mut chance = ChanceSettings::default();
    let Some(node) = all.take("chance") else { return chance };
    if let Some(text) = node.text() {
        match truth(text) {
            Some(false) => chance.words = Words::No,
            Some(true) => {}
            None => wrong.add(node.span, "chance: wants no, or entries such as {words: open}"),
        }
        return chance;
    }
    let mut fields = Fields::of(node, "chance", wrong);
    let kinds = [("open", Words::Open), ("sealed", Words::Sealed), ("no", Words::No), ("yes", Words::Open)];
    let words = fields.choice("words", &kinds, wrong);
    chance.words = words.unwrap_or(chance.words);
    let place = fields.place_of("until").unwrap_or(fields.span);
    chance.until = fields.parse("until", wrong, |text| match read_rule(text, home)? {
        Rule::None => {
            Err("the game would wait for words without end. Write “in 48h”, for example".to_owned())
        }
        rule => Ok(rule),
    });
    if chance.until.is_some() && (rehearses || chance.words == Words::No) {
        let why = match rehearses {
            true => "words of chance are asked for in the rehearsal and end with it, so leave this out",
            false => "no words of chance are asked for, so leave this out",
        };
        wrong.add(place, format!("chance.until: {why}"));
    }
    let name = fields.parse("public", wrong, |text| {
        let name = crate::post::one_line(text);
        match name.chars().count() {
            _ if truth(text) == Some(false) => Ok(None),
            1..=LONGEST_NAME => Ok(Some(name)),
            _ => Err(format!("wants a line of at most {LONGEST_NAME} characters")),
        }
    });
    let place = fields.place_of("due").or(fields.place_of("check")).unwrap_or(fields.span);
    let due = fields.parse("due", wrong, |text| read_instant(text, home));
    let check = fields.parse("check", wrong, read_span);
    chance.public = name.flatten().map(|name| PublicNumber {
        name,
        due,
        check: check.unwrap_or(TimeDelta::days(DAYS.1)).num_seconds(),
    });
    if chance.public.is_none() && (due.is_some() || check.is_some()) {
        wrong.add(place, "chance: “due” and “check” belong to a public number, and “public” names none");
    }
    fields.finish(wrong);
    chance
}
