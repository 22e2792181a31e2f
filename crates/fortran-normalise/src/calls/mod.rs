//! Claim: what a called routine does may be done in place of its call, with what is given for its dummy
//! arguments.
//!
//! Its variables become variables of the caller; its error exits become conditions there; `return` and
//! running subscripts are rewritten before, so that what is left are loops, conditions and assignments. What
//! is known where it is called is used: flags that are constants select the branches that stay.

mod bind;
mod overlap;
mod place;
mod rename;
mod units;
mod view;

pub use overlap::is_of_shared;
pub use units::{Callees, Routines};

use super::facts::Facts;
use super::{constant_propagation, dead_stores, error_exits, exits, extents, induction, loop_values, stops};
use bind::{Binder, Bound};
use diag::{Diagnostic, Span};
use fortran_sema::hir::{self, Branch, Columns, Node, NodeKind, Requirement, Routine, Stop, has_calls};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many statements a routine may have with all calls put in place.
const MAX_STATEMENTS: usize = 4000;

/// How deep calls may stand in one another.
const MAX_DEPTH: usize = 12;

/// How many calls of a routine that cannot be put in place are reported.
const MAX_REFUSED: usize = 4;

/// A call that is being put in place.
struct Frame {
    unit: Name,
    /// Where the variables of the routine live, and what each is in the caller.
    place: Name,
    bindings: BTreeMap<Name, bind::Binding>,
    /// How many statements its calls came to.
    statements: usize,
}

/// Replaces all calls; those that cannot be are reported.
pub(super) fn rewrite(routine: &mut Routine, callees: &mut Callees<'_>, found: &mut Vec<Diagnostic>) {
    if !has_calls(&routine.body) {
        return;
    }
    let before = found.len();
    loop {
        let mut with = routine.clone();
        put_in_place(&mut with, callees, found);
        let mut open = unproved(&with);
        open.retain(|columns| !callees.counted.contains(columns));
        if open.is_empty() {
            *routine = with;
            return;
        }
        callees.counted.append(&mut open);
        found.truncate(before);
    }
}

/// Dummy arrays of which it is not proved that they stay in the columns of what is given for them.
fn unproved(routine: &Routine) -> Vec<Columns> {
    let of_stop = |node: &Node| match &node.kind {
        NodeKind::Stop(Stop::Columns(columns)) => Some(columns.clone()),
        _ => None,
    };
    let columns_in = |routine: &Routine| {
        let mut all = routine.stops.columns.clone();
        hir::visit(&routine.body, &mut |node| all.extend(of_stop(node)));
        all.extend(routine.requires.iter().filter_map(|of| of.columns.clone()));
        all
    };
    if !routine.is_complete || columns_in(routine).is_empty() {
        return Vec::new();
    }
    let mut settled = routine.clone();
    error_exits::rewrite(&mut settled, &Facts::default());
    columns_in(&settled)
}

