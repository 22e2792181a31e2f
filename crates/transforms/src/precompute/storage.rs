//! The temporary and the loops that fill it.

use super::footprint::{self, AxisSource, Extent};
use super::{Precompute, Source};
use crate::rewrite::from_zero;
use diag::Diagnostic;
use ir::{Domain, Expr, Iname, InameTag, Kernel, Layout, Name, Temp, affine, fresh};
use pass::Refusal;
use poly::{Aff, Constraint, Set};

/// One axis of the footprint.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// What it runs over.
    pub(super) along: AxisSource,
    /// From where, and how far.
    pub(super) extent: Extent,
    /// The loop that fills it; none for an axis of one position.
    pub(super) iname: Option<Name>,
}

impl Axis {
    /// Where the fetch is along the axis.
    pub(super) fn fetched(&self) -> Option<Aff> {
        match &self.iname {
            Some(iname) => self.extent.base.add(&Aff::dim(iname)),
            None => Some(self.extent.base.clone()),
        }
    }
}

/// The storage of one precomputation.
#[derive(Debug, Clone)]
pub(super) struct Storage {
    /// All axes, those of one position too.
    pub(super) axes: Vec<Axis>,
    /// The points of the new loops within the outer ones.
    pub(super) domain: Set,
    /// Inames that the new loops share with existing ones.
    pub(super) existing: Vec<Name>,
}

/// Names the loops that fill the storage.
pub(super) fn name_axes(
    call: &Precompute,
    kernel: &Kernel,
    source: &Source<'_>,
    extents: Vec<(AxisSource, Extent)>,
) -> Result<Vec<Axis>, Refusal> {
    let chosen = call.precompute_inames.as_deref();
    if let Some(names) = chosen
        && names.len() != extents.len()
        && names.len() != extents.iter().filter(|(_, extent)| !extent.is_single()).count()
    {
        let message = format!("{} inames are given for {} axes", names.len(), extents.len());
        return Err(Diagnostic::error("lp::precompute::inames", message)
            .at_entity(None, source.origin, "")
            .into());
    }
    let all = chosen.is_none_or(|names| names.len() == extents.len());
    let mut names = chosen.unwrap_or_default().iter();
    let mut axes: Vec<Axis> = Vec::new();
    for (along, extent) in extents {
        let given = if all || !extent.is_single() { names.next() } else { None };
        let iname = (!extent.is_single()).then(|| match given {
            Some(name) => name.name.clone(),
            None => {
                let base = match &along {
                    AxisSource::Formal(formal) => formal.to_string(),
                    AxisSource::Iname(iname) => format!("{}_{iname}", source.selector.rule),
                };
                let used = |name: &str| axes.iter().any(|axis| axis.iname.as_deref() == Some(name));
                fresh(&base, |name| kernel.is_taken(name) || used(name))
            }
        });
        axes.push(Axis { along, extent, iname });
    }
    Ok(axes)
}

/// Checks the names of new loops, and which of them exist already and run over the right points.
pub(super) fn reused(
    call: &Precompute,
    kernel: &Kernel,
    storage: &Storage,
    context: &Set,
    outer: &[Name],
) -> Result<Vec<Name>, Refusal> {
    let mut existing = Vec::new();
    for name in call.precompute_inames.iter().flatten() {
        if !storage.loops().any(|(_, iname)| *iname == name.name) || !kernel.is_taken(&name.name) {
            continue;
        }
        if !kernel.inames.contains_key(&name.name) || outer.contains(&name.name) {
            let message = format!("`{}` is in use already", name.name);
            return Err(Diagnostic::error("lp::precompute::inames", message)
                .at_entity(None, name.origin, "")
                .into());
        }
        existing.push(name.name.clone());
    }
    if existing.is_empty() {
        return Ok(existing);
    }
    let columns: Vec<Name> = outer.iter().chain(&existing).cloned().collect();
    let is = kernel.domain_of(&columns)?.intersect(&kernel.assumptions)?;
    let should = storage.domain.intersect(context)?.project_onto(&columns)?;
    // Where nothing is stored at all, the loops may run nevertheless: what they read then is checked as any
    // other access.
    let somewhere = should.project_onto(outer)?;
    if should.is_subset(&is)? && is.intersect(&somewhere)?.is_subset(&should)? {
        return Ok(existing);
    }
    let message = format!("the loops `{}` do not run over the values that are stored", existing.join("`, `"));
    let origin =
        call.precompute_inames.iter().flatten().next().map_or_else(Default::default, |name| name.origin);
    Err(Diagnostic::error("lp::precompute::domain-mismatch", message)
        .at_entity(None, origin, "")
        .note(format!("they run over {is}"))
        .note(format!("needed are {should}"))
        .help("choose names that are not in use")
        .into())
}

