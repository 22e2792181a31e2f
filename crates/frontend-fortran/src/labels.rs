//! Labels that statements jump to.

use crate::ast::{Node, NodeKind};
use std::collections::BTreeSet;

/// Drops the labels that nothing jumps to.
pub(crate) fn keep_targets(nodes: &mut Vec<Node>) {
    let mut targets = BTreeSet::new();
    collect(nodes, &mut targets);
    retain(nodes, &targets);
}

fn collect(nodes: &[Node], targets: &mut BTreeSet<u32>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Goto(label) => drop(targets.insert(*label)),
            NodeKind::GotoOf(_, _, labels) => targets.extend(labels),
            NodeKind::Do(_, body) | NodeKind::Associate(_, body) => collect(body, targets),
            NodeKind::If(branches, otherwise) => {
                branches.iter().for_each(|branch| collect(&branch.body, targets));
                collect(otherwise, targets);
            }
            NodeKind::Select(_, cases) => cases.iter().for_each(|case| collect(&case.body, targets)),
            _ => {}
        }
    }
}

fn retain(nodes: &mut Vec<Node>, targets: &BTreeSet<u32>) {
    nodes.retain(|node| !matches!(&node.kind, NodeKind::Label(label) if !targets.contains(label)));
    for node in nodes {
        match &mut node.kind {
            NodeKind::Do(_, body)
            | NodeKind::Forall(_, body)
            | NodeKind::Concurrent(_, _, body)
            | NodeKind::Associate(_, body) => retain(body, targets),
            NodeKind::If(branches, otherwise) => {
                branches.iter_mut().for_each(|branch| retain(&mut branch.body, targets));
                retain(otherwise, targets);
            }
            NodeKind::Select(_, cases) => cases.iter_mut().for_each(|case| retain(&mut case.body, targets)),
            NodeKind::Where(parts) => parts.iter_mut().for_each(|part| retain(&mut part.body, targets)),
            _ => {}
        }
    }
}
