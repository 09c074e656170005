//! Deadlines: rules in local time with a time zone, which give instants in UTC. Pure: the caller gives the time.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use std::fmt;
use std::sync::OnceLock;

/// A deadline on given days of the week is at least this many hours after the window opens.
const LEAST_HOURS: i64 = 12;
/// How many days ahead [`Rule::after`] looks for an allowed day.
const FARTHEST_DAYS: i32 = 400;

/// A rule for deadlines, as a game master writes it: `every 3 days at 20:00 Europe/Rome, not sat sun`,
/// `every mon thu at 20:00 Europe/Rome`, `in 48h`, or `none`.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// No deadline: the game waits for everybody.
    None,
    /// A span of time after the window opens.
    After(TimeDelta),
    /// A number of days later, at a local time. If that day is in `not`, the next day that is not in it.
    Every {
        /// From 1 to 60.
        days: u16,
        at: LocalTime,
        /// Days of the week without deadlines; never all seven.
        not: Vec<Weekday>,
    },
    /// The first of these days of the week on which the local time is at least twelve hours away.
    On {
        /// At least one day.
        days: Vec<Weekday>,
        at: LocalTime,
    },
}

/// A time of day in a time zone.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalTime {
    pub time: Time,
    /// The IANA name of the zone, such as `Europe/Rome`.
    pub zone: String,
    place: TimeZone,
}

/// Returns a time zone by its IANA name; `None` if there is no such zone. The rules come with the program, because those
/// of the machine may be years old.
pub fn zone(name: &str) -> Option<TimeZone> {
    static ZONES: OnceLock<TimeZoneDatabase> = OnceLock::new();
    ZONES.get_or_init(TimeZoneDatabase::bundled).get(name).ok()
}

/// Returns the instant at which a day begins in a time zone, by its IANA name; `None` for an unknown zone or an impossible day.
pub fn day_begins(day: NaiveDate, zone_name: &str) -> Option<DateTime<Utc>> {
    let date: Date = day.to_string().parse().ok()?;
    from_jiff(date.to_zoned(zone(zone_name)?).ok()?.start_of_day().ok()?.timestamp())
}

fn to_jiff(at: DateTime<Utc>) -> Timestamp {
    Timestamp::from_second(at.timestamp()).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn from_jiff(at: Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(at.as_second(), 0)
}

impl LocalTime {
    /// Returns the instant of this time on a day. When clocks go forward, a skipped time moves on by the skipped hour; when
    /// they go back, the first of two equal times counts.
    fn on(&self, day: Date) -> Option<Timestamp> {
        self.place.to_ambiguous_zoned(day.to_datetime(self.time)).compatible().ok().map(|z| z.timestamp())
    }
}

impl Rule {
    /// Returns the deadline of a window that opens at `opened`, in whole seconds; `None` if the rule sets none.
    pub fn after(&self, opened: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Rule::None => None,
            Rule::After(span) => opened.checked_add_signed(*span),
            Rule::Every { days, at, not } => {
                let first = i32::from(*days);
                let mut later =
                    days_from(opened, at, first)?.filter(|(day, _)| !not.contains(&day.weekday()));
                later.next().and_then(|(_, instant)| from_jiff(instant))
            }
            Rule::On { days, at } => {
                let least = to_jiff(opened) + LEAST_HOURS.hours();
                let mut later = days_from(opened, at, 0)?
                    .filter(|(day, instant)| days.contains(&day.weekday()) && *instant >= least);
                later.next().and_then(|(_, instant)| from_jiff(instant))
            }
        }
    }
}

/// Returns the days from `first` days after `opened`, with the instant of the local time on each.
fn days_from(
    opened: DateTime<Utc>,
    at: &LocalTime,
    first: i32,
) -> Option<impl Iterator<Item = (Date, Timestamp)>> {
    let today = to_jiff(opened).to_zoned(at.place.clone()).date();
    Some((first..first + FARTHEST_DAYS).filter_map(move |n| {
        let day = today.checked_add(n.days()).ok()?;
        Some((day, at.on(day)?))
    }))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |at: &LocalTime| format!("at {} {}", at.time.strftime("%H:%M"), at.zone);
        let list = |days: &[Weekday]| days.iter().map(|d| short(*d)).collect::<Vec<_>>().join(" ");
        match self {
            Rule::None => write!(f, "none"),
            Rule::After(span) => write!(f, "in {}", span_text(*span)),
            Rule::Every { days: 1, at: time, not } if not.is_empty() => write!(f, "every day {}", at(time)),
            Rule::Every { days, at: time, not } if not.is_empty() => {
                write!(f, "every {days} days {}", at(time))
            }
            Rule::Every { days, at: time, not } => {
                write!(f, "every {days} days {}, not {}", at(time), list(not))
            }
            Rule::On { days, at: time } => write!(f, "every {} {}", list(days), at(time)),
        }
    }
}

