//! Reads the program's own YAML once, when it is built: written as JSON, it takes a tenth of the time at every start, and an entry that
//! is needed is read without the others. Also tells
//! cargo to embed the games' data and the templates anew when a file is added to their folders, lists these with their texts (a start
//! neither walks through folders nor checks whether their files are text), makes a macro of the words that
//! are in plans, so that code names their places and not them, and a table of the small words that cost nothing to begin with.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::error::Error;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders with YAML that comes with the program.
const FOLDERS: [&str; 2] = ["games", "templates"];
/// The template of a file that people edit, which is not YAML before it is filled in.
const NOT_YAML: &str = "templates/campaign.yaml";
/// The words of plans, a table for each language.
const PLAN_WORDS: &str = "src/games/thrones/people/plan/table/en.yaml";
/// The words of small things, such as yes and no.
const SMALL_WORDS: &str = "src/plan/words/en.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        let mut inside = Vec::new();
        collect(&root.join(folder), &mut inside)?;
        inside.sort();
        fs::write(out.join(format!("{folder}.rs")), texts_of(&root.join(folder), &inside)?)?;
        files.extend(inside);
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "yaml") && !path.ends_with(NOT_YAML));
    files.sort();
    let mut list = String::from("&[\n");
    for (number, path) in files.iter().enumerate() {
        let text = fs::read_to_string(path)?;
        let value: Value =
            serde_saphyr::from_str(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        let (text, entries) = json_of(&value)?;
        let json = out.join(format!("{number}.json"));
        fs::write(&json, text)?;
        writeln!(list, "(include_str!({path:?}), include_str!({json:?}), &{entries:?}),")?;
    }
    list.push(']');
    fs::write(out.join("data.rs"), list)?;
    fs::write(out.join("plan-words.rs"), macro_of(&table(&root, PLAN_WORDS)?)?)?;
    fs::write(out.join("small-words.rs"), groups_of(&table(&root, SMALL_WORDS)?)?)?;
    Ok(())
}

/// The entries of a mapping in the order of their keys, and where in its JSON each value begins and ends.
type Entries = Vec<(String, usize, usize)>;

/// Returns a file as JSON, and its entries if it is a mapping.
fn json_of(value: &Value) -> Result<(String, Entries), Box<dyn Error>> {
    let Value::Map(all) = value else { return Ok((serde_json::to_string(value)?, Vec::new())) };
    let (mut json, mut entries) = (String::from("{"), Vec::new());
    for (key, value) in all {
        let comma = if entries.is_empty() { "" } else { "," };
        write!(json, "{comma}{}:", serde_json::to_string(key)?)?;
        let begin = json.len();
        json += &serde_json::to_string(value)?;
        entries.push((key.clone(), begin, json.len()));
    }
    json.push('}');
    entries.sort();
    Ok((json, entries))
}

/// Writes the names of files in a folder with their texts. Files directly in it are for people who read the folder.
fn texts_of(folder: &Path, files: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let mut named = Vec::new();
    for path in files {
        let parts: Vec<_> = path.strip_prefix(folder)?.iter().map(|part| part.to_string_lossy()).collect();
        if parts.len() > 1 {
            named.push((parts.join("/"), path));
        }
    }
    named.sort();
    let mut list = String::from("&[\n");
    for (name, path) in named {
        writeln!(list, "({name:?}, include_str!({path:?})),")?;
    }
    list.push(']');
    Ok(list)
}

fn table(root: &Path, file: &str) -> Result<Value, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={file}");
    Ok(serde_saphyr::from_str(&fs::read_to_string(root.join(file))?)
        .map_err(|why| format!("{file}: {why}"))?)
}

/// Writes the groups of words of each meaning, the meanings in the order of their letters. A word with an apostrophe is followed by
/// the same without it, as hurried people type it.
fn groups_of(table: &Value) -> Result<String, Box<dyn Error>> {
    let Value::Map(meanings) = table else {
        return Err(format!("{SMALL_WORDS} is no table of meanings").into());
    };
    let mut meanings: Vec<_> = meanings.iter().collect();
    meanings.sort_by_key(|(meaning, _)| meaning);
    let mut rust = String::from("&[\n");
    for (meaning, groups) in meanings {
        let words = |group: &Value| {
            let mut words = Vec::new();
            for word in members(group) {
                let Value::Text(word) = word else {
                    return Err(format!(
                        "{SMALL_WORDS}: {meaning} has something that is no text; put it in quotes"
                    ));
                };
                words.push(word.clone());
                words.extend(word.contains('\'').then(|| word.replace('\'', "")));
            }
            Ok(format!("&{words:?}"))
        };
        let groups: Vec<_> = members(groups).iter().map(words).collect::<Result<_, _>>()?;
        writeln!(rust, "({meaning:?}, &[{}]),", groups.join(", "))?;
    }
    rust.push(']');
    Ok(rust)
}

/// Returns the members of a list, or what is not one as its only member.
fn members(value: &Value) -> &[Value] {
    match value {
        Value::List(members) => members,
        one => std::slice::from_ref(one),
    }
}

/// Writes a macro that puts the texts and lists of texts of a table in the place of their keys.
fn macro_of(table: &Value) -> Result<String, Box<dyn Error>> {
    let mut arms = String::new();
    arms_of(table, "", &mut arms)?;
    Ok(format!("macro_rules! words {{\n{arms}}}\n"))
}

fn arms_of(value: &Value, place: &str, arms: &mut String) -> Result<(), Box<dyn Error>> {
    match value {
        Value::Map(entries) => {
            for (key, value) in entries {
                arms_of(value, &format!("{place} {key}"), arms)?;
            }
        }
        Value::Text(text) => writeln!(arms, "    ({place}) => {{ {text:?} }};")?,
        Value::List(all) => {
            let text = |one: &Value| match one {
                Value::Text(text) => Ok(format!("{text:?}")),
                _ => Err(format!("{PLAN_WORDS}:{place} has something that is no text; put it in quotes")),
            };
            let all = all.iter().map(text).collect::<Result<Vec<_>, _>>()?;
            writeln!(arms, "    ({place}) => {{ &[{}] }};", all.join(", "))?;
        }
        _ => return Err(format!("{PLAN_WORDS}:{place} is no text; put it in quotes").into()),
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A value of YAML whose mappings keep their order.
enum Value {
    Null,
    Bool(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Whole(number) => serializer.serialize_i64(*number),
            Value::Real(number) => serializer.serialize_f64(*number),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(members) => {
                let mut list = serializer.serialize_seq(Some(members.len()))?;
                members.iter().try_for_each(|member| list.serialize_element(member))?;
                list.end()
            }
            Value::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("YAML")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Whole(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Value, E> {
        number.try_into().map(Value::Whole).map_err(E::custom)
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Real(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(member) = members.next_element()? {
            list.push(member);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}
