//! `where` in `where`: masks are computed one after the other, each where those around hold.

use super::super::{ARRAY, Resolver};
use super::section::extents;
use super::{node, under};
use crate::arith::Typed;
use crate::ast::{self, Masked};
use crate::hir::{Node, NodeKind, Target};
use diag::Span;
use ir::{Expr as Value, Scalar};
use poly::Name;

/// Whether a `where` stands in one of these parts.
pub(super) fn is_nested(parts: &[Masked]) -> bool {
    let nests = |node: &ast::Node| matches!(node.kind, ast::NodeKind::Where(_));
    parts.iter().any(|part| part.body.iter().any(nests))
}

impl Resolver<'_> {
    /// The parts of a `where`, under the flags of the one around.
    pub(super) fn where_in_turn(
        &mut self,
        parts: &[Masked],
        around: Option<&Name>,
        (at, of_mask): (&[Typed], &[Typed]),
        span: Span,
    ) -> Option<Vec<Node>> {
        let index: Vec<Value> = at.iter().map(|at| at.expr.clone()).collect();
        let load = |flags: &Name| Value::load(flags.clone(), index.clone());
        let set = |flags: &Name, value: Value| {
            let target = Target { name: flags.clone(), index: Some(index.clone()) };
            node(NodeKind::Assign(target, value), span)
        };
        // Where no mask held so far.
        let open = self.scratch(&Name::new("open"), Scalar::Bool, of_mask, span)?;
        let first = around.map_or_else(|| Value::bool(true), load);
        let mut nodes = self.nest(at, of_mask, vec![set(&open, first)], span);
        for part in parts {
            let flags = self.scratch(&Name::new("mask"), Scalar::Bool, of_mask, span)?;
            let body = match &part.mask {
                None => vec![set(&flags, load(&open))],
                Some(mask) => {
                    let computed = self.each(at, of_mask, |resolver| resolver.logical(mask));
                    nodes.extend(computed.outer);
                    let held = [set(&flags, computed.result?), set(&open, load(&flags).logical_not())];
                    let held = computed.inner.into_iter().chain(held).collect();
                    vec![set(&flags, Value::bool(false)), under(load(&open), held, span)]
                }
            };
            nodes.extend(self.nest(at, of_mask, body, span));
            for statement in &part.body {
                nodes.extend(self.masked_statement(statement, &flags, (at, of_mask))?);
            }
        }
        Some(nodes)
    }

    fn masked_statement(
        &mut self,
        statement: &ast::Node,
        flags: &Name,
        (at, of_mask): (&[Typed], &[Typed]),
    ) -> Option<Vec<Node>> {
        let (target, value) = match &statement.kind {
            ast::NodeKind::Where(parts) => {
                return self.where_in_turn(parts, Some(flags), (at, of_mask), statement.span);
            }
            ast::NodeKind::Assign(target, value) if self.is_array_target(target) => (target, value),
            _ => return self.error(ARRAY, "a `where` assigns to arrays", statement.span),
        };
        let along = self.along(&target.name, target.index.as_deref(), target.span)?;
        if extents(&along).len() != of_mask.len() {
            return self.error(ARRAY, "the mask has another rank than what is assigned", target.span);
        }
        let mut store = self.store(target, &along, value, (at, of_mask), statement.span)?;
        let index = at.iter().map(|at| at.expr.clone()).collect();
        store.condition = Some(Value::load(flags.clone(), index));
        self.stored(store)
    }
}
