//! Operations on the bits of integers: the functions `bit_and`, `bit_not`, `bit_or`, `bit_xor`, `shift_left`
//! and `shift_right`. A signed integer has the bits of its two's complement. A shift to the left drops the
//! bits that its type does not hold, one to the right keeps the sign; each goes by at least 0 and by less
//! than all bits.

use crate::function::{self, ResultType};
use crate::typing::{self, Type};
use crate::{Expr, Kernel, Node, Scalar, Statement, exact, expand, walk};
use diag::Diagnostic;

/// Whether a function works on bits.
pub fn is_bitwise(function: &str) -> bool {
    function::find(function).is_some_and(|function| function.result == ResultType::Bits)
}

/// Whether a function takes integers alone.
fn takes_integers(function: &str) -> bool {
    let result = function::find(function).map(|function| function.result);
    matches!(result, Some(ResultType::Bits | ResultType::Quotient))
}

/// All operations of statements that only integers have, on what is none: on its bits, or a quotient that is
/// cut off. What has no type yet is passed over.
pub fn misuses(kernel: &Kernel) -> Vec<Diagnostic> {
    let mentions = |expr: &Expr| {
        walk::any(
            expr,
            &mut |part| matches!(part.node(), Node::Call { function, .. } if takes_integers(function)),
        )
    };
    if !kernel.expressions().chain(kernel.rules.values().map(|rule| &rule.body)).any(mentions) {
        return Vec::new();
    }
    kernel.statements.values().flat_map(|statement| of_statement(kernel, statement)).collect()
}

fn of_statement(kernel: &Kernel, statement: &Statement) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for expr in statement.expressions() {
        let Some(expanded) = expand::expand_rules(expr, &kernel.rules) else { continue };
        walk::visit(&expanded, &mut |part| {
            let Node::Call { function, args } = part.node() else { return };
            if !takes_integers(function) {
                return;
            }
            if exact::is_index_arithmetic(kernel, part) {
                return;
            }
            let types = args.iter().map(|arg| typing::type_of(kernel, arg));
            let common = types.reduce(|a, b| Ok(a?.common(b?))).unwrap_or(Ok(Type::AnyInt));
            if let Ok(ty) = common.map(Type::scalar)
                && ty.is_inexact()
            {
                let message = match is_bitwise(function) {
                    true => format!("`{part}` asks for the bits of a number of type `{ty}`"),
                    false => format!("`{part}` divides numbers of type `{ty}` as integers are divided"),
                };
                let problem = Diagnostic::error("lp::types::bits", message);
                let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "");
                found.push(problem.help(advice(ty)));
            }
        });
    }
    found
}

fn advice(ty: Scalar) -> &'static str {
    match ty {
        // What `u64` and a signed integer have in common.
        Scalar::F64 => "it takes integers; convert operands of different types to one: `cast(uint64, x)`",
        _ => "it takes integers; convert its operands: `cast(int32, x)`",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Module, text};

    fn module(value: &str) -> Module {
        let source = format!(
            "lpir 1\nkernel @k {{\n arg n : i32\n arg x : f64[n] in\n arg u : u64[n] in\n arg s : i8[n] in\n arg o : i64[n] inout\n domain [n] -> {{ [i] : 0 <= i < n }}\n rule f(a) := bit_and(a, 1)\n s: o[i] = {value}  in(i)\n}}\n"
        );
        text::parse_module(&source, diag::SourceMap::default().add("k.lpir", source.clone())).unwrap()
    }

    #[test]
    fn only_integers_have_bits_and_quotients() {
        for (value, wrong) in [
            ("bit_and(x[i], 1)", 1),
            ("f(x[i]) + f(i)", 1),
            ("bit_not(1.5)", 1),
            ("shift_left(i, 2.0)", 1),
            ("bit_or(u[i], i)", 1),
            ("div_trunc(x[i], 2)", 1),
            ("rem_trunc(7, 2.0)", 1),
            ("rem_trunc(if(x[i] > 0, 7, 4), 2)", 0),
            ("bit_or(u[i], 1)", 0),
            ("bit_xor(s[i], i)", 0),
            ("shift_right(bit_not(s[i]), 2) + 1.5*x[i]", 0),
        ] {
            let problems: Vec<Diagnostic> = module(value).kernels.values().flat_map(misuses).collect();
            assert_eq!(problems.len(), wrong, "{value}");
        }
    }

    #[test]
    fn types_are_those_of_integers() {
        for (value, ty) in [
            ("bit_and(s[i], s[i])", Scalar::I32),
            ("bit_and(s[i], o[i])", Scalar::I64),
            ("bit_or(u[i], 1)", Scalar::U64),
            ("bit_and(3, 5)", Scalar::I32),
            ("bit_and(3, 4294967296)", Scalar::I64),
            ("1.0*bit_and(3, 5)", Scalar::F64),
        ] {
            let module = module(value);
            let kernel = module.kernels.values().next().unwrap();
            let expr = kernel.statements["s"].value().unwrap();
            assert_eq!(typing::type_of(kernel, expr).unwrap().scalar(), ty, "{value}");
        }
    }
}
