//! Finds what the words of a plan name: areas, houses, cards, orders, units, tracks, in any spelling.

use super::language::{self, ChoiceForm};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, CardId, OrderId, OrderKind, TacticId, Unit, World};
use crate::games::thrones::game::Edition;
use crate::games::thrones::north::provisions::OTHERS;
use crate::games::thrones::people::choices::called;
use crate::sheet::{Fault, Miss, Names, Refusal, Span};
use crate::table::{BySeat, Seat};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// All names of a game, ready to be found in any spelling by the reader of one plan.
#[derive(Clone)]
pub(super) struct Words {
    gathered: Arc<Gathered>,
    world: Arc<World>,
    edition: &'static Edition,
    seat: Seat,
}

/// The names of a game, gathered once for all plans; what few plans name is gathered when the first of them does.
pub(super) struct Gathered {
    pub(super) areas: Names<Area>,
    pub(super) seats: Names<Seat>,
    pub(super) units: Names<Unit>,
    kinds: Names<OrderKind>,
    cards: OnceLock<Names<CardId>>,
    cards_of: BySeat<OnceLock<Names<CardId>>>,
    auctions: OnceLock<Names<&'static str>>,
    choices: OnceLock<Names<Choice>>,
    tactics: OnceLock<Names<TacticId>>,
}

impl Deref for Words {
    type Target = Gathered;

    fn deref(&self) -> &Gathered {
        &self.gathered
    }
}

impl Gathered {
    fn new(world: &World) -> Self {
        let mut areas = Names::new();
        for area in world.all_areas() {
            let place = world.place(area);
            areas.add(&place.name, area).also(&place.id).short(&place.code);
            for name in world.area_names.get(&place.id).into_iter().flatten() {
                areas.short(name);
            }
            let Some(land) = place.port_of.map(|land| world.place(land)) else { continue };
            for name in language::names_of_port(&land.name) {
                areas.also(&name);
            }
        }
        let mut seats = Names::new();
        for (seat, house) in world.houses.iter() {
            seats
                .add(&house.info.name, seat)
                .also(&house.info.id)
                .also(&format!("House {}", house.info.name));
            if house.info.name.contains(' ') {
                seats.words();
            }
        }
        Gathered {
            areas,
            seats,
            units: units(world),
            kinds: language::gathered(language::ORDER_KINDS),
            cards: OnceLock::new(),
            cards_of: BySeat::new(world.houses.len(), |_| OnceLock::new()),
            auctions: OnceLock::new(),
            choices: OnceLock::new(),
            tactics: OnceLock::new(),
        }
    }
}

impl Words {
    pub(super) fn new(board: &Board, seat: Seat) -> Self {
        let world = board.world.clone();
        let gathered = world.kept.get(|| Gathered::new(&world));
        Words { gathered, world, edition: board.edition, seat }
    }

    /// All cards; a part of a name is enough if only one card has it.
    pub(super) fn cards(&self) -> &Names<CardId> {
        self.gathered.cards.get_or_init(|| cards(&self.world, |_| true))
    }

    /// The cards of the plan's house; a part of a name is enough if only one of these has it.
    pub(super) fn own_cards(&self) -> &Names<CardId> {
        let house = &self.world.houses[self.seat];
        self.cards_of[self.seat].get_or_init(|| cards(&self.world, |card| house.cards.has(card)))
    }

    /// What is bid for.
    pub(super) fn auctions(&self) -> &Names<&'static str> {
        self.gathered.auctions.get_or_init(|| language::gathered(language::AUCTIONS))
    }

    /// The Westeros cards and wildling cards that leave a choice.
    pub(super) fn choices(&self) -> &Names<Choice> {
        self.gathered.choices.get_or_init(|| choices(self.edition, self.world.north.is_some()))
    }

    /// Tactic cards, by name and number; a part of a name is enough if only one card has it.
    pub(super) fn tactics(&self) -> &Names<TacticId> {
        self.gathered.tactics.get_or_init(|| tactics(&self.world))
    }

    /// Finds the order that a text such as `March +0`, `defence`, `CP*` or `special raid` means.
    ///
    /// # Errors
    /// If there is no such order, or several: the names of those that come near.
    pub(super) fn order(&self, world: &World, text: &str) -> Result<OrderId, Miss> {
        let (stem, star, bonus) = take_apart(text);
        self.order_of(world, &stem, star, bonus)
    }

    /// Finds the order that a text with a misspelt kind can mean alone.
    pub(super) fn order_nearly(&self, world: &World, text: &str) -> Option<OrderId> {
        let (stem, star, bonus) = take_apart(text);
        let (_, kind) = self.kinds.meant(&stem, |_| true)?;
        self.order_of(world, &kind, star, bonus).ok()
    }

    fn order_of(&self, world: &World, stem: &str, star: bool, bonus: Option<i16>) -> Result<OrderId, Miss> {
        let kind = self.kinds.find(stem).map_err(|miss| match miss {
            // Suggest a token rather than a kind.
            Miss::Unknown(near) | Miss::Ambiguous(near) => {
                let kinds = near.iter().filter_map(|name| self.kinds.known(name));
                let tokens = kinds.flat_map(|kind| of_kind(world, kind)).filter(|id| {
                    let token = world.token(*id);
                    (bonus.is_none() || bonus == Some(token.bonus)) && (token.star || !star)
                });
                Miss::Unknown(tokens.map(|id| order_name(world, id)).collect())
            }
        })?;
        let fits: Vec<OrderId> = of_kind(world, kind)
            .filter(|id| {
                let token = world.token(*id);
                (token.star || !star) && bonus.is_none_or(|bonus| bonus == token.bonus)
            })
            .collect();
        let plain: Vec<OrderId> = fits.iter().copied().filter(|id| !world.token(*id).star).collect();
        match (plain.as_slice(), fits.as_slice()) {
            ([one], _) | ([], [one]) => Ok(*one),
            ([], []) => Err(Miss::Unknown(of_kind(world, kind).map(|id| order_name(world, id)).collect())),
            _ => Err(Miss::Ambiguous(of_kind(world, kind).map(|id| order_name(world, id)).collect())),
        }
    }
}

