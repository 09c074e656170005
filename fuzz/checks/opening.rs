//! What must hold for any text that may contain an opening.

use ravenpost::seal::Opening;

/// Finds and reads openings. Each must keep its seal when it is written as JSON or as a block for messages and read
/// again.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let found = Opening::find(text);
    let read = Opening::read(text);
    for opening in found.into_iter().flatten().chain(read) {
        let seal = opening.seal();
        assert_eq!(Opening::read(opening.json()).map(|again| again.seal()), Ok(seal));
        assert_eq!(Opening::read(&opening.armour()).map(|again| again.seal()), Ok(seal));
        assert!(opening.check(&seal, opening.binding()).is_ok());
    }
}
