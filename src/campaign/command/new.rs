//! `ravenpost new`: the folder of a new campaign with a `campaign.yaml` that explains every setting.

use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings;
use crate::campaign::state::settings::Mistakes;
use crate::campaign::store::{Document, Host, no_settings};
use crate::report::yaml_flow;
use minijinja::context;
use serde_json::json;
use std::path::Path;

/// The template of `campaign.yaml`.
const TEMPLATE: &str = include_str!("../../../templates/campaign.yaml");

/// The settings that a new campaign must have; the game master may change the others in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCampaign {
    /// Lower-case letters, digits and hyphens.
    pub id: String,
    pub title: String,
    /// The id of the game, such as `thrones-1e`.
    pub game: String,
    /// The address players write to.
    pub address: String,
    /// An IANA time zone, such as `Europe/Rome`.
    pub timezone: String,
    pub gm_name: String,
    pub gm_address: String,
    /// The id of each seat, with its player's name and address.
    pub seats: Vec<(String, String, String)>,
}

/// Returns the text of `campaign.yaml` for a new campaign without a rehearsal. The settings are not checked.
///
/// # Errors
/// If the template fails.
pub fn settings_text(new: &NewCampaign) -> Result<String, CampaignError> {
    text_with(new, false)
}

fn text_with(new: &NewCampaign, rehearsal: bool) -> Result<String, CampaignError> {
    let text = |text: &str| yaml_flow(&json!(text));
    let seats: Vec<_> = new
        .seats
        .iter()
        .map(|(seat, player, address)| {
            context! { seat => text(seat), player => text(player), address => text(address) }
        })
        .collect();
    let values = context! {
        id => text(&new.id), title => text(&new.title), game => text(&new.game), players => new.seats.len(),
        address => text(&new.address), timezone => text(&new.timezone), gm_name => text(&new.gm_name),
        gm_address => text(&new.gm_address), rehearsal => if rehearsal { "yes" } else { "no" },
        first_seat => new.seats.first().map(|(seat, ..)| text(seat)), seats,
    };
    // The template's last newline is dropped, and a line that somebody appends must not continue the one before it.
    minijinja::Environment::new()
        .render_str(TEMPLATE, values)
        .map(|text| text + "\n")
        .map_err(|why| CampaignError::Fault(format!("templates/campaign.yaml: {why}")))
}

/// Makes a campaign's folder with its `campaign.yaml`. The game does not begin: [`start`](super::start) does that.
///
/// # Errors
/// If the folder has a campaign already, the settings are wrong, or the folder cannot be written.
pub fn new(host: &Host, dir: &Path, new: &NewCampaign) -> Result<(), CampaignError> {
    new_with(host, dir, new, false)
}

/// Makes a campaign's folder like [`new`](fn@new), with a rehearsal before the game if `rehearsal` is `true`.
///
/// # Errors
/// If the folder has a campaign already, the settings are wrong, or the folder cannot be written.
pub fn new_with(host: &Host, dir: &Path, new: &NewCampaign, rehearsal: bool) -> Result<(), CampaignError> {
    new_on(host, dir, new, &[], rehearsal)
}

/// Checks that a campaign can be made in a folder, before anything is asked about it.
///
/// # Errors
/// If the folder has a campaign already, or one that has lost its settings.
pub fn vacant(host: &Host, dir: &Path) -> Result<(), CampaignError> {
    let store = host.store(dir);
    if store.document(Document::Settings).is_ok_and(|text| text.is_some()) {
        return Err(CampaignError::AlreadyThere(store.path_of(Document::Settings)));
    }
    match no_settings(&*store) {
        CampaignError::NoCampaign(_) => Ok(()),
        lost => Err(lost),
    }
}

