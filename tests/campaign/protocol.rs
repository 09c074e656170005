//! What docs/protocol.md promises to strangers: our code against vectors that were made without it, and a verifier in
//! Python's standard library against ledgers that our code wrote.

use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::{Draft, Entry, Flaw, Kind, Ledger, Secret, verify};
use ravenpost::seal::{
    Binding, Hash256, MessageIds, Opening, OpeningError, SeatKey, StoredKey, canonical, parse_strict,
};
use ravenpost::table::Seed;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

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
    let given = Ledger::open(&disk, Path::new("/given")).unwrap().ledger;
    let drafts = given.entries().iter().cloned();
    let drafts =
        drafts.map(|Entry { at, kind, body, secret, .. }| Draft { at, kind, body, secret }).collect();
    let mut own = Ledger::open(&disk, Path::new("/own")).unwrap().ledger;
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

/// A short campaign: two plans sealed, one of them open to all, the other in its owner's copy alone; two draws; the
/// end.
fn campaign(disk: &FaultyDisk, path: &Path) -> Vec<Entry> {
    let (secret, words) = ([3; 32], json!({"stark": "Winter is coming", "tyrell": "✿"}));
    let chance = json!({"gm-words": words, "public": null, "words": {}});
    let seed = Seed::of(&secret, &canonical(&chance).unwrap());
    let draw = |label: &str, length: usize| {
        let mut order: Vec<usize> = (0..length).collect();
        seed.draw(label).shuffle(&mut order);
        json!({"label": label, "length": length, "order": order})
    };
    let second = std::cell::Cell::new(0);
    let entry = |kind, body| {
        second.set(second.get() + 1);
        Draft::new(chrono::DateTime::from_timestamp(1_800_000_000 + second.get(), 0).unwrap(), kind, body)
    };
    let opening = |seat: &str, nonce| {
        let binding = Binding { campaign: "test-1".into(), seat: seat.into(), window: "1/planning".into() };
        Opening::new(
            &binding,
            json!({"orders": {"winterfell": "march", "the-reach": "defend"}}),
            &[nonce; 16],
        )
        .unwrap()
    };
    let (stark, tyrell) = (opening("stark", 1), opening("tyrell", 2));
    let about =
        |o: &Opening| json!({"seat": o.binding().seat, "window": "1/planning", "seal": o.seal().to_string()});
    let hex = data_encoding::HEXLOWER.encode(&secret);
    let commitment = Hash256::of(secret).to_string();
    let founded = json!({"campaign": "test-1", "format": "ravenpost/1", "shuffle-commitment": commitment,
        "chance": {"words": "open"}, "gm-words": words});
    let mut ledger = Ledger::open(disk, path).unwrap().ledger;
    let drafts = vec![
        entry(Kind::Founded, founded),
        entry(Kind::Chance, chance),
        entry(Kind::Sealed, about(&stark)),
        entry(Kind::Sealed, about(&tyrell)),
        entry(Kind::Opened, about(&stark)).with(Secret::new([4; 16], stark.to_value())),
        entry(Kind::Opened, about(&tyrell)).with(Secret::new([5; 16], tyrell.to_value())),
        entry(
            Kind::Resolved,
            json!({"draws": [draw("1/westeros-1/shuffle", 10), draw("1/wildlings/shuffle", 9)]}),
        ),
        entry(Kind::Ended, json!({"shuffle-secret": hex})),
    ];
    ledger.append(disk, drafts).unwrap().to_vec()
}

/// What the verifier in Python says; none if there is no Python here.
fn python(lines: &[String]) -> Option<Result<String, String>> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
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

/// The same entries with one changed, and the chain made anew over the lie: what a dishonest game master would publish.
fn forged(entries: &[Entry], at: usize, change: impl FnOnce(&mut Draft)) -> Vec<String> {
    let (disk, path) = (FaultyDisk::new(), Path::new("/ledger.jsonl"));
    let entries = entries.iter().cloned();
    let mut drafts: Vec<Draft> =
        entries.map(|Entry { at, kind, body, secret, .. }| Draft { at, kind, body, secret }).collect();
    change(&mut drafts[at]);
    let mut ledger = Ledger::open(&disk, path).unwrap().ledger;
    ledger.append(&disk, drafts).unwrap().iter().map(|entry| entry.line().unwrap()).collect()
}

