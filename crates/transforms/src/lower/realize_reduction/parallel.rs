//! Reductions along a hardware axis: each work item, or work group, reduces a part, and then the parts are
//! reduced.

use super::duplicate;
use super::iteration_range::IterationRange;
use super::realizer::{Loops, Realizer, Reduction, ReductionSite};
use crate::rewrite::constant_ends;
use diag::Diagnostic;
use ir::{
    AddressSpace, Domain, Expr, Iname, InameTag, LValue, Layout, Node, ReductionOp, Scalar, Statement,
    StatementKind, SyncScope, Temp, affine, walk,
};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Name, Set};
use std::collections::BTreeMap;

/// How many parts a work item reduces at once. Two would take twice as many barriers.
const RADIX: i64 = 4;
/// Up to so many parts one work item reduces alone.
const ALONE: i64 = 8;
/// Work items that reduce the parts of groups together.
const WORK_ITEMS: i64 = 128;

/// Values that are still to be reduced, along the last axis of a temporary.
pub(super) struct Parts {
    temporary: Name,
    /// The subscripts before the last one, which tell apart the work items and groups around.
    around: Vec<Expr>,
    count: i64,
}

impl Parts {
    fn index(&self, last: Aff) -> Vec<Expr> {
        self.around.iter().cloned().chain([affine::from_aff(&last)]).collect()
    }

    pub(super) fn read(&self, last: Aff) -> Expr {
        Expr::new(Node::Load { array: self.temporary.clone(), index: self.index(last) })
    }
}

/// What all parts of a reduction share.
#[derive(Clone, Copy)]
pub(super) struct Operation<'a> {
    pub(super) op: &'a ReductionOp,
    pub(super) ty: Option<Scalar>,
    /// The reduced iname, after which new names are called.
    pub(super) iname: &'a Name,
}

impl Realizer {
    /// The first of these inames that runs along an axis of the hardware, groups before work items.
    pub(super) fn on_hardware(&self, inames: &[Name], place: &ReductionSite<'_>) -> Option<(Name, InameTag)> {
        let tagged = |name: &Name| Some((name.clone(), self.tag(name)?));
        let mut found: Vec<(Name, InameTag)> = inames
            .iter()
            .filter_map(tagged)
            .filter(|(name, _)| !place.template.inames.contains(name))
            .filter(|(_, tag)| matches!(tag, InameTag::Group(_) | InameTag::Local(_)))
            .collect();
        found.sort_by_key(|(_, tag)| matches!(tag, InameTag::Local(_)));
        found.into_iter().next()
    }

    pub(super) fn tag(&self, iname: &Name) -> Option<InameTag> {
        self.kernel.tag(iname)
    }

    /// A reduction over inames one of which runs along an axis of the hardware.
    pub(super) fn in_parallel(
        &mut self,
        reduction: Reduction<'_>,
        iname: &Name,
        tag: InameTag,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let Reduction { op, inames: reduced, over, body } = reduction;
        let all = Operation { op, ty: self.type_of(reduction), iname };
        // Each iteration of a new loop along the axis reduces its part, and stores it.
        let range = self.extent(iname, place)?;
        let part = self.new_loop(iname, Some(tag), range)?;
        self.put_inside(&part, iname, place);
        let mut inner = site_in_loops(place, &[&part]);
        inner.renamed.push((iname.clone(), part.clone()));
        let rest = self.inames_of_part(reduction, iname, &part, range)?;
        let here = BTreeMap::from([(iname.clone(), Aff::dim(&part))]);
        let over = ir::reduction::provenance(reduced, over).into_iter();
        let over = over.map(|(name, value)| Some((name, value.substitute(&here)?)));
        let over = over.collect::<Option<Vec<_>>>().ok_or(Error::Overflow)?;
        let value =
            Expr::new(Node::Reduce { op: op.clone(), inames: rest, over: Some(over), body: body.clone() });
        let earlier = self.made.len();
        let value = self.expr(&value, &mut inner)?;
        let parts = self.parts(all, tag, range.count(), place)?;
        let first = Aff::dim(&part).offset(-range.least).ok_or(Error::Overflow)?;
        let stored = self.store(&parts, first, value, inner);
        // Behind a barrier the parts are reduced: those of groups in another launch.
        let mut later = site_in_loops(place, &[]);
        later.template.after.insert(stored.clone());
        let value = match tag {
            InameTag::Group(_) => {
                let barrier = self.end_of_launch(&stored, &mut later);
                for one in self.made.iter_mut().skip(earlier) {
                    one.barriers.push(barrier.clone());
                }
                self.over_groups(all, parts, &mut later)?
            }
            _ => self.tree(all, tag, parts, &mut later)?,
        };
        place.needed.extend(later.needed);
        self.replaced = true;
        Ok(value)
    }

