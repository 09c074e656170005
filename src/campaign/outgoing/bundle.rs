//! Bundles notices with a report, with another suitable message, or with each other, so that nobody gets five messages where
//! one would do. Press goes along with press of the same conversation alone, so that an answer goes back to its writer.

use crate::campaign::outgoing::disputes;
use crate::campaign::outgoing::maker::Maker;
use crate::campaign::state::record::{Due, DueKind, GM};
use crate::report::model::{Besides, Notice};
use serde_json::Value;

/// Returns the first message to send of those that are `due` and ready, and the ones bundled with it. `tried` returns the
/// names of those bundled with a message that was tried before: it may have arrived in spite of the error, so a retry has the
/// same content.
pub(crate) fn next_mail<'a>(
    due: &'a [Due],
    ready: &dyn Fn(&Due) -> bool,
    tried: &dyn Fn(&Due) -> Option<&'a [String]>,
) -> Option<(&'a Due, Vec<&'a Due>)> {
    let others = |mail: &'a Due| {
        due.iter().filter(move |other| other.to == mail.to && other.what != mail.what && ready(other))
    };
    let has_taken = |other: &Due, mail: &Due| tried(other).is_some_and(|names| names.contains(&mail.what));
    let waits = |mail: &'a Due| {
        let takes = |other: &Due| other.kind.takes_along() && !other.kind.goes_along();
        others(mail).any(|other| mail.kind.goes_along() && takes(other) || has_taken(other, mail))
    };
    let mail = due.iter().find(|mail| ready(mail) && !waits(mail))?;
    let is_press = matches!(mail.kind, DueKind::Press { .. });
    if !mail.kind.takes_along() && !is_press {
        return Some((mail, Vec::new()));
    }
    if let Some(names) = tried(mail) {
        let bundled = due.iter().filter(|other| other.to == mail.to && names.contains(&other.what));
        return Some((mail, bundled.collect()));
    }
    // A message that was tried alone is retried alone.
    let joins = |other: &Due| match is_press {
        true => other.kind.talks_with(&mail.kind),
        false => other.kind.goes_along(),
    };
    let goes = |other: &&Due| joins(other) && tried(other).is_none();
    let mut bundled: Vec<&Due> = others(mail).filter(goes).collect();
    let first = bundled.iter().copied().min_by_key(|other| other.kind.rank());
    match first.filter(|first| mail.kind.goes_along() && first.kind.rank() < mail.kind.rank()) {
        None => Some((mail, bundled)),
        Some(first) => {
            bundled.retain(|other| other.what != first.what);
            bundled.insert(0, mail);
            Some((first, bundled))
        }
    }
}

