//! Conversions in the bodies of rules: the types of formals are those of the actuals.
//!
//! A body that would need other conversions at another invocation has no one meaning; it stays as it is, and
//! what does not hold of the kernel as a whole then is refused where it is checked.

use super::is_index;
use super::writer::Writer;
use crate::typing::{self, Untyped};
use crate::{Arg, ArgKind, Expr, IndexMap, Kernel, Node, Origin, Rule, Scalar, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What one invocation gives a rule: for each formal its type, and whether it is index arithmetic.
type Signature = Vec<Option<Actual>>;

/// What stands for a formal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Actual {
    /// Index arithmetic, which has that type as a value.
    Index(Scalar),
    /// A value of that type.
    Value(Scalar),
    /// An integer literal, which is the same number in each type.
    Literal,
}

/// Types that a formal may have which stands for literals alone: the first in which nothing converts it. What
/// it meets where the rule is invoked is not known here, so real numbers are long ones unless the kernel has
/// none.
fn types_of_literals(kernel: &Kernel) -> [Scalar; 7] {
    let declared = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let has_long = declared.flatten().any(|ty| ty.part() == Scalar::F64);
    let [real, other] = if has_long { [Scalar::F64, Scalar::F32] } else { [Scalar::F32, Scalar::F64] };
    [Scalar::I32, Scalar::I64, Scalar::U64, real, other, Scalar::C64, Scalar::C128]
}

/// The rules with their conversions written out; `None` where nothing changes.
pub(super) fn written_rules(kernel: &Kernel) -> Option<IndexMap<Name, Rule>> {
    if kernel.rules.is_empty() {
        return None;
    }
    let mut calls: BTreeMap<Name, BTreeSet<Signature>> = BTreeMap::new();
    for expr in kernel.expressions() {
        collect(kernel, &[], expr, &mut calls);
    }
    let mut rules = kernel.rules.clone();
    for name in callers_first(kernel) {
        let Some(rule) = kernel.rules.get(&name) else { continue };
        let mut common: Option<Vec<Expr>> = None;
        for signature in calls.get(&name).cloned().unwrap_or_default() {
            let (inside, indices) = inside(kernel, rule, &signature)?;
            collect(&inside, &indices, &rule.body, &mut calls);
            let bodies = bodies(kernel, rule, &signature, &|writer| match rule.body.node() {
                // A literal is the same number in the shorter type, in which it widens nothing.
                Node::Real(real) if real.ty.is_none() && real.is_short() => {
                    Ok(Expr::real(real.value(), Some(Scalar::F32)))
                }
                _ => writer.value(&rule.body, None),
            });
            common = Some(match common {
                Some(common) => common.into_iter().filter(|body| bodies.contains(body)).collect(),
                None => bodies,
            });
        }
        let body = common.into_iter().flatten().next();
        if let (Some(body), Some(rule)) = (body, rules.get_mut(&name)) {
            rule.body = body;
        }
    }
    Some(rules).filter(|rules| *rules != kernel.rules)
}

/// Notes what the invocations in an expression give their rules.
fn collect(kernel: &Kernel, indices: &[Name], expr: &Expr, calls: &mut BTreeMap<Name, BTreeSet<Signature>>) {
    walk::visit(expr, &mut |part| {
        let Node::Rule { name, args, .. } = part.node() else { return };
        calls.entry(name.clone()).or_default().insert(signature(kernel, indices, args));
    });
}

fn signature(kernel: &Kernel, indices: &[Name], actuals: &[Expr]) -> Signature {
    let actual = |arg: &Expr| {
        let ty = typing::type_of(kernel, arg).ok()?.scalar();
        Some(match arg.node() {
            Node::Int(_) => Actual::Literal,
            _ if is_index(kernel, indices, arg) => {
                Actual::Index(Writer::of_rule(kernel, indices).natural(arg))
            }
            _ => Actual::Value(ty),
        })
    };
    actuals.iter().map(actual).collect()
}

/// See [`super::bodies_in`].
pub(super) fn bodies_in(kernel: &Kernel, rule: &Rule, actuals: &[Expr], ty: Scalar) -> Vec<Expr> {
    let signature = signature(kernel, &[], actuals);
    bodies(kernel, rule, &signature, &|writer| writer.in_type(&rule.body, ty))
}

