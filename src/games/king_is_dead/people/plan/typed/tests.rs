//! Free lines, read by themselves: each list is the plan that the sheet's YAML gives, and what is not one is said to be none.

use super::read_typed;
use crate::games::king_is_dead::people::plan::tests::{opening, plan};
use crate::games::king_is_dead::people::plan::{Otherwise, Plan, read};
use crate::table::{LineFate, Seat, Typed, TypedLine};

/// Lines of Morgan's. Bedivere is Anna's, Kay Carla's; that somebody is called Deva makes no player of the region.
fn typed(text: &str) -> Typed {
    let lines: Vec<TypedLine<'_>> =
        text.lines().zip(1..).map(|(text, line)| TypedLine { text, line }).collect();
    let names = [("Anna", 0), ("Carla", 2), ("Deva", 2)].map(|(name, seat)| (name.to_owned(), Seat(seat)));
    read_typed(&opening(), Seat(1), &names, &lines)
}

fn codes(typed: &Typed) -> Vec<&'static str> {
    typed.faults.iter().map(|fault| fault.why.code()).collect()
}

/// The plan that lines come to, with the codes of what is remarked on the way.
pub(super) fn meant(text: &str) -> (Option<Plan>, Vec<&'static str>) {
    let typed = typed(text);
    let plan = typed.tree.as_ref().and_then(|tree| read(&opening(), Seat(1), &[], tree).plan);
    (plan, codes(&typed))
}

