//! The ways to write a name that has left its counters.

use super::stack::{Parts, Stack};
use crate::picture::board::Area;

/// How small a name may be for want of room, and how much nearer that must bring it, in units.
const SMALL: [(f64, f64); 2] = [(1.0, 0.0), (0.82, 7.0)];

/// The ways to write a name alone.
pub(super) struct Labels {
    /// With all signs that the counters left out.
    pub(super) whole: Vec<Stack>,
    /// Without barrels and crowns, which would seem to be those of the land below.
    pub(super) plain: Vec<Stack>,
}

impl Labels {
    /// Returns the names of an area whose printed signs lie with its counters, or do not.
    pub(super) fn of(parts: &Parts<'_>, with: bool) -> Labels {
        let area = Area { printed: parts.area.castles(), ..parts.area.clone() };
        let labels = |area: &Area| {
            let sizes = SMALL.into_iter().flat_map(|(size, cost)| {
                let lettering = parts.lettering.scaled(size);
                let parts = Parts { area, lettering, unit: parts.unit * size, ..*parts };
                parts.labels(!with).into_iter().map(move |label| Stack { cost: label.cost + cost, ..label })
            });
            sizes.collect()
        };
        Labels { whole: labels(parts.area), plain: labels(&area) }
    }
}
