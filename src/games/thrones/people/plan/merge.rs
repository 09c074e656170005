//! What a later plan makes of an older one: entry by entry, as a player who sends orders one day and marches the next
//! means it.

use super::answered;
use super::keys::short_key;
use super::language::{self, AT_AREA, AUCTIONS, SECTIONS, Section, word};
use super::model::{Battle, Consolidation, Force, March, Plan, Step, Support, Tactics};
use super::model::{Northern, Use};
use super::northern::{DECK, OBJECTIVE};
use crate::games::thrones::data::{OrderKind, Unit, World};
use crate::games::thrones::people::said::name_of;
use crate::table::Kept;
use std::collections::{BTreeMap, BTreeSet};

/// Merges a later plan into an older one, and says what of the older still stands.
///
/// Where a section has keys, a new entry replaces the old one of its key and the others stand; `none` takes an entry
/// away. A march or raid replaces all of its area, and comes after those that stand. Lists of wishes, best first, are
/// replaced whole. What the older plan said for another turn does not stand.
pub fn merge(world: &World, old: &Plan, new: &Plan) -> (Plan, Vec<Kept>) {
    let mut merging = Merging { world, kept: Vec::new() };
    let (old, new) = &of_one_auction(old, new);
    let mut plan = new.clone();
    // What is said last of either decides.
    plan.once = if new.bids.is_empty() && new.muster.is_none() { old.once } else { new.once };
    let emptied = std::mem::take(&mut plan.emptied);
    let mut old = without(old, &emptied);
    answered::settle(&mut old, new, &emptied);
    let old = &old;
    if old.westeros == new.westeros {
        merging.westeros(old, &mut plan);
    }
    if old.turn == new.turn {
        merging.turn(old, &mut plan);
    }
    if plan.otherwise.is_none() && old.otherwise.is_some() {
        plan.otherwise = old.otherwise;
        merging.keep(Section::Otherwise, vec![]);
    }
    (plan, merging.kept)
}

/// Returns two plans with the turn of what they bid for: that of the tactic step if, one with the other, they play what bids there.
fn of_one_auction(old: &Plan, new: &Plan) -> (Plan, Plan) {
    let (mut old, mut new) = (old.clone(), new.clone());
    if old.turn == new.turn {
        let bids_anew = new.bids_anew() || new.north.cards.is_empty() && old.bids_anew();
        let latest = old.westeros.max(new.westeros);
        match bids_anew {
            true => {
                // What was bid for Westeros cards of this round is still no answer to more.
                old.once &= old.westeros == old.turn;
                (old.westeros, new.westeros) = (new.turn, new.turn);
                new.once = false;
            }
            // The card that bid was changed for another.
            false if old.bids_anew() => old.westeros = latest,
            false => {}
        }
    }
    (old, new)
}

/// Returns a plan without what some sections say.
fn without(old: &Plan, emptied: &BTreeSet<String>) -> Plan {
    let mut plan = old.clone();
    for section in emptied.iter().filter_map(|word| language::names(SECTIONS).known(word)) {
        match section {
            Section::Bids => {
                plan.bids.clear();
                plan.north.attack = None;
            }
            Section::Ties => plan.ties.clear(),
            Section::Disband => plan.disband.clear(),
            Section::Choices => plan.choices.clear(),
            Section::Raids => plan.raids.clear(),
            Section::Marches => plan.marches.clear(),
            Section::Consolidate => plan.consolidate.clear(),
            Section::Battle => plan.battle = Battle::default(),
            Section::Abilities => plan.abilities.clear(),
            _ => {}
        }
    }
    plan
}

struct Merging<'a> {
    world: &'a World,
    kept: Vec<Kept>,
}

