//! Conditions, lengths of time and summonses written with the first form of each that has a place for everything.

use super::super::condition::{Condition, Others, Test, Where, Who};
use super::super::model::{Summon, Until};
use super::bound::Bound;
use super::meaning::sentence;
use crate::games::king_is_dead::data::language::{Calling, Comparing, Counting, Forms, Length, Word};
use crate::games::king_is_dead::data::pattern::{Part, Pattern, Slot};
use crate::games::king_is_dead::data::{Card, Faction, World};
use std::collections::{BTreeMap, BTreeSet};

/// Writes a condition as a player would. Read again, it is the same condition.
pub(in crate::games::king_is_dead::people) fn words(condition: &Condition, world: &World) -> String {
    match condition {
        Condition::All(members) => joined(members, Word::And, world),
        Condition::Any(members) => joined(members, Word::Or, world),
        Condition::Not(inner) => {
            let said = sentence(inner)
                .and_then(|(kind, bound)| say(&world.language.conditions.get(&kind)?.no, &bound, world));
            said.unwrap_or_else(|| format!("{} {}", word(Word::Not, world), within(inner, world)))
        }
        fact => {
            let said = sentence(fact)
                .and_then(|(kind, bound)| say(&world.language.conditions.get(&kind)?.yes, &bound, world));
            // A plan made by hand can hold what no sentence says.
            said.unwrap_or_else(|| serde_json::to_string(fact).unwrap_or_default())
        }
    }
}

fn joined(members: &[Condition], joint: Word, world: &World) -> String {
    let joint = format!(" {} ", word(joint, world));
    members.iter().map(|member| within(member, world)).collect::<Vec<_>>().join(&joint)
}

/// Writes a condition within another, in brackets if it has several parts.
fn within(condition: &Condition, world: &World) -> String {
    match condition {
        Condition::All(_) | Condition::Any(_) => format!("({})", words(condition, world)),
        _ => words(condition, world),
    }
}

/// Writes a region.
pub(in super::super) fn where_words(region: &Where, world: &World) -> String {
    match region {
        Where::This => word(Word::ThisRegion, world),
        Where::Region(id) => {
            let known = world.region(id).map(|region| world.place(region).name.clone());
            known.unwrap_or_else(|| id.clone())
        }
    }
}

/// Writes a length of time.
pub(in crate::games::king_is_dead::people) fn length_words(until: &Until, world: &World) -> String {
    let length = |length: Length, number: Option<u8>| {
        let bound = Bound { number, ..Bound::default() };
        let said = world.language.lengths.get(&length).and_then(|forms| say(forms, &bound, world));
        said.unwrap_or_default()
    };
    let after = |condition: &Condition| format!("{} {}", word(Word::Until, world), words(condition, world));
    match until {
        Until::Turns(1) => length(Length::Once, None),
        Until::Turns(2) => length(Length::Twice, None),
        Until::Turns(turns) => length(Length::Times, Some(*turns)),
        Until::Struggle(struggle) => length(Length::UntilStruggle, Some(*struggle)),
        Until::StruggleEnds => length(Length::ThisStruggle, None),
        Until::Plays(who) => after(&until_played(who.as_ref())),
        Until::Holds(condition) => after(condition),
        Until::End => length(Length::ToTheEnd, None),
    }
}

/// Returns the condition that waiting for a card is said with.
pub(super) fn until_played(who: Option<&String>) -> Condition {
    let who = who.map_or(Others::Somebody, |id| Others::Seat(id.clone()));
    Condition::Played { who, card: None, since: super::super::condition::Period::Line }
}

/// Writes whom to summon.
pub(in crate::games::king_is_dead::people) fn summon_words(summon: &Summon, world: &World) -> String {
    let calling = if summon.faction.is_some() { Calling::Faction } else { Calling::Anybody };
    let bound = Bound {
        faction: summon.faction.clone(),
        but_factions: summon.but.clone(),
        region: summon.from.clone(),
        but_regions: summon.not_from.clone(),
        ..Bound::default()
    };
    let said = world.language.summons.get(&calling).and_then(|forms| say(forms, &bound, world));
    said.unwrap_or_else(|| serde_json::to_string(summon).unwrap_or_default())
}

