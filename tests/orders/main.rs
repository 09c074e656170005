//! Orders as people write them.

mod means;
