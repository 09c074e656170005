//! Rulings that a receipt has shown to the game master, to be adopted by an answer to it.

use super::entries::{Line, Mailed, Received};
use super::receipt::{Kept, Spot, Wanted};
use super::record::GM;
use crate::ledger::{Entry, Kind, LedgerError, Past};
use crate::plan::WrittenRuling;

/// A ruling that a receipt has shown.
pub(crate) struct ShownRuling {
    pub(crate) ruling: WrittenRuling,
    pub(crate) spots: Vec<Spot>,
}

/// Returns the number of the receipt that one of our messages is; `None` if it is another message.
pub(crate) fn receipt_number(what: &str) -> Option<u64> {
    what.strip_prefix("receipt-")?.parse().ok()
}

/// Returns the ruling that a receipt of the game master has shown; `None` if it has shown none.
///
/// # Errors
/// If older entries of the ledger cannot be read.
pub(crate) fn shown_ruling(past: Past<'_>, number: u64) -> Result<Option<ShownRuling>, LedgerError> {
    let all = past.all()?;
    let mut number = number;
    loop {
        let kept = receipt(all, number).and_then(|entry| Line::from(entry).secret::<Kept>().ok().flatten());
        let Some(kept) = kept else { return Ok(None) };
        let mut earlier = None;
        for wanted in kept.asked {
            match wanted {
                Wanted::Ruling { ruling, spots } => {
                    return Ok(Some(ShownRuling { ruling: *ruling, spots }));
                }
                // It was shown again because it could not be adopted.
                Wanted::Adopt { shown } => earlier = Some(shown),
                _ => {}
            }
        }
        match earlier.filter(|earlier| *earlier < number) {
            Some(earlier) => number = earlier,
            None => return Ok(None),
        }
    }
}

/// What has happened since a receipt showed a ruling to the game master.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Since {
    /// Nothing that a ruling depends on.
    Nothing,
    /// Only plans for the window that is open have come in; the receipt was mailed with this entry.
    Plans { mailed: u64 },
    /// The game has gone on, or nobody knows which version of the receipt the game master has read.
    Play,
}

/// Returns what has happened since a receipt showed a ruling to the game master.
///
/// The receipt is made in the pass that its message came in, after everything that this pass plays. If it was sent later, or
/// sent again after a crash, whatever came in between counts as a change: nobody knows which version the game master has read.
///
/// # Errors
/// If older entries of the ledger cannot be read.
pub(crate) fn since_shown(past: Past<'_>, number: u64) -> Result<Since, LedgerError> {
    let all = past.all()?;
    let what = format!("receipt-{number}");
    let is_it = |entry: &&Entry| {
        entry.kind == Kind::Mailed
            && Line::from(*entry).body::<Mailed>().is_ok_and(|mailed| mailed.to == GM && mailed.what == what)
    };
    let mailed = all.iter().rev().find(is_it);
    let (Some(mailed), Some(received)) = (mailed, receipt(all, number)) else { return Ok(Since::Play) };
    let mut since = Since::Nothing;
    for entry in all.iter().filter(|entry| entry.seq > received.seq && changes_the_past(entry)) {
        if entry.seq < mailed.seq && entry.at == received.at {
            continue;
        }
        if entry.seq < mailed.seq || entry.kind != Kind::Sealed {
            return Ok(Since::Play);
        }
        since = Since::Plans { mailed: mailed.seq };
    }
    Ok(since)
}

/// Returns `true` if a ruling may do something else because of an entry.
fn changes_the_past(entry: &Entry) -> bool {
    match entry.kind {
        Kind::Received
        | Kind::Mailed
        | Kind::Press
        | Kind::Vote
        | Kind::Unreachable
        | Kind::Clock
        | Kind::Dispute
        | Kind::Peeked => false,
        Kind::Window => {
            let what = entry.body.get("what").and_then(|what| what.as_str());
            !what.is_some_and(|what| ["moved", "reminded", "waiting"].contains(&what))
        }
        _ => true,
    }
}

/// Returns the entry of a receipt of the game master.
fn receipt(all: &[Entry], number: u64) -> Option<&Entry> {
    let is_it = |entry: &&Entry| {
        entry.kind == Kind::Received
            && Line::from(*entry)
                .body::<Received>()
                .is_ok_and(|body| body.seat.as_deref() == Some(GM) && body.number == number)
    };
    all.iter().rev().find(is_it)
}
