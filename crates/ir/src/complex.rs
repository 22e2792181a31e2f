//! What complex numbers do not have: an order, a remainder, and a place in real variables.

use crate::typing::{self, Type};
use crate::{Comparison, Expr, Kernel, Node, ReductionOp, Scalar, Statement, expand, function, walk};
use diag::Diagnostic;

/// Everything that statements ask of complex numbers and that these do not have. What has no type yet is
/// passed over.
pub fn misuses(kernel: &Kernel) -> Vec<Diagnostic> {
    if !may_be_complex(kernel) {
        return Vec::new();
    }
    kernel.statements.values().flat_map(|statement| of_statement(kernel, statement)).collect()
}

/// Whether any variable is declared complex, or a value is made so.
fn may_be_complex(kernel: &Kernel) -> bool {
    let functions = kernel.functions.values().map(|function| Some(function.result));
    let variables = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let declared = variables.chain(functions);
    let is_complex = |ty: Scalar| ty.is_complex();
    let made = |expr: &Expr| {
        walk::any(expr, &mut |part| match part.node() {
            Node::Cast(ty, _) => ty.is_complex(),
            Node::Call { function, .. } => &**function == "complex",
            _ => false,
        })
    };
    let mut values = kernel.expressions().chain(kernel.rules.values().map(|r| &r.body));
    declared.into_iter().flatten().any(is_complex) || values.any(made)
}

fn of_statement(kernel: &Kernel, statement: &Statement) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut report = |(message, help): (String, &str)| {
        let problem = Diagnostic::error("lp::types::complex", message);
        found.push(problem.at_entity(statement.loc.as_ref(), statement.origin, "").help(help));
    };
    for expr in statement.expressions() {
        let Some(expanded) = expand::expand_rules(expr, &kernel.rules) else { continue };
        walk::visit(&expanded, &mut |part| {
            if let Some(problem) = of_operation(kernel, part) {
                report(problem);
            }
        });
    }
    let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return found };
    for subscript in target.index().iter().filter(|subscript| is_complex(kernel, subscript)) {
        report(complex_subscript(subscript));
    }
    let stored = typing::type_of_variable(kernel, target.name()).map(Type::scalar);
    if let Ok(stored) = stored
        && !stored.is_complex()
        && is_complex(kernel, value)
    {
        let target = target.to_expr();
        report((
            format!("`{target}` is of type `{stored}` and is assigned a complex number"),
            "store its `real(..)`, `imag(..)` or `abs(..)`, or give the variable a complex type",
        ));
    }
    found
}

fn is_complex(kernel: &Kernel, expr: &Expr) -> bool {
    typing::type_of(kernel, expr).is_ok_and(Type::is_complex)
}

fn complex_subscript(subscript: &Expr) -> (String, &'static str) {
    (format!("the subscript `{subscript}` is a complex number"), "subscripts are integers")
}

/// What is wrong with the top level of an expression, and what to write instead.
fn of_operation(kernel: &Kernel, expr: &Expr) -> Option<(String, &'static str)> {
    let complex = |operand: &Expr| is_complex(kernel, operand);
    let parts = "take `real(..)`, `imag(..)` or `abs(..)` of it";
    match expr.node() {
        Node::Compare(Comparison::Equal | Comparison::NotEqual, ..) => None,
        Node::Compare(_, a, b) => {
            (complex(a) || complex(b)).then(|| (format!("complex numbers have no order: `{expr}`"), parts))
        }
        Node::FloorDiv(a, b) | Node::Mod(a, b) => (complex(a) || complex(b))
            .then(|| (format!("complex numbers have no quotient with remainder: `{expr}`"), parts)),
        Node::Cast(ty, inner) => {
            let meant = !ty.is_complex() && *ty != Scalar::Bool && complex(inner);
            meant.then(|| {
                (format!("`{expr}` would lose the imaginary part"), "write `real(..)` for the real part")
            })
        }
        Node::Call { function, args } => {
            let taken = |at: usize| match kernel.functions.get(function) {
                Some(declared) => declared.params.get(at).is_none_or(|(_, ty)| ty.is_complex()),
                None => function::find(function).is_none_or(|function| function.takes_complex),
            };
            let meant = args.iter().enumerate().any(|(at, arg)| !taken(at) && complex(arg));
            meant.then(|| (format!("`{function}` takes no complex numbers: `{expr}`"), parts))
        }
        Node::Reduce { op: ReductionOp::Max | ReductionOp::Min, body, .. } => {
            complex(body).then(|| (format!("complex numbers have no order: `{expr}`"), parts))
        }
        Node::Reduce { op: ReductionOp::Declared(name), body, .. } => {
            let real = kernel.functions.get(name).is_some_and(|function| !function.result.is_complex());
            (real && complex(body)).then(|| (format!("`{name}` takes no complex numbers: `{expr}`"), parts))
        }
        Node::Load { index, .. } => index.iter().find(|subscript| complex(subscript)).map(complex_subscript),
        _ => None,
    }
}

