//! The rules of the games: cases, whole games by chance, from plans and question by question, and counts at the opening.

mod casebook;
mod cases;
mod cases_of_the_north;
mod king_is_dead;
mod king_is_dead_plans;
mod king_is_dead_sentences;
mod king_is_dead_trees;
mod legal;
mod opening_counts;
mod our_words;
mod pausing;
mod plan_play;
mod random_games;
mod tactic_cards;
#[path = "../common/thorough.rs"]
mod thorough;
