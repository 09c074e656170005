//! The words of the language in which players write plans: what is read, and what we write back. Prose is in the
//! templates; these words are never translated by them.
//!
//! Here is which things have words; the words are in the table of the language (`table/en.yaml`). The first of each list is the
//! one that we write and suggest, all are read, in any spelling that [`fold`] allows.

pub(super) use super::forms::*;
use super::model::{Blade, Compare, Favour, Otherwise, Redraw};
use super::table::words;
pub(in crate::games::thrones::people) use super::terms::Term;
pub(super) use super::terms::{Terms, gathered, names};
use crate::games::thrones::data::{OrderKind, Unit};
use crate::sheet::fold;

/// Returns the word that we write for a thing.
pub(in crate::games::thrones::people) fn word<T: PartialEq>(terms: &[Term<T>], thing: &T) -> &'static str {
    terms
        .iter()
        .find(|(known, _)| known == thing)
        .and_then(|(_, words)| words.first())
        .copied()
        .unwrap_or_default()
}

/// Returns `true` if a text is one of some words; these are folded already.
pub(super) fn is_one_of(words: &[&str], text: &str) -> bool {
    words.contains(&fold(text).as_str())
}

/// The sections of a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::games::thrones::people) enum Section {
    Orders,
    Bids,
    Gifts,
    Ties,
    Muster,
    Disband,
    Reward,
    Choices,
    Raven,
    Raids,
    Marches,
    Consolidate,
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
    Answers,
    Otherwise,
}

/// Sections of which "none" says that nothing is wanted, and nothing else.
pub(in crate::games::thrones::people) const EMPTIABLE: &[Section] = &[
    Section::Bids,
    Section::Ties,
    Section::Disband,
    Section::Choices,
    Section::Raids,
    Section::Marches,
    Section::Consolidate,
    Section::Battle,
    Section::Abilities,
];

pub(in crate::games::thrones::people) const SECTIONS: &[Term<Section>] = &[
    (Section::Orders, words!(sections orders)),
    (Section::Bids, words!(sections bids)),
    (Section::Gifts, words!(sections gifts)),
    (Section::Ties, words!(sections ties)),
    (Section::Muster, words!(sections muster)),
    (Section::Disband, words!(sections disband)),
    (Section::Reward, words!(sections reward)),
    (Section::Choices, words!(sections choices)),
    (Section::Raven, words!(sections raven)),
    (Section::Raids, words!(sections raids)),
    (Section::Marches, words!(sections marches)),
    (Section::Consolidate, words!(sections consolidate)),
    (Section::Ports, words!(sections ports)),
    (Section::Support, words!(sections support)),
    (Section::Battle, words!(sections battle)),
    (Section::Cards, words!(sections cards)),
    (Section::Blade, words!(sections blade)),
    (Section::Redraw, words!(sections redraw)),
    (Section::Retreat, words!(sections retreat)),
    (Section::Lose, words!(sections lose)),
    (Section::Abilities, words!(sections abilities)),
    (Section::Tactic, words!(sections tactic)),
    (Section::Tactics, words!(sections tactics)),
    (Section::Quest, words!(sections quest)),
    (Section::Answers, words!(sections answers)),
    (Section::Otherwise, words!(sections otherwise)),
];

/// How a section or entry says that nothing is wanted, on purpose.
pub(crate) const NONE: &str = words!(none);
const NONE_TOO: &[&str] = words!(none - too);

/// Returns `true` if a text says that nothing is wanted, on purpose.
pub(super) fn is_none(text: &str) -> bool {
    is_one_of(&[NONE], text) || is_one_of(NONE_TOO, text)
}

/// Words by which a member of a list asks by mail when it is reached.
pub(super) const ASK_ME: &[&str] = words!(ask - me);

pub(crate) const YES: &str = words!(yes);
pub(crate) const NO: &str = words!(no);

/// Words before an area: `ship in Narrow Sea`, `footman at Karhold`.
pub(super) const AT: &[&str] = words!(at);

/// Returns a text without a word before an area.
pub(super) fn without_at(text: &str) -> &str {
    AT.iter().find_map(|at| text.strip_prefix(at)).unwrap_or(text)
}

/// Words between a thing and its area.
const WHERE: &[&str] = words!(where);

/// Splits `ship in narrow sea` into what and where; the text is in small letters.
pub(super) fn what_and_where(text: &str) -> Option<(&str, &str)> {
    WHERE.iter().find_map(|between| text.split_once(between))
}

/// How the sea of a new ship and the area of a loss are written.
pub(super) const IN_SEA: &str = words!(in-sea);
pub(super) const AT_AREA: &str = words!(at - area);

