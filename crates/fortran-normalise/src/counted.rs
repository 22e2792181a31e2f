//! Claim: a loop without a bound that ends when an integer has passed a value, and whose first or last
//! statement moves that integer on by a constant, is a `do` loop over it.
//!
//! The integer must not be assigned elsewhere in the loop, nothing may go to the next iteration past the last
//! statement, and the value must stay. Behind a first statement it is one step further than the loop's
//! variable, so nothing may leave the loop there, where that would be its value. So the loop has a bound, and
//! its iterations may turn out independent. What else must hold for it to go on ends it as before.

use super::induction;
use super::symbolic::{self, assigned};
use fortran_sema::hir::{
    Branch, Given, LAST_TRIP, Loop, Node, NodeKind, Routine, blocks_mut, expressions, visit, written,
};
use ir::{Comparison, Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::rc::Rc;

/// Gives all such loops their bounds.
pub(super) fn rewrite(routine: &mut Routine) {
    // What the whole routine does is asked for.
    let mut body = routine.body.clone();
    block(&mut body, routine);
    routine.body = body;
}

fn block(nodes: &mut [Node], routine: &Routine) {
    for node in nodes {
        blocks_mut(node).into_iter().for_each(|inner| block(inner, routine));
        if let NodeKind::Loop(head) = &mut node.kind
            && let Some(counted) = counted(head, routine)
        {
            *head = counted;
        }
    }
}

fn counted(head: &Loop, routine: &Routine) -> Option<Loop> {
    let is_endless = head.lower.as_int() == Some(0) && head.upper.as_int() == Some(LAST_TRIP);
    if !is_endless || head.step.as_int() != Some(1) || is_used(&head.variable, routine) {
        return None;
    }
    let Test { leaves, place, mut rest } = test(head)?;
    if matches!(&rest.last()?.kind, NodeKind::Cycle(of) if *of == head.variable) {
        rest.pop();
    }
    let (name, step) = last_step(&mut rest, head).or_else(|| first_step(&mut rest, head))?;
    let variable = routine.variables.get(&name)?;
    if !matches!(variable.ty, Scalar::I32 | Scalar::I64) || variable.axes.is_some() {
        return None;
    }
    let goes_on = symbolic::opposite(&leaves, &|expr| super::cases::of_integers(expr, &routine.variables));
    let mut parts = match goes_on.node() {
        Value::And(parts) => parts.clone(),
        _ => vec![goes_on],
    };
    let is_fixed = |bound: &Expr| is_fixed(bound, &name, &rest, routine);
    let (at, upper) = parts
        .iter()
        .enumerate()
        .find_map(|(at, part)| Some((at, bound(part, &name, step).filter(|upper| is_fixed(upper))?)))?;
    parts.remove(at);
    rest.iter_mut().for_each(|node| rename(node, &head.variable, &name));
    if !parts.is_empty() {
        let node = |kind| Node { kind, span: place.span, tags: Rc::clone(&place.tags) };
        let body = vec![node(NodeKind::Exit(name.clone()))];
        let condition = Expr::all(parts).logical_not();
        let branch = Branch { condition, span: place.span, tags: Rc::clone(&place.tags), body };
        rest.insert(0, node(NodeKind::If(vec![branch], Vec::new())));
    }
    let lower = Expr::var(name.clone());
    Some(Loop { variable: name, lower, upper, step: Expr::int(step), body: rest })
}

/// How an iteration begins.
struct Test<'b> {
    /// The loop is left where this holds.
    leaves: Expr,
    /// The statement that leaves it.
    place: &'b Node,
    /// What is done otherwise.
    rest: Vec<Node>,
}

fn test(head: &Loop) -> Option<Test<'_>> {
    let (place, behind) = head.body.split_first()?;
    let NodeKind::If(branches, otherwise) = &place.kind else { return None };
    let [Branch { condition, body, .. }] = branches.as_slice() else { return None };
    let leaves = matches!(body.as_slice(), [Node { kind: NodeKind::Exit(of), .. }] if *of == head.variable);
    let rest = otherwise.iter().chain(behind).cloned().collect();
    leaves.then(|| Test { leaves: condition.clone(), place, rest })
}

