//! The words and forms of what a plan says of the north alone: tactic cards and quests.

use super::forms::{Form, form};
use super::language::Term;
use super::model::{Northern, Plan, Use, Wish};
use super::table::words;
use crate::games::thrones::data::{Letter, NorthData, TacticId, Unit};
use std::collections::BTreeMap;

pub(super) const TACTIC_FORM: Form = form!(tactic);
pub(super) const TACTICS_FORM: Form = form!(tactics);
pub(super) const DECK_FORM: Form = form!(deck);
pub(super) const QUEST_FORM: Form = form!(quest);

/// What [`ChoiceForm::Pay`](super::language::ChoiceForm::Pay) says for yes.
pub(in crate::games::thrones::people) const PAY: &str = words!(pay);

/// Whether the Others pay at Supply, by the choice's id.
pub(super) const PAYS: &[Term<&str>] = &[(PAY, words!(pays pay))];

pub(super) const GIFTS_FORM: Form = form!(gifts);

/// What houses give to the Night's Watch, by its id.
pub(in crate::games::thrones::people) const GIFTS: &[Term<&str>] =
    &[("barrels", words!(gifts barrels)), ("points", words!(gifts points)), ("power", words!(gifts power))];

pub(super) const ATTACK_FORM: Form = form!(attack);

/// The key in `bids` of the side for which the Others bid in a wildling attack, and its words, folded.
pub(super) const FOR: &str = words!(for);
pub(super) const FOR_SIDE: &[&str] = words!(for-side);
pub(super) const ATTACK_SIDES: &[Term<&str>] =
    &[("watch", words!(attack-sides watch)), ("wildlings", words!(attack-sides wildlings))];

/// The keys of `tactics` that are no abilities.
pub(super) const DECK: &str = words!(deck);
pub(super) const OBJECTIVE: &str = words!(objective);
pub(super) const OBJECTIVE_TOO: &[&str] = words!(objective - too);

/// What says that an ability is used, besides yes.
pub(super) const USE_IT: &[&str] = words!(use-it);

/// What abilities may choose that has no name on the board, by its id.
pub(super) const CHOSEN: &[Term<&str>] = &[("both", words!(both)), ("gain", words!(gain))];

/// What stands between the area that units leave and the one they go to.
pub(super) const WAYS: &[&str] = words!(ways);

/// What stands before a target and says nothing.
pub(super) const ON_WORDS: &[&str] = words!(on - words);

/// What stands between units and the area that they leave, and between kinds of unit.
pub(super) const OUT_OF: &[&str] = words!(out - of);
pub(super) const UNITS_AND: &[&str] = words!(units - and);

/// What says nothing among what an ability is used on.
pub(super) const TACTIC_FILLERS: &[&str] = words!(tactic - fillers);

/// What goes down, or up, on a track.
pub(super) const DOWNWARDS: &[&str] = words!(downwards);
pub(super) const UPWARDS: &[&str] = words!(upwards);

/// The tactic card that bids anew for the tracks, by its id, and its ability that does.
const AUCTIONEER: &str = "counter-offensive";
const AUCTION: &str = "counter-offensive/a";

/// The ability that recruits, by its id.
pub(super) const LEVY_ABILITY: &str = "call-to-arms/a";

/// As many units as there are.
pub(super) const ALL: u8 = 99;

/// Returns a target without the words before it that say nothing.
pub(super) fn bare(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(rest) = ON_WORDS.iter().find_map(|word| {
        let before = text.get(..word.len()).filter(|before| before.eq_ignore_ascii_case(word))?;
        text.get(before.len()..)?.strip_prefix(' ')
    }) {
        text = rest.trim_start();
    }
    text
}

/// Returns units as they stand among what an ability is used on: `2 footman`.
pub(super) fn party(unit: Unit, number: Option<u8>) -> String {
    format!("{} {}", number.unwrap_or(ALL), unit.id())
}

/// Returns the units that are named among what an ability is used on; `None` if none are, so that all may go.
pub(super) fn parties(wishes: &[String]) -> Option<Vec<(Unit, u8)>> {
    let named = |wish: &String| {
        let (number, unit) = wish.split_once(' ')?;
        Some((Unit::from_id(unit)?, number.parse().ok()?))
    };
    let all: Vec<(Unit, u8)> = wishes.iter().filter_map(named).collect();
    (!all.is_empty()).then_some(all)
}

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
    /// Returns `true` if it plays, or copies, the tactic card that bids for the tracks in the tactic step: then what it bids is for these
    /// auctions, and not for the next Westeros cards.
    pub(super) fn bids_anew(&self) -> bool {
        let north = &self.north;
        let copies = |one: &Use| match &one.wish {
            Wish::Use(yes) => *yes && one.ability == AUCTION,
            Wish::Choose(wishes) => wishes.iter().any(|wish| wish == AUCTION),
        };
        north.cards.iter().any(|card| card == AUCTIONEER) || north.abilities.iter().any(copies)
    }

    /// Returns `true` if it says the tactic deck of the game, and nothing else.
    pub(in crate::games::thrones) fn is_of_a_deck(&self) -> bool {
        let Northern { deck, objective, .. } = self.north.clone();
        let north = Northern { deck, objective, ..Northern::default() };
        let alone = Plan {
            north,
            ..Plan {
                turn: self.turn,
                westeros: self.westeros,
                once: self.once,
                tentative: self.tentative,
                ..Plan::default()
            }
        };
        !self.north.deck.is_empty() && *self == alone
    }

    /// Returns `true` if it says something for its turn apart from the Westeros phase.
    pub(in crate::games::thrones) fn speaks_of_turn(&self) -> bool {
        let Plan { turn, westeros, once, tentative, .. } = *self;
        let north = Northern { attack: None, gifts: BTreeMap::new(), ..self.north.clone() };
        let mut rest = Plan { north, ..self.clone() };
        (rest.bids, rest.ties, rest.choices) = Default::default();
        (rest.muster, rest.no_muster, rest.disband, rest.reward) = Default::default();
        rest != Plan { turn, westeros, once, tentative, ..Plan::default() }
    }

    /// Returns `true` if it answers something of the Westeros phase, or single questions, which may be of any phase.
    pub(in crate::games::thrones) fn speaks_of_westeros(&self) -> bool {
        let lists = !self.ties.is_empty() || !self.disband.is_empty();
        let chosen = !self.choices.is_empty() || !self.answers.is_empty() || self.north.attack.is_some();
        let given = !self.bids.is_empty() || !self.north.gifts.is_empty() || self.reward.is_some();
        lists || chosen || given || self.muster.is_some()
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
