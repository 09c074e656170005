//! Every refusal has words.

use ravenpost::games;
use ravenpost::report::Writer;
use serde_json::Value;

#[test]
fn every_refusal_of_every_game_has_words() {
    let writer = Writer::new(&|_| None);
    for entry in games::ALL {
        let game =
            games::referee(entry.id, entry.players[0], &Value::Null, &|_| None).expect("the game's own data");
        let codes = game.refusal_codes();
        assert!(!codes.is_empty());
        let mute: Vec<_> =
            codes.into_iter().filter(|code| !writer.has_words(game.templates(), code)).collect();
        assert!(mute.is_empty(), "{}: no words for {mute:?}", entry.id);
    }
}

#[test]
fn every_refusal_of_documents_and_seals_has_words() {
    let writer = Writer::new(&|_| None);
    let codes = [
        ravenpost::sheet::REFUSALS,
        ravenpost::plan::REFUSALS,
        &ravenpost::seal::REFUSAL_CODES,
        ravenpost::casebook::REFUSALS,
    ]
    .concat();
    let mute: Vec<_> = codes.into_iter().filter(|code| !writer.has_words("mail", code)).collect();
    assert!(mute.is_empty(), "no words for {mute:?}");
}
