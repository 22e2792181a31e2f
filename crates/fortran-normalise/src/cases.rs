//! The cases in which a condition holds, each a conjunction of inequalities and of conditions that are none.
//!
//! Comparisons of sums of integers become inequalities; `max`, `min`, choices and truncating divisions in
//! them are taken apart.

use super::symbolic::{opposite, replaced};
use fortran_sema::hir::Variables;
use ir::{Comparison, Expr, IndexMap, IndexSet, Node as Value, Scalar, affine, walk};
use poly::{Constraint, Name, Set};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many cases a condition may have; one with more is not decided.
const MAX_CASES: usize = 24;

/// Conditions that hold together.
#[derive(Debug, Clone, Default)]
pub(super) struct Case {
    /// Those on sums of integers.
    pub(super) inequalities: Vec<Rc<Inequality>>,
    /// All others.
    pub(super) others: Vec<Expr>,
}

impl Case {
    fn add(&mut self, other: &Case) {
        self.inequalities.extend_from_slice(&other.inequalities);
        self.others.extend_from_slice(&other.others);
    }
}

/// A condition on a sum of integers. It and its names have numbers, which are compared instead of them.
#[derive(Debug)]
pub(super) struct Inequality {
    pub(super) number: usize,
    pub(super) constraint: Constraint,
    pub(super) names: Vec<usize>,
}

/// The cases of conditions, each found once: rewrites ask for those on one path again and again.
#[derive(Debug, Default)]
pub(super) struct Cases {
    known: RefCell<IndexMap<Expr, Option<Rc<Vec<Case>>>>>,
    inequalities: RefCell<IndexMap<Constraint, Rc<Inequality>>>,
    names: RefCell<IndexSet<Name>>,
}

/// Whether an expression is computed of integers alone. The number of an iteration is one where the variable
/// of its loop is.
pub(super) fn of_integers(expr: &Expr, variables: &Variables) -> bool {
    !walk::any(expr, &mut |part| match part.node() {
        Value::Real(_) | Value::Load { .. } | Value::Quotient(..) => true,
        Value::Var(name) => !is_integer(name, variables),
        Value::Cast(ty, _) => !ty.is_integer(),
        _ => false,
    })
}

fn is_integer(name: &Name, variables: &Variables) -> bool {
    variables.get(fortran_sema::hir::counted(name)).is_some_and(|variable| variable.ty.is_integer())
}

impl Cases {
    /// The cases in which a condition holds; none where there are too many.
    pub(super) fn of_condition(&self, condition: &Expr, variables: &Variables) -> Option<Rc<Vec<Case>>> {
        if let Some(known) = self.known.borrow().get(condition) {
            return known.clone();
        }
        let cases = self.disjuncts(condition, variables).map(Rc::new);
        self.known.borrow_mut().insert(condition.clone(), cases.clone());
        cases
    }

