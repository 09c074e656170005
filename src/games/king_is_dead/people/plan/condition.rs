//! Conditions as data: a small tree of facts, joined by all, any and not.

use serde::{Deserialize, Serialize};

/// A condition. Facts of the board with `after` speak of the board after the play that the condition belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    /// A side would take a region if it were resolved now, or has taken it.
    Leads {
        /// A faction, `loyalists` or `saxons`.
        who: String,
        region: Where,
        /// The difference to the next faction; only in unresolved regions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Test>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// Factions tie for the most followers in an unresolved region.
    Tied {
        region: Where,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// A side has taken a region.
    Taken {
        /// A faction, `loyalists` or `saxons`.
        who: String,
        region: Where,
    },
    /// A region is resolved.
    Resolved(Where),
    /// The struggle is about a region.
    Contested(Where),
    /// The next struggle is about a region.
    Next(Where),
    /// The card of a region is before that of another.
    Before {
        first: Where,
        second: Where,
    },
    /// The card of a region is in this place, from 1.
    Placed {
        region: Where,
        place: u8,
    },
    /// A crown token is on a region's card: this seat's, or any for `None`.
    Crown {
        on: Where,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<Who>,
    },
    /// An amount compared with a number.
    Count {
        of: Amount,
        is: Test,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// An amount less another compared with a number.
    Differ {
        one: Amount,
        other: Amount,
        is: Test,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after: bool,
    },
    /// The last turn of others in this struggle was a pass.
    Passed(Others),
    /// Others have played a card.
    Played {
        who: Others,
        /// `None` for any card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        since: Period,
    },
    /// A seat would rule, alone or not, if the game ended now in this way: `control`, `invasion` or `loyalists`.
    Wins {
        who: Who,
        by: String,
    },
    /// A faction controls the most regions now.
    Power(String),
    /// The owner of the plan has a card in hand.
    Hand(String),
    /// The play that the condition belongs to does something.
    Effect,
    /// The play that the condition belongs to does everything that is printed on its card.
    Complete,
}

/// A region by its id, or the one that the struggle is about when the condition is checked.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    This,
    #[serde(untagged)]
    Region(String),
}

/// A seat: the owner of the plan, or another by its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    Me,
    Seat(String),
}

/// Other seats than the owner's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// At least one.
    Somebody,
    All,
    Seat(String),
}

/// The time in which a card counts as played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// Since the entry's turn came.
    Line,
    /// In this struggle.
    Struggle,
    /// In the whole game.
    Game,
}

/// A place where followers are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    Region(Where),
    Supply,
    Court(Who),
}

/// Something that can be counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Amount {
    /// Followers of a faction, or of any for `None`.
    Followers {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faction: Option<String>,
        at: Spot,
    },
    /// Complete sets of followers at a court.
    Sets(Who),
    /// Regions that a side has taken.
    Regions(String),
    /// Cards in hand.
    Cards(Who),
    /// Other seats whose last turn in this struggle was a pass.
    Passes,
    /// The number of the struggle.
    Struggle,
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    AtLeast(u8),
    AtMost(u8),
    Exactly(u8),
}

impl Test {
    /// Returns `true` if a number passes.
    pub fn holds(self, number: i16) -> bool {
        match self {
            Test::AtLeast(least) => number >= i16::from(least),
            Test::AtMost(most) => number <= i16::from(most),
            Test::Exactly(due) => number == i16::from(due),
        }
    }

    /// Returns the only form for a test of an amount, which is never below 0.
    pub fn of_amount(self) -> Test {
        if self == Test::Exactly(0) { Test::AtMost(0) } else { self }
    }
}

impl Condition {
    /// Joins conditions that must all hold; brackets within brackets of the same kind are dropped.
    pub fn all(members: Vec<Condition>) -> Option<Condition> {
        let flat = members.into_iter().flat_map(|member| match member {
            Condition::All(inner) => inner,
            other => vec![other],
        });
        let mut flat: Vec<Condition> = flat.collect();
        if flat.len() < 2 { flat.pop() } else { Some(Condition::All(flat)) }
    }

    /// Joins conditions of which one must hold; brackets within brackets of the same kind are dropped.
    pub fn any(members: Vec<Condition>) -> Option<Condition> {
        let flat = members.into_iter().flat_map(|member| match member {
            Condition::Any(inner) => inner,
            other => vec![other],
        });
        let mut flat: Vec<Condition> = flat.collect();
        if flat.len() < 2 { flat.pop() } else { Some(Condition::Any(flat)) }
    }

    /// Returns the opposite, in the shortest form: "not at least 3" is "at most 2".
    pub fn opposite(self) -> Condition {
        match self {
            Condition::Not(inner) => *inner,
            Condition::Count { of, is: Test::AtLeast(least @ 1..), after } => {
                Condition::Count { of, is: Test::AtMost(least - 1), after }
            }
            Condition::Count { of, is: Test::AtMost(most @ ..254), after } => {
                Condition::Count { of, is: Test::AtLeast(most + 1), after }
            }
            other => Condition::Not(Box::new(other)),
        }
    }

    /// Returns `true` if it speaks of the play that it belongs to: what the card does, or the board after it.
    pub fn is_about_a_play(&self) -> bool {
        match self {
            Condition::All(members) | Condition::Any(members) => {
                members.iter().any(Condition::is_about_a_play)
            }
            Condition::Not(inner) => inner.is_about_a_play(),
            Condition::Effect | Condition::Complete => true,
            Condition::Leads { after, .. }
            | Condition::Tied { after, .. }
            | Condition::Count { after, .. }
            | Condition::Differ { after, .. } => *after,
            _ => false,
        }
    }

    /// Returns a condition that speaks of the board after a play as one of the board as it is; `None` if it speaks of the play itself.
    pub fn as_it_is(self) -> Option<Condition> {
        let each = |members: Vec<Condition>| -> Option<Vec<Condition>> {
            members.into_iter().map(Condition::as_it_is).collect()
        };
        Some(match self {
            Condition::All(members) => Condition::All(each(members)?),
            Condition::Any(members) => Condition::Any(each(members)?),
            Condition::Not(inner) => Condition::Not(Box::new(inner.as_it_is()?)),
            Condition::Leads { who, region, by, .. } => Condition::Leads { who, region, by, after: false },
            Condition::Tied { region, .. } => Condition::Tied { region, after: false },
            Condition::Count { of, is, .. } => Condition::Count { of, is, after: false },
            Condition::Differ { one, other, is, .. } => Condition::Differ { one, other, is, after: false },
            Condition::Effect | Condition::Complete => return None,
            other => other,
        })
    }

    /// Returns `true` if it says whether the card does something.
    pub fn speaks_of_effect(&self) -> bool {
        match self {
            Condition::All(members) | Condition::Any(members) => {
                members.iter().any(Condition::speaks_of_effect)
            }
            Condition::Not(inner) => inner.speaks_of_effect(),
            Condition::Effect | Condition::Complete => true,
            _ => false,
        }
    }
}
