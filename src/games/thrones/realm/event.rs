//! Events between wars: what reports, explanations and sums are made from. All names are ids, all sums
//! come with what they are the sum of.

use super::stand::{Fallen, Standing};
use serde::Serialize;
use std::collections::BTreeMap;

/// A number for each house or area, by id.
pub type Numbers = BTreeMap<String, u8>;
/// Units by area: `{"winterfell": {"footman": 1}}`.
pub type UnitsByArea = BTreeMap<String, BTreeMap<String, u8>>;

/// One thing mustered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Built {
    /// The city or stronghold whose points were spent.
    pub area: String,
    /// The unit that stands there now: `knight`.
    pub unit: String,
    /// Where it was placed: `area` itself, or the sea of a ship.
    pub at: String,
    /// `true` if a unit that was there was made into it.
    pub upgrade: bool,
    /// Points spent.
    pub points: u8,
}

/// Units that go from one area to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub struct Moved {
    pub from: String,
    pub to: String,
    pub units: BTreeMap<String, u8>,
}

/// Something that has happened between wars; all names are ids.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RealmEvent {
    /// The board is set up.
    GameBegins {
        /// Houses in play, in listed order.
        houses: Vec<String>,
        /// Each track from first to last, by `iron-throne`, `fiefdoms`, `kings-court`.
        tracks: BTreeMap<String, Vec<String>>,
    },
    /// A turn begins.
    TurnBegins { turn: u8 },
    /// A Westeros card is turned. All that are turned come before any is executed.
    WesterosTurned {
        /// Deck: 1, 2 or 3.
        deck: u8,
        /// `clash-of-kings`.
        card: String,
        /// `true` if a mammoth is on it.
        mammoth: bool,
    },
    /// *Winter is Coming* was turned: its deck is shuffled and another card turned.
    DeckShuffled {
        /// Deck: 1, 2 or 3.
        deck: u8,
    },
    /// Mammoths move the wildlings along their track.
    WildlingsGrow {
        /// Mammoths turned this turn.
        mammoths: u8,
        /// Strength before.
        from: u8,
        /// Strength now.
        to: u8,
    },
    /// The open card of a deck is executed; what it brings follows. Cards that only forbid are told too.
    WesterosExecuted {
        /// Deck: 1, 2 or 3.
        deck: u8,
        /// `clash-of-kings`.
        card: String,
        /// The kind of order it forbids this turn, if it does; with a `*` if only the starred ones.
        forbids: Option<String>,
        /// The unit that lends nothing in support this turn, if there is one.
        mutes: Option<String>,
    },
    /// The holder of a token chose what the open card of a deck counts as. Its execution follows.
    WesterosChosen {
        /// Deck: 1, 2 or 3.
        deck: u8,
        /// `a-throne-of-blades`.
        card: String,
        house: String,
        /// The track whose token the house holds.
        track: String,
        /// `mustering`.
        chosen: String,
    },
    /// A house sets its supply marker.
    SupplySet {
        house: String,
        /// Level before.
        from: u8,
        /// Level now.
        to: u8,
        /// Barrels by area it controls; their sum counts up to the last level.
        barrels: Numbers,
        /// Sizes of armies allowed now, largest first.
        limits: Vec<u8>,
        /// Its armies before any unit is lost, largest first.
        armies: Vec<u8>,
        /// Units it must lose.
        excess: u8,
    },
    /// A house loses units outside battle.
    UnitsLost {
        house: String,
        /// `supply` or `wildlings`.
        because: String,
        /// What had to be lost: units (supply) or mustering points (wildlings).
        amount: u8,
        units: UnitsByArea,
    },
    /// A house musters, or has nothing to muster with.
    Mustered {
        house: String,
        /// Points by city and stronghold it controls.
        points: Numbers,
        /// What it built, in order; empty if nothing.
        built: Vec<Built>,
        /// Points lost unspent.
        unspent: u8,
    },
    /// All bids of an auction, or for the Night's Watch, are shown and spent.
    BidsRevealed {
        /// `iron-throne`, `fiefdoms`, `kings-court` or `wildlings`.
        on: String,
        /// Bids by house.
        bids: Numbers,
        /// Power each has left.
        left: Numbers,
    },
    /// The holder of the Iron Throne decided a tie.
    TieBroken {
        /// As for bids.
        on: String,
        by: String,
        /// What was decided: `order`, `highest` or `lowest`.
        choose: String,
        /// The bid they shared.
        bid: u8,
        /// The tied houses.
        tied: Vec<String>,
        /// As decided: all of them, best first (`order`), or the one chosen.
        decided: Vec<String>,
    },
    /// A track is settled after its auction.
    TrackSettled {
        /// `iron-throne`, `fiefdoms` or `kings-court`.
        track: String,
        /// The order before, first to last.
        from: Vec<String>,
        /// The order now.
        to: Vec<String>,
    },
    /// The Iron Throne, the Valyrian Steel Blade or the Messenger Raven changes hands.
    TokenPasses {
        /// The track whose token it is.
        track: String,
        from: String,
        to: String,
    },
    /// The wildlings' attack is decided, after the bids.
    WildlingsDecided {
        /// Strength of the wildlings.
        strength: u8,
        /// Strength of the Night's Watch: the sum of the bids.
        watch: u16,
        /// `true` if the Night's Watch wins.
        won: bool,
        /// The highest bidder if it wins, the lowest if not.
        singled_out: String,
    },
    /// The highest bidder's reward.
    CardRecovered {
        house: String,
        /// The House card taken back into the hand; none if it took none or had none to take.
        card: Option<String>,
    },
    /// A house that controls a port's land now has ships of its own there.
    ShipsTaken { house: String, port: String, ships: u8 },
    /// A wildling card is turned.
    WildlingCard { card: String },
    /// Units became others: knights footmen, or footmen knights.
    UnitsReplaced {
        house: String,
        units: UnitsByArea,
        /// What they are now.
        by: String,
    },
    /// House cards were discarded outside battle, or taken back.
    CardsMoved {
        house: String,
        cards: Vec<String>,
        /// `true` if they were taken back into the hand.
        back: bool,
    },
    /// A house lost power, or got back what it had bid.
    PowerChanged { house: String, from: u8, to: u8 },
    /// The wildlings' marker moves back after an attack.
    WildlingsWithdraw {
        /// Their strength now.
        to: u8,
    },
    /// A house gains power.
    PowerGained {
        house: String,
        /// `game-of-thrones` or `consolidate`.
        because: String,
        /// What each area brings (an order and its crowns, or its crowns).
        areas: Numbers,
        /// The sum of these.
        due: u8,
        /// What it got: less than due if its tokens ran out.
        gained: u8,
        /// Available power now.
        available: u8,
    },
    /// All orders are revealed.
    OrdersRevealed {
        /// Orders by house and area.
        orders: BTreeMap<String, BTreeMap<String, String>>,
        /// Areas with units and no order, by house.
        bare: BTreeMap<String, Vec<String>>,
    },
    /// The Messenger Raven replaced an order.
    OrderReplaced {
        house: String,
        /// Area.
        area: String,
        /// Order as revealed.
        from: String,
        /// Order now.
        to: String,
    },
    /// The holder of the Messenger Raven left the orders as they are.
    RavenUnused { house: String },
    /// The holder of the Messenger Raven looked at the wildling card on top. What became of it nobody else learns.
    WildlingsWatched { house: String },
    /// What the holder of the Messenger Raven saw there. Only that house is told.
    WildlingCardSeen {
        /// The house that may know.
        only: String,
        card: String,
        /// `true` if it went under the deck.
        under: bool,
    },
    /// A Westeros card takes a stage out of the turn.
    StageSkipped {
        /// `raids` or `consolidate`.
        stage: String,
        /// `sea-of-storms`.
        card: String,
    },
    /// The turn is over; the orders left are taken from the board.
    TurnEnds {
        turn: u8,
        /// Orders taken away, by area.
        orders: BTreeMap<String, String>,
    },
    /// A side shows the tactic deck and the objective cards with which it plays.
    TacticDeck { house: String, cards: Vec<String>, objectives: Vec<String> },
    /// A side shows its tactic card of the round.
    TacticShown { house: String, card: String },
    /// Units rise by a House card.
    UnitsRaised {
        house: String,
        /// The card: `king-of-the-others`.
        because: String,
        units: UnitsByArea,
    },
    /// The Others bid in a wildling attack, for one side or the other.
    AttackDecided {
        /// Strength of the wildlings by their track.
        strength: u8,
        /// Bids by side.
        bids: Numbers,
        /// For whom the Others bid: `watch`, `wildlings` or `none`.
        others: String,
        /// All for the Watch.
        watch: u8,
        /// All for the Wildlings, their track counted.
        wildlings: u8,
        /// `true` if the Watch's side wins.
        won: bool,
        /// By how much.
        excess: u8,
    },
    /// Of the houses that bid in an attack on both boards, the one that the wildling card singles out.
    HouseSingledOut {
        house: String,
        /// `true` if the Watch's side wins, and it bid most; otherwise it bid least.
        won: bool,
    },
    /// What the houses give to the Watch is shown.
    GiftsShown {
        /// `barrels`, `points` or `power`.
        what: String,
        gifts: Numbers,
        sum: u8,
    },
    /// A house has won on its own board, and the north plays on.
    KingProclaimed { house: String },
    /// Units go on a quest.
    QuestSent {
        house: String,
        quest: String,
        units: UnitsByArea,
        points: u8,
        needed: u8,
        /// `true` if the quest is complete now.
        done: bool,
        /// Orders that nobody is left for, by area.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        orders: BTreeMap<String, String>,
    },
    /// Units come back from a quest; the others are gone.
    QuestReturn { house: String, units: UnitsByArea },
    /// A House card leaves the game, and another comes to the hand.
    CardReplaced { house: String, card: String, by: String },
    /// An objective card pays.
    ObjectivePaid { house: String, objective: String, due: u8, gained: u8 },
    /// A side uses an ability of a tactic card.
    TacticUsed {
        house: String,
        card: String,
        /// `a` or `b`.
        ability: String,
        /// What it paid.
        power: u8,
    },
    /// A side takes a tactic card out of its reserve and has its abilities; at the round's end that card takes the place of the
    /// one it played.
    TacticTaken { house: String, card: String },
    /// A side has an ability of a tactic card that it has not played.
    TacticGained {
        house: String,
        card: String,
        /// `a` or `b`.
        ability: String,
        /// The side whose card was copied; none if the card lies in the own reserve.
        copied_from: Option<String>,
    },
    /// An ability of a tactic card costs its owner more for the rest of the round.
    TacticDearer {
        /// Who made it so.
        house: String,
        owner: String,
        card: String,
        /// `a` or `b`.
        ability: String,
        /// What each use costs more.
        power: u8,
    },
    /// A tactic card brought a side power, or cost it some besides its price.
    TacticPower { house: String, from: u8, to: u8 },
    /// A tactic card puts an order in an area.
    TacticOrder {
        house: String,
        area: String,
        /// The order it takes the place of.
        from: Option<String>,
        to: String,
    },
    /// A tactic card takes an order of a side off the board.
    TacticOrderTaken { house: String, area: String, order: String },
    /// A tactic card moves units of a side.
    TacticMove {
        house: String,
        moves: Vec<Moved>,
        /// Orders that went because nobody stayed to carry them out, by area.
        orders: BTreeMap<String, String>,
    },
    /// A House card of a side has no strength, icons and text in this round.
    CardAnnulled { house: String, card: String },
    /// A card is taken out of the draw pile of a Westeros deck, carried out at once and laid under the deck.
    WesterosFetched {
        house: String,
        /// Deck: 1, 2 or 3.
        deck: u8,
        /// `clash-of-kings`.
        card: String,
    },
    /// An attack that conquers nothing is over: the beaten stay where they were.
    StrikeEnds {
        area: String,
        /// Where the attackers are, and who of them is left.
        from: String,
        back: BTreeMap<String, u8>,
        winner: String,
        loser: String,
        /// The side that has lost, those of its units that lie down, and a defender's order, which is gone.
        beaten: String,
        routed: BTreeMap<String, u8>,
        order: Option<String>,
    },
    /// The Watch draws a number from one of its decks.
    WatchDraws {
        /// `watch-supply` or `watch-mustering`.
        deck: String,
        /// Without one, the deck is shuffled and another card drawn.
        number: Option<u8>,
    },
    /// The game is over.
    GameEnds {
        /// The winner; several share a draw.
        winners: Vec<String>,
        /// What decided: `areas` (enough at once), `turns` (most after the last turn), `supply`, `power`, `draw`.
        by: String,
        /// What each house had, best first.
        standings: Vec<Standing>,
        /// Before the last turn was over.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_once: bool,
        /// The Night's Watch, where it is there, does not stand, and no enemy of its has won.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fallen: Option<Fallen>,
    },
}

