//! Kinds of sentences with their slots as conditions, and conditions as such sentences.

use super::super::condition::{Amount, Condition, Period, Spot, Test, Where, Who};
use super::bound::{Bound, Lead};
use crate::games::king_is_dead::board::Ending;
use crate::games::king_is_dead::data::language::Kind;

/// Returns the condition that a sentence says, or `None` if its parts do not go together. `others` are the seats besides
/// the owner's.
pub(super) fn meaning(kind: Kind, bound: &Bound, others: &[String]) -> Option<Condition> {
    if let Some(joined) = &bound.several {
        let each = joined.seats.iter().map(|seat| {
            let bound = Bound { others: Some(seat.clone()), several: None, ..bound.clone() };
            meaning(kind, &bound, others)
        });
        let each: Vec<Condition> = each.collect::<Option<_>>()?;
        return if joined.any { Condition::any(each) } else { Condition::all(each) };
    }
    let Some(listed) = &bound.regions else { return one(kind, bound, others) };
    let each = listed.regions.iter().map(|region| {
        let bound = Bound { region: Some(region.clone()), ..bound.clone() };
        one(kind, &bound, others)
    });
    let each: Vec<Condition> = each.collect::<Option<_>>()?;
    if listed.any { Condition::any(each) } else { Condition::all(each) }
}

fn one(kind: Kind, bound: &Bound, others: &[String]) -> Option<Condition> {
    let b = bound;
    let (side, faction, other) = (|| b.side.clone(), || b.faction.clone(), || b.other.clone());
    let (region, second, who, than) =
        (|| b.region.clone(), || b.second.clone(), || b.who.clone(), || b.than.clone());
    let followers = |faction: Option<String>, at: Spot| Amount::Followers { faction, at };
    let count = |of: Amount, after: bool| Some(Condition::Count { of, is: b.count?.of_amount(), after });
    let here = || region().map(Spot::Region);
    let court = || who().map(Spot::Court);
    let after =
        matches!(kind, Kind::WouldLead | Kind::WouldTie | Kind::WouldBeInRegion | Kind::WouldBeMoreInRegion);
    Some(match kind {
        Kind::Leads | Kind::WouldLead => {
            Condition::Leads { who: side()?, region: region()?, by: b.by, after }
        }
        Kind::Tied | Kind::WouldTie => Condition::Tied { region: region()?, after },
        Kind::Taken => Condition::Taken { who: side()?, region: region()? },
        Kind::Resolved => Condition::Resolved(region()?),
        Kind::Contested => Condition::Contested(region()?),
        Kind::Next => Condition::Next(region()?),
        Kind::Before => Condition::Before { first: region()?, second: second()? },
        Kind::Placed => Condition::Placed { region: region()?, place: b.number? },
        Kind::Crown => Condition::Crown { on: region()?, whose: who() },
        Kind::InRegion | Kind::WouldBeInRegion => return count(followers(faction(), here()?), after),
        Kind::InSupply => return count(followers(faction(), Spot::Supply), false),
        Kind::AtCourt => return count(followers(faction(), court()?), false),
        Kind::Sets => return count(Amount::Sets(who()?), false),
        Kind::Regions => return count(Amount::Regions(side()?), false),
        Kind::Cards => return count(Amount::Cards(who()?), false),
        Kind::Passes => return count(Amount::Passes, false),
        Kind::Struggle => {
            let is = b.count.or(b.number.map(Test::Exactly))?;
            Condition::Count { of: Amount::Struggle, is, after: false }
        }
        Kind::MoreInRegion | Kind::WouldBeMoreInRegion => {
            return differ(
                b,
                followers(Some(faction()?), here()?),
                followers(Some(other()?), here()?),
                after,
            );
        }
        Kind::MoreInSupply => {
            let amount = |faction| followers(Some(faction), Spot::Supply);
            return differ(b, amount(faction()?), amount(other()?), false);
        }
        Kind::MoreElsewhere => {
            let there = Spot::Region(second()?);
            return differ(b, followers(faction(), here()?), followers(faction(), there), false);
        }
        Kind::MoreAtCourt => {
            let amount = |faction, at| followers(Some(faction), at);
            return differ(b, amount(faction()?, court()?), amount(other()?, court()?), false);
        }
        Kind::MoreThanSeat => {
            let theirs = Spot::Court(than()?);
            return differ(b, followers(faction(), court()?), followers(faction(), theirs), false);
        }
        Kind::MoreSets => return differ(b, Amount::Sets(who()?), Amount::Sets(than()?), false),
        Kind::MoreRegions => {
            return differ(b, Amount::Regions(side()?), Amount::Regions(b.rival.clone()?), false);
        }
        Kind::MoreCards => return differ(b, Amount::Cards(who()?), Amount::Cards(than()?), false),
        Kind::MostAtCourt => {
            let who = who()?;
            let me = (who != Who::Me).then_some(Who::Me);
            let rest = others.iter().map(|id| Who::Seat(id.clone())).filter(|other| *other != who);
            let more = rest.chain(me).map(|rival| Condition::Differ {
                one: followers(faction(), Spot::Court(who.clone())),
                other: followers(faction(), Spot::Court(rival)),
                is: Test::AtLeast(1),
                after: false,
            });
            return Condition::all(more.collect());
        }
        Kind::Passed => Condition::Passed(b.others.clone()?),
        Kind::Plays | Kind::PlayedStruggle | Kind::PlayedGame => {
            let since = match kind {
                Kind::Plays => Period::Line,
                Kind::PlayedStruggle => Period::Struggle,
                _ => Period::Game,
            };
            Condition::Played { who: b.others.clone()?, card: b.card.clone(), since }
        }
        Kind::Wins => Condition::Wins { who: who()?, by: Ending::Control.id().to_owned() },
        Kind::WinsInvasion => Condition::Wins { who: who()?, by: Ending::Invasion.id().to_owned() },
        Kind::WinsLoyalists => Condition::Wins { who: who()?, by: Ending::Loyalists.id().to_owned() },
        Kind::Power => Condition::Power(faction()?),
        Kind::Hand => Condition::Hand(b.card.clone()?),
        Kind::Effect => Condition::Effect,
        Kind::Complete => Condition::Complete,
    })
}

