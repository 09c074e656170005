//! The state of reading free lines.

use super::tree::{Entry, Scope};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Heading, Lexicon};
use crate::games::thrones::people::plan::language::MarchField;
use crate::games::thrones::people::plan::typed::answers::asked_for::Asked;
use crate::games::thrones::people::plan::typed::grammar::names::Areas;
use crate::games::thrones::people::plan::words::Words;
use crate::sheet::{Fault, Names, Node, Refusal, Renamed};
use crate::table::{Open, Seat};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A march or raid that may go on with the next line.
#[derive(Clone)]
pub(super) struct Loose {
    pub(super) origin: Area,
    pub(super) from: Node,
    pub(super) raid: bool,
    pub(super) to: Vec<(Node, Node)>,
    pub(super) said: bool,
    pub(super) more: Vec<(MarchField, Node)>,
}

/// A march order whose units may be named on the next lines.
#[derive(Clone)]
pub(super) struct Marching {
    pub(super) area: Area,
    pub(super) from: Node,
    /// Its march among the entries, once there is one.
    pub(super) entry: Option<usize>,
}

/// The state of reading lines.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
    pub(super) seat: Seat,
    pub(super) open: &'a [Open],
    pub(super) lexicon: &'a Lexicon,
    pub(super) words: Words,
    pub(super) areas: Areas,
    pub(super) seats: Rc<Names<Seat>>,
    /// What can be answered by a number or a unit alone.
    pub(super) asked: Rc<Asked>,
    /// The players, by whose names conditions may call their houses.
    pub(super) players: Renamed,
    /// The section under whose heading the lines stand.
    pub(super) section: Option<Heading>,
    /// The battles under whose heading they stand.
    pub(super) scope: Scope,
    pub(super) loose: Option<Loose>,
    /// What was bid for so far.
    pub(super) bid_for: Vec<String>,
    /// The area of a march order whose units may be named on the next lines.
    pub(super) marching: Option<Marching>,
    pub(super) entries: Vec<Entry>,
    pub(super) faults: Vec<Fault>,
    /// Why lines that are no part of the plan read like orders, with their numbers.
    pub(super) secret: Vec<(usize, Refusal)>,
    /// Lines that name what plans decide and could not be read, with why: beside a plan they are asked back.
    pub(super) left_over: Vec<(usize, crate::sheet::Refusal)>,
    pub(super) last: usize,
    /// `true` if orders stand before their areas in the letter.
    pub(super) order_first: bool,
    /// `true` while a line is read that corrects those before it.
    pub(super) correcting: bool,
    /// Which words were looked up already, and whether they say anything here: the same come by again and again.
    pub(super) known: RefCell<BTreeMap<String, bool>>,
}

/// What reading a line changes.
pub(super) struct Mark {
    section: Option<Heading>,
    scope: Scope,
    loose: Option<Loose>,
    bid_for: Vec<String>,
    marching: Option<Marching>,
    entries: Vec<Entry>,
    faults: Vec<Fault>,
    secret: Vec<(usize, Refusal)>,
    left_over: Vec<(usize, Refusal)>,
    last: usize,
}

impl Mark {
    /// Returns how many entries had been read.
    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }
}

impl Reader<'_> {
    /// Returns where reading is, to come back to.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            section: self.section,
            scope: self.scope.clone(),
            loose: self.loose.clone(),
            bid_for: self.bid_for.clone(),
            marching: self.marching.clone(),
            entries: self.entries.clone(),
            faults: self.faults.clone(),
            secret: self.secret.clone(),
            left_over: self.left_over.clone(),
            last: self.last,
        }
    }

    /// Comes back to where reading was, and returns where it has come to.
    pub(super) fn back_to(&mut self, mark: Mark) -> Mark {
        let now = self.mark();
        self.section = mark.section;
        self.scope = mark.scope;
        self.loose = mark.loose;
        self.bid_for = mark.bid_for;
        self.marching = mark.marching;
        self.entries = mark.entries;
        self.faults = mark.faults;
        self.secret = mark.secret;
        self.left_over = mark.left_over;
        self.last = mark.last;
        now
    }
}
