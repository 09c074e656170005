//! The call for support. Rules: 1e, Battle, step 1; R-13.

use super::contest::{Contest, Lent, Role};
use super::strength::{before_cards, lending, support_strength, total};
use crate::games::thrones::answer::malformed;
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, first};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind, World};
use crate::games::thrones::game::Table;
use crate::games::thrones::north::windows;
use crate::games::thrones::question::Question;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Listing, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Asks the owner of each adjacent Support order, in order of play, after those before have answered. An order
/// that could add nothing to anybody is passed over. Where a house answers for all its orders (T-58), the first is asked about.
pub(in super::super) fn call(
    board: &mut Board,
    contest: &mut Contest,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    for seat in board.play_order() {
        let mut said: Option<(Area, Option<Role>)> = None;
        for from in board.orders_of(seat, OrderKind::Support).iter() {
            let query = SupportQuery { said, ..SupportQuery::new(board, contest, seat, from) };
            let gone = from == contest.from && lending(board, contest, from).is_empty();
            if gone || !can_reach(board, contest, from) || (query.is_idle() && !board.edition.idle_support) {
                continue;
            }
            let side = match said {
                Some((_, side)) => {
                    table.forced(&query, &side);
                    side
                }
                None => table.ask(&query)?,
            };
            if board.world.options.support_by_house {
                said = said.or(Some((from, side)));
            }
            table.tell(|| told(&query, side).into());
            if let Some(to) = side {
                let _ = contest.lent.try_push(Lent { seat, from, to });
            }
        }
        windows::support(board, contest, seat, table)?;
    }
    Ok(())
}

/// Lends a side all of its own that can support it, without asking: against a neutral force nobody holds back.
pub(in super::super) fn lend_own(board: &Board, contest: &mut Contest) {
    for from in board.orders_of(contest.attacker, OrderKind::Support).iter() {
        if can_reach(board, contest, from) {
            let _ = contest.lent.try_push(Lent { seat: contest.attacker, from, to: Role::Attacker });
        }
    }
}

/// Returns `true` if an area can support a contest: it borders it, and is not land beside a battle at sea. A port borders the sea
/// it opens on alone. Transport does not carry support.
pub fn can_reach(board: &Board, contest: &Contest, from: Area) -> bool {
    let world = &board.world;
    world.borders(contest.area).has(from)
        && !world.dashed[contest.area.index()].has(from)
        && (world.is_sea(from) || !world.is_sea(contest.area))
}

fn told(query: &SupportQuery<'_>, side: Option<Role>) -> WarEvent {
    let (board, world) = (query.board, &query.board.world);
    let order = board.spot(query.from).order;
    let strength = support_strength(board, query.contest, side.unwrap_or(Role::Attacker), query.from);
    WarEvent::Support {
        area: world.area_id(query.contest.area).to_owned(),
        house: world.seat_id(query.seat).to_owned(),
        from: world.area_id(query.from).to_owned(),
        order: order.map_or_else(String::new, |order| world.token(order).id.clone()),
        side: side.map_or("none", Role::id).to_owned(),
        strength,
    }
}

/// Strengths before cards, by `attacker` and `defender`; a neutral force's number stands for the defender.
pub(super) fn strengths_so_far(board: &Board, contest: &Contest) -> BTreeMap<String, i16> {
    let strength = |role| match (role, contest.defender) {
        (Role::Defender, None) => i16::from(board.spot(contest.area).neutral),
        _ => total(&before_cards(board, contest, role)) + contest.raised[role as usize],
    };
    Role::ALL.into_iter().map(|role| (role.id().to_owned(), strength(role))).collect()
}

/// Whom an adjacent Support order supports. A house in the battle supports itself or nobody; against a neutral
/// force there is only the attacker to support.
pub struct SupportQuery<'a> {
    board: &'a Board,
    contest: &'a Contest,
    seat: Seat,
    from: Area,
    /// What the house has said of its first order, and where that lies, if it holds for all of them.
    said: Option<(Area, Option<Role>)>,
}

impl<'a> SupportQuery<'a> {
    /// The question to the owner of a Support order.
    pub fn new(board: &'a Board, contest: &'a Contest, seat: Seat, from: Area) -> Self {
        SupportQuery { board, contest, seat, from, said: None }
    }

    fn legal(&self) -> ArrayVec<Option<Role>, 3> {
        let mut legal = ArrayVec::new();
        if let Some((_, side)) = self.said {
            legal.push(side);
            return legal;
        }
        legal.push(None);
        match (self.contest.role_of(self.seat), self.contest.defender) {
            (Some(own), _) => legal.push(Some(own)),
            (None, None) => legal.push(Some(Role::Attacker)),
            (None, Some(_)) => legal.extend(Role::ALL.map(Some)),
        }
        legal
    }

    fn is_idle(&self) -> bool {
        let adds = |role| support_strength(self.board, self.contest, role, self.from);
        self.legal().iter().flatten().all(|role| adds(*role) == 0)
    }
}

impl Ask for SupportQuery<'_> {
    type Answer = Option<Role>;
    const KIND: &'static str = "support";

    fn ground(&self) -> Ground<'_> {
        let about = About::Areas(self.contest.area, self.from);
        Ground { board: self.board, seat: self.seat, about }
    }

    fn question(&self) -> Question {
        let (world, contest) = (&self.board.world, self.contest);
        Question::Support {
            battle: world.area_id(contest.area).to_owned(),
            attacker: world.seat_id(contest.attacker).to_owned(),
            defender: contest.defender.map(|seat| world.seat_id(seat).to_owned()),
            from: world.area_id(self.from).to_owned(),
            strength: support_strength(self.board, contest, Role::Attacker, self.from),
            strengths: strengths_so_far(self.board, contest),
        }
    }

    fn check(&self, side: &Option<Role>) -> Result<(), Refusal> {
        if self.legal().contains(side) {
            return Ok(());
        }
        if let Some((first, _)) = self.said {
            let name = |area| self.board.world.place(area).name.clone();
            return Err(Refusal::new("support-one-answer")
                .with("first", name(first))
                .with("from", name(self.from)));
        }
        let neutral = self.contest.defender.is_none();
        let code = if neutral { "support-neutral" } else { "support-against-oneself" };
        Err(Refusal::new(code).with("area", self.board.world.place(self.contest.area).name.clone()))
    }

    fn walk(&self, found: Found<'_, Option<Role>>) -> ControlFlow<()> {
        self.legal().into_iter().try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Option<Role>> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Option<Role> {
        match self.contest.role_of(self.seat) {
            Some(own) => (dice.u8(0..16) > 0).then_some(own),
            None => self.legal()[dice.usize(0..self.legal().len())],
        }
    }

    /// A house supports itself, nobody else. Rules: R-26.
    fn default(&self) -> Option<Role> {
        self.contest.role_of(self.seat)
    }

    fn write(&self, side: &Option<Role>) -> Value {
        json!(side.map_or("none", Role::id))
    }

    fn read(&self, value: &Value) -> Result<Option<Role>, Refusal> {
        match value.as_str() {
            Some("none") => Ok(None),
            _ => Form::read(&self.board.world, Self::KIND, value).map(Some),
        }
    }
}

impl Form for Role {
    fn write(&self, _: &World) -> Value {
        self.id().into()
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let role = value.as_str().and_then(|id| Role::ALL.into_iter().find(|role| role.id() == id));
        role.ok_or_else(|| malformed(kind, value))
    }
}
