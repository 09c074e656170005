//! The receipt of a message.

use super::mail_models::MailModels;
use crate::campaign::intake::refusals::is_beside_plans;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::report::model::{NoWindow, Problem, Receipt, Since, Standing};

impl MailModels<'_> {
    /// Returns receipt `number` of a seat as it was filed; `chain` and `previous` are the chain hashes of this receipt and
    /// of the one before; the last argument is what has happened since (see `since`).
    pub(crate) fn receipt(
        &self,
        to: &str,
        number: u64,
        chain: String,
        previous: Option<String>,
        kept: Kept,
        (since, replaced_by): (Since, Option<u32>),
    ) -> Result<Receipt, CampaignError> {
        let names = self.public_names();
        let Kept {
            answers,
            trust,
            standing,
            understood,
            ignored,
            problems,
            seal,
            mut window,
            answers_nothing,
            speaks,
            asked: _,
        } = kept;
        // Who has written since, so that it closes soon, is not in what was filed.
        if let Some(window) = window.as_mut().filter(|_| since == Since::Nothing) {
            self.note_closing(&mut window.window);
        }
        let standing =
            match standing {
                Standing::NoWindow {
                    why: NoWindow::NotBegun | NoWindow::Rehearsed | NoWindow::Rehearsal,
                } if !self.record.game.position.is_null() => Standing::NoWindow { why: NoWindow::Begun },
                standing => standing,
            };
        let lacks = |problem: &Problem| !problem.warning && !is_beside_plans(&problem.why);
        Ok(Receipt {
            leaving: self.record.people.is_leaving(to) && !self.record.people.resigned.contains(to),
            lacks: problems.iter().any(lacks),
            answers_nothing,
            speaks,
            replaceable: since == Since::Closed && self.may_replace(to),
            leave: self.leave(to).filter(|_| since == Since::Nothing),
            lines_left: since == Since::Closed && self.has_lines_left(to),
            head: self.head(to),
            number: u32::try_from(number).unwrap_or(u32::MAX),
            hash: chain,
            previous,
            answers,
            trust,
            standing,
            since,
            replaced_by,
            understood,
            ignored,
            problems,
            seal,
            window,
            names,
            extra: Vec::new(),
        })
    }
}
