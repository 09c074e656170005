//! The games: rules, and nothing but rules and what people see of them.
//!
//! May use: `table` and `sheet`. Is used by: everything above.

pub mod thrones;
