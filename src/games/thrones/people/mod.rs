//! The game as people read and write it: positions and views as data, plans, order sheets.

pub mod choices;
pub mod form;
mod north;
mod object;
pub mod picture;
pub mod plan;
mod printed;
mod reach;
mod said;
pub mod sheet;
#[cfg(test)]
mod sheet_tests;
pub mod state;
pub mod suggest;
mod suggest_north;
mod template_words;
mod theatre;
mod threats;
pub mod view;
pub mod vocabulary;

/// Codes of the refusals of what people may not do, besides those of plans; their words are in
/// templates/thrones/refusals/north.yaml.
pub const REFUSALS: &[&str] = &["press-in-the-north"];
