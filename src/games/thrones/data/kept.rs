//! A place in the world for what rooms above work out from it, once for all who need it: names in every spelling.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// Something of a type that this room need not know, made when it is first needed. Two of them are equal whatever they hold,
/// because it follows from what is printed; a copy, which may be changed, begins with nothing.
#[derive(Debug, Default)]
pub struct Kept(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept::default()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Kept {
    /// Returns what is kept, made by `make` if nothing is; one that keeps another type returns what `make` makes each time.
    pub fn get<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let kept = self.0.get_or_init(|| Arc::new(make()));
        Arc::clone(kept).downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}
