//! The game as people read and write it: positions as data, views, plans, order sheets.

mod object;
pub mod plan;
pub mod sheet;
pub mod state;
pub mod suggest;
mod theatre;
pub mod view;