    /// Names may mean variables of other types from here on.
    pub(super) fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    fn disjuncts(&self, condition: &Expr, variables: &Variables) -> Option<Vec<Case>> {
        match condition.node() {
            Value::Bool(true) => Some(vec![Case::default()]),
            Value::Bool(false) => Some(Vec::new()),
            Value::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.of_condition(part, variables)?.iter().cloned());
                }
                (all.len() <= MAX_CASES).then_some(all)
            }
            Value::And(parts) => parts.iter().try_fold(vec![Case::default()], |all, part| {
                together(all, &self.of_condition(part, variables)?)
            }),
            Value::Not(inner)
                if matches!(inner.node(), Value::And(_) | Value::Or(_) | Value::Compare(..)) =>
            {
                let is_integer = |expr: &Expr| of_integers(expr, variables);
                let negated = opposite(inner, &is_integer);
                if negated == *condition {
                    Some(opaque_case(condition))
                } else {
                    self.cloned_cases(&negated, variables)
                }
            }
            Value::Compare(op, a, b) if of_integers(condition, variables) => {
                self.comparison(*op, a, b, variables)
            }
            _ => Some(opaque_case(condition)),
        }
    }

    fn inequality(&self, constraint: Constraint) -> Rc<Inequality> {
        let mut all = self.inequalities.borrow_mut();
        let number = all.len();
        let new = |constraint: &Constraint| {
            let mut known = self.names.borrow_mut();
            let names = constraint.aff.names().into_iter().map(|name| known.insert_full(name).0).collect();
            Rc::new(Inequality { number, constraint: constraint.clone(), names })
        };
        Rc::clone(all.entry(constraint).or_insert_with_key(new))
    }

    fn cloned_cases(&self, condition: &Expr, variables: &Variables) -> Option<Vec<Case>> {
        self.of_condition(condition, variables).map(|cases| cases.to_vec())
    }

    /// A comparison of integers; `max`, `min` and choices in it are taken apart.
    fn comparison(&self, op: Comparison, a: &Expr, b: &Expr, variables: &Variables) -> Option<Vec<Case>> {
        let whole = Expr::new(Value::Compare(op, a.clone(), b.clone()));
        if let Some((parts, all)) = bounds(op, a, b) {
            let whole = if all { Expr::all(parts) } else { Expr::any(parts) };
            return self.cloned_cases(&whole, variables);
        }
        if let Some(choice) = choice(a).or_else(|| choice(b)) {
            let options = options(&choice).into_iter().map(|(under, value)| {
                let chosen = replaced(&whole, &choice, &value);
                self.cloned_cases(&Expr::all(under.into_iter().chain([chosen]).collect()), variables)
            });
            let all: Vec<Case> = options.collect::<Option<Vec<_>>>()?.concat();
            return (all.len() <= MAX_CASES).then_some(all);
        }
        if op == Comparison::NotEqual {
            let mut both = self.comparison(Comparison::Less, a, b, variables)?;
            both.extend(self.comparison(Comparison::Greater, a, b, variables)?);
            return Some(both);
        }
        let a = linear(a, variables);
        let b = linear(b, variables);
        match affine::to_constraints(&Expr::new(Value::Compare(op, a, b))) {
            Some(constraints) => {
                let inequalities =
                    constraints.into_iter().map(|constraint| self.inequality(constraint)).collect();
                Some(vec![Case { inequalities, others: Vec::new() }])
            }
            None => Some(opaque_case(&whole)),
        }
    }
}

fn opaque_case(condition: &Expr) -> Vec<Case> {
    vec![Case { others: vec![condition.clone()], ..Case::default() }]
}

/// The cases in which both hold.
fn together(mut a: Vec<Case>, b: &[Case]) -> Option<Vec<Case>> {
    if a.len() * b.len() > MAX_CASES {
        return None;
    }
    if let [only] = b {
        a.iter_mut().for_each(|case| case.add(only));
        return Some(a);
    }
    let merged = |case: &Case, other: &Case| {
        let mut case = case.clone();
        case.add(other);
        case
    };
    Some(a.iter().flat_map(|a| b.iter().map(move |b| merged(a, b))).collect())
}

/// `a >= max(b, c)` as its parts, and whether all of them have to hold or one; so for the like.
fn bounds(op: Comparison, a: &Expr, b: &Expr) -> Option<(Vec<Expr>, bool)> {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let call = |expr: &Expr| match expr.node() {
        Value::Call { function, args } => Some((function.clone(), args.clone())),
        _ => None,
    };
    let (is_less, is_left) = match op {
        Less | LessEqual => (true, call(a).is_some()),
        Greater | GreaterEqual => (false, call(a).is_some()),
        Equal | NotEqual => return None,
    };
    let (function, args) = call(a).or_else(|| call(b))?;
    let all = match function.as_str() {
        "max" => is_less == is_left,
        "min" => is_less != is_left,
        _ => return None,
    };
    let compare = |arg: Expr| {
        let (a, b) = if is_left { (arg, b.clone()) } else { (a.clone(), arg) };
        Expr::new(Value::Compare(op, a, b))
    };
    Some((args.into_iter().map(compare).collect(), all))
}

/// A sum without conversions between integers that keep the value.
fn linear(expr: &Expr, variables: &Variables) -> Expr {
    match expr.node() {
        Value::Cast(ty, inner) if keeps_value(*ty, inner, variables) => linear(inner, variables),
        _ => walk::map_children(expr, &mut |child| linear(child, variables)),
    }
}

