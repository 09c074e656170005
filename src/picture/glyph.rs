//! The signs that are drawn: one path each, on a square of 24 by 24.

/// A sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Glyph {
    Footman,
    Knight,
    Ship,
    Siege,
    Giant,
    Dragon,
    Zombie,
    Other,
    King,
    Castle,
    Stronghold,
    Barrel,
    Crown,
    Power,
    Port,
    Garrison,
    Neutral,
    March,
    Defense,
    Support,
    Raid,
    Consolidate,
    Star,
    Hidden,
    Battle,
    Throne,
    Blade,
    Raven,
    Wildlings,
    Banner,
    Disc,
    Cube,
    Saltire,
    Chevron,
    Plus,
    Ring,
}

/// The side of the square on which signs are drawn.
pub const GRID: f64 = 24.0;

impl Glyph {
    /// Returns its name, by which a drawing refers to it.
    pub fn name(self) -> &'static str {
        self.drawn().0
    }

    /// Returns its outline as the data of an SVG path.
    pub fn path(self) -> &'static str {
        self.drawn().1
    }

    /// Returns `true` if lines within its outline cut holes. Only one sign is drawn of parts that lie over each other.
    pub fn has_holes(self) -> bool {
        self != Glyph::Other
    }

    /// Returns the sign with this name.
    pub fn named(name: &str) -> Option<Glyph> {
        ALL.into_iter().find(|glyph| glyph.name() == name)
    }

    #[rustfmt::skip]
    fn drawn(self) -> (&'static str, &'static str) {
        match self {
            Glyph::Footman => ("footman", "M9.5 1.5a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4zM2 22.5c0-7.2 2.6-11 7.5-11s7.5 3.8 7.5 11zM20.5 .5l2.2 5h-1.3v17h-1.8v-17h-1.3z"),
            Glyph::Knight => ("knight", "M10.5 1l2 2.6c6 .6 9.5 5.4 9.5 11.4 0 2.6-.5 5-1 7.5H6.5c0-4 4.8-5.3 5.5-9.5-2.2 1.5-4.2 1-5.5 3.2-.7 1.2-2 1.3-3 .7L1.5 15C2 11 4.5 8.5 6.5 5.5 8 4 9.5 3.5 10.5 1zM10.8 6.3a1.3 1.3 0 1 0 .01 0z"),
            Glyph::Ship => ("ship", "M1.5 15.5h21l-3.5 7h-14zM11.2 1v12.5H3.5C6.5 10.5 9.5 6 11.2 1zM13.2 3c4.3 2 7.3 6 7.8 10.5h-7.8z"),
            Glyph::Siege => ("siege", "M5.3 15.6a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 1 1 0-7.4zM18.7 15.6a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 1 1 0-7.4zM9.5 18h5v3.5h-5zM11 7.5L15.8 16.5H8zM.5 10.2L15.8 3.2l1.5 3.2L2 13.4zM20 .3a3.8 3.8 0 1 1 0 7.6a3.8 3.8 0 1 1 0-7.6z"),
            Glyph::Giant => ("giant", "M12 .5a3.6 3.6 0 1 1 0 7.2a3.6 3.6 0 1 1 0-7.2zM4.5 6.5h3c1 1.7 2.6 2.5 4.5 2.5s3.5-.8 4.5-2.5h3c2.8 0 4.5 2 4.5 5.5v9.5h-4.5V13h-1v10.5h-4.8v-6.5h-3.4v6.5H5.5V13h-1v8.5H0V12c0-3.5 1.7-5.5 4.5-5.5z"),
            Glyph::Dragon => ("dragon", "M12 3.5l1.5 3.2C15.5 3.8 19 2.5 23.5 3c-1.3 3.2-1.3 7 0 10.5-2.3-1.2-4.3-1-5.5.7-1.5-.9-2.9-.4-3.6 1L12 23l-2.4-7.8c-.7-1.4-2.1-1.9-3.6-1-1.2-1.7-3.2-1.9-5.5-.7C1.8 10 1.8 6.2.5 3c4.5-.5 8 .8 10 3.7z"),
            Glyph::Zombie => ("zombie", "M12 1.5c5.8 0 9.5 3.8 9.5 9 0 3.2-1.5 5.3-3.5 6.5v5.5H6V17c-2-1.2-3.5-3.3-3.5-6.5 0-5.2 3.7-9 9.5-9zM8 8.5a2.5 2.7 0 1 0 .01 0zM16 8.5a2.5 2.7 0 1 0 .01 0zM12 14l-1.4 2.8h2.8zM9 19h1.5v3.5H9zM13.5 19H15v3.5h-1.5z"),
            Glyph::Other => ("other", "M10.7 12.0L10.7 7.5L8.6 4.4L12.0 0.4L15.4 4.4L13.3 7.5L13.3 12.0zM11.3 10.9L15.2 8.6L16.9 5.3L22.0 6.2L20.3 11.1L16.5 10.9L12.7 13.1zM12.7 10.9L16.5 13.1L20.3 12.9L22.0 17.8L16.9 18.7L15.2 15.4L11.3 13.1zM13.3 12.0L13.3 16.5L15.4 19.6L12.0 23.6L8.6 19.6L10.7 16.5L10.7 12.0zM12.7 13.1L8.8 15.4L7.1 18.7L2.0 17.8L3.7 12.9L7.5 13.1L11.3 10.9zM11.3 13.1L7.5 10.9L3.7 11.1L2.0 6.2L7.1 5.3L8.8 8.6L12.7 10.9z"),
            Glyph::King => ("king", "M3 1l3.7 4L12 0l5.3 5L21 1v7.5H3zM3.5 10h17c.8 5-1.8 7.5-3.5 8.3V23H7v-4.7C5.3 17.5 2.7 15 3.5 10zM8.5 12a2 2 0 1 0 .01 0zM15.5 12a2 2 0 1 0 .01 0z"),
            Glyph::Castle => ("castle", "M3 2h4v3h3V2h4v3h3V2h4v8h-2.5v12.5H15V18a3 3 0 0 0-6 0v4.5H5.5V10H3z"),
            Glyph::Stronghold => ("stronghold", "M.5 8h2.2v2.2h1.8V8h2v-.5h2V1.5h1.8V3.7h3.4V1.5h1.8v6h2V8h2v2.2h1.8V8h2.2v14.5H15V18a3 3 0 0 0-6 0v4.5H.5zM11.2 8.5h1.6v3h-1.6zM3.2 13.5h2v3.5h-2zM18.8 13.5h2v3.5h-2z"),
            Glyph::Barrel => ("barrel", "M6 1.5h12c2.7 6.5 2.7 14.5 0 21H6c-2.7-6.5-2.7-14.5 0-21zM4.7 6.5l-.3 2h15.2l-.3-2zM4.4 15.5l.3 2h14.6l.3-2z"),
            Glyph::Crown => ("crown", "M1 5.5l6 5L12 2l5 8.5 6-5L20.5 17h-17zM3.7 18.8h16.6V22H3.7z"),
            Glyph::Power => ("power", "M3 1.5h18V11c0 6-3.7 9.7-9 12-5.3-2.3-9-6-9-12z"),
            Glyph::Port => ("port", "M12 .8a3.4 3.4 0 0 1 1.6 6.4V9.3h4.2v2.9h-4.2v7.2c2.6-.6 4.5-2.3 5.1-4.7l-2 .4 3.2-5 2.8 5.4-1.7-.3c-.8 4.9-4.3 8-9 8s-8.2-3.1-9-8l-1.7.3 2.8-5.4 3.2 5-2-.4c.6 2.4 2.5 4.1 5.1 4.7v-7.2H6.2V9.3h4.2V7.2A3.4 3.4 0 0 1 12 .8zM12 2.8a1.4 1.4 0 1 0 .01 0z"),
            Glyph::Garrison => ("garrison", "M2.5 1h4.2v2.8h3V1h4.6v2.8h3V1h4.2v11c0 5.5-3.8 9-9.5 11-5.7-2-9.5-5.5-9.5-11z"),
            Glyph::Neutral => ("neutral", "M7.3 1h9.4L23 7.3v9.4L16.7 23H7.3L1 16.7V7.3z"),
            Glyph::March => ("march", "M.5 4.5H12V.5L23.7 12 12 23.5V19.5H.5z"),
            Glyph::Defense => ("defense", "M12 .5c3 2 6 2.7 9.5 2.7V11c0 6.2-3.9 10-9.5 12.5C6.4 21 2.5 17.2 2.5 11V3.2C6 3.2 9 2.5 12 .5z"),
            Glyph::Support => ("support", "M.5 .5h3V23.5h-3zM4.5 1.5h19.2l-4.4 7.8 4.4 7.8H4.5z"),
            Glyph::Raid => ("raid", "M13.5 .5c.3 5 7.5 7.5 7.5 14.5 0 5-4 8.5-9 8.5s-9-3.5-9-8.5C3 11 5 8.5 6 5.5c2 1.3 3 3 3.2 5C11.5 8.5 13.5 5 13.5 .5z"),
            Glyph::Consolidate => ("consolidate", "M.5 5l6.2 5.2L12 1l5.3 9.2L23.5 5 21 18.2H3zM3 19.7h18v3.3H3z"),
            Glyph::Star => ("star", "M12 .5l3.3 7.6 8.2.8-6.2 5.5 1.8 8.1-7.1-4.3-7.1 4.3 1.8-8.1L.5 8.9l8.2-.8z"),
            Glyph::Hidden => ("hidden", "M.8 3.5h22.4L12 13zM.5 5.3L12 15.3 23.5 5.3V21H.5z"),
            Glyph::Battle => ("battle", "M1.5 1l5 1.5L19.3 16l1.7-1.7 1.5 1.5-2.6 2.6 3.3 3.3-2 2-3.3-3.3-2.6 2.6-1.5-1.5 1.7-1.7L2.5 6.5zM22.5 1l-5 1.5-4.3 4.6 2.6 2.7 5.7-3.3zM8.2 12.3L4.7 16 3 14.3l-1.5 1.5 2.6 2.6-3.3 3.3 2 2 3.3-3.3 2.6 2.6 1.5-1.5-1.7-1.7 2.8-2.9z"),
            Glyph::Throne => ("throne", "M4 1l2.5 2.5L8 .5l2 3 2-3.3 2 3.3 2-3 1.5 3L20 1v11h1.5v4H20v7h-3.5v-4h-9v4H4v-7H2.5v-4H4zM7.5 6v6h9V6z"),
            Glyph::Blade => ("blade", "M12 .5l2.5 3V15H19v2.8h-5.3v3.4a1.9 1.9 0 1 1-3.4 0v-3.4H5V15h4.5V3.5z"),
            Glyph::Raven => ("raven", "M3.5 3.5C6 1.5 9 2 10.5 4.5L22.5 14.5l-4.5-.3 2 3.8-4.7-1.5L12 19v3h3v1.5H7.5V22h2.7v-3C5 18 3.5 13 4.5 8L.5 7.5zM7 4.8a1.2 1.2 0 1 0 .01 0z"),
            Glyph::Wildlings => ("wildlings", "M9.5 1h3.2v22.5H9.5zM13.6 3.5c4.5-2 8.9 1 8.9 6s-4.4 8-8.9 6v-3.5c1.5-1 1.5-4 0-5zM8.6 6v7L3 15.5v-12z"),
            Glyph::Banner => ("banner", "M3 .5h18V18l-9 5.5L3 18z"),
            Glyph::Disc => ("disc", "M12 .8a11.2 11.2 0 1 1 0 22.4a11.2 11.2 0 1 1 0-22.4z"),
            Glyph::Cube => ("cube", "M5.4 2h13.2a3.4 3.4 0 0 1 3.4 3.4v13.2a3.4 3.4 0 0 1-3.4 3.4H5.4A3.4 3.4 0 0 1 2 18.6V5.4A3.4 3.4 0 0 1 5.4 2z"),
            Glyph::Saltire => ("saltire", "M6.2 4.5L12 10.3l5.8-5.8 1.7 1.7L13.7 12l5.8 5.8-1.7 1.7L12 13.7l-5.8 5.8-1.7-1.7L10.3 12 4.5 6.2z"),
            Glyph::Chevron => ("chevron", "M12 4.5l8 13.5h-4.3L12 11.6 8.3 18H4z"),
            Glyph::Plus => ("plus", "M10.3 4.5h3.4v5.8h5.8v3.4h-5.8v5.8h-3.4v-5.8H4.5v-3.4h5.8z"),
            Glyph::Ring => ("ring", "M12 6a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM12 9.5a2.5 2.5 0 1 0 .01 0z"),
        }
    }
}

/// All signs.
#[rustfmt::skip]
const ALL: [Glyph; 36] = [
    Glyph::Footman,
    Glyph::Knight,
    Glyph::Ship,
    Glyph::Siege,
    Glyph::Giant,
    Glyph::Dragon,
    Glyph::Zombie,
    Glyph::Other,
    Glyph::King,
    Glyph::Castle,
    Glyph::Stronghold,
    Glyph::Barrel,
    Glyph::Crown,
    Glyph::Power,
    Glyph::Port,
    Glyph::Garrison,
    Glyph::Neutral,
    Glyph::March,
    Glyph::Defense,
    Glyph::Support,
    Glyph::Raid,
    Glyph::Consolidate,
    Glyph::Star,
    Glyph::Hidden,
    Glyph::Battle,
    Glyph::Throne,
    Glyph::Blade,
    Glyph::Raven,
    Glyph::Wildlings,
    Glyph::Banner,
    Glyph::Disc,
    Glyph::Cube,
    Glyph::Saltire,
    Glyph::Chevron,
    Glyph::Plus,
    Glyph::Ring,
];
