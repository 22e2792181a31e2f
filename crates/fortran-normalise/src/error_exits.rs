//! Claim: where a routine reports bad arguments and stops, the caller may test for them before, and what is
//! left of the routine never gets there.
//!
//! The conditions on the way to `stop` or `call xerbla` are followed back to arguments. Their opposites
//! become requirements; branches of which the condition then never holds go, and with them the numbers of
//! errors. Exits that depend on data are left for the rewrite `stops`.

use super::cases;
use super::facts::Facts;
use super::symbolic::{self, Values};
use diag::{Diagnostic, Span};
use fortran_sema::constant;
use fortran_sema::hir::{Branch, Columns, Loop, Node, NodeKind, Requirement, Routine, Stop, Variables};
use ir::{Expr, affine, walk};
use poly::Name;
use std::cell::RefCell;
use std::rc::Rc;

/// Moves error exits to the caller; those that depend on data stay.
pub(super) fn rewrite(routine: &mut Routine, given: &Facts) {
    let mut stops = false;
    fortran_sema::hir::visit(&routine.body, &mut |node| stops |= matches!(node.kind, NodeKind::Stop(_)));
    if !stops {
        return;
    }
    // What is required already never fails.
    let mut never: Vec<Expr> = routine
        .requires
        .iter()
        .filter(|requirement| requirement.columns.is_none())
        .map(|requirement| {
            symbolic::opposite(&requirement.condition, &|e| cases::of_integers(e, &routine.variables))
        })
        .collect();
    let mut requires = std::mem::take(&mut routine.requires);
    let mut known = given.clone();
    let tested = requires.iter().filter(|requirement| requirement.columns.is_none());
    tested.for_each(|requirement| known.add(&requirement.condition));
    // The second round drops the branches that set the numbers of errors, now that they are known never to be
    // run.
    for _ in 0..2 {
        let before = (never.len(), requires.len());
        let mut values = Values::at_start(routine);
        let mut body = std::mem::take(&mut routine.body);
        let start = Path { holds: None, is_all: true, loops: Vec::new(), chosen_by: Chosen::Nothing };
        let mut walker = Walker { variables: &routine.variables, never, known, requires, has_dropped: false };
        walker.block(&mut body, &mut values, &start);
        let is_same = !walker.has_dropped;
        (never, known, requires) = (walker.never, walker.known, walker.requires);
        routine.body = body;
        if is_same && before == (never.len(), requires.len()) {
            break;
        }
    }
    routine.requires = requires;
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
struct Path {
    /// Conditions in terms of arguments and of the variables of loops around, the last one first.
    holds: Option<Rc<Held>>,
    /// Whether the statement is reached wherever these hold; otherwise that also depends on data.
    is_all: bool,
    /// Variables of the loops around.
    loops: Vec<Name>,
    /// What tells whether the statement is reached, besides how often loops around run.
    chosen_by: Chosen,
}

/// What tells which branches are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// All are.
    Nothing,
    /// Arguments alone.
    Arguments,
    /// Variables of loops around as well.
    Iterations,
}

/// A condition on the way to a statement, and those before it.
#[derive(Debug)]
struct Held {
    before: Option<Rc<Held>>,
    condition: Expr,
    /// What follows of all of them, for as many requirements as were known then.
    follows: RefCell<Option<(usize, Reached)>>,
}

/// What is known where all conditions of a path hold.
#[derive(Debug, Clone)]
struct Reached {
    facts: Facts,
    /// Whether that is known never to be.
    is_never: bool,
}

impl Path {
    fn add(&mut self, condition: Expr) {
        self.holds =
            Some(Rc::new(Held { before: self.holds.take(), condition, follows: RefCell::default() }));
    }

    /// The conditions, the first one first.
    fn conditions(&self) -> Vec<Expr> {
        let held = std::iter::successors(self.holds.as_ref(), |held| held.before.as_ref());
        let mut all: Vec<Expr> = held.map(|held| held.condition.clone()).collect();
        all.reverse();
        all
    }

    /// What else than at the start of a block holds at its end, if something does; none where only data tell
    /// what.
    fn conditions_since(&self, start: &Path) -> Option<Option<Expr>> {
        if start.is_all && !self.is_all {
            return Some(None);
        }
        let is_start = |held: &&Rc<Held>| start.holds.as_ref().is_some_and(|start| Rc::ptr_eq(start, held));
        let held = std::iter::successors(self.holds.as_ref(), |held| held.before.as_ref());
        let more: Vec<Expr> =
            held.take_while(|held| !is_start(held)).map(|held| held.condition.clone()).collect();
        (!more.is_empty()).then(|| Some(Expr::all(more.into_iter().rev().collect())))
    }