/// The storage for a footprint.
pub(super) fn storage(axes: Vec<Axis>, footprint: &Set, context: &Set) -> Result<Storage, poly::Error> {
    let images: Vec<(Extent, Option<Name>)> =
        axes.iter().map(|axis| (axis.extent.clone(), axis.iname.clone())).collect();
    let domain = footprint::shifted(footprint, &images)?.simplify_in(context)?.drop_unused_params()?;
    Ok(Storage { axes, domain, existing: Vec::new() })
}

impl Storage {
    /// The axes that have a loop, with their loops.
    pub(super) fn loops(&self) -> impl Iterator<Item = (&Axis, &Name)> {
        self.axes.iter().filter_map(|axis| Some((axis, axis.iname.as_ref()?)))
    }

    /// The temporary, whose type is still open.
    pub(super) fn temporary(&self, call: &Precompute, source: &Source<'_>) -> Temp {
        let shape: Vec<Expr> = self.loops().map(|(axis, _)| affine::from_aff(&axis.extent.length)).collect();
        Temp {
            ty: None,
            space: call.temporary_address_space,
            layout: Layout::c(shape.len()),
            shape,
            loc: source.rule.loc.clone(),
            origin: source.rule.origin,
        }
    }

    /// Declares the new loops. Returns the conditions on outer inames alone under which anything is fetched.
    pub(super) fn declare(
        &self,
        kernel: &mut Kernel,
        outer: &[Name],
        tag: &dyn Fn(&Axis) -> Option<InameTag>,
    ) -> Result<Vec<Constraint>, poly::Error> {
        for (axis, iname) in self.loops().filter(|(_, iname)| !self.existing.contains(iname)) {
            kernel.inames.insert(iname.clone(), Iname { tag: tag(axis), ..Iname::default() });
        }
        let mut conditions = Vec::new();
        let mut domain = self.domain.dims_to_params(&self.existing)?;
        if !self.existing.is_empty() {
            let known: Vec<Name> = outer.iter().chain(&self.existing).cloned().collect();
            domain = domain.simplify_in(&kernel.domain_of(&known)?)?;
        }
        for factor in domain.factors()? {
            let set = factor.drop_unused_params()?;
            if set.dims().is_empty() {
                conditions.extend(set.pieces()?.into_iter().flatten());
                continue;
            }
            let parent = kernel.innermost_home(set.params());
            let set = self.cut_loose(kernel, set, parent, &mut conditions)?;
            kernel.domains.push(Domain { set, parent });
        }
        Ok(conditions)
    }

    /// A domain lies inside one chain of others. What it says of inames outside that chain becomes
    /// conditions.
    fn cut_loose(
        &self,
        kernel: &Kernel,
        set: Set,
        parent: Option<usize>,
        conditions: &mut Vec<Constraint>,
    ) -> Result<Set, poly::Error> {
        let mut around: Vec<&Name> = Vec::new();
        let mut at = parent;
        while let Some(domain) = at.and_then(|at| kernel.domains.get(at)) {
            around.extend(domain.set.dims());
            at = domain.parent;
        }
        let apart =
            |name: &Name| kernel.home(name).is_some() && !around.contains(&name) && !set.has_dim(name);
        if !set.params().iter().any(apart) {
            return Ok(set);
        }
        let pieces = set.pieces()?;
        let all = pieces.iter().flatten();
        let (loose, mut kept): (Vec<Constraint>, Vec<Constraint>) =
            all.cloned().partition(|constraint| constraint.aff.names().iter().any(apart));
        for (axis, iname) in self.loops().filter(|(_, iname)| set.has_dim(iname)) {
            kept.extend(from_zero(&Aff::dim(iname), &axis.extent.length)?);
        }
        conditions.extend(loose);
        Set::from_constraints(&[], set.dims(), &kept)?.remove_redundancies()
    }
}
