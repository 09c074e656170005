//! The question of an ability that leaves a choice.

use crate::games::thrones::answer::malformed;
use crate::games::thrones::ask::{About, Ask, Form as Written, Found, Ground, first};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, CardId, Track, World};
use crate::games::thrones::game::{AbilityRow, Form};
use crate::games::thrones::question::Question;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::table::{Listing, Refusal};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::ops::ControlFlow;

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
    Card(CardId),
    Area(Area),
    Track(Track),
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

    fn ability(&self) -> Option<&'static AbilityRow> {
        self.battle.ability(self.board, self.owner)
    }
}

impl Ask for AbilityQuery<'_> {
    type Answer = Choice;
    const KIND: &'static str = "ability";

    fn ground(&self) -> Ground<'_> {
        let ground = self.battle.ground(self.board, self.owner);
        // The card that put this one in its own place has been asked about already.
        match self.battle.behind[self.owner as usize] {
            Some(_) => Ground { about: About::WordAt("added", self.battle.contest.area), ..ground },
            None => ground,
        }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        Question::Ability {
            battle: world.area_id(self.battle.contest.area).to_owned(),
            card: self.card().map_or_else(String::new, |card| world.card(card).id.clone()),
            ability: self.ability().map_or("", |ability| ability.id).to_owned(),
            choices: self.choices.iter().map(|choice| choice.write(&self.board.world)).collect(),
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
            Choice::Track(track) => track.id().to_owned(),
        };
        let card = self.card().map_or_else(String::new, |card| world.card(card).name.clone());
        let legal = self.choices.iter().map(name).collect::<Vec<_>>().join(", ");
        let refusal = Refusal::new("ability-no-choice").with("choice", name(choice));
        Err(refusal.with("card", card).with("legal", legal))
    }

    fn walk(&self, found: Found<'_, Choice>) -> ControlFlow<()> {
        self.choices.iter().copied().try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Choice> {
        first(self, limit)
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

    fn read(&self, value: &Value) -> Result<Choice, Refusal> {
        let choice: Choice = Written::read(&self.board.world, Self::KIND, value)?;
        let form = self.ability().map_or(Form::None, |ability| ability.form);
        if choice.has(form) { Ok(choice) } else { Err(malformed(Self::KIND, value)) }
    }
}

impl Choice {
    /// Returns `true` if it is what an ability of a form leaves to choose.
    fn has(self, form: Form) -> bool {
        match self {
            Choice::Fit | Choice::Routed => form == Form::FitOrRouted,
            Choice::Use(_) => form == Form::Use,
            Choice::Track(_) => form == Form::Track,
            Choice::Nothing => !matches!(form, Form::FitOrRouted | Form::Use | Form::Track),
            Choice::Card(_) => matches!(form, Form::OwnCard | Form::OthersCard),
            Choice::Area(_) => matches!(form, Form::Area | Form::AreaOrNone | Form::None),
        }
    }
}

impl Written for Choice {
    fn write(&self, world: &World) -> Value {
        match self {
            Choice::Nothing => Value::Null,
            Choice::Fit => json!("fit"),
            Choice::Routed => json!("routed"),
            Choice::Use(used) => json!(used),
            Choice::Card(card) => json!(world.card(*card).id),
            Choice::Area(area) => json!(world.area_id(*area)),
            Choice::Track(track) => json!(track.id()),
        }
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let choice = match value {
            Value::Null => Some(Choice::Nothing),
            Value::Bool(used) => Some(Choice::Use(*used)),
            Value::String(word) => match word.as_str() {
                "fit" => Some(Choice::Fit),
                "routed" => Some(Choice::Routed),
                id => {
                    let track = Track::ALL.into_iter().find(|track| track.id() == id).map(Choice::Track);
                    let place = || world.area(id).map(Choice::Area);
                    track.or_else(|| world.card_id(id).map(Choice::Card)).or_else(place)
                }
            },
            _ => None,
        };
        choice.ok_or_else(|| malformed(kind, value))
    }
}
