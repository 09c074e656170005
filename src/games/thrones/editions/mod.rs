//! The editions: each is a row of answers to the questions of [`Edition`](super::game::Edition).

pub mod first;
pub mod joined;
pub mod north;
pub mod second;
pub mod standard;

#[cfg(test)]
mod tests;

pub use first::FIRST;
pub use joined::JOINED;
pub use north::NORTH;
pub use second::SECOND;
pub use standard::STANDARD;
