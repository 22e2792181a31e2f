//! Claim: where a routine reports bad arguments and stops, the caller may test for them before, and what is left of the
//! routine never gets there.
//!
//! The conditions on the way to `stop` or `call xerbla` are followed back to arguments. Their opposites become
//! requirements; branches of which the condition then never holds go, and with them the numbers of errors.

use super::symbolic::{self, Values};
use crate::constant;
use crate::hir::{Branch, Node, NodeKind, Requirement, Routine, Stop};
use diag::{Diagnostic, Span};
use ir::{Expr, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Moves error exits to the caller; those that depend on data are reported.
pub(super) fn rewrite(routine: &mut Routine, found: &mut Vec<Diagnostic>) {
    let mut stops = false;
    crate::hir::visit(&routine.body, &mut |node| stops |= matches!(node.kind, NodeKind::Stop(_)));
    if !stops {
        return;
    }
    let integers: BTreeSet<Name> =
        routine.variables.iter().filter(|(_, v)| v.ty.is_integer()).map(|(name, _)| name.clone()).collect();
    // The second round drops the branches that set the numbers of errors, now that they are known never to be run.
    let mut walker = Walker { integers, never: Vec::new(), requires: Vec::new(), found };
    for _ in 0..2 {
        let mut values = Values::at_start(routine);
        let mut body = std::mem::take(&mut routine.body);
        walker.block(&mut body, &mut values, &Path::Known(Vec::new()));
        routine.body = body;
    }
    routine.requires = walker.requires;
}

/// Whether a host can compute a condition.
fn is_for_hosts(condition: &Expr) -> bool {
    !walk::any(condition, &mut |part| match part.node() {
        ir::Node::Call { function, .. } => !ir::requirement::FUNCTIONS.contains(&function.as_str()),
        ir::Node::Power(..) | ir::Node::Load { .. } | ir::Node::Rule { .. } => true,
        _ => false,
    })
}

/// What holds where a statement is reached.
#[derive(Debug, Clone)]
enum Path {
    /// All of these, in terms of arguments.
    Known(Vec<Expr>),
    /// That depends on data.
    Unknown,
}

impl Path {
    fn and(&self, condition: Option<&Expr>) -> Path {
        match (self, condition) {
            (Path::Known(all), Some(condition)) => {
                Path::Known(all.iter().cloned().chain([condition.clone()]).collect())
            }
            _ => Path::Unknown,
        }
    }
}

struct Walker<'d> {
    integers: BTreeSet<Name>,
    /// Conditions that hold for no good arguments.
    never: Vec<Expr>,
    requires: Vec<Requirement>,
    found: &'d mut Vec<Diagnostic>,
}

/// Where control goes after a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    GoesOn,
    Returns,
    /// It is never reached with good arguments.
    Never,
}

