//! One loop run in parallel, with what its values need: launches of their own, and memory that outlives a launch.

use crate::add_barrier::AddBarrier;
use crate::lower::{self, CONFLICT, CUT};
use crate::rewrite::constant_ends;
use crate::set_temporary_address_space::SetTemporaryAddressSpace;
use crate::split_iname::SplitIname;
use crate::tag_inames::TagInames;
use diag::{Diagnostic, Origin};
use ir::{AddressSpace, InameTag, Kernel, SyncScope};
use pass::{
    Applied, FromArg, InameName, NewName, Pairs, PosInt, Refusal, Selector, TempName, Text, Transform, Value,
};
use poly::Name;

/// Barriers and temporaries in global memory that one loop may need; each costs one more lowering.
const MAX_REPAIRS: usize = 24;

/// Groups that share a reduction: enough for the largest devices, and few enough for one group to reduce their parts.
const GROUPS: i64 = 512;

/// A kernel in which a loop is parallel, and the calls that made it.
pub(super) struct Attempt {
    pub(super) kernel: Kernel,
    pub(super) calls: Vec<String>,
    /// The inames that are parallel now and were not before.
    parallel: Vec<Name>,
}

impl Attempt {
    /// Runs a loop in parallel, whatever comes of it.
    pub(super) fn new(kernel: &Kernel, name: &Name, block: PosInt) -> Result<Self, Refusal> {
        let mut attempt = Attempt { kernel: kernel.clone(), calls: Vec::new(), parallel: Vec::new() };
        if iterations(kernel, name)?.is_some_and(|count| count <= block.get()) {
            let text = Text { text: name.to_string(), origin: Origin::default() };
            attempt.apply(&TagInames { tags: Pairs(vec![(text, InameTag::Local(0))]) })?;
        } else {
            attempt.split(name, block, [Some(InameTag::Group(0)), Some(InameTag::Local(0))])?;
        }
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Shares a reduced loop between the work items of all groups, so that neighbours take neighbouring iterations.
    pub(super) fn reduction(kernel: &Kernel, name: &Name, block: PosInt) -> Result<Self, Refusal> {
        let shared = block.get().checked_mul(GROUPS).and_then(PosInt::new);
        let few = iterations(kernel, name)?.is_some_and(|count| count <= block.get());
        let Some(shared) = shared.filter(|_| !few) else { return Attempt::new(kernel, name, block) };
        let mut attempt = Attempt { kernel: kernel.clone(), calls: Vec::new(), parallel: Vec::new() };
        let inner = attempt.split(name, shared, [None, None])?;
        attempt.split(&inner, block, [Some(InameTag::Group(0)), Some(InameTag::Local(0))])?;
        attempt.note_parallel(kernel);
        Ok(attempt)
    }

    /// Splits a loop; gives the name of the inner one.
    fn split(&mut self, name: &Name, length: PosInt, tags: [Option<InameTag>; 2]) -> Result<Name, Refusal> {
        let [outer, inner] = ["outer", "inner"].map(|suffix| {
            let usual = format!("{name}_{suffix}");
            (self.kernel.fresh_name(&usual), usual)
        });
        let chosen = |(free, usual): &(Name, String)| {
            (**free != **usual).then(|| NewName { name: free.clone(), origin: Origin::default() })
        };
        let [outer_tag, inner_tag] = tags;
        self.apply(&SplitIname {
            iname: InameName { name: name.clone(), origin: Origin::default() },
            inner_length: length,
            outer_iname: chosen(&outer),
            inner_iname: chosen(&inner),
            outer_tag,
            inner_tag,
            slabs: (0, 0),
            within: None,
        })?;
        Ok(inner.0)
    }

    /// Notes which inames are parallel that were not.
    fn note_parallel(&mut self, before: &Kernel) {
        let is_new = |iname: &&Name| {
            let tag = |kernel: &Kernel| kernel.inames.get(*iname).and_then(|iname| iname.tag);
            tag(&self.kernel).is_some_and(InameTag::is_parallel) && tag(before) != tag(&self.kernel)
        };
        self.parallel = self.kernel.inames.keys().filter(is_new).cloned().collect();
    }

    fn apply(&mut self, step: &dyn Transform) -> Result<(), Refusal> {
        let Applied { kernel, .. } = step.apply(&self.kernel)?;
        self.kernel = kernel;
        self.calls.push(step.call());
        Ok(())
    }

    /// The attempt with what it needs.
    ///
    /// # Errors
    /// What is wrong with it in the eyes of lowering or the legality checker, as far as no further step settles that.
    pub(super) fn accepted(mut self) -> Result<Self, Refusal> {
        let mut repairs = 0;
        loop {
            let Err(reasons) = lower::lower(&self.kernel) else { return Ok(self) };
            match self.repair(&reasons) {
                Some(repair) if repairs < MAX_REPAIRS => self.apply(&*repair)?,
                _ => return Err(reasons.into()),
            }
            repairs += 1;
        }
    }

    /// A new step that settles one of these findings, unless one of them is there to stay.
    fn repair(&self, reasons: &[Diagnostic]) -> Option<Box<dyn Transform>> {
        if reasons.iter().any(|reason| reason.code == CONFLICT && self.is_within(reason)) {
            return None;
        }
        let steps = reasons.iter().filter_map(|reason| match reason.code {
            CONFLICT => self.barrier(reason),
            CUT => self.kept(reason),
            _ => None,
        });
        steps.into_iter().find(|step| !self.calls.contains(&step.call()))
    }

    /// Whether a conflict is one between iterations of the loop that was made parallel: its statements are in it, and it
    /// is in no other loop, iterations of which the end of a launch could order.
    fn is_within(&self, reason: &Diagnostic) -> bool {
        reason.about.iter().all(|id| {
            let statement = self.kernel.statements.get(id.as_str());
            let outermost = statement.and_then(|statement| statement.inames.first());
            outermost.is_some_and(|name| self.parallel.contains(name))
        })
    }

    /// The end of a launch between two statements whose groups are in conflict, unless both are in the loop that was made
    /// parallel: then the same iteration of it, or two of them, would have to be cut apart.
    fn barrier(&self, reason: &Diagnostic) -> Option<Box<dyn Transform>> {
        let [before, after] = reason.about.as_slice() else { return None };
        let inside = |id: &String| {
            let statement = self.kernel.statements.get(id.as_str());
            statement
                .is_some_and(|statement| statement.inames.iter().any(|name| self.parallel.contains(name)))
        };
        if inside(before) && inside(after) {
            return None;
        }
        let selector = |id: &String| Selector::from_arg(&Value::str(self.stated(id)?.as_str())).ok();
        Some(Box::new(AddBarrier {
            insn_before: selector(before)?,
            insn_after: selector(after)?,
            id_based_on: None,
            tags: Vec::new(),
            synchronization_kind: SyncScope::Global,
            within_inames: None,
        }))
    }

    /// The statement of that name, or the one of whose reductions lowering made it.
    fn stated(&self, id: &str) -> Option<&Name> {
        let made = |name: &&Name| {
            id.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        self.kernel.statements.keys().filter(made).max_by_key(|name| name.len())
    }

    /// Global memory for a temporary that must outlive a launch.
    fn kept(&self, reason: &Diagnostic) -> Option<Box<dyn Transform>> {
        let [name] = reason.about.as_slice() else { return None };
        let temp = self.kernel.temps.get(name.as_str())?;
        (temp.space != Some(AddressSpace::Global)).then(|| {
            let name = TempName { name: name.as_str().into(), origin: Origin::default() };
            let step =
                SetTemporaryAddressSpace { temp_var_names: vec![name], address_space: AddressSpace::Global };
            Box::new(step) as Box<dyn Transform>
        })
    }
}

/// How many iterations a loop has at most, where constants tell.
fn iterations(kernel: &Kernel, name: &Name) -> Result<Option<i64>, poly::Error> {
    Ok(constant_ends(kernel, name)?.and_then(|(least, most)| most.checked_sub(least)?.checked_add(1)))
}