#[test]
fn a_stranger_verifies_our_ledger_in_python_and_catches_each_lie() {
    let entries = campaign(&FaultyDisk::new(), Path::new("/ledger.jsonl"));
    let lines: Vec<String> = entries.iter().map(|entry| entry.line().unwrap()).collect();
    let Some(good) = python(&lines) else { return };
    let head = &entries.last().unwrap().hash;
    let says = "good: 8 entries, 2 plans opened and checked, 0 not in this copy, 2 draws checked; head ";
    assert_eq!(good, Ok(format!("{says}{head}\n")));

    let mut export = lines.clone();
    export[5] = entries[5].redacted().unwrap().line().unwrap();
    let redacted = python(&export).unwrap().unwrap();
    assert!(redacted.contains("1 plans opened and checked, 1 not in this copy"), "{redacted}");
    let unfinished = python(&lines[..7]).unwrap().unwrap();
    assert!(unfinished.contains("2 draws to be checked when the game is over"), "{unfinished}");

    let cases = [
        ("line 2: its hash is not", changed(&lines, 1, "Winter", "Summer")),
        ("line 5: its hash is not", changed(&lines, 4, "march", "guard")),
        ("line 3: it is not in canonical form", changed(&lines, 2, ":{", ": {")),
        ("line 4: it is number 5", without(&lines, 3)),
        ("line 1: it is number 2", without(&lines, 0)),
        ("line 3: its secret has a wrong form", changed(&lines, 2, "\"seq\"", "\"secret\":null,\"seq\"")),
        (
            "line 4: it does not follow",
            spliced(&lines, &forged(&entries, 0, |d| d.body["campaign"] = json!("x")), 3),
        ),
        (
            "line 5: the opened plan is not the one",
            forged(&entries, 4, |d| {
                let mut document = d.secret.as_ref().and_then(Secret::body).unwrap().clone();
                document["plan"]["orders"]["winterfell"] = json!("guard");
                d.secret = Some(Secret::new([4; 16], document));
            }),
        ),
        (
            "line 5: a plan is opened that was never sealed",
            forged(&entries, 2, |d| d.body["seat"] = json!("greyjoy")),
        ),
        (
            "line 5: the opening names another seal",
            forged(&entries, 2, |d| d.body["seal"] = json!("sha256:00")),
        ),
        (
            "line 5: the opened plan was sealed for something else",
            forged(&entries, 0, |d| {
                d.body["campaign"] = json!("test-2");
            }),
        ),
        (
            "line 7: the draw “1/westeros-1/shuffle”",
            forged(&entries, 6, |d| {
                d.body["draws"][0]["order"].as_array_mut().unwrap().swap(0, 1);
            }),
        ),
        (
            "line 2: chance is made of something else than was given",
            forged(&entries, 1, |d| d.body["gm-words"]["stark"] = json!("other")),
        ),
        (
            "line 2: chance is made of something else than was given",
            forged(&entries, 1, |d| d.body["public"] = json!("3 7 12")),
        ),
        (
            "line 2: words of chance are sealed when none may be",
            spliced_in(&entries, 1, json!({"seat": "stark", "window": "chance", "seal": "sha256:00"})),
        ),
        (
            "line 8: this secret is not the one committed to",
            forged(&entries, 7, |d| {
                d.body["shuffle-secret"] = json!("04".repeat(32));
            }),
        ),
        ("line 1: ", vec!["no ledger at all".to_owned()]),
    ];
    for (what, lies) in cases {
        let caught = python(&lies).unwrap().expect_err(what);
        assert!(caught.contains(what), "wanted {what:?}, but it says {caught}");
    }
}

/// The ledger with one more seal before entry `at`, and the chain made anew.
fn spliced_in(entries: &[Entry], at: usize, seal: Value) -> Vec<String> {
    let mut entries = entries.to_vec();
    let mut more = entries[at].clone();
    (more.kind, more.body, more.secret) = (Kind::Sealed, seal, None);
    entries.insert(at, more);
    forged(&entries, at, |_| {})
}

fn changed(lines: &[String], at: usize, from: &str, to: &str) -> Vec<String> {
    let mut lines = lines.to_vec();
    assert!(lines[at].contains(from));
    lines[at] = lines[at].replacen(from, to, 1);
    lines
}

fn without(lines: &[String], at: usize) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines.remove(at);
    lines
}

/// The first `at` lines of one ledger, then the rest of another.
fn spliced(one: &[String], other: &[String], at: usize) -> Vec<String> {
    [&one[..at], &other[at..]].concat()
}
