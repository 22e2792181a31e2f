//! F19: the same input gives the same bytes, whatever the addresses and the time.

use crate::faults::tool::{WorkFolder, is_long, root};

#[test]
fn outputs_are_the_same_in_every_run() {
    let examples = root().join("examples");
    let mut files: Vec<String> = std::fs::read_dir(&examples)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| [".f90", ".loopy", ".f", ".floopy"].iter().any(|kind| name.ends_with(kind)))
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    let runs = if is_long() { 10 } else { 3 };
    for file in files {
        let input = examples.join(&file).to_string_lossy().into_owned();
        let pipeline = examples.join(format!("{}.txt", file.rsplit_once('.').unwrap().0));
        let mut first: Option<Vec<(String, String)>> = None;
        for _ in 0..runs {
            let place = WorkFolder::new();
            let mut tuned = vec![input.as_str(), "-o", "tuned.lpir", "--emit-pipeline", "calls.txt"];
            let path = pipeline.to_string_lossy();
            if pipeline.exists() {
                tuned.extend(["--pipeline", &path]);
            }
            place.tool("lptranslate", &[&input, "-o", "imported.lpir"]).done();
            let transformed = place.tool("lpopt", &tuned).done();
            let exported = place.run("lptranslate tuned.lpir -o out.cl");
            let mut all = vec![
                ("lpopt's messages".to_owned(), transformed.err),
                ("lptranslate's messages".to_owned(), exported.err),
            ];
            all.extend(place.files().into_iter().map(|name| (name.clone(), place.read(&name))));
            match &first {
                None => first = Some(all),
                Some(first) => assert!(*first == all, "{file} differs from run to run"),
            }
        }
    }
}

#[test]
fn runs_on_the_interpreter_are_the_same() {
    let place = WorkFolder::new();
    let input = root().join("examples/dgemm.f90").to_string_lossy().into_owned();
    let arguments = [&input, "--device", "interp", "--set", "m=5,n=6,l=7", "--out", "c=c.npy", "--seed", "3"]
        .map(str::to_owned);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut results = Vec::new();
    for _ in 0..3 {
        place.tool("lprun", &arguments).done();
        results.push(std::fs::read(place.path("c.npy")).unwrap());
    }
    assert!(results.iter().all(|result| *result == results[0]));
}
