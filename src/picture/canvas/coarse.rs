//! Coarse edges: a pixel on the edge of what is painted is covered all, by half or not at all. Of a picture with so few shades, fewer
//! bytes are left, and where two pixels are one point on a screen hardly anybody sees it.

use tiny_skia::{FillRule, Mask, Path, Pixmap, PremultipliedColorU8, Transform};

/// A colour, and how opaque it is.
pub(super) struct Ink {
    pub(super) colour: [u8; 3],
    pub(super) opacity: f32,
}

/// Fills an outline on a picture; only where `clip`, which begins in a row of the picture, is not empty.
pub(super) fn fill(
    pixels: &mut Pixmap,
    clip: Option<(u32, &Mask)>,
    (path, rule): (&Path, FillRule),
    place: Transform,
    ink: &Ink,
) -> Option<()> {
    let bounds = path.bounds().transform(place)?;
    let within = |value: f32, most: u32| value.clamp(0.0, most as f32) as u32;
    let (left, right) =
        (within(bounds.left().floor(), pixels.width()), within(bounds.right().ceil(), pixels.width()));
    let (top, bottom) =
        (within(bounds.top().floor(), pixels.height()), within(bounds.bottom().ceil(), pixels.height()));
    let wide = right.saturating_sub(left);
    let mut cover = Mask::new(wide, bottom.saturating_sub(top))?;
    cover.fill_path(path, rule, true, place.post_translate(-(left as f32), -(top as f32)));
    let width = pixels.width() as usize;
    let rows = pixels.pixels_mut().chunks_exact_mut(width).zip(0u32..).skip(top as usize);
    for ((row, y), covered) in rows.zip(cover.data().chunks_exact(wide as usize)) {
        let open = clip.map(|(first, mask)| {
            let from = y.checked_sub(first)? as usize * width + left as usize;
            mask.data().get(from..from + wide as usize)
        });
        let row = row.get_mut(left as usize..right as usize)?;
        for (at, (pixel, covered)) in row.iter_mut().zip(covered).enumerate() {
            let share = match covered {
                0..=FEW => continue,
                MANY.. => ink.opacity,
                _ => ink.opacity / 2.0,
            };
            let is_open =
                open.is_none_or(|open| open.is_some_and(|open| open.get(at).is_some_and(|open| *open > 0)));
            if is_open {
                *pixel = mixed(*pixel, ink.colour, share)?;
            }
        }
    }
    Some(())
}

/// As much cover as is none, and as is all.
const FEW: u8 = 63;
const MANY: u8 = 192;

/// Lays a colour over that of a pixel.
fn mixed(below: PremultipliedColorU8, [r, g, b]: [u8; 3], share: f32) -> Option<PremultipliedColorU8> {
    let mix =
        |below: u8, above: u8| (f32::from(below) + (f32::from(above) - f32::from(below)) * share + 0.5) as u8;
    PremultipliedColorU8::from_rgba(mix(below.red(), r), mix(below.green(), g), mix(below.blue(), b), 255)
}
