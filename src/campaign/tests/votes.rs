//! Votes: a draw, more time, conceding.

use crate::campaign::tests::world::World;
use crate::campaign::verify;
use crate::ledger::Kind;
use serde_json::json;

#[test]
fn a_draw_is_carried_when_all_are_for_it() {
    let mut world = World::new();
    world.write("birch", "plan: {bid: 4}\n");
    world.write("ash", "vote: {draw: yes}\n");
    world.tick();
    let told = world.find("notice", "bert").pop().unwrap();
    assert_eq!(told.model["what"], "voted");
    let details = json!({"seat": "ASH", "on": "draw", "yes": true, "votes": 1, "need": 3, "own": false});
    assert_eq!(told.model["details"], details);
    assert!(world.find("notice", "anna").is_empty() && world.find("notice", "maria").len() == 1);
    world.write("birch", "vote: {draw: yes}\n");
    world.write("ash", "vote: {draw: no}\n");
    world.write("cedar", "vote: {draw: yes}\n");
    world.tick();
    assert!(world.entries(Kind::Ended).is_empty(), "one has taken it back");
    world.write("ash", "vote: {draw: yes}\n");
    world.tick();
    let ended = world.entries(Kind::Ended);
    assert_eq!(ended[0].body["outcome"], json!({"winners": ["ash", "birch", "cedar"], "by": "draw-vote"}));
    assert_eq!((world.find("end", "").len(), world.window()), (4, String::new()));
    assert!(world.entries(Kind::Opened).is_empty(), "what was sealed stays so");
    verify(&world.edge, &world.dir).unwrap().unwrap();
    // Afterwards there is nothing to vote on.
    world.write("ash", "vote: {draw: yes}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-not-now"]);
}

#[test]
fn an_end_that_nobody_voted_for_does_not_follow() {
    let mut world = World::new();
    for seat in ["ash", "birch"] {
        world.write(seat, "vote: {concede: cedar}\n");
    }
    world.tick();
    let ended = world.entries(Kind::Ended);
    assert_eq!(ended[0].body["outcome"], json!({"winners": ["cedar"], "by": "concede"}));
    let campaign = world.campaign();
    let mut other = campaign.entries().unwrap().to_vec();
    let end = other.iter_mut().find(|entry| entry.kind == Kind::Ended).unwrap();
    end.body["outcome"]["winners"] = json!(["ash"]);
    let flaw =
        crate::campaign::inspect::verify::verify_entries(&*campaign.referee, &other, None).unwrap_err();
    assert!(flaw.to_string().contains("neither the rules nor a vote"), "{flaw}");
}

#[test]
fn more_time_by_the_majority_moves_the_deadline_once() {
    let mut world = World::new();
    let before = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    world.write("ash", "vote: {extend: 3 days}\n");
    world.write("ash", "vote: {extend: 3 days}\n");
    world.tick();
    let told = world.find("notice", "bert");
    assert_eq!((told.len(), &told[0].model["details"]["time"]), (1, &json!("3 days")));
    assert_eq!(world.entries(Kind::Vote).len(), 1, "said twice, on record once");
    world.write("birch", "vote: {extend: 24h}\nplan: {bid: 3}\n");
    world.tick();
    let after = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
    assert_eq!(after - before, chrono::TimeDelta::hours(24), "what both are for");
    for who in ["anna", "bert", "cleo", "maria"] {
        assert!(world.told(who).iter().any(|notice| notice["what"] == "vote"), "{who}");
    }
    // That it has passed says all.
    assert_eq!(world.told("cleo").iter().filter(|notice| notice["what"] == "voted").count(), 1);
    // Those votes have lapsed.
    world.write("cedar", "vote: {extend: 24h}\n");
    world.tick();
    assert_eq!(world.campaign().record.game.open_window().unwrap().deadline, Some(after));
    world.now = before + chrono::TimeDelta::hours(2);
    world.tick();
    assert_eq!(world.window(), "1-bidding");
}

#[test]
fn votes_that_make_no_sense_are_told_so() {
    let mut world = World::new();
    world.write("ash", "vote: {concede: ash}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-self"]);
    let mut world =
        World::with(&crate::campaign::tests::world::YAML.replace("deadline: in 48h", "deadline: none"));
    world.write("ash", "vote: {extend: 24h}\nplan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-no-deadline"]);
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    let mut world =
        World::with(&crate::campaign::tests::world::YAML.replace("chance: no", "chance: {until: in 24h}"));
    world.write("ash", "vote: {draw: yes}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-not-now"]);
    assert!(world.entries(Kind::Vote).is_empty());
}

