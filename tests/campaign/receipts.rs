//! Signed receipts as docs/protocol.md defines them: our code against vectors that were made without it.

use data_encoding::HEXLOWER;
use ravenpost::seal::{ReceiptSigner, SignedReceipt, Statement, text_digest};
use serde_json::Value;
use std::path::Path;

fn vectors() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/receipts.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn all<'a>(vectors: &'a Value, name: &str) -> &'a [Value] {
    let all = vectors[name].as_array().unwrap();
    assert!(!all.is_empty());
    all
}

#[test]
fn a_statement_has_the_file_of_the_vectors() {
    let vectors = vectors();
    let seed = HEXLOWER.decode(vectors["seed"].as_str().unwrap().as_bytes()).unwrap();
    let signer = ReceiptSigner::new(seed.try_into().unwrap());
    for vector in all(&vectors, "good") {
        let statement: Statement = serde_json::from_value(vector["statement"].clone()).unwrap();
        let file = vector["file"].as_str().unwrap();
        assert_eq!(signer.sign(statement.clone()).unwrap().to_file().unwrap(), file);
        let read = SignedReceipt::read(file).unwrap();
        assert!(read.holds() && read.statement == statement);
    }
}

#[test]
fn what_is_not_signed_does_not_hold() {
    for refused in all(&vectors(), "refused") {
        let read = SignedReceipt::read(refused["file"].as_str().unwrap()).unwrap();
        assert!(!read.holds(), "{}", refused["why"]);
    }
}

#[test]
fn texts_have_the_digests_of_the_vectors() {
    for vector in all(&vectors(), "texts") {
        let text = vector["text"].as_str().unwrap();
        assert_eq!(text_digest(text).to_string(), vector["sha256"].as_str().unwrap(), "{text:?}");
    }
}
