//! Dummy arguments with `value`: what statements change is a copy.

use super::Resolver;
use crate::ast::Ident;
use crate::hir::{Given, Node, NodeKind, Target, blocks_mut, map_expressions, visit, written};
use diag::Span;
use ir::{Expr, walk};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Resolver<'_> {
    /// The statements with variables of their own for such arguments, as far as they change them.
    pub(super) fn copies(&mut self, mut body: Vec<Node>, args: &[Ident]) -> Vec<Node> {
        let mut changed = BTreeSet::new();
        visit(&body, &mut |node| {
            written(node, &mut |name| {
                changed.insert(name.clone());
            });
            if let NodeKind::Loop(head) = &node.kind {
                changed.insert(head.variable.clone());
            }
        });
        let inner = self.unit.map(|unit| super::storage::within(&unit.contained)).unwrap_or_default();
        let mut first = Vec::new();
        for Ident { name, .. } in args {
            let Some(symbol) = self.symbols.declared.get(name).filter(|symbol| symbol.is_value) else {
                continue;
            };
            let (span, is_plain) = (symbol.span, symbol.extents.is_none() && !symbol.is_character);
            if !changed.contains(name) && !inner.contains(name) {
                continue;
            }
            if !is_plain || symbol.is_optional || inner.contains(name) {
                let what = format!(
                    "`{name}`, a copy that is a text, an array or optional, or that routines within use,"
                );
                self.found.push(crate::parse::unsupported_error(&what, span));
                continue;
            }
            let copy = self.scalar(name, self.symbols.type_of(name), span);
            rename(&mut body, name, &copy);
            first.push(copied(&copy, name, span));
        }
        first.into_iter().chain(body).collect()
    }
}

fn copied(copy: &Name, name: &Name, span: Span) -> Node {
    let target = Target { name: copy.clone(), index: None };
    Node { kind: NodeKind::Assign(target, Expr::var(name.clone())), span, tags: Rc::default() }
}

/// Renames a scalar in statements.
fn rename(nodes: &mut [Node], from: &Name, to: &Name) {
    let renamed = |name: &mut Name| {
        if name == from {
            *name = to.clone();
        }
    };
    for node in nodes {
        map_expressions(node, &mut |expr| {
            walk::substitute(expr, &|name| (name == from).then(|| Expr::var(to.clone())))
        });
        match &mut node.kind {
            NodeKind::Assign(target, _) => renamed(&mut target.name),
            NodeKind::Loop(head) => renamed(&mut head.variable),
            NodeKind::Cycle(of) | NodeKind::Exit(of) => renamed(of),
            NodeKind::Call(call) => {
                for actual in &mut call.actuals {
                    if let Given::Place(target) = &mut actual.given {
                        renamed(&mut target.name);
                    }
                }
            }
            _ => {}
        }
        blocks_mut(node).into_iter().for_each(|block| rename(block, from, to));
    }
}
