//! Memory as the interpreter sees it: every access is checked against the shape, reads of temporaries against
//! what was written, and accesses of different work items against each other.

use super::shadow::{Conflict, Shadow};
use crate::Array;
use crate::value::{self, Word};
use diag::Diagnostic;
use ir::{Name, Scalar};

/// A fault of the program that is interpreted. Boxed: results stay small.
pub(crate) type Fault = Box<Diagnostic>;

/// Who accesses memory, and when.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Actor {
    /// Number of the launch, from 1.
    pub(crate) launch: u32,
    /// Number of the work item within the launch.
    pub(crate) item: u32,
    /// Work items of a group.
    pub(crate) group_size: u32,
    /// Number of the stretch between barriers, unique in the launch.
    pub(crate) phase: u32,
    /// Number of the statement's instance, from 1; 0 where none runs.
    pub(crate) instance: u32,
}

/// A fault of an access.
#[derive(Debug)]
pub(crate) struct AccessFault {
    pub(crate) diagnostic: Diagnostic,
    /// The other work item of a race, and the number of its instance.
    pub(crate) other: Option<(u32, u32)>,
}

impl From<Fault> for Box<AccessFault> {
    fn from(fault: Fault) -> Self {
        Box::new(AccessFault { diagnostic: *fault, other: None })
    }
}

impl Actor {
    fn group_of(self, item: u32) -> u32 {
        item / self.group_size.max(1)
    }

    /// Whether a work item belongs to another group.
    pub(crate) fn is_foreign(self, item: u32) -> bool {
        self.group_of(item) != self.group_of(self.item)
    }

    /// The work item's place in its group.
    pub(crate) fn work_item(self) -> u32 {
        self.item % self.group_size.max(1)
    }
}

/// How many copies of a region there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// One for all.
    Everyone,
    /// One for each group; groups run one after the other, so one at a time.
    Group,
    /// One for each work item of a group.
    WorkItem,
}

/// One array or scalar.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) name: Name,
    pub(crate) ty: Scalar,
    pub(crate) sharing: Sharing,
    extents: Vec<i64>,
    strides: Vec<i64>,
    /// Elements of one copy.
    elements: usize,
    bytes: Vec<u8>,
    /// Which elements have a value; `None` where all have.
    written: Option<Vec<bool>>,
    /// Who touched each element in this launch; empty where work items are not simulated.
    shadow: Vec<Shadow>,
}

impl Region {
    /// Takes over an argument's array.
    pub(crate) fn of_array(name: &Name, array: &mut Array, undefined: bool) -> Self {
        let signed = |list: &[usize]| list.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect();
        let bytes = std::mem::take(&mut array.bytes);
        let elements = bytes.len() / usize::try_from(array.ty.bytes()).unwrap_or(1);
        Region {
            name: name.clone(),
            ty: array.ty,
            sharing: Sharing::Everyone,
            extents: signed(&array.shape),
            strides: signed(&array.strides),
            elements,
            bytes,
            written: undefined.then(|| vec![false; elements]),
            shadow: Vec::new(),
        }
    }

    /// A temporary, whose elements have no value yet.
    pub(crate) fn temporary(name: &Name, array: &mut Array, sharing: Sharing) -> Self {
        Region { sharing, ..Region::of_array(name, array, true) }
    }

    /// Gives the memory back, and says which elements of it were written where that was recorded.
    pub(crate) fn into_parts(self) -> (Vec<u8>, Option<Vec<bool>>) {
        (self.bytes, self.written)
    }

    /// Elements of all copies.
    pub(crate) fn all_elements(&self) -> usize {
        self.bytes.len() / usize::try_from(self.ty.bytes()).unwrap_or(1)
    }

    /// Starts to record who touches which element.
    pub(crate) fn track_work_items(&mut self) {
        self.shadow =
            vec![Shadow::default(); if self.sharing == Sharing::WorkItem { 0 } else { self.elements }];
    }

    /// Makes one copy for each of that many work items.
    pub(crate) fn set_work_items(&mut self, work_items: usize) -> Option<()> {
        if self.sharing == Sharing::WorkItem {
            let elements = self.elements.checked_mul(work_items)?;
            self.bytes = vec![0; elements.checked_mul(usize::try_from(self.ty.bytes()).ok()?)?];
            self.written = Some(vec![false; elements]);
        }
        Some(())
    }

    /// Forgets values that do not outlive a work group.
    pub(crate) fn enter_group(&mut self) {
        if self.sharing != Sharing::Everyone {
            self.written.iter_mut().flatten().for_each(|written| *written = false);
            self.shadow.fill(Shadow::default());
        }
    }

    /// The contribution of one subscript to the address.
    pub(crate) fn step(&self, axis: usize, at: i64) -> Result<i64, Fault> {
        match (self.extents.get(axis), self.strides.get(axis)) {
            (Some(extent), Some(stride)) if 0 <= at && at < *extent => {
                at.checked_mul(*stride).ok_or_else(|| self.out_of_bounds(axis, at, *extent))
            }
            (Some(extent), _) => Err(self.out_of_bounds(axis, at, *extent)),
            (None, _) => Err(self.wrong_rank()),
        }
    }

