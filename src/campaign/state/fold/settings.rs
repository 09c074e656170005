//! Applies new settings, and lists what has changed in them.

use crate::campaign::state::entries::Line;
use crate::campaign::state::record::Record;
use crate::campaign::state::settings::with_defaults;
use serde_json::json;

impl Record {
    pub(crate) fn settings_changed(&mut self, line: Line<'_>, settings: serde_json::Value) {
        let reads = |settings: &serde_json::Value| settings["gm"]["reads-press"] == true;
        let newly = reads(&settings) && !reads(&self.people.settings);
        // What one of them leaves out has not changed as a whole.
        let changes = changes(&with_defaults(&self.people.settings), &with_defaults(&settings));
        self.people.settings = settings;
        self.notice_all(line, "settings", json!({"changes": changes, "reads_press": newly}));
    }
}

/// Returns the changes between two versions of the settings, by the names that people write, such as `clock: grace`
/// from `2h` to `4h`.
fn changes(old: &serde_json::Value, new: &serde_json::Value) -> Vec<serde_json::Value> {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else { return Vec::new() };
    let mut all = Vec::new();
    for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
        let pair = [old, new].map(|map| map.get(name).cloned().unwrap_or_default());
        let [was, is] = &pair;
        if was == is {
            continue;
        }
        let setting = name.replace('-', " ");
        if was.is_object() && is.is_object() {
            for mut change in changes(was, is) {
                let inner = change["setting"].as_str().unwrap_or_default().to_owned();
                change["setting"] = format!("{setting}: {inner}").into();
                all.push(change);
            }
        } else {
            all.push(json!({"setting": setting, "was": was, "is": is}));
        }
    }
    all
}
