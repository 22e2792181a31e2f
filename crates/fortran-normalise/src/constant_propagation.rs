//! Claim: where an integer or flag is known to hold an expression of what does not change, the expression may
//! stand for it, and where a condition is known, only the part of the `if` that is reached need stay.
//!
//! What is known follows from assignments, from the conditions and loops around, and from what the routine
//! requires. A loop as long as a flag says becomes a loop for each length, and a quotient of what is not
//! negative rounds down. A loop of variable step ends where its variable last gets, which is a number of
//! whole steps away. Calls are handed to whoever can put something in their place.

use super::bounded;
use super::facts::Facts;
use super::symbolic::{self, Values};
use fortran_sema::hir::{Branch, Call, Given, Loop, Node, NodeKind, Routine, Target, map_expressions};
use fortran_sema::text;
use ir::{Comparison, Expr, Node as Value, Scalar, walk};
use poly::Name;

/// How many parts an expression that stands for a variable may have.
const MAX_PARTS: usize = 12;

/// How many statements a loop may have that is written down for each length that it may have.
const MAX_COPIED: usize = 4;

/// What puts statements in the place of a call, given what is known there.
pub(super) type Expand<'e> = dyn FnMut(&mut Routine, &Node, &Facts) -> Vec<Node> + 'e;

/// Folds what is known and replaces calls.
pub(super) fn rewrite(routine: &mut Routine, given: &Facts, expand: &mut Expand<'_>) {
    walk_body(routine, given, expand, false);
}

/// The same without calls, once loop variables live in their loops alone: then loops may end elsewhere.
pub(super) fn rewrite_last(routine: &mut Routine, given: &Facts) {
    walk_body(routine, given, &mut |_, _, _| Vec::new(), true);
}

fn walk_body(routine: &mut Routine, given: &Facts, expand: &mut Expand<'_>, may_end_elsewhere: bool) {
    let mut facts = given.clone();
    let tested = routine.requires.iter().filter(|requirement| requirement.columns.is_none());
    tested.for_each(|requirement| facts.add(&requirement.condition));
    let mut values = Values::at_start(routine);
    let body = std::mem::take(&mut routine.body);
    let mut walker = Walker { routine, expand, may_end_elsewhere };
    let (body, _) = walker.block(body, &mut values, &facts);
    routine.body = body;
}

struct Walker<'r, 'e> {
    routine: &'r mut Routine,
    expand: &'r mut Expand<'e>,
    /// Whether nobody reads what a loop variable is behind its loop.
    may_end_elsewhere: bool,
}

impl Walker<'_, '_> {
    /// The statements with what is known folded, and whether control goes on behind them.
    fn block(&mut self, nodes: Vec<Node>, values: &mut Values, facts: &Facts) -> (Vec<Node>, bool) {
        let mut facts = facts.clone();
        let mut kept = Vec::new();
        for mut node in nodes {
            // Expressions are folded with what holds before the statement, which then changes what is known.
            map_expressions(&mut node, &mut |expr| self.folded(expr, values, &facts));
            if let NodeKind::Loop(head) = &node.kind
                && let Some(each) = by_length(&node, head, values)
            {
                kept.extend(self.block(vec![each], values, &facts).0);
                continue;
            }
            let (span, tags) = (node.span, std::rc::Rc::clone(&node.tags));
            match &mut node.kind {
                NodeKind::Assign(target, value) if target.index.is_none() => {
                    values.assign(&target.name, value);
                }
                NodeKind::Call(call) => {
                    self.give_constants(call, values);
                    let nodes = (self.expand)(self.routine, &node, &facts);
                    values.forget(&node);
                    nodes.iter().for_each(|node| values.forget_all(node));
                    kept.extend(nodes);
                    continue;
                }
                NodeKind::Loop(head) => {
                    self.whole_steps(head, values, &facts);
                    if self.may_end_elsewhere {
                        bounded::rewrite(head, span, &tags, values);
                    }
                    let within = facts_in_loop(head, values, &facts);
                    values.forget_loop(head);
                    let body = std::mem::take(&mut head.body);
                    (head.body, _) = self.block(body, &mut values.inside(head), &within);
                }
                NodeKind::If(branches, otherwise) => {
                    let goes_on = self.branches(branches, otherwise, values, &mut facts);
                    if branches.is_empty() {
                        kept.append(otherwise);
                    } else {
                        kept.push(node);
                    }
                    if !goes_on {
                        return (kept, false);
                    }
                    continue;
                }
                NodeKind::Return | NodeKind::Cycle(_) | NodeKind::Exit(_) | NodeKind::Stop(_) => {
                    kept.push(node);
                    return (kept, false);
                }
                NodeKind::Assign(..) | NodeKind::Goto(_) | NodeKind::Label(_) => {}
            }
            kept.push(node);
        }
        (kept, true)
    }