fn of_kind(world: &World, kind: OrderKind) -> impl Iterator<Item = OrderId> {
    world.all_orders().filter(move |id| world.token(*id).kind == kind)
}

/// Returns the letters, star and bonus of an order's text.
fn take_apart(text: &str) -> (String, bool, Option<i16>) {
    let mut flat = String::new();
    for c in text.chars().take(60).flat_map(char::to_lowercase) {
        match c {
            '−' | '–' | '—' | '‐' | '‑' => flat.push('-'),
            '★' | '☆' | '✱' | '＊' => flat.push('*'),
            c => flat.push(c),
        }
    }
    let mut star = flat.contains('*');
    let mut words: Vec<String> = Vec::new();
    let mut bonus = None;
    let mut sign = 1;
    let mut word = String::new();
    for c in flat.chars().chain([' ']) {
        if c.is_alphabetic() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        match c {
            '-' => sign = -1,
            '+' => sign = 1,
            c if c.is_ascii_digit() => {
                // A second digit makes a bonus that no order has.
                let digit = (c as u8 - b'0') as i16;
                bonus = Some(bonus.map_or(sign * digit, |_| 99));
            }
            _ => {}
        }
    }
    words.retain(|word| {
        let word = word.as_str();
        let marks = language::STAR.contains(&word);
        star |= marks;
        if word == language::MINUS {
            bonus = bonus.map(|b: i16| -b.abs());
        }
        !marks
            && ![language::PLUS, language::MINUS].contains(&word)
            && !language::ORDER_FILLERS.contains(&word)
    });
    (words.concat(), star, bonus)
}

/// A card that leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) id: &'static str,
    pub(super) form: ChoiceForm,
    /// The Westeros cards among which it lets choose.
    pub(super) among: &'static [&'static str],
}

fn cards(world: &World, is_meant: impl Fn(CardId) -> bool) -> Names<CardId> {
    let mut names = Names::new();
    for (i, card) in world.cards.iter().enumerate() {
        let id = CardId(i as u8);
        if is_meant(id) {
            let names = names.add(&card.name, id).also(&card.id).words();
            called(&card.id).for_each(|name| {
                names.short(name);
            });
        }
    }
    names
}

fn choices(edition: &'static Edition, in_north: bool) -> Names<Choice> {
    let mut names = Names::new();
    for row in edition.westeros {
        if let Some((_, among)) = row.choice {
            let choice = Choice { id: row.id, form: ChoiceForm::Westeros, among };
            names.add(&row.id.replace('-', " "), choice).words();
        }
    }
    for (id, form) in language::WILDLING_CHOICES {
        // The id of a question is that of its card, and perhaps something more.
        if edition.wildling_cards.iter().any(|row| id.starts_with(row.id)) {
            names.add(&id.replace('-', " "), Choice { id, form: *form, among: &[] });
        }
    }
    if in_north {
        let pays = Choice { id: OTHERS, form: ChoiceForm::Pay, among: &[] };
        names.add("others supply", pays).also("supply of the others").also("supply for the others");
    }
    names
}

fn tactics(world: &World) -> Names<TacticId> {
    let mut names = Names::new();
    for (i, card) in world.north.iter().flat_map(|north| north.tactics.iter().enumerate()) {
        let number = (i + 1).to_string();
        // "Pillage (8)", as sheets have it, "8 Pillage", and "Hit & Run".
        let short = card.name.replace(" and ", " & ");
        let both = [format!("{} {number}", card.name), format!("{number} {}", card.name), short];
        let name = names.add(&card.name, TacticId(i as u8)).also(card.card.id()).also(&number).words();
        both.iter().fold(name, |name, both| name.also(both));
    }
    names
}

