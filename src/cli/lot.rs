//! The lots of `ravenpost new`, which decide who plays which seat. The same words and players draw the same lots, so anybody
//! can check them.

use super::world::random;
use crate::seal::canonical;
use crate::table::Seed;
use anyhow::Result;
use serde_json::json;

/// A player: name and address.
pub(super) type Person = (String, String);

/// Returns the words that lots are drawn from: those given, or random ones.
///
/// # Errors
/// If this machine has no random numbers.
pub(super) fn words(given: Option<&str>) -> Result<String> {
    if let Some(given) = given {
        return Ok(given.trim().to_owned());
    }
    let mut bytes = [0; 8];
    random(&mut bytes)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

/// Returns the players in the order of the game's seats. The order in which they are given does not matter.
///
/// # Errors
/// If the words cannot be written as canonical JSON.
pub(super) fn draw(words: &str, mut players: Vec<Person>) -> Result<Vec<Person>> {
    let address = |player: &Person| player.1.to_lowercase();
    players.sort_by_key(address);
    let all: Vec<String> = players.iter().map(address).collect();
    let seed = Seed::of(&[0; 32], &canonical(&json!({"players": all, "words": words}))?);
    seed.draw("seats").shuffle(&mut players);
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn players() -> Vec<Person> {
        ["anna", "bert", "cleo"].map(|name| (name.to_owned(), format!("{name}@example.org"))).into()
    }

    #[test]
    fn lots_follow_from_the_words_and_the_players_alone() {
        let drawn = draw("6 9 17 23 42 49", players()).unwrap();
        let names: Vec<&str> = drawn.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["bert", "cleo", "anna"], "as computed without this code");
        let mut others = players();
        others.reverse();
        others[0].1 = "Cleo@Example.org".into();
        let again = draw("6 9 17 23 42 49", others).unwrap();
        assert_eq!(again.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
        let all: BTreeSet<Vec<Person>> = (0..60).map(|n| draw(&n.to_string(), players()).unwrap()).collect();
        assert_eq!(all.len(), 6, "every order comes up");
    }

    #[test]
    fn words_that_are_not_given_are_random() {
        assert_eq!(words(Some(" raven ")).unwrap(), "raven");
        assert_ne!(words(None).unwrap(), words(None).unwrap());
    }
}
