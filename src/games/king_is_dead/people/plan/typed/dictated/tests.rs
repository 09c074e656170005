//! Turns as people dictate and thumb them: each is the plan of the sheet, and what may be two things is none.

use super::super::tests::meant;
use crate::games::king_is_dead::people::plan::tests::plan;

#[test]
fn a_turn_is_read_by_the_names_in_it() {
    let welsh =
        |place: &str| format!("turns: [{{play: welsh, place: {place}, summon: scots from londinium}}]");
    let mut unlike = Vec::new();
    for (lines, yaml) in [
        // The card of a faction: both followers in one region, or one in each of two.
        ("welsh deva ratae, summon scots from londinium", welsh("[deva, ratae]")),
        ("Welsh x2 in Ratae, take scots from londinium", welsh("[ratae]")),
        ("i place 2 welsh in ratae and take one of the scots from londinium", welsh("[ratae]")),
        ("put two welsh into ratae. summon scots londinium", welsh("[ratae]")),
        ("welsh card. ratae. scots from londinium", welsh("[ratae]")),
        ("Welsh: Deva, Ratae; summon: Scots, Londinium", welsh("[deva, ratae]")),
        ("Welsh to Deva and Ratae, and a Scot from Londinium joins my court", welsh("[deva, ratae]")),
        ("next turn i play welsh in ratae (both) and take a scot from londinium", welsh("[ratae]")),
        ("2 welsh in deva and ratae, scots from londinium to my court", welsh("[deva, ratae]")),
        ("welsh twice in ratae, summon scots from londinium, only if it does something", welsh("[ratae]")),
        ("welsh deva ratae\nsummon scots from londinium\nonly if it does something", welsh("[deva, ratae]")),
        ("welsh in ratae, take a scot from there", welsh("[ratae]").replace("londinium", "ratae")),
        ("play romano-brits, one in eboracum one in ratae, recruit a welsh from ratae",
            "turns: [{play: romano-britons, place: [eboracum, ratae], summon: welsh from ratae}]".to_owned()),
        ("RB: eboracum + ratae. Summon RB londinium",
            "turns: [{play: romano-britons, place: [eboracum, ratae], summon: romano-britons from londinium}]".to_owned()),
        // The Crown, with its token and without.
        ("crown: deva/ratae, token ratae, summon a scot from deva",
            "turns: [{play: crown, swap: [deva, ratae], crown: ratae, summon: scots from deva}]".to_owned()),
        ("use the crown to swap deva with ratae. crown token on ratae. i take a scot from deva",
            "turns: [{play: crown, swap: [deva, ratae], crown: ratae, summon: scots from deva}]".to_owned()),
        // What is exchanged.
        ("I'd play garrison: one welsh and one romano-briton of caerleon for a scot of deva. and i take the scot in eboracum",
            "turns: [{play: garrison, exchange: {from: caerleon, to: deva, give: [welsh, romano-britons], take: scots}, summon: scots from eboracum}]".to_owned()),
        ("garrison caerleon <-> deva: 1 welsh 1 RB against 1 scot, summon a scot from deva",
            "turns: [{play: garrison, exchange: {from: caerleon, to: deva, give: [welsh, romano-britons], take: scots}, summon: scots from deva}]".to_owned()),
        ("Garrison: caerleon gives a welsh and a roman to deva, deva gives a scot. Summon a scot out of deva",
            "turns: [{play: garrison, exchange: {from: caerleon, to: deva, give: [welsh, romano-britons], take: scots}, summon: scots from deva}]".to_owned()),
        ("Ambassador - scot caledonia / RB caerleon. Summon welsh eboracum.",
            "turns: [{play: ambassador, exchange: {from: caledonia, to: caerleon, give: scots, take: romano-britons}, summon: welsh from eboracum}]".to_owned()),
        ("ambassador: a scot to caerleon, a roman to caledonia, summon welsh from eboracum",
            "turns: [{play: ambassador, exchange: {from: caledonia, to: caerleon, give: scots, take: romano-britons}, summon: welsh from eboracum}]".to_owned()),
        // A settlement, and several turns in a line.
        ("settlement: RB to caerleon, scots caledonia, welsh deva. summon romano from eboracum",
            "turns: [{play: settlement, place: {romano-britons: caerleon, scots: caledonia, welsh: deva}, summon: romano-britons from eboracum}]".to_owned()),
        ("settlement all in londinium, take a roman from there",
            "turns: [{play: settlement, place: [londinium], summon: romano-britons from londinium}]".to_owned()),
        ("next turn i play welsh in ratae (both) and take a scot from londinium; after that pass",
            welsh("[ratae]").replace("}]", "}, pass]")),
        // Under a condition.
        ("if nobody has passed: welsh deva ratae, summon scots from londinium",
            welsh("[deva, ratae]").replace("{play", "{if: nobody has passed, play")),
        ("welsh deva ratae, summon scots from londinium, if nobody has passed",
            welsh("[deva, ratae]").replace("{play", "{if: nobody has passed, play")),
    ] {
        let (found, remarks) = meant(lines);
        let read = found.as_ref().map(|plan| format!("{plan:?}").to_lowercase());
        let wanted = format!("{:?}", plan(&yaml)).to_lowercase();
        if read.as_ref() != Some(&wanted) || !remarks.is_empty() {
            unlike.push(format!("{lines}: {remarks:?}\n  {read:?}\n  {wanted}"));
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

#[test]
fn what_may_be_two_things_or_holds_a_word_of_no_meaning_is_no_turn() {
    let mut taken = Vec::new();
    for lines in [
        // Whose turn it is, and whether it is one, is said by words that are not known.
        "bert plays welsh deva ratae and takes a scot from londinium",
        "never welsh deva ratae, summon scots from londinium",
        // Two in one and one in another are three.
        "two welsh in deva and one in ratae, summon scots from londinium",
        "one welsh in deva, summon scots from londinium",
        "if nobody likes me: welsh deva ratae, summon scots from londinium",
        // A faction that is not the card's.
        "welsh deva and scots ratae, summon scots from londinium",
        // Which of the two regions is "there"?
        "welsh deva ratae, take a scot from there",
        // Two places and one way.
        "ambassador: a scot and a roman between caledonia and caerleon, summon welsh from eboracum",
        "garrison: three scots from deva for a welsh from ratae, summon anybody",
        // Three regions, and a settlement of two.
        "crown: deva, ratae, londinium, summon a scot from deva",
        "settlement: RB caerleon, welsh deva, summon a scot from deva",
        "settlement: RB caerleon, welsh deva, welsh ratae, summon a scot from deva",
    ] {
        let (plan, codes) = meant(lines);
        if plan.is_some() {
            taken.push(format!("{lines}: {codes:?} {plan:?}"));
        }
    }
    assert!(taken.is_empty(), "{}", taken.join("\n"));
}
