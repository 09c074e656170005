//! The game as people read and write it: positions as data, views, plans, order sheets.
//!
//! May use: `board`, `armies`, `data`, `question`, `realm`, `war` (queries, to check plans), `sheet`, `table`.
//! Is used by: `thrones`.

pub mod plan;
pub mod sheet;
pub mod state;
pub mod suggest;
pub mod view;
pub mod vocabulary;
