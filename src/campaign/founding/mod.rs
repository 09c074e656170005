//! How a campaign begins.

pub mod new;
pub mod start;
