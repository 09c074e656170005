//! Signatures by SSH keys, as `ssh-keygen -Y sign` makes them.
//!
//! The crate `ssh-key` reads the format; `ring`, which the program needs for TLS anyway, checks the signature.

use ring::signature::{
    ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA512, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use ssh_key::public::KeyData;
use ssh_key::{Algorithm, HashAlg, PublicKey, SshSig};
use std::fmt;

/// The namespace of signatures (`-n` of `ssh-keygen`): one made for mail, git or a login is worth nothing here.
pub const NAMESPACE: &str = "ravenpost";
/// The longest signature that is read, in bytes of its armour; that of the longest RSA key has a third of it.
pub const MOST_SIGNATURE: usize = 8 << 10;

/// A public key, as it is in `id_ed25519.pub`.
#[derive(Clone, PartialEq, Eq)]
pub struct SshKey(PublicKey);

impl fmt::Debug for SshKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SshKey({self})")
    }
}

/// Writes the fingerprint as `ssh-keygen -l` prints it: `SHA256:…`.
impl fmt::Display for SshKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.fingerprint(HashAlg::Sha256))
    }
}

/// A signature that does not prove anything about a key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SshFault {
    /// It is not a signature, or it is damaged.
    #[error("it cannot be read")]
    Broken,
    /// It was made for another namespace.
    #[error("it was made for “{0}”, not for “{NAMESPACE}”")]
    Namespace(String),
    /// It was made with another key; the text is that key's fingerprint.
    #[error("it was made with another key ({0})")]
    OtherKey(String),
    /// It does not match the text.
    #[error("it does not match the text")]
    OtherText,
}

impl SshKey {
    /// Reads the line of a `.pub` file: `ssh-ed25519 AAAA… name`. Ed25519 and RSA keys are accepted.
    ///
    /// # Errors
    /// If it is not a key or of another kind; returns a description.
    pub fn parse(line: &str) -> Result<Self, String> {
        let key = PublicKey::from_openssh(line.trim()).map_err(|_| {
            "this is no public SSH key: copy the one line of the file id_ed25519.pub".to_owned()
        })?;
        match key.algorithm() {
            Algorithm::Ed25519 | Algorithm::Rsa { .. } => Ok(SshKey(key)),
            other => Err(format!(
                "keys of the kind {} are not accepted: make one with `ssh-keygen -t ed25519`",
                other.as_str()
            )),
        }
    }

    /// Checks that an armoured signature was made with this key over one of some texts, and returns the index of that
    /// text.
    ///
    /// # Errors
    /// If it was not, with the reason.
    pub fn verify<T: AsRef<[u8]>>(
        &self,
        armour: &str,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<usize, SshFault> {
        if armour.len() > MOST_SIGNATURE {
            return Err(SshFault::Broken);
        }
        let signature = SshSig::from_pem(armour).map_err(|_| SshFault::Broken)?;
        if signature.namespace() != NAMESPACE {
            return Err(SshFault::Namespace(signature.namespace().chars().take(40).collect()));
        }
        if signature.public_key() != self.0.key_data() {
            let fingerprint = signature.public_key().fingerprint(HashAlg::Sha256);
            return Err(SshFault::OtherKey(fingerprint.to_string()));
        }
        let fits = |text: &T| {
            SshSig::signed_data(NAMESPACE, signature.hash_alg(), text.as_ref())
                .is_ok_and(|signed| self.made(&signature, &signed))
        };
        texts.into_iter().position(|text| fits(&text)).ok_or(SshFault::OtherText)
    }

    fn made(&self, signature: &SshSig, signed: &[u8]) -> bool {
        let bytes = signature.signature_bytes();
        match (self.0.key_data(), signature.algorithm()) {
            (KeyData::Ed25519(key), Algorithm::Ed25519) => {
                UnparsedPublicKey::new(&ED25519, &key.0).verify(signed, bytes).is_ok()
            }
            // SHA-1, which RSA keys once signed with, is not taken.
            (KeyData::Rsa(key), Algorithm::Rsa { hash: Some(hash) }) => {
                // Both without leading zeros, as the key's form has it.
                let (Some(n), Some(e)) = (key.n.as_positive_bytes(), key.e.as_positive_bytes()) else {
                    return false;
                };
                let how = match hash {
                    HashAlg::Sha256 => &RSA_PKCS1_2048_8192_SHA256,
                    _ => &RSA_PKCS1_2048_8192_SHA512,
                };
                RsaPublicKeyComponents { n, e }.verify(how, signed, bytes).is_ok()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Made with `ssh-keygen -t ed25519` and `ssh-keygen -Y sign -n ravenpost` for this test alone.
    const KEY: &str = include_str!("../../tests/mail/ssh/key.pub");
    const SIGNATURE: &str = include_str!("../../tests/mail/ssh/plan.yaml.sig");
    const PLAN: &str = include_str!("../../tests/mail/ssh/plan.yaml");
    const RSA_KEY: &str = include_str!("../../tests/mail/ssh/rsa.pub");
    const RSA_SIGNATURE: &str = include_str!("../../tests/mail/ssh/plan.yaml.rsa.sig");

    #[test]
    fn a_signature_fits_its_text_key_and_purpose_and_no_other() {
        let key = SshKey::parse(KEY).unwrap();
        assert_eq!(key.verify(SIGNATURE, [&PLAN.replace('\n', "\r\n"), PLAN]), Ok(1));
        assert_eq!(key.verify(SIGNATURE, [PLAN.replace("bid: 3", "bid: 4")]), Err(SshFault::OtherText));
        assert!(key.verify(&SIGNATURE.replace("A", "B"), [PLAN]).is_err());
        assert_eq!(key.verify("hello", [PLAN]), Err(SshFault::Broken));
        assert_eq!(key.verify(&SIGNATURE.repeat(40), [PLAN]), Err(SshFault::Broken));
        let rsa = SshKey::parse(RSA_KEY).unwrap();
        assert_eq!(rsa.verify(RSA_SIGNATURE, [PLAN]), Ok(0));
        assert_eq!(rsa.verify(RSA_SIGNATURE, ["other"]), Err(SshFault::OtherText));
        assert_eq!(rsa.verify(SIGNATURE, [PLAN]), Err(SshFault::OtherKey(key.to_string())));
        assert!(key.to_string().starts_with("SHA256:"));
    }

    #[test]
    fn what_is_no_key_says_so() {
        assert!(SshKey::parse("ssh-ed25519 AAAA").unwrap_err().contains("no public SSH key"));
        let nist = "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7opKgwFB9nkt5YRrYMjNuG5N87uRgg6CLrbo5wAdT/y6v0mKV0U2w0WZ2YB/++Tpockg= x";
        assert!(SshKey::parse(nist).is_err());
    }
}
