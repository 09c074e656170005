//! The words of plans in one language: a table of names and patterns (games/king-is-dead/words/), so that no word of a
//! language is in code. The first form of each is the one that is written.

use super::pattern::{Pattern, fold_word};
use super::word_forms::WordForms;
use crate::games::folder::{DataFault, Folder, fault, read};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::collections::BTreeMap;

/// The table of the only language so far.
const ENGLISH: &str = "words/en.yaml";

/// The words of free lines in it, where the table itself has none.
const ENGLISH_TYPED: &str = "words/en-typed.yaml";

/// The forms of something, the one that is written first.
pub type Forms = Vec<Pattern>;

/// A kind of condition. What each needs to be said is in the slots of its patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Leads,
    WouldLead,
    Tied,
    WouldTie,
    Taken,
    Resolved,
    Contested,
    Next,
    Before,
    Placed,
    Crown,
    InRegion,
    WouldBeInRegion,
    InSupply,
    AtCourt,
    Sets,
    Regions,
    Cards,
    Passes,
    Struggle,
    MoreInRegion,
    WouldBeMoreInRegion,
    MoreInSupply,
    MoreElsewhere,
    MoreAtCourt,
    MoreThanSeat,
    MoreSets,
    MoreRegions,
    MoreCards,
    MostAtCourt,
    Passed,
    Plays,
    PlayedStruggle,
    PlayedGame,
    Wins,
    WinsInvasion,
    WinsLoyalists,
    Power,
    Hand,
    Effect,
    Complete,
}

/// The ways to say a condition, and its opposite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    pub yes: Forms,
    pub no: Forms,
}

/// A comparison of an amount with a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    AtLeast,
    MoreThan,
    AtMost,
    FewerThan,
    Exactly,
    None,
    Some,
}

/// A comparison of two amounts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparing {
    More,
    AtLeastMore,
    ExactlyMore,
    Fewer,
    AtLeastFewer,
    Equal,
    NotFewer,
}

impl Comparing {
    /// Returns `true` if the comparison goes on with the word for equals (`as`), not for more and less (`than`).
    pub fn is_of_equals(self) -> bool {
        matches!(self, Comparing::Equal | Comparing::NotFewer)
    }
}

/// A length of time for passing or waiting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    Once,
    Twice,
    Times,
    ThisStruggle,
    UntilStruggle,
    ToTheEnd,
}

/// A way to name followers to summon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Calling {
    Faction,
    Anybody,
}

/// A word that stands alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    And,
    Or,
    Not,
    Either,
    Than,
    As,
    Until,
    While,
    Me,
    My,
    ThanMe,
    Partner,
    Somebody,
    All,
    Nobody,
    Neither,
    /// Between two that do not do something.
    Nor,
    ThisRegion,
    Nothing,
    Pass,
}

/// A section of a plan or of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    Turns,
    Otherwise,
    Pass,
    Play,
    Swap,
    Crown,
    Exchange,
    From,
    To,
    Give,
    Take,
    Place,
    Summon,
    WithoutEffect,
    If,
    Unless,
    When,
    Until,
    Or,
}