impl Maker<'_> {
    /// Returns the notices that travel with the message `due`.
    pub(crate) fn besides(&self, due: &Due) -> Besides {
        let mut besides = Besides::default();
        for also in self.bundled {
            match &also.kind {
                kind if kind.is_vote() && due.kind == DueKind::Report => {}
                DueKind::Notice { notice, details } if self.models.is_over(notice, details) => {}
                DueKind::Notice { notice, details } => {
                    besides.notices.push(self.notice(also, notice, details).into());
                }
                _ => {}
            }
        }
        besides
    }

    /// Returns a notice with all values that its template uses.
    pub(crate) fn notice(&self, due: &Due, notice: &str, details: &Value) -> Notice {
        let mut details = details.clone();
        if notice == "dispute" {
            disputes::add_details(&self.models, self.folder, &due.to, &mut details);
        }
        if due.to == GM
            && let Some(details) = details.as_object_mut()
        {
            details.entry("folder").or_insert_with(|| self.folder.into());
        }
        self.models.notice(due, notice, &details)
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

    fn press(talk: &str) -> DueKind {
        DueKind::Press { talk: talk.into() }
    }

    fn notice(name: &str) -> DueKind {
        DueKind::Notice { notice: name.into(), details: json!({}) }
    }

    /// Returns the names of the first message and of those bundled with it.
    fn first(due: &[Due], not_ready: &[&str], tried: Option<&[String]>) -> Option<(String, Vec<String>)> {
        let ready = |due: &Due| !not_ready.contains(&due.what.as_str());
        let (mail, bundled) = next_mail(due, &ready, &|_| tried)?;
        Some((mail.what.clone(), bundled.into_iter().map(|due| due.what.clone()).collect()))
    }

    fn is(what: &str, bundled: &[&str]) -> Option<(String, Vec<String>)> {
        Some((what.to_owned(), bundled.iter().map(|&what| what.to_owned()).collect()))
    }

    #[test]
    fn notices_are_bundled_with_a_report() {
        let all = [
            due("a/1", notice("vote")),
            due("b/1", notice("vote")),
            due("a/2", notice("resigned")),
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
    fn a_bundle_is_named_after_its_most_important_message() {
        let all =
            [due("a/1", notice("voted")), due("a/2", notice("resigned")), due("a/3", notice("dispute"))];
        assert_eq!(first(&all, &[], None), is("a/3", &["a/1", "a/2"]));
        assert_eq!(first(&all[..2], &[], None), is("a/2", &["a/1"]));
        assert_eq!(first(&[all[0].clone(), due("a/4", DueKind::Reminder)], &[], None), is("a/4", &["a/1"]));
    }

    #[test]
    fn press_is_bundled_with_its_own_conversation_alone() {
        let all = [
            due("a/1", press("x")),
            due("a/2", notice("voted")),
            due("a/3", press("y")),
            due("a/4", DueKind::Report),
            due("a/5", press("x")),
            due("b/6", press("x")),
        ];
        assert_eq!(first(&all, &[], None), is("a/1", &["a/5"]));
        assert_eq!(first(&all, &["a/1", "a/5"], None), is("a/3", &[]));
        assert_eq!(first(&all, &["a/1", "a/3", "a/5"], None), is("a/4", &["a/2"]));
        let with = ["a/5".to_owned()];
        let tried = |due: &Due| (due.what == "a/1").then_some(with.as_slice());
        assert_eq!(next_mail(&all[4..], &|_| true, &tried).map(|(mail, _)| mail.what.as_str()), Some("a/5"));
        let (mail, bundled) = next_mail(&all, &|_| true, &tried).unwrap();
        assert_eq!((mail.what.as_str(), bundled.len()), ("a/1", 1), "a retry has the same press");
    }

    #[test]
    fn a_bundled_message_waits_for_the_retry_of_its_bundle() {
        let all =
            [due("a/1", notice("resigned")), due("a/2", notice("voted")), due("a/3", notice("dispute"))];
        let (with, none) = (["a/2".to_owned()], []);
        let tried = |due: &Due| match due.what.as_str() {
            "a/3" => Some(with.as_slice()),
            "a/2" => Some(none.as_slice()),
            _ => None,
        };
        let (mail, bundled) = next_mail(&all, &|_| true, &tried).unwrap();
        assert_eq!((mail.what.as_str(), bundled.len()), ("a/1", 0), "what is new goes by itself");
        let (mail, bundled) = next_mail(&all[1..], &|_| true, &tried).unwrap();
        assert_eq!((mail.what.as_str(), bundled[0].what.as_str()), ("a/3", "a/2"));
    }

    #[test]
    fn a_retry_has_the_same_bundle() {
        let all = [due("a/1", notice("vote")), due("a/2", notice("voted")), due("a/3", notice("resigned"))];
        let before = ["a/3".to_owned(), "a/0".to_owned()];
        assert_eq!(first(&all, &[], Some(&before)), is("a/1", &["a/3"]));
        assert_eq!(first(&all, &[], Some(&[])), is("a/1", &[]));
        assert_eq!(first(&all, &[], None), is("a/1", &["a/2", "a/3"]));
    }
}
