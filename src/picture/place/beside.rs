//! Names that find no room with their counters: elsewhere in the area, out at sea, or across a border.

use super::field::{Rect, Room};
use super::labels::Labels;
use super::stack::Stack;
use super::{Laid, Placing, REACH, around};
use crate::picture::board::Ground;
use crate::picture::geometry::Point;

/// How much farther away a name may be so that its line is seen, in units.
const HIDDEN: f64 = 25.0;
/// How much farther away a name may be so that no coast runs through it, and so that it keeps off the land of others, in units.
const SHORE: f64 = 16.0;
const FOREIGN: f64 = 20.0;
/// How near to its counters a name outside its area needs no line to them, in units.
const LED: f64 = 2.5;

/// Where a name may stand.
struct Ways<'l> {
    labels: &'l [Stack],
    room: Room,
    cost: f64,
}

/// Where a name stands best now.
struct Found {
    /// What speaks against it.
    cost: f64,
    stack: Stack,
    point: Point,
}

impl Placing<'_> {
    /// Puts names where there is room for them, near their counters: first the one that stands best, so that none takes the place
    /// beside another's area.
    pub(super) fn beside(&mut self, nameless: Vec<(Laid, Labels)>) -> Vec<Laid> {
        let mut open: Vec<(Laid, Labels, Option<Found>)> = nameless
            .into_iter()
            .map(|(laid, labels)| {
                let found = self.found(&laid, &labels);
                (laid, labels, found)
            })
            .collect();
        let mut done = Vec::new();
        let cost = |found: &Option<Found>| found.as_ref().map_or(f64::INFINITY, |found| found.cost);
        while let Some(next) =
            (0..open.len()).reduce(|a, b| if cost(&open[b].2) < cost(&open[a].2) { b } else { a })
        {
            let (laid, _, found) = open.remove(next);
            let Some(found) = found else {
                done.push(laid);
                continue;
            };
            let (laid, name) = self.named(laid, found);
            let name = name.grown(self.board.unit);
            for (other, labels, found) in &mut open {
                // A place that is still free is still the best one.
                let is_hit = |found: &Found| around(&[found.name(), other.whole]).shared(&name) > 0.0;
                if found.as_ref().is_some_and(is_hit) {
                    *found = self.found(other, labels);
                }
            }
            done.push(laid);
        }
        done
    }

    /// Returns where a name stands best: in its area, over water, or as a last resort across a border.
    fn found(&self, laid: &Laid, labels: &Labels) -> Option<Found> {
        let near = laid.whole.middle();
        let own = |a: Option<usize>| a == Some(laid.area);
        let water = |a: Option<usize>| a.is_none_or(|a| self.board.ground(a) == Ground::Sea);
        let far = REACH * self.board.unit;
        let ways = |labels, room, cost| Ways { labels, room, cost };
        let first = [
            ways(&labels.whole, self.field.room_of(laid.area), 0.0),
            ways(&labels.whole, self.field.room_near(near, far, water), 0.0),
            ways(&labels.whole, self.field.room_near(near, far, |a| own(a) || water(a)), SHORE),
            ways(&labels.plain, self.field.room_near(near, far, |_| true), FOREIGN),
        ];
        let anywhere = || self.nearest(&[ways(&labels.whole, self.field.room(water), HIDDEN)], laid);
        self.nearest(&first, laid).or_else(anywhere)
    }

    /// Puts a name where it stands best. Returns the rectangle around it as well.
    fn named(&mut self, mut laid: Laid, found: Found) -> (Laid, Rect) {
        let (name, rects) = (found.name(), found.stack.rects(found.point));
        laid.below = self.field.area(name.middle());
        let is_at_home = self.field.room_of(laid.area).fits(&name);
        self.field.take(&name, self.board.unit);
        if !is_at_home && name.distance(&laid.whole) > LED * self.board.unit {
            laid.leader = Some(leader(&name, &laid.whole));
        }
        laid.stacks.push((found.stack, rects));
        (laid, name)
    }

    /// Returns where a name stands best of all these ways.
    fn nearest(&self, ways: &[Ways<'_>], laid: &Laid) -> Option<Found> {
        let unit = self.board.unit;
        let near = laid.whole.middle();
        let mut best: Option<Found> = None;
        for Ways { labels, room, cost } in ways {
            for stack in *labels {
                let all = around(&stack.rects(Point::default())).grown(0.5 * unit);
                let fits = |point: &Point| {
                    let needs = all.moved(*point);
                    self.is_shown(&needs) && room.fits(&needs)
                };
                // The line to the area must be seen: first where it runs over no other name or counter.
                let led = |point: &Point| {
                    let (from, to) = leader(&all.moved(*point), &laid.whole);
                    self.field.is_free_between(from, to, &laid.whole)
                };
                let seen = room.nearest(near, |point| fits(point) && led(point)).map(|point| (point, 0.0));
                let found = seen.or_else(|| room.nearest(near, fits).map(|point| (point, HIDDEN)));
                let Some((point, hidden)) = found else { continue };
                let away = around(&stack.rects(point)).distance(&laid.whole) / unit;
                let cost = away + stack.cost + hidden + cost;
                if best.as_ref().is_none_or(|best| cost < best.cost) {
                    best = Some(Found { cost, stack: stack.clone(), point });
                }
            }
        }
        best
    }
}

impl Found {
    /// Returns the rectangle around the name.
    fn name(&self) -> Rect {
        around(&self.stack.rects(self.point))
    }
}

/// Returns the line from a name to the counters that it belongs to.
fn leader(name: &Rect, whole: &Rect) -> (Point, Point) {
    let to = whole.nearest(name.middle());
    (name.nearest(to), to)
}
