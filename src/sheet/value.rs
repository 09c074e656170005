//! Small values as people write them: yes and no, whole numbers.

/// Yes or no: `yes`, `on`, `true`, `y`, `1` or their opposites, in any case. YAML 1.2 keeps `yes` and `no` as
/// text, and people mean truth by them.
pub fn truth(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" | "1" => Some(true),
        "no" | "n" | "off" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// A whole number from 0, in plain digits, with or without `+` before it.
pub fn whole_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.strip_prefix('+').unwrap_or(text);
    (!digits.is_empty() && digits.len() <= 18 && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_truth() {
        assert_eq!(truth(" Yes "), Some(true));
        assert_eq!(truth("OFF"), Some(false));
        assert_eq!(truth("maybe"), None);
    }

    #[test]
    fn numbers() {
        assert_eq!(whole_number("012"), Some(12));
        assert_eq!(whole_number("+3"), Some(3));
        for wrong in ["", "-1", "1.5", "three", "+", "99999999999999999999"] {
            assert_eq!(whole_number(wrong), None, "{wrong}");
        }
    }
}
