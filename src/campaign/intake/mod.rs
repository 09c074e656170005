//! Mail comes in: whom a message speaks for, what it says, and what it does.

pub mod absence;
pub mod bounces;
pub mod chance;
pub mod dispute;
pub mod flood;
pub mod gm;
pub mod hand_in;
pub(crate) mod opening;
mod past_seal;
pub mod press;
pub mod problems;
pub mod questions;
pub mod reading;
pub mod receipt;
pub mod receive;
pub mod refusals;
pub mod rehearsal;
pub mod resignation;
pub mod senders;
pub mod speaker;
pub mod stand_in;
pub mod strangers;
pub mod submitted;
pub(crate) mod trial;
pub mod trust;
pub mod unreadable;
pub mod votes;
