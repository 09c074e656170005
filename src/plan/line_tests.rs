//! Lines that say something by themselves, and those that only look so.

use super::agrees_to_begin;
use super::line::{answers_question, is_kind, may_be_chance, said};
use super::said::{Bare, Said};
use super::small::minutes;
use crate::sheet::plain;
use jiff::civil::{Date, date};
use serde_json::json;

/// A Friday.
const TODAY: Option<Date> = Some(date(2026, 11, 20));

fn section(text: &str) -> serde_json::Value {
    match said(text, 1, TODAY) {
        Some(Said::Section(key, value)) => json!({key.text().unwrap(): plain(&value)}),
        other => json!(format!("{other:?}")),
    }
}

#[test]
fn small_words() {
    for text in [
        "final",
        "Final!",
        "FINAL.",
        "My orders are final",
        "final, thanks",
        "*final*",
        "No more changes.",
        "thats it. final",
        "Done! Final.",
        "ok, final, thanks",
        "nothing else. final. ben",
        "final. b",
        "final: yes, bedankt",
        "done final",
        "im done thats final",
        "Final - no changes",
        "Yes that's right now, final!",
        "I confirm that the above is final.",
        "ok all good. final please",
        "final and thanks",
        "I shall send nothing further.",
        "lock it in",
        "That is my final word.",
        "final answer",
        "fnial",
    ] {
        assert_eq!(section(text), json!({"final": true}), "{text}");
    }
    for text in [
        "I resign",
        "I resign. Sorry guys, too much work at the moment.",
        "Sorry, I resign!",
        "Sorry folks, I have no time any more. I resign",
        "i resign.",
        "I want to give up my seat",
        "Resign",
        "I’d like to resign, sorry for the delay",
    ] {
        assert_eq!(section(text), json!({"resign": true}), "{text}");
    }
    for text in ["rehearsal: yes", "Rehearsal ready", "rehearsal : ja"] {
        assert_eq!(section(text), json!({"rehearsal": {"ready": true}}), "{text}");
    }
    for (text, bare) in [
        ("ready", Bare::Ready),
        ("I am done, go ahead", Bare::Done),
        ("Ready!", Bare::Ready),
        ("I'm ready 👍", Bare::Ready),
        ("I'm ready, let's go!", Bare::Ready),
        ("I am ready now!", Bare::Ready),
        ("ok ready then", Bare::Ready),
        ("Yes I'm ready too", Bare::Ready),
        ("OK sorry. Ready", Bare::Ready),
        ("Hi Maria, ready when the rest is.", Bare::Ready),
        ("Ready when you are!", Bare::Ready),
        ("Ready! Good luck to you all", Bare::Ready),
        ("Done.", Bare::Done),
        ("Yes!", Bare::Yes),
        ("ja", Bare::Yes),
        ("OK", Bare::Yes),
        ("Yes please", Bare::Yes),
        ("yes, I'm sure. Sorry again!", Bare::Yes),
        ("Yes, definitely", Bare::Yes),
        ("ok thanks", Bare::Yes),
        ("No.", Bare::No),
        ("none", Bare::Nothing),
        ("-", Bare::Nothing),
        ("Nothing", Bare::Nothing),
        ("vote: yes", Bare::Yes),
    ] {
        assert_eq!(said(text, 1, TODAY), Some(Said::Bare(bare)), "{text}");
    }
}

#[test]
fn prose_says_nothing() {
    for text in [
        "ready when you are?",
        "Ready?",
        "is this final?",
        "this is not final",
        "final. soon",
        "final. 3 more",
        "vote extend",
        "finally",
        "I will resign soon",
        "he said: I resign",
        "I resign if you take Winterfell",
        "I resign. Not!",
        "If you take Winterfell, I resign",
        "should I resign?",
        "ok, but what about Winterfell",
        "yes and no",
        "yes, but not now",
        "yes, Winterfell is mine",
        "1",
        "2",
        "away with him",
        "I'm away from my desk",
        "extend the hand of friendship",
        "I vote with my feet",
        "more time would be nice",
        "dispute",
        "dispute: none",
        "a final word",
        "done, but not final",
        "is that final",
        "that's right",
        "no changes",
        "final round, good luck",
        "my final offer",
        "final score 2-1",
        "final offer: 2 power",
        "not ready",
        "not ready now",
        "no, ready tomorrow",
        "Ready, but not before Monday",
        "ready. when do we start?",
        "orders: none",
        "Ready, steady, and I march on you with all that I have",
        "I'm ready to march on you",
    ] {
        assert_eq!(said(text, 1, TODAY), None, "{text}");
    }
}

