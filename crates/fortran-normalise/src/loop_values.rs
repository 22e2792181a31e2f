//! Claim: a loop variable lives in its loop alone; where its value is used outside, another variable has it.
//!
//! After a loop that runs to its end that value is the one after the last, which the bounds tell. Where a
//! jump may leave the loop, the value is kept up to date in each iteration.

use fortran_sema::hir::{
    Given, Loop, Node, NodeKind, Routine, Target, blocks, blocks_mut, expressions, map_expressions, visit,
};
use ir::{Comparison, Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Separates loop variables from the scalars of the same name.
pub(super) fn rewrite(routine: &mut Routine) {
    separate(routine, &BTreeSet::new());
}

/// The same, but for variables that routines which it calls know as those of their host: these have one name
/// there, in loops and elsewhere.
pub(super) fn rewrite_unless_shared(routine: &mut Routine) {
    let mut shared = BTreeSet::new();
    visit(&routine.body, &mut |node| {
        if let NodeKind::Call(call) = &node.kind {
            shared.extend(call.outside.used.iter().cloned());
        }
    });
    separate(routine, &shared);
}

fn separate(routine: &mut Routine, shared: &BTreeSet<Name>) {
    let mut variables = BTreeSet::new();
    visit(&routine.body, &mut |node| {
        if let NodeKind::Loop(head) = &node.kind
            && !shared.contains(&head.variable)
        {
            variables.insert(head.variable.clone());
        }
    });
    let mut outside: BTreeSet<Name> =
        variables.iter().filter(|name| routine.is_argument(name)).cloned().collect();
    find_outside(&routine.body, &variables, &mut Vec::new(), &mut outside);
    for name in outside {
        let Some(variable) = routine.variables.get(&name).cloned() else { continue };
        let other = routine.add_scalar(&name, variable.ty, variable.span);
        if let Some(added) = routine.variables.get_mut(&other) {
            added.is_declared = variable.is_declared;
        }
        let (inner, outer) =
            if routine.is_argument(&name) { (other, name.clone()) } else { (name.clone(), other) };
        let mut body = std::mem::take(&mut routine.body);
        Separation { routine, name, inner, outer }.block(&mut body);
        routine.body = body;
    }
}

/// Collects loop variables that are read or assigned where no loop over them is around.
fn find_outside(nodes: &[Node], of: &BTreeSet<Name>, around: &mut Vec<Name>, found: &mut BTreeSet<Name>) {
    for node in nodes {
        let mut note = |name: &Name| {
            if of.contains(name) && !around.contains(name) {
                found.insert(name.clone());
            }
        };
        expressions(node, &mut |expr| fortran_sema::hir::liveness::scalars(expr).iter().for_each(&mut note));
        if let NodeKind::Assign(target, _) = &node.kind {
            note(&target.name);
        }
        if let NodeKind::Loop(head) = &node.kind {
            around.push(head.variable.clone());
            find_outside(&head.body, of, around, found);
            around.pop();
        } else {
            blocks(node).for_each(|block| find_outside(block, of, around, found));
        }
    }
}

/// One loop variable, under two names.
struct Separation<'r> {
    routine: &'r mut Routine,
    name: Name,
    /// Its name in loops over it.
    inner: Name,
    /// Its name elsewhere.
    outer: Name,
}

impl Separation<'_> {
    /// Renames outside of loops over the variable.
    fn block(&mut self, nodes: &mut Vec<Node>) {
        for mut node in std::mem::take(nodes) {
            rename(&mut node, &self.name, &self.outer);
            let place = node.clone();
            match &mut node.kind {
                NodeKind::Loop(head) if head.variable == self.name => {
                    head.variable = self.inner.clone();
                    rename_block(&mut head.body, &self.name, &self.inner);
                    let before = self.save_bounds(head, &place);
                    nodes.extend(before);
                    if leaves(&head.body) {
                        nodes.push(self.assign(head.lower.clone(), &place));
                        let next = head.step.plus(&Expr::var(self.inner.clone()));
                        self.keep_where_left(&mut head.body, &mut vec![]);
                        head.body.insert(0, self.assign(next, &place));
                        nodes.push(node);
                    } else {
                        let last = value_after(head, self.ty());
                        nodes.push(node);
                        nodes.push(self.assign(last, &place));
                    }
                }
                _ => {
                    blocks_mut(&mut node).into_iter().for_each(|block| self.block(block));
                    nodes.push(node);
                }
            }
        }
    }

    fn ty(&self) -> Scalar {
        self.routine.variables.get(&self.name).map_or(Scalar::I32, |variable| variable.ty)
    }

    fn assign(&self, value: Expr, place: &Node) -> Node {
        let target = Target { name: self.outer.clone(), index: None };
        Node { kind: NodeKind::Assign(target, value), span: place.span, tags: Rc::clone(&place.tags) }
    }

    /// Before each jump out of the loop the variable has the value of this iteration; `within` are the loops
    /// inside it around these statements.
    fn keep_where_left(&self, nodes: &mut Vec<Node>, within: &mut Vec<Name>) {
        for mut node in std::mem::take(nodes) {
            let leaves = match &node.kind {
                NodeKind::Exit(of) => !within.contains(of),
                NodeKind::Cycle(of) => !within.contains(of) && *of != self.inner,
                NodeKind::Return => true,
                _ => false,
            };
            if leaves {
                nodes.push(self.assign(Expr::var(self.inner.clone()), &node));
            }
            let inner =
                if let NodeKind::Loop(head) = &node.kind { Some(head.variable.clone()) } else { None };
            within.extend(inner.clone());
            blocks_mut(&mut node).into_iter().for_each(|block| self.keep_where_left(block, within));
            within.truncate(within.len() - usize::from(inner.is_some()));
            nodes.push(node);
        }
    }

    /// Stores the bounds in scalars where they may change while the loop runs.
    fn save_bounds(&mut self, head: &mut Loop, place: &Node) -> Vec<Node> {
        let mut assigned = super::symbolic::assigned(&head.body);
        assigned.insert(self.outer.clone());
        let changes = |expr: &Expr| {
            walk::any(expr, &mut |part| match part.node() {
                Value::Var(name) | Value::Load { array: name, .. } => assigned.contains(name),
                _ => false,
            })
        };
        let ty = self.ty();
        let mut saved = Vec::new();
        for (what, bound) in [("first", &mut head.lower), ("last", &mut head.upper), ("step", &mut head.step)]
        {
            if changes(bound) {
                let name = self.routine.add_scalar(&format!("{}_{what}", self.name), ty, place.span);
                let value = std::mem::replace(bound, Expr::var(name.clone()));
                let target = Target { name, index: None };
                let tags = Rc::clone(&place.tags);
                saved.push(Node { kind: NodeKind::Assign(target, value), span: place.span, tags });
            }
        }
        saved
    }
}

