//! The file system: every effect on disk goes through [`Disk`], so that a test can fail or kill the program at each of
//! them.

mod effects;
mod faulty;
mod real;

pub use effects::{Disk, Look};
pub use faulty::{Fault, FaultyDisk, Trouble};
pub use real::RealDisk;
