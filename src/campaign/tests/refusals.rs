//! Every place of the code at which the verifier refuses an entry has a forged ledger here that it refuses.

use super::{
    forged, forged_chance, forged_ends, forged_ledgers, forged_others, forged_people, forged_play,
    forged_stages,
};
use crate::campaign::inspect::verify::testing::{Place, taken};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

macro_rules! ledgers {
    ($($file:ident: $($test:ident),* $(,)?;)*) => {
        &[$($((concat!(stringify!($file), "::", stringify!($test)), $file::$test as fn())),*),*]
    };
}

const LEDGERS: &[(&str, fn())] = ledgers! {
    forged:
        what_a_message_may_do_is_accepted,
        a_seat_that_is_given_up_does_nothing,
        votes_are_of_seats_about_what_can_be_voted_on,
        plans_are_handed_in_as_the_campaign_allows,
        who_is_away_or_gives_up_has_said_so,
        receipts_say_what_is_so,
        mails_are_numbered_due_and_each_sent_once,
        settings_and_keys_change_as_they_may,
        the_clock_stands_as_long_as_it_was_stopped,
        a_window_moves_reminds_and_ends_by_its_own_rules,
        more_time_is_what_was_voted_for,
        a_question_that_is_open_for_all_to_see_is_answered_for_a_reason,
        a_ruling_goes_back_to_where_it_says_and_overrules_what_it_changes,
        a_proposal_ends_as_it_was_made_and_in_its_time,
        disputes_are_of_who_opened_them;
    forged_chance:
        a_public_number_is_entered_when_it_is_due_and_in_its_form,
        chance_is_fixed_when_everything_that_goes_into_it_is_over,
        a_batch_says_how_many_it_has,
        no_words_are_sealed_once_the_seals_are_published,
        chance_is_not_fixed_while_openings_of_words_are_still_taken;
    forged_ends:
        a_message_has_the_next_receipt_of_its_seat,
        seals_and_openings_come_in_their_time,
        a_window_ends_for_a_reason_and_after_its_seals,
        who_joins_has_a_player_and_a_window_that_collects,
        the_steward_plays_where_he_should_and_for_whom_he_says,
        a_vote_on_a_ruling_changes_something,
        a_ledger_that_is_cut_off_is_told_as_such;
    forged_ledgers:
        entries_follow_each_other_in_whole_batches,
        bodies_have_the_form_of_their_kind,
        the_founding_is_that_of_its_settings_and_of_the_game,
        answers_are_those_of_the_plans,
        a_window_opens_as_the_settings_and_the_game_say,
        a_window_closes_over_what_was_sent,
        nothing_but_its_end_follows_a_game_that_is_over,
        rulings_go_back_and_forward_as_they_may,
        a_proposal_has_the_time_of_the_settings,
        who_joins_a_window_has_a_new_player_and_is_asked_what_the_game_asks,
        seals_and_plans_are_opened_in_their_order;
    forged_others:
        what_is_so_of_one_seat_is_not_so_of_another,
        the_end_of_a_sealed_window_says_who_is_held_to_a_plan,
        a_message_without_an_id_is_read_once,
        what_is_opened_was_sealed_by_its_seat_for_its_window;
    forged_people:
        a_seat_is_taken_by_the_votes_of_all_others_where_that_may_be,
        an_entry_of_an_absence_says_one_thing,
        an_outage_moves_the_time_of_objection_alone,
        who_joins_a_window_is_asked_something,
        without_a_time_to_object_a_ruling_is_adopted_at_once;
    forged_play:
        no_window_opens_for_what_a_plan_answers,
        a_table_of_seals_is_published_once_and_while_some_are_unopened,
        the_others_are_asked_when_the_first_seat_has_opened_or_can_no_longer,
        a_window_ends_because_all_are_done_only_where_windows_close_early,
        a_ruling_on_a_message_overrules_the_plan_of_its_seat_alone,
        the_table_of_seals_is_that_of_the_last_seals,
        what_a_stranger_sends_has_no_effect,
        no_vote_counts_when_the_game_is_over,
        no_message_is_read_twice_for_a_seat_whatever_its_number,
        no_game_ends_while_a_window_is_open,
        who_is_away_seals_nothing_and_has_missed_nothing;
    forged_stages:
        nothing_of_a_game_follows_its_end,
        no_game_ends_before_it_has_begun,
        stages_and_draws_are_those_of_the_game,
        a_game_ends_as_it_was_played,
        a_ledger_without_entries_is_none;
};

/// The places in the verifier's files that call `need` or `refused`.
fn places() -> BTreeSet<Place> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/campaign/inspect/verify");
    let mut all = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let (code, _) = text.split_once("\n#[cfg(test)]\nmod tests").unwrap_or((&text, ""));
        for (number, line) in (1..).zip(code.lines()) {
            if line.trim_start().starts_with("//")
                || line.contains("fn need(")
                || line.contains("fn refused(")
            {
                continue;
            }
            // Another way to refuse would not be seen here.
            for other in ["Err(\"", "Err(format!", "Err(flaw(\"", "ok_or(\"", "|| \"", "|| format!"] {
                assert!(!line.contains(other), "{name} {number} does not use `refused`: {line}");
            }
            for call in ["need(", "refused("] {
                for (at, _) in line.match_indices(call) {
                    let before = line[..at].chars();
                    let inside = before.clone().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
                    if !inside && !line.contains("Err(refused(why))") {
                        all.insert((name.clone(), number, before.count() as u32 + 1));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn every_refusal_of_the_verifier_has_a_ledger_that_it_refuses() {
    let mut by = BTreeMap::<Place, &str>::new();
    for (name, forge) in LEDGERS {
        // In a thread without a name, where nothing that leaves the program is recorded a second time.
        let refused = std::thread::spawn(|| {
            forge();
            taken()
        });
        // One that fails has told why, and fails as a test of its own.
        for place in refused.join().unwrap_or_default() {
            by.entry(place).or_insert(name);
        }
    }
    let all = places();
    assert!(all.len() > 200, "{}", all.len());
    for (place, name) in &by {
        println!("{place:?} {name}");
        assert!(all.contains(place), "{place:?} is not found in the code, but {name} was refused there");
    }
    let without: Vec<&Place> = all.iter().filter(|place| !by.contains_key(*place)).collect();
    assert!(without.is_empty(), "no forged ledger is refused at {without:#?}");
}
