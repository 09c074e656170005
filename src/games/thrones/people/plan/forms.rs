//! What the parts of a plan must look like, for whoever has written one otherwise.

use super::table::words;

/// What a node of a plan must look like: the word of its section, and an example for the player who wrote it otherwise.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) section: &'static str,
    pub(super) example: &'static str,
}

pub(super) const fn form(section: &'static str, example: &'static str) -> Form {
    Form { section, example }
}

pub(super) const AREA_FORM: Form = form(words!(forms area section), words!(forms area example));
pub(super) const HOUSE_FORM: Form = form(words!(forms house section), words!(forms house example));
pub(super) const ORDERS_FORM: Form = form(words!(forms orders section), words!(forms orders example));
pub(super) const RAVEN_FORM: Form = form(words!(forms raven section), words!(forms raven example));
pub(super) const RAIDS_FORM: Form = form(words!(forms raids section), words!(forms raids example));
pub(super) const MARCHES_FORM: Form = form(words!(forms marches section), words!(forms marches example));
pub(super) const TO_FORM: Form = form(words!(forms to section), words!(forms to example));
pub(super) const FORCE_FORM: Form = form(words!(forms force section), words!(forms force example));
pub(super) const BIDS_FORM: Form = form(words!(forms bids section), words!(forms bids example));
pub(super) const MUSTER_FORM: Form = form(words!(forms muster section), words!(forms muster example));
pub(super) const BUILD_FORM: Form = form(words!(forms build section), words!(forms build example));
pub(super) const CONSOLIDATE_FORM: Form =
    form(words!(forms consolidate section), words!(forms consolidate example));
pub(super) const PORTS_FORM: Form = form(words!(forms ports section), words!(forms ports example));
pub(super) const CHOICES_FORM: Form = form(words!(forms choices section), words!(forms choices example));
pub(super) const LOOK_FORM: Form = form(words!(forms look section), words!(forms look example));
pub(super) const REDRAW_FORM: Form = form(words!(forms redraw section), words!(forms redraw example));
pub(super) const DISBAND_FORM: Form = form(words!(forms disband section), words!(forms disband example));
pub(super) const SUPPORT_FORM: Form = form(words!(forms support section), words!(forms support example));
pub(super) const BATTLE_FORM: Form = form(words!(forms battle section), words!(forms battle example));
pub(super) const CARDS_FORM: Form = form(words!(forms cards section), words!(forms cards example));
pub(super) const BLADE_FORM: Form = form(words!(forms blade section), words!(forms blade example));
pub(super) const LOSE_FORM: Form = form(words!(forms lose section), words!(forms lose example));
pub(super) const ABILITIES_FORM: Form =
    form(words!(forms abilities section), words!(forms abilities example));
pub(super) const ABILITY_FORM: Form = form(words!(forms ability section), words!(forms ability example));
pub(super) const ANSWERS_FORM: Form = form(words!(forms answers section), words!(forms answers example));
pub(super) const OTHERWISE_FORM: Form =
    form(words!(forms otherwise section), words!(forms otherwise example));