/// Takes out the last statement, where it alone moves a variable on in each iteration.
fn last_step(rest: &mut Vec<Node>, head: &Loop) -> Option<(Name, i64)> {
    let (last, others) = rest.split_last()?;
    let found = step_at(last).filter(|(name, _)| !changes(others, name) && !skips(others, &head.variable))?;
    rest.pop();
    Some(found)
}

/// The same of the first statement; behind it the variable is one step further.
fn first_step(rest: &mut Vec<Node>, head: &Loop) -> Option<(Name, i64)> {
    let (first, others) = rest.split_first()?;
    let (name, step) = step_at(first).filter(|(name, _)| {
        !changes(others, name) && !is_given(others, name) && !leaves(others, &head.variable)
    })?;
    rest.remove(0);
    let moved = Expr::var(name.clone()).plus(&Expr::int(step));
    rest.iter_mut().for_each(|node| induction::substitute(node, &name, &moved));
    Some((name, step))
}

/// The scalar that a statement moves on by a constant.
fn step_at(node: &Node) -> Option<(Name, i64)> {
    let NodeKind::Assign(target, value) = &node.kind else { return None };
    let name = target.index.is_none().then(|| target.name.clone())?;
    let step = step_of(value, &name)?;
    Some((name, step))
}

/// What an assignment adds to a variable.
fn step_of(value: &Expr, name: &Name) -> Option<i64> {
    let Value::Sum(terms) = value.node() else { return None };
    match terms.as_slice() {
        [a, b] if a.as_var() == Some(name) => b.as_int(),
        [a, b] if b.as_var() == Some(name) => a.as_int(),
        _ => None,
    }
    .filter(|step| *step != 0)
}

/// The value that a variable does not pass where a condition holds.
fn bound(condition: &Expr, name: &Name, step: i64) -> Option<Expr> {
    use Comparison::{Greater, GreaterEqual, Less, LessEqual};
    let Value::Compare(op, a, b) = condition.node() else { return None };
    let (op, bound) = match (a.as_var() == Some(name), b.as_var() == Some(name)) {
        (true, false) => (*op, b),
        (false, true) => (mirrored(*op), a),
        _ => return None,
    };
    let one = Expr::int(1);
    match (op, step > 0) {
        (LessEqual, true) | (GreaterEqual, false) => Some(bound.clone()),
        (Less, true) => Some(fortran_sema::constant::folded(&bound.minus(&one), Scalar::I64)),
        (Greater, false) => Some(fortran_sema::constant::folded(&bound.plus(&one), Scalar::I64)),
        _ => None,
    }
}

/// The operator that says the same with both sides exchanged.
fn mirrored(op: Comparison) -> Comparison {
    match op {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        Comparison::Equal | Comparison::NotEqual => op,
    }
}

/// Whether anybody may read the variable of a loop, as nobody does that of one without a bound.
fn is_used(variable: &Name, routine: &Routine) -> bool {
    let mut is_read = routine.is_argument(variable) || routine.in_shapes().contains(variable);
    visit(&routine.body, &mut |node| {
        expressions(node, &mut |expr| is_read = is_read || walk::names(expr).contains(variable));
        is_read |= is_given(std::slice::from_ref(node), variable);
    });
    is_read
}

/// Whether a bound is a sum of literals and of arguments that keep their value: one more or less is no
/// integer beyond its type then, since a launch limits arguments.
fn is_fixed(bound: &Expr, name: &Name, body: &[Node], routine: &Routine) -> bool {
    let changed = assigned(body);
    ir::affine::to_aff(bound).is_some()
        && !walk::any(bound, &mut |part| match part.node() {
            Value::Var(of) => of == name || changed.contains(of) || !is_short(of, routine),
            Value::Int(_) | Value::Sum(_) | Value::Product(_) => false,
            _ => true,
        })
}

fn is_short(name: &Name, routine: &Routine) -> bool {
    let mut is_assigned = false;
    visit(&routine.body, &mut |node| written(node, &mut |of| is_assigned |= of == name));
    let is_integer = routine.variables.get(name).is_some_and(|variable| variable.ty == Scalar::I32);
    is_integer && !is_assigned
}

fn changes(nodes: &[Node], name: &Name) -> bool {
    let mut found = false;
    visit(nodes, &mut |node| written(node, &mut |of| found |= of == name));
    found
}

fn skips(nodes: &[Node], of: &Name) -> bool {
    let mut found = false;
    visit(nodes, &mut |node| found |= matches!(&node.kind, NodeKind::Cycle(to) if to == of));
    found
}