/// Writes a word by its first form.
fn word(word: Word, world: &World) -> String {
    let forms = world.language.words.get(&word).and_then(|forms| forms.first());
    forms.and_then(|form| write(form, &Bound::default(), world)).unwrap_or_default()
}

/// Writes a sentence with the first of its forms that has a place for everything bound, and for nothing else.
fn say(forms: &Forms, bound: &Bound, world: &World) -> Option<String> {
    let needed = bound_fields(bound);
    let mut fitting = forms.iter().filter(|form| {
        let mut fields = BTreeSet::new();
        fields_of(form, &mut fields);
        fields == needed
    });
    fitting.find_map(|form| write(form, bound, world))
}

/// A thing that a sentence may be about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Side,
    Rival,
    Faction,
    Other,
    Region,
    Second,
    ButRegions,
    ButFactions,
    Who,
    Than,
    Others,
    Card,
    Count,
    More,
    By,
    Number,
}

fn bound_fields(b: &Bound) -> BTreeSet<Field> {
    let all = [
        (b.side.is_some(), Field::Side),
        (b.rival.is_some(), Field::Rival),
        (b.faction.is_some(), Field::Faction),
        (b.other.is_some(), Field::Other),
        (b.region.is_some(), Field::Region),
        (b.second.is_some(), Field::Second),
        (!b.but_regions.is_empty(), Field::ButRegions),
        (!b.but_factions.is_empty(), Field::ButFactions),
        (b.who.is_some(), Field::Who),
        (b.than.is_some(), Field::Than),
        (b.others.is_some(), Field::Others),
        (b.card.is_some(), Field::Card),
        (b.count.is_some(), Field::Count),
        (b.more.is_some(), Field::More),
        (b.by.is_some(), Field::By),
        (b.number.is_some(), Field::Number),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, field)| field).collect()
}

/// Collects what a pattern is about when it is written.
fn fields_of(pattern: &Pattern, fields: &mut BTreeSet<Field>) {
    for part in &pattern.0 {
        match part {
            Part::Slot(slot) => drop(fields.insert(field(*slot))),
            Part::Either(members) => members.iter().take(1).for_each(|member| fields_of(member, fields)),
            Part::ByNumber(_) | Part::Word(..) | Part::Maybe(_) => {}
        }
    }
}

fn field(slot: Slot) -> Field {
    match slot {
        Slot::Side => Field::Side,
        Slot::Rival => Field::Rival,
        Slot::Faction => Field::Faction,
        Slot::Other => Field::Other,
        Slot::Region | Slot::Regions => Field::Region,
        Slot::Second => Field::Second,
        Slot::ButRegions => Field::ButRegions,
        Slot::ButFactions => Field::ButFactions,
        Slot::Me | Slot::My | Slot::Seat => Field::Who,
        Slot::Than | Slot::ThanMe => Field::Than,
        Slot::Others | Slot::All | Slot::Nobody | Slot::One | Slot::Several | Slot::Neither => Field::Others,
        Slot::Card => Field::Card,
        Slot::Count => Field::Count,
        Slot::More | Slot::Joint => Field::More,
        Slot::By => Field::By,
        Slot::Number | Slot::Ordinal => Field::Number,
    }
}

/// Writes a pattern; `None` if one of its slots cannot say what is bound.
fn write(pattern: &Pattern, bound: &Bound, world: &World) -> Option<String> {
    let mut text = String::new();
    for part in &pattern.0 {
        let piece = match part {
            Part::Word(shown, _) => shown.clone(),
            Part::Slot(slot) => slot_words(*slot, bound, world)?,
            Part::Either(members) => write(members.first()?, bound, world)?,
            Part::ByNumber(members) => {
                let place = usize::from(!is_one(bound.count));
                write(members.get(place)?, bound, world)?
            }
            Part::Maybe(_) => continue,
        };
        if !text.is_empty() && !world.language.endings.contains(&piece) {
            text.push(' ');
        }
        text.push_str(&piece);
    }
    Some(text)
}

fn is_one(test: Option<Test>) -> bool {
    matches!(test, Some(Test::AtLeast(1) | Test::AtMost(1) | Test::Exactly(1)))
}

