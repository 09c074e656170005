//! Every shape of entry, folded into the record where it does not belong: while another window is open or none, before what it needs and
//! after it has happened. The verifier's own checks come later, so this is what the fold alone refuses, or makes of it; both are held
//! against the record.

use crate::campaign::state::entries::Line;
use crate::campaign::state::record::Record;
use crate::campaign::tests::each_field::{shape, worlds};
use crate::campaign::tests::outputs;
use crate::ledger::Entry;
use crate::seal::Hash256;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// At one in so many points of each ledger everything is tried.
const EVERY: usize = 11;

#[test]
fn every_shape_of_entry_where_it_does_not_belong() {
    let (mut tried, mut refused) = (0, 0);
    for (number, world) in worlds().enumerate() {
        let campaign = world.campaign();
        let entries = campaign.entries().unwrap();
        // Of each shape one from the beginning of the campaign and one from its end.
        let mut shapes = BTreeMap::<String, (&Entry, &Entry)>::new();
        for entry in entries {
            shapes.entry(shape(entry)).and_modify(|(_, last)| *last = entry).or_insert((entry, entry));
        }
        let mut record = Record::default();
        let mut said = String::new();
        for (at, entry) in entries.iter().enumerate() {
            record.apply(campaign.rules(), Line::from(entry)).unwrap();
            if at % EVERY != number % EVERY {
                continue;
            }
            for (what, (first, last)) in &shapes {
                let entry = if at % 2 == 0 { first } else { last };
                let mut record = record.clone();
                let line = Line { seq: record.seq + 1, at: record.at, ..Line::from(*entry) };
                tried += 1;
                let came = match record.apply(campaign.rules(), line) {
                    Ok(()) => Hash256::of(serde_json::to_string(&record).unwrap()).to_string(),
                    Err(why) => {
                        refused += 1;
                        why.to_string()
                    }
                };
                let _ = writeln!(said, "{} after {}, {what}: {came}", entry.seq, at + 1);
            }
        }
        outputs::said(&format!("world {number}"), said);
    }
    assert!(refused * 12 > tried && refused < tried, "{refused} of {tried}");
}
