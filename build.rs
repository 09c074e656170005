//! Tells cargo to embed the games' data and the templates anew when a file is added to their folders.

fn main() {
    println!("cargo:rerun-if-changed=games");
    println!("cargo:rerun-if-changed=templates");
}
