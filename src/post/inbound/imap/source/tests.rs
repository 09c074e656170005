//! What is said of a message without asking the server: when it came, and its name.

use super::*;
use crate::disk::FaultyDisk;

fn at(hour: u32) -> DateTime<Utc> {
    format!("2026-11-20T{hour:02}:00:00Z").parse().unwrap()
}

fn source(settings: &str, host: Option<&str>) -> ImapSource {
    let settings: ImapSettings = serde_saphyr::from_str(settings).unwrap();
    let receipt = Receipt::at(at(12)).trusting(host.map(str::to_owned));
    ImapSource::new(Arc::new(FaultyDisk::new()), "/c", &settings, receipt)
}

const PLAIN: &str = "{host: mail.example, user: gm, password from: {file: x}}";

/// The server's own time counts if the settings say so, but never one to come; with a host that is trusted, only what that has written.
#[test]
fn a_message_came_when_it_lay_in_the_mailbox() {
    let arrived = |hour: u32| {
        let date: DateTime<FixedOffset> = at(hour).into();
        MessageDataItem::InternalDate(date.try_into().unwrap())
    };
    let by_collection = PLAIN.replace("}}", "}, time of receipt: collection}");
    for (settings, host, arrives, is) in [
        (PLAIN, None, Some(9), 9),
        (PLAIN, None, Some(12), 12),
        (PLAIN, None, Some(13), 12),
        (PLAIN, None, None, 12),
        (&by_collection, None, Some(9), 12),
        (PLAIN, Some("mx.example"), Some(9), 12),
    ] {
        let look: Vec<_> = arrives.into_iter().map(arrived).collect();
        assert_eq!(source(settings, host).received(&look), at(is), "{settings} {host:?} {arrives:?}");
    }
}

/// A handle is one word, from which the message is known again, whatever its mailbox is called.
#[test]
fn a_message_is_named_by_its_mailbox_and_numbers() {
    let named = |mailbox: &str| {
        let settings = PLAIN.replace("}}", &format!("}}, mailbox: \"{mailbox}\"}}"));
        let mut source = source(&settings, None);
        source.validity = NonZeroU32::new(7);
        source.handle(NonZeroU32::new(42).unwrap()).0
    };
    for (mailbox, name) in [
        ("INBOX", "INBOX/7/42"),
        ("Games/Toy", "Games/Toy/7/42"),
        ("My games", "My%20games/7/42"),
        ("100%", "100%25/7/42"),
        ("Züge", "Z%C3%BCge/7/42"),
    ] {
        assert_eq!(named(mailbox), name);
    }
}

/// Of a message that is too large the headers are kept, and its size says that it is one.
#[test]
fn a_message_is_whole_up_to_the_largest_size() {
    let mail = |size: usize| {
        let mut mail = b"Subject: x\r\n\r\n".to_vec();
        mail.resize(size, b'a');
        mail
    };
    let (head, largest) = (14, LARGEST as u64);
    for (sent, stated, is_kept, size) in [
        (100, 100, 100, 100),
        (100, 7, 100, 100),
        (100, 200, 100, 100),
        (LARGEST, largest, LARGEST, largest),
        (LARGEST + 1, largest, head, largest + 1),
        (LARGEST + 1, 7, head, largest + 1),
        (100, largest + 1, head, largest + 1),
    ] {
        let (raw, is) = kept(mail(sent), stated);
        assert_eq!((raw.len(), is), (is_kept, size), "{sent} bytes of {stated}");
    }
}
