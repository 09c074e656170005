//! What our messages print of what they ask, for whoever reads answers that stand below it.

use crate::campaign::intake::printed::{Print, Printed};
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::Render;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::play::engine::Engine;
use crate::report::model::TurnReport;

/// Prints questions by the templates of the messages that ask them.
pub struct Printer<'a>(pub &'a dyn Render);

impl Print for Printer<'_> {
    fn questions(&self, engine: &Engine<'_>, seat: &str) -> Vec<Printed> {
        let Some(report) = report(engine, seat) else { return Vec::new() };
        let mut all = Vec::new();
        for asked in &report.asked {
            let text = self.0.question(&report, asked).unwrap_or_default();
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if lines.iter().any(|line| !line.trim().is_empty()) {
                let (key, lead) = (Some(asked.key.clone()), asked.key.clone());
                all.push(Printed { key, lead, lines, place: None });
            }
        }
        let is_key = |name: &str| report.asked.iter().any(|asked| asked.key == name);
        all.extend(places(&self.0.sheet(&report).unwrap_or_default(), &is_key));
        all
    }
}

/// Returns the report that a seat would get now.
fn report(engine: &Engine<'_>, seat: &str) -> Option<TurnReport> {
    let pending = engine.pending().ok()?;
    let models = MailModels {
        settings: engine.settings,
        rules: engine.rules,
        secrets: engine.secrets,
        record: &engine.record,
        now: &pending,
        stand_in: None,
        trim: Trim::Full,
        head: None,
    };
    models.report(seat).ok()
}

/// Returns the empty places of an order sheet with the remarks on each. In a section that begins with a remark, remarks stand above
/// their places, and otherwise below.
fn places(sheet: &str, is_key: &dyn Fn(&str) -> bool) -> Vec<Printed> {
    let mut all: Vec<Printed> = Vec::new();
    let (mut remarks, mut are_above, mut begins) = (Vec::new(), true, true);
    for line in sheet.lines().filter(|line| !line.trim().is_empty()) {
        let text = line.trim();
        let depth = line.len() - line.trim_start().len();
        if let Some(remark) = text.strip_prefix('#') {
            are_above |= begins;
            begins = false;
            match all.last_mut().filter(|_| !are_above && depth > 2) {
                Some(place) => place.lines.push(remark.to_owned()),
                None => remarks.push(remark.to_owned()),
            }
            continue;
        }
        let Some((name, rest)) = text.split_once(": ").or(text.strip_suffix(':').map(|name| (name, "")))
        else {
            remarks.clear();
            continue;
        };
        begins = rest.is_empty();
        if rest.starts_with('~') {
            let name = name.trim_matches(['"', '\'']);
            let key = is_key(name).then(|| name.to_owned());
            let (lead, place) = (name.to_owned(), Some(text.to_owned()));
            all.push(Printed { key, lead, lines: std::mem::take(&mut remarks), place });
        } else {
            remarks.clear();
        }
        if begins {
            are_above = false;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A remark is of the place right below it: what is no place between them parts them.
    #[test]
    fn a_remark_above_something_else_is_of_no_place() {
        let lines = |between: &str| {
            let sheet = format!("plan:\n  # QUEST. Units\n{between}  quest: ~\n");
            places(&sheet, &|_| false).pop().unwrap().lines
        };
        assert_eq!(lines(""), [" QUEST. Units"]);
        assert_eq!(lines("\n"), [" QUEST. Units"]);
        for between in ["---\n", "  - an item\n", "  seat: stark\n"] {
            assert_eq!(lines(between), Vec::<String>::new(), "{between}");
        }
    }

    #[test]
    fn remarks_belong_to_the_place_below_or_above_them() {
        let sheet = "---\nkey: x\nplan:\n  # ORDERS. One each.\n  orders:\n    Winterfell: ~\n      # a Footman.\n      # legal: raid\n    \"Karhold\": ~\n      # a Knight.\n\n  # ANSWERS.\n  answers:\n    # 1. Retreat; legal:\n    #   Karhold\n    1/retreat: ~\n    # 2. Blade\n    1/blade: ~\n  # QUEST. Units\n  quest: ~\n# final: yes\n";
        let all = places(sheet, &|name| name.contains('/'));
        let said: Vec<String> = all
            .iter()
            .map(|one| {
                format!("{}{}: {}", if one.key.is_some() { "!" } else { "" }, one.lead, one.lines.join(";"))
            })
            .collect();
        let is = [
            "Winterfell:  a Footman.; legal: raid",
            "Karhold:  a Knight.",
            "!1/retreat:  1. Retreat; legal:;   Karhold",
            "!1/blade:  2. Blade",
            "quest:  QUEST. Units",
        ];
        assert_eq!(said, is);
    }
}