fn slot_words(slot: Slot, b: &Bound, world: &World) -> Option<String> {
    let me = |who: &Option<Who>| (*who == Some(Who::Me)).then_some(());
    match slot {
        Slot::Side => side_words(b.side.as_ref()?, false, world),
        Slot::Rival => side_words(b.rival.as_ref()?, false, world),
        Slot::Faction => side_words(b.faction.as_ref()?, is_one(b.count), world),
        Slot::Other => side_words(b.other.as_ref()?, false, world),
        Slot::Region | Slot::Regions => Some(where_words(b.region.as_ref()?, world)),
        Slot::Second => Some(where_words(b.second.as_ref()?, world)),
        Slot::ButRegions => {
            Some(list(b.but_regions.iter().map(|region| where_words(region, world)).collect(), world))
        }
        Slot::ButFactions => {
            let names: Option<Vec<String>> =
                b.but_factions.iter().map(|id| side_words(id, false, world)).collect();
            Some(list(names?, world))
        }
        Slot::Me => me(&b.who).map(|()| word(Word::Me, world)),
        Slot::My => me(&b.who).map(|()| word(Word::My, world)),
        Slot::ThanMe => me(&b.than).map(|()| word(Word::ThanMe, world)),
        Slot::Seat => seat_words(b.who.as_ref()?, world),
        Slot::Than => seat_words(b.than.as_ref()?, world),
        Slot::Others => match b.others.as_ref()? {
            Others::Somebody => Some(word(Word::Somebody, world)),
            Others::Seat(id) => seat_name(id, world),
            Others::All => None,
        },
        Slot::All => (b.others == Some(Others::All)).then(|| word(Word::All, world)),
        Slot::Nobody => (b.others == Some(Others::Somebody)).then(|| word(Word::Nobody, world)),
        Slot::One => match b.others.as_ref()? {
            Others::Seat(id) => seat_name(id, world),
            _ => None,
        },
        // Several are written one by one.
        Slot::Several | Slot::Neither => None,
        Slot::Card => Card::from_id(b.card.as_ref()?).map(|card| world.card_name(card).to_owned()),
        Slot::Count => counting(b.count?, &world.language.count, world),
        Slot::By => counting(b.by?, &world.language.by, world),
        Slot::More => more_words(b.more?.is, world),
        Slot::Joint => Some(word(if b.equals { Word::As } else { Word::Than }, world)),
        Slot::Number => Some(b.number?.to_string()),
        // A number is written as one.
        Slot::Ordinal => None,
    }
}

fn side_words(id: &str, one: bool, world: &World) -> Option<String> {
    let forms = world.language.names.sides.get(id);
    match Faction::from_id(id) {
        Some(faction) if !one => Some(world.faction_name(faction).to_owned()),
        _ => forms.map(|forms| if one { forms.one.clone() } else { forms.name.clone() }),
    }
}

fn seat_words(who: &Who, world: &World) -> Option<String> {
    match who {
        Who::Seat(id) => seat_name(id, world),
        Who::Me => None,
    }
}

fn seat_name(id: &str, world: &World) -> Option<String> {
    let seat = world.seat(id)?;
    world.seats.get(seat).map(|info| info.name.clone())
}

fn list(names: Vec<String>, world: &World) -> String {
    names.join(&format!(" {} ", word(Word::Or, world)))
}

fn counting(test: Test, table: &BTreeMap<Counting, Forms>, world: &World) -> Option<String> {
    let (counting, number) = match test {
        Test::AtMost(0) if table.contains_key(&Counting::None) => (Counting::None, None),
        Test::AtLeast(number) => (Counting::AtLeast, Some(number)),
        Test::AtMost(number) => (Counting::AtMost, Some(number)),
        Test::Exactly(number) => (Counting::Exactly, Some(number)),
    };
    say(table.get(&counting)?, &Bound { number, ..Bound::default() }, world)
}

fn more_words(is: Test, world: &World) -> Option<String> {
    let (comparing, number) = match is {
        Test::AtLeast(0) => (Comparing::NotFewer, None),
        Test::AtLeast(1) => (Comparing::More, None),
        Test::AtLeast(number) => (Comparing::AtLeastMore, Some(number)),
        Test::Exactly(0) => (Comparing::Equal, None),
        Test::Exactly(number) => (Comparing::ExactlyMore, Some(number)),
        Test::AtMost(_) => return None,
    };
    say(world.language.more.get(&comparing)?, &Bound { number, ..Bound::default() }, world)
}
