//! Orders as people write them.

mod docs;
mod lines;
mod means;
mod spelling;