impl Merging<'_> {
    fn keep(&mut self, section: Section, entries: Vec<String>) {
        self.kept.push(Kept { section: word(SECTIONS, &section).to_owned(), entries, replaced: false });
    }

    /// Names the areas of marches whose place others took that leave out some of their units: both may have been meant.
    fn replaced(&mut self, old: &Plan, plan: &Plan) {
        let from =
            |march: &March| old.marches.iter().filter(|known| known.from == march.from).collect::<Vec<_>>();
        let lost =
            plan.marches.iter().filter(|march| from(march).iter().any(|known| lacks_units_of(known, march)));
        let mut entries: Vec<String> = lost.map(|march| self.area(&march.from)).collect();
        entries.dedup();
        if !entries.is_empty() {
            let section = word(SECTIONS, &Section::Marches).to_owned();
            self.kept.push(Kept { section, entries, replaced: true });
        }
    }

    /// Lets the units of an old march go where they were to go if a new one from the same area, with no order of its own beside it, sends others
    /// of that march elsewhere: `Highgarden knight to Searoad Marches` says nothing of the footman. Returns the areas with those units.
    fn others_go_on(&self, old: &Plan, plan: &mut Plan) -> Vec<String> {
        let mut kept = Vec::new();
        let ordered = plan.orders.clone().unwrap_or_default();
        let single =
            |marches: &[March], from: &str| marches.iter().filter(|march| march.from == from).count() == 1;
        let is_change =
            |march: &March| single(&old.marches, &march.from) && !ordered.contains_key(&march.from);
        let changed: Vec<bool> =
            plan.marches.iter().map(|march| single(&plan.marches, &march.from) && is_change(march)).collect();
        for (march, _) in plan.marches.iter_mut().zip(changed).filter(|(_, changed)| *changed) {
            let Some(before) = old.marches.iter().find(|known| known.from == march.from) else { continue };
            let (Some(named), Some(all)) = (kinds(march), kinds(before)) else { continue };
            let is_free = before.when.is_empty() && before.unless.is_empty();
            if !is_free || named.is_empty() || !named.is_subset(&all) {
                continue;
            }
            let others = |step: &Step| match &step.units {
                Force::Kinds(units) => {
                    let left = units.iter().filter(|(unit, _)| !named.contains(*unit));
                    let left: BTreeMap<_, _> = left.map(|(unit, amount)| (*unit, *amount)).collect();
                    (!left.is_empty()).then(|| Step { to: step.to.clone(), units: Force::Kinds(left) })
                }
                Force::All(_) => None,
            };
            let left: Vec<Step> = before.to.iter().filter_map(others).collect();
            let units: BTreeSet<&str> = left
                .iter()
                .flat_map(|step| match &step.units {
                    Force::Kinds(units) => units.keys().map(|unit| language::unit_word(*unit, 1)).collect(),
                    Force::All(_) => Vec::new(),
                })
                .collect();
            if !units.is_empty() {
                let units: Vec<&str> = units.into_iter().collect();
                kept.push(format!("{} ({})", self.area(&march.from), units.join(", ")));
            }
            march.leave_power |= before.leave_power && !left.is_empty();
            for step in left {
                match (march.to.iter_mut().find(|known| known.to == step.to), step.units) {
                    (Some(Step { units: Force::Kinds(known), .. }), Force::Kinds(more)) => known.extend(more),
                    (_, units) => march.to.push(Step { to: step.to, units }),
                }
            }
        }
        kept
    }

    /// Says which entries stand, if any do.
    fn keep_some(&mut self, section: Section, entries: Vec<String>) {
        if !entries.is_empty() {
            self.keep(section, entries);
        }
    }

    /// Returns `true` unless a plan gives an area an order of another kind, and the Raven would change nothing about it. What the area
    /// was to do then waits for its order, and does not count until that comes back.
    fn may_do(&self, plan: &Plan, area: &str, kind: OrderKind) -> bool {
        let given = plan.orders.as_ref().and_then(|orders| self.world.order(orders.get(area)?));
        let changed = plan.raven.iter().flatten().any(|wish| wish.area == area);
        changed || given.is_none_or(|order| self.world.token(order).kind == kind)
    }

    fn area(&self, id: &str) -> String {
        self.world.area(id).map_or_else(|| id.to_owned(), |area| self.world.place(area).name.clone())
    }

    fn house(&self, id: &str) -> String {
        self.world.seat(id).map_or_else(|| id.to_owned(), |seat| self.world.seat_name(seat).to_owned())
    }

    fn card(&self, id: &str) -> String {
        self.world.card_id(id).map_or_else(|| id.to_owned(), |card| self.world.card(card).name.clone())
    }

    /// Adds the old entries whose keys are not in a new map; returns these keys.
    fn under<V: Clone>(old: &BTreeMap<String, V>, new: &mut BTreeMap<String, V>) -> Vec<String> {
        let left: Vec<String> = old.keys().filter(|key| !new.contains_key(*key)).cloned().collect();
        new.extend(left.iter().filter_map(|key| Some((key.clone(), old.get(key)?.clone()))));
        left
    }

    fn westeros(&mut self, old: &Plan, plan: &mut Plan) {
        let bids = Self::under(&old.bids, &mut plan.bids);
        let name = |id: &String| {
            Some(word(AUCTIONS, &id.as_str())).filter(|name| !name.is_empty()).unwrap_or(id).to_owned()
        };
        self.keep_some(Section::Bids, bids.iter().map(name).collect());
        let gifts = Self::under(&old.north.gifts, &mut plan.north.gifts);
        self.keep_some(Section::Gifts, gifts);
        if plan.ties.is_empty() && !old.ties.is_empty() {
            plan.ties.clone_from(&old.ties);
            self.keep(Section::Ties, old.ties.iter().map(|id| self.house(id)).collect());
        }
        self.muster(old, plan);
        if plan.disband.is_empty() && !old.disband.is_empty() {
            plan.disband.clone_from(&old.disband);
            self.keep(Section::Disband, vec![]);
        }
        if plan.reward.is_none() && old.reward.is_some() {
            plan.reward.clone_from(&old.reward);
            self.keep(Section::Reward, old.reward.iter().flatten().map(|id| self.card(id)).collect());
        }
        let choices = Self::under(&old.choices, &mut plan.choices);
        self.keep_some(Section::Choices, choices.iter().map(|id| id.replace('-', " ")).collect());
    }

    fn muster(&mut self, old: &Plan, plan: &mut Plan) {
        let Some(builds) = &old.muster else { return };
        // "muster: none" leaves nothing; "Winterfell: none" only takes that place away.
        if plan.muster.as_ref().is_some_and(Vec::is_empty) && plan.no_muster.is_empty() {
            return;
        }
        let new = plan.muster.take().unwrap_or_default();
        let said: BTreeSet<&str> = new
            .iter()
            .map(|build| build.area.as_str())
            .chain(plan.no_muster.iter().map(String::as_str))
            .collect();
        let left: Vec<_> =
            builds.iter().filter(|build| !said.contains(build.area.as_str())).cloned().collect();
        let mut names: Vec<String> = left.iter().map(|build| self.area(&build.area)).collect();
        names.dedup();
        // "none" stands as an entry does.
        if plan.no_muster.is_empty() && new.is_empty() && builds.is_empty() {
            self.keep(Section::Muster, vec![]);
        }
        plan.no_muster
            .extend(old.no_muster.iter().filter(|area| new.iter().all(|b| b.area != **area)).cloned());
        plan.muster = Some(left.into_iter().chain(new).collect());
        self.keep_some(Section::Muster, names);
    }

    fn turn(&mut self, old: &Plan, plan: &mut Plan) {
        let others = self.others_go_on(old, plan);
        self.orders(old, plan);
        // What the Raven does is one wish, whether it replaces an order or looks.
        if plan.raven.is_none() && plan.look.is_none() && (old.raven.is_some() || old.look.is_some()) {
            plan.raven.clone_from(&old.raven);
            plan.look.clone_from(&old.look);
            let look = old.look.iter().map(|_| language::LOOK.to_owned());
            let orders = old.raven.iter().flatten().map(|wish| self.area(&wish.area));
            self.keep(Section::Raven, orders.chain(look).collect());
        }
        let raids: Vec<_> = old
            .raids
            .iter()
            .filter(|raid| plan.raids.iter().all(|new| new.from != raid.from))
            .cloned()
            .collect();
        let at_work = raids.iter().filter(|raid| self.may_do(plan, &raid.from, OrderKind::Raid));
        self.keep_some(Section::Raids, at_work.map(|raid| self.area(&raid.from)).collect());
        plan.raids.splice(0..0, raids);
        self.replaced(old, plan);
        let marches: Vec<_> = old
            .marches
            .iter()
            .filter(|march| plan.marches.iter().all(|new| new.from != march.from))
            .cloned()
            .collect();
        let at_work = marches.iter().filter(|march| self.may_do(plan, &march.from, OrderKind::March));
        let mut names: Vec<String> = at_work.map(|march| self.area(&march.from)).collect();
        names.dedup();
        names.extend(others);
        self.keep_some(Section::Marches, names);
        plan.marches.splice(0..0, marches);
        let Plan { tokens, marches, .. } = plan;
        tokens.retain(|area, left| {
            let mut its = marches.iter_mut().filter(|march| march.from == *area).peekable();
            let is_alone = its.peek().is_none();
            its.for_each(|march| march.leave_power = *left);
            is_alone
        });
        let left = |one: &&Consolidation| plan.consolidate.iter().all(|new| new.area != one.area);
        let left: Vec<_> = old.consolidate.iter().filter(left).cloned().collect();
        let at_work = left.iter().filter(|one| self.may_do(plan, &one.area, OrderKind::Consolidate));
        self.keep_some(Section::Consolidate, at_work.map(|one| self.area(&one.area)).collect());
        plan.consolidate.splice(0..0, left);
        let ports = Self::under(&old.ports, &mut plan.ports);
        self.keep_some(Section::Ports, ports.iter().map(|id| self.area(id)).collect());
        self.support(&old.support, &mut plan.support);
        self.battle(&old.battle, &mut plan.battle);
        let abilities = Self::under(&old.abilities, &mut plan.abilities);
        self.keep_some(Section::Abilities, abilities.iter().map(|id| self.card(id)).collect());
        self.north(&old.north, &mut plan.north);
        let answers = Self::under(&old.answers, &mut plan.answers);
        self.keep_some(Section::Answers, answers.iter().map(|key| self.question(key)).collect());
    }

    fn north(&mut self, old: &Northern, new: &mut Northern) {
        if new.cards.is_empty() && !old.cards.is_empty() {
            new.cards.clone_from(&old.cards);
            self.keep(Section::Tactic, old.cards.iter().map(|id| self.tactic(id)).collect());
        }
        let mut kept = Vec::new();
        if new.deck.is_empty() && !old.deck.is_empty() {
            new.deck.clone_from(&old.deck);
            kept.push(DECK.to_owned());
        }
        if new.objective.is_none() && old.objective.is_some() {
            new.objective.clone_from(&old.objective);
            kept.push(OBJECTIVE.to_owned());
        }
        let said = |one: &Use| new.abilities.iter().any(|other| other.ability == one.ability);
        let left: Vec<Use> = old.abilities.iter().filter(|one| !said(one)).cloned().collect();
        kept.extend(left.iter().map(|one| self.tactic(&one.ability)));
        new.abilities.splice(0..0, left);
        self.keep_some(Section::Tactics, kept);
        if new.attack.is_none() {
            new.attack.clone_from(&old.attack);
        }
        if new.quest.is_none() && old.quest.is_some() {
            new.quest.clone_from(&old.quest);
            self.keep(Section::Quest, vec![]);
        }
    }

    /// Returns what a key asks, without the time of its question: `retreat, Moat Cailin`.
    fn question(&self, key: &str) -> String {
        let parts = short_key(key).split('/').map(|part| name_of(self.world, part));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of a tactic card, or of an ability of one.
    fn tactic(&self, id: &str) -> String {
        let (card, letter) = id.split_once('/').unwrap_or((id, ""));
        let north = self.world.north.as_ref();
        let name = north.and_then(|north| Some(north.tactic(north.tactic_id(card)?).name.as_str()));
        format!("{} {letter}", name.unwrap_or(card)).trim().to_owned()
    }

    fn orders(&mut self, old: &Plan, plan: &mut Plan) {
        let Some(orders) = &old.orders else { return };
        if plan.orders.as_ref().is_some_and(BTreeMap::is_empty) && plan.no_order.is_empty() {
            return;
        }
        let mut all = plan.orders.take().unwrap_or_default();
        // "Giant's Stairs raids Thenn" is no word on which Raid it is.
        for area in std::mem::take(&mut plan.implied) {
            let kind = |order: Option<&String>| Some(self.world.token(self.world.order(order?)?).kind);
            if kind(orders.get(&area)).is_some_and(|old| Some(old) == kind(all.get(&area))) {
                all.remove(&area);
            } else {
                plan.implied.insert(area);
            }
        }
        plan.implied.extend(old.implied.iter().filter(|area| !all.contains_key(*area)).cloned());
        if all.is_empty() && plan.no_order.is_empty() && orders.is_empty() && old.no_order.is_empty() {
            self.keep(Section::Orders, vec![]);
        }
        plan.no_order.extend(old.no_order.iter().filter(|area| !all.contains_key(*area)).cloned());
        let left: BTreeMap<String, String> = orders
            .iter()
            .filter(|(area, _)| !plan.no_order.contains(*area))
            .map(|(area, order)| (area.clone(), order.clone()))
            .collect();
        let names = Self::under(&left, &mut all).iter().map(|id| self.area(id)).collect();
        plan.orders = Some(all);
        self.keep_some(Section::Orders, names);
    }

    fn support(&mut self, old: &Support, new: &mut Support) {
        let mut names = Vec::new();
        if new.own.is_none() && old.own.is_some() {
            new.own = old.own;
            names.push(language::OWN.first().copied().unwrap_or_default().to_owned());
        }
        if new.others.is_none() && old.others.is_some() {
            new.others = old.others;
            names.push(language::OTHERS.first().copied().unwrap_or_default().to_owned());
        }
        names.extend(Self::under(&old.houses, &mut new.houses).iter().map(|id| self.house(id)));
        names.extend(
            Self::under(&old.at, &mut new.at).iter().map(|id| format!("{AT_AREA} {}", self.area(id))),
        );
        self.keep_some(Section::Support, names);
    }

    fn battle(&mut self, old: &Battle, new: &mut Battle) {
        let name = |field| word(language::BATTLE_FIELDS, &field).to_owned();
        let mut names = Vec::new();
        for field in tactics(&old.always, &mut new.always) {
            names.push(name(field));
        }
        if !tactics(&old.attacking, &mut new.attacking).is_empty() {
            names.push(name(language::BattleField::Attacking));
        }
        if !tactics(&old.defending, &mut new.defending).is_empty() {
            names.push(name(language::BattleField::Defending));
        }
        for (area, wishes) in &old.at {
            if !tactics(wishes, new.at.entry(area.clone()).or_default()).is_empty() {
                names.push(format!("{AT_AREA} {}", self.area(area)));
            }
        }
        self.keep_some(Section::Battle, names);
    }
}

