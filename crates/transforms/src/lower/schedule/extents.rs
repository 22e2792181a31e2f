//! Sizes of launches.

use super::bounds::{constant_range, extreme, fold, hardware};
use crate::lower::describe;
use crate::lower::domains::{Domains, bounds};
use diag::Diagnostic;
use ir::{Expr, HardwareAxis, HardwareIndex, InameTag, IndexMap, IndexSet, Kernel, affine, walk};
use pass::Refusal;
use poly::{Aff, Name, Set};

/// The size of a launch depends on what only the device knows.
pub(crate) const EXTENT: &str = "lp::schedule::extent-unknown";

/// The sizes of a launch and its hardware inames.
#[derive(Debug, Default)]
pub(super) struct Extents {
    pub(super) groups: Vec<Expr>,
    pub(super) work_items: Vec<Expr>,
    pub(super) indices: Vec<HardwareIndex>,
}

/// The value of an iname at index 0, and how many values it takes.
struct Extent {
    base: Expr,
    size: Expr,
}

/// Sizes and indices of a launch that runs these statements inside these loops of the host's.
pub(super) fn extents(
    kernel: &Kernel,
    domains: &Domains<'_>,
    statements: &[usize],
    loops: &[Name],
) -> Result<Extents, Refusal> {
    let mut users: IndexMap<(HardwareAxis, &Name), IndexSet<&[Name]>> = IndexMap::default();
    for (_, statement) in statements.iter().filter_map(|at| kernel.statements.get_index(*at)) {
        for iname in &statement.inames {
            if let Some(axis) = axis(kernel, iname) {
                users.entry((axis, iname)).or_default().insert(&statement.inames);
            }
        }
    }
    users.sort_by(|(a, _), _, (b, _), _| a.cmp(b));
    let mut sizes: IndexMap<HardwareAxis, Vec<Expr>> = IndexMap::default();
    let mut extents = Extents::default();
    for ((axis, iname), classes) in users {
        // The host knows nothing that the kernel computes.
        let values = |inames: &&[Name]| {
            domains.entering(inames, iname, &|name| loops.contains(name), &|name| domains.is_computed(name))
        };
        let sets: Vec<Set> = classes.iter().map(values).collect::<Result<_, _>>()?;
        let extent = match axis {
            HardwareAxis::Group(_) => of_groups(&sets, iname, &|name| is_unknown(kernel, loops, name))?,
            HardwareAxis::Local(_) => of_work_items(&sets, iname)?,
        };
        let Some(Extent { base, size }) = extent else {
            return Err(without_size(kernel, axis, iname).into());
        };
        check_known(kernel, iname, loops, &[&base, &size])?;
        if matches!(axis, HardwareAxis::Local(_)) {
            check_count(kernel, iname, &size)?;
        }
        sizes.entry(axis).or_default().push(size);
        extents.indices.push(HardwareIndex { iname: iname.clone(), axis, base });
    }
    for (axis, sizes) in sizes {
        let (list, at) = match axis {
            HardwareAxis::Group(at) => (&mut extents.groups, at),
            HardwareAxis::Local(at) => (&mut extents.work_items, at),
        };
        list.resize((usize::from(at) + 1).max(list.len()), Expr::int(1));
        if let Some(slot) = list.get_mut(usize::from(at)) {
            *slot = fold("max", sizes);
        }
    }
    Ok(extents)
}

fn axis(kernel: &Kernel, iname: &Name) -> Option<HardwareAxis> {
    match kernel.tag(iname)? {
        InameTag::Group(axis) => Some(HardwareAxis::Group(axis)),
        InameTag::Local(axis) => Some(HardwareAxis::Local(axis)),
        _ => None,
    }
}

/// An extent in terms of the parameters, which covers the iname's values in all these domains.
fn of_groups(
    sets: &[Set],
    iname: &Name,
    unknown: &dyn Fn(&Name) -> bool,
) -> Result<Option<Extent>, poly::Error> {
    let mut all = IndexSet::default();
    for set in sets {
        let (lower, upper) = bounds(set, iname)?;
        if lower.is_empty() || upper.is_empty() {
            return Ok(None);
        }
        all.insert((known_of(lower, unknown), known_of(upper, unknown)));
    }
    let bases: IndexSet<&Vec<Aff>> = all.iter().map(|(lower, _)| lower).collect();
    let base = fold("min", bases.iter().map(|lower| extreme("max", lower)).collect());
    let mut sizes = Vec::new();
    for (lower, upper) in &all {
        // With a common base, `min(upper) - max(lower) + 1` is the least of all differences.
        let exact =
            if bases.len() == 1 { Some(lower.clone()) } else { affine::to_aff(&base).map(|base| vec![base]) };
        let size = match exact {
            Some(lower) => {
                let pairs = lower
                    .iter()
                    .flat_map(|l| upper.iter().map(move |u| u.sub(l).and_then(|gap| gap.offset(1))));
                extreme("min", &pairs.collect::<Option<Vec<_>>>().ok_or(poly::Error::Overflow)?)
            }
            None => extreme("min", upper).minus(&base).plus(&Expr::int(1)),
        };
        sizes.push(size);
    }
    Ok(Some(Extent { base, size: fold("max", sizes) }))
}

