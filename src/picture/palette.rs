//! Colours: what each thing is drawn in, on light ground and on dark. They were chosen so that sides differ for the colour-blind too, and names can
//! be read on every tint.

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Reads `#RRGGBB`.
    pub fn read(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Colour(part(0)?, part(2)?, part(4)?))
    }

    /// Returns the colour as `#RRGGBB`.
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// Returns this colour with some of another one mixed in.
    pub fn mixed(self, other: Colour, share: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share + 0.5) as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Returns how bright it looks, from 0 to 1.
    fn luminance(self) -> f64 {
        // The square is near enough to the curve of screens, and the same on every processor.
        let part = |value: u8| (f64::from(value) / 255.0) * (f64::from(value) / 255.0);
        0.2126 * part(self.0) + 0.7152 * part(self.1) + 0.0722 * part(self.2)
    }
}

/// The colours and the pattern of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Livery {
    /// The letter on its shields.
    pub letter: char,
    /// On light ground: of counters and arrows, and of what stands on them.
    pub light: (Colour, Colour),
    /// The same on dark ground.
    pub dark: (Colour, Colour),
    pub pattern: Pattern,
    /// The mark of a faction, instead of a letter.
    pub mark: Option<super::glyph::Glyph>,
}

/// Liveries of sides that nobody gave one: all of them differ from each other, and from those of the houses of Westeros
/// with five and six seats.
pub const SPARE: [Livery; 5] = [
    spare(Pattern::Chevrons, [0x15_63C6, 0xFF_FFFF], [0x4D_8CF0, 0x06_121F]),
    spare(Pattern::Lattice, [0x85_2C70, 0xFF_FFFF], [0xA9_619F, 0x12_0410]),
    spare(Pattern::Level, [0x55_C8EC, 0x06_222A], [0xA5_E2F7, 0x06_222A]),
    spare(Pattern::Dots, [0xB5_442B, 0xFF_FFFF], [0x5F_1E08, 0xFF_FFFF]),
    spare(Pattern::Crosses, [0xE8_F7FA, 0x06_222A], [0xE4_FAF4, 0x06_222A]),
];

const fn spare(pattern: Pattern, light: [u32; 2], dark: [u32; 2]) -> Livery {
    const fn colour(rgb: u32) -> Colour {
        Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }
    Livery {
        letter: '?',
        light: (colour(light[0]), colour(light[1])),
        dark: (colour(dark[0]), colour(dark[1])),
        pattern,
        mark: None,
    }
}

impl Default for Livery {
    /// Returns the livery of a side that has none of its own: grey.
    fn default() -> Self {
        Livery {
            letter: '?',
            light: (Colour(0x7A, 0x72, 0x64), Colour(0xFF, 0xFF, 0xFF)),
            dark: (Colour(0xA7, 0x9E, 0x8E), Colour(0x1B, 0x1A, 0x18)),
            pattern: Pattern::Level,
            mark: None,
        }
    }
}

/// What fills the land of a side, so that nothing is told by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pattern {
    Rising,
    Upright,
    Level,
    Dots,
    Lozenges,
    Waves,
    Crosses,
    Chevrons,
    Lattice,
    Falling,
    Rings,
    Bricks,
}

impl Pattern {
    /// The names of all.
    pub const NAMES: [&str; 12] = [
        "rising", "upright", "level", "dots", "lozenges", "waves", "crosses", "chevrons", "lattice",
        "falling", "rings", "bricks",
    ];

    /// Returns the pattern with this name.
    pub fn named(name: &str) -> Option<Pattern> {
        Some(match name {
            "rising" => Pattern::Rising,
            "upright" => Pattern::Upright,
            "level" => Pattern::Level,
            "dots" => Pattern::Dots,
            "lozenges" => Pattern::Lozenges,
            "waves" => Pattern::Waves,
            "crosses" => Pattern::Crosses,
            "chevrons" => Pattern::Chevrons,
            "lattice" => Pattern::Lattice,
            "falling" => Pattern::Falling,
            "rings" => Pattern::Rings,
            "bricks" => Pattern::Bricks,
            _ => return None,
        })
    }
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// The colour of each thing that belongs to no side.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub dark: bool,
    pub page: Colour,
    pub paper: Colour,
    pub land: Colour,
    pub off: Colour,
    pub off_ink: Colour,
    pub sea: Colour,
    pub shore: Colour,
    pub sea_ink: Colour,
    pub ink: Colour,
    pub faint_ink: Colour,
    pub coast: Colour,
    pub halo: Colour,
    pub river: Colour,
    pub ice: Colour,
    pub order: Colour,
    pub on_order: Colour,
    pub star: Colour,
    pub on_star: Colour,
    pub battle: Colour,
    pub on_battle: Colour,
    pub neutral: Colour,
    pub on_neutral: Colour,
    pub rule: Colour,
    /// The casing of black pieces on dark ground.
    pub edge: Colour,
}

