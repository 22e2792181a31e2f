//! The values that integer arguments may have where a kernel is launched.

use crate::fold::Values;
use crate::{Comparison, Expr, Kernel, Name, Node};

/// The values that integer arguments may have, by the requirements that list them:
/// `trans == 78 or trans == 110`.
pub fn allowed_values(kernel: &Kernel) -> Values {
    let mut found = Values::new();
    for requirement in &kernel.requires {
        if let Some((name, values)) = listed(&requirement.condition) {
            let known = found.entry(name.clone()).or_insert_with(|| values.clone());
            known.retain(|value| values.contains(value));
        }
    }
    found
}

/// The argument that a condition gives a list of values, and the values.
fn listed(condition: &Expr) -> Option<(&Name, Vec<i64>)> {
    let one = std::slice::from_ref(condition);
    let tests = if let Node::Or(tests) = condition.node() { tests.as_slice() } else { one };
    let mut name = None;
    let mut values = Vec::new();
    for test in tests {
        let Node::Compare(Comparison::Equal, a, b) = test.node() else { return None };
        let (own, value) = a.as_var().zip(b.as_int()).or_else(|| b.as_var().zip(a.as_int()))?;
        if *name.get_or_insert(own) != own {
            return None;
        }
        values.push(value);
    }
    Some((name?, values))
}
