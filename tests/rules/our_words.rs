//! The words of the program's templates, for cases.

use ravenpost::casebook::Words;
use ravenpost::report::Writer;
use ravenpost::sheet::Refusal;
use serde_json::{Value, json};

pub struct OurWords(Writer);

impl OurWords {
    pub fn new() -> Self {
        OurWords(Writer::new(&|_| None))
    }
}

impl Words for OurWords {
    fn refusal(&self, game: &str, why: &Refusal) -> String {
        self.0.refusal(game, why).expect("words for every refusal")
    }

    fn story(&self, game: &str, names: &Value, events: &[Value]) -> Result<String, String> {
        self.0.fragment(game, "events.md", names, &json!({"events": events})).map_err(|e| e.to_string())
    }
}
