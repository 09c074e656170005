//! The pictures that were drawn in one pass.

use crate::picture::{Picture, Theme};
use crate::plan::MapKind;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// The width of a mailed picture in pixels: two for each point of a phone's screen.
const WIDTH: u32 = 720;
/// The most bytes of a mailed picture.
const LARGEST: usize = 130 << 10;

/// The bytes of a picture's file; `None` if it could not be drawn.
type File = Option<Rc<Vec<u8>>>;

/// The pictures drawn so far, by what they show: seats that see the same share one.
#[derive(Default)]
pub struct Gallery {
    drawn: RefCell<HashMap<[u8; 32], File>>,
}

impl Gallery {
    /// Returns the bytes of a picture's file, drawn now if it has not been drawn before; `None` if it cannot be drawn.
    pub(crate) fn file(&self, picture: &Picture, kind: MapKind) -> File {
        let key: [u8; 32] = Sha256::digest(format!("{kind:?} {picture:?}")).into();
        if let Some(known) = self.drawn.borrow().get(&key) {
            return known.clone();
        }
        // The text must go out whatever a picture comes to.
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            let canvas = picture.draw(Theme::Light);
            match kind {
                MapKind::No => None,
                MapKind::Svg => Some(canvas.svg().into_bytes()),
                MapKind::Png => canvas.png_within(WIDTH, LARGEST),
            }
        }));
        let drawn = drawn.ok().flatten().map(Rc::new);
        self.drawn.borrow_mut().insert(key, drawn.clone());
        drawn
    }
}