/// The principal value of a power of type `ty` whose exponent is no integer: `exp(exponent*log(base))`.
pub fn principal_power(base: &Expr, exponent: &Expr, ty: Scalar) -> Expr {
    let base = Expr::cast(ty, base.clone());
    Expr::call("exp", vec![exponent.times(&Expr::call("log", vec![base]))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Module, text};

    fn module(statement: &str) -> Module {
        let source = format!(
            "lpir 1\nkernel @k {{\n arg n : i32\n arg z : c64[n] inout\n arg c : c128[n] inout\n arg x : f64[n] inout\n arg t : bool[n] inout\n domain [n] -> {{ [i] : 0 <= i < n }}\n domain [n] -> {{ [k] : 0 <= k < n }}\n rule f(a) := a*z[i]\n {statement}\n}}\n"
        );
        text::parse_module(&source, diag::SourceMap::default().add("k.lpir", source.clone())).unwrap()
    }

    fn problems(statement: &str) -> Vec<String> {
        let module = module(statement);
        module.kernels.values().flat_map(misuses).map(|problem| problem.message).collect()
    }

    #[test]
    fn what_complex_numbers_do_not_have_is_told() {
        for statement in [
            "t[i] = z[i] < x[i]",
            "t[i] = 1.0 >= z[i]",
            "z[i] = z[i] // 2",
            "z[i] = x[i] % z[i]",
            "x[i] = z[i]",
            "x[i] = f(x[i])",
            "x[i] = cast(f64, z[i])",
            "x[i] = complex(1.0, 2.0)",
            "z[i] = max(z[i], x[i])",
            "z[i] = atan2(z[i], x[i])",
            "z[i] = complex(z[i], 1.0)",
            "z[i] = reduce(max, k, z[k])",
            "x[i] = x[z[i]]",
            "z[i] = cast(c128, x[i]) // 1",
        ] {
            assert_eq!(problems(&format!("s: {statement}  in(i)")).len(), 1, "{statement}");
        }
        assert_eq!(problems("s: x[i] = 1  in(i) if(z[i] < 1)").len(), 1);
    }

    /// The type of an expression in the scope of `KERNEL`.
    fn type_of(expr: &str) -> Type {
        let module = module("s: c[i] = z[i]  in(i)");
        let kernel = module.kernels.values().next().unwrap();
        let source = diag::SourceMap::default().add("e", expr);
        let expr = crate::text::parse_expr(expr, source, 0, &|_| false).unwrap();
        typing::type_of(kernel, &expr).unwrap()
    }

    #[test]
    fn types_follow_precision() {
        for (expr, ty) in [
            ("z[i] + z[i]", Scalar::C64),
            ("2*z[i] - 0.5", Scalar::C64),
            ("z[i]*x[i]", Scalar::C128),
            ("z[i]*i", Scalar::C64),
            ("z[i]/cast(i64, i)", Scalar::C128),
            ("z[i]**n", Scalar::C64),
            ("z[i]*complex(0.0, 1.0)", Scalar::C64),
            ("x[i]*complex(0.0, 1.0)", Scalar::C128),
            ("i + complex(0, 1)", Scalar::C128),
            ("z[i]*complex(0.0d, 1.0d)", Scalar::C128),
            ("complex(1.0f, 2)", Scalar::C64),
            ("abs(z[i])", Scalar::F32),
            ("abs(i)", Scalar::I32),
            ("real(c[i]) + imag(z[i])", Scalar::F64),
            ("conj(c[i])", Scalar::C128),
            ("exp(z[i])", Scalar::C64),
            ("real(complex(1.0, 2.0))*real(z[i])", Scalar::F32),
            ("sum(k, z[k])", Scalar::C64),
            ("if(z[i] == 1, z[i], x[i])", Scalar::C128),
            ("cast(c64, c[i])", Scalar::C64),
            ("z[i] != c[i]", Scalar::Bool),
        ] {
            assert_eq!(type_of(expr).scalar(), ty, "{expr}");
        }
    }

    #[test]
    fn literals_adapt_to_complex_numbers_and_stay_real() {
        for (expr, wanted, computed) in [
            ("complex(1.0, 2.0)", Scalar::C64, Scalar::C64),
            ("complex(1.0, 2.0)", Scalar::F32, Scalar::C64),
            ("1.5", Scalar::C64, Scalar::F32),
            ("2", Scalar::C128, Scalar::F64),
            ("7 // 2", Scalar::C64, Scalar::F32),
            ("4294967296", Scalar::C64, Scalar::F64),
        ] {
            assert_eq!(type_of(expr).adapted(wanted), computed, "{expr} where {wanted} is wanted");
        }
    }

    #[test]
    fn what_they_have_is_not() {
        for statement in [
            "t[i] = z[i] == x[i] and z[i] != 0",
            "z[i] = f(x[i]) - 2/z[i] + z[i]**i + x[i]**z[i] + z[i]**x[i] + complex(x[i], 1)",
            "x[i] = abs(z[i]) + real(z[i]) + imag(z[i]) + real(x[i])",
            "z[i] = conj(z[i]) + exp(z[i]) + log(z[i]) + sin(z[i]) + cos(z[i]) + sqrt(z[i])",
            "z[i] = sum(k, z[k]*x[k]) + product(k, z[k])",
            "z[i] = x[i]",
            "t[i] = isnan(z[i]) or cast(bool, z[i])",
            "x[i] = x[i] // 2",
        ] {
            assert_eq!(problems(&format!("s: {statement}  in(i)")), Vec::<String>::new(), "{statement}");
        }
    }
}
