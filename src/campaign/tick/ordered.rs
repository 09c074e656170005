//! An order of the game master's that a pass carries out.

use crate::campaign::play::engine::Engine;
use crate::campaign::play::orders::Order;
use crate::campaign::state::error::CampaignError;
use crate::report::Writer;

/// An order on its way.
pub(crate) struct Ordered<'a> {
    pub order: &'a Order,
    /// The words to refuse it in.
    pub writer: &'a Writer,
    /// The place of its entry among those of the pass, once it is carried out.
    pub entry: Option<usize>,
}

/// Carries an order out, if this is its time.
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
    let words = ordered.writer.refusal(engine.rules.referee.templates(), &why);
    Err(CampaignError::Refused(words.unwrap_or_else(|_| why.code().to_owned())))
}
