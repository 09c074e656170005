//! A seat: one side of a game, such as a house, held by a player.

use serde::Serialize;
use std::fmt;
use std::ops::{Index, IndexMut};

/// The most seats a game can have: nine houses joined with three sides beyond the Wall are twelve, and four to spare.
pub const MOST_SEATS: usize = 16;

/// One side of a game, by its index in the game's list of seats. Names appear at the edges of the program only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the index in lists by seat, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A seat as people know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatInfo {
    /// The name in files and mails, in lower case with hyphens: `stark`.
    pub id: String,
    /// The name for people: `Stark`.
    pub name: String,
}

/// One value for each seat in play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// Makes a value for each of `count` seats.
    pub fn new(count: usize, make: impl FnMut(Seat) -> T) -> Self {
        BySeat((0..count as u8).map(Seat).map(make).collect())
    }

    /// Returns how many seats there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there is no seat at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the seats in their listed order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<T> {
        (0..self.0.len() as u8).map(Seat)
    }

    /// Iterates over the seats with their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }

    /// Iterates over the seats with their values, which can be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }

    /// Returns the value of a seat, to change, or `None` if there is no such seat.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// Returns the value of a seat, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        BySeat(values.into_iter().collect())
    }
}
