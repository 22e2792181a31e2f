//! A buffer for the values of a statement that does not read the array.

use super::BufferArray;
use crate::expand_subst;
use ir::{Expr, Kernel, Name, Node, Rule, StatementKind};
use pass::{Refusal, Rewrite};

/// Computes what the statement writes in advance.
pub(super) fn buffer(call: &BufferArray, kernel: &Kernel, id: &Name) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    let rule = kernel.fresh_name(&format!("{}_value", call.var_name.name));
    let Some(statement) = changed.statements.get_mut(id) else { return Ok(changed) };
    if let StatementKind::Assign { value, .. } = &mut statement.kind {
        let invocation = Expr::new(Node::Rule { name: rule.clone(), tag: None, args: Vec::new() });
        let body = std::mem::replace(value, invocation);
        let (loc, origin) = (statement.loc.clone(), statement.origin);
        changed.rules.insert(rule.clone(), Rule { params: Vec::new(), body, loc, origin });
    }
    let precompute = call.precompute(&changed, &rule, &call.buffer_inames);
    let buffered = precompute.apply(&changed).map_err(|refusal| call.at_array(refusal))?.kernel;
    if !buffered.rules.contains_key(&rule) {
        return Ok(buffered);
    }
    expand_subst::expand_rule(&buffered, &rule)
}
