//! An edition that answers most questions differently, much as the second edition and its scenarios do.

use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{Area, Icons, OrderId, OrderKind, Unit};
use crate::games::thrones::editions::STANDARD;
use crate::games::thrones::editions::first::{ability, asking, card};
use crate::games::thrones::editions::standard::chapter;
use crate::games::thrones::game::{
    AbilityRow, Ban, Chapter, Edition, Form, Hook, Rung, Table, WesterosCardRow, WildlingCardRow,
};
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::{
    bidding, consolidate, mustering, planning, supply, victory, westeros, wildlings,
};
use crate::games::thrones::terms::{Attack, LastUnit, Misplaced, OwnStage, Part, Yield};
use crate::games::thrones::war::battle::abilities::choose::{choose, tell};
use crate::games::thrones::war::battle::abilities::{Choice, Choices, revealed};
use crate::games::thrones::war::battle::contest::{Battle, Contest, Role};
use crate::games::thrones::war::battle::strength::printed_strength;
use crate::games::thrones::war::event::AbilityEffect;
use crate::games::thrones::war::{marches, raids};
use crate::table::{Pause, Seat};

/// The stage that this edition adds: each northern house in the wild gains a power.
pub const QUESTS: Stage = Stage::Own(OwnStage { id: "quests", rank: 65 });

/// The trial edition.
pub static TRIAL: Edition = Edition {
    id: "trial",
    stages: &[
        chapter(Stage::Westeros, westeros::turn_cards),
        chapter(Stage::CardOne, |board, table| westeros::execute(board, 0, table)),
        chapter(Stage::CardTwo, |board, table| westeros::execute(board, 1, table)),
        chapter(Stage::CardThree, |board, table| westeros::execute(board, 2, table)),
        chapter(Stage::Planning, planning::planning),
        chapter(QUESTS, quests),
        Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
        chapter(Stage::Marches, marches::marches),
        chapter(Stage::Consolidate, consolidate::consolidate),
    ],
    wins_now: |board, mover| victory::by_areas(board, mover).map(|(seat, _)| (seat, "castles")),
    wins: &["castles"],
    ladder: &[
        Rung { by: "land", value: |board, seat| board.controlled_by(seat).len() as u8 },
        Rung { by: "power", value: |board, seat| board.houses[seat].power },
    ],
    westeros: WESTEROS,
    wildlings_grown,
    watch_wins: wildlings::card_after_victory,
    wildlings_win: wildlings::card_after_defeat,
    wildlings_after: |board, won| if won { 0 } else { board.theatres[0].wildlings.saturating_sub(2) },
    wildling_cards: &[
        WildlingCardRow { id: "scouts", won: bid_returned, lost: power_lost },
        WildlingCardRow { id: "riders", won: wildlings::reward, lost: wildlings::ravage },
    ],
    misplaced,
    consolidates,
    raid_targets: |_, _| 1,
    raidable,
    raid_spoils,
    unit_strength,
    place_strength,
    abilities: ABILITIES,
    last_unit: LastUnit::FightsOn,
    area_changed,
    ..STANDARD
};

const WESTEROS: &[WesterosCardRow] = &[
    asking("supply", supply::supply, supply::foresee),
    asking("mustering", mustering::mustering, mustering::foresee),
    card("nothing", westeros::nothing),
    asking("clash-of-kings", bidding::clash_of_kings, bidding::foresee),
    asking("wildling-attack", wildlings::attack, wildlings::foresee),
    asking(
        "northern-muster",
        |board, table| {
            board.play_order_in(1).into_iter().for_each(|seat| gain(board, seat, "northern-muster", table));
            Ok(())
        },
        |foresight| foresight.power_grows = true,
    ),
    WesterosCardRow { reshuffles: true, ..card("winter-is-coming", westeros::nothing) },
    WesterosCardRow {
        choice: Some((Track::IronThrone, &["mustering", "supply", "nothing"])),
        ..card("a-throne-of-blades", westeros::nothing)
    },
    WesterosCardRow {
        choice: Some((Track::Fiefdoms, &["no-starred-march", "no-defense", "nothing"])),
        ..card("put-to-the-sword", westeros::nothing)
    },
    WesterosCardRow {
        forbids: Some(Ban { kind: OrderKind::March, starred_only: true }),
        ..card("no-starred-march", westeros::nothing)
    },
    WesterosCardRow {
        forbids: Some(Ban { kind: OrderKind::Defense, starred_only: false }),
        ..card("no-defense", westeros::nothing)
    },
];

const ABILITIES: &[AbilityRow] = &[
    ability("slay", Hook::Revealed(revealed::kill_footman), Form::FitOrRouted),
    ability("sharpen", Hook::Icons(sharpen), Form::None),
    ability("pillage", Hook::Decided(pillage), Form::None),
    ability("plunder", Hook::After(plunder), Form::AreaOrNone),
];

fn gain(board: &mut Board, seat: Seat, because: &str, table: &mut Table<'_>) {
    let gained = board.gain_power(seat, 1);
    table.tell(|| {
        RealmEvent::PowerGained {
            house: board.world.seat_id(seat).to_owned(),
            because: because.to_owned(),
            areas: Default::default(),
            due: 1,
            gained,
            available: board.houses[seat].power,
        }
        .into()
    });
}

