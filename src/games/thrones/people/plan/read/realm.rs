//! Bids, ties, mustering, disbanding, the Night's Watch's reward. Rules: 1e, Bidding; Mustering; Supply; R-03 to
//!

use super::reader::Reader;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, AreaSet, Unit};
use crate::games::thrones::north::recruit::most_in;
use crate::games::thrones::people::plan::language::{
    self, AUCTIONS, BIDS_FORM, BUILD_FORM, DISBAND_FORM, Form, MUSTER_FORM, SECTIONS, Section, is_none,
    unit_word,
};
use crate::games::thrones::people::plan::model::{All, Amount, Build, Loss, Plan};
use crate::games::thrones::people::plan::northern::FOR_SIDE;
use crate::sheet::{Node, Refusal, Span, fold, whole_number};
use crate::table::Seat;
use serde_json::{Value, json};

/// Returns the remark on bids for the tracks that a seat can pay each, and not together. 1e, Bidding.
pub fn overbid(plan: &Plan, seat: Seat, board: &Board) -> Option<Refusal> {
    let power = board.houses[seat].power;
    let tracks = plan.bids.iter().filter(|(auction, _)| *auction != language::WILDLINGS);
    let total: u64 = tracks.map(|(_, bid)| u64::from(*bid)).sum();
    let is_over = total > u64::from(power) && plan.bids.values().all(|bid| *bid <= power);
    is_over.then(|| Refusal::new("plan-bids-above-power").with("bids", total).with("power", power))
}

