//! The shapes of all other entries: bids, musters, support, cards and the like.

pub(super) mod alike;
pub(super) mod battle;
pub(super) mod bid;
pub(super) mod card;
pub(super) mod deck;
pub(super) mod gift;
pub(super) mod muster;
pub(super) mod north;
pub(super) mod ordinals;
pub(super) mod quest;
pub(super) mod risen;
pub(super) mod tactic_said;
pub(super) mod westeros;

use crate::games::thrones::data::{Heading, Unit, Word};
use crate::games::thrones::people::plan::language::{BattleField, Section};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Count, Grammar, OrderSaid, Parsed, Run, Tokens, attempt,
};
use crate::table::Seat;
use winnow::error::EmptyError;

/// A thing to muster as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mustered {
    Units {
        run: Run,
        unit: Unit,
        count: Count,
        /// The sea of a ship, or where it is built if only one place is named.
        sea: Option<Run>,
        /// Where a ship is built, if its sea is named behind that.
        home: Option<Run>,
    },
    /// So many units become others.
    Upgrade {
        run: Run,
        count: Count,
        /// What they are, if it is said.
        of: Option<Unit>,
        /// What a footman becomes; `None` if it is not said.
        to: Option<Unit>,
    },
    Nothing(Run),
}

/// The battles that a wish is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Battles {
    All,
    Attacking,
    Defending,
    At(Run),
}

/// What an entry of `support` is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum About {
    Own(Run),
    Others(Run),
    House(Seat, Run),
    Place(Run),
}

/// Whom to support in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Favoured {
    Word(Word, Run),
    House(Seat, Run),
}

/// An entry that gives no order to an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Bid {
        auction: String,
        name: Run,
        number: Run,
        power: u16,
        /// The word that says for whom or against whom it is, and the side.
        side: Option<(Word, Run)>,
    },
    /// The same for each of several.
    BidsOn {
        on: Vec<(String, Run)>,
        number: Run,
        power: u16,
    },
    Bids {
        numbers: Vec<(Run, u16)>,
        /// `true` if there is a sign between each two.
        apart: bool,
    },
    /// What is left of the tracks without a bid.
    BidOthers {
        number: Run,
        power: u16,
        /// `true` if it says "the rest", which may be that of other things.
        rest: bool,
        /// `true` if it says that it is of the tracks alone.
        tracks: bool,
    },
    Muster {
        place: Option<Run>,
        items: Vec<Mustered>,
    },
    /// So many of what was mustered just before, in another place.
    MusterMore {
        run: Run,
        number: u16,
        place: Run,
    },
    /// The same, or nothing, in each of several places.
    MusterAt {
        places: Vec<Run>,
        items: Vec<Mustered>,
    },
    Support {
        about: About,
        favoured: Favoured,
    },
    /// `support: own`, `support: never`.
    SupportAll(Word, Run),
    Tactic {
        battles: Battles,
        field: BattleField,
        members: Vec<Member>,
    },
    Raven {
        place: Run,
        order: OrderSaid,
    },
    /// Looking at the wildling card, and where it goes then.
    Look {
        run: Run,
        then: Option<(Word, Run)>,
    },
    /// What a card lets choose, by the name of the card.
    Choice {
        card: Run,
        value: Run,
    },
    /// Ships in one port, or in any.
    Ports {
        place: Option<Run>,
        value: Run,
    },
    /// What a Consolidate Power order musters; the order itself, if it is said.
    Consolidate {
        place: Run,
        order: Option<OrderSaid>,
        items: Vec<Mustered>,
    },
    Ties(Vec<(Seat, Run)>),
    Disband {
        unit: Unit,
        count: Count,
        run: Run,
        at: Option<Run>,
    },
    Reward(Vec<Run>),
    Ability {
        card: Run,
        value: Run,
    },
    /// Units for the quest.
    Quest(QuestUnits),
    /// What is said of tactic cards, as it is written.
    North {
        section: Section,
        key: Option<Run>,
        value: Run,
    },
    /// A tactic card, with a letter if one is said, and what its abilities are used on.
    TacticOn {
        card: Run,
        target: Run,
    },
    /// A tactic card whose first ability recruits somewhere, or gains power.
    TacticFirst {
        card: Run,
        target: Run,
        gains: bool,
    },
    /// A tactic card whose abilities are used, or those of its letters, or not.
    TacticUsed {
        card: Run,
        letters: Vec<(Run, bool)>,
    },
    /// A tactic card, and what each of its letters is used on, yes or no among it.
    TacticLettered {
        card: Run,
        letters: Vec<(Run, Run)>,
    },
    /// What abilities of tactic cards are used on, one behind the other: `5a yes, 5b no`, `16a Milkwater, b no`.
    TacticRow(Vec<AbilitySaid>),
    /// Units for the quest, all of them or none: each with its number, and the area if it is said.
    QuestList(Vec<QuestUnits>),
    /// A gift to the Night's Watch; `to` is a house that is named in its place.
    Gift {
        what: String,
        name: Run,
        number: Run,
        count: u16,
        to: Option<(Seat, Run)>,
    },
    Otherwise(Word, Run),
    Nothing(Section, Run),
}

