//! Dummy arguments with `value`: what statements change is a copy.

use super::Resolver;
use super::array::{assign, node};
use crate::hir::{Axis, Given, Loop, Node, NodeKind, Target, blocks_mut, map_expressions, visit, written};
use diag::Span;
use fortran_syntax::ast::Ident;
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeSet;

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
        let inner = self
            .unit
            .map(|unit| fortran_syntax::mention::names_in_units(&unit.contained))
            .unwrap_or_default();
        let mut first = Vec::new();
        for Ident { name, .. } in args {
            let Some(symbol) = self.symbols.declared.get(name).filter(|symbol| symbol.is_value) else {
                continue;
            };
            let (span, is_text) = (symbol.span, symbol.is_character);
            if !changed.contains(name) && !inner.contains(name) {
                continue;
            }
            if is_text || symbol.is_optional || inner.contains(name) {
                let what =
                    format!("`{name}`, a copy that is a text or optional, or that routines within use,");
                self.found.push(fortran_syntax::parse::unsupported_error(&what, span));
                continue;
            }
            if self.is_in_bounds(name) {
                self.found.push(super::changing_bound(name, span));
                continue;
            }
            let copy = self.scalar(name, self.symbols.type_of(name), span);
            rename(&mut body, name, &copy);
            first.extend(self.copied(&copy, name, span));
        }
        first.into_iter().chain(body).collect()
    }

    /// Whether an array has a bound that tells of the value that a variable has at first.
    fn is_in_bounds(&self, name: &Name) -> bool {
        let axes = self.variables.values().filter_map(|variable| variable.axes.as_deref()).flatten();
        let mut bounds = axes.flat_map(|axis| std::iter::once(&axis.lower).chain(&axis.length));
        bounds.any(|bound| walk::names(bound).contains(name))
    }

    /// The statements that give a copy its value, and the copy of an array its axes.
    fn copied(&mut self, copy: &Name, name: &Name, span: Span) -> Vec<Node> {
        let axes = self.variables.get(name).and_then(|variable| variable.axes.clone());
        let Some(axes) = axes else {
            return vec![assign(copy, Expr::var(name.clone()), span)];
        };
        if let Some(variable) = self.variables.get_mut(copy) {
            variable.axes = Some(axes.clone());
        }
        let at: Vec<Name> = axes.iter().map(|_| self.scalar(&Name::new("i"), Scalar::I32, span)).collect();
        let index: Vec<Expr> = at.iter().cloned().map(Expr::var).collect();
        let target = Target { name: copy.clone(), index: Some(index.clone()) };
        let assigned = node(NodeKind::Assign(target, Expr::load(name.clone(), index)), span);
        let in_loop = |body: Node, (variable, axis): (Name, &Axis)| {
            let (lower, length) = (axis.lower.clone(), axis.length.clone().unwrap_or(Expr::int(0)));
            let last = lower.plus(&length).plus(&Expr::int(-1));
            let upper = crate::index::simplify(&last, &|_| true);
            node(NodeKind::Loop(Loop { variable, lower, upper, step: Expr::int(1), body: vec![body] }), span)
        };
        vec![at.into_iter().zip(&axes).fold(assigned, in_loop)]
    }
}

fn renamed(expr: &Expr, from: &Name, to: &Name) -> Expr {
    let inner = walk::map_children(expr, &mut |child| renamed(child, from, to));
    match inner.node() {
        Value::Var(name) if name == from => Expr::var(to.clone()),
        Value::Load { array, index } if array == from => Expr::load(to.clone(), index.clone()),
        _ => inner,
    }
}

/// Renames a variable in statements.
fn rename(nodes: &mut [Node], from: &Name, to: &Name) {
    let change = |name: &mut Name| {
        if name == from {
            *name = to.clone();
        }
    };
    for node in nodes {
        map_expressions(node, &mut |expr| renamed(expr, from, to));
        match &mut node.kind {
            NodeKind::Assign(target, _) => change(&mut target.name),
            NodeKind::Loop(head) => change(&mut head.variable),
            NodeKind::Cycle(of) | NodeKind::Exit(of) => change(of),
            NodeKind::Call(call) => {
                for actual in &mut call.actuals {
                    if let Given::Place(target) = &mut actual.given {
                        change(&mut target.name);
                    }
                }
            }
            _ => {}
        }
        blocks_mut(node).into_iter().for_each(|block| rename(block, from, to));
    }
}