/// The bodies that are right for an invocation, the best one first: an integer literal may stand for a value
/// of any type, and for index arithmetic.
fn bodies(
    kernel: &Kernel,
    rule: &Rule,
    signature: &Signature,
    write: &dyn Fn(&Writer<'_>) -> Result<Expr, Untyped>,
) -> Vec<Expr> {
    let as_index = |actual: &Option<Actual>| match actual {
        Some(Actual::Literal) => Some(Actual::Index(Scalar::I32)),
        other => *other,
    };
    let mut found: Vec<Expr> = Vec::new();
    for signature in [signature.clone(), signature.iter().map(as_index).collect()] {
        let Some((inside, indices)) = inside(kernel, rule, &signature) else { continue };
        if let Ok(body) = write(&Writer::of_rule(&inside, &indices))
            && !found.contains(&body)
        {
            found.push(body);
        }
    }
    found
}

/// The kernel as seen from inside of a rule, formals being arguments, and which of these stand for index
/// arithmetic.
fn inside(kernel: &Kernel, rule: &Rule, signature: &Signature) -> Option<(Kernel, Vec<Name>)> {
    if rule.params.is_empty() {
        return Some((kernel.clone(), Vec::new()));
    }
    let mut inside = kernel.clone();
    let (mut indices, mut literals) = (Vec::new(), Vec::new());
    for (formal, actual) in rule.params.iter().zip(signature) {
        let ty = match (*actual)? {
            Actual::Literal if !is_subscript(&rule.body, formal) => {
                literals.push(formal.clone());
                Scalar::I32
            }
            Actual::Literal => {
                indices.push(formal.clone());
                Scalar::I32
            }
            Actual::Index(ty) => {
                indices.push(formal.clone());
                ty
            }
            Actual::Value(ty) => ty,
        };
        declare(&mut inside, formal, ty);
    }
    for formal in literals {
        let fits = types_of_literals(kernel).into_iter().find(|ty| {
            let mut tried = inside.clone();
            declare(&mut tried, &formal, *ty);
            let written = Writer::of_rule(&tried, &indices).value(&rule.body, None);
            written.is_ok_and(|body| !converts(&body, &rule.body, &formal))
        });
        declare(&mut inside, &formal, fits.unwrap_or(Scalar::I32));
    }
    Some((inside, indices))
}

fn declare(kernel: &mut Kernel, formal: &Name, ty: Scalar) {
    kernel.inames.shift_remove(formal);
    kernel.temps.shift_remove(formal);
    let arg = Arg { ty: Some(ty), kind: ArgKind::Value, loc: None, origin: Origin::default() };
    kernel.args.insert(formal.clone(), arg);
}

/// Whether a formal tells which element is read.
fn is_subscript(body: &Expr, formal: &Name) -> bool {
    walk::any(body, &mut |part| match part.node() {
        Node::Load { index, .. } => index.iter().any(|e| walk::names(e).contains(formal)),
        Node::Rule { args, .. } => args.iter().any(|e| walk::names(e).contains(formal)),
        _ => false,
    })
}

/// Whether a formal, or an element beside it, is converted in a body where it is not as written.
fn converts(body: &Expr, as_written: &Expr, formal: &Name) -> bool {
    let is_operand = |e: &Expr| e.as_var() == Some(formal) || matches!(e.node(), Node::Load { .. });
    let conversions = |e: &Expr| {
        let mut count = 0_usize;
        walk::visit(e, &mut |part| {
            count += usize::from(matches!(part.node(), Node::Cast(_, inner) if is_operand(inner)));
        });
        count
    };
    conversions(body) > conversions(as_written)
}

/// The rules, each before those that its body invokes.
fn callers_first(kernel: &Kernel) -> Vec<Name> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for name in kernel.rules.keys() {
        visit(kernel, name, &mut seen, &mut order);
    }
    order.reverse();
    order
}

fn visit(kernel: &Kernel, name: &Name, seen: &mut BTreeSet<Name>, order: &mut Vec<Name>) {
    let Some(rule) = kernel.rules.get(name).filter(|_| seen.insert(name.clone())) else { return };
    walk::visit(&rule.body, &mut |part| {
        if let Node::Rule { name, .. } = part.node() {
            visit(kernel, name, seen, order);
        }
    });
    order.push(name.clone());
}
