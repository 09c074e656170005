//! The words of the language in which players write plans: what is read, and what we write back. Prose is in the
//! templates; these words are never translated by them.
//!
//! Each table names a thing and its words: the first is the one that we write and suggest, all are read, in any spelling
//! that [`fold`] allows.

use super::model::{Blade, Compare, Favour, Otherwise, Redraw};
use crate::games::thrones::data::{OrderKind, Unit};
use crate::sheet::{Names, fold};

/// A thing and its words.
pub(in crate::games::thrones::people) type Term<T> = (T, &'static [&'static str]);

/// Returns the names of a table, ready to be found.
pub(super) fn names<T: Clone>(terms: &[Term<T>]) -> Names<T> {
    let mut names = Names::new();
    for (thing, words) in terms {
        let Some((first, others)) = words.split_first() else { continue };
        names.add(first, thing.clone());
        for word in others {
            names.also(word);
        }
    }
    names
}

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

pub(in crate::games::thrones::people) const SECTIONS: &[Term<Section>] = &[
    (Section::Orders, &["orders", "order"]),
    (Section::Bids, &["bids", "bid"]),
    (Section::Gifts, &["gifts", "gift"]),
    (Section::Ties, &["ties", "tie"]),
    (Section::Muster, &["muster", "mustering"]),
    (Section::Disband, &["disband", "disbanding"]),
    (Section::Reward, &["reward"]),
    (Section::Choices, &["choices", "choice"]),
    (Section::Raven, &["raven", "messenger raven"]),
    (Section::Raids, &["raids", "raid"]),
    (Section::Marches, &["marches", "march"]),
    (Section::Consolidate, &["consolidate", "consolidate power", "consolidation"]),
    (Section::Ports, &["ports", "port"]),
    (Section::Support, &["support", "supports"]),
    (Section::Battle, &["battle", "battles"]),
    (Section::Cards, &["cards", "house cards", "card"]),
    (Section::Blade, &["blade"]),
    (Section::Redraw, &["redraw", "tides", "tides of battle"]),
    (Section::Retreat, &["retreat", "retreats"]),
    (Section::Lose, &["lose", "losses", "casualties"]),
    (Section::Abilities, &["abilities", "ability"]),
    (Section::Tactic, &["tactic", "tactic card"]),
    (Section::Tactics, &["tactics", "tactic cards", "tactic abilities"]),
    (Section::Quest, &["quest", "quests"]),
    (Section::Answers, &["answers", "answer"]),
    (Section::Otherwise, &["otherwise"]),
];

/// What a node of a plan must look like: the word of its section, and an example for the player who wrote it otherwise.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) section: &'static str,
    pub(super) example: &'static str,
}

pub(super) const fn form(section: &'static str, example: &'static str) -> Form {
    Form { section, example }
}

pub(super) const AREA_FORM: Form = form("area", "Moat Cailin");
pub(super) const HOUSE_FORM: Form = form("house", "stark");
pub(super) const ORDERS_FORM: Form = form("orders", "{Winterfell: march+0, White Harbor: support}");
pub(super) const RAVEN_FORM: Form = form("raven", "{Karhold: defense}");
pub(super) const RAIDS_FORM: Form = form("raids", "[{from: Shivering Sea, at: [Narrow Sea]}]");
pub(super) const MARCHES_FORM: Form =
    form("marches", "- {from: Winterfell, to: {Moat Cailin: [knight, footman]}}");
pub(super) const TO_FORM: Form = form("to", "{Moat Cailin: [knight, footman]}");
pub(super) const FORCE_FORM: Form = form("to", "{knight: 1, footman: all}");
pub(super) const BIDS_FORM: Form = form("bids", "{iron throne: 3, fiefdoms: 0, court: 2, wildlings: 1}");
pub(super) const MUSTER_FORM: Form =
    form("muster", "{Winterfell: [knight], White Harbor: [ship in Narrow Sea]}");
