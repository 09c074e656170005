//! The words of plans: areas, houses, cards, orders, units, tracks, in any spelling.

use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, CardId, OrderId, OrderKind, Unit, World};
use crate::sheet::{Miss, Names};
use crate::table::Seat;

/// What may be bid for: the tracks, and the Night's Watch.
pub(super) const WILDLINGS: &str = "wildlings";

/// All names of a game, ready to be found.
pub(super) struct Words {
    pub(super) areas: Names<Area>,
    pub(super) seats: Names<Seat>,
    /// All cards; a part of a name is enough where it is one card's.
    pub(super) cards: Names<CardId>,
    /// The cards of one house: a part of a name need only be clear among them.
    pub(super) own_cards: Names<CardId>,
    pub(super) units: Names<Unit>,
    pub(super) auctions: Names<&'static str>,
    kinds: Names<OrderKind>,
}

impl Words {
    pub(super) fn new(board: &Board, seat: Seat) -> Self {
        let world = &*board.world;
        let mut areas = Names::new();
        for area in world.all_areas() {
            let place = world.place(area);
            areas.add(&place.name, area).also(&place.id).short(&place.code);
        }
        let mut seats = Names::new();
        for (seat, house) in world.houses.iter() {
            seats
                .add(&house.info.name, seat)
                .also(&house.info.id)
                .also(&format!("House {}", house.info.name));
        }
        let (mut cards, mut own_cards) = (Names::new(), Names::new());
        for (i, card) in world.cards.iter().enumerate() {
            let id = CardId(i as u8);
            cards.add(&card.name, id).also(&card.id).words();
            if world.houses.get(seat).is_some_and(|house| house.cards.has(id)) {
                own_cards.add(&card.name, id).also(&card.id).words();
            }
        }
        Words { areas, seats, cards, own_cards, units: units(world), auctions: auctions(), kinds: kinds() }
    }

    /// The order meant by a text such as `March +0`, `defence`, `CP*`, `special raid`.
    ///
    /// # Errors
    /// No such order, or several: the names of those that come near.
    pub(super) fn order(&self, world: &World, text: &str) -> Result<OrderId, Miss> {
        let (stem, star, bonus) = take_apart(text);
        let kind = self.kinds.find(&stem).map_err(|miss| match miss {
            // Suggest a token rather than a kind.
            Miss::Unknown(near) | Miss::Ambiguous(near) => {
                let kinds = near.iter().filter_map(|name| self.kinds.find(name).ok());
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

/// A text of an order as letters, star and bonus.
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
        let marks = matches!(word.as_str(), "special" | "starred" | "star");
        star |= marks;
        match word.as_str() {
            "plus" => false,
            "minus" => {
                bonus = bonus.map(|b: i16| -b.abs());
                false
            }
            "order" | "token" => false,
            _ => !marks,
        }
    });
    (words.concat(), star, bonus)
}

fn kinds() -> Names<OrderKind> {
    let mut kinds = Names::new();
    kinds.add("march", OrderKind::March).also("m").also("marches");
    kinds.add("defense", OrderKind::Defense).also("defence").also("defend").also("d");
    kinds.add("support", OrderKind::Support).also("s");
    kinds.add("raid", OrderKind::Raid).also("r");
    kinds
        .add("consolidate", OrderKind::Consolidate)
        .also("consolidate power")
        .also("power")
        .also("cp")
        .also("c");
    kinds
}

fn units(world: &World) -> Names<Unit> {
    let mut units = Names::new();
    for unit in Unit::ALL.into_iter().filter(|unit| world.unit(*unit).pool > 0) {
        let forms: &[&str] = match unit {
            Unit::Footman => &["footman", "footmen", "foot", "infantry"],
            Unit::Knight => &["knight", "knights", "cavalry"],
            Unit::Ship => &["ship", "ships", "boat", "boats"],
            Unit::SiegeEngine => &["siege engine", "siege engines", "engine", "engines"],
            Unit::Catapult => &["catapult", "catapults"],
            Unit::Giant => &["giant", "giants"],
            Unit::Zombie => &["zombie", "zombies", "wight", "wights"],
            Unit::Other => &["other", "others"],
            Unit::King => &["king"],
        };
        units.add(unit_name(unit, 1), unit);
        for form in forms {
            units.also(form);
        }
    }
    units
}

fn auctions() -> Names<&'static str> {
    let mut names = Names::new();
    names.add(auction_name(Track::IronThrone.id()), Track::IronThrone.id()).also("throne");
    names.add(auction_name(Track::Fiefdoms.id()), Track::Fiefdoms.id()).also("fiefdom").also("blade");
    names.add(auction_name(Track::KingsCourt.id()), Track::KingsCourt.id()).also("court").also("raven");
    names.add(auction_name(WILDLINGS), WILDLINGS).also("wildling attack").also("nights watch").also("watch");
    names
}

/// What is bid for, for people.
pub(super) fn auction_name(id: &str) -> &'static str {
    match id {
        "iron-throne" => "Iron Throne",
        "fiefdoms" => "Fiefdoms",
        "kings-court" => "King's Court",
        _ => "Wildlings",
    }
}