fn put_in_place(routine: &mut Routine, callees: &mut Callees<'_>, found: &mut Vec<Diagnostic>) {
    let args = routine.args.len();
    let mut inliner = Inliner {
        callees,
        root: routine.place.clone(),
        stack: Vec::new(),
        absent: BTreeSet::new(),
        statements: 0,
        is_full: false,
    };
    // Both rounds below ask the same questions.
    let facts = Facts::default();
    let mut refused: Vec<Diagnostic> = Vec::new();
    change_loops(&routine.body, &mut |node, reason| refused.push(refusal(node, &reason)));
    inliner.unreadable(routine, &facts, &mut |node, reason| refused.push(refusal(node, &reason)));
    if refused.is_empty() {
        constant_propagation::rewrite(routine, &facts, &mut |routine, node, facts| {
            if refused.len() >= MAX_REFUSED || inliner.is_full {
                return Vec::new();
            }
            inliner.inline(routine, node, facts).unwrap_or_else(|reason| {
                refused.push(refusal(node, &reason));
                Vec::new()
            })
        });
    }
    routine.is_complete &= refused.is_empty();
    found.append(&mut refused);
    let flag = routine.stops.flag.as_ref();
    let new = routine.args.get(args..).unwrap_or(&[]);
    let brought: Vec<&fortran_syntax::ast::Ident> =
        new.iter().filter(|arg| Some(&arg.name) != flag).collect();
    if let Some(first) = brought.first() {
        let origin = |name: &Name| {
            let home = routine.variables.get(name).and_then(|variable| variable.home.as_ref());
            home.filter(|home| home.in_common().is_some() || home.place.ends_with(" keeps"))
                .map_or_else(|| "of a module".to_owned(), hir::Home::origin)
        };
        let named = |ident: &&fortran_syntax::ast::Ident| format!("`{}` {}", ident.name, origin(&ident.name));
        let names: Vec<String> = brought.iter().map(named).collect();
        let message = format!("{}: arguments of the kernel", names.join(", "));
        let warning = Diagnostic::warning("lp::fortran::name", message);
        found.push(warning.at(first.span, "what is called here uses the first"));
    }
}

fn refusal(node: &Node, reason: &Reason) -> Diagnostic {
    let name = if let NodeKind::Call(call) = &node.kind { call.routine.own_name() } else { Name::new("") };
    let message = format!("`{name}` cannot be put in place of its call: {}", reason.text);
    let error = Diagnostic::error("lp::fortran::call", message).at(node.span, "");
    match reason.at.filter(|at| *at != node.span) {
        Some(at) => error.at(at, "this is why"),
        None => error,
    }
}

/// Why a call stays one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    text: String,
    /// The statement that keeps it from being more, if that is another.
    at: Option<Span>,
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Reason { text, at: None }
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        Reason::from(text.to_owned())
    }
}

struct Inliner<'c, 'u> {
    callees: &'c mut Callees<'u>,
    /// Where the variables of the outermost caller live.
    root: Name,
    stack: Vec<Frame>,
    /// Variables that stand for dummy arguments for which nothing is given.
    absent: BTreeSet<Name>,
    /// How many statements calls of the outermost caller came to.
    statements: usize,
    /// Whether these are too many, so that nothing that other calls come to would matter.
    is_full: bool,
}

impl Inliner<'_, '_> {
    /// Calls of routines that cannot be read, as far as they are known to be reached: nothing is put in place
    /// if there are any.
    fn unreadable(&mut self, routine: &Routine, facts: &Facts, report: &mut dyn FnMut(&Node, Reason)) {
        let mut readable = true;
        hir::visit(&routine.body, &mut |node| {
            if let NodeKind::Call(call) = &node.kind {
                readable &= self.callees.read(&call.unit).is_ok();
            }
        });
        if readable {
            return;
        }
        constant_propagation::rewrite(&mut routine.clone(), facts, &mut |_, node, _| {
            if let NodeKind::Call(call) = &node.kind
                && let Err(reason) = self.callees.read(&call.unit)
            {
                report(node, reason);
            }
            Vec::new()
        });
    }

    /// The routine that is called, if it may be put in place of this call.
    fn callee(&mut self, call: &hir::Call) -> Result<Rc<Routine>, Reason> {
        self.check_size()?;
        if self.stack.iter().any(|frame| frame.unit == call.unit) {
            return Err("it calls itself".into());
        }
        if self.stack.len() >= MAX_DEPTH {
            return Err(format!("calls nest deeper than {MAX_DEPTH}").into());
        }
        let callee = self.callees.called(call)?;
        if call.is_masked && self.callees.does_more(call, &callee) {
            let reason = "it does more than give a value, and how often a `where` calls it is left open";
            return Err(reason.into());
        }
        Ok(callee)
    }

