//! The message that ends the game.

use super::mail_models::MailModels;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::SeatSettings;
use crate::report::model::{Before, End, Played};
use serde_json::Value;

impl MailModels<'_> {
    /// Returns the message that ends the game; the secret is in it if there were draws to check.
    pub(crate) fn end(&self, to: &str) -> Result<End, CampaignError> {
        let ended = self.record.game.ended.as_ref();
        let fixed = &self.record.people.fixed;
        let words = fixed.words.iter().chain(&fixed.gm_words);
        let words = words.map(|(seat, words)| (self.named(seat), words.clone())).collect();
        let last = self.record.game.history.last();
        let founded = self.record.people.founded.as_ref();
        Ok(End {
            head: self.head(to),
            turn: last.map_or(self.record.game.turn, |stage| stage.turn),
            outcome: ended.map(|ended| ended.outcome.clone()).unwrap_or(Value::Null),
            events: self.events(to, self.told_so_far(to)),
            view: self.view(to)?.to_value(),
            secret: ended.filter(|ended| !ended.draws.is_empty()).map(|ended| ended.secret.clone()),
            commitment: founded.map(|founded| format!("sha256:{}", founded.commitment)).unwrap_or_default(),
            words,
            heads: self.heads_told(to),
            public: fixed.public.clone(),
            attachments: Vec::new(),
            players: self.who_played(),
        })
    }

    /// Returns each seat's player, if the players may know: seats of some games have names that nobody remembers as somebody's.
    fn who_played(&self) -> Vec<Played> {
        let may_know = !self.settings.anonymous || self.settings.reveal;
        let seats = self.settings.seats.iter().filter(|_| may_know);
        let former = |seat: &SeatId| {
            let all = self.record.people.former.get(seat).into_iter().flatten();
            all.map(|former| Before { player: former.player.clone(), until: former.until }).collect()
        };
        let played = |seat: &SeatSettings| Played {
            seat: self.named(&seat.seat),
            player: seat.player.clone(),
            before: former(&seat.seat),
        };
        seats.map(played).collect()
    }
}