pub(in crate::games::thrones::people) const UPGRADE_TO: &str = words!(upgrade - to);
/// What tells an upgrade from a new unit.
pub(super) const UPGRADES: &[&str] = words!(upgrades);
/// Words of an upgrade that name no unit.
pub(super) const UPGRADE_FILLERS: &[&str] = words!(upgrade - fillers);
/// How an upgrade to a footman begins, which there is not.
pub(super) const DOWNGRADE: &str = words!(downgrade);

/// A kind of unit: its words for one and for many.
pub(super) const UNITS: &[Term<Unit>] = &[
    (Unit::Footman, words!(units footman)),
    (Unit::Knight, words!(units knight)),
    (Unit::Ship, words!(units ship)),
    (Unit::SiegeEngine, words!(units siege-engine)),
    (Unit::Catapult, words!(units catapult)),
    (Unit::Giant, words!(units giant)),
    (Unit::Zombie, words!(units zombie)),
    (Unit::Other, words!(units other)),
    (Unit::King, words!(units king)),
];

/// Returns the word that we write for a number of units of a kind: the first of its words for one, the second for more.
pub(crate) fn unit_word(unit: Unit, number: u8) -> &'static str {
    let words = UNITS.iter().find(|(known, _)| *known == unit).map_or(&[][..], |(_, words)| words);
    words.get(usize::from(number != 1)).copied().unwrap_or_default()
}

/// All that are left.
pub(in crate::games::thrones::people) const ALL: &str = words!(all);
/// Words for all units that are left.
pub(super) const ALL_LEFT: &[&str] = words!(all - left);
/// Words before a kind of unit that say nothing of their number.
pub(super) const ARTICLES: &[&str] = words!(articles);
pub(super) const NUMBERS: &[Term<u8>] =
    &[(2, words!(numbers 2)), (3, words!(numbers 3)), (4, words!(numbers 4))];
/// Joins kinds of units: `1 knight and 2 footmen`.
pub(super) const AND: &str = words!(and);

pub(in crate::games::thrones::people) const ORDER_KINDS: &[Term<OrderKind>] = &[
    (OrderKind::March, words!(order-kinds march)),
    (OrderKind::Defense, words!(order-kinds defense)),
    (OrderKind::Support, words!(order-kinds support)),
    (OrderKind::Raid, words!(order-kinds raid)),
    (OrderKind::Consolidate, words!(order-kinds consolidate)),
];
/// Words for the star of an order.
pub(super) const STAR: &[&str] = words!(star);
pub(super) const PLUS: &str = words!(plus);
pub(super) const MINUS: &str = words!(minus);
/// Words of an order that say nothing.
pub(super) const ORDER_FILLERS: &[&str] = words!(order - fillers);
/// Orders of other games, which this one has not.
pub(super) const HOLD: &[&str] = words!(hold);

/// The id of the auction against the wildlings.
pub(in crate::games::thrones::people) const WILDLINGS: &str = "wildlings";

/// What is bid for, by its id.
pub(in crate::games::thrones::people) const AUCTIONS: &[Term<&str>] = &[
    ("iron-throne", words!(auctions iron-throne)),
    ("fiefdoms", words!(auctions fiefdoms)),
    ("kings-court", words!(auctions kings-court)),
    (WILDLINGS, words!(auctions wildlings)),
];

/// The keys of a raid.
pub(in crate::games::thrones::people) const FROM: &str = words!(from);
pub(in crate::games::thrones::people) const RAID_AT: &[&str] = words!(raid - at);

/// The fields of a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::thrones::people) enum MarchField {
    From,
    To,
    LeavePower,
    If,
    Unless,
}

pub(in crate::games::thrones::people) const MARCH_FIELDS: &[Term<MarchField>] = &[
    (MarchField::From, words!(march-fields from)),
    (MarchField::To, words!(march-fields to)),
    (MarchField::LeavePower, words!(march-fields leave-power)),
    (MarchField::If, words!(march-fields if)),
    (MarchField::Unless, words!(march-fields unless)),
];

/// The fields of `battle`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::thrones::people) enum BattleField {
    Cards,
    Blade,
    Redraw,
    Retreat,
    Lose,
    Attacking,
    Defending,
    Abilities,
}

impl BattleField {
    /// The fields that the wishes for some battles may have too.
    pub(super) fn is_tactic(self) -> bool {
        matches!(self, Self::Cards | Self::Blade | Self::Redraw | Self::Retreat | Self::Lose)
    }
}

pub(in crate::games::thrones::people) const BATTLE_FIELDS: &[Term<BattleField>] = &[
    (BattleField::Cards, words!(battle-fields cards)),
    (BattleField::Blade, words!(battle-fields blade)),
    (BattleField::Redraw, words!(battle-fields redraw)),
    (BattleField::Retreat, words!(battle-fields retreat)),
    (BattleField::Lose, words!(battle-fields lose)),
    (BattleField::Attacking, words!(battle-fields attacking)),
    (BattleField::Defending, words!(battle-fields defending)),
    (BattleField::Abilities, words!(battle-fields abilities)),
];
/// How wishes for the battles of one area are named in a list of fields.
pub(super) const AT_ANY_AREA: &str = words!(at - any - area);

