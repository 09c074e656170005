//! Openings of seals that were sent as JSON instead of a document.

/// Whether a text is an opening as a whole, in JSON. It has a campaign, a seat and a plan like a document, and is none;
/// one below `opening` is in a document.
pub fn is_opening(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && text.contains("\"nonce\"") && !text.contains("\"opening\"")
}
