//! A seat gets another player: the old key and our old mails stop speaking for it, its old player is told, and the new one
//! gets a welcome with all that the seat may know.
//!
//! Who holds a seat stands in `campaign.yaml`; a replacement takes the place of what stands there, until somebody writes
//! another player or address there. So the game master may replace by mail, and still correct an address in the file.
//!
//! May use: engine, settings, letters. Is used by: gm_mail, folder, mails, observers.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Absent, Heir, Replaced, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::settings::read::is_address;
use crate::campaign::state::settings::{SeatSettings, Settings};
use crate::campaign::store::folder::Campaign;
use crate::ledger::Kind;
use crate::sheet::Refusal;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 80;

impl Record {
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

impl Engine<'_> {
    /// Gives a seat to another player, or back to its own.
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
        let number = self.record.newest_key(seat).map_or(1, |number| number.saturating_add(1));
        let key = self.secrets.key(seat, number).stored(&self.settings.id, seat);
        let again = own.addresses.iter().any(|known| known.eq_ignore_ascii_case(address));
        let heir = Heir {
            player: player.to_owned(),
            address: address.to_owned(),
            left: own.addresses.first().filter(|_| !again).cloned(),
            was: own.written(),
            ssh: own.ssh.iter().filter(|_| !again).map(ToString::to_string).collect(),
        };
        let name = Some(player.to_owned()).filter(|_| !self.settings.anonymous);
        let replaced = Replaced { number, key, player: name, again };
        let body = Absent { seat: seat.clone(), replaced: Some(replaced), ..Absent::default() };
        self.add_with(Kind::Absence, &body, &heir).map(Ok)
    }

    fn may_replace(&self, seat: &str, player: &str, address: &str) -> Result<(), Refusal> {
        let length = player.chars().count();
        if length == 0 || length > LONGEST_NAME || player.contains(char::is_control) {
            return Err(Refusal::new("gm-name").with("most", LONGEST_NAME));
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

    /// Makes the seat vacant that all the others want replaced, if the campaign says so.
    pub(crate) fn vote_out(&mut self) -> Result<(), CampaignError> {
        let Some(out) = self.record.voted_out().map(str::to_owned) else { return Ok(()) };
        if !self.settings.replace_by_vote {
            return Ok(());
        }
        let body = Absent { seat: out, resigned: true, by: Some("vote".to_owned()), ..Absent::default() };
        self.add(Kind::Absence, &body)
    }
}

impl SeatSettings {
    /// Player and addresses as `campaign.yaml` has them, whoever has taken the seat over since.
    fn written(&self) -> (String, Vec<String>) {
        self.stood.clone().unwrap_or_else(|| (self.player.clone(), self.addresses.clone()))
    }
}

impl Campaign {
    /// Puts players who have taken over a seat in the place of those that `campaign.yaml` still names.
    pub(crate) fn refit(&mut self) {
        fit(&mut self.settings, &self.record);
    }
}

/// The settings with those who hold the seats now.
fn fit(settings: &mut Settings, record: &Record) {
    for seat in &mut settings.seats {
        let Some(tenure) = record.tenures.get(&seat.seat) else { continue };
        // A copy of the ledger without secrets does not know them.
        let written = seat.written();
        if tenure.address.is_empty() || written != tenure.was {
            continue;
        }
        seat.stood = Some(written);
        seat.player.clone_from(&tenure.player);
        seat.addresses = vec![tenure.address.clone()];
        // Nobody signs with the key of who held the seat before.
        if !tenure.ssh.is_empty() && seat.ssh.iter().map(ToString::to_string).eq(tenure.ssh.iter().cloned()) {
            seat.ssh.clear();
        }
    }
}
