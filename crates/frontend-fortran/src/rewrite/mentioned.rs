//! Which of some scalars each statement mentions, with all that stands within it, so that nobody need look for them again.

use crate::hir::{Node, NodeKind, blocks, expressions};
use ir::walk;
use poly::Name;
use std::collections::BTreeMap;

/// What a statement mentions, and the statements of its blocks do.
#[derive(Debug)]
pub(super) struct Mentioned {
    /// A bit for each scalar.
    bits: Vec<u64>,
    pub(super) blocks: Vec<Vec<Mentioned>>,
}

impl Mentioned {
    /// For each statement, which of these scalars.
    pub(super) fn of(nodes: &[Node], scalars: &[Name]) -> Vec<Mentioned> {
        let numbers: BTreeMap<&Name, usize> =
            scalars.iter().enumerate().map(|(at, name)| (name, at)).collect();
        in_block(nodes, &numbers)
    }

    /// Whether the scalar of that number is one of them.
    pub(super) fn has(&self, number: usize) -> bool {
        self.bits.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn note(&mut self, number: usize) {
        if let Some(word) = self.bits.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }
}

fn in_block(nodes: &[Node], numbers: &BTreeMap<&Name, usize>) -> Vec<Mentioned> {
    nodes.iter().map(|node| in_statement(node, numbers)).collect()
}

fn in_statement(node: &Node, numbers: &BTreeMap<&Name, usize>) -> Mentioned {
    let blocks: Vec<Vec<Mentioned>> =
        blocks(node).into_iter().map(|block| in_block(block, numbers)).collect();
    let mut mentioned = Mentioned { bits: vec![0; numbers.len().div_ceil(64)], blocks: Vec::new() };
    for inner in blocks.iter().flatten() {
        mentioned.bits.iter_mut().zip(&inner.bits).for_each(|(word, more)| *word |= more);
    }
    mentioned.blocks = blocks;
    let mut note = |name: &Name| {
        if let Some(number) = numbers.get(name) {
            mentioned.note(*number);
        }
    };
    match &node.kind {
        NodeKind::Assign(target, _) => note(&target.name),
        NodeKind::Loop(head) => note(&head.variable),
        _ => {}
    }
    expressions(node, &mut |expr| {
        walk::visit(expr, &mut |part| part.as_var().into_iter().for_each(&mut note));
    });
    mentioned
}
