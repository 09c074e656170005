//! A seat gets another player: the old key and our old messages no longer speak for it, its old player is notified,
//! and the new one gets a welcome with everything that the seat may know.
//!
//! The holder of a seat is in `campaign.yaml`. A replacement counts until somebody writes another player or address
//! there, so the game master can replace a player by mail and still correct an address in the file.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Absent, Replaced, SeatId, Successor};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::{SeatSettings, is_address, namesake};
use crate::ledger::Kind;
use crate::plan::{ReadAs, read_as};
use crate::sheet::Refusal;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 80;

impl Engine<'_> {
    /// Gives a seat to another player, or back to its former one. If it is refused, nothing has changed.
    pub(crate) fn replace(
        &mut self,
        seat: &SeatId,
        player: &str,
        address: &str,
    ) -> Result<Result<(), Refusal>, CampaignError> {
        let player = player.trim();
        if let Err(why) = self.may_replace(seat, player, address) {
            return Ok(Err(why));
        }
        let Some(own) = self.settings.seat(seat) else { return Ok(Err(Refusal::new("gm-no-seat"))) };
        let again = own.addresses.iter().any(|known| known.eq_ignore_ascii_case(address));
        let successor = Successor {
            player: player.to_owned(),
            address: address.to_owned(),
            left: own.addresses.first().filter(|_| !again).cloned(),
            was: own.written(),
            ssh: own.ssh.iter().filter(|_| !again).map(ToString::to_string).collect(),
        };
        self.hand_over(seat, again, &successor).map(Ok)
    }

    /// Lets the players of two seats change places. If it is refused, nothing has changed.
    pub(crate) fn swap(&mut self, [a, b]: &[SeatId; 2]) -> Result<Result<(), Refusal>, CampaignError> {
        let (Some(first), Some(second)) = (self.settings.seat(a), self.settings.seat(b)) else {
            return Ok(Err(Refusal::new("gm-no-seat")));
        };
        if a == b {
            return Ok(Err(Refusal::new("gm-swap-same")));
        }
        if let Some(plays) = self.settings.gm.plays.as_ref().filter(|plays| [a, b].contains(plays)) {
            return Ok(Err(Refusal::new("gm-swap-own").with("seat", plays.clone())));
        }
        // Neither player leaves, so nobody gets a farewell.
        let successor = |from: &SeatSettings, to: &SeatSettings| Successor {
            player: from.player.clone(),
            address: from.addresses.first().cloned().unwrap_or_default(),
            left: None,
            was: to.written(),
            ssh: to.ssh.iter().map(ToString::to_string).collect(),
        };
        let (to_first, to_second) = (successor(second, first), successor(first, second));
        self.hand_over(a, false, &to_first)?;
        self.hand_over(b, false, &to_second).map(Ok)
    }

    fn hand_over(&mut self, seat: &SeatId, again: bool, successor: &Successor) -> Result<(), CampaignError> {
        let number = self.record.people.newest_key(seat).map_or(1, |number| number.saturating_add(1));
        let key = self.secrets.key(seat, number).stored(&self.settings.id, seat);
        let name = Some(successor.player.clone()).filter(|_| !self.settings.anonymous);
        let replaced = Replaced { number, key, player: name, again };
        let body = Absent { seat: seat.clone(), replaced: Some(replaced), ..Absent::default() };
        self.add_with(Kind::Absence, &body, successor)?;
        // The welcome has the order sheet of what the open window asks.
        self.joins(seat)
    }

    fn may_replace(&self, seat: &str, player: &str, address: &str) -> Result<(), Refusal> {
        let length = player.chars().count();
        if length == 0 || length > LONGEST_NAME || player.contains(char::is_control) {
            return Err(Refusal::new("gm-name").with("most", LONGEST_NAME));
        }
        let own = self.rules.seat(seat).filter(|_| !self.settings.anonymous);
        if let Some(meant) = own.and_then(|own| read_as(player, own, &self.rules.referee.seats())) {
            let why = Refusal::new("gm-name-taken").with("name", player);
            return Err(match meant {
                ReadAs::Seat(seat) => why.with("seat", seat),
                ReadAs::Word(word) => why.with("word", word),
            });
        }
        let address_of = [address.to_owned()];
        let others = self.settings.seats.iter().filter(|other| other.seat != seat);
        if let Some(other) = namesake(others, player, &address_of).filter(|_| !self.settings.anonymous) {
            let info = self.rules.referee.seats().into_iter().find(|info| info.id == other.seat);
            let name = info.map_or_else(|| other.seat.clone(), |info| info.name);
            return Err(Refusal::new("gm-name-twice").with("name", player).with("seat", name));
        }
        let is = |other: &String| other.eq_ignore_ascii_case(address);
        if !is_address(address) || is(&self.settings.address.address) {
            return Err(Refusal::new("gm-address").with("address", address));
        }
        let taken = |other: &&SeatSettings| other.seat != seat && other.addresses.iter().any(is);
        let by_gm =
            self.settings.gm.addresses.iter().any(is) && self.settings.gm.plays.as_deref() != Some(seat);
        match self.settings.seats.iter().find(taken) {
            Some(other) => Err(Refusal::new("gm-address-taken").with("seat", other.seat.clone())),
            None if by_gm => Err(Refusal::new("gm-address-own")),
            None => Ok(()),
        }
    }

    /// Makes a seat vacant if all other players vote to replace its player and the settings allow it.
    pub(crate) fn vote_out(&mut self) -> Result<(), CampaignError> {
        let Some(out) = self.record.people.voted_out().map(str::to_owned) else { return Ok(()) };
        if !self.settings.replace_by_vote {
            return Ok(());
        }
        let body = Absent { seat: out, resigned: true, by: Some("vote".to_owned()), ..Absent::default() };
        self.add(Kind::Absence, &body)
    }
}
