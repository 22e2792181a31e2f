//! What a report shows, as plain data. The page draws it and knows nothing else.

use crate::stats::device::Description;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A report.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    /// The version of the tool.
    pub(super) version: &'static str,
    /// What was transformed: the name of the input.
    pub(super) title: String,
    /// Each line that any text has, once.
    pub(super) lines: Vec<String>,
    /// The texts that steps and statements come from.
    pub(super) sources: Vec<Source>,
    /// What became of each kernel.
    pub(super) kernels: Vec<Track>,
    /// What was said of the whole run, the errors first.
    pub(super) problems: Vec<Problem>,
    /// Where sizes are given: these, and what the device can do.
    pub(super) roofline: Option<Roofline>,
    /// What is left out so that the file stays small.
    pub(super) left_out: Option<&'static str>,
}

/// A text that is given by numbers of lines.
pub(super) type Text = Vec<usize>;

/// A file of the user's.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: Text,
}

/// A line of a source: the number of the source, and that of the line, from 1.
pub(super) type Place = (usize, u32);

/// A kernel and the steps that were taken on it.
#[derive(Debug, Serialize)]
pub(super) struct Track {
    pub(super) name: String,
    /// Sizes at which drawings begin.
    pub(super) sizes: Vec<(String, i64)>,
    pub(super) stages: Vec<Stage>,
    /// What a search measured, the fastest first.
    pub(super) samples: Vec<Sampled>,
    /// Where it measured that.
    pub(super) sampled_on: Option<String>,
}

/// At which sizes work is counted, and what a device can do.
#[derive(Debug, Serialize)]
pub(super) struct Roofline {
    pub(super) sizes: Vec<String>,
    pub(super) device: Option<Description>,
}

/// A variant that was timed.
#[derive(Debug, Serialize)]
pub(super) struct Sampled {
    pub(super) variant: String,
    pub(super) seconds: f64,
    /// Whether it was left before all its runs, since it was slower than the best.
    pub(super) is_stopped: bool,
}

/// What a kernel does at the sizes of a report.
#[derive(Debug, Serialize)]
pub(super) struct Work {
    /// Floating-point operations, by the type of their parts.
    pub(super) flops: BTreeMap<String, f64>,
    /// Bytes of all accesses to global memory.
    pub(super) moved: Option<f64>,
    /// Bytes of distinct elements that are read and written.
    pub(super) least: Option<f64>,
    /// Whether data decide nothing of that.
    pub(super) is_exact: bool,
    /// The time that it takes at least, and what needs it: `memory`, or a type of numbers.
    pub(super) seconds: Option<f64>,
    pub(super) by: Option<String>,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// There is no step yet.
    Start,
    /// The kernel is lowered and proved.
    Proved,
    /// It cannot be lowered as it stands.
    Open,
    /// It would not compute what the original does.
    Wrong,
    /// The step was not taken.
    Refused,
}

/// A kernel at a step.
#[derive(Debug, Serialize)]
pub(super) struct Stage {
    pub(super) name: String,
    pub(super) call: String,
    /// What the transform is for.
    pub(super) summary: String,
    pub(super) signature: String,
    pub(super) outcome: Outcome,
    pub(super) milliseconds: Option<f64>,
    /// Where the step stands.
    pub(super) place: Option<Place>,
    /// The kernel in the intermediate representation.
    pub(super) kernel: Text,
    pub(super) kernel_diff: Vec<Change>,
    pub(super) code: Code,
    pub(super) code_diff: Vec<Change>,
    /// The statements of the kernel as it stands.
    pub(super) statements: Vec<Statement>,
    pub(super) answers: Vec<Answer>,
    pub(super) problems: Vec<Problem>,
    pub(super) tree: Option<Tree>,
    pub(super) dependences: Dependences,
    pub(super) counts: Vec<Table>,
    /// What it does at the sizes of the report.
    pub(super) work: Option<Work>,
    /// Why that is not known.
    pub(super) no_work: Option<String>,
}

/// Lines that are the same, or lines that take the place of others.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// So many lines are the same.
    Same(usize),
    /// A line is gone. A line that was changed comes in parts, of which every other one, from the second on,
    /// is what was changed.
    Gone(Vec<String>),
    /// A line is new.
    New(Vec<String>),
}

/// Generated code.
#[derive(Debug, Default, Serialize)]
pub(super) struct Code {
    pub(super) text: Text,
    /// For each line the statement of the loop tree that it runs.
    pub(super) statements: Vec<Option<usize>>,
    /// Why there is none.
    pub(super) missing: Option<String>,
}

/// A statement.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Statement {
    pub(super) id: String,
    /// The statements of the original that it is for.
    pub(super) of: Vec<String>,
    /// Its line in the text of the kernel.
    pub(super) line: Option<usize>,
    pub(super) source: Option<Place>,
}

