//! PNG with a palette: a third of the size of one with full colours, and no difference to the eye.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::Write as _;
use tiny_skia::Pixmap;

/// How a picture is made.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// `true` if edges are coarse.
    pub(super) coarse: bool,
    /// How many colours it has at most.
    colours: usize,
    /// How hard it is compressed.
    effort: u32,
}

/// What costs more, and what can be seen, is tried only if a picture must be smaller. Coarse edges need more colours to spare as many
/// bytes, so that no house loses its own.
pub(super) const TRIED: [Way; 5] = [
    Way { coarse: false, colours: 56, effort: 6 },
    Way { coarse: false, colours: 56, effort: 8 },
    Way { coarse: true, colours: 96, effort: 6 },
    Way { coarse: true, colours: 96, effort: 8 },
    Way { coarse: true, colours: 72, effort: 9 },
];
/// A colour this near to one of the palette needs none of its own: the sum of the squares of the differences.
const NEAR: u32 = 30;

pub(super) type Rgb = [u8; 3];

/// Colours are nobody's secret and come from our own drawing: a quick hash serves.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
}

type ByColour<T> = HashMap<Rgb, T, BuildHasherDefault<Quick>>;

/// Pixels as runs of a colour.
pub(super) struct Runs {
    width: u32,
    height: u32,
    /// Of each run the number of its colour in three bytes, and how many more pixels than one in a row have it.
    bytes: Vec<u8>,
    /// How many pixels have each colour.
    counts: Vec<(Rgb, u32)>,
}

/// The bytes of a pixel, and of a run.
const WORD: usize = 4;
/// The most pixels of a run.
const LONGEST: u32 = 256;

impl Runs {
    /// Finds the runs of a picture. They are written over its pixels, of which there are no fewer: both would take half as much again.
    pub(super) fn of(pixels: Pixmap) -> Runs {
        let (width, height) = (pixels.width(), pixels.height());
        let mut found = Runs { width, height, bytes: pixels.take(), counts: Vec::new() };
        let mut numbers: ByColour<u32> = ByColour::default();
        let (mut end, mut last, mut length) = (0, None, 0);
        for place in (0..found.bytes.len()).step_by(WORD) {
            let [r, g, b] = [found.bytes[place], found.bytes[place + 1], found.bytes[place + 2]];
            let colour = u32::from_le_bytes([r, g, b, 0]);
            if last == Some(colour) && length < LONGEST {
                length += 1;
                continue;
            }
            end = found.put(end, last, length, &mut numbers);
            (last, length) = (Some(colour), 1);
        }
        end = found.put(end, last, length, &mut numbers);
        found.bytes.truncate(end);
        found
    }

    /// Writes a run to its place, and returns that of the next.
    fn put(&mut self, at: usize, colour: Option<u32>, length: u32, numbers: &mut ByColour<u32>) -> usize {
        let Some(colour) = colour else { return at };
        let [r, g, b, _] = colour.to_le_bytes();
        let number = *numbers.entry([r, g, b]).or_insert_with(|| {
            self.counts.push(([r, g, b], 0));
            (self.counts.len() - 1) as u32
        });
        self.counts[number as usize].1 += length;
        let next = at + WORD;
        // Three bytes tell as many colours apart as there are.
        self.bytes[at..next].copy_from_slice(&(number | (length - 1) << 24).to_le_bytes());
        next
    }

    /// Returns the number of each run's colour, and its pixels.
    fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        self.bytes.as_chunks().0.iter().map(|run| {
            let [a, b, c, more] = *run;
            (u32::from_le_bytes([a, b, c, 0]) as usize, usize::from(more) + 1)
        })
    }
}

