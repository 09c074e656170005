//! Days and lengths of time as people write them.

use jiff::civil::Date;

/// The longest length of time, in minutes.
const LONGEST: u64 = 31 * 24 * 60;

/// Reads a day such as `2026-12-24`; dots, slashes and a time after it are fine if the year comes first.
pub(super) fn day(text: &str) -> Option<Date> {
    let text = text.trim();
    let day = text.split(['T', ' ']).next()?.replace(['/', '.'], "-");
    let mut parts = day.split('-');
    let (year, month, date) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |part: &str, most: usize| {
        (!part.is_empty() && part.len() <= most && part.bytes().all(|b| b.is_ascii_digit())).then_some(())
    };
    digits(year, 4).filter(|()| year.len() == 4 && parts.next().is_none())?;
    digits(month, 2).and(digits(date, 2))?;
    Date::new(year.parse().ok()?, month.parse().ok()?, date.parse().ok()?).ok()
}

/// Reads a length of time as minutes: `24h`, `2 days`, `90 minutes`, `1 week`; at most 31 days.
pub(super) fn minutes(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    let at = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(at);
    let number: u64 = number.parse().ok()?;
    let unit: u64 = match unit.trim() {
        "m" | "min" | "mins" | "minute" | "minutes" => 1,
        "h" | "hour" | "hours" => 60,
        "d" | "day" | "days" => 24 * 60,
        "w" | "week" | "weeks" => 7 * 24 * 60,
        _ => return None,
    };
    let minutes = number.checked_mul(unit)?;
    (1..=LONGEST).contains(&minutes).then(|| u32::try_from(minutes).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        let christmas = jiff::civil::date(2026, 12, 24);
        for text in ["2026-12-24", " 2026/12/24 ", "2026.12.24", "2026-12-24 20:00", "2026-12-24T20:00Z"] {
            assert_eq!(day(text), Some(christmas), "{text}");
        }
        for text in
            ["", "24-12-2026", "2026-13-01", "2026-02-30", "26-12-24", "tomorrow", "2026-12", "2026-1-2-3"]
        {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn lengths() {
        assert_eq!(minutes("24h"), Some(1440));
        assert_eq!(minutes("2 Days"), Some(2880));
        assert_eq!(minutes("90 minutes"), Some(90));
        for text in ["", "24", "h", "0h", "-1h", "1 fortnight", "99999999999999999999h", "5 weeks"] {
            assert_eq!(minutes(text), None, "{text}");
        }
    }
}
