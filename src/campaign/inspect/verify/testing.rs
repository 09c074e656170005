//! The places of the code at which the verifier has refused something, for the test that looks for a ledger for each.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::Location;

/// The name of a file in this folder, a line and a column, both counted from 1.
pub(crate) type Place = (String, u32, u32);

thread_local! {
    static PLACES: RefCell<BTreeSet<Place>> = const { RefCell::new(BTreeSet::new()) };
}

pub(super) fn note(place: &Location<'_>) {
    let file = place.file().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    PLACES.with_borrow_mut(|places| places.insert((file, place.line(), place.column())));
}

/// Returns the places that have refused something in this thread since the last time.
pub(crate) fn taken() -> BTreeSet<Place> {
    PLACES.take()
}
