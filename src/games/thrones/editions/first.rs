//! The first edition (2003): its cards; all else is standard.

use super::standard::STANDARD;
use crate::games::thrones::data::{OrderKind, Unit};
use crate::games::thrones::game::{AbilityRow, Ban, Edition, Foresight, Form, Hook, Rule, WesterosCardRow};
use crate::games::thrones::realm::{bidding, mustering, power, supply, westeros, wildlings};
use crate::games::thrones::war::battle::abilities::{revealed, strength, won};

/// The first edition.
pub static FIRST: Edition =
    Edition { id: "thrones-1e", westeros: WESTEROS, abilities: ABILITIES, ..STANDARD };

/// Returns a Westeros card that is executed, forbids nothing and asks nothing.
pub const fn card(id: &'static str, execute: Rule) -> WesterosCardRow {
    asking(id, execute, |_| {})
}

/// Returns a Westeros card that is executed and forbids nothing, with what it may ask.
pub const fn asking(id: &'static str, execute: Rule, asks: fn(&mut Foresight)) -> WesterosCardRow {
    WesterosCardRow { id, execute, asks, forbids: None, mutes: None, reshuffles: false, choice: None }
}

/// Returns a Westeros card that forbids a kind of order this turn, starred or not.
pub const fn ban(id: &'static str, kind: OrderKind) -> WesterosCardRow {
    let ban = Ban { kind, starred_only: false };
    WesterosCardRow { forbids: Some(ban), ..card(id, westeros::nothing) }
}

/// Rules: 1e, The Westeros cards.
pub const WESTEROS: &[WesterosCardRow] = &[
    asking("supply", supply::supply, supply::foresee),
    asking("mustering", mustering::mustering, mustering::foresee),
    card("last-days-of-summer", westeros::nothing),
    WesterosCardRow { reshuffles: true, ..card("winter-is-coming", westeros::nothing) },
    asking("clash-of-kings", bidding::clash_of_kings, bidding::foresee),
    asking("game-of-thrones", power::game_of_thrones, |foresight| foresight.power_grows = true),
    asking("wildling-attack", wildlings::attack, wildlings::foresee),
    ban("sea-of-storms", OrderKind::Raid),
    ban("storm-of-swords", OrderKind::Defense),
    ban("feast-for-crows", OrderKind::Consolidate),
    WesterosCardRow { mutes: Some(Unit::Footman), ..card("rains-of-autumn", westeros::nothing) },
];

/// Returns an ability of a step, with what there is to choose.
pub const fn ability(id: &'static str, hook: Hook, form: Form) -> AbilityRow {
    AbilityRow { id, hook, form, raises: None, takes_text: false }
}

/// Rules: 1e, Battle, House cards; R-15.
pub const ABILITIES: &[AbilityRow] = &[
    ability("cancel-card-ability", Hook::Cancel(revealed::cancel_card_ability), Form::None),
    ability("kill-footman", Hook::Revealed(revealed::kill_footman), Form::FitOrRouted),
    ability("discard-defense-order", Hook::Revealed(revealed::discard_defense_order), Form::None),
    ability("enemy-card-0", Hook::Strength(strength::enemy_card_0), Form::None),
    ability("double-defense", Hook::Strength(strength::double_defense), Form::None),
    ability(
        "knights-attack-3",
        Hook::Strength(|b, f, o, s| strength::attackers_count(b, f, o, s, Unit::Knight, 3)),
        Form::None,
    ),
    ability(
        "footmen-attack-2",
        Hook::Strength(|b, f, o, s| strength::attackers_count(b, f, o, s, Unit::Footman, 2)),
        Form::None,
    ),
    ability(
        "ships-attack-2",
        Hook::Strength(|b, f, o, s| strength::attackers_count(b, f, o, s, Unit::Ship, 2)),
        Form::None,
    ),
    ability("enemy-support-ships-0", Hook::Strength(strength::enemy_support_ships_0), Form::None),
    ability("win-two-power", Hook::Won(won::win_two_power), Form::None),
    ability("recover-card", Hook::Won(won::recover_card), Form::OwnCard),
    ability("upgrade-footman", Hook::Won(won::upgrade_footman), Form::Use),
    ability("remove-losers-order", Hook::Won(won::remove_losers_order), Form::Area),
    ability("remove-adjacent-order", Hook::Won(won::remove_adjacent_order), Form::AreaOrNone),
    ability("discard-losers-card", Hook::Won(won::discard_losers_card), Form::OthersCard),
];
