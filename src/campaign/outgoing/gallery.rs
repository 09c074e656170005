//! The pictures that were drawn in one pass.

use crate::picture::{Picture, Plate, Scene, Theme, Touchable};
use crate::plan::MapKind;
use crate::table::Referee;
use crate::table::form::FormArea;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The width of a mailed picture in pixels: two for each point of a phone's screen.
const WIDTH: u32 = 720;
/// The most bytes of a mailed picture.
const LARGEST: usize = 130 << 10;
/// The most bytes of the map on an order page, which has some 105 KB besides with twelve seats, and at most 250.
const LARGEST_ON_PAGE: usize = 140 << 10;

/// The bytes of a picture's file; `None` if it could not be drawn.
type File = Option<Arc<Vec<u8>>>;
/// A map in which areas can be touched; `None` if it could not be drawn, or is too large.
type Map = Option<Arc<Touchable>>;

/// The pictures drawn so far, by what they show: seats that see the same share one.
#[derive(Default)]
pub struct Gallery {
    drawn: Drawn<File>,
    touchable: Drawn<Map>,
    /// The plates of what was drawn, each with its number for the keys.
    plates: Mutex<Vec<Arc<Plate>>>,
}

/// Pictures by their keys. Who asks for one that another thread draws waits for it, and draws none of its own.
type Drawn<P> = Mutex<HashMap<[u8; 32], Arc<OnceLock<P>>>>;

/// Returns the picture with a key, by `draw` if nobody has asked for it yet.
fn drawn<P: Clone>(all: &Drawn<P>, key: [u8; 32], draw: impl FnOnce() -> P) -> P {
    let place = open(all).entry(key).or_default().clone();
    place.get_or_init(draw).clone()
}

fn open<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Gallery {
    /// Returns the map of an order page: the board alone, in which the areas of the form can be touched; `None` if the game has no
    /// picture of a view.
    pub(crate) fn page_map(&self, referee: &dyn Referee, view: &Value, areas: &[FormArea]) -> Map {
        if view.is_null() {
            return None;
        }
        let mut picture = referee.picture(view, &[])?;
        // What stands above and below the board is in the page's own words, or in the message.
        picture.scene =
            Scene { sides: picture.scene.sides, places: picture.scene.places, ..Scene::default() };
        let id = |name: &str| areas.iter().find(|area| area.name == name).map(|area| area.id.clone());
        let drawn = picture.plate.board.areas.iter().enumerate();
        let touched: Vec<(usize, String)> =
            drawn.filter_map(|(at, area)| Some((at, id(&area.name)?))).collect();
        self.with_areas(&picture, &touched)
    }

    /// Returns what tells a drawn picture from others.
    fn key(&self, picture: &Picture, how: &str) -> [u8; 32] {
        let mut plates = open(&self.plates);
        let known = plates.iter().position(|plate| Arc::ptr_eq(plate, &picture.plate));
        let plate = known.unwrap_or_else(|| {
            plates.push(Arc::clone(&picture.plate));
            plates.len() - 1
        });
        Sha256::digest(format!("{plate} {how} {:?}", picture.scene)).into()
    }

    /// Returns a picture in which the areas with these ids can be touched, drawn now if it has not been drawn before.
    fn with_areas(&self, picture: &Picture, areas: &[(usize, String)]) -> Map {
        let key = self.key(picture, &format!("{areas:?}"));
        let fits = |map: &Touchable| map.svg.len() + map.style.len() <= LARGEST_ON_PAGE;
        drawn(&self.touchable, key, || {
            let drawn = catch_unwind(AssertUnwindSafe(|| picture.touchable(areas)));
            drawn.ok().filter(fits).map(Arc::new)
        })
    }

    /// Returns the bytes of a picture's file, drawn now if it has not been drawn before; `None` if it cannot be drawn.
    pub(crate) fn file(&self, picture: &Picture, kind: MapKind) -> File {
        let key = self.key(picture, &format!("{kind:?}"));
        // The text must go out whatever a picture comes to.
        drawn(&self.drawn, key, || {
            let drawn = catch_unwind(AssertUnwindSafe(|| {
                let canvas = picture.draw(Theme::Light);
                match kind {
                    MapKind::No => None,
                    MapKind::Svg => Some(canvas.svg().into_bytes()),
                    MapKind::Png => canvas.png_within(WIDTH, LARGEST),
                }
            }));
            drawn.ok().flatten().map(Arc::new)
        })
    }
}
