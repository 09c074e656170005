//! What can be seen already, when a plan is read, of what could not be carried out.

use super::super::consult::obstacle;
use super::super::judge::{agreed, place};
use super::super::language::{summon_words, where_words};
use super::super::model::{Place, Wish};
use super::super::wish;
use super::Reader;
use crate::games::king_is_dead::cards::placing;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::people::names;
use crate::sheet::{Node, Refusal, Span};

impl Reader<'_> {
    /// Warns of what could not be done of a play as the board is now, unless it waits for another board.
    pub(super) fn foresee(&mut self, wish: &Wish, span: Span, places: Option<&Node>, summons: Option<&Node>) {
        let Some(card) = Card::from_id(&wish.card) else { return };
        let board = self.board;
        let about_now =
            [&wish.when, &wish.unless].into_iter().flatten().all(|condition| !condition.is_about_a_play());
        if !about_now || !agreed(wish.when.as_ref(), wish.unless.as_ref(), &self.now()) {
            return;
        }
        if let Some(Place::Regions(regions)) = &wish.place {
            let legal = placing::targets(board, card);
            let members = places.map(Node::members).unwrap_or_default();
            for (at, region) in regions.iter().enumerate() {
                let Some(known) = place(board, region) else { continue };
                if legal.has(known) || !board.field.open.has(known) {
                    continue;
                }
                let why = Refusal::new("place-not-now").with("card", board.world.card_name(card));
                let why = why.with("region", where_words(region, &board.world));
                let at = members.get(at).map_or(span, |node| node.span);
                self.warn(at, why.with("legal", names::regions(&board.world, legal)));
            }
        }
        if let Some(why) = obstacle(wish, self.seat, board) {
            self.warn(span, why);
            return;
        }
        let Ok(play) = wish::play(wish, self.seat, board) else { return };
        let mut field = board.field;
        play.action.apply(&mut field, self.seat, play.card);
        for summon in &wish.summon {
            if wish::summoned(summon, board, &field).is_none() {
                let words = summon_words(summon, &board.world);
                let at = summons.map_or(span, |node| node.span);
                self.warn(at, Refusal::new("summon-not-now").with("summon", words));
            }
        }
    }
}
