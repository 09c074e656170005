//! Any text may hold an opening. One that is read keeps its seal, as JSON and as a block for mails.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::seal::Opening;

fuzz_target!(|text: &str| {
    let found = Opening::find(text);
    let read = Opening::read(text);
    for opening in found.into_iter().flatten().chain(read) {
        let seal = opening.seal();
        assert_eq!(Opening::read(opening.json()).map(|again| again.seal()), Ok(seal));
        assert_eq!(Opening::read(&opening.armour()).map(|again| again.seal()), Ok(seal));
        assert!(opening.check(&seal, opening.binding()).is_ok());
    }
});
