//! The words of free lines in one language, as the table in the game's folder has them.

use super::order::OrderKind;
use super::spellings::Spellings;
use super::unit::Unit;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// A word of the grammar of free lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    To,
    From,
    /// Before the order that another replaces.
    InsteadOf,
    /// Before what is said of the order just given: `that's a +0`.
    ThatIs,
    /// Of an area, before what it does: `which`.
    Relative,
    /// Of an order, that it has no star.
    Plain,
    /// That what follows is thought: `I think`.
    Think,
    /// Between what stays and what does not.
    But,
    At,
    For,
    With,
    And,
    March,
    Raid,
    Support,
    Muster,
    /// Recruiting by a Consolidate Power order, behind it.
    Raise,
    /// Behind a support order, what was said before.
    That,
    Bid,
    /// Before the side that a bid helps, and before the one it is against.
    InFavour,
    Against,
    Card,
    Blade,
    UseBlade,
    NoBlade,
    Retreat,
    Lose,
    Disband,
    Raven,
    /// Looking at the wildling card.
    Look,
    Under,
    Top,
    /// Drawing another card of the Tides of Battle.
    Redraw,
    Replace,
    Reward,
    Ties,
    /// Behind some houses of a tie, that the others follow as they are.
    TieRest,
    /// Before a bid, what else it may be called: `put 2 on the throne`.
    Stake,
    /// That nothing is bid for, and why.
    NoBids,
    KeepsPower,
    /// Before a track for which nothing is bid.
    Skip,
    Otherwise,
    Upgrade,
    /// Of a unit, before what it is upgraded to.
    Becomes,
    Ability,
    All,
    /// Units, several of a kind: `footmen`.
    Many,
    /// So much for every one of them.
    Each,
    /// In every place where one musters: `in each of my castles`.
    EachPlace,
    /// All of two.
    Both,
    /// The one unit that is left, before what says that it stays.
    OtherOne,
    /// Between a number and units: `two more footmen`.
    More,
    /// Whatever there is to raid.
    Anything,
    Rest,
    None,
    /// Behind a bid, that there is no other: `nothing else`, `keep the rest`.
    NoneElse,
    Yes,
    No,
    Ask,
    BestGuess,
    Decides,
    Attacker,
    Defender,
    /// Behind an order that stands in the place of another.
    Instead,
    /// Before a colon and a card, in which battles it is played: `attack: Jaime`.
    OnAttack,
    OnDefense,
    Attacking,
    Defending,
    Own,
    Others,
    Always,
    /// Behind an area, that its order is the one before it: `Seagard too`.
    Too,
    Never,
    /// The same before one: `so does Seagard`.
    SoDoes,
    /// Behind whom one supports, that others are not.
    NobodyElse,
    /// What is bid for but wildlings: `0 on the tracks`.
    Tracks,
    If,
    Unless,
    LeavePower,
    /// A power token by itself, behind a plus.
    Token,
    /// That no power token is left.
    NoToken,
    /// Behind either, when that would be.
    WhenMarching,
    Stay,
    /// Behind them, why, with what they guard: `stays to mind the castle`.
    Guard,
    Guarded,
    /// Behind an area, what stands for it: `Stoney Sept: he consolidates`.
    He,
    /// Of a march, that it has neither bonus: `the plain march`.
    Even,
    /// Of an area, that it is not the last to march: `Seagard goes first`.
    GoesFirst,
    /// `leave` or `keep`, before units that stay.
    KeepBack,
    Only,
    Army,
    /// What may follow them: `behind`, `there`.
    Behind,
    Star,
    Bonus,
    Plus,
    Minus,
    Else,
    First,
    /// Behind the second name of a list.
    Nth,
    /// Of an area, that one has lost it: `if Seagard falls`.
    Falls,
    Via,
    /// Before an area where nothing goes after all: `not to`.
    NotTo,
    ByShip,
    /// Where ships are: `both seas support`.
    Seas,
    Target,
    Not,
    /// That something only might be: `could`, `perhaps`.
    Might,
    /// Giving something to the Night's Watch.
    Give,
    Watch,
    /// One of a thing.
    Single,
    Condition,
    Fit,
    Routed,
    /// Before the number of a march: `strength plus one`.
    Strength,
    /// Between an area and its order: `will`, `gets`.
    Shall,
    /// Before the House card that is taken back, when that is.
    IfWon,
    /// Behind a retreat, where it says nothing new.
    IfLost,
    /// Behind it, what else is a retreat: `they go back to`.
    GoBack,
    /// Before the number of a question of the sheet.
    Question,
    /// Before units that are given up where that is asked, behind them, and behind a list of them: `they can have`, `is lost`, `in that
    /// order`.
    GiveUp,
    Gone,
    InOrder,
    /// Before a House card that is to come back: `give me Renly back`.
    GiveMe,
    /// What is bid: `two coins`.
    Coin,
    /// What the wildlings do: `1 in the attack`.
    Attack,
    /// Of an area, that somebody comes there: `if Riverrun is attacked`.
    GetsAttacked,
    /// Behind a House card: `Robb leads them`.
    Leads,
    /// Before what one does with the Messenger Raven: `if I hold the Raven`.
    IfRaven,
    /// Behind a word for none: `nobody is raised in Pyke`.
    Raised,
    /// What the Others may pay for at Supply.
    Barrel,
    Pay,
}

