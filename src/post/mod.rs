//! Mail in and out.
