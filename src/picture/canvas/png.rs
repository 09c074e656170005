//! PNG with a palette: a third of the size of one with full colours, and no difference to the eye.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tiny_skia::Pixmap;

/// How many colours a picture has at most; fewer if it must be smaller.
pub(super) const COLOURS: [usize; 3] = [64, 32, 16];
/// A colour this near to one of the palette needs none of its own: the sum of the squares of the differences.
const NEAR: u32 = 30;

type Rgb = [u8; 3];

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

/// Returns pixels as the bytes of a PNG; `None` if they cannot be written.
pub(super) fn encode(pixels: &Pixmap, colours: usize) -> Option<Vec<u8>> {
    let rgb = |bytes: &[u8]| -> Rgb { [bytes[0], bytes[1], bytes[2]] };
    let mut counts: ByColour<u32> = ByColour::default();
    let all: Vec<Rgb> = pixels.data().chunks_exact(4).map(rgb).collect();
    // Runs of a colour are counted at once.
    for run in all.chunk_by(|a, b| a == b) {
        *counts.entry(run[0]).or_default() += run.len() as u32;
    }
    let mut counted: Vec<(Rgb, u32)> = counts.into_iter().collect();
    counted.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let palette = chosen(&counted, colours);
    let nearest: ByColour<u8> =
        counted.iter().map(|(colour, _)| (*colour, nearest(&palette, *colour))).collect();
    let mut indices = Vec::with_capacity(all.len());
    for run in all.chunk_by(|a, b| a == b) {
        let index = nearest.get(&run[0]).copied().unwrap_or_default();
        indices.extend(std::iter::repeat_n(index, run.len()));
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    // In this order: the compression would choose a filter of its own, and filters harm palettes.
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&indices).ok()?;
    writer.finish().ok()?;
    Some(out)
}

/// Chooses the palette: the most frequent colours, then again and again the one that is frequent and far from those chosen.
fn chosen(counted: &[(Rgb, u32)], colours: usize) -> Vec<Rgb> {
    // The most frequent ones are taken exactly: else flat seas and rivers would change their hue.
    let mut palette: Vec<Rgb> = counted.iter().take(colours * 3 / 5).map(|(colour, _)| *colour).collect();
    let rest = counted.get(palette.len()..).unwrap_or_default();
    let mut far: Vec<u32> = rest.iter().map(|(colour, _)| least(&palette, *colour)).collect();
    let weight: Vec<f32> = rest.iter().map(|(_, count)| (*count as f32).sqrt()).collect();
    while palette.len() < colours {
        let worth = |i: &usize| weight[*i] * far[*i] as f32;
        let best = (0..rest.len()).max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.cmp(a)));
        let Some(best) = best.filter(|_| far.iter().any(|far| *far >= NEAR)) else { break };
        let colour = rest[best].0;
        palette.push(colour);
        for (far, (other, _)) in far.iter_mut().zip(rest) {
            *far = (*far).min(distance(colour, *other));
        }
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
