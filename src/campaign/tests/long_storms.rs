//! More months of mails (`storm`): over the turn of the year, with seals and words of chance, and in the corners that few mails reach.

use crate::campaign::tests::storm::Mails;
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::toy::Toy;
use crate::table::Host;

/// What happens to a campaign over the turn of the year, while the clock waits for disputes and stands now and then.
pub(super) const TURN_OF_THE_YEAR: Mails<'_> = &[
    ("ash+", "press: {to: birch, text: \"Happy holidays!\"}\n"),
    (
        "cedar+",
        "press: {to: birch, text: \"And from me.\"}\npress: {to: [ash, birch], text: \"Both of you.\"}\n",
    ),
    ("gm", "press: {to: all, text: \"We play on in January.\"}\n"),
    ("ash", "away from 28.12. to 3.1.\n"),
    ("birch", "absent from 30 December to 2 January\n"),
    ("birch", "absent: {from: 31.12., to: 4.1., play: steward}\n"),
    ("cedar", "I'm away until 5 January\n"),
    ("cedar", "absent: {from: 2027-01-20, to: 2027-02-20}\n"),
    ("cedar", "absent: {from: 2026-12-27, to: 2027-01-30, stand-in: dora@example.net}\n"),
    ("cedar", "absent: {from: 2026-12-27, to: 2026-12-29, stand-in: dora@example.net}\n"),
    ("dora@example.net", "plan: {bid: 2}\n"),
    ("ash", "ask: status\n"),
    ("gm", "do: pause\n"),
    ("ash", "vote: {extend: 2 days}\n"),
    ("birch", "vote: {extend: 1 day}\n"),
    ("cedar", "vote: {extend: 2 days}\n"),
    (" ", "5"),
    ("gm", "do: resume\n"),
    ("ash", "vote: {extend: 12h}\nvote: {draw: yes}\n"),
    ("birch", "vote: {extend: 12h}\n"),
    ("cedar", "vote: {extend: 12h}\n"),
    ("ash", "dispute: {turn: 1, about: \"the first bid\"}\n"),
    ("$say", "I am looking at it."),
    ("birch", "dispute: {number: 1, says: \"So am I.\"}\n"),
    ("ash", "vote: {extend: 6h}\n"),
    ("birch", "vote: {extend: 6h}\n"),
    ("cedar", "vote: {extend: 6h}\n"),
    ("gm", "do: pause\n"),
    (" ", "7"),
    ("$close", "All was right."),
    (" ", "2"),
    ("gm", "do: resume\n"),
    ("ash", "plan: {bid: 2, prize: left}\nrevision: 1\n"),
    ("$peek", "ash"),
    ("$peek", "birch"),
    ("ash", "ask: new key\n"),
    ("ash1", "plan: {bid: 3, prize: right}\n"),
    ("ash", "plan: {bid: 4}\n"),
    (" ", "100"),
    ("gm", "do: {decisions: 1}\n"),
    ("gm", "do: {rule: {accept: [ash/7], because: with the key of old}}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rule: {refuse: [ash/8], because: it was not meant}}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rule: {answers: {1/bid/birch: 1, 1/bid/cedar: 2}, dispute: 1, because: both were late}}\n"),
    ("gm>", "do: adopt\n"),
    ("birch", "plan: {bid: 1, prize: left}\nfinal: yes\n"),
    ("gm", "do: {rewind: 1, because: once more}\n"),
    ("gm>", "do: adopt\n"),
    ("cedar", "plan: {bid: 1}\nfinal: yes\n"),
    ("gm", "do: {forward: yes, because: after all}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rewind: 31.12., because: the day}\n"),
    ("gm", "do: {rewind: 2026-12-24 18:00, because: the hour}\n"),
    (
        "ash",
        "ask: [explain 1, \"explain 1 sale\", \"explain 1 coins\", \"explain prizes\", \"explain 1 bids birch\", history]\n",
    ),
    ("birch", "ask: [\"explain 1 sael\", \"explain auction\", \"explain 1 my bid\"]\n"),
    ("gm", "ask: [\"explain 1\", \"explain 1 sale\", status]\n"),
    ("cedar", "absent: no\n"),
    ("cedar", "absent: {from: 2027-01-08, to: 2027-01-09}\n"),
    (" ", "200"),
    ("ash", "resign: yes\n"),
    ("ash>", "resign: yes\n"),
    (" ", "100"),
    ("birch", "vote: {concede: cedar}\n"),
    ("cedar", "vote: {concede: cedar}\nvote: {draw: yes}\n"),
    ("birch", "vote: {draw: yes}\n"),
    (" ", "30"),
];

#[test]
fn over_the_turn_of_the_year() {
    let settings = format!("{YAML}disputes: {{clock: waits}}\ndays away a year: 20\n");
    for yaml in [YAML.to_owned(), settings.clone(), settings.replace("absence: default", "absence: steward")]
    {
        let mut world = World::folder(&yaml);
        world.now = "2026-12-22T10:00:00Z".parse().unwrap();
        world.start();
        world.tick();
        world.storm(TURN_OF_THE_YEAR);
    }
}

