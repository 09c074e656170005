//! House cards: both chosen in secret and together. Rules: 1e, Battle, step 3; Used House cards; R-14.

use super::contest::{Battle, Role};
use super::strength::winner;
use super::support::strengths_so_far;
use crate::games::thrones::ask::{About, Ask, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{CardId, CardSet};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::games::thrones::terms::HandReturns;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Both sides play a card; who has but one plays it. The cards count as used from now on, but no hand returns
/// before the battle is over.
pub(super) fn play(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let chosen = {
        let queries: ArrayVec<CardQuery<'_>, 2> = Role::ALL
            .into_iter()
            .map(|role| CardQuery::new(board, battle, role))
            .filter(|query| query.hand().len() > 1)
            .collect();
        let answers = if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? };
        let roles: ArrayVec<Role, 2> = queries.iter().map(|query| query.role).collect();
        Role::ALL.map(|role| {
            let asked = roles.iter().position(|asked| *asked == role);
            asked.and_then(|i| answers.get(i).copied()).or_else(|| {
                let only = CardQuery::new(board, battle, role).hand().iter().next();
                only.iter().for_each(|only| table.forced(&CardQuery::new(board, battle, role), only));
                only
            })
        })
    };
    table.tell(|| told(board, battle, chosen).into());
    for role in Role::ALL {
        let barred =
            chosen[role as usize].is_some_and(|card| (board.edition.barred)(board, battle, role, card));
        battle.muted[role as usize] = barred;
        battle.cancelled[role as usize] = barred;
    }
    for role in Role::ALL {
        let Some(card) = chosen[role as usize] else { continue };
        use_up(board, battle, role, card);
    }
    battle.cards = chosen;
    Ok(())
}

/// A card of a hand counts as used from now on.
pub fn use_up(board: &mut Board, battle: &mut Battle, role: Role, card: CardId) {
    let house = &mut board.houses[battle.seat(role)];
    house.hand.remove(card);
    house.used.add(card);
    battle.last_card[role as usize] = house.hand.is_empty();
}

/// After the battle, a house that has used its last card takes all of them back, that card too. So does one
/// whose last cards were taken from its hand.
pub(super) fn return_hands(board: &mut Board, battle: &Battle, table: &mut Table<'_>) {
    for role in battle.in_play_order(board) {
        let seat = battle.seat(role);
        let house = &mut board.houses[seat];
        let out = house.hand.is_empty()
            || battle.last_card[role as usize] && board.edition.hand_returns == HandReturns::All;
        if out && !house.used.is_empty() {
            take_back(board, seat, battle.cards[role as usize], table);
        }
    }
}

/// A house whose last card is used takes its used cards back: all, or all but that last one.
pub fn take_back(board: &mut Board, seat: Seat, last: Option<CardId>, table: &mut Table<'_>) {
    let stays = last.filter(|_| board.edition.hand_returns == HandReturns::ButLast);
    let house = &mut board.houses[seat];
    house.hand = house.hand.or(house.used);
    house.used = CardSet::EMPTY;
    if let Some(card) = stays {
        house.hand.remove(card);
        house.used.add(card);
    }
    let hand = house.hand;
    table.tell(|| {
        let world = &board.world;
        let cards = hand.iter().map(|card| world.card(card).id.clone()).collect();
        WarEvent::HandReturned { house: world.seat_id(seat).to_owned(), cards }.into()
    });
}

fn told(board: &Board, battle: &Battle, chosen: [Option<CardId>; 2]) -> WarEvent {
    let world = &board.world;
    let house = |role: Role| world.seat_id(battle.seat(role)).to_owned();
    let card = |role: Role| chosen[role as usize].map(|card| world.card(card).id.clone());
    let strengths = strengths_so_far(board, &battle.contest);
    let strength = |role: Role| strengths.get(role.id()).copied().unwrap_or(0);
    WarEvent::HouseCards {
        area: world.area_id(battle.contest.area).to_owned(),
        attacker: house(Role::Attacker),
        defender: house(Role::Defender),
        attacker_card: card(Role::Attacker),
        defender_card: card(Role::Defender),
        attacker_strength: strength(Role::Attacker),
        defender_strength: strength(Role::Defender),
    }
}

