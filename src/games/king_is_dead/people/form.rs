//! The order sheet of a seat as a form for the order page: its next turns, one of some shapes each. Cards, targets and
//! followers are those of the sheet.

use super::plan::{
    Condition, Others, Period, Summon, Until, Where, condition_words, key, length_words, otherwise_word,
    summon_words,
};
use super::sheet::sheet;
use crate::games::king_is_dead::board::{Board, Winner};
use crate::games::king_is_dead::cards::placing::{number, targets};
use crate::games::king_is_dead::data::language::Key;
use crate::games::king_is_dead::data::{Card, Faction, Region, World};
use crate::games::king_is_dead::people::plan::Otherwise;
use crate::table::form::{Choice, Fact, Field, Form, FormArea, Narrow, Part, Shape};
use crate::table::{Open, Seat};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most followers that one exchange moves either way.
const EXCHANGED: usize = 2;

/// How many turns of a kind that costs no card a plan made by hand may have.
const PASSES: usize = 20;

/// Returns the form of a seat.
pub fn form(board: &Board, seat: Seat, open: &[Open]) -> Form {
    let sheet = sheet(board, seat, open);
    let maker = Maker { board, world: &board.world };
    let mut shapes = vec![maker.pass()];
    for card in sheet["hand"].as_array().into_iter().flatten() {
        let id = card["id"].as_str().and_then(Card::from_id);
        let copies = card["copies"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default();
        shapes.extend(id.map(|id| maker.play(id, copies)));
    }
    let turns = Part::new("turns", &[&maker.key(Key::Turns)], &[], Field::Lines { shapes });
    let turns = turns.asked(sheet["asked"] == true);
    let otherwise = [Otherwise::Ask, Otherwise::Pass];
    let otherwise = otherwise.map(|word| Choice::new(otherwise_word(word, maker.world), Value::Null));
    let field = Field::One { options: otherwise.to_vec(), default: None, complete: true };
    let otherwise = Part::new("otherwise", &[&maker.key(Key::Otherwise)], &[], field);
    let areas = Region::ALL.into_iter().map(|region| maker.area(region)).collect();
    Form { areas, parts: vec![turns, otherwise.standing()], sealed: None }
}

struct Maker<'a> {
    board: &'a Board,
    world: &'a World,
}

fn choice(word: impl Into<String>) -> Choice {
    Choice::new(word, Value::Null)
}

fn one(options: Vec<Choice>) -> Field {
    Field::One { options, default: None, complete: true }
}