/// Makes a campaign's folder like [`new_with`], with files of the game's data, by name, that are its own: another board.
///
/// # Errors
/// If the folder has a campaign already, the settings or the data are wrong, or the folder cannot be written.
pub fn new_on(
    host: &Host,
    dir: &Path,
    new: &NewCampaign,
    data: &[(String, String)],
    rehearsal: bool,
) -> Result<(), CampaignError> {
    vacant(host, dir)?;
    let store = host.store(dir);
    let path = store.path_of(Document::Settings);
    let text = text_with(new, rehearsal)?;
    let wrong = |mistakes: Mistakes| CampaignError::Settings { path: path.clone(), mistakes };
    let mut settings = settings::read(&text).map_err(wrong)?;
    let own = |file: &str| data.iter().find(|(name, _)| name == file).map(|(_, text)| text.clone());
    let referee = (host.game)(&settings, &own)?;
    settings.fit(&referee.seats()).map_err(wrong)?;
    settings.can_be_addressed(&referee.seats()).map_err(wrong)?;
    store.create()?;
    // The settings come last: a folder without them is no campaign yet.
    for (file, text) in data {
        store.keep_document(Document::Data { game: &new.game, file }, text)?;
    }
    store.keep_document(Document::Settings, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::FaultyDisk;
    use std::sync::Arc;

    fn campaign() -> NewCampaign {
        let seat = |seat: &str, player: &str, address: &str| {
            (seat.to_owned(), player.to_owned(), address.to_owned())
        };
        NewCampaign {
            id: "westeros-7".into(),
            title: "Westeros: \"the long\" winter # 7".into(),
            game: "thrones-1e".into(),
            address: "game@example.org".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "no".into(),
            gm_address: "maria@example.org".into(),
            seats: vec![
                seat("stark", "Anna: the first", "anna@example.org"),
                seat("lannister", "Bert", "bert@example.org"),
                seat("baratheon", "Cleo", "cleo@example.org"),
            ],
        }
    }

    #[test]
    fn the_commented_file_reads_as_what_was_asked_for_and_as_the_defaults_say() {
        let text = settings_text(&campaign()).unwrap();
        let settings = settings::read(&text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert!(text.ends_with('\n'), "a line can be appended");
        assert_eq!(settings.title, campaign().title);
        assert_eq!(settings.gm.name, "no");
        assert_eq!(settings.seat("stark").unwrap().player, "Anna: the first");
        assert_eq!(settings.players, 3);
        assert!(settings.options.is_null());
        assert_eq!(settings.chance, settings::ChanceSettings::default());
        assert_eq!(settings.clock.deadline.to_string(), "every 3 days at 20:00 Europe/Rome");
    }

    /// The settings of a file that says only what it must.
    fn least(more: &str) -> settings::Settings {
        let text = format!(
            "campaign: westeros-7\ngame: thrones-1e\naddress: game@example.org\ntimezone: Europe/Rome\n\
             gm: {{name: Maria, addresses: [maria@example.org]}}\n\
             seats: {{stark: {{player: Anna, address: anna@example.org}}}}\n{more}\n"
        );
        settings::read(&text).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    #[test]
    fn what_the_file_says_is_what_counts_without_it() {
        let text = settings_text(&campaign()).unwrap();
        let written = settings::read(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
        let mut least = least("");
        // Who plays, and what the campaign is called, are no defaults.
        least.title.clone_from(&written.title);
        least.gm.clone_from(&written.gm);
        least.seats.clone_from(&written.seats);
        least.players = written.players;
        assert_eq!(written, least);
    }

    #[test]
    fn a_folder_is_made_once_and_only_of_good_settings() {
        let host = Host::new(Arc::new(FaultyDisk::new()));
        let mut bad = campaign();
        bad.seats[0].0 = "strak".into();
        bad.gm_address = "maria".into();
        assert!(matches!(new(&host, Path::new("/w"), &bad), Err(CampaignError::Settings { .. })));
        assert!(host.disk.look(Path::new("/w")).is_err());
        new(&host, Path::new("/w"), &campaign()).unwrap();
        assert!(matches!(new(&host, Path::new("/w"), &campaign()), Err(CampaignError::AlreadyThere(_))));
    }
}
