//! Formats instants in a reader's time zone and in UTC: `Tuesday 24 November, 20:00 (Rome) = 19:00 UTC`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::LazyLock;

/// The time zones built into the program, so that a reader's time does not depend on the machine.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

const DAY: &str = "%A %-d %B";
const HOUR: &str = "%H:%M";

/// Formats an instant (RFC 3339) for readers in an IANA zone. An unknown zone shows UTC alone; a text that is
/// not an instant is returned unchanged.
pub fn when(instant: &str, zone: &str) -> String {
    let Ok(instant) = instant.parse::<Timestamp>() else { return instant.to_owned() };
    let utc = instant.to_zoned(TimeZone::UTC);
    let (utc_day, utc_hour) = (utc.strftime(DAY).to_string(), utc.strftime(HOUR).to_string());
    let zone = ZONES.get(zone).ok().filter(|zone| *zone != TimeZone::UTC);
    let Some(zone) = zone else { return format!("{utc_day}, {utc_hour} UTC") };
    let city = zone.iana_name().map_or("", |name| name.rsplit('/').next().unwrap_or(name)).replace('_', " ");
    let here = instant.to_zoned(zone);
    let (day, hour) = (here.strftime(DAY).to_string(), here.strftime(HOUR).to_string());
    if city == "UTC" {
        format!("{day}, {hour} UTC")
    } else if (&day, &hour) == (&utc_day, &utc_hour) {
        // London in winter.
        format!("{day}, {hour} ({city})")
    } else if day == utc_day {
        format!("{day}, {hour} ({city}) = {utc_hour} UTC")
    } else {
        format!("{day}, {hour} ({city}) = {utc_day}, {utc_hour} UTC")
    }
}

/// Formats an instant that follows soon after `since`, which the reader has just read: on the same day its hour is enough.
pub fn later(instant: &str, zone: &str, since: &str) -> String {
    let local = |text: &str| {
        let zone = ZONES.get(zone).unwrap_or(TimeZone::UTC);
        text.parse::<Timestamp>().ok().map(|instant| instant.to_zoned(zone))
    };
    match local(instant).zip(local(since)) {
        Some((instant, since)) if instant.date() == since.date() => instant.strftime(HOUR).to_string(),
        _ => when(instant, zone),
    }
}

/// Formats a day such as `2026-11-24` for readers. A text that is not a day is returned unchanged.
pub fn day(day: &str) -> String {
    let known = day.parse::<Date>();
    known.map_or_else(|_| day.to_owned(), |day| day.strftime("%A %-d %B %Y").to_string())
}

/// Units of time in seconds, largest first.
const UNITS: [(u64, &str); 4] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];

/// Formats a number of seconds as its two largest units: `2 days and 3 hours`.
pub fn span(seconds: u64) -> String {
    let mut rest = seconds;
    let mut words = Vec::new();
    for (unit, name) in UNITS {
        let number = rest / unit;
        rest %= unit;
        if number > 0 {
            words.push(format!("{number} {name}{}", if number == 1 { "" } else { "s" }));
        }
    }
    words.truncate(2);
    if words.is_empty() { "0 seconds".to_owned() } else { words.join(" and ") }
}

/// Formats the lengths of time in a text, such as `in 960h`, for people: `in 40 days`.
pub fn spans(text: &str) -> String {
    let word = |word: &str| {
        let unit = word.chars().last().and_then(|unit| UNITS.iter().find(|(_, name)| name.starts_with(unit)));
        let number = unit.and_then(|_| word.get(..word.len() - 1)?.parse::<u64>().ok());
        match unit.zip(number).and_then(|((seconds, _), number)| number.checked_mul(*seconds)) {
            Some(seconds) => span(seconds),
            None => word.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{day, later, spans, when};

    #[test]
    fn a_day_has_its_weekday() {
        assert_eq!(day("2026-09-05"), "Saturday 5 September 2026");
        assert_eq!(day("soon"), "soon");
    }

    #[test]
    fn both_clocks_are_shown() {
        assert_eq!(
            when("2026-11-24T19:00:00Z", "Europe/Rome"),
            "Tuesday 24 November, 20:00 (Rome) = 19:00 UTC"
        );
    }

    #[test]
    fn the_day_is_said_again_where_it_differs() {
        assert_eq!(
            when("2026-11-25T03:30:00Z", "America/New_York"),
            "Tuesday 24 November, 22:30 (New York) = Wednesday 25 November, 03:30 UTC"
        );
    }

    #[test]
    fn summer_time_is_known() {
        assert_eq!(when("2026-07-01T18:00:00Z", "Europe/Rome"), "Wednesday 1 July, 20:00 (Rome) = 18:00 UTC");
    }

    #[test]
    fn what_follows_on_the_same_day_needs_no_day() {
        let deadline = "2026-11-24T19:00:00Z";
        assert_eq!(later("2026-11-24T21:00:00Z", "Europe/Rome", deadline), "22:00");
        let next = later("2026-11-24T23:30:00Z", "Europe/Rome", deadline);
        assert!(next.starts_with("Wednesday 25 November, 00:30 (Rome)"), "{next}");
        assert_eq!(later("2026-11-24T23:30:00Z", "UTC", deadline), "23:30");
        assert_eq!(when(deadline, "Europe/London"), "Tuesday 24 November, 19:00 (London)");
    }

    #[test]
    fn no_zone_is_utc() {
        assert_eq!(when("2026-11-24T19:00:00Z", "UTC"), "Tuesday 24 November, 19:00 UTC");
        assert_eq!(when("2026-11-24T19:00:00Z", "Middle/Earth"), "Tuesday 24 November, 19:00 UTC");
        assert_eq!(when("soon", "Europe/Rome"), "soon");
    }

    #[test]
    fn lengths_of_time_are_in_words() {
        for (text, words) in [
            ("960h", "40 days"),
            ("in 48h", "in 2 days"),
            ("36h", "1 day and 12 hours"),
            ("90m", "1 hour and 30 minutes"),
            ("0s", "0 seconds"),
            ("every 3 days at 20:00 Europe/Rome", "every 3 days at 20:00 Europe/Rome"),
            ("99999999999999999999h h -3h Dash", "99999999999999999999h h -3h Dash"),
        ] {
            assert_eq!(spans(text), words);
        }
    }
}
