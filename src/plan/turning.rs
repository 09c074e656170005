//! Where a text to one reader turns to another: `peace? To Bert: war`, `deal. @Bert: no`, `so be it. Bert: war`.
//!
//! Nobody may read what is for somebody else, so a writer whose text seems to turn is asked, and neither of the two gets anything.

use super::behind::joints;
use super::document::Recipient;
use super::recipients::{People, addressed, is_seat_name, parted, recipients};
use super::words::{Words, plain_words};
use crate::table::SeatInfo;

/// The most characters of names before a colon.
const LONGEST: usize = 80;

/// Where a line is in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// It begins the text.
    First,
    /// It goes on below another line.
    Below,
    /// An empty line is above it, so that a name that it begins with needs no colon.
    Paragraph,
}

/// Where a text turns to somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Where that begins, in bytes.
    pub at: usize,
    /// Who is addressed there, as those who play are called.
    pub to: Vec<String>,
}

/// Returns where a line of a text to some readers, by their names as written, turns to others. Without readers it is prose
/// that the game master would get.
pub fn turns_to(
    line: &str,
    (readers, spot): (&[String], Spot),
    seats: &[SeatInfo],
    people: People<'_>,
) -> Option<Turn> {
    let known = recipients(seats, people);
    let all = |names: &[String]| -> Option<Vec<Recipient>> {
        names
            .iter()
            .map(|name| known.known(name).or_else(|| known.meant(name, |_| true).map(|m| m.0)))
            .collect()
    };
    let exactly = |names: &[String]| -> Option<Vec<Recipient>> {
        let all: Option<Vec<Recipient>> = names.iter().map(|name| known.known(name)).collect();
        all.filter(|all| !all.is_empty())
    };
    let own = all(readers).unwrap_or_default();
    // Houses are talked of in lists (`Stark: weak`) where they are not what people are called by.
    let by_seat = people.players.is_empty() || readers.iter().any(|name| is_seat_name(name, seats));
    let turn = |from: usize| -> Option<Turn> {
        let rest = line.get(from..)?;
        let rest = without_lead(rest.trim_start());
        let at = line.len() - rest.len();
        let mentioned = || {
            let word = rest.strip_prefix('@')?.split_whitespace().next()?;
            exactly(&[word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase()])
        };
        let bare = || {
            let (head, behind) = rest.split_once([':', '：'])?;
            let plain = plain_words(head);
            let only = Words::english().all("turning").find_map(|word| plain.strip_suffix(word));
            let names = parted(only.unwrap_or(&plain));
            let is_called = names.iter().all(|name| by_seat || !is_seat_name(name, seats));
            let is_head = head.chars().count() <= LONGEST && !behind.trim().is_empty();
            exactly(&names).filter(|_| is_called && is_head && (from > 0 || spot != Spot::First))
        };
        let called = || exactly(&names_called(rest)?).filter(|_| spot == Spot::Paragraph && from == 0);
        let addressed = || all(&addressed(rest, seats, people)?.to);
        let to = addressed().or_else(mentioned).or_else(bare).or_else(called)?;
        let is_same = to.len() == own.len() && to.iter().all(|one| own.contains(one));
        let is_nobody = own.is_empty() && to.iter().all(|one| matches!(one, Recipient::Gm | Recipient::All));
        (!is_same && !is_nobody)
            .then(|| Turn { at, to: to.iter().map(|one| called_as(*one, seats, people)).collect() })
    };
    let marks = line.char_indices().filter(|(_, c)| matches!(c, '?' | '…')).map(|(at, c)| at + c.len_utf8());
    let mut begins_at: Vec<usize> = joints(line).into_iter().map(|(_, begin)| begin).chain(marks).collect();
    begins_at.sort_unstable();
    std::iter::once(0).chain(begins_at).find_map(turn)
}

/// Returns whom a line calls at its beginning, of those who play: `Anna, ships do count.`, `Hi Anna!`
pub fn calls(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<Vec<Recipient>> {
    let known = recipients(seats, people);
    let all: Option<Vec<Recipient>> = names_called(line)?.iter().map(|name| known.known(name)).collect();
    all.filter(|all| !all.is_empty() && !all.contains(&Recipient::Gm))
}

/// Returns the names before the first mark of a line, without a greeting before them.
fn names_called(line: &str) -> Option<Vec<String>> {
    let (name, _) = line.split_once([',', '!'])?;
    let name = plain_words(name);
    let words: Vec<&str> = name.split_whitespace().collect();
    let greetings = words.iter().take_while(|word| Words::english().means("greetings", word)).count();
    Some(parted(&words.get(greetings..)?.join(" ")))
}

/// Returns `true` for a line that begins by calling the game master: `Maria, may I?`, `Dear Maria`.
pub fn calls_game_master(line: &str, people: People<'_>) -> bool {
    let names = recipients(&[], People { players: &[], gm: people.gm });
    let is_gm = |name: &str| names.known(name) == Some(Recipient::Gm);
    // "And my question, for Maria: may I?"
    let asked = |(head, _): (&str, &str)| {
        let plain = plain_words(without_lead(head.trim())).replace(',', "");
        Words::english().after("asking somebody", &plain).is_some_and(|name| is_gm(name.trim()))
    };
    if line.split_once(':').is_some_and(asked) {
        return true;
    }
    let end = line.find([',', '!', ':']).unwrap_or(line.len());
    let plain = plain_words(line.get(..end).unwrap_or_default());
    let words: Vec<&str> = plain.split_whitespace().collect();
    let greetings = words.iter().take_while(|word| Words::english().means("greetings", word)).count();
    let name = words.get(greetings..).unwrap_or_default().join(" ");
    let is_marked = end < line.len() || greetings > 0;
    is_marked && is_gm(&name)
}

/// Returns a text without words such as `and` or `PS` before the name of a reader.
fn without_lead(text: &str) -> &str {
    let mut rest = text;
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | ':' | '-' | '(');
    let lead = |rest: &str| {
        let lower = rest.to_lowercase();
        let is_lead =
            |word: &&str| lower.strip_prefix(*word).is_some_and(|behind| behind.starts_with(is_mark));
        Words::english().all("turning").find(is_lead).map(str::len)
    };
    while let Some(behind) = lead(rest).and_then(|length| rest.get(length..)) {
        rest = behind.trim_start_matches(is_mark);
    }
    rest
}

