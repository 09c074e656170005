//! Turns that are exceptions to the pass before them: `I pass this struggle. Only if the Welsh lead in Deva, play …`. As a list the two would
//! be turns one after the other; what is meant is a turn that is played as soon as its condition holds, and a pass each time that it does not.

use super::super::language::length_words;
use super::super::model::Until;
use super::part::Part;
use super::parts::Piece;
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Content, Node, fold};

impl Reader<'_> {
    /// Returns what follows the words by which a part begins an exception.
    pub(super) fn is_exception<'t>(&self, part: Part<'t>) -> Option<Part<'t>> {
        self.past(TypedWord::Exceptions, part)
    }

    /// Joins a pass and the only play behind it in a line, or the one below it, if that is an exception to it.
    pub(super) fn except(&mut self, (whole, is_listed): (Part<'_>, bool), pieces: &[Piece<'_>], from: usize) {
        let begins = |piece: &&Piece<'_>| {
            self.is_exception(piece.part).is_some() && !self.is_behind_then(whole, piece.part)
        };
        let Some(exception) = pieces.iter().find(begins) else { return };
        let first = if matches!(self.turns.get(from), Some(Turn::Pass(_))) {
            Some(from)
        } else {
            from.checked_sub(1)
        };
        let Some(first) = first else { return };
        let Some([Turn::Pass(pass), Turn::Play(play)]) = self.turns.get(first..) else { return };
        // "Scots in Deva, only if …" below a pass is the turn behind it, with its own condition.
        let is_behind =
            play.name.span.line == exception.part.line && play.name.span.column < exception.part.column;
        if is_behind || first < from && is_listed {
            return;
        }
        if !pass.parts.is_empty() || !play.has(Key::If) || play.has(Key::Until) || play.has(Key::Otherwise) {
            return;
        }
        let span = pass.word.span;
        let once =
            || Node { span, content: Content::Text(length_words(&Until::Turns(1), self.lexicon.world)) };
        let (until, word) = (pass.how.clone().unwrap_or_else(once), pass.word.clone());
        let mut play = play.clone();
        play.parts.push((Key::Until, vec![until]));
        play.parts.push((Key::Otherwise, vec![word]));
        self.turns.truncate(first);
        self.turns.push(Turn::Play(play));
    }

    /// Returns `true` for a part right behind a word such as "then", which begins the next turn.
    fn is_behind_then(&self, whole: Part<'_>, part: Part<'_>) -> bool {
        let ahead = part.column.saturating_sub(whole.column);
        let head: String = whole.text.chars().take(ahead).collect();
        let head = fold(head.trim_end_matches([',', ':', ' ']));
        self.forms(TypedWord::Then).iter().any(|form| {
            head.strip_suffix(fold(form).as_str()).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
    }
}
