lptranslate Cargo.toml
