//! What a transform is.

use crate::args::{Args, KernelName};
use crate::call_text;
use crate::place::{self, Place};
use crate::signature::{ParamSpec, Signature};
use crate::value::Value;
use diag::{Code, Diagnostic};
use ir::Kernel;

/// What a transform does: the only thing that its author writes besides the struct that holds its arguments.
pub trait Rewrite: std::fmt::Debug {
    /// The kernel after the transform; the input stays as it is.
    ///
    /// # Errors
    /// The reasons for which the transform does not apply to this kernel.
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal>;
}

/// What a transform does that makes one kernel of several: the only thing that its author writes besides the
/// struct that holds its arguments.
pub trait Join: std::fmt::Debug {
    /// The kernels that it is for, in their order.
    fn parts(&self) -> &[KernelName];

    /// The kernel that takes their place.
    ///
    /// # Errors
    /// The reasons for which these kernels cannot be joined.
    fn join(&self, parts: &[&Kernel]) -> Result<Applied, Refusal>;
}

/// Why a transform of several kernels does nothing to a single one.
///
/// # Errors
/// Always.
pub fn refuse_alone(spec: &Spec, kernel: &Kernel) -> Result<Applied, Refusal> {
    let message = format!("`{}` is for several kernels of a file, and `{}` is one", spec.name, kernel.name);
    Err(Diagnostic::error("lp::step::several", message).into())
}

/// A transform with its arguments. `#[derive(Transform)]` implements it.
pub trait Transform: Rewrite {
    /// How it is declared.
    fn spec(&self) -> &'static Spec;

    /// Its arguments, one for each of the declared parameters.
    fn values(&self) -> Vec<Value>;

    /// What it does instead where it makes one kernel of several.
    fn joins(&self) -> Option<&dyn Join> {
        None
    }

    /// The call as pipeline text: required arguments by position, others by name where they differ from the
    /// default.
    fn call(&self) -> String {
        call_text::call(self.spec().signature(), &self.values())
    }
}

/// What a transform made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The new kernel.
    pub kernel: Kernel,
    /// What the user should know about it.
    pub warnings: Vec<Diagnostic>,
    /// The calls of other transforms that make the same of this kernel, where the transform found them out;
    /// else none.
    pub calls: Vec<String>,
}

impl From<Kernel> for Applied {
    fn from(kernel: Kernel) -> Self {
        Applied { kernel, warnings: Vec::new(), calls: Vec::new() }
    }
}

/// Why a transform does not apply; the kernel stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(pub Vec<Diagnostic>);

impl Refusal {
    /// The code of a refusal because nothing in the kernel is selected, which `allow_empty=True` forgives.
    pub const EMPTY: Code = "lp::step::matches-nothing";

    /// A selector matched nothing.
    pub fn empty(message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Self::EMPTY, message)
    }

    /// Whether the only reason is that nothing was selected.
    pub fn is_empty_selection(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|reason| reason.code == Self::EMPTY)
    }
}

impl From<Diagnostic> for Refusal {
    fn from(reason: Diagnostic) -> Self {
        Refusal(vec![reason])
    }
}

impl From<Vec<Diagnostic>> for Refusal {
    fn from(reasons: Vec<Diagnostic>) -> Self {
        Refusal(reasons)
    }
}

impl From<poly::Error> for Refusal {
    fn from(error: poly::Error) -> Self {
        let code = match error {
            poly::Error::Quota => "lp::quota",
            poly::Error::Overflow => "lp::overflow",
            _ => "lp::domain",
        };
        let refusal = Diagnostic::error(code, error.to_string());
        match place::current().filter(|_| error == poly::Error::Quota) {
            Some(Place { subject, step }) => {
                let refusal = refusal.note(format!("`{step}` of `{subject}` is not done"));
                refusal
                    .help("make domains and subscripts simpler, or fix parameters with `fix_parameters`")
                    .into()
            }
            None => refusal.into(),
        }
    }
}

