//! How the sides of a game are drawn: a letter, a pattern and colours that nobody takes for each other's.

use crate::games::embedded;
use crate::picture::palette::Palette;
use crate::picture::{Colour, Look, Theme};

/// Boards that may be played on together, or alone.
const TOGETHER: [&[&str]; 3] =
    [&["thrones-nine", "beyond-the-wall"], &["thrones-2e", "beyond-the-wall"], &["thrones-1e"]];

fn look(game: &str) -> Look {
    serde_saphyr::from_str(embedded(game, "picture.yaml").unwrap()).unwrap()
}

/// Also where the north is joined to a board, each side has a letter, a pattern and colours of its own.
#[test]
fn no_two_sides_of_a_game_are_drawn_alike() {
    for boards in TOGETHER {
        let sides: Vec<_> = boards.iter().flat_map(|game| look(game).sides).collect();
        assert!(sides.len() >= 5);
        for (i, (id, side)) in sides.iter().enumerate() {
            for (other, another) in &sides[..i] {
                assert_ne!(side.letter, another.letter, "{id}, {other}");
                assert_ne!(side.pattern, another.pattern, "{id}, {other}");
                assert_ne!(side.light[0], another.light[0], "{id}, {other}");
                assert_ne!(side.dark[0], another.dark[0], "{id}, {other}");
            }
        }
    }
}

/// A colour in linear light.
fn light(colour: Colour) -> [f64; 3] {
    let part = |value: u8| {
        let part = f64::from(value) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    [part(colour.0), part(colour.1), part(colour.2)]
}

fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = light(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Who sees: everybody, and those who lack one kind of cone (Machado, Oliveira and Fernandes, 2009), as matrices on linear light.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "protanopia",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "tritanopia",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// A colour as an eye sees it, in CIELAB.
fn seen(colour: Colour, eye: [[f64; 3]; 3]) -> [f64; 3] {
    let from = light(colour);
    let [r, g, b] = eye.map(|row| row.iter().zip(from).map(|(m, c)| m * c).sum::<f64>().clamp(0.0, 1.0));
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    let y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
    let f = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
}

/// The difference of two colours by CIEDE2000.
fn difference([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    let grey = 0.5 * (1.0 - seventh(f64::midpoint(a1.hypot(b1), a2.hypot(b2))));
    let (a1, a2) = (a1 * (1.0 + grey), a2 * (1.0 + grey));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let turn = match h2 - h1 {
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let (light, chroma) = (l2 - l1, c2 - c1);
    let hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin();
    let (l, c) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let h = match (h1 - h2).abs() <= 180.0 {
        true => f64::midpoint(h1, h2),
        false if h1 + h2 < 360.0 => f64::midpoint(h1, h2) + 180.0,
        false => f64::midpoint(h1, h2) - 180.0,
    };
    let wave = |times: f64, off: f64| (times * h + off).to_radians().cos();
    let t = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0)
        - 0.2 * wave(4.0, -63.0);
    let (sl, sc, sh) = (
        1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt(),
        1.0 + 0.045 * c,
        1.0 + 0.015 * c * t,
    );
    let turned = 60.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rotation = -2.0 * seventh(c) * turned.to_radians().sin();
    let (light, chroma, hue) = (light / sl, chroma / sc, hue / sh);
    (light * light + chroma * chroma + hue * hue + rotation * chroma * hue).max(0.0).sqrt()
}

/// The colours of any two counters differ for every eye, in light and in the dark. (Two shades of one hue side by side are told apart from
/// about 2 on; patterns and letters are there besides.)
#[test]
fn no_two_sides_of_a_game_look_alike_to_anybody() {
    const LEAST: f64 = 12.0;
    // Pairs of the paper that describes the measure.
    let known = difference([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485]);
    assert!((known - 2.0425).abs() < 0.0001, "{known}");
    let known = difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387]);
    assert!((known - 1.2644).abs() < 0.0001, "{known}");
    for boards in TOGETHER {
        let sides: Vec<_> = boards.iter().flat_map(|game| look(game).sides).collect();
        let colours = |side: usize| [&sides[side].1.light[0], &sides[side].1.dark[0]];
        for (i, (id, _)) in sides.iter().enumerate() {
            for (j, (other, _)) in sides[..i].iter().enumerate() {
                for (one, another) in colours(i).into_iter().zip(colours(j)) {
                    let [one, another] = [one, another].map(|text| Colour::read(text).unwrap());
                    for (eye, matrix) in EYES {
                        let apart = difference(seen(one, matrix), seen(another, matrix));
                        assert!(apart >= LEAST, "{id} and {other} to {eye}: {apart:.1}");
                    }
                }
            }
        }
    }
}

/// What stands on a counter, and a name on the land of a side, can be read.
#[test]
fn what_stands_on_the_colour_of_a_side_can_be_read() {
    for game in ["thrones-1e", "thrones-2e", "thrones-nine", "beyond-the-wall"] {
        let look = look(game);
        assert!(look.sides.len() >= 3);
        for id in look.sides.keys() {
            let livery = look.livery(id).unwrap();
            for theme in [Theme::Light, Theme::Dark] {
                let palette = Palette::of(theme, look.mist);
                let on = contrast(palette.strong(&livery), palette.on(&livery));
                assert!(on >= 4.5, "{id}: {on:.1} on a counter, {theme:?}");
                let name = contrast(palette.tint(&livery), palette.ink);
                assert!(name >= 4.5, "{id}: {name:.1} on its land, {theme:?}");
            }
        }
    }
}
