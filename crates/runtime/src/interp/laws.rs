//! Whether declared operations are what reductions need: associative and commutative, with their neutral
//! value. Formulas are tried with a few values each; one that fails tells it, while those that pass prove
//! nothing.

use super::compile::Compiler;
use super::eval::Machine;
use crate::Value;
use crate::floats::Floats;
use crate::value::{Word, float, float_word, integer, integer_word};
use diag::Diagnostic;
use ir::{Declared, Kernel, Name, Scalar};

/// Steps that all trials of one operation may take.
const FUEL: u64 = 1_000_000;

/// Each declared operation with a formula that is none, with values that show it.
pub fn lawless_operations(kernel: &Kernel) -> Vec<Diagnostic> {
    let operations = kernel.functions.iter().filter(|(_, function)| function.is_operation());
    let tried =
        operations.filter(|(_, function)| function.formula.is_some() && !function.result.is_complex());
    let refuted = |(name, function): (&Name, &Declared)| {
        let message = counterexample(kernel, name, function)?;
        let error = Diagnostic::error("lp::types::operation", message);
        let help = "a reduction combines values in any order and starts from the neutral one: the operation is associative and \
                    commutative, and what changes each value belongs to what is reduced, as in `reduce(max, k, abs(x[k]))`";
        Some(error.at_entity(function.loc.as_ref(), function.origin, "declared here").help(help))
    };
    tried.filter_map(refuted).collect()
}

/// What shows that the operation is none.
fn counterexample(kernel: &Kernel, name: &Name, function: &Declared) -> Option<String> {
    let constants = std::collections::BTreeMap::new();
    let mut compiler = Compiler::new(kernel, &constants);
    compiler.floats = Floats::Rounded;
    let operation = compiler.operation(name).ok()?;
    let mut machine = Machine::new(Floats::Rounded, FUEL);
    let ty = function.result;
    let neutral = machine.eval(&operation.neutral).ok()?;
    // Where an operation has no value, as where integers overflow, it says nothing.
    let mut combine = |a: Word, b: Word| machine.with_operands(vec![a, b], &operation.combined).ok();
    let text = |word: Word| Value::of_word(ty, word).to_string();
    let values: Vec<Word> = samples(ty).into_iter().chain([neutral]).collect();
    for &a in &values {
        if let Some(same) = combine(a, neutral).filter(|same| !is_equal(ty, *same, a)) {
            return Some(format!(
                "`{name}({}, {})` is {}: the neutral value changes it",
                text(a),
                text(neutral),
                text(same)
            ));
        }
        for &b in &values {
            if let (Some(one), Some(other)) = (combine(a, b), combine(b, a))
                && !is_equal(ty, one, other)
            {
                let (a, b, one, other) = (text(a), text(b), text(one), text(other));
                return Some(format!("`{name}({a}, {b})` is {one}, and `{name}({b}, {a})` is {other}"));
            }
            for &c in &values {
                let left = combine(a, b).and_then(|both| combine(both, c));
                let right = combine(b, c).and_then(|both| combine(a, both));
                if let (Some(left), Some(right)) = (left, right)
                    && !is_equal(ty, left, right)
                {
                    let [a, b, c, left, right] = [a, b, c, left, right].map(text);
                    return Some(format!(
                        "`{name}({name}({a}, {b}), {c})` is {left}, and `{name}({a}, {name}({b}, {c}))` is {right}"
                    ));
                }
            }
        }
    }
    None
}

/// Small values of a type, whose sums and products are exact.
fn samples(ty: Scalar) -> Vec<Word> {
    match ty {
        Scalar::Bool => vec![0, 1],
        _ if ty.is_float() => {
            [-1000.0, -2.5, -1.0, 0.0, 0.5, 1.0, 3.0, 1000.0].map(|value| float_word(ty, value)).to_vec()
        }
        _ => [-1000, -3, -1, 0, 1, 2, 5, 1000]
            .into_iter()
            .filter_map(|value| integer_word(ty, value))
            .collect(),
    }
}

/// Whether two values are equal but for rounding.
fn is_equal(ty: Scalar, a: Word, b: Word) -> bool {
    if !ty.is_float() {
        return ty == Scalar::Bool && a == b || integer(a) == integer(b);
    }
    let (a, b) = (float(ty, a), float(ty, b));
    let within = if ty == Scalar::F32 { 1e-5 } else { 1e-12 };
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= within * a.abs().max(b.abs())
}
