//! Counting the points of a domain without visiting each of them.

use super::code::{Level, Linear, LinearTerm};
use super::compile::Compiler;
use super::eval::Machine;
use super::memory::Fault;
use crate::{Floats, Value};
use ir::{Kernel, Name};
use poly::{Constraint, Set};
use std::collections::BTreeMap;

/// Loop iterations that a count may take.
const STEPS: u64 = 20_000_000;

/// Number of points of the joint domain of some inames at which conditions hold; `None` where it depends on
/// values that the kernel computes, or takes too long to find.
pub(crate) fn points(
    kernel: &Kernel,
    values: &BTreeMap<Name, Value>,
    inames: &[Name],
    conditions: &[Constraint],
) -> Option<u64> {
    let mut compiler = Compiler::new(kernel, values);
    let fixed = compiler.integer_constants();
    let fixed = fixed.iter().map(|(name, value)| (name.clone(), poly::Aff::constant(*value))).collect();
    let conditions: Option<Vec<Constraint>> = conditions
        .iter()
        .map(|condition| Some(Constraint { kind: condition.kind, aff: condition.aff.substitute(&fixed)? }))
        .collect();
    let set = compiler.joint_domain(inames, &[]).ok()?.add_constraints(&conditions?).ok()?;
    if set.params().iter().any(|name| set.involves(name) != Ok(false)) {
        return None;
    }
    let mut product = 1_u64;
    for factor in set.factors().ok()? {
        product = product.checked_mul(factor_points(&mut compiler, &factor).ok()??)?;
    }
    Some(product)
}

fn factor_points(compiler: &mut Compiler<'_>, set: &Set) -> Result<Option<u64>, Fault> {
    if set.dims().is_empty() {
        return Ok(set.is_empty().ok().map(|empty| u64::from(!empty)));
    }
    let levels = compiler.set_levels(set.clone(), set.dims(), &[])?;
    let mut machine = Machine::new(Floats::default(), STEPS);
    machine.slots = vec![0; compiler.slots.len()];
    count(&mut machine, &levels)
}

fn count(machine: &mut Machine, levels: &[Level]) -> Result<Option<u64>, Fault> {
    let Some((level, inner)) = levels.split_first() else { return Ok(Some(1)) };
    let Some(range) = machine.range(level)? else { return Ok(Some(0)) };
    if range.exact && !inner.iter().any(|inner| depends(inner, level.slot)) {
        let iterations = u64::try_from(i128::from(range.high) - i128::from(range.low) + 1).ok();
        return Ok(iterations
            .zip(count(machine, inner)?)
            .and_then(|(iterations, each)| iterations.checked_mul(each)));
    }
    let mut sum = 0_u64;
    for at in range.low..=range.high {
        machine.spend()?;
        machine.set_slot(level.slot, at);
        if range.exact || machine.admits(level)? {
            match count(machine, inner)?.and_then(|points| sum.checked_add(points)) {
                Some(total) => sum = total,
                None => return Ok(None),
            }
        }
    }
    Ok(Some(sum))
}

/// Whether the bounds of a loop depend on an iname.
fn depends(level: &Level, slot: usize) -> bool {
    fn mentions(linear: &Linear, slot: usize) -> bool {
        linear.terms.iter().any(|(_, term)| match term {
            LinearTerm::Slot(at) => *at == slot,
            LinearTerm::Floor(inner, _) => mentions(inner, slot),
            LinearTerm::Code(_) => true,
        })
    }
    level.pieces.iter().any(|piece| {
        let bounds = piece.bounds.iter().map(|(_, condition)| condition);
        piece
            .guards
            .iter()
            .chain(&piece.checks)
            .chain(bounds)
            .any(|condition| mentions(&condition.linear, slot))
    })
}
