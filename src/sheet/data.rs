//! The YAML that comes with the program, and copies of it that a campaign has.

use serde::de::DeserializeOwned;

/// A file of the program's own: the YAML, the same as JSON, and where in that the value of each entry is, in the order of keys.
type BuiltIn = (&'static str, &'static str, &'static [(&'static str, usize, usize)]);

/// The program's own files of YAML (build.rs).
static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// Reads a file of data. The program's own were read when it was built, so that it starts fast; a text that differs from them
/// is read as YAML.
///
/// # Errors
/// If the text is not YAML, or not what is expected of it.
pub fn data<T: DeserializeOwned>(text: &str) -> Result<T, serde_saphyr::Error> {
    let built_in = built_in(text);
    // JSON of YAML may lack what the reader of YAML knows, such as that `1` was to be a text.
    let read = built_in.and_then(|(_, json, _)| serde_json::from_str(json).ok());
    read.map_or_else(|| serde_saphyr::from_str(text), Ok)
}

/// Returns `true` for the text of one of the program's own files.
pub fn is_built_in(text: &str) -> bool {
    built_in(text).is_some()
}

/// One of the program's own files, of which entries are read without the others.
#[derive(Clone, Copy)]
pub struct Entries(&'static BuiltIn);

impl Entries {
    /// Returns the file with this text, if it is one of the program's own.
    pub fn of(text: &str) -> Option<Self> {
        built_in(text).map(Entries)
    }

    /// Returns the number of entries.
    pub fn count(self) -> usize {
        self.0.2.len()
    }

    /// Returns the place of an entry among all.
    pub fn place(self, key: &str) -> Option<usize> {
        self.0.2.binary_search_by(|(other, ..)| (*other).cmp(key)).ok()
    }

    /// Reads the entry at a place.
    pub fn read<T: DeserializeOwned>(self, place: usize) -> Option<T> {
        let (_, begin, end) = self.0.2.get(place)?;
        serde_json::from_str(self.0.1.get(*begin..*end)?).ok()
    }
}

fn built_in(text: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|(yaml, ..)| *yaml == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn what_was_read_at_the_build_is_what_the_files_say() {
        assert!(BUILT_IN.len() > 20, "{}", BUILT_IN.len());
        for (yaml, json, _) in BUILT_IN {
            let is: Value = serde_json::from_str(json).unwrap();
            assert_eq!(is, serde_saphyr::from_str::<Value>(yaml).unwrap());
            assert!(is.is_object() && data::<Value>(yaml).unwrap() == is);
            let entries = Entries::of(yaml).unwrap();
            for (key, value) in is.as_object().unwrap() {
                assert_eq!(entries.read::<Value>(entries.place(key).unwrap()).as_ref(), Some(value), "{key}");
            }
            assert_eq!((entries.count(), entries.place("?")), (is.as_object().unwrap().len(), None));
        }
    }

    /// Returns the lists with a truth value among texts.
    fn mixed(value: &Value, found: &mut Vec<String>) {
        let members: Vec<&Value> = match value {
            Value::Array(list) => list.iter().collect(),
            Value::Object(map) => map.values().collect(),
            _ => Vec::new(),
        };
        if value.is_array()
            && members.iter().any(|one| one.is_boolean())
            && members.iter().any(|one| one.is_string())
        {
            found.push(value.to_string());
        }
        members.into_iter().for_each(|one| mixed(one, found));
    }

    /// A bare `no` or `on` among words is a truth value to the build. Then the file is read as YAML at every start after all, which takes
    /// thirty times as long.
    #[test]
    fn words_that_mean_yes_or_no_to_yaml_stand_in_quotes() {
        let mut found = Vec::new();
        BUILT_IN.iter().for_each(|(_, json, _)| mixed(&serde_json::from_str(json).unwrap(), &mut found));
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn a_copy_that_differs_is_read_itself() {
        let (yaml, ..) = BUILT_IN[0];
        let copy: Value = data(&format!("{yaml}\nmine: yes\n")).unwrap();
        assert_eq!(copy["mine"], Value::Bool(true));
        assert!(Entries::of(&format!("{yaml}\n")).is_none());
        assert!(data::<Value>("a: [").is_err());
    }
}
