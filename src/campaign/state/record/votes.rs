//! How the seats vote, and what their votes amount to.

use super::people::People;
use serde_json::{Value, json};

impl People {
    /// The seats that still play, in the game's order.
    pub fn playing(&self) -> impl Iterator<Item = &str> {
        self.seats().filter(|seat| !self.resigned.contains(*seat))
    }

    /// How the game ends by a vote, if one is carried: all who play are for a draw, or all but one concede to that one.
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

    /// By how many minutes the deadline moves by a vote: the longest time that more than half of those who play are for.
    pub fn voted_time(&self) -> Option<u32> {
        let mut times: Vec<u32> =
            self.playing().map(|seat| self.ballots.get(seat).map_or(0, |ballots| ballots.extend)).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        times.get(times.len() / 2).copied().filter(|minutes| *minutes > 0)
    }

    /// The seat that most want replaced, if all who play but itself do, and at least two.
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