pub(super) const BUILD_FORM: Form = form("muster", "[knight, 2 footmen, ship in Narrow Sea, upgrade]");
pub(super) const CONSOLIDATE_FORM: Form = form("consolidate", "{Winterfell: [knight], White Harbor: power}");
pub(super) const PORTS_FORM: Form = form("ports", "{Port of Lannisport: 1}");
pub(super) const CHOICES_FORM: Form = form("choices", "{A Throne of Blades: mustering}");
pub(super) const LOOK_FORM: Form = form("raven", "{look: under}");
pub(super) const REDRAW_FORM: Form = form("redraw", "if 0");
pub(super) const DISBAND_FORM: Form = form("disband", "[footman at Karhold, ship]");
pub(super) const SUPPORT_FORM: Form =
    form("support", "{own: always, lannister: never, others: ask, Moat Cailin: attacker}");
pub(super) const BATTLE_FORM: Form =
    form("battle", "{cards: [Robb Stark], blade: if it decides, retreat: [Winterfell], lose: [footman]}");
pub(super) const CARDS_FORM: Form = form("cards", "[Robb Stark, Eddard Stark]");
pub(super) const BLADE_FORM: Form = form("blade", "if it decides");
pub(super) const LOSE_FORM: Form = form("lose", "[footman, knight]");
pub(super) const ABILITIES_FORM: Form = form("abilities", "{Renly: yes, Loras: fit}");
pub(super) const ABILITY_FORM: Form = form("abilities", "[Tywin Lannister]");
pub(super) const ANSWERS_FORM: Form = form("answers", "{retreat/moat-cailin: Winterfell}");
pub(super) const OTHERWISE_FORM: Form = form("otherwise", "ask");

/// How a section or entry says that nothing is wanted, on purpose.
pub(crate) const NONE: &str = "none";
const NONE_TOO: &[&str] = &["no", "noorder", "nothing", "nobody", "noone", "never"];

/// Returns `true` if a text says that nothing is wanted, on purpose.
pub(super) fn is_none(text: &str) -> bool {
    is_one_of(&[NONE], text) || is_one_of(NONE_TOO, text)
}

/// Words by which a member of a list asks by mail when it is reached.
pub(super) const ASK_ME: &[&str] = &["ask", "askme"];

pub(crate) const YES: &str = "yes";
pub(crate) const NO: &str = "no";

/// Words before an area: `ship in Narrow Sea`, `footman at Karhold`.
pub(super) const AT: &[&str] = &["at ", "in "];

/// Returns a text without a word before an area.
pub(super) fn without_at(text: &str) -> &str {
    AT.iter().find_map(|at| text.strip_prefix(at)).unwrap_or(text)
}

/// Splits `ship in narrow sea` into what and where; the text is in small letters.
pub(super) fn what_and_where(text: &str) -> Option<(&str, &str)> {
    let parts = [text.split_once(" in "), text.split_once(" at "), text.split_once(" from ")];
    parts.into_iter().flatten().next()
}

/// How the sea of a new ship and the area of a loss are written.
pub(super) const IN_SEA: &str = "in";
pub(super) const AT_AREA: &str = "at";

pub(in crate::games::thrones::people) const UPGRADE_TO: &str = "upgrade to";
/// What tells an upgrade from a new unit.
pub(super) const UPGRADES: &[&str] = &["upgrade", " to ", " from ", "->"];
/// Words of an upgrade that name no unit.
pub(super) const UPGRADE_FILLERS: &[&str] = &["", "upgrade", "upgraded", "a", "one", "to", "from", "into"];
/// How an upgrade to a footman begins, which there is not.
pub(super) const DOWNGRADE: &str = " to footm";

/// A kind of unit: its words for one and for many.
pub(super) const UNITS: &[Term<Unit>] = &[
    (Unit::Footman, &["footman", "footmen", "foot", "infantry"]),
    (Unit::Knight, &["knight", "knights", "cavalry"]),
    (Unit::Ship, &["ship", "ships", "boat", "boats"]),
    (Unit::SiegeEngine, &["siege engine", "siege engines", "engine", "engines", "siege", "SE"]),
    (Unit::Catapult, &["catapult", "catapults"]),
    (Unit::Giant, &["giant", "giants"]),
    (Unit::Zombie, &["zombie", "zombies", "wight", "wights"]),
    (Unit::Other, &["Other", "Others"]),
    (Unit::King, &["King", "Kings"]),
];