    /// Ends a loop of variable step where its variable last gets, as far as its length is known to be so many
    /// steps and a rest of less than one: `do i = 1, n*incx, incx` goes to `1 + (n - 1)*incx` where `incx` is
    /// positive.
    fn whole_steps(&self, head: &mut Loop, values: &Values, facts: &Facts) {
        let Some(step) = values.evaluate(&head.step).filter(|step| step.as_int().is_none()) else { return };
        let variables = &self.routine.variables;
        let is_integer = |name: &Name| variables.get(name).is_none_or(|of| of.ty.is_integer());
        let tidy = |expr: &Expr| fortran_sema::index::simplify(expr, &is_integer);
        let distance = head.upper.minus(&head.lower);
        let whole = fortran_sema::index::multiple(&distance, &head.step, &is_integer);
        let Some((steps, rest)) = whole else { return };
        let rest = match tidy(&rest).as_int() {
            None | Some(0) => return,
            Some(rest) => rest,
        };
        // The rest and one step more must be from nothing to less than a step.
        let least = if rest < 0 { rest.checked_neg() } else { rest.checked_add(1) };
        let Some(least) = least else { return };
        let is_more = Expr::new(Value::Compare(Comparison::GreaterEqual, step, Expr::int(least)));
        if facts.decide(&is_more, variables) == Some(true) {
            let steps = if rest < 0 { steps.plus(&Expr::int(-1)) } else { steps };
            head.upper = head.lower.plus(&tidy(&steps).times(&head.step));
        }
    }

    /// Folds the parts of an `if`; whether control goes on behind it.
    fn branches(
        &mut self,
        branches: &mut Vec<Branch>,
        otherwise: &mut Vec<Node>,
        values: &mut Values,
        facts: &mut Facts,
    ) -> bool {
        let start = values.clone();
        let mut ends = Vec::new();
        let mut before = facts.clone();
        let mut kept = Vec::new();
        let mut is_decided = false;
        for mut branch in std::mem::take(branches) {
            let condition = start.evaluate(&branch.condition);
            match condition.as_ref().and_then(|condition| before.decide(condition, &self.routine.variables)) {
                Some(false) => continue,
                Some(true) => {
                    *otherwise = branch.body;
                    is_decided = true;
                    break;
                }
                None => {}
            }
            let mut inside = start.clone();
            let within = learnt(&before, condition.as_ref());
            let (body, goes_on) = self.block(branch.body, &mut inside, &within);
            branch.body = body;
            let negated = condition.as_ref().map(Expr::logical_not);
            before = learnt(&before, negated.as_ref());
            if goes_on {
                ends.push((condition, inside));
            } else {
                // Whoever is behind may also have come through a branch before.
                let through = ends.iter().map(|(condition, _): &(Option<Expr>, Values)| condition.clone());
                let ways: Option<Vec<Expr>> = through.chain([negated]).collect();
                *facts = learnt(facts, ways.map(Expr::any).as_ref());
            }
            kept.push(branch);
        }
        let mut last = start;
        let (body, goes_on) = self.block(std::mem::take(otherwise), &mut last, &before);
        *otherwise = body;
        let any = goes_on || !ends.is_empty();
        if kept.is_empty() && is_decided {
            *facts = before;
        }
        *values = symbolic::joined(ends, goes_on.then(|| last.clone()), last);
        *branches = kept;
        any
    }

    /// The expression with known integers and flags replaced.
    fn folded(&self, expr: &Expr, values: &Values, facts: &Facts) -> Expr {
        let known_value = |name: &Name| {
            let value = values.value_of(name)?;
            let ty = self.type_of(name)?;
            (self.may_stand_for(value, ty) || self.is_code(name, value)).then_some(value)
        };
        let is_known = |expr: &Expr| {
            walk::any(expr, &mut |part| part.as_var().is_some_and(|name| known_value(name).is_some()))
        };
        // A power with a constant exponent may be computed otherwise than one with a variable.
        let in_exponent =
            |part: &Expr| matches!(part.node(), Value::Power(_, exponent) if is_known(exponent));
        let expr = if is_known(expr) && !walk::any(expr, &mut |part| in_exponent(part)) {
            fortran_sema::constant::condition(&walk::substitute(expr, &|name| known_value(name).cloned()))
        } else {
            expr.clone()
        };
        let divides = |part: &Expr| truncated(part).is_some();
        if walk::any(&expr, &mut |part| divides(part)) { self.floored(&expr, values, facts) } else { expr }
    }

