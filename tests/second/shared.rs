//! What has nothing to do with rules: words of a position, files of a game's data, order tokens by name, sizes against limits.

use ravenpost::games::embedded;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub fn word(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

pub fn words<T: FromIterator<String>>(value: &Value) -> T {
    value.as_array().into_iter().flatten().filter_map(word).collect()
}

/// A file of a game's data.
pub fn parsed<T: for<'a> Deserialize<'a>>(game: &str, file: &str) -> T {
    let text = embedded(game, file).expect("a file of the game");
    serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Who borders whom, both ways, from pairs that name each border once or twice.
pub fn both_ways<'a>(
    pairs: impl IntoIterator<Item = (&'a String, &'a String)>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut borders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (a, b) in pairs {
        borders.entry(a.clone()).or_default().insert(b.clone());
        borders.entry(b.clone()).or_default().insert(a.clone());
    }
    borders
}

/// Order tokens of a house, each once for every token in the box.
pub const TOKENS: [&str; 15] = [
    "march-1",
    "march+0",
    "march*",
    "defense",
    "defense",
    "defense*",
    "support",
    "support",
    "support*",
    "raid",
    "raid",
    "raid*",
    "consolidate",
    "consolidate",
    "consolidate*",
];

/// The kind of an order token: `raid*` is a raid.
pub fn kind_of(order: &str) -> &str {
    order.trim_end_matches(['*', '0', '1']).trim_end_matches(['+', '-'])
}

/// Whether armies fit the limits of a level of supply, which are listed from the largest down; units alone are no army.
pub fn fit(limits: &[u8], sizes: impl IntoIterator<Item = u8>) -> bool {
    let mut armies: Vec<u8> = sizes.into_iter().filter(|size| *size >= 2).collect();
    armies.sort_by(|a, b| b.cmp(a));
    armies.len() <= limits.len() && armies.iter().zip(limits).all(|(army, limit)| army <= limit)
}