    fn and(&self, condition: Option<&Expr>) -> Path {
        let mut path = self.clone();
        path.is_all &= condition.is_some();
        if let Some(condition) = condition {
            let names_loop = walk::names(condition).iter().any(|name| self.loops.contains(name));
            path.chosen_by = match (names_loop, self.chosen_by) {
                (true, _) | (_, Chosen::Iterations) => Chosen::Iterations,
                _ => Chosen::Arguments,
            };
            path.add(condition.clone());
        }
        path
    }

    /// The same inside of a loop: what its bounds say of its variable.
    fn inside(&self, head: &Loop, values: &Values) -> Path {
        let mut path = self.clone();
        path.loops.extend([head.variable.clone(), fortran_sema::hir::iteration(&head.variable)]);
        path.is_all &= head.step.as_int().is_some_and(|step| step.unsigned_abs() == 1);
        for bound in symbolic::range(head, values) {
            path.is_all &= bound.is_some();
            bound.into_iter().for_each(|bound| path.add(bound));
        }
        path
    }
}

struct Walker<'r> {
    variables: &'r Variables,
    /// Conditions that hold for no good arguments.
    never: Vec<Expr>,
    /// What good arguments have in common.
    known: Facts,
    requires: Vec<Requirement>,
    /// Whether statements went.
    has_dropped: bool,
}

/// Where control goes after a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockEnd {
    GoesOn,
    Returns,
    /// It is never reached with good arguments.
    Never,
}

/// The jumps in a loop, or in a block, that lead out of it.
#[derive(Debug, Clone, Copy, Default)]
struct Jumps {
    /// Whether some may end it, so that not all iterations need be run.
    end_it: bool,
    /// Whether some may lead past what stands behind it.
    pass_by: bool,
}

impl Jumps {
    fn out_of(head: &Loop) -> Jumps {
        let mut jumps = Jumps::default();
        jumps.block(&head.body, &mut vec![&head.variable]);
        jumps
    }

    /// Whether control may leave these statements elsewhere than at their end.
    fn lead_out_of(nodes: &[Node]) -> bool {
        let mut jumps = Jumps::default();
        jumps.block(nodes, &mut Vec::new());
        jumps.pass_by
    }

    fn block<'n>(&mut self, nodes: &'n [Node], loops: &mut Vec<&'n Name>) {
        for node in nodes {
            match &node.kind {
                NodeKind::Return | NodeKind::Goto(_) => (self.end_it, self.pass_by) = (true, true),
                NodeKind::Exit(of) => {
                    self.end_it |= !loops.iter().skip(1).any(|own| *own == of);
                    self.pass_by |= !loops.contains(&of);
                }
                NodeKind::Cycle(of) if !loops.contains(&of) => (self.end_it, self.pass_by) = (true, true),
                NodeKind::Loop(inner) => {
                    loops.push(&inner.variable);
                    self.block(&inner.body, loops);
                    loops.pop();
                }
                _ => fortran_sema::hir::blocks(node).for_each(|block| self.block(block, loops)),
            }
        }
    }
}