/// Returns the kinds of units that a march names; `None` if it sends all that are there.
fn kinds(march: &March) -> Option<BTreeSet<Unit>> {
    let force = |step: &Step| match &step.units {
        Force::Kinds(kinds) => Some(kinds.keys().copied().collect::<Vec<_>>()),
        Force::All(_) => None,
    };
    Some(march.to.iter().map(force).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Returns `true` if a march leaves out units that the old one from its area sent, and goes elsewhere.
fn lacks_units_of(old: &March, new: &March) -> bool {
    let goals = |march: &March| march.to.iter().map(|step| step.to.clone()).collect::<BTreeSet<_>>();
    let (Some(before), Some(named)) = (kinds(old), kinds(new)) else { return false };
    !named.is_empty() && !before.is_subset(&named) && goals(old).is_disjoint(&goals(new))
}

/// Adds the old wishes of which the new say nothing; returns which.
fn tactics(old: &Tactics, new: &mut Tactics) -> Vec<language::BattleField> {
    use language::BattleField::{Blade, Cards, Lose, Redraw, Retreat};
    let mut kept = Vec::new();
    for (field, old, new) in [
        (Cards, &old.cards, &mut new.cards),
        (Retreat, &old.retreat, &mut new.retreat),
        (Lose, &old.lose, &mut new.lose),
    ] {
        if new.is_empty() && !old.is_empty() {
            new.clone_from(old);
            kept.push(field);
        }
    }
    if new.blade.is_none() && old.blade.is_some() {
        new.blade = old.blade;
        kept.push(Blade);
    }
    if new.redraw.is_none() && old.redraw.is_some() {
        new.redraw = old.redraw;
        kept.push(Redraw);
    }
    kept
}
