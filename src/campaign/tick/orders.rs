//! A pass that carries out an order of the game master's.

use crate::campaign::play::engine::Engine;
use crate::campaign::play::orders::Order;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::command::Command;
use crate::campaign::store::folder::Edge;
use crate::campaign::store::folder::settings_of;
use crate::campaign::store::folder::writer_of;
use crate::campaign::tick::Pass;
use crate::campaign::tick::Ticked;
use crate::ledger::{Draft, Lock};
use crate::report::Writer;
use chrono::{DateTime, Utc};
use std::path::Path;

/// An order on its way.
pub(crate) struct Ordered<'a> {
    order: &'a Order,
    /// The words to refuse it in.
    writer: &'a Writer,
    /// The place of its entry among those of the pass, once it is carried out.
    entry: Option<usize>,
}

impl Pass<'_> {
    /// Leaves a note of what was ordered, if its entry is among those that are now written.
    pub(crate) fn note_order(&mut self, drafts: &[Draft]) -> Result<(), CampaignError> {
        if let Some(ordered) = &mut self.order
            && let Some(place) = ordered.entry.take()
        {
            return Command::Order(ordered.order).note(&self.campaign, drafts, place);
        }
        Ok(())
    }
}

/// One pass that carries out an order of the game master's. What the order moves or stops is moved before mails are looked
/// at, what it closes is closed after them. If the same command has done it already, and was broken off before it could say
/// so, the pass does what it had left undone.
///
/// # Errors
/// As for [`tick`](super::tick); and the order cannot be carried out: then nothing has changed, and the words say why.
pub fn order(edge: &Edge, dir: &Path, now: DateTime<Utc>, order: &Order) -> Result<Ticked, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    // That there is a campaign, before a lock is left in the folder.
    settings_of(edge, dir)?;
    let _lock = if edge.lock { Some(Lock::take(dir)?) } else { None };
    let writer = writer_of(&*edge.disk, dir);
    let mut pass = Pass::begin(edge, dir, now, &writer)?;
    pass.done.before = Command::Order(order).entry(&pass.campaign).map(|entry| entry.at);
    if pass.done.before.is_none() {
        pass.order = Some(Ordered { order, writer: &writer, entry: None });
    }
    pass.run()
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
