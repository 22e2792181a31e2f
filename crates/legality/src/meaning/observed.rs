//! Claim (observed): What an order changes in variables that are not observed changes nothing in any argument.
//!
//! Arguments are observed, and what decides which instances there are and which elements they access:
//! conditions, bounds and subscripts; and what integers are divided by. So is what the value of an observed
//! variable is computed from. Nothing else reaches the caller.

use ir::{Expr, IndexMap, Kernel, LValue, Name, Node, expand, walk};
use std::collections::BTreeSet;

use dependence::domain::computed;

/// The temporaries that are not observed.
pub(crate) fn unobserved(kernel: &Kernel) -> BTreeSet<Name> {
    let observed = observed(kernel);
    kernel.temps.keys().filter(|name| !observed.contains(*name)).cloned().collect()
}

/// What is observed; names of other things may be among it.
fn observed(kernel: &Kernel) -> BTreeSet<Name> {
    let bounds = kernel.domains.iter().flat_map(|domain| computed(kernel, &domain.set));
    let mut observed: BTreeSet<Name> = bounds.collect();
    // What the values of a variable are computed from.
    let mut values: IndexMap<&Name, Vec<Name>> = IndexMap::default();
    for statement in kernel.statements.values() {
        let target = statement.target();
        let deciding = statement.predicates.iter().chain(target.map(LValue::index).unwrap_or_default());
        observed.extend(deciding.flat_map(|expr| walk::names(&expanded(kernel, expr))));
        let Some((target, value)) = target.zip(statement.value()) else { continue };
        let value = expanded(kernel, value);
        observed.extend(subscripts(&value));
        values.entry(target.name()).or_default().extend(walk::names(&value));
    }
    let written_arguments = values.keys().filter(|target| kernel.args.contains_key(**target));
    let mut open: Vec<Name> = observed.iter().chain(written_arguments.copied()).cloned().collect();
    while let Some(name) = open.pop() {
        let behind = values.swap_remove(&name).into_iter().flatten();
        open.extend(behind.filter(|name| observed.insert(name.clone())));
    }
    observed
}

fn expanded(kernel: &Kernel, expr: &Expr) -> Expr {
    expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone())
}

/// The names in the subscripts of an expression, in what decides which of its parts are evaluated, and in
/// what it divides by: integers have no quotient by zero.
fn subscripts(value: &Expr) -> Vec<Name> {
    let mut found = Vec::new();
    walk::visit(value, &mut |part| match part.node() {
        Node::Load { index, .. } => found.extend(index.iter().flat_map(walk::names)),
        Node::Select(condition, ..) => found.extend(walk::names(condition)),
        Node::And(operands) | Node::Or(operands) => found.extend(operands.iter().flat_map(walk::names)),
        Node::FloorDiv(_, by) | Node::Mod(_, by) => found.extend(walk::names(by)),
        Node::Call { function, args } if matches!(function.as_str(), "div_trunc" | "rem_trunc") => {
            found.extend(args.iter().skip(1).flat_map(walk::names));
        }
        // A declared function may divide.
        Node::Call { function, args } if ir::function::find(function).is_none() => {
            found.extend(args.iter().flat_map(walk::names));
        }
        _ => {}
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(statements: &str) -> Vec<String> {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] inout\n  temp t : f64\n  temp u : f64\n  temp v : i32\n  \
             temp w : f64[n]\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  domain [v] -> {{ [j] : 0 <= j < v }}\n  rule r() := u\n{statements}}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        let kernel = ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        let unseen = unobserved(&kernel);
        ["t", "u", "v", "w"].into_iter().filter(|name| !unseen.contains(*name)).map(str::to_owned).collect()
    }

    // Claim: observed
    #[test]
    fn arguments_conditions_bounds_and_subscripts_observe() {
        // Bounds of loops are observed whether or not anything runs in them: `v` always is.
        assert_eq!(seen("  s: t = u + w[i]  in(i)\n"), ["v"]);
        assert_eq!(seen("  s: t = r() + w[i]  in(i)\n  q: a[i] = t  in(i)\n"), ["t", "u", "v", "w"]);
        assert_eq!(seen("  s: w[i] = 1.0  in(i) if(t < 1)\n"), ["t", "v"]);
        assert_eq!(seen("  s: w[v] = 1.0\n  q: t = w[cast(i32, u)]\n"), ["u", "v"]);
        assert_eq!(seen("  s: t = if(u < 1, w[0], 1.0)\n"), ["u", "v"]);
        assert_eq!(seen("  s: t = 7 // cast(i32, u)\n"), ["u", "v"]);
        assert_eq!(seen("  s: u = t\n  q: t = u\n"), ["v"]);
    }
}