/// The bounds that the host knows, if there are some: a group at which another one excludes all iterations
/// does nothing.
fn known_of(bounds: Vec<Aff>, unknown: &dyn Fn(&Name) -> bool) -> Vec<Aff> {
    let known: Vec<Aff> = bounds.iter().filter(|aff| !aff.names().iter().any(unknown)).cloned().collect();
    if known.is_empty() { bounds } else { known }
}

/// A constant extent that covers the iname's values in all these domains.
fn of_work_items(sets: &[Set], iname: &Name) -> Result<Option<Extent>, poly::Error> {
    let mut hull: Option<(Aff, i64)> = None;
    for set in sets {
        let Some((base, size)) = constant_range(set, iname)? else { return Ok(None) };
        hull = Some(match hull {
            None => (base, size),
            Some((other, most)) => match base.sub(&other).and_then(|gap| gap.as_constant()) {
                Some(gap) if gap >= 0 => (other, most.max(size.saturating_add(gap))),
                Some(gap) => (base, size.max(most.saturating_sub(gap))),
                None => return Ok(None),
            },
        });
    }
    Ok(hull.map(|(base, size)| Extent { base: affine::from_aff(&base), size: Expr::int(size) }))
}

fn without_size(kernel: &Kernel, axis: HardwareAxis, iname: &Name) -> Diagnostic {
    let entry = kernel.inames.get(iname);
    let (loc, origin) = (entry.and_then(|i| i.loc.as_ref()), entry.map(|i| i.origin).unwrap_or_default());
    match axis {
        HardwareAxis::Group(number) => {
            let message =
                format!("the number of groups along `g.{number}`, where `{iname}` runs, has no bound");
            Diagnostic::error("lp::schedule::groups-unbounded", message).at_entity(loc, origin, "")
        }
        HardwareAxis::Local(number) => {
            let message =
                format!("the number of work items along `l.{number}`, where `{iname}` runs, is not constant");
            Diagnostic::error("lp::schedule::work-items-not-constant", message)
                .at_entity(loc, origin, "")
                .help(format!(
                    "split the loop first: `split_iname(\"{iname}\", 128, inner_tag=\"l.{number}\")`"
                ))
        }
    }
}

/// Devices number work items by integers of 32 bits.
fn check_count(kernel: &Kernel, iname: &Name, size: &Expr) -> Result<(), Diagnostic> {
    let Some(count) = size.as_int().filter(|count| i32::try_from(*count).is_err()) else { return Ok(()) };
    let entry = kernel.inames.get(iname);
    let (loc, origin) = (entry.and_then(|i| i.loc.as_ref()), entry.map(|i| i.origin).unwrap_or_default());
    let message = format!("`{iname}` runs on {count} work items of a group, which no device has");
    Err(Diagnostic::error("lp::schedule::work-items", message)
        .at_entity(loc, origin, "")
        .help("split the loop into shorter blocks, `split_iname`"))
}

/// Whether the host, which computes sizes and bases, lacks a value: it has value arguments and those of its
/// own loops.
fn is_unknown(kernel: &Kernel, loops: &[Name], name: &Name) -> bool {
    kernel.temps.contains_key(name) || (kernel.inames.contains_key(name) && !loops.contains(name))
}

/// Refuses bounds of a loop of the host that depend on more than arguments and loops around.
pub(super) fn check_host_bounds(
    kernel: &Kernel,
    iname: &Name,
    loops: &[Name],
    bounds: [&Expr; 2],
) -> Result<(), Diagnostic> {
    match bounds.iter().flat_map(|bound| walk::names(bound)).find(|name| is_unknown(kernel, loops, name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "a bound of `{iname}`, which the host runs since a global barrier is in it, depends on `{name}`"
            );
            let help = "only arguments are known at launch; keep the barrier out of the loop, or give the bound as an argument";
            Err(Diagnostic::error(EXTENT, message).help(help))
        }
    }
}

fn check_known(kernel: &Kernel, iname: &Name, loops: &[Name], exprs: &[&Expr]) -> Result<(), Diagnostic> {
    for name in exprs.iter().flat_map(|e| walk::names(e)) {
        if is_unknown(kernel, loops, &name) {
            let message =
                format!("the extent of `{iname}`, which runs on a hardware axis, depends on `{name}`");
            return Err(Diagnostic::error(EXTENT, message)
                .note(format!("hardware axes here: {}", hardware(kernel, std::slice::from_ref(iname))))
                .help(format!(
                    "only arguments are known at launch; leave {} sequential, or split it and run the inner loop, \
                     whose length is constant, on the axis",
                    describe::quoted([iname])
                )));
        }
    }
    Ok(())
}
