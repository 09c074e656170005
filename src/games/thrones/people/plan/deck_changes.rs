//! Changes of the tactic deck on file: `swap Encircle for Call to Arms`, `instead of Prepare an Ambush I want Organise the Defence`.

use super::typed::read_under;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Form, Heading, TacticId, Word};
use crate::games::thrones::editions::north::DECKS;
use crate::games::thrones::people::plan::model::Plan;
use crate::games::thrones::people::plan::words::Words;
use crate::sheet::fold;
use crate::table::{LineFate, Seat, Typed, TypedLine};

/// The most words of a title, or of what stands between two.
const LONGEST: usize = 6;
/// The most words of a message that changes a deck.
const MOST_WORDS: usize = 60;

/// Reads lines as a change of the tactic deck in a plan: of the cards that they name those in the deck go, and as many others take their
/// place. `None` if they say anything else.
pub fn read_changes(board: &Board, seat: Seat, earlier: &Plan, lines: &[TypedLine<'_>]) -> Option<Typed> {
    let north = board.world.north.as_ref()?;
    let deck = &earlier.north.deck;
    let words = Words::new(board, seat);
    let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '&');
    let said: Vec<&str> =
        lines.iter().flat_map(|line| line.text.split(is_mark)).filter(|word| !word.is_empty()).collect();
    // Later the deck is what it is.
    if board.stage != DECKS
        || deck.is_empty()
        || said.len() > MOST_WORDS
        || lines.iter().any(|line| line.text.contains('?'))
    {
        return None;
    }
    let lexicon = &board.world.lexicon;
    let is = |forms: &[Form], run: &str| forms.iter().any(|form| form.concat() == fold(run));
    let quiet = [
        &lexicon.swapping,
        &lexicon.chosen,
        &lexicon.around_deck,
        &lexicon.polite,
        &lexicon.openings,
        &lexicon.closings,
        &lexicon.corrections,
        &lexicon.wanting,
    ];
    let says_nothing = |run: &str| {
        lexicon.articles.contains(&fold(run))
            || quiet.iter().any(|forms| is(forms, run))
            || [Word::And, Word::Card].iter().any(|word| {
                lexicon
                    .words
                    .get(word)
                    .is_some_and(|forms| forms.iter().any(|form| form.concat() == fold(run)))
            })
    };
    let mut named: Vec<TacticId> = Vec::new();
    let (mut at, mut swaps) = (0, false);
    while at < said.len() {
        let length = (1..=LONGEST.min(said.len() - at)).rev().find(|length| {
            let run = said.get(at..at + length).unwrap_or_default().join(" ");
            if let Some(card) = words.tactics().known(&run) {
                named.push(card);
                return true;
            }
            let swap = is(&lexicon.swaps, &run);
            swaps |= swap;
            swap || says_nothing(&run)
        })?;
        at += length;
    }
    let id = |card: &TacticId| north.tactic(*card).card.id();
    let is_in = |card: &&TacticId| deck.iter().any(|known| *known == id(card));
    let (out, new): (Vec<&TacticId>, Vec<&TacticId>) = named.iter().partition(is_in);
    let is_once = named.iter().enumerate().all(|(at, card)| !named.iter().take(at).any(|one| one == card));
    if !swaps || !is_once || out.is_empty() || out.len() != new.len() {
        return None;
    }
    let stays = deck.iter().filter(|known| !out.iter().any(|card| id(card) == known.as_str()));
    let titles = stays.map(String::as_str).chain(new.into_iter().map(id));
    let titles: Vec<String> =
        titles.filter_map(|card| Some(north.tactic(words.tactics().known(card)?).name.clone())).collect();
    let first = lines.iter().find(|line| line.text.contains(char::is_alphanumeric))?;
    let text = titles.join(", ");
    let read =
        read_under(board, seat, &[], Some(Heading::Tactics), &[TypedLine { text: &text, line: first.line }]);
    let is_read = read.fates == [LineFate::Taken] && read.faults.is_empty() && titles.len() == deck.len();
    let is_said = |line: &TypedLine<'_>| line.text.contains(char::is_alphanumeric);
    let fate = |line| if is_said(line) { LineFate::Taken } else { LineFate::NotMine };
    is_read.then(|| Typed { fates: lines.iter().map(fate).collect(), ..read })
}
