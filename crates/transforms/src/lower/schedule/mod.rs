//! From statements to a loop tree.

pub(in crate::lower) mod bounds;
mod conflict;
pub(crate) mod cuts;
mod dependence;
mod empty;
mod extents;
mod launches;
mod nest;
mod order;
mod pins;
mod sequence;
mod slabs;
mod steps;

use crate::lower::separate;
use dependence::Dependence;
use diag::Diagnostic;
pub(crate) use extents::EXTENT;
use ir::{InameTag, Kernel, Schedule, Statement, StatementKind};
use nest::{Forest, ROOT};
use pass::{Applied, Refusal, Rewrite, Transform};
use poly::Name;
use sequence::{Child, Sequences};

/// Puts the statements into a loop tree: one loop for each sequential iname in each iteration of the loops
/// around it, hardware axes for the others, one device kernel for each part between global barriers.
///
/// Loops nest as priorities ask, else as the statements list them; statements follow their dependencies, ties
/// go by priority and text order. Statements that have no instance are left out. The tree has no barriers
/// yet, and no conditions but those that tell the first and last groups along an axis with slabs from the
/// others. Refused, with the statements in conflict and the copies of loops that would help, where there is
/// no such tree.
///
/// ```lpir
/// # RUN: schedule()
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_inner <= 15 and 0 <= i_inner + 16*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: a[i_inner + 16*i_outer] = 2.0*a[i_inner + 16*i_outer]  in(i_outer, i_inner)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 15 and i_inner + 16*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: a[i_inner + 16*i_outer] = 2.0d*a[i_inner + 16*i_outer]  in(i_outer, i_inner)
///   schedule {
///     launch @scale groups((n + 15) // 16) work_items(16) {
///       index i_outer : g.0
///       index i_inner : l.0
///       run s
///     }
///   }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering", name = "schedule")]
pub struct ScheduleStatements {}

impl Rewrite for ScheduleStatements {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(schedule(kernel)?.into())
    }
}

/// What stands in a loop, in order.
#[derive(Debug, Clone)]
enum Item {
    Statement(usize),
    Loop { iname: Name, body: Vec<Item> },
}

/// Builds the loop tree.
///
/// # Errors
/// Where the loops cannot nest, statements wait for each other, or a launch has no size.
pub fn schedule(kernel: &Kernel) -> Result<Kernel, Refusal> {
    scheduled(kernel.clone())
}

/// The same of a kernel that nobody else needs.
pub(super) fn scheduled(kernel: Kernel) -> Result<Kernel, Refusal> {
    check_tags(&kernel)?;
    let mut scheduled = empty::without_empty(separate::write_out(kernel)?)?;
    let drafts = drafts(&scheduled)?;
    pins::pin(&mut scheduled, &drafts);
    let host = launches::host(&scheduled, &drafts)?;
    scheduled.schedule = Some(Schedule { host });
    Ok(scheduled)
}

/// What each launch runs.
fn drafts(kernel: &Kernel) -> Result<Vec<launches::Draft>, Refusal> {
    let (mut forest, homes) = place(kernel)?;
    order::order_loops(kernel, &mut forest)?;
    let dependences = dependence::dependences(kernel);
    check_bounds(kernel, &forest)?;
    let sequences = sequence::sequences(kernel, &forest, &homes, &dependences)
        .map_err(|stuck| conflict::stuck(kernel, &forest, &homes, &dependences, &stuck))?;
    let items = items(kernel, &forest, &sequences, ROOT);
    let drafts = launches::split(kernel, items);
    cuts::check(kernel, &drafts)?;
    Ok(drafts)
}

/// The inames of a statement that have loops.
fn sequential(kernel: &Kernel, statement: &Statement) -> Vec<Name> {
    statement.inames.iter().filter(|iname| !is_parallel(kernel, iname)).cloned().collect()
}

pub(super) fn is_parallel(kernel: &Kernel, iname: &Name) -> bool {
    kernel.tag(iname).is_some_and(InameTag::is_parallel)
}

