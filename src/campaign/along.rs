//! What goes along with a mail, so that nobody gets five mails where one would do: notices and press, with a report, with
//! another mail that stands for something of its own, or with each other.
//!
//! May use: mails, letters, record. Is used by: mails, tick.

use super::dispute_list;
use super::error::CampaignError;
use super::mails::Maker;
use super::record::{Due, DueKind};
use crate::report::model::{Besides, Notice};
use serde_json::Value;

/// Notices of what may be done in a reader's name: they are not to be overlooked, so they come alone.
const ALONE: [&str; 3] = ["other-address", "wrong-key", "new-key"];

impl DueKind {
    /// Whether another mail to the same reader may tell it.
    pub(super) fn goes_along(&self) -> bool {
        match self {
            DueKind::Press => true,
            DueKind::Notice { notice, .. } => !ALONE.contains(&notice.as_str()),
            _ => false,
        }
    }

    /// Whether such a mail may tell of other matters, too.
    pub(super) fn takes_along(&self) -> bool {
        let stands_alone = matches!(
            self,
            DueKind::Report | DueKind::End | DueKind::Seals | DueKind::Reminder | DueKind::Ruling { .. }
        );
        stands_alone || self.goes_along()
    }

    /// Whether it is the news of a vote; a report shows how all votes stand.
    pub(super) fn is_vote(&self) -> bool {
        matches!(self, DueKind::Notice { notice, .. } if notice == "voted")
    }
}

/// The mail to be sent first of all that are `due` and ready, and what goes along with it. `tried` gives the names of what went
/// along when the mail was tried before: it may have arrived in spite of an error, and one mail never says two things.
pub(super) fn next<'a>(
    due: &'a [Due],
    ready: &dyn Fn(&Due) -> bool,
    tried: &dyn Fn(&Due) -> Option<&'a [String]>,
) -> Option<(&'a Due, Vec<&'a Due>)> {
    let waits = |mail: &Due| {
        let takes = |other: &Due| other.kind.takes_along() && !other.kind.goes_along();
        mail.kind.goes_along() && due.iter().any(|other| other.to == mail.to && takes(other) && ready(other))
    };
    let mail = due.iter().find(|mail| ready(mail) && !waits(mail))?;
    let goes = |other: &Due| match tried(mail) {
        Some(names) => names.contains(&other.what),
        None => other.kind.goes_along() && ready(other),
    };
    let along = due.iter().filter(|other| other.to == mail.to && other.what != mail.what && goes(other));
    Some((mail, if mail.kind.takes_along() { along.collect() } else { Vec::new() }))
}

impl Maker<'_> {
    /// What the mail that is due tells besides.
    ///
    /// # Errors
    /// A fault of the program.
    pub(super) fn besides(&self, due: &Due) -> Result<Besides, CampaignError> {
        let mut besides = Besides::default();
        for also in self.along {
            match &also.kind {
                kind if kind.is_vote() && due.kind == DueKind::Report => {}
                DueKind::Notice { notice, details } => {
                    besides.notices.push(self.notice(also, notice, details).into());
                }
                _ => {
                    if let Some(entry) = self.entry(also) {
                        besides.notes.extend(self.letters.note(entry)?);
                    }
                }
            }
        }
        Ok(besides)
    }

    /// A notice with all that its words speak of.
    pub(super) fn notice(&self, due: &Due, notice: &str, details: &Value) -> Notice {
        let mut details = details.clone();
        if notice == "dispute" {
            dispute_list::complete(&self.letters, self.folder, &due.to, &mut details);
        }
        self.letters.notice(due, notice, &details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn due(what: &str, kind: DueKind) -> Due {
        let to = what.split('/').next().unwrap_or_default().to_owned();
        Due { to, what: what.to_owned(), kind, at: Default::default(), seq: 1 }
    }

    fn notice(name: &str) -> DueKind {
        DueKind::Notice { notice: name.into(), details: json!({}) }
    }

    /// The mail that goes first, and what with it.
    fn first(due: &[Due], not_ready: &[&str], tried: Option<&[String]>) -> Option<(String, Vec<String>)> {
        let ready = |due: &Due| !not_ready.contains(&due.what.as_str());
        let (mail, along) = next(due, &ready, &|_| tried)?;
        Some((mail.what.clone(), along.into_iter().map(|due| due.what.clone()).collect()))
    }

    fn is(what: &str, along: &[&str]) -> Option<(String, Vec<String>)> {
        Some((what.to_owned(), along.iter().map(|&what| what.to_owned()).collect()))
    }

    #[test]
    fn a_report_takes_along_what_would_be_mails_of_their_own_and_goes_first() {
        let all = [
            due("a/1", notice("vote")),
            due("b/1", notice("vote")),
            due("a/2", DueKind::Press),
            due("a/3", DueKind::Receipt),
            due("a/4", notice("new-key")),
            due("a/5", DueKind::Report),
        ];
        assert_eq!(first(&all, &[], None), is("b/1", &[]), "nothing of its reader takes it along");
        assert_eq!(first(&all[2..], &[], None), is("a/3", &[]), "a receipt stands for itself");
        assert_eq!(first(&all, &["b/1", "a/3", "a/4"], None), is("a/5", &["a/1", "a/2"]));
        assert_eq!(first(&all, &["b/1", "a/3", "a/4", "a/5"], None), is("a/1", &["a/2"]), "without a report");
        assert_eq!(
            first(&all, &["b/1", "a/3", "a/5", "a/1", "a/2"], None),
            is("a/4", &[]),
            "a key comes alone"
        );
    }

    #[test]
    fn a_mail_that_is_tried_again_takes_along_what_it_did() {
        let all = [due("a/1", notice("vote")), due("a/2", DueKind::Press), due("a/3", notice("absent"))];
        let before = ["a/3".to_owned(), "a/0".to_owned()];
        assert_eq!(first(&all, &[], Some(&before)), is("a/1", &["a/3"]));
        assert_eq!(first(&all, &[], Some(&[])), is("a/1", &[]));
        assert_eq!(first(&all, &[], None), is("a/1", &["a/2", "a/3"]));
    }
}
