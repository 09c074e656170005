//! A position without the game's own types.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

/// A position as data, as [`Game::write_state`](super::Game::write_state) gives it. It is shared and never changed, and keeps
/// what the first game that was given it has read: a stage is played, viewed and asked about many times from one position.
#[derive(Clone)]
pub struct Position(Arc<Shared>);

struct Shared {
    data: LazyLock<Value, Box<dyn FnOnce() -> Value + Send>>,
    read: OnceLock<Read>,
    /// What it was made of; `None` if it came as data.
    made: Option<Made>,
}

/// The state that a host has written a position of. It may hold more than was written.
struct Made {
    host: u64,
    state: Arc<dyn Any + Send + Sync>,
    is_same: fn(&dyn Any, &dyn Any) -> bool,
}

impl Made {
    /// Returns `true` if a host has written both of the same state.
    fn is_same(&self, other: &Made) -> bool {
        self.host == other.host && (self.is_same)(&*self.state, &*other.state)
    }
}

/// What a host has read a position as.
struct Read {
    /// The number of the host: another may know the same position by other data of the game.
    host: u64,
    state: Arc<dyn Any + Send + Sync>,
}

impl Position {
    /// Returns a position that a host has as a state. `write` is called when its data are first looked at.
    pub(super) fn of_state<S: Any + Send + Sync>(
        host: u64,
        state: Arc<S>,
        write: impl FnOnce(&S) -> Value + Send + 'static,
    ) -> Self {
        let read = OnceLock::from(Read { host, state: state.clone() });
        Position(Arc::new(Shared { data: LazyLock::new(Box::new(move || write(&state))), read, made: None }))
    }

    /// Returns a position that a host writes of a state, when its data are first looked at, and reads from them like any other.
    pub(super) fn of_written<S: Any + Send + Sync + PartialEq>(
        host: u64,
        state: S,
        write: impl FnOnce(&S) -> Value + Send + 'static,
    ) -> Self {
        let state = Arc::new(state);
        let is_same = |one: &dyn Any, other: &dyn Any| {
            one.downcast_ref::<S>().zip(other.downcast_ref::<S>()).is_some_and(|(one, other)| one == other)
        };
        let (made, read) = (Some(Made { host, state: state.clone(), is_same }), OnceLock::new());
        Position(Arc::new(Shared { data: LazyLock::new(Box::new(move || write(&state))), read, made }))
    }

    /// Returns a position of which nothing is known before `write` is called, when its data are first looked at.
    pub(super) fn of_data(write: impl FnOnce() -> Value + Send + 'static) -> Self {
        Position(Arc::new(Shared { data: LazyLock::new(Box::new(write)), read: OnceLock::new(), made: None }))
    }

    /// Returns the state that a host reads the position as; `read` is called if it has not been read by that host.
    ///
    /// # Errors
    /// If `read` fails.
    pub(super) fn read_by<S, E>(
        &self,
        host: u64,
        read: impl FnOnce(&Value) -> Result<S, E>,
    ) -> Result<Arc<S>, E>
    where
        S: Any + Send + Sync,
    {
        let known = self.0.read.get().filter(|known| known.host == host);
        if let Some(state) = known.and_then(|known| known.state.clone().downcast().ok()) {
            return Ok(state);
        }
        let state = Arc::new(read(&self.0.data)?);
        let _ = self.0.read.set(Read { host, state: state.clone() });
        Ok(state)
    }
}

impl Deref for Position {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0.data
    }
}

impl From<Value> for Position {
    fn from(data: Value) -> Self {
        Position::of_data(|| data)
    }
}

impl Default for Position {
    fn default() -> Self {
        Value::default().into()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let is_made_alike =
            || self.0.made.as_ref().zip(other.0.made.as_ref()).is_some_and(|(own, other)| own.is_same(other));
        Arc::ptr_eq(&self.0, &other.0) || is_made_alike() || **self == **other
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Position::from)
    }
}

/// A recorded position or plan that the rules cannot read, with a description of what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules cannot read the record: {0}")]
pub struct Damaged(pub String);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_position_is_read_once_by_a_host_and_again_by_another() {
        let position = Position::from(json!(7));
        let read = |host: u64, by: u64| {
            let read = |data: &Value| data.as_u64().map(|number| number * by).ok_or(());
            position.read_by(host, read).map(|state| *state)
        };
        assert_eq!(read(1, 1), Ok(7));
        // What is known is not read again, in a copy of it neither.
        assert_eq!(read(1, 2), Ok(7));
        assert_eq!(position.clone().read_by(1, |_| Err(())).map(|state: Arc<u64>| *state), Ok(7));
        assert_eq!(read(2, 2), Ok(14));
        assert_eq!(
            position.read_by(1, |_| Ok::<_, ()>("another type")).map(|state| *state),
            Ok("another type")
        );
    }

    #[test]
    fn a_position_of_a_state_is_written_when_it_is_looked_at() {
        let position = Position::of_state(1, Arc::new(7_u64), |state| json!(state * 2));
        assert_eq!(position.read_by(1, |_| Err(())).map(|state: Arc<u64>| *state), Ok(7));
        assert_eq!(*position, json!(14));
        assert_eq!(position.read_by(2, |data| data.as_u64().ok_or(())).map(|state| *state), Ok(14));
    }

    #[test]
    fn positions_written_of_the_same_state_are_equal_before_they_are_written() {
        let unwritten =
            |host: u64, state: u64| Position::of_written(host, state, |_| panic!("it is written"));
        assert!(unwritten(1, 7) == unwritten(1, 7));
        // Other states may be written alike.
        let written = |host: u64, state: u64| Position::of_written(host, state, |state| json!(state / 2));
        assert_eq!((written(1, 6) == written(1, 7), written(1, 6) == written(2, 6)), (true, true));
        assert_ne!(written(1, 6), written(1, 8));
        // What a state holds besides is not read.
        assert_eq!(written(1, 7).read_by(1, |data| data.as_u64().ok_or(())).map(|state| *state), Ok(3));
    }

    #[test]
    fn positions_with_the_same_data_are_equal() {
        let position = Position::from(json!({"a": 1}));
        assert_eq!(position, position.clone());
        assert_eq!(position, Position::from(json!({"a": 1})));
        assert_ne!(position, Position::from(json!({"a": 2})));
        let text = serde_json::to_string(&position).unwrap();
        assert_eq!(
            (text.as_str(), serde_json::from_str::<Position>(&text).unwrap()),
            (r#"{"a":1}"#, position)
        );
    }
}
