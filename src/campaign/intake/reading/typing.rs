//! What is known of a sender when the own lines of a message are read, and who is asked about them.

use crate::plan::{self, People, Said};
use crate::post::Between;
use crate::sheet::Refusal;
use crate::table::{Typed, TypedLine};
use jiff::civil::Date;

/// Gives lines to the game, which says what they mean as a plan.
pub type ToGame<'a> = dyn Fn(&[TypedLine<'_>]) -> Typed + 'a;

/// Says what a paragraph below quoted words is.
pub type Below<'a> = dyn Fn(&Between) -> Answer<'a> + 'a;

/// What a paragraph below quoted words is.
pub enum Answer<'a> {
    /// It answers what they ask.
    To {
        /// How many lines of it are words of the quotation that were broken on their way.
        tails: usize,
        /// Reads the others as the answer.
        game: Box<ToGame<'a>>,
    },
    /// It may be an answer, but nobody can tell to what.
    Unclear(Refusal),
    /// It is no answer.
    Nothing,
}

/// What is known of the sender when the own lines of a message are read.
pub struct Typing<'a> {
    /// Returns `true` for a line that only our own messages have.
    pub is_ours: &'a dyn Fn(&str) -> bool,
    /// The day on which the message came, where its sender is.
    pub today: Option<Date>,
    /// Whose names the sender may use.
    pub people: People<'a>,
    /// The name of the player who sent it; `None` where that is nobody in particular.
    pub player: Option<&'a str>,
    /// `true` if the sender is asked for words of chance and has sent none.
    pub asks_words: bool,
    /// `true` if the sender may still send the sheet of the rehearsal.
    pub rehearses: bool,
    /// `true` if the message answers press of a player: sentences in it are for that player.
    pub answers_press: bool,
    /// `true` if the sender may order what only the game master can.
    pub commands: bool,
    /// Gives lines to the game; `None` where nothing can be ordered.
    pub game: Option<&'a ToGame<'a>>,
    /// Gives lines to the game as orders alone, whatever is asked; `None` where [`game`](Self::game) does.
    pub alone: Option<&'a ToGame<'a>>,
    /// Says what a paragraph right below quoted words answers; `None` where nothing is asked.
    pub below: Option<&'a Below<'a>>,
}

impl Typing<'_> {
    /// Returns what a line says by itself. In answer to a player, a vote in plain words is said to that player: `I propose a draw`.
    pub(super) fn says(&self, text: &str, line: usize) -> Option<Said> {
        let is_for_player = |said: &Said| match said {
            Said::Section(key, _) => match key.text() {
                Some("vote") => plan::is_plain_vote(text),
                Some("dispute") => !text.contains(':'),
                _ => false,
            },
            _ => false,
        };
        plan::said(text, line, self.today).filter(|said| !(self.answers_press && is_for_player(said)))
    }
}

impl<'a> Typing<'a> {
    /// Returns what is known where only a seat's orders are read, such as by a ruling or without the campaign.
    pub fn of_orders(is_ours: &'a dyn Fn(&str) -> bool, people: People<'a>, game: &'a ToGame<'a>) -> Self {
        Typing {
            is_ours,
            today: None,
            people,
            player: None,
            asks_words: false,
            rehearses: false,
            answers_press: false,
            commands: false,
            game: Some(game),
            alone: None,
            below: None,
        }
    }
}
