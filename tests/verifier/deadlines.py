"""Times, and deadlines by the rules in the settings."""
import re
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from .canon import need

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

def moment(text):
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text), f"“{text[:40]}” is not a time as in 2026-01-31T20:00:00Z")
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)

def span(text):
    number, unit = re.fullmatch(r"(\d+)([smh])", text).groups()
    return timedelta(seconds=int(number) * {"s": 1, "m": 60, "h": 3600}[unit])

def after(rule, at):
    """The deadline by a rule of the settings: “every 2 days at 20:00 Europe/Rome, not sat sun”, “in 48h”, “none”."""
    words = rule.replace(",", " ").split()
    if words == ["none"]:
        return None
    if words[0] == "in":
        return at + span(words[1])
    place = words.index("at")
    days, (hour, minute), zone = words[1:place], map(int, words[place + 1].split(":")), ZoneInfo(words[place + 2])
    named = days[0] in DAYS
    least = at + timedelta(hours=12) if named else at
    first = 0 if named else 1 if days == ["day"] else int(days[0])
    for n in range(first, first + 400):
        day = at.astimezone(zone).date() + timedelta(n)
        instant = datetime.combine(day, time(hour, minute), zone).astimezone(timezone.utc)
        word = DAYS[day.weekday()]
        if (word in days if named else word not in words[place + 4:]) and (instant >= least or not named):
            return instant
    return None
