//! The Message-IDs and return addresses of a campaign's own mail.

use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::seal::{MessageIds, ReturnPaths};

/// Returns what makes and recognises the Message-IDs of a campaign.
pub(crate) fn message_ids(settings: &Settings, secrets: &Secrets) -> MessageIds {
    let domain = settings.address.address.split_once('@').map_or("localhost", |(_, domain)| domain);
    MessageIds::new(&settings.id, domain, secrets.mail)
}

/// Returns what makes and recognises the return addresses of a campaign; `None` if its settings name no address for bounces.
pub(crate) fn return_paths(settings: &Settings, secrets: &Secrets) -> Option<ReturnPaths> {
    ReturnPaths::new(&settings.id, settings.bounces.as_deref()?, secrets.mail)
}