    /// The constant range of an iname, of which the number of iterations and their distance from the first
    /// are integers.
    pub(super) fn extent(&self, iname: &Name, place: &ReductionSite<'_>) -> Result<IterationRange, Refusal> {
        let ends = constant_ends(&self.kernel, iname)?.filter(|(least, most)| least <= most);
        let ends: Result<(i64, i64), Refusal> = ends.ok_or_else(|| {
            let message =
                format!("the number of iterations of `{iname}` is not a constant, and each has its part");
            Diagnostic::error("lp::reduction::extent", message)
                .at_entity(place.template.loc.as_ref(), place.template.origin, "reduced here")
                .help(format!(
                    "split it first: `split_iname(\"{iname}\", 128)`, and run the inner loop in parallel"
                ))
                .into()
        });
        let (least, most) = ends?;
        let count = most.checked_sub(least).and_then(|span| span.checked_add(1));
        let is_countable = count.is_some() && least.checked_neg().is_some();
        if is_countable { Ok(IterationRange { least, most }) } else { Err(Error::Overflow.into()) }
    }

    /// A new iname with constant bounds.
    pub(super) fn new_loop(
        &mut self,
        base: &str,
        tag: Option<InameTag>,
        range: IterationRange,
    ) -> Result<Name, Error> {
        let name = self.kernel.fresh_name(base);
        let set = Set::from_constraints(&[], std::slice::from_ref(&name), &range_constraints(&name, range)?)?;
        self.kernel.add_domain(set);
        self.kernel.inames.insert(name.clone(), Iname { tag, ..Iname::default() });
        Ok(name)
    }

    /// Puts the domain of a new loop where that of the iname is for which it stands, but inside of other such
    /// loops.
    pub(super) fn put_inside(&mut self, part: &Name, iname: &Name, place: &ReductionSite<'_>) {
        let others = place.renamed.iter().filter_map(|(_, new)| self.kernel.home(new)).max();
        let home = self.kernel.home(iname);
        let old = home.and_then(|home| self.kernel.domains.get(home));
        // A domain that the loop shares with one around it says what that one runs over.
        let has_loop_around =
            |domain: &&Domain| place.template.inames.iter().any(|name| domain.set.has_dim(name));
        let shared = home.filter(|_| old.as_ref().is_some_and(has_loop_around));
        let parent = others.max(shared).or_else(|| old.and_then(|domain| domain.parent));
        if let Some(domain) = self.kernel.home(part).and_then(|at| self.kernel.domains.get_mut(at)) {
            domain.parent = parent;
        }
    }