impl Walker<'_> {
    fn block(&mut self, nodes: &mut Vec<Node>, values: &mut Values, path: &Path) -> After {
        let mut path = path.clone();
        let mut kept = Vec::new();
        let mut after = After::GoesOn;
        for mut node in std::mem::take(nodes) {
            match &mut node.kind {
                NodeKind::Assign(target, value) if target.index.is_none() => {
                    values.assign(&target.name, value)
                }
                NodeKind::Stop(stop) => {
                    if self.stop(stop, values, &path, node.span) {
                        after = After::Never;
                        break;
                    }
                }
                NodeKind::Return | NodeKind::Cycle(_) | NodeKind::Exit(_) => {
                    kept.push(node);
                    after = After::Returns;
                    break;
                }
                NodeKind::If(branches, otherwise) => {
                    path = self.branches(branches, otherwise, values, &path);
                    if branches.is_empty() {
                        kept.append(otherwise);
                        continue;
                    }
                }
                NodeKind::Loop(head) => {
                    values.forget_loop(head);
                    self.block(&mut head.body, &mut values.clone(), &Path::Unknown);
                }
                NodeKind::Assign(..) => {}
            }
            kept.push(node);
        }
        *nodes = kept;
        after
    }

    /// Follows the parts of an `if`; what holds behind it.
    fn branches(
        &mut self,
        branches: &mut Vec<Branch>,
        otherwise: &mut Vec<Node>,
        values: &mut Values,
        path: &Path,
    ) -> Path {
        let start = values.clone();
        let mut behind = path.clone();
        let mut ends: Vec<(Option<Expr>, Values)> = Vec::new();
        let mut before = path.clone();
        let mut kept = Vec::new();
        for mut branch in std::mem::take(branches) {
            let condition = start.evaluate(&branch.condition);
            if condition.as_ref().is_some_and(|condition| self.is_never(condition)) {
                continue;
            }
            let mut inside = start.clone();
            let after = self.block(&mut branch.body, &mut inside, &before.and(condition.as_ref()));
            let negated = condition.as_ref().map(|condition| self.opposite(condition));
            before = before.and(negated.as_ref());
            match after {
                // With good arguments the condition is false.
                After::Never if condition.is_some() => continue,
                After::Never | After::Returns => behind = behind.and(negated.as_ref()),
                After::GoesOn => ends.push((condition, inside)),
            }
            kept.push(branch);
        }
        let mut last = start;
        let after = self.block(otherwise, &mut last, &before);
        let mut ends = ends.into_iter().rev();
        let mut merged = match after {
            After::GoesOn => last,
            // Whoever goes on came through the last branch that does.
            _ => ends.next().map_or(last, |(_, values)| values),
        };
        for (condition, values) in ends {
            merged = values.merged(condition.as_ref(), &merged);
        }
        *values = merged;
        *branches = kept;
        if after == After::GoesOn { behind } else { Path::Unknown }
    }

    fn is_never(&self, condition: &Expr) -> bool {
        *condition == Expr::bool(false) || self.never.contains(condition)
    }

    fn opposite(&self, condition: &Expr) -> Expr {
        symbolic::opposite(condition, &|e| self.is_integer(e))
    }

    fn is_integer(&self, expr: &Expr) -> bool {
        let is_real = |part: &Expr| match part.node() {
            ir::Node::Real(_) | ir::Node::Load { .. } | ir::Node::Quotient(..) => true,
            ir::Node::Var(name) => !self.integers.contains(name),
            ir::Node::Cast(ty, _) => !ty.is_integer(),
            _ => false,
        };
        !walk::any(expr, &mut |part| is_real(part))
    }

    /// States that control never gets to this place; whether that could be said.
    fn stop(&mut self, stop: &Stop, values: &Values, path: &Path, span: Span) -> bool {
        let Path::Known(conditions) = path else {
            let error = crate::parse::unsupported_error("an error exit that depends on data", span);
            self.found.push(error.help("test it before the call, or store a flag in an argument"));
            return false;
        };
        let conditions = constant::condition(&Expr::all(conditions.clone()));
        if !is_for_hosts(&conditions) {
            let error = crate::parse::unsupported_error("an error exit under such a condition", span);
            self.found
                .push(error.note("the caller tests comparisons of sums, products and quotients".to_owned()));
            return false;
        }
        match stop {
            Stop::Text(text) => self.require(&conditions, text.clone(), span),
            Stop::Argument(routine, number) => match values.evaluate(number) {
                None => self.require(&conditions, format!("{routine} got an illegal value"), span),
                Some(number) => self.require_cases(routine, &number, &conditions, span),
            },
        }
        true
    }

    /// One requirement for each argument that may be wrong.
    fn require_cases(&mut self, routine: &str, number: &Expr, conditions: &Expr, span: Span) {
        let choice = symbolic::first_choice(number).unwrap_or_else(|| number.clone());
        for (under, value) in symbolic::cases(&choice) {
            let number = constant::folded(&symbolic::replaced(number, &choice, &value), ir::Scalar::I32);
            let reached = constant::condition(&symbolic::replaced(conditions, &choice, &value));
            let bad = constant::condition(&Expr::all(under.into_iter().chain([reached]).collect()));
            let message = match number.as_int() {
                Some(number) => {
                    format!("on entry to {routine} parameter number {number} had an illegal value")
                }
                None => format!("a parameter of {routine} had an illegal value"),
            };
            self.require(&bad, message, span);
        }
    }

    /// States that a condition never holds, given those of which that is already known.
    fn require(&mut self, bad: &Expr, message: String, span: Span) {
        let parts = match bad.node() {
            ir::Node::And(parts) => parts.clone(),
            ir::Node::Bool(false) => return,
            _ => vec![bad.clone()],
        };
        let is_known = |part: &Expr| {
            let is_opposite = |never: &Expr| never.logical_not() == *part || self.opposite(never) == *part;
            self.never.iter().any(is_opposite)
        };
        let open: Vec<Expr> = parts.into_iter().filter(|part| !is_known(part)).collect();
        let bad = Expr::all(open);
        if self.never.contains(&bad) {
            return;
        }
        let condition = self.opposite(&bad);
        self.requires.push(Requirement { condition, message, span });
        self.never.push(bad);
    }
}

#[cfg(test)]
mod tests {
    use crate::rewrite::tests::body;

    use crate::rewrite::tests::after;

    fn exits(statements: &str) -> String {
        body("error_exits", statements)
    }

    #[test]
    fn each_wrong_argument_is_a_requirement() {
        assert_eq!(
            exits(
                "k = 0\nif (n < 0) then\nk = 1\nelse if (m < max(1, n)) then\nk = 4\nend if\nif (k /= 0) then\ncall xerbla('F', k)\nreturn\nend if\nx(1) = 1"
            ),
            "require n >= 0 : \"on entry to F parameter number 1 had an illegal value\"\n\
             require m >= max(1, n) : \"on entry to F parameter number 4 had an illegal value\"\nk = 0\nx[1] = 1.0f"
        );
    }

    #[test]
    fn a_stop_behind_a_return_holds_for_what_gets_there() {
        assert_eq!(
            exits("if (n == 0) return\nif (m < n) stop 'too small'\nx(1) = 1"),
            "require n == 0 or m >= n : \"too small\"\nif (n == 0) then\n  return\nend if\nx[1] = 1.0f"
        );
    }

    #[test]
    fn comparisons_of_reals_keep_their_not() {
        let text = after(
            "error_exits",
            "subroutine f(a, x)\nreal a, x(1)\nif (a < 0) stop 'negative'\nx(1) = a\nend",
        );
        assert!(text.starts_with("require not a < 0 : \"negative\""), "{text}");
    }
}
