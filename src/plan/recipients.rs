//! To whom a message is addressed: seats, players by their names, all, the game master; in a section or in a line of its own
//! (`To Anna: peace?`).

use super::document::Recipient;
use super::words::{Words, plain_words, truth, ungreeted};
use crate::sheet::{Content, Names, Node, fold};
use crate::table::{Seat, SeatInfo};

/// The most characters before the colon of a line that addresses somebody.
const LONGEST: usize = 80;

/// The most words of the name of one person.
const MOST_NAMED: usize = 4;

/// The people of a campaign, by whose names messages may be addressed.
#[derive(Clone, Copy, Debug, Default)]
pub struct People<'a> {
    /// The names of the players with their seats; empty where nobody may know who plays what.
    pub players: &'a [(String, Seat)],
    /// The name of the game master, empty if it is not known.
    pub gm: &'a str,
}

/// Returns all that can be addressed, by its names. The name of a seat goes before that of a player.
pub(super) fn recipients(seats: &[SeatInfo], people: People<'_>) -> Names<Recipient> {
    let mut names = Names::new();
    let of_seats: Vec<String> = seats.iter().flat_map(|seat| [fold(&seat.name), fold(&seat.id)]).collect();
    for (i, seat) in seats.iter().enumerate() {
        let seat_of = Seat(i as u8);
        names.add(&seat.name, Recipient::Seat(seat_of)).also(&seat.id).also(&format!("House {}", seat.name));
        for (player, _) in people.players.iter().filter(|(_, of)| *of == seat_of) {
            add_person(&mut names, player, &of_seats);
        }
    }
    for (meaning, recipient) in [("everybody", Recipient::All), ("game master", Recipient::Gm)] {
        let mut words = Words::english().all(meaning);
        names.add(words.next().unwrap_or_default(), recipient);
        words.for_each(|word| {
            names.also(word);
        });
    }
    add_person(&mut names, people.gm, &of_seats);
    names
}

/// What the name of a player is read as instead of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadAs {
    /// Another seat, by its name.
    Seat(String),
    /// A word such as `all` or `no`.
    Word(String),
}

/// Returns what the name of the player of a seat would be read as instead, wherever players write it; `None` if it means the player.
pub fn read_as(player: &str, of: Seat, seats: &[SeatInfo]) -> Option<ReadAs> {
    let first = |meaning| ReadAs::Word(Words::english().all(meaning).next().unwrap_or_default().to_owned());
    match recipients(seats, People::default()).known(player) {
        Some(Recipient::Seat(seat)) if seat == of => None,
        Some(Recipient::Seat(seat)) => seats.get(seat.index()).map(|info| ReadAs::Seat(info.name.clone())),
        Some(Recipient::All) => Some(first("everybody")),
        Some(Recipient::Gm) => Some(first("game master")),
        None => truth(player).map(|yes| first(if yes { "yes" } else { "no" })),
    }
}

/// Adds a person's name and its words to what was added last, except those that seats have: `of_seats`, folded.
fn add_person(names: &mut Names<Recipient>, person: &str, of_seats: &[String]) {
    let person = person.trim();
    let words = person.split_whitespace().filter(|word| word.chars().count() > 2);
    for name in [person].into_iter().chain(words).filter(|name| !name.is_empty()) {
        if !of_seats.contains(&fold(name)) {
            names.called(name);
        }
    }
}

/// Returns the names in a text such as `Anna, Bert and Cleo`, each as a node.
pub(super) fn several(node: &Node) -> Vec<Node> {
    let Some(text) = node.text() else { return vec![node.clone()] };
    let names = parted(text);
    match names.len() {
        0 | 1 => vec![node.clone()],
        _ => names.into_iter().map(|name| Node { span: node.span, content: Content::Text(name) }).collect(),
    }
}

/// Returns the names in a text such as `Anna, @Bert and Cleo`.
pub(super) fn parted(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_start_matches('@')).collect();
    let is_and = |word: &str| Words::english().means("and", &word.to_lowercase());
    let joined: Vec<&str> = words.iter().map(|word| if is_and(word) { "," } else { word }).collect();
    let joined = joined.join(" ");
    // "Anna, cc Bert".
    let name = |name: &'_ str| {
        Words::english().after("copied to", name.trim()).unwrap_or(name.trim()).trim().to_owned()
    };
    joined.split([',', ';', '&', '+']).map(name).filter(|name| !name.is_empty()).collect()
}

/// Returns `true` for the name of a seat, however it is written.
pub(super) fn is_seat_name(name: &str, seats: &[SeatInfo]) -> bool {
    let name = fold(name);
    seats.iter().any(|seat| fold(&seat.name) == name || fold(&seat.id) == name)
}

/// A line that begins a message to somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addressed {
    /// The names of those it is to, as written.
    pub to: Vec<String>,
    /// What follows the colon.
    pub text: String,
}