impl Walker<'_> {
    /// Follows a block: where control goes behind it, and what holds there.
    fn block(&mut self, nodes: &mut Vec<Node>, values: &mut Values, path: &Path) -> (BlockEnd, Path) {
        let mut path = path.clone();
        let mut kept = Vec::new();
        let mut after = BlockEnd::GoesOn;
        for mut node in std::mem::take(nodes) {
            match &mut node.kind {
                NodeKind::Assign(target, value) if target.index.is_none() => {
                    values.assign(&target.name, value)
                }
                NodeKind::Stop(stop) => {
                    if self.stop(stop, values, &path, node.span) {
                        self.has_dropped = true;
                        after = BlockEnd::Never;
                        break;
                    }
                }
                NodeKind::Return | NodeKind::Cycle(_) | NodeKind::Exit(_) => {
                    kept.push(node);
                    after = BlockEnd::Returns;
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
                    // Where jumps end the loop, its head alone does not tell which iterations run.
                    let mut inside = path.inside(head, values);
                    let jumps = Jumps::out_of(head);
                    inside.is_all &= !jumps.end_it;
                    values.forget_loop(head);
                    let mut within = values.inside(head);
                    self.block(&mut head.body, &mut within, &inside);
                    path.is_all &= !jumps.pass_by;
                }
                NodeKind::Call(_) => values.forget(&node),
                NodeKind::Assign(..) | NodeKind::Goto(_) | NodeKind::Label(_) => {}
            }
            kept.push(node);
        }
        *nodes = kept;
        (after, path)
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
                self.has_dropped = true;
                continue;
            }
            let mut inside = start.clone();
            let entry = before.and(condition.as_ref());
            let (after, end) = self.block(&mut branch.body, &mut inside, &entry);
            let negated = condition.as_ref().map(|condition| self.opposite(condition));
            before = before.and(negated.as_ref());
            match after {
                // With good arguments the condition is false, unless control leaves the block before its end.
                BlockEnd::Never if condition.is_some() && !Jumps::lead_out_of(&branch.body) => {
                    self.has_dropped = true;
                    continue;
                }
                BlockEnd::Never | BlockEnd::Returns => {
                    // Whoever is behind may also have come through a branch before.
                    let through = ends.iter().map(|(condition, _)| condition.clone());
                    let ways: Option<Vec<Expr>> = through.chain([negated]).collect();
                    behind = behind.and(ways.map(Expr::any).as_ref());
                }
                BlockEnd::GoesOn => {
                    if let Some(more) = end.conditions_since(&entry) {
                        let through = ends.iter().map(|(condition, _)| condition.clone());
                        let ways: Option<Vec<Expr>> = through.chain([negated, more]).collect();
                        behind = behind.and(ways.map(Expr::any).as_ref());
                    }
                    ends.push((condition, inside));
                }
            }
            kept.push(branch);
        }
        let mut last = start;
        let (after, end) = self.block(otherwise, &mut last, &before);
        let goes_on = after == BlockEnd::GoesOn;
        if let Some(more) = end.conditions_since(&before).filter(|_| goes_on) {
            let through = ends.iter().map(|(condition, _)| condition.clone());
            let ways: Option<Vec<Expr>> = through.chain([more]).collect();
            behind = behind.and(ways.map(Expr::any).as_ref());
        }
        *values = symbolic::joined(ends, goes_on.then(|| last.clone()), last);
        *branches = kept;
        behind.is_all &= goes_on;
        behind
    }

    fn is_never(&self, condition: &Expr) -> bool {
        *condition == Expr::bool(false) || self.never.contains(condition)
    }

    fn opposite(&self, condition: &Expr) -> Expr {
        symbolic::opposite(condition, &|e| cases::of_integers(e, self.variables))
    }

    /// States that control never gets to this place; whether that could be said.
    fn stop(&mut self, stop: &Stop, values: &Values, path: &Path, span: Span) -> bool {
        let reached = self.reached(path);
        if reached.is_never {
            return true;
        }
        let conditions = constant::condition(&Expr::all(path.conditions()));
        if conditions == Expr::bool(false) || reached.facts.exclude(&conditions, self.variables) {
            return true;
        }
        // Where the original runs always, or because of one iteration, a kernel is of no use.
        if matches!(stop, Stop::Original(_)) && path.chosen_by != Chosen::Arguments {
            return false;
        }
        let conditions = path.is_all.then(|| self.of_arguments(&conditions, &path.loops)).flatten();
        let Some(conditions) = conditions.filter(is_for_hosts) else { return false };
        match stop {
            Stop::Text(text) => self.require(&conditions, text.clone(), None, span),
            Stop::Original(of) => {
                self.require(&conditions, of.message.clone(), Some(Rc::clone(of)), span);
            }
            Stop::Columns(columns) => self.require_columns(&conditions, columns, span),
            Stop::Argument(routine, number) => match values.evaluate(number) {
                Some(number) if !walk::names(&number).iter().any(|name| path.loops.contains(name)) => {
                    self.require_cases(routine, &number, &conditions, span);
                }
                _ => self.require(&conditions, format!("{routine} got an illegal value"), None, span),
            },
        }
        true
    }

    /// What is known at the end of a path. Paths share their beginnings, and what follows of these is found
    /// out once.
    fn reached(&self, path: &Path) -> Reached {
        let cached_follows =
            |held: &Held| held.follows.borrow().clone().filter(|(count, _)| *count == self.never.len());
        let mut open = Vec::new();
        let mut next = path.holds.as_ref();
        let mut reached = Reached { facts: self.known.clone(), is_never: false };
        while let Some(held) = next {
            if let Some((_, known)) = cached_follows(held) {
                reached = known;
                break;
            }
            open.push(held);
            next = held.before.as_ref();
        }
        for held in open.into_iter().rev() {
            reached.is_never |= reached.facts.exclude(&held.condition, self.variables);
            reached.facts.add(&held.condition);
            *held.follows.borrow_mut() = Some((self.never.len(), reached.clone()));
        }
        reached
    }

    /// The condition on arguments under which this one holds in some iteration of the loops around.
    fn of_arguments(&self, condition: &Expr, loops: &[Name]) -> Option<Expr> {
        if !walk::names(condition).iter().any(|name| loops.contains(name)) {
            return Some(condition.clone());
        }
        let mut any = Vec::new();
        for case in self.known.cases(condition, self.variables)?.iter() {
            let mentions = |other: &Expr| walk::names(other).iter().any(|name| loops.contains(name));
            if case.others.iter().any(mentions) {
                return None;
            }
            for piece in cases::for_some(case, loops)? {
                let whole = piece.iter().map(affine::from_constraint).chain(case.others.iter().cloned());
                any.push(Expr::all(whole.collect()));
            }
        }
        Some(Expr::any(any))
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
            self.require(&bad, message, None, span);
        }
    }

    /// States that a condition never holds, given those of which that is already known; what is said where it
    /// does, and what the original does then.
    fn require(&mut self, bad: &Expr, message: String, original: Option<Rc<Diagnostic>>, span: Span) {
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
        self.known.add(&condition);
        self.requires.push(Requirement { condition, message, span, columns: None, original });
        self.never.push(bad);
    }

    /// States under which condition an array leaves its columns. Callers prove that it does not, or see it
    /// otherwise: so nothing else follows from it.
    fn require_columns(&mut self, bad: &Expr, columns: &Columns, span: Span) {
        let condition = self.opposite(bad);
        let is_same = |of: &Requirement| of.columns.as_ref() == Some(columns) && of.condition == condition;
        if !self.requires.iter().any(is_same) {
            let message = columns.to_string();
            let columns = Some(columns.clone());
            self.requires.push(Requirement { condition, message, span, columns, original: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    use crate::tests::rewritten;

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
    fn a_return_in_a_later_branch_leaves_the_ways_through_those_before() {
        let text = exits(
            "if (n == 1) then\nx(1) = 1\nelse if (m < 5) then\nreturn\nend if\nif (m < 3) stop 'm'\nx(2) = 2",
        );
        assert!(text.starts_with("require n != 1 and m < 5 or m >= 3 : \"m\""), "{text}");
    }

    #[test]
    fn in_loops_the_worst_iteration_counts() {
        let text = exits("do i = 1, n\ndo j = i, n\nif (i + j > m) stop 'm'\nx(i) = 1\nend do\nend do");
        assert!(text.starts_with("require m > 2*n - 1 or n < 1 : \"m\"\ndo i = 1, n"), "{text}");
        let text = exits("if (m < n) stop 'm'\ndo i = 1, n\nif (i > m) stop 'i'\nx(i) = 1\nend do");
        assert_eq!(text, "require m >= n : \"m\"\ndo i = 1, n\n  x[i] = 1.0f\nend do");
    }

    #[test]
    fn a_jump_within_a_branch_counts_behind_it() {
        let text =
            exits("if (n > 5) then\nif (m < 2) return\nx(1) = 1\nend if\nif (m < 3) stop 'm'\nx(2) = 2");
        assert!(text.starts_with("require n > 5 and m < 2 or m >= 3 : \"m\""), "{text}");
        let text = exits("if (n > 5) then\nif (x(1) < 2) return\nend if\nif (m < 3) stop 'm'\nx(2) = 2");
        assert!(!text.contains("require"), "{text}");
    }

    #[test]
    fn what_stands_before_a_return_is_done_though_the_block_ends_in_a_stop() {
        let text = exits("if (n > 3) then\nx(1) = 0\nif (m == 3) return\nstop 'm'\nend if\nx(2) = 2");
        assert!(
            text.starts_with("require n <= 3 or m == 3 : \"m\"\nif (n > 3) then\n  x[1] = 0.0f"),
            "{text}"
        );
        let text =
            exits("do i = 1, n\nif (i == m) then\nx(i) = 1\nif (m > 2) exit\nstop 'm'\nend if\nend do");
        assert!(text.contains("x[i] = 1.0f"), "{text}");
    }

    #[test]
    fn a_loop_that_is_left_does_not_get_to_its_stop() {
        for statements in [
            "do i = 1, n\nif (i == 3) exit\nif (i == 5) stop 'five'\nx(i) = 1\nend do",
            "do i = 1, n\nif (i == 5) stop 'five'\nif (x(i) > 0) return\nend do",
            "a: do j = 1, n\ndo i = 1, n\nif (x(i) > j) cycle a\nend do\nif (j > 2) stop 'j'\nend do a",
            "do i = 1, n\nif (x(i) > 0) return\nend do\nstop 'none'",
        ] {
            let text = exits(statements);
            assert!(text.contains("stop") && !text.contains("require"), "{text}");
        }
        // Where an iteration only goes on with the next one, the others get there.
        let text = exits("do i = 1, n\nif (i == 3) cycle\nif (i == 5) stop 'five'\nx(i) = 1\nend do");
        assert!(text.starts_with("require n < 5 : \"five\""), "{text}");
    }

    #[test]
    fn comparisons_of_reals_keep_their_not() {
        let text = rewritten(
            "error_exits",
            "subroutine f(a, x)\nreal a, x(1)\nif (a < 0) stop 'negative'\nx(1) = a\nend",
        );
        assert!(text.starts_with("require not a < 0 : \"negative\""), "{text}");
    }
}
