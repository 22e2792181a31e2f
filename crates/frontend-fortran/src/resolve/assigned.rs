//! Names that the statements of a unit, or of those within it, may give a value.

use crate::ast::{Actual, Control, ExprKind, Node, NodeKind, Unit};
use poly::Name;
use std::collections::BTreeSet;

/// All of them; arguments of calls count, since the called routine may assign them.
pub(super) fn names(unit: &Unit) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    collect(unit, &mut names);
    names
}

fn collect(unit: &Unit, names: &mut BTreeSet<Name>) {
    block(&unit.body, names);
    unit.contained.iter().for_each(|inner| collect(inner, names));
}

fn block(nodes: &[Node], names: &mut BTreeSet<Name>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Assign(target, _) => {
                names.insert(target.name.name.clone());
            }
            NodeKind::Do(head, _) => {
                if let Control::Counted { variable, .. } = &head.control {
                    names.insert(variable.name.clone());
                }
            }
            NodeKind::Call(_, actuals) => actuals.iter().for_each(|actual| argument(actual, names)),
            NodeKind::Allocate(entities) => {
                let outcomes = entities.iter().filter_map(|entity| entity.initial.as_ref());
                names.extend(outcomes.filter_map(|outcome| match &outcome.kind {
                    ExprKind::Name(name) => Some(name.clone()),
                    _ => None,
                }));
            }
            _ => {}
        }
        node.blocks().into_iter().for_each(|inner| block(inner, names));
    }
}

fn argument(actual: &Actual, names: &mut BTreeSet<Name>) {
    let (Actual::Value(value) | Actual::Keyword(_, value)) = actual else { return };
    match &value.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Apply(name, _) => {
            names.insert(name.name.clone());
        }
        _ => {}
    }
}
