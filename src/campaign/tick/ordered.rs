//! An order of the game master that a pass carries out.

use crate::campaign::play::engine::Engine;
use crate::campaign::play::orders::Order;
use crate::campaign::state::error::CampaignError;
use crate::report::Writer;

/// An order of the game master with what the pass needs to carry it out.
pub(crate) struct Ordered<'a> {
    pub order: &'a Order,
    /// Writes the refusal.
    pub writer: &'a Writer,
    /// The index of its entry among the drafts of the pass. `None` until it is carried out.
    pub entry: Option<usize>,
}

/// Carries an order out if its time is now: `first` is `true` before the mail is read, `false` after it.
///
/// # Errors
/// If the order is refused.
pub(crate) fn carry_out(
    engine: &mut Engine<'_>,
    ordered: Option<&mut Ordered<'_>>,
    first: bool,
) -> Result<(), CampaignError> {
    let Some(ordered) = ordered.filter(|ordered| ordered.order.comes_first() == first) else {
        return Ok(());
    };
    ordered.entry = Some(engine.drafts.len());
    let Err(why) = engine.order(ordered.order)? else { return Ok(()) };
    let words = ordered.writer.refusal("terminal", &why);
    Err(CampaignError::Refused(words.unwrap_or_else(|_| why.code().to_owned())))
}
