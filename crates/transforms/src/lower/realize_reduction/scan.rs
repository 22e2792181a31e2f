//! Scans: reductions over a range that grows with a loop around, each of which goes on where the one before
//! ended.

use super::duplicate;
use super::parallel::{Operation, site_in_loops};
use super::parallel_scan::SweptItems;
use super::realizer::{Loops, Realizer, Reduction, ReductionSite, provenance};
use super::scan_over_groups::Grid;
use diag::Diagnostic;
use ir::{Expr, Fetch, InameTag, Instance, Name, Node, Provenance, Statement, expand, walk};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeSet;

/// Which reductions become scans.
#[derive(Debug, Clone, Default)]
pub(super) struct Scans {
    /// Whether they all must.
    pub(super) forced: bool,
    /// The loop with which their ranges grow, where there are several.
    pub(super) sweep: Option<Name>,
}

/// The range of a reduction inside of a loop.
pub(super) struct Range {
    /// The points, over the inames of the statement and the reduced ones.
    pub(super) points: Set,
    /// The iterations of the statement.
    pub(super) around: Set,
}

impl Realizer {
    /// A reduction whose accumulator is carried along the loop with which its range grows. In each iteration
    /// it takes in the points that the one before did not have.
    pub(super) fn scan(
        &mut self,
        reduction: Reduction<'_>,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let Reduction { op, inames: reduced, body, .. } = reduction;
        let range = self.range(reduced, place)?;
        let bounding = bounding(&range, reduced, place)?;
        if bounding.is_empty() && has_single_iteration(&range.around)? {
            // Its range has no chance to grow.
            return self.reduction(reduction, place);
        }
        let grid = self.grid(&bounding);
        let sweep = match &grid {
            Some(grid) => grid.group.clone(),
            None => self.sweep(bounding, place)?,
        };
        let loops: Vec<Name> = grid.iter().flat_map(Grid::loops).cloned().collect();
        let loops = if loops.is_empty() { vec![sweep.clone()] } else { loops };
        if let Some(why) = self.obstacle(&loops, reduced, body, place) {
            self.warnings.push(by_itself(&why, place));
            return self.reduction(reduction, place);
        }
        let ty = self.type_of(reduction);
        if let (Some(grid), Some(iname)) = (grid, reduced.first()) {
            let mut carried = site_in_loops(place, &[]);
            carried.template.provenance = fetch_provenance(&place.template);
            let all = Operation { op, ty, iname };
            let value = self.scan_over_groups(all, &grid, &range, reduction, &mut carried)?;
            place.needed.extend(carried.needed);
            self.replaced = true;
            return Ok(value);
        }
        let new = self.new_points(&range, &sweep, reduced, place)?;
        let new = new.dims_to_params(&place.template.inames)?.drop_unused_params()?;
        if !self.are_nested(new.params()) {
            let why = "the points that are new depend on loops whose domains are not inside of each other";
            self.warnings.push(by_itself(why, place));
            return self.reduction(reduction, place);
        }
        let mut loops = self.tracking(new, reduction, place)?;
        let mut carried = site_in_loops(place, &[]);
        carried.template.provenance = fetch_provenance(&place.template);
        let value = match (self.tag(&sweep), reduced.first()) {
            (Some(tag @ InameTag::Local(_)), Some(iname)) => {
                let along = SweptItems { sweep: &sweep, tag, around: &range.around };
                self.scan_in_group(Operation { op, ty, iname }, along, loops, body, &mut carried)?
            }
            _ => {
                let mut start = carried.template.clone();
                start.inames.retain(|iname| *iname != sweep);
                start.after.clear();
                loops.start = Some(start);
                self.accumulated(op, ty, loops, body, &mut carried)?
            }
        };
        place.needed.extend(carried.needed);
        self.replaced = true;
        Ok(value)
    }

    /// Whether a reduction is to be a scan: not one inside of another.
    pub(super) fn is_scan(&self, place: &ReductionSite<'_>) -> bool {
        let statement = self.kernel.statements.get(place.id);
        self.scans.forced && statement.is_some_and(|own| own.inames == place.template.inames)
    }

    /// Whether iterations of a loop can go on where those before ended: one after the other, or as work items
    /// of a group.
    fn can_go_on(&self, iname: &Name) -> bool {
        use InameTag::{For, Local, Matrix, Unroll, UnrollHint};
        matches!(self.tag(iname), None | Some(For | Unroll | UnrollHint | Matrix | Local(_)))
    }

    fn range(&self, reduced: &[Name], place: &ReductionSite<'_>) -> Result<Range, Error> {
        let around = &place.template.inames;
        let all: Vec<Name> = around.iter().chain(reduced).cloned().collect();
        let under_assumptions = |set: Set| set.intersect(&self.kernel.assumptions);
        Ok(Range {
            points: under_assumptions(self.kernel.domain_of(&all)?)?,
            around: under_assumptions(self.kernel.domain_of(around)?)?,
        })
    }