/// Whether a call is given a variable itself, or what is called reaches it as one of its host or of a module.
fn is_given(nodes: &[Node], name: &Name) -> bool {
    let is_place = |given: &Given| matches!(given, Given::Place(target) if target.name == *name && target.index.is_none());
    let mut found = false;
    visit(nodes, &mut |node| {
        if let NodeKind::Call(call) = &node.kind {
            found |= call.outside.used.contains(name);
            found |= call.actuals.iter().any(|actual| is_place(&actual.given));
        }
    });
    found
}

/// Whether statements of a loop may end it.
fn leaves(nodes: &[Node], of: &Name) -> bool {
    let mut inside = Vec::new();
    visit(nodes, &mut |node| {
        if let NodeKind::Loop(inner) = &node.kind {
            inside.push(inner.variable.clone());
        }
    });
    let mut found = false;
    visit(nodes, &mut |node| {
        found |= match &node.kind {
            NodeKind::Cycle(to) => to != of && !inside.contains(to),
            NodeKind::Exit(to) => !inside.contains(to),
            NodeKind::Return => true,
            _ => false,
        }
    });
    found
}

/// Jumps of the loop name the other variable.
fn rename(node: &mut Node, from: &Name, to: &Name) {
    if let NodeKind::Exit(of) | NodeKind::Cycle(of) = &mut node.kind
        && of == from
    {
        *of = to.clone();
    }
    blocks_mut(node).into_iter().flatten().for_each(|inner| rename(inner, from, to));
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn loops(statements: &str) -> String {
        body("counted", statements)
    }

    #[test]
    fn a_counter_gives_a_bound() {
        assert_eq!(
            loops("k = 1\ndo while (k <= n)\nx(k) = 1\nk = k + 2\nend do\ny(1) = k"),
            "k = 1\ndo k = k, n, 2\n  x[k] = 1.0f\nend do\ny[1] = cast(f32, k)"
        );
        let down = loops("k = n\ndo while (0 < k .and. x(k) > 0)\nif (y(k) > 0) exit\nk = k - 1\nend do");
        assert_eq!(
            down,
            "k = n\ndo k = k, 1, -1\n  if (not x[k] > 0) then\n    exit k\n  end if\n  if (y[k] > 0) then\n    exit k\n  end if\nend do"
        );
        let jumps = loops("k = 1\n10 if (k >= n) goto 20\nx(k) = 1\nk = k + 1\ngoto 10\n20 continue");
        assert_eq!(jumps, "k = 1\ndo k = k, n - 1\n  x[k] = 1.0f\nend do");
        let first = loops("k = 0\ndo while (k < n)\nk = k + 1\nif (y(k) > 0) cycle\nx(k) = k\nend do");
        assert_eq!(
            first,
            "k = 0\ndo k = k, n - 1\n  if (y[k + 1] > 0) then\n    cycle k\n  end if\n  x[k + 1] = cast(f32, k + 1)\nend do"
        );
    }

    #[test]
    fn other_loops_stay() {
        for statements in [
            "do while (k <= n)\nk = k + 1\nif (x(k) > 0) exit\nend do",
            "do while (k <= n)\nk = k + 1\nx(k) = 1\nk = k + 1\nend do",
            "do while (k <= n)\nif (x(k) > 0) k = k + 1\nk = k + 1\nend do",
            "do while (k <= n)\nif (x(k) > 0) cycle\nk = k + 1\nend do",
            "do while (k <= n)\nn = n - 1\nk = k + 1\nend do",
            "do while (k /= n)\nk = k + 1\nend do",
            "do while (k <= n)\nk = k - 1\nend do",
            "do while (k <= x(1))\nk = k + 1\nend do",
            "do while (k <= n)\nk = k + m\nend do",
            "do while (k < n*m)\nk = k + 1\nend do",
            "do\nif (k > n) exit\nx(k) = 1\nend do",
        ] {
            let text = loops(&format!("k = 1\n{statements}\nx(1) = k + m"));
            assert!(text.contains("do iteration_0 = 0"), "{text}");
        }
        // A loop that somebody wrote like that has a variable that may be read.
        let text = loops("k = 1\ndo i = 0, 2147483646\nif (k > n) exit\nx(k) = i\nk = k + 1\nend do");
        assert!(text.contains("do i = 0, 2147483646"), "{text}");
    }
}
