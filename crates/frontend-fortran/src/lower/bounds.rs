//! Bounds of loops that are computed before them.
//!
//! The domain of a loop is there also where its statements do not run, so its bounds always need a value. In
//! a loop that ends when a flag says so nothing may be done beyond that, so there they have one before it
//! begins.

use super::Lowerer;
use super::block::From;
use fortran_sema::hir::{Branch, Loop, Node as Stmt, NodeKind, visit};
use ir::{Expr, LValue, Node, Scalar, Statement};
use poly::{Aff, Name};

/// How many bounds a loop may need computed.
const BOUNDS: i64 = 3;

/// The place before a loop that ends when a flag says so.
pub(super) struct Before {
    /// Number of statements before it.
    at: usize,
    inames: Vec<Name>,
    time: Vec<Aff>,
    /// Its first position; there is one for each bound.
    position: i64,
    bounds: Vec<Name>,
}

impl Lowerer<'_> {
    /// Keeps the place before a loop, if it is the outermost that ends when a flag says so, and there are
    /// loops within.
    pub(super) fn keep_place(&mut self, head: &Loop) -> Option<Before> {
        let [Stmt { kind: NodeKind::If(branches, otherwise), .. }] = head.body.as_slice() else {
            return None;
        };
        let is_single = |branch: &&Branch| branches.len() == 1 && self.flags_of(branch).is_some();
        if self.before.is_some() || !otherwise.is_empty() || branches.first().filter(is_single).is_none() {
            return None;
        }
        let mut loops = 0;
        visit(&head.body, &mut |node| loops += i64::from(matches!(node.kind, NodeKind::Loop(_))));
        if loops == 0 {
            return None;
        }
        let position = self.next_position();
        for _ in 1..loops * BOUNDS {
            self.next_position();
        }
        let at = self.kernel.statements.len();
        Some(Before { at, inames: self.inames(), time: self.time.clone(), position, bounds: Vec::new() })
    }

    /// Gives the bounds that are computed in a loop a value before it.
    pub(super) fn set_bounds(&mut self, before: Before, from: From<'_>) {
        let Before { at, inames, time, position, bounds } = before;
        let mut last =
            at.checked_sub(1).and_then(|at| self.kernel.statements.get_index(at)).map(|(id, _)| id.clone());
        for (at, (position, name)) in (at..).zip((position..).zip(bounds)) {
            let mut statement = Statement::assign(LValue::Scalar(name), Expr::int(0));
            statement.inames = inames.clone();
            statement.after.extend(last);
            statement.tags = from.tags.clone();
            statement.time = Some(time.iter().cloned().chain([Aff::constant(position)]).collect());
            statement.loc = self.loc(from.span);
            statement.origin = from.span.into();
            let id = Name::new(format!("insn_{}", self.kernel.statements.len()));
            self.kernel.statements.shift_insert(at, id.clone(), statement);
            if let Some((_, next)) = self.kernel.statements.get_index_mut(at + 1) {
                next.after.insert(id.clone());
            }
            last = Some(id);
        }
    }

    /// Stores a bound in a scalar before the loop; `otherwise` is its value where a condition around does not
    /// hold.
    pub(super) fn hoist(
        &mut self,
        base: &str,
        bound: &Expr,
        ty: Scalar,
        otherwise: &Expr,
        from: From<'_>,
    ) -> Expr {
        let name = self.fresh(base);
        self.add_temporary(&name, ty, from.span);
        let all = std::mem::take(&mut self.predicates);
        let settled = if self.before.is_some() { self.settled } else { 0 };
        let (flags, conditions) = all.split_at(settled.min(all.len()));
        let value = match conditions {
            [] => bound.clone(),
            _ => {
                let condition = Expr::all(conditions.to_vec());
                Expr::new(Node::Select(condition, bound.clone(), otherwise.clone()))
            }
        };
        self.predicates = flags.to_vec();
        self.emit(LValue::Scalar(name.clone()), value, from);
        if let Some(before) = self.before.as_mut().filter(|_| !flags.is_empty()) {
            before.bounds.push(name.clone());
        }
        self.predicates = all;
        self.assigned.insert(name.clone(), Some(self.inames()));
        Expr::var(name)
    }
}
