//! Counts the votes of the seats.

use super::people::People;
use serde_json::{Value, json};

impl People {
    /// Returns the seats that have not resigned, in the game's order.
    pub fn playing(&self) -> impl Iterator<Item = &str> {
        self.seats().filter(|seat| !self.resigned.contains(*seat))
    }

    /// Returns `true` if enough players object to the proposed ruling for it to be dropped: more than half of those still in the
    /// game.
    pub(crate) fn is_opposed(&self) -> bool {
        let Some(proposal) = &self.proposal else { return false };
        let against = self.playing().filter(|seat| proposal.against.contains(*seat)).count();
        against * 2 > self.playing().count()
    }

    /// Returns the outcome if a vote ends the game: all players still in the game are for a draw, or all but one
    /// concede to that one.
    pub fn voted_end(&self) -> Option<Value> {
        let playing: Vec<&str> = self.playing().collect();
        let of = |seat: &str| self.ballots.get(seat);
        let draw = |seat: &&str| of(seat).is_some_and(|ballots| ballots.draw);
        if !playing.is_empty() && playing.iter().all(draw) {
            return Some(json!({"winners": playing, "by": "draw-vote"}));
        }
        let conceded = |winner: &&&str| {
            let to_winner =
                |seat: &str| of(seat).is_some_and(|ballots| ballots.concede.as_deref() == Some(**winner));
            playing.len() > 1 && playing.iter().all(|seat| seat == *winner || to_winner(seat))
        };
        let winner = playing.iter().find(conceded)?;
        Some(json!({"winners": [winner], "by": "concede"}))
    }

    /// Returns by how many minutes a vote moves the deadline: the longest time that more than half of the players still
    /// in the game want. `None` if it does not move.
    pub fn voted_time(&self) -> Option<u32> {
        let mut times: Vec<u32> =
            self.playing().map(|seat| self.ballots.get(seat).map_or(0, |ballots| ballots.extend)).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        times.get(times.len() / 2).copied().filter(|minutes| *minutes > 0)
    }

    /// Returns `true` if a player still in the game is for a draw.
    pub fn is_draw_offered(&self) -> bool {
        self.playing().any(|seat| self.ballots.get(seat).is_some_and(|ballots| ballots.draw))
    }

    /// Returns `true` if a player still in the game is for more time.
    pub fn is_time_asked(&self) -> bool {
        self.playing().any(|seat| self.ballots.get(seat).is_some_and(|ballots| ballots.extend > 0))
    }

    /// Forgets what was said against a draw or more time once nobody asks for it any longer: asked again, it is another question.
    pub(crate) fn forget_noes(&mut self) {
        let (draw, time) = (self.is_draw_offered(), self.is_time_asked());
        for ballots in self.ballots.values_mut() {
            ballots.no_draw &= draw;
            ballots.no_extend &= time;
        }
    }

    /// Returns the seat whose player all others still in the game, at least two, want replaced.
    pub fn voted_out(&self) -> Option<&str> {
        let wants = |seat: &str, out: &str| {
            self.ballots.get(seat).is_some_and(|ballots| ballots.replace.as_deref() == Some(out))
        };
        self.playing().find(|out| {
            let mut others = self.playing().filter(|seat| seat != out).peekable();
            let several = self.playing().count() > 2;
            several && others.all(|seat| wants(seat, out))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::entries::Ballots;

    fn record(times: &[u32]) -> People {
        let founded = json!({
            "campaign": "x", "format": "x", "version": "x", "settings": null, "data": {},
            "shuffle-commitment": "00".repeat(32),
            "receipt-key": "00".repeat(32),
            "seats": (0..times.len()).map(|i| json!({"seat": format!("s{i}"), "name": "x", "key": "00".repeat(32)})).collect::<Vec<_>>(),
        });
        let mut record =
            People { founded: Some(serde_json::from_value(founded).unwrap()), ..People::default() };
        for (i, extend) in times.iter().enumerate() {
            record.ballots.insert(format!("s{i}"), Ballots { extend: *extend, ..Ballots::default() });
        }
        record
    }

    #[test]
    fn more_time_needs_more_than_half() {
        for (times, minutes) in [
            (&[60, 0, 0][..], None),
            (&[60, 30, 0], Some(30)),
            (&[60, 60, 0, 0], None),
            (&[60, 60, 10, 0], Some(10)),
            (&[], None),
        ] {
            assert_eq!(record(times).voted_time(), minutes, "{times:?}");
        }
        let mut record = record(&[60, 0]);
        assert_eq!(record.voted_time(), None);
        record.resigned.insert("s1".to_owned());
        assert_eq!(record.voted_time(), Some(60));
    }

    #[test]
    fn of_two_who_play_one_cannot_vote_the_other_out() {
        let mut record = record(&[0, 0, 0]);
        let replace = |whom: &str| Ballots { replace: Some(whom.to_owned()), ..Ballots::default() };
        record.ballots.insert("s0".to_owned(), replace("s1"));
        assert_eq!(record.voted_out(), None);
        record.ballots.insert("s2".to_owned(), replace("s1"));
        assert_eq!(record.voted_out(), Some("s1"));
        record.resigned.insert("s2".to_owned());
        assert_eq!(record.voted_out(), None);
    }

    #[test]
    fn the_last_who_plays_is_not_conceded_to_by_nobody() {
        let mut record = record(&[0, 0]);
        record.resigned.insert("s1".to_owned());
        assert_eq!(record.voted_end(), None);
    }
}