/// Chapters of the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// What is known of a kernel's parameters.
    Parameters,
    /// What the caller promises of contents of arrays, which nothing proves; refused under `--strict`.
    Promises,
    /// Loops.
    Inames,
    /// Substitution rules.
    Rules,
    /// Arrays, arguments and temporaries.
    Data,
    /// Statements and their order.
    Instructions,
    /// Passes on the way to generated code.
    Lowering,
}

impl Group {
    /// All chapters, in order.
    pub const ALL: [Group; 7] = [
        Group::Parameters,
        Group::Promises,
        Group::Inames,
        Group::Rules,
        Group::Data,
        Group::Instructions,
        Group::Lowering,
    ];

    /// The chapter's heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Parameters => "Parameters",
            Group::Promises => "Promises",
            Group::Inames => "Loops",
            Group::Rules => "Substitution rules and precomputation",
            Group::Data => "Arrays and types",
            Group::Instructions => "Statements and synchronisation",
            Group::Lowering => "Lowering",
        }
    }

    /// The name of its page in the manual.
    pub fn page(self) -> &'static str {
        match self {
            Group::Parameters => "parameters",
            Group::Promises => "promises",
            Group::Inames => "loops",
            Group::Rules => "rules",
            Group::Data => "arrays",
            Group::Instructions => "statements",
            Group::Lowering => "lowering",
        }
    }

    /// Who reads its page, and what they can do after it.
    pub fn purpose(self) -> &'static str {
        match self {
            Group::Parameters => {
                "For those who know more of sizes than the program says: give them values or ranges, and make\n\
                 versions for those that occur."
            }
            Group::Promises => {
                "For those who know what stands in arrays, which no compiler can see: promise it, and run\n\
                 loops in parallel that need it."
            }
            Group::Inames => {
                "For those who make loops fast: split, join, reorder and unroll them, run them on the axes of\n\
                 a device, or let `auto_parallel` and `auto_tile` choose."
            }
            Group::Rules => {
                "For those who compute a value once and use it often: name expressions by rules, and keep\n\
                 their values in local memory or registers."
            }
            Group::Data => {
                "For those who change where data lie: layouts, types, address spaces and arguments, and\n\
                 kernels for many systems at once."
            }
            Group::Instructions => {
                "For those who change what statements do and when: reductions, atomics, derivatives,\n\
                 dependencies, barriers, tags."
            }
            Group::Lowering => {
                "For those who read or steer what the code generator does: its passes can be called by name,\n\
                 one at a time."
            }
        }
    }
}

/// A transform with the arguments of a call, or everything that is wrong with them.
pub type Built = Result<Box<dyn Transform>, Vec<Diagnostic>>;

/// Builds a transform from the arguments of a call.
pub type Build = fn(&Args) -> Built;

/// What a transform does with the kernel that its result is judged against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// It stays.
    Kept,
    /// It is changed as the kernel is: the legality checker has nothing to say of that change.
    Changed,
    /// Another program takes its place, and steps that follow keep that one.
    Replaced,
}

/// A transform's declaration, as the derive macro reads it off the struct.
#[derive(Debug)]
pub struct Spec {
    /// Name in pipelines and scripts.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// Chapter of the manual.
    pub group: Group,
    /// What becomes of what the kernel is judged against.
    pub reference: Reference,
    /// Whether it makes one kernel of several, which it names.
    pub joins: bool,
    /// The struct's doc comment.
    pub doc: &'static str,
    /// The file that declares it, from the root of the workspace.
    pub file: &'static str,
    /// Parameters, in the order of the call.
    pub params: &'static [ParamSpec],
    /// Builds the transform from a call's arguments.
    pub build: Build,
}

impl Spec {
    /// The call with its parameters and their defaults.
    pub fn signature(&self) -> Signature {
        Signature { name: self.name, params: self.params }
    }

    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// The first sentence of the doc comment.
    pub fn summary(&self) -> &'static str {
        let paragraph = self.doc.split("\n\n").next().unwrap_or(self.doc);
        let end = paragraph.find(". ").or_else(|| paragraph.find(".\n")).map_or(paragraph.len(), |at| at + 1);
        paragraph.get(..end).unwrap_or(paragraph)
    }
}
