//! Rules must end when they are expanded, and in an expression of reasonable size.

use super::Draft;
use diag::{Diagnostic, Span};
use ir::{Expr, Name, Node, walk};
use std::collections::BTreeMap;

/// Largest number of parts of an expression after the expansion of its rules.
const MAX_SIZE: u64 = 50_000;
/// How deep rules may nest in rules.
const MAX_NESTING: usize = 60;
/// Greatest depth of an expression after the expansion of its rules.
const MAX_DEPTH: u64 = 250;

/// Bounds on the bodies of rules when expanded: number of parts and depth. `None` while a rule is being
/// measured.
pub(super) type Measures = BTreeMap<Name, Option<(u64, u64)>>;

impl Draft {
    /// Measures the rules; reports one that invokes itself. Nothing may be expanded then.
    pub(super) fn measure_rules(&mut self) -> bool {
        let before = self.errors.len();
        for name in self.kernel.rules.keys().cloned().collect::<Vec<_>>() {
            self.measure_rule(&name);
            if self.errors.len() > before {
                return false;
            }
        }
        true
    }

    /// The expression, unless it is huge once its rules are expanded, which is reported.
    pub(super) fn bounded(&mut self, expr: Expr, span: Span) -> Option<Expr> {
        let (size, depth) = measure(&expr, &self.measures);
        if size <= MAX_SIZE && depth <= MAX_DEPTH {
            return Some(expr);
        }
        let message = "the expression is too large once its rules are expanded";
        let diagnostic = Diagnostic::error("lp::loopy::too-large", message).at(span, "");
        self.errors.push(diagnostic.help("store intermediate results in temporaries"));
        None
    }

    fn measure_rule(&mut self, name: &Name) {
        let Some(rule) = self.kernel.rules.get(name) else { return };
        if self.measures.contains_key(name) {
            return;
        }
        let (body, loc, origin) = (rule.body.clone(), rule.loc.clone(), rule.origin);
        let open = self.measures.values().filter(|measure| measure.is_none()).count();
        self.measures.insert(name.clone(), None);
        let mut invoked = Vec::new();
        walk::visit(&body, &mut |part| {
            if let Node::Rule { name, .. } = part.node() {
                invoked.push(name.clone());
            }
        });
        for other in invoked {
            let message = if self.measures.get(&other) != Some(&None) {
                if open < MAX_NESTING {
                    self.measure_rule(&other);
                    continue;
                }
                format!("rules nest too deeply below `{name}`")
            } else if other == *name {
                format!("rule `{name}` invokes itself")
            } else {
                format!("rules `{name}` and `{other}` invoke each other")
            };
            let diagnostic = Diagnostic::error("lp::loopy::recursive-rule", message);
            let help = "rules are expanded before code is made from them, so their nesting must end";
            self.errors.push(diagnostic.at_entity(loc.as_ref(), origin, "").help(help));
            return;
        }
        let bounds = measure(&body, &self.measures);
        self.measures.insert(name.clone(), Some(bounds));
    }
}

/// Upper bounds of number of parts and depth after expansion.
fn measure(expr: &Expr, measures: &Measures) -> (u64, u64) {
    let children: Vec<(u64, u64)> =
        walk::children(expr).into_iter().map(|child| measure(child, measures)).collect();
    let size = children.iter().fold(1_u64, |sum, (size, _)| sum.saturating_add(*size));
    let depth = children.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
    match expr.node() {
        Node::Rule { name, .. } => {
            // Each part of the body may be a formal, which stands for an actual.
            let (body, below) = measures.get(name).copied().flatten().unwrap_or((1, 1));
            (body.saturating_mul(size), below.saturating_add(depth))
        }
        _ => (size, depth.saturating_add(1)),
    }
}