#[test]
fn lines_are_the_plan_that_the_sheet_would_have_given() {
    let deva = "{play: scots, place: [deva], summon: scots}";
    let ratae = "{play: welsh, place: [ratae], summon: welsh}";
    for (lines, yaml) in [
        // Several cards, on lines of their own, numbered, and in one line.
        ("play Scots in Deva, summon Scots\nplay Welsh in Ratae, summon Welsh", format!("turns: [{deva}, {ratae}]")),
        ("1. Scots in Deva, summon Scots\n2) pass twice\n* Welsh in Ratae, summon Welsh",
            format!("turns: [{deva}, {{pass: twice}}, {ratae}]")),
        ("My plan\nplay:\nScots\nplace:\nDeva\nsummon:\nScots", format!("turns: [{deva}]")),
        ("Scots in Deva, summon Scots, then pass, and then play Welsh in Ratae, summon Welsh",
            format!("turns: [{deva}, pass, {ratae}]")),
        // A turn behind a pass is no length of it, with "play" and without.
        ("1. pass\n2. Welsh in Ratae, summon Welsh", format!("turns: [pass, {ratae}]")),
        ("pass, then Welsh in Ratae, summon Welsh", format!("turns: [pass, {ratae}]")),
        ("pass, twice, then Welsh in Ratae, summon Welsh", format!("turns: [{{pass: twice}}, {ratae}]")),
        // An empty line ends what was open: what follows is no region.
        ("pass\n\nplay Scots, place Deva, summon Scots", format!("turns: [pass, {deva}]")),
        // The sheet's own lines without the list around them.
        ("- play: Settlement\n  place: {Scots: Deva, Welsh: Ratae, Romano-Britons: Londinium}\n  summon: [Scots from Deva]",
            "turns: [{play: settlement, place: {scots: deva, welsh: ratae, romano-britons: londinium}, summon: [scots from deva]}]".to_owned()),
        ("play: Garrison\nexchange: {from: Deva, to: Ratae, give: [Scots, Welsh], take: [Welsh]}\nsummon: Scots from Londinium",
            "turns: [{play: garrison, exchange: {from: deva, to: ratae, give: [scots, welsh], take: [welsh]}, summon: scots from londinium}]".to_owned()),
        // What happens when the list is over.
        ("pass if nobody leads in Deva", "turns: [{pass: once, if: Deva is tied}]".to_owned()),
        ("pass if Scots lead here", "turns: [{pass: once, if: Scots lead in this struggle's region}]".to_owned()),
        ("pass if less than 3 Scots in supply", "turns: [{pass: once, if: fewer than 3 Scots in the supply}]".to_owned()),
        ("pass if my court has 2 Welsh", "turns: [{pass: once, if: I have 2 Welsh at court}]".to_owned()),
        ("nothing for me, pass", "turns: [pass]".to_owned()),
        ("pass pass pass", "turns: [pass, pass, pass]".to_owned()),
        ("pass, pass", "turns: [pass, pass]".to_owned()),
        ("I'll pass. And pass again.", "turns: [pass, pass]".to_owned()),
        ("pass pass until struggle 3", "turns: [pass, {pass: until struggle 3}]".to_owned()),
        ("pass\notherwise: ask", "turns: [pass]\notherwise: ask".to_owned()),
        ("pass\notherwise\nask me", "turns: [pass]\notherwise: ask".to_owned()),
        ("pass\nelse pass", "turns: [pass]\notherwise: pass".to_owned()),
        ("otherwise: pass", "otherwise: pass".to_owned()),
        // Names of players stand for their seats, in conditions and in lengths.
        ("pass until Carla plays", "turns: [{pass: until Kay plays}]".to_owned()),
        ("Welsh to Ratae x2, summon Welsh", "turns: [{play: welsh, place: [ratae], summon: welsh}]".to_owned()),
        ("I use my Settlement: Scots to Deva, Welsh to Ratae and a Roman to Londinium, then I take the Roman from Londinium into my court",
            "turns: [{play: settlement, place: {scots: deva, welsh: ratae, romano-britons: londinium}, summon: [romano-britons from londinium]}]".to_owned()),
        ("pass until someone moves", "turns: [{pass: until somebody plays}]".to_owned()),
        ("Welsh in Ratae. For my court: one Welsh out of Ratae please",
            "turns: [{play: welsh, place: [ratae], summon: welsh from ratae}]".to_owned()),
        ("Welsh in Ratae, get a Welshman from Ratae",
            "turns: [{play: welsh, place: [ratae], summon: welsh from ratae}]".to_owned()),
        ("pass, until anna plays", "turns: [{pass: until Bedivere plays}]".to_owned()),
        ("when Carla has passed: Welsh in Ratae, summon Welsh",
            "turns: [{when: Kay has passed, play: welsh, place: [ratae], summon: welsh}]".to_owned()),
        ("Welsh in Ratae, summon Welsh unless Anna has passed",
            "turns: [{unless: Bedivere has passed, play: welsh, place: [ratae], summon: welsh}]".to_owned()),
        ("pass if Anna has passed", "turns: [{pass: once, if: Bedivere has passed}]".to_owned()),
        // Second wishes, and more than one of a kind.
        ("Welsh in Ratae, summon Welsh, or else a Scot from Deva, else anybody",
            "turns: [{play: welsh, place: [ratae], summon: [welsh, a scot from deva, anybody]}]".to_owned()),
        ("Scots in Deva, else Din Eidyn, summon Scots",
            "turns: [{play: scots, place: [deva, din eidyn], summon: scots}]".to_owned()),
        ("Crown: swap Deva and Ratae, token in Deva, summon Scots",
            "turns: [{play: crown, swap: [deva, ratae], crown: deva, summon: scots}]".to_owned()),
        ("Garrison: exchange 2 Scots from Deva to Ratae, take a Welsh, summon anybody",
            "turns: [{play: garrison, exchange: {from: deva, to: ratae, give: 2 scots, take: welsh}, summon: anybody}]".to_owned()),
        ("Settlement: Scots to Deva, Welsh to Ratae, Romans to Ratae, summon Scots",
            "turns: [{play: settlement, place: {scots: deva, welsh: ratae, romans: ratae}, summon: scots}]".to_owned()),
        // With arrows, and as it is dictated.
        ("Settlement: Scots → Deva, Welsh -> Ratae, Romans→Ratae, summon Scots",
            "turns: [{play: settlement, place: {scots: deva, welsh: ratae, romans: ratae}, summon: scots}]".to_owned()),
        ("play scots in deva summon scots", format!("turns: [{deva}]")),
        ("play welsh in ratae summon a welsh from deva then pass",
            "turns: [{play: welsh, place: [ratae], summon: a welsh from deva}, pass]".to_owned()),
        ("welsh in ratae summon anybody", "turns: [{play: welsh, place: [ratae], summon: anybody}]".to_owned()),
    ] {
        let (found, remarks) = meant(lines);
        assert_eq!(found, Some(plan(&yaml)), "{lines}: {remarks:?}");
        let known = |code: &&str| *code == "taken-as" && ["Carla", "anna", "Anna"].iter().any(|name| lines.contains(name));
        assert!(remarks.iter().all(known), "{lines}: {remarks:?}");
        assert!(typed(lines).fates.iter().zip(lines.lines()).all(|(fate, line)| {
            *fate == if line.is_empty() { LineFate::NotMine } else { LineFate::Taken }
        }), "{lines}");
    }
}

