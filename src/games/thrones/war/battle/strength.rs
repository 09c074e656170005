//! Strength: what counts, and why. Rules: 1e, Battle, What is combat strength, steps 2 and 5; R-17.

use super::abilities::change;
use super::contest::{Battle, Contest, Role};
use crate::games::thrones::answer::units;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, CardId, Letter, OrderId, OrderKind, Row, TacticId, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::event::{self, WarEvent};
use crate::table::{Point, Seat};
use arrayvec::ArrayVec;

/// Returns those who can support from an area: not those who march from it into this contest, as they do where a tactic card
/// lets them march from an area with a Support order. Rules: BW, B-111, B-114.
pub fn lending(board: &Board, contest: &Contest, from: Area) -> Troop {
    let fit = board.spot(from).fit;
    if from == contest.from { fit.minus(contest.attackers) } else { fit }
}

/// One part of a strength, as the rules count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Addend {
    pub amount: i16,
    pub why: Why,
}

/// Why something counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Standing units of a kind, and what each counts.
    Units(Unit, u8, i16),
    /// Routed units.
    Routed(Troop),
    /// The march or defense order.
    Order(OrderId, Area),
    /// Support: whose, from where, the order.
    Support(Seat, Area, OrderId),
    /// A House card's printed strength.
    Card(CardId),
    /// A card's ability: whose card.
    Ability(Seat, CardId),
    /// A tactic card.
    Tactic(TacticId, Letter),
    /// The Blade.
    Blade,
    /// The card of the Tides of Battle.
    Tides,
    /// The garrison of the defender's home.
    Garrison,
    /// The embattled area itself: whose home it is does not matter.
    Place(Area),
}

/// All parts of a strength.
pub type Addends = ArrayVec<Addend, 64>;

/// Returns what one standing unit counts, as printed. Rules: 1e, What is combat strength; R-11.
pub fn printed_strength(board: &Board, contest: &Contest, _: Role, unit: Unit, part: Part) -> i16 {
    let is_battle = contest.defender.is_some() || !board.world.options.rains_in_battles_only;
    if part == Part::Supports && is_battle && board.mute(unit) { 0 } else { board.world.unit(unit).strength }
}

/// Returns what one standing unit counts by the second edition: siege engines only for an attack on a castle or stronghold.
/// Rules: 2e, Siege engines; T-61.
pub fn siege_strength(board: &Board, contest: &Contest, side: Role, unit: Unit, part: Part) -> i16 {
    let idle = side == Role::Defender || board.structure(contest.area).is_none();
    if unit == Unit::SiegeEngine && idle { 0 } else { printed_strength(board, contest, side, unit, part) }
}

/// Returns what one standing unit counts on a side of a contest, by the edition.
pub fn unit_strength(board: &Board, contest: &Contest, side: Role, unit: Unit, part: Part) -> i16 {
    (board.edition.unit_strength)(board, contest, side, unit, part)
}

/// Returns what an embattled area adds to a side by the first edition: nothing.
pub fn no_place_strength(_: &Board, _: &Contest, _: Role) -> i16 {
    0
}

/// Returns what a troop counts on a side of a contest.
pub fn troop_strength(board: &Board, contest: &Contest, side: Role, troop: Troop, part: Part) -> i16 {
    troop.iter().map(|(unit, n)| unit_strength(board, contest, side, unit, part) * i16::from(n)).sum()
}

/// Returns what a Support order adds to a side: all its standing units, and what the order itself adds.
/// Rules: 1e, Battle, step 1; R-13.
pub fn support_strength(board: &Board, contest: &Contest, side: Role, from: Area) -> i16 {
    let spot = board.spot(from);
    let bonus = spot.order.map_or(0, |order| board.bonus(from, order));
    troop_strength(board, contest, side, lending(board, contest, from), Part::Supports) + bonus
}

