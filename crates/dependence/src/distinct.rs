//! Claim (distinct): Where instances of a statement that differ in some loops write different elements, accesses of what they write meet only where these loops agree.

use crate::required::Performed;
use ir::distinct::{Distinct, distinct_of};
use ir::{Expr, Kernel, LValue, Name, Statement};
use poly::{Aff, Constraint};
use std::collections::BTreeMap;

/// What is promised of where the statement of the reference writes whose instances this one performs, if the
/// access is of the element that it writes.
pub fn written<'k>(
    kernel: &'k Kernel,
    id: &'k Name,
    statement: &'k Statement,
    variable: &Name,
    index: &[Expr],
) -> Vec<Distinct<'k>> {
    let is_target = |target: &LValue| target.name() == variable && target.index() == index;
    if kernel.promises.is_empty() || !statement.target().is_some_and(is_target) {
        return Vec::new();
    }
    distinct_of(kernel, id, statement).collect()
}

/// An access of what is written.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// What is promised of it.
    pub promises: &'a [Distinct<'a>],
    /// The name of the statement that makes it.
    pub id: &'a Name,
    /// That statement.
    pub statement: &'a Statement,
    /// The values of its inames.
    pub values: &'a BTreeMap<Name, Aff>,
}

/// What holds where two such accesses meet in one element, if they are of one statement of the reference: the
/// inames that the promises are about have the same values. Nothing on overflow.
pub fn same_instance(kernel: &Kernel, sides: [Side<'_>; 2]) -> Vec<Constraint> {
    let [first, second] = sides.map(|side| side.promises);
    let inames = |promises: &[Distinct<'_>]| promises.first().map(|promise| promise.statement.clone());
    if first.is_empty() || inames(first) != inames(second) {
        return Vec::new();
    }
    let performed =
        |side: Side<'_>| Performed::of_statement(kernel, side.id, side.statement)?.inames_at(side.values);
    let [a, b] = sides.map(performed);
    let (Some(a), Some(b)) = (a, b) else { return Vec::new() };
    let equal = |iname: &Name| {
        let (own, other) = (a.get(iname)?, b.get(iname)?);
        match own.sub(other)?.as_constant() {
            Some(0) => None,
            _ => Constraint::eq(own, other),
        }
    };
    first.iter().flat_map(|promise| promise.inames).filter_map(equal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;
    use std::collections::BTreeSet;

    const REFERENCE: &str = "arg n : i32\n  arg p : i32[n, 4] in\n  arg a : f64[4*n] inout\n  domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < 4 }\n  \
         iname i\n  iname j\n";

    fn kernel(lines: &str) -> Kernel {
        let text = format!("lpir 1\nkernel @k {{\n  {REFERENCE}  {lines}\n}}\n");
        let id = SourceMap::default().add("k", text.as_str());
        ir::text::parse_module(&text, id).unwrap().kernels.pop().unwrap().1
    }

    /// Whether the access of the target by the statement of that name is of a promised element.
    fn promised(kernel: &Kernel, id: &str, index: Option<&str>) -> bool {
        let (id, statement) = kernel.statements.get_key_value(id).unwrap();
        let target = statement.target().unwrap();
        let other = index.map(|text| {
            vec![ir::text::parse_expr(text, SourceMap::default().add("e", text), 0, &|_| false).unwrap()]
        });
        let index = other.as_deref().unwrap_or(target.index());
        written(kernel, id, statement, target.name(), index).len() == 1
    }

    // Claim: distinct
    #[test]
    fn instances_that_meet_are_one_whatever_keeps_the_promise() {
        let kernel = kernel("promise distinct s\n  s: a[p[i, j]] = a[p[i, j]] + 1.0  in(i, j) time(i, j)");
        let (id, statement) = kernel.statements.get_key_value("s").unwrap();
        let at = |prefix: &str| -> BTreeMap<Name, Aff> {
            let column = |name: &str| (Name::from(name), Aff::dim(&Name::new(format!("{prefix}{name}"))));
            ["i", "j"].map(column).into_iter().collect()
        };
        let target = statement.target().unwrap();
        let promised = written(&kernel, id, statement, target.name(), target.index());
        let [x, y] = [at("x."), at("y.")];
        let sides = [&x, &y].map(|values| Side { promises: &promised, id, statement, values });
        let equal = same_instance(&kernel, sides);
        assert_eq!(equal.len(), 2);
        // All contents of `p` for two rows that keep the promise are one-to-one; some that do not are not.
        let points: Vec<(i64, i64)> = (0..2).flat_map(|i| (0..4).map(move |j| (i, j))).collect();
        for (shift, keeps) in [(0, true), (1, true), (3, true), (4, false)] {
            let content = |(i, j): (i64, i64)| if keeps { (4 * i + j + shift) % 8 } else { (i + j) % 4 };
            let elements: BTreeSet<i64> = points.iter().map(|point| content(*point)).collect();
            assert_eq!(elements.len() == points.len(), keeps);
            for (x, y) in points.iter().flat_map(|x| points.iter().map(move |y| (*x, *y))) {
                let values = [("x.i", x.0), ("x.j", x.1), ("y.i", y.0), ("y.j", y.1)];
                let point = values.map(|(name, value)| (Name::from(name), value)).into_iter().collect();
                let holds = equal.iter().all(|constraint| constraint.holds(&point) == Some(true));
                assert!(!keeps || content(x) != content(y) || holds, "{x:?} {y:?}");
                assert_eq!(holds, x == y);
            }
        }
    }

    #[test]
    fn only_what_performs_the_statement_and_accesses_its_target_is_told() {
        let own = kernel(
            "promise distinct s\n  s: a[p[i, j]] = 1.0  in(i, j) time(0, i, j)\n  t: a[p[i, j]] = 2.0  in(i, j) time(1, i, j)",
        );
        assert!(promised(&own, "s", None));
        assert!(!promised(&own, "t", None));
        assert!(!promised(&own, "s", Some("i")));
        let reference =
            format!("reference {{\n  {REFERENCE}  s: a[p[i, j]] = 1.0  in(i, j) time(i, j)\n  }}");
        let of = |line: &str| {
            kernel(&format!("temp b : f64[4*n] global\n  promise distinct s\n  {line}\n  {reference}"))
        };
        assert!(promised(&of("u: a[p[i, j]] = 1.0  in(i, j) of s(i = i, j = j)"), "u", None));
        assert!(!promised(&of("u: a[p[i, j]] = 1.0  in(i, j) part of s(i = i, j = j)"), "u", None));
        assert!(!promised(&of("u: b[p[i, j]] = 1.0  in(i, j) of s(i = i, j = j)"), "u", None));
    }

    #[test]
    fn a_promise_about_one_loop_tells_that_loop_alone() {
        let kernel = kernel("promise distinct s(i)\n  s: a[p[i, 0]] = a[p[i, 0]] + 1.0  in(i, j) time(i, j)");
        let (id, statement) = kernel.statements.get_key_value("s").unwrap();
        let target = statement.target().unwrap();
        let promised = written(&kernel, id, statement, target.name(), target.index());
        let at = |prefix: &str| -> BTreeMap<Name, Aff> {
            let column = |name: &str| (Name::from(name), Aff::dim(&Name::new(format!("{prefix}{name}"))));
            ["i", "j"].map(column).into_iter().collect()
        };
        let [x, y] = [at("x."), at("y.")];
        let sides = [&x, &y].map(|values| Side { promises: &promised, id, statement, values });
        let equal = same_instance(&kernel, sides);
        let [i, j] = ["x.i", "y.i"].map(|name| Aff::dim(&name.into()));
        assert_eq!(equal, [Constraint::eq(&i, &j).unwrap()]);
    }
}
