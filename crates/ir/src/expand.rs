//! Full expansion of substitution rules.

use crate::{Expr, Node, Rule, walk};
use indexmap::IndexMap;
use poly::Name;

/// How deep invocations may nest before a rule is taken to be recursive.
const MAX_DEPTH: usize = 64;

/// Expands every rule invocation, also those inside expanded bodies; `None` where a rule is unknown, takes another
/// number of arguments, or is recursive, which the verifier refuses.
pub fn expand_rules(expr: &Expr, rules: &IndexMap<Name, Rule>) -> Option<Expr> {
    expand(expr, rules, MAX_DEPTH)
}

fn expand(expr: &Expr, rules: &IndexMap<Name, Rule>, depth: usize) -> Option<Expr> {
    let mut complete = true;
    let inner = walk::map_children(expr, &mut |child| {
        expand(child, rules, depth).unwrap_or_else(|| {
            complete = false;
            child.clone()
        })
    });
    if !complete {
        return None;
    }
    let Node::Rule { name, args, .. } = inner.node() else { return Some(inner) };
    let rule = rules.get(name).filter(|rule| rule.params.len() == args.len())?;
    expand(&invoke(rule, args), rules, depth.checked_sub(1)?)
}

/// The rule's body with formals replaced by actuals, all at once.
pub fn invoke(rule: &Rule, args: &[Expr]) -> Expr {
    walk::substitute(&rule.body, &|name| {
        let at = rule.params.iter().position(|param| param == name)?;
        args.get(at).cloned()
    })
}
