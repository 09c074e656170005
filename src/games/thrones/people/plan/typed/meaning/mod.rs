//! What the shapes of a line mean in a position: names among the things that can be meant there.

pub(super) mod bids;
pub(super) mod musters;
pub(super) mod north;
pub(super) mod origin;
pub(super) mod supporting;
pub(super) mod wishes;

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Troop, Unit, Word};
use crate::games::thrones::people::plan::guard;
use crate::games::thrones::people::plan::language::{self, MarchField, unit_word};
use crate::games::thrones::people::plan::model::Favour;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, OrderSaid, Run, Units};
use crate::games::thrones::people::plan::typed::prose::example::unclear;
use crate::games::thrones::people::plan::typed::shapes::steps::{MarchMore, StepSaid};
use crate::games::thrones::people::plan::typed::shapes::{Among, Shape, Whom};
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::words::{Words, order_name};
use crate::games::thrones::people::reach::{next_door, reach_with_ships};
use crate::games::thrones::war::transport::reach;
use crate::sheet::{Content, Fault, Node, Refusal, Span};
use crate::table::{EARLIER, Seat};

/// What is known while the names of an entry are found.
pub(super) struct Meaning<'c> {
    pub(super) grammar: &'c Grammar<'c>,
    pub(super) board: &'c Board,
    pub(super) seat: Seat,
    pub(super) words: &'c Words,
    /// `true` under a heading of marches or raids: they imply no order.
    pub(super) only_moves: bool,
    /// What the plan has bid for so far.
    pub(super) bid_for: Vec<String>,
    /// How names were taken.
    pub(super) remarks: Vec<Fault>,
}

/// An area, and where it is named.
pub(super) type Berth = Option<(Run, Area)>;

/// Entries, or why they cannot be told from each other.
pub(super) type Made = Result<Vec<Entry>, Fault>;