/// A word of turns in free lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TypedWord {
    Openings,
    /// Behind an entry, saying nothing.
    Closings,
    Then,
    In,
    All,
    Card,
    /// Before a card: `my`.
    Own,
    From,
    For,
    To,
    Else,
    /// What somebody does, of what is to come: `passes`.
    Does,
    /// Behind a pass, before how long it is: `again`.
    Again,
    /// What a length is counted in.
    Lengths,
    Headings,
    /// That a list of turns no longer counts: `turns: none`.
    TakenBack,
    /// Between two names, in lines of ours.
    And,
    /// That no card is played.
    NoCard,
    /// Of a sentence that tells or asks what was, or what somebody thinks.
    Talk,
    /// Of a sentence that its writer speaks of their own doing.
    Persons,
    /// The beginning of a sentence about waiting, and those who are waited for.
    Waits,
    Others,
    /// Between two that change places: `Deva <-> Ratae`.
    BothWays,
    /// Both followers of a faction's card: `twice`.
    Twice,
    /// The region that was named last.
    There,
    /// Between the names of a turn, saying nothing.
    Fillers,
    /// Before how long it is waited: `wait`.
    Waiting,
    /// One more of what was counted: `another`.
    Another,
    /// Before why a turn is played: `because`.
    Reasons,
    /// Behind a condition and its turn: `if not`.
    IfNot,
    /// That its writer does nothing more for a region: `I'm out of this one`.
    Yields,
    /// Behind a condition and before its turn, saying nothing: `in that case`.
    InThatCase,
    /// Of a sentence of talk, that it may change the turns beside it.
    Doubts,
    /// At the beginning of a line, that it corrects what is above it: `no wait`.
    Corrections,
    /// That a turn takes another's place: `instead`.
    Instead,
    /// That a card is not thrown away, which it never is: `only if it does something`.
    Idle,
    /// That a turn is an exception to the pass before it: `but if`.
    Exceptions,
    /// When a condition is looked at, which is always so: `at my turn`.
    MyTurn,
    /// The word for a struggle, and how it is misspelt.
    Struggle,
    /// That something is done only if it can be: `if possible`.
    Possible,
    /// The word for the struggle that follows: `next`.
    Next,
    /// Of words that cannot be read, that they may turn round what stands before them.
    Reverses,
    /// The same, unless they begin another turn.
    Hedges,
    /// That its writer wants to be asked, and the words that may stand around that: `ask me`, `again in the next struggle`.
    Asks,
    AskTails,
    /// What is done with a list that no longer counts, how a list is called, and the words between: `scrap`, `plan`, `my old`.
    TakeBacks,
    Lists,
    Old,
    /// A pass behind how long it is: `do nothing`.
    Rests,
    /// Behind a pass unless something is so, before what is done if it is: `else`.
    IfSo,
    /// Whom talk before a turn must not be about, because the turn may be theirs: `you`.
    Them,
    /// Behind a follower and before its region, saying nothing: `that lands`.
    Landing,
    /// In how long a pass is, before the struggle's name: `the whole of`.
    Spans,
    /// Before the region whose struggle a turn is for: `at`.
    AtRegion,
    /// Of a sentence that its writer is away.
    Away,
    /// Signs that were dictated, each with what it stands for: `full stop => .`
    Dictated,
    /// Words that say what other words say, which are read: `goes to => to`.
    Spoken,
    /// What a heading may say before the turn that it names: `as to my turn`.
    HeadingWords,
    /// Behind the name by which somebody begins: `Anna speaking`.
    Speakers,
    /// Before such a name: `this is`.
    Introductions,
    /// That a line changes one thing in an earlier list: `the rest as before`.
    Changes,
    /// That all else of an earlier list stays, before what does not, and that two turns change places.
    RestSame,
    AsBefore,
    Reversed,
    /// Between what replaces something and what it replaces: `instead of`, `not`.
    InsteadOf,
    AndNot,
    /// Before what is replaced, and between that and what it is replaced by: `change … to`.
    Replaces,
    Into,
    /// Before a part of a turn that is to be otherwise: `do`.
    Doing,
    /// Before turns that come behind an earlier list.
    Adds,
    /// Of a region in an earlier list, that nothing can be done there any more: `gone`.
    Gone,
    /// Before a turn, that it is made when it is its writer's: `when it gets to me`.
    TurnComes,
    /// Behind followers that an exchange brings back.
    ComesBack,
    /// How a sentence begins that only exclaims: `what a`.
    Exclaims,
    /// Behind the name of the last turn of a list.
    AtTheEnd,
    /// Of talk before a turn, that the turn may be somebody else's or not be meant.
    Forward,
    /// Between the names of a turn whose form has all that it says.
    Spare,
    /// How a sentence begins that tells what its writer sees or expects.
    Remarks,
    /// Of words with a question mark, that they ask: `can i`.
    Asking,
    /// Of a remark beside whole turns, that it may change them: `if`, `maybe`.
    Turning,
    /// Behind somebody or a faction, that a region may be theirs: `may have it`.
    Concedes,
    /// Names as our tables print them, with their stops: `rom.-b. => rom-b`.
    Printed,
    /// How a sentence begins that thanks or is sorry for something: `thanks for`.
    Thanking,
    /// How a sentence begins by which its writer only says something: `i must say`.
    Saying,
    /// Behind a side or a region, how things are with it: `are`, `seem`.
    States,
    /// How a sentence begins that says how things are: `there is`.
    Being,
}

/// What to do instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    Ask,
    Pass,
    Skip,
}

/// A side by its names: one of it, and other forms that are read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideNames {
    pub name: String,
    pub one: String,
    #[serde(default)]
    pub also: Vec<String>,
}

/// Names besides those on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameForms {
    pub regions: BTreeMap<String, Vec<String>>,
    /// Factions, loyalists and Saxons.
    pub sides: BTreeMap<String, SideNames>,
    pub cards: BTreeMap<String, Vec<String>>,
}

