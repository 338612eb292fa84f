//! Writes the JavaScript, the types and the final module around a compiled one: `bindgen IN.wasm OUT_FOLDER`.

use std::env::args_os;
use std::error::Error;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = paths.as_slice() else {
        return Err("Give the module and the folder to write to".into());
    };
    Bindgen::new()
        .web(true)?
        .input_path(module)
        .out_name("conic_solver")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .reset_state_function(true)
        .generate(folder)?;
    Ok(())
}
