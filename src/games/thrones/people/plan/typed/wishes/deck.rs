//! The cards of a tactic deck, in a list or a row.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::Grammar;
use crate::sheet::fold;

/// The most words of a title.
const LONGEST_TITLE: usize = 4;

impl Grammar<'_> {
    /// Returns the cards of a deck, one by one: `1, 8, 16`, `6 7, pillage, hit & run`. The longest name counts: "hit and run and
    /// pillage" are two cards, not three. `None` if half of them are not known; fewer are for the reader of plans to refuse by name.
    pub(in super::super) fn deck_named(&self, said: &str) -> Option<Vec<String>> {
        let polite = |piece: &str| {
            self.lexicon.polite.iter().chain(&self.lexicon.closings).any(|form| form.concat() == fold(piece))
        };
        let mut unknown = 0;
        let forms = self.lexicon.words.get(&Word::And).into_iter().flatten();
        let ands: Vec<&str> = forms.filter(|form| form.len() == 1).map(|form| form[0].as_str()).collect();
        let and = format!(" {} ", ands.first().copied().unwrap_or_default());
        let is_and = |word: &&str| ands.contains(&word.to_lowercase().as_str());
        let mut cards = Vec::new();
        for part in said.trim_end_matches([',', ';', ' ']).split([',', ';', '+', '/']) {
            let part = part.trim_matches(['[', ']', ' ', '.']).replace('&', &and).replace(['(', ')'], " ");
            // "6, 8 / and 15", "6, and 8".
            let words: Vec<&str> = part.split_whitespace().skip_while(is_and).collect();
            let pieces: Vec<String> = if words.iter().all(|word| is_and(word) || word.parse::<u8>().is_ok()) {
                words.into_iter().filter(|word| !is_and(word)).map(str::to_owned).collect()
            } else {
                words.split(is_and).map(|piece| piece.join(" ")).collect()
            };
            let mut left = pieces.as_slice();
            while !left.is_empty() {
                let longest = (1..=left.len()).rev().find(|many| self.is_tactic(&left[..*many].join(&and)));
                if longest.is_none()
                    && let Some(card) = self.card_among(&left[0])
                {
                    cards.push(card);
                } else if longest.is_none()
                    && let Some(row) = self.cards_in_a_row(&left[0])
                {
                    cards.extend(row);
                } else if longest.is_some() || !polite(&left[0]) {
                    cards.push(left[..longest.unwrap_or(1)].join(&and));
                    unknown += usize::from(longest.is_none());
                }
                left = &left[longest.unwrap_or(1)..];
            }
        }
        (2 * unknown < cards.len()).then_some(cards)
    }

    /// Returns the one card of a piece of a deck that stands among words of talk: "i take 1", "8 for my deck thx". A piece that has
    /// another card, or any other word in it, says something else.
    fn card_among(&self, piece: &str) -> Option<String> {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let is_talk = |word: &str| self.is_around_a_deck(word);
        let runs = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        let named = |(from, to): &(usize, usize)| self.tactics.known(&words[*from..*to].join(" ")).is_some();
        let mut found = runs.filter(named);
        let (from, to) = found.next()?;
        // It begins or ends the piece, and nothing else of it is a card.
        let is_at_an_end = from == 0 || to == words.len();
        let bare = words[..from].iter().chain(&words[to..]).all(|word| is_talk(word));
        (bare && is_at_an_end && found.all(|(a, b)| from <= a && b <= to)).then(|| words[from..to].join(" "))
    }

    /// Returns `true` for a word of talk around the cards of a deck.
    fn is_around_a_deck(&self, word: &str) -> bool {
        let word = fold(word);
        let known =
            [&self.lexicon.around_deck, &self.lexicon.chosen, &self.lexicon.polite, &self.lexicon.closings];
        known.iter().any(|forms| forms.iter().flatten().any(|form| fold(form) == word))
    }

    /// Returns the cards of a piece of a deck with nothing between them, as they are dictated: `call to arms encircle pillage`. Every word
    /// must be of a title, or talk before the first card or behind the last.
    fn cards_in_a_row(&self, piece: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let (mut at, mut cards, mut is_over) = (0, Vec::new(), false);
        while let Some(word) = words.get(at) {
            let title = (1..=LONGEST_TITLE.min(words.len() - at)).rev().find_map(|length| {
                let said = words.get(at..at + length)?.join(" ");
                (said.chars().any(char::is_alphabetic) && self.tactics.known(&said).is_some())
                    .then_some((said, length))
            });
            match title {
                Some((said, length)) if !is_over => {
                    cards.push(said);
                    at += length;
                }
                None if self.is_around_a_deck(word) => {
                    is_over = !cards.is_empty();
                    at += 1;
                }
                _ => return None,
            }
        }
        (cards.len() > 1).then_some(cards)
    }
}