    /// Whether a reference with that many subscripts fits.
    pub(crate) fn has_rank(&self, rank: usize) -> bool {
        self.extents.len() == rank
    }

    fn out_of_bounds(&self, axis: usize, at: i64, extent: i64) -> Fault {
        let shape: Vec<String> = self.extents.iter().map(i64::to_string).collect();
        let message =
            format!("subscript {at} of axis {axis} of `{}` lies outside its extent {extent}", self.name);
        Box::new(Diagnostic::error("lp::run::out-of-bounds", message).note(format!(
            "the shape of `{}` is [{}]",
            self.name,
            shape.join(", ")
        )))
    }

    pub(crate) fn wrong_rank(&self) -> Fault {
        let message = format!("`{}` has {} subscripts, which is not its rank", self.name, self.extents.len());
        Box::new(Diagnostic::error("lp::run::rank", message))
    }

    /// The place of the work item's own copy of an element.
    pub(crate) fn element(&self, address: i64, actor: Actor) -> Result<usize, Fault> {
        let within = usize::try_from(address).ok().filter(|at| *at < self.elements);
        let work_item = if self.sharing == Sharing::WorkItem { actor.work_item() } else { 0 };
        let base = usize::try_from(work_item).ok().and_then(|work_item| work_item.checked_mul(self.elements));
        base.zip(within).map(|(base, at)| base + at).ok_or_else(|| {
            let message =
                format!("an access of `{}` lies outside its memory of {} elements", self.name, self.elements);
            Box::new(Diagnostic::error("lp::run::out-of-bounds", message))
        })
    }

    /// Reads the element at this address. Atomic accesses take no part in the search for races.
    pub(crate) fn read(
        &mut self,
        address: i64,
        actor: Actor,
        atomic: bool,
    ) -> Result<Word, Box<AccessFault>> {
        let at = self.element(address, actor)?;
        if let Some(false) = self.written.as_ref().and_then(|written| written.get(at)) {
            let message = format!("`{}` is read before it has a value", self.describe(address));
            return Err(Box::new(Diagnostic::error("lp::run::uninitialized", message)).into());
        }
        let conflict =
            if atomic { None } else { self.shadow.get_mut(at).and_then(|shadow| shadow.read(actor)) };
        if let Some(conflict) = conflict {
            return Err(self.race(address, &conflict));
        }
        value::load(self.ty, &self.bytes, at).ok_or_else(|| self.wrong_rank().into())
    }

    /// The value of the only element, if it has one and there is one copy.
    pub(crate) fn scalar(&self) -> Option<Word> {
        let written = self.written.as_ref().is_none_or(|written| written.first() == Some(&true));
        let is_only = self.sharing == Sharing::Everyone && self.elements == 1;
        (is_only && written).then(|| value::load(self.ty, &self.bytes, 0)).flatten()
    }

    /// Replaces the element at this address.
    pub(crate) fn write(
        &mut self,
        address: i64,
        word: Word,
        actor: Actor,
        atomic: bool,
    ) -> Result<(), Box<AccessFault>> {
        let at = self.element(address, actor)?;
        if !atomic && let Some(shadow) = self.shadow.get_mut(at) {
            let written = self.written.as_ref().is_none_or(|written| written.get(at) == Some(&true));
            let same = written && value::load(self.ty, &self.bytes, at) == Some(word);
            if let Some(conflict) = shadow.write(actor, same) {
                return Err(self.race(address, &conflict));
            }
        }
        if let Some(written) = self.written.as_mut().and_then(|written| written.get_mut(at)) {
            *written = true;
        }
        value::store(self.ty, &mut self.bytes, at, word).ok_or_else(|| self.wrong_rank().into())
    }

    /// The subscripts of the element at an address.
    pub(crate) fn subscripts(&self, address: i64) -> Vec<i64> {
        let mut axes: Vec<usize> = (0..self.strides.len()).collect();
        axes.sort_by_key(|axis| std::cmp::Reverse(self.strides.get(*axis)));
        let (mut rest, mut index) = (address, vec![0; axes.len()]);
        for axis in axes {
            let stride = self.strides.get(axis).copied().unwrap_or(1).max(1);
            let top = self.extents.get(axis).map_or(0, |extent| extent - 1);
            let at = (rest / stride).min(top);
            rest -= at * stride;
            if let Some(slot) = index.get_mut(axis) {
                *slot = at;
            }
        }
        index
    }

    /// The element at an address in the notation of the kernel.
    fn describe(&self, address: i64) -> String {
        let index: Vec<String> = self.subscripts(address).iter().map(i64::to_string).collect();
        if index.is_empty() { self.name.to_string() } else { format!("{}[{}]", self.name, index.join(", ")) }
    }

    fn race(&self, address: i64, conflict: &Conflict) -> Box<AccessFault> {
        let element = self.describe(address);
        let Conflict { kind, mine, other, instance, same_group } = conflict;
        let message = format!("work items {other} and {mine} race for `{element}`: {kind}");
        let missing = if *same_group {
            "no barrier lies between the two"
        } else {
            "they belong to different groups, which nothing orders within one launch"
        };
        let diagnostic = Diagnostic::error("lp::run::race", message).note(missing);
        Box::new(AccessFault { diagnostic, other: Some((*other, *instance)) })
    }
}
