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
            _ => node.blocks().into_iter().for_each(|block| collect(block, targets)),
        }
    }
}

fn retain(nodes: &mut Vec<Node>, targets: &BTreeSet<u32>) {
    nodes.retain(|node| !matches!(&node.kind, NodeKind::Label(label) if !targets.contains(label)));
    for node in nodes {
        node.blocks_mut().into_iter().for_each(|block| retain(block, targets));
    }
}