    /// The inames over which each part is reduced. Where none of them says at which points of the axis there
    /// is something to reduce, one is added that has an iteration there, and else none.
    fn inames_of_part(
        &mut self,
        reduction: Reduction<'_>,
        iname: &Name,
        part: &Name,
        range: IterationRange,
    ) -> Result<Vec<Name>, Refusal> {
        let mut rest: Vec<Name> = reduction.inames.iter().filter(|name| *name != iname).cloned().collect();
        let home = self.kernel.home(iname);
        let together = rest.iter().any(|name| self.kernel.home(name) == home);
        let own = self.kernel.domain_of(std::slice::from_ref(iname))?;
        let whole =
            Set::from_constraints(&[], std::slice::from_ref(iname), &range_constraints(iname, range)?)?;
        if !rest.is_empty() && (together || whole.is_subset(&own.intersect(&self.kernel.assumptions)?)?) {
            return Ok(rest);
        }
        let inside = walk::reduction_inames(reduction.body);
        let point = duplicate::duplicate(&mut self.kernel, iname, &[], &inside)?;
        let here = Constraint::eq(&Aff::dim(&point), &Aff::dim(part)).ok_or(Error::Overflow)?;
        let around = self.kernel.home(part);
        if let Some(domain) = self.kernel.home(&point).and_then(|at| self.kernel.domains.get_mut(at)) {
            let known = domain.set.add_params(std::slice::from_ref(part))?;
            domain.set = known.add_constraints(&[here])?;
            domain.parent = domain.parent.max(around);
        }
        self.kernel.inames.insert(point.clone(), Iname::default());
        rest.push(point);
        Ok(rest)
    }

    /// A temporary for that many values, for each work item or group around.
    pub(super) fn parts(
        &mut self,
        all: Operation<'_>,
        tag: InameTag,
        count: i64,
        place: &ReductionSite<'_>,
    ) -> Result<Parts, Refusal> {
        let is_global = matches!(tag, InameTag::Group(_));
        let tells =
            |tag: InameTag| if is_global { tag.is_parallel() } else { matches!(tag, InameTag::Local(_)) };
        let (mut around, mut shape) = (Vec::new(), Vec::new());
        for iname in place.template.inames.iter().filter(|name| self.tag(name).is_some_and(tells)) {
            let range = self.extent(iname, place)?;
            around.push(affine::from_aff(&Aff::dim(iname).offset(-range.least).ok_or(Error::Overflow)?));
            shape.push(Expr::int(range.count()));
        }
        shape.push(Expr::int(count));
        let temporary = self.kernel.fresh_name(&format!("part_{}", all.iname));
        let temp = Temp {
            ty: all.ty,
            space: Some(if is_global { AddressSpace::Global } else { AddressSpace::Local }),
            layout: Layout::c(shape.len()),
            shape,
            loc: None,
            origin: diag::Origin::default(),
        };
        self.kernel.temps.insert(temporary.clone(), temp);
        Ok(Parts { temporary, around, count })
    }

    /// Stores a part.
    pub(super) fn store(&mut self, parts: &Parts, at: Aff, value: Expr, site: ReductionSite<'_>) -> Name {
        let target = LValue::Element { array: parts.temporary.clone(), index: parts.index(at) };
        let mut statement = site.statement(StatementKind::Assign { target, value });
        statement.after.extend(site.needed.into_values());
        let id = self.fresh_statement(&format!("{}_part", site.id));
        self.statements.insert(id.clone(), statement);
        id
    }

    /// Lets what comes later run in another launch; gives the barrier between.
    pub(super) fn end_of_launch(&mut self, stored: &Name, later: &mut ReductionSite<'_>) -> Name {
        let mut barrier = Statement::of_kind(StatementKind::Barrier(SyncScope::Global));
        let sequential = |name: &&Name| !self.tag(name).is_some_and(InameTag::is_parallel);
        barrier.inames = later.template.inames.iter().filter(sequential).cloned().collect();
        barrier.after.insert(stored.clone());
        let id = self.fresh_statement(&format!("{}_barrier", later.id));
        self.statements.insert(id.clone(), barrier);
        later.template.after.insert(id.clone());
        id
    }