#[test]
fn a_player_s_name_is_taken_with_a_remark_and_never_for_a_region() {
    let of = typed("pass until Carla plays");
    assert_eq!(codes(&of), ["taken-as"]);
    let details = of.faults[0].why.details();
    assert_eq!((&details["name"], &details["as"]), (&"Carla".into(), &"Kay".into()));
    assert!(!of.faults[0].is_error() && of.faults[0].span.is_some_and(|span| span.line == 1));
    assert_eq!(codes(&typed("Scots in Deva, summon Scots")), Vec::<&str>::new());
}

#[test]
fn what_is_misspelt_is_taken_where_the_line_says_that_it_is_a_turn() {
    for (lines, name, meant_as) in [
        ("play Setlement, place Deva, summon Scots", "Setlement", "Settlement"),
        ("Welsh in Rataee, summon Welsh", "Rataee", "Ratae"),
        ("Scots in Deva, sumon Scots", "sumon", "summon"),
        ("plya Scots in Deva, summon Scots", "plya", "play"),
        ("Scots in Deva, summon Scots from Londinum", "Londinum", "Londinium"),
        ("Scots in Deva, summon Wellsh from Deva", "Wellsh", "Welsh"),
    ] {
        let found = typed(lines);
        assert_eq!(codes(&found), ["taken-as"], "{lines}");
        let details = found.faults[0].why.details();
        assert_eq!(
            (details["name"].as_str(), details["as"].as_str()),
            (Some(name), Some(meant_as)),
            "{lines}"
        );
        assert_eq!(found.fates, [LineFate::Taken], "{lines}");
        let (column, length) = found.faults[0].span.map(|span| (span.column, span.length)).unwrap();
        let there = lines.find(name).unwrap() + 1;
        // Of a summons all is shown.
        assert!((column..column + length).contains(&there), "{lines}");
        assert!(lines.contains("from") || (column, length) == (there, name.len()), "{lines}");
    }
    // Without “play” a misspelt card is a word of prose.
    assert_eq!(typed("Setlement, place Deva").fates, [LineFate::NotMine]);
}

#[test]
fn of_a_line_that_is_not_understood_nothing_counts_and_after_it_no_turn() {
    let broken = "pass\nplay Scots in Deva with all the trumpets\npass twice\notherwise: pass";
    let found = typed(broken);
    assert_eq!(found.fates, [LineFate::Taken, LineFate::Faulty, LineFate::Faulty, LineFate::Taken]);
    assert_eq!(codes(&found), ["line-unclear", "turn-after-unread", "turns-until-here"]);
    assert_eq!(found.faults[2].why.details()["turns"], 1);
    let stands = meant(broken).0.unwrap();
    assert_eq!(
        (stands.turns.len(), stands.otherwise),
        (1, Some(Otherwise::Ask)),
        "its owner is asked after the first"
    );
    // A play that a broken line would have gone on with stays as it was.
    let (kept, _) = meant("Scots in Deva, summon Scots\nsummon Welsh, place Atlantis, if");
    assert_eq!(
        kept.unwrap().turns[0].what,
        plan("turns: [{play: scots, place: deva, summon: scots}]").turns[0].what
    );
    // With nothing before it there is no plan at all.
    let (nothing, codes) = meant("play Scots in Deva with all the trumpets");
    assert_eq!((nothing, codes), (None, vec!["line-unclear"]));
}

#[test]
fn prose_is_nobody_s_turn() {
    assert!(typed("Only joking here. I pass.").tree.is_none(), "nobody is called so");
    for line in [
        "> pass",
        "Can I pass until struggle 3?",
        "I do not pass.",
        "Just passing by to say hello.",
        "Kay played Settlement in Ratae last time.",
        "If you like we can meet on Friday.",
        "Plan ahead, said my father",
        "otherwise dance",
        "",
        "  - ",
    ] {
        let found = typed(line);
        assert!(found.fates.iter().all(|fate| *fate == LineFate::NotMine), "{line}: {:?}", found.fates);
        assert!(found.tree.is_none() && found.faults.is_empty(), "{line}: {:?}", found.faults);
    }
    // So is what follows a hash, as on the sheet.
    for line in ["# pass", "  # - pass: this struggle", "#play Scots in Deva, summon Scots"] {
        assert_eq!(typed(line).fates, [LineFate::NotMine], "{line}");
    }
    let noted = meant("pass this struggle  # or: until struggle 2").0;
    assert_eq!(noted, Some(plan("turns: [{pass: this struggle}]")));
    // A heading is no turn, and no prose either.
    assert_eq!(typed("My plan:").fates, [LineFate::Taken]);
    // What two things may be meant by is asked.
    for line in [
        "Play Scots in Deva, summon Scots, if Scots lead in Deva, play Welsh in Ratae, summon Welsh",
        "Play Scots or Welsh",
        "Play Knight, summon Scots",
        "garrison: 2 scots for a welsh, summon anybody",
        "ambassador Deva to Ratae scot for welsh summon anyone",
        "pass this struggle and the next",
        "pass 2 or 3",
        "pass unless Kay passes, then play Scots in Deva, summon Scots",
    ] {
        let found = typed(line);
        assert_eq!((found.fates.as_slice(), found.tree.is_none()), (&[LineFate::Faulty][..], true), "{line}");
        assert_eq!(codes(&found), ["line-unclear"], "{line}");
    }
    // What is exchanged may stand behind its card without a verb.
    let bare = typed("garrison: 2 scots from Caledonia for a welsh from Din Eidyn, summon anybody");
    assert_eq!((bare.fates.as_slice(), bare.faults.len()), (&[LineFate::Taken][..], 0));
    let long = format!("pass {}", "and pass ".repeat(300));
    assert_eq!(typed(&long).fates, [LineFate::NotMine], "nobody types so long a list in one line");
}

