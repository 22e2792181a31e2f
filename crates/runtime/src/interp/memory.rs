//! Memory as the interpreter sees it: every access is checked against the shape, reads of temporaries against what
//! was written, and accesses of different lanes against each other.

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
}

impl Actor {
    fn group_of(self, item: u32) -> u32 {
        item / self.group_size.max(1)
    }

    /// The work item's place in its group.
    pub(crate) fn lane(self) -> u32 {
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
    /// One for each lane of a group.
    Lane,
}

/// One array or scalar.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) name: Name,
    pub(crate) ty: Scalar,
    pub(crate) sharing: Sharing,
    extents: Vec<i64>,
    strides: Vec<i64>,
    /// Cells of one copy.
    cells: usize,
    bytes: Vec<u8>,
    /// Which cells have a value; `None` where all have.
    written: Option<Vec<bool>>,
    /// Who touched each cell in this launch; empty where lanes are not simulated.
    shadow: Vec<Shadow>,
}

/// Accesses of a cell so far. Work items and groups count from 1, and 0 stands for none.
#[derive(Debug, Clone, Copy, Default)]
struct Shadow {
    launch: u32,
    writer: u32,
    write_phase: u32,
    readers: [u32; 2],
    read_phase: u32,
    reader_group: u32,
    many_groups: bool,
}

impl Region {
    /// Takes over an argument's array.
    pub(crate) fn of_array(name: &Name, array: &mut Array, undefined: bool) -> Self {
        let signed = |list: &[usize]| list.iter().map(|n| i64::try_from(*n).unwrap_or(i64::MAX)).collect();
        let bytes = std::mem::take(&mut array.bytes);
        let cells = bytes.len() / usize::try_from(array.ty.bytes()).unwrap_or(1);
        Region {
            name: name.clone(),
            ty: array.ty,
            sharing: Sharing::Everyone,
            extents: signed(&array.shape),
            strides: signed(&array.strides),
            cells,
            bytes,
            written: undefined.then(|| vec![false; cells]),
            shadow: Vec::new(),
        }
    }

    /// A temporary, whose cells have no value yet.
    pub(crate) fn temporary(name: &Name, array: &mut Array, sharing: Sharing) -> Self {
        Region { sharing, ..Region::of_array(name, array, true) }
    }

    /// Gives the memory back.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Starts to record who touches which cell.
    pub(crate) fn track_lanes(&mut self) {
        self.shadow = vec![Shadow::default(); if self.sharing == Sharing::Lane { 0 } else { self.cells }];
    }