/// Makes a comparison of two amounts; "fewer" is "more" turned round.
fn differ(bound: &Bound, one: Amount, other: Amount, after: bool) -> Option<Condition> {
    let plain = Lead { is: Test::AtLeast(1), turned: false };
    let lead = bound.more.unwrap_or(plain);
    let is = match bound.by {
        Some(by) if lead.is == plain.is => by,
        Some(_) => return None,
        None => lead.is,
    };
    let (one, other) = if lead.turned { (other, one) } else { (one, other) };
    (one != other).then_some(Condition::Differ { one, other, is, after })
}

/// Returns a fact as a kind of sentence with its slots, or `None` if no sentence says it.
pub(super) fn sentence(fact: &Condition) -> Option<(Kind, Bound)> {
    let mut b = Bound::default();
    let kind = match fact.clone() {
        Condition::All(_) | Condition::Any(_) | Condition::Not(_) => return None,
        Condition::Leads { who, region, by, after } => {
            b = Bound { side: Some(who), region: Some(region), by, ..b };
            if after { Kind::WouldLead } else { Kind::Leads }
        }
        Condition::Tied { region, after } => {
            b.region = Some(region);
            if after { Kind::WouldTie } else { Kind::Tied }
        }
        Condition::Taken { who, region } => {
            b = Bound { side: Some(who), region: Some(region), ..b };
            Kind::Taken
        }
        Condition::Resolved(region) => at(&mut b, region, Kind::Resolved),
        Condition::Contested(region) => at(&mut b, region, Kind::Contested),
        Condition::Next(region) => at(&mut b, region, Kind::Next),
        Condition::Before { first, second } => {
            b.second = Some(second);
            at(&mut b, first, Kind::Before)
        }
        Condition::Placed { region, place } => {
            b.number = Some(place);
            at(&mut b, region, Kind::Placed)
        }
        Condition::Crown { on, whose } => {
            b.who = whose;
            at(&mut b, on, Kind::Crown)
        }
        Condition::Count { of, is, after } => {
            b.count = Some(is);
            counted(of, after, &mut b)?
        }
        Condition::Differ { one, other, is, after } => {
            let equals = matches!(is, Test::AtLeast(0) | Test::Exactly(0));
            b = Bound { more: Some(Lead { is, turned: false }), equals, ..b };
            compared(one, other, after, &mut b)?
        }
        Condition::Passed(others) => {
            b.others = Some(others);
            Kind::Passed
        }
        Condition::Played { who, card, since } => {
            b = Bound { others: Some(who), card, ..b };
            match since {
                Period::Line => Kind::Plays,
                Period::Struggle => Kind::PlayedStruggle,
                Period::Game => Kind::PlayedGame,
            }
        }
        Condition::Wins { who, by } => {
            b.who = Some(who);
            match Ending::ALL.into_iter().find(|ending| ending.id() == by)? {
                Ending::Control => Kind::Wins,
                Ending::Invasion => Kind::WinsInvasion,
                Ending::Loyalists => Kind::WinsLoyalists,
            }
        }
        Condition::Power(faction) => {
            b.faction = Some(faction);
            Kind::Power
        }
        Condition::Hand(card) => {
            b = Bound { who: Some(Who::Me), card: Some(card), ..b };
            Kind::Hand
        }
        Condition::Effect => Kind::Effect,
        Condition::Complete => Kind::Complete,
    };
    Some((kind, b))
}

fn at(bound: &mut Bound, region: Where, kind: Kind) -> Kind {
    bound.region = Some(region);
    kind
}

