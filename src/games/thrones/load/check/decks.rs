//! `westeros.yaml`: decks of cards that the rules know.

use super::faults::{Faults, get};
use crate::games::thrones::game::Edition;
use crate::sheet::{Node, Refusal};

pub(super) fn check(file: &Node, edition: &'static Edition, faults: &mut Faults) {
    faults.keys(file, "westeros.yaml", &["decks"], &["wildlings", "theatres", "tides"]);
    let decks = get(file, "decks");
    for (key, deck) in decks.map_or(&[][..], |node| faults.entries(node, "decks")) {
        if !matches!(key.text(), Some("1" | "2" | "3")) {
            faults.unknown(key, "deck", ["1", "2", "3"]);
        }
        let ends = |card: &Node| {
            let row =
                edition.westeros.iter().find(|row| Some(row.id) == get(card, "card").and_then(Node::text));
            row.is_none_or(|row| !row.reshuffles)
        };
        let all = cards(deck, edition.westeros.iter().map(|row| row.id), faults);
        if !all.iter().any(ends) {
            faults
                .error(key, Refusal::new("board-deck-endless").with("deck", key.text().unwrap_or_default()));
        }
    }
    if let Some(node) = decks {
        for deck in ["1", "2", "3"].into_iter().filter(|deck| get(node, deck).is_none()) {
            faults.error(node, Refusal::new("board-deck-missing").with("deck", deck));
        }
    }
    if let Some(node) = get(file, "wildlings") {
        cards(node, edition.wildling_cards.iter().map(|row| row.id), faults);
    }
    for card in get(file, "tides").map_or(&[][..], |node| faults.list(node, "tides")) {
        faults.keys(card, "a card", &["strength", "copies"], &["swords", "fortifications", "skulls"]);
        for key in ["strength", "copies", "swords", "fortifications", "skulls"] {
            faults.number_of(card, key, 0, 50);
        }
    }
}

fn cards<'n>(
    deck: &'n Node,
    known: impl Iterator<Item = &'static str> + Clone,
    faults: &mut Faults,
) -> &'n [Node] {
    let all = faults.list(deck, "a deck");
    for card in all {
        faults.keys(card, "a card", &["card", "copies"], &["mammoth"]);
        faults.number_of(card, "copies", 1, 50);
        if let Some(id) = get(card, "card")
            && known.clone().all(|known| Some(known) != id.text())
        {
            faults.unknown(id, "card", known.clone());
        }
    }
    all
}