/// Returns the parts of a side's strength before cards: units, order, support. Rules: 1e, Battle, step 2.
pub fn before_cards(board: &Board, contest: &Contest, side: Role) -> Addends {
    let mut addends = Addends::new();
    for (unit, n) in contest.fit(board, side).iter() {
        let each = unit_strength(board, contest, side, unit, Part::Fights);
        add(&mut addends, each * i16::from(n), Why::Units(unit, n, each));
    }
    let routed = contest.routed(board, side);
    if !routed.is_empty() {
        add(&mut addends, 0, Why::Routed(routed));
    }
    let garrison = board.spot(contest.area).garrison;
    if side == Role::Defender && garrison > 0 {
        add(&mut addends, garrison.into(), Why::Garrison);
    }
    let place = (board.edition.place_strength)(board, contest, side);
    if place != 0 {
        add(&mut addends, place, Why::Place(contest.area));
    }
    if let Some(order) = fighting_order(board, contest, side) {
        add(&mut addends, board.bonus(contest.area, order), Why::Order(order, contest.area));
    }
    for lent in contest.lent.iter().filter(|lent| lent.to == side) {
        if let Some(order) = board.spot(lent.from).order {
            let amount = support_strength(board, contest, side, lent.from);
            add(&mut addends, amount, Why::Support(lent.seat, lent.from, order));
        }
    }
    addends
}

/// Returns the order that counts in battle: the attacker's march; the defender's, if it is Defense.
pub fn fighting_order(board: &Board, contest: &Contest, side: Role) -> Option<OrderId> {
    match side {
        Role::Attacker => Some(contest.order),
        Role::Defender => {
            let order = board.spot(contest.area).order.or(contest.orphaned)?;
            (board.world.token(order).kind == OrderKind::Defense).then_some(order)
        }
    }
}

/// Returns all parts of a side's strength: those before cards, the card, abilities, the Blade.
pub fn all(board: &Board, battle: &Battle, side: Role) -> Addends {
    let mut addends = before_cards(board, &battle.contest, side);
    if let Some(card) = battle.cards[side as usize] {
        let strength = if battle.muted[side as usize] { 0 } else { board.printed_strength(card) };
        add(&mut addends, strength, Why::Card(card));
    }
    if let Some(behind) = battle.behind[side as usize] {
        add(&mut addends, BEHIND, Why::Ability(battle.seat(side), behind));
    }
    for owner in battle.in_play_order(board) {
        let change = change(board, battle, owner, side);
        if let Some(card) = battle.cards[owner as usize].filter(|_| change != 0) {
            add(&mut addends, change, Why::Ability(battle.seat(owner), card));
        }
    }
    if let Some(tides) = battle.tides[side as usize] {
        add(&mut addends, tides.strength, Why::Tides);
    }
    for boon in battle.boons.iter().filter(|boon| boon.role == side && boon.strength != 0) {
        add(&mut addends, boon.strength, Why::Tactic(boon.card, boon.letter));
    }
    if battle.blade == Some(side) {
        add(&mut addends, BLADE, Why::Blade);
    }
    addends
}

/// What a card takes that has put another in its place.
const BEHIND: i16 = -1;

/// What the Valyrian Steel Blade adds.
pub(super) const BLADE: i16 = 1;

fn add(addends: &mut Addends, amount: i16, why: Why) {
    // There is room for every unit kind, neighbour, card and ability; were there not, the last would be lost
    // rather than the game.
    let _ = addends.try_push(Addend { amount, why });
}

/// Returns the sum.
pub fn total(addends: &Addends) -> i16 {
    addends.iter().map(|addend| addend.amount).sum()
}

/// Returns which side wins with these strengths; with equal ones, the better position on the Fiefdoms track.
/// Rules: 1e, Battle, step 5; R-17.
pub fn winner(board: &Board, seats: [Seat; 2], attacker: i16, defender: i16) -> Role {
    let rank = |seat| board.rank(Track::Fiefdoms, seat);
    // Nobody is weaker than not at all.
    let (attacker, defender) = (attacker.max(0), defender.max(0));
    let attacker_wins =
        if attacker == defender { rank(seats[0]) < rank(seats[1]) } else { attacker > defender };
    if attacker_wins { Role::Attacker } else { Role::Defender }
}

/// Returns by how much the attacker's strength exceeds the defender's.
pub(super) fn margin(board: &Board, battle: &Battle) -> i16 {
    let [attacker, defender] = Role::ALL.map(|role| total(&all(board, battle, role)).max(0));
    attacker - defender
}

