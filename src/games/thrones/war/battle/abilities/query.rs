//! The question of an ability that leaves a choice.

use super::super::{Battle, Role};
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::malformed;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Ability, Area, CardId};
use crate::games::thrones::question::Question;
use crate::table::{Listing, Query, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Value, json};

/// What may be chosen for an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The ability is not used, though it names a card or an area.
    Nothing,
    /// A standing unit.
    Fit,
    /// A routed unit.
    Routed,
    /// Whether it is used.
    Use(bool),
    /// A House card.
    Card(CardId),
    /// An area.
    Area(Area),
}

/// All that may be chosen, each once.
pub type Choices = ArrayVec<Choice, 129>;

/// An ability that leaves a choice.
pub struct AbilityQuery<'a> {
    board: &'a Board,
    battle: &'a Battle,
    owner: Role,
    choices: Choices,
}

impl<'a> AbilityQuery<'a> {
    /// The question to the side whose card it is, with at least one choice.
    pub fn new(board: &'a Board, battle: &'a Battle, owner: Role, choices: Choices) -> Self {
        AbilityQuery { board, battle, owner, choices }
    }

    fn card(&self) -> Option<CardId> {
        self.battle.cards[self.owner as usize]
    }

    fn ability(&self) -> Option<Ability> {
        self.battle.ability(self.board, self.owner)
    }
}

impl Query for AbilityQuery<'_> {
    type Game = Thrones;
    type Answer = Choice;

    fn seat(&self) -> Seat {
        self.battle.seat(self.owner)
    }

    fn kind(&self) -> &'static str {
        "ability"
    }

    fn key(&self) -> String {
        let at = self.board.world.area_id(self.battle.contest.area);
        self.board.key(self.seat(), self.kind(), at)
    }

    fn position(&self) -> &Board {
        self.board
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Ability {
            battle: world.area_id(self.battle.contest.area).to_owned(),
            card: self.card().map_or_else(String::new, |card| world.card(card).id.clone()),
            ability: self.ability().map_or("", Ability::id).to_owned(),
            choices: self.choices.iter().map(|choice| self.write(choice)).collect(),
        }
    }

    fn check(&self, choice: &Choice) -> Result<(), Refusal> {
        if self.choices.contains(choice) {
            return Ok(());
        }
        let world = &self.board.world;
        let name = |choice: &Choice| match choice {
            Choice::Nothing => "nothing".to_owned(),
            Choice::Fit => "a standing unit".to_owned(),
            Choice::Routed => "a routed unit".to_owned(),
            Choice::Use(used) => if *used { "yes" } else { "no" }.to_owned(),
            Choice::Card(card) => world.card(*card).name.clone(),
            Choice::Area(area) => world.place(*area).name.clone(),
        };
        let card = self.card().map_or_else(String::new, |card| world.card(card).name.clone());
        let legal = self.choices.iter().map(name).collect::<Vec<_>>().join(", ");
        let refusal = Refusal::new("ability-no-choice").with("choice", name(choice));
        Err(refusal.with("card", card).with("legal", legal))
    }

    fn list(&self, limit: usize) -> Listing<Choice> {
        let complete = self.choices.len() <= limit;
        Listing { complete, answers: self.choices.iter().copied().take(limit).collect() }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Choice {
        let i = dice.usize(0..self.choices.len().max(1));
        self.choices.get(i).copied().unwrap_or(Choice::Nothing)
    }

    /// What may be left is not done; where something must be, the first choice: a standing unit dies before a routed
    /// one, and the order of the first area in the board's list goes. Rules: 1e 14.4; R-26.
    fn default(&self) -> Choice {
        self.choices.first().copied().unwrap_or(Choice::Nothing)
    }

    fn write(&self, choice: &Choice) -> Value {
        let world = &self.board.world;
        match choice {
            Choice::Nothing => Value::Null,
            Choice::Fit => json!("fit"),
            Choice::Routed => json!("routed"),
            Choice::Use(used) => json!(used),
            Choice::Card(card) => json!(world.card(*card).id),
            Choice::Area(area) => json!(world.area_id(*area)),
        }
    }

    fn read(&self, value: &Value) -> Result<Choice, Refusal> {
        let world = &self.board.world;
        let wrong = || malformed(self.kind(), value);
        let name = value.as_str();
        match self.ability().ok_or_else(wrong)? {
            Ability::KillFootman => match name {
                Some("fit") => Ok(Choice::Fit),
                Some("routed") => Ok(Choice::Routed),
                _ => Err(wrong()),
            },
            Ability::UpgradeFootman => value.as_bool().map(Choice::Use).ok_or_else(wrong),
            _ if value.is_null() => Ok(Choice::Nothing),
            Ability::RecoverCard | Ability::DiscardLosersCard => {
                name.and_then(|id| world.card_id(id)).map(Choice::Card).ok_or_else(wrong)
            }
            _ => name.and_then(|id| world.area(id)).map(Choice::Area).ok_or_else(wrong),
        }
    }
}
