//! Positions that cannot be: each slip alone, beside one that is as near to it and can be.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::realm::sound;
use crate::games::thrones::testing::{area, opening, seat, troop};

/// What is said of the opening of a game of five with one change.
fn refused(change: impl Fn(&mut Board)) -> &'static str {
    let mut board = opening(5);
    change(&mut board);
    sound::sound(&board).map_or_else(|why| why.code(), |()| "")
}

#[test]
fn what_stands_in_an_area() {
    let stark = |b: &Board| seat(b, "stark");
    for (at, token, neutral, garrison, code) in [
        ("karhold", true, 0, 0, ""),
        ("karhold", false, 2, 0, ""),
        ("karhold", true, 2, 0, "unsound-token"),
        ("karhold", false, 0, 2, "unsound-holder"),
        ("sea-of-dorne", true, 0, 0, "unsound-token"),
        ("sea-of-dorne", false, 2, 0, ""),
        ("sea-of-dorne", false, 0, 2, "unsound-holder"),
        ("winterfell", true, 0, 0, ""),
        ("winterfell", false, 2, 0, "unsound-neutral"),
        ("winterfell", true, 2, 0, "unsound-token"),
        ("winterfell", false, 0, 2, ""),
    ] {
        let is = refused(|b| {
            let (place, owner) = (area(b, at), stark(b));
            let mut spot = b.spot_mut(place);
            (spot.neutral, spot.garrison) = (neutral, garrison);
            if token {
                spot.token = Some(owner);
            }
        });
        assert_eq!(is, code, "{at} {token} {neutral} {garrison}");
    }
}

#[test]
fn when_orders_lie_and_units_are_routed() {
    for (stage, order, routed) in [
        (Stage::Westeros, "unsound-order", "unsound-routed"),
        (Stage::Planning, "unsound-order", "unsound-routed"),
        (Stage::Raven, "", "unsound-routed"),
        (Stage::Raids, "", "unsound-routed"),
        (Stage::Marches, "", ""),
        (Stage::Consolidate, "", "unsound-routed"),
    ] {
        let lies = refused(|b| {
            b.stage = stage;
            let (place, raid) = (area(b, "winterfell"), b.world.order("raid"));
            b.spot_mut(place).order = raid;
        });
        assert_eq!(lies, order, "{stage:?}");
        let is_routed = refused(|b| {
            b.stage = stage;
            let place = area(b, "winterfell");
            b.spot_mut(place).fit = troop("f");
            b.spot_mut(place).routed = troop("k");
        });
        assert_eq!(is_routed, routed, "{stage:?}");
        let nobody = refused(|b| {
            b.stage = stage;
            let (place, raid) = (area(b, "karhold"), b.world.order("raid"));
            b.spot_mut(place).order = raid;
        });
        assert_eq!(nobody, "unsound-order", "{stage:?}: nobody is there");
    }
}

#[test]
fn what_a_house_has() {
    let stark = |b: &Board| seat(b, "stark");
    let one = |b: &Board| b.houses[stark(b)].hand.iter().next().unwrap();
    let most = |b: &Board| b.world.houses[stark(b)].power_tokens - b.tokens_on_board(stark(b));
    for (more, code) in [(0, ""), (1, "unsound-power")] {
        let is = refused(|b| {
            let (house, most) = (stark(b), most(b));
            b.houses[house].power = most + more;
        });
        assert_eq!(is, code, "{more}");
    }
    let card = |to: &dyn Fn(&mut Board)| refused(to);
    let away = |b: &mut Board| {
        let (house, card) = (stark(b), one(b));
        b.houses[house].hand.remove(card);
        (house, card)
    };
    assert_eq!(
        card(&|b| {
            away(b);
        }),
        "unsound-cards",
        "a card is nowhere"
    );
    assert_eq!(
        card(&|b| {
            let (house, card) = away(b);
            b.houses[house].used.add(card);
        }),
        ""
    );
    assert_eq!(
        card(&|b| {
            let (house, card) = away(b);
            b.houses[house].out.add(card);
        }),
        ""
    );
    assert_eq!(
        card(&|b| {
            let (house, card) = away(b);
            b.houses[house].used.add(card);
            b.houses[house].out.add(card);
        }),
        "unsound-cards",
        "used and out"
    );
    assert_eq!(
        card(&|b| {
            let (house, card) = (stark(b), one(b));
            b.houses[house].out.add(card);
        }),
        "unsound-cards",
        "in hand and out"
    );
    for (more, code) in [(0, ""), (1, "unsound-supply")] {
        let is = refused(|b| {
            let house = stark(b);
            b.houses[house].supply = b.world.last_supply(house) + more;
        });
        assert_eq!(is, code, "{more}");
    }
    // With one barrel there may be an army of three.
    for (units, code) in [("fff", ""), ("ffff", "unsound-supply")] {
        let is = refused(|b| {
            let place = area(b, "winterfell");
            b.spot_mut(place).fit = troop(units);
        });
        assert_eq!(is, code, "{units}");
    }
}