/// Reads a length of time as people write it: `48h`, `3 days`, `90 minutes`, `2d`, `1 week`; at most 366 days.
///
/// # Errors
/// If the text is something else. Returns a description of what is wanted.
pub fn read_span(text: &str) -> Result<TimeDelta, String> {
    let text = text.trim().to_lowercase();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wanted = || format!("“{text}” is not a length of time. Write 48h, 3 days or 90 minutes");
    let number: i64 = number.parse().map_err(|_| wanted())?;
    let seconds = match unit.trim() {
        "s" | "second" | "seconds" => 1,
        "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 3600,
        "d" | "day" | "days" => 86_400,
        "w" | "week" | "weeks" => 7 * 86_400,
        _ => return Err(wanted()),
    };
    let whole = number.checked_mul(seconds).filter(|s| *s <= 366 * 86_400);
    whole.map(TimeDelta::seconds).ok_or_else(|| format!("“{text}” is more than a year"))
}

/// Returns a length of time as people and [`read_span`] read it: `48h`.
pub fn span_text(span: TimeDelta) -> String {
    let seconds = span.num_seconds();
    match seconds {
        0 => "0s".to_owned(),
        s if s % 3600 == 0 => format!("{}h", s / 3600),
        s if s % 60 == 0 => format!("{}m", s / 60),
        s => format!("{s}s"),
    }
}

/// Returns a length of time in words, as its two largest units: `2 days and 3 hours`.
pub fn span_words(span: TimeDelta) -> String {
    crate::report::span(u64::try_from(span.num_seconds()).unwrap_or_default())
}

/// Returns the instants at which the day `from` begins and the day `to` ends in a time zone; `None` if the zone is unknown
/// or a day is out of range.
pub fn days(from: Date, to: Date, zone_name: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let place = zone(zone_name)?;
    let midnight = |day: Date| from_jiff(day.to_zoned(place.clone()).ok()?.timestamp());
    Some((midnight(from)?, midnight(to.tomorrow().ok()?)?))
}

/// Returns the date in a time zone at an instant; `None` if the zone is unknown.
pub fn date_in(at: DateTime<Utc>, zone_name: &str) -> Option<Date> {
    Some(to_jiff(at).to_zoned(zone(zone_name)?).date())
}

const DAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

fn short(day: Weekday) -> &'static str {
    DAYS.iter().find(|(_, d)| *d == day).and_then(|(name, _)| name.get(..3)).unwrap_or("")
}

fn read_day(word: &str) -> Option<Weekday> {
    let word = word.trim_end_matches('s');
    (word.len() >= 3)
        .then(|| DAYS.iter().find(|(name, _)| name.starts_with(word)).map(|(_, day)| *day))
        .flatten()
}

/// Reads a rule as a game master writes it; `home` is the time zone if the text names none.
///
/// # Errors
/// If the text is not a rule. Returns a description of what is wrong and what is wanted.
pub fn read_rule(text: &str, home: Option<&str>) -> Result<Rule, String> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let wanted = || {
        format!(
            "“{text}” is not a deadline. Write “every 3 days at 20:00 Europe/Rome, not sat sun”, “every mon thu at 20:00 \
             Europe/Rome”, “in 48h” or “none”"
        )
    };
    match lower.first().map(String::as_str) {
        Some("none" | "never") if words.len() == 1 => Ok(Rule::None),
        Some("in") => {
            let span = read_span(&lower.get(1..).unwrap_or_default().join(" "))?;
            if span.num_seconds() < 60 { Err(wanted()) } else { Ok(Rule::After(span)) }
        }
        Some("every") => {
            let at = lower.iter().position(|w| w == "at").ok_or_else(wanted)?;
            let days = lower.get(1..at).unwrap_or_default();
            let rest = words.get(at + 1..).unwrap_or_default();
            let not = rest.iter().position(|w| w.eq_ignore_ascii_case("not"));
            let (when, not) = rest.split_at(not.unwrap_or(rest.len()));
            let time = read_local(when, home).map_err(|why| why.unwrap_or_else(wanted))?;
            let not = not.iter().skip(1).map(|w| read_day(&w.to_lowercase()).ok_or_else(wanted));
            let not = not.collect::<Result<Vec<_>, _>>()?;
            read_every(days, time, not).ok_or_else(wanted)
        }
        _ => Err(wanted()),
    }
}

