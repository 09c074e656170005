//! The models of our messages: plain data that the campaign fills in and templates read. A model holds only
//! what its reader may know, so no template can show more.

mod answer;
mod bundle;
mod deadline;
mod decision;
mod dispute;
mod end;
mod handover;
mod head;
mod history;
mod instant;
mod name;
mod note;
mod notice;
mod opening;
mod plan_on_file;
mod receipt;
mod ruling;
mod status;
mod trust;
mod turn;
mod why;
mod window;

pub use answer::{Answer, Forecast};
pub use bundle::{Besides, BundledNotice};
pub use deadline::{Leave, Reminder, SealsTable};
pub use decision::{Decision, Origin, Question};
pub use dispute::{Dispute, DisputeEnd, DisputeWord};
pub use end::{Before, End, Played};
pub use handover::{Chapter, Handover, Story};
pub use head::{Head, HeadTold, LedgerHead, Mail};
pub use history::{History, HistoryLine};
pub use instant::Instant;
pub use name::{GameName, Named};
pub use note::Note;
pub use notice::{KnownAddress, Notice, Press, Stranger};
pub use opening::{ChanceAsked, Look, Opening, Rehearsal};
pub use plan_on_file::PlanOnFile;
pub use receipt::{Answers, Ignored, Item, NoWindow, Place, Problem, Receipt, Since, Standing, WindowState};
pub use ruling::{
    AskedAgain, AskedTold, Changed, DecisionTold, IllegalTold, KeptPlan, LineChanged, LinesChanged,
    PlaceChanged, RulingDifference, RulingMail, RulingPart, SeatTold, Undone,
};
pub use status::{AwayTold, Help, Row, Status};
pub use trust::{Dkim, Trust};
pub use turn::{Ruling, SentFor, TurnReport, Vote, concerning};
pub use why::Why;
pub use window::{SealLine, SeatState, State, Window};
