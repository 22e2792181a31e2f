//! `where` in `where` and in `forall`: masks are computed one after the other, each where those around hold.

use super::super::{ARRAY, Resolver};
use super::section::extents;
use super::{ElementLoops, if_then, node};
use crate::arith::Typed;
use crate::hir::{Node, NodeKind, Target};
use diag::Span;
use fortran_syntax::ast::{self, Masked};
use ir::{Expr as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Whether a `where` stands in one of these parts.
pub(super) fn is_nested(parts: &[Masked]) -> bool {
    let nests = |node: &ast::Node| matches!(node.kind, ast::NodeKind::Where(_));
    parts.iter().any(|part| part.body.iter().any(nests))
}

/// What the parts of a `where` assign.
pub(super) fn assigned_in(parts: &[Masked]) -> Vec<&Name> {
    fn targets(node: &ast::Node) -> Vec<&Name> {
        match &node.kind {
            ast::NodeKind::Assign(target, _) => vec![&target.name.name],
            ast::NodeKind::Where(inner) => assigned_in(inner),
            _ => Vec::new(),
        }
    }
    parts.iter().flat_map(|part| &part.body).flat_map(targets).collect()
}

/// The elements that a `where` goes through.
pub(super) struct Field<'a> {
    pub(super) own: ElementLoops<'a>,
    /// Those over the indices of a `forall` around.
    pub(super) around: ElementLoops<'a>,
}

impl Field<'_> {
    fn position(&self) -> Vec<Typed> {
        [self.own.at, self.around.at].concat()
    }

    fn extents(&self) -> Vec<Typed> {
        [self.own.extents, self.around.extents].concat()
    }

    fn index(&self) -> Vec<Value> {
        self.position().iter().map(|at| at.expr.clone()).collect()
    }
}

impl Resolver<'_> {
    /// A `where` for all values of the indices of a `forall`, under its mask.
    pub(super) fn where_in_forall(
        &mut self,
        parts: &[Masked],
        mask: Option<&Value>,
        around: ElementLoops<'_>,
        span: Span,
    ) -> Option<Vec<Node>> {
        let first = parts.first()?.mask.as_ref()?;
        let (extents, checked) = self.with_calls(|resolver| resolver.shape(first));
        let extents = extents?;
        let moving: BTreeSet<&Name> = around.at.iter().filter_map(|at| at.expr.as_var()).collect();
        let varies = extents.iter().any(|e| walk::names(&e.expr).iter().any(|name| moving.contains(name)));
        let at = self.positions(&extents, span);
        let field = Field { own: ElementLoops { at: &at, extents: &extents }, around };
        let (nodes, before) =
            self.with_calls(|resolver| resolver.where_in_turn(parts, mask.cloned(), &field, span));
        if varies || !checked.is_empty() || !before.is_empty() {
            let error = fortran_syntax::parse::unsupported_error("such a `where` in a `forall`", span);
            return self.report(error.help("write `do` loops"));
        }
        nodes
    }

    /// The parts of a `where`, under a condition around.
    pub(super) fn where_in_turn(
        &mut self,
        parts: &[Masked],
        around: Option<Value>,
        field: &Field<'_>,
        span: Span,
    ) -> Option<Vec<Node>> {
        let (index, all) = (field.index(), field.extents());
        let load = |flags: &Name| Value::load(flags.clone(), index.clone());
        let set = |flags: &Name, value: Value| {
            let target = Target { name: flags.clone(), index: Some(index.clone()) };
            node(NodeKind::Assign(target, value), span)
        };
        // Where no mask held so far.
        let open = self.scratch(&Name::new("open"), Scalar::Bool, &all, span)?;
        let first = around.unwrap_or(Value::bool(true));
        let mut nodes = self.nest(&field.position(), &all, vec![set(&open, first)], span);
        for part in parts {
            let flags = self.scratch(&Name::new("mask"), Scalar::Bool, &all, span)?;
            let body = match &part.mask {
                None => vec![set(&flags, load(&open))],
                Some(mask) => {
                    let computed =
                        self.read_element(field.own.at, field.own.extents, |resolver| resolver.logical(mask));
                    nodes.extend(self.once_for_all(computed.outer, field, span)?);
                    let held = [set(&flags, computed.result?), set(&open, load(&flags).logical_not())];
                    let held = computed.inner.into_iter().chain(held).collect();
                    vec![set(&flags, Value::bool(false)), if_then(load(&open), held, span)]
                }
            };
            nodes.extend(self.nest(&field.position(), &all, body, span));
            for statement in &part.body {
                nodes.extend(self.masked_statement(statement, &flags, field)?);
            }
        }
        Some(nodes)
    }

    /// What is computed before the first element, which a `forall` around would have done for each of its
    /// indices.
    fn once_for_all(&mut self, outer: Vec<Node>, field: &Field<'_>, span: Span) -> Option<Vec<Node>> {
        if outer.is_empty() || field.around.at.is_empty() {
            return Some(outer);
        }
        let error = fortran_syntax::parse::unsupported_error("such a value in a `where` in a `forall`", span);
        self.report(error.help("write `do` loops"))
    }

    fn masked_statement(
        &mut self,
        statement: &ast::Node,
        flags: &Name,
        field: &Field<'_>,
    ) -> Option<Vec<Node>> {
        let held = Value::load(flags.clone(), field.index());
        let (target, value) = match &statement.kind {
            ast::NodeKind::Where(parts) => {
                return self.where_in_turn(parts, Some(held), field, statement.span);
            }
            ast::NodeKind::Assign(target, value) if self.is_array_target(target) => (target, value),
            _ => return self.error(ARRAY, "a `where` assigns to arrays", statement.span),
        };
        let along = self.section_axes(&target.name, target.index.as_deref(), target.span)?;
        if extents(&along).len() != field.own.extents.len() {
            return self.error(ARRAY, "the mask has another rank than what is assigned", target.span);
        }
        let mut store = self.store(target, &along, value, field.own, statement.span)?;
        let outer = std::mem::take(&mut store.outer);
        store.outer = self.once_for_all(outer, field, statement.span)?;
        (store.at, store.extents) = (field.position(), field.extents());
        store.condition = Some(held);
        self.stored(store)
    }
}