#[test]
fn a_few_words_about_nobody_may_be_words_of_chance() {
    assert!(may_be_chance("purple elephants on bus 42"));
    for text in
        ["looking forward to playing with you", "see you on Friday?", "Kind regards", "Hi all", "ready to go"]
    {
        assert!(!may_be_chance(text), "{text}");
    }
}

#[test]
fn words_of_answering() {
    for text in [
        "me obviously lol",
        "nein danke - no thanks",
        "dont use it",
        "Yes please, Nora",
        "put it under the deck",
    ] {
        assert!(answers_question(text), "{text}");
    }
    for text in [
        "No idea if this works, I copied it from Excel",
        "no worries mate",
        "My dog ate it",
        "I give up",
        "Sorry, tomorrow!",
        "give me a day",
        "one moment",
        "good game so far",
    ] {
        assert!(!answers_question(text), "{text}");
    }
}

#[test]
fn who_is_ready_may_ask_something_besides() {
    let agrees = |text: &str| agrees_to_begin(text.lines());
    for text in [
        "ready!! looking fwd to this. never played the north thing before",
        "ready, never done this before tho",
        "yes ready but what is a tactic card?",
        "whats this about words of chance? do i have to? anyway im ready",
        "ready. when do we start?",
        "I'm ready. One question though. If my computer dies, can I still send orders from the phone?",
        "What is a seal?\nI'm ready",
        "yeah all good here mate ready when everyone else is let's go and get that gwen lol",
        "Did you see the Villa game?? what a goal. Anyway im in",
        "Ready!! Also tell Henk ill leave him alone if he leaves me alone, deal?",
        "Hiya, finally found the time to read it, all set!",
        "Count me in. Not sure I understand the rules though",
        "Got the welcome, I think I am ready to go",
        "I am happy to begin at your convenience",
        "Thanks for setting this up. You can start when it suits you. Will there be a map?",
        "let's start already",
        "ready Maria",
        "Thank you for organisng this!! I am redy to start when everbody is.",
    ] {
        assert!(agrees(text), "{text}");
    }
    for text in [
        "ready when you are?",
        "not ready",
        "ready, but not before Monday",
        "ready. please wait until Friday",
        "Ready?",
        "I'm ready to march on you",
        "what is a seal?",
        "never played before",
        "ready tomorrow",
        "ready in two days",
        "Ready! Please do not start before Sunday",
        "Ready. If Ben is.",
        "Henk says he is ready",
        "I'm in London until Friday",
        "I will be ready by Monday",
        "everyone else is ready I guess",
        "tell me when you are ready",
        "getting ready",
        "Ready. But wait for Joe",
        "I hope to be ready soon",
        "not good to go yet",
    ] {
        assert!(!agrees(text), "{text}");
    }
}

#[test]
fn courtesies_and_headings() {
    assert_eq!(said("Hi all! my moves:", 1, TODAY), Some(Said::Heading(Some(9))));
    let more = said("Hi all, my orders: Winterfell raid, Karhold CP", 1, TODAY);
    assert_eq!(more, Some(Said::Heading(Some(20))));
    assert_eq!(said("Hi all, my orders: none", 1, TODAY), Some(Said::Heading(Some(9))));
    for text in [
        "Hi Maria,",
        "thanks!",
        "Cheers",
        "see above",
        "Hello",
        "Here you go :",
        "Good evening everyone",
        "Best regards,",
        "Thanks again",
    ] {
        assert_eq!(said(text, 1, TODAY), Some(Said::Courtesy), "{text}");
    }
    for text in [
        "Plan:",
        "PLAN",
        "Orders :",
        "my orders",
        "My orders:",
        "*Orders*",
        "Orders for turn 3:",
        "Here are my orders:",
    ] {
        let said = said(text, 1, TODAY);
        assert!(matches!(said, Some(Said::Heading(None) | Said::Courtesy)), "{text}: {said:?}");
    }
    assert_eq!(said("Plan: Winterfell march +1", 1, TODAY), Some(Said::Heading(Some(7))));
    assert_eq!(said("  Orders :Winterfell march +1", 1, TODAY), Some(Said::Heading(Some(11))));
}

