//! Email addresses in `campaign.yaml`.

use super::fields::{Fields, Mistakes};
use crate::post::Address;
use crate::sheet::{Node, Span};

/// Returns `true` if a text can be an email address. A coarse check: one `@` with text on both sides, and no blanks or
/// characters that separate addresses.
pub fn is_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && !host.is_empty()
            && !host.contains('@')
            && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"".contains(c))
    })
}

fn good_address(text: &str, place: &str, line: Span, wrong: &mut Mistakes) -> bool {
    let good = is_address(text);
    if !good {
        wrong.add(line, format!("{place}: “{text}” is not an email address such as anna@example.org"));
    }
    good
}

/// Reads the campaign's own address: a text, or a mapping of `address` and `name`.
pub(super) fn read_address(node: &Node, wrong: &mut Mistakes) -> Option<Address> {
    if let Some(text) = node.text() {
        return good_address(text, "address", node.span, wrong).then(|| Address::new(text));
    }
    let mut fields = Fields::of(node, "address", wrong);
    let address = fields.need("address", wrong);
    let name = fields.text("name", wrong);
    fields.finish(wrong);
    let good = good_address(&address, "address.address", node.span, wrong);
    good.then(|| Address::new(address).named(&name.unwrap_or_default()))
}

/// The most characters before the `@` of the address for bounces: a seat and a MAC are added, and servers accept 64.
const MOST_LOCAL: usize = 24;

/// Reads the address for bounces.
pub(super) fn read_bounces(fields: &mut Fields<'_>, wrong: &mut Mistakes) -> Option<String> {
    let line = fields.place_of("bounces").unwrap_or(fields.span);
    let text = fields.text("bounces", wrong)?;
    if !good_address(&text, "bounces", line, wrong) {
        return None;
    }
    let local = text.split('@').next().unwrap_or_default();
    if local.len() > MOST_LOCAL || local.contains('+') || !text.is_ascii() {
        wrong.add(
            line,
            format!(
                "bounces: “{text}” cannot be used, because we add “+SEAT.CODE” before the @; give a plain address with at most {MOST_LOCAL} characters before it, such as bounces@example.org"
            ),
        );
        return None;
    }
    Some(text)
}

/// Reads somebody's `addresses` and `address`, of which there must be at least one.
pub(super) fn read_addresses(fields: &mut Fields<'_>, place: &str, wrong: &mut Mistakes) -> Vec<String> {
    let line = fields.place_of("addresses").or(fields.place_of("address")).unwrap_or(fields.span);
    let mut addresses = fields.list("addresses", wrong).unwrap_or_default();
    addresses.extend(fields.text("address", wrong));
    if addresses.is_empty() {
        wrong.add(line, format!("“{place}.addresses” is missing"));
    }
    addresses.retain(|address| good_address(address, &format!("{place}.addresses"), line, wrong));
    addresses
}