    /// The statements in place of a call, or why there are none.
    fn inline(&mut self, caller: &mut Routine, node: &Node, facts: &Facts) -> Result<Vec<Node>, Reason> {
        let NodeKind::Call(call) = &node.kind else { return Ok(Vec::new()) };
        let callee = self.callee(call)?;
        let outer = caller.variables.len();
        let Bound { before, body, mut views, bindings, parts, symbols, forbidden, absent, stand_ins } =
            Binder::new(caller, &callee, node, self).bind(call)?;
        let body = self.callees.at_call(body, &call.unit, node);
        let mut inner = Routine {
            name: callee.name.clone(),
            place: callee.place.clone(),
            args: symbols.into_iter().map(|name| ident(name, node.span)).collect(),
            dummies: 0,
            variables: std::mem::take(&mut caller.variables),
            outer,
            suffixes: std::mem::take(&mut caller.suffixes),
            reserved: std::mem::take(&mut caller.reserved),
            body,
            characters: std::mem::take(&mut caller.characters),
            optional: Default::default(),
            by_value: Default::default(),
            deferred: Default::default(),
            procedures: Default::default(),
            requires: Vec::new(),
            stops: std::mem::take(&mut caller.stops),
            takes_elements: false,
            elements: Vec::new(),
            implicit_none: false,
            missing: std::mem::take(&mut caller.missing),
            is_complete: true,
        };
        inner.missing.extend(callee.missing.iter().cloned());
        self.absent.extend(absent);
        let known = inner.args.len();
        let said = inner.stops.said.len();
        self.stack.push(Frame {
            unit: call.unit.clone(),
            place: callee.place.clone(),
            bindings,
            statements: 0,
        });
        let outcome = self.settle(&mut inner, facts);
        let bindings = self.stack.pop().map(|frame| frame.bindings).unwrap_or_default();
        let checked = |original| Bound::check(&forbidden, &bindings, &inner.body).map(|()| original);
        let outcome = outcome.and_then(|original| Ok(checked(original)?));
        caller.variables = inner.variables;
        caller.suffixes = inner.suffixes;
        caller.reserved = inner.reserved;
        caller.characters = inner.characters;
        caller.missing = inner.missing;
        // Their names are free again.
        self.absent.retain(|name| !stand_ins.contains(name));
        let may_stop = inner.stops.said.len() > said;
        caller.stops = inner.stops;
        // Variables of modules that calls within brought along.
        caller.args.extend(inner.args.drain(known..));
        if let Some(original) = outcome? {
            views.keys().chain(&stand_ins).for_each(|name| drop(caller.remove(name)));
            return Ok(vec![left_to_original(original, node)]);
        }
        let mut nodes = before;
        let open = |of: &&Requirement| facts.decide(&of.condition, &caller.variables) != Some(true);
        let tests = inner.requires.iter().filter(open);
        let stop = |of: &Requirement| match (&of.columns, &of.original) {
            (Some(columns), _) => Stop::Columns(columns.clone()),
            (None, Some(original)) => Stop::Original(Rc::clone(original)),
            (None, None) => Stop::Text(of.message.clone()),
        };
        nodes.extend(tests.map(|of| stop_unless(&of.condition, stop(of), node)));
        for view in views.values_mut() {
            view.is_counted |= self.callees.counted.contains(&view.columns);
        }
        let apart = overlap::requirements(&inner.body, &views, &parts, caller, facts)?;
        nodes.extend(apart.iter().map(|(of, said)| stop_unless(of, Stop::Text(said.clone()), node)));
        nodes.extend(view::applied(inner.body, &views, caller, facts));
        if may_stop {
            nodes.extend(stops::return_if_stopped(caller, node));
        }
        let freed = views.keys().chain(&stand_ins).filter_map(|name| caller.remove(name));
        if freed.filter(|variable| variable.axes.is_none()).count() > 0 {
            facts.forget();
        }
        self.count(&nodes)?;
        Ok(nodes)
    }