/// Which House card to play.
pub struct CardQuery<'a> {
    board: &'a Board,
    battle: &'a Battle,
    role: Role,
    /// A card of the hand that may not be played.
    without: Option<CardId>,
}

impl<'a> CardQuery<'a> {
    /// The question to one side of a battle.
    pub fn new(board: &'a Board, battle: &'a Battle, role: Role) -> Self {
        CardQuery { board, battle, role, without: None }
    }

    /// The question which other card to play in place of one that went back to the hand.
    pub fn instead(board: &'a Board, battle: &'a Battle, role: Role, without: CardId) -> Self {
        CardQuery { board, battle, role, without: Some(without) }
    }

    /// Returns the cards that may be played.
    pub fn hand(&self) -> CardSet {
        let mut hand = self.board.houses[self.battle.seat(self.role)].hand;
        self.without.into_iter().for_each(|card| hand.remove(card));
        let barred = |card: &CardId| (self.board.edition.barred)(self.board, self.battle, self.role, *card);
        let free: CardSet = hand.iter().filter(|card| !barred(card)).collect();
        if free.is_empty() { hand } else { free }
    }

    /// How weak a card is: by printed strength, then icons, then whether it has an ability, then its place in
    /// the house's list.
    fn weakness(&self, card: CardId) -> (i16, u8, bool, CardId) {
        let printed = self.board.world.card(card);
        let icons = printed.icons.swords + printed.icons.fortifications;
        (printed.strength, icons, printed.ability.is_some(), card)
    }

    /// Returns `true` if a card surely wins by what is printed, whatever card of his hand the opponent plays.
    fn holds(&self, card: CardId) -> bool {
        let world = &self.board.world;
        let opponent = self.board.houses[self.battle.seat(self.role.other())].hand;
        let strongest = opponent.iter().map(|card| world.card(card).strength).max().unwrap_or(0);
        let mut strengths = Role::ALL.map(|role| {
            super::strength::total(&super::strength::before_cards(self.board, &self.battle.contest, role))
        });
        strengths[self.role as usize] += world.card(card).strength;
        strengths[self.role.other() as usize] += strongest;
        winner(self.board, self.battle.seats, strengths[0], strengths[1]) == self.role
    }
}

impl Ask for CardQuery<'_> {
    type Answer = CardId;
    const KIND: &'static str = "card";

    fn ground(&self) -> Ground<'_> {
        let ground = self.battle.ground(self.board, self.role);
        match self.without {
            None => ground,
            Some(_) => Ground { about: About::WordAt("instead", self.battle.contest.area), ..ground },
        }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Card {
            battle: world.area_id(self.battle.contest.area).to_owned(),
            side: self.role.id().to_owned(),
            opponent: world.seat_id(self.battle.seat(self.role.other())).to_owned(),
            hand: self.hand().iter().map(|card| world.card(card).id.clone()).collect(),
            strengths: strengths_so_far(self.board, &self.battle.contest),
        }
    }

    fn check(&self, card: &CardId) -> Result<(), Refusal> {
        if self.hand().has(*card) {
            return Ok(());
        }
        let world = &self.board.world;
        let hand: Vec<&str> = self.hand().iter().map(|card| world.card(card).name.as_str()).collect();
        let refusal = Refusal::new("card-not-in-hand").with("card", world.card(*card).name.clone());
        Err(refusal.with("hand", hand.join(", ")))
    }

    fn walk(&self, found: Found<'_, CardId>) -> ControlFlow<()> {
        self.hand().iter().try_for_each(found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> CardId {
        let hand = self.hand();
        hand.iter().nth(dice.usize(0..hand.len().max(1))).unwrap_or(CardId(0))
    }

    /// The weakest card that does not lose a battle the hand would win, else the weakest. Hands are public, so
    /// "would win" is: by units, orders, support and printed strengths it wins, abilities and the Blade left
    /// aside, even against the strongest card of the opponent's hand. Weaker is: less strength, then fewer
    /// icons, then no ability, then earlier in the house's list. Rules: R-26.
    fn default(&self) -> CardId {
        let weakest = |cards: &mut dyn Iterator<Item = CardId>| cards.min_by_key(|card| self.weakness(*card));
        weakest(&mut self.hand().iter().filter(|card| self.holds(*card)))
            .or_else(|| weakest(&mut self.hand().iter()))
            .unwrap_or(CardId(0))
    }
}