/// Splits a line at its first colon, also at one that was dictated to a phone: `to anna colon peace`.
fn headed(line: &str) -> Option<(&str, &str)> {
    let dictated = |word: &str| line.split_once(&format!(" {word} "));
    let all = Words::english().all("dictated colon").filter_map(dictated).chain(line.split_once([':', '：']));
    all.min_by_key(|(head, _)| head.len())
}

/// Returns to whom a line such as `To Anna: peace?` begins a message; `None` if it names nobody.
pub fn addressed(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<Addressed> {
    let (head, text) = headed(line)?;
    if head.chars().count() > LONGEST {
        return None;
    }
    let plain = plain_words(head);
    // As in the head of a mail, with the message on the lines below: `To: Anna`. As on other networks: `@Anna: peace?`.
    let is_head = Words::english().means("address", &plain);
    let below = plain_words(text);
    let (names, text) = match plain.strip_prefix('@') {
        Some(name) => (name, text),
        None if is_head => (below.as_str(), ""),
        None => (Words::english().after("address", &plain)?.trim(), text),
    };
    let to = parted(names);
    let known = recipients(seats, people);
    // "To start: …" is no message to Stark: of a short name that is misspelt, its writer is asked.
    let is_known =
        |name: &String| known.known(name).is_some() || is_long(name) && known.meant(name, |_| true).is_some();
    // "To Anna and the North: …" is prose.
    (!to.is_empty() && to.iter().all(is_known)).then(|| Addressed { to, text: text.trim().to_owned() })
}

/// Returns `true` for a greeting of a player by name: `Dear Anna,`.
pub fn greets(text: &str, people: People<'_>) -> bool {
    let plain = plain_words(text);
    let mut words = plain.split([' ', ',']).filter(|word| !word.is_empty());
    let is_greeting = words.next().is_some_and(|first| Words::english().means("greetings", first));
    let is_player = |word: &str| {
        let names = people.players.iter().flat_map(|(name, _)| name.split_whitespace());
        names.into_iter().any(|name| fold(name) == fold(word))
    };
    is_greeting && words.any(is_player)
}

/// Returns where the rest of a line begins, in bytes, behind a greeting of somebody by name: `Hi Nora, `.
pub fn behind_greeting(text: &str, name: &str) -> Option<usize> {
    let end = text.find([',', '!', '.', '–', '—', '-', ':'])?;
    let plain = plain_words(text.get(..end)?);
    let (first, rest) = plain.split_once(' ')?;
    let is_name = name.split_whitespace().any(|part| fold(part) == fold(rest)) || fold(name) == fold(rest);
    let mark = text.get(end..)?.chars().next()?;
    (is_name && Words::english().means("greetings", first)).then(|| begin_behind(text, end + mark.len_utf8()))
}

/// Returns where the rest of a line begins, in bytes, behind a sentence of thanks: `Thanks for the report! `.
pub fn behind_thanks(text: &str) -> Option<usize> {
    const MOST_WORDS: usize = 12;
    let end = text.find(['!', '.', '–', '—', ';', ','])?;
    let plain = plain_words(text.get(..end)?);
    let is_thanks =
        plain.split(' ').count() <= MOST_WORDS && Words::english().after("thanking", &plain).is_some();
    let mark = text.get(end..)?.chars().next()?;
    is_thanks.then(|| begin_behind(text, end + mark.len_utf8()))
}

fn begin_behind(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    text.len() - rest.trim_start().len()
}

/// Returns `true` for a line that begins as one to somebody: `to Kev hello`.
pub fn begins_to(line: &str) -> bool {
    Words::english().after("address", &plain_words(line)).is_some()
}

/// Returns who a text without a colon is written to, in small letters, if that is one of the players or seats: `Bert, truce?`,
/// `Hi @bert sorry`, `to eva deal`.
pub fn written_to(text: &str, seats: &[SeatInfo], people: People<'_>) -> Vec<(Seat, String)> {
    const MARKS: [char; 4] = [',', '!', ':', '.'];
    let known = recipients(seats, people);
    let named = |name: &str| -> Option<Vec<(Seat, String)>> {
        let all: Option<Vec<(Seat, String)>> = parted(name.trim())
            .iter()
            .map(|name| ungreeted(name))
            .map(|name| match known.known(&name) {
                Some(Recipient::Seat(seat)) => Some((seat, name)),
                _ => None,
            })
            .collect();
        all.filter(|all| !all.is_empty())
    };
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else { return Vec::new() };
    let plain = plain_words(first);
    let marked = |word: &str| word.strip_prefix('@').and_then(|name| named(name.trim_end_matches(MARKS)));
    let found: Vec<(Seat, String)> =
        text.to_lowercase().split_whitespace().filter_map(marked).flatten().collect();
    if !found.is_empty() {
        return found;
    }
    // "Tell Bert that I will not attack him".
    if let Some(rest) = Words::english().after("passing on", &plain) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let most = words.len().saturating_sub(1).min(MOST_NAMED);
        let name = |to: usize| named(words.get(..to)?.join(" ").trim_end_matches(MARKS));
        return (1..=most).rev().find_map(name).unwrap_or_default();
    }
    if let Some(rest) = Words::english().after("address", &plain) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let is_to = !rest.contains([':', '：']) && plain.starts_with("to ");
        let mut all = (1..=words.len().min(MOST_NAMED)).filter(|_| is_to).filter_map(|to| {
            // "To Bert it seems": so much is behind a name alone.
            let name = words.get(..to)?.join(" ");
            named(name.trim_end_matches(MARKS)).filter(|_| words.len() > to)
        });
        return all.next().unwrap_or_default();
    }
    let lower = first.to_lowercase();
    let lower = lower.trim();
    // "Anna, Bert – peace?" names both: what is left of the last name is no mark of it.
    let ends = lower.match_indices(MARKS).map(|(at, _)| at).chain([lower.len()]);
    let dashes =
        [" – ", " — ", " - "].into_iter().flat_map(|dash| lower.match_indices(dash)).map(|(at, _)| at);
    let called = |end: usize| {
        let (head, rest) = lower.split_at_checked(end)?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let greetings = words.iter().take_while(|word| Words::english().means("greetings", word)).count();
        let name = words.get(greetings..)?.join(" ");
        let is_whole = greetings > 0 || rest.starts_with([',', '!', ':', ' ']);
        named(&name).filter(|_| is_whole)
    };
    ends.chain(dashes).filter_map(called).max_by_key(Vec::len).unwrap_or_default()
}

