//! Large domains, taken apart where nothing connects their loops.

use poly::{Error, Set};

/// Dimensions of a domain that a person may still want to see as one.
const FEW: usize = 8;

/// The factors of a domain of many loops: what is asked about a statement then costs as much as its own
/// loops.
///
/// A domain that has no point runs none of its statements, so factors stand alone only where the same
/// parameters leave each of them a point.
pub(super) fn split_domain(domain: Set) -> Vec<Set> {
    if domain.dims().len() <= FEW {
        return vec![domain];
    }
    factors(&domain).ok().flatten().unwrap_or_else(|| vec![domain])
}

fn factors(domain: &Set) -> Result<Option<Vec<Set>>, Error> {
    let factors = domain.factors()?;
    let mut first = None;
    for factor in &factors {
        let runs = factor.parameter_domain()?;
        if factor.dims().is_empty() || *first.get_or_insert_with(|| runs.clone()) != runs {
            return Ok(None);
        }
    }
    Ok(Some(factors))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_apart(constraints: &str) -> usize {
        let dims = "i0, i1, i2, i3, i4, i5, i6, i7, i8";
        split_domain(ir::text::parse_set(&format!("{{ [{dims}] : {constraints} }}")).unwrap()).len()
    }

    #[test]
    fn only_what_runs_for_the_same_parameters_stands_alone() {
        let others = "0 <= i1, i2, i3, i4, i5, i6, i7, i8 < n";
        assert_eq!(taken_apart(&format!("0 <= i0 < n and {others}")), 9);
        assert_eq!(taken_apart(&format!("0 <= i0 < n and i0 <= i1 and {others}")), 8);
        // Statements in `i1` alone do not run where `m` is 0.
        assert_eq!(taken_apart(&format!("0 <= i0 < m and {others}")), 1);
        assert_eq!(taken_apart(&format!("0 <= i0 < n and n <= 7 and {others}")), 1);
        assert_eq!(taken_apart(&format!("0 <= i0 < n and i0 >= n and {others}")), 1);
    }
}
