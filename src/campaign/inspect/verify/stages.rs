//! Chance, stages and the end: played again when they are applied; here is what must hold besides.

use super::walk::{NOT_COMMITTED, Walk, Why, miscounts, need};
use crate::campaign::state::entries::{Digest, Ended, Line, Order, Resolved, Shuffled};
use crate::ledger::Kind;
use crate::seal::Hash256;
use std::collections::BTreeSet;

impl Walk<'_> {
    /// Checks the words of chance, the end of a stage, or the end of the game.
    pub(super) fn stage(&mut self, line: Line<'_>) -> Result<(), Why> {
        match line.kind {
            // What chance is made of is checked when it is applied.
            Kind::Chance => Ok(()),
            Kind::Resolved => self.resolved(line, line.body()?),
            _ => self.ended(line.body()?),
        }
    }

    fn resolved(&self, line: Line<'_>, body: Resolved) -> Result<(), Why> {
        let game = &self.record.game;
        need(self.record.people.seeded, "a stage ends before the words of chance are known")?;
        need(game.ended.is_none() && !game.over, "a stage ends after the game")?;
        need(self.record.people.paused.is_none(), "a stage ends while the clock is stopped")?;
        need(game.open_window().is_none(), "a stage ends while a window is open")?;
        let follows = body.turn == game.turn || body.turn == game.turn + 1;
        need(follows, "the turn does not follow")?;
        let mut labels: BTreeSet<&str> = game.draws.iter().map(|draw| draw.label.as_str()).collect();
        let are_new = body.shuffles.iter().all(|drawn| labels.insert(&drawn.label));
        need(are_new, "a label is drawn twice")?;
        let Some(secret) = line.secret::<Digest>()? else { return Ok(()) };
        let named = secret.draws.iter().map(Shuffled::from).eq(body.shuffles.iter().cloned());
        need(named, "its draws are not those that it names")?;
        self.redone(&secret.draws)
    }

    /// Checks each draw against the seed, if that is known.
    fn redone(&self, draws: &[Order]) -> Result<(), Why> {
        if self.secret.is_none() {
            return Ok(());
        }
        let seed = self.rules().seed(&self.record.people.fixed);
        for draw in draws {
            need(draw.length < 100_000, "a draw is too long")?;
            let mut order: Vec<u64> = (0..draw.length).collect();
            seed.draw(&draw.label).shuffle(&mut order);
            need(order == draw.order, format!("the draw “{}” does not follow from the secret", draw.label))?;
        }
        Ok(())
    }

    fn ended(&self, body: Ended) -> Result<(), Why> {
        let (game, people) = (&self.record.game, &self.record.people);
        need(game.ended.is_none() && !game.position.is_null(), "the game ends, but it is not going on")?;
        need(game.open_window().is_none(), "the game ends while a window is open")?;
        let secret = data_encoding::HEXLOWER.decode(body.secret.as_bytes()).unwrap_or_default();
        let commitment = people.founded.as_ref().map(|founded| founded.commitment);
        need(commitment == Some(Hash256::of(secret)), NOT_COMMITTED)?;
        need(body.counts == people.counts_of_mail, miscounts(body.counts, people.counts_of_mail))?;
        let drawn = body.draws.iter().map(Shuffled::from).eq(game.draws.iter().map(Shuffled::from));
        need(drawn, "the shuffles it publishes are not those that were made")?;
        self.redone(&body.draws)?;
        if !game.over {
            let voted = people.voted_end() == Some(body.outcome);
            return need(voted, "neither the rules nor a vote ends the game with this outcome");
        }
        if self.blind {
            return Ok(());
        }
        let rules = self.rules().of(&self.record).map_err(|why| why.to_string())?;
        let outcome = rules.referee.outcome(&game.position).map_err(|why| why.to_string())?;
        need(outcome.unwrap_or_default() == body.outcome, "the rules end the game with another outcome")
    }
}
