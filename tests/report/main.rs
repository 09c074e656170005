//! What people are told: the whole text of each mail, and what must hold of all of them.

mod fixture;
mod games;
mod golden;
mod injection;
mod letters;
mod shape;
mod sheets;
mod story;
