//! The words and forms of what a plan says of the north alone: tactic cards and quests.

use super::language::{Form, Term, form};
use super::model::{Northern, Plan};
use crate::games::thrones::data::{Letter, NorthData, TacticId};

pub(super) const TACTIC_FORM: Form = form("tactic", "Pillage");
pub(super) const TACTICS_FORM: Form =
    form("tactics", "{deck: [1, 8, 16], Pillage a: Wildlings, Encircle: always}");
pub(super) const DECK_FORM: Form = form("deck", "[1, 8, 16]");
pub(super) const QUEST_FORM: Form = form("quest", "[2 footmen from Fist]");

/// What [`ChoiceForm::Pay`](super::language::ChoiceForm::Pay) says for yes.
pub(in crate::games::thrones::people) const PAY: &str = "pay";

/// Whether the Others pay at Supply, by the choice's id.
pub(super) const PAYS: &[Term<&str>] = &[(PAY, &["pay", "yes", "paid", "i pay"])];

pub(super) const GIFTS_FORM: Form = form("gifts", "{barrels: 1, points: 2, power: 0}");

/// What houses give to the Night's Watch, by its id.
pub(in crate::games::thrones::people) const GIFTS: &[Term<&str>] = &[
    ("barrels", &["barrels", "barrel", "supply"]),
    ("points", &["points", "point", "mustering", "muster", "mustering points"]),
    ("power", &["power", "tokens", "power tokens"]),
];

pub(super) const ATTACK_FORM: Form = form("bids", "{wildlings: 3, for: watch}");

/// The key in `bids` of the side for which the Others bid in a wildling attack, and its words, folded.
pub(super) const FOR: &str = "for";
pub(super) const FOR_SIDE: &[&str] = &[FOR, "side", "forside", "attackfor"];
pub(super) const ATTACK_SIDES: &[Term<&str>] = &[
    ("watch", &["watch", "night's watch", "the watch", "wall"]),
    ("wildlings", &["wildlings", "wildling", "the wildlings", "free folk"]),
];

/// The keys of `tactics` that are no abilities.
pub(super) const DECK: &str = "deck";
pub(super) const OBJECTIVE: &str = "objective";

/// Returns the id of an ability, as its question names it.
pub(super) fn ability_id(printed: &NorthData, card: TacticId, letter: Letter) -> String {
    format!("{}/{}", printed.tactic(card).card.id(), letter.id())
}

/// Splits the letter of an ability from the name or number of its card: `8a`, `Pillage (a)`, `pillage/a`.
pub(super) fn card_and_letter(text: &str) -> (&str, Option<Letter>) {
    let text = text.trim().trim_end_matches(')');
    let letter =
        |c: char| Letter::ALL.into_iter().find(|letter| letter.id().starts_with(c.to_ascii_lowercase()));
    let cut = text.char_indices().next_back().and_then(|(at, last)| {
        let before = text.get(..at)?.trim_end_matches('(');
        let apart = before.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '/' | '-' | '('));
        Some((before, letter(last)?)).filter(|_| apart || before.len() < text.get(..at).map_or(0, str::len))
    });
    match cut {
        Some((card, letter)) => (card.trim_end_matches([' ', '/', '-']), Some(letter)),
        None => (text, None),
    }
}

impl Plan {
    /// Returns `true` if it says the tactic deck of the game, and nothing else.
    pub(in crate::games::thrones) fn is_of_a_deck(&self) -> bool {
        let Northern { deck, objective, .. } = self.north.clone();
        let north = Northern { deck, objective, ..Northern::default() };
        let alone = Plan { turn: self.turn, westeros: self.westeros, north, ..Plan::default() };
        !self.north.deck.is_empty() && *self == alone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_is_named_by_card_and_letter_in_any_spelling() {
        for (text, card) in [
            ("8a", "8"),
            ("8 a", "8"),
            ("Pillage (a)", "Pillage"),
            ("pillage/a", "pillage"),
            ("pillage a", "pillage"),
        ] {
            assert_eq!(card_and_letter(text), (card, Some(Letter::A)), "{text}");
        }
        assert_eq!(card_and_letter("12 B"), ("12", Some(Letter::B)));
        // The last letter of a name is not that of an ability.
        assert_eq!(card_and_letter("Extravaganza"), ("Extravaganza", None));
        assert_eq!(card_and_letter("Pillage"), ("Pillage", None));
        assert_eq!(card_and_letter(""), ("", None));
    }
}
