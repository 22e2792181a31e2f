//! Claim: a name of an `associate` block, or an index of its own that stands within, may have another name.
//!
//! What has names of its own may hide others: variables of the routine, names of blocks around, and what they
//! are computed of. Where it does, it gets a name that nothing else has, so that whoever reads the routine
//! later need not ask which of two things a name means.

use crate::allocations::{rename, rename_in};
use fortran_syntax::ast::{
    Entity, Expr, ExprKind, HeaderItem, Ident, Item, Node, NodeKind, Specification, Unit,
};
use fortran_syntax::walk::{each_expr, own_exprs};
use poly::Name;
use std::collections::BTreeSet;

/// Gives such names of a unit others; `new_name` makes names that nothing has.
pub(super) fn rename_associates(unit: &mut Unit, new_name: &mut dyn FnMut(&Name) -> Name) {
    let is_block = |node: &Node| matches!(node.kind, NodeKind::Associate(..));
    if !crate::allocations::contains_node(&unit.body, &is_block) {
        return;
    }
    let mut declared: BTreeSet<Name> = unit.head.args.iter().map(|arg| arg.name.clone()).collect();
    for (specification, _) in &unit.specifications {
        let (Specification::Declare(_, _, entities) | Specification::Record(_, _, entities)) = specification
        else {
            continue;
        };
        declared.extend(entities.iter().map(|entity| entity.name.name.clone()));
    }
    let mut hidden = Hidden { declared, indices: Vec::new(), new_name };
    let mut body = std::mem::take(&mut unit.body);
    hidden.block(&mut body, &BTreeSet::new());
    unit.body = body;
    for (old, new) in hidden.indices {
        declare(unit, &old, new);
    }
}

/// Declares an index, which has the type of a variable of its old name and nothing else of it.
fn declare(unit: &mut Unit, old: &Name, new: Name) {
    let declaration = unit.specifications.iter().find_map(|(specification, span)| {
        let Specification::Declare(ty, _, entities) = specification else { return None };
        let entity = entities.iter().find(|entity| entity.name.name == *old)?;
        let name = Ident { name: new.clone(), span: entity.name.span };
        let index = Entity { name, extents: None, length: None, initial: None };
        Some((Specification::Declare(ty.clone(), Vec::new(), vec![index]), *span))
    });
    unit.specifications.extend(declaration);
}

struct Hidden<'a> {
    declared: BTreeSet<Name>,
    /// Indices that have new names, with those that they had.
    indices: Vec<(Name, Name)>,
    new_name: &'a mut dyn FnMut(&Name) -> Name,
}

impl Hidden<'_> {
    /// Statements in blocks with these names, which are mentioned in what the blocks' names stand for, too.
    fn block(&mut self, nodes: &mut [Node], around: &BTreeSet<Name>) {
        nodes.iter_mut().for_each(|node| self.node(node, around));
    }

    fn node(&mut self, node: &mut Node, around: &BTreeSet<Name>) {
        if !around.is_empty() {
            self.indices_of(node, around);
        }
        let NodeKind::Associate(names, body) = &mut node.kind else {
            return node.blocks_mut().into_iter().for_each(|block| self.block(block, around));
        };
        let mut within = around.clone();
        for (name, selector) in names.iter() {
            within.insert(name.name.clone());
            within.extend(fortran_syntax::mention::names(selector));
        }
        self.block(body, &within);
        for (name, _) in names {
            if self.declared.contains(&name.name) || around.contains(&name.name) {
                let new = (self.new_name)(&name.name);
                body.iter_mut().for_each(|inner| rename(inner, &name.name, &new));
                name.name = new;
            }
        }
    }

    /// Gives indices of a statement new names.
    fn indices_of(&mut self, node: &mut Node, around: &BTreeSet<Name>) {
        let header = match &node.kind {
            NodeKind::Forall(header, _) | NodeKind::Concurrent(header, _, _) => header.as_slice(),
            _ => &[],
        };
        let own = header.iter().filter_map(|item| match item {
            HeaderItem::Index(range) => Some(range.variable.name.clone()),
            HeaderItem::Own(..) | HeaderItem::Mask(_) => None,
        });
        for index in own.filter(|index| around.contains(index)).collect::<Vec<Name>>() {
            let new = self.index(&index);
            rename(node, &index, &new);
        }
        let mut change = |expr: &mut Expr| each_expr(expr, &mut |part| self.index_of_values(part, around));
        own_exprs(&mut node.kind, &mut change);
        match &mut node.kind {
            NodeKind::Assign(_, value) => change(value),
            NodeKind::Call(_, actuals) => fortran_syntax::walk::in_actuals(actuals, &mut change),
            NodeKind::Associate(names, _) => names.iter_mut().for_each(|(_, value)| change(value)),
            _ => {}
        }
    }

    fn index_of_values(&mut self, expr: &mut Expr, around: &BTreeSet<Name>) {
        let ExprKind::Array(items) = &mut expr.kind else { return };
        for item in items {
            let Item::Each(value, range) = item else { continue };
            let old = range.variable.name.clone();
            if around.contains(&old) {
                let new = self.index(&old);
                rename_in(value, &old, &new);
                range.variable.name = new;
            }
        }
    }

    fn index(&mut self, old: &Name) -> Name {
        let new = (self.new_name)(old);
        self.indices.push((old.clone(), new.clone()));
        new
    }
}