pub(in crate::games::thrones::people) const BLADES: &[Term<Blade>] = &[
    (Blade::IfItDecides, words!(blades if-it-decides)),
    (Blade::Yes, words!(blades yes)),
    (Blade::No, words!(blades no)),
    (Blade::Ask, words!(blades ask)),
];

pub(in crate::games::thrones::people) const REDRAWS: &[Term<Redraw>] = &[
    (Redraw::IfZero, words!(redraws if-zero)),
    (Redraw::Yes, words!(redraws yes)),
    (Redraw::No, words!(redraws no)),
    (Redraw::Ask, words!(redraws ask)),
];

/// What a card that leaves a choice lets its house choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::thrones::people) enum ChoiceForm {
    /// Another Westeros card.
    Westeros,
    /// Units or places on a track.
    Price,
    Track,
    OwnCard,
    Area,
    Pay,
}

/// The wildling cards that leave a choice, by what their questions are for.
pub(in crate::games::thrones::people) const WILDLING_CHOICES: &[(&str, ChoiceForm)] = &[
    ("preemptive-raid", ChoiceForm::Price),
    ("preemptive-raid-track", ChoiceForm::Track),
    ("crow-killers-knighted", ChoiceForm::Area),
    ("crow-killers-killed", ChoiceForm::Area),
    ("crow-killers", ChoiceForm::Area),
    ("massing-on-the-milkwater", ChoiceForm::OwnCard),
    ("a-king-beyond-the-wall", ChoiceForm::Track),
    ("a-king-beyond-the-wall-last", ChoiceForm::Track),
];

/// What *Preemptive Raid* costs, by the choice's id.
pub(super) const PRICES: &[Term<&str>] =
    &[("units", words!(prices units)), ("places", words!(prices places))];

/// The tracks of influence, by id.
pub(super) const TRACKS: &[Term<&str>] = &[
    ("iron-throne", words!(tracks iron-throne)),
    ("fiefdoms", words!(tracks fiefdoms)),
    ("kings-court", words!(tracks kings-court)),
];

/// Where a wildling card goes that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::thrones::people) enum LookWord {
    Top,
    Under,
    Ask,
}

pub(in crate::games::thrones::people) const LOOKS: &[Term<LookWord>] = &[
    (LookWord::Under, words!(looks under)),
    (LookWord::Top, words!(looks top)),
    (LookWord::Ask, words!(looks ask)),
];
/// The key by which the Raven looks at the wildling card, and the words that mean it.
pub(in crate::games::thrones::people) const LOOK: &str = words!(look);
pub(super) const LOOK_TOO: &[&str] = words!(look - too);
/// Words between looking and where the card goes.
pub(super) const LOOK_FILLERS: &[&str] = words!(look - fillers);

/// What a Consolidate Power order brings that musters nothing.
pub(in crate::games::thrones::people) const POWER: &str = words!(power);
pub(super) const POWER_TOO: &[&str] = words!(power - too);
/// The port of the land, where that is meant.
pub(super) const PORT: &[&str] = words!(port);
/// A port by its land: `Port of Lannisport`, `Lannisport port`.
pub(super) const PORT_OF: &[&str] = words!(port - of);
pub(super) const PORT_BEHIND: &[&str] = words!(port - behind);

/// Returns the further names of the port of a land area.
pub(super) fn names_of_port(land: &str) -> impl Iterator<Item = String> {
    let bare = land.strip_prefix(words!(article)).unwrap_or(land).to_owned();
    let behind = bare.clone();
    let before = PORT_OF.iter().map(move |words| format!("{words} {bare}"));
    before.chain(PORT_BEHIND.iter().map(move |word| format!("{behind} {word}")))
}

/// Returns `true` if a word, in small letters, says that a port is meant and not its land.
pub(super) fn says_port(word: &str) -> bool {
    word.len() > 1 && PORT_BEHIND.iter().any(|known| known.starts_with(word)) || word == words!(port - short)
}

/// The units that Ser Loras may kill, by the choice's id.
pub(super) const FIT_OR_ROUTED: &[&str] = &["fit", "routed"];

