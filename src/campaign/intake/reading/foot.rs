//! The foot of a letter, which its sender did not write for the game: the name, the card below a closing, the notice of a lawyer.

use super::typing::Typing;
use crate::campaign::intake::reading::Reading;
use crate::plan::{self, Said};
use crate::post::{Fate, OwnLine, foot};
use crate::table::{LineFate, TypedLine};

impl Reading {
    /// Takes the foot of a letter away from its own lines, and shows it as a signature. A line of it that says something to the
    /// program stays, with all above it.
    pub(super) fn cut_foot(&mut self, own: &mut Vec<OwnLine>, typing: &Typing<'_>) {
        // What stands in the document is no foot, and neither is what is above it.
        if own.last().is_none_or(|line| line.used.is_some()) {
            return;
        }
        let mut from = own.len() - foot(own, &plan::is_closing);
        // Words such as "Best regards" above the sender's name end the letter, whatever stands below.
        let is_blank = |line: &&OwnLine| line.text.trim().is_empty();
        let ends = |at: &usize| {
            let below = own.get(at + 1..).unwrap_or_default();
            let next = below.iter().find(|line| !is_blank(line));
            own.get(*at).is_some_and(|line| plan::is_closing(&line.text))
                && next.is_some_and(|next| signs(typing.player, &next.text))
        };
        from = (0..from).rev().find(ends).unwrap_or(from);
        from = signed_block(own, typing.player).map_or(from, |at| at.min(from));
        // "B. Krull" below the orders. A first name alone may answer who comes first.
        let is_whole_name =
            |line: &OwnLine| line.text.trim().contains(' ') && signs(typing.player, &line.text);
        let last = own.iter().rposition(|line| !line.text.trim().is_empty());
        let is_text = |line: &OwnLine| line.used.is_none() && !line.text.trim().is_empty();
        let last = last.filter(|at| {
            own.get(*at).is_some_and(is_whole_name) && own.get(..*at).unwrap_or_default().iter().any(is_text)
        });
        from = last.map_or(from, |at| at.min(from));
        let says = |line: &OwnLine| {
            let typed = [TypedLine { text: &line.text, line: 1 }];
            let is_order = |game: &super::typing::ToGame<'_>| {
                game(&typed).fates.iter().any(|fate| *fate != LineFate::NotMine)
            };
            line.used.is_some()
                || matches!(plan::said(&line.text, 1, typing.today), Some(Said::Section(..)))
                || !signs(typing.player, &line.text)
                    && !is_of_card(&line.text)
                    && typing.game.is_some_and(is_order)
        };
        from += own.get(from..).unwrap_or_default().iter().rposition(says).map_or(0, |at| at + 1);
        for cut in own.drain(from..) {
            if let Some(line) = self.found.lines.get_mut(cut.number.wrapping_sub(1)) {
                line.fate = Fate::Signature;
            }
        }
    }
}

/// Returns where the last paragraph begins if it is the name of the sender with a card below it: an office, a telephone number, a saying in
/// quotation marks. What speaks of people, asks or doubts is none.
fn signed_block(own: &[OwnLine], player: Option<&str>) -> Option<usize> {
    /// The most lines of such a card, with the name.
    const MOST: usize = 4;
    let last = own.iter().rposition(|line| !line.text.trim().is_empty())?;
    let paragraph = own.get(last)?.paragraph;
    let from = own.iter().position(|line| line.paragraph == paragraph && !line.text.trim().is_empty())?;
    let block = own.get(from..=last)?;
    let is_quoted =
        |text: &str| text.starts_with(['"', '“', '„', '«']) && text.ends_with(['"', '”', '“', '»']);
    let is_of_card = |line: &OwnLine| {
        let text = line.text.trim();
        is_quoted(text) || !plan::doubts(text) && !plan::speaks_of_people(text)
    };
    let (name, below) = block.split_first()?;
    (from > 0
        && (2..=MOST).contains(&block.len())
        && signs(player, &name.text)
        && below.iter().all(is_of_card))
    .then_some(from)
}

/// Returns `true` for a line that has only the name of its sender, perhaps with another one: `Bert`, `- Bert Hollis`.
pub(crate) fn signs(player: Option<&str>, text: &str) -> bool {
    let first = |name: &str| name.split_whitespace().next().map(str::to_lowercase);
    let name = text.trim().trim_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace());
    let is_name = |word: &str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\''));
    let few = (1..=3).contains(&name.split_whitespace().count()) && name.split_whitespace().all(is_name);
    let last = |name: &str| name.split_whitespace().last().map(str::to_lowercase);
    // "B. Krull" for Bettina Krull.
    let is_initial = |name: &str, player: &str| {
        let letters = first(name).unwrap_or_default();
        let letters = letters.trim_end_matches('.');
        let of = first(player).unwrap_or_default();
        letters.chars().count() == 1
            && of.starts_with(letters)
            && name.contains(' ')
            && last(name) == last(player)
    };
    few && player.is_some_and(|player| first(player) == first(name) || is_initial(name, player))
}

/// Returns `true` for a line with an address, a web page or a telephone number, such as cards have.
fn is_of_card(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 7 || text.contains('@') || text.contains("www.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_by_its_first_word_or_its_initial() {
        for name in ["Bettina", "- Bettina Krull", "B. Krull", "B Krull", "bettina"] {
            assert!(signs(Some("Bettina Krull"), name), "{name}");
        }
        for name in ["B.", "Krull", "C. Krull", "B. Braun", "Bert Krull", "B. Krull wins"] {
            assert!(!signs(Some("Bettina Krull"), name), "{name}");
        }
        assert!(!signs(None, "B. Krull"));
    }
}
