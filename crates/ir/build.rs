//! Generates the parsers of `src/**/*.lalrpop`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The folder and not each grammar, so that a new grammar is seen too.
    println!("cargo:rerun-if-changed=src");
    lalrpop::Configuration::new().use_cargo_dir_conventions().process()
}
