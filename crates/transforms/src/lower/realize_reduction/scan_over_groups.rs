//! Scans along work groups: each group reduces what is new to it and stores that, and in a second launch each
//! adds what the groups before it have stored to a scan of its own.

use super::iteration_range::IterationRange;
use super::parallel::{Operation, Parts, site_in_loops};
use super::parallel_scan::SweptItems;
use super::realizer::{Loops, Realizer, Reduction, ReductionSite};
use super::scan::{Range, no_scan};
use crate::rewrite::constant_ends;
use ir::{AddressSpace, Expr, Iname, InameTag, LValue, Layout, Name, Node, StatementKind, Temp, affine};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Set};

/// The loops with which the range of a scan grows.
pub(super) struct Grid {
    pub(super) group: Name,
    /// The work items of a group, where its range grows with them too.
    pub(super) item: Option<(Name, InameTag)>,
}

impl Grid {
    pub(super) fn loops(&self) -> impl Iterator<Item = &Name> {
        [&self.group].into_iter().chain(self.item.as_ref().map(|(item, _)| item))
    }
}

/// What groups have stored, one value each.
struct Totals {
    array: Name,
    around: Vec<Expr>,
    /// The group's own place.
    at: Aff,
}

impl Totals {
    fn index(&self, at: Aff) -> Vec<Expr> {
        self.around.iter().cloned().chain([affine::from_aff(&at)]).collect()
    }
}

impl Realizer {
    /// The value of a scan along groups, for each iteration.
    pub(super) fn scan_over_groups(
        &mut self,
        all: Operation<'_>,
        grid: &Grid,
        range: &Range,
        reduction: Reduction<'_>,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let Reduction { inames: reduced, body, .. } = reduction;
        let mut of_group = site_in_loops(place, &[]);
        of_group.template.inames.retain(|iname| grid.item.as_ref().is_none_or(|(item, _)| item != iname));
        let whole = Range {
            points: range.points.project_out(&self.items(grid))?,
            around: range.around.project_out(&self.items(grid))?,
        };
        let block = self.new_points(&whole, &grid.group, reduced, place)?;
        let totals = self.totals(all, grid, &whole.around, &of_group)?;
        let Some((item, tag)) = &grid.item else {
            let loops = self.tracking(as_parameters(&block, &of_group)?, reduction, place)?;
            let value = self.accumulated(all.op, all.ty, loops, body, &mut of_group)?;
            self.store_total(&totals, value, of_group, place);
            return self.up_to_here(all, &totals, place);
        };
        let own = self.own_points(range, &whole, grid, reduced, place)?;
        let items = WorkItems { iname: item.clone(), tag: *tag, range: self.extent(item, place)? };
        // A loop of its own runs over all work items, also where the group has fewer iterations.
        let loops: Vec<Name> = grid.loops().cloned().collect();
        let known = own.intersect(&range.around.project_onto(&loops)?)?;
        let copy = self.copy_of_items(&items, place)?;
        let known = known.rename(&[(item.clone(), copy.iname.clone())])?;
        let known = as_parameters(&known, &site_in_loops(&of_group, &[&copy.iname]))?;
        let loops = self.tracking(known, reduction, place)?;
        let total = self.total_of_items(all, &copy, loops, body, &mut of_group)?;
        self.store_total(&totals, total, of_group, place);
        let carried = self.earlier(all, &totals, &items, place)?;
        let loops = self.tracking(as_parameters(&own, place)?, reduction, place)?;
        let along = SweptItems { sweep: item, tag: *tag, around: &range.around };
        let value = self.scan_in_group(all, along, loops, body, place)?;
        self.add(all, &value, &carried, items.range.count(), place)?;
        Ok(value)
    }
}

/// A loop along the work items of a group.
struct WorkItems {
    iname: Name,
    tag: InameTag,
    range: IterationRange,
}

impl Realizer {
    fn items(&self, grid: &Grid) -> Vec<Name> {
        grid.item.iter().map(|(item, _)| item.clone()).collect()
    }

