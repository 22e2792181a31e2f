//! Calls of kernels: `[i]: y[i] = f(n, [k]: x[k, j])`, where `[k]: x[k, j]` is the part of `x` that `k`
//! sweeps.
//!
//! A call stands for the statements of the kernel that it calls. While loops, orders and extents are
//! inferred, one assignment a target stands for it, which reads and writes what the call does (`site`,
//! `slices`). Then the called kernel's statements take its place, in the module `link`.

mod site;
mod slices;

pub(crate) use site::{Site, prepare};

use crate::blocks::{Action, Program};
use crate::lower::Lowering;
use crate::names::Symbols;
use crate::text::call::callee;
use diag::{Diagnostic, Span};
use ir::{Expr, Kernel, LValue, Name, Node, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The kernels that can be called, by name.
pub type Callees = BTreeMap<Name, Kernel>;

/// Calls that have no meaning.
pub(crate) const CODE: diag::Code = "lp::loopy::call";

/// A call, in the names of the kernel that it stands in.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) callee: Name,
    /// The statements that stand for it, one a target.
    pub(crate) ids: Vec<Name>,
    pub(crate) targets: Vec<Passed>,
    pub(crate) args: Vec<Passed>,
    pub(crate) span: Span,
}

/// What is passed for one argument.
#[derive(Debug, Clone)]
pub(crate) enum Passed {
    /// A part of an array.
    Part(Part),
    /// A value.
    Value(Expr),
}

/// The elements that `place` goes through as the inames of `sweeps` do; outermost axis first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) place: LValue,
    pub(crate) sweeps: Vec<Name>,
    /// How the called kernel numbers the elements, where it does so by other axes.
    pub(crate) view: Option<View>,
}

/// Elements that are numbered row by row in two ways: as many either way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    /// Extents that the called kernel declares.
    pub(crate) declared: Vec<i64>,
    /// Lengths of the sweeps.
    pub(crate) lengths: Vec<i64>,
}

/// The kernels that a program calls.
pub(crate) fn called(program: &Program<'_>) -> BTreeSet<Name> {
    let calls = program.items.iter().filter_map(|item| match &item.action {
        Action::Call(_, value) => callee(value).map(|(name, ..)| Name::from(name)),
        _ => None,
    });
    calls.collect()
}

/// The calls of sites, in terms of the kernel.
pub(crate) fn lowered(sites: &[Site], symbols: &Symbols, errors: &mut Vec<Diagnostic>) -> Vec<Call> {
    let mut calls = Vec::new();
    for site in sites {
        let mut lowering = Lowering { symbols, formals: &[], errors };
        let mut part = |one: &site::Passed, written: bool| {
            if one.sweeps.is_empty() && !written {
                return lowering.expr(&one.expr).map(Passed::Value);
            }
            let place = lowering.target(&one.expr)?;
            Some(Passed::Part(Part { place, sweeps: one.sweeps.clone(), view: None }))
        };
        let targets: Option<Vec<Passed>> = site.targets.iter().map(|one| part(one, true)).collect();
        let args: Option<Vec<Passed>> = site.args.iter().map(|one| part(one, false)).collect();
        let Some((targets, args)) = targets.zip(args) else { continue };
        let parts = || targets.iter().chain(&args).flat_map(Passed::expressions);
        if parts().any(|expr| walk::any(expr, &mut |e| matches!(e.node(), Node::Reduce { .. }))) {
            let problem =
                Diagnostic::error(CODE, "a reduction in what is passed to a kernel").at(site.span, "");
            errors.push(problem.help("store its value in a temporary first, `<> t = sum(i, x[i])`"));
            continue;
        }
        let ids = site.ids.iter().map(|id| Name::from(id.text.as_str())).collect();
        let callee = Name::from(site.callee.text.as_str());
        calls.push(Call { callee, ids, targets, args, span: site.span });
    }
    calls
}

impl Passed {
    /// The value, or the subscripts of the part.
    fn expressions(&self) -> &[Expr] {
        match self {
            Passed::Part(part) => part.place.index(),
            Passed::Value(value) => std::slice::from_ref(value),
        }
    }
}
