//! Where a Settlement places each faction, and what the Crown swaps.

use super::things::Found;
use crate::games::king_is_dead::data::language::Key;
use crate::games::king_is_dead::data::{Card, Faction};
use crate::games::king_is_dead::people::plan::typed::thing::Thing;
use crate::games::king_is_dead::people::plan::typed::tree::Reader;
use crate::games::king_is_dead::people::plan::typed::turn::Play;
use crate::sheet::Node;

impl Reader<'_> {
    /// Reads where a settlement places each faction; one that is left out is told of later.
    pub(super) fn settling(&self, things: &[Found<'_>]) -> Option<Vec<(Node, Node)>> {
        // "All in Londinium", "with everyone into Aquae Sulis".
        let things = match things {
            [Found { thing: Thing::To | Thing::Break, .. }, rest @ ..] => rest,
            all => all,
        };
        if let [
            Found { thing: Thing::All, part: all },
            between @ ..,
            Found { thing: Thing::Region, part: region },
        ] = things
            && between.iter().all(|found| matches!(found.thing, Thing::Place | Thing::To))
        {
            let each =
                |faction| (all.node(self.lexicon.world.faction_name(faction)), region.node(region.text));
            return Some(Faction::THREE.into_iter().map(each).collect());
        }
        let mut settled: Vec<(Node, Node)> = Vec::new();
        // Those whose region is still to come: "a Scot and a Welsh to Deva".
        let (mut who, mut joins): (Vec<Node>, bool) = (Vec::new(), false);
        // Whether a comma stands between them, which needs an "and" or "all" before the region.
        let (mut parted, mut is_listed) = (false, false);
        let mut known: Vec<&str> = Vec::new();
        for found in things {
            match &found.thing {
                Thing::Faction(id)
                    if (who.is_empty() || joins || parted) && !known.contains(&id.as_str()) =>
                {
                    is_listed |= parted && !joins && !who.is_empty();
                    parted = false;
                    known.push(id);
                    who.push(found.part.node(found.part.text));
                    joins = false;
                }
                Thing::Region if !who.is_empty() && !joins && !is_listed => {
                    let region = found.part.node(found.part.text);
                    settled.extend(who.drain(..).map(|who| (who, region.clone())));
                }
                Thing::And => {
                    joins = !who.is_empty();
                    is_listed = false;
                }
                Thing::All if who.len() > 1 => is_listed = false,
                Thing::Break => parted = !who.is_empty(),
                Thing::Number(1) | Thing::Place | Thing::To | Thing::Key(Key::Place) => {}
                _ => return None,
            }
        }
        (who.is_empty() && !settled.is_empty()).then_some(settled)
    }

    /// Reads which regions the Crown swaps, and on which its token goes.
    pub(super) fn crowned(&self, things: &[Found<'_>], play: &mut Play) -> Option<()> {
        let (mut swapped, mut crown, mut is_token) = (Vec::new(), Vec::new(), false);
        for found in things {
            match &found.thing {
                Thing::Region if is_token => {
                    crown.push(found.part.node(found.part.text));
                    is_token = false;
                }
                Thing::Region => swapped.push(found.part.node(found.part.text)),
                Thing::Key(Key::Crown) | Thing::Card(Card::Crown) if crown.is_empty() => is_token = true,
                Thing::Key(Key::Swap | Key::Exchange)
                | Thing::Place
                | Thing::To
                | Thing::And
                | Thing::For
                | Thing::BothWays
                | Thing::Break => {}
                _ => return None,
            }
        }
        if swapped.len() != 2 || is_token {
            return None;
        }
        play.parts.push((Key::Swap, swapped));
        if !crown.is_empty() {
            play.parts.push((Key::Crown, crown));
        }
        Some(())
    }
}
