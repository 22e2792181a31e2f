//! Generated code, and which statement each of its lines runs.

use super::model::Code;
use super::texts::Pool;
use codegen_opencl::{Dialect, Options};
use diag::Loc;
use legality::Proved;
use std::sync::Arc;

/// The file that statements seem to come from while code is printed: no file of a user's has this name.
const MARK: &str = "<statement>";

/// The code of a lowered kernel, and its text.
pub(super) fn code(pool: &mut Pool, lowered: &Proved<'_>, fp_contract: bool) -> (Code, String) {
    let dialect = lowered.target.map_or(Dialect::default(), Dialect::from);
    let file: Arc<str> = MARK.into();
    let marks = (1..).map(|line| Loc { file: Arc::clone(&file), line, column: 1, call: None });
    let marked = lowered.with_places(marks);
    let options = Options { dialect, line_map: true, fp_contract };
    match codegen_opencl::source([&marked], options) {
        Ok(text) => {
            let (text, statements) = unmarked(&text);
            (Code { text: pool.text(&text), statements, missing: None }, text)
        }
        Err(problems) => {
            let why = problems.first().map(|problem| problem.message.clone()).unwrap_or_default();
            (Code { missing: Some(why), ..Code::default() }, String::new())
        }
    }
}

/// The text without directives that tell statements, and the statement of each line: that of the last
/// directive before it in the same body.
fn unmarked(text: &str) -> (String, Vec<Option<usize>>) {
    let (mut lines, mut statements, mut current) = (String::new(), Vec::new(), None);
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("#line ") {
            let (number, _) = rest.split_once(' ').unwrap_or((rest, ""));
            current = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            continue;
        }
        let word = line.trim_start();
        let is_frame = word.is_empty()
            || ["for (", "if (", "else", "{", "}", "barrier(", "__kernel"]
                .iter()
                .any(|start| word.starts_with(start));
        if is_frame {
            current = None;
        }
        statements.push(current);
        lines.push_str(line);
        lines.push('\n');
    }
    (lines, statements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_know_their_statements() {
        let text = "f()\n{\n  for (;;)\n#line 2 \"<statement>\"\n    a = 1;\n  b();\n#line 1 \"<statement>\"\n  c = 2;\n}\n";
        let (code, statements) = unmarked(text);
        assert_eq!(code, "f()\n{\n  for (;;)\n    a = 1;\n  b();\n  c = 2;\n}\n");
        assert_eq!(statements, [None, None, None, Some(1), Some(1), Some(0), None]);
    }
}
