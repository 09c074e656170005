//! The codes of refusals that the campaign itself gives.

use crate::plan;
use crate::report::model::Why;
use crate::sheet::Codes;
use serde_json::Value;

/// The detail of a game's own refusal that is about something other than the plan.
pub(crate) const BESIDE: &str = "beside-plans";

/// Returns `true` if what was refused takes nothing from the plan in the same message.
pub(crate) fn is_beside_plans(why: &Why) -> bool {
    why.details.get(BESIDE) == Some(&Value::Bool(true))
        || [REFUSALS, plan::REFUSALS].iter().any(|codes| codes.is_beside(&why.code))
}

/// Codes of refusals that the campaign gives, apart from those for the document ([`crate::plan::REFUSALS`]). Their
/// words are in templates/mail/refusals.yaml.
pub const REFUSALS: Codes = Codes {
    of_plans: &[
        "mail-too-large",
        "plan-too-large",
        "mail-too-long",
        "too-many-mails",
        "window-closed",
        "window-turned",
        "wrong-campaign",
        "wrong-seat",
        "seal-mismatch",
        "seal-missing",
        "seal-not-allowed",
        "seal-not-asked",
        "plan-not-allowed",
        "plan-of-gm",
        "no-document",
        "quoted-orders",
        "window-unknown",
        "no-window",
        "seals-published",
        "seal-not-secret",
        "several-plans",
        "signature-missing",
        "signature-broken",
        "signature-purpose",
        "signature-other-key",
        "signature-other-text",
        "signature-no-campaign",
        "signature-no-window",
        "signature-again",
        "signature-unchecked",
        "dkim-missing",
        "older-revision",
        "plan-silent",
        "plan-not-sealable",
        "opening-too-early",
        "opening-unreadable",
        "opening-no-plan",
        "opening-lost",
        "opening-silent",
        "opening-late",
        "opening-was-open",
        "opening-no-seal",
        "opening-foreign",
        "opening-no-use",
        "typed-and-sheet",
        "takes-back",
        "plan-replaced",
        "word-nothing",
        "word-seen",
        "line-unread",
        "answer-unread",
        "statement-early",
        "answer-understood",
        "between-quoted",
        "press-or-orders",
        "press-turns",
        "dispute-or-orders",
        "last-answer",
        "merge-sealed",
        "parts-differ",
        "second-document",
        "earlier-document",
        "mail-encrypted",
        "mail-winmail",
        "mail-unreadable",
        "archive-too-much",
        "archive-locked",
        "archive-nested",
        "archive-damaged",
        "attachments-unread",
        "attached-read",
        "attached-other",
        "attached-nothing",
        "attached-ours",
        "attached-machine",
        "quoted-unused",
        "quoted-broken",
        "letters-guessed",
        "mail-cut",
        "html-cut",
        "seat-resigned",
    ],
    beside_plans: &[
        "statement-unread",
        "final-without-plan",
        "final-not-asked",
        "chance-over",
        "chance-unread",
        "chance-first",
        "chance-meant",
        "chance-none",
        "chance-bound",
        "chance-seal-window",
        "chance-gm",
        "chance-twice",
        "chance-seal-missing",
        "chance-opening-early",
        "chance-opening-late",
        "chance-opening-form",
        "chance-public-over",
        "chance-public-none",
        "chance-public-form",
        "chance-public-again",
        "chance-public-other",
        "chance-public-nothing",
        "chance-public-early",
        "chance-public-words",
        "word-unclear",
        "word-ready",
        "word-tail",
        "courtesy",
        "word-beside",
        "absence-press",
        "file-read",
        "vote-half",
        "vote-answer",
        "vote-over",
        "dispute-which-turn",
        "question-held",
        "talk-beside",
        "final-beside",
        "final-in-words",
        "resign-none",
        "more-time",
        "ready-early",
        "press-reply-orders",
        "press-rest",
        "absence-unread",
        "absent-none",
        "press-to-nobody",
        "press-reply-nobody",
        "prose-gm-plays",
        "prose-unopened",
        "prose-to-player",
        "line-to-player",
        "prose-long",
        "prose-many",
        "final-not-yet",
        "final-answers-nothing",
        "final-lifted",
        "final-lacks",
        "not-yet",
        "attached-section",
        "quoted-section",
        "ask-early",
        "ask-many",
        "ask-many-explained",
        "ask-no-sheet",
        "ask-no-rules",
        "ask-chapter",
        "explain-turn",
        "explain-none",
        "explain-unknown",
        "explain-ambiguous",
        "forecast-no-plan",
        "forecast-not-now",
        "absent-over",
        "absent-past",
        "absent-quota",
        "resign-over",
        "dispute-turn",
        "dispute-long",
        "dispute-many",
        "dispute-words",
        "dispute-unknown",
        "dispute-over",
        "dispute-not-yours",
        "dispute-gm-closes",
        "dispute-resigned",
        "press-none",
        "press-signed",
        "press-long",
        "press-many",
        "press-self",
        "vote-not-now",
        "ruled-already",
        "vote-no-ruling",
        "vote-ruling-none",
        "vote-no-deadline",
        "vote-self",
        "vote-resigned",
        "gm-only",
        "gm-over",
        "gm-paused",
        "gm-not-paused",
        "gm-clock-stands",
        "gm-extend",
        "gm-extend-until",
        "gm-no-window",
        "gm-process-early",
        "gm-nobody",
        "gm-section",
        "gm-nothing",
        "gm-order-or-answer",
        "gm-ruling-one",
        "gm-adopt-what",
        "gm-adopt-propose",
        "gm-propose-adopt",
        "gm-no-proposal",
        "ruling-refused",
        "gm-no-seat",
        "gm-name",
        "gm-name-taken",
        "gm-name-twice",
        "gm-address",
        "gm-address-taken",
        "gm-address-own",
        "gm-swap-own",
        "gm-swap-same",
        "vote-replace-self",
        "vote-vacant",
        "rehearsal-over",
        "rehearsal-empty",
        "absent-no-wait",
        "absent-stand-in",
        "absent-stand-in-twice",
        "stand-in-not",
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Collects the codes of the refusals that the program text in a folder makes.
    fn made(folder: &Path, codes: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_test = name.contains("test") || name == "toy";
            if path.is_dir() && !is_test {
                made(&path, codes);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_test {
                let text = std::fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let parts = text.split("Refusal::new(").skip(1);
                let codes_here =
                    parts.filter_map(|part| part.trim_start().strip_prefix('"')?.split_once('"'));
                codes.extend(codes_here.map(|(code, _)| code.to_owned()));
            }
        }
    }

    #[test]
    fn every_code_of_messages_says_whether_it_is_of_plans() {
        let mut codes = BTreeSet::new();
        made(Path::new("src/campaign"), &mut codes);
        made(Path::new("src/plan"), &mut codes);
        assert!(codes.len() > 100, "{codes:?}");
        let messages = [REFUSALS, plan::REFUSALS];
        let known: Vec<_> = messages.iter().flat_map(Codes::all).collect();
        let is_of_texts = |code: &str| {
            [crate::sheet::REFUSALS, &crate::seal::REFUSAL_CODES].iter().any(|codes| codes.contains(&code))
        };
        let unknown = codes.iter().filter(|code| !known.contains(&code.as_str()) && !is_of_texts(code));
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&String>::new(), "add them to one of the two lists");
        let twice = known.iter().filter(|code| known.iter().filter(|other| other == code).count() > 1);
        assert_eq!(twice.collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn a_slip_beside_a_plan_leaves_the_plan_whole() {
        for code in ["press-to-nobody", "absence-unread", "vote-not-now", "gm-only", "final-not-yet"] {
            assert!(REFUSALS.is_beside(code), "{code}");
        }
        for code in ["press-or-orders", "line-unread", "attachments-unread"] {
            assert!(!REFUSALS.is_beside(code), "{code}");
        }
    }
}
