//! What a kernel promises of the contents of arrays: whether it holds, and values for which it does.

use crate::value::{Word, integer};
use crate::{Array, Bindings, Value};
use diag::Diagnostic;
use ir::{Kernel, Name, Promise};
use poly::Aff;
use std::collections::BTreeMap;

/// What the drawn elements of an array must be like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Promised {
    /// Between which numbers they lie, from the first to below the second.
    pub(crate) range: Option<(i64, i64)>,
    /// Whether they must differ.
    pub(crate) injective: bool,
}

/// What is promised of an array, where scalars have these values.
pub(crate) fn find(kernel: &Kernel, values: &BTreeMap<Name, Value>, array: &Name) -> Promised {
    let mut found = Promised::default();
    for promise in kernel.promises.iter().filter(|promise| promise.is_about(array)) {
        match promise {
            Promise::Injective(_) => found.injective = true,
            Promise::Distinct { .. } => {}
            Promise::Range { low, high, .. } => {
                let value = |bound: &Aff| bound.eval(&|name| integer_value(*values.get(name)?));
                found.range = value(low).zip(value(high));
            }
        }
    }
    found
}

fn integer_value(value: Value) -> Option<i64> {
    i64::try_from(value.as_int()?).ok()
}

/// Checks what a kernel promises of its arrays.
///
/// # Errors
/// For each promise that does not hold, the elements that break it.
pub fn check_promises(kernel: &Kernel, bindings: &Bindings) -> Result<(), Vec<Diagnostic>> {
    let problems: Vec<Diagnostic> =
        kernel.promises.iter().filter_map(|promise| broken(kernel, bindings, promise)).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn broken(kernel: &Kernel, bindings: &Bindings, promise: &Promise) -> Option<Diagnostic> {
    let name = promise.array()?;
    let array = bindings.array(name)?;
    let element = |at: usize| place(name, array, at);
    let found = match promise {
        Promise::Injective(_) => {
            let (first, second, word) = repeated(array)?;
            format!("{} and {} are both {}", element(first), element(second), integer(word))
        }
        Promise::Distinct { .. } => return None,
        Promise::Range { .. } => {
            let (low, high) = find(kernel, &bindings.values, name).range?;
            let inside = |word: Word| (i128::from(low)..i128::from(high)).contains(&integer(word));
            let (at, word) = array.words().enumerate().find(|(_, word)| !inside(*word))?;
            format!("{} is {}", element(at), integer(word))
        }
    };
    let message = format!("{found}, but the kernel promises `{promise}`");
    let mut problem = Diagnostic::error("lp::run::promise", message);
    let names = promise.bounds().into_iter().flatten().flat_map(Aff::names);
    let values: Vec<String> =
        names.filter_map(|name| Some(format!("{name} = {}", bindings.value(&name)?))).collect();
    if !values.is_empty() {
        problem = problem.note(format!("with {}", values.join(", ")));
    }
    Some(problem.help("the kernel computes something else, or nothing, where its promises do not hold"))
}

/// The first element that occurs a second time: where, where again, and its bits.
fn repeated(array: &Array) -> Option<(usize, usize, Word)> {
    let mut sorted: Vec<(Word, usize)> = array.words().enumerate().map(|(at, word)| (word, at)).collect();
    sorted.sort_unstable();
    let equal = sorted.windows(2).filter_map(|pair| match pair {
        [(a, first), (b, second)] if a == b => Some((*first, *second, *a)),
        _ => None,
    });
    equal.min_by_key(|(_, second, _)| *second)
}

/// `` `idx[1, 2]` ``, for the element at that place in row-major order.
fn place(name: &Name, array: &Array, at: usize) -> String {
    let index = array.indices().nth(at).unwrap_or_default();
    let index: Vec<String> = index.iter().map(ToString::to_string).collect();
    format!("`{name}[{}]`", index.join(", "))
}
