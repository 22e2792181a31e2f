//! One-directional unification: which expressions are instances of a template.

use ir::{Expr, Name, Node, affine, walk};
use std::collections::{BTreeMap, BTreeSet};

/// What each parameter of a template stands for.
pub(crate) type Bindings = BTreeMap<Name, Expr>;

/// How many comparisons one question may take.
const MAX_STEPS: usize = 20_000;

/// A pattern. Its parameters stand for any expressions; all other names stand for themselves.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// The expression with parameters as variables.
    pub(crate) pattern: Expr,
    /// The parameters.
    pub(crate) params: Vec<Name>,
    /// Whether operands of longer sums and products match in any order, which rounds differently. Two
    /// operands, the first two of more, and subscripts always do.
    pub(crate) reassociate: bool,
}

/// The distinct ways in which an expression is an instance of the template; `None` where there are too many
/// to try.
pub(crate) fn unify(template: &Template, expr: &Expr) -> Option<Vec<Bindings>> {
    // What is converted is an instance, not the conversion, which belongs to the place of use.
    if matches!(expr.node(), Node::Cast(..)) && !matches!(template.pattern.node(), Node::Cast(..)) {
        return Some(Vec::new());
    }
    let mut search = Search { template, steps: MAX_STEPS, subscripts: subscripts(&template.pattern) };
    search.unify(&template.pattern, expr, template.reassociate, &Bindings::new())
}

struct Search<'a> {
    template: &'a Template,
    steps: usize,
    /// Names that tell which elements the pattern reads.
    subscripts: BTreeSet<Name>,
}

fn subscripts(pattern: &Expr) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    walk::visit(pattern, &mut |part| {
        if let Node::Load { index, .. } = part.node() {
            found.extend(index.iter().flat_map(walk::names));
        }
    });
    found
}

impl Search<'_> {
    /// All extensions of the bindings under which the pattern is the expression. `free`: order does not
    /// matter.
    fn unify(&mut self, pattern: &Expr, expr: &Expr, free: bool, bound: &Bindings) -> Option<Vec<Bindings>> {
        self.steps = self.steps.checked_sub(1)?;
        if let Some(param) = pattern.as_var().filter(|name| self.template.params.contains(name)) {
            let is_subscript = self.subscripts.contains(param);
            return Some(bind(param, if is_subscript { unconverted(expr) } else { expr }, bound));
        }
        // Conversions are written everywhere in a kernel, and nowhere in a template.
        if let (Node::Cast(_, inner), false) = (expr.node(), matches!(pattern.node(), Node::Cast(..))) {
            return self.unify(pattern, inner, free, bound);
        }
        match (pattern.node(), expr.node()) {
            (Node::Sum(a), Node::Sum(b)) => {
                let b = grouped(a.len(), b, Expr::sum);
                self.any_order(a, &b, free, bound)
            }
            (Node::Product(a), Node::Product(b)) => {
                let b = grouped(a.len(), b, Expr::product);
                self.any_order(a, &b, free, bound)
            }
            _ if same_head(pattern, expr) => {
                let inner = free || matches!(pattern.node(), Node::Load { .. });
                self.in_order(&walk::children(pattern), &walk::children(expr), inner, bound)
            }
            _ => Some(Vec::new()),
        }
        .map(|found| if found.is_empty() && free { self.as_numbers(pattern, expr, bound) } else { found })
    }

    /// Subscripts without parameters match where they have the same value.
    fn as_numbers(&self, pattern: &Expr, expr: &Expr, bound: &Bindings) -> Vec<Bindings> {
        let open = walk::names(pattern).iter().any(|name| self.template.params.contains(name));
        let are_equal =
            || matches!((affine::to_aff(pattern), affine::to_aff(expr)), (Some(a), Some(b)) if a == b);
        if !open && are_equal() { vec![bound.clone()] } else { Vec::new() }
    }

    fn in_order(&mut self, a: &[&Expr], b: &[&Expr], free: bool, bound: &Bindings) -> Option<Vec<Bindings>> {
        if a.len() != b.len() {
            return Some(Vec::new());
        }
        let mut found = vec![bound.clone()];
        for (pattern, expr) in a.iter().zip(b) {
            let mut next = Vec::new();
            for bound in &found {
                extend_distinct(&mut next, self.unify(pattern, expr, free, bound)?);
            }
            found = next;
        }
        Some(found)
    }

    /// Each operand of the pattern takes one of the expression's that is left.
    fn any_order(&mut self, a: &[Expr], b: &[Expr], free: bool, bound: &Bindings) -> Option<Vec<Bindings>> {
        if a.len() != b.len() {
            return Some(Vec::new());
        }
        // Operands without parameters first: they fail fast.
        let open = |e: &Expr| walk::names(e).iter().any(|name| self.template.params.contains(name));
        let mut order: Vec<usize> = (0..a.len()).collect();
        order.sort_by_key(|at| a.get(*at).is_some_and(open));
        let mut partial = vec![(bound.clone(), vec![false; b.len()])];
        for at in order {
            let Some(pattern) = a.get(at) else { continue };
            let mut next: Vec<(Bindings, Vec<bool>)> = Vec::new();
            for (bound, used) in &partial {
                for (to, expr) in b.iter().enumerate() {
                    let movable = free || at == to || (at < 2 && to < 2);
                    if !movable || used.get(to).copied().unwrap_or(true) {
                        continue;
                    }
                    for extended in self.unify(pattern, expr, free, bound)? {
                        let mut used = used.clone();
                        used.get_mut(to).into_iter().for_each(|element| *element = true);
                        next.push((extended, used));
                    }
                }
            }
            next.dedup();
            partial = next;
        }
        let mut found = Vec::new();
        extend_distinct(&mut found, partial.into_iter().map(|(bound, _)| bound).collect());
        Some(found)
    }
}

