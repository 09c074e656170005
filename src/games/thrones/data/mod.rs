//! What is printed on boards and cards: loaded once from a game's folder, shared by all its positions.

mod area;
mod card;
mod kept;
mod north;
mod options;
mod order;
mod spellings;
mod track;
mod unit;
mod words;
mod world;

pub use area::{Area, AreaSet, Place, Structure};
pub use card::{Card, CardId, CardSet, Icons, Row, TidesCard, WesterosCard};
pub use kept::Kept;
pub use north::{Band, Letter, NorthData, Objective, Quest, TacticCard, TacticId, TacticSet, WatchDeck};
pub use options::{DiscardTactic, Options, SkullVictim, WatchCondition};
pub use order::{OrderId, OrderKind, Token};
pub use spellings::{Form, Spellings};
pub use track::Track;
pub use unit::{KindSet, Kinds, Troop, Unit, UnitSpec};
pub use words::{Around, AroundTopic, Heading, LazyLexicon, Lexicon, Topic, Word};
pub use world::{Bonus, HouseData, NeutralStart, TheatreData, World};