#[test]
fn a_word_of_having_read_it_is_no_vote_to_end_the_game() {
    let mut world = World::new();
    let mut notice = |vote: &str| {
        world.write("birch", &format!("vote: {{{vote}}}\n"));
        world.tick();
        world.find("notice", "anna").pop().unwrap().id().to_owned()
    };
    let (draw, more) = (notice("draw: yes"), notice("extend: 24h"));
    for (body, code) in [("OK", "word-seen"), ("ok thanks", "word-seen"), ("agreed!", "word-seen")] {
        let receipt = crate::campaign::tests::typed::answer(&mut world, "ash", &draw, body);
        assert_eq!(receipt.codes(), [code], "{body}");
        assert!(world.campaign().record.people.ballots.get("ash").is_none_or(|ballots| !ballots.draw));
    }
    crate::campaign::tests::typed::answer(&mut world, "ash", &more, "OK");
    let voted = world.entries(Kind::Vote).into_iter().filter(|entry| entry.body["seat"] == "ash");
    assert_eq!(voted.count(), 1, "more time may be agreed to so");
    crate::campaign::tests::typed::answer(&mut world, "ash", &draw, "yes");
    assert!(world.campaign().record.people.ballots["ash"].draw);
}

/// What is written to the game master moves no deadline; whoever asks for time learns how a vote is written.
#[test]
fn whoever_asks_for_more_time_learns_how_the_players_vote_for_it() {
    let more = |world: &World| {
        let receipt = world.receipt("anna");
        let told = receipt.model["problems"].as_array().unwrap().clone();
        let told = told.into_iter().find(|problem| problem["why"]["code"] == "more-time");
        told.map(|problem| (problem["warning"].clone(), problem["why"]["details"]["time"].clone()))
    };
    let mut world = World::new();
    let mut over = world.fork();
    for (text, time) in [
        ("could we have 2 days more?", Some("48h")),
        ("I need another day to decide", Some("24h")),
        ("plan: {bid: 1}\n\nMay I have 12 hours more? I am on a train.", Some("12h")),
        ("When is the deadline, by the way?", None),
        ("vote: {extend: 24h}\n\nI would like 24 hours more, please, so I vote for it", None),
        ("could we have 2 days more?", None),
    ] {
        world.write("ash", text);
        world.tick();
        assert_eq!(more(&world), time.map(|time| (json!(true), json!(time))), "{text}");
    }
    // What it says to write is a vote, and the question reaches the game master as before.
    world.write("birch", "vote: extend 48h");
    world.tick();
    assert_eq!(world.receipt("bert").codes(), Vec::<&str>::new());
    assert!(world.find("press", "maria").len() >= 3);
    for seat in ["ash", "birch", "cedar"] {
        over.write(seat, "vote: {draw: yes}\n");
    }
    over.tick();
    over.write("ash", "could we have 2 days more?");
    over.tick();
    assert_eq!(more(&over), None, "no deadline moves any more");
}

/// Two of four are not more than half: whoever is told of a vote learns how many it has, and how many it needs.
#[test]
fn a_vote_is_told_with_how_far_it_has_come() {
    let votes = |world: &World, to: &str| {
        let told = world.told(to);
        let last = told.iter().rev().find(|told| told["what"] == "voted").unwrap()["details"].clone();
        [last["votes"].clone(), last["need"].clone(), last["own"].clone()]
    };
    for (vote, other, need) in [
        ("{draw: yes}", "{draw: yes}", 3),
        ("{extend: 90m}", "{extend: 2h}", 2),
        ("{concede: cedar}", "{concede: cedar}", 2),
        ("{replace: cedar}", "{replace: cedar}", 2),
    ] {
        let mut world = World::new();
        world.write("ash", &format!("vote: {vote}\n"));
        world.tick();
        assert_eq!(votes(&world, "cleo"), [json!(1), json!(need), json!(false)], "{vote}");
        if need > 2 {
            world.write("birch", &format!("vote: {other}\n"));
            world.tick();
            assert_eq!(votes(&world, "cleo"), [json!(2), json!(need), json!(false)], "{vote}");
            assert_eq!(votes(&world, "anna"), [json!(2), json!(need), json!(true)], "{vote}");
        }
        let said = world.find("notice", "cleo").pop().unwrap().text;
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(&format!("of the {need} votes that it needs.")), "{said}");
        assert_eq!(
            said.contains("reply with yes or with \"vote: extend 90m\""),
            vote.contains("extend"),
            "{said}"
        );
    }
    // Whoever has resigned has no vote, and nobody waits for it.
    let mut world = World::new();
    world.resign("cedar");
    world.write("ash", "vote: {extend: 24h}\n");
    world.tick();
    assert_eq!(votes(&world, "bert"), [json!(1), json!(2), json!(false)]);
}

