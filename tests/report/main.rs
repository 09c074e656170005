//! What people are told: the whole text of each mail, and what must hold of all of them.

mod brevity;
mod fixture;
mod games;
mod golden;
mod injection;
mod king_is_dead_documents;
mod king_is_dead_reports;
mod letters;
mod mail_programs;
mod north;
mod pictures;
mod plan;
mod rulebooks;
#[path = "../common/screens.rs"]
mod screens;
mod shape;
mod sheets;
mod story;
mod story_second;
mod words;