/// Returns the names of cards that are known by their ids alone.
pub(super) fn card_names(ids: impl IntoIterator<Item = &'static str>) -> Names<&'static str> {
    let mut names = Names::new();
    for id in ids {
        names.add(&id.replace('-', " "), id).words();
    }
    names
}

fn units(world: &World) -> Names<Unit> {
    let in_play = language::UNITS.iter().filter(|(unit, _)| world.unit(*unit).pool > 0);
    language::gathered(&in_play.copied().collect::<Vec<_>>())
}

/// Returns an order token as plans write it: its id.
pub(super) fn order_name(world: &World, order: OrderId) -> String {
    world.token(order).id.clone()
}

/// Returns the fault of a name that is not found; `legal` are the names that would be, empty if they are too many.
pub(super) fn missing(code: &'static str, span: Span, name: &str, miss: &Miss, legal: Vec<String>) -> Fault {
    let why = Refusal::new(code).with("name", name).with("legal", legal);
    match miss {
        Miss::Unknown(_) => Fault::error(span, why).suggest(miss.suggestion()),
        Miss::Ambiguous(all) => {
            let why = Refusal::new("plan-ambiguous-name").with("name", name).with("candidates", all.clone());
            Fault::error(span, why)
        }
    }
}

/// Reads how many of what: `2 footmen`, `all`, `a knight`, `knight x2`, `all ships`.
pub(super) fn count_and_unit(units: &Names<Unit>, text: &str) -> Result<(Option<Unit>, Count), Miss> {
    let mut count = Count::Number(1);
    let mut rest: Vec<&str> = Vec::new();
    let mut counted = false;
    for word in text.split_whitespace() {
        let digits = word.trim_matches(['x', 'X', '×']);
        let low = word.to_lowercase();
        if language::ARTICLES.contains(&low.as_str()) {
            continue;
        }
        if language::ALL_LEFT.contains(&low.as_str()) {
            count = Count::All;
        } else if let Some(number) = language::exactly(language::NUMBERS, &low) {
            count = Count::Number(number);
        } else if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !counted {
            counted = true;
            count = digits.parse().map_or(Count::TooMany, Count::Number);
        } else {
            rest.push(word);
        }
    }
    if rest.is_empty() && count == Count::All {
        return Ok((None, count));
    }
    units.find(&rest.join(" ")).map(|unit| (Some(unit), count))
}

/// A number of units as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Number(u8),
    /// All that are left.
    All,
    /// A number above 255.
    TooMany,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::tests::opening;

    fn order(text: &str) -> Result<String, Miss> {
        let board = opening(5);
        Words::new(&board, Seat(0)).order(&board.world, text).map(|id| board.world.token(id).id.clone())
    }

    #[test]
    fn orders_in_any_spelling() {
        for (text, id) in [
            ("march+0", "march+0"),
            ("March 0", "march+0"),
            ("MARCH -1", "march-1"),
            ("march −1", "march-1"),
            ("march minus 1", "march-1"),
            ("m+0", "march+0"),
            ("march+1", "march*"),
            ("march*", "march*"),
            ("march* +1", "march*"),
            ("special march", "march*"),
            ("defence", "defense"),
            ("Defend+1", "defense"),
            ("defend+2", "defense*"),
            ("defense ★", "defense*"),
            ("Support", "support"),
            ("support+1", "support*"),
            ("support+0", "support"),
            ("raid*", "raid*"),
            ("special raid", "raid*"),
            ("raid", "raid"),
            ("consolidate power", "consolidate"),
            ("Consolidate-Power*", "consolidate*"),
            ("power", "consolidate"),
            ("CP*", "consolidate*"),
        ] {
            assert_eq!(order(text), Ok(id.to_owned()), "{text}");
        }
    }

    #[test]
    fn no_order_is_guessed() {
        let marches = || vec!["march-1".to_owned(), "march+0".into(), "march*".into()];
        assert_eq!(order("march"), Err(Miss::Ambiguous(marches())));
        assert_eq!(order("march+3"), Err(Miss::Unknown(marches())));
        assert_eq!(order("march+11"), Err(Miss::Unknown(marches())));
        assert_eq!(order("riad*"), Err(Miss::Unknown(vec!["raid*".into()])));
        assert_eq!(order("attack"), Err(Miss::Unknown(vec![])));
        assert!(order("").is_err());
    }

    #[test]
    fn units_in_words() {
        let words = Words::new(&opening(5), Seat(0));
        let units = &words.units;
        let read = |text| count_and_unit(units, text).unwrap();
        assert_eq!(read("2 footmen"), (Some(Unit::Footman), Count::Number(2)));
        assert_eq!(read("Knight"), (Some(Unit::Knight), Count::Number(1)));
        assert_eq!(read("ship x2"), (Some(Unit::Ship), Count::Number(2)));
        assert_eq!(read("all"), (None, Count::All));
        assert_eq!(read("what is left"), (None, Count::All));
        assert_eq!(read("all ships"), (Some(Unit::Ship), Count::All));
        assert_eq!(read("999 ships"), (Some(Unit::Ship), Count::TooMany));
        assert_eq!(count_and_unit(units, "nights"), Err(Miss::Unknown(vec!["knight".into()])));
        assert!(count_and_unit(units, "dragon").is_err());
    }
}
