//! The order in which seals are opened: the seat of a game master who plays first, and only then the others, so that
//! nobody who reads the openings can still choose between opening and staying silent.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{FirstIs, In, Instead, SeatId, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::{Phase, Window};
use crate::ledger::Kind;

impl Engine<'_> {
    /// Publishes the seals and asks for their openings; if the game master plays, for that seat's first.
    pub(crate) fn publish(&mut self, window: &Window, why: &str) -> Result<(), CampaignError> {
        let sealed = |(seat, part): (&SeatId, &In)| Some((seat.clone(), part.seal.clone()?));
        let seals = window.seats.iter().filter_map(sealed).collect();
        let deadline = self.settings.clock.opening.after(self.now);
        let first = window.opens_first(self.record.gm_plays());
        let (window, why) = (window.id.clone(), why.to_owned());
        self.add(Kind::Window, &WindowStep::Published { window, why, seals, deadline, first })
    }

    /// Returns `true` while one seat is asked to open before all others, whose openings are not read meanwhile.
    pub(crate) fn is_another_first(&self) -> bool {
        self.record.game.open_window().is_some_and(|window| window.phase == Phase::OpeningFirst)
    }

    /// Returns why a window waits no longer for the seat that opens first; `None` if it waits. `late` is `true` if the
    /// deadline has passed.
    pub(crate) fn first_is(window: &Window, late: bool) -> Option<FirstIs> {
        match window.first.as_deref().is_some_and(|first| window.has_opened(first)) {
            true => Some(FirstIs::Opened),
            false => late.then_some(FirstIs::Deadline),
        }
    }

    /// Asks the other seats for their openings. If the first seat has not opened, its seal is void from now on, and what
    /// plays for it is fixed before anybody else opens.
    pub(crate) fn ask_the_others(&mut self, window: &Window, why: FirstIs) -> Result<(), CampaignError> {
        let Some(first) = window.first.clone() else { return Ok(()) };
        let missed =
            (why != FirstIs::Opened).then(|| instead(self.settings, &self.record.people, &first, self.now));
        if missed == Some(Instead::Steward) {
            self.steward(window, &first)?;
        }
        // The others have their whole time from now, however long the first has taken.
        let deadline = self.settings.clock.opening.after(self.now);
        let window = window.id.clone();
        self.add(Kind::Window, &WindowStep::Openings { window, first, why, instead: missed, deadline })
    }
}
