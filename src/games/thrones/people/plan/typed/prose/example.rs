//! Why words cannot be read, with an example of what they seem to be: an order that the area named can be given, a bid, a quest. Where no
//! example would fit, there is none.

use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Area, AreaSet, Heading, OrderKind, Spellings, Unit, Word};
use crate::games::thrones::people::plan::language::unit_word;
use crate::games::thrones::people::plan::typed::grammar::Grammar;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Run, Tokens};
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::war::transport::reach;
use crate::sheet::Refusal;
use crate::table::Seat;
use serde_json::{Value, json};
use winnow::stream::TokenSlice;

/// Returns the refusal of words that cannot be read.
pub(in super::super) fn unclear(board: &Board, seat: Seat, grammar: &Grammar<'_>, run: Run) -> Refusal {
    let why = Refusal::new("line-unclear").with("text", grammar.line.text(run.from, run.to));
    // What is said of an area of somebody else's is no order for one's own: an example would replace what lies there.
    if board.stage == Stage::Planning
        && let Some(area) =
            grammar.first(run).filter(|area| board.held_by(seat).all(|(held, _)| held != *area))
    {
        return why.with("nowhere", board.world.place(area).name.clone());
    }
    match example(board, seat, grammar, run) {
        Some(example) => why.with("example", example),
        None => why,
    }
}

