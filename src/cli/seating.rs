//! Who plays what: a player beside those who have a seat already, and the question whether lots decide.

use super::colour::Tone;
use super::console::{ask, complain, is_terminal, misuse};
use super::lot::Person;
use crate::sheet::fold;
use anyhow::Result;

/// Returns a player beside those `taken`, with the names of their seats; `one_plays_two` is asked whether one person may.
///
/// # Errors
/// If another person has the same name, because nobody could write to either by it, or if one person may not play two seats.
pub(super) fn beside(
    taken: &[(String, Person)],
    person: Person,
    one_plays_two: &dyn Fn(&str) -> Result<bool>,
) -> Result<Person> {
    for (seat, (name, address)) in taken {
        if address.eq_ignore_ascii_case(&person.1) {
            if !one_plays_two(&format!("{address} is the address of {seat} too"))? {
                return Err(misuse(format!("{address} plays {seat}. Hint: name another player")));
            }
        } else if fold(name) == fold(&person.0) {
            return Err(misuse(format!(
                "{seat} is played by another “{name}”, so nobody could write to either by name. Hint: write the name in another way, such as “{name} B.”"
            )));
        }
    }
    Ok(person)
}

/// Asks at a terminal whether one person plays two seats; elsewhere it is told.
pub(super) fn one_plays_two(what: &str) -> Result<bool> {
    if is_terminal() {
        return yes_or_no(&ask(&format!("{what}. Does one person play both (yes or no)?"), Some("no"))?);
    }
    complain(format!("{}: {what}, so one person plays both", Tone::Warning.error("LOOK")));
    Ok(true)
}

/// Reads yes or no.
///
/// # Errors
/// If it is neither.
pub(super) fn yes_or_no(text: &str) -> Result<bool> {
    match fold(text).as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(misuse(format!("“{text}” is neither yes nor no"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_people_have_two_names_and_one_person_may_play_two_seats() {
        let anna = |address: &str| ("Anna".to_owned(), address.to_owned());
        let taken = [("Stark".to_owned(), anna("anna@a.example"))];
        let may = |answer: bool| move |_: &str| Ok(answer);
        let other = beside(&taken, ("anna".to_owned(), "anna@b.example".to_owned()), &may(true));
        let told = other.unwrap_err().to_string();
        assert!(told.contains("Stark is played by another “Anna”") && told.contains("“Anna B.”"), "{told}");
        assert_eq!(beside(&taken, anna("Anna@A.example"), &may(true)).unwrap(), anna("Anna@A.example"));
        assert!(beside(&taken, anna("anna@a.example"), &may(false)).is_err());
        let bert = || ("Bert".to_owned(), "bert@a.example".to_owned());
        assert_eq!(beside(&taken, bert(), &may(false)).unwrap(), bert());
    }

    #[test]
    fn an_answer_is_yes_or_no() {
        assert!(yes_or_no("Yes").unwrap() && !yes_or_no("n").unwrap() && yes_or_no("perhaps").is_err());
    }
}