    /// Reduces what groups have stored: in one group, whose work items first take every so manyeth part each.
    fn over_groups(
        &mut self,
        all: Operation<'_>,
        parts: Parts,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let axis = InameTag::Local(0);
        if parts.count <= WORK_ITEMS || place.template.inames.iter().any(|name| self.tag(name) == Some(axis))
        {
            return self.reduce_sequentially(all, &parts, place);
        }
        let item = self.new_loop(all.iname, Some(axis), IterationRange::from_zero(WORK_ITEMS))?;
        let mut inner = site_in_loops(place, &[&item]);
        let value = self.strided(all, &parts, &item, WORK_ITEMS, &mut inner)?;
        let fewer = self.parts(all, axis, WORK_ITEMS, place)?;
        let stored = self.store(&fewer, Aff::dim(&item), value, inner);
        place.template.after.insert(stored);
        self.tree(all, axis, fewer, place)
    }

    /// Lets ever fewer work items reduce [`RADIX`] parts each, and one of them the last ones.
    fn tree(
        &mut self,
        all: Operation<'_>,
        axis: InameTag,
        mut parts: Parts,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        while parts.count > ALONE {
            let fewer = parts.count / RADIX + i64::from(parts.count % RADIX > 0);
            let item = self.new_loop(all.iname, Some(axis), IterationRange::from_zero(fewer))?;
            let mut inner = site_in_loops(place, &[&item]);
            let value = self.strided(all, &parts, &item, fewer, &mut inner)?;
            let fewer = self.parts(all, axis, fewer, place)?;
            let stored = self.store(&fewer, Aff::dim(&item), value, inner);
            place.template.after.insert(stored);
            parts = fewer;
        }
        self.reduce_sequentially(all, &parts, place)
    }

    /// Reduces the parts `item`, `item + stride`, and so on.
    fn strided(
        &mut self,
        all: Operation<'_>,
        parts: &Parts,
        item: &Name,
        stride: i64,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let step = self.kernel.fresh_name(all.iname);
        let at = Aff::dim(item).add_scaled(&Aff::dim(&step), stride).ok_or(Error::Overflow)?;
        let bounds = [
            Constraint::ge(&Aff::dim(&step), &Aff::constant(0)),
            Constraint::lt(&at, &Aff::constant(parts.count)),
        ];
        let bounds = bounds.into_iter().collect::<Option<Vec<_>>>().ok_or(Error::Overflow)?;
        let set = Set::from_constraints(std::slice::from_ref(item), std::slice::from_ref(&step), &bounds)?;
        self.kernel.add_domain(set);
        self.kernel.inames.insert(step.clone(), Iname::default());
        self.reduced(all, step, &parts.read(at), place)
    }

    /// Reduces all parts one after the other.
    pub(super) fn reduce_sequentially(
        &mut self,
        all: Operation<'_>,
        parts: &Parts,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let step = self.new_loop(all.iname, None, IterationRange::from_zero(parts.count))?;
        let read = parts.read(Aff::dim(&step));
        self.reduced(all, step, &read, place)
    }

    /// A reduction that performs no iteration of the reference's: those who stored its values did.
    pub(super) fn reduced(
        &mut self,
        all: Operation<'_>,
        iname: Name,
        body: &Expr,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let loops =
            Loops { inames: vec![iname], over: Vec::new(), renamed: place.renamed.clone(), start: None };
        self.accumulated(all.op, all.ty, loops, body, place)
    }
}

/// The same place inside of further loops.
pub(super) fn site_in_loops<'a>(place: &ReductionSite<'a>, loops: &[&Name]) -> ReductionSite<'a> {
    let mut template = place.template.clone();
    template.inames.extend(loops.iter().copied().cloned());
    ReductionSite { id: place.id, template, renamed: place.renamed.clone(), needed: place.needed.clone() }
}

fn range_constraints(name: &Name, range: IterationRange) -> Result<Vec<Constraint>, Error> {
    let value = Aff::dim(name);
    let IterationRange { least, most } = range;
    let ends = [Constraint::ge(&value, &Aff::constant(least)), Constraint::le(&value, &Aff::constant(most))];
    ends.into_iter().collect::<Option<Vec<_>>>().ok_or(Error::Overflow)
}