fn quests(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order_in(1) {
        if board.held_by(seat).any(|(area, _)| board.structure(area).is_none()) {
            gain(board, seat, "quests", table);
        }
    }
    Ok(())
}

fn wildlings_grown(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let last = board.world.theatres[0].wildlings.len() - 1;
    if usize::from(board.theatres[0].wildlings) == last { wildlings::attack(board, table) } else { Ok(()) }
}

fn bid_returned(board: &mut Board, attack: &Attack, _: &mut Table<'_>) -> Result<(), Pause> {
    board.gain_power(attack.singled_out, attack.bids[attack.singled_out]);
    Ok(())
}

fn power_lost(board: &mut Board, attack: &Attack, _: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let power = &mut board.houses[seat].power;
        *power = if seat == attack.singled_out { 0 } else { power.saturating_sub(2) };
    }
    Ok(())
}

/// Consolidate Power may be placed anywhere.
fn misplaced(board: &Board, area: Area, order: OrderId) -> Option<Misplaced> {
    planning::misplaced_by_terrain(board, area, order).filter(|why| *why != Misplaced::ConsolidateAtSea)
}

/// Nothing at sea; in a port a power, if no enemy is before it; a starred order may muster.
fn consolidates(board: &Board, area: Area, order: OrderId) -> Yield {
    let world = &board.world;
    if world.ports.has(area) {
        let enemy = |sea: Area| board.defended_against(sea, board.spot(area).holder.unwrap_or(Seat(0)));
        return Yield { power: u8::from(!world.borders(area).iter().any(enemy)), points: 0 };
    }
    if world.is_sea(area) {
        return Yield::default();
    }
    let points = if world.token(order).star { world.place(area).points } else { 0 };
    Yield { power: 1 + world.place(area).crowns, points }
}

/// A starred Raid order takes Defense orders too.
fn raidable(board: &Board, from: Area, raid: OrderId, target: OrderId) -> bool {
    let (star, kind) = (board.world.token(raid).star, board.world.token(target).kind);
    raids::raid_support_consolidate(board, from, raid, target) || star && kind == OrderKind::Defense
}

/// The victim loses what the raider gains.
fn raid_spoils(board: &mut Board, raider: Seat, victim: Seat, target: OrderId) -> u8 {
    if board.world.token(target).kind == OrderKind::Consolidate {
        let power = &mut board.houses[victim].power;
        *power = power.saturating_sub(1);
    }
    raids::power_for_consolidate(board, raider, victim, target)
}

/// Siege engines count only against a city or stronghold.
fn unit_strength(board: &Board, contest: &Contest, side: Role, unit: Unit, part: Part) -> i16 {
    let idle = side == Role::Defender || board.structure(contest.area).is_none();
    if unit == Unit::SiegeEngine && idle { 0 } else { printed_strength(board, contest, side, unit, part) }
}

/// The halls of the north add 1 to whoever defends them.
fn place_strength(board: &Board, contest: &Contest, side: Role) -> i16 {
    let north = board.world.houses[contest.attacker].theatre == 1;
    i16::from(side == Role::Defender && north && board.structure(contest.area).is_some())
}

/// A sword more for a side without support.
fn sharpen(_: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let alone = side == owner && battle.contest.lent.iter().all(|lent| lent.to != owner);
    Icons { swords: icons.swords + u8::from(alone), ..icons }
}

/// A winner gains a power, at once.
fn pillage(board: &mut Board, battle: &mut Battle, owner: Role, table: &mut Table<'_>) -> Result<(), Pause> {
    let gained = if battle.winner == Some(owner) { board.gain_power(battle.seat(owner), 1) } else { 0 };
    tell(board, battle, owner, table, || AbilityEffect::Power { gained });
    Ok(())
}

/// Won or lost, an order of the opponent may go.
fn plunder(board: &mut Board, battle: &mut Battle, owner: Role, table: &mut Table<'_>) -> Result<(), Pause> {
    let opponent = battle.seat(owner.other());
    let here = |area: &Area| *area == battle.contest.from || *area == battle.contest.area;
    let orders = board.held_by(opponent).filter(|(area, spot)| spot.order.is_some() && !here(area));
    let choices: Choices =
        [Choice::Nothing].into_iter().chain(orders.map(|(area, _)| Choice::Area(area))).collect();
    let choice = choose(board, battle, owner, choices, table)?;
    if let Some(Choice::Area(area)) = choice {
        board.spot_mut(area).order = None;
    }
    tell(board, battle, owner, table, || match choice {
        Some(Choice::Area(_)) => AbilityEffect::Declined,
        _ => AbilityEffect::Nothing,
    });
    Ok(())
}

/// Ships in the port of land that is no longer their house's are lost.
fn area_changed(board: &mut Board, area: Area, table: &mut Table<'_>) -> Result<(), Pause> {
    for port in board.world.ports_of(area).iter() {
        let spot = *board.spot(port);
        let Some(holder) = spot.holder.filter(|holder| board.controller(port) != Some(*holder)) else {
            continue;
        };
        board.remove_units(port, spot.fit, spot.routed);
        table.tell(|| {
            RealmEvent::UnitsLost {
                house: board.world.seat_id(holder).to_owned(),
                because: "port".to_owned(),
                amount: spot.units().count(),
                units: Default::default(),
            }
            .into()
        });
    }
    Ok(())
}