fn read_every(days: &[String], at: LocalTime, not: Vec<Weekday>) -> Option<Rule> {
    if DAYS.iter().all(|(_, day)| not.contains(day)) {
        return None;
    }
    let number = match days {
        [day] if day == "day" => Some(1),
        [number, day] if day == "days" || day == "day" => {
            Some(number.parse().ok().filter(|n| (1..=60).contains(n))?)
        }
        [number, week] if week.starts_with("week") => {
            Some(number.parse::<u16>().ok()?.checked_mul(7).filter(|n| *n <= 60)?)
        }
        [week] if week == "week" => Some(7),
        _ => None,
    };
    if let Some(days) = number {
        return Some(Rule::Every { days, at, not });
    }
    let days = days.iter().filter(|w| *w != "and").map(|w| read_day(w)).collect::<Option<Vec<_>>>()?;
    let days: Vec<_> = days.into_iter().filter(|day| !not.contains(day)).collect();
    (!days.is_empty()).then_some(Rule::On { days, at })
}

/// Reads a date and a time such as `2026-12-05 20:00 Europe/Rome`; `home` is the time zone if the text names none.
///
/// # Errors
/// If the text is something else. Returns a description of what is wanted.
pub fn read_instant(text: &str, home: Option<&str>) -> Result<DateTime<Utc>, String> {
    let wanted = || format!("“{text}” is not a date and time such as “2026-12-05 20:00 Europe/Rome”");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (date, when) = words.split_first().ok_or_else(wanted)?;
    let date: Date = date.parse().map_err(|_| wanted())?;
    let time = read_local(when, home).map_err(|why| why.unwrap_or_else(wanted))?;
    time.on(date).and_then(from_jiff).ok_or_else(wanted)
}

/// Returns the instant at a date and time of day in a time zone; `None` for an unknown zone or an impossible time.
pub fn instant_in(date: Date, time: Time, zone_name: &str) -> Option<DateTime<Utc>> {
    let at = LocalTime { time, zone: zone_name.to_owned(), place: zone(zone_name)? };
    at.on(date).and_then(from_jiff)
}

/// Returns the time of day at an instant in a time zone.
pub fn time_in(at: DateTime<Utc>, zone_name: &str) -> Option<Time> {
    let at = jiff::Timestamp::from_second(at.timestamp()).ok()?;
    Some(at.to_zoned(zone(zone_name)?).time())
}

/// Reads `20:00 Europe/Rome`. The error is `None` if only the general advice helps.
fn read_local(words: &[&str], home: Option<&str>) -> Result<LocalTime, Option<String>> {
    let (time, name) = match words {
        [time] => (
            time,
            home.ok_or_else(|| {
                Some("the deadline names no time zone. Add one, such as Europe/Rome".to_owned())
            })?,
        ),
        [time, zone] => (time, *zone),
        _ => return Err(None),
    };
    let (hour, minute) = time.split_once(':').ok_or(None)?;
    let (hour, minute) = (hour.parse().map_err(|_| None)?, minute.parse().map_err(|_| None)?);
    let time = Time::new(hour, minute, 0, 0).map_err(|_| None)?;
    let place = zone(name).ok_or_else(|| {
        Some(format!("“{name}” is not a time zone. Write a name such as Europe/Rome or America/Chicago"))
    })?;
    Ok(LocalTime { time, zone: name.to_owned(), place })
}