#[test]
fn votes_and_absences() {
    for text in [
        "vote: extend 24h",
        "extend 24h please",
        "Vote extend by 24h",
        "Please extend 24 h",
        "24h more please",
        "could we extend 24h",
        "extend one day please",
    ] {
        let vote = section(text);
        let time = vote["vote"]["extend"].as_str().unwrap_or_else(|| panic!("{text}: {vote}"));
        assert_eq!(minutes(time), Some(1440), "{text}");
    }
    for (text, what) in [
        ("help", "help"),
        ("Help!", "help"),
        ("status", "status"),
        ("map", "map"),
        ("rules", "rules"),
        ("please send me the map", "map"),
        ("ask: help", "help"),
        ("status?", "status"),
        ("who hasn't sent their orders yet", "status"),
        ("Who are we waiting for?", "status"),
        ("rules about ports?", "rules ports"),
        ("History ?", "history"),
        ("rules: ports", "rules ports"),
        ("Rules about ports", "rules ports"),
        ("send me the rules on raids please", "rules raids"),
        ("explain riverrun", "explain riverrun"),
        ("ask explain 1 Riverrun", "explain 1 riverrun"),
        ("explain battle at moat cailin", "explain battle at moat cailin"),
    ] {
        assert_eq!(section(text), json!({"ask": what}), "{text}");
    }
    for text in [
        "What is the status?",
        "rules are rules",
        "explain to me how this works",
        "explain why",
        "explain yourself and all that you have done to us",
        "why did I lose",
        "Can you send me the map?",
        "the rules of the game are hard",
    ] {
        assert!(said(text, 1, None).is_none(), "{text}");
    }
    // What is no time is told so where a vote is read.
    assert_eq!(section("vote: extend soon"), json!({"vote": {"extend": "soon"}}));
    assert_eq!(section("vote: draw"), json!({"vote": {"draw": true}}));
    assert_eq!(section("I vote for a draw"), json!({"vote": {"draw": true}}));
    assert_eq!(section("Vote: draw no"), json!({"vote": {"draw": false}}));
    assert_eq!(section("vote against the ruling"), json!({"vote": {"ruling": false}}));
    assert_eq!(section("I vote against more time"), json!({"vote": {"extend": false}}));
    assert_eq!(section("vote: concede to Lannister"), json!({"vote": {"concede": "lannister"}}));
    let days = json!({"absent": {"from": "25.11.", "to": "1.12"}});
    assert_eq!(section("absent: from 25.11. to 1.12."), days);
    assert_eq!(section("away 25.11.-1.12."), days);
    assert_eq!(section("Vacation 25.11.-1.12."), days);
    assert_eq!(section("I will be out of office from 25.11. to 1.12."), days);
    let (from, to) = ("25.11.", "1.12.");
    let days = json!({"absent": {"from": from, "to": to}});
    assert_eq!(section("and I'm on leave from 25.11. to 1.12., hope that's ok"), days);
    assert_eq!(
        section("I’m away from 25 Nov until 1 Dec"),
        json!({"absent": {"from": "25 nov", "to": "1 dec"}})
    );
    assert_eq!(
        section("On holiday 2026-11-25 - 2026-12-01"),
        json!({"absent": {"from": "2026-11-25", "to": "2026-12-01"}})
    );
    let december = json!({"absent": {"from": "3 december", "to": "4 december", "play": "wait"}});
    assert_eq!(section("away 3 to 4 december, please wait"), december);
    for (line, from, to) in [
        ("away 3-4 December", "3 december", "4 december"),
        ("away 3rd to 4th of December", "3th of december", "4th of december"),
        ("away December 3 to 4", "december 3", "december 4"),
        ("away from 3. to 4.12.", "3.12", "4.12"),
    ] {
        assert_eq!(section(line), json!({"absent": {"from": from, "to": to}}), "{line}");
    }
    assert_eq!(section("away until Friday"), json!({"absent": {"from": "2026-11-20", "to": "friday"}}));
    let played = |play: &str| json!({"absent": {"from": "5 sept", "to": "8 sept", "play": play}});
    assert_eq!(section("away 5 Sept to 8 Sept, steward"), played("steward"));
    assert_eq!(
        section("I'm away from 5 Sept until 8 Sept, please let the steward play for me"),
        played("steward")
    );
    assert_eq!(section("away 5 Sept to 8 Sept - please wait for me"), played("wait"));
    assert_eq!(section("I'm away tomorrow"), json!({"absent": {"from": "tomorrow", "to": "tomorrow"}}));
    assert_eq!(section("absent: some time"), json!({"absent": {"from": "some time"}}));
    let week = json!({"absent": {"from": "2026-11-23", "to": "2026-11-29"}});
    assert_eq!(section("absent: next week"), week);
    let weekend = json!({"absent": {"from": "2026-11-21", "to": "2026-11-22"}});
    assert_eq!(section("I'm away this weekend"), weekend);
    assert_eq!(section("absent: none"), json!({"absent": "none"}));
    for line in [
        "I shall be out of the office on 1 December",
        "I will be on annual leave on 1 December.",
        "unavailable 1 December",
        "I'm abroad on 1 December",
        "I am going to be travelling on 1 December",
    ] {
        let day = json!({"absent": {"from": "1 december", "to": "1 december"}});
        assert_eq!(section(line), day, "{line}");
    }
    for line in [
        "I will not be away after all",
        "I am not away this weekend after all",
        "I won't be away next week after all",
        "back already",
        "my holiday is cancelled",
        "absence cancelled",
        "I am back earlier than planned",
    ] {
        assert_eq!(section(line), json!({"absent": "none"}), "{line}");
    }
    // One absence and another are two, and either alone would lose one.
    assert_eq!(section("away 1 to 3 December and 10 to 12 December"), json!("None"));
    // Courtesies behind the days, several of them, say nothing; other words may.
    for polite in ["sorry", "thanks", "please", "sorry, please, thanks", "please, sorry!"] {
        assert_eq!(
            section(&format!("away 3 to 4 December, {polite}")),
            section("away 3 to 4 December"),
            "{polite}"
        );
    }
    for other in ["sorry, or not", "thanks to Anna", "unless it snows"] {
        assert_eq!(section(&format!("away 3 to 4 December, {other}")), json!("None"), "{other}");
    }
    let because = section("away 1 to 3 December because of the holidays");
    assert_eq!(because["absent"]["to"], "3 december");
    for line in
        ["I am off to bed", "I am not away from Winterfell", "I was abroad on 1 December", "on business"]
    {
        assert_eq!(section(line), json!("None"), "{line}");
    }
    assert_eq!(section("I'm back!"), json!({"absent": "none"}));
    assert_eq!(section("dispute: my Card was not played"), json!({"dispute": "my Card was not played"}));
    assert_eq!(section("Dispute: why only 3?"), json!({"dispute": "why only 3?"}));
}

