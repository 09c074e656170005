//! Games with data that rulings have corrected: each is made when a record first needs it, and kept as long as the
//! campaign.
//!
//! The data at the founding are the base. A correction replaces a whole file, and its text is in the entry of the
//! ruling. So the game at any point follows from the base and the record at that point.

use crate::table::Referee;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The whole texts of corrected files of a game's data, by name.
pub type Texts = BTreeMap<String, String>;

/// Returns the text of a file at the founding: the campaign's own copy, or the program's; `None` if there is no such
/// file. The error describes why the file cannot be read.
pub type Base = Box<dyn Fn(&str) -> Result<Option<String>, String> + Send + Sync>;

/// Makes a game from its files. The error describes why they make none.
pub type Make =
    Box<dyn Fn(&dyn Fn(&str) -> Option<String>) -> Result<Box<dyn Referee>, String> + Send + Sync>;

/// The corrected games of a campaign, made on demand.
pub struct Corrected {
    base: Base,
    make: Make,
    first: OnceLock<Box<Made>>,
}

/// A game and the next one: a list that only grows, so that a borrowed game stays where it is.
struct Made {
    texts: Texts,
    referee: Box<dyn Referee>,
    next: OnceLock<Box<Made>>,
}

impl Corrected {
    /// Creates an empty set from the files at the founding and a function that makes a game from files.
    pub fn new(base: Base, make: Make) -> Self {
        Corrected { base, make, first: OnceLock::new() }
    }

    /// Returns the text of a file at the founding; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read. Returns a description of why.
    pub fn founded(&self, file: &str) -> Result<Option<String>, String> {
        (self.base)(file)
    }

    /// Returns the game with these files in place of its own.
    ///
    /// # Errors
    /// If they make no game, or one with other seats than `founded`. Returns a description of why.
    pub fn by(&self, texts: &Texts, founded: &dyn Referee) -> Result<&dyn Referee, String> {
        let mut end = &self.first;
        while let Some(made) = end.get() {
            if made.texts == *texts {
                return Ok(&*made.referee);
            }
            end = &made.next;
        }
        let referee = self.made(texts, founded)?;
        let made = Made { texts: texts.clone(), referee, next: OnceLock::new() };
        Ok(&*end.get_or_init(|| Box::new(made)).referee)
    }

    fn made(&self, texts: &Texts, founded: &dyn Referee) -> Result<Box<dyn Referee>, String> {
        // A file that cannot be read must not be skipped: the game would silently be another one.
        let failed = OnceCell::new();
        let own = |file: &str| {
            texts.get(file).cloned().or_else(|| {
                (self.base)(file).unwrap_or_else(|why| {
                    let _ = failed.set(why);
                    None
                })
            })
        };
        let referee = (self.make)(&own);
        if let Some(why) = failed.into_inner() {
            return Err(why);
        }
        let referee = referee?;
        let ids = |game: &dyn Referee| game.seats().into_iter().map(|info| info.id).collect::<Vec<_>>();
        if (referee.id(), ids(&*referee)) != (founded.id(), ids(founded)) {
            return Err("the seats would be others, but a correction must leave them as they are".to_owned());
        }
        Ok(referee)
    }
}

impl Drop for Corrected {
    /// Drops the games one by one: dropping a long list recursively could overflow the stack.
    fn drop(&mut self) {
        let mut next = self.first.take();
        while let Some(mut made) = next {
            next = made.next.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use serde_json::Value;

    const GAME: &str = "king-is-dead";

    fn corrected(unreadable: Option<&'static str>) -> Corrected {
        let base = move |file: &str| match unreadable == Some(file) {
            true => Err(format!("{file} cannot be read")),
            false => Ok(games::embedded(GAME, file).map(str::to_owned)),
        };
        let make = |own: &dyn Fn(&str) -> Option<String>| {
            games::referee(GAME, 3, &Value::Null, own).map_err(|why| why.to_string())
        };
        Corrected::new(Box::new(base), Box::new(make))
    }

    fn founded() -> Box<dyn Referee> {
        games::referee(GAME, 3, &Value::Null, &|_| None).unwrap()
    }

    fn with(old: &str, new: &str) -> Texts {
        let text = games::embedded(GAME, "game.yaml").unwrap();
        assert!(text.contains(old), "game.yaml has no “{old}” any more");
        [("game.yaml".to_owned(), text.replace(old, new))].into()
    }

    #[test]
    fn a_game_is_made_once_and_stays() {
        let (corrected, founded) = (corrected(None), founded());
        let (one, other) =
            (with("saxons: 4", "saxons: 3"), with("title: \"The King is Dead\"", "title: King"));
        let by = |texts: &Texts| corrected.by(texts, &*founded).unwrap();
        let first = by(&one);
        assert_eq!((first.title(), by(&other).title()), (founded.title(), "King".to_owned()));
        assert!(std::ptr::addr_eq(first, by(&one)) && !std::ptr::addr_eq(first, by(&other)));
    }

    #[test]
    fn what_cannot_be_read_and_other_seats_make_no_game() {
        let founded = founded();
        let why = |corrected: &Corrected, texts: &Texts| match corrected.by(texts, &*founded) {
            Ok(_) => panic!("a game was made"),
            Err(why) => why,
        };
        let one = with("saxons: 4", "saxons: 3");
        assert_eq!(why(&corrected(Some("map.yaml")), &one), "map.yaml cannot be read");
        assert!(why(&corrected(None), &with("id: morgan", "id: morgause")).contains("seats would be others"));
        assert!(why(&corrected(None), &with("saxons: 4", "saxons: four")).contains("game.yaml"));
    }
}
