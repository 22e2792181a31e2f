//! Which of some scalars each statement mentions, with all that stands within it, so that nobody need look
//! for them again.

use fortran_sema::hir::{Node, NodeKind, blocks, expressions};
use ir::walk;
use poly::Name;
use std::collections::BTreeMap;

/// What a statement mentions, and the statements of its blocks do.
#[derive(Debug)]
pub(super) struct Mentioned {
    /// A bit for each scalar.
    bits: Vec<u64>,
    /// The same for those that its own expressions read.
    read: Vec<u64>,
    pub(super) blocks: Vec<Block>,
}

/// What the statements of a block mention.
#[derive(Debug)]
pub(super) struct Block {
    bits: Vec<u64>,
    pub(super) nodes: Vec<Mentioned>,
}

impl Block {
    /// Whether any of them mentions the scalar of that number.
    pub(super) fn mentions(&self, number: usize) -> bool {
        is_set(&self.bits, number)
    }
}

impl Mentioned {
    /// For each statement, which of these scalars.
    pub(super) fn per_statement(nodes: &[Node], scalars: &[Name]) -> Block {
        let numbers: BTreeMap<&Name, usize> =
            scalars.iter().enumerate().map(|(at, name)| (name, at)).collect();
        in_block(nodes, &numbers)
    }

    /// Whether the scalar of that number is one of them.
    pub(super) fn mentions(&self, number: usize) -> bool {
        is_set(&self.bits, number)
    }

    /// Whether the statement itself reads it.
    pub(super) fn reads(&self, number: usize) -> bool {
        is_set(&self.read, number)
    }
}

fn is_set(bits: &[u64], number: usize) -> bool {
    bits.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

fn set(bits: &mut [u64], number: usize) {
    if let Some(word) = bits.get_mut(number / 64) {
        *word |= 1 << (number % 64);
    }
}

fn in_block(nodes: &[Node], numbers: &BTreeMap<&Name, usize>) -> Block {
    let nodes: Vec<Mentioned> = nodes.iter().map(|node| in_statement(node, numbers)).collect();
    let mut bits = vec![0; numbers.len().div_ceil(64)];
    nodes.iter().for_each(|node| add(&mut bits, &node.bits));
    Block { bits, nodes }
}

fn add(bits: &mut [u64], more: &[u64]) {
    bits.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}

fn in_statement(node: &Node, numbers: &BTreeMap<&Name, usize>) -> Mentioned {
    let blocks: Vec<Block> = blocks(node).map(|block| in_block(block, numbers)).collect();
    let mut bits = vec![0; numbers.len().div_ceil(64)];
    let mut read = bits.clone();
    let number = |name: &Name| numbers.get(name).copied();
    expressions(node, &mut |expr| {
        walk::visit(expr, &mut |part| {
            part.as_var().and_then(number).into_iter().for_each(|number| set(&mut read, number));
        });
    });
    blocks.iter().map(|inner| &inner.bits).chain([&read]).for_each(|more| add(&mut bits, more));
    let assigned = match &node.kind {
        NodeKind::Assign(target, _) => number(&target.name),
        NodeKind::Loop(head) => number(&head.variable),
        _ => None,
    };
    assigned.into_iter().for_each(|number| set(&mut bits, number));
    Mentioned { bits, read, blocks }
}
