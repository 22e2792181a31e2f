//! Faults in what statements compute.

use super::{FaultKind, with_statements};
use ir::{Comparison, Expr, Kernel, LValue, Name, Node, Statement, StatementKind, walk};

pub(crate) const KINDS: &[FaultKind] = &[
    ("operands exchanged", |kernel| in_values(kernel, &|_, expr| operands(expr))),
    ("wrong operator", |kernel| in_values(kernel, &|_, expr| operators(expr))),
    ("term lost", |kernel| in_values(kernel, &|_, expr| terms(expr))),
    ("wrong constant", |kernel| in_values(kernel, &|_, expr| constants(expr))),
    ("wrong subscript", |kernel| in_values(kernel, &subscripts)),
    ("wrong array", |kernel| in_values(kernel, &|_, expr| arrays(kernel, expr))),
    ("comparison off by one", |kernel| in_values(kernel, &|_, expr| compared(expr))),
    ("wrong target", targets),
];

/// Changes all expressions of a statement that are evaluated.
pub(super) fn map(statement: &mut Statement, change: &mut dyn FnMut(&Expr) -> Expr) {
    if let StatementKind::Assign { target, value } = &mut statement.kind {
        *value = change(value);
        if let LValue::Element { index, .. } = target {
            *index = index.iter().map(&mut *change).collect();
        }
    }
    statement.predicates = statement.predicates.iter().map(change).collect();
}

/// The expression with one of its parts changed, in all ways.
fn variants(expr: &Expr, change: &dyn Fn(&Expr) -> Vec<Expr>) -> Vec<Expr> {
    let mut all = change(expr);
    for (at, child) in walk::children(expr).into_iter().enumerate() {
        for variant in variants(child, change) {
            let mut number = 0;
            all.push(walk::map_children(expr, &mut |child| {
                number += 1;
                if number == at + 1 { variant.clone() } else { child.clone() }
            }));
        }
    }
    all
}

pub(super) fn in_values(kernel: &Kernel, change: &dyn Fn(&Statement, &Expr) -> Vec<Expr>) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (id, statement) in &kernel.statements {
        let StatementKind::Assign { target, value } = &statement.kind else { continue };
        for value in variants(value, &|expr| change(statement, expr)) {
            let kind = StatementKind::Assign { target: target.clone(), value };
            mutants.push(with_statements(kernel, |statements| statements[id].kind = kind));
        }
    }
    mutants
}

fn operands(expr: &Expr) -> Vec<Expr> {
    match expr.node() {
        Node::Sum(terms) if terms.len() == 2 && terms[1].negated() != terms[1] && is_negative(&terms[1]) => {
            vec![terms[1].negated().minus(&terms[0])]
        }
        Node::Quotient(a, b) => vec![b.divided_by(a)],
        Node::FloorDiv(a, b) => vec![Expr::new(Node::FloorDiv(b.clone(), a.clone()))],
        Node::Mod(a, b) => vec![Expr::new(Node::Mod(b.clone(), a.clone()))],
        Node::Select(c, a, b) => vec![Expr::new(Node::Select(c.clone(), b.clone(), a.clone()))],
        Node::Compare(op, a, b) => vec![Expr::new(Node::Compare(*op, b.clone(), a.clone()))],
        _ => Vec::new(),
    }
}

fn is_negative(expr: &Expr) -> bool {
    matches!(expr.node(), Node::Product(factors) if factors.first().and_then(Expr::as_int) == Some(-1))
}

fn operators(expr: &Expr) -> Vec<Expr> {
    match expr.node() {
        Node::Sum(terms) => {
            vec![Expr::product(terms.clone()), terms[0].minus(&Expr::sum(terms[1..].to_vec()))]
        }
        Node::Product(factors) if !is_negative(expr) => vec![Expr::sum(factors.clone()), expr.negated()],
        Node::Call { function, args } => {
            let other = match function.as_str() {
                "max" => "min",
                "min" => "max",
                "fmax" => "fmin",
                "fmin" => "fmax",
                _ => return Vec::new(),
            };
            vec![Expr::call(other, args.clone())]
        }
        _ => Vec::new(),
    }
}