/// Returns what somebody is called in a campaign.
pub fn called_as(one: Recipient, seats: &[SeatInfo], people: People<'_>) -> String {
    let word = |meaning| Words::english().all(meaning).next().unwrap_or_default().to_owned();
    match one {
        Recipient::All => word("everybody"),
        Recipient::Gm => word("game master"),
        Recipient::Seat(seat) => {
            let player = people.players.iter().find(|(_, of)| *of == seat).map(|(name, _)| name.clone());
            player.or_else(|| seats.get(seat.index()).map(|info| info.name.clone())).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seat;

    fn with<T>(see: impl Fn(&[SeatInfo], People<'_>) -> T) -> T {
        let seats: Vec<SeatInfo> = ["Stark", "Lannister", "Tyrell"]
            .map(|name| SeatInfo { id: name.to_lowercase(), name: name.to_owned() })
            .into();
        let players =
            [("Anna Jones", 0), ("Bert", 1), ("Cleo", 2)].map(|(name, seat)| (name.to_owned(), Seat(seat)));
        see(&seats, People { players: &players, gm: "Maria Rossi" })
    }

    fn turn(line: &str, readers: &[&str]) -> Option<String> {
        let readers: Vec<String> = readers.iter().map(|name| (*name).to_owned()).collect();
        with(|seats, people| {
            turns_to(line, (&readers, Spot::First), seats, people).map(|turn| turn.to.join(" "))
        })
    }

    #[test]
    fn a_text_that_turns_to_somebody_else() {
        for (line, to) in [
            ("I support you. To Cleo: I don't support Bert.", "Cleo"),
            ("peace, and to Cleo: war.", "Cleo"),
            ("peace. @Cleo: attack him", "Cleo"),
            ("peace. @cleo attack him", "Cleo"),
            ("peace. Cleo: attack him", "Cleo"),
            ("shall we? PS to Cleo: no", "Cleo"),
            ("peace? For Cleo: he is weak", "Cleo"),
            ("Ok. Private to Cleo: he lies", "Cleo"),
            ("deal. To gm: is that legal?", "gm"),
            ("hi. To Cleo and Anna: hm", "Cleo Anna Jones"),
            ("hi. To Bert and Cleo: hm", "Bert Cleo"),
            ("hi – to Tyrell: x", "Cleo"),
        ] {
            assert_eq!(turn(line, &["bert"]).as_deref(), Some(to), "{line}");
        }
        for line in [
            "peace until turn 4?",
            "I wrote to Cleo: he agrees",
            "my plan: war with Cleo",
            "three things: gold, Cleo and honour",
            "hi. Bert: you first",
            "hi. To Lannister: you first",
            "I think so. Tyrell: 3 ships, Stark: 2 ships",
            "peace. To be clear: no",
        ] {
            assert_eq!(turn(line, &["bert"]), None, "{line}");
        }
        assert_eq!(
            turn("peace. Tyrell: war", &["lannister"]).as_deref(),
            Some("Cleo"),
            "called by their seats"
        );
        assert_eq!(turn("peace. Bert only: kill Cleo", &["bert", "cleo"]).as_deref(), Some("Bert"));
        assert_eq!(turn("peace. To Bert: not with Cleo", &["all"]).as_deref(), Some("Bert"));
        assert_eq!(turn("A question. To Bert and Cleo: shall we?", &[]).as_deref(), Some("Bert Cleo"));
        assert_eq!(turn("A question. To gm: may I?", &[]), None);
        let at = with(|seats, people| {
            turns_to("ok. PS: to Cleo: x", (&["bert".to_owned()], Spot::First), seats, people)
        });
        assert_eq!(at.map(|turn| turn.at), Some(8));
    }

    #[test]
    fn a_paragraph_that_calls_somebody() {
        let turn = |line: &str| {
            with(|seats, people| {
                turns_to(line, (&["bert".to_owned()], Spot::Paragraph), seats, people)
                    .map(|turn| turn.to.join(" "))
            })
        };
        for line in ["Cleo, sorry for the delay", "Dear Cleo, sorry", "Hi Cleo! You too?"] {
            assert_eq!(turn(line).as_deref(), Some("Cleo"), "{line}");
        }
        for line in ["Bert, so be it", "So, what now?", "Cleo is weak, you know", "Dear Bert, thanks"] {
            assert_eq!(turn(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_that_calls_the_game_master() {
        for line in ["Maria, may I?", "Dear Maria", "Hi Maria Rossi! when is the deadline?", "gm: may I?"] {
            assert!(with(|_, people| calls_game_master(line, people)), "{line}");
        }
        for line in ["Maria", "Maria is late", "Bert, may I?", "I think, Maria, so", "", ", so"] {
            assert!(!with(|_, people| calls_game_master(line, people)), "{line}");
        }
    }
}