pub(in crate::games::thrones::people) const FAVOURS: &[Term<Favour>] = &[
    (Favour::Always, words!(favours always)),
    (Favour::Never, words!(favours never)),
    (Favour::Attacker, words!(favours attacker)),
    (Favour::Defender, words!(favours defender)),
    (Favour::Ask, words!(favours ask)),
];
/// Keys of `support` that mean oneself, and all houses not named.
pub(in crate::games::thrones::people) const OWN: &[&str] = words!(own);
pub(in crate::games::thrones::people) const OTHERS: &[&str] = words!(others);
/// `support: own` and the like.
pub(super) const SUPPORT_OWN: &[&str] = words!(support - own);
pub(super) const SUPPORT_NEVER: &[&str] = words!(support - never);
pub(super) const SUPPORT_ASK: &[&str] = words!(support - ask);
/// One's own side in a battle.
pub(super) const OWN_SIDE: &[&str] = words!(own - side);
/// No side in a battle.
pub(super) const NO_SIDE: &str = words!(no - side);

pub(in crate::games::thrones::people) const OTHERWISES: &[Term<Otherwise>] =
    &[(Otherwise::Ask, words!(otherwises ask)), (Otherwise::BestGuess, words!(otherwises best-guess))];

/// What a condition may say, for errors.
pub(super) const CONDITION_FORMS: &str = words!(condition - forms);

/// The words that tell what a condition says of an area.
pub(in crate::games::thrones::people) const PREDICATES: &[Term<Predicate>] = &[
    (Predicate::Held, words!(predicates held)),
    (Predicate::Holds, words!(predicates holds)),
    (Predicate::Defended, words!(predicates defended)),
    (Predicate::Empty, words!(predicates empty)),
    (Predicate::Neutral, words!(predicates neutral)),
    (Predicate::Mine, words!(predicates mine)),
    (Predicate::Enemy, words!(predicates enemy)),
    (Predicate::Attacked, words!(predicates attacked)),
    (Predicate::Stronger, words!(predicates stronger)),
    (Predicate::Weaker, words!(predicates weaker)),
];

/// What a condition says of an area, before its house or number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::games::thrones::people) enum Predicate {
    Held,
    Holds,
    Defended,
    Stronger,
    Weaker,
    Empty,
    Neutral,
    Mine,
    Enemy,
    Attacked,
}

pub(in crate::games::thrones::people) const IS: &str = words!(is);
/// Words that turn a condition round.
pub(super) const NOT: &[&str] = words!(not);
/// Words of a condition that say nothing.
pub(super) const CONDITION_FILLERS: &[&str] = words!(condition - fillers);
/// Words before the area of a condition.
pub(super) const CONDITION_AT: &[&str] = words!(condition - at);
/// Words before the house that holds an area.
pub(in crate::games::thrones::people) const BY: &str = words!(by);
pub(super) const ME: &[&str] = words!(me);
pub(super) const ANY_ENEMY: &[&str] = words!(any - enemy);

/// How comparisons are written.
pub(super) const COMPARES: &[Term<Compare>] = &[
    (Compare::MoreThan, words!(compares more-than)),
    (Compare::AtLeast, words!(compares at-least)),
    (Compare::LessThan, words!(compares less-than)),
    (Compare::AtMost, words!(compares at-most)),
    (Compare::Exactly, words!(compares exactly)),
];
/// Single words that make a comparison with a number that follows.
pub(super) const COMPARE_BEFORE: &[Term<Compare>] = &[
    (Compare::MoreThan, words!(compare-before more-than)),
    (Compare::LessThan, words!(compare-before less-than)),
    (Compare::AtLeast, words!(compare-before at-least)),
    (Compare::AtMost, words!(compare-before at-most)),
    (Compare::Exactly, words!(compare-before exactly)),
];
/// Words that make a comparison with a number before them: `2 or more`.
pub(super) const COMPARE_AFTER: &[Term<Compare>] =
    &[(Compare::AtLeast, words!(compare-after at-least)), (Compare::AtMost, words!(compare-after at-most))];
/// Words of a comparison that say nothing.
pub(super) const COMPARE_FILLERS: &[&str] = words!(compare - fillers);
/// `at least` and `at most` name no area.
pub(super) const LEAST_MOST: &[&str] = words!(least - most);

/// Returns the thing of a table for a word as it is, in small letters.
pub(super) fn exactly<T: Clone>(terms: &[Term<T>], word: &str) -> Option<T> {
    terms.iter().find(|(_, words)| words.contains(&word)).map(|(thing, _)| thing.clone())
}

/// Fields of answers: they are no names of the board.
pub(super) const ANSWER_FIELDS: &[&str] =
    &["from", "to", "at", "leave-power", "lost", "area", "order", "build", "upgrade", "in"];
/// Words of answers that are no names of the board.
pub(super) const ANSWER_WORDS: &[&str] =
    &["attacker", "defender", NONE, "fit", "routed", LOOK, "top", "bottom", "units", "places"];
/// Words between the kind of a question and its place: `Retreat at Moat Cailin`.
pub(super) const QUESTION_AT: &[&str] = words!(question - at);
