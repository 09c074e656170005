//! The game as people read and write it: positions and views as data, plans, order sheets.

mod north;
mod object;
pub mod plan;
mod reach;
pub mod sheet;
pub mod state;
pub mod suggest;
mod theatre;
pub mod view;
pub mod vocabulary;
