//! Messages to several, of whom one is nobody here: `To Lena and Tomek: …`.

use super::recipients::{People, recipients};
use super::words::{Words, plain_words};
use crate::table::SeatInfo;

/// Returns the first of several readers of a message whom nobody here is called, and who may be meant; `None` if all are known, or none.
pub fn misnamed(line: &str, seats: &[SeatInfo], people: People<'_>) -> Option<(String, Option<String>)> {
    let (head, _) = line.split_once([':', '：'])?;
    let plain = plain_words(head);
    let count = Words::english().after("address", &plain)?.split_whitespace().count();
    let words: Vec<&str> = head.split_whitespace().collect();
    let written = words.get(words.len().checked_sub(count)?..)?.join(" ");
    let is_joint = |word: &str| Words::english().means("and", &word.to_lowercase());
    let mut names: Vec<String> = vec![String::new()];
    for word in written.split_whitespace() {
        let ends = word.ends_with([',', '/', '&']);
        let bare = word.trim_matches([',', '/', '&']);
        if !bare.is_empty()
            && !is_joint(bare)
            && let Some(name) = names.last_mut()
        {
            name.push_str(if name.is_empty() { "" } else { " " });
            name.push_str(bare);
        }
        if ends || is_joint(bare) {
            names.push(String::new());
        }
    }
    names.retain(|name| !name.is_empty());
    let known = recipients(seats, people);
    let unknown: Vec<&String> = names.iter().filter(|name| known.find(name).is_err()).collect();
    let is_name = |name: &&&String| {
        name.starts_with(char::is_uppercase) && name.chars().all(|c| c.is_alphabetic() || c.is_whitespace())
    };
    let first = unknown.first().filter(is_name)?;
    (unknown.len() < names.len()).then(|| {
        let meant = known.find(first).err().and_then(|miss| miss.suggestion());
        ((*first).clone(), meant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seat;

    #[test]
    fn one_of_several_readers_who_is_nobody_here_is_known() {
        let seats = ["Kay", "Vivien"].map(|name| SeatInfo { id: name.to_lowercase(), name: name.to_owned() });
        let players = [("Tomasz K".to_owned(), Seat(0)), ("Lena".to_owned(), Seat(1))];
        let people = People { players: &players, gm: "Maria" };
        let of = |line: &str| misnamed(line, &seats, people).map(|(name, _)| name);
        assert_eq!(of("To Lena and Tomek: it rains").as_deref(), Some("Tomek"));
        assert_eq!(of("To Lena, Tomek:").as_deref(), Some("Tomek"));
        for line in [
            "To Lena and Kay: it rains",
            "To Ruth and Tomek: it rains",
            "To Lena: and Tomek",
            "To Lena and so on: no",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