/// Returns an example of what words seem to be, as data; `None` if that cannot be told, or nothing of the kind is possible.
fn example(board: &Board, seat: Seat, grammar: &Grammar<'_>, run: Run) -> Option<Value> {
    let (lexicon, world) = (grammar.lexicon, &board.world);
    // What stands under a heading is of it: "bid four five".
    let begins = |forms: &Spellings| grammar.form_at(forms, 0).is_some();
    let any = |forms: &Spellings| {
        begins(forms) || (run.from..run.to).any(|at| grammar.form_at(forms, at).is_some())
    };
    let says = |word: Word| lexicon.words.get(&word).is_some_and(&any);
    let is_of = |heading: Heading| lexicon.sections.get(&heading).is_some_and(&any);
    let name = |area: Area| world.place(area).name.clone();
    let named = grammar.named(run, true).next();
    // The area named, or else the first with units of one's own.
    let units = || {
        let mut held = board.held_by(seat).filter(|(area, _)| named.is_none_or(|named| named == *area));
        held.find_map(|(area, spot)| Some((area, spot.units().iter().next()?.0)))
    };
    let with_units = |kind: &str| {
        let (area, unit) = units()?;
        Some(
            json!({"kind": kind, "unit": unit_word(unit, 1), "units": unit_word(unit, 2), "area": name(area)}),
        )
    };
    let conditions = [Word::If, Word::Unless].map(|word| lexicon.words.get(&word));
    let is_condition =
        |at: &usize| conditions.iter().flatten().any(|forms| grammar.form_at(forms, *at).is_some());
    let condition = (run.from..run.to).find(is_condition);
    let units_named = || says(Word::Upgrade) || lexicon.units.values().any(&any);
    let numbers = (run.from..run.to).any(|at| grammar.token(at).is_some_and(|token| token.number.is_some()));
    let bids = || {
        let auction = lexicon.auctions.values().any(&any);
        !grammar.asked.bids.is_empty() && (auction || numbers && grammar.named(run, false).next().is_none())
    };
    // Where it is asked which units are given up, and nothing of a battle.
    let gives_up = grammar.asked.gives_up;
    let is_of_losses = || {
        let when = any(&lexicon.when_losing) || says(Word::IfLost) || says(Word::Falls);
        gives_up
            && !says(Word::Bid)
            && (when || says(Word::Lose) || says(Word::GiveUp) || says(Word::Disband))
    };
    let held_kinds = || -> Vec<&str> {
        let held = |unit: &Unit| board.held_by(seat).any(|(_, spot)| spot.units().of(*unit) > 0);
        let named = (run.from..run.to).filter_map(|from| grammar.first_unit(Run { from, to: from + 1 }));
        let mut kinds: Vec<Unit> = Vec::new();
        for unit in named.chain(Unit::ALL.into_iter().filter(held)) {
            if !kinds.contains(&unit) {
                kinds.push(unit);
            }
        }
        kinds.into_iter().map(|unit| unit_word(unit, 2)).collect()
    };
    let ties = || {
        let houses: Vec<&str> = world.houses.iter().map(|(_, house)| house.info.name.as_str()).collect();
        Some(json!({"kind": "ties", "houses": houses}))
    };
    // "Take Stannis back", of a card that was used, where the wildlings are asked about.
    let rewarded = || {
        let used = board.houses[seat].used;
        let mut words = (run.from..run.to).filter_map(|at| {
            let word = grammar.token(at).filter(|token| token.is_word())?;
            grammar.cards.known(&word.folded).filter(|card| used.has(*card))
        });
        let card = if gives_up || !grammar.asked.bids.is_empty() { words.next() } else { None };
        card.map(|card| json!({"kind": "reward", "card": world.card(card).name}))
    };
    match () {
        () if is_of(Heading::Quest) => with_units("quest"),
        () if lexicon.sections.get(&Heading::Ties).is_some_and(begins) => ties(),
        () if rewarded().is_some() => rewarded(),
        () if !lexicon.gifts.is_empty() && says(Word::Give) => Some(json!({"kind": "gift"})),
        () if is_of_losses() => Some(json!({"kind": "losses", "units": held_kinds()})),
        () if says(Word::Disband) => with_units("disband"),
        // "Should I lose, I retreat to Winterfell".
        () if says(Word::Lose) && !says(Word::Retreat) && !says(Word::Bid) && condition.is_none() => {
            with_units("lose")
        }
        () if says(Word::Muster) || !grammar.asked.muster.is_empty() && units_named() => {
            let own = board.controlled_by(seat);
            let own = own.iter().find(|area| world.place(*area).points > 0 && named == Some(*area));
            let area = own.or_else(|| grammar.asked.muster.iter().next())?;
            let mut muster = json!({"kind": "muster", "area": name(area)});
            let unit = grammar.first_unit(run);
            // "No footman in Winterfell" takes one back; whoever names units beside a "no" elsewhere musters them.
            let no = [Word::No, Word::Not, Word::None].map(|word| grammar.forms_of(word));
            let denies = |at: usize| {
                let length = no.iter().find_map(|forms| grammar.form_at(forms, at))?;
                let next = Run { from: at + length, to: (at + length + 2).min(run.to) };
                (unit.is_none() && !says(Word::Upgrade) || grammar.first_unit(next).is_some()).then_some(())
            };
            if (run.from..run.to).find_map(denies).is_some() {
                muster["none"] = json!(true);
            }
            if let Some(unit) = unit {
                muster["unit"] = json!(unit_word(unit, 1));
            }
            // Who upgrades is shown how to, with a unit that is there.
            let rises = |unit: Unit| world.unit(unit).upgrade.map(|(before, _)| before);
            let there = |unit: &Unit| board.spot(area).units().of(*unit) > 0;
            if (says(Word::Upgrade) || says(Word::Becomes))
                && let Some(unit) = Unit::ALL.into_iter().filter_map(rises).find(there)
            {
                muster["upgrade"] = json!(unit_word(unit, 1));
            }
            Some(muster)
        }
        () if says(Word::Bid) || bids() => {
            let is_asked = |id: &&str| {
                let asked = &grammar.asked.bids;
                asked.is_empty() || asked.iter().any(|on| on == id)
            };
            let on = lexicon.auctions.iter().find(|(_, forms)| any(forms)).map(|(id, _)| id.as_str());
            let first = grammar.asked.bids.first().map(String::as_str);
            let first =
                first.or(lexicon.auctions.keys().find(|id| *id == "iron-throne").map(String::as_str))?;
            Some(json!({"kind": "bid", "on": on.filter(is_asked).unwrap_or(first)}))
        }
        () if is_of(Heading::Ties) => ties(),
        () if says(Word::Retreat) => {
            let area = grammar.goal(run).or_else(|| grammar.named(run, false).next());
            let area = area.or_else(|| Some(units()?.0))?;
            Some(json!({"kind": "retreat", "area": name(area)}))
        }
        // An order is no example of a power token, or of a line that hangs on what a house does before it names an order.
        () if says(Word::LeavePower)
            && said(grammar, run).is_none_or(|said| said.kind != OrderKind::March) =>
        {
            None
        }
        () if condition.is_some_and(|at| said(grammar, run).is_none_or(|said| said.at > at))
            && grammar.names_house(run) =>
        {
            None
        }
        // "Do not let my knights march": an order would be the contrary. Neither is it one of a power token.
        () if says(Word::NoToken) || denies(grammar, run) => None,
        () if board.stage == Stage::Planning => order(board, seat, grammar, run),
        () if board.stage == Stage::Raven && board.has_token(seat, Track::KingsCourt) => {
            // An order can be replaced only where there is one.
            let held = || board.held_by(seat).filter(|(_, spot)| spot.order.is_some()).map(|(area, _)| area);
            held().next()?;
            let area = named.filter(|named| held().any(|area| area == *named));
            Some(json!({"kind": "raven", "area": area.map(name)}))
        }
        () => None,
    }
}

