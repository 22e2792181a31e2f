//! One loop run in parallel, with what its values need: launches of their own, and memory that outlives a
//! launch.

use super::family::Family;
use super::launch_start;
use super::separate_grids::separate_grids;
use crate::add_barrier::AddBarrier;
use crate::lower::{self, CONFLICT, CUT, around_groups};
use crate::make_atomic::MakeAtomic;
use crate::rename_inames::RenameInames;
use crate::rewrite::constant_ends;
use crate::set_temporary_address_space::SetTemporaryAddressSpace;
use crate::split_iname::SplitIname;
use crate::tag_inames::TagInames;
use dependence::wording;
use diag::{Diagnostic, Origin};
use ir::{AddressSpace, InameTag, Kernel, SyncScope, Update};
use legality::PRIVATE;
use pass::{
    Applied, FromArg, InameName, NewName, Pairs, PosInt, Refusal, Selector, TempName, Text, Transform, Value,
};
use poly::Name;
use std::rc::Rc;

/// Barriers and temporaries in global memory that one loop may need.
const MAX_REPAIRS: usize = 24;

/// Groups that share a loop whose length the host does not know: enough to fill the largest devices, and for
/// all cores of a processor, where each group that has nothing to do costs a test.
const GROUPS: [i64; 2] = [2048, 256];

/// A step of a pipeline that was found to be of use.
pub(crate) type Step = Rc<dyn Transform>;

/// How the iterations of a parallel loop are dealt out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blocks {
    /// Iterations of a work group.
    pub(super) length: PosInt,
    /// Whether work items share them; otherwise they run one after the other.
    pub(super) work_items: bool,
    /// Which updates may be atomic.
    pub(super) atomics: Atomics,
}

/// Which updates of one element by several work items may be atomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Atomics {
    /// None of them.
    None,
    /// Those with one result in any order.
    Exact,
    /// Those of floating-point numbers too.
    All,
}

impl Blocks {
    fn tags(self) -> [Option<InameTag>; 2] {
        [Some(InameTag::Group(0)), self.work_items.then_some(InameTag::Local(0))]
    }

    /// The tag of a loop that would not fill one of them.
    fn of_few(self) -> InameTag {
        if self.work_items { InameTag::Local(0) } else { InameTag::Group(0) }
    }
}

/// A kernel in which loops are parallel, and the steps that made it.
#[derive(Clone)]
pub(crate) struct Attempt {
    pub(crate) kernel: Kernel,
    pub(crate) steps: Vec<Step>,
    /// How many loops are parallel, those over the same values counted once.
    pub(super) loops: usize,
    /// How many further steps it may need.
    repairs: usize,
    /// The inames that are parallel now and were not before.
    parallel: Vec<Name>,
    /// Which updates may be atomic.
    atomics: Atomics,
    /// Whether nests of different grids get launches of their own.
    separates_grids: bool,
}

impl Attempt {
    pub(crate) fn without_steps(kernel: &Kernel, atomics: Atomics) -> Self {
        let (steps, parallel) = (Vec::new(), Vec::new());
        let separates_grids = false;
        Attempt {
            kernel: kernel.clone(),
            steps,
            loops: 0,
            repairs: MAX_REPAIRS,
            parallel,
            atomics,
            separates_grids,
        }
    }

    /// The same where nests of different grids get launches of their own.
    pub(super) fn with_separate_grids(self) -> Self {
        Attempt { separates_grids: true, ..self }
    }

