//! `write`, `print` and their like, which a kernel cannot do.
//!
//! Claim: what is written directly before the program stops is what it says when it stops. Anywhere else it
//! stays, to be refused or left out.

use crate::ast::{self, Expr, ExprKind, Ident, Node, NodeKind, Output};
use crate::classify::parenthesised;
use crate::token::{Spanned, Token};
use diag::Diagnostic;
use poly::Name;

/// What in such a statement is followed by a variable that it sets.
const SET: [&str; 5] = ["id", "iomsg", "iostat", "newunit", "size"];

/// Reads such a statement as far as others need to know it.
pub(crate) fn read(
    name: &'static str,
    error: Diagnostic,
    tokens: &[Spanned],
    source: diag::SourceId,
) -> Output {
    let said = tokens.iter().filter_map(|(_, token, _)| match token {
        Token::Text(text) => Some(crate::ast::unquoted(text)),
        _ => None,
    });
    // A format is no part of it, nor is what a file is called.
    let is_said = matches!(name, "PRINT" | "WRITE");
    let said = said.filter(|text| is_said && !text.trim_start().starts_with('(')).collect();
    // What stands in the parentheses behind the first word, and what stands behind these.
    let rest = tokens.get(1..).unwrap_or(&[]);
    let (controls, list) = parenthesised(rest).unwrap_or((&[], rest));
    let outcomes = controls.windows(3).filter_map(|three| match three {
        [(_, key, _), (_, Token::Assign, _), (_, Token::Word(name), _)]
            if SET.iter().any(|set| key.is(set)) =>
        {
            Some(ast::name(name))
        }
        _ => None,
    });
    // The variables of implied loops.
    let counters = list.windows(2).filter_map(|two| match two {
        [(_, Token::Word(name), _), (_, Token::Assign, _)] => Some(ast::name(name)),
        _ => None,
    });
    let sets = outcomes.chain(counters);
    let applied = applied(tokens, source);
    let mentioned =
        tokens.iter().filter_map(|(_, token, _)| token.word()).map(|word| ast::name(&word)).collect();
    Output {
        name,
        error,
        said,
        sets: sets.collect(),
        into: internal_file(name, controls),
        applied,
        mentioned,
    }
}

/// Names before parentheses: elements of arrays, and functions. With each, whether it is a part of something
/// else.
fn applied(tokens: &[Spanned], source: diag::SourceId) -> Vec<(Ident, bool)> {
    let name = |three: &[Spanned]| match three {
        [(_, before, _), (start, Token::Word(word), end), (_, Token::Open, _)] => {
            let span = diag::Span::new(source, *start, *end);
            Some((Ident { name: ast::name(word), span }, *before == Token::Percent))
        }
        _ => None,
    };
    tokens.windows(3).filter_map(name).collect()
}

/// Whether any of the statements writes.
pub fn writes(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        matches!(node.kind, NodeKind::Output(_)) || node.blocks().into_iter().any(|block| writes(block))
    })
}

/// The name that stands where a `write` has the number of a file.
fn internal_file(name: &str, controls: &[Spanned]) -> Option<Name> {
    let is_unit = |three: &[Spanned]| match three {
        [(_, key, _), (_, Token::Assign, _), (_, Token::Word(word), _)] if key.is("unit") => {
            Some(ast::name(word))
        }
        _ => None,
    };
    let first = || match controls {
        [(_, Token::Word(word), _), (_, next, _), ..] if *next != Token::Assign => Some(ast::name(word)),
        [(_, Token::Word(word), _)] => Some(ast::name(word)),
        _ => None,
    };
    controls.windows(3).find_map(is_unit).or_else(first).filter(|_| name == "WRITE")
}

/// The statements without output that stands before a `stop`.
pub(crate) fn settled(nodes: Vec<Node>) -> Vec<Node> {
    let mut kept: Vec<Node> = Vec::new();
    let mut pending: Vec<Node> = Vec::new();
    for mut node in nodes {
        if matches!(node.kind, NodeKind::Output(_)) {
            pending.push(node);
            continue;
        }
        let written = std::mem::take(&mut pending);
        if let NodeKind::Stop(text) = &mut node.kind {
            say(text, &written, node.span);
        } else {
            kept.extend(written);
        }
        for block in node.blocks_mut() {
            *block = settled(std::mem::take(block));
        }
        kept.push(node);
    }
    kept.extend(pending);
    kept
}

/// Puts what was written into the text of a `stop` that has none of its own.
fn say(text: &mut Option<Expr>, written: &[Node], span: diag::Span) {
    let said = written.iter().flat_map(|node| match &node.kind {
        NodeKind::Output(output) => output.said.as_slice(),
        _ => &[],
    });
    let said: Vec<&str> = said.map(|said| said.trim()).collect();
    let has_text = text.as_ref().is_some_and(|text| matches!(text.kind, ExprKind::Text(_)));
    if !has_text && said.iter().any(|said| !said.is_empty()) {
        *text = Some(Expr { kind: ExprKind::Text(said.join(" ").trim().to_owned()), span });
    }
}