/// Returns the word that we write for a number of units of a kind: the first of its words for one, the second for more.
pub(crate) fn unit_word(unit: Unit, number: u8) -> &'static str {
    let words = UNITS.iter().find(|(known, _)| *known == unit).map_or(&[][..], |(_, words)| words);
    words.get(usize::from(number != 1)).copied().unwrap_or_default()
}

/// All that are left.
pub(in crate::games::thrones::people) const ALL: &str = "all";
/// Words for all units that are left.
pub(super) const ALL_LEFT: &[&str] =
    &["all", "rest", "everything", "everyone", "left", "what", "is", "that's"];
/// Words before a kind of unit that say nothing of their number.
pub(super) const ARTICLES: &[&str] = &["a", "an", "one", "the", "x", "×", "of"];
pub(super) const NUMBERS: &[Term<u8>] = &[(2, &["two"]), (3, &["three"]), (4, &["four"])];
/// Joins kinds of units: `1 knight and 2 footmen`.
pub(super) const AND: &str = " and ";

pub(super) const ORDER_KINDS: &[Term<OrderKind>] = &[
    (OrderKind::March, &["march", "m", "marches"]),
    (OrderKind::Defense, &["defense", "defence", "defend", "d"]),
    (OrderKind::Support, &["support", "s"]),
    (OrderKind::Raid, &["raid", "r"]),
    (OrderKind::Consolidate, &["consolidate", "consolidate power", "power", "cp", "c"]),
];
/// Words for the star of an order.
pub(super) const STAR: &[&str] = &["special", "starred", "star"];
pub(super) const PLUS: &str = "plus";
pub(super) const MINUS: &str = "minus";
/// Words of an order that say nothing.
pub(super) const ORDER_FILLERS: &[&str] = &["order", "token"];
/// Orders of other games, which this one has not.
pub(super) const HOLD: &[&str] = &["hold", "stay", "wait"];

/// The id of the auction against the wildlings.
pub(in crate::games::thrones::people) const WILDLINGS: &str = "wildlings";

/// What is bid for, by its id.
pub(in crate::games::thrones::people) const AUCTIONS: &[Term<&str>] = &[
    ("iron-throne", &["Iron Throne", "throne"]),
    ("fiefdoms", &["Fiefdoms", "fiefdom", "blade"]),
    ("kings-court", &["King's Court", "court", "raven"]),
    (WILDLINGS, &["Wildlings", "wildling attack", "nights watch", "watch"]),
];

/// The keys of a raid.
pub(in crate::games::thrones::people) const FROM: &str = "from";
pub(in crate::games::thrones::people) const RAID_AT: &[&str] = &["at", "to", "against", "target", "targets"];

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
    (MarchField::From, &["from"]),
    (MarchField::To, &["to"]),
    (MarchField::LeavePower, &["leave power", "leave token", "leave a power token", "power"]),
    (MarchField::If, &["if", "when"]),
    (MarchField::Unless, &["unless", "if not"]),
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
    (BattleField::Cards, &["cards", "card", "house cards", "house card"]),
    (BattleField::Blade, &["blade", "valyrian steel blade", "sword"]),
    (BattleField::Redraw, &["redraw", "tides", "tides of battle", "draw again"]),
    (BattleField::Retreat, &["retreat", "retreats", "retreat to"]),
    (BattleField::Lose, &["lose", "losses", "casualties"]),
    (BattleField::Attacking, &["if attacking", "attacking", "when attacking"]),
    (BattleField::Defending, &["if defending", "defending", "when defending"]),
    (BattleField::Abilities, &["abilities", "ability"]),
];
/// How wishes for the battles of one area are named in a list of fields.
pub(super) const AT_ANY_AREA: &str = "at <area>";

pub(in crate::games::thrones::people) const BLADES: &[Term<Blade>] = &[
    (Blade::IfItDecides, &["if it decides", "if decisive", "decides", "if needed"]),
    (Blade::Yes, &["yes", "always"]),
    (Blade::No, &["no", "never"]),
    (Blade::Ask, &["ask"]),
];

