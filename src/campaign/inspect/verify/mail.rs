//! Messages that were mailed: numbered for each reader, each once, and none before what it tells.

use super::walk::{Walk, Why, need, short};
use crate::campaign::state::entries::{Line, Mailed};
use crate::campaign::state::record::{ASKED, FORMER, GM, OBSERVER, STRANGER};

impl Walk<'_> {
    /// Checks a message that was mailed.
    pub(super) fn mailed(&mut self, line: Line<'_>) -> Result<(), Why> {
        let mail: Mailed = line.body()?;
        let people = &self.record.people;
        let is_observer = mail.to.starts_with(OBSERVER);
        let known = people.seats().chain([GM, STRANGER, FORMER, ASKED]).any(|known| known == mail.to);
        need(known || is_observer, format!("nobody is “{}”", short(&mail.to)))?;
        let due = people.mailed.get(&mail.to).copied().unwrap_or_default() + 1;
        need(mail.number == due, format!("it is mail {} to {} where {due} is due", mail.number, mail.to))?;
        need(mail.told.is_none_or(|told| told.seq < line.seq), "it tells of what was still to come")?;
        if let Some(head) = &mail.head {
            let place = usize::try_from(head.seq).ok().and_then(|seq| seq.checked_sub(1));
            let named = place.and_then(|place| self.past.get(place)).map(|entry| entry.hash);
            need(named == Some(head.hash), "it names a head that is not that of this ledger")?;
        }
        for what in std::iter::once(&mail.what).chain(&mail.with) {
            let is_new = self.named.insert((mail.to.clone(), what.clone()));
            need(is_new, format!("{} is mailed to {} twice", short(what), mail.to))?;
            let people = &self.record.people;
            if let Some(number) = what.strip_prefix("receipt-") {
                let had = people.receipts.get(&mail.to).map_or(0, |receipts| receipts.number);
                let came = number.parse::<u64>().is_ok_and(|number| (1..=had).contains(&number));
                need(came, format!("{} is mailed before its message came", short(what)))?;
            }
            let is_due = people.due.iter().any(|due| due.to == mail.to && due.what == *what);
            // A copy without the addresses of new players leaves out those of the old ones, and so whether there was a farewell.
            let is_hidden = mail.to == FORMER && people.tenures.values().any(|held| held.address.is_empty());
            need(
                is_due || is_observer || is_hidden || self.due_unknown,
                format!("{} was not due to {}", short(what), mail.to),
            )?;
        }
        Ok(())
    }
}
