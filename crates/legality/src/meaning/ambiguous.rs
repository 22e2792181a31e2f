//! Claim (ambiguous): Instances of the imported kernel that conflict are in an order, or are updates by one operation.

use diag::{Diagnostic, Shown, Witness};
use ir::{Kernel, LValue, Name, Promise, Statement, Unordered};
use poly::{Constraint, Error, Point};
use std::collections::BTreeSet;

use crate::meaning::Temporaries;
use crate::meaning::own_iteration::OwnIteration;
use crate::meaning::source::{Source, SourceStatement, SourceUse};
use crate::meaning::{observed, own_iteration, ties};
use crate::same_value::{self, AccessBy};
use crate::undecided;
use dependence::declared::Declared;
use dependence::instance::{Instance, same_element};
use dependence::required::has_times;
use dependence::unpromised::or_promise;
use dependence::wording;

/// isl steps that one kernel may take.
const QUOTA: u64 = 5_000_000;

/// Pairs of instances of an imported kernel that touch the same element, one to write it, and that neither
/// program order nor declared dependencies order; nothing where the kernel says that text order is meant.
///
/// Updates of an element by one operation may come in any order, and so may the iterations of loops in each
/// of which a temporary is written before it is read, and accesses of temporaries that no argument's value
/// comes from.
pub fn check_source(kernel: &Kernel) -> Vec<Diagnostic> {
    let found = poly::with_quota(QUOTA, || find(kernel, kernel));
    found.map_or_else(|error| vec![undecided(kernel, &error)], |(found, _)| found)
}

/// The same, with what is known of the kernel's temporaries; `types` knows the arguments' types.
pub(crate) fn find(kernel: &Kernel, types: &Kernel) -> Result<(Vec<Diagnostic>, Temporaries), Error> {
    let assigns = |statement: &&Statement| statement.target().is_some();
    if kernel.unordered == Unordered::TextOrder || ties::are_apart(kernel.statements.values().filter(assigns))
    {
        return Ok((Vec::new(), Temporaries::default()));
    }
    let source = Source::new(kernel, types)?;
    let mut temporaries = Temporaries::default();
    // Where times order some instances, they order those of temporaries too.
    if !has_times(kernel) {
        temporaries.unobserved = observed::unobserved(kernel);
        for name in kernel.temps.keys().filter(|name| !temporaries.unobserved.contains(*name)) {
            let own = own_iteration::find(&source, name)?;
            temporaries.iterations.extend(own.map(|iteration| (name.clone(), iteration)));
        }
    }
    let mut found = Vec::new();
    let mut seen: BTreeSet<&Name> = BTreeSet::new();
    for (at, x) in source.users.iter().enumerate() {
        for y in source.sharing(at) {
            for (a, b) in x.conflicts(y) {
                if seen.contains(&a.variable) || temporaries.unobserved.contains(&a.variable) {
                    continue;
                }
                let iteration = temporaries.iterations.get(&a.variable);
                let first = SourceUse { user: x, access: a };
                let second = SourceUse { user: y, access: b };
                if let Some(point) = unordered(&source, first, second, iteration)? {
                    seen.insert(&a.variable);
                    found.push(problem(types, first, second, &point));
                }
            }
        }
    }
    Ok((found, temporaries))
}

