//! The nests of a kernel as they are now: which of their loops run in parallel, and why not more of them.

use super::attempt::{Atomics, Attempt, Blocks};
use super::family::Family;
use super::{hints, is_parallel_loop, nest, reductions};
use crate::lower;
use diag::Diagnostic;
use ir::walk::reduction_inames;
use ir::{InameTag, IndexMap, Kernel, Statement};
use pass::{PosInt, Refusal};
use poly::Name;

/// Work items of a group where a reduction is tried.
const BLOCK: i64 = 128;

/// Axes of groups that a device has.
const GROUP_AXES: u8 = 3;

/// Statements that share their outermost loop.
#[derive(Debug, Clone)]
pub struct Nest {
    /// The statements as a kernel of their own, with what they need.
    pub kernel: Kernel,
    /// The loops around its statements and in their reductions, outermost first.
    pub loops: Vec<NestLoop>,
    /// The loops of the statement that is in most of them.
    pub deepest: Vec<Name>,
}

/// A loop of a nest.
#[derive(Debug, Clone)]
pub struct NestLoop {
    /// Its iname.
    pub iname: Name,
    /// How its iterations run.
    pub mapping: Mapping,
}

/// How the iterations of a loop run.
#[derive(Debug, Clone)]
pub enum Mapping {
    /// As a tag says: on groups, on work items, unrolled.
    Tagged(InameTag),
    /// One after the other, though they are independent.
    Independent,
    /// One after the other, and why.
    Sequential(Reason),
}

/// Why a loop is not parallel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What is wrong where it is.
    pub message: String,
    /// Instances that show it.
    pub note: Option<String>,
    /// What the user may do.
    pub help: Option<String>,
}

impl Reason {
    fn new(message: &str, help: Option<String>) -> Self {
        Reason { message: message.to_owned(), note: None, help }
    }
}

/// The nests of a kernel.
pub fn nests(kernel: &Kernel) -> Vec<Nest> {
    let of_statement = |id: &Name| {
        let statement = kernel.statements.get(id);
        statement.and_then(|statement| loops_of(statement).into_iter().next()).unwrap_or_else(|| id.clone())
    };
    let mut members: IndexMap<Name, Vec<Name>> = IndexMap::default();
    for (id, statement) in &kernel.statements {
        if !loops_of(statement).is_empty() {
            members.entry(of_statement(id)).or_default().push(id.clone());
        }
    }
    let nest =
        |(name, ids): (Name, Vec<Name>)| describe(nest::kernel_of_nest(kernel, &name, &of_statement), &ids);
    members.into_iter().map(nest).collect()
}

/// The loops around a statement, and then those of its reductions.
fn loops_of(statement: &Statement) -> Vec<Name> {
    let mut loops = statement.inames.clone();
    for iname in statement.value().map(reduction_inames).unwrap_or_default() {
        if !loops.contains(&iname) {
            loops.push(iname);
        }
    }
    loops
}

fn describe(kernel: Kernel, ids: &[Name]) -> Nest {
    let statements: Vec<(&Name, &Statement)> =
        ids.iter().filter_map(|id| kernel.statements.get_key_value(id)).collect();
    let deepest = statements.iter().map(|(_, statement)| loops_of(statement)).max_by_key(Vec::len);
    let mut found: IndexMap<Name, &Name> = IndexMap::default();
    for (id, statement) in &statements {
        for iname in loops_of(statement) {
            found.entry(iname).or_insert(id);
        }
    }
    // What is refused as it stands says nothing of its loops.
    let stands = lower::lower(&kernel).map(drop).map_err(|reasons| first_of(&kernel, &reasons));
    let mapping = |iname: &Name, id: &Name| match (kernel.inames.get(iname).and_then(|own| own.tag), &stands)
    {
        (Some(tag), _) => Mapping::Tagged(tag),
        (None, Err(reason)) => Mapping::Sequential(reason.clone()),
        (None, Ok(())) => match parallel(&kernel, iname, id) {
            Ok(()) => Mapping::Independent,
            Err(reason) => Mapping::Sequential(reason),
        },
    };
    let loops =
        found.iter().map(|(iname, id)| NestLoop { iname: iname.clone(), mapping: mapping(iname, id) });
    let loops = loops.collect();
    Nest { loops, deepest: deepest.unwrap_or_default(), kernel }
}

/// Runs a loop in parallel that runs in turn.
fn parallel(kernel: &Kernel, iname: &Name, id: &Name) -> Result<(), Reason> {
    let is_around = kernel.statements.values().any(|statement| statement.inames.contains(iname));
    if is_around { on_groups(kernel, iname) } else { as_reduction(kernel, iname, id) }
}

/// Runs the iterations of a loop on groups of their own.
fn on_groups(kernel: &Kernel, iname: &Name) -> Result<(), Reason> {
    let is_used = |axis: &u8| kernel.inames.values().any(|own| own.tag == Some(InameTag::Group(*axis)));
    let Some(axis) = (0..GROUP_AXES).find(|axis| !is_used(axis)) else {
        return Err(Reason::new("no axis of groups is left", None));
    };
    let mut attempt = Attempt::without_steps(kernel, Atomics::None);
    let tagged = attempt.tag(&Family::single(iname), InameTag::Group(axis));
    attempt.note_parallel(kernel);
    let accepted = tagged.and_then(|()| attempt.accepted_or_why());
    accepted.map(drop).map_err(|Refusal(reasons)| first_of(kernel, &reasons))
}

/// Shares a reduction over a loop.
fn as_reduction(kernel: &Kernel, iname: &Name, id: &Name) -> Result<(), Reason> {
    let Some(statement) = kernel.statements.get(id) else { return Ok(()) };
    if statement.inames.iter().any(|own| is_parallel_loop(kernel, own)) {
        return Err(Reason::new("each iteration of the parallel loops reduces its own values", None));
    }
    let is_shared = |all| reductions::shared_inames(kernel, statement, all).contains(iname);
    if !is_shared(kernel.reassociate) {
        let help = hints::advice_on_sums(kernel, false).filter(|_| is_shared(true));
        return Err(Reason::new("another order of its values is rounded differently", help));
    }
    let blocks = |length| Blocks { length, work_items: true, atomics: Atomics::None };
    let length = PosInt::new(BLOCK).ok_or_else(|| Refusal::from(poly::Error::Overflow));
    let shared = length.and_then(|length| reductions::attempt(kernel, id, iname, blocks(length)));
    shared.map(drop).map_err(|Refusal(reasons)| first_of(kernel, &reasons))
}

/// The first of the reasons against a loop, and what the user may allow.
fn first_of(kernel: &Kernel, reasons: &[Diagnostic]) -> Reason {
    let first = reasons.first();
    let help = hints::advice(kernel, first.into_iter(), Atomics::None, hints::Sums::Kept);
    let message = first.map_or("it is refused", |reason| reason.message.as_str());
    Reason { note: first.and_then(|reason| reason.notes.first().cloned()), ..Reason::new(message, help) }
}
