//! Objects of data made quickly.

use serde_json::Value;

/// Returns an object of values that are data already. `json!` would serialise each of them again, which was half of the
/// cost of a view.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