/// Units for the quest: which and how many, where they are said to be so, and the area if it is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QuestUnits {
    pub(super) unit: Unit,
    pub(super) count: Count,
    pub(super) run: Run,
    pub(super) at: Option<Run>,
}

/// An ability of a tactic card in a row of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AbilitySaid {
    /// The card's number or name, with its letter, or its letter alone.
    pub(super) key: Run,
    /// The ability before it that names its card.
    pub(super) card: Option<Run>,
    /// What it is used on; nothing says that it is used.
    pub(super) value: Run,
}

/// A member of a list of wishes for battles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Member {
    Card(Run),
    Place(Run),
    Unit(Unit, Run),
    Word(Word, Run),
    /// As it is written.
    Raw(Run),
}

const FAVOURS: &[Word] = &[
    Word::Always,
    Word::Never,
    Word::Attacker,
    Word::Defender,
    Word::Attacking,
    Word::Defending,
    Word::Ask,
    Word::None,
];

type Reading<'g> = for<'a, 'b, 'c> fn(&'a Grammar<'g>, &'b mut Tokens<'c>) -> Parsed<Wish>;

impl<'g> Grammar<'g> {
    /// Reads one entry other than an order, march or raid.
    pub(super) fn wish(&self, under: Option<Heading>, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let under: &[Reading<'g>] = match under {
            Some(Heading::Bids) => &[Grammar::bid_others, Grammar::bids_alone],
            Some(Heading::Muster) => &[
                Grammar::mustered_alike,
                Grammar::none_mustered,
                Grammar::muster_more,
                Grammar::muster_under,
            ],
            Some(Heading::Support) => &[Grammar::support_under, Grammar::support_own],
            Some(Heading::Cards | Heading::Battle) => &[Grammar::cards_alone],
            Some(Heading::Raven) => &[Grammar::raven_alone],
            Some(Heading::Choices) => &[Grammar::choice_alone],
            Some(Heading::Ports) => &[Grammar::ports_alone],
            Some(Heading::Redraw) => &[Grammar::redraw_alone],
            Some(Heading::Ties) => &[Grammar::ties_alone],
            Some(Heading::Disband) => &[Grammar::disband_alone],
            Some(Heading::Reward) => &[Grammar::reward_alone],
            Some(Heading::Retreat) => &[Grammar::retreat_alone],
            Some(Heading::Lose) => &[Grammar::lose_alone],
            Some(Heading::Blade) => &[Grammar::blade_alone],
            Some(Heading::Abilities) => &[Grammar::ability_alone],
            Some(Heading::Tactic) => &[Grammar::tactic_alone],
            Some(Heading::Tactics) => &[Grammar::tactics_alone],
            Some(Heading::Quest) => &[Grammar::quest_alone],
            Some(Heading::Gifts) => &[Grammar::gift_alone],
            Some(Heading::Otherwise) => &[Grammar::otherwise_alone],
            _ => &[],
        };
        let always: &[Reading<'g>] = &[
            Grammar::consolidated,
            Grammar::choice_alone,
            Grammar::choice_said,
            Grammar::tactic_ability,
            Grammar::tactic_ability_bare,
            Grammar::play_tactic,
            Grammar::tactic_bare,
            Grammar::quest_sent,
            Grammar::no_quest,
            Grammar::gift,
            Grammar::raven,
            Grammar::bids_on,
            Grammar::bid,
            Grammar::bids,
            Grammar::bid_others,
            Grammar::made_there,
            Grammar::become_there,
            Grammar::muster_alike,
            Grammar::muster,
            Grammar::support_only,
            Grammar::support_rule,
            Grammar::tactic,
            Grammar::leader,
            Grammar::cards_by_role,
            Grammar::ties,
            Grammar::disband,
            Grammar::reward,
            Grammar::ability,
            Grammar::ability_known,
            Grammar::otherwise,
        ];
        under
            .iter()
            .chain(always)
            .find_map(|read| attempt(input, |input| read(self, input)).ok())
            .ok_or(EmptyError)
    }

