//! The rooms in which mistakes are counted, and which files they are made of.

/// The rooms; a mistake's number begins with the place in this list, counted from one.
pub const NAMES: [&str; 6] = ["campaign", "seals and verify", "mail", "rulings", "plans", "rules"];

/// The room of the rules, to which nothing belongs that people read or write of a game.
const RULES: usize = 5;

/// What is never planted in: tests, and what exists for them.
const LEFT_OUT: &[&str] = &["/tests/", "tests.rs", "toy.rs", "testing.rs"];

/// The first that fits counts: where a path begins (or what is in the middle of it), and its room.
const PATHS: &[(&str, usize)] = &[
    ("campaign/ruling/", 3),
    ("campaign/command/dispute.rs", 3),
    ("campaign/play/proposals.rs", 3),
    ("campaign/play/disputes.rs", 3),
    ("campaign/state/fold/ruling.rs", 3),
    ("campaign/state/fold/carry.rs", 3),
    ("campaign/state/fold/data.rs", 3),
    ("campaign/state/fold/dispute.rs", 3),
    ("campaign/state/pending_rulings.rs", 3),
    ("campaign/state/lying_plans.rs", 3),
    ("campaign/state/shown_rulings.rs", 3),
    ("campaign/state/timeline.rs", 3),
    ("campaign/state/corrections.rs", 3),
    ("campaign/state/record/ruling.rs", 3),
    ("campaign/state/record/dispute.rs", 3),
    ("campaign/outgoing/rulings.rs", 3),
    ("campaign/outgoing/ruling_answer.rs", 3),
    ("campaign/outgoing/difference.rs", 3),
    ("campaign/outgoing/data_diff.rs", 3),
    ("campaign/outgoing/disputes.rs", 3),
    ("campaign/intake/dispute.rs", 3),
    ("campaign/intake/gm.rs", 3),
    ("plan/ruling.rs", 3),
    ("plan/written_ruling.rs", 3),
    ("plan/dispute.rs", 3),
    ("seal/", 1),
    ("ledger/", 1),
    ("campaign/inspect/verify/", 1),
    ("campaign/inspect/against/", 1),
    ("campaign/inspect/archive/", 1),
    ("campaign/intake/opening.rs", 1),
    ("campaign/intake/past_seal.rs", 1),
    ("campaign/state/fold/apply.rs", 1),
    ("campaign/state/fold/openings.rs", 1),
    ("campaign/state/fold/chance.rs", 1),
    ("campaign/state/fold/keys.rs", 1),
    ("campaign/state/shut_windows.rs", 1),
    ("campaign/state/sealed_anew.rs", 1),
    ("campaign/", 0),
    ("post/", 2),
    ("plan/", 4),
    ("games/thrones/people/plan/", 4),
    ("games/king_is_dead/people/plan/", 4),
    ("games/thrones/", RULES),
    ("games/king_is_dead/", RULES),
];

/// The room of a file, named from src/ on.
pub fn of(file: &str) -> Option<usize> {
    if LEFT_OUT.iter().any(|part| file.contains(part)) {
        return None;
    }
    let (_, room) = *PATHS.iter().find(|(path, _)| file.starts_with(path))?;
    (room != RULES || !file.contains("/people/")).then_some(room)
}