/// Seals, right and wrong, early and late, under rulings that go back behind them.
pub(super) const SEALS: Mails<'_> = &[
    ("cedar", "absent: {from: 2026-11-21, to: 2027-02-10, stand-in: dora@example.net}\n"),
    ("cedar>", "absent: {from: 2026-11-21, to: 2026-12-04, stand-in: dora@example.net}\n"),
    ("gm", "do: {extend: 12h}\n"),
    ("ash", "chance: mine\nwindow: chance\nseal: SEAL WORDS\n"),
    ("birch", "OPEN WORDS"),
    ("cedar", "window: chance\nseal: SEAL ODD\n"),
    ("gm", "do: process\ndo: {extend: 40 days}\n"),
    ("ash", "window: chance\nseal: SEAL WORDS\n"),
    ("birch", "chance: words of birch\n"),
    ("birch", "window: chance\nseal: SEAL WORDS\n"),
    ("cedar", "chance: words of cedar\n"),
    ("cedar", "seal: SEAL 3\n"),
    ("ash", "OPEN WORDS"),
    (" ", "25"),
    ("ash", "OPEN 1"),
    ("cedar", "OPEN ODD"),
    ("ash", "OPEN WORDS"),
    ("ash", "OPEN WORDS"),
    ("birch>", "OPEN WORDS"),
    (" ", "60"),
    ("birch", "OPEN WORDS"),
    ("ash", "seal: SEAL 1\n"),
    ("ash", "seal: SEAL 2\nfinal: yes\n"),
    ("birch", "plan: {bid: 3}\nfinal: yes\n"),
    ("birch", "seal: SEAL 3\nplan: {bid: 3}\n"),
    ("birch", "seal: SEAL 4\nfinal: yes\nrevision: 2\n"),
    ("ash", "OPEN 2"),
    ("$peek", "birch"),
    ("ash", "seal: SEAL 2\nfinal: yes\n"),
    ("gm", "do: process\n"),
    ("cedar", "seal: SEAL 5\nfinal: yes\n"),
    ("ash", "OPEN 1"),
    ("ash", "OPEN 2\nplan: {bid: 1}\n"),
    ("cedar", "OPEN 5"),
    ("ash", "OPEN 1"),
    ("ash", "OPENING 1"),
    ("ash>", "OPENING 2"),
    ("birch", "press: {to: all, text: \"I have lost mine.\"}\nOPEN 9"),
    ("ash", "vote: {extend: 1 day}\n"),
    ("birch", "vote: {extend: 1 day}\n"),
    ("cedar", "vote: {extend: 1 day}\n"),
    ("gm", "do: remind\ndo: {decisions: 1}\n"),
    (" ", "80"),
    ("birch", "OPEN 4"),
    ("ash", "ask: [explain 1, status, history]\n"),
    ("gm", "do: {rewind: 1/bidding, because: birch had opened}\n"),
    ("gm>", "do: adopt\n"),
    ("birch", "OPEN 4"),
    ("ash", "seal: SEAL 6\nfinal: yes\n"),
    (" ", "30"),
    ("gm", "do: {rule: {refuse: [ash/3], because: wrong}}\n"),
    ("gm>", "do: adopt\n"),
    ("cedar", "OPEN 5"),
    ("birch", "OPEN FIRST 4"),
    ("ash", "OPEN FIRST 2"),
    ("cedar", "OPEN FIRST 5"),
    ("gm", "do: {extend: 6h}\n"),
    ("ash", "OPEN 6"),
    (" ", "30"),
    ("ash", "OPEN FIRST 2"),
    ("birch", "OPEN FIRST 9"),
    ("gm", "do: {forward: yes, because: after all}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rewind: 1/bidding, because: no}\n"),
    ("gm>", "do: adopt\n"),
    (" ", "70"),
    ("ash", "OPEN 6"),
    ("birch", "OPEN 4"),
    (" ", "90"),
    ("gm", "do: {replace: birch, with: \"Ben <ben@example.org>\"}\n"),
    ("gm>", "do: {replace: birch, with: \"Ben <ben@example.org>\"}\n"),
    ("ash", "seal: SEAL 1\nfinal: yes\n"),
    ("cedar", "seal: SEAL 1\nfinal: yes\n"),
    (" ", "60"),
    ("cedar", "OPEN 1"),
    ("ash", "OPEN 1"),
    (" ", "120"),
];

#[test]
fn of_seals() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    let plays = yaml.replace("[maria@example.org]}", "[maria@example.org], plays: cedar}");
    for (yaml, words, secrecy) in [
        (&yaml, "chance: {words: sealed, until: in 24h}", "either"),
        (&yaml, "chance: {words: open, until: in 24h}", "sealed\nabsence: wait"),
        (&plays, "chance: {words: open, until: in 24h}", "sealed"),
    ] {
        let yaml = yaml.replace("chance: no", words);
        let yaml = if secrecy.contains("absence") { yaml.replace("absence: default\n", "") } else { yaml };
        World::with(&format!("{yaml}secrecy: {secrecy}\nleak check: yes\n")).storm(SEALS);
    }
}