    pub(super) fn colon(&self, input: &mut Tokens<'_>) {
        let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
    }

    /// Reads one of some words, with its place.
    pub(super) fn spoken(&self, words: &[Word], input: &mut Tokens<'_>) -> Parsed<(Word, Run)> {
        let from = self.at(input);
        Ok((self.words(words, input)?, self.run(from, input)))
    }

    fn about(&self, input: &mut Tokens<'_>) -> Parsed<About> {
        if let Ok((word, run)) = self.spoken(&[Word::Own, Word::Others], input) {
            return Ok(if word == Word::Own { About::Own(run) } else { About::Others(run) });
        }
        if let Ok((seat, run)) = attempt(input, |input| self.house(input)) {
            return Ok(About::House(seat, run));
        }
        let _ = self.word(Word::At, input);
        Ok(About::Place(self.place(input)?))
    }

    fn favoured(&self, input: &mut Tokens<'_>) -> Parsed<Favoured> {
        if let Ok((word, run)) = self.spoken(&[FAVOURS, &[Word::Own, Word::Yes, Word::No]].concat(), input) {
            return Ok(Favoured::Word(word, run));
        }
        let (seat, run) = self.house(input)?;
        Ok(Favoured::House(seat, run))
    }

    fn support_under(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let about = self.about(input)?;
        self.colon(input);
        Ok(Wish::Support { about, favoured: self.favoured(input)? })
    }

    /// Reads `support anna`, `support Stark in Moat Cailin`, `support the attacker at Seagard`, `never support Lannister`, `no support for
    /// others`.
    fn support_rule(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let start = self.at(input);
        if self.words(&[Word::Never, Word::None, Word::No], input).is_ok() {
            let none = Run { from: start, to: start + 1 };
            let verb = self.word(Word::Support, input).is_ok();
            if self.word(Word::For, input).is_err() && !verb {
                return Err(EmptyError);
            }
            // "No support for others".
            let about = match attempt(input, |input| self.house(input)) {
                Ok((seat, run)) => About::House(seat, run),
                Err(_) => About::Others(self.word(Word::Others, input)?),
            };
            return Ok(Wish::Support { about, favoured: Favoured::Word(Word::Never, none) });
        }
        let verb = self.word(Word::Support, input)?;
        if let Ok(wish) = attempt(input, |input| {
            self.word(Word::At, input)?;
            let place = self.place(input)?;
            self.sign(Sign::Colon, input)?;
            Ok(Wish::Support { about: About::Place(place), favoured: self.favoured(input)? })
        }) {
            return Ok(wish);
        }
        self.colon(input);
        let _ = self.word(Word::For, input);
        if let Ok((word, run)) = self.spoken(&[Word::Attacker, Word::Defender, Word::None, Word::Own], input)
        {
            if let Ok(place) = attempt(input, |input| {
                self.word(Word::At, input)?;
                self.place(input)
            }) {
                return Ok(Wish::Support { about: About::Place(place), favoured: Favoured::Word(word, run) });
            }
            return match word {
                Word::Attacker | Word::Defender => Err(EmptyError),
                word => Ok(Wish::SupportAll(word, run)),
            };
        }
        if let Ok((word, run)) = self.spoken(&[Word::Ask, Word::Never], input) {
            return Ok(Wish::SupportAll(word, run));
        }
        let (seat, run) = self.house(input)?;
        if let Ok(place) = attempt(input, |input| {
            self.word(Word::At, input)?;
            self.place(input)
        }) {
            return Ok(Wish::Support { about: About::Place(place), favoured: Favoured::House(seat, run) });
        }
        self.colon(input);
        let favoured = match self.spoken(FAVOURS, input) {
            Ok((word, run)) => Favoured::Word(word, run),
            Err(_) => Favoured::Word(Word::Always, verb),
        };
        Ok(Wish::Support { about: About::House(seat, run), favoured })
    }

    fn otherwise_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let (word, run) = self.spoken(&[Word::Ask, Word::BestGuess], input)?;
        Ok(Wish::Otherwise(word, run))
    }

    fn otherwise(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Otherwise, input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Comma], input);
        self.otherwise_alone(input)
    }
}
