//! Arrays that may not be allocated where they are given for optional arguments, which are absent then.
//!
//! Claim: what is given for an optional argument of a called routine is there, in so far as statements before
//! the call show it. Source: Fortran 2018, 15.5.2.12.

use super::{Resolver, World};
use crate::known::Known;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, Node, NodeKind, Target};
use poly::Name;

impl Resolver<'_> {
    /// Whether nothing is wrong with what is given for optional arguments; else that is reported.
    pub(super) fn gives_allocated(&mut self, known: &Known<'_>, actuals: &[Actual], span: Span) -> bool {
        let whole = |(at, actual): (usize, &Actual)| {
            let (keyword, value) = match actual {
                Actual::Value(value) => (None, value),
                Actual::Keyword(keyword, value) => (Some(keyword.name.clone()), value),
                _ => return None,
            };
            let ExprKind::Name(name) = &value.kind else { return None };
            let dummy = keyword.or_else(|| known.unit.head.args.get(at).map(|arg| arg.name.clone()))?;
            Some((dummy, Ident { name: name.clone(), span: value.span }))
        };
        let given = actuals.iter().enumerate().filter_map(whole);
        let open: Vec<(Name, Ident)> = given.filter(|(_, given)| self.may_lack(&given.name, span)).collect();
        if open.is_empty() {
            return true;
        }
        let mut unheard = Vec::new();
        let mut inner = Resolver::new(World { hosts: &known.hosts, ..self.world }, &mut unheard);
        inner.hosts();
        inner.declarations(known.unit, &known.place);
        let is_absent = |(dummy, _): &&(Name, Ident)| {
            let dummy = inner.symbols.declared.get(dummy);
            dummy.is_some_and(|dummy| dummy.is_optional && !dummy.is_allocatable)
        };
        let Some((dummy, given)) = open.iter().find(is_absent) else { return true };
        let callee = &known.unit.head.name.name;
        let message =
            format!("`{}` may not be allocated here, so `{dummy}` of `{callee}` absent", given.name);
        let error = Diagnostic::error(super::ARRAY, message).at(given.span, "");
        let help = format!("call it under `if (allocated({}))`, or allocate the array before", given.name);
        self.found.push(error.help(help));
        false
    }

    /// Whether a name means an array that statements of the unit allocate, and that may not be there at a
    /// place.
    fn may_lack(&self, name: &Name, at: Span) -> bool {
        let Some(unit) = self.unit else { return false };
        let is_own = self.symbols.declared.get(name).is_some_and(super::symbols::Symbol::is_allocated_here);
        is_own && (jumps(&unit.body) || !Path { name, at }.leads_to(&unit.body, false))
    }
}

/// The way from the first statement of a unit to a place in it.
struct Path<'p> {
    name: &'p Name,
    at: Span,
}

impl Path<'_> {
    /// Whether the array is there at the place, which lies in these statements, if it is or is not before
    /// them.
    fn leads_to(&self, nodes: &[Node], before: bool) -> bool {
        let reached = nodes.iter().take_while(|node| self.is_reached(node.span));
        let Some((last, passed)) =
            reached.collect::<Vec<&Node>>().split_last().map(|(l, p)| (*l, p.to_vec()))
        else {
            return before;
        };
        let mut is_there = before;
        for node in passed {
            is_there = self.is_allocated_after(node, is_there);
        }
        let is_loop = matches!(last.kind, NodeKind::Do(..) | NodeKind::Concurrent(..));
        if is_loop && frees(last, self.name) {
            is_there = false;
        }
        match last.blocks().into_iter().rfind(|block| self.begins_before(block)) {
            Some(block) => self.leads_to(block, is_there || self.is_asked_before(last, block)),
            None => is_there,
        }
    }

    fn is_reached(&self, span: Span) -> bool {
        span.source == self.at.source && span.start <= self.at.start
    }

    fn begins_before(&self, block: &[Node]) -> bool {
        block.first().is_some_and(|node| self.is_reached(node.span))
    }

    fn is_allocated_after(&self, node: &Node, before: bool) -> bool {
        match &node.kind {
            NodeKind::Assign(Target { name, index: None, components, .. }, _)
                if name.name == *self.name && components.is_empty() =>
            {
                true
            }
            NodeKind::Allocate(entities) if entities.iter().any(|entity| entity.name.name == *self.name) => {
                true
            }
            _ => before && !frees(node, self.name),
        }
    }

    /// Whether a block is the branch that is taken where the array is allocated.
    fn is_asked_before(&self, node: &Node, block: &[Node]) -> bool {
        let NodeKind::If(branches, _) = &node.kind else { return false };
        let is_it = |branch: &&fortran_syntax::ast::Branch| std::ptr::eq(branch.body.as_slice(), block);
        branches.iter().find(is_it).is_some_and(|branch| self.asks(&branch.condition))
    }

    fn asks(&self, condition: &Expr) -> bool {
        let ExprKind::Apply(function, actuals) = &condition.kind else { return false };
        let [Actual::Value(value)] = actuals.as_slice() else { return false };
        function.name == "allocated" && matches!(&value.kind, ExprKind::Name(name) if name == self.name)
    }
}

/// Whether a statement, or one in it, frees an array, or makes a new one of that name.
fn frees(node: &Node, name: &Name) -> bool {
    let frees_it = match &node.kind {
        NodeKind::Deallocate(entities) => entities.iter().any(|entity| entity.name.name == *name),
        NodeKind::Fresh(names) => names.iter().any(|fresh| fresh.name == *name),
        _ => false,
    };
    frees_it || node.blocks().into_iter().flatten().any(|inner| frees(inner, name))
}

/// Whether statements may be passed over by jumps.
pub(super) fn jumps(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        matches!(node.kind, NodeKind::Goto(_) | NodeKind::GotoOf(..))
            || node.blocks().into_iter().any(|block| jumps(block))
    })
}