/// Whether a jump may end the loop before its time.
fn leaves(body: &[Node]) -> bool {
    let mut found = false;
    visit(body, &mut |node| {
        found |= matches!(node.kind, NodeKind::Exit(_) | NodeKind::Return);
        // A `cycle` of an outer loop leaves this one; one of this loop or of an inner one is harmless.
        found |= matches!(node.kind, NodeKind::Cycle(_));
    });
    found
}

/// The value after all iterations.
fn value_after(head: &Loop, ty: Scalar) -> Expr {
    let (lower, upper, step) = (&head.lower, &head.upper, &head.step);
    let one = Expr::int(1);
    match step.as_int() {
        Some(1) => Expr::call("max", vec![lower.clone(), literal(&upper.plus(&one))]),
        Some(-1) => Expr::call("min", vec![lower.clone(), literal(&upper.minus(&one))]),
        _ => {
            let (count, is_long) = head.count();
            let some = Expr::new(Value::Compare(Comparison::Greater, count.clone(), Expr::int(0)));
            let count = if is_long && ty != Scalar::I64 { Expr::cast(ty, count) } else { count };
            let count = Expr::new(Value::Select(some, count, Expr::int(0)));
            step.times(&count).plus(lower)
        }
    }
}

/// The sum, computed where it is of literals.
fn literal(sum: &Expr) -> Expr {
    fortran_sema::constant::folded(sum, ir::Scalar::I64)
}

fn rename(node: &mut Node, from: &Name, to: &Name) {
    if from == to {
        return;
    }
    map_expressions(node, &mut |expr| {
        walk::substitute(expr, &|name| (name == from).then(|| Expr::var(to.clone())))
    });
    match &mut node.kind {
        NodeKind::Assign(target, _) => rename_name(&mut target.name, from, to),
        NodeKind::Call(call) => {
            for actual in &mut call.actuals {
                if let Given::Place(target) = &mut actual.given {
                    rename_name(&mut target.name, from, to);
                }
            }
        }
        _ => {}
    }
}

fn rename_name(name: &mut Name, from: &Name, to: &Name) {
    if name == from {
        *name = to.clone();
    }
}

/// Gives a variable another name in statements.
pub(super) fn rename_block(nodes: &mut [Node], from: &Name, to: &Name) {
    for node in nodes {
        rename(node, from, to);
        if let NodeKind::Cycle(of) | NodeKind::Exit(of) = &mut node.kind
            && of == from
        {
            *of = to.clone();
        }
        blocks_mut(node).into_iter().for_each(|block| rename_block(block, from, to));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn values(statements: &str) -> String {
        body("loop_values", statements)
    }

    #[test]
    fn the_value_after_a_loop_follows_from_its_bounds() {
        assert_eq!(
            values("do i = 1, n\nx(i) = 1\nend do\nx(1) = i"),
            "do i = 1, n\n  x[i] = 1.0f\nend do\ni_0 = max(1, n + 1)\nx[1] = cast(f32, i_0)"
        );
        assert!(values("do i = n, 1, -1\nx(i) = 1\nend do\nx(1) = i").contains("i_0 = min(n, 0)"));
    }

    #[test]
    fn a_loop_that_is_left_keeps_the_value_up_to_date() {
        assert_eq!(
            values("do i = 1, n\nif (x(i) > 0) exit\nend do\nx(1) = i"),
            "i_0 = 1\ndo i = 1, n\n  i_0 = 1 + i\n  if (x[i] > 0) then\n    i_0 = i\n    exit i\n  end if\nend do\n\
             x[1] = cast(f32, i_0)"
        );
    }

    #[test]
    fn bounds_that_change_are_saved() {
        let text = values("k = n\ndo i = 1, k\nk = 2\nend do\nx(1) = i");
        assert!(text.contains("i_last = k\ndo i = 1, i_last"), "{text}");
        let text = values("k = n\ndo i = 1, k\ndo k = 1, m\nx(k) = 1\nend do\nend do\nx(1) = i");
        assert!(text.contains("i_last = k_0\ndo i = 1, i_last"), "{text}");
    }

    #[test]
    fn a_loop_variable_used_inside_alone_stays() {
        assert_eq!(values("do i = 1, n\nx(i) = i\nend do"), "do i = 1, n\n  x[i] = cast(f32, i)\nend do");
    }
}