/// What is asked too much, said twice, or answers a ruling that players may object to.
pub(super) const CORNERS: Mails<'_> = &[
    ("ash", "vote for a draw\nvote: extend 24h\nfinal\n"),
    ("ash>", "vote: extend 24h\nvote: draw yes\nI vote for a draw\n"),
    ("ash", "plan: {bid: 1}\n\nplan:\n  prize: left\n  bid: 2\n"),
    (
        "birch",
        "ask: [explain 1, explain ash, explain birch, explain coins, explain prizes, explain sale, explain cedar]\n",
    ),
    (
        "birch",
        "ask: [map 9, map 1, rules 3, rules]\nask: [status, help, history, plan, forecast, status, help]\n",
    ),
    ("birch", "press: {to: ash, text: \"unsigned\", grey: yes}\n"),
    ("ash", "press: {to: [birch, cedar], text: \"a secret of ours\"}\n"),
    ("cedar>", "Dear Maria, may I ask something?\n"),
    ("cedar>", "Dear Anna,\nshall we?\n"),
    ("ash>", "Winterfell march +1 somewhere\nThanks, all is well\n"),
    ("ash", "Oak (+1)\nfinal\n"),
    ("cedar", "rehearsal:\n"),
    ("cedar", "rehearsal: {ready: yes}\n"),
    ("birch", "plan: {bid: 2}\nfinal: yes\n"),
    ("ash", "plan: {bid: 3, prize: right}\nfinal: yes\n"),
    ("cedar", "bid 1\nprize: left\nfinal\n"),
    (" ", "3"),
    ("gm", "do: {rule: {answers: {1/bid/birch: 1}, because: read wrongly}}\n"),
    ("gm>", "do: adopt\n"),
    ("ash", "vote: {ruling: no}\n"),
    ("ash>", "yes\n"),
    ("birch>", "no\n"),
    ("cedar", "vote: {ruling: yes}\n"),
    (" ", "13"),
    ("birch", "vote: {ruling: yes}\n"),
    ("gm", "do: {rule: {answers: {1/bid/birch: 1}, because: once more}}\n"),
    ("gm", "do: {rule: {answers: {1/bid/cedar: 9}, because: no}}\n"),
    ("gm", "do: {rule: {answers: {1/bid/cedar: lots}, because: no}}\n"),
    ("gm>", "do: adopt\n"),
    ("gm>", "do: adopt\n"),
    ("ash", "vote: {ruling: no}\n"),
    ("birch", "vote: {ruling: no}\n"),
    (" ", "13"),
    ("ash", "dispute: {turn: 1, about: \"the bid of birch, 2 coins\"}\n"),
    ("birch", "dispute: {number: 1, says: \"nonsense\"}\n"),
    (
        "gm",
        "do: {rule: {when: 1/bidding, accept: [mail5@example.net, ash/2], dispute: 1, because: it counts}}\n",
    ),
    ("gm", "do: {rule: {accept: [cedar/5], because: typed}}\n"),
    ("gm>", "do: adopt\n"),
    (" ", "13"),
    ("gm", "do: {rule: {accept: [cedar/2], because: it has no plan}}\n"),
    ("gm", "do: {rule: {accept: [birch/99], refuse: [ash/1], because: there is none}}\n"),
    ("gm", "do: {rule: {refuse: [cedar/2], because: it has none}}\n"),
    ("gm", "do: {rule: {refuse: [birch/4], because: it does not count}}\n"),
    ("gm>", "do: adopt\n"),
    (" ", "13"),
    ("ash", "dispute: {number: 1, withdraw: yes}\n"),
    ("gm", "do: {decisions: 7}\n"),
    ("gm", "do: {decisions: 1/war}\n"),
    ("gm", "do: {decisions: 1/bidding}\n"),
    ("gm", "do: withdraw\n"),
    ("gm", "do: {rewind: 1/bidding, because: once more}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: withdraw\n"),
    ("gm", "do: {replace: [ash, birch]}\n"),
    ("gm", "do: {swap: [ash, birch]}\n"),
    ("gm", "do: {replace: oak, with: \"Olga <olga@example.org>\"}\n"),
    ("birch", "vote: {extend: 1 week}\n"),
    ("ash", "resign: yes\n"),
    ("ash>", "yes\n"),
    ("ash", "resign: yes\n"),
    ("ash", "vote: {draw: yes}\n"),
    (" ", "150"),
    ("cedar", "resign: yes\n"),
    ("cedar", "ask: [map 1, map 2, status]\n"),
    (" ", "50"),
];

#[test]
fn of_corners() {
    let more = "rulings: {protest: 12h, vote: yes}\npress: grey\nleak check: yes\n";
    let observed =
        "observers: [{name: Olga, address: olga@example.org, delay: none}]\nlimits: {outgoing: 32 KiB}\n";
    for yaml in [format!("{YAML}{more}"), format!("{YAML}{more}{observed}")] {
        World::with(&yaml).storm(CORNERS);
    }
    let mut world = World::folder(&format!("{YAML}{more}"));
    world.edge.game = |_, _| Ok(Box::new(Host::new(Toy { partners: true, ..Toy::default() })));
    world.start();
    world.tick();
    world.storm(CORNERS);
}
