//! Writes the Rust code of a .proto file: `rust-proto FILE FOLDER`, with protoc in $PROTOC.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder] = arguments.as_slice() else {
        panic!("usage: rust-proto FILE FOLDER");
    };
    tonic_prost_build::configure()
        .build_server(false)
        .build_transport(false)
        .out_dir(folder)
        .compile_protos(&[Path::new(file)], &[Path::new(file).parent().unwrap()])?;
    std::fs::rename(Path::new(folder).join("arena.v1.rs"), Path::new(folder).join("arena.rs"))
}
