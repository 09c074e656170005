//! What docs/protocol.md promises to strangers: our code against vectors that were made without it, and a verifier in
//! Python's standard library against ledgers that our code wrote.

use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::{Draft, Entry, Flaw, Ledger, verify};
use ravenpost::seal::{
    Binding, Hash256, MessageIds, Opening, OpeningError, SeatKey, StoredKey, canonical, parse_strict,
};
use ravenpost::table::Seed;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = value[name].as_array().unwrap_or_else(|| panic!("no list “{name}”"));
    assert!(!list.is_empty(), "the list “{name}” is empty");
    list
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no text “{name}” in {value}"))
}

fn bytes<const N: usize>(value: &Value, name: &str) -> [u8; N] {
    data_encoding::HEXLOWER.decode(text(value, name).as_bytes()).unwrap().try_into().unwrap()
}

/// The name of a variant, without what it holds.
fn variant(error: &impl std::fmt::Debug) -> String {
    format!("{error:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

#[test]
fn canonical_form() {
    let vectors = vectors("canonical.json");
    for good in list(&vectors, "good") {
        let value = parse_strict(text(good, "text")).unwrap();
        assert_eq!(canonical(&value).unwrap(), text(good, "canonical"));
        assert_eq!(Hash256::of_value(&value).unwrap().to_string(), text(good, "sha256"));
    }
    for refused in list(&vectors, "refused") {
        let refused = refused.as_str().unwrap();
        let read = parse_strict(refused).map(|value| canonical(&value));
        assert!(!matches!(read, Ok(Ok(_))), "{refused} should be refused");
    }
}

#[test]
fn seals() {
    let vectors = vectors("seals.json");
    for vector in list(&vectors, "seals") {
        let [campaign, seat, window] = ["campaign", "seat", "window"].map(|n| text(vector, n).to_owned());
        let binding = Binding { campaign, seat, window };
        let nonce = data_encoding::HEXLOWER.decode(text(vector, "nonce").as_bytes()).unwrap();
        let opening = Opening::new(&binding, vector["plan"].clone(), &nonce).unwrap();
        assert_eq!(opening.json(), text(vector, "canonical"));
        assert_eq!(opening.seal().to_string(), text(vector, "seal"));
        assert_eq!(opening.armour(), text(vector, "armour"));
        assert_eq!(opening.check(&text(vector, "seal").parse().unwrap(), &binding), Ok(()));
        assert_eq!(Opening::read(text(vector, "armour")), Ok(opening.clone()));
        assert_eq!(Opening::from_value(&opening.to_value()), Ok(opening));
    }
    for refused in list(&vectors, "refused") {
        let error = Opening::from_value(&refused["document"]).unwrap_err();
        assert_eq!(variant(&error), text(refused, "why"), "{error}");
    }
}

#[test]
fn openings_as_they_arrive() {
    let vectors = vectors("openings.json");
    for way in list(&vectors, "good") {
        let opening = Opening::read(text(way, "text")).unwrap_or_else(|e| panic!("{}: {e}", way["name"]));
        assert_eq!(opening.seal().to_string(), text(&vectors, "seal"), "{}", way["name"]);
    }
    for refused in list(&vectors, "refused") {
        let error: OpeningError = Opening::read(text(refused, "text")).unwrap_err();
        assert_eq!(variant(&error), text(refused, "why"), "{error}");
    }
}

#[test]
fn keys() {
    for vector in list(&vectors("keys.json"), "keys") {
        let key = SeatKey::new(bytes(vector, "bytes"));
        assert_eq!(key.text(), text(vector, "text"));
        assert_eq!(SeatKey::parse(text(vector, "text")), Ok(key.clone()));
        let stored = StoredKey(text(vector, "stored").parse().unwrap());
        assert!(stored.matches(&key, text(vector, "campaign"), text(vector, "seat")));
    }
}

#[test]
fn message_ids() {
    for vector in list(&vectors("message-ids.json"), "ids") {
        let [campaign, domain, seat, what] = ["campaign", "domain", "seat", "what"].map(|n| text(vector, n));
        let ids = MessageIds::new(campaign, domain, bytes(vector, "secret"));
        assert_eq!(ids.derive(seat, what).unwrap(), text(vector, "id"));
        let known = ids.recognise(text(vector, "id"), ["nobody", seat]);
        assert_eq!(known, Some((seat.to_owned(), what.to_owned())));
    }
}

#[test]
fn chance() {
    let vectors = vectors("chance.json");
    let secret = bytes(&vectors, "secret");
    assert_eq!(Hash256::of(secret).to_string(), text(&vectors, "commitment"));
    for made in list(&vectors, "seeds") {
        let chance = canonical(&made["chance"]).unwrap();
        assert_eq!(chance, text(made, "canonical"));
        assert_eq!(Seed::of(&secret, &chance).0, bytes(made, "seed"), "{}", made["of"]);
        // The program makes the same text of what its ledger says.
        let said: ravenpost::campaign::entries::Chance =
            serde_json::from_value(made["chance"].clone()).unwrap();
        assert_eq!(serde_json::to_value(&said).unwrap(), made["chance"]);
    }
    for number in list(&vectors, "public") {
        let hashed = ravenpost::campaign::chance_words::normal(text(number, "written"));
        assert_eq!(hashed.as_deref(), Some(text(number, "hashed")));
    }
    let seed = Seed::of(&secret, &canonical(&vectors["chance"]).unwrap());
    assert_eq!(seed.0, bytes(&vectors, "seed"));
    for row in list(&vectors, "numbers") {
        let mut draw = seed.draw(text(row, "label"));
        for number in list(row, "numbers") {
            assert_eq!(draw.number().to_string(), number.as_str().unwrap());
        }
    }
    for row in list(&vectors, "below") {
        let mut draw = seed.draw(text(row, "label"));
        for value in list(row, "values") {
            assert_eq!(draw.below(text(row, "bound").parse().unwrap()).to_string(), value.as_str().unwrap());
        }
    }
    for row in list(&vectors, "shuffles") {
        let mut order: Vec<u64> = (0..row["length"].as_u64().unwrap()).collect();
        seed.draw(text(row, "label")).shuffle(&mut order);
        assert_eq!(json!(order), row["order"]);
    }
}

fn joined(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect()
}

#[test]
fn ledger_lines() {
    let vectors = vectors("ledger.json");
    for copy in ["lines", "redacted"] {
        let head = verify(joined(list(&vectors, copy)).as_bytes()).unwrap();
        assert_eq!((head.seq, head.hash.to_string().as_str()), (6, text(&vectors, "head")));
    }
    // Our own writer, given the same entries, writes the same lines; and redacts them to the same.
    let disk = FaultyDisk::new();
    disk.write(Path::new("/given"), joined(list(&vectors, "lines")).as_bytes(), 0o600).unwrap();
    let shared: Arc<dyn Disk> = Arc::new(disk.clone());
    let given = Ledger::open(&shared, Path::new("/given")).unwrap().ledger;
    let drafts = given.entries().latest().iter().cloned();
    let drafts =
        drafts.map(|Entry { at, kind, body, secret, .. }| Draft { at, kind, body, secret }).collect();
    let mut own = Ledger::open(&shared, Path::new("/own")).unwrap().ledger;
    let written = own.append(&disk, drafts).unwrap();
    for (i, entry) in written.iter().enumerate() {
        assert_eq!(entry.line().unwrap(), list(&vectors, "lines")[i].as_str().unwrap());
        assert_eq!(
            entry.redacted().unwrap().line().unwrap(),
            list(&vectors, "redacted")[i].as_str().unwrap()
        );
    }
    for refused in list(&vectors, "refused") {
        let broken = verify(joined(list(refused, "lines")).as_bytes()).unwrap_err();
        assert_eq!(variant(&broken.flaw), text(refused, "why"), "{broken}");
        assert_eq!(broken.line, refused["line"].as_u64().unwrap());
        assert_eq!(matches!(broken.flaw, Flaw::Newer { .. }), text(refused, "why") == "Newer");
    }
}

/// What the verifier in Python says of a file, as a stranger would run it; none if there is no Python here.
fn python(ledger: &str) -> Option<Result<String, String>> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), ledger).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
    let output = match Command::new("python3").arg(script).arg(file.path()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("note: there is no python3 here, so tests/verify.py was not run");
            return None;
        }
        Err(error) => panic!("python3: {error}"),
    };
    Some(match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    })
}