/// Returns an order of the kind that words name, for the area of the seat that they name, or else an order that may lie there. Copied, it
/// must not take the place of what another area has.
fn order(board: &Board, seat: Seat, grammar: &Grammar<'_>, run: Run) -> Option<Value> {
    let world = &board.world;
    let name = |area: Area| world.place(area).name.clone();
    let mut goals: Vec<Area> = grammar.named(run, false).collect();
    // "Moat Calin" is what is meant, as far as it can be.
    if let Some(from) = grammar.named(run, true).next() {
        goals.extend(grammar.nearly_named(run, reach(board, seat, from)));
    }
    // "Support Riverrun from Ironman's Bay" is an order of the bay.
    let area = grammar.origin(run).or_else(|| grammar.named(run, true).next())?;
    let said = said(grammar, run);
    let starred = said.is_some_and(|said| said.star) || says_star(grammar, run);
    let of = |kind: OrderKind| {
        let may_lie = |order: &_| {
            let token = world.token(*order);
            token.kind == kind
                && world.tokens_of(seat, *order) > 0
                && misplaced(board, area, *order).is_none()
        };
        let all = || world.all_orders().filter(may_lie);
        // With the star that was said: copied, it must not be another order.
        let star = all().find(|order| starred && world.token(*order).star);
        star.or_else(|| all().find(|order| !world.token(*order).star))
    };
    // A goal that is named, or else the first there is.
    let to =
        |near: AreaSet| goals.iter().find(|goal| near.has(**goal)).copied().or(near.iter().next()).map(name);
    let march = || {
        of(OrderKind::March)?;
        // Next door rather than across the sea.
        let (all, near) = (reach(board, seat, area), world.borders(area));
        let next = AreaSet::from_iter(all.iter().filter(|goal| near.has(*goal)));
        let goal = goals.iter().find(|goal| all.has(**goal)).copied().map(name);
        // Who says where to go, and cannot be understood, is shown nowhere else to go.
        let leads = !goals.iter().all(|goal| *goal == area) || grammar.leads(run);
        let goal = goal.or_else(|| to(next).filter(|_| !leads)).or_else(|| to(all).filter(|_| !leads))?;
        let mut march = json!({"kind": "march", "from": name(area), "to": goal});
        // With the number that was said: copied, it must not be another order.
        let bonus = said.and_then(|order| order.bonus).or_else(|| signed(grammar, run));
        if starred {
            march["bonus"] = json!("*");
        } else if let Some(bonus) = bonus.filter(|bonus| *bonus != 0) {
            march["bonus"] = json!(format!("{bonus:+}"));
        }
        // Who names some of the units does not mean all.
        if let Some(units) = some_units(board, grammar, (run, area)) {
            march["units"] = json!(units?);
        }
        Some(march)
    };
    let support = || {
        of(OrderKind::Support)?;
        let near = world.borders(area);
        let goal = goals.iter().find(|goal| near.has(**goal)).copied().map(name)?;
        let mut support = json!({"kind": "support", "from": name(area), "to": goal});
        if let Some(seat) = grammar.house_behind(run).filter(|supported| *supported != seat) {
            support["house"] = json!(world.seat_name(seat));
        }
        if starred {
            support["star"] = json!(true);
        }
        Some(support)
    };
    let plain = |kind: OrderKind| {
        Some(json!({"kind": "order", "from": name(area), "order": world.token(of(kind)?).id}))
    };
    match said.map(|order| order.kind) {
        // Of two orders in a line, neither is an example of the other.
        Some(kind) if grammar.says_another(run, kind) => None,
        Some(OrderKind::Support) => support().or_else(|| plain(OrderKind::Support)),
        Some(OrderKind::March) => march(),
        Some(kind) => plain(kind),
        // Where no order is named and nowhere to go, the example changes nothing on the board.
        None if goals.iter().all(|goal| *goal == area) => plain(OrderKind::Defense),
        None => march(),
    }
}

