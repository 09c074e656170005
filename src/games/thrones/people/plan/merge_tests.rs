//! Two mails of one turn come to one plan.

use super::tests::stark;
use super::{Plan, merge};
use crate::games::thrones::people::plan::tests::opening;

fn plan(text: &str) -> Plan {
    let reading = stark(text);
    reading.plan.unwrap_or_else(|| panic!("{:?}", reading.faults))
}

/// The merged plan, and what of the old one stands.
fn merged(old: &str, new: &str) -> (Plan, Vec<(String, Vec<String>)>) {
    let (merged, kept) = merge(&opening(5).world, &plan(old), &plan(new));
    (merged, kept.into_iter().map(|kept| (kept.section, kept.entries)).collect())
}

fn kept(section: &str, entries: &[&str]) -> (String, Vec<String>) {
    (section.to_owned(), entries.iter().map(|entry| (*entry).to_owned()).collect())
}

#[test]
fn orders_yesterday_and_marches_today_are_both_there() {
    let (plan, stands) = merged(
        "plan: {orders: {Winterfell: march+0, White Harbor: support}}",
        "plan: {marches: [{from: Winterfell, to: Moat Cailin}]}",
    );
    assert_eq!((plan.orders.unwrap().len(), plan.marches.len()), (2, 1));
    assert_eq!(stands, [kept("orders", &["White Harbor", "Winterfell"])]);
}

#[test]
fn an_entry_replaces_that_of_its_key_and_none_takes_it_away() {
    let old = "plan: {orders: {Winterfell: march+0, White Harbor: support, The Shivering Sea: raid}}";
    let (plan, stands) = merged(old, "plan: {orders: {Winterfell: defense, White Harbor: none}}");
    let orders: Vec<(String, String)> = plan.orders.unwrap().into_iter().collect();
    let expected = [("the-shivering-sea", "raid"), ("winterfell", "defense")];
    assert_eq!(orders, expected.map(|(area, order)| (area.to_owned(), order.to_owned())));
    assert_eq!(stands, [kept("orders", &["The Shivering Sea"])]);
    let (plan, stands) = merged(old, "plan: {orders: none}");
    assert_eq!((plan.orders.map(|orders| orders.len()), stands.len()), (Some(0), 0));
}

#[test]
fn marches_of_one_area_are_replaced_together() {
    let (plan, stands) = merged(
        "plan: {marches: [{from: Winterfell, to: Karhold}, {from: White Harbor, to: Widow's Watch}, {from: Winterfell, to: Moat Cailin}]}",
        "plan: {marches: [{from: Winterfell, to: Castle Black}]}",
    );
    let from: Vec<&str> = plan.marches.iter().map(|march| march.from.as_str()).collect();
    assert_eq!(from, ["white-harbor", "winterfell"]);
    assert_eq!(stands, [kept("marches", &["White Harbor"])]);
}

#[test]
fn wishes_for_battles_and_bids_are_merged_by_what_they_speak_of() {
    let (plan, stands) = merged(
        "plan: {bids: {throne: 1, court: 2}, battle: {cards: [Robb Stark], at Seagard: {blade: no}}, support: {own: always}}",
        "plan: {bids: {court: 0}, battle: {blade: ask, at Seagard: {cards: [Eddard Stark]}}, muster: {Winterfell: none}}",
    );
    assert_eq!(plan.bids.into_values().collect::<Vec<_>>(), [1, 0]);
    assert_eq!((plan.battle.always.cards.len(), plan.battle.always.blade.is_some()), (1, true));
    let there = &plan.battle.at["seagard"];
    assert_eq!((there.cards.len(), there.blade.is_some()), (1, true));
    let expected =
        [kept("bids", &["Iron Throne"]), kept("support", &["own"]), kept("battle", &["cards", "at Seagard"])];
    assert_eq!(stands, expected);
}

#[test]
fn what_is_of_another_turn_does_not_stand() {
    let old = Plan { turn: 9, ..plan("plan: {orders: {Winterfell: defense}, bids: {court: 1}}") };
    let (plan, _) =
        merge(&opening(5).world, &old, &plan("plan: {raids: [{from: The Shivering Sea, at: none}]}"));
    assert_eq!((plan.orders, plan.bids.len()), (None, 1));
}