    /// The points that are new to each work item, of those that no group before its own has.
    fn own_points(
        &mut self,
        range: &Range,
        whole: &Range,
        grid: &Grid,
        reduced: &[Name],
        place: &ReductionSite<'_>,
    ) -> Result<Set, Refusal> {
        let items = self.items(grid);
        let before = Aff::dim(&grid.group).offset(-1).ok_or(Error::Overflow)?;
        let before = whole.points.substitute(&grid.group, &before)?.intersect(&whole.around)?;
        let before = before.add_dims(&items)?;
        if !before.intersect(&range.around)?.is_subset(&range.points)? {
            let what =
                format!("not all work items have all points of the group of `{}` before theirs", grid.group);
            return Err(no_scan(&what, place).into());
        }
        let own = Range { points: range.points.subtract(&before)?.coalesce()?, around: range.around.clone() };
        let Some(item) = items.first() else { return Ok(own.points) };
        self.new_points(&own, item, reduced, place)
    }

    /// A temporary for a value of each group, and of each work item and group around.
    fn totals(
        &mut self,
        all: Operation<'_>,
        grid: &Grid,
        groups: &Set,
        of_group: &ReductionSite<'_>,
    ) -> Result<Totals, Refusal> {
        let (mut around, mut shape) = (Vec::new(), Vec::new());
        let is_parallel = |name: &&Name| self.tag(name).is_some_and(InameTag::is_parallel);
        for iname in of_group.template.inames.iter().filter(is_parallel).filter(|name| **name != grid.group) {
            let (at, extent) = self.numbered(groups, iname, of_group)?;
            around.push(affine::from_aff(&at));
            shape.push(extent);
        }
        let (at, extent) = self.numbered(groups, &grid.group, of_group)?;
        shape.push(extent);
        let array = self.kernel.fresh_name(&format!("part_{}", all.iname));
        let temp = Temp {
            ty: all.ty,
            space: Some(AddressSpace::Global),
            layout: Layout::c(shape.len()),
            shape,
            loc: None,
            origin: diag::Origin::default(),
        };
        self.kernel.temps.insert(array.clone(), temp);
        Ok(Totals { array, around, at })
    }

    /// The place of an iteration, counted from the first one, and how many there are.
    fn numbered(
        &self,
        groups: &Set,
        iname: &Name,
        place: &ReductionSite<'_>,
    ) -> Result<(Aff, Expr), Refusal> {
        let number = Aff::dim(iname);
        let constant = constant_ends(&self.kernel, iname)?;
        let ends = match constant.filter(|(least, most)| least <= most) {
            Some((least, most)) => Some((least, Aff::constant(most))),
            None => {
                let own = groups.project_onto(std::slice::from_ref(iname))?;
                own.static_min(&number)?.zip(match own.max_aff(&number)?.as_slice() {
                    [(_, most)] => Some(most.clone()),
                    _ => None,
                })
            }
        };
        let Some((least, most)) = ends else {
            let what = format!("`{iname}` has no first and last iteration that are known before it runs");
            return Err(no_scan(&what, place).into());
        };
        let first = number.offset(-least).ok_or(Error::Overflow)?;
        let count = most.offset(-least).and_then(|span| span.offset(1)).ok_or(Error::Overflow)?;
        Ok((first, affine::from_aff(&count)))
    }

    /// Another loop along the same work items, all of which it runs over.
    fn copy_of_items(&mut self, items: &WorkItems, place: &ReductionSite<'_>) -> Result<WorkItems, Error> {
        let iname = self.new_loop(&items.iname, Some(items.tag), items.range)?;
        self.put_inside(&iname, &items.iname, place);
        Ok(WorkItems { iname, ..*items })
    }

    /// What the work items of a group reduce together, each in loops over its own points.
    fn total_of_items(
        &mut self,
        all: Operation<'_>,
        items: &WorkItems,
        loops: Loops,
        body: &Expr,
        of_group: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let mut inner = site_in_loops(of_group, &[&items.iname]);
        let value = self.accumulated(all.op, all.ty, loops, body, &mut inner)?;
        let parts = self.parts(all, items.tag, items.range.count(), of_group)?;
        let at = Aff::dim(&items.iname).offset(-items.range.least).ok_or(Error::Overflow)?;
        let stored = self.store(&parts, at, value, inner);
        of_group.template.after.insert(stored);
        self.reduce_sequentially(all, &parts, of_group)
    }