/// Returns the order that words name first, by its name or a verb.
fn said(grammar: &Grammar<'_>, run: Run) -> Option<Said> {
    const VERBS: [(Word, OrderKind); 3] =
        [(Word::March, OrderKind::March), (Word::Raid, OrderKind::Raid), (Word::Support, OrderKind::Support)];
    // "Dornish Marches" names no march.
    let within_name = |at: usize| {
        (run.from..at).any(|from| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
            grammar.skip(from, &mut tokens);
            let place = grammar.place(&mut tokens).ok();
            place.is_some_and(|place| {
                place.from == from
                    && place.to > at
                    && grammar.areas.is_name(&grammar.name_of(place).join(" "))
            })
        })
    };
    (run.from..run.to).filter(|at| !within_name(*at)).find_map(|at| {
        let fits = |forms: &Spellings| grammar.form_at(forms, at).is_some();
        let verb = VERBS.into_iter().find(|(word, _)| grammar.lexicon.words.get(word).is_some_and(&fits));
        // A single letter is perhaps a unit, or a name.
        let long = grammar.token(at).is_some_and(|token| token.folded.chars().count() > 1);
        let kind =
            || grammar.lexicon.kinds.iter().find(|(_, forms)| long && fits(forms)).map(|(kind, _)| *kind);
        let kind = verb.map(|(_, kind)| kind).or_else(kind)?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        let whole = grammar.order(false, &mut tokens).ok().filter(|order| order.kind == kind);
        let (bonus, star) = whole.map_or((None, false), |order| (order.bonus, order.star));
        Some(Said { kind, bonus, star, at })
    })
}

impl Grammar<'_> {
    /// Returns the first kind of unit that some words name.
    fn first_unit(&self, run: Run) -> Option<Unit> {
        (run.from..run.to).find_map(|at| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut tokens);
            self.first_kind(&mut tokens).ok().map(|(unit, _)| unit)
        })
    }
}

/// Returns the first number with its sign in some words: the `-1` of `pyke -1 riverrun`.
fn signed(grammar: &Grammar<'_>, run: Run) -> Option<i16> {
    (run.from..run.to).find_map(|at| {
        let is_sign = matches!(grammar.token(at)?.sign, Some(Sign::Plus | Sign::Dash));
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        is_sign.then(|| grammar.bonus(true, &mut tokens).ok()).flatten()
    })
}

/// Returns `true` if words deny something before any area that they name: `do not march from Lannisport`.
fn denies(grammar: &Grammar<'_>, run: Run) -> bool {
    let says = |at: usize| grammar.form_at(grammar.forms_of(Word::Not), at).is_some();
    (run.from..run.to).any(|at| says(at) && grammar.named(Run { to: at, ..run }, true).next().is_none())
}

/// Returns `true` if words speak of a star, and not of none.
fn says_star(grammar: &Grammar<'_>, run: Run) -> bool {
    let says =
        |word: Word| (run.from..run.to).any(|at| grammar.form_at(grammar.forms_of(word), at).is_some());
    says(Word::Star) && !says(Word::Plain)
}