    /// Takes steps that were found for other kernels, each of which has some of this one's statements.
    pub(super) fn with_steps(kernel: &Kernel, found: &[&[Step]]) -> Result<Self, Refusal> {
        let mut attempt = Attempt::without_steps(kernel, Atomics::None);
        attempt.repairs = MAX_REPAIRS.saturating_mul(found.len());
        for step in found.iter().copied().flatten() {
            attempt.apply(Rc::clone(step))?;
        }
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Runs loops in parallel, whatever comes of it.
    pub(super) fn new(kernel: &Kernel, loops: &Family, blocks: Blocks) -> Result<Self, Refusal> {
        let mut attempt = Attempt::without_steps(kernel, blocks.atomics);
        attempt.deal_out(loops, blocks)?;
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Runs loops on work items, in blocks, and each iteration of others, from the outermost inwards, on
    /// groups of its own.
    pub(super) fn grid(
        kernel: &Kernel,
        items: &Family,
        others: &[&Family],
        blocks: Blocks,
    ) -> Result<Self, Refusal> {
        let mut attempt = Attempt::without_steps(kernel, blocks.atomics);
        let first = u8::from(!is_few(kernel, items, blocks)?);
        for (family, axis) in others.iter().rev().zip(first..) {
            attempt.tag(family, InameTag::Group(axis))?;
        }
        attempt.deal_out(items, blocks)?;
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Runs loops in blocks, or as they are where they would not fill one.
    fn deal_out(&mut self, loops: &Family, blocks: Blocks) -> Result<(), Refusal> {
        if is_few(&self.kernel, loops, blocks)? {
            return self.tag(loops, blocks.of_few());
        }
        let united = self.united(loops);
        self.loops += 1;
        united.members().iter().try_for_each(|name| self.split(name, blocks.length, blocks.tags()).map(drop))
    }

    /// Loops over the same values under one name, where they may have one.
    fn united(&mut self, loops: &Family) -> Family {
        let [first, others @ ..] = loops.members() else { return loops.clone() };
        let step = Rc::new(RenameInames {
            old_inames: others.iter().map(|name| InameName::from(name.as_str())).collect(),
            new_iname: NewName { name: first.clone(), origin: Origin::default() },
            existing_ok: true,
            within: None,
        });
        match others.is_empty() || self.apply(step).is_err() {
            true => loops.clone(),
            false => Family::single(first),
        }
    }

    pub(super) fn tag(&mut self, loops: &Family, tag: InameTag) -> Result<(), Refusal> {
        let loops = self.united(loops);
        self.loops += 1;
        let text = |name: &Name| Text { text: name.to_string(), origin: Origin::default() };
        let tags = loops.members().iter().map(|name| (text(name), tag.into())).collect();
        self.apply(Rc::new(TagInames { tags: Pairs(tags), ignore_nonexistent: false, force: false }))
    }

    /// The loops in parallel, and accepted with what that needs. Where only the device knows how many
    /// iterations there are, it runs as many groups as fill it, which share them.
    pub(super) fn parallel(kernel: &Kernel, loops: &Family, blocks: Blocks) -> Result<Self, Refusal> {
        let dealt_out = Attempt::new(kernel, loops, blocks).and_then(Attempt::accepted_or_why);
        match dealt_out {
            Err(Refusal(reasons)) if reasons.iter().any(|reason| reason.code == lower::EXTENT) => {
                let [of_device, of_processor] = GROUPS;
                let groups = if blocks.work_items { of_device } else { of_processor };
                Attempt::shared(kernel, loops, blocks, groups).and_then(Attempt::accepted_or_why)
            }
            other => other,
        }
    }

    /// Shares iterations between that many groups, so that neighbouring work items take neighbouring ones.
    pub(super) fn shared(
        kernel: &Kernel,
        loops: &Family,
        blocks: Blocks,
        groups: i64,
    ) -> Result<Self, Refusal> {
        let all = blocks.length.get().checked_mul(groups).and_then(PosInt::new);
        let Some(all) = all else { return Attempt::new(kernel, loops, blocks) };
        let mut attempt = Attempt::without_steps(kernel, blocks.atomics);
        let united = attempt.united(loops);
        attempt.loops += 1;
        for name in united.members() {
            let inner = attempt.split(name, all, [None, None])?;
            attempt.split(&inner, blocks.length, blocks.tags())?;
        }
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Splits a loop; gives the name of the inner one.
    pub(super) fn split(
        &mut self,
        name: &Name,
        length: PosInt,
        tags: [Option<InameTag>; 2],
    ) -> Result<Name, Refusal> {
        let [outer, inner] = ["outer", "inner"].map(|suffix| {
            let usual = format!("{name}_{suffix}");
            (self.kernel.fresh_name(&usual), usual)
        });
        let chosen = |(free, usual): &(Name, String)| {
            (**free != **usual).then(|| NewName { name: free.clone(), origin: Origin::default() })
        };
        let [outer_tag, inner_tag] = tags;
        self.apply(Rc::new(SplitIname {
            iname: InameName { name: name.clone(), origin: Origin::default() },
            inner_length: length,
            outer_iname: chosen(&outer),
            inner_iname: chosen(&inner),
            outer_tag,
            inner_tag,
            slabs: (0, 0),
            within: None,
        }))?;
        Ok(inner.0)
    }

    /// Notes which inames are parallel that were not.
    pub(super) fn note_parallel(&mut self, before: &Kernel) {
        let is_new = |iname: &&Name| {
            let tag = |kernel: &Kernel| kernel.inames.get(*iname).and_then(|iname| iname.tag);
            tag(&self.kernel).is_some_and(InameTag::is_parallel) && tag(before) != tag(&self.kernel)
        };
        self.parallel = self.kernel.inames.keys().filter(is_new).cloned().collect();
    }

    pub(crate) fn apply(&mut self, step: Step) -> Result<(), Refusal> {
        let Applied { kernel, .. } = step.apply(&self.kernel)?;
        self.kernel = kernel;
        self.steps.push(step);
        Ok(())
    }

    /// The attempt, if it needs nothing more.
    pub(super) fn accepted_as_it_is(mut self) -> Option<Self> {
        self.repairs = 0;
        self.accepted()
    }

    /// The attempt with what it needs, where lowering and the legality checker accept it then.
    pub(super) fn accepted(self) -> Option<Self> {
        self.settled().ok()
    }

    /// The same.
    ///
    /// # Errors
    /// What is wrong with it in the eyes of lowering or the legality checker, as far as no further step
    /// settles that.
    pub(crate) fn accepted_or_why(self) -> Result<Self, Refusal> {
        let failed = match self.settled() {
            Ok(settled) => return Ok(settled),
            Err(failed) => failed,
        };
        lower::lower(&failed.kernel)?;
        Ok(*failed)
    }

    /// The attempt with what it needs, or as far as further steps help it.
    fn settled(mut self) -> Result<Self, Box<Self>> {
        loop {
            if self.separates_grids {
                separate_grids(&mut self);
            }
            // The reasons lead to further steps, or are asked for again.
            let lowered = wording::unread(|| lower::lower(&self.kernel));
            let Err(reasons) = lowered else { return Ok(self) };
            let repairs = self.repairs(&reasons);
            if repairs.is_empty() || repairs.len() > self.repairs {
                return Err(Box::new(self));
            }
            self.repairs -= repairs.len();
            for repair in repairs {
                if self.apply(repair).is_err() {
                    return Err(Box::new(self));
                }
            }
        }
    }

    /// New steps that settle some of these findings, unless one of them is there to stay.
    fn repairs(&self, reasons: &[Diagnostic]) -> Vec<Step> {
        let atomic: Vec<Step> = reasons
            .iter()
            .filter(|reason| reason.code == CONFLICT)
            .filter_map(|reason| self.made_atomic(reason))
            .take(1)
            .collect();
        if !atomic.is_empty() {
            return atomic;
        }
        if reasons.iter().any(|reason| reason.code == CONFLICT && self.is_within(reason)) {
            return Vec::new();
        }
        let calls: Vec<String> = self.steps.iter().map(|step| step.call()).collect();
        let is_new = |step: &Step| !calls.contains(&step.call());
        let with_code = |code| reasons.iter().filter(move |reason| reason.code == code);
        let kept: Vec<Step> = with_code(CUT).filter_map(|reason| self.kept(reason)).filter(is_new).collect();
        if !kept.is_empty() {
            return kept;
        }
        let open: Vec<&Diagnostic> =
            with_code(CONFLICT).filter(|reason| self.barrier(reason).as_ref().is_some_and(is_new)).collect();
        let apart = self.fewest_conflicts(&open);
        let chosen = if apart.is_empty() { open.into_iter().take(1).collect() } else { apart };
        if !chosen.is_empty() {
            return chosen.into_iter().filter_map(|reason| self.barrier(reason)).collect();
        }
        // One work item sets a scalar that all of a later nest read: it must outlive the end of a launch.
        with_code(PRIVATE).filter_map(|reason| self.behind_writer(reason)).filter(is_new).take(1).collect()
    }

    /// The end of a launch between a statement that sets a temporary and one that reads it elsewhere.
    fn behind_writer(&self, reason: &Diagnostic) -> Option<Step> {
        let [_, writer, reader] = reason.about.as_slice() else { return None };
        self.end_between(writer, reader)
    }

    /// Atomic updates, where they are in conflict with each other.
    fn made_atomic(&self, reason: &Diagnostic) -> Option<Step> {
        let id = conflicting_update(&self.kernel, reason).filter(|_| self.atomics != Atomics::None)?;
        let is_atomic = self.kernel.statements.get(id).is_some_and(|statement| statement.atomic.is_some());
        let reassociate = self.atomics == Atomics::All;
        let step = MakeAtomic { insn_match: self.selector(id)?, reassociate };
        (!is_atomic).then(|| Rc::new(step) as Step)
    }

    /// Conflicts between nests, as few as settle all of them: where one lies between the statements of
    /// another, a barrier for the one serves both.
    fn fewest_conflicts<'d>(&self, conflicts: &[&'d Diagnostic]) -> Vec<&'d Diagnostic> {
        let statement = |id: &String| self.kernel.statements.get_full(id.as_str());
        let ends = |reason: &&'d Diagnostic| {
            let [before, after] = reason.about.as_slice() else { return None };
            let ((from, _, first), (to, _, second)) = statement(before).zip(statement(after))?;
            (from < to && first.inames.first() != second.inames.first()).then_some((to, from, *reason))
        };
        let mut all: Vec<(usize, usize, &Diagnostic)> = conflicts.iter().filter_map(ends).collect();
        all.sort_by_key(|(to, from, _)| (*to, *from));
        let mut chosen: Vec<(usize, &Diagnostic)> = Vec::new();
        for (to, from, reason) in all {
            if chosen.iter().all(|(last, _)| *last <= from) {
                chosen.push((to, reason));
            }
        }
        chosen.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Whether a conflict is one between iterations of a loop that was made parallel: its statements are in
    /// it, and it is in no other loop, iterations of which the end of a launch could order.
    fn is_within(&self, reason: &Diagnostic) -> bool {
        let outermost = |id: &String| self.kernel.statements.get(id.as_str())?.inames.first();
        let mut around = reason.about.iter().map(outermost);
        let Some(Some(first)) = around.next() else { return false };
        self.parallel.contains(first) && around.all(|other| other == Some(first))
    }

    /// The end of a launch between two statements whose groups are in conflict, unless both are in one loop
    /// that was made parallel: then the same iteration of it, or two of them, would have to be cut apart.
    fn barrier(&self, reason: &Diagnostic) -> Option<Step> {
        let [before, after] = reason.about.as_slice() else { return self.end_of_iteration(reason) };
        self.end_between(before, after)
    }

    pub(super) fn end_between(&self, before: &str, after: &str) -> Option<Step> {
        let inside = |id: &str, name: &Name| {
            let statement = self.kernel.statements.get(id);
            statement.is_some_and(|statement| statement.inames.contains(name))
        };
        if self.parallel.iter().any(|name| inside(before, name) && inside(after, name)) {
            return None;
        }
        let [first, second] = [self.stated(before)?, self.stated(after)?];
        let after = self.selector(launch_start::first_for(&self.kernel, first, second))?;
        Some(end_of_launch(self.selector(before)?, Some(after), None))
    }

    /// The end of a launch after each iteration of the loops around groups that run one statement, and are in
    /// conflict.
    fn end_of_iteration(&self, reason: &Diagnostic) -> Option<Step> {
        let [id] = reason.about.as_slice() else { return None };
        let loops = around_groups(&self.kernel, self.stated(id)?);
        let loops: Vec<InameName> = loops.iter().map(|name| InameName::from(name.as_str())).collect();
        (!loops.is_empty()).then_some(end_of_launch(self.selector(id)?, None, Some(loops)))
    }

    fn selector(&self, id: &str) -> Option<Selector> {
        Selector::from_arg(&Value::str(self.stated(id)?.as_str())).ok()
    }

    /// The statement of that name, or the one of whose reductions lowering made it.
    pub(super) fn stated(&self, id: &str) -> Option<&Name> {
        let made = |name: &&Name| {
            id.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        self.kernel.statements.keys().filter(made).max_by_key(|name| name.len())
    }

    /// Global memory for a temporary that must outlive a launch.
    fn kept(&self, reason: &Diagnostic) -> Option<Step> {
        let [name] = reason.about.as_slice() else { return None };
        let temp = self.kernel.temps.get(name.as_str())?;
        (temp.space != Some(AddressSpace::Global)).then(|| {
            let name = TempName { name: name.as_str().into(), origin: Origin::default() };
            let step =
                SetTemporaryAddressSpace { temp_var_names: vec![name], address_space: AddressSpace::Global };
            Rc::new(step) as Step
        })
    }
}

/// The statement that updates an element, by one operation, which it updates too in other groups.
pub(super) fn conflicting_update<'k>(kernel: &'k Kernel, reason: &Diagnostic) -> Option<&'k Name> {
    let (first, others) = reason.about.split_first()?;
    let (id, statement) = kernel.statements.get_key_value(first.as_str())?;
    (others.iter().all(|other| other == first) && Update::of_statement(statement).is_some()).then_some(id)
}

fn end_of_launch(before: Selector, after: Option<Selector>, within: Option<Vec<InameName>>) -> Step {
    Rc::new(AddBarrier {
        insn_before: before,
        insn_after: after,
        id_based_on: None,
        tags: Vec::new(),
        synchronization_kind: SyncScope::Global,
        within_inames: within,
    })
}

/// Whether loops over the same values would not fill a block.
pub(super) fn is_few(kernel: &Kernel, loops: &Family, blocks: Blocks) -> Result<bool, poly::Error> {
    let Some(name) = loops.members().first() else { return Ok(true) };
    Ok(iterations(kernel, name)?.is_some_and(|count| count <= blocks.length.get()))
}

/// How many iterations a loop has at most, where constants tell.
pub(crate) fn iterations(kernel: &Kernel, name: &Name) -> Result<Option<i64>, poly::Error> {
    Ok(constant_ends(kernel, name)?.and_then(|(least, most)| most.checked_sub(least)?.checked_add(1)))
}
