//! Turns as the tree that the sheet's YAML would have given.

use super::super::language::{Lexicon, length_words};
use super::super::model::Until;
use super::known::Known;
use super::part::Part;
use super::people::players;
use super::turn::{Pass, Turn};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Instead, Key};
use crate::sheet::{Content, Fault, Node, Renamed, Span};
use crate::table::Seat;

/// The state of reading lines.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
    pub(super) lexicon: Lexicon<'a>,
    pub(super) players: Renamed,
    pub(super) known: Known,
    pub(super) turns: Vec<Turn>,
    pub(super) otherwise: Option<Node>,
    /// The key under which more values may come.
    pub(super) open: Option<Key>,
    /// Conditions of a turn that is still to come in the line.
    pub(super) ahead: Vec<(Key, Node)>,
    pub(super) faults: Vec<Fault>,
    /// The number of the struggle that is on.
    pub(super) struggle: u8,
    /// What all turns below a heading hang on: `For struggle 6:`.
    pub(super) heading: Option<Node>,
    /// `true` behind words that begin an exception to the pass before them.
    pub(super) excepting: bool,
    /// What was read of a line without its talk, if that could not be read whole: the turns and the faults.
    pub(super) tried: Option<(Vec<Turn>, Vec<Fault>)>,
    /// `true` if the talk of that line is a greeting alone, beside which nothing else is told.
    pub(super) greeted: bool,
    /// The place of a part that was read with the one before it.
    pub(super) asked_ahead: Option<(usize, usize)>,
    /// `true` while part of a line is tried by itself.
    pub(super) trying: bool,
    /// The line below the one that is read.
    pub(super) below: String,
    /// The lines that only say that turns follow.
    pub(super) lead_ins: Vec<usize>,
    /// `true` if nothing is written below it.
    pub(super) is_last: bool,
    /// A line that takes one card back, with its place.
    pub(super) scrapped: Option<(Span, String)>,
    /// `true` while a line is read in other words than those it was written in.
    pub(super) rewording: bool,
    /// How many lines have been tried in other words.
    pub(super) reworded: usize,
    /// How many texts have been read, with those that were tried in vain.
    pub(super) tries: usize,
    /// `true` from the first line on that was meant as a turn and could not be read.
    pub(super) broken: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(board: &'a Board, seat: Seat, names: &[(String, Seat)]) -> Self {
        let lexicon = Lexicon::new(board, seat);
        Reader {
            players: players(&lexicon, names),
            board,
            lexicon,
            known: Known::default(),
            turns: Vec::new(),
            otherwise: None,
            open: None,
            ahead: Vec::new(),
            faults: Vec::new(),
            struggle: board.struggle,
            heading: None,
            tried: None,
            greeted: false,
            excepting: false,
            asked_ahead: None,
            trying: false,
            rewording: false,
            reworded: 0,
            tries: 0,
            scrapped: None,
            below: String::new(),
            lead_ins: Vec::new(),
            is_last: true,
            broken: false,
        }
    }

    pub(super) fn word(&self, key: Key, part: Part<'_>) -> Node {
        part.node(self.key_word(key))
    }

    /// Returns the turns as a plan of the sheet; `None` if there are none.
    pub(super) fn tree(&self) -> Option<Node> {
        let turns = self.decided_together();
        let list: Vec<Node> = turns.iter().map(|turn| self.turn(turn)).collect();
        let span = list.first().or(self.otherwise.as_ref()).map(|node| node.span)?;
        let key = |key: Key| self.named(key, span);
        let mut entries = Vec::new();
        if !list.is_empty() {
            entries.push((key(Key::Turns), Node { span, content: Content::List(list) }));
        }
        // Turns are played in order: after those that stand, their owner is asked, whatever the rest might have said.
        let otherwise = if self.broken && !self.turns.is_empty() {
            let ask = self.instead_word(Instead::Ask).to_owned();
            // Nobody wrote it.
            Some(Node { span: Span { line: 0, ..span }, content: Content::Text(ask) })
        } else {
            self.otherwise.clone()
        };
        entries.extend(otherwise.map(|node| (self.named(Key::Otherwise, node.span), node)));
        Some(Node { span, content: Content::Map(entries) })
    }

    fn named(&self, key: Key, span: Span) -> Node {
        let part = Part { text: "", line: span.line, column: span.column };
        Node { span, ..self.word(key, part) }
    }

    pub(super) fn turn(&self, turn: &Turn) -> Node {
        let (span, entries) = match turn {
            Turn::Pass(Pass { word, how: None, parts }) if parts.is_empty() => return word.clone(),
            Turn::Pass(Pass { word, how, parts }) => {
                let how = how.clone().unwrap_or_else(|| Node {
                    span: word.span,
                    content: Content::Text(length_words(&Until::Turns(1), self.lexicon.world)),
                });
                let mut entries = vec![(self.named(Key::Pass, word.span), how)];
                entries.extend(parts.iter().map(|(key, node)| (self.named(*key, node.span), node.clone())));
                (word.span, entries)
            }
            Turn::Play(play) => {
                let span = play.name.span;
                let mut entries = vec![(self.named(Key::Play, span), play.name.clone())];
                if !play.exchange.is_empty() {
                    let parts =
                        play.exchange.iter().map(|(key, node)| (self.named(*key, node.span), node.clone()));
                    let content = Content::Map(parts.collect());
                    entries.push((self.named(Key::Exchange, span), Node { span, content }));
                }
                if !play.settled.is_empty() {
                    let content = Content::Map(play.settled.clone());
                    entries.push((self.named(Key::Place, span), Node { span, content }));
                }
                for (key, nodes) in &play.parts {
                    let node = match nodes.as_slice() {
                        [one] if !matches!(key, Key::Place | Key::Summon | Key::Swap) => one.clone(),
                        all => Node { span, content: Content::List(all.to_vec()) },
                    };
                    entries.push((self.named(*key, span), node));
                }
                (span, entries)
            }
        };
        Node { span, content: Content::Map(entries) }
    }
}
