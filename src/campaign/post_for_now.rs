//! Stands in for post until it is merged.
use serde::{Deserialize, Serialize};
/// An address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Address {
    /// Name.
    pub name: Option<String>,
    /// Address.
    pub address: String,
}
impl Address {
    /// New.
    pub fn new(address: impl Into<String>) -> Self {
        Address { name: None, address: address.into() }
    }
    /// Named.
    pub fn named(self, name: &str) -> Self {
        Address { name: Some(name.to_owned()), ..self }
    }
}
/// In.
pub type MailIn = serde_json::Value;
/// Out.
pub type MailOut = serde_json::Value;
/// Most.
pub const LARGEST: usize = 1 << 20;
