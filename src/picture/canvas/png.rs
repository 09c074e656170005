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

/// Pixels as runs of a colour, each with its number among the colours.
pub(super) struct Runs {
    width: u32,
    height: u32,
    /// The number of a colour, and how many pixels in a row have it.
    runs: Vec<(u32, u32)>,
    /// How many pixels have each colour.
    counts: Vec<(Rgb, u32)>,
}

impl Runs {
    /// Finds the runs of a picture.
    pub(super) fn of(pixels: &Pixmap) -> Runs {
        let all = || pixels.data().chunks_exact(4);
        let ends = all().zip(all().skip(1)).filter(|(one, next)| one[..3] != next[..3]).count();
        let mut found = Runs {
            width: pixels.width(),
            height: pixels.height(),
            // Grown step by step they would take three times the room, beside all pixels.
            runs: Vec::with_capacity(ends + 1),
            counts: Vec::new(),
        };
        let mut numbers: ByColour<u32> = ByColour::default();
        let (mut last, mut length) = (None, 0);
        for bytes in all() {
            let colour = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            if last == Some(colour) {
                length += 1;
                continue;
            }
            found.end(last, length, &mut numbers);
            (last, length) = (Some(colour), 1);
        }
        found.end(last, length, &mut numbers);
        found
    }

    fn end(&mut self, colour: Option<u32>, length: u32, numbers: &mut ByColour<u32>) {
        let Some(colour) = colour else { return };
        let [r, g, b, _] = colour.to_le_bytes();
        let number = *numbers.entry([r, g, b]).or_insert_with(|| {
            self.counts.push(([r, g, b], 0));
            (self.counts.len() - 1) as u32
        });
        self.counts[number as usize].1 += length;
        self.runs.push((number, length));
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
    for (number, length) in &pixels.runs {
        let mut length = *length as usize;
        while length > 0 {
            if left == 0 {
                // Each row begins with its filter: with none, for filters harm palettes.
                rows.push(0);
                left = width;
            }
            let here = length.min(left);
            rows.resize(rows.len() + here, nearest[*number as usize]);
            (length, left) = (length - here, left - here);
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header().ok()?;
    // All at once: row by row, half of the time would go into clearing the compression's buffer.
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