impl RealmEvent {
    /// The tags of the events that only a board of the north has.
    pub const NORTHERN: &[&str] = &[
        "tactic-deck",
        "tactic-shown",
        "units-raised",
        "attack-decided",
        "quest-sent",
        "quest-return",
        "card-replaced",
        "objective-paid",
        "tactic-used",
        "tactic-taken",
        "tactic-gained",
        "tactic-dearer",
        "tactic-power",
        "tactic-order",
        "tactic-order-taken",
        "tactic-move",
        "card-annulled",
        "westeros-fetched",
        "strike-ends",
        "watch-draws",
    ];

    /// The tags of the events of a game on two boards alone.
    pub const JOINED: &[&str] = &["house-singled-out", "gifts-shown", "king-proclaimed"];

    /// The tags of all other events.
    pub const NAMES: &[&str] = &[
        "game-begins",
        "turn-begins",
        "westeros-turned",
        "deck-shuffled",
        "wildlings-grow",
        "westeros-executed",
        "westeros-chosen",
        "supply-set",
        "units-lost",
        "mustered",
        "bids-revealed",
        "tie-broken",
        "track-settled",
        "token-passes",
        "wildlings-decided",
        "card-recovered",
        "ships-taken",
        "wildling-card",
        "units-replaced",
        "cards-moved",
        "power-changed",
        "wildlings-withdraw",
        "power-gained",
        "orders-revealed",
        "order-replaced",
        "raven-unused",
        "wildlings-watched",
        "wildling-card-seen",
        "stage-skipped",
        "turn-ends",
        "game-ends",
    ];
}
