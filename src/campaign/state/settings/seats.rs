//! Settings about the people of a campaign: its seats and its game master.

use super::windows::Pace;
use crate::plan::MapKind;
use crate::seal::SshKey;

/// A seat of the game and the player who holds it.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatSettings {
    /// The seat's id in the game, such as `stark`.
    pub seat: String,
    /// The player's name.
    pub player: String,
    /// The player's addresses: mail goes to the first and is accepted from all.
    pub addresses: Vec<String>,
    /// The language of the seat's mail, such as `en`.
    pub language: String,
    /// The map in the seat's mail; `None` for that of the campaign.
    pub map: Option<MapKind>,
    /// The IANA name of the player's time zone.
    pub timezone: String,
    /// The seat's own pace; `None` for that of the campaign.
    pub pace: Option<Pace>,
    /// `true` if messages that ask the seat for orders carry the order page; `None` for what the campaign says.
    pub page: Option<bool>,
    /// The kinds of question that the seat is always asked about; `None` for those of the campaign.
    pub ask_about: Option<Vec<String>>,
    /// Player and addresses as `campaign.yaml` has them, if somebody else has taken over the seat since.
    pub stood: Option<(String, Vec<String>)>,
    /// The public keys that may sign the seat's messages.
    pub ssh: Vec<SshKey>,
    /// `true` if the seat must sign its messages; `None` if [`Trust::signed`](super::Trust::signed) decides.
    pub signed: Option<bool>,
}

impl SeatSettings {
    /// Returns player and addresses as `campaign.yaml` has them, even if somebody else has taken over the seat since.
    pub(crate) fn written(&self) -> (String, Vec<String>) {
        self.stood.clone().unwrap_or_else(|| (self.player.clone(), self.addresses.clone()))
    }
}

/// The game master.
#[derive(Clone, PartialEq, Debug)]
pub struct Gm {
    pub name: String,
    /// The game master's addresses; notices go to the first.
    pub addresses: Vec<String>,
    /// The IANA name of the game master's time zone.
    pub timezone: String,
    /// The seat that the game master plays; such a seat can only seal. `None` if the game master does not play.
    pub plays: Option<String>,
    /// `true` if the game master gets a copy of all press; everybody is told so.
    pub reads_press: bool,
}
