//! Labels that statements jump to.

use crate::ast::{Node, NodeKind};
use crate::form::Item;
use crate::token::{Spanned, Token};
use diag::{SourceMap, Span};
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

/// Labels that statements of a file have, and those to which they jump without being jumps themselves.
#[derive(Debug, Default)]
pub struct Labels {
    /// Labels of statements, each with where its statement stands.
    pub defined: Vec<(Span, u32)>,
    /// Of `err=`, `end=` and `eor=` in statements of input and output.
    pub outcomes: Vec<(Span, u32)>,
    /// Of `assign`, to which some `go to` jumps.
    pub assigned: Vec<Span>,
}

/// First words of statements that may jump where they fail.
const INPUT_AND_OUTPUT: [&str; 11] =
    ["backspace", "close", "endfile", "flush", "inquire", "open", "print", "read", "rewind", "wait", "write"];

impl Labels {
    /// Reads them from the statements of a file.
    pub fn read(items: &[Item], sources: &SourceMap) -> Labels {
        let mut labels = Labels::default();
        for item in items {
            let Item::Statement(logical) = item else { continue };
            let span = sources.outermost(logical.span());
            labels.defined.extend(logical.label.map(|label| (span, label)));
            let tokens = logical.tokens();
            let is_one =
                |words: &[&str]| tokens.iter().any(|(_, token, _)| words.iter().any(|word| token.is(word)));
            if is_one(&INPUT_AND_OUTPUT) {
                labels.outcomes.extend(tokens.windows(3).filter_map(outcome).map(|label| (span, label)));
            }
            if is_one(&["assign"]) {
                labels.assigned.push(span);
            }
        }
        labels
    }
}

/// The label behind `end=` and its like.
fn outcome(tokens: &[Spanned]) -> Option<u32> {
    match tokens {
        [(_, key, _), (_, Token::Assign, _), (_, Token::Number(number), _)]
            if ["end", "eor", "err"].iter().any(|own| key.is(own)) =>
        {
            number.digits.parse().ok()
        }
        _ => None,
    }
}