    /// The expression with quotients and remainders of what is not negative rounded down.
    fn floored(&self, expr: &Expr, values: &Values, facts: &Facts) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.floored(child, values, facts));
        let Some((a, rounded)) = truncated(&inner) else { return inner };
        let least = |a: Expr| Expr::new(Value::Compare(Comparison::GreaterEqual, a, Expr::int(0)));
        let holds = values.evaluate(a).and_then(|a| facts.decide(&least(a), &self.routine.variables));
        if holds == Some(true) { rounded } else { inner }
    }

    /// The type of a local integer or flag.
    fn type_of(&self, name: &Name) -> Option<Scalar> {
        let variable = self.routine.variables.get(name).filter(|variable| variable.axes.is_none())?;
        let is_it = variable.ty.is_integer() || variable.ty == Scalar::Bool;
        (is_it && !self.routine.is_argument(name)).then_some(variable.ty)
    }

    /// Whether that is the code of a character, which is compared and handed on wherever it stands.
    fn is_code(&self, name: &Name, value: &Expr) -> bool {
        self.routine.characters.contains(name) && value.as_int().is_some()
    }

    /// Gives constants for dummy arguments that are only read, instead of the variables that hold them.
    fn give_constants(&self, call: &mut Call, values: &Values) {
        for actual in call.actuals.iter_mut().filter(|actual| !actual.may_change) {
            let Given::Place(Target { name, index: None }) = &actual.given else { continue };
            let known = values.value_of(name).filter(|_| self.type_of(name).is_some()).cloned();
            let Some(value) = known.filter(|value| matches!(value.node(), Value::Int(_) | Value::Bool(_)))
            else {
                continue;
            };
            let is_code = self.is_code(name, &value);
            actual.given = Given::Value(if is_code { text::of_codes(vec![value]) } else { value });
        }
    }

    /// Whether a value is short, and computed in that type wherever it stands.
    fn may_stand_for(&self, value: &Expr, ty: Scalar) -> bool {
        let is_flag = ty == Scalar::Bool;
        let mut parts = 0;
        walk::visit(value, &mut |_| parts += 1);
        let is_plain = !walk::any(value, &mut |part| match part.node() {
            Value::Var(name) => {
                !is_flag && self.routine.variables.get(name).is_some_and(|variable| variable.ty != ty)
            }
            Value::Int(_) | Value::Sum(_) | Value::Product(_) => false,
            Value::Mod(_, b) | Value::FloorDiv(_, b) => b.as_int().is_none_or(|b| b <= 0),
            Value::Real(_) | Value::Bool(_) | Value::Compare(..) => !is_flag,
            Value::And(_) | Value::Or(_) | Value::Not(_) => !is_flag,
            _ => true,
        });
        parts <= MAX_PARTS && is_plain && (is_flag || ty == Scalar::I32 || value.as_var().is_some())
    }
}

/// The dividend of a truncating division by a positive number, and the division as it rounds down.
fn truncated(expr: &Expr) -> Option<(&Expr, Expr)> {
    let Value::Call { function, args } = expr.node() else { return None };
    let [a, b] = args.as_slice() else { return None };
    b.as_int().filter(|b| *b > 0)?;
    match function.as_str() {
        "div_trunc" => Some((a, Expr::new(Value::FloorDiv(a.clone(), b.clone())))),
        "rem_trunc" => Some((a, Expr::new(Value::Mod(a.clone(), b.clone())))),
        _ => None,
    }
}

/// A short loop with one of two lengths as two loops, each under its condition.
fn by_length(node: &Node, head: &Loop, values: &Values) -> Option<Node> {
    let upper = values.evaluate(&head.upper)?;
    let Value::Select(condition, a, b) = upper.node() else { return None };
    let is_short = |nodes: &[Node]| {
        nodes.len() <= MAX_COPIED && nodes.iter().all(|node| matches!(node.kind, NodeKind::Assign(..)))
    };
    let mut parts = 0;
    walk::visit(condition, &mut |_| parts += 1);
    if parts > MAX_PARTS || !is_short(&head.body) {
        return None;
    }
    let with_upper = |upper: &Expr| {
        vec![Node { kind: NodeKind::Loop(Loop { upper: upper.clone(), ..head.clone() }), ..node.clone() }]
    };
    let tags = std::rc::Rc::clone(&node.tags);
    let branch = Branch { condition: condition.clone(), span: node.span, tags, body: with_upper(a) };
    Some(Node { kind: NodeKind::If(vec![branch], with_upper(b)), ..node.clone() })
}

fn learnt(facts: &Facts, condition: Option<&Expr>) -> Facts {
    condition.map_or_else(|| facts.clone(), |condition| facts.with_condition(condition))
}

/// What is known in the iterations of a loop.
fn facts_in_loop(head: &Loop, values: &Values, facts: &Facts) -> Facts {
    let mut facts = facts.clone();
    symbolic::range(head, values).iter().flatten().for_each(|part| facts.add(part));
    facts
}
