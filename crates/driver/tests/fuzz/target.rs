//! What can be fuzzed.

use crate::fortran::{Fortran, ProgramKind};
use crate::readers::{self, Reader};
use crate::tally::Tally;
use crate::{corpus, device, pairs, passes, planted, text};
use std::time::Duration;

/// One kind of case.
pub(crate) trait Target {
    /// Runs the case of a seed; an error, or a panic, is a fault of the tools.
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String>;

    /// The input of the case of a seed, for reports.
    fn show(&self, seed: u64) -> String;

    /// A case that takes more time of a processor is a failure.
    fn limit(&self) -> Duration {
        Duration::from_secs(5)
    }

    /// Runs a case that was kept as a file.
    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String>;
}

/// A target's name, its share of the time, and how long it may say nothing, in seconds: cases have less, but
/// of a processor's time, which others use too.
pub(crate) type Share = (&'static str, u64, u64);

/// All targets.
pub(crate) const SHARES: &[Share] = &[
    ("pairs", 30, 30),
    ("device", 13, 120),
    ("oclgrind", 5, 120),
    ("planted", 12, 300),
    ("passes", 8, 20),
    ("text", 7, 20),
    ("fortran-free", 4, 20),
    ("fortran-fixed", 4, 20),
    ("loopy", 4, 20),
    ("lpir", 4, 20),
    ("sets", 3, 20),
    ("pipeline", 2, 20),
    ("matches", 2, 20),
    ("script", 2, 20),
    ("expressions", 4, 600),
    ("routines", 4, 600),
    ("names", 3, 600),
    ("programs", 3, 600),
];

/// The target of that name; nothing where what it needs is not installed.
pub(crate) fn find(name: &str) -> Option<Box<dyn Target>> {
    Some(match name {
        "pairs" => Box::new(pairs::Pairs),
        "device" => Box::new(device::Device::opencl()?),
        "oclgrind" => Box::new(device::Device::oclgrind()?),
        "expressions" => Box::new(Fortran::new(ProgramKind::Expressions)?),
        "routines" => Box::new(Fortran::new(ProgramKind::Routines)?),
        "names" => Box::new(Fortran::new(ProgramKind::Names)?),
        "programs" => Box::new(Fortran::new(ProgramKind::Programs)?),
        "passes" => Box::new(passes::Passes),
        "planted" => Box::new(planted::Planted::read()),
        "text" => Box::new(text::Texts::read()),
        "fortran-free" => Box::new(Reader::new(readers::small("f90"), readers::fortran_free)),
        "fortran-fixed" => Box::new(Reader::new(readers::small("f"), readers::fortran_fixed)),
        "loopy" => Box::new(Reader::new(readers::small("loopy"), readers::loopy)),
        "lpir" => Box::new(Reader::new(readers::small("lpir"), readers::lpir)),
        "sets" => Box::new(Reader::new(corpus::sets(), readers::sets)),
        "pipeline" => Box::new(Reader::new(corpus::pipelines(), readers::pipeline)),
        "matches" => Box::new(Reader::new(
            corpus::MATCHES.iter().map(|text| (*text).to_owned()).collect(),
            readers::matches,
        )),
        "script" => Box::new(Reader::new(readers::scripts(), readers::script)),
        _ => return None,
    })
}
