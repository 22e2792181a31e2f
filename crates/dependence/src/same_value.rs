//! When two instances of a statement store the same value.
//!
//! One expression has one value wherever its operands have the same values. Operands are integers in the
//! inames, whose forms may be set equal, arguments that nothing writes, scalars that one instance of a
//! statement has computed before, and numbers.

use ir::access::{AccessKind, accesses};
use ir::{ArgKind, Atomic, Expr, Kernel, LValue, Name, Node, Provenance, Statement, affine, expand, walk};
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::domain::is_fixed;
use crate::required::Performed;

/// The values of a statement's inames at two instances.
pub type Both<'a> = [&'a BTreeMap<Name, Aff>; 2];

/// Constraints under which two instances of a statement store the same value; `None` where none are known.
///
/// What performs instances of the reference stores their values, so that the reference's expression counts
/// there. An update, and whatever else reads the variable that it writes, depends on what was stored before.
pub fn same_value(
    kernel: &Kernel,
    id: &Name,
    statement: &Statement,
    both: Both<'_>,
) -> Option<Vec<Constraint>> {
    if statement.atomic == Some(Atomic::Update) || reads_its_target(kernel, statement) {
        return None;
    }
    let part = matches!(statement.provenance, Some(Provenance::Part(_) | Provenance::Fetch(_)));
    let Some(performed) = Performed::of_statement(kernel, id, statement).filter(|_| !part) else {
        return same_value_of(kernel, statement, both);
    };
    let [first, second] = both.map(|values| performed.inames_at(values));
    let (first, second) = (first?, second?);
    same_value_of(performed.kernel, performed.statement, [&first, &second])
}

fn reads_its_target(kernel: &Kernel, statement: &Statement) -> bool {
    let target = statement.target().map(LValue::name);
    accesses(kernel, statement)
        .iter()
        .any(|access| access.kind == AccessKind::Read && Some(&access.variable) == target)
}

fn same_value_of(kernel: &Kernel, statement: &Statement, both: Both<'_>) -> Option<Vec<Constraint>> {
    let value = statement.value()?;
    let value = expand::expand_rules(value, &kernel.rules).unwrap_or_else(|| value.clone());
    let mut search = Search { kernel, statement, inames: &statement.inames, both, found: Vec::new() };
    search.expression(&value, &mut Vec::new())?;
    Some(search.found)
}

struct Search<'a> {
    kernel: &'a Kernel,
    statement: &'a Statement,
    inames: &'a [Name],
    both: Both<'a>,
    found: Vec<Constraint>,
}

impl Search<'_> {
    /// Asks that an expression has the same value at both instances, at each value of the `reduced` inames.
    fn expression(&mut self, expr: &Expr, reduced: &mut Vec<Name>) -> Option<()> {
        let own = |name: &Name| !reduced.contains(name) && is_fixed(self.kernel, self.inames, name);
        if let Some(form) = affine::to_aff(expr)
            && form.names().iter().all(own)
        {
            return self.equal(&form);
        }
        match expr.node() {
            Node::Var(name) if reduced.contains(name) => {}
            Node::Var(name) => (self.is_argument(name) || self.is_computed_once(name)).then_some(())?,
            Node::Load { array, .. } => self.is_never_written(array).then_some(())?,
            Node::Rule { .. } => return None,
            _ => {}
        }
        let depth = reduced.len();
        if let Node::Reduce { inames, .. } = expr.node() {
            reduced.extend(inames.iter().cloned());
            self.bounds(inames, reduced)?;
        }
        for operand in walk::children(expr) {
            self.expression(operand, reduced)?;
        }
        reduced.truncate(depth);
        Some(())
    }

    /// Asks that a reduction runs over the same points: where the bounds of its inames depend on others,
    /// these are equal.
    fn bounds(&mut self, inames: &[Name], reduced: &[Name]) -> Option<()> {
        let homes: BTreeSet<usize> = inames.iter().filter_map(|iname| self.kernel.home(iname)).collect();
        for home in homes.into_iter().filter_map(|at| self.kernel.domains.get(at)) {
            let own = |name: &&Name| !reduced.contains(name);
            let others: Vec<Name> = home.set.dims().iter().filter(own).cloned().collect();
            let others = relevant(&home.set, others);
            for name in others.iter().chain(home.set.params().iter().filter(own)) {
                if self.inames.contains(name) {
                    self.equal(&Aff::dim(name))?;
                } else {
                    self.is_argument(name).then_some(())?;
                }
            }
        }
        Some(())
    }

    fn equal(&mut self, form: &Aff) -> Option<()> {
        let [first, second] = self.both.map(|values| form.substitute(values));
        let (first, second) = (first?, second?);
        if first != second {
            self.found.push(Constraint::eq(&first, &second)?);
        }
        Some(())
    }

    fn is_argument(&self, name: &Name) -> bool {
        self.kernel.args.get(name).is_some_and(|arg| arg.kind == ArgKind::Value)
    }

    /// Whether one instance of a statement writes the scalar, before all of this one.
    fn is_computed_once(&self, scalar: &Name) -> bool {
        let writes =
            |(_, other): &(&Name, &Statement)| other.target().is_some_and(|target| target.name() == scalar);
        let mut writers = self.kernel.statements.iter().filter(writes);
        let (Some((id, writer)), None) = (writers.next(), writers.next()) else { return false };
        let first = || self.statement.after.contains(id) && self.statement.time.is_none();
        writer.inames.is_empty() && writer.predicates.is_empty() && writer.atomic.is_none() && first()
    }

    fn is_never_written(&self, array: &Name) -> bool {
        let writes = |statement: &Statement| statement.target().is_some_and(|target| target.name() == array);
        self.kernel.args.contains_key(array) && !self.kernel.statements.values().any(writes)
    }
}

