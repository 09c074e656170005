//! What a window says of words where it takes only seals: no order that is typed counts there, so no receipt may teach how one is typed.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Secrecy;
use crate::post::Line;
use crate::report::model::{Problem, Why};
use crate::sheet::Refusal;

/// The most own lines from the beginning of a message in which a seal is looked for: a copy of ours, which has other hashes, is longer.
const FIRST_LINES: usize = 12;
/// The length of a hash in hexadecimal digits.
const DIGITS: usize = 64;

/// Returns `true` while the open window collects seals of a seat and nothing else.
pub(crate) fn takes_only(engine: &Engine<'_>, seat: &str) -> bool {
    let plays = engine.settings.gm.plays.as_deref() == Some(seat);
    engine.record.game.open_window().is_some_and(|window| {
        window.phase == Phase::Collecting && window.sealed && (plays || window.secrecy == Secrecy::Sealed)
    })
}

/// Says that orders which were typed do not count. Beside a seal that is a remark: the seal counts.
pub(super) fn refuse_orders(submitted: &mut Submitted, has_seal: bool) {
    let why = Refusal::new("plan-not-allowed").with("beside", has_seal);
    submitted.problems.push(Problem { warning: has_seal, ..problems::refused(&why) });
    submitted.unusable |= !has_seal;
}

/// Lets words that were asked back, since they may be secret, point at no order sheet. Beside a seal they take nothing from it.
pub(super) fn retold(problems: &mut [Problem], has_seal: bool) {
    for problem in problems {
        problem.why = Why::from(&Refusal::new("statement-unread").with("sealed", true));
        problem.warning = has_seal;
    }
}

/// Returns the number of the first line that shows a seal, perhaps in another form than ours.
pub(super) fn shown(written: &Written<'_>) -> Option<usize> {
    let is_own = |line: &&Line| line.is_own && !line.text.trim().is_empty();
    let mut own = written.found.lines.iter().filter(is_own).take(FIRST_LINES);
    own.find(|line| has_seal(&line.text)).map(|line| line.number)
}

/// Returns `true` for a text with a seal in it.
pub(super) fn has_seal(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower
        .split("sha256:")
        .skip(1)
        .any(|rest| rest.chars().take_while(char::is_ascii_hexdigit).count() == DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_known_in_any_sentence() {
        let hash = "4e618d00452285ca069a82077b63db90e7f22e74b0b4d65db7f495a41dd7309d";
        for text in [format!("sha256:{hash}"), format!("my seal is SHA256:{hash}, ok?")] {
            assert!(has_seal(&text), "{text}");
        }
        for text in [format!("key {hash}"), format!("sha256:{hash}0"), "sha256:4e61".to_owned()] {
            assert!(!has_seal(&text), "{text}");
        }
    }
}
