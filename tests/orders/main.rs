//! Orders as people write them.

mod anywhere;
mod at_work;
mod decorated;
mod docs;
mod envelopes;
mod layouts;
mod letters;
mod lines;
mod means;
#[path = "../common/outputs.rs"]
mod outputs;
mod rich_plans;
mod sentences;
mod shown;
#[path = "../common/slips.rs"]
mod slips;
mod spelling;
mod spliced;
mod wrapped;
