//! Claim: where it is known which arguments a routine is given, `present` is a constant, and only the parts
//! of an `if` that are then reached need stay.
//!
//! A kernel is given all of them: what the routine does without one is what its callers get where it is put
//! in place.

use diag::Diagnostic;
use fortran_sema::constant;
use fortran_sema::hir::present::asks;
use fortran_sema::hir::{Node, NodeKind, Routine, blocks_mut, expressions, map_expressions, visit};
use ir::{Expr, walk};
use poly::Name;

/// Takes all arguments for given, and says so.
pub(super) fn rewrite(routine: &mut Routine, found: &mut Vec<Diagnostic>) {
    let mut asked: Vec<Name> = Vec::new();
    visit(&routine.body, &mut |node| {
        expressions(node, &mut |expr| {
            walk::visit(expr, &mut |part| {
                if let Some(name) = asks(part).filter(|name| !asked.contains(name)) {
                    asked.push(name.clone());
                }
            });
        });
    });
    if asked.is_empty() {
        return;
    }
    routine.body = folded(std::mem::take(&mut routine.body), &|_| true);
    let names: Vec<String> = asked.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("{}: optional, and always given to the kernel", names.join(", "));
    let warning = Diagnostic::warning("lp::fortran::name", message).at(routine.name.span, "");
    found.push(
        warning.help("a routine that leaves it out gets what this one does then, put in place of its call"),
    );
}

/// Statements in which it is known what is given.
pub(super) fn folded(nodes: Vec<Node>, is_given: &dyn Fn(&Name) -> bool) -> Vec<Node> {
    let mut kept = Vec::new();
    for mut node in nodes {
        map_expressions(&mut node, &mut |expr| fold_presence(expr, is_given));
        blocks_mut(&mut node).into_iter().for_each(|block| *block = folded(std::mem::take(block), is_given));
        let NodeKind::If(branches, otherwise) = &mut node.kind else {
            kept.push(node);
            continue;
        };
        branches.retain(|branch| branch.condition != Expr::bool(false));
        if let Some(at) = branches.iter().position(|branch| branch.condition == Expr::bool(true)) {
            *otherwise =
                branches.split_off(at).into_iter().next().map(|branch| branch.body).unwrap_or_default();
        }
        if branches.is_empty() {
            kept.append(otherwise);
        } else {
            kept.push(node);
        }
    }
    kept
}

fn fold_presence(expr: &Expr, is_given: &dyn Fn(&Name) -> bool) -> Expr {
    if !walk::any(expr, &mut |part| asks(part).is_some()) {
        return expr.clone();
    }
    constant::condition(&replaced(expr, is_given))
}

fn replaced(expr: &Expr, is_given: &dyn Fn(&Name) -> bool) -> Expr {
    match asks(expr) {
        Some(name) => Expr::bool(is_given(name)),
        None => walk::map_children(expr, &mut |child| replaced(child, is_given)),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::rewritten;

    const ROUTINE: &str = "subroutine g(x, by, k)\nreal x\nreal, optional :: by\ninteger, optional :: k\nlogical has\n\
        has = present(k)\nif (.not. present(by)) then\nx = 1\nelse if (x > by) then\nx = by\nend if\n\
        if (has) x = x + k\nend";

    fn inlined(call: &str) -> String {
        rewritten("calls", &format!("subroutine f(x, y, n)\nreal x, y\ninteger n\n{call}\nend\n{ROUTINE}"))
    }

    #[test]
    fn what_is_not_given_is_left_out() {
        assert_eq!(inlined("call g(x)"), "x = 1.0f");
        assert_eq!(inlined("call g(x, k=n)"), "x = 1.0f\nx = x + cast(f32, n)");
        assert_eq!(inlined("call g(x, y)"), "if (x > y) then\n  x = y\nend if");
    }

    #[test]
    fn what_is_left_out_is_left_out_further_on() {
        let text = rewritten(
            "calls",
            &format!(
                "subroutine f(x, z)\nreal x, z\ncall h(x)\ncall h(x, z)\nend\nsubroutine h(x, y)\nreal x\nreal, optional :: y\n\
                 call g(x, y)\nend\n{ROUTINE}"
            ),
        );
        assert_eq!(text, "x = 1.0f\nif (x > z) then\n  x = z\nend if");
    }

    #[test]
    fn a_kernel_is_given_everything() {
        let text = rewritten("present", ROUTINE);
        assert_eq!(
            text,
            "has = true\nif (x > by) then\n  x = by\nend if\nif (has) then\n  x = x + cast(f32, k)\nend if"
        );
    }
}
