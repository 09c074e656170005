//! Rendering of models to text; the program uses [`report::Writer`](crate::report::Writer), tests their own.

use crate::report::model::{
    End, Head, Help, Notice, Opening, Press, Question, Receipt, Reminder, RulingMail, SealsTable, Status,
    Story, Stranger, TurnReport,
};
use crate::report::{NotWritten, OrderPage, Writer, Written, view_yaml};
use crate::table::View;
use serde::Serialize;
use serde_json::{Value, json};

/// The model of a message that is not rendered yet.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum Model {
    Opening(Box<Opening>),
    Report(Box<TurnReport>),
    Receipt(Box<Receipt>),
    Seals(Box<SealsTable>),
    Reminder(Box<Reminder>),
    Notice(Box<Notice>),
    Ruling(Box<RulingMail>),
    Press(Box<Press>),
    Stranger(Box<Stranger>),
    End(Box<End>),
    /// The state of the campaign, as `ask: status` returns it.
    Status(Box<Status>),
    /// The events since the start, for a seat's next player.
    Story(Box<Story>),
    /// The help for players.
    Help(Box<Help>),
}

impl Model {
    /// Returns the head of a message that notices and press can be bundled with; `None` if it is always sent alone.
    pub(crate) fn bundle_head(&mut self) -> Option<&mut Head> {
        match self {
            Model::Report(mail) => Some(&mut mail.head),
            Model::Seals(mail) => Some(&mut mail.head),
            Model::Reminder(mail) => Some(&mut mail.head),
            Model::Notice(mail) => Some(&mut mail.head),
            Model::Ruling(mail) => Some(&mut mail.head),
            Model::Press(mail) => Some(&mut mail.head),
            Model::End(mail) => Some(&mut mail.head),
            Model::Opening(_)
            | Model::Receipt(_)
            | Model::Stranger(_)
            | Model::Status(_)
            | Model::Story(_)
            | Model::Help(_) => None,
        }
    }
}

/// The position that a picture is made of: nothing but what its reader may know.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Shown<'a> {
    pub view: &'a Value,
    /// What has led there, for arrows and battles.
    pub events: &'a [Value],
    pub turn: u32,
    pub stage: &'a str,
}

/// Renders models to text, on several threads at once.
pub trait Render: Sync {
    /// Renders a message.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn write(&self, mail: &Model) -> Result<Written, NotWritten>;

    /// Returns the HTML of a message without the page around it.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn article(&self, mail: &TurnReport) -> Result<String, NotWritten> {
        self.write(&Model::Report(Box::new(mail.clone()))).map(|written| written.mail.html)
    }

    /// Returns a question as the report with it prints it, in plain text.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn question(&self, report: &TurnReport, asked: &Question) -> Result<String, NotWritten> {
        let _ = (report, asked);
        Ok(String::new())
    }

    /// Returns the order sheet of a report; may be empty.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn sheet(&self, report: &TurnReport) -> Result<String, NotWritten> {
        let _ = report;
        Ok(String::new())
    }

    /// Returns a file of a campaign's site, such as `site/index.html`.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn site_file(&self, template: &str, data: &Value) -> Result<String, NotWritten> {
        Ok(format!("{template} {data}\n"))
    }

    /// Returns the title of a picture of the board in the first line, and below it what the picture shows.
    ///
    /// # Errors
    /// If the templates fail.
    fn caption(&self, game: &str, shown: Shown<'_>) -> Result<String, NotWritten> {
        let _ = game;
        Ok(format!("{} {}", shown.turn, shown.stage))
    }

    /// Returns the title of a chart of the game so far in the first line, and below it what it shows.
    ///
    /// # Errors
    /// If the templates fail.
    fn course(&self, game: &str, view: &Value, tallies: &[Value]) -> Result<String, NotWritten> {
        let _ = (game, view);
        Ok(format!("{}", tallies.len()))
    }

    /// Returns a state file with these members of a view.
    fn state_file(&self, members: &View) -> String {
        view_yaml(&members.to_value())
    }

    /// Writes an order page; an empty text is no page.
    ///
    /// # Errors
    /// If the program's own words fail.
    fn order_page(&self, page: &OrderPage) -> Result<String, NotWritten> {
        let _ = page;
        Ok(String::new())
    }

    /// Returns the comment above the whole position in the game master's files; may be empty.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn whole_state(&self) -> Result<String, NotWritten> {
        Ok(String::new())
    }

    /// Returns the note next to the pages of a turn that the ruling with this number replaced.
    ///
    /// # Errors
    /// If the program's own templates fail.
    fn replaced_turn(&self, turn: u32, ruling: u64, reason: &str) -> Result<String, NotWritten> {
        Ok(format!("{turn} {ruling} {reason}\n"))
    }
}

impl Render for Writer {
    fn write(&self, mail: &Model) -> Result<Written, NotWritten> {
        match mail {
            Model::Opening(mail) => Writer::write(self, &**mail),
            Model::Report(mail) => Writer::write(self, &**mail),
            Model::Receipt(mail) => Writer::write(self, &**mail),
            Model::Seals(mail) => Writer::write(self, &**mail),
            Model::Reminder(mail) => Writer::write(self, &**mail),
            Model::Notice(mail) => Writer::write(self, &**mail),
            Model::Ruling(mail) => Writer::write(self, &**mail),
            Model::Press(mail) => Writer::write(self, &**mail),
            Model::Stranger(mail) => Writer::write(self, &**mail),
            Model::End(mail) => Writer::write(self, &**mail),
            Model::Status(mail) => Writer::write(self, &**mail),
            Model::Story(mail) => Writer::write(self, &**mail),
            Model::Help(mail) => Writer::write(self, &**mail),
        }
    }

    fn article(&self, mail: &TurnReport) -> Result<String, NotWritten> {
        Writer::article(self, mail)
    }

    fn question(&self, report: &TurnReport, asked: &Question) -> Result<String, NotWritten> {
        self.part(report, "asked.md", &[("asked", json!([asked]))])
    }

    fn sheet(&self, report: &TurnReport) -> Result<String, NotWritten> {
        if report.sheet.is_none() { Ok(String::new()) } else { self.part(report, "sheet.md", &[]) }
    }

    fn site_file(&self, template: &str, data: &Value) -> Result<String, NotWritten> {
        self.document(template, data)
    }

    fn caption(&self, game: &str, shown: Shown<'_>) -> Result<String, NotWritten> {
        self.fragment(game, "picture.md", &shown.view["names"], &json!(shown))
    }

    fn course(&self, game: &str, view: &Value, tallies: &[Value]) -> Result<String, NotWritten> {
        let data = json!({"view": view, "tallies": tallies});
        self.fragment(game, "course.md", &view["names"], &data)
    }

    fn state_file(&self, members: &View) -> String {
        Writer::state_file(self, members)
    }

    fn order_page(&self, page: &OrderPage) -> Result<String, NotWritten> {
        Writer::order_page(self, page)
    }

    fn whole_state(&self) -> Result<String, NotWritten> {
        self.page("mail", "mail/whole-state.md", &Value::Null, &Value::Null)
    }

    fn replaced_turn(&self, turn: u32, ruling: u64, reason: &str) -> Result<String, NotWritten> {
        let data = json!({"turn": turn, "ruling": ruling, "reason": reason});
        self.page("mail", "mail/left-turn.md", &Value::Null, &data)
    }
}