/// All words of plans in one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Language {
    /// Endings that are read as words of their own.
    pub endings: Vec<String>,
    /// Words that may stand before any name, folded.
    pub articles: Vec<String>,
    pub names: NameForms,
    pub numbers: BTreeMap<String, u8>,
    /// Numbers of struggles in their order: `third`.
    pub ordinals: BTreeMap<String, u8>,
    /// Words of a condition that say nothing in it, folded.
    pub idle: Vec<String>,
    pub words: BTreeMap<Word, Forms>,
    pub keys: BTreeMap<Key, Vec<String>>,
    /// Words of free lines, the longest form first.
    pub typed: BTreeMap<TypedWord, WordForms>,
    pub instead: BTreeMap<Instead, Vec<String>>,
    pub count: BTreeMap<Counting, Forms>,
    pub more: BTreeMap<Comparing, Forms>,
    pub by: BTreeMap<Counting, Forms>,
    pub lengths: BTreeMap<Length, Forms>,
    pub summons: BTreeMap<Calling, Forms>,
    pub conditions: BTreeMap<Kind, Said>,
}

/// Patterns as they are written in the file.
struct Written(Forms);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        let read = |text: &String| {
            Pattern::parse(text).ok_or_else(|| D::Error::custom(format!("'{text}' is not a pattern")))
        };
        texts.iter().map(read).collect::<Result<_, _>>().map(Written)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidFile {
    yes: Written,
    #[serde(default = "none")]
    no: Written,
}

fn none() -> Written {
    Written(Vec::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "it says what the file is, to people and to this reader's check of fields")]
    language: String,
    endings: Vec<String>,
    articles: Vec<String>,
    names: NameForms,
    numbers: BTreeMap<String, u8>,
    ordinals: BTreeMap<String, u8>,
    idle: Vec<String>,
    words: BTreeMap<Word, Written>,
    keys: BTreeMap<Key, Vec<String>>,
    /// In a file of their own, unless a board's own copy has them here.
    typed: Option<BTreeMap<TypedWord, Vec<String>>>,
    otherwise: BTreeMap<Instead, Vec<String>>,
    count: BTreeMap<Counting, Written>,
    more: BTreeMap<Comparing, Written>,
    by: BTreeMap<Counting, Written>,
    lengths: BTreeMap<Length, Written>,
    summons: BTreeMap<Calling, Written>,
    conditions: BTreeMap<Kind, SaidFile>,
}

fn split(forms: Forms, endings: &[String]) -> Forms {
    forms.into_iter().map(|pattern| pattern.split(endings)).collect()
}

fn forms<K: Ord>(map: BTreeMap<K, Written>, endings: &[String]) -> BTreeMap<K, Forms> {
    map.into_iter().map(|(key, written)| (key, split(written.0, endings))).collect()
}

/// Loads the table of a language from the game's folder.
///
/// # Errors
/// If a file is missing, has a field that is not known, or something in it is not a pattern.
pub fn language(folder: Folder<'_>) -> Result<Language, DataFault> {
    let file: File = read(folder, ENGLISH)?;
    if file.numbers.values().any(|number| *number > 60) {
        return Err(fault(ENGLISH, "numbers: at most 60"));
    }
    let typed = match file.typed {
        Some(typed) => typed,
        None => read(folder, ENGLISH_TYPED)?,
    };
    let endings = &file.endings;
    let said = |(kind, said): (Kind, SaidFile)| {
        (kind, Said { yes: split(said.yes.0, endings), no: split(said.no.0, endings) })
    };
    Ok(Language {
        articles: file.articles.iter().map(|word| fold_word(word)).collect(),
        names: file.names,
        numbers: file.numbers.into_iter().map(|(word, n)| (fold_word(&word), n)).collect(),
        ordinals: file.ordinals.into_iter().map(|(word, n)| (fold_word(&word), n)).collect(),
        idle: file.idle.iter().map(|word| fold_word(word)).collect(),
        words: forms(file.words, endings),
        keys: file.keys,
        typed: typed.into_iter().map(|(word, forms)| (word, WordForms::new(forms))).collect(),
        instead: file.otherwise,
        count: forms(file.count, endings),
        more: forms(file.more, endings),
        by: forms(file.by, endings),
        lengths: forms(file.lengths, endings),
        summons: forms(file.summons, endings),
        conditions: file.conditions.into_iter().map(said).collect(),
        endings: file.endings.clone(),
    })
}