    /// Stores the value of a group, for what comes in the next launch.
    fn store_total(
        &mut self,
        totals: &Totals,
        value: Expr,
        of_group: ReductionSite<'_>,
        later: &mut ReductionSite<'_>,
    ) {
        let target = LValue::Element { array: totals.array.clone(), index: totals.index(totals.at.clone()) };
        let mut statement = of_group.statement(StatementKind::Assign { target, value });
        statement.after.extend(of_group.needed.into_values());
        let id = self.fresh_statement(&format!("{}_part", of_group.id));
        self.statements.insert(id.clone(), statement);
        self.end_of_launch(&id, later);
        later.template.after.insert(id);
    }

    /// Reduces what a group and those before it have stored.
    fn up_to_here(
        &mut self,
        all: Operation<'_>,
        totals: &Totals,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let step = self.kernel.fresh_name(all.iname);
        let number = Aff::dim(&step);
        let ends = [Constraint::ge(&number, &Aff::constant(0)), Constraint::le(&number, &totals.at)];
        self.add_loop(&step, totals.at.names().into_iter().collect(), &ends)?;
        let read = Expr::new(Node::Load { array: totals.array.clone(), index: totals.index(number) });
        self.reduced(all, step, &read, place)
    }

    /// What the groups before have stored: each work item reduces every so manyeth value into local memory.
    fn earlier(
        &mut self,
        all: Operation<'_>,
        totals: &Totals,
        items: &WorkItems,
        place: &mut ReductionSite<'_>,
    ) -> Result<Parts, Refusal> {
        let WorkItems { iname: of_item, tag, range } = self.copy_of_items(items, place)?;
        let mut of_group = site_in_loops(place, &[]);
        of_group.template.inames.retain(|iname| *iname != items.iname);
        let mut inner = site_in_loops(&of_group, &[&of_item]);
        let step = self.kernel.fresh_name(all.iname);
        let own = Aff::dim(&of_item).offset(-range.least).ok_or(Error::Overflow)?;
        let number = own.add_scaled(&Aff::dim(&step), range.count()).ok_or(Error::Overflow)?;
        let ends = [Constraint::ge(&Aff::dim(&step), &Aff::constant(0)), Constraint::lt(&number, &totals.at)];
        let around = totals.at.names().into_iter().chain([of_item.clone()]).collect();
        self.add_loop(&step, around, &ends)?;
        let read = Expr::new(Node::Load { array: totals.array.clone(), index: totals.index(number) });
        let value = self.reduced(all, step, &read, &mut inner)?;
        let parts = self.parts(all, tag, range.count(), &of_group)?;
        let stored = self.store(&parts, own, value, inner);
        place.template.after.insert(stored);
        Ok(parts)
    }

    /// Lets an accumulator take in parts, too.
    fn add(
        &mut self,
        all: Operation<'_>,
        accumulator: &Expr,
        parts: &Parts,
        count: i64,
        place: &mut ReductionSite<'_>,
    ) -> Result<(), Refusal> {
        let Node::Var(name) = accumulator.node() else { return Ok(()) };
        let step = self.new_loop(all.iname, None, IterationRange::from_zero(count))?;
        let inner = site_in_loops(place, &[&step]);
        let value = all.op.combine(accumulator.clone(), parts.read(Aff::dim(&step)));
        let target = LValue::Scalar(name.clone());
        let mut statement = inner.statement(StatementKind::Assign { target, value });
        statement.after.extend(place.needed.get(name).cloned());
        let id = self.fresh_statement(&format!("{}_update", place.id));
        self.statements.insert(id.clone(), statement);
        place.needed.insert(name.clone(), id);
        Ok(())
    }

    fn add_loop(&mut self, step: &Name, around: Vec<Name>, ends: &[Option<Constraint>]) -> Result<(), Error> {
        let ends = ends.iter().cloned().collect::<Option<Vec<_>>>().ok_or(Error::Overflow)?;
        self.kernel.add_domain(Set::from_constraints(&around, std::slice::from_ref(step), &ends)?);
        self.kernel.inames.insert(step.clone(), Iname::default());
        Ok(())
    }
}

/// A set over the loops of a place and others, as one of the others.
fn as_parameters(points: &Set, place: &ReductionSite<'_>) -> Result<Set, Error> {
    points.dims_to_params(&place.template.inames)?.drop_unused_params()
}