/// What the two verifiers notice is in tests/tamper; here is how verify.py is run, and what it says.
#[test]
fn a_stranger_verifies_our_ledger_in_python() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/king-is-dead-2.jsonl");
    let ledger = std::fs::read_to_string(path).unwrap();
    let Some(good) = python(&ledger) else { return };
    let good = good.unwrap();
    let entries = ravenpost::ledger::entries(ledger.as_bytes()).unwrap();
    let head = entries.last().unwrap().hash;
    assert!(good.starts_with(&format!("good: {} entries, ", entries.len())), "{good}");
    assert!(good.contains("plans opened and checked, 0 not in this copy, 2 draws checked"), "{good}");
    assert!(good.ends_with(&format!("head {head}\n")), "{good}");

    // A copy for everybody, while the game goes on: without secrets, and the draws are still to be checked.
    let open = entries.iter().rposition(|entry| entry.body["what"] == "opened").unwrap();
    let copy = entries.iter().take(open + 1).map(|entry| entry.redacted().unwrap().line().unwrap() + "\n");
    let running = python(&copy.collect::<String>()).unwrap().unwrap();
    assert!(running.contains("0 plans opened and checked"), "{running}");
    assert!(running.contains("2 draws to be checked when the game is over"), "{running}");

    let lines: Vec<&str> = ledger.lines().collect();
    let caught = python(&ledger.replacen("\"seq\":4}", "\"seq\":5}", 1)).unwrap().unwrap_err();
    assert!(caught.contains("entry 4: its hash is not that of its contents"), "{caught}");
    let caught = python(&(lines[1..].join("\n") + "\n")).unwrap().unwrap_err();
    assert!(caught.contains("entry 1: it is number 2 where 1 is due"), "{caught}");
    let caught = python("").unwrap().unwrap_err();
    assert!(caught.contains("it is empty"), "{caught}");
}

