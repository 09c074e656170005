//! Mail that waits because no tick can do its work: seen from outside, since such a tick can leave no word of it.

use crate::campaign::store::{Campaign, Host};
use std::path::Path;

/// Returns what keeps ticks from reading the messages that wait in the mailbox; `None` if none waits, or a tick could read them.
pub fn unread_mail(host: &Host, dir: &Path, campaign: &Campaign) -> Option<String> {
    let count = host.mailboxes(dir).waiting(&campaign.settings.mail_in);
    if count == 0 {
        return None;
    }
    let why = host.store(dir).try_writing().err()?;
    let waiting = if count == 1 { "1 message waits".to_owned() } else { format!("{count} messages wait") };
    Some(format!("{waiting} unread in the mailbox, because ticks cannot do their work: {why}"))
}