    /// The loops of a scan along groups: the one asked for, or the only one that runs along groups, and work
    /// items.
    fn grid(&self, bounding: &BTreeSet<Name>) -> Option<Grid> {
        let is_group = |name: &&Name| matches!(self.tag(name), Some(InameTag::Group(_)));
        let (groups, others): (Vec<&Name>, Vec<&Name>) = bounding.iter().partition(is_group);
        let [group] = groups.as_slice() else { return None };
        if self.scans.sweep.as_ref().is_some_and(|sweep| sweep != *group) {
            return None;
        }
        let item = match others.as_slice() {
            [] => None,
            [item] => {
                Some(((*item).clone(), self.tag(item).filter(|tag| matches!(tag, InameTag::Local(_)))?))
            }
            _ => return None,
        };
        Some(Grid { group: (*group).clone(), item })
    }

    /// The loop with which a range grows: the only one around on which its bounds depend, unless one is asked
    /// for.
    fn sweep(&self, mut bounding: BTreeSet<Name>, place: &ReductionSite<'_>) -> Result<Name, Refusal> {
        let around = &place.template.inames;
        if let Some(sweep) = self.scans.sweep.as_ref().filter(|sweep| around.contains(sweep)) {
            return Ok(sweep.clone());
        }
        let leave = "leave this statement out with `insn_id_filter`";
        let Some(first) = bounding.pop_first() else {
            let refused = no_scan("its range is the same in all iterations", place);
            return Err(refused.help(leave).into());
        };
        if bounding.is_empty() {
            return Ok(first);
        }
        let what = format!("its range depends on `{first}` and on `{}`", join(&bounding));
        Err(no_scan(&what, place)
            .help(format!(
                "name the loop with which it grows: `realize_reduction(force_scan=True, \
                 force_outer_iname_for_scan=\"{first}\")`, or {leave}"
            ))
            .into())
    }

    /// Why no iteration can go on where the one before ended: something differs besides the range.
    fn obstacle(
        &self,
        sweeps: &[Name],
        reduced: &[Name],
        body: &Expr,
        place: &ReductionSite<'_>,
    ) -> Option<String> {
        let body = expand::expand_rules(body, &self.kernel.rules).unwrap_or_else(|| body.clone());
        let along_groups = |sweep: &Name| matches!(self.tag(sweep), Some(InameTag::Group(_)));
        if let Some(sweep) = sweeps.iter().find(|sweep| !self.can_go_on(sweep))
            && !sweeps.iter().any(along_groups)
        {
            return Some(format!("nothing orders the iterations of `{sweep}`"));
        }
        if !place.template.predicates.is_empty() {
            return Some("it is under a condition".to_owned());
        }
        let differs = |e: &Expr| match e.node() {
            Node::Var(name) => sweeps.contains(name) || self.is_written_in(sweeps, name),
            Node::Load { array, index } => {
                let reads = |iname: &Name| index.iter().any(|subscript| walk::mentions(subscript, iname));
                !reduced.iter().any(reads) && self.is_written_in(sweeps, array)
            }
            _ => false,
        };
        let mut found = None;
        walk::any(&body, &mut |e| {
            found = found.take().or_else(|| differs(e).then(|| e.clone()));
            found.is_some()
        });
        found.map(|e| format!("`{e}` has another value in each iteration of `{}`", join(sweeps)))
    }

    /// Whether an iteration of one of these loops writes a variable.
    fn is_written_in(&self, sweeps: &[Name], variable: &Name) -> bool {
        let writes = |statement: &Statement| {
            let target = statement.target().is_some_and(|target| target.name() == variable);
            target && statement.inames.iter().any(|iname| sweeps.contains(iname))
        };
        self.kernel.statements.values().any(writes)
    }

    /// The points that a range has and in the iteration before did not have.
    pub(super) fn new_points(
        &mut self,
        range: &Range,
        sweep: &Name,
        reduced: &[Name],
        place: &ReductionSite<'_>,
    ) -> Result<Set, Refusal> {
        let Range { points, around } = range;
        let before = Aff::dim(sweep).offset(-1).ok_or(Error::Overflow)?;
        let new = points.subtract(&points.substitute(sweep, &before)?.intersect(around)?)?.coalesce()?;
        if !grows(range, &new, sweep)? {
            let what = format!("the range of `{}` does not grow with `{sweep}`", join(reduced));
            let help = "each iteration must have all points of the one before; where a range shrinks, let the loop run \
                        backwards first, with `map_domain`";
            return Err(no_scan(&what, place).help(help).into());
        }
        let hull = new.simple_hull()?;
        if hull.is_subset(&new)? {
            return Ok(hull.simplify_in(around)?);
        }
        self.warnings.push(passes_over(sweep, place));
        Ok(new.simplify_in(around)?)
    }

