//! The game as people read and write it: positions and views as data, plans, order sheets.

pub mod plan;
mod reach;
pub mod sheet;
pub mod state;
pub mod suggest;
pub mod view;
pub mod vocabulary;