/// A question that the checker asked.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pub(super) question: &'static str,
    pub(super) holds: bool,
}

/// A diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Problem {
    pub(super) code: &'static str,
    pub(super) error: bool,
    pub(super) message: String,
    pub(super) notes: Vec<String>,
    pub(super) help: Option<String>,
    /// Places with what is said of them: a file, a line, the text of the line, and the words.
    pub(super) labels: Vec<(String, u32, String, String)>,
    /// What the code means.
    pub(super) meaning: Option<String>,
    pub(super) witness: Option<Witness>,
}

/// Two instances that show what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Witness {
    /// Statements, with their loops and the values of these.
    pub(super) instances: Vec<(String, Vec<(String, i64)>)>,
    pub(super) parameters: Vec<(String, i64)>,
}

/// A loop tree, and all that a page needs to walk it at sizes of its own.
#[derive(Debug, Serialize)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) statements: Vec<Actor>,
    /// The extents of arrays, and where they lie.
    pub(super) arrays: Vec<Array>,
    /// Integer arguments.
    pub(super) parameters: Vec<String>,
    /// Conditions on parameters; none that hold where there are several groups of them.
    pub(super) assumed: Vec<(String, Value)>,
}

/// A node of a loop tree. Formulas are those of [`super::formula`]; one that is null depends on data.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Node {
    Launch {
        name: String,
        groups: Vec<Value>,
        items: Vec<Value>,
        indices: Vec<Index>,
        sizes: String,
        body: Vec<Node>,
    },
    Loop {
        iname: String,
        tag: String,
        host: bool,
        lower: Value,
        upper: Value,
        range: String,
        body: Vec<Node>,
    },
    If {
        test: Value,
        text: String,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Barrier {
        reason: String,
    },
    Run {
        statement: usize,
    },
}

/// An iname that the hardware counts.
#[derive(Debug, Serialize)]
pub(super) struct Index {
    pub(super) iname: String,
    /// Whether groups or the work items of one are counted.
    pub(super) group: bool,
    pub(super) axis: u8,
    pub(super) base: Value,
}

/// A statement of a loop tree.
#[derive(Debug, Serialize)]
pub(super) struct Actor {
    pub(super) id: String,
    pub(super) of: Vec<String>,
    pub(super) text: String,
    pub(super) source: Option<Place>,
    /// The instance of the original that it performs: its inames, and their values.
    pub(super) at: Vec<(String, Value)>,
    pub(super) accesses: Vec<Access>,
}

/// An access of an array.
#[derive(Debug, Serialize)]
pub(super) struct Access {
    pub(super) array: usize,
    pub(super) write: bool,
    pub(super) index: Vec<Value>,
}

/// An array.
#[derive(Debug, Serialize)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) space: String,
    pub(super) extents: Vec<Value>,
}

/// Which statements of a loop tree come before which.
#[derive(Debug, Default, Serialize)]
pub(super) struct Dependences {
    pub(super) arcs: Vec<Arc>,
    /// Why some may be missing.
    pub(super) missing: Option<String>,
}

/// A statement that must come before another, or before itself in another iteration.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
    /// `flow`, `anti` or `output`.
    pub(super) kind: &'static str,
    pub(super) variables: Vec<String>,
}

/// Counts of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Table {
    pub(super) title: &'static str,
    pub(super) rows: Vec<(String, String)>,
}

impl Stage {
    /// Leaves out code, loop tree and dependences.
    pub(super) fn leave_out_code(&mut self) {
        let missing = Some("it is left out, since the file would be too large".to_owned());
        self.code = Code { missing, ..Code::default() };
        self.code_diff.clear();
        self.tree = None;
        self.dependences = Dependences::default();
    }

    /// Leaves out all texts besides.
    pub(super) fn leave_out_texts(&mut self) {
        self.leave_out_code();
        self.kernel.clear();
        self.kernel_diff.clear();
        self.statements.clear();
        self.counts.clear();
    }
}

impl Report {
    /// Drops lines that no text has any more.
    pub(super) fn forget_lines(&mut self) {
        let mut numbers: Vec<Option<usize>> = vec![None; self.lines.len()];
        let mut kept = Vec::new();
        let stages = self.kernels.iter_mut().flat_map(|track| &mut track.stages);
        let texts = stages.flat_map(|stage| [&mut stage.kernel, &mut stage.code.text]);
        let texts = texts.chain(self.sources.iter_mut().map(|source| &mut source.text));
        for line in texts.flatten() {
            let Some(number) = numbers.get_mut(*line) else { continue };
            *line = *number.get_or_insert_with(|| {
                kept.extend(self.lines.get(*line).cloned());
                kept.len() - 1
            });
        }
        self.lines = kept;
    }
}
