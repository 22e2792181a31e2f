//! Full expansion of substitution rules.

use crate::{Expr, IndexMap, Kernel, LValue, Node, Rule, Statement, walk};
use poly::Name;
use std::collections::BTreeMap;

/// How deep invocations may nest before a rule is taken to be recursive.
const MAX_DEPTH: usize = 64;

/// Nodes that the expansions of one expression, and of all that a kernel expands, may have. Rules that double
/// each other reach it soon; a node takes about a hundred bytes in every copy of the kernel.
pub const MAX_NODES: u64 = 500_000;

/// Expands every rule invocation, also those inside expanded bodies; `None` where a rule is unknown, takes
/// another number of arguments, is recursive, or expands to more than [`MAX_NODES`], which the verifier
/// refuses.
pub fn expand_rules(expr: &Expr, rules: &IndexMap<Name, Rule>) -> Option<Expr> {
    if rules.is_empty() {
        let invokes = walk::any(expr, &mut |part| matches!(part.node(), Node::Rule { .. }));
        return (!invokes).then(|| expr.clone());
    }
    let is_small = Sizes::new(rules).expanded_size(expr)? <= MAX_NODES;
    if is_small { expand(expr, rules, MAX_DEPTH) } else { None }
}

/// The first statement whose rules cannot be expanded, although all of them are there and none is recursive:
/// they nest too deeply, or the kernel's expansions have more than [`MAX_NODES`] up to there.
pub fn beyond_limits(kernel: &Kernel) -> Option<(&Name, String)> {
    let mut sizes = Sizes::new(&kernel.rules);
    let mut total = 0_u64;
    for (id, statement) in kernel.statements.iter().filter(|_| !kernel.rules.is_empty()) {
        for expr in expressions(statement) {
            if !walk::any(expr, &mut |part| matches!(part.node(), Node::Rule { .. })) {
                continue;
            }
            let Some(size) = sizes.expanded_size(expr) else {
                return Some((id, format!("its rules nest more than {MAX_DEPTH} levels deep")));
            };
            total = total.saturating_add(size);
            if total > MAX_NODES {
                return Some((
                    id,
                    format!("its rules expand to more than {MAX_NODES} operations and operands"),
                ));
            }
        }
    }
    None
}

/// The expressions of a statement in which rules are expanded.
fn expressions(statement: &Statement) -> impl Iterator<Item = &Expr> {
    let subscripts = match statement.target() {
        Some(LValue::Element { index, .. }) => index.as_slice(),
        Some(LValue::Scalar(_)) | None => &[],
    };
    statement.predicates.iter().chain(subscripts).chain(statement.value())
}

fn expand(expr: &Expr, rules: &IndexMap<Name, Rule>, depth: usize) -> Option<Expr> {
    let mut complete = true;
    let inner = walk::map_children(expr, &mut |child| {
        expand(child, rules, depth).unwrap_or_else(|| {
            complete = false;
            child.clone()
        })
    });
    if !complete {
        return None;
    }
    let Node::Rule { name, args, .. } = inner.node() else { return Some(inner) };
    let rule = rules.get(name).filter(|rule| rule.params.len() == args.len())?;
    expand(&invoke(rule, args), rules, depth.checked_sub(1)?)
}

/// The rule's body with formals replaced by actuals, all at once.
pub fn invoke(rule: &Rule, args: &[Expr]) -> Expr {
    let body = walk::substitute(&rule.body, &|name| {
        let at = rule.params.iter().position(|param| param == name)?;
        args.get(at).cloned()
    });
    if args.iter().any(|arg| arg.as_int().is_some()) { with_own_signs(&body) } else { body }
}

/// The expression where a number has its sign itself: the `-1*b` of a difference has a type of its own, and a
/// number takes that of what it meets.
fn with_own_signs(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut with_own_signs);
    let Node::Product(factors) = inner.node() else { return inner };
    let [sign, number] = factors.as_slice() else { return inner };
    let negative = number.as_int().filter(|_| sign.as_int() == Some(-1)).and_then(i64::checked_neg);
    negative.map_or(inner, Expr::int)
}

/// How large expansions get, found without making them: each rule is looked at once.
pub(crate) struct Sizes<'a> {
    rules: &'a IndexMap<Name, Rule>,
    /// What is known of rules; `None` for one that cannot be expanded, or that is being looked at.
    known: BTreeMap<&'a Name, Option<Size>>,
}

/// The size of an expansion, in terms of what stands for the formals around it. Numbers stop at their largest
/// value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Size {
    /// Nodes that are no formals.
    own: u64,
    /// How often each formal occurs.
    formals: Vec<u64>,
}

impl<'a> Sizes<'a> {
    pub(crate) fn new(rules: &'a IndexMap<Name, Rule>) -> Self {
        Sizes { rules, known: BTreeMap::new() }
    }

    /// Nodes of an expression whose rules are expanded; `None` where they cannot be.
    pub(crate) fn expanded_size(&mut self, expr: &Expr) -> Option<u64> {
        self.size(expr, &[], MAX_DEPTH).map(|size| size.own)
    }

