//! Claim (ties): Times tell instances apart, or those that conflict and share a time are found.
//!
//! A time is a vector that is compared component by component. Two instances whose times agree as far as the
//! shorter one goes are in no order. Where times are positions and iterations by turns, as front ends write
//! them, a look at the components shows that no two instances agree; else sets are asked, for each conflict.

use ir::{Name, Statement};
use poly::{Aff, Constraint};
use std::collections::BTreeMap;

use dependence::instance::Instance;

/// A statement and its time.
type Timed<'k> = (&'k Statement, &'k [Aff]);

/// Whether no two instances of these statements have the same time, by the form of the times alone.
pub(crate) fn are_apart<'k>(statements: impl Iterator<Item = &'k Statement>) -> bool {
    let timed: Option<Vec<Timed<'k>>> =
        statements.map(|statement| Some((statement, statement.time.as_deref()?))).collect();
    let Some(timed) = timed else { return false };
    let mut open = vec![(0, timed)];
    while let Some((depth, group)) = open.pop() {
        if let [(statement, time)] = group.as_slice() {
            if !numbers_iterations(statement, time) {
                return false;
            }
            continue;
        }
        let Some(parts) = parted(depth, group) else { return false };
        open.extend(parts.into_iter().map(|part| (depth + 1, part)));
    }
    true
}

/// Whether each iname of a statement is a component of its time.
fn numbers_iterations(statement: &Statement, time: &[Aff]) -> bool {
    statement.inames.iter().all(|iname| time.contains(&Aff::dim(iname)))
}

/// Statements whose times agree up to a component, by its value if it is a position in all of them; together
/// if it is an iteration in all of them. `None` where it is neither, or missing.
fn parted(depth: usize, group: Vec<Timed<'_>>) -> Option<Vec<Vec<Timed<'_>>>> {
    let component = |(statement, time): &Timed<'_>| {
        let aff = time.get(depth)?;
        let is_iteration = statement.inames.iter().any(|iname| *aff == Aff::dim(iname));
        if is_iteration { Some(None) } else { aff.as_constant().map(Some) }
    };
    let mut parts: BTreeMap<Option<i64>, Vec<Timed<'_>>> = BTreeMap::new();
    for timed in group {
        parts.entry(component(&timed)?).or_default().push(timed);
    }
    let mixed = parts.len() > 1 && parts.contains_key(&None);
    (!mixed).then(|| parts.into_values().collect())
}

/// When two instances, of which each has a time, have the same one: alternatives. `None` on overflow.
pub(crate) fn same_time(
    x: &[Aff],
    x_at: &Instance,
    y: &[Aff],
    y_at: &Instance,
    differ: Option<&[Name]>,
) -> Option<Vec<Vec<Constraint>>> {
    let components = x.iter().zip(y);
    let equal = components.map(|(a, b)| Constraint::eq(&x_at.aff(a)?, &y_at.aff(b)?));
    let equal: Vec<Constraint> = equal.collect::<Option<_>>()?;
    let Some(inames) = differ else { return Some(vec![equal]) };
    let apart = x_at.differ(y_at, inames)?.into_iter();
    Some(apart.map(|apart| equal.iter().cloned().chain(apart).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Kernel;

    fn kernel(statements: &str) -> Kernel {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] inout\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  \
             domain [n] -> {{ [j] : 0 <= j < n }}\n  iname i\n  iname j\n{statements}}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1
    }

    fn are_known_apart(statements: &str) -> bool {
        are_apart(kernel(statements).statements.values())
    }

    // Claim: ties
    #[test]
    fn positions_and_iterations_by_turns_are_apart() {
        assert!(are_known_apart(
            "  s: a[i] = 1.0  in(i) time(0, i, 0)\n  t: a[i] = 2.0  in(i) time(0, i, 1)\n"
        ));
        assert!(are_known_apart("  s: a[i] = 1.0  in(i) time(1, i)\n  t: a[j] = 2.0  in(j) time(0, j)\n"));
        assert!(are_known_apart(
            "  s: a[i] = 1.0  in(i) time(0, i, 1)\n  t: a[j] = 2.0  in(j) time(0, j, 0)\n"
        ));
    }

    #[test]
    fn ties_prefixes_and_lost_iterations_are_not() {
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i) time(0)\n"));
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i) time(i)\n  t: a[i] = 2.0  in(i) time(i, 0)\n"));
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i) time(0, i)\n  t: a[j] = 2.0  in(j) time(0, j)\n"));
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i) time(i, 0)\n  t: a[j] = 2.0  in(j) time(0, j)\n"));
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i, j) time(i)\n"));
        assert!(!are_known_apart("  s: a[i] = 1.0  in(i)\n"));
    }
}
