//! The game as people read and write it: positions and views as data, plans, order sheets.

pub mod form;
mod north;
mod object;
pub mod picture;
pub mod plan;
mod reach;
pub mod sheet;
pub mod state;
pub mod suggest;
mod theatre;
pub mod view;
pub mod vocabulary;