#[test]
fn players_are_named_in_the_form_of_the_sheet_too() {
    let names = [("Anna", 0), ("Carla", 2), ("Deva", 2)].map(|(name, seat)| (name.to_owned(), Seat(seat)));
    let written = |text: &str| crate::sheet::parse(text).unwrap();
    for (text, said, remarks) in [
        ("turns: [{pass: until Anna plays}]", "turns: [{pass: until Bedivere plays}]", 1),
        (
            "turns: [{pass: until Anna has passed}, {play: welsh, place: [deva], summon: welsh, if: Carla has passed}]",
            "turns: [{pass: until Bedivere has passed}, {play: welsh, place: [deva], summon: welsh, if: Kay has passed}]",
            2,
        ),
    ] {
        let (plan, faults) = super::name_seats(&opening(), Seat(1), &names, written(text));
        assert_eq!(crate::sheet::plain(&plan), crate::sheet::plain(&written(said)), "{text}");
        assert_eq!(
            faults.iter().map(|fault| fault.why.code()).collect::<Vec<_>>(),
            vec!["taken-as"; remarks]
        );
        let read = |node: &crate::sheet::Node| read(&opening(), Seat(1), &[], node).plan;
        assert!(read(&plan).is_some() && read(&plan) == read(&written(said)), "{text}");
        assert_ne!(read(&written(text)), read(&plan), "{text}: without their names it says nothing");
    }
}

#[test]
fn what_somebody_is_going_to_do_is_shown_to_nobody() {
    let is_secret = |text: &str| {
        let typed = typed(text);
        typed.fates == [LineFate::Faulty]
            || typed.secret.first().is_some_and(|(line, why)| (*line, why.code()) == (1, "line-unclear"))
    };
    for line in [
        "My plan is to keep the Crown for Aquae Sulis",
        "swap Deva and Ratae with the crown please",
        "wait until somebody else goes",
        "pass next time",
        "I want to put two scots in Deva next",
        "I hold my Settlement back for Deva.",
        "Hello! I shall put Welsh into Ratae if I can.",
    ] {
        assert!(is_secret(line), "{line}");
    }
    for line in [
        "Which region comes next?",
        "Kay played Settlement in Ratae last time.",
        "Just passing by to say hello.",
        "Wait for me please, I am late",
        "The Scots were lucky in Deva",
        "What a struggle! I think the Welsh deserved it.",
        "Can I play Welsh in Deva?",
        "Could we begin an hour later on Sunday?",
    ] {
        assert!(!is_secret(line), "{line}");
    }
}

/// Nobody says so to another player, and in an answer to press it must not reach one.
#[test]
fn what_is_said_to_nobody_but_us_is_known() {
    let is_for_us = |text: &str| {
        let typed = typed(text);
        typed.secret.iter().any(|(_, why)| why.details().contains_key("for_us"))
            || typed.fates.contains(&LineFate::Faulty)
    };
    for line in [
        "change of plan: in Londinium ask me if Anna or Carla plays",
        "if the Welsh still lead in Deva, play Garrison: give 2 Scots from Ratae?",
        "swap Deva and Ratae with the crown please",
    ] {
        assert!(is_for_us(line), "{line}");
    }
    for line in [
        "You may have Deva if I get Ratae",
        "The Scots are strong in Caledonia and Deva.",
        "Can I play Welsh in Deva?",
    ] {
        assert!(!is_for_us(line), "{line}");
    }
}

