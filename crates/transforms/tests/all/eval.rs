//! What an instance reads, computes and writes, on made-up data: every element of memory holds a number made
//! from its address, and all arithmetic is that of wrapping integers.

use ir::{Comparison, Expr, Kernel, Name, Node, ReductionOp, Statement, expand, walk};
use poly::Point;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Values of inames and parameters.
pub(crate) type Values = std::collections::BTreeMap<Name, i64>;

/// The values of predicates on data, the element written and the value; none where a predicate on iterations
/// and parameters alone does not hold.
pub(crate) fn outcome(kernel: &Kernel, statement: &Statement, values: &Values) -> Option<Vec<i64>> {
    let Some(target) = statement.target() else { return Some(Vec::new()) };
    let mut scene = Scene { kernel, values: values.clone() };
    let expanded = |expr: &Expr| expand::expand_rules(expr, &kernel.rules).expect("rules that end");
    let is_known = |expr: &Expr| walk::names(expr).iter().all(|name| values.contains_key(name));
    let (known, data): (Vec<Expr>, Vec<Expr>) = statement.predicates.iter().map(expanded).partition(is_known);
    if known.iter().any(|predicate| scene.eval(predicate) == 0) {
        return None;
    }
    let mut found = vec![hash(&target.name().as_str())];
    let others = target.index().iter().chain(statement.value()).map(expanded);
    for expr in data.into_iter().chain(others) {
        found.push(scene.eval(&expr));
    }
    Some(found)
}

fn hash(value: &impl Hash) -> i64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    i64::from_ne_bytes(hasher.finish().to_ne_bytes())
}

struct Scene<'a> {
    kernel: &'a Kernel,
    values: Values,
}

impl Scene<'_> {
    fn list(&mut self, exprs: &[Expr]) -> Vec<i64> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn eval(&mut self, expr: &Expr) -> i64 {
        match expr.node() {
            Node::Int(value) => *value,
            Node::Real(real) => hash(&real.value().to_bits()),
            Node::Bool(value) => i64::from(*value),
            Node::Var(name) => self.values.get(name).copied().unwrap_or_else(|| hash(&name.as_str())),
            Node::Load { array, index } => {
                let index = self.list(index);
                hash(&(array.as_str(), index))
            }
            Node::Sum(terms) => self.list(terms).into_iter().fold(0, i64::wrapping_add),
            Node::Product(factors) => self.list(factors).into_iter().fold(1, i64::wrapping_mul),
            Node::FloorDiv(a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                if b > 0 { a.div_euclid(b) } else { hash(&("//", a, b)) }
            }
            Node::Mod(a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                if b > 0 { a.rem_euclid(b) } else { hash(&("%", a, b)) }
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                i64::from(match op {
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                })
            }
            // Casts of integers keep types here, and numbers have none.
            Node::Cast(_, inner) if !walk::any(inner, &mut |e| matches!(e.node(), Node::Load { .. })) => {
                self.eval(inner)
            }
            Node::Reduce { op, inames, body, .. } => self.reduce(op, inames, body),
            node => {
                let children: Vec<Expr> = walk::children(expr).into_iter().cloned().collect();
                let values = self.list(&children);
                hash(&(std::mem::discriminant(node), values))
            }
        }
    }

    /// Every reduction is a sum here.
    fn reduce(&mut self, _: &ReductionOp, inames: &[Name], body: &Expr) -> i64 {
        let outer: Vec<Name> =
            self.values.keys().filter(|name| self.kernel.inames.contains_key(*name)).cloned().collect();
        let all: Vec<Name> = outer.iter().chain(inames).cloned().collect();
        let mut set = self.kernel.domain_of(&all).unwrap();
        for (name, value) in &self.values {
            if set.has_param(name) || set.has_dim(name) {
                set = set.fix(name, *value).unwrap();
            }
        }
        let points: Vec<Point> = set.points(100_000).unwrap().expect("few points");
        let before = self.values.clone();
        let mut sum = 0_i64;
        for point in points {
            self.values.extend(point);
            sum = sum.wrapping_add(self.eval(body));
            self.values = before.clone();
        }
        sum
    }
}
