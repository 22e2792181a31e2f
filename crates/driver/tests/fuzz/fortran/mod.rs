//! Generated Fortran: what its kernels compute, on the interpreter and on a device, is what gfortran's
//! routines do.

mod arrays;
mod control;
mod expression;
mod names;
mod procedure;
mod programs;
mod routine;
mod scope;
mod statement;

use crate::random::Random;
use crate::tally::Tally;
use crate::target::Target;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How many expressions the routine of a case has.
const EXPRESSIONS: usize = 50;

/// How many routines the file of a case has.
const ROUTINES: usize = 10;

/// Why a program has no meaning on a draw. Of arrays without elements it takes an element, and remainders by
/// their length; its powers leave the integers.
const OF_DRAWS: [&str; 6] = [
    "it divides an integer by zero",
    "above upper bound of 0)",
    "below lower bound of 1)",
    "outside of expected range (1:0)",
    "a number does not fit an integer",
    "an integer overflows",
];

/// What is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramKind {
    Expressions,
    Routines,
    Names,
    Programs,
}

/// The target; each case is a file.
pub(crate) struct Fortran {
    kind: ProgramKind,
    devices: Vec<&'static str>,
}

impl Fortran {
    /// Nothing where gfortran is not installed.
    pub(crate) fn new(kind: ProgramKind) -> Option<Fortran> {
        Command::new("gfortran").arg("--version").output().ok()?;
        let devices = match std::env::var("LP_FUZZ_DEVICE").as_deref() {
            Ok("opencl") => vec!["opencl"],
            _ => vec!["interp"],
        };
        Some(Fortran { kind, devices })
    }

    fn text(&self, seed: u64) -> String {
        let mut random = Random::new(seed);
        match self.kind {
            ProgramKind::Expressions => routine::of_expressions(&mut random, "e1", EXPRESSIONS),
            ProgramKind::Routines => {
                (1..=ROUTINES).map(|at| routine::of_statements(&mut random, &format!("f{at}"))).collect()
            }
            ProgramKind::Names => names::program(&mut random),
            ProgramKind::Programs => {
                let text = programs::program(&mut random);
                if seed.is_multiple_of(3) { programs::fixed(&text) } else { text }
            }
        }
    }

    fn check(&self, text: &str, tally: &mut Tally) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        // Lines of free form do not begin with five blanks.
        let name = if text.starts_with("     ") { "generated.f" } else { "generated.f90" };
        let path = folder.path().join(name);
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        // Names are chosen without asking what Fortran forbids.
        if self.kind == ProgramKind::Names && !is_fortran(&path)? {
            tally.count("programs that are no Fortran");
            return Ok(());
        }
        for device in &self.devices {
            let cases = if *device == "interp" { "8" } else { "4" };
            let output = Command::new(env!("CARGO_BIN_EXE_lprun"))
                .arg("--verify-fortran")
                .arg(&path)
                .args(["--device", device, "--cases", cases])
                .output()
                .map_err(|error| error.to_string())?;
            let said = String::from_utf8_lossy(&output.stdout);
            let agree = said.lines().filter(|line| line.ends_with("equal to the last bit")).count();
            let (each, what) = match self.kind {
                ProgramKind::Expressions => (EXPRESSIONS, "expressions"),
                ProgramKind::Routines => (1, "routines"),
                ProgramKind::Names => (1, "procedures of modules"),
                ProgramKind::Programs => (1, "procedures that share memory"),
            };
            for _ in 0..agree * each {
                tally.count(format!("{what} equal to gfortran's on {device}"));
            }
            let routines: Vec<&str> = text.lines().filter_map(outer).collect();
            let is_refused =
                |name: &&&str| said.lines().any(|line| line.starts_with(&format!("{name}: refused: ")));
            let refused = routines.iter().filter(is_refused).count();
            (0..refused).for_each(|_| tally.count("routines refused"));
            let has_not_run = |line: &&str| line.contains(": not run on the device: ");
            let not_run = said.lines().filter(has_not_run).count();
            (0..not_run).for_each(|_| tally.count("routines that do not lower as they stand"));
            let complaints = String::from_utf8_lossy(&output.stderr);
            if matches!(self.kind, ProgramKind::Names | ProgramKind::Programs) {
                // What a name means is seen in values alone; what is private is compared where it is called.
                if said.contains(" differs by ") || said.contains("no arguments were found") {
                    return Err(format!("{device}, {}:\n{said}{complaints}{text}", output.status));
                }
                continue;
            }
            // What the programs do has a meaning, whatever is drawn but for empty arrays and powers that no
            // integer holds; and programs that are refused test nothing.
            let is_of_nothing = |line: &str| OF_DRAWS.iter().any(|why| line.contains(why));
            if agree + refused + not_run != routines.len()
                || said.lines().any(|line| line.contains("left out") && !is_of_nothing(line))
                || agree < refused + not_run
            {
                return Err(format!("{device}, {}:\n{said}{complaints}{text}", output.status));
            }
        }
        Ok(())
    }
}

/// Whether gfortran accepts a program.
fn is_fortran(path: &Path) -> Result<bool, String> {
    let folder = path.parent().unwrap_or(path);
    let output = Command::new("gfortran").arg("-fsyntax-only").arg("-J").arg(folder).arg(path).output();
    output.map(|output| output.status.success()).map_err(|error| error.to_string())
}

/// The routine that begins in a line, unless it stands in another.
fn outer(line: &str) -> Option<&str> {
    let name = line.strip_prefix("subroutine ")?.split('(').next()?;
    (!name.contains('_')).then_some(name)
}

impl Target for Fortran {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        self.check(&self.text(seed), tally)
    }

    fn show(&self, seed: u64) -> String {
        self.text(seed)
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(600)
    }

    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        self.check(text, tally)
    }
}