#[test]
fn a_number_is_no_slip_of_a_name() {
    for line in
        ["play Scots in Deva2, summon Scots", "play Scots in Din Eidyn x3, summon Welsh from Aquae Sulis"]
    {
        let found = typed(line);
        assert_eq!((found.fates.as_slice(), found.tree.is_none()), (&[LineFate::Faulty][..], true), "{line}");
    }
}

/// "Not" before a sentence turns it around, twice it does not, and before a list without brackets it could be either of two things.
#[test]
fn not_turns_a_whole_sentence_around() {
    let when = |text: &str| {
        let (plan, _) = meant(&format!("pass if {text}"));
        plan.map(|plan| format!("{:?}", plan.turns)).unwrap_or_default()
    };
    let (is, is_not) = (when("Scots lead in Deva"), when("not (Scots lead in Deva)"));
    assert!(is.contains("Leads") && !is.contains("Not("), "{is}");
    assert!(is_not.contains("Not(Leads"), "{is_not}");
    for (text, same) in [
        ("not not Scots lead in Deva", &is),
        ("not (not (Scots lead in Deva))", &is),
        ("not not not Scots lead in Deva", &is_not),
    ] {
        assert_eq!(&when(text), same, "{text}");
    }
    assert!(when("not (Scots lead in Deva or Ratae)").contains("Not(Any"));
    assert_eq!(when("not in Deva or Ratae"), "");
}

/// Of two placements that are joined both must be whole; of one that is none nothing is guessed. Letters that grow when they are
/// made small do not move what stands behind them.
#[test]
fn a_half_placement_is_asked_back() {
    for half in [
        "play Settlement: a Welsh to Ratae and to Deva",
        "play Settlement: Ratae and a Welsh to Deva",
        "play Scots in Deva and two",
        "play Scots: one in Deva and Ratae",
    ] {
        let typed = typed(half);
        assert!(typed.tree.is_none() && typed.fates == [LineFate::Faulty], "{half}: {:?}", typed.fates);
    }
    for line in [
        "İİİ 2 Scots from Deva for a Welsh from Ratae",
        "Garrison: İİİİ for ẞ",
        "2 Scots from Devaİ for a Welsh",
    ] {
        assert_eq!(meant(line).0, None, "{line}");
    }
}

/// What an example beside words says can be read, and is of the card that they name.
#[test]
fn an_example_of_words_that_nobody_can_read_can_be_read() {
    for (text, begins) in [
        (
            "garrison 2 scots from ratae to deva, no to eboracum, for 1 rb, summon scot from ratae",
            "play Garrison, exchange 2 Scots from Ratae to Deva",
        ),
        ("Scots: mostly in Deva, one fine Welsh for my court", "play Scots, place Deva"),
        (
            "I thought of the Garrison, but no, I play a Settlement: sort of Welsh in Deva, summon a Scot from Ratae",
            "play Settlement",
        ),
        ("Crown: Deva should come now and Ratae in its place", "play Crown, swap Deva and Ratae"),
    ] {
        let said = typed(text);
        let whys = said.faults.iter().map(|fault| &fault.why).chain(said.secret.iter().map(|(_, why)| why));
        let told: Vec<String> =
            whys.filter_map(|why| Some(why.details().get("example")?.as_str()?.to_owned())).collect();
        let example = told.first().map_or("", String::as_str);
        assert!(example.starts_with(begins), "{text}: {told:?}");
        // What the line does not say is left out, and nothing else.
        let whole = example.replace("summon …", "summon Scots").replace('…', "Ratae");
        assert!(
            matches!(meant(&whole), (Some(plan), codes) if plan.turns.len() == 1 && codes.is_empty()),
            "{example}"
        );
    }
}

/// Talk of how things are, and reasons, before a turn leave it as it is.
#[test]
fn talk_beside_whole_turns_costs_them_nothing() {
    let before = [
        "The Scots are masters of Eboracum.",
        "There are so many yellows in Londinium.",
        "It would be a pity if the Saxons had Eboracum.",
        "Since nobody cares for Ratae,",
        "The Welsh have Caerleon, and so",
        "I have nothing left to say about Eboracum.",
    ];
    let alone = meant("I pass").0;
    assert!(alone.is_some());
    for text in before.iter().map(|talk| format!("{talk} I pass")) {
        assert_eq!(meant(&text).0, alone, "{text}");
    }
}

#[test]
fn a_region_behind_the_comma_of_a_wish_is_of_that_wish() {
    let one = meant("play Scots in Deva, summon a Scot from Ratae").0;
    assert_eq!(meant("play Scots in Deva, summon a Scot, from Ratae").0, one);
    assert_ne!(meant("play Scots in Deva, summon a Scot from Deva, or from Ratae").0, one);
}
