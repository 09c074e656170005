//! The Message-IDs of a campaign's own mail.

use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::seal::MessageIds;

/// What makes and knows the Message-IDs of a campaign.
pub(crate) fn message_ids(settings: &Settings, secrets: &Secrets) -> MessageIds {
    let domain = settings.address.address.split_once('@').map_or("localhost", |(_, domain)| domain);
    MessageIds::new(&settings.id, domain, secrets.mail)
}