/// Whether an integer is the same in another type of integers. What is computed of integers of up to four
/// bytes has four.
fn keeps_value(ty: Scalar, value: &Expr, variables: &Variables) -> bool {
    let fits = |part: &Expr| match part.node() {
        Value::Int(number) => {
            ty.integer_range().is_some_and(|(least, most)| (least..=most).contains(&i128::from(*number)))
        }
        Value::Var(name) | Value::Load { array: name, .. } => variables
            .get(fortran_sema::hir::counted(name))
            .is_some_and(|variable| variable.ty.is_integer() && variable.ty.bytes() <= ty.bytes()),
        Value::Cast(from, _) => from.is_integer() && from.bytes() <= ty.bytes(),
        Value::Real(_) | Value::Quotient(..) => false,
        _ => true,
    };
    match ty {
        Scalar::I64 => true,
        Scalar::I32 => !walk::any(value, &mut |part| !fits(part)),
        Scalar::I8 | Scalar::I16 => matches!(value.node(), Value::Int(_) | Value::Var(_)) && fits(value),
        _ => false,
    }
}

/// The first part of an integer that is one of several values.
fn choice(expr: &Expr) -> Option<Expr> {
    match expr.node() {
        Value::Select(..) => Some(expr.clone()),
        Value::Call { function, args } if matches!(function.as_str(), "max" | "min") && args.len() > 1 => {
            args.iter().find_map(choice).or_else(|| Some(expr.clone()))
        }
        Value::Call { function, args } if matches!(function.as_str(), "div_trunc" | "rem_trunc") => {
            let is_constant = args.get(1).and_then(Expr::as_int).is_some_and(|divisor| divisor > 0);
            args.iter().find_map(choice).or_else(|| is_constant.then(|| expr.clone()))
        }
        Value::Load { .. } => None,
        _ => walk::children(expr).into_iter().find_map(choice),
    }
}

/// The values that a choice may have, and when.
fn options(choice: &Expr) -> Vec<(Vec<Expr>, Expr)> {
    match choice.node() {
        Value::Select(condition, a, b) => {
            vec![(vec![condition.clone()], a.clone()), (vec![condition.logical_not()], b.clone())]
        }
        Value::Call { function, args } if matches!(function.as_str(), "div_trunc" | "rem_trunc") => {
            let [a, b] = args.as_slice() else { return Vec::new() };
            let zero = Expr::int(0);
            let floored = |a: Expr| match function.as_str() {
                "div_trunc" => Expr::new(Value::FloorDiv(a, b.clone())),
                _ => Expr::new(Value::Mod(a, b.clone())),
            };
            let compared = |op| vec![Expr::new(Value::Compare(op, a.clone(), zero.clone()))];
            vec![
                (compared(Comparison::GreaterEqual), floored(a.clone())),
                (compared(Comparison::Less), floored(a.negated()).negated()),
            ]
        }
        Value::Call { function, args } => {
            let op = if function == "max" { Comparison::GreaterEqual } else { Comparison::LessEqual };
            let option = |(at, arg): (usize, &Expr)| {
                let others = args.iter().enumerate().filter(|(other, _)| *other != at);
                let under =
                    others.map(|(_, other)| Expr::new(Value::Compare(op, arg.clone(), other.clone())));
                (under.collect(), arg.clone())
            };
            args.iter().enumerate().map(option).collect()
        }
        _ => Vec::new(),
    }
}

/// The conditions on all other names under which some values of these variables satisfy the inequalities of a
/// case.
pub(super) fn for_some(case: &Case, variables: &[Name]) -> Option<Vec<Vec<Constraint>>> {
    let constraints: Vec<Constraint> = case.inequalities.iter().map(|one| one.constraint.clone()).collect();
    let names: BTreeSet<Name> = constraints.iter().flat_map(|constraint| constraint.aff.names()).collect();
    let (dims, params): (Vec<Name>, Vec<Name>) = names.into_iter().partition(|name| variables.contains(name));
    let set = Set::from_constraints(&params, &dims, &constraints).ok()?;
    set.project_out(&dims).ok()?.pieces().ok()
}
