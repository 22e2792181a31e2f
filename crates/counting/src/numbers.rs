//! Counts at given sizes: what the loop tree of a lowered kernel executes.

use crate::executions::{Execution, Sizes, Work, executions, settled};
use crate::footprint::{Touched, image, join};
use crate::perform::What;
use crate::place::{Launched, launched};
use crate::storage::{Storage, storage};
use crate::{Access, Count, Operation, Synchronization, synchronizations};
use ir::{Expr, Kernel, Name};
use poly::{Aff, Error, Set};
use std::collections::BTreeMap;

/// A number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The number.
    pub number: i128,
    /// Whether it is the very number; else it is at most that.
    pub exact: bool,
}

/// A table of numbers; `None` where data decide and nothing bounds them.
pub type Amounts<K> = BTreeMap<K, Option<Amount>>;

/// An array, and whether it is written.
pub type Direction = (Name, bool);

/// What a kernel does at given sizes.
#[derive(Debug, Clone)]
pub struct Numbers {
    /// Operations of all work items.
    pub operations: Amounts<Operation>,
    /// Loads and stores of elements by all work items.
    pub accesses: Amounts<Access>,
    /// Distinct elements of argument arrays.
    pub elements: Amounts<Direction>,
    /// Barriers of a group, and launches.
    pub synchronizations: Amounts<Synchronization>,
    /// The launches, in text order.
    pub launches: Vec<LaunchNumbers>,
}

/// What a launch does.
#[derive(Debug, Clone)]
pub struct LaunchNumbers {
    /// The launch, and the group that was chosen to be looked at.
    pub launched: Launched,
    /// Distinct elements of argument arrays that this group touches.
    pub elements: Amounts<Direction>,
    /// What it keeps.
    pub storage: Storage,
}

/// Counts what a lowered kernel does at these sizes.
///
/// # Errors
/// Those of the set operations.
pub fn numbers(kernel: &Kernel, sizes: &Sizes) -> Result<Numbers, Error> {
    let all = executions(kernel, sizes)?;
    let (operations, accesses) = work(kernel, &all)?;
    let mut launches = Vec::new();
    let trees = kernel.schedule.as_ref().map(ir::Schedule::launches).unwrap_or_default();
    for (number, (tree, launched)) in trees.into_iter().zip(launched(kernel, sizes)).enumerate() {
        let own = all.iter().filter(|one| one.launch == number);
        let elements = elements(kernel, sizes, own, &launched.chosen)?;
        launches.push(LaunchNumbers { launched, elements, storage: storage(kernel, sizes, tree) });
    }
    let elements = elements(kernel, sizes, all.iter(), &[])?;
    let value_of = |name: &Name| sizes.get(name).copied();
    let evaluated = |count: Count| Some(Amount { number: count.eval(&value_of)?, exact: count.exact });
    let counts = synchronizations(kernel).into_iter();
    let synchronizations = counts.map(|(key, count)| (key, count.and_then(evaluated))).collect();
    Ok(Numbers { operations, accesses, elements, synchronizations, launches })
}

/// Operations and accesses of all places.
fn work(kernel: &Kernel, all: &[Execution]) -> Result<(Amounts<Operation>, Amounts<Access>), Error> {
    let (mut operations, mut accesses) = (BTreeMap::new(), BTreeMap::new());
    for execution in all {
        let everywhere = amount(&execution.points.set, execution.points.is_certain)?;
        for work in &execution.work {
            let amount = match &work.points {
                Some(fewer) => amount(&fewer.set, fewer.is_certain && execution.points.is_certain)?,
                None => everywhere,
            };
            match &work.what {
                What::Operation(operation, times) => add(&mut operations, operation.clone(), amount, *times),
                What::Access { variable, is_store, .. } => {
                    if let Some(key) = Access::classify(kernel, variable, *is_store) {
                        add(&mut accesses, key, amount, 1);
                    }
                }
            }
        }
    }
    Ok((operations, accesses))
}

fn add<K: Ord>(amounts: &mut Amounts<K>, key: K, amount: Option<Amount>, times: i64) {
    let before = amounts.remove(&key).unwrap_or(Some(Amount { number: 0, exact: true }));
    let sum = before.zip(amount).and_then(|(before, more)| {
        let number = before.number.checked_add(more.number.checked_mul(i128::from(times))?)?;
        Some(Amount { number, exact: before.exact && more.exact })
    });
    amounts.insert(key, sum);
}

/// The number of points of a set without parameters, that of a box round it where no better one is found;
/// none where even that is beyond 127 bits.
fn amount(set: &Set, is_certain: bool) -> Result<Option<Amount>, Error> {
    let everywhere = Set::universe(&[], &[])?;
    let counted = Count::of_points(set, &everywhere);
    if let Some((number, exact)) = counted.and_then(|count| Some((count.eval(&|_| None)?, count.exact))) {
        // At most none is none.
        return Ok(Some(Amount { number, exact: exact && is_certain || number == 0 }));
    }
    if !set.params().is_empty() {
        return Ok(None);
    }
    let mut number = 1_i128;
    for column in set.dims() {
        let column = Aff::dim(column);
        let (Some(least), Some(most)) = (set.static_min(&column)?, set.static_max(&column)?) else {
            return Ok(None);
        };
        let length = i128::from(most).saturating_sub(i128::from(least)).saturating_add(1);
        let Some(all) = number.checked_mul(length.max(0)) else { return Ok(None) };
        number = all;
    }
    Ok(Some(Amount { number, exact: false }))
}

/// The distinct elements of argument arrays that places touch where columns have these values.
fn elements<'e>(
    kernel: &Kernel,
    sizes: &Sizes,
    places: impl Iterator<Item = &'e Execution>,
    chosen: &[(Name, i64)],
) -> Result<Amounts<Direction>, Error> {
    let mut all: BTreeMap<Direction, Option<Touched>> = BTreeMap::new();
    for place in places {
        for work in &place.work {
            let What::Access { variable, index, is_store } = &work.what else { continue };
            if index.is_empty() || !kernel.args.contains_key(variable) {
                continue;
            }
            let own = touched(kernel, sizes, place, work, chosen)?;
            let key = (variable.clone(), *is_store);
            join(&mut all, key, own);
        }
    }
    let mut result = BTreeMap::new();
    for (key, touched) in all {
        let number = match touched {
            Some(Touched { elements, is_certain }) => amount(&elements, is_certain)?,
            None => None,
        };
        result.insert(key, number);
    }
    Ok(result)
}

/// The elements that an access touches.
fn touched(
    kernel: &Kernel,
    sizes: &Sizes,
    place: &Execution,
    work: &Work,
    chosen: &[(Name, i64)],
) -> Result<Option<Touched>, Error> {
    let What::Access { variable, index, .. } = &work.what else { return Ok(None) };
    let fewer = work.points.as_ref().unwrap_or(&place.points);
    let mut points = fewer.set.clone();
    let mut by = BTreeMap::new();
    for (column, value) in chosen {
        if !points.has_dim(column) {
            continue;
        }
        by.insert(column.clone(), Expr::int(*value));
        points = points.fix(column, *value)?;
    }
    let index: Vec<Expr> = index.iter().map(|one| settled(one, sizes, &by)).collect();
    let Some(mut touched) = image(kernel, &points, variable, &index)? else { return Ok(None) };
    for (name, size) in sizes {
        if touched.elements.has_param(name) {
            touched.elements = touched.elements.fix(name, *size)?;
        }
    }
    touched.is_certain &= fewer.is_certain && place.points.is_certain;
    Ok(Some(touched))
}