/// Returns the units that words name as they go, as `1 knight`, if these are not all that are in an area; nothing within if several are named,
/// whose ways cannot be told.
fn some_units(board: &Board, grammar: &Grammar<'_>, (run, area): (Run, Area)) -> Option<Option<String>> {
    let there = board.spot(area).units();
    let (mut named, mut at): (Vec<(Unit, u16)>, usize) = (Vec::new(), run.from);
    while at < run.to {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        grammar.skip(at, &mut tokens);
        at += 1;
        let Ok((unit, count)) = grammar.first_kind(&mut tokens) else { continue };
        at = grammar.at(&tokens).max(at);
        let count = match count {
            Count::Number(number) => number,
            Count::All => u16::from(there.of(unit)),
        };
        if count > 0 && u16::from(there.of(unit)) >= count {
            named.push((unit, count));
        }
    }
    if named.len() > 1 {
        return Some(None);
    }
    let (unit, count) = named.into_iter().next()?;
    let all = there.iter().map(|(_, count)| u16::from(count)).sum::<u16>();
    (all > count).then(|| Some(format!("{count} {}", unit_word(unit, if count == 1 { 1 } else { 2 }))))
}

/// An order that words name.
#[derive(Clone, Copy)]
struct Said {
    kind: OrderKind,
    bonus: Option<i16>,
    star: bool,
    /// The place of its first word.
    at: usize,
}

impl Grammar<'_> {
    /// Returns `true` if words say that something goes somewhere.
    fn leads(&self, run: Run) -> bool {
        (run.from..run.to).any(|at| {
            self.token(at).is_some_and(|token| token.sign == Some(Sign::Arrow))
                || self.form_at(self.forms_of(Word::To), at).is_some()
        })
    }

    /// Returns `true` if words name another order than one of a kind.
    fn says_another(&self, run: Run, kind: OrderKind) -> bool {
        let mut from = run.from;
        while let Some(said) = said(self, Run { from, ..run }) {
            if said.kind != kind {
                return true;
            }
            from = said.at + 1;
        }
        false
    }

    /// Returns the house that words name.
    fn house_behind(&self, run: Run) -> Option<Seat> {
        (run.from..run.to).find_map(|at| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut tokens);
            self.house(&mut tokens).ok().map(|(seat, _)| seat)
        })
    }

    fn names_house(&self, run: Run) -> bool {
        self.house_behind(run).is_some()
    }

    /// Returns the area with which a run begins.
    fn first(&self, run: Run) -> Option<Area> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(run.from, &mut tokens);
        let place = self.place(&mut tokens).ok()?;
        match self.areas.meant(&self.name_of(place), &[]) {
            Meant::One { area, guessed: false } => Some(area),
            _ => None,
        }
    }

    /// Returns the area with units of one's own that stands behind "from".
    fn origin(&self, run: Run) -> Option<Area> {
        self.behind(Word::From, run).filter(|area| self.own.has(*area))
    }

    /// Returns the first area of a run that stands behind "to".
    fn goal(&self, run: Run) -> Option<Area> {
        self.behind(Word::To, run)
    }

    /// Returns the first area of a run that stands behind a word.
    fn behind(&self, word: Word, run: Run) -> Option<Area> {
        (run.from..run.to).find_map(|at| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut tokens);
            self.word(word, &mut tokens).ok()?;
            let place = self.place(&mut tokens).ok()?;
            match self.areas.meant(&self.name_of(place), &[]) {
                Meant::One { area, .. } => Some(area),
                _ => None,
            }
        })
    }

    /// Returns the areas of a set that a run names with a name that is misspelt or cut.
    fn nearly_named(&self, run: Run, among: AreaSet) -> impl Iterator<Item = Area> {
        (run.from..run.to).filter_map(move |from| {
            let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(from, &mut tokens);
            let place =
                self.place(&mut tokens).ok().filter(|place| place.from == from && place.to <= run.to)?;
            match self.areas.meant(&self.name_of(place), &[among]) {
                Meant::One { area, guessed: true } if among.has(area) => Some(area),
                _ => None,
            }
        })
    }
}
