//! What a kernel does at given sizes, summed up: operations by type, bytes by memory, and the least of both.

use counting::{Access, Amount, Amounts, Numbers, Operation, Pattern, Sizes};
use ir::{AddressSpace, Kernel, Name, Scalar, typing};
use std::collections::BTreeMap;

/// Numbers of a kernel.
#[derive(Debug)]
pub(crate) struct Work {
    /// What is counted.
    pub(crate) numbers: Numbers,
    /// How warps access arrays.
    pub(crate) patterns: Vec<Pattern>,
    /// Floating-point operations by the type of their parts.
    pub(crate) flops: Amounts<Scalar>,
    /// Bytes that are loaded and stored, by memory.
    pub(crate) moved: Amounts<AddressSpace>,
    /// Bytes of arrays that are read, and once more of those that are written: what must be moved.
    pub(crate) least_bytes: Option<Amount>,
}

impl Work {
    /// What a lowered kernel does at these sizes.
    ///
    /// # Errors
    /// Those of the set operations.
    pub(crate) fn count(lowered: &Kernel, sizes: &Sizes) -> Result<Self, poly::Error> {
        let numbers = counting::numbers(lowered, sizes)?;
        let patterns = counting::patterns(lowered, sizes);
        let flops = flops(&numbers.operations);
        let moved = moved(&numbers.accesses);
        let elements = numbers.elements.iter();
        let bytes = elements.map(|((name, _), amount)| times((*amount)?, size_of(lowered, name)?));
        let least_bytes = total(bytes);
        Ok(Work { numbers, patterns, flops, moved, least_bytes })
    }

    /// All floating-point operations.
    pub(crate) fn all_flops(&self) -> Option<Amount> {
        total(self.flops.values().copied())
    }

    /// Operations for each byte that must be moved.
    pub(crate) fn intensity(&self) -> Option<f64> {
        let bytes = self.least_bytes.filter(|bytes| bytes.number > 0)?;
        Some(real(self.all_flops()?.number) / real(bytes.number))
    }
}

/// Bytes of an element.
pub(crate) fn size_of(kernel: &Kernel, name: &Name) -> Option<u32> {
    Some(typing::type_of_variable(kernel, name).ok()?.scalar().bytes())
}

/// So many times an amount.
pub(crate) fn times(amount: Amount, by: u32) -> Option<Amount> {
    Some(Amount { number: amount.number.checked_mul(i128::from(by))?, ..amount })
}

/// The sum; `None` where one of them is not known.
pub(crate) fn total(amounts: impl Iterator<Item = Option<Amount>>) -> Option<Amount> {
    let mut amounts = amounts;
    amounts.try_fold(Amount { number: 0, exact: true }, |sum, amount| {
        let amount = amount?;
        let number = sum.number.checked_add(amount.number)?;
        Some(Amount { number, exact: sum.exact && amount.exact })
    })
}

fn add<K: Ord>(amounts: &mut Amounts<K>, key: K, amount: Option<Amount>) {
    let before = amounts.remove(&key).unwrap_or(Some(Amount { number: 0, exact: true }));
    amounts.insert(key, total([before, amount].into_iter()));
}

fn flops(operations: &Amounts<Operation>) -> Amounts<Scalar> {
    let mut result = BTreeMap::new();
    for (operation, amount) in operations.iter().filter(|(operation, _)| operation.ty.is_inexact()) {
        let parts = parts(operation);
        add(&mut result, operation.ty.part(), amount.and_then(|amount| times(amount, parts)));
    }
    result
}

/// Operations on real numbers that an operation takes; of complex ones by the formulas that generated code
/// has.
fn parts(operation: &Operation) -> u32 {
    match operation.name.as_str() {
        "add" if operation.ty.is_complex() => 2,
        "mul" if operation.ty.is_complex() => 6,
        "div" if operation.ty.is_complex() => 9,
        "func:fma" => 2,
        _ => 1,
    }
}

fn moved(accesses: &Amounts<Access>) -> Amounts<AddressSpace> {
    let mut result = BTreeMap::new();
    for (access, amount) in accesses {
        let space = access.space.unwrap_or(AddressSpace::Private);
        add(&mut result, space, amount.and_then(|amount| times(amount, access.ty.bytes())));
    }
    result
}

/// A count as part of a rate.
#[allow(clippy::cast_precision_loss, reason = "counts beyond 2^53 round, which a rate does not show")]
pub(crate) fn real(count: i128) -> f64 {
    count as f64
}
