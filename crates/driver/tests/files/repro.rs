//! `tests/repro`: reproducers, as `lpopt reduce` writes them. The calls of the first line, lowering, the
//! checker, printing code and the interpreter must end as the second line says: `# EXPECT: same`, or the code
//! of a failure.

use crate::snapshot::{inputs, rendered, trial};
use crate::transform::run_line;
use diag::SourceMap;
use driver::input;
use judge::failing::examine;
use libtest_mimic::Trial;
use pass::Pipeline;

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/repro", &["lpir"]);
    files.into_iter().map(|path| trial(&path.clone(), move || run(&path))).collect()
}

fn run(path: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path).map_err(|d| d.message)?;
    let text = sources.get(id).ok_or("no source")?.text.clone();
    let expected = text.lines().nth(1).and_then(|line| line.strip_prefix("# EXPECT:"));
    let expected = expected.ok_or("the second line is no `# EXPECT: same` or `# EXPECT: CODE`")?.trim();
    let module = ir::text::parse_module(&text, id).map_err(|errors| rendered(&sources, &errors))?;
    let calls = run_line(&text)?;
    let pipeline = sources.add("<calls>", calls);
    let steps = Pipeline::parse(&transforms::REGISTRY, calls, pipeline, &[])
        .map_err(|errors| rendered(&sources, &errors))?
        .steps;
    match examine(&module, &steps) {
        Ok((0, _)) => Err("it could not be run at any size".to_owned()),
        Ok(_) if expected == "same" => Ok(()),
        Ok(_) => Err(format!("nothing fails, but {expected} is expected")),
        Err(failing) if failing.code == expected => Ok(()),
        Err(failing) => Err(format!("{expected} is expected\n{}", rendered(&sources, &failing.diagnostics))),
    }
}