/// Its files: verify.py, and its parts.
fn verifier() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let parts = std::fs::read_dir(tests.join("verifier")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = parts.filter(|path| path.extension().is_some_and(|end| end == "py")).collect();
    assert!(files.len() > 1, "{files:?}");
    files.push(tests.join("verify.py"));
    files
}

/// As a stranger takes it: verify.py and its folder alone, run from elsewhere. The vectors made with them are those that we keep.
#[test]
fn the_verifier_works_wherever_it_is_copied() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (copy, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let make = tests.join("vectors/make.py");
    for file in verifier().iter().chain([&make]) {
        let to = copy.path().join(file.strip_prefix(&tests).unwrap());
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(file, to).unwrap();
    }
    let run = |script: &str, arguments: &[&Path]| {
        let mut command = Command::new("python3");
        match command.arg(copy.path().join(script)).args(arguments).current_dir(elsewhere.path()).output() {
            Ok(output) => {
                assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
                Some(String::from_utf8(output.stdout).unwrap())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => panic!("python3: {error}"),
        }
    };
    let Some(said) = run("verify.py", &[&tests.join("golden/king-is-dead-2.jsonl")]) else {
        println!("note: there is no python3 here, so tests/verify.py was not run");
        return;
    };
    assert!(said.starts_with("good: "), "{said}");
    run("vectors/make.py", &[]);
    let mut vectors = 0;
    for file in std::fs::read_dir(tests.join("vectors")).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "json") {
            let made = copy.path().join("vectors").join(file.file_name().unwrap());
            let same = std::fs::read(&file).unwrap() == std::fs::read(made).unwrap();
            assert!(same, "{}: make.py makes it otherwise", file.display());
            vectors += 1;
        }
    }
    assert!(vectors > 5, "{vectors}");
    // It leaves nothing behind where it lies.
    assert!(!copy.path().join("verifier/__pycache__").exists());
}

/// Players read it: no file is long, verify.py says what is in each, and the page says how much there is to read.
#[test]
fn the_verifier_can_be_read() {
    let files = verifier();
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    let first = text(files.last().unwrap());
    let (top, mut lines) = (first.split("\"\"\"").nth(1).unwrap(), 0);
    for file in &files {
        let (count, name) = (text(file).lines().count(), file.file_stem().unwrap().to_str().unwrap());
        assert!(count <= 400, "{}: {count} lines", file.display());
        let named = top.split_whitespace().any(|word| word == name);
        assert!(named || ["__init__", "verify"].contains(&name), "verify.py does not say what is in {name}");
        lines += count;
    }
    let page = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md"));
    let hundreds = (lines + 50) / 100;
    let said = format!("some {},{}00 lines", hundreds / 10, hundreds % 10);
    assert!(page.contains(&said), "docs/protocol.md does not say that the verifier has {said} ({lines})");
}