/// Returns the name, as it is written but with a capital letter, by which a line begins that is perhaps for another than the seat `of`:
/// `teo, if you stay out`, `wanda are you there?`
pub fn word_for(line: &str, of: Option<Seat>, seats: &[SeatInfo], people: People<'_>) -> Option<String> {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@');
    let capital = |name: &str| {
        let mut letters = name.trim_start_matches('@').chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    let called = written_to(line, seats, people).into_iter().filter(|(seat, _)| Some(*seat) != of);
    let names: Vec<String> = called.filter_map(|(_, name)| capital(&name)).collect();
    if !names.is_empty() {
        return Some(names.join(", "));
    }
    // Without a mark behind it only the name of a player is one, not that of a seat.
    let (first, rest) = line.split_once(char::is_whitespace)?;
    let player = people
        .players
        .iter()
        .find(|(name, _)| name.split_whitespace().any(|word| fold(word) == fold(first)))?;
    (Some(player.1) != of && !is_seat_name(first, seats) && rest.split_whitespace().nth(1).is_some())
        .then(|| capital(first))
        .flatten()
}

/// Returns `true` for a name of so many letters that no other word is like it.
fn is_long(name: &str) -> bool {
    const LETTERS: usize = 7;
    name.chars().count() >= LETTERS
}

/// Returns `true` if a name, here in small letters, begins with a capital where it is written.
fn is_capital(text: &str, name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    let words =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_uppercase));
    words.map(str::to_lowercase).any(|word| first.starts_with(&word) && !word.is_empty())
}

/// Returns `true` if one text is another with two letters swapped or one missing or, if it has five or more, with one too many.
fn is_slip_of(text: &str, name: &str) -> bool {
    const FEW: usize = 5;
    let (text, name) = (fold(text), fold(name));
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let counts = [&text, &name].map(|text| text.chars().count());
    let is_near = strsim::osa_distance(&text, &name) == 1;
    let [text_letters, name_letters] = counts;
    let is_longer = text_letters > name_letters && text_letters >= FEW;
    is_near && (letters(&text) == letters(&name) || text_letters < name_letters || is_longer)
}

/// Returns the name in a line such as `to bne: peace?` that nobody has and that somebody's name is like, with that name. A word in
/// small letters is no name if it is only like one: `to bed: …` is not for Ben.
pub fn misaddressed(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<(String, String)> {
    const LEAST: usize = 3;
    let (head, text) = line.split_once([':', '：'])?;
    let plain = plain_words(head);
    let name = Words::english().after("address", &plain)?.trim();
    let is_name = name.chars().count() >= LEAST && !name.contains(' ') && !text.trim().is_empty();
    let meant = recipients(seats, people).find(name).err().filter(|_| is_name)?.suggestion()?;
    let is_meant = is_capital(head, name) || is_long(name) || is_slip_of(name, &meant);
    is_meant.then(|| (name.to_owned(), meant))
}

/// Returns to whom a line such as `To Jon: peace?` is written, if with capital letters as names are. Whether somebody of
/// that name plays is for [`addressed`] to say.
pub fn named(line: &str) -> Option<String> {
    let (head, text) = line.split_once([':', '：'])?;
    let plain = plain_words(head);
    let count = Words::english().after("address", &plain)?.split_whitespace().count();
    let words: Vec<&str> = head.split_whitespace().collect();
    let name = words.get(words.len().checked_sub(count)?..)?;
    let is_name = |word: &&str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let is_whole = (1..=MOST_NAMED).contains(&count) && name.iter().all(is_name) && !text.trim().is_empty();
    is_whole.then(|| name.join(" "))
}

#[cfg(test)]
mod tests;
