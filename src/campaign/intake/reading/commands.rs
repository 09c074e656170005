//! What the game master orders in lines that have not the form of a document: `do status`, `extend until Friday 20:00`.

use super::document::Reading;
use super::typed::Candidate;
use super::typing::Typing;
use crate::plan;
use crate::sheet::{Fault, Node, Refusal, Span};
use crate::table::SeatInfo;

/// How long a line is whose sentence may go on in the next, in characters.
const WRAPPED: usize = 45;

impl Reading {
    /// Takes the lines that are orders of the game master's, and adds their sections.
    pub(super) fn take_commands(
        &mut self,
        candidates: &mut Vec<Candidate>,
        (seats, typing): (&[SeatInfo], &Typing<'_>),
        sections: &mut Vec<(Node, Node)>,
    ) {
        if !typing.commands {
            return;
        }
        let mut above: Option<(usize, bool)> = None;
        candidates.retain(|cand| {
            let text = cand.own.text.trim();
            let ends = text.ends_with(['?', '!', '.', ':']);
            let is_long = text.chars().count() >= WRAPPED && !ends;
            let is_tail = above.replace((cand.own.paragraph, is_long)) == Some((cand.own.paragraph, true));
            let of = (seats, typing.people, typing.today);
            let order =
                plan::commanded(&cand.own.text, cand.line, of, typing.answers_press).filter(|_| !is_tail);
            let Some(order) = order else { return true };
            // An order is whole, so what is below it is no tail of it.
            above = Some((cand.own.paragraph, false));
            match order {
                plan::Order::Certain(key, value) => sections.push((key, value)),
                // No player is sent what may be an order.
                plan::Order::Perhaps(line) => {
                    let why = Refusal::new("gm-order-or-answer").with("line", line);
                    self.left.is_faulty = true;
                    self.envelope.faults.push(Fault::error(cand.span(), why));
                }
            }
            self.use_line(cand);
            // As YAML it was broken: `do: replace: dirk, with: Gwen gwen@example.org`.
            let is_here = |span: Span| span.line == cand.line;
            let is_form = |fault: &Fault| fault.why.code().starts_with("yaml-");
            self.envelope.faults.retain(|fault| !(is_form(fault) && fault.span.is_some_and(is_here)));
            self.is_no_section(cand.line);
            false
        });
    }

    /// Takes back that a line is no section there is: it is an order, or says nothing.
    pub(super) fn is_no_section(&mut self, line: usize) {
        let is_section = |fault: &Fault| {
            matches!(fault.why.code(), "envelope-section" | "envelope-truth")
                && fault.span.is_some_and(|span| span.line == line)
        };
        self.envelope.faults.retain(|fault| !is_section(fault));
    }
}
