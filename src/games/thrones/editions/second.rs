//! The second edition (2011): its answers and its cards. What differs from the first, rule by rule: docs/rules/thrones-2e.md.

use super::first::{ability, asking, ban, card};
use super::standard::{STANDARD, chapter};
use crate::games::thrones::board::{Board, Stage, Track};
use crate::games::thrones::data::{OrderKind, Unit};
use crate::games::thrones::game::{AbilityRow, Ban, Chapter, Edition, Form, Hook, Table, WesterosCardRow};
use crate::games::thrones::realm::{
    bidding, consolidate, mustering, planning, ports, power, raven, supply, victory, westeros,
    wildling_cards, wildling_foresight, wildlings,
};
use crate::games::thrones::terms::{Forces, HandReturns, LastUnit, Rally};
use crate::games::thrones::war::battle::abilities::{after, beaten, decided, exchange, revealed, strength};
use crate::games::thrones::war::battle::{aftermath, retreat, strength as counting};
use crate::games::thrones::war::{marches, raids};
use crate::table::Pause;

/// The second edition.
pub static SECOND: Edition = ANSWERS;

/// The second edition's answers: what a scenario of it says that it does not say otherwise.
pub const ANSWERS: Edition = Edition {
    id: "thrones-2e",
    stages: STAGES,
    wins_now: victory::by_areas_and_ladder,
    ladder: victory::LADDER_OF_THE_SECOND,
    westeros: WESTEROS,
    wildlings_grown,
    watch_wins: wildlings::card_after_victory,
    wildlings_win: wildlings::card_after_defeat,
    wildlings_after: |board, won| if won { 0 } else { board.theatres[0].wildlings.saturating_sub(2) },
    wildling_cards: wildling_cards::CARDS,
    attack_asks: wildling_foresight::foresee_cards,
    misplaced: planning::misplaced_if_forbidden,
    order_everywhere: |_| true,
    consolidates: power::by_crowns_or_muster,
    raid_targets: raids::one,
    raidable: raids::star_takes_defense,
    raid_spoils: raids::power_from_victim,
    forces: Forces::MustFall,
    token_at_home: false,
    rally: Rally::AtTurnEnd,
    idle_support: true,
    unit_strength: counting::siege_strength,
    abilities: ABILITIES,
    last_unit: LastUnit::FightsOn,
    retreats: retreat::fewest_losses,
    hand_returns: HandReturns::ButLast,
    routed_left: aftermath::orders_of_the_routed_go,
    area_left: ports::abandoned,
    area_changed: ports::ships_pass,
    ..STANDARD
};

/// The turn. Rules: 2e, The sequence of the turn.
const STAGES: &[Chapter] = &[
    chapter(Stage::Westeros, westeros::turn_cards),
    chapter(Stage::CardOne, |board, table| westeros::execute(board, 0, table)),
    chapter(Stage::CardTwo, |board, table| westeros::execute(board, 1, table)),
    chapter(Stage::CardThree, |board, table| westeros::execute(board, 2, table)),
    chapter(Stage::Planning, planning::planning),
    chapter(Stage::Raven, raven::raven_or_look),
    Chapter { stage: Stage::Raids, play: raids::raids, skipped_without: Some(OrderKind::Raid) },
    chapter(Stage::Marches, marches::marches),
    Chapter {
        stage: Stage::Consolidate,
        play: consolidate::consolidate_in_turns,
        skipped_without: Some(OrderKind::Consolidate),
    },
];

/// Rules: 2e, The Westeros cards.
const WESTEROS: &[WesterosCardRow] = &westeros_cards([
    asking("supply", supply::supply_for_all, supply::foresee),
    asking("mustering", mustering::mustering, mustering::foresee),
    asking("game-of-thrones", power::crowns_and_ports, |foresight| foresight.power_grows = true),
    asking("wildling-attack", wildlings::attack, wildlings::foresee),
]);

/// Returns the Westeros cards with those four that each board executes in its own way: *Supply*, *Mustering*, *Game of Thrones* and
/// the wildling attack. Rules: 2e, The Westeros cards; BW, B-120 to B-128.
pub(super) const fn westeros_cards(own: [WesterosCardRow; 4]) -> [WesterosCardRow; 15] {
    let [supply, mustering, game_of_thrones, wildling_attack] = own;
    [
        supply,
        mustering,
        WesterosCardRow {
            choice: Some((Track::IronThrone, &["mustering", "supply", "last-days-of-summer"])),
            ..card("a-throne-of-blades", westeros::nothing)
        },
        card("last-days-of-summer", westeros::nothing),
        WesterosCardRow { reshuffles: true, ..card("winter-is-coming", westeros::nothing) },
        asking("clash-of-kings", bidding::clash_of_kings, bidding::foresee),
        game_of_thrones,
        WesterosCardRow {
            choice: Some((Track::KingsCourt, &["clash-of-kings", "game-of-thrones", "last-days-of-summer"])),
            ..card("dark-wings-dark-words", westeros::nothing)
        },
        wildling_attack,
        WesterosCardRow {
            choice: Some((Track::Fiefdoms, &["rains-of-autumn", "storm-of-swords", "last-days-of-summer"])),
            ..card("put-to-the-sword", westeros::nothing)
        },
        ban("storm-of-swords", OrderKind::Defense),
        WesterosCardRow {
            forbids: Some(Ban { kind: OrderKind::March, starred_only: true }),
            ..card("rains-of-autumn", westeros::nothing)
        },
        ban("sea-of-storms", OrderKind::Raid),
        ban("web-of-lies", OrderKind::Support),
        ban("feast-for-crows", OrderKind::Consolidate),
    ]
}