impl Maker<'_> {
    fn key(&self, name: Key) -> String {
        key(name, self.world)
    }

    fn part(&self, id: &str, at: &[Key], field: Field) -> Part {
        let at: Vec<String> = at.iter().map(|key| self.key(*key)).collect();
        Part::new(id, &at.iter().map(String::as_str).collect::<Vec<_>>(), &[], field)
    }

    fn name(&self, region: Region) -> &str {
        &self.world.place(region).name
    }

    fn area(&self, region: Region) -> FormArea {
        let field = &self.board.field;
        let followers = field.at(region);
        let mut facts: Vec<Fact> = followers
            .kinds()
            .map(|faction| Fact {
                what: faction.id().to_owned(),
                number: followers.count(faction).into(),
                of: None,
            })
            .collect();
        let mut add = |what: &str, number: u8, of| {
            facts.push(Fact { what: what.to_owned(), number: number.into(), of })
        };
        if field.open.has(region) {
            add("struggle", field.place(region), None);
        }
        if let Some(seat) = field.crown_on(region) {
            let name = self.world.seats.get(seat).map(|info| info.name.clone());
            add("crown", 1, name);
        }
        let holder = match field.open.has(region) {
            true => None,
            false => self.board.winner(region).and_then(|winner| self.winner(winner)),
        };
        FormArea {
            id: self.world.region_id(region).to_owned(),
            name: self.name(region).to_owned(),
            kind: if field.open.has(region) { "open" } else { "resolved" }.to_owned(),
            holder,
            facts,
        }
    }

    fn winner(&self, winner: Winner) -> Option<String> {
        match winner {
            Winner::Faction(faction) => Some(self.world.faction_name(faction).to_owned()),
            other => self.world.language.names.sides.get(other.id()).map(|forms| forms.name.clone()),
        }
    }

    fn pass(&self) -> Shape {
        let struggles =
            (self.board.struggle.saturating_add(1)..=Region::ALL.len() as u8).map(Until::Struggle);
        let lengths = [Until::Turns(1), Until::Turns(2), Until::Turns(3), Until::StruggleEnds];
        let lengths = lengths.into_iter().chain(struggles).chain([Until::Plays(None), Until::End]);
        let lengths = lengths.map(|until| choice(length_words(&until, self.world))).collect();
        Shape {
            id: "pass".to_owned(),
            about: None,
            most: PASSES,
            fixed: Vec::new(),
            parts: vec![self.part("pass", &[Key::Pass], one(lengths)), self.condition()],
        }
    }

    fn play(&self, card: Card, copies: usize) -> Shape {
        let mut parts = match card {
            Card::Crown => self.swap(),
            Card::Garrison | Card::Ambassador => self.exchange(card),
            Card::Settlement => self.settlement(),
            _ => self.place(card),
        };
        parts.push(self.summon(card));
        parts.push(self.condition());
        let instead = [Otherwise::Ask, Otherwise::Pass, Otherwise::Skip];
        let instead = instead.map(|word| choice(otherwise_word(word, self.world))).to_vec();
        parts.push(self.part("instead", &[Key::Otherwise], one(instead)).standing());
        Shape {
            id: "play".to_owned(),
            about: Some(self.world.card_name(card).to_owned()),
            most: copies,
            fixed: vec![(self.key(Key::Play), self.world.card_name(card).to_owned())],
            parts,
        }
    }

    fn regions(&self, regions: impl Iterator<Item = Region>) -> Vec<Choice> {
        regions.map(|region| choice(self.name(region))).collect()
    }

    fn swap(&self) -> Vec<Part> {
        let movable = || self.regions(self.board.field.movable().iter());
        let two = Field::Ranked { options: movable(), none: None, least: 2, most: 2, repeats: false };
        let mut crown = self.part("crown", &[Key::Crown], one(movable()));
        crown.narrow = Some(Narrow { by: 0, to: BTreeMap::new() });
        vec![self.part("swap", &[Key::Swap], two), crown]
    }

    /// Regions and followers narrow each other: whom a region has can go from there.
    fn exchange(&self, card: Card) -> Vec<Part> {
        let field = &self.board.field;
        let open = || self.regions(field.open.iter());
        let most = if card == Card::Garrison { EXCHANGED } else { 1 };
        let factions = |least| {
            let options = self.factions().map(|faction| choice(self.world.faction_name(faction))).collect();
            Field::Ranked { options, none: None, least, most, repeats: true }
        };
        let near = |region: Region| {
            let near = if card == Card::Garrison {
                self.world.borders[region.index()].and(field.open)
            } else {
                field.open
            };
            near.iter().filter(|other| *other != region).map(|near| self.name(near).to_owned()).collect()
        };
        let there = |region: Region| {
            let there = field.at(region).kinds();
            there.map(|faction| self.world.faction_name(faction).to_owned()).collect()
        };
        let table = |of: &dyn Fn(Region) -> Vec<String>| {
            field.open.iter().map(|region| (self.name(region).to_owned(), of(region))).collect()
        };
        let mut to = self.part("to", &[Key::Exchange, Key::To], one(open()));
        to.narrow = Some(Narrow { by: 0, to: table(&near) });
        let mut give = self.part("give", &[Key::Exchange, Key::Give], factions(1));
        give.narrow = Some(Narrow { by: 0, to: table(&there) });
        let mut take = self.part("take", &[Key::Exchange, Key::Take], factions(0));
        take.narrow = Some(Narrow { by: 1, to: table(&there) });
        vec![self.part("from", &[Key::Exchange, Key::From], one(open())), to, give, take]
    }

    fn factions(&self) -> impl Iterator<Item = Faction> {
        let loyalists = self.world.options.mordred.then_some(Faction::Loyalists);
        Faction::THREE.into_iter().chain(loyalists)
    }

    fn settlement(&self) -> Vec<Part> {
        let left = Faction::THREE.into_iter().filter(|faction| self.board.field.supply.count(*faction) > 0);
        let part = |faction: Faction| {
            let name = self.world.faction_name(faction);
            let regions = self.regions(self.board.field.open.iter());
            let mut part = self.part("place-faction", &[Key::Place], one(regions)).about(name);
            part.at.push(name.to_owned());
            part
        };
        left.map(part).collect()
    }

    fn place(&self, card: Card) -> Vec<Part> {
        let options = self.regions(targets(self.board, card).iter());
        let due = card.faction().map_or(0, |faction| usize::from(number(self.board, faction)));
        if options.is_empty() || due == 0 {
            let nothing = one(vec![choice("yes")]);
            return vec![self.part("without-effect", &[Key::WithoutEffect], nothing)];
        }
        let field = Field::Ranked { options, none: None, least: 1, most: due, repeats: true };
        vec![self.part("place", &[Key::Place], field)]
    }

    /// Followers that are there now, or may be placed by the card before the summons.
    fn summon(&self, card: Card) -> Part {
        let field = &self.board.field;
        let placed = |faction: Faction, region: Region| match card {
            Card::Settlement | Card::Garrison | Card::Ambassador => field.open.has(region),
            _ => card.faction() == Some(faction) && targets(self.board, card).has(region),
        };
        let mut options = Vec::new();
        for faction in Faction::THREE {
            let here = |region: &Region| field.at(*region).count(faction) > 0 || placed(faction, *region);
            for region in field.open.iter().filter(here) {
                let from = Some(Where::Region(self.world.region_id(region).to_owned()));
                let summon = Summon { faction: Some(faction.id().to_owned()), from, ..Summon::default() };
                options.push(choice(summon_words(&summon, self.world)));
            }
            let summon = Summon { faction: Some(faction.id().to_owned()), ..Summon::default() };
            options.push(choice(summon_words(&summon, self.world)));
        }
        options.push(choice(summon_words(&Summon::default(), self.world)));
        let most = options.len();
        let summons = Field::Ranked { options, none: None, least: 1, most, repeats: false };
        self.part("summon", &[Key::Summon], summons)
    }

    fn condition(&self) -> Part {
        let mut options = Vec::new();
        let mut add = |condition: Condition| options.push(choice(condition_words(&condition, self.world)));
        add(Condition::Passed(Others::All));
        add(Condition::Passed(Others::Somebody));
        add(Condition::Played { who: Others::Somebody, card: None, since: Period::Struggle });
        for region in self.board.field.open.iter() {
            for faction in Faction::THREE {
                let region = Where::Region(self.world.region_id(region).to_owned());
                let who = faction.id().to_owned();
                add(Condition::Leads { who, region, by: None, after: false });
            }
        }
        self.part("if", &[Key::If], one(options)).standing()
    }
}
