//! A Game of Thrones.
