//! Counters and signs: how large they are, and how they are drawn.

use super::pen::Pen;
use crate::picture::canvas::{Align, Face, Path, Shape, Stroke};
use crate::picture::geometry::{Point, at};
use crate::picture::glyph::{GRID, Glyph};
use crate::picture::palette::Livery;
use crate::picture::scene::{Order, Piece, SideId};
use crate::picture::sizes::{cubes, plate, printed_size, size};
use std::f64::consts::FRAC_1_SQRT_2;

impl Pen<'_> {
    /// Draws a counter with its top left corner at a point.
    pub(super) fn piece(&mut self, piece: &Piece, place: Point, unit: f64, at_sea: bool) {
        let (width, height) = size(piece, unit, at_sea);
        match piece {
            Piece::Battle => self.battle(place, width),
            Piece::Order(order) => self.order(order, place, width),
            Piece::FaceDown(side) => {
                let livery = self.livery(*side);
                let (colour, casing) = (self.palette.strong(&livery), self.palette.casing(&livery));
                self.sign(Glyph::Hidden, place, width, colour, Some((casing, 2.4)));
            }
            Piece::Units { side, kinds, routed } => {
                self.units(*side, kinds, *routed, place, (width, height), unit, at_sea);
            }
            Piece::Power(side) => self.shield(*side, place, width),
            Piece::Garrison { side, strength } => {
                self.badge(Glyph::Garrison, *side, &strength.to_string(), place, width);
            }
            Piece::Neutral(strength) => {
                let (colour, on, halo) = (self.palette.neutral, self.palette.on_neutral, self.palette.halo);
                self.sign(Glyph::Neutral, place, width, colour, Some((halo, 2.6)));
                let middle = place + at(width / 2.0, width * 0.68);
                self.write(middle, &strength.to_string(), width * 0.6, Face::Bold, on, Align::Middle);
            }
            Piece::Followers { side, count } => self.followers(*side, *count, place, height),
            Piece::Number { number, now } => {
                let (colour, on) = match now {
                    true => (self.palette.battle, self.palette.on_battle),
                    false => (self.palette.order, self.palette.on_order),
                };
                self.sign(Glyph::Disc, place, width, colour, None);
                let middle = place + at(width / 2.0, width * 0.69);
                self.write(middle, &number.to_string(), width * 0.55, Face::Bold, on, Align::Middle);
            }
            Piece::Crown => {
                let (colour, line) = (self.palette.star, self.palette.on_star);
                self.sign(Glyph::Crown, place, width, colour, Some((line, 1.6)));
            }
            Piece::Disc(side) => {
                let livery = self.livery(*side);
                let (colour, casing) = (self.palette.strong(&livery), self.palette.casing(&livery));
                self.sign(Glyph::Disc, place, width, colour, Some((casing, 2.0)));
                self.mark(&livery, place + at(width * 0.15, width * 0.15), width * 0.7);
            }
        }
    }

    /// Draws the mark of a faction, or the letter of a side without one.
    fn mark(&mut self, livery: &Livery, place: Point, size: f64) {
        let on = self.palette.on(livery);
        match livery.mark {
            Some(mark) => self.sign(mark, place, size, on, None),
            None => {
                let middle = place + at(size / 2.0, size * 0.74);
                self.write(middle, &livery.letter.to_string(), size * 0.72, Face::Bold, on, Align::Middle);
            }
        }
    }

    fn battle(&mut self, place: Point, size: f64) {
        // The sine of each twenty-fourth of a turn, up to a quarter.
        const SINES: [f64; 7] = [0.0, 0.258_819, 0.5, FRAC_1_SQRT_2, 0.866_025, 0.965_926, 1.0];
        let sine = |n: usize| match n % 24 {
            n @ 0..=6 => SINES[n],
            n @ 7..=12 => SINES[12 - n],
            n @ 13..=18 => -SINES[n - 12],
            n => -SINES[24 - n],
        };
        let (middle, radius) = (place + at(size / 2.0, size / 2.0), size / 2.0);
        let point = |n: usize| {
            let r = radius * if n.is_multiple_of(2) { 1.12 } else { 0.86 };
            middle + at(sine(n), -sine(n + 6)) * r
        };
        let points: Vec<Point> = (0..24).map(point).collect();
        let halo = Stroke::line(self.palette.halo, size * 1.1 / 15.0);
        self.canvas.both(Shape::Own(Path::around(&points)), self.palette.battle, halo);
        let inner = size * 0.62;
        let on = self.palette.on_battle;
        self.sign(Glyph::Battle, middle - at(inner / 2.0, inner / 2.0), inner, on, None);
    }

    fn order(&mut self, order: &Order, place: Point, size: f64) {
        let (colour, on) = match order.star {
            true => (self.palette.star, self.palette.on_star),
            false => (self.palette.order, self.palette.on_order),
        };
        let opacity = if order.taken { 0.45 } else { 1.0 };
        self.sign_at(order.kind, place, size, colour, Some((self.palette.halo, 3.0)), opacity);
        let number = match order.modifier {
            None => String::new(),
            Some(0) => "0".to_owned(),
            Some(n) if n > 0 => format!("+{n}"),
            Some(n) => format!("−{}", n.unsigned_abs()),
        };
        let on_grid = |x: f64, y: f64| place + at(x, y) * (size / GRID);
        let number_at = match order.kind {
            Glyph::March => Some((9.4, 12.0, 14.5)),
            Glyph::Defense => Some((12.0, 11.2, 14.5)),
            Glyph::Support => Some((12.0, 9.3, 13.5)),
            _ => None,
        };
        if let Some((x, y, letters)) = number_at
            && !number.is_empty()
        {
            let letters = letters * size / GRID;
            let middle = on_grid(x, y) + at(0.0, letters * 0.35);
            self.write(middle, &number, letters, Face::Bold, on, Align::Middle);
        } else if order.star {
            let y = if order.kind == Glyph::Raid { 0.42 } else { 0.36 };
            self.sign(Glyph::Star, place + at(size * 0.3, size * y), size * 0.4, on, None);
        }
        if order.taken {
            let unit = size / 15.5;
            let ends = [place + at(unit, size - 1.5 * unit), place + at(size - unit, 1.5 * unit)];
            for (colour, width) in [(self.palette.halo, 3.6), (self.palette.battle, 2.1)] {
                self.line(&ends, colour, width * unit);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a plate is drawn in one place only")]
    fn units(
        &mut self,
        side: SideId,
        kinds: &[(Glyph, u32)],
        routed: bool,
        place: Point,
        (width, height): (f64, f64),
        unit: f64,
        letter: bool,
    ) {
        let livery = self.livery(side);
        let strong = self.palette.strong(&livery);
        let shape = Shape::Box { x: place.x, y: place.y, width, height, round: 3.2 * unit };
        let on = match routed {
            true => {
                let line = Stroke::line(strong, 1.5 * unit).dashed(2.6 * unit, 1.6 * unit);
                self.canvas.both(shape, self.palette.halo, Stroke { blunt: true, ..line });
                self.palette.ink
            }
            false => {
                let casing = self.palette.casing(&livery);
                self.canvas.both(shape, strong, Stroke::line(casing, 1.1 * unit));
                self.palette.on(&livery)
            }
        };
        let base = place.y + height * 0.5 + 3.5 * unit;
        if letter {
            let at_letter = at(place.x + 2.6 * unit, base);
            self.write(at_letter, &livery.letter.to_string(), 10.0 * unit, Face::Bold, on, Align::Start);
            let x = place.x + 9.6 * unit;
            let bar = [at(x, place.y + 2.0 * unit), at(x, place.y + height - 2.0 * unit)];
            self.faint_line(&bar, on, 0.7 * unit, 0.55);
        }
        for (glyph, count, x) in plate(kinds, letter).0 {
            let corner = at(place.x + x * unit, place.y + (height - 11.0 * unit) / 2.0);
            let shape = Shape::Sign { glyph, x: corner.x, y: corner.y, size: 11.0 * unit, turned: routed };
            self.canvas.fill(shape, on);
            if count > 1 {
                let number = at(corner.x + 11.6 * unit, base);
                self.write(number, &count.to_string(), 10.0 * unit, Face::Bold, on, Align::Start);
            }
        }
    }

    /// Draws the shield of a side, with its letter.
    pub(super) fn shield(&mut self, side: SideId, place: Point, size: f64) {
        let letter = self.livery(side).letter.to_string();
        self.badge(Glyph::Power, side, &letter, place, size);
    }

    fn badge(&mut self, glyph: Glyph, side: SideId, text: &str, place: Point, size: f64) {
        let livery = self.livery(side);
        let (strong, casing, on) =
            (self.palette.strong(&livery), self.palette.casing(&livery), self.palette.on(&livery));
        self.sign(glyph, place, size, strong, Some((casing, 2.6)));
        let middle = place + at(size / 2.0, size * 0.64);
        self.write(middle, text, size * 0.56, Face::Bold, on, Align::Middle);
    }

    /// Draws cubes of a faction; `size` is how high they are.
    pub(super) fn followers(&mut self, side: SideId, count: u32, place: Point, size: f64) {
        let livery = self.livery(side);
        let (strong, casing) = (self.palette.strong(&livery), self.palette.casing(&livery));
        let (shown, text) = cubes(count);
        let mut x = place.x;
        for _ in 0..shown {
            let shape = Shape::Box { x, y: place.y, width: size, height: size, round: size / 6.0 };
            let line = if self.palette.is_black(&livery) { casing } else { self.palette.coast };
            self.canvas.both(shape, strong, Stroke::line(line, size / 20.0));
            self.mark(&livery, at(x + size * 0.06, place.y + size * 0.06), size * 0.88);
            x += size * 1.1;
        }
        if !text.is_empty() {
            let base = at(x + size * 0.03, place.y + size * 0.82);
            let ink = self.palette.ink;
            self.write(base, &text, size * 11.0 / 12.0, Face::Bold, ink, Align::Start);
        }
    }

    /// Draws the signs that are printed in an area.
    pub(super) fn printed(&mut self, glyphs: &[Glyph], place: Point, unit: f64) {
        let mut x = place.x;
        for glyph in glyphs {
            let size = printed_size(*glyph) * unit;
            let colour = if *glyph == Glyph::Port { self.palette.sea_ink } else { self.palette.ink };
            let shape = Shape::Sign {
                glyph: *glyph,
                x,
                y: place.y + (10.5 * unit - size) / 2.0,
                size,
                turned: false,
            };
            let halo = Stroke::halo(self.palette.halo, 3.0 * size / GRID).faint(0.75);
            self.canvas.both(shape, colour, halo);
            x += size + 1.2 * unit;
        }
    }
}