impl Meaning<'_> {
    pub(super) fn span(&self, run: Run) -> Span {
        self.grammar.line.span(run.from, run.to)
    }

    pub(super) fn said(&self, run: Run) -> String {
        self.grammar.line.text(run.from, run.to)
    }

    pub(super) fn name(&self, area: Area) -> &str {
        &self.board.world.place(area).name
    }

    pub(super) fn remark(&mut self, run: Run, taken: &str) {
        let why = Refusal::new("plan-taken-as").with("name", self.said(run)).with("as", taken);
        self.remarks.push(Fault::warning(self.span(run), why));
    }

    /// Returns the error of words that cannot be read.
    pub(super) fn unclear(&self, run: Run) -> Fault {
        Fault::error(self.span(run), unclear(self.board, self.seat, self.grammar, run))
    }

    /// Finds the area that a name means; the first of the sets that has one decides.
    pub(super) fn area(&mut self, run: Run, among: &[AreaSet]) -> Result<Area, Fault> {
        let grammar = self.grammar;
        let name = grammar.name_of(run);
        match grammar.areas.meant(&name, among) {
            Meant::One { area, guessed } => {
                if guessed {
                    let name = self.name(area).to_owned();
                    self.remark(run, &name);
                }
                Ok(area)
            }
            Meant::Several(areas) => {
                let names: Vec<String> = areas.into_iter().map(|area| self.name(area).to_owned()).collect();
                let why = Refusal::new("plan-ambiguous-name").with("name", self.said(run));
                Err(Fault::error(self.span(run), why.with("candidates", names)))
            }
            Meant::Nothing => {
                let why = Refusal::new("plan-no-such-area").with("name", self.said(run));
                Err(Fault::error(self.span(run), why.with("legal", Vec::<String>::new())))
            }
        }
    }

    pub(super) fn area_node(&self, run: Run, area: Area) -> Node {
        text(self.span(run), self.name(area))
    }

    /// Returns the areas whose orders can be meant: those with units now, and those where units can come before orders.
    pub(super) fn own(&self) -> Vec<AreaSet> {
        let own: AreaSet = self.board.held_by(self.seat).map(|(area, _)| area).collect();
        if self.board.stage >= Stage::Planning {
            return vec![own];
        }
        let world = &self.board.world;
        let controlled = self.board.controlled_by(self.seat);
        let seas =
            controlled.iter().fold(AreaSet::EMPTY, |all, area| all.or(world.borders(area).and(world.seas)));
        vec![own, own.or(controlled).or(seas)]
    }

    /// Returns a number of units as the sheet writes it, with their area if it is named.
    pub(super) fn units_at(&mut self, unit: Unit, count: Count, at: Option<Run>) -> Result<String, Fault> {
        let what = counted(unit, count);
        let Some(at) = at else { return Ok(what) };
        let area = self.own_area(at)?;
        Ok(format!("{what} {} {}", language::AT_AREA, self.name(area)))
    }

    pub(super) fn own_area(&mut self, run: Run) -> Result<Area, Fault> {
        // "Ships support": they are in one area alone.
        let own = self.own();
        // "Ship" may be short for Shipbreaker Bay, where that is one's own.
        let meant = self.grammar.areas.meant(&self.grammar.name_of(run), &own);
        let is_own = matches!(meant, Meant::One { area, .. } if own.iter().any(|own| own.has(area)));
        if let Some(unit) = self.grammar.unit_named(run).filter(|_| !is_own) {
            let mut held = self.board.held_by(self.seat).filter(|(_, spot)| spot.units().of(unit) > 0);
            let only = held.next().map(|(area, _)| area).filter(|_| held.next().is_none());
            let area = only.ok_or_else(|| self.unclear(run))?;
            let name = self.name(area).to_owned();
            self.remark(run, &name);
            return Ok(area);
        }
        // "SS" may be the code of another area and short for The Shivering Sea: an order is for where one has units.
        if let (Meant::Several(areas), Some(held)) = (&meant, own.first()) {
            let mut held = areas.iter().filter(|area| held.has(**area));
            if let (Some(area), None) = (held.next(), held.next()) {
                let name = self.name(*area).to_owned();
                self.remark(run, &name);
                return Ok(*area);
            }
        }
        self.area(run, &own)
    }

    /// Returns `true` for ships in the plural, if they are in several areas: "ships support" is said of each.
    fn are_all_ships(&self, run: Run) -> bool {
        let held = self.board.held_by(self.seat).filter(|(_, spot)| spot.units().of(Unit::Ship) > 0);
        self.grammar.unit_named(run) == Some(Unit::Ship) && self.grammar.are_many(run) && held.count() > 1
    }

    /// Returns the error of words that leave something as an earlier message said it. Whoever has one on file may drop it.
    pub(super) fn unchanged(&self, run: Run) -> Fault {
        let why = Refusal::new("line-same").with("text", self.said(run)).with(EARLIER, true);
        Fault::error(self.span(run), why)
    }

    /// Asks back what was meant as orders of last turn.
    pub(super) fn vague(&self, run: Run) -> Fault {
        Fault::error(self.span(run), Refusal::new("line-same").with("text", self.said(run)))
    }

    /// Returns the order as the sheet writes it; what is no order is left as it is, for the reader to refuse.
    pub(super) fn order(&mut self, said: OrderSaid) -> Node {
        let star = if said.star { "*" } else { "" };
        let bonus = said.bonus.map(|bonus| format!("{bonus:+}")).unwrap_or_default();
        let plain = format!("{}{star}{bonus}", said.kind.id());
        let order = self.words.order(&self.board.world, &plain);
        let order = match order {
            Ok(order) => order_name(&self.board.world, order),
            Err(_) if said.guessed => plain,
            Err(_) => self.said(said.run),
        };
        if said.guessed {
            self.remark(said.run, &order);
        }
        text(self.span(said.run), &order)
    }

    /// Makes the entries of a shape.
    pub(super) fn shape(&mut self, shape: &Shape) -> Made {
        match shape {
            Shape::Order { places, order } => {
                let value = self.order(*order);
                let entry = |run: &Run| {
                    if order.kind != OrderKind::March && self.are_all_ships(*run) {
                        let said = text(self.span(*run), &self.said(*run));
                        return Ok(Entry::All {
                            said,
                            order: value.clone(),
                            of: Among::With(Unit::Ship, false),
                        });
                    }
                    let area = self.own_area(*run)?;
                    Ok(Entry::Order {
                        area: self.area_node(*run, area),
                        order: value.clone(),
                        implied: false,
                    })
                };
                places.iter().map(entry).collect()
            }
            Shape::March { from, steps, more, order } => self.marching(*from, steps, more, *order),
            Shape::Raid { from, at, order } => self.raiding(*from, at, *order),
            Shape::Nothing { places, none } => places
                .iter()
                .map(|place| {
                    let area = self.own_area(*place)?;
                    let from = self.area_node(*place, area);
                    Ok(if self.only_moves {
                        Entry::March { from, to: None, more: Vec::new() }
                    } else {
                        Entry::Order {
                            area: from,
                            order: text(self.span(*none), language::NONE),
                            implied: false,
                        }
                    })
                })
                .collect(),
            Shape::Stay { place, stay } => {
                let area = self.own_area(*place)?;
                let from = self.area_node(*place, area);
                Ok(vec![if self.only_moves || self.board.stage > Stage::Planning {
                    Entry::March { from, to: None, more: Vec::new() }
                } else {
                    let hold = language::HOLD.first().copied().unwrap_or_default();
                    Entry::Stay { area: from, stay: text(self.span(*stay), hold) }
                }])
            }
            Shape::LeavePower { places, said } => {
                let said = text(self.span(*said), &self.said(*said));
                if places.is_empty() {
                    return Ok(vec![Entry::LeavePower { area: None, said }]);
                }
                let left = |place: &Run| {
                    let area = self.own_area(*place)?;
                    Ok(Entry::LeavePower { area: Some(self.area_node(*place, area)), said: said.clone() })
                };
                places.iter().map(left).collect()
            }
            Shape::NoToken { place, said } => {
                let area = self.own_area(*place)?;
                let left = text(self.span(*said), language::NO);
                Ok(vec![Entry::Token { area: self.area_node(*place, area), left }])
            }
            Shape::Too { place } | Shape::Star { place } => Err(self.unclear(*place)),
            Shape::Unchanged { place, said } => {
                self.own_area(*place)?;
                Err(self.unchanged(*said))
            }
            Shape::Vague { place, said } => {
                self.own_area(*place)?;
                Err(self.vague(*said))
            }
            Shape::All { run, order, of } => {
                // Before orders are placed, nobody knows of which areas it is said.
                if self.board.stage != Stage::Planning {
                    return Err(self.unclear(*run));
                }
                let order = self.order(*order);
                Ok(vec![Entry::All { said: text(self.span(*run), &self.said(*run)), order, of: *of }])
            }
            Shape::Support { places, order, whom } => {
                let mut entries = Vec::new();
                for place in places {
                    entries.extend(self.supporting(*place, *order, whom)?);
                }
                if let Whom::Own(true, run) = whom {
                    entries.extend(self.favours(Favour::Always, Favour::Never, *run));
                }
                Ok(entries)
            }
        }
    }

    /// Makes the order and the march of an area.
    fn marching(
        &mut self,
        from: Run,
        steps: &[StepSaid],
        more: &MarchMore,
        order: Option<OrderSaid>,
    ) -> Made {
        let origin = self.origin(from, steps)?;
        let mut entries = self.implied(from, origin, order, OrderKind::March);
        let to = self.steps(origin, steps)?;
        let mut fields = Vec::new();
        if let Some(run) = more.leave_power {
            fields.push((MarchField::LeavePower, text(self.span(run), language::YES)));
        }
        for (field, run) in [(MarchField::If, more.when), (MarchField::Unless, more.unless)] {
            let Some(run) = run else { continue };
            let (said, renamed) = self.grammar.players.put_into(&self.grammar.with_names(run));
            for (name, house) in renamed {
                let why =
                    Refusal::new("plan-taken-as").with("name", name).with("as", house).with("player", true);
                self.remarks.push(Fault::warning(self.span(run), why));
            }
            let condition = text(self.span(run), &said);
            self.keeps(&condition, origin, to.as_deref().unwrap_or_default())?;
            fields.push((field, condition));
        }
        entries.push(Entry::March { from: self.area_node(from, origin), to, more: fields });
        Ok(entries)
    }

    /// Makes the order of an area that raids, and what it raids.
    fn raiding(&mut self, from: Run, at: &[Run], order: Option<OrderSaid>) -> Made {
        let origin = self.own_area(from)?;
        let mut entries = self.implied(from, origin, order, OrderKind::Raid);
        let (near, grammar) = (next_door(self.board, origin), self.grammar);
        let borders = self.board.world.borders(origin);
        let goal = |run: &Run| {
            let area = self.area(*run, &[near, borders])?;
            Ok(self.area_node(*run, area))
        };
        // "raid nobody" places the order and raids nothing.
        let named = at.iter().filter(|run| !grammar.word_is(Word::None, **run));
        let is_anything = at.is_empty() && order.is_some();
        let mut at = named.map(goal).collect::<Result<Vec<_>, Fault>>()?;
        // "raid anything" that is not one's own; without an order, `at: none` is a raid on nothing.
        if is_anything {
            let held: AreaSet = self.board.held_by(self.seat).map(|(area, _)| area).collect();
            let own = self.board.controlled_by(self.seat).or(held);
            let others = near.iter().filter(|area| !own.has(*area));
            at = others.map(|area| self.area_node(from, area)).collect();
        }
        entries.push(Entry::Raid { from: self.area_node(from, origin), at });
        Ok(entries)
    }

    /// Checks that the plan can keep a condition; a line counts only if all of it is understood.
    fn keeps(&self, condition: &Node, from: Area, to: &[(Node, Node)]) -> Result<(), Fault> {
        let goals: Vec<Area> =
            to.iter().filter_map(|(area, _)| self.words.areas.known(area.text()?)).collect();
        guard::read(self.words, &self.board.world, condition, from, &goals).map(|_| ())
    }

    /// Returns the order that an entry gives beside what it does. A bare "march" leaves open which of the tokens it is,
    /// and once orders are revealed there is none to give.
    fn implied(&mut self, from: Run, area: Area, said: Option<OrderSaid>, kind: OrderKind) -> Vec<Entry> {
        if self.only_moves || self.board.stage > Stage::Planning {
            return Vec::new();
        }
        let area = self.area_node(from, area);
        match said {
            Some(order) if order.is_bare() && kind == OrderKind::March => Vec::new(),
            Some(order) => vec![Entry::Order { area, order: self.order(order), implied: order.is_bare() }],
            None if kind == OrderKind::Raid => {
                let order = text(self.span(from), OrderKind::Raid.id());
                vec![Entry::Order { area, order, implied: true }]
            }
            None => Vec::new(),
        }
    }

    /// Returns where the units of a march go; `None` if all stay.
    pub(super) fn steps(
        &mut self,
        origin: Area,
        steps: &[StepSaid],
    ) -> Result<Option<Vec<(Node, Node)>>, Fault> {
        let mut all: Vec<(Node, Node)> = Vec::new();
        for step in steps {
            if let Some(number) = step.staying {
                self.so_many_stay(origin, steps, number)?;
            }
            let Some(to) = step.to else { continue };
            let area = self.goal(origin, to)?;
            self.can_come(origin, area, to)?;
            let others: Vec<&StepSaid> = steps.iter().filter(|other| *other != step).collect();
            let units = match &step.units {
                Some(units) => self.counted_units(origin, units)?,
                None if others.is_empty() => text(self.span(to), language::ALL),
                // Who names no units sends all but those who stay; nobody is left to send elsewhere.
                None => self.all_but(origin, to, &others).ok_or_else(|| {
                    let why = Refusal::new("line-who-goes").with("area", self.name(area));
                    Fault::error(self.span(to), why.with("from", self.name(origin)))
                })?,
            };
            all.push((self.area_node(to, area), units));
        }
        Ok((!all.is_empty()).then_some(all))
    }

    /// Checks that as many stay as a march says, if it names all who go.
    fn so_many_stay(&self, origin: Area, steps: &[StepSaid], number: u16) -> Result<(), Fault> {
        let going: Vec<&StepSaid> = steps.iter().filter(|step| step.to.is_some()).collect();
        if going.iter().any(|step| step.units.is_none()) {
            return Ok(());
        }
        let kinds = going.iter().filter_map(|step| step.units.as_ref()?.kinds.as_ref()).flatten();
        let gone = kinds.map(|(unit, count)| match count {
            Count::Number(number) => u32::from(*number),
            Count::All => u32::from(self.board.spot(origin).units().of(*unit)),
        });
        let there: u32 = self.board.spot(origin).units().iter().map(|(_, count)| u32::from(count)).sum();
        let said = going.iter().find_map(|step| step.to).unwrap_or(Run { from: 0, to: 0 });
        if gone.sum::<u32>() + u32::from(number) == there { Ok(()) } else { Err(self.unclear(said)) }
    }

    /// Returns the units of an area but those who stay; `None` if the others go somewhere, or nobody is left.
    fn all_but(&self, origin: Area, said: Run, others: &[&StepSaid]) -> Option<Node> {
        let mut left = self.board.world.movable(self.board.spot(origin).units());
        for step in others {
            if let Some(number) = step.staying {
                let mut kinds = left.iter();
                let (Some((unit, _)), None) = (kinds.next(), kinds.next()) else { return None };
                let mut stay = Troop::NONE;
                stay.add(unit, u8::try_from(number).ok()?);
                left = left.covers(stay).then(|| left.minus(stay))?;
                continue;
            }
            let kinds = step.units.as_ref().filter(|_| step.to.is_none())?.kinds.as_ref()?;
            for (unit, count) in kinds {
                let mut stay = Troop::NONE;
                stay.add(
                    *unit,
                    match count {
                        Count::Number(number) => u8::try_from(*number).ok()?,
                        Count::All => left.of(*unit),
                    },
                );
                left = left.covers(stay).then(|| left.minus(stay))?;
            }
        }
        let span = self.span(said);
        let words =
            left.iter().map(|(unit, count)| text(span, &counted(unit, Count::Number(u16::from(count)))));
        let words: Vec<Node> = words.collect();
        (!words.is_empty()).then_some(Node { span, content: Content::List(words) })
    }

    /// Checks that a march can ever come to an area, so that an order with a goal that makes no sense is asked back whole.
    fn can_come(&self, from: Area, to: Area, said: Run) -> Result<(), Fault> {
        let world = &self.board.world;
        let near = reach(self.board, self.seat, from);
        if near.has(to) || from != to && reach_with_ships(self.board, self.seat, from).has(to) {
            return Ok(());
        }
        let code = if from == to {
            "plan-march-same-area"
        } else if world.is_sea(from) != world.is_sea(to) {
            "plan-march-terrain"
        } else {
            "plan-march-not-adjacent"
        };
        let legal: Vec<&str> = near.iter().map(|area| self.name(area)).collect();
        let why = Refusal::new(code).with("from", self.name(from)).with("area", self.name(to));
        Err(Fault::error(self.span(said), why.with("legal", legal)))
    }

    /// Returns units as the sheet writes them; so many of no kind are all that are there, or of the only kind there.
    fn counted_units(&self, origin: Area, units: &Units) -> Result<Node, Fault> {
        let Some(number) = units.number else { return Ok(self.units(units)) };
        let there = self.board.world.movable(self.board.spot(origin).units());
        let all: u32 = there.iter().map(|(_, count)| u32::from(count)).sum();
        let mut kinds = there.iter();
        let count = Count::Number(number);
        match (kinds.next(), kinds.next()) {
            _ if u32::from(number) == all => Ok(text(self.span(units.run), language::ALL)),
            (Some((unit, _)), None) => {
                Ok(self.units(&Units { kinds: Some(vec![(unit, count)]), ..units.clone() }))
            }
            _ => Err(self.unclear(units.run)),
        }
    }

    /// Returns units as the sheet writes them.
    pub(super) fn units(&self, units: &Units) -> Node {
        let span = self.span(units.run);
        let Some(kinds) = &units.kinds else { return text(span, language::ALL) };
        let words = kinds.iter().map(|(unit, count)| text(span, &counted(*unit, *count)));
        Node { span, content: Content::List(words.collect()) }
    }
}

/// Returns a number of units as the sheet writes it.
pub(super) fn counted(unit: Unit, count: Count) -> String {
    match count {
        Count::Number(1) => unit_word(unit, 1).to_owned(),
        Count::Number(number) => format!("{number} {}", unit_word(unit, 2)),
        Count::All => format!("{} {}", language::ALL, unit_word(unit, 2)),
    }
}
