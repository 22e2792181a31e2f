//! The files of `editors/` are what `lpopt grammar` prints.

use driver::grammar::{Form, Language, text};
use std::path::Path;

#[test]
fn the_grammars_for_editors_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors");
    for language in Language::ALL {
        let name = format!("{language:?}").to_lowercase();
        for (form, path) in [
            (Form::Textmate, format!("vscode/syntaxes/{name}.tmLanguage.json")),
            (Form::Vim, format!("vim/syntax/{}.vim", name.replace("pipeline", "lp-pipeline"))),
            (Form::TreeSitter, format!("tree-sitter/{name}/grammar.js")),
        ] {
            let (path, text) = (folder.join(&path), text(form, language));
            if std::env::var_os("UPDATE").is_some() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == text,
                "{} is old: `UPDATE=1 cargo test -p lpir-tools --test all -- lsp::grammars`",
                path.display()
            );
        }
    }
}
