//! Concrete instances, elements and parameters, in the words of diagnostics.

use crate::domain::{Domain, is_fixed};
use crate::instance::Instance;
use crate::required::OrderedInstance;
use ir::access::accesses;
use ir::{Expr, IndexMap, IndexSet, Kernel, Name, affine};
use poly::{Aff, Constraint, Error, Point, Set};
use std::cell::Cell;
use std::slice;

thread_local! {
    /// Whether nobody reads what is worded.
    static UNREAD: Cell<bool> = const { Cell::new(false) };
}

/// Does something whose diagnostics nobody reads: any point of a set will do then.
pub fn unread<T>(f: impl FnOnce() -> T) -> T {
    let before = UNREAD.replace(true);
    let result = f();
    UNREAD.set(before);
    result
}

/// The least point of a set, or any where there is none; if it can be, at parameters for which the imported
/// kernel stays inside of its arrays.
pub fn point(kernel: &Kernel, set: &Set) -> Result<Option<Point>, Error> {
    if UNREAD.get() {
        return set.sample();
    }
    let imported = kernel.reference.as_deref().unwrap_or(kernel);
    // What is merely nicer to read must not make a refusal fail.
    let sound = outside(imported).and_then(|outside| set.subtract(&outside));
    let sound = sound.ok().filter(|sound| sound.is_empty().is_ok_and(|empty| !empty));
    let set = sound.as_ref().unwrap_or(set);
    match set.lexmin() {
        Ok(Some(point)) => Ok(Some(point)),
        _ => set.sample(),
    }
}

/// The parameters for which an affine subscript leaves its axis.
fn outside(kernel: &Kernel) -> Result<Set, Error> {
    let mut all = Set::empty(&[], &[])?;
    for ((inames, conditions), leaving) in leaving(kernel) {
        let points = Domain::restricted(kernel.domain_of(&inames)?, kernel, kernel, &inames, conditions)?;
        let points = points.possible(kernel)?;
        for leaves in &leaving {
            all = all.union(&points.add_constraints(slice::from_ref(leaves))?.parameter_domain()?)?;
        }
    }
    Ok(all)
}

/// Loops and the conditions under which statements run in them.
type Place<'k> = (Vec<Name>, &'k [Expr]);

/// What holds where an affine subscript leaves its axis: of all statements of a place together, since its
/// points are what takes time.
fn leaving(kernel: &Kernel) -> IndexMap<Place<'_>, IndexSet<Constraint>> {
    let mut all: IndexMap<Place<'_>, IndexSet<Constraint>> = IndexMap::default();
    for statement in kernel.statements.values() {
        for access in accesses(kernel, statement) {
            let inames: Vec<Name> = statement.inames.iter().chain(&access.reduced).cloned().collect();
            let extents = kernel.extents(&access.variable);
            let leaves = access.index.iter().zip(extents).flat_map(|(index, extent)| {
                let fixed = |name: &Name| is_fixed(kernel, &inames, name);
                let index = affine::to_aff(index).filter(|aff| aff.names().iter().all(fixed));
                let extent = extent.as_ref().and_then(affine::to_aff);
                let above =
                    index.as_ref().zip(extent).and_then(|(index, extent)| Constraint::ge(index, &extent));
                let below = index.as_ref().and_then(|index| Constraint::lt(index, &Aff::constant(0)));
                [below, above]
            });
            let leaves: Vec<Constraint> = leaves.flatten().collect();
            all.entry((inames, &statement.predicates)).or_default().extend(leaves);
        }
    }
    all
}

/// `` `s(i = 2)` ``; `` `s` `` without inames.
fn instance(of: &diag::Instance) -> String {
    let values: Vec<String> = of.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let id = &of.statement;
    if values.is_empty() { format!("`{id}`") } else { format!("`{id}({})`", values.join(", ")) }
}

/// An instance at a point, `` `upd(i = 2, j = 3)` ``; in terms of the reference, and the statement that runs
/// for it where that has another name, if it is known which reference instance `image` it performs.
pub fn performed(id: &Name, at: &Instance, image: Option<OrderedInstance<'_>>, point: &Point) -> String {
    let found = instance_at(id, at, image, point);
    let text = instance(&found);
    if id.as_str() == found.statement { text } else { format!("{text}, for which `{id}` runs,") }
}

/// The same as data.
pub fn instance_at(
    id: &Name,
    at: &Instance,
    image: Option<OrderedInstance<'_>>,
    point: &Point,
) -> diag::Instance {
    let value = |aff: &Aff| aff.eval(&|name| point.get(name).copied());
    let (statement, values) = match image {
        Some(OrderedInstance { statement, at }) => {
            let values = at.iter().filter_map(|(iname, aff)| Some((iname.to_string(), value(aff)?)));
            (statement, values.collect())
        }
        None => {
            let inames = at.inames().iter();
            let own = |iname: &Name| Some((iname.to_string(), *point.get(&at.column(iname))?));
            (id, inames.filter_map(own).collect())
        }
    };
    diag::Instance { statement: statement.to_string(), values }
}

/// `a[2, 3]`, with a question mark for a subscript whose value is not known.
pub fn element(variable: &Name, index: impl Iterator<Item = Option<i64>>) -> String {
    let index: Vec<String> =
        index.map(|value| value.map_or_else(|| "?".to_owned(), |value| value.to_string())).collect();
    if index.is_empty() { variable.to_string() } else { format!("{variable}[{}]", index.join(", ")) }
}

/// `, for n = 3`
pub fn parameters(kernel: &Kernel, point: &Point) -> String {
    let known = parameters_at(kernel, point);
    let values: Vec<String> = known.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { String::new() } else { format!(", for {}", values.join(", ")) }
}

/// The parameters at a point.
pub fn parameters_at(kernel: &Kernel, point: &Point) -> Vec<(String, i64)> {
    kernel.args.keys().filter_map(|name| Some((name.to_string(), *point.get(name)?))).collect()
}