const LIGHT: Palette = Palette {
    dark: false,
    page: Colour(0xFB, 0xF7, 0xEE),
    paper: Colour(0xF1, 0xE8, 0xD4),
    land: Colour(0xEF, 0xE5, 0xCF),
    off: Colour(0xE3, 0xDC, 0xCB),
    off_ink: Colour(0x66, 0x5E, 0x4D),
    sea: Colour(0xC5, 0xD6, 0xDD),
    shore: Colour(0xDC, 0xE7, 0xE9),
    sea_ink: Colour(0x2F, 0x50, 0x62),
    ink: Colour(0x2A, 0x26, 0x20),
    faint_ink: Colour(0x5E, 0x56, 0x4A),
    coast: Colour(0x4A, 0x41, 0x36),
    halo: Colour(0xFB, 0xF5, 0xE6),
    river: Colour(0x4A, 0x86, 0xA8),
    ice: Colour(0xE4, 0xF0, 0xF4),
    order: Colour(0x2A, 0x26, 0x20),
    on_order: Colour(0xFF, 0xFF, 0xFF),
    star: Colour(0xC8, 0x92, 0x0A),
    on_star: Colour(0x1A, 0x14, 0x00),
    battle: Colour(0xD2, 0x2F, 0x1F),
    on_battle: Colour(0xFF, 0xFF, 0xFF),
    neutral: Colour(0x7A, 0x72, 0x64),
    on_neutral: Colour(0xFF, 0xFF, 0xFF),
    rule: Colour(0xD8, 0xCC, 0xB4),
    edge: Colour(0xFB, 0xF5, 0xE6),
};

const DARK: Palette = Palette {
    dark: true,
    page: Colour(0x15, 0x17, 0x1A),
    paper: Colour(0x24, 0x26, 0x2A),
    land: Colour(0x3B, 0x3A, 0x37),
    off: Colour(0x25, 0x27, 0x2A),
    off_ink: Colour(0x98, 0x93, 0x89),
    sea: Colour(0x1B, 0x2A, 0x34),
    shore: Colour(0x27, 0x40, 0x4E),
    sea_ink: Colour(0x9C, 0xC0, 0xD3),
    ink: Colour(0xED, 0xE7, 0xDA),
    faint_ink: Colour(0xB4, 0xAD, 0x9F),
    coast: Colour(0x0B, 0x0D, 0x0F),
    halo: Colour(0x1C, 0x1D, 0x1F),
    river: Colour(0x5F, 0xA6, 0xCC),
    ice: Colour(0x9F, 0xB9, 0xC6),
    order: Colour(0xF2, 0xEC, 0xDF),
    on_order: Colour(0x1B, 0x1A, 0x18),
    star: Colour(0xF2, 0xC2, 0x30),
    on_star: Colour(0x1A, 0x14, 0x00),
    battle: Colour(0xFF, 0x6A, 0x4D),
    on_battle: Colour(0x1A, 0x05, 0x00),
    neutral: Colour(0xA7, 0x9E, 0x8E),
    on_neutral: Colour(0x1B, 0x1A, 0x18),
    rule: Colour(0x3C, 0x3E, 0x42),
    edge: Colour(0xED, 0xEB, 0xE4),
};

impl Palette {
    /// Returns the colours of a theme; `mist` for a board that is an island in it.
    pub fn of(theme: Theme, mist: bool) -> Palette {
        let palette = if theme == Theme::Dark { DARK } else { LIGHT };
        match (mist, theme) {
            (false, _) => palette,
            (true, Theme::Light) => {
                let sea = Colour(0xDD, 0xE3, 0xE4);
                Palette { sea, off: sea, shore: Colour(0xF1, 0xF2, 0xEE), ..palette }
            }
            (true, Theme::Dark) => {
                let sea = Colour(0x1C, 0x22, 0x26);
                Palette { sea, off: sea, shore: Colour(0x2B, 0x34, 0x3A), ..palette }
            }
        }
    }

    /// Returns the colour of a side's counters and arrows.
    pub fn strong(&self, livery: &Livery) -> Colour {
        if self.dark { livery.dark.0 } else { livery.light.0 }
    }

    /// Returns the colour of what stands on a side's counters.
    pub fn on(&self, livery: &Livery) -> Colour {
        if self.dark { livery.dark.1 } else { livery.light.1 }
    }

    /// Returns the colour of a side's land.
    pub fn tint(&self, livery: &Livery) -> Colour {
        let strong = self.strong(livery);
        let share = match self.dark {
            false => 0.30,
            true if strong.luminance() < 0.45 => 0.36,
            // Names in light ink can still be read on the land of the nearly white.
            true if strong.luminance() > 0.85 => 0.22,
            true => 0.28,
        };
        self.land.mixed(strong, share)
    }

    /// Returns the colour of a sea in which a side has ships.
    pub fn sea_tint(&self, livery: &Livery) -> Colour {
        self.sea.mixed(self.strong(livery), 0.12)
    }

    /// Returns `true` if a side's pieces would vanish in the dark.
    pub fn is_black(&self, livery: &Livery) -> bool {
        self.dark && self.strong(livery).luminance() < 0.05
    }

    /// Returns the colour around a side's pieces, which tells them from the ground.
    pub fn casing(&self, livery: &Livery) -> Colour {
        if self.is_black(livery) { self.edge } else { self.halo }
    }
}
