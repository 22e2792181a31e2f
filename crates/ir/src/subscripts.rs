//! Subscripts are integers: `a[1.5*i]` and `a[i/2]`, a quotient of reals, name no element.

use crate::typing::{self, Type};
use crate::{Expr, Kernel, LValue, Node, Scalar, Statement, exact, expand, walk};
use diag::Diagnostic;

/// All subscripts of statements that are no integers. What has no type yet is passed over.
pub fn misuses(kernel: &Kernel) -> Vec<Diagnostic> {
    kernel.statements.values().flat_map(|statement| of_statement(kernel, statement)).collect()
}

fn of_statement(kernel: &Kernel, statement: &Statement) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut check = |subscript: &Expr| {
        let ty = real_type(kernel, subscript);
        found.extend(ty.map(|ty| problem(statement, subscript, ty)));
    };
    statement.target().into_iter().flat_map(LValue::index).for_each(&mut check);
    for expr in statement.expressions() {
        let Some(expanded) = expand::expand_rules(expr, &kernel.rules) else { continue };
        walk::visit(&expanded, &mut |part| {
            if let Node::Load { index, .. } = part.node() {
                index.iter().for_each(&mut check);
            }
        });
    }
    found
}

/// The type of a subscript, if it is no integer.
fn real_type(kernel: &Kernel, subscript: &Expr) -> Option<Scalar> {
    if exact::is_index_arithmetic(kernel, subscript) {
        return None;
    }
    let ty = typing::type_of(kernel, subscript).map(Type::scalar).ok()?;
    (!ty.is_integer()).then_some(ty)
}

fn problem(statement: &Statement, subscript: &Expr, ty: Scalar) -> Diagnostic {
    let message = format!("the subscript `{subscript}` has type `{ty}`");
    let problem = Diagnostic::error("lp::types::subscript", message);
    let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "");
    problem.help("subscripts are integers: divide by `//`, or convert the value, `cast(int32, x)`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn only_integers_are_subscripts() {
        for (value, wrong) in [
            ("a[1.5*i]", 1),
            ("a[i/2]", 1),
            ("a[x[i]]", 1),
            ("a[at(i)] + a[i // 2]", 1),
            ("a[k[i] + k[k[i]]]", 0),
            ("a[cast(i32, x[i])]", 0),
            ("a[i > 2]", 1),
            ("sum(j, a[0.5*j])", 1),
        ] {
            let source = format!(
                "lpir 1\nkernel @t {{\n arg n : i32\n arg a : f64[n] in\n arg x : f64[n] in\n arg k : i32[n] in\n \
                 arg o : f64[n] inout\n domain [n] -> {{ [i] : 0 <= i < n }}\n domain [n] -> {{ [j] : 0 <= j < n }}\n \
                 rule at(y) := 0.5*y\n s: o[i] = {value}  in(i)\n}}\n"
            );
            let module =
                text::parse_module(&source, diag::SourceMap::default().add("t.lpir", source.clone()))
                    .unwrap();
            let found: usize = module.kernels.values().map(|kernel| misuses(kernel).len()).sum();
            assert_eq!(found, wrong, "{value}");
        }
    }
}