pub(in crate::games::thrones::people) const REDRAWS: &[Term<Redraw>] = &[
    (Redraw::IfZero, &["if 0", "if zero", "if it is 0", "if it is zero", "if nothing", "0", "zero"]),
    (Redraw::Yes, &["yes", "always"]),
    (Redraw::No, &["no", "never"]),
    (Redraw::Ask, &["ask"]),
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
pub(super) const PRICES: &[Term<&str>] = &[
    ("units", &["units", "unit", "two units", "2 units", "lose units"]),
    ("places", &["places", "place", "track", "two places", "2 places"]),
];

/// The tracks of influence, by id.
pub(super) const TRACKS: &[Term<&str>] = &[
    ("iron-throne", &["Iron Throne", "throne"]),
    ("fiefdoms", &["Fiefdoms", "fiefdom", "blade"]),
    ("kings-court", &["King's Court", "court", "raven"]),
];

/// Where a wildling card goes that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::thrones::people) enum LookWord {
    Top,
    Under,
    Ask,
}

pub(in crate::games::thrones::people) const LOOKS: &[Term<LookWord>] = &[
    (LookWord::Under, &["under", "bottom", "below", "put under", "under the deck", "put it under"]),
    (LookWord::Top, &["top", "on top", "leave", "keep", "put back", "back"]),
    (LookWord::Ask, &["ask", "ask me", "yes", "look"]),
];
/// The key by which the Raven looks at the wildling card, and the words that mean it.
pub(in crate::games::thrones::people) const LOOK: &str = "look";
pub(super) const LOOK_TOO: &[&str] = &["look", "looks", "peek", "peeks", "watch", "spy"];
/// Words between looking and where the card goes.
pub(super) const LOOK_FILLERS: &[&str] =
    &["at", "the", "wildling", "wildlings", "card", "deck", "and", "then", "it", "put", "to"];

/// What a Consolidate Power order brings that musters nothing.
pub(in crate::games::thrones::people) const POWER: &str = "power";
pub(super) const POWER_TOO: &[&str] = &["power", "takepower", "consolidate", "gainpower"];
/// The port of the land, where that is meant.
pub(super) const PORT: &[&str] = &["port", "itsport", "ownport", "harbor", "harbour"];
/// A port by its land: `Port of Lannisport`, `Lannisport port`.
pub(super) const PORT_OF: &[&str] = &["Port of", "Port", "Harbor of", "Harbour of"];
pub(super) const PORT_BEHIND: &[&str] = &["port", "harbor", "harbour"];

/// Returns the further names of the port of a land area.
pub(super) fn names_of_port(land: &str) -> impl Iterator<Item = String> {
    let bare = land.strip_prefix("The ").unwrap_or(land).to_owned();
    let behind = bare.clone();
    let before = PORT_OF.iter().map(move |words| format!("{words} {bare}"));
    before.chain(PORT_BEHIND.iter().map(move |word| format!("{behind} {word}")))
}

/// Returns `true` if a word, in small letters, says that a port is meant and not its land.
pub(super) fn says_port(word: &str) -> bool {
    word.len() > 1 && PORT_BEHIND.iter().any(|known| known.starts_with(word)) || word == "pt"
}

/// The units that Ser Loras may kill, by the choice's id.
pub(super) const FIT_OR_ROUTED: &[&str] = &["fit", "routed"];

pub(in crate::games::thrones::people) const FAVOURS: &[Term<Favour>] = &[
    (Favour::Always, &["always", "yes", "on"]),
    (Favour::Never, &["never", "no", "none", "neither", "nobody"]),
    (Favour::Attacker, &["attacker", "attacking", "when attacking"]),
    (Favour::Defender, &["defender", "defending", "when defending"]),
    (Favour::Ask, &["ask", "ask me"]),
];
/// Keys of `support` that mean oneself, and all houses not named.
pub(in crate::games::thrones::people) const OWN: &[&str] = &["own", "me", "myself", "mine", "us"];
pub(in crate::games::thrones::people) const OTHERS: &[&str] =
    &["others", "other", "everyone", "everybody", "everyoneelse", "rest", "allothers"];