/// A kind of unit for people.
pub(super) fn unit_name(unit: Unit, number: u8) -> &'static str {
    match (unit, number) {
        (Unit::Footman, 1) => "footman",
        (Unit::Footman, _) => "footmen",
        (Unit::Knight, 1) => "knight",
        (Unit::Knight, _) => "knights",
        (Unit::Ship, 1) => "ship",
        (Unit::Ship, _) => "ships",
        (Unit::SiegeEngine, 1) => "siege engine",
        (Unit::SiegeEngine, _) => "siege engines",
        (Unit::Catapult, 1) => "catapult",
        (Unit::Catapult, _) => "catapults",
        (Unit::Giant, 1) => "giant",
        (Unit::Giant, _) => "giants",
        (Unit::Zombie, 1) => "zombie",
        (Unit::Zombie, _) => "zombies",
        (Unit::Other, 1) => "Other",
        (Unit::Other, _) => "Others",
        (Unit::King, 1) => "King",
        (Unit::King, _) => "Kings",
    }
}

/// An order token for people, as plans write it: its id.
pub(super) fn order_name(world: &World, order: OrderId) -> String {
    world.token(order).id.clone()
}

/// How many of what: `2 footmen`, `all`, `a knight`, `knight x2`, `all ships`.
pub(super) fn count_and_unit(units: &Names<Unit>, text: &str) -> Result<(Option<Unit>, Count), Miss> {
    let mut count = Count::Number(1);
    let mut rest: Vec<&str> = Vec::new();
    let mut counted = false;
    for word in text.split_whitespace() {
        let digits = word.trim_matches(['x', 'X', '×']);
        match word.to_lowercase().as_str() {
            "a" | "an" | "one" | "the" => {}
            "all" | "rest" | "everything" | "everyone" | "left" | "what" | "is" | "that's" => {
                count = Count::All;
            }
            "x" | "×" | "of" => {}
            "two" => count = Count::Number(2),
            "three" => count = Count::Number(3),
            "four" => count = Count::Number(4),
            _ if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !counted => {
                counted = true;
                count = digits.parse().map_or(Count::TooMany, Count::Number);
            }
            _ => rest.push(word),
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
    /// So many.
    Number(u8),
    /// All that are left.
    All,
    /// More than there can be.
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
        let units = Words::new(&opening(5), Seat(0)).units;
        let read = |text| count_and_unit(&units, text).unwrap();
        assert_eq!(read("2 footmen"), (Some(Unit::Footman), Count::Number(2)));
        assert_eq!(read("Knight"), (Some(Unit::Knight), Count::Number(1)));
        assert_eq!(read("ship x2"), (Some(Unit::Ship), Count::Number(2)));
        assert_eq!(read("all"), (None, Count::All));
        assert_eq!(read("what is left"), (None, Count::All));
        assert_eq!(read("all ships"), (Some(Unit::Ship), Count::All));
        assert_eq!(read("999 ships"), (Some(Unit::Ship), Count::TooMany));
        assert_eq!(count_and_unit(&units, "nights"), Err(Miss::Unknown(vec!["knight".into()])));
        assert!(count_and_unit(&units, "dragon").is_err());
    }
}