/// Returns pixels as the bytes of a PNG; `None` if they cannot be written. `own` are the colours that were painted with.
pub(super) fn encode(pixels: &Runs, own: &HashSet<Rgb>, way: Way) -> Option<Vec<u8>> {
    let mut counted = pixels.counts.clone();
    counted.sort_unstable_by_key(|(colour, count)| (Reverse(*count), *colour));
    let palette = chosen(&counted, own, way.colours);
    let nearest: Vec<u8> = pixels.counts.iter().map(|(colour, _)| nearest(&palette, *colour)).collect();
    let width = pixels.width as usize;
    let mut rows = Vec::with_capacity((width + 1) * pixels.height as usize);
    let mut left = 0;
    for (number, mut length) in pixels.all() {
        while length > 0 {
            if left == 0 {
                // Each row begins with its filter: with none, for filters harm palettes.
                rows.push(0);
                left = width;
            }
            let here = length.min(left);
            rows.resize(rows.len() + here, nearest[number]);
            (length, left) = (length - here, left - here);
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header().ok()?;
    // All at once: row by row, half of the time would go into clearing the compression's buffer, and pieces make other bytes.
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(way.effort));
    packer.write_all(&rows).ok()?;
    writer.write_chunk(png::chunk::IDAT, &packer.finish().ok()?).ok()?;
    writer.finish().ok()?;
    Some(out)
}

/// Chooses the palette: the most frequent colours, those with which the drawing was painted, and then again and again the one that is
/// frequent and far from those chosen.
fn chosen(counted: &[(Rgb, u32)], own: &HashSet<Rgb>, colours: usize) -> Vec<Rgb> {
    // These are taken exactly: else flat seas and houses would change their hue.
    let (frequent, others) = counted.split_at(counted.len().min(colours * 3 / 5));
    let (owned, rest): (Vec<_>, Vec<_>) =
        others.iter().copied().partition(|(colour, _)| own.contains(colour));
    let exact = frequent.iter().chain(&owned).map(|(colour, _)| *colour);
    let mut palette: Vec<Rgb> = exact.take(colours * 9 / 10).collect();
    let mut far: Vec<u32> = rest.iter().map(|(colour, _)| least(&palette, *colour)).collect();
    let weight: Vec<f32> = rest.iter().map(|(_, count)| (*count as f32).sqrt()).collect();
    let mut last = None;
    while palette.len() < colours {
        let (mut best, mut most, mut is_far) = (None, 0.0, false);
        for (place, ((far, weight), (other, _))) in far.iter_mut().zip(&weight).zip(&rest).enumerate() {
            if let Some(last) = last {
                *far = (*far).min(distance(last, *other));
            }
            is_far |= *far >= NEAR;
            let worth = weight * *far as f32;
            if worth > most {
                (best, most) = (Some(place), worth);
            }
        }
        let Some((colour, _)) = best.filter(|_| is_far).and_then(|best| rest.get(best)) else { break };
        palette.push(*colour);
        last = Some(*colour);
    }
    palette
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    square(0) + square(1) + square(2)
}

fn least(palette: &[Rgb], colour: Rgb) -> u32 {
    palette.iter().map(|one| distance(*one, colour)).min().unwrap_or(u32::MAX)
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let best = palette.iter().enumerate().min_by_key(|(_, one)| distance(**one, colour));
    best.map_or(0, |(i, _)| i as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_pixels_however_long_they_are() {
        let mut pixels = Pixmap::new(30, 30).expect("pixels");
        // A long run, and short ones at its end and at that of the picture.
        for (place, pixel) in pixels.data_mut().chunks_exact_mut(WORD).enumerate() {
            let red = if [700, 701, 899].contains(&place) { place as u8 } else { 7 };
            pixel.copy_from_slice(&[red, 8, 9, 255]);
        }
        let was: Vec<Rgb> =
            pixels.data().as_chunks::<WORD>().0.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let runs = Runs::of(pixels);
        let is = runs.all().flat_map(|(number, length)| std::iter::repeat_n(runs.counts[number].0, length));
        assert_eq!(is.collect::<Vec<Rgb>>(), was);
        for (colour, count) in &runs.counts {
            assert_eq!(was.iter().filter(|pixel| *pixel == colour).count(), *count as usize, "{colour:?}");
        }
    }
}