/// Index arithmetic without the conversion that makes a value of it: as a subscript it has none.
fn unconverted(expr: &Expr) -> &Expr {
    match expr.node() {
        Node::Cast(_, inner) if inner.as_int().is_none() && affine::to_aff(inner).is_some() => inner,
        _ => expr,
    }
}

fn extend_distinct(all: &mut Vec<Bindings>, more: Vec<Bindings>) {
    for bindings in more {
        if !all.contains(&bindings) {
            all.push(bindings);
        }
    }
}

fn bind(param: &Name, expr: &Expr, bound: &Bindings) -> Vec<Bindings> {
    match bound.get(param) {
        Some(old) if old == expr => vec![bound.clone()],
        Some(_) => Vec::new(),
        None => {
            let mut extended = bound.clone();
            extended.insert(param.clone(), expr.clone());
            vec![extended]
        }
    }
}

/// A left fold with its front folded so that `length` operands are left.
fn grouped(length: usize, operands: &[Expr], fold: fn(Vec<Expr>) -> Expr) -> Vec<Expr> {
    match (operands.len() + 1).checked_sub(length) {
        Some(front) if front > 1 && length > 0 => {
            let (front, rest) = operands.split_at_checked(front).unwrap_or((operands, &[]));
            [fold(front.to_vec())].into_iter().chain(rest.iter().cloned()).collect()
        }
        _ => operands.to_vec(),
    }
}