fn terms(expr: &Expr) -> Vec<Expr> {
    let without = |all: &[Expr], at: usize| {
        let mut rest = all.to_vec();
        rest.remove(at);
        rest
    };
    match expr.node() {
        Node::Sum(all) => (0..all.len()).map(|at| Expr::sum(without(all, at))).collect(),
        Node::Product(all) => (0..all.len()).map(|at| Expr::product(without(all, at))).collect(),
        _ => Vec::new(),
    }
}

fn constants(expr: &Expr) -> Vec<Expr> {
    match expr.node() {
        Node::Int(value) => vec![Expr::int(value + 1)],
        Node::Real(real) => vec![Expr::real(real.value() + 1.0, real.ty)],
        Node::Bool(value) => vec![Expr::bool(!value)],
        _ => Vec::new(),
    }
}

fn subscripts(statement: &Statement, expr: &Expr) -> Vec<Expr> {
    let Node::Load { array, index } = expr.node() else { return Vec::new() };
    changed_index(statement, index).into_iter().map(|index| Expr::load(array.clone(), index)).collect()
}

/// Subscripts off by one, with a loop for another, with axes exchanged.
fn changed_index(statement: &Statement, index: &[Expr]) -> Vec<Vec<Expr>> {
    let mut all = Vec::new();
    for at in 0..index.len() {
        let mut with = |part: Expr| {
            let mut changed = index.to_vec();
            changed[at] = part;
            all.push(changed);
        };
        with(index[at].plus(&Expr::int(1)));
        with(index[at].minus(&Expr::int(1)));
        let names: Vec<Name> = walk::names(&index[at]).into_iter().collect();
        for name in names.iter().filter(|name| statement.inames.contains(name)) {
            for other in statement.inames.iter().filter(|other| *other != name) {
                with(walk::substitute(&index[at], &|found| {
                    (found == name).then(|| Expr::var(other.clone()))
                }));
            }
        }
    }
    for at in 1..index.len() {
        let mut changed = index.to_vec();
        changed.swap(at - 1, at);
        all.push(changed);
    }
    all
}

/// Arrays and temporaries of the same type and rank instead.
fn arrays(kernel: &Kernel, expr: &Expr) -> Vec<Expr> {
    match expr.node() {
        Node::Load { array, index } => {
            others(kernel, array).into_iter().map(|other| Expr::load(other, index.clone())).collect()
        }
        Node::Var(name) if kernel.temps.contains_key(name) => {
            others(kernel, name).into_iter().map(Expr::var).collect()
        }
        _ => Vec::new(),
    }
}

fn others(kernel: &Kernel, name: &Name) -> Vec<Name> {
    let args = kernel.args.iter().filter_map(|(name, arg)| Some((name, (arg.ty, arg.shape()?.len(), false))));
    let temps =
        kernel.temps.iter().map(|(name, temp)| (name, (temp.ty, temp.shape.len(), temp.shape.is_empty())));
    let all: Vec<(&Name, _)> = args.chain(temps).collect();
    let Some((_, own)) = all.iter().find(|(other, _)| *other == name) else { return Vec::new() };
    all.iter()
        .filter(|(other, kind)| *other != name && kind == own)
        .map(|(other, _)| (*other).clone())
        .collect()
}

fn compared(expr: &Expr) -> Vec<Expr> {
    let Node::Compare(op, a, b) = expr.node() else { return Vec::new() };
    let other = match op {
        Comparison::Less => Comparison::LessEqual,
        Comparison::LessEqual => Comparison::Less,
        Comparison::Greater => Comparison::GreaterEqual,
        Comparison::GreaterEqual => Comparison::Greater,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    };
    vec![Expr::new(Node::Compare(other, a.clone(), b.clone()))]
}

/// The condition with one of its comparisons off by one.
pub(super) fn comparisons(condition: &Expr) -> Vec<Expr> {
    variants(condition, &compared)
}

fn targets(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (id, statement) in &kernel.statements {
        let StatementKind::Assign { target, value } = &statement.kind else { continue };
        let mut changed: Vec<LValue> = Vec::new();
        if let LValue::Element { array, index } = target {
            let indices = changed_index(statement, index).into_iter();
            changed.extend(indices.map(|index| LValue::Element { array: array.clone(), index }));
            let arrays = others(kernel, array).into_iter();
            changed.extend(arrays.map(|array| LValue::Element { array, index: index.clone() }));
        }
        for target in changed {
            let kind = StatementKind::Assign { target, value: value.clone() };
            mutants.push(with_statements(kernel, |statements| statements[id].kind = kind));
        }
    }
    mutants
}