    /// Whether a domain can be inside of those of all the inames among these names.
    fn are_nested(&self, names: &[Name]) -> bool {
        let all = self.kernel.domains_of(names);
        let innermost = all.last().and_then(|at| self.kernel.domains.get(*at));
        innermost.is_none_or(|domain| self.kernel.domains_of(domain.set.dims()) == all)
    }

    /// Loops over the new points.
    pub(super) fn tracking(
        &mut self,
        set: Set,
        reduction: Reduction<'_>,
        place: &ReductionSite<'_>,
    ) -> Result<Loops, Refusal> {
        let mut renamed = place.renamed.clone();
        let mut inames = Vec::new();
        for iname in reduction.inames {
            self.check(iname, place)?;
            let copy = duplicate::named(&mut self.kernel, iname);
            renamed.retain(|(old, _)| old != iname);
            renamed.push((iname.clone(), copy.clone()));
            inames.push(copy);
        }
        let names: Vec<(Name, Name)> = reduction.inames.iter().cloned().zip(inames.iter().cloned()).collect();
        self.kernel.add_domain(set.rename(&names)?);
        let over = provenance(reduction, &inames)?;
        Ok(Loops { inames, over, renamed, start: None })
    }
}

/// Whether the new points of an iteration and of those before are its range, and each is new once.
fn grows(Range { points, around }: &Range, new: &Set, sweep: &Name) -> Result<bool, Error> {
    let then = Name::from(format!("then.{sweep}"));
    let earlier = new.rename(&[(sweep.clone(), then.clone())])?;
    let (then, now) = (Aff::dim(&then), Aff::dim(sweep));
    let earlier_where = |constraint: Option<Constraint>| -> Result<Set, Error> {
        let both = earlier.add_dims(std::slice::from_ref(sweep))?;
        both.add_constraints(&[constraint.ok_or(Error::Overflow)?])
    };
    let twice = earlier_where(Constraint::lt(&then, &now))?.intersect(new)?;
    let all = earlier_where(Constraint::le(&then, &now))?.project_onto(points.dims())?.intersect(around)?;
    Ok(twice.is_empty()? && points.is_subset(&all)? && all.is_subset(points)?)
}

/// Whether one of the loops has one iteration.
fn has_single_iteration(around: &Set) -> Result<bool, Error> {
    for iname in around.dims() {
        let iname = Aff::dim(iname);
        let first = around.static_min(&iname)?;
        if first.is_some() && first == around.static_max(&iname)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The loops around on which the bounds of a range depend.
fn bounding(range: &Range, reduced: &[Name], place: &ReductionSite<'_>) -> Result<BTreeSet<Name>, Error> {
    let around = &place.template.inames;
    let mut bounding: BTreeSet<Name> = BTreeSet::new();
    for constraint in range.points.pieces()?.into_iter().flatten() {
        let names = constraint.aff.names();
        if names.iter().any(|name| reduced.contains(name)) {
            bounding.extend(names.into_iter().filter(|name| around.contains(name)));
        }
    }
    Ok(bounding)
}

/// What an accumulator is for that several instances of a statement read.
fn fetch_provenance(template: &Statement) -> Option<Provenance> {
    template.provenance.as_ref().map(|provenance| match provenance {
        Provenance::Performs(Instance { statement, .. }) | Provenance::Part(Instance { statement, .. }) => {
            Provenance::Fetch(Fetch::new(vec![statement.clone()]))
        }
        Provenance::Fetch(of) => Provenance::Fetch(of.clone()),
    })
}

fn join<'n>(names: impl IntoIterator<Item = &'n Name>) -> String {
    names.into_iter().map(Name::as_str).collect::<Vec<_>>().join("` and `")
}

pub(super) fn no_scan(what: &str, place: &ReductionSite<'_>) -> Diagnostic {
    Diagnostic::error("lp::reduction::no-scan", format!("the reduction in `{}` is no scan: {what}", place.id))
        .at_entity(place.template.loc.as_ref(), place.template.origin, "reduced here")
}

fn by_itself(why: &str, place: &ReductionSite<'_>) -> Diagnostic {
    let message = format!("the reduction in `{}` is computed by itself in each iteration: {why}", place.id);
    Diagnostic::warning("lp::reduction::no-scan", message)
        .note("the values are those of a scan, and the number of steps grows with the square of their number")
}

fn passes_over(sweep: &Name, place: &ReductionSite<'_>) -> Diagnostic {
    let message = format!(
        "the scan in `{}` passes over points that are not new: those that are new are not one range in all iterations of \
         `{sweep}`",
        place.id
    );
    Diagnostic::warning("lp::reduction::scan-range", message).help(
        "let the range start where the loop starts, or cut the loop in two after this step and not before",
    )
}
