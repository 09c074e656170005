//! What only a game on two boards has: the Watch's gifts, the common cards where both boards have a part in them, and the
//! victory of a king beside the north. Everything else is each board's own.

pub mod gifts;
pub mod phase;
pub mod victory;

#[cfg(test)]
mod tests;
