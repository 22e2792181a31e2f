//! Device kernels, and what the host does around them.

use super::extents::{Extents, check_host_bounds, extents};
use super::steps::Steps;
use super::{Item, bounds, slabs, statements};
use crate::lower::domains::Domains;
use crate::lower::region::Region;
use ir::{Host, IndexSet, Kernel, Launch, Loop, StatementKind, Step, SyncScope, fresh};
use pass::Refusal;
use poly::Name;
use std::collections::BTreeSet;

/// What the host does, without sizes and bounds.
#[derive(Debug)]
pub(super) enum Draft {
    Launch(Vec<Item>),
    For { iname: Name, body: Vec<Draft> },
}

impl Draft {
    /// The host's loops in it, outer ones first.
    pub(super) fn loops(&self) -> Vec<Name> {
        match self {
            Draft::Launch(_) => Vec::new(),
            Draft::For { iname, body } => {
                std::iter::once(iname.clone()).chain(body.iter().flat_map(Draft::loops)).collect()
            }
        }
    }

    /// The statements of each launch in it.
    pub(super) fn launches(&self) -> Vec<Vec<usize>> {
        match self {
            Draft::Launch(items) => vec![statements(items)],
            Draft::For { body, .. } => body.iter().flat_map(Draft::launches).collect(),
        }
    }
}

/// Cuts the tree at global barriers: what lies between two is one launch, a loop around one is the host's.
pub(super) fn split(kernel: &Kernel, items: Vec<Item>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    let mut open = Vec::new();
    for item in items {
        match item {
            Item::Statement(at) if is_global_barrier(kernel, at) => close(&mut open, &mut drafts),
            Item::Loop { iname, body }
                if statements(&body).iter().any(|at| is_global_barrier(kernel, *at)) =>
            {
                close(&mut open, &mut drafts);
                drafts.push(Draft::For { iname, body: split(kernel, body) });
            }
            item => open.push(item),
        }
    }
    close(&mut open, &mut drafts);
    drafts
}

fn close(open: &mut Vec<Item>, drafts: &mut Vec<Draft>) {
    if !open.is_empty() {
        drafts.push(Draft::Launch(std::mem::take(open)));
    }
}

fn is_global_barrier(kernel: &Kernel, at: usize) -> bool {
    kernel.statements.get_index(at).is_some_and(|(_, s)| s.kind == StatementKind::Barrier(SyncScope::Global))
}

/// The host's steps with all sizes and bounds.
pub(super) fn host(kernel: &Kernel, drafts: &[Draft]) -> Result<Vec<Host>, Refusal> {
    let domains = Domains::new(kernel);
    let mut builder = Builder { kernel, domains, names: BTreeSet::new(), loops: Vec::new() };
    drafts.iter().map(|draft| builder.step(draft)).collect()
}

struct Builder<'k> {
    kernel: &'k Kernel,
    domains: Domains<'k>,
    /// Names of the launches so far.
    names: BTreeSet<Name>,
    /// The host's loops around the present place.
    loops: Vec<Name>,
}

impl Builder<'_> {
    fn step(&mut self, draft: &Draft) -> Result<Host, Refusal> {
        match draft {
            Draft::Launch(items) => Ok(Host::Launch(self.launch(items)?)),
            Draft::For { iname, body } => {
                let all: Vec<&[Name]> = body
                    .iter()
                    .flat_map(Draft::launches)
                    .flatten()
                    .filter_map(|at| self.kernel.statements.get_index(at))
                    .map(|(_, s)| s.inames.as_slice())
                    .collect();
                let all: IndexSet<&[Name]> = all.into_iter().collect();
                let range =
                    bounds::range(&self.domains, all, iname, &|name| self.loops.contains(name), None)?;
                check_host_bounds(self.kernel, iname, &self.loops, [&range.lower, &range.upper])?;
                self.loops.push(iname.clone());
                let body: Result<Vec<Host>, Refusal> = body.iter().map(|draft| self.step(draft)).collect();
                self.loops.pop();
                let (lower, upper) = (range.lower, range.upper);
                Ok(Host::For(Loop { iname: iname.clone(), lower, upper, unroll: false, body: body? }))
            }
        }
    }

    fn launch(&mut self, items: &[Item]) -> Result<Launch, Refusal> {
        let extents = extents(self.kernel, &self.domains, &statements(items), &self.loops)?;
        let mut known: Vec<Name> = self.loops.clone();
        known.extend(extents.indices.iter().map(|index| index.iname.clone()));
        let name = fresh(&self.kernel.name, |name| self.names.contains(name));
        self.names.insert(name.clone());
        let Extents { groups, work_items, indices } = extents;
        let mut launch = Launch { name, groups, work_items, indices, body: Vec::new() };
        launch.body = self.body(&launch, items, &known)?;
        Ok(launch)
    }

    /// What each work item does. Groups between the first and last ones of an axis with slabs have code of
    /// their own.
    fn body(&self, launch: &Launch, items: &[Item], known: &[Name]) -> Result<Vec<Step>, Refusal> {
        let steps = |context: Option<Region>| {
            Steps { kernel: self.kernel, domains: &self.domains, known: known.to_vec(), context }.list(items)
        };
        let Some(condition) = slabs::interior_condition(self.kernel, launch)? else { return steps(None) };
        let between = Region::new(self.kernel)?.launch(launch)?.assuming(&condition)?;
        let (then, otherwise) = (steps(Some(between))?, steps(None)?);
        Ok(vec![Step::If { condition, then, otherwise }])
    }
}
