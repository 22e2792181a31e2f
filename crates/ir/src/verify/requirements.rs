//! Requirements.

use super::expressions::{Scope, is_too_deep};
use super::{Checker, Owner};
use crate::requirement::FUNCTIONS;
use crate::{ArgKind, Expr, Kernel, Name, Node, Requirement, Scalar, function, typing, walk};

const REQUIREMENT: &str = "lp::verify::requirement";

impl Checker<'_> {
    pub(super) fn requirements(&mut self) {
        let kernel = self.kernel;
        for requirement in &kernel.requires {
            let Requirement { condition, message: _, loc, origin } = requirement;
            let owner = Owner::new("requirement", &condition.to_string(), loc.as_ref(), *origin);
            let unfit = if is_too_deep(condition) { None } else { untestable(kernel, condition) };
            match unfit {
                Some((reason, help)) => {
                    self.report(REQUIREMENT, &owner, format!("{} {reason}", owner.what), help);
                }
                None => self.expression(&mut Scope::inside(owner, []), condition),
            }
        }
    }
}

/// Why a host cannot test a condition before a launch, and what to write instead.
fn untestable(kernel: &Kernel, condition: &Expr) -> Option<(String, &'static str)> {
    let mut found = None;
    walk::visit(condition, &mut |part| {
        if found.is_none() {
            found = beyond_arguments(kernel, part).or_else(|| beyond_hosts(part));
        }
    });
    found.or_else(|| {
        let ty = typing::type_of(kernel, condition).ok()?.scalar();
        (ty != Scalar::Bool).then(|| (format!("is of type `{ty}`"), "compare it with something: `n > 0`"))
    })
}

/// Something whose value is known only while the kernel runs.
fn beyond_arguments(kernel: &Kernel, part: &Expr) -> Option<(String, &'static str)> {
    let of_arrays = "the host knows no contents of arrays; test value arguments alone";
    match part.node() {
        Node::Load { array, .. } => Some((format!("reads an element of `{array}`"), of_arrays)),
        Node::Var(name) if is_array(kernel, name) => Some((format!("reads `{name}`"), of_arrays)),
        Node::Var(name) if kernel.temps.contains_key(name) => {
            Some((format!("reads temporary `{name}`"), "test the arguments that it is computed from"))
        }
        Node::Var(name) if kernel.inames.contains_key(name) => {
            Some((format!("uses iname `{name}`"), "test the arguments that bound the loop"))
        }
        Node::Call { function, .. } if kernel.functions.contains_key(function) => {
            Some((format!("calls `{function}`"), "write what the function computes"))
        }
        Node::Rule { name, .. } => Some((format!("invokes rule `{name}`"), "write what the rule stands for")),
        Node::Reduce { .. } => Some(("has a reduction".to_owned(), "test value arguments alone")),
        _ => None,
    }
}

fn is_array(kernel: &Kernel, name: &Name) -> bool {
    kernel.args.get(name).is_some_and(|arg| arg.kind != ArgKind::Value)
}

/// An operation that hosts need not have.
fn beyond_hosts(part: &Expr) -> Option<(String, &'static str)> {
    let help = "known to hosts are comparisons, `and`, `or`, `not`, `if`, `cast`, arithmetic without powers, `abs`, `max`, \
                `min`, `div_trunc` and `rem_trunc`";
    match part.node() {
        Node::Power(..) => Some(("has a power".to_owned(), help)),
        Node::Call { function, .. } if !FUNCTIONS.contains(&&**function) => {
            function::find(function).map(|known| (format!("calls `{}`", known.name), help))
        }
        _ => None,
    }
}
