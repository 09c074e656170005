//! Neutral forces. Rules: 1e, Other rules, Neutral forces; R-11.
//!
//! Ships enter a sea closed by an absent house's ships by the same rule. Units that fall short stay where they
//! were. A march is legal only if supply holds both with and without those units turned back (see
//! `march_query`), so that nobody is ever lost for having been refused.

use super::battle::contest::{Contest, Role};
use super::battle::{strength, support};
use super::entry::move_in;
use super::event::WarEvent;
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::game::Table;
use crate::games::thrones::terms::Forces;
use crate::table::Pause;

/// Units of a march try to enter an area with a neutral force: support is asked, then their strength compared
/// with the force. It is no battle: no cards, no Blade, no losses.
///
/// # Errors
/// If a house has not said whom it supports.
pub(super) fn enter(board: &mut Board, mut contest: Contest, table: &mut Table<'_>) -> Result<(), Pause> {
    let must_fall = board.forces() == Forces::MustFall;
    if must_fall {
        support::lend_own(board, &mut contest);
    } else {
        support::call(board, &mut contest, table)?;
    }
    let force = i16::from(board.spot(contest.area).neutral);
    let addends = strength::before_cards(board, &contest, Role::Attacker);
    // Where it must fall, a march that falls short was not legal.
    let entered = must_fall || strength::total(&addends) >= force;
    table.tell(|| {
        let world = &board.world;
        WarEvent::NeutralForce {
            area: world.area_id(contest.area).to_owned(),
            house: world.seat_id(contest.attacker).to_owned(),
            from: world.area_id(contest.from).to_owned(),
            units: units(contest.attackers),
            force,
            strength: strength::told(board, &addends),
            entered,
        }
        .into()
    });
    if entered {
        board.spot_mut(contest.area).neutral = 0;
        move_in(board, contest.attacker, contest.from, contest.area, contest.attackers, table);
    }
    Ok(())
}
