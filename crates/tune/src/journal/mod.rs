//! What is known of a search, in a folder that processes on several machines may share.
//!
//! `journal.jsonl` has a line for the search, one for each variant that a process begins (a claim), and one
//! for each that ended (a sample). Lines are only added, each by one write while the file is locked. A
//! piece without an end of line, which a killed process or a full disk left, is cut off by who comes next.
//! In `workers` each process keeps a file locked for as long as it lives: a claim whose file is free or
//! gone is void. So no clock, process number or host name decides who lives.

mod file;
mod workers;

use crate::{Known, Sample, Setting};
use diag::Diagnostic;
use file::LineFile;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use workers::Worker;

/// The name of the file in its folder.
pub const JOURNAL: &str = "journal.jsonl";

/// What a journal is about: its first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// A number that is made of all that decides what a time means: program, pipeline, sizes.
    pub fingerprint: String,
    /// What to tell a reader of it.
    pub about: BTreeMap<String, String>,
    /// The parameters and their values.
    pub parameters: Vec<(String, Vec<Setting>)>,
}

/// A variant that a process measures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Claim {
    device: String,
    variant: BTreeMap<String, Setting>,
    worker: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Search(Search),
    Claim(Claim),
    Sample(Sample),
}

/// A device and the values of a variant, as text that is the same for the same.
type Key = (String, String);

fn key(device: &str, variant: &BTreeMap<String, Setting>) -> Key {
    let values: Vec<String> = variant.iter().map(|(name, value)| format!("{name}={value}")).collect();
    (device.to_owned(), values.join(","))
}

/// The journal of a search.
#[derive(Debug)]
pub struct Journal {
    file: LineFile,
    folder: PathBuf,
    worker: Worker,
    search: Option<Search>,
    samples: Vec<Sample>,
    ended: BTreeMap<Key, usize>,
    /// Who measures what has not ended.
    claims: BTreeMap<Key, String>,
    /// Those of them that lived when the journal was last read.
    alive: BTreeSet<String>,
}

impl Journal {
    /// Opens the journal of a folder, or begins one there.
    ///
    /// # Errors
    /// Where it is the journal of another search or no journal at all, or the folder cannot be used.
    pub fn open(folder: &Path, search: &Search) -> Result<Self, Diagnostic> {
        let worker = Worker::begin(&folder.join("workers"))?;
        let file = LineFile::open(folder.join(JOURNAL))?;
        let mut journal = Journal {
            file,
            folder: folder.to_owned(),
            worker,
            search: None,
            samples: Vec::new(),
            ended: BTreeMap::new(),
            claims: BTreeMap::new(),
            alive: BTreeSet::new(),
        };
        journal.locked(|journal| match &journal.search {
            None => journal.add(&Line::Search(search.clone())),
            Some(own) if own == search => Ok(()),
            Some(own) => Err(another(journal.file.path(), own, search)),
        })?;
        Ok(journal)
    }