/// A heading over lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    Plan,
    Orders,
    Bids,
    Ties,
    Muster,
    Disband,
    Reward,
    Choices,
    Raven,
    Raids,
    Marches,
    Ports,
    Support,
    Battle,
    Cards,
    Blade,
    Redraw,
    Retreat,
    Lose,
    Abilities,
    Tactic,
    Tactics,
    Quest,
    Gifts,
    Answers,
    Otherwise,
}

/// The words of free lines, put in order when the first of them is read.
#[derive(Clone, Debug)]
pub struct LazyLexicon(Arc<LazyLock<Lexicon, Box<dyn FnOnce() -> Lexicon + Send>>>);

impl LazyLexicon {
    /// Returns words that `make` makes when they are needed.
    pub fn new(make: impl FnOnce() -> Lexicon + Send + 'static) -> Self {
        LazyLexicon(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl Deref for LazyLexicon {
    type Target = Lexicon;

    fn deref(&self) -> &Lexicon {
        &self.0
    }
}

impl PartialEq for LazyLexicon {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

/// Something that a plan decides and that people say in sentences of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    Bids,
    Ties,
    Reward,
    Losses,
    Cards,
}

/// Words around what a sentence names, which change nothing of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// What begins a condition: `if`, `should`.
    pub cases: Spellings,
    /// Words that say nothing, whatever the topic.
    pub idle: Spellings,
    /// Words with which the sentence is of somebody else, or turns an order round.
    pub stops: Spellings,
    /// Words that change nothing of an order, wherever they stand in it: `himself`, `north`.
    pub adverbs: Spellings,
    /// Before the name of another player: `sorry`. Alone they take nothing back.
    pub apologies: Spellings,
    /// What begins a sentence of thanks: `thank you for`.
    pub thanks: Spellings,
    /// Of one of several, that it comes behind the others.
    pub last: Spellings,
    /// What begins words that say how something is, behind a comma: `where`.
    pub relative: Spellings,
    pub topics: BTreeMap<Topic, AroundTopic>,
}

/// The words of a topic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AroundTopic {
    /// One of them must be there, where the things alone do not say what they are for.
    pub says: Spellings,
    /// One of them must be in a condition: then it is the one on which the question hangs anyway.
    pub case: Spellings,
    pub idle: Spellings,
}

/// All words of free lines in one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lexicon {
    /// Words that may stand before any name.
    pub articles: Vec<String>,
    /// Words before an order that say nothing.
    pub openings: Spellings,
    /// Words behind an order that say nothing.
    pub closings: Spellings,
    /// Parts of a line that say nothing.
    pub polite: Spellings,
    /// Lines that were meant as orders, and give none.
    pub vague: Spellings,
    /// That something stays as it was sent before: `same as before`, `rest unchanged`.
    pub unchanged: Spellings,
    /// That somebody does nothing: `I pass`.
    pub passes: Spellings,
    /// Before what somebody takes back: `forget`.
    pub forgets: Spellings,
    /// What was sent before: `mail`.
    pub sent: Spellings,
    /// First words of questions.
    pub questions: Spellings,
    /// Questions behind an order, which is one all the same: `right` of "Winterfell march +1, right?"
    pub asides: Spellings,
    /// Words before the cards of a deck.
    pub chosen: Spellings,
    /// Words before or behind the cards of a deck that say nothing of their own.
    pub around_deck: Spellings,
    /// That cards of a deck on file take each other's place, and words around that which say nothing of their own.
    pub swaps: Spellings,
    pub swapping: Spellings,
    /// First words of a greeting, before a name.
    pub greetings: Spellings,
    /// Words with which a part of a line takes back what is before it.
    pub corrections: Spellings,
    /// That nothing is to be changed or used, in answer to a question: `keep them all`.
    pub declines: Spellings,
    /// Words with which a line takes back what an earlier one says.
    pub corrected: Spellings,
    /// Such words at the end of a line.
    pub corrected_behind: Spellings,
    /// Words of wanting, anywhere in a sentence with an order: `I should like`, `is to`.
    pub wanting: Spellings,
    /// Verbs before the name of an order that say nothing but it: `makes a raid`, `I give`.
    pub light: Spellings,
    /// What stands before the cards of battles in a sentence: `should it come to a battle`.
    pub in_case: Spellings,
    /// That what was sent before is not what was meant: `I meant`.
    pub mistaken: Spellings,
    /// Words that take back what stands before them, if nothing follows: `scratch that`.
    pub retractions: Spellings,
    /// Words of remarks behind orders, which say nothing: `that's all folks`.
    pub chatter: Spellings,
    /// Before the reason of an order: "because".
    pub reasons: Spellings,
    /// What the reason of an order may begin with, beside the name of a house: `she`, `nobody`.
    pub subjects: Spellings,
    /// Words of sentences that talk about the game and order nothing: `I wonder`.
    pub talk: Spellings,
    /// Words of sentences that may say of orders beside them that these are not meant: `Bert proposed`, `for next turn`.
    pub unmeant: Spellings,
    /// The same of what they point at: `I dreamt of this`.
    pub pointing: Spellings,
    /// First words of a phrase that says nothing of the orders behind it: `with` a heavy heart.
    pub lead_ins: Spellings,
    /// The writer, behind such a phrase.
    pub oneself: Spellings,
    /// What a remark begins with that says no more: `what a pity about`.
    pub exclaims: Spellings,
    /// That something is as it is: `is`, `has`.
    pub states: Spellings,
    /// What stands before the name of an area that is told anew: `scrap what I said about`.
    pub anew: Spellings,
    /// That something is not used, before its name: `I do not use`.
    pub not_used: Spellings,
    /// When units are given up, before which: `if the wildlings win`.
    pub when_losing: Spellings,
    /// What is left behind in an area.
    pub power_tokens: Spellings,
    /// Words between the names of areas, orders and units that say nothing, wherever they stand: `please`, `i send`.
    pub between: Spellings,
    /// Signs as they are dictated to a phone, by the sign.
    pub dictated: BTreeMap<String, Spellings>,
    /// Words alone that say something else where a name is cut or misspelt: all of the table's, but the short ones of two letters for orders.
    pub reserved: BTreeSet<String>,
    /// What is meant by what is typed in a hurry: `and` by `n`, `to` by `2`.
    pub hurried: BTreeMap<String, String>,
    /// What stands around the things that a sentence names of a topic.
    pub around: Around,
    /// Common words, which are never short for a name.
    pub common: BTreeSet<String>,
    pub numbers: BTreeMap<String, u8>,
    pub units: BTreeMap<Unit, Spellings>,
    pub kinds: Vec<(OrderKind, Spellings)>,
    /// Names of what is bid for, by its id.
    pub auctions: BTreeMap<String, Spellings>,
    /// Names of what houses give to the Night's Watch, by its id; none where nothing is given.
    pub gifts: BTreeMap<String, Spellings>,
    pub sections: BTreeMap<Heading, Spellings>,
    pub words: BTreeMap<Word, Spellings>,
}

/// What a table has of what it does not know.
static NOT_SPELT: Spellings = Spellings::none();

impl Lexicon {
    /// Returns the forms of a heading; none where a game has no such section.
    pub fn section(&self, heading: Heading) -> &Spellings {
        self.sections.get(&heading).unwrap_or(&NOT_SPELT)
    }

    /// Returns the forms of a word of the grammar; none where a table lacks it.
    pub fn word(&self, word: Word) -> &Spellings {
        self.words.get(&word).unwrap_or(&NOT_SPELT)
    }
}
