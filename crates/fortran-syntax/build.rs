//! Generates the parser of statements.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .emit_comments(false)
        .use_cargo_dir_conventions()
        .process()
}