/// Who asks something and says when she is away would believe that it was booked, if nobody said that it was not.
#[test]
fn a_question_beside_an_absence_does_not_hide_it() {
    for text in [
        "I am on holiday from 20 December until 3 January. Could you tell me when Gus has to answer?",
        "Could you please tell me by when Gus has to answer? And I am on holiday from 20 December up to and including 3 January, Jo may stand in.",
    ] {
        assert!(crate::plan::hints_at_absence(text), "{text}");
    }
    for text in ["Am I away from 20 December?", "Is it true? May I be away on Monday?", "I am away, or am I?"]
    {
        assert!(!crate::plan::hints_at_absence(text), "{text}");
    }
}

#[test]
fn a_length_of_time_may_be_written_in_words() {
    for (line, length) in [
        ("vote: extend two days", "two days"),
        ("I vote to extend by a week", "a week"),
        ("vote extend three hours", "three hours"),
    ] {
        let Some(Said::Section(key, value)) = said(line, 1, None) else { panic!("{line}") };
        let entries = value.entries().unwrap_or_default();
        let entry = entries.first().and_then(|(name, value)| Some((name.text()?, value.text()?)));
        assert_eq!((key.text(), entry), (Some("vote"), Some(("extend", length))), "{line}");
    }
}

#[test]
fn a_word_is_no_word_of_chance_unless_one_is_asked_for() {
    for line in ["word: hi there", "Word: peace", "my word: I will not attack"] {
        assert_eq!(said(line, 1, None), None, "{line}");
        let envelope = crate::plan::read_text(line, &[]);
        assert!(envelope.document.chance.is_none(), "{line}");
    }
}

#[test]
fn remarks_before_final_are_no_orders_of_their_own() {
    for line in [
        "ironmans bay raid. ok thats it, final",
        "ironmans bay raid. Then i am done, final yes",
        "ironmans bay raid. That will be all. Final",
    ] {
        let behind = crate::plan::behind_orders(line, 1, None).unwrap();
        assert_eq!((behind.orders, behind.sections.len()), ("ironmans bay raid", 1), "{line}");
    }
    let behind = crate::plan::behind_orders("the blade. yes, final", 1, None).unwrap();
    assert_eq!(behind.orders, "the blade. yes");
}

/// A thumb says that a message has come; it agrees to nothing.
#[test]
fn a_picture_alone_is_a_courtesy() {
    for text in ["\u{1F44D}", " \u{1F44D}\u{1F3FD} \u{2764}\u{FE0F}", "\u{1F600}"] {
        assert_eq!(said(text, 1, None), Some(Said::Courtesy), "{text}");
        assert!(is_kind(text), "{text}");
    }
    assert!(is_kind("Karen reacted to your message: \u{1F44D}"));
    for text in ["->", "\u{2192}", "\u{1F44D} from Winterfell"] {
        assert_ne!(said(text, 1, None), Some(Said::Courtesy), "{text}");
        assert!(!is_kind(text), "{text}");
    }
}
