//! Recognises openings of seals that were sent as JSON.

/// Returns `true` if a text as a whole is an opening in JSON.
///
/// It has a campaign, a seat and a plan, but is not a document. An opening below the key `opening` is part of
/// a document.
pub fn is_opening(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && text.contains("\"nonce\"") && !text.contains("\"opening\"")
}
