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
    } else if day == utc_day {
        format!("{day}, {hour} ({city}) = {utc_hour} UTC")
    } else {
        format!("{day}, {hour} ({city}) = {utc_day}, {utc_hour} UTC")
    }
}

/// Formats a day such as `2026-11-24` for readers. A text that is not a day is returned unchanged.
pub fn day(day: &str) -> String {
    let known = day.parse::<Date>();
    known.map_or_else(|_| day.to_owned(), |day| day.strftime("%A %-d %B %Y").to_string())
}

#[cfg(test)]
mod tests {
    use super::{day, when};

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
    fn no_zone_is_utc() {
        assert_eq!(when("2026-11-24T19:00:00Z", "UTC"), "Tuesday 24 November, 19:00 UTC");
        assert_eq!(when("2026-11-24T19:00:00Z", "Middle/Earth"), "Tuesday 24 November, 19:00 UTC");
        assert_eq!(when("soon", "Europe/Rome"), "soon");
    }
}
