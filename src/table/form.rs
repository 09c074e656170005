//! What a seat can say in its plan, as a form to be filled in by hand: the model of the order page.
//!
//! A game makes it of the same data as its order sheet, so that both offer the same. It holds ids and the words of plans; what
//! people read besides is in the words of templates, by the ids of parts and facts.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A form whose answers are a plan.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Form {
    /// The areas of the board, in its order.
    pub areas: Vec<FormArea>,
    /// In the order in which plans are written.
    pub parts: Vec<Part>,
    /// Members of a sealed plan that no part says; `None` if plans of the game cannot be sealed away from the campaign.
    pub sealed: Option<Map<String, Value>>,
}

/// An area of the board as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FormArea {
    pub id: String,
    /// The name by which plans call it.
    pub name: String,
    /// Such as `land`, `sea` or `port`.
    pub kind: String,
    /// The name of the seat whose it is.
    pub holder: Option<String>,
    pub facts: Vec<Fact>,
}

/// Something that stands or is printed in an area; its words are in the group `facts`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// Such as `footman`.
    pub what: String,
    pub number: u32,
    /// The name of the seat that it belongs to, where that may be another than the holder of the area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

/// A question of the form.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Part {
    /// The id of its title and its explanation, such as `orders`.
    pub id: String,
    /// The id or name of its subject, where several parts have the same title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The keys below `plan:` under which the text of a plan has it.
    pub at: Vec<String>,
    /// The members below which a sealed plan has it; empty if plans are not sealed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
    /// `true` if it is about what may come later and nobody needs to say it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
    /// `true` if it is asked now, so that saying nothing leaves a question open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// What another part leaves of the options; `None` if all are always offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrow: Option<Narrow>,
    #[serde(flatten)]
    pub field: Field,
}

/// How the answer of one part of a turn narrows the options of another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Narrow {
    /// The place of the other part in the shape, from 0.
    pub by: usize,
    /// The words of the options that are left, by the word of the answer. If it is empty, the answers of the other part are the
    /// options.
    pub to: BTreeMap<String, Vec<String>>,
}

/// An answer that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// As the text of a plan has it.
    pub word: String,
    /// As a sealed plan has it.
    pub value: Value,
    /// The id of the words for people; `None` if `word` is good enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `true` if the word is a list or a mapping of YAML and not a text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub form: bool,
}

/// The ways in which a part is answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "field", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Field {
    /// One of some answers.
    One {
        options: Vec<Choice>,
        /// The answer of who says nothing, as a text; `None` if there is no such answer.
        default: Option<String>,
        /// `false` if more answers are legal than `options` has.
        complete: bool,
    },
    /// Some of the options, best first.
    Ranked {
        options: Vec<Choice>,
        /// The word for nothing on purpose.
        none: Option<String>,
        least: usize,
        most: usize,
        /// `true` if an option may be named more than once.
        repeats: bool,
    },
    /// Amounts that are paid from one purse.
    Numbers { rows: Vec<Amounts>, purse: u32 },
    /// Tokens that are laid out in areas.
    Tokens {
        tokens: Vec<Token>,
        rows: Vec<TokenRow>,
        /// How many tokens with a star may be used.
        stars: u32,
        /// `true` if no area may be left without a token.
        everywhere: bool,
        none: String,
        /// The member of a sealed plan that lists the areas without a token on purpose.
        refused: String,
    },
    /// New pieces, bought with the points of areas.
    Builds {
        rows: Vec<BuildRow>,
        /// `true` if only one of the areas may be used.
        one: bool,
        none: String,
        /// Pieces left by kind.
        pool: Map<String, Value>,
        /// The member of a sealed plan that lists the areas without a piece on purpose; without one the plan lists the areas
        /// itself, each with what is built there.
        refused: Option<String>,
    },
    /// Areas that something in an area may be turned against, best first.
    Targets { rows: Vec<TargetRow>, none: String, keys: [String; 2] },
    /// Pieces that go from area to area.
    Moves {
        rows: Vec<MoveRow>,
        /// Kinds of pieces, each with its words for one and for more.
        units: Vec<UnitWords>,
        words: Box<MoveWords>,
        /// What a condition may say of an area.
        conditions: Vec<Choice>,
        /// Areas where pieces must fight; those of an area may go to one of them at most.
        fights: Vec<String>,
    },
    /// Turns in their order, each of one of some shapes.
    Lines { shapes: Vec<Shape> },
}

