//! The YAML that comes with the program, and copies of it that a campaign has.

use serde::de::DeserializeOwned;

/// The texts of the program's own files of YAML, each with the same as JSON (build.rs).
static BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// Reads a file of data. The program's own were read when it was built, so that it starts fast; a text that differs from them
/// is read as YAML.
///
/// # Errors
/// If the text is not YAML, or not what is expected of it.
pub fn data<T: DeserializeOwned>(text: &str) -> Result<T, serde_saphyr::Error> {
    let built_in = built_in(text);
    // JSON of YAML may lack what the reader of YAML knows, such as that `1` was to be a text.
    let read = built_in.and_then(|(_, json)| serde_json::from_str(json).ok());
    read.map_or_else(|| serde_saphyr::from_str(text), Ok)
}

/// Returns `true` for the text of one of the program's own files.
pub fn is_built_in(text: &str) -> bool {
    built_in(text).is_some()
}

fn built_in(text: &str) -> Option<&'static (&'static str, &'static str)> {
    BUILT_IN.iter().find(|(yaml, _)| *yaml == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn what_was_read_at_the_build_is_what_the_files_say() {
        assert!(BUILT_IN.len() > 20, "{}", BUILT_IN.len());
        for (yaml, json) in BUILT_IN {
            let is: Value = serde_json::from_str(json).unwrap();
            assert_eq!(is, serde_saphyr::from_str::<Value>(yaml).unwrap());
            assert!(is.is_object() && data::<Value>(yaml).unwrap() == is);
        }
    }

    #[test]
    fn a_copy_that_differs_is_read_itself() {
        let (yaml, _) = BUILT_IN[0];
        let copy: Value = data(&format!("{yaml}\nmine: yes\n")).unwrap();
        assert_eq!(copy["mine"], Value::Bool(true));
        assert!(data::<Value>("a: [").is_err());
    }
}