    /// Makes one copy for each of that many lanes.
    pub(crate) fn set_lanes(&mut self, lanes: usize) -> Option<()> {
        if self.sharing == Sharing::Lane {
            let cells = self.cells.checked_mul(lanes)?;
            self.bytes = vec![0; cells.checked_mul(usize::try_from(self.ty.bytes()).ok()?)?];
            self.written = Some(vec![false; cells]);
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

    fn cell(&self, address: i64, actor: Actor) -> Result<usize, Fault> {
        let within = usize::try_from(address).ok().filter(|at| *at < self.cells);
        let lane = if self.sharing == Sharing::Lane { actor.lane() } else { 0 };
        let base = usize::try_from(lane).ok().and_then(|lane| lane.checked_mul(self.cells));
        base.zip(within).map(|(base, at)| base + at).ok_or_else(|| {
            let message =
                format!("an access of `{}` lies outside its memory of {} cells", self.name, self.cells);
            Box::new(Diagnostic::error("lp::run::out-of-bounds", message))
        })
    }

    /// Reads the cell at this address. Atomic accesses take no part in the search for races.
    pub(crate) fn read(&mut self, address: i64, actor: Actor, atomic: bool) -> Result<Word, Fault> {
        let at = self.cell(address, actor)?;
        if let Some(false) = self.written.as_ref().and_then(|written| written.get(at)) {
            let message = format!("`{}` is read before it has a value", self.describe(address));
            return Err(Box::new(Diagnostic::error("lp::run::uninitialized", message)));
        }
        let conflict =
            if atomic { None } else { self.shadow.get_mut(at).and_then(|shadow| shadow.read(actor)) };
        if let Some(conflict) = conflict {
            return Err(self.race(address, &conflict));
        }
        value::load(self.ty, &self.bytes, at).ok_or_else(|| self.wrong_rank())
    }

    /// Replaces the cell at this address.
    pub(crate) fn write(
        &mut self,
        address: i64,
        word: Word,
        actor: Actor,
        atomic: bool,
    ) -> Result<(), Fault> {
        let at = self.cell(address, actor)?;
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
        value::store(self.ty, &mut self.bytes, at, word).ok_or_else(|| self.wrong_rank())
    }

    /// The element at an address in the notation of the kernel.
    fn describe(&self, address: i64) -> String {
        if self.extents.is_empty() {
            return self.name.to_string();
        }
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
        let index: Vec<String> = index.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.name, index.join(", "))
    }

    fn race(&self, address: i64, conflict: &Conflict) -> Fault {
        let cell = self.describe(address);
        let Conflict { kind, mine, other, same_group } = conflict;
        let message = format!("work items {other} and {mine} race for `{cell}`: {kind}");
        let missing = if *same_group {
            "no barrier lies between the two"
        } else {
            "they belong to different groups, which nothing orders within one launch"
        };
        Box::new(Diagnostic::error("lp::run::race", message).note(missing))
    }
}

/// Two accesses that nothing orders.
struct Conflict {
    kind: &'static str,
    mine: u32,
    other: u32,
    same_group: bool,
}

impl Shadow {
    fn enter(&mut self, actor: Actor) {
        if self.launch != actor.launch {
            *self = Shadow { launch: actor.launch, ..Shadow::default() };
        }
    }

    fn conflict(actor: Actor, kind: &'static str, other: u32) -> Conflict {
        let same_group = actor.group_of(other) == actor.group_of(actor.item);
        Conflict { kind, mine: actor.item, other, same_group }
    }

    /// The last writer, if it is another work item and nothing orders its write before this moment.
    fn foreign_writer(&self, actor: Actor) -> Option<u32> {
        let writer = self.writer.checked_sub(1).filter(|writer| *writer != actor.item)?;
        let unordered =
            actor.group_of(writer) != actor.group_of(actor.item) || self.write_phase == actor.phase;
        unordered.then_some(writer)
    }

    fn read(&mut self, actor: Actor) -> Option<Conflict> {
        self.enter(actor);
        if let Some(writer) = self.foreign_writer(actor) {
            return Some(Self::conflict(actor, "one writes and the other reads it", writer));
        }
        let (me, group) = (actor.item + 1, actor.group_of(actor.item) + 1);
        if self.read_phase != actor.phase {
            self.readers = [0; 2];
            self.read_phase = actor.phase;
        }
        match self.readers {
            [0, _] => self.readers = [me, 0],
            [first, 0] if first != me => self.readers = [first, me],
            _ => {}
        }
        self.many_groups |= self.reader_group != 0 && self.reader_group != group;
        if self.reader_group == 0 {
            self.reader_group = group;
        }
        None
    }

    fn write(&mut self, actor: Actor, same_value: bool) -> Option<Conflict> {
        self.enter(actor);
        if !same_value && let Some(writer) = self.foreign_writer(actor) {
            return Some(Self::conflict(actor, "both write it", writer));
        }
        let (me, group) = (actor.item + 1, actor.group_of(actor.item) + 1);
        let kind = "one reads and the other writes it";
        if self.read_phase == actor.phase
            && let Some(reader) = self.readers.into_iter().find(|reader| *reader != 0 && *reader != me)
        {
            return Some(Self::conflict(actor, kind, reader - 1));
        }
        if self.many_groups || (self.reader_group != 0 && self.reader_group != group) {
            let other = (self.reader_group - 1).saturating_mul(actor.group_size);
            return Some(Self::conflict(actor, kind, other));
        }
        self.writer = me;
        self.write_phase = actor.phase;
        None
    }
}
