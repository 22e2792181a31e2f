//! What is read for each component and evaluated once.
//!
//! Claim: a statement about something of a derived type becomes one for each of its components. Subscripts of
//! it that call functions, or that depend on what the statement assigns, are computed before, once.

use super::associate::note;
use super::designator::Found;
use super::scalar_replacement::ScalarReplacement;
use diag::Span;
use fortran_syntax::ast::{Control, Expr, ExprKind, Ident, Item, Node, NodeKind, Target};
use fortran_syntax::walk;
use poly::Name;
use std::collections::BTreeSet;

/// New variables, each with the value that it keeps.
pub(super) type Kept = Vec<(Ident, Expr)>;

impl ScalarReplacement<'_> {
    /// Puts variables in the place of such subscripts of a statement.
    pub(super) fn subscripts_once(&mut self, node: &mut Node) -> Kept {
        let mut kept = Kept::new();
        let nothing = BTreeSet::new();
        match &mut node.kind {
            NodeKind::Assign(target, value) => {
                let changed =
                    self.scope.sharing(self.with_aliased_names(BTreeSet::from([target.name.name.clone()])));
                self.designator_once(target, &changed, &mut kept);
                self.value_once(value, &changed, &mut kept);
            }
            NodeKind::Call(_, actuals) => {
                walk::in_actuals(actuals, &mut |expr| self.value_once(expr, &nothing, &mut kept));
            }
            NodeKind::CallOf(target) => {
                let mut called =
                    Expr { kind: ExprKind::Component(Box::new(target.clone())), span: target.span };
                self.value_once(&mut called, &nothing, &mut kept);
                if let ExprKind::Component(new) = called.kind {
                    *target = *new;
                }
            }
            kind => {
                // What is evaluated several times, or in some cases only, cannot be kept before the
                // statement.
                let is_once = match kind {
                    NodeKind::Do(head, _) => !matches!(head.control, Control::While(_)),
                    NodeKind::If(branches, _) => branches.len() == 1,
                    NodeKind::Where(_) | NodeKind::Forall(..) | NodeKind::Concurrent(..) => false,
                    _ => true,
                };
                walk::own_exprs(kind, &mut |expr| self.value_once(expr, &nothing, &mut kept));
                if !is_once && !kept.is_empty() {
                    self.refuse(node.span);
                    kept.clear();
                }
            }
        }
        for (_, value) in &mut kept {
            self.expr(value);
        }
        kept
    }

    fn refuse(&mut self, span: Span) {
        let what = "a subscript of a derived type that calls a function in this place";
        let error = fortran_syntax::parse::unsupported_error(what, span);
        self.report(error.help("call it before, and keep its value in a variable"));
    }

    /// The same of an expression, inner parts first.
    fn value_once(&mut self, expr: &mut Expr, changed: &BTreeSet<Name>, kept: &mut Kept) {
        if let ExprKind::Array(items) = &mut expr.kind {
            return items.iter_mut().for_each(|item| self.item_once(item, changed, kept));
        }
        walk::operands(&mut expr.kind, &mut |operand| self.value_once(operand, changed, kept));
        let Some(mut target) = self.target_of(expr) else { return };
        self.designator_once(&mut target, changed, kept);
        match &mut expr.kind {
            ExprKind::Apply(_, actuals) => *actuals = target.index.unwrap_or_default(),
            ExprKind::Component(own) => **own = target,
            _ => {}
        }
    }

    /// The same of values in a list. What an implied loop computes for each of its iterations cannot be
    /// computed before, and its index is no variable of the statement.
    fn item_once(&mut self, item: &mut Item, changed: &BTreeSet<Name>, kept: &mut Kept) {
        match item {
            Item::Value(value) => self.value_once(value, changed, kept),
            Item::Each(value, range) => {
                walk::bounds(range, &mut |bound| self.value_once(bound, changed, kept));
                let (mut changed, first) = (changed.clone(), kept.len());
                changed.remove(&range.variable.name);
                self.value_once(value, &changed, kept);
                if kept.len() > first {
                    self.refuse(value.span);
                    kept.truncate(first);
                }
            }
        }
    }

    /// The same of a variable or component; what a procedure of it gets stays.
    fn designator_once(&mut self, target: &mut Target, changed: &BTreeSet<Name>, kept: &mut Kept) {
        let mut is_open = false;
        walk::subscripts(target, &mut |actuals| {
            walk::in_actuals(actuals, &mut |operand| is_open |= self.is_unsteady(operand, changed));
        });
        if !is_open {
            return;
        }
        let is_plain = matches!(self.resolved(target, target.span), Ok(Found::Plain(_)));
        let is_several = self.is_whole(target) || self.part(target).is_some();
        let last = if is_several || is_plain { None } else { target.components.pop() };
        if is_several || last.is_some() && self.is_whole(target) {
            let name = target.name.clone();
            walk::subscripts(target, &mut |actuals| {
                walk::in_actuals(actuals, &mut |operand| {
                    if self.is_unsteady(operand, changed) {
                        self.keep_value(&name, operand, kept);
                    }
                });
            });
        }
        target.components.extend(last);
    }

    /// Whether a subscript is another one when it is computed again.
    fn is_unsteady(&self, subscript: &Expr, changed: &BTreeSet<Name>) -> bool {
        let mut names = BTreeSet::new();
        note(&mut subscript.clone(), &mut names);
        self.calls_function(subscript) || !self.with_aliased_names(names).is_disjoint(changed)
    }

    /// Whether something has several components.
    fn is_whole(&self, target: &Target) -> bool {
        matches!(self.resolved(target, target.span), Ok(Found::Whole(_)))
    }
}
