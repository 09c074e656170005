//! Passes of a typed turn, how long each is, and several behind each other; and what happens when the list is over: `pass twice`,
//! `otherwise: ask`.

use super::super::language::length;
use super::Unread;
use super::part::Part;
use super::tree::Reader;
use super::turn::{Pass, Turn, times};
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};

impl Reader<'_> {
    pub(super) fn pass(&mut self, part: Part<'_>, rest: Part<'_>) -> Result<(), Unread> {
        let word = self.word(Key::Pass, part);
        let parts = std::mem::take(&mut self.ahead);
        self.turns.push(Turn::Pass(Pass { word, how: None, parts }));
        self.open = Some(Key::Pass);
        // "Pass again next time" says how long as a whole.
        let is_length = matches!(length(&self.lexicon, rest.text), Ok(Some(_)));
        let again = self.past(TypedWord::Again, rest).filter(|_| !is_length);
        let rest = again.unwrap_or(rest);
        // "Pass pass" is two turns.
        match self.key(self.opened(rest)) {
            _ if rest.text.is_empty() => Ok(()),
            Some((Key::Pass, further)) => self.pass(rest, further),
            _ => self.pass_for(rest),
        }
    }

    pub(super) fn pass_for(&mut self, part: Part<'_>) -> Result<(), Unread> {
        self.open = None;
        let text = times(self.seated(part));
        match length(&self.lexicon, &text) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(Unread::Prose),
            Err(_) => return Err(Unread::Unclear),
        }
        match self.turns.last_mut() {
            Some(Turn::Pass(pass)) if pass.how.is_none() => {
                pass.how = Some(part.node(&text));
                Ok(())
            }
            _ => Err(Unread::Prose),
        }
    }

    pub(super) fn otherwise(&mut self, part: Part<'_>) -> Result<(), Unread> {
        if part.text.is_empty() {
            self.open = Some(Key::Otherwise);
            return Ok(());
        }
        self.open = None;
        // "Otherwise I pass".
        let part = self.opened(part);
        match self.lexicon.instead.known(part.text) {
            Some(Instead::Ask | Instead::Pass) => {
                self.otherwise = Some(part.node(part.text));
                Ok(())
            }
            _ => Err(Unread::Prose),
        }
    }
}
