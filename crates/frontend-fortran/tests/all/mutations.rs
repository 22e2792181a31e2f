//! Damaged sources: whatever is read without error is a sound kernel, and nothing panics.

use frontend_fortran::{Form, Options, import};
use std::path::Path;

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

const PIECES: [&str; 30] = [
    "(",
    ")",
    ",",
    "=",
    "\n",
    " ",
    "!",
    "&",
    ";",
    "*",
    "/",
    "**",
    "-",
    "1",
    "0",
    "i",
    "n",
    ".eq.",
    ".",
    "'",
    ":",
    "%",
    "end do\n",
    "end if\n",
    "do i = 1, n\n",
    "if (n > 1) then\n",
    "#endif\n",
    "!$loopy begin tagged: q\n",
    "1e99",
    "9999999999",
];

fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(text.len());
        match numbers.below(3) {
            0 => {
                let end = (at + 1 + numbers.below(8)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                text.splice(at..at, piece.chars());
            }
            _ => {
                let from = numbers.below(text.len());
                let end = (from + numbers.below(40)).min(text.len());
                let copied: Vec<char> = text.get(from..end).unwrap_or(&[]).to_vec();
                text.splice(at..at, copied);
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn damaged_sources_are_refused_or_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parse/fortran");
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut good, mut bad) = (0, 0);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let Some(form) = Form::of_path(path.to_str().unwrap()) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        for _ in 0..200 {
            let mutant = mutate(&text, &mut numbers);
            let mut sources = diag::SourceMap::default();
            let source = sources.add("mutant", mutant.as_str());
            match import(&mut sources, source, &Options::new(form, Vec::new())) {
                Ok(imported) => {
                    good += 1;
                    for kernel in imported.module.kernels.values() {
                        assert_eq!(ir::verify::verify(kernel), [], "{mutant}");
                    }
                    let printed = ir::text::print_module(&imported.module);
                    let again = ir::text::parse_module(&printed, source);
                    assert_eq!(again.as_ref(), Ok(&imported.module), "{mutant}\n{printed}");
                }
                Err(found) => {
                    bad += 1;
                    assert!(!found.is_empty());
                }
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} good, {bad} bad");
}
