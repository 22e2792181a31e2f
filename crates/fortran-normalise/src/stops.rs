//! Claim: where a routine stops because of data, it may write a number into an argument and return instead:
//! whoever called the kernel sees that the argument is not zero, and what the routine would have said.

use diag::Diagnostic;
use fortran_sema::hir::{
    Branch, Columns, Node, NodeKind, Routine, Stop, Stops, Target, Variable, blocks_mut, visit,
};
use fortran_syntax::ast::Ident;
use ir::{Comparison, Expr, Node as Value, Scalar};
use poly::Name;
use std::rc::Rc;

/// Replaces the exits that are left, lowers the flag at the start, and says what its numbers mean. What only
/// the original can do stays, and is an error.
pub(super) fn rewrite(routine: &mut Routine, found: &mut Vec<Diagnostic>) {
    found.extend(original(&routine.body));
    flag(routine);
    let (Some(flag), Some(first)) = (routine.stops.flag.clone(), routine.body.first().cloned()) else {
        return;
    };
    let lowered = assign(&flag, 0, &first);
    routine.body.insert(0, lowered);
    let said =
        (1..).zip(&routine.stops.said).map(|(number, said): (usize, &String)| format!("{number}: {said}"));
    let mut warning = Diagnostic::warning(
        "lp::fortran::stop",
        format!("error exits depend on data: `{flag}`, an argument of the kernel, says which one ended it"),
    );
    for line in said {
        warning = warning.note(line);
    }
    found.push(warning.at(routine.name.span, "").help("what it computed is good where it is 0"));
}

/// Replaces the exits that are left by numbers and returns.
pub(super) fn flag(routine: &mut Routine) {
    let mut stops = false;
    visit(&routine.body, &mut |node| stops |= is_exit(node));
    if !stops {
        return;
    }
    let flag = routine.stops.flag.clone().unwrap_or_else(|| {
        let flag = routine.fresh("stopped");
        let span = routine.name.span;
        routine.variables.insert(flag.clone(), Variable::local(Scalar::I32, span));
        routine.args.push(Ident { name: flag.clone(), span });
        routine.stops.flag = Some(flag.clone());
        flag
    });
    let mut body = std::mem::take(&mut routine.body);
    let Stops { said, columns, .. } = &mut routine.stops;
    block(&mut body, &flag, said, columns);
    routine.body = body;
}

fn block(nodes: &mut Vec<Node>, flag: &Name, said: &mut Vec<String>, columns: &mut Vec<Columns>) {
    for mut node in std::mem::take(nodes) {
        blocks_mut(&mut node).into_iter().for_each(|inner| block(inner, flag, said, columns));
        let stop = match &node.kind {
            NodeKind::Stop(stop) if is_exit(&node) => stop,
            _ => {
                nodes.push(node);
                continue;
            }
        };
        if let Stop::Columns(of) = stop {
            columns.push(of.clone());
        }
        let text = text(stop);
        let at = said.iter().position(|other| *other == text).unwrap_or(said.len());
        if at == said.len() {
            said.push(text);
        }
        let number = i64::try_from(at + 1).unwrap_or(i64::from(i32::MAX));
        nodes.push(assign(flag, number, &node));
        nodes.push(Node { kind: NodeKind::Return, ..node });
    }
}

/// Whether the routine itself ends there.
fn is_exit(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Stop(stop) if !matches!(stop, Stop::Original(_)))
}

/// What statements leave to the original, so that no kernel takes their place.
pub(super) fn original(nodes: &[Node]) -> Option<Diagnostic> {
    let mut first = None;
    visit(nodes, &mut |node| {
        if let NodeKind::Stop(Stop::Original(reason)) = &node.kind {
            first.get_or_insert_with(|| (**reason).clone());
        }
    });
    first
}

fn text(stop: &Stop) -> String {
    match stop {
        Stop::Text(text) => text.clone(),
        Stop::Original(of) => of.message.clone(),
        Stop::Columns(columns) => columns.to_string(),
        Stop::Argument(routine, number) => match number.as_int() {
            Some(number) => format!("on entry to {routine} parameter number {number} had an illegal value"),
            None => format!("a parameter of {routine} had an illegal value"),
        },
    }
}

/// What stands behind a call that may have ended the caller as well.
pub(super) fn return_if_stopped(caller: &Routine, call: &Node) -> Option<Node> {
    let flag = Expr::var(caller.stops.flag.clone()?);
    let node = |kind| Node { kind, span: call.span, tags: Rc::clone(&call.tags) };
    let condition = Expr::new(Value::Compare(Comparison::NotEqual, flag, Expr::int(0)));
    let body = vec![node(NodeKind::Return)];
    let branch = Branch { condition, span: call.span, tags: Rc::clone(&call.tags), body };
    Some(node(NodeKind::If(vec![branch], Vec::new())))
}

fn assign(flag: &Name, number: i64, place: &Node) -> Node {
    let target = Target { name: flag.clone(), index: None };
    let kind = NodeKind::Assign(target, Expr::int(number));
    Node { kind, span: place.span, tags: Rc::clone(&place.tags) }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    #[test]
    fn an_exit_that_depends_on_data_is_a_number() {
        assert_eq!(
            body("stops", "do i = 1, n\nif (x(i) < 0) stop 'negative'\nx(i) = sqrt(x(i))\nend do"),
            "stopped = 0\ndo i = 1, n\n  if (x[i] < 0) then\n    stopped = 1\n    return\n  end if\n  x[i] = sqrt(x[i])\nend do"
        );
    }

    #[test]
    fn one_that_the_host_can_test_is_none() {
        let text = body("stops", "if (n < 1) stop 'empty'\nx(1) = 1");
        assert_eq!(text, "require n >= 1 : \"empty\"\nx[1] = 1.0f");
    }
}