/// A pair of instances in conflict that nothing orders, in the same iteration if the variable belongs to one.
fn unordered(
    source: &Source<'_>,
    first: SourceUse<'_>,
    second: SourceUse<'_>,
    own: Option<&OwnIteration>,
) -> Result<Option<Point>, Error> {
    let SourceUse { user: x, access: a } = first;
    let SourceUse { user: y, access: b } = second;
    let Source { kernel, types, declared, .. } = source;
    let (x_at, y_at) = (a.instance("x."), b.instance("y."));
    let Some(elements) = same_element(types, x_at.element(&a.index), y_at.element(&b.index)) else {
        return Ok(None);
    };
    let alone = OwnIteration::default();
    let OwnIteration { iteration, elements: numbers } = own.unwrap_or(&alone);
    // When neither comes first: with times where these agree, else where no declared order applies.
    let mut alternatives = vec![Vec::new()];
    if let (Some(x_time), Some(y_time)) = (&x.statement.time, &y.statement.time) {
        let differ = (x.id == y.id).then_some(x.statement.inames.as_slice());
        let tied = ties::same_time(x_time, &x_at, y_time, &y_at, differ);
        alternatives = tied.ok_or(Error::Overflow)?;
    } else if x.id == y.id {
        let free: Vec<Name> =
            x.statement.inames.iter().filter(|iname| !iteration.contains(iname)).cloned().collect();
        alternatives = x_at.differ(&y_at, &free).ok_or(Error::Overflow)?;
    } else {
        let is_shared = |iname: &&Name| y.statement.inames.contains(iname);
        let shared: Vec<Name> = x.statement.inames.iter().filter(is_shared).cloned().collect();
        let ordered = |iname: &Name| iteration.contains(iname) || numbers.contains(iname);
        for loops in agreeing(declared, x.id, y.id, &shared, own) {
            let free: Vec<Name> = loops.into_iter().filter(|iname| !ordered(iname)).collect();
            let differ = x_at.differ(&y_at, &free).ok_or(Error::Overflow)?;
            let both = |all: &Vec<Constraint>| {
                differ.iter().map(|one| all.iter().chain(one).cloned().collect()).collect::<Vec<_>>()
            };
            alternatives = alternatives.iter().flat_map(both).collect();
        }
    }
    if alternatives.is_empty() {
        return Ok(None);
    }
    let mut together = x_at.agree(&y_at, iteration).ok_or(Error::Overflow)?;
    if x.id == y.id && [first, second].into_iter().all(is_target) {
        for promise in promised(types, x.id, &x.statement.inames) {
            together.extend(x_at.agree(&y_at, promise).ok_or(Error::Overflow)?);
        }
    }
    // Only pairs that touch one element count, and no two writes of one value.
    let both = x_at.points(&a.domain)?.intersect(&y_at.points(&b.domain)?)?;
    let conflicts = both.add_constraints(&[elements, together].concat())?;
    let first = AccessBy { id: x.id, statement: x.statement, kind: a.kind, at: &x_at };
    let second = AccessBy { id: y.id, statement: y.statement, kind: b.kind, at: &y_at };
    for alternative in alternatives {
        let conflicts = conflicts.add_constraints(&alternative)?;
        if conflicts.is_empty()? {
            continue;
        }
        if let Some(point) = same_value::others(kernel, conflicts, &first, &second)?.sample()? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// In which loops instances of two statements have to agree to be in a declared order: all of each of these.
/// Accesses of a temporary that has a value of its own in each iteration agree in all that are shared.
fn agreeing(
    declared: &Declared,
    x: &Name,
    y: &Name,
    shared: &[Name],
    own: Option<&OwnIteration>,
) -> Vec<BTreeSet<Name>> {
    let pairs = [(x, y), (y, x)];
    if own.is_some() {
        let is_ordered = pairs.iter().any(|(later, first)| declared.comes_after(later, first));
        return if is_ordered { vec![shared.iter().cloned().collect()] } else { Vec::new() };
    }
    pairs.iter().flat_map(|(later, first)| declared.agreeing(later, first, shared)).collect()
}

/// Whether it is an access of what the statement writes.
fn is_target(used: SourceUse<'_>) -> bool {
    let SourceUse { user, access } = used;
    let is_target = |target: &LValue| *target.name() == access.variable && *target.index() == *access.index;
    user.statement.target().is_some_and(is_target)
}

/// Inames of a statement, all of which agree where two of its instances write one element, as is promised.
fn promised<'a>(types: &'a Kernel, id: &Name, all: &'a [Name]) -> impl Iterator<Item = &'a [Name]> {
    types.promises.iter().filter_map(move |promise| match promise {
        Promise::Distinct { statement, inames } if statement == id => {
            Some(if inames.is_empty() { all } else { inames.as_slice() })
        }
        _ => None,
    })
}

fn problem(types: &Kernel, first: SourceUse<'_>, second: SourceUse<'_>, point: &Point) -> Diagnostic {
    let SourceUse { user: x, access: a } = first;
    let SourceUse { user: y, access: b } = second;
    let message = format!("nothing says in which order instances access `{}`", a.variable);
    let mut error = Diagnostic::error("lp::legality::ambiguous", message);
    error = error.about([&a.variable, x.id, y.id]);
    error = error.at_entity(x.statement.loc.as_ref(), x.statement.origin, format!("`{}`", x.id));
    if x.id != y.id {
        error = error.at_entity(y.statement.loc.as_ref(), y.statement.origin, format!("`{}`", y.id));
    }
    let promise = if a.index == b.index { or_promise(types, &a.index) } else { String::new() };
    let timed = x.statement.time.is_some() && y.statement.time.is_some();
    let help = match x.id == y.id {
        _ if timed => "give them times that differ in a component which both have".to_owned(),
        true => {
            "give each instance an element of its own, or let iterations come in order with `order(text)`"
                .to_owned()
        }
        false => format!(
            "where `{0}` comes first, `after({0})` at `{1}` says so, in native kernels `{{id={1}, dep={0}}}`; or take text order \
             with `order(text)`",
            x.id, y.id
        ),
    };
    error.shown(shown(types, [x, y], point)).help(format!("{help}{promise}"))
}

fn shown(types: &Kernel, users: [&SourceStatement<'_>; 2], point: &Point) -> Shown {
    let [x, y] = users;
    let at = [(x, "x."), (y, "y.")]
        .map(|(user, prefix)| (user.id, Instance::new(prefix, user.statement.inames.clone())));
    let [first, second] = at.each_ref().map(|(id, at)| wording::performed(id, at, None, point));
    let instances = at.iter().map(|(id, at)| wording::instance_at(id, at, None, point)).collect();
    let parameters = wording::parameters(types, point);
    Shown {
        note: format!("{first} and {second} access the same element{parameters}"),
        witness: Witness { instances, parameters: wording::parameters_at(types, point) },
    }
}