fn counted(of: Amount, after: bool, b: &mut Bound) -> Option<Kind> {
    Some(match of {
        Amount::Followers { faction, at: Spot::Region(region) } => {
            (b.faction, b.region) = (faction, Some(region));
            if after { Kind::WouldBeInRegion } else { Kind::InRegion }
        }
        _ if after => return None,
        Amount::Followers { faction, at: Spot::Supply } => {
            b.faction = faction;
            Kind::InSupply
        }
        Amount::Followers { faction, at: Spot::Court(who) } => {
            (b.faction, b.who) = (faction, Some(who));
            Kind::AtCourt
        }
        Amount::Sets(who) => {
            b.who = Some(who);
            Kind::Sets
        }
        Amount::Regions(side) => {
            b.side = Some(side);
            Kind::Regions
        }
        Amount::Cards(who) => {
            b.who = Some(who);
            Kind::Cards
        }
        Amount::Passes => Kind::Passes,
        Amount::Struggle => Kind::Struggle,
    })
}

fn compared(one: Amount, other: Amount, after: bool, b: &mut Bound) -> Option<Kind> {
    use Amount::{Cards, Followers, Regions, Sets};
    Some(match (one, other) {
        (Followers { faction: f, at }, Followers { faction: g, at: there }) if at == there => {
            (b.faction, b.other) = (Some(f?), Some(g?));
            match at {
                Spot::Region(region) => {
                    b.region = Some(region);
                    if after { Kind::WouldBeMoreInRegion } else { Kind::MoreInRegion }
                }
                _ if after => return None,
                Spot::Supply => Kind::MoreInSupply,
                Spot::Court(who) => {
                    b.who = Some(who);
                    Kind::MoreAtCourt
                }
            }
        }
        _ if after => return None,
        (Followers { faction: f, at }, Followers { faction: g, at: there }) if f == g => {
            b.faction = f;
            match (at, there) {
                (Spot::Region(region), Spot::Region(second)) => {
                    (b.region, b.second) = (Some(region), Some(second));
                    Kind::MoreElsewhere
                }
                (Spot::Court(who), Spot::Court(than)) => {
                    (b.who, b.than) = (Some(who), Some(than));
                    Kind::MoreThanSeat
                }
                _ => return None,
            }
        }
        (Sets(who), Sets(than)) => {
            (b.who, b.than) = (Some(who), Some(than));
            Kind::MoreSets
        }
        (Regions(side), Regions(rival)) => {
            (b.side, b.rival) = (Some(side), Some(rival));
            Kind::MoreRegions
        }
        (Cards(who), Cards(than)) => {
            (b.who, b.than) = (Some(who), Some(than));
            Kind::MoreCards
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of a fact is read as the same fact.
    #[test]
    fn a_fact_that_has_a_sentence_is_what_the_sentence_means() {
        let of = |faction: &str, at: Spot| Amount::Followers { faction: Some(faction.to_owned()), at };
        let more = |one: Amount, other: Amount, after: bool| Condition::Differ {
            one,
            other,
            is: Test::AtLeast(1),
            after,
        };
        let count = |of: Amount, after: bool| Condition::Count { of, is: Test::AtLeast(2), after };
        let here = || Spot::Region(Where::Region("gwynedd".to_owned()));
        let wins = |ending: Ending| Condition::Wins { who: Who::Me, by: ending.id().to_owned() };
        let court = || Spot::Court(Who::Me);
        for fact in [
            wins(Ending::Control),
            wins(Ending::Invasion),
            wins(Ending::Loyalists),
            more(of("welsh", here()), of("scots", here()), false),
            more(of("welsh", here()), of("scots", here()), true),
            more(of("welsh", Spot::Supply), of("scots", Spot::Supply), false),
            more(of("welsh", court()), of("scots", court()), false),
            count(of("welsh", here()), false),
            count(of("welsh", here()), true),
            count(of("welsh", Spot::Supply), false),
            count(of("welsh", court()), false),
            count(Amount::Sets(Who::Me), false),
        ] {
            let (kind, bound) = sentence(&fact).unwrap_or_else(|| panic!("{fact:?}"));
            assert_eq!(meaning(kind, &bound, &[]), Some(fact.clone()), "{fact:?}");
        }
        // What is so after a play is said of regions alone.
        for fact in [
            more(of("welsh", Spot::Supply), of("scots", Spot::Supply), true),
            more(of("welsh", court()), of("scots", court()), true),
            more(of("welsh", here()), of("scots", Spot::Supply), false),
            more(Amount::Sets(Who::Me), Amount::Sets(Who::Seat("morgan".to_owned())), true),
            count(of("welsh", Spot::Supply), true),
            count(of("welsh", court()), true),
            count(Amount::Sets(Who::Me), true),
        ] {
            assert!(sentence(&fact).is_none(), "{fact:?}");
        }
    }
}