impl Reader<'_> {
    /// Returns `true` if a section takes back what was said under its heading: `marches: none`. Where bids are asked for, nothing is bid.
    pub(super) fn empties(&self, section: Section, value: &Node) -> bool {
        let is_bid = section == Section::Bids && !self.bids_asked().is_empty();
        language::EMPTIABLE.contains(&section) && !is_bid && value.text().is_some_and(is_none)
    }

    /// Returns what the Westeros cards ask bids for.
    fn bids_asked(&self) -> Vec<String> {
        let asked = self.open.iter().filter(|open| open.seat == self.seat && open.kind == "bid");
        let on = asked.filter(|_| self.board.stage < Stage::Planning).map(|open| &open.question["on"]);
        on.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    pub(super) fn bids(&mut self, node: &Node) {
        if node.text().is_some_and(is_none) {
            for on in self.bids_asked() {
                if self.plan.bids.insert(on.clone(), 0).is_none() {
                    self.note(node.span, json!({"item": "bid", "on": on, "power": 0}));
                }
            }
            return;
        }
        let (mut twice, sections): (Vec<String>, _) = (Vec::new(), language::names(SECTIONS));
        for (key, value) in self.entries(node, BIDS_FORM) {
            if value.is_empty() {
                continue;
            }
            let name = key.text().unwrap_or_default();
            if self.words.auctions().known(name).is_none() && sections.known(name) == Some(Section::Ties) {
                self.ties(value);
                continue;
            }
            if FOR_SIDE.contains(&fold(name).as_str()) {
                self.whole(|reader| reader.side_in_attack(value));
                continue;
            }
            self.whole(|reader| twice.extend(reader.one_bid(key, value)));
        }
        for auction in twice {
            self.plan.bids.remove(&auction);
            self.understood.retain(|item| item.what["item"] != "bid" || item.what["on"] != auction.as_str());
        }
        if let Some(why) = overbid(&self.plan, self.seat, self.board) {
            self.warn(node.span, why);
        }
    }

    /// Reads one bid; returns what is bid for if that was bid for already.
    fn one_bid(&mut self, key: &Node, value: &Node) -> Option<String> {
        let name = key.text().unwrap_or_default();
        let auction = match self.words.auctions().find(name) {
            Ok(auction) => auction,
            Err(miss) => match self.words.auctions().meant(name, |_| true) {
                Some((auction, meant)) => {
                    self.taken_as(key, &meant);
                    auction
                }
                None => {
                    let auctions = self.words.auctions().all().map(str::to_owned);
                    let legal =
                        auctions.chain([language::word(SECTIONS, &Section::Ties).to_owned()]).collect();
                    self.miss("plan-no-such-auction", key.span, name, &miss, legal);
                    return None;
                }
            },
        };
        let number = value.text().and_then(|text| if is_none(text) { Some(0) } else { whole_number(text) });
        let Some(bid) = number else {
            self.error(value.span, Refusal::new("plan-bid-number").with("auction", auction));
            return None;
        };
        let bid = self.bid(value.span, auction, bid)?;
        if self.plan.bids.insert(auction.to_owned(), bid).is_some() {
            let name = language::word(AUCTIONS, &auction);
            self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
            return Some(auction.to_owned());
        }
        let mut said = json!({"item": "bid", "on": auction, "power": bid});
        // What comes after the bids of a turn is kept for the next, and nobody must think that it counts for those.
        if self.plan.westeros > self.board.turn {
            said["turn"] = self.plan.westeros.into();
        }
        self.note(key.span, said);
        None
    }

    fn bid(&mut self, span: Span, auction: &str, bid: u64) -> Option<u8> {
        let power = self.board.houses[self.seat].power;
        let (tokens, running) =
            (self.world.houses[self.seat].power_tokens, self.board.stage < Stage::Planning);
        let why = |code| Refusal::new(code).with("bid", bid).with("auction", auction);
        if bid > u64::from(tokens) {
            self.error(span, why("plan-bid-above-tokens").with("tokens", tokens));
            return None;
        }
        // While the Westeros cards are executed power can still come (A Game of Thrones); once a bid is asked for, none can.
        let asked = self.open.iter().any(|open| open.seat == self.seat && open.kind == "bid" && !open.ahead);
        if bid > u64::from(power) {
            self.doubt(running && asked, span, why("plan-bid-above-power").with("power", power));
        }
        u8::try_from(bid).ok()
    }

    pub(super) fn ties(&mut self, node: &Node) {
        self.whole(|reader| reader.all_ties(node));
    }

    fn all_ties(&mut self, node: &Node) {
        let mut houses = Vec::new();
        let mut names = Vec::new();
        for member in node.members() {
            let Some(house) = self.house(member) else { continue };
            let id = self.world.seat_id(house).to_owned();
            if houses.contains(&id) {
                self.error(
                    member.span,
                    Refusal::new("plan-named-twice").with("name", self.world.seat_name(house)),
                );
                continue;
            }
            names.push(self.world.seat_name(house).to_owned());
            houses.push(id);
        }
        if !houses.is_empty() {
            // Who decides a tie and lists the others means them to come after: nobody decides against himself.
            let own = self.world.seat_id(self.seat).to_owned();
            if !houses.contains(&own) {
                let house = self.world.seat_name(self.seat).to_owned();
                self.warn(node.span, Refusal::new("plan-ties-self-first").with("house", house.as_str()));
                houses.insert(0, own);
                names.insert(0, house);
            }
            let others = self.world.houses.iter().map(|(_, house)| house.info.name.as_str());
            let others: Vec<&str> = others.filter(|name| !names.iter().any(|known| known == name)).collect();
            self.note(node.span, json!({"item": "ties", "houses": names, "others": others}));
            self.plan.ties = houses;
        }
    }

    pub(super) fn muster(&mut self, node: &Node) {
        if node.text().is_some_and(is_none) {
            self.plan.muster = Some(vec![]);
            self.note(node.span, json!({"item": "no-muster"}));
            return;
        }
        let (mut list, mut said, mut none) = (Vec::new(), false, Vec::new());
        for (key, value) in self.entries(node, MUSTER_FORM) {
            let Some(area) = self.area_among(key, self.muster_areas()) else { continue };
            // Where nothing can be mustered, "none" is so anyway.
            if value.text().is_some_and(is_none) && self.muster_points(area) == 0 {
                said = true;
                none.push((key.span, self.name(area).to_owned()));
                continue;
            }
            let Some(builds) =
                self.whole(|reader| reader.muster_in(area, reader.muster_points(area), key, value))
            else {
                continue;
            };
            said |= !value.is_empty();
            if builds.is_empty() && !value.is_empty() {
                self.plan.no_muster.insert(self.id(area));
                none.push((key.span, self.name(area).to_owned()));
            }
            list.extend(builds);
        }
        // `none` for each place is nothing on purpose.
        if said && list.is_empty() {
            let areas: Vec<String> = none.into_iter().map(|(_, area)| area).collect();
            self.note(node.span, json!({"item": "no-muster", "areas": areas}));
        } else {
            for (span, area) in none {
                self.note(span, json!({"item": "no-muster", "areas": [area]}));
            }
        }
        if said {
            self.plan.muster = Some(list);
        }
    }

    /// Returns the most points that the seat can ever spend in an area: in the north, where nobody knows before how many
    /// there will be, those of all areas.
    pub(super) fn muster_points(&self, area: Area) -> u8 {
        match &self.world.north {
            Some(north) if self.world.houses[self.seat].theatre == north.theatre => {
                let is_there = self.world.land.has(area) && self.world.place(area).theatre == north.theatre;
                if is_there {
                    most_in(north, self.seat, area, self.world.land.len().min(255) as u8)
                } else {
                    0
                }
            }
            _ => self.world.place(area).points,
        }
    }

    /// Returns the areas of the seat in which it could muster.
    fn muster_areas(&self) -> AreaSet {
        let own = self.board.controlled_by(self.seat);
        own.iter().filter(|area| self.muster_points(*area) > 0).collect()
    }

    pub(super) fn muster_in(&mut self, area: Area, points: u8, key: &Node, value: &Node) -> Vec<Build> {
        let name = self.name(area).to_owned();
        let mut list = Vec::new();
        if points == 0 {
            let legal = self.names(self.muster_areas().iter());
            self.error(
                key.span,
                Refusal::new("plan-muster-area")
                    .with("area", name)
                    .with("legal", legal)
                    .with("city", self.world.city.clone()),
            );
            return list;
        }
        if self.board.controller(area) != Some(self.seat) {
            self.warn(key.span, Refusal::new("plan-muster-area-not-yours").with("area", name.clone()));
        }
        let mut spent: u32 = 0;
        for member in value.members() {
            if member.text().is_some_and(is_none) {
                continue;
            }
            let Some((builds, price)) = self.builds(area, member) else { continue };
            spent += price;
            if spent > u32::from(points) {
                let why = Refusal::new("plan-muster-points").with("area", name.clone());
                let dear = self.world.upgrades();
                self.error(member.span, why.with("points", points).with("price", spent).with("dear", dear));
            }
            if let Some(build) = builds.first() {
                let sea = build.sea.as_ref().and_then(|id| self.world.area(id)).map(|sea| self.name(sea));
                let from = build.upgrade.and_then(|unit| self.world.unit(unit).upgrade).map(|(from, _)| from);
                let unit = build.build.or(build.upgrade);
                let what = json!({"item": "muster", "area": name, "number": builds.len(), "unit": unit,
                    "from": from, "sea": sea});
                self.note(member.span, what);
            }
            list.extend(builds);
        }
        list
    }

    /// Reads one entry of a muster, and its price in points.
    fn builds(&mut self, area: Area, node: &Node) -> Option<(Vec<Build>, u32)> {
        // `{ship: Narrow Sea}` too.
        let (text, place) = match node.entries() {
            Some([(key, value)]) => {
                (self.text(key, BUILD_FORM)?, Some(value.text().unwrap_or_default().to_owned()))
            }
            _ => (self.text(node, BUILD_FORM)?, None),
        };
        let low = text.to_lowercase();
        let low = low.trim();
        if language::UPGRADES.iter().any(|word| low.contains(word)) {
            return self.upgrade(area, node, low);
        }
        let (what, place) = match (language::what_and_where(low), place) {
            (Some((what, place)), None) => (what.to_owned(), Some(place.trim().to_owned())),
            (_, place) => (low.to_owned(), place),
        };
        let (unit, number) = self.counted(node.span, &what)?;
        let Some(unit) = unit else {
            self.error(node.span, Refusal::new("plan-muster-what").with("name", text));
            return None;
        };
        let Amount::Number(number) = number else {
            self.error(node.span, Refusal::new("plan-muster-what").with("name", text));
            return None;
        };
        let spec = *self.world.unit(unit);
        let sea = if spec.sea { Some(self.sea_for(area, node.span, place.as_deref())?) } else { None };
        if let (false, Some(place)) = (spec.sea, place) {
            let why = Refusal::new("plan-muster-sea-needless").with("unit", unit.id());
            self.error(node.span, why.with("place", place).with("area", self.name(area)));
            return None;
        }
        let build =
            Build { area: self.id(area), build: Some(unit), upgrade: None, sea: sea.map(|sea| self.id(sea)) };
        let price = u32::from(spec.price) * u32::from(number);
        Some((vec![build; usize::from(number.min(spec.pool))], price))
    }

    fn upgrade(&mut self, area: Area, node: &Node, text: &str) -> Option<(Vec<Build>, u32)> {
        // `upgrade`, `upgrade footman`, `footman to knight`, `knight from footman`, `upgrade to knight`.
        let words: Vec<&str> = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !language::UPGRADE_FILLERS.contains(word))
            .collect();
        let units: Vec<Option<Unit>> = words.iter().map(|word| self.words.units.known(word)).collect();
        let source = |unit: Unit| self.world.unit(unit).upgrade.map(|(from, _)| from);
        let pool = &self.world.houses[self.seat].pool;
        let goals = Unit::ALL.into_iter().filter(|unit| source(*unit).is_some() && pool[*unit as usize] > 0);
        let goals: Vec<Unit> = goals.collect();
        let backwards = format!(" {text}").contains(language::DOWNGRADE);
        let fits = |goal: &&Unit| {
            let named = |unit: &Option<Unit>| *unit == Some(**goal) || *unit == source(**goal);
            !backwards && units.iter().all(named) && (units.contains(&Some(**goal)) || goals.len() == 1)
        };
        // "Upgrade zombie" can only be to an Other; and "upgrade", where only zombies are, too.
        let there = self.board.spot(area).units();
        let only = |goal: &&Unit| {
            let from = source(**goal);
            let named = units.iter().all(|unit| *unit == from);
            !backwards && named && (!units.is_empty() || from.is_some_and(|from| there.of(from) > 0))
        };
        let mut possible = goals.iter().filter(only);
        let only = possible.next().filter(|_| possible.next().is_none());
        let Some(goal) = goals.iter().find(fits).or(only).copied() else {
            let word = |unit: Unit| language::unit_word(unit, 1);
            let legal: Vec<&str> = goals.iter().map(|unit| word(*unit)).collect();
            let way = |goal: &Unit| Some(format!("{} to {}", word(source(*goal)?), word(*goal)));
            let ways: Vec<String> = goals.iter().filter_map(way).collect();
            self.error(
                node.span,
                Refusal::new("plan-muster-upgrade").with("legal", legal).with("ways", ways),
            );
            return None;
        };
        let price = self.world.unit(goal).upgrade.map_or(1, |(_, price)| price);
        let build = Build { area: self.id(area), build: None, upgrade: Some(goal), sea: None };
        Some((vec![build], u32::from(price)))
    }

    /// Finds the sea of a new ship: the one named, or the only one.
    fn sea_for(&mut self, area: Area, span: Span, place: Option<&str>) -> Option<Area> {
        let ports = self.world.ports_of(area);
        let seas = self.world.borders(area).and(self.world.seas).or(ports);
        // Where others' ships are, none can be placed now; the sheet does not offer it either.
        let board = self.board;
        let is_free = |sea: &Area| {
            let spot = board.spot(*sea);
            spot.neutral == 0 && spot.holder.is_none_or(|holder| holder == self.seat)
        };
        let free: Vec<Area> = seas.iter().filter(is_free).collect();
        let legal = if free.is_empty() { self.names(seas.iter()) } else { self.names(free.iter().copied()) };
        let Some(place) = place else {
            let mut all = seas.iter();
            if let (Some(one), None) = (all.next(), all.next()) {
                return Some(one);
            }
            if let [one] = free.as_slice() {
                return Some(*one);
            }
            let why = Refusal::new("plan-muster-sea-missing").with("area", self.name(area));
            self.error(span, why.with("legal", legal));
            return None;
        };
        if let (true, Some(port)) = (language::is_one_of(language::PORT, place), ports.iter().next()) {
            return Some(port);
        }
        match self.words.areas.find(place) {
            Ok(sea) if seas.has(sea) => Some(sea),
            // "Ship in Lannisport" is a ship in its port.
            Ok(land) if land == area && !ports.is_empty() => ports.iter().next(),
            Ok(other) => {
                // "A ship in Blackwater" is one in the bay of that name.
                let begun = |sea: &Area| fold(self.name(*sea)).starts_with(&fold(self.name(other)));
                let mut bays = seas.iter().filter(begun);
                if let (Some(bay), None) = (bays.next(), bays.next()) {
                    return Some(bay);
                }
                let why = Refusal::new("plan-muster-sea")
                    .with("area", self.name(area))
                    .with("sea", self.name(other));
                self.error(span, why.with("legal", legal));
                None
            }
            Err(miss) => {
                self.miss("plan-no-such-area", span, place, &miss, legal);
                None
            }
        }
    }

    pub(super) fn disband(&mut self, node: &Node) {
        self.whole(|reader| reader.all_disband(node));
    }

    fn all_disband(&mut self, node: &Node) {
        for member in node.members() {
            let Some(loss) = self.given_up(member, DISBAND_FORM) else { continue };
            let at = loss.at.as_deref().and_then(|id| self.world.area(id));
            let at = at.map(|area| self.name(area).to_owned());
            let what = json!({"item": "disband", "unit": loss.unit, "number": loss.number, "at": at});
            self.note(member.span, what);
            self.plan.disband.push(loss);
        }
    }

    /// Reads units of one kind that leave the board: `2 footmen at Karhold`, `all ships`.
    pub(super) fn given_up(&mut self, member: &Node, form: Form) -> Option<Loss> {
        let text = self.text(member, form)?;
        let low = text.to_lowercase();
        let (what, place) =
            language::what_and_where(&low).map_or((low.as_str(), None), |(what, place)| (what, Some(place)));
        let (unit, number) = self.counted(member.span, what)?;
        // "Footmen" are as many as must be.
        let many = unit.map(|unit| fold(unit_word(unit, 2)));
        let number = if many.is_some_and(|many| fold(what) == many) { Amount::All(All::All) } else { number };
        let Some(unit) = unit else {
            self.error(member.span, Refusal::new("plan-disband-what").with("name", text));
            return None;
        };
        let at = match place.map(|place| (place, self.words.areas.find(place))) {
            None => None,
            Some((_, Ok(area))) => Some(area),
            Some((place, Err(miss))) => {
                self.miss("plan-no-such-area", member.span, place, &miss, vec![]);
                return None;
            }
        };
        if let Some(area) = at
            && (!self.own_units(area) || self.board.spot(area).units().of(unit) == 0)
        {
            let why = Refusal::new("plan-disband-none-there").with("unit", unit.id());
            self.warn(member.span, why.with("area", self.name(area)));
        }
        Some(Loss { unit, number, at: at.map(|area| self.id(area)) })
    }

    pub(super) fn reward(&mut self, node: &Node) {
        self.whole(|reader| reader.all_reward(node));
    }

    fn all_reward(&mut self, node: &Node) {
        let mut cards = Vec::new();
        let mut names = Vec::new();
        for member in node.members() {
            if member.text().is_some_and(is_none) {
                continue;
            }
            if let Some(card) = self.own_card(member) {
                let card = self.world.card(card);
                cards.push(card.id.clone());
                names.push(card.name.clone());
            }
        }
        self.note(node.span, json!({"item": "reward", "cards": names}));
        self.plan.reward = Some(cards);
    }
}