    /// Rewrites the body until nothing but loops, conditions and assignments is left, or says what of it only
    /// the original can do.
    fn settle(&mut self, inner: &mut Routine, facts: &Facts) -> Result<Option<Rc<Diagnostic>>, Reason> {
        extents::rewrite(inner);
        error_exits::rewrite(inner, facts);
        let mut refused = None;
        let mut refuse = |node: &Node, reason: Reason| {
            if let NodeKind::Call(call) = &node.kind {
                let text = format!("it calls `{}`: {}", call.routine.own_name(), reason.text);
                refused.get_or_insert(Reason { text, at: reason.at.or(Some(node.span)) });
            }
        };
        let mut is_open = true;
        change_loops(&inner.body, &mut |node, reason| {
            is_open = false;
            refuse(node, reason);
        });
        self.unreadable(inner, facts, &mut |node, reason| {
            is_open = false;
            refuse(node, reason);
        });
        constant_propagation::rewrite(inner, facts, &mut |routine, node, facts| {
            if !is_open {
                return Vec::new();
            }
            self.inline(routine, node, facts).unwrap_or_else(|reason| {
                is_open = false;
                refuse(node, reason);
                Vec::new()
            })
        });
        if let Some(reason) = refused {
            return Err(reason);
        }
        error_exits::rewrite(inner, facts);
        if let Some(original) = stops::original(&inner.body) {
            return Ok(Some(Rc::new(original)));
        }
        stops::flag(inner);
        // Those that what it called knew as its own are told apart only now.
        loop_values::rewrite(inner);
        exits::rewrite(inner);
        induction::rewrite(inner);
        constant_propagation::rewrite_last(inner, facts);
        dead_stores::rewrite(inner);
        Ok(None)
    }

    /// Counts the statements of a call with those of the calls beside it.
    fn count(&mut self, nodes: &[Node]) -> Result<(), String> {
        let mut count = 0;
        hir::visit(nodes, &mut |_| count += 1);
        match self.stack.last_mut() {
            Some(frame) => frame.statements += count,
            None => self.statements += count,
        }
        self.check_size()
    }

    /// Refuses what has grown too large.
    fn check_size(&mut self) -> Result<(), String> {
        let statements = self.stack.last().map_or(self.statements, |frame| frame.statements);
        if statements > MAX_STATEMENTS {
            self.is_full = true;
            return Err(format!("with it the routine has more than {MAX_STATEMENTS} statements"));
        }
        Ok(())
    }
}

fn ident(name: Name, span: Span) -> fortran_syntax::ast::Ident {
    fortran_syntax::ast::Ident { name, span }
}

/// Calls that may change the variable of a loop around them, which Fortran forbids.
fn change_loops(nodes: &[Node], report: &mut dyn FnMut(&Node, Reason)) {
    hir::visit(nodes, &mut |node| {
        let NodeKind::Loop(head) = &node.kind else { return };
        hir::visit(&head.body, &mut |inner| {
            let mut changes = false;
            hir::written(inner, &mut |name| changes |= *name == head.variable);
            if changes && matches!(inner.kind, NodeKind::Call(_)) {
                let text = format!("it changes `{}`, the variable of a loop around", head.variable);
                report(inner, text.into());
            }
        });
    });
}

/// A call that only the original can do.
fn left_to_original(original: Rc<Diagnostic>, call: &Node) -> Node {
    let kind = NodeKind::Stop(Stop::Original(original));
    Node { kind, span: call.span, tags: Rc::clone(&call.tags) }
}

/// `if (.not. condition) stop`
fn stop_unless(condition: &ir::Expr, stop: Stop, place: &Node) -> Node {
    let node = |kind| Node { kind, span: place.span, tags: Rc::clone(&place.tags) };
    let body = vec![node(NodeKind::Stop(stop))];
    let condition = condition.logical_not();
    let branch = Branch { condition, span: place.span, tags: Rc::clone(&place.tags), body };
    node(NodeKind::If(vec![branch], Vec::new()))
}