/// Returns how a vote says so many minutes more; `None` for none.
pub(crate) fn time_of(minutes: u32) -> Option<String> {
    match minutes {
        0 => None,
        _ if !minutes.is_multiple_of(60) => Some(format!("{minutes}m")),
        _ => Some(format!("{}h", minutes / 60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn after(rule: &str, opened: &str) -> String {
        let rule = read_rule(rule, None).unwrap();
        rule.after(at(opened)).unwrap().format("%Y-%m-%dT%H:%MZ").to_string()
    }

    #[test]
    fn eight_in_the_evening_stays_eight_in_the_evening_across_both_changes() {
        let rule = "every 3 days at 20:00 Europe/Rome";
        // Clocks go forward on 29 March 2026 and back on 25 October 2026.
        assert_eq!(after(rule, "2026-03-27T10:00:00Z"), "2026-03-30T18:00Z");
        assert_eq!(after(rule, "2026-03-20T10:00:00Z"), "2026-03-23T19:00Z");
        assert_eq!(after(rule, "2026-10-23T10:00:00Z"), "2026-10-26T19:00Z");
        assert_eq!(after(rule, "2026-10-20T10:00:00Z"), "2026-10-23T18:00Z");
    }

    /// Windows of a whole year, each opened a minute after the last one closed: the deadline is at eight by the clocks of
    /// the zone each time, and three days of those clocks after the one before.
    #[test]
    fn eight_in_the_evening_stays_so_all_the_year_round() {
        // When clocks go forward and back in 2026, and the length of the windows across both.
        for (name, forward, back) in [
            ("Europe/Rome", "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"),
            ("America/New_York", "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"),
        ] {
            let rule = read_rule(&format!("every 3 days at 20:00 {name}"), None).unwrap();
            let mut last = rule.after(at("2026-01-01T10:00:00Z")).unwrap();
            let mut odd = Vec::new();
            for _ in 0..121 {
                let next = rule.after(last + TimeDelta::minutes(1)).unwrap();
                let local = to_jiff(next).to_zoned(zone(name).unwrap());
                assert_eq!(local.strftime("%H:%M").to_string(), "20:00", "{next}");
                if next - last != TimeDelta::hours(72) {
                    odd.push((
                        (next - last).num_hours(),
                        [forward, back].map(at).map(|at| last < at && at < next),
                    ));
                }
                last = next;
            }
            assert_eq!(odd, [(71, [true, false]), (73, [false, true])], "{name}");
        }
    }

    #[test]
    fn a_time_that_is_skipped_moves_on_and_one_that_comes_twice_is_the_first() {
        let rule = "every day at 02:30 Europe/Rome";
        assert_eq!(after(rule, "2026-03-28T10:00:00Z"), "2026-03-29T01:30Z");
        assert_eq!(after(rule, "2026-10-24T10:00:00Z"), "2026-10-25T00:30Z");
    }

    #[test]
    fn days_are_those_of_the_zone() {
        // 23:30 on the 1st in London is the 2nd in Rome.
        assert_eq!(after("every day at 20:00 Europe/Rome", "2026-12-01T23:30:00Z"), "2026-12-03T19:00Z");
        assert_eq!(after("every day at 20:00 America/Edmonton", "2026-12-01T23:30:00Z"), "2026-12-03T02:00Z");
    }

    #[test]
    fn days_without_deadlines_give_way() {
        // Friday 20 November 2026.
        assert_eq!(
            after("every day at 20:00 Europe/Rome, not sat sun", "2026-11-20T10:00:00Z"),
            "2026-11-23T19:00Z"
        );
        assert_eq!(after("every mon thu at 20:00 Europe/Rome", "2026-11-20T10:00:00Z"), "2026-11-23T19:00Z");
        assert_eq!(
            after("every Monday and Thursday at 20:00 Europe/Rome", "2026-11-23T10:00:00Z"),
            "2026-11-26T19:00Z"
        );
    }

    #[test]
    fn plain_lengths_of_time() {
        assert_eq!(after("in 48h", "2026-11-20T10:00:00Z"), "2026-11-22T10:00Z");
        assert_eq!(after("in 3 days", "2026-03-27T10:00:00Z"), "2026-03-30T10:00Z");
        assert_eq!(read_rule("none", None).unwrap().after(at("2026-11-20T10:00:00Z")), None);
    }

    #[test]
    fn rules_read_back_as_they_print() {
        for text in [
            "none",
            "in 48h",
            "every day at 20:00 Europe/Rome",
            "every 3 days at 20:00 Europe/Rome, not sat sun",
            "every mon thu at 08:05 America/Chicago",
        ] {
            assert_eq!(read_rule(text, None).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_rule_says_what_is_wanted() {
        for text in [
            "",
            "soon",
            "every",
            "every 0 days at 20:00 Europe/Rome",
            "every day at 25:00 Europe/Rome",
            "in 5s",
            "in",
            "every day at 20:00 Europe/Rome, not mon tue wed thu fri sat sun",
            "every day at 20:00 Europe/Rome not caturday",
        ] {
            assert!(read_rule(text, None).is_err(), "{text}");
        }
        assert!(read_rule("every day at 20:00", None).unwrap_err().contains("names no time zone"));
        assert!(read_rule("every day at 20:00", Some("Europe/Rome")).is_ok());
        assert!(read_rule("every day at 20:00 Europe/Roma", None).unwrap_err().contains("Europe/Roma"));
    }

    #[test]
    fn no_round_is_longer_than_sixty_days() {
        for (rule, days) in [
            ("every 60 days at 20:00 Europe/Rome", Some(60)),
            ("every 61 days at 20:00 Europe/Rome", None),
            ("every 8 weeks at 20:00 Europe/Rome", Some(56)),
            ("every 9 weeks at 20:00 Europe/Rome", None),
            ("every 0 days at 20:00 Europe/Rome", None),
        ] {
            let is = match read_rule(rule, None) {
                Ok(Rule::Every { days, .. }) => Some(days),
                Ok(_) => panic!("{rule}"),
                Err(_) => None,
            };
            assert_eq!(is, days, "{rule}");
        }
    }

    #[test]
    fn lengths_of_time_and_how_they_are_told_again() {
        const YEAR: i64 = 366 * 86_400;
        for (text, seconds, told) in [
            ("0h", 0, "0s"),
            ("59s", 59, "59s"),
            ("60 seconds", 60, "1m"),
            ("90 MIN", 5400, "90m"),
            (" 1 hour ", 3600, "1h"),
            ("3601s", 3601, "3601s"),
            ("2d", 172_800, "48h"),
            ("1 week", 604_800, "168h"),
            ("366 days", YEAR, "8784h"),
            ("52 weeks", 52 * 604_800, "8736h"),
        ] {
            let span = read_span(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!((span.num_seconds(), span_text(span).as_str()), (seconds, told), "{text}");
        }
        let more = |text: &str| Err(format!("“{text}” is more than a year"));
        for text in ["367 days", "8785h", "31622401s", "53 weeks", "9223372036854775807 weeks"] {
            assert_eq!(read_span(text), more(text));
        }
        for text in ["", "h", "3", "3 moons", "-3h", "3.5h", "99999999999999999999h"] {
            let why = format!("“{text}” is not a length of time. Write 48h, 3 days or 90 minutes");
            assert_eq!(read_span(text), Err(why));
        }
        assert_eq!(read_rule("in 60s", None), Ok(Rule::After(TimeDelta::seconds(60))));
        assert!(read_rule("in 59s", None).unwrap_err().contains("is not a deadline"));
        assert!(read_rule("never more", None).is_err() && read_rule("never", None) == Ok(Rule::None));
    }

    /// A round that ends on days of the week has twelve hours at least.
    #[test]
    fn the_next_day_of_the_week_is_twelve_hours_away_at_least() {
        let rule = read_rule("every mon thu at 20:00 Etc/UTC", None).unwrap();
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (opened, due) in [
            ("2026-11-23T07:59:59Z", "2026-11-23T20:00:00Z"),
            ("2026-11-23T08:00:00Z", "2026-11-23T20:00:00Z"),
            ("2026-11-23T08:00:01Z", "2026-11-26T20:00:00Z"),
            ("2026-11-26T20:00:00Z", "2026-11-30T20:00:00Z"),
        ] {
            assert_eq!(rule.after(at(opened)), Some(at(due)), "{opened}");
        }
    }
}
