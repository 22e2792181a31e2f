//! Damaged whole files: what front ends accept is well formed and can be written and read again.

use crate::case::shown;
use crate::corpus;
use crate::damage::damage;
use crate::random::Random;
use crate::tally::Tally;
use crate::target::Target;
use diag::{SourceId, SourceMap};
use driver::input::{self, InputKind};
use pass::Pipeline;
use poly::Set;

/// Largest text that is damaged.
const LARGEST: usize = 20_000;

/// The texts that are damaged, each with the extension that tells its kind.
pub(crate) struct Texts(Vec<(&'static str, String)>);

impl Texts {
    /// All inputs of the tests and examples.
    pub(crate) fn read() -> Texts {
        let kinds = ["lpir", "f90", "f", "loopy", "txt"];
        let texts =
            kinds.iter().flat_map(|kind| corpus::texts(kind, LARGEST).into_iter().map(|text| (*kind, text)));
        Texts(texts.collect())
    }

    fn case(&self, seed: u64) -> (&'static str, String) {
        let mut random = Random::new(seed);
        let (kind, mut text) = random.pick(&self.0).clone();
        let other = random.pick(&self.0).1.clone();
        for _ in 0..1 + random.below(4) {
            text = damage(&mut random, &text, &other);
        }
        text.truncate(text.floor_char_boundary(4 * LARGEST));
        (kind, text)
    }
}

impl Target for Texts {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        let (kind, text) = self.case(seed);
        tally.count(format!("{kind} texts"));
        read(kind, &text, tally);
        Ok(())
    }

    fn show(&self, seed: u64) -> String {
        let (kind, text) = self.case(seed);
        format!("{kind}\n{text}")
    }

    /// The first line tells the kind.
    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        let (kind, text) = text.split_once('\n').ok_or("the first line is to tell the kind")?;
        read(kind, text, tally);
        Ok(())
    }
}

/// Reads the text in every way that its kind allows, as far as it goes.
fn read(extension: &str, text: &str, tally: &mut Tally) {
    let mut sources = SourceMap::default();
    let id = sources.add(format!("case.{extension}"), text);
    let kind = match extension {
        "lpir" => InputKind::Lpir,
        "f90" => InputKind::FortranFree,
        "f" => InputKind::FortranFixed,
        "loopy" => InputKind::Loopy,
        _ => return pipeline(text, id, tally),
    };
    if let Ok(loaded) = input::import(&mut sources, id, kind, &driver::fortran::Settings::default()) {
        tally.count(format!("{extension} texts that are still good"));
        let mut sound = true;
        for kernel in loaded.module.kernels.values() {
            let violations = ir::verify::verify(kernel);
            assert!(
                kind == InputKind::Lpir || violations.is_empty(),
                "a front end made a malformed kernel: {}",
                shown(&violations)
            );
            sound &= violations.is_empty();
        }
        if sound {
            let printed = ir::text::print_module(&loaded.module);
            let again = sources.add("<printed>", printed.as_str());
            match ir::text::parse_module(&printed, again) {
                Ok(module) => {
                    assert!(module == loaded.module, "printing and reading changed the module\n{printed}")
                }
                Err(e) => {
                    panic!("what was printed does not parse: {}\n{printed}", shown(&e))
                }
            }
        }
    }
    if kind == InputKind::Lpir {
        let _ = ir::text::format(text, id);
        domains(text, tally);
        if let Some(calls) = text.lines().next().and_then(|line| line.strip_prefix("# RUN:")) {
            pipeline(calls, id, tally);
        }
    }
}

fn pipeline(text: &str, id: SourceId, tally: &mut Tally) {
    if let Ok(pipeline) = Pipeline::parse(&transforms::REGISTRY, text, id, &[]) {
        tally.count("pipelines that are still good");
        let printed = pipeline.print();
        let again = Pipeline::parse(&transforms::REGISTRY, &printed, id, &[])
            .unwrap_or_else(|e| panic!("{}\n{printed}", shown(&e)));
        assert_eq!(again.print(), printed, "printing is no fixpoint");
    }
}

/// Domain texts go to the parser of sets directly too.
fn domains(text: &str, tally: &mut Tally) {
    for line in text.lines() {
        let Some((_, set)) = line.split_once("domain ") else { continue };
        let set =
            set.strip_prefix("in ").map_or(set, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        if let Ok(parsed) = Set::parse(set.trim()) {
            tally.count("domains that are still good");
            let printed = parsed.text().to_owned();
            match Set::parse(&printed) {
                Ok(again) => {
                    assert!(again.is_equal(&parsed) != Ok(false), "`{}` became `{printed}`", set.trim())
                }
                Err(errors) => {
                    panic!("`{}` is printed as `{printed}`, which does not parse: {errors:?}", set.trim())
                }
            }
        }
    }
}
