//! How near two words are.

/// Returns `true` if so many slips at most make one text of the other: a letter wrong, missing or too many, or two swapped.
///
/// Each word of a plan is compared with hundreds, and nearly all of them differ in too many letters to be worth counting in what
/// order they come: a slip adds one letter at most, and takes away one.
pub fn is_near(one: &str, other: &str, most: usize) -> bool {
    if one.is_ascii() && other.is_ascii() {
        let (letters, others) = (letters(one), letters(other));
        let differ = (letters & !others).count_ones().max((others & !letters).count_ones());
        if one.len().abs_diff(other.len()) > most || differ as usize > most {
            return false;
        }
    }
    strsim::osa_distance(one, other) <= most
}

/// Returns which letters a text has. Some share a place, which makes texts seem nearer than they are.
fn letters(text: &str) -> u64 {
    text.bytes().fold(0, |all, byte| all | 1 << (byte % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_near_as_their_slips_say() {
        let words = [
            "",
            "a",
            "raid",
            "raids",
            "riad",
            "dair",
            "ride",
            "winterfell",
            "wintrefell",
            "winterfel",
            "wnterfell",
            "winter",
            "harrenhal",
            "dragonstone",
            "dragon stone",
            "dragonston3",
            "sëa",
            "sea",
            "séa",
            "4",
            "t4",
        ];
        for one in words {
            for other in words {
                for most in 0..4 {
                    let counted = strsim::osa_distance(one, other) <= most;
                    assert_eq!(is_near(one, other, most), counted, "{one} {other} {most}");
                }
            }
        }
    }
}
