//! The form of a body: nothing is missing, nothing is there that its kind does not have, and it has the secret that its kind
//! has.

use super::walk::refused;
use crate::campaign::state::entries::*;
use crate::ledger::{Entry, Kind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Checks the form of an entry's body.
///
/// # Errors
/// If it is not one of its kind, written as Ravenpost writes it.
pub(super) fn check(entry: &Entry) -> Result<(), String> {
    let line = Line::from(entry);
    let is_adopted = matches!(entry.body.get("step").and_then(Value::as_str), Some("adopted" | "proposed"));
    let has_secret = matches!(entry.kind, Kind::Opened | Kind::Answered | Kind::Resolved | Kind::Press)
        || entry.kind == Kind::Ruling && is_adopted
        || entry.kind == Kind::Dispute && line.body().is_ok_and(|step: DisputeStep| step.has_private_words());
    if has_secret && entry.secret.is_none() {
        return Err(refused("it has no secret, although every entry of its kind has one"));
    }
    match entry.kind {
        Kind::Founded => same::<Founded>(line),
        Kind::Chance => same::<Chance>(line),
        Kind::Window => same::<WindowStep>(line),
        Kind::Received => same::<Received>(line),
        Kind::Sealed => same::<Sealed>(line),
        Kind::Opened => same::<OpenedPlan>(line),
        Kind::Answered => {
            let answer: Answer = line.body()?;
            if let From::Plan { path, .. } | From::Steward { path, .. } = &answer.source
                && !path.is_empty()
            {
                return Err(refused("it tells where in the plan the answer is, which is its seat's secret"));
            }
            same::<Answer>(line)
        }
        Kind::Resolved => same::<Resolved>(line),
        Kind::Press => same::<Pressed>(line),
        Kind::Vote => same::<Voted>(line),
        Kind::Absence => same::<Absent>(line),
        Kind::Settings => same::<Changed>(line),
        Kind::Unreachable => same::<Unreachable>(line),
        Kind::Clock if line.body.get("what").is_some() => same::<ClockStep>(line),
        Kind::Clock => same::<Gap>(line),
        Kind::Dispute => same::<DisputeStep>(line),
        Kind::Ruling => same::<RulingStep>(line),
        Kind::Mailed => same::<Mailed>(line),
        Kind::Peeked => same::<Peeked>(line),
        Kind::Ended => same::<Ended>(line),
    }
}

/// Checks that a body is what is written when it is read: then no member is unknown, missing or in another form.
fn same<T: Serialize + DeserializeOwned>(line: Line<'_>) -> Result<(), String> {
    let read: T = line.body()?;
    let written = serde_json::to_value(&read).map_err(|why| why.to_string())?;
    let (Some(written), Some(found)) = (written.as_object(), line.body.as_object()) else {
        return Err(refused("its body is not an object"));
    };
    let names = found.keys().chain(written.keys()).filter(|name| *name != "batch");
    for name in names {
        if found.get(name) != written.get(name) {
            return Err(refused(format!("its member “{name}” is unknown or written in another form")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Secret;
    use crate::seal::Hash256;
    use serde_json::json;

    #[test]
    fn words_of_a_dispute_are_in_the_body_or_in_the_secret() {
        let zero = Hash256([0; 32]);
        let secret = || Some(Secret::Kept { salt: String::new(), body: json!({"words": "x"}) });
        for (body, secret, good) in [
            (json!({"what": "opened", "number": 1, "seat": "kay", "turn": 1, "about": "x"}), None, true),
            (json!({"what": "opened", "number": 1, "seat": "kay", "turn": 1}), secret(), true),
            (json!({"what": "opened", "number": 1, "seat": "kay", "turn": 1}), None, false),
            (json!({"what": "opened", "number": 1, "seat": "kay", "turn": 1, "about": ""}), secret(), false),
            (json!({"what": "said", "number": 1, "by": "kay"}), None, false),
            (json!({"what": "said", "number": 1, "by": "kay"}), secret(), true),
            (json!({"what": "withdrawn", "number": 1, "seat": "kay"}), None, true),
        ] {
            let entry = Entry {
                seq: 1,
                at: Default::default(),
                kind: Kind::Dispute,
                body: body.clone(),
                secret,
                prev: zero,
                hash: zero,
            };
            assert_eq!(check(&entry).is_ok(), good, "{body}: {:?}", check(&entry));
        }
    }
}