/// Compares the strengths and tells them; says who has won. A ruling may say otherwise.
pub(super) fn decide(board: &Board, battle: &Battle, table: &mut Table<'_>) -> Role {
    let sums = Role::ALL.map(|role| all(board, battle, role));
    let totals = [total(&sums[0]), total(&sums[1])];
    let winner = winner(board, battle.seats, totals[0], totals[1]);
    let by = if totals[0].max(0) == totals[1].max(0) { "fiefdoms" } else { "strength" };
    let ruled = table.settle(|| point(board, battle, winner));
    let id = |role: Role| board.world.seat_id(battle.seat(role));
    let ruled = ruled.and_then(|house| Role::ALL.into_iter().find(|role| house == id(*role)));
    let (winner, by) = ruled.map_or((winner, by), |role| (role, "ruling"));
    table.tell(|| won(board, battle, winner, by, &sums).into());
    winner
}

/// Who wins, as something that can be ruled on: `3/marches/2/battle/moat-cailin/winner`.
fn point(board: &Board, battle: &Battle, winner: Role) -> Point {
    let id = |role: Role| board.world.seat_id(battle.seat(role)).to_owned();
    let (turn, stage, step) = (board.turn, board.stage.id(), board.step);
    Point {
        key: format!("{turn}/{stage}/{step}/battle/{}/winner", board.world.area_id(battle.contest.area)),
        found: id(winner).into(),
        legal: Role::ALL.into_iter().map(|role| id(role).into()).collect(),
    }
}

/// Returns a battle's end as an event.
pub(super) fn won(board: &Board, battle: &Battle, winner: Role, by: &str, sums: &[Addends; 2]) -> WarEvent {
    let id = |role: Role| board.world.seat_id(battle.seat(role)).to_owned();
    WarEvent::BattleWon {
        area: board.world.area_id(battle.contest.area).to_owned(),
        winner: id(winner),
        loser: id(winner.other()),
        side: winner.id().to_owned(),
        by: by.to_owned(),
        attacker: told(board, &sums[0]),
        defender: told(board, &sums[1]),
        fiefdoms: battle.seats.map(|seat| board.rank(Track::Fiefdoms, seat) as u8 + 1),
    }
}

/// Returns a strength as an event tells it.
pub fn told(board: &Board, addends: &Addends) -> event::Sum {
    let told = |addend: &Addend| event::Addend { amount: addend.amount, reason: reason(board, addend.why) };
    event::Sum { total: total(addends), addends: addends.iter().map(told).collect() }
}

fn reason(board: &Board, why: Why) -> event::Reason {
    let world = &board.world;
    let house = |seat| world.seat_id(seat).to_owned();
    let order_id = |order| world.token(order).id.clone();
    match why {
        Why::Units(unit, number, each) => event::Reason::Units { unit: unit.id().to_owned(), number, each },
        Why::Routed(troop) => event::Reason::Routed { units: units(troop) },
        Why::Order(order, area) => {
            let plain = world.token(order).star && !board.is_special(area, order);
            event::Reason::Order { order: order_id(order), plain }
        }
        Why::Support(seat, area, order) => event::Reason::Support {
            house: house(seat),
            area: world.area_id(area).to_owned(),
            order: order_id(order),
            units: units(board.spot(area).fit),
            bonus: board.bonus(area, order),
        },
        Why::Card(card) => event::Reason::Card { card: world.card(card).id.clone() },
        Why::Ability(seat, card) => event::Reason::Ability {
            house: house(seat),
            card: world.card(card).id.clone(),
            ability: world.card(card).ability.map_or("", Row::id).to_owned(),
        },
        Why::Tactic(card, letter) => event::Reason::Tactic {
            card: world.north.as_ref().map_or("", |north| north.tactic(card).card.id()).to_owned(),
            ability: letter.id().to_owned(),
        },
        Why::Blade => event::Reason::Blade,
        Why::Tides => event::Reason::Tides,
        Why::Garrison => event::Reason::Garrison,
        Why::Place(area) => event::Reason::Place { area: world.area_id(area).to_owned() },
    }
}