/// Those of some dimensions on whose values it depends which points the other ones have, as far as that is
/// found out.
fn relevant(set: &Set, some: Vec<Name>) -> Vec<Name> {
    let rest: Vec<Name> = set.dims().iter().filter(|dim| !some.contains(dim)).cloned().collect();
    let (mut left, mut relevant) = (set.clone(), Vec::new());
    for name in some {
        match project_out_free(&left, &name, &rest) {
            Ok(Some(fewer)) => left = fewer,
            _ => relevant.push(name),
        }
    }
    relevant
}

/// A set without a dimension, if the rest has the same points whatever that is, where all others are given.
fn project_out_free(set: &Set, name: &Name, rest: &[Name]) -> Result<Option<Set>, Error> {
    let fewer = set.project_out(std::slice::from_ref(name))?;
    let joined = fewer.intersect(&set.project_out(rest)?)?;
    Ok(joined.is_subset(set)?.then_some(fewer))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When `s(i = x, j = u)` and `s(i = y, j = v)` store the same value.
    fn needed_equalities(value: &str) -> Option<Vec<Constraint>> {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg f : f64\n  arg a : f64[n] in\n  arg b : f64[n] inout\n  \
             temp t : f64\n  domain [n] -> {{ [i, j, r, w] : 0 <= i, j < n and 0 <= r <= i and 0 <= w <= i + j }}\n  domain [n] -> {{ [k, m] : 0 <= k, m < n }}\n  \
             domain in 0 [i] -> {{ [l] : 0 <= l <= i }}\n  s: b[0] = {value}  in(i, j)\n}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        let kernel = ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        let (id, statement) = kernel.statements.get_index(0).unwrap();
        let at = |columns: [&str; 2]| {
            let columns = columns.map(|column| Aff::dim(&column.into()));
            ["i", "j"].map(Name::from).into_iter().zip(columns).collect()
        };
        same_value(&kernel, id, statement, [&at(["x", "u"]), &at(["y", "v"])])
    }

    fn equal(a: &Aff, b: &Aff) -> Constraint {
        Constraint::eq(a, b).unwrap()
    }

    #[test]
    fn operands_must_be_equal_integers_or_what_nothing_writes() {
        let [x, y, u, v] = ["x", "y", "u", "v"].map(|name| Aff::dim(&name.into()));
        assert_eq!(needed_equalities("f*exp(2.0) + cast(f64, n)"), Some(vec![]));
        assert_eq!(needed_equalities("a[2*n]*a[0]"), Some(vec![]));
        assert_eq!(needed_equalities("a[i]"), Some(vec![equal(&x, &y)]));
        assert_eq!(needed_equalities("if(a[0] < f, a[i], 1.0*j)"), Some(vec![equal(&x, &y), equal(&u, &v)]));
        let half = |aff: &Aff| aff.floor_div(2).unwrap();
        assert_eq!(needed_equalities("2.0*a[i // 2]"), Some(vec![equal(&half(&x), &half(&y))]));
        assert_eq!(needed_equalities("b[1]"), None);
        assert_eq!(needed_equalities("t"), None);
    }

    #[test]
    fn reductions_must_have_the_same_bounds() {
        let [x, y, u, v] = ["x", "y", "u", "v"].map(|name| Aff::dim(&name.into()));
        assert_eq!(needed_equalities("sum(k, a[k])"), Some(vec![]));
        assert_eq!(needed_equalities("sum(k, a[k + i])"), Some(vec![equal(&x, &y)]));
        assert_eq!(needed_equalities("sum(l, a[l])"), Some(vec![equal(&x, &y)]));
        assert_eq!(needed_equalities("sum(r, a[r])"), Some(vec![equal(&x, &y)]));
        assert_eq!(needed_equalities("sum(w, a[w])"), Some(vec![equal(&x, &y), equal(&u, &v)]));
    }
}
