//! Where our reading of a disputed point (docs/disputed-points.md) is another than that of the other engine: recognised by what
//! happens, so that it is found in any trace. The game goes on as it went on there.

use super::table::TraceTable;
use ravenpost::games::thrones::board::Board;
use serde_json::Value;

/// The point by which our rules refuse what the other engine took.
pub fn refusal(table: &TraceTable<'_>, code: &str, answer: &Value) -> Option<&'static str> {
    match code {
        // Others may help against a neutral force there.
        "march-too-weak" if table.lent_against_neutral => Some("T-74"),
        // There units may go of which none could be kept; here as few as possible.
        "disband-too-many" => Some("R-03"),
        // An order that only filled a place is no order here, and the Raven replaces it there.
        "raven-no-order" if table.dummies.iter().any(|area| answer["area"] == **area) => Some("T-85"),
        _ => None,
    }
}

/// Sets up the board as it is there, where the set-ups differ on purpose; says by which points.
pub fn setup(board: &mut Board, there: &Value) -> Vec<&'static str> {
    let mut points = Vec::new();
    let port = board.world.area("port-of-lannisport").expect("the port is on the map");
    let fleet = board.spot(port).fit;
    // Where three play, the other engine leaves this port empty.
    if board.houses.len() == 3 && !fleet.is_empty() && there["regions"].get("port-of-lannisport").is_none() {
        board.remove_units(port, fleet, Default::default());
        points.push("T-01");
    }
    points
}