/// Whether two expressions differ in their operands at most.
fn same_head(a: &Expr, b: &Expr) -> bool {
    match (a.node(), b.node()) {
        (Node::Load { array: a, .. }, Node::Load { array: b, .. }) => a == b,
        (Node::Call { function: a, .. }, Node::Call { function: b, .. }) => a == b,
        (Node::Rule { name: a, tag: s, .. }, Node::Rule { name: b, tag: t, .. }) => a == b && s == t,
        (Node::Compare(a, ..), Node::Compare(b, ..)) => a == b,
        (Node::Cast(a, _), Node::Cast(b, _)) => a == b,
        (Node::Reduce { op: a, inames: i, over: s, .. }, Node::Reduce { op: b, inames: j, over: t, .. }) => {
            a == b && i == j && s == t
        }
        (Node::Real(a), Node::Real(b)) => a.value() == b.value() && (a.ty.is_none() || a.ty == b.ty),
        (Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Var(_), _) => a == b,
        _ => std::mem::discriminant(a.node()) == std::mem::discriminant(b.node()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(pattern: Expr, params: &[&str]) -> Template {
        Template { pattern, params: params.iter().map(|p| Name::from(*p)).collect(), reassociate: false }
    }

    fn v(name: &str) -> Expr {
        Expr::var(name)
    }

    fn bindings(found: &[(&str, Expr)]) -> Vec<Bindings> {
        vec![found.iter().map(|(name, e)| (Name::from(*name), e.clone())).collect()]
    }

    fn square(e: &Expr) -> Expr {
        Expr::new(Node::Power(e.clone(), Expr::int(2)))
    }

    #[test]
    fn the_papers_template() {
        let b = square(&Expr::load("b", vec![v("i")]));
        let t = template(v("alpha").times(&b), &["alpha"]);
        assert_eq!(unify(&t, &Expr::int(23).times(&b)), Some(bindings(&[("alpha", Expr::int(23))])));
        assert_eq!(unify(&t, &b.times(&Expr::int(23))), Some(bindings(&[("alpha", Expr::int(23))])));
        let other = square(&Expr::load("b", vec![v("j")]));
        assert_eq!(unify(&t, &Expr::int(23).times(&other)), Some(vec![]));
    }

    #[test]
    fn a_parameter_takes_the_front_of_a_left_fold() {
        let t = template(v("alpha").times(&v("x")), &["alpha"]);
        let long = Expr::product(vec![v("a"), v("b"), v("x")]);
        assert_eq!(unify(&t, &long), Some(bindings(&[("alpha", v("a").times(&v("b")))])));
        let split = Expr::product(vec![v("a"), v("x"), v("b")]);
        assert_eq!(unify(&t, &split), Some(vec![]), "a*b is no part of (a*x)*b");
    }

    #[test]
    fn a_repeated_parameter_binds_equal_expressions() {
        let t = template(v("p").plus(&v("p")), &["p"]);
        assert_eq!(unify(&t, &v("x").plus(&v("x"))), Some(bindings(&[("p", v("x"))])));
        assert_eq!(unify(&t, &v("x").plus(&v("y"))), Some(vec![]));
    }

    #[test]
    fn two_readings_are_both_found() {
        let t = template(v("p").times(&v("q")), &["p", "q"]);
        assert_eq!(unify(&t, &v("x").times(&v("y"))).unwrap().len(), 2);
        assert_eq!(unify(&t, &v("x").times(&v("x"))).unwrap().len(), 1);
    }

    #[test]
    fn the_order_of_longer_sums_counts_except_in_subscripts() {
        let sum = |names: [&str; 3]| Expr::sum(names.iter().map(|n| v(n)).collect());
        let t = template(sum(["a", "b", "c"]), &[]);
        assert_eq!(unify(&t, &sum(["b", "a", "c"])).unwrap().len(), 1);
        assert_eq!(unify(&t, &sum(["c", "b", "a"])).unwrap().len(), 0);
        let t = Template { reassociate: true, ..t };
        assert_eq!(unify(&t, &sum(["c", "b", "a"])).unwrap().len(), 1);
        let load = |e| Expr::load("x", vec![e]);
        let t = template(load(sum(["a", "b", "c"])), &[]);
        assert_eq!(unify(&t, &load(sum(["c", "b", "a"]))).unwrap().len(), 1);
        let doubled = Expr::int(2).times(&v("a")).minus(&v("a"));
        let t = template(load(v("a")), &[]);
        assert_eq!(unify(&t, &load(doubled)).unwrap().len(), 1);
    }

    #[test]
    fn tags_and_reduced_inames_must_agree() {
        let rule = |tag: Option<&str>| {
            Expr::new(Node::Rule { name: "f".into(), tag: tag.map(Name::from), args: vec![v("x")] })
        };
        let t = template(rule(Some("one")), &[]);
        assert_eq!(unify(&t, &rule(Some("one"))).unwrap().len(), 1);
        assert_eq!(unify(&t, &rule(None)).unwrap().len(), 0);
        let sum = |k: &str| {
            Expr::new(Node::Reduce {
                op: ir::ReductionOp::Sum,
                inames: vec![k.into()],
                over: None,
                body: v("x"),
            })
        };
        assert_eq!(unify(&template(sum("k"), &[]), &sum("k")).unwrap().len(), 1);
        assert_eq!(unify(&template(sum("k"), &[]), &sum("l")).unwrap().len(), 0);
    }

    #[test]
    fn hopeless_searches_end() {
        let many = |prefix: &str| Expr::sum((0..12).map(|n| v(&format!("{prefix}{n}"))).collect());
        let params: Vec<String> = (0..12).map(|n| format!("p{n}")).collect();
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        let t = Template { reassociate: true, ..template(many("p"), &params) };
        assert_eq!(unify(&t, &many("x")), None);
    }
}