/// An amount for one thing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Amounts {
    /// The id of the thing.
    pub id: String,
    pub word: String,
    pub most: u32,
    /// `true` if it is paid together with the others.
    pub shared: bool,
    /// As [`Part::asked`].
    pub asked: bool,
}

/// A token that can be laid out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Token {
    pub id: String,
    pub number: u32,
    pub star: bool,
    pub kind: String,
}

/// An area that can get a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TokenRow {
    pub area: String,
    /// The ids of the tokens that are legal there.
    pub legal: Vec<String>,
}

/// An area where pieces can be built.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BuildRow {
    pub area: String,
    pub points: u32,
    /// The tokens of which the area must get one in this plan; empty if it needs none.
    pub with: Vec<String>,
    pub options: Vec<Build>,
}

/// A piece that can be built.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Build {
    pub word: String,
    /// As a sealed plan has it, without the area.
    pub value: Value,
    pub price: u32,
    /// Its kind in the pool.
    pub unit: String,
    /// The kind that it takes the place of.
    pub from: Option<String>,
}

/// An area from which others can be aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TargetRow {
    pub area: String,
    /// As [`BuildRow::with`].
    pub with: Vec<String>,
    pub to: Vec<String>,
}

/// An area from which pieces can go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveRow {
    pub area: String,
    /// As [`BuildRow::with`].
    pub with: Vec<String>,
    /// Pieces there by kind.
    pub units: Vec<(String, u32)>,
    /// Areas that can be reached now.
    pub to: Vec<String>,
    /// Areas that can be reached only if others go first.
    pub perhaps: Vec<String>,
    /// `true` if something can be left behind when all go.
    pub leave: bool,
}

/// The words of a kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnitWords {
    pub id: String,
    pub one: String,
    pub many: String,
}

/// The words with which moves are written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveWords {
    pub from: String,
    pub to: String,
    pub all: String,
    pub none: String,
    pub leave: String,
    pub yes: String,
    pub when: String,
    pub unless: String,
    /// Stands between an area and what a condition says of it.
    pub is: String,
}

/// A shape of turn: fixed words, and what is filled in.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shape {
    /// As [`Part::id`].
    pub id: String,
    /// As [`Part::about`].
    pub about: Option<String>,
    /// How often the plan may have it.
    pub most: usize,
    /// Keys with their words.
    pub fixed: Vec<(String, String)>,
    /// In the order in which they are written; [`Part::at`] is within the turn.
    pub parts: Vec<Part>,
}

impl Choice {
    /// Returns an answer whose word says enough.
    pub fn new(word: impl Into<String>, value: impl Into<Value>) -> Self {
        Choice { word: word.into(), value: value.into(), label: None, form: false }
    }

    /// Returns the answer with words for people.
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Choice { label: Some(label.into()), ..self }
    }
}

impl Part {
    /// Returns a part that is found at the same place in the text of a plan and in a sealed one.
    pub fn new(id: &str, at: &[&str], data: &[&str], field: Field) -> Self {
        let owned = |path: &[&str]| path.iter().map(|step| (*step).to_owned()).collect();
        Part {
            id: id.to_owned(),
            about: None,
            at: owned(at),
            data: owned(data),
            standing: false,
            asked: false,
            narrow: None,
            field,
        }
    }

    /// Returns the part with a subject.
    pub fn about(self, about: impl Into<String>) -> Self {
        Part { about: Some(about.into()), ..self }
    }

    /// Returns the part as one that is asked now, or not.
    pub fn asked(self, asked: bool) -> Self {
        Part { asked, ..self }
    }

    /// Returns the part as one about what may come later.
    pub fn standing(self) -> Self {
        Part { standing: true, ..self }
    }
}
