//! A trace as the other engine wrote it: messages, and the position behind each.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One message that the other engine took.
pub struct Message {
    pub house: String,
    pub state: String,
    pub msg: Value,
    /// The kinds and areas of the units that the message names by number.
    pub units: Value,
    pub chance: Vec<Value>,
}

/// The states whose messages are fed to our rules. A message that answers another is something that they would not hear of.
const FED: [&str; 18] = [
    "BiddingGameState",
    "ChooseHouseCardGameState",
    "DeclareSupportGameState",
    "PlaceOrdersGameState",
    "PlayerMusteringGameState",
    "PlayerReconcileArmiesGameState",
    "ReplaceOrderGameState",
    "ResolveSingleConsolidatePowerGameState",
    "ResolveSingleMarchOrderGameState",
    "ResolveSingleRaidOrderGameState",
    "ResolveTiesGameState",
    "SeeTopWildlingCardGameState",
    "SelectHouseCardGameState",
    "SelectOrdersGameState",
    "SelectRegionGameState",
    "SelectUnitsGameState",
    "SimpleChoiceGameState",
    "UseValyrianSteelBladeGameState",
];

/// A game: `positions[i]` is what `messages[i]` answers.
pub struct Trace {
    pub name: String,
    pub header: Value,
    pub messages: Vec<Message>,
    pub positions: Vec<Value>,
}

/// The folder of traces; `None` if there is none here.
pub fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RAVENPOST_TRACES").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/traces-2e");
    given.or_else(|| Some(beside())).filter(|folder| folder.is_dir())
}

/// The files of the folder, by name.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".jsonl.gz"));
    files.sort();
    files
}

impl Trace {
    /// Reads a trace; `gzip` unpacks it.
    pub fn read(path: &Path) -> Trace {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let unpacked = Command::new("gzip").arg("-dc").arg(path).stderr(Stdio::inherit()).output();
        let text = String::from_utf8(unpacked.expect("gzip unpacks traces").stdout).expect("a trace is text");
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
        let header = lines.next().expect("a trace has a header");
        let (mut messages, mut positions) = (Vec::new(), Vec::new());
        for mut line in lines {
            if line.get("msg").is_none() {
                positions.push(line);
            } else if line["refused"] != true {
                messages.push(Message {
                    house: line["house"].as_str().unwrap_or_default().to_owned(),
                    state: line["state"].as_str().unwrap_or_default().to_owned(),
                    msg: line["msg"].take(),
                    units: line["units"].take(),
                    chance: line["chance"].as_array().cloned().unwrap_or_default(),
                });
            }
        }
        assert_eq!(positions.len(), messages.len() + 1, "{name}: a position behind each message");
        Trace { name, header, messages, positions }
    }

    /// Messages of a kind that nobody feeds, with their numbers.
    pub fn unknown(&self) -> Vec<String> {
        let messages = self.messages.iter().enumerate();
        let strange = messages.filter(|(_, message)| !FED.contains(&message.state.as_str()));
        strange.map(|(at, message)| format!("{at}: {} answers {}", message.house, message.state)).collect()
    }

    /// The number of houses.
    pub fn players(&self) -> u8 {
        self.header["players"].as_u64().unwrap_or(0) as u8
    }

    /// Whether the Tides of Battle are played with.
    pub fn tides(&self) -> bool {
        self.header["tides"] == true
    }

    /// Whether a position is within a state of this name.
    pub fn within(&self, at: usize, state: &str) -> bool {
        let path = self.positions[at]["path"].as_array();
        path.is_some_and(|path| path.iter().any(|part| part == state))
    }
}

/// Our id of an order by its number there.
pub fn order(number: u64) -> &'static str {
    match number {
        1 => "march-1",
        2 => "march+0",
        3 => "march*",
        4 | 5 => "defense",
        6 => "defense*",
        7 | 8 => "support",
        9 => "support*",
        10 | 11 => "consolidate",
        12 => "consolidate*",
        13 | 14 => "raid",
        _ => "raid*",
    }
}

/// Our id of a unit by its letter there.
pub fn unit(letter: char) -> &'static str {
    match letter {
        'F' => "footman",
        'K' => "knight",
        'E' => "siege-engine",
        _ => "ship",
    }
}