/// `support: own` and the like.
pub(super) const SUPPORT_OWN: &[&str] = &["own", "me", "myself", "ownonly", "onlyown"];
pub(super) const SUPPORT_NEVER: &[&str] = &["never", "none", "no", "nobody"];
pub(super) const SUPPORT_ASK: &[&str] = &["ask"];
/// One's own side in a battle.
pub(super) const OWN_SIDE: &[&str] = &["own", "me", "always"];
/// No side in a battle.
pub(super) const NO_SIDE: &str = "none";

pub(in crate::games::thrones::people) const OTHERWISES: &[Term<Otherwise>] =
    &[(Otherwise::Ask, &["ask", "ask me"]), (Otherwise::BestGuess, &["best guess", "guess", "default"])];

/// What a condition may say, for errors.
pub(super) const CONDITION_FORMS: &str =
    "held by HOUSE, empty, neutral, mine, enemy, attacked, defended by more than 3";

/// The words that tell what a condition says of an area.
pub(in crate::games::thrones::people) const PREDICATES: &[Term<Predicate>] = &[
    (Predicate::Held, &["held"]),
    (Predicate::Holds, &["holds"]),
    (Predicate::Defended, &["defended"]),
    (Predicate::Empty, &["empty"]),
    (Predicate::Neutral, &["neutral"]),
    (Predicate::Mine, &["mine", "ours"]),
    (Predicate::Enemy, &["enemy", "hostile"]),
    (Predicate::Attacked, &["attacked", "threatened"]),
    (Predicate::Stronger, &["stronger"]),
    (Predicate::Weaker, &["weaker"]),
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

pub(in crate::games::thrones::people) const IS: &str = "is";
/// Words that turn a condition round.
pub(super) const NOT: &[&str] = &["not", "isn't", "isn’t", "aren't"];
/// Words of a condition that say nothing.
pub(super) const CONDITION_FILLERS: &[&str] =
    &["if", "unless", "is", "are", "am", "i", "it", "not", "isn't", "isn’t", "aren't", "still"];
/// Words before the area of a condition.
pub(super) const CONDITION_AT: &[&str] = &["at", "in"];
/// Words before the house that holds an area.
pub(in crate::games::thrones::people) const BY: &str = "by";
pub(super) const ME: &[&str] = &["me", "us", "myself", "i"];
pub(super) const ANY_ENEMY: &[&str] = &["enemy", "an enemy", "anyone", "anybody", "someone else"];

/// How comparisons are written.
pub(super) const COMPARES: &[Term<Compare>] = &[
    (Compare::MoreThan, &["more than"]),
    (Compare::AtLeast, &["at least"]),
    (Compare::LessThan, &["less than"]),
    (Compare::AtMost, &["at most"]),
    (Compare::Exactly, &["exactly"]),
];
/// Single words that make a comparison with a number that follows.
pub(super) const COMPARE_BEFORE: &[Term<Compare>] = &[
    (Compare::MoreThan, &["more", "over", ">"]),
    (Compare::LessThan, &["less", "fewer", "under", "<"]),
    (Compare::AtLeast, &["least", ">=", "≥"]),
    (Compare::AtMost, &["most", "<=", "≤"]),
    (Compare::Exactly, &["exactly", "=", "=="]),
];
/// Words that make a comparison with a number before them: `2 or more`.
pub(super) const COMPARE_AFTER: &[Term<Compare>] =
    &[(Compare::AtLeast, &["more"]), (Compare::AtMost, &["less", "fewer"])];
/// Words of a comparison that say nothing.
pub(super) const COMPARE_FILLERS: &[&str] =
    &["by", "than", "at", "or", "strength", "up", "to", "with", "a", "of"];
/// `at least` and `at most` name no area.
pub(super) const LEAST_MOST: &[&str] = &["least", "most"];

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
pub(super) const QUESTION_AT: &[&str] = &[" at ", " for "];