    /// Does something while no other process reads or writes the journal, with all of its lines known.
    fn locked<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        self.file.lock()?;
        let result = self.catch_up().and_then(|()| work(self));
        self.file.unlock()?;
        result
    }

    /// Takes up what other processes wrote.
    fn catch_up(&mut self) -> Result<(), Diagnostic> {
        for (number, line) in self.file.news()? {
            let line = parsed(self.file.path(), number, &line)?;
            self.take(line);
        }
        let claimants: BTreeSet<&String> = self.claims.values().collect();
        self.alive = claimants.into_iter().filter(|name| self.worker.lives(name)).cloned().collect();
        Ok(())
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::Search(search) => drop(self.search.get_or_insert(search)),
            Line::Claim(claim) => {
                self.claims.insert(key(&claim.device, &claim.variant), claim.worker);
            }
            Line::Sample(sample) => {
                let key = key(&sample.device, &sample.variant);
                self.claims.remove(&key);
                self.ended.insert(key, self.samples.len());
                self.samples.push(sample);
            }
        }
    }

    fn add(&mut self, line: &Line) -> Result<(), Diagnostic> {
        let text = serde_json::to_string(line)
            .map_err(|error| file::fault(self.file.path(), "write", &error.into()))?;
        self.file.append(&text)?;
        // What was written is read back, so that what is known is what the file says.
        self.catch_up()
    }

    /// Reads what other processes wrote.
    ///
    /// # Errors
    /// Where the file cannot be locked or read, or was edited.
    pub fn refresh(&mut self) -> Result<(), Diagnostic> {
        self.locked(|_| Ok(()))
    }

    /// What is known of a variant on a device.
    pub fn state(&self, device: &str, variant: &BTreeMap<String, Setting>) -> Known {
        let key = key(device, variant);
        if let Some(sample) = self.ended.get(&key).and_then(|at| self.samples.get(*at)) {
            return sample.time().map_or(Known::Failed, Known::Time);
        }
        match self.claims.get(&key) {
            Some(worker) if self.alive.contains(worker) => Known::Busy,
            _ => Known::New,
        }
    }

    /// Takes a variant for this process; `false` where another process was faster.
    ///
    /// # Errors
    /// Where the file cannot be locked, read or written.
    pub fn claim(&mut self, device: &str, variant: &BTreeMap<String, Setting>) -> Result<bool, Diagnostic> {
        self.locked(|journal| {
            if journal.state(device, variant) != Known::New {
                return Ok(false);
            }
            let worker = journal.worker.name().to_owned();
            let claim = Claim { device: device.to_owned(), variant: variant.clone(), worker };
            journal.add(&Line::Claim(claim)).map(|()| true)
        })
    }

    /// Adds what came of a variant.
    ///
    /// # Errors
    /// Where the file cannot be locked, read or written.
    pub fn record(&mut self, sample: &Sample) -> Result<(), Diagnostic> {
        self.locked(|journal| journal.add(&Line::Sample(sample.clone())))
    }

    /// What came of all variants so far, on all devices.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The folder that it lies in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// What a journal says, for who takes no part in its search: what it is about, and what came of variants.
///
/// # Errors
/// Where there is none, or it was edited.
pub fn recorded(folder: &Path) -> Result<(Search, Vec<Sample>), Diagnostic> {
    let path = folder.join(JOURNAL);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| file::fault(&path, "read", &error).help("`lprun tune --into FOLDER` writes it"))?;
    // A piece without an end of line is being written, or was left by a process that was killed.
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let (mut search, mut samples) = (None, Vec::new());
    for (line, number) in whole.lines().zip(1..) {
        match parsed(&path, number, line)? {
            Line::Search(own) => drop(search.get_or_insert(own)),
            Line::Sample(sample) => samples.push(sample),
            Line::Claim(_) => {}
        }
    }
    let search = search.ok_or_else(|| {
        Diagnostic::error("lp::tune::journal", format!("`{}` does not say what it is about", path.display()))
    })?;
    Ok((search, samples))
}

fn parsed(path: &Path, number: usize, line: &str) -> Result<Line, Diagnostic> {
    serde_json::from_str(line).map_err(|error| {
        let message = format!("line {number} of `{}` is none of a journal: {error}", path.display());
        Diagnostic::error("lp::tune::journal", message).help(
            "a journal is only ever added to; remove that line if it was edited, or take another folder",
        )
    })
}

fn another(path: &Path, own: &Search, wanted: &Search) -> Diagnostic {
    let message = format!("`{}` is the journal of another search", path.display());
    let mut problem = Diagnostic::error("lp::tune::journal", message);
    let names: BTreeSet<&String> = own.about.keys().chain(wanted.about.keys()).collect();
    for name in names {
        let (there, here) = (own.about.get(name), wanted.about.get(name));
        if there != here {
            let text = |value: Option<&String>| value.map_or("nothing", |value| value).to_owned();
            problem = problem.note(format!("{name}: {} there, {} here", text(there), text(here)));
        }
    }
    problem.help("times of different programs, spaces or sizes are not compared; take another folder")
}

#[cfg(test)]
mod tests;
