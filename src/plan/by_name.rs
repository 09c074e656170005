//! Messages to players without "To" before their names: `Dave: I see your ships!`, `Ingrid - truce?`, `@Kit well played`; and lists of
//! names of which one is nobody's.

use super::document::Recipient;
use super::recipients::{Addressed, People, is_seat_name, parted, recipients};
use super::words::{Words, plain_words};
use crate::sheet::fold;
use crate::table::SeatInfo;

/// The most characters of the names.
const LONGEST: usize = 40;

/// Returns whom a line calls by the names of players, not of seats, and what it says to them. `None` for names that are only nearly
/// somebody's: `plain` words with a colon are those of the game as often.
pub fn called_by_name(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<Addressed> {
    let line = line.trim();
    let marked = || {
        let (name, text) = line.strip_prefix('@')?.split_once(char::is_whitespace)?;
        Some((name.trim_end_matches([',', ':', '!']), text))
    };
    let headed = || {
        let dashes = [" - ", " – ", " — "].into_iter().filter_map(|dash| line.split_once(dash));
        dashes.chain(line.split_once(':')).min_by_key(|(head, _)| head.len())
    };
    let (head, text) = marked().or_else(headed)?;
    let names = parted(&plain_words(head));
    let known = recipients(seats, people);
    let is_player = |name: &String| {
        let is_called = people.players.iter().any(|(player, _)| {
            fold(player) == fold(name) || player.split_whitespace().any(|word| fold(word) == fold(name))
        });
        is_called && !is_seat_name(name, seats) && matches!(known.known(name), Some(Recipient::Seat(_)))
    };
    let is_head = head.chars().count() <= LONGEST && !names.is_empty() && names.iter().all(is_player);
    let says = text.split_whitespace().nth(1).is_some();
    (is_head && says).then(|| Addressed { to: names, text: text.trim().to_owned() })
}

/// Returns the name in a line such as `To Lena and Tomek: …` that nobody has, beside one that somebody has, with the name that it is like.
pub fn named_among(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<(String, Option<String>)> {
    let (head, _) = line.split_once([':', '：'])?;
    let plain = plain_words(head);
    let names = parted(Words::english().after("address", &plain)?.trim());
    let known = recipients(seats, people);
    let (one, nobody): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| known.known(name).is_some());
    // A name is written with a capital letter.
    let written = |name: &str| {
        let words: Vec<&str> =
            head.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let mut runs = words.windows(name.split(' ').count()).map(|run| run.join(" "));
        runs.find(|run| run.to_lowercase() == name && run.starts_with(char::is_uppercase))
    };
    let name = nobody.first().filter(|_| !one.is_empty()).and_then(|name| written(name))?;
    let meant = known.find(&name).err().and_then(|miss| miss.suggestion());
    Some((name, meant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seat;

    fn with<T>(what: impl FnOnce(&[SeatInfo], People<'_>) -> T) -> T {
        let seats = ["Stark", "Lannister", "Tyrell"]
            .map(|name| SeatInfo { id: name.to_lowercase(), name: name.to_owned() });
        let players = [
            ("Anna Jones".to_owned(), Seat(0)),
            ("Tomasz".to_owned(), Seat(1)),
            ("Lena".to_owned(), Seat(2)),
        ];
        what(&seats, People { players: &players, gm: "Maria Rossi" })
    }

    #[test]
    fn players_are_called_by_their_names_with_a_mark() {
        for (line, names, text) in [
            ("Anna: I see you there!", &["anna"][..], "I see you there!"),
            ("Lena - truce from here?", &["lena"], "truce from here?"),
            ("Anna and Lena: well played", &["anna", "lena"], "well played"),
            ("@lena well played", &["lena"], "well played"),
            ("@Lena, well played", &["lena"], "well played"),
        ] {
            let called = with(|seats, people| called_by_name(line, seats, people));
            assert_eq!(
                called,
                Some(Addressed {
                    to: names.iter().map(|name| (*name).to_owned()).collect(),
                    text: text.to_owned()
                }),
                "{line}"
            );
        }
        for line in [
            "Stark: I see you",
            "Anna, hello there",
            "Anna: yes",
            "Maria: hello there",
            "Bert: hello there",
            "Winterfell - raid it",
            "@bert hello you",
        ] {
            assert_eq!(with(|seats, people| called_by_name(line, seats, people)), None, "{line}");
        }
    }

    #[test]
    fn a_name_in_a_list_that_is_nobodys_is_found() {
        let near = |line: &str| with(|seats, people| named_among(line, seats, people));
        assert_eq!(near("To Lena and Tomasc: hello"), Some(("Tomasc".to_owned(), Some("Tomasz".to_owned()))));
        let name = |line: &str| near(line).map(|(name, _)| name);
        assert_eq!(name("To Lena and Gustav: hello").as_deref(), Some("Gustav"));
        assert_eq!(name("To Lena, Gustav:").as_deref(), Some("Gustav"));
        assert_eq!(name("To Gustav Holm and Stark: hello").as_deref(), Some("Gustav Holm"));
        for line in [
            "To Lena and Tomasz: hello",
            "To Lena and Stark: hello",
            "To Ruth and Gustav: hello",
            "To Lena: and Gustav",
            "To Tomasc: hello",
            "to lena and be honest: hello",
            "Lena and Tomasc: hello",
        ] {
            assert_eq!(near(line), None, "{line}");
        }
    }
}
