//! Where a card of a typed turn places followers: `in Deva`, `a Scot to Deva and a Welsh to Ratae`.

use super::Unread;
use super::part::{Part, article};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::Node;

impl Reader<'_> {
    pub(super) fn place(&mut self, part: Part<'_>) -> Result<(), Unread> {
        let part = self.past(TypedWord::All, part).unwrap_or(part);
        // "A Welsh to Ratae and a Romano-Briton to Ratae".
        if let Some((one, others)) = self.around(part, TypedWord::And)
            && self.settles(one).is_some()
            && self.settles(others).is_some()
        {
            self.place(one)?;
            return self.place(others);
        }
        // "Scots to Deva" settles one faction.
        if let Some((who, region)) = self.settles(part) {
            let region = self.region(region).ok_or(Unread::Unclear)?;
            let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
            play.settled.push((who.node(who.text), region));
            return Ok(());
        }
        let part = self.past(TypedWord::In, part).unwrap_or(part);
        let nodes: Option<Vec<Node>> = match self.region(part) {
            Some(node) => Some(vec![node]),
            None => {
                self.two(part, &[]).and_then(|two| two.into_iter().map(|part| self.region(part)).collect())
            }
        };
        self.put(Key::Place, nodes.ok_or(Unread::Unclear)?)
    }

    /// Returns the faction that a part settles, without its article, and what it says of where.
    fn settles<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        let (who, region) = self.around(part, TypedWord::In)?;
        let who = article(&self.lexicon, who);
        self.lexicon.factions.known(who.text).is_some().then_some((who, region))
    }
}
