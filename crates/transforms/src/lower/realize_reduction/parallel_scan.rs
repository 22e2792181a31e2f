//! Scans along the work items of a group: each reduces the points that are new to it, and then joins what it
//! has with what the work items before it have, by ever longer runs of them.

use super::parallel::{Operation, site_in_loops};
use super::realizer::{Loops, Realizer, ReductionSite};
use ir::{Expr, Iname, InameTag, Name};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Set};

/// How many runs a work item joins at once: two stages serve a group of 256.
const RUNS: i64 = 16;

/// The work items along which a scan goes.
pub(super) struct SweptItems<'a> {
    pub(super) sweep: &'a Name,
    pub(super) tag: InameTag,
    /// The iterations of the statement, over its inames.
    pub(super) around: &'a Set,
}

impl Realizer {
    /// The value that each work item needs, where `new` are loops over the points that are new to it.
    pub(super) fn scan_in_group(
        &mut self,
        all: Operation<'_>,
        along: SweptItems<'_>,
        new: Loops,
        body: &Expr,
        place: &mut ReductionSite<'_>,
    ) -> Result<Expr, Refusal> {
        let SweptItems { sweep, tag, around } = along;
        let range = self.extent(sweep, place)?;
        let (count, own) = (range.count(), Aff::dim(sweep).offset(-range.least).ok_or(Error::Overflow)?);
        let mut group = site_in_loops(place, &[]);
        group.template.inames.retain(|iname| iname != sweep);
        let mut stage = site_in_loops(place, &[]);
        let mut value = self.accumulated(all.op, all.ty, new, body, &mut stage)?;
        let mut run = 1;
        while run < count {
            let parts = self.parts(all, tag, count, &group)?;
            let stored = self.store(&parts, own.clone(), value, stage);
            place.template.after.insert(stored);
            stage = site_in_loops(place, &[]);
            let step = self.new_step(all.iname, sweep, run, around)?;
            let before = own.add_scaled(&Aff::dim(&step), -run).ok_or(Error::Overflow)?;
            value = self.reduced(all, step, &parts.read(before), &mut stage)?;
            run *= RUNS;
        }
        place.needed.extend(stage.needed);
        Ok(value)
    }

    /// A loop over the runs that a work item joins: its own, and those that end where the next one begins.
    fn new_step(&mut self, base: &Name, sweep: &Name, run: i64, around: &Set) -> Result<Name, Error> {
        let step = self.kernel.fresh_name(base);
        let number = Aff::dim(&step);
        let before = Aff::dim(sweep).add_scaled(&number, -run).ok_or(Error::Overflow)?;
        let ends =
            [Constraint::ge(&number, &Aff::constant(0)), Constraint::lt(&number, &Aff::constant(RUNS))];
        let ends = ends.into_iter().collect::<Option<Vec<_>>>().ok_or(Error::Overflow)?;
        let known = around.dims_to_params(around.dims())?;
        let set = known.substitute(sweep, &before)?.params_to_dims(std::slice::from_ref(&step))?;
        let set = set.add_constraints(&ends)?.simplify_in(&known)?.drop_unused_params()?;
        self.kernel.add_domain(set);
        self.kernel.inames.insert(step.clone(), Iname::default());
        Ok(step)
    }
}
