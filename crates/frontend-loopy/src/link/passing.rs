//! Which argument of a kernel each part of a call is for, as Loo.py has it.
//!
//! Parts behind the name stand for the arguments that are read, or not used at all, in the order of the
//! kernel's arguments; targets for those that are written. One that is both is given twice, and both times
//! the same part.

use crate::calls::{CODE, Call, Part, Passed, View};
use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{Access, Arg, ArgKind, Expr, IndexMap, Kernel, LValue, Name, Node, affine};
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};

/// What is passed for each argument.
pub(super) fn matched(
    call: &Call,
    callee: &Kernel,
    lengths: &dyn Fn(&Part) -> Option<Vec<i64>>,
) -> Result<IndexMap<Name, Passed>, Diagnostic> {
    let fail = |message: String| Diagnostic::error(CODE, message).at(call.span, "");
    let (mut inputs, outputs) = roles(callee);
    let mut fixed = match call.args.len() < inputs.len() {
        // Those to which `fixed_parameters` gave a value may be left out, as in Loo.py, where they are gone.
        true => callee.assumptions.pinned().map_err(|error| fail(error.to_string()))?,
        false => BTreeMap::new(),
    };
    fixed.retain(|name, _| callee.args.contains_key(name));
    if call.args.len() + fixed.len() == inputs.len() {
        inputs.retain(|name| !fixed.contains_key(name));
    }
    for (given, expected, what) in
        [(call.args.len(), &inputs, "reads"), (call.targets.len(), &outputs, "writes")]
    {
        if given != expected.len() {
            let names: Vec<String> = expected.iter().map(|name| format!("`{name}`")).collect();
            let list = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            let problem = fail(format!("`{}` {what} {list}, and {given} are given", call.callee));
            return Err(problem.help("what it reads stands in parentheses, what it writes before the `=`"));
        }
    }
    let mut found: IndexMap<Name, Passed> = IndexMap::default();
    for (name, passed) in outputs.iter().zip(&call.targets).chain(inputs.iter().zip(&call.args)) {
        let Some(arg) = callee.args.get(name) else { continue };
        let passed = fitted(name, arg, passed, lengths).map_err(&fail)?;
        match found.get(name) {
            Some(first) if !are_same_elements(first, &passed).unwrap_or(false) => {
                let message =
                    format!("`{}` updates `{name}` in place, and the call gives it two places", call.callee);
                return Err(fail(message).help("write the same part as target and as argument"));
            }
            Some(_) => {}
            None => {
                found.insert(name.clone(), passed);
            }
        }
    }
    let missing = fixed.into_iter().filter(|(name, _)| !inputs.contains(name));
    found.extend(missing.map(|(name, value)| (name, Passed::Value(Expr::int(value)))));
    Ok(found)
}

/// The arguments that are read, or not used; and those that are written.
fn roles(callee: &Kernel) -> (Vec<Name>, Vec<Name>) {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for access in callee.statements.values().flat_map(|statement| accesses(callee, statement)) {
        match access.kind {
            AccessKind::Read => read.insert(access.variable.clone()),
            AccessKind::Write => written.insert(access.variable.clone()),
        };
    }
    let is_out = |arg: &Arg| matches!(arg.kind, ArgKind::Array { access: Access::Out, .. });
    let inputs = callee
        .args
        .iter()
        .filter(|(name, arg)| !written.contains(*name) || (read.contains(*name) && !is_out(arg)));
    let outputs = callee.args.keys().filter(|name| written.contains(*name));
    (inputs.map(|(name, _)| name.clone()).collect(), outputs.cloned().collect())
}

/// What is passed, as the argument wants it: an array a part of its rank, or of as many elements, which are
/// then numbered row by row; a value an expression.
fn fitted(
    name: &Name,
    arg: &Arg,
    passed: &Passed,
    lengths: &dyn Fn(&Part) -> Option<Vec<i64>>,
) -> Result<Passed, String> {
    match (arg.shape(), passed) {
        (None, Passed::Value(_)) => Ok(passed.clone()),
        (None, Passed::Part(part)) if part.sweeps.is_empty() => Ok(Passed::Value(part.place.to_expr())),
        (None, Passed::Part(_)) => Err(format!("`{name}` is a value, and a part of an array is given")),
        (Some(shape), Passed::Part(part)) if part.sweeps.len() == shape.len() => Ok(passed.clone()),
        (Some(shape), Passed::Part(part)) => {
            let view = lengths(part).and_then(|lengths| viewed(shape, lengths));
            let view = view.ok_or_else(|| {
                format!(
                    "the rank of `{name}` is {}, that of the part that is given is {}, and nothing tells that both have as many \
                     elements",
                    shape.len(),
                    part.sweeps.len()
                )
            })?;
            Ok(Passed::Part(Part { view: Some(view), ..part.clone() }))
        }
        (Some([]), Passed::Value(value)) => {
            let place = match value.node() {
                Node::Load { array, index } => LValue::Element { array: array.clone(), index: index.clone() },
                Node::Var(scalar) => LValue::Scalar(scalar.clone()),
                _ => return Err(format!("`{name}` is an array, and a value is given")),
            };
            Ok(Passed::Part(Part { place, sweeps: Vec::new(), view: None }))
        }
        (Some(_), Passed::Value(_)) => Err(format!("`{name}` is an array, and a value is given")),
    }
}

/// The declared extents beside the lengths of sweeps, where both are numbers with one product.
fn viewed(shape: &[Option<Expr>], lengths: Vec<i64>) -> Option<View> {
    let declared: Option<Vec<i64>> = shape.iter().map(|extent| extent.as_ref()?.as_int()).collect();
    let declared = declared?;
    let count = |lengths: &[i64]| lengths.iter().try_fold(1_i64, |all, one| all.checked_mul(*one));
    let same = count(&declared)? == count(&lengths)? && declared.iter().chain(&lengths).all(|one| *one > 0);
    same.then_some(View { declared, lengths })
}

/// Whether two parts are the same elements in the same order.
fn are_same_elements(a: &Passed, b: &Passed) -> Result<bool, Error> {
    let (Passed::Part(a), Passed::Part(b)) = (a, b) else { return Ok(false) };
    if a.place.name() != b.place.name() || a.sweeps.len() != b.sweeps.len() || a.view != b.view {
        return Ok(false);
    }
    let sweep = |name: &Name| b.sweeps.iter().position(|own| own == name).and_then(|at| a.sweeps.get(at));
    for (one, other) in a.place.index().iter().zip(b.place.index()) {
        let other = ir::walk::substitute(other, &|name| sweep(name).map(|own| Expr::var(own.clone())));
        if *one == other {
            continue;
        }
        let (Some(one), Some(other)) = (affine::to_aff(one), affine::to_aff(&other)) else {
            return Ok(false);
        };
        if differ(&one, &other)? {
            return Ok(false);
        }
    }
    Ok(a.place.index().len() == b.place.index().len())
}

/// Whether two forms may have different values.
fn differ(one: &Aff, other: &Aff) -> Result<bool, Error> {
    for apart in [Constraint::lt(one, other), Constraint::gt(one, other)] {
        if !Set::from_constraints(&[], &[], &[apart.ok_or(Error::Overflow)?])?.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}
