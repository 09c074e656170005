//! The names of events.

use crate::games::thrones::realm::event::RealmEvent;

#[test]
fn every_event_has_its_name_in_the_list() {
    // What serde says of a tag it does not know names all that it does.
    let wrong = serde_json::from_str::<RealmEvent>(r#"{"event": "?"}"#).unwrap_err().to_string();
    let mut known: Vec<&str> = wrong.split('`').skip(3).step_by(2).collect();
    let mut named = [RealmEvent::NAMES, RealmEvent::NORTHERN, RealmEvent::JOINED].concat();
    known.sort_unstable();
    named.sort_unstable();
    assert_eq!(known, named);
}
