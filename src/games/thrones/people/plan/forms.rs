//! What the parts of a plan must look like, for whoever has written one otherwise.

use super::table::words;

/// What a node of a plan must look like: the word of its section, and an example for the player who wrote it otherwise.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) section: &'static str,
    pub(super) example: &'static str,
}

/// The form of a part by its name in the table of the language.
macro_rules! form {
    ($part:ident) => {
        Form { section: words!(forms $part section), example: words!(forms $part example) }
    };
}
pub(super) use form;

pub(super) const AREA_FORM: Form = form!(area);
pub(super) const HOUSE_FORM: Form = form!(house);
pub(super) const ORDERS_FORM: Form = form!(orders);
pub(super) const RAVEN_FORM: Form = form!(raven);
pub(super) const RAIDS_FORM: Form = form!(raids);
pub(super) const MARCHES_FORM: Form = form!(marches);
pub(super) const TO_FORM: Form = form!(to);
pub(super) const FORCE_FORM: Form = form!(force);
pub(super) const BIDS_FORM: Form = form!(bids);
pub(super) const MUSTER_FORM: Form = form!(muster);
pub(super) const BUILD_FORM: Form = form!(build);
pub(super) const CONSOLIDATE_FORM: Form = form!(consolidate);
pub(super) const PORTS_FORM: Form = form!(ports);
pub(super) const CHOICES_FORM: Form = form!(choices);
pub(super) const LOOK_FORM: Form = form!(look);
pub(super) const REDRAW_FORM: Form = form!(redraw);
pub(super) const DISBAND_FORM: Form = form!(disband);
pub(super) const SUPPORT_FORM: Form = form!(support);
pub(super) const BATTLE_FORM: Form = form!(battle);
pub(super) const CARDS_FORM: Form = form!(cards);
pub(super) const BLADE_FORM: Form = form!(blade);
pub(super) const LOSE_FORM: Form = form!(lose);
pub(super) const ABILITIES_FORM: Form = form!(abilities);
pub(super) const ABILITY_FORM: Form = form!(ability);
pub(super) const ANSWERS_FORM: Form = form!(answers);
pub(super) const OTHERWISE_FORM: Form = form!(otherwise);
