//! The type of all times in models.

use chrono::{DateTime, Utc};

/// An instant in UTC; templates show it in the reader's zone and in UTC.
pub type Instant = DateTime<Utc>;