/// Whoever is against a draw that is offered is counted, and everybody hears of it; a no to what nobody has asked is no news.
#[test]
fn a_no_is_told_and_listed() {
    let mut world = World::new();
    world.write("cedar", "vote: {draw: no}\n");
    world.tick();
    assert!(world.entries(Kind::Vote).is_empty() && world.told("anna").is_empty(), "nobody has asked");
    world.write("ash", "vote: {draw: yes}\nplan: {bid: 1}\n");
    world.tick();
    world.write("birch", "No draw, please.\n");
    world.tick();
    let notice = world.find("notice", "cleo").pop().unwrap();
    let details = &notice.model["details"];
    assert_eq!(
        (&details["against"], &details["votes"], &details["need"]),
        (&json!(true), &json!(1), &json!(3))
    );
    assert!(notice.text.contains("BIRCH is against a draw"), "{}", notice.text);
    assert_eq!(world.campaign().record.people.voted_end(), None);
    let votes = |world: &mut World| {
        world.write("cedar", "ask: status\n");
        world.tick();
        let status = world.receipt("cleo").model["extra"][0]["status"]["votes"].clone();
        let all = status.as_array().unwrap().clone();
        all.iter().map(|vote| format!("{} {}", vote["seat"]["id"], vote["says"])).collect::<Vec<_>>()
    };
    assert_eq!(votes(&mut world), ["\"ash\" \"yes\"", "\"birch\" \"no\""]);
    // The offer is taken back, and with it what was said against it.
    world.write("ash", "vote: {draw: no}\n");
    world.tick();
    let last = world.find("notice", "cleo").pop().unwrap();
    assert!(last.text.contains("ASH withdraws the vote"), "{}", last.text);
    assert_eq!(votes(&mut world), Vec::<String>::new());
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// An answer to a vote of which nobody can tell how it votes is asked back, goes to nobody, and leaves a plan as final as it was.
#[test]
fn an_answer_to_a_vote_that_votes_for_nothing_is_asked_back() {
    let answers = |text: &str| {
        let mut world = World::new();
        world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
        world.write("ash", "vote: {draw: yes}\n");
        world.tick();
        let about = world.find("notice", "bert").pop().unwrap().id().to_owned();
        world.mail("bert@example.org", &format!("In-Reply-To: <{about}>\n"), text);
        world.tick();
        let codes: Vec<String> = world.receipt("bert").codes().into_iter().map(str::to_owned).collect();
        let people = world.campaign().record.people.clone();
        let is_final = world.campaign().record.game.open_window().unwrap().seats["birch"].is_final;
        (codes, people.ballots.get("birch").map(|own| own.no_draw), is_final, world.find("press", "").len())
    };
    let asked = vec!["vote-answer".to_owned()];
    assert_eq!(answers("no thanks, let's play on\n"), (asked.clone(), None, true, 0));
    assert_eq!(answers("that again\n"), (asked, None, true, 0));
    assert_eq!(answers("No\n"), (vec![], Some(true), true, 0));
    assert_eq!(answers("vote: no\n"), (vec![], Some(true), true, 0));
}

/// A vote on more time is answered in a few words that agree or decline, whatever else they say. What ends the game is said plainly.
#[test]
fn a_few_words_answer_a_vote_on_more_time() {
    let answers = |vote: &str, text: &str| {
        let mut world = World::new();
        world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
        world.write("ash", &format!("vote: {{{vote}}}\n"));
        world.tick();
        let about = world.find("notice", "bert").pop().unwrap().id().to_owned();
        world.mail("bert@example.org", &format!("In-Reply-To: <{about}>\n"), text);
        world.tick();
        let cast = world.entries(Kind::Vote).into_iter().find(|vote| vote.body["seat"] == "birch");
        let is_final = world.campaign().record.game.open_window().unwrap().seats["birch"].is_final;
        let press = world.entries(Kind::Press).len();
        (cast.map(|vote| vote.body["minutes"].clone()), world.receipt("bert").codes().len(), is_final, press)
    };
    for text in ["ok for one more day, yes\n", "yes ok\n", "I am in favour (no hurry).\n"] {
        assert_eq!(answers("extend: 24h", text), (Some(json!(1440)), 0, true, 0), "{text}");
    }
    assert_eq!(answers("extend: 24h", "no thanks, let's play on\n"), (Some(json!(0)), 0, true, 0));
    assert_eq!(answers("extend: 24h", "yes but only 12 hours\n"), (None, 1, true, 0));
    assert_eq!(answers("draw: yes", "ok with me I guess, yes\n").0, None);
}

/// "I vote no" can be about nothing else where one thing alone is voted on.
#[test]
fn a_no_alone_is_about_the_only_vote() {
    for (open, is) in [("vote: {draw: yes}", 1), ("vote: {draw: yes, extend: 24h}", 0), ("", 0)] {
        let mut world = World::new();
        world.write("ash", open);
        world.tick();
        world.write("cedar", "I vote no\n");
        world.tick();
        let own = world.entries(Kind::Vote).iter().filter(|vote| vote.body["seat"] == "cedar").count();
        assert_eq!(own, is, "{open}: {:?}", world.receipt("cleo").codes());
    }
}

/// Press or a vote that went wrong beside a plan is no part of the plan that is missing.
#[test]
fn a_slip_beside_a_plan_is_nothing_that_a_final_plan_lacks() {
    let lacks = |slip: &str| {
        let mut world = World::new();
        world.write("ash", &format!("plan: {{{slip}\n"));
        world.tick();
        assert!(!world.receipt("anna").codes().is_empty(), "{slip}");
        world.write("ash", "final: yes\n");
        world.tick();
        world.receipt("anna").codes().contains(&"final-lacks")
    };
    assert!(!lacks("bid: 1}\npress: {to: nobody-here, text: hello}"));
    assert!(!lacks("bid: 1}\nvote: {concede: ash}"));
    assert!(lacks("bid: 1, bridge: 3}"), "that is of the plan");
}