fn check_tags(kernel: &Kernel) -> Result<(), Refusal> {
    crate::rewrite::check_axes(kernel)?;
    let used = |iname: &Name| kernel.statements.values().any(|statement| statement.inames.contains(iname));
    for (tag, pass) in [
        (InameTag::LocalAuto, "assign_local_axes"),
        (InameTag::IlpUnroll, "realize_ilp"),
        (InameTag::IlpSequential, "realize_ilp"),
    ] {
        let tagged = kernel.inames.iter().filter(|(name, iname)| iname.tag == Some(tag) && used(name));
        let open: Vec<&Name> = tagged.map(|(name, _)| name).collect();
        if !open.is_empty() {
            let message = format!("{} still tagged `{tag}`", crate::lower::describe::quoted(open));
            let problem = Diagnostic::error("lp::schedule::open-tag", message);
            return Err(problem.help(format!("run `{pass}()` first")).into());
        }
    }
    Ok(())
}

/// Gives every statement its node.
fn place(kernel: &Kernel) -> Result<(Forest, Vec<usize>), Vec<Diagnostic>> {
    let mut forest = Forest::new();
    let mut failures = Vec::new();
    for (at, (id, statement)) in kernel.statements.iter().enumerate() {
        let inames = sequential(kernel, statement);
        if let Err(misfit) = forest.insert(at, &inames) {
            failures.push(conflict::misfit(kernel, &forest, id, &inames, &misfit));
        }
    }
    let mut homes = vec![ROOT; kernel.statements.len()];
    for (at, node) in forest.nodes.iter().enumerate() {
        for statement in &node.statements {
            if let Some(home) = homes.get_mut(*statement) {
                *home = at;
            }
        }
    }
    if failures.is_empty() { Ok((forest, homes)) } else { Err(failures) }
}

/// A loop's bounds must be known before it starts.
fn check_bounds(kernel: &Kernel, forest: &Forest) -> Result<(), Vec<Diagnostic>> {
    let mut failures = Vec::new();
    let computed = dependence::bound_temporaries(kernel);
    if computed.is_empty() {
        return Ok(());
    }
    for iname in forest.nodes.iter().flat_map(|node| &node.inames) {
        let around = kernel.domains_of([iname]);
        let params =
            around.iter().filter_map(|at| kernel.domains.get(*at)).flat_map(|domain| domain.set.params());
        for param in params.filter(|param| computed.contains(*param)) {
            let inside = kernel.statements.iter().find(|(_, statement)| {
                statement.target().is_some_and(|target| target.name() == param)
                    && statement.inames.contains(iname)
            });
            if let Some((id, statement)) = inside {
                let message = format!(
                    "the loop over `{iname}` needs `{param}`, which `{id}` computes inside that loop"
                );
                failures.push(
                    Diagnostic::error("lp::schedule::bound-inside", message)
                        .at_entity(statement.loc.as_ref(), statement.origin, "computed here")
                        .help(format!("compute `{param}` before the loop")),
                );
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}

/// The children of a node with its own loops around them; statements that do nothing are dropped.
fn items(kernel: &Kernel, forest: &Forest, sequences: &Sequences, node: usize) -> Vec<Item> {
    let mut body = Vec::new();
    for child in sequences.children(node) {
        match child {
            Child::Statement(at) => {
                let nop =
                    kernel.statements.get_index(at).is_none_or(|(_, s)| matches!(s.kind, StatementKind::Nop));
                if !nop {
                    body.push(Item::Statement(at));
                }
            }
            Child::Nest(inner) => body.extend(items(kernel, forest, sequences, inner)),
        }
    }
    let loops = forest.node(node).map(|node| node.inames.as_slice()).unwrap_or_default();
    if body.is_empty() {
        return body;
    }
    loops.iter().rev().fold(body, |body, iname| vec![Item::Loop { iname: iname.clone(), body }])
}

impl Item {
    /// Adds the numbers of all statements in it, in order.
    fn collect(&self, found: &mut Vec<usize>) {
        match self {
            Item::Statement(at) => found.push(*at),
            Item::Loop { body, .. } => body.iter().for_each(|item| item.collect(found)),
        }
    }
}

/// All statements of a list of items, in order.
fn statements(items: &[Item]) -> Vec<usize> {
    let mut found = Vec::new();
    items.iter().for_each(|item| item.collect(&mut found));
    found
}

/// The ends of a dependence, by name.
fn ends<'k>(kernel: &'k Kernel, dependence: &Dependence) -> Option<(&'k Name, &'k Name)> {
    let id = |at: usize| kernel.statements.get_index(at).map(|(id, _)| id);
    Some((id(dependence.before)?, id(dependence.after)?))
}