/// Rules: 2e, House cards.
pub const ABILITIES: &[AbilityRow] = &[
    ability("return-opponents-card", Hook::Cancel(exchange::return_opponents_card), Form::Use),
    ability("pay-two-for-another-card", Hook::Revealed(exchange::pay_for_another_card), Form::OwnCard),
    ability("kill-footman", Hook::Revealed(revealed::kill_footman), Form::FitOrRouted),
    ability("push-opponent-down", Hook::Revealed(revealed::push_opponent_down), Form::Track),
    ability("remove-opponents-adjacent-order", Hook::Revealed(revealed::remove_adjacent_order), Form::Area),
    ability("one-if-behind", Hook::Strength(strength::one_if_behind), Form::None),
    ability(
        "one-and-sword-with-stannis-used",
        Hook::StrengthAndIcons(strength::one_with_stannis, strength::sword_with_stannis),
        Form::None,
    ),
    ability("others-ships-0-if-supported", Hook::Strength(strength::others_ships_0_if_supported), Form::None),
    AbilityRow {
        raises: Some(Unit::Footman),
        ..ability(
            "footmen-attack-and-support-2",
            Hook::Strength(|b, f, o, s| {
                strength::attackers_and_supporters_count(b, f, o, s, Unit::Footman, 2)
            }),
            Form::None,
        )
    },
    AbilityRow {
        raises: Some(Unit::Ship),
        ..ability(
            "ships-attack-and-support-2",
            Hook::Strength(|b, f, o, s| strength::attackers_and_supporters_count(b, f, o, s, Unit::Ship, 2)),
            Form::None,
        )
    },
    ability("enemy-card-0", Hook::Strength(strength::enemy_card_0), Form::None),
    ability("double-defense", Hook::Strength(strength::double_defense), Form::None),
    ability(
        "one-and-sword-in-defense-of-castle",
        Hook::StrengthAndIcons(strength::one_in_castle, strength::sword_in_castle),
        Form::None,
    ),
    ability("icons-without-support", Hook::Icons(strength::icons_without_support), Form::None),
    ability("sword-or-fortification", Hook::Icons(strength::sword_or_fortification), Form::None),
    ability("win-two-power", Hook::Decided(decided::two_power_if_won), Form::None),
    ability(
        "upgrade-fighting-or-supporting-footman",
        Hook::Decided(decided::upgrade_footman_if_won),
        Form::AreaOrNone,
    ),
    ability("remove-losers-order", Hook::Decided(decided::remove_order_if_won), Form::AreaOrNone),
    ability("lose-and-take-all-back", Hook::Decided(decided::take_all_back_if_lost), Form::None),
    ability("no-casualties", Hook::Spares, Form::None),
    ability("choose-losers-retreat", Hook::Retreat, Form::AreaOrNone),
    ability("lose-and-bar-the-way", Hook::Bars, Form::None),
    ability("march-moves-along", Hook::After(after::march_moves_along), Form::None),
    ability("discard-opponents-card", Hook::After(after::discard_opponents_card), Form::OthersCard),
    // Those of the board for nine houses: docs/rules/thrones-nine.md.
    ability("one-with-more-power", Hook::Strength(strength::one_with_more_power), Form::None),
    ability("power-by-opponents-card", Hook::After(after::power_by_opponents_card), Form::None),
    ability("pay-two-to-empty-opponent", Hook::After(after::pay_two_to_empty_opponent), Form::Use),
    ability("three-power-if-poorer", Hook::After(after::three_power_if_poorer), Form::None),
    ability(
        "two-against-defense-and-change-of-sides",
        Hook::StrengthAndBeaten(strength::two_against_defense, beaten::change_of_sides),
        Form::UnitOrNone,
    ),
    AbilityRow {
        raises: Some(Unit::Footman),
        ..ability(
            "footmen-2-and-swords",
            Hook::StrengthAndIcons(strength::footmen_2, strength::sword_for_two_footmen),
            Form::None,
        )
    },
    ability("raid-from-area-taken", Hook::After(after::raid_from_area_taken), Form::Area),
    ability("move-or-place-order", Hook::After(after::move_or_place_order), Form::OrderTo),
    ability("retreat-anywhere-standing", Hook::Escapes, Form::None),
    ability("opponents-ships-0-in-castle", Hook::Strength(strength::opponents_ships_0_in_castle), Form::None),
    ability(strength::ORDERS_TURN, Hook::Strength(strength::own_orders_double_opponents_0), Form::None),
    ability("icons-at-river", Hook::Icons(strength::icons_at_river), Form::None),
    AbilityRow {
        takes_text: true,
        ..ability("take-text-or-swords", Hook::Cancel(exchange::take_text_or_swords), Form::Use)
    },
];

/// Wildlings at the end of their track attack at once; that may end the game. Rules: 2e, Wildlings.
fn wildlings_grown(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let last = board.world.theatres[0].wildlings.len() - 1;
    if usize::from(board.theatres[0].wildlings) < last {
        return Ok(());
    }
    wildlings::attack(board, table)?;
    victory::check(board, None, table);
    Ok(())
}
