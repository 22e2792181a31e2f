//! Every example is imported, verified, and survives its text form.

use frontend_fortran::{Form, Options, import};

#[test]
fn examples_are_imported() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(form) = Form::of_path(path.to_str().unwrap()) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        let source = diag::SourceMap::default().add(path.to_str().unwrap(), text.as_str());
        let options = Options { form, defines: Vec::new() };
        let imported =
            import(&text, source, "example", &options).unwrap_or_else(|e| panic!("{path:?}: {e:#?}"));
        let printed = ir::text::print_module(&imported.module);
        println!("{}\n{printed}", path.display());
        for warning in &imported.warnings {
            println!("warning: {}", warning.message);
        }
        let again = ir::text::parse_module(&printed, source).unwrap_or_else(|e| panic!("{path:?}: {e:#?}"));
        assert_eq!(again, imported.module, "{}", path.display());
        count += 1;
    }
    assert!(count >= 8);
}