#[cfg(test)]
mod tests {
    use crate::tests::rewritten;

    /// A caller of one routine, with the integers `n`, `m` and `k` and the arrays `x(n)` and `a(m, n)`, after
    /// its calls were put in place.
    fn placed(statements: &str, routine: &str) -> String {
        rewritten(
            "calls",
            &format!(
                "subroutine f(n, m, k, x, a)\ninteger n, m, k\nreal x(n), a(m, n)\n{statements}\nend\n{routine}\nend"
            ),
        )
    }

    #[test]
    fn values_and_places() {
        let routine = "subroutine g(i, y)\ninteger i\nreal y, t\nt = i\ny = y + t";
        assert_eq!(placed("call g(n + 1, x(k))", routine), "t = cast(f32, n + 1)\nx[k] = x[k] + t");
        let routine = "subroutine g(i, y)\ninteger i\nreal y\ni = i + 1\ny = i";
        assert_eq!(
            placed("call g(k, x(k))", routine),
            "y_at = k\nk = k + 1\nx[y_at] = cast(f32, k)",
            "the place is that of the call"
        );
        let routine = "subroutine g(i, j)\ninteger i, j\ni = 2*j\ni = i + j";
        assert_eq!(placed("call g(k, k + 1)", routine), "j = k + 1\nk = 2*j\nk = k + j");
    }

    #[test]
    fn parts_of_arrays() {
        let routine = "subroutine g(l, y, incy)\ninteger l, incy, i\nreal y(*)\ndo i = 1, l\ny(1 + (i - 1)*incy) = 0\nend do";
        assert_eq!(
            placed("call g(n, a(k, 1), m)", routine),
            "do i = 1, n\n  a[k, i] = 0.0f\nend do",
            "a row"
        );
        assert_eq!(
            placed("call g(m, a(1, k), 1)", routine),
            "do i = 1, m\n  if (not i - 1 < m) then\n    stop: `y` of `g` goes on in the next columns\n  end if\n  \
             a[i, k] = 0.0f\nend do",
            "a column; that it stays one is for the next rewrite to prove"
        );
        let routine = "subroutine g(y)\nreal y(3, 2)\ny(3, 2) = 1";
        assert_eq!(placed("call g(x(k))", routine), "x[k + 5] = 1.0f");
        assert_eq!(
            placed("call g(a)", routine),
            "a[5 % m + 1, 5 // m + 1] = 1.0f",
            "no row or column of `a`"
        );
    }

    #[test]
    fn what_is_known_is_folded() {
        let routine =
            "subroutine g(c, y)\ncharacter c\nreal y\nif (c == 'a') then\ny = 1\nelse\ny = 2\nend if";
        assert_eq!(placed("call g('a', x(1))\ncall g('other', x(2))", routine), "x[1] = 1.0f\nx[2] = 2.0f");
        let routine = "subroutine g(l, y)\ninteger l\nreal y\nif (l < 1) return\ny = 1";
        assert_eq!(
            placed("do k = 2, n\ncall g(k, x(k))\nend do", routine),
            "do k = 2, n\n  x[k] = 1.0f\nend do"
        );
    }

    #[test]
    fn functions_are_called_as_far_as_needed() {
        let routine = "real function g(y)\nreal y\ng = 0\nif (y > 0) g = 1";
        let text = placed("if (n > 1 .and. g(x(1)) > 0) x(2) = g(x(2))", routine);
        let expected = "needed_0 = n > 1\nif (n > 1) then\n  y = x[1]\n  g_0 = 0.0f\n  if (y > 0) then\n    g_0 = 1.0f\n  end if\n  needed_0 = g_0 > 0\nend if\nif (needed_0) then\n  y_0 = x[2]\n  g_1 = 0.0f\n  if (y_0 > 0) then\n    g_1 = 1.0f\n  end if\n  x[2] = g_1\nend if";
        assert_eq!(text, expected);
    }
}
