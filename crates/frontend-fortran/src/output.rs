//! `write` and `print`, which a kernel cannot do.
//!
//! Claim: what is written directly before the program stops is what it says when it stops. Anywhere else it is refused.

use crate::ast::{Expr, ExprKind, Node, NodeKind};
use diag::Diagnostic;

/// The statements without output; that which does not stand before a `stop` is reported.
pub(crate) fn settled(nodes: Vec<Node>, found: &mut Vec<Diagnostic>) -> Vec<Node> {
    let mut kept: Vec<Node> = Vec::new();
    let mut pending: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for mut node in nodes {
        if let NodeKind::Output(error, said) = node.kind {
            pending.push((*error, said));
            continue;
        }
        let written = std::mem::take(&mut pending);
        if let NodeKind::Stop(text) = &mut node.kind {
            say(text, &written, node.span);
        } else {
            found.extend(written.into_iter().map(|(error, _)| error));
        }
        for block in node.blocks_mut() {
            *block = settled(std::mem::take(block), found);
        }
        kept.push(node);
    }
    found.extend(pending.into_iter().map(|(error, _)| error));
    kept
}

/// Puts what was written into the text of a `stop` that has none of its own.
fn say(text: &mut Option<Expr>, written: &[(Diagnostic, Vec<String>)], span: diag::Span) {
    let said: Vec<&str> = written.iter().flat_map(|(_, said)| said).map(|said| said.trim()).collect();
    let has_text = text.as_ref().is_some_and(|text| matches!(text.kind, ExprKind::Text(_)));
    if !has_text && said.iter().any(|said| !said.is_empty()) {
        *text = Some(Expr { kind: ExprKind::Text(said.join(" ").trim().to_owned()), span });
    }
}