    fn size(&mut self, expr: &Expr, formals: &[Name], depth: usize) -> Option<Size> {
        let mut total = Size { own: 0, formals: vec![0; formals.len()] };
        match expr.node() {
            Node::Rule { name, args, .. } => {
                let rule = self.rule(name, args.len(), depth)?;
                total.add(&Size { own: rule.own, formals: Vec::new() }, 1);
                for (arg, count) in args.iter().zip(&rule.formals) {
                    // An actual is expanded also where nothing of it is left.
                    total.add(&self.size(arg, formals, depth)?, (*count).max(1));
                }
                return Some(total);
            }
            Node::Var(name) => match formals.iter().position(|formal| formal == name) {
                Some(at) => total.formals.get_mut(at).into_iter().for_each(|count| *count = 1),
                None => total.own = 1,
            },
            _ => total.own = 1,
        }
        for child in walk::children(expr) {
            total.add(&self.size(child, formals, depth)?, 1);
        }
        Some(total)
    }

    fn rule(&mut self, name: &Name, actuals: usize, depth: usize) -> Option<Size> {
        let (name, rule) = self.rules.get_key_value(name).filter(|(_, rule)| rule.params.len() == actuals)?;
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        self.known.insert(name, None);
        let size = self.size(&rule.body, &rule.params, depth.checked_sub(1)?);
        self.known.insert(name, size.clone());
        size
    }
}

impl Size {
    fn add(&mut self, other: &Size, times: u64) {
        self.own = self.own.saturating_add(other.own.saturating_mul(times));
        for (count, more) in self.formals.iter_mut().zip(&other.formals) {
            *count = count.saturating_add(more.saturating_mul(times));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn rules(definitions: &[(&str, &[&str], Expr)]) -> IndexMap<Name, Rule> {
        let rule = |(name, params, body): &(&str, &[&str], Expr)| {
            let params = params.iter().map(|param| Name::from(*param)).collect();
            (Name::from(*name), Rule { params, body: body.clone(), loc: None, origin: Origin::default() })
        };
        definitions.iter().map(rule).collect()
    }

    fn call(name: &str, args: Vec<Expr>) -> Expr {
        Expr::new(Node::Rule { name: name.into(), tag: None, args })
    }

    fn nodes(expr: &Expr) -> u64 {
        let mut count = 0;
        walk::visit(expr, &mut |_| count += 1);
        count
    }

    #[test]
    fn sizes_are_those_of_the_expansions() {
        let x = || Expr::var("x");
        let rules = rules(&[
            ("square", &["x"], x().divided_by(&x())),
            (
                "shift",
                &["x", "y"],
                x().divided_by(&Expr::var("z")).minus(&Expr::load("a", vec![Expr::var("y")])),
            ),
            (
                "both",
                &["x"],
                call("shift", vec![call("square", vec![x()]), call("square", vec![Expr::int(2)])]),
            ),
        ]);
        for expr in [
            call("square", vec![call("square", vec![Expr::var("i")])]),
            call("both", vec![call("both", vec![Expr::load("a", vec![Expr::var("i")])])]),
            call("shift", vec![call("both", vec![Expr::int(1)]), Expr::var("j")]).divided_by(&x()),
        ] {
            let expanded = expand_rules(&expr, &rules).unwrap();
            assert_eq!(Sizes::new(&rules).expanded_size(&expr), Some(nodes(&expanded)), "{expanded:?}");
        }
    }

    #[test]
    fn what_is_recursive_unknown_or_too_large_has_no_expansion() {
        let x = || Expr::var("x");
        let doubling: Vec<(String, Expr)> = (0..40)
            .map(|at| {
                let inner = call(&format!("f{}", at + 1), vec![x()]);
                (format!("f{at}"), inner.divided_by(&inner))
            })
            .chain([("f40".to_owned(), x())])
            .collect();
        let doubling: Vec<(&str, &[&str], Expr)> =
            doubling.iter().map(|(name, body)| (name.as_str(), &["x"][..], body.clone())).collect();
        let rules_of_doubling = rules(&doubling);
        let start = |at: usize| call(&format!("f{at}"), vec![Expr::int(1)]);
        assert_eq!(Sizes::new(&rules_of_doubling).expanded_size(&start(0)), Some((2 << 40) - 1));
        assert!(expand_rules(&start(0), &rules_of_doubling).is_none());
        assert!(expand_rules(&start(30), &rules_of_doubling).is_some());
        let circle = rules(&[("f", &["x"], call("g", vec![x()])), ("g", &["x"], call("f", vec![x()]))]);
        assert!(expand_rules(&call("f", vec![Expr::int(1)]), &circle).is_none());
        assert!(expand_rules(&call("h", vec![Expr::int(1)]), &circle).is_none());
        assert!(expand_rules(&call("f", vec![]), &circle).is_none());
    }
}
