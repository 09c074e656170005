//! What people are told: the whole text of each mail, and what must hold of all of them.

mod fixture;
mod golden;
mod injection;
mod shape;
mod story;
