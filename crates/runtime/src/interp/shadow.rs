//! The detector of races: who touched an element, and whether anything orders the next access behind that.

use super::memory::Actor;

/// Accesses of an element so far. Work items and groups count from 1, and 0 stands for none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shadow {
    launch: u32,
    writer: u32,
    write_phase: u32,
    write_instance: u32,
    readers: [u32; 2],
    read_phase: u32,
    /// The instances of the two readers.
    read_instances: [u32; 2],
    /// The first reader in this launch, the first one of another group, and their instances.
    group_readers: [(u32, u32); 2],
}

/// An access of another work item.
#[derive(Clone, Copy)]
struct Other {
    item: u32,
    instance: u32,
}

/// Two accesses that nothing orders.
pub(crate) struct Conflict {
    pub(crate) kind: &'static str,
    pub(crate) mine: u32,
    pub(crate) other: u32,
    /// The instance in which the other access lies.
    pub(crate) instance: u32,
    pub(crate) same_group: bool,
}

impl Shadow {
    fn enter(&mut self, actor: Actor) {
        if self.launch != actor.launch {
            *self = Shadow { launch: actor.launch, ..Shadow::default() };
        }
    }

    fn conflict(actor: Actor, kind: &'static str, other: Other) -> Conflict {
        let Other { item, instance } = other;
        Conflict { kind, mine: actor.item, other: item, instance, same_group: !actor.is_foreign(item) }
    }

    /// The last writer, if it is another work item and nothing orders its write before this moment.
    fn foreign_writer(&self, actor: Actor) -> Option<Other> {
        let writer = self.writer.checked_sub(1).filter(|writer| *writer != actor.item)?;
        let unordered = actor.is_foreign(writer) || self.write_phase == actor.phase;
        unordered.then_some(Other { item: writer, instance: self.write_instance })
    }

    /// Notes a read; the access that it conflicts with.
    pub(crate) fn read(&mut self, actor: Actor) -> Option<Conflict> {
        self.enter(actor);
        if let Some(writer) = self.foreign_writer(actor) {
            return Some(Self::conflict(actor, "one writes and the other reads it", writer));
        }
        let me = actor.item + 1;
        if self.read_phase != actor.phase {
            self.readers = [0; 2];
            self.read_phase = actor.phase;
        }
        match (self.readers, self.read_instances) {
            ([0, _], _) => (self.readers, self.read_instances) = ([me, 0], [actor.instance, 0]),
            ([first, 0], [instance, _]) if first != me => {
                (self.readers, self.read_instances) = ([first, me], [instance, actor.instance]);
            }
            _ => {}
        }
        match &mut self.group_readers {
            [first @ (0, _), _] => *first = (me, actor.instance),
            [(first, _), second @ (0, _)] if actor.is_foreign(*first - 1) => *second = (me, actor.instance),
            _ => {}
        }
        None
    }

    /// Notes a write; the access that it conflicts with. Work items may write one value at once.
    pub(crate) fn write(&mut self, actor: Actor, same_value: bool) -> Option<Conflict> {
        self.enter(actor);
        if !same_value && let Some(writer) = self.foreign_writer(actor) {
            return Some(Self::conflict(actor, "both write it", writer));
        }
        let me = actor.item + 1;
        let kind = "one reads and the other writes it";
        let mut readers = self.readers.into_iter().zip(self.read_instances);
        if self.read_phase == actor.phase
            && let Some((reader, instance)) = readers.find(|(reader, _)| *reader != 0 && *reader != me)
        {
            return Some(Self::conflict(actor, kind, Other { item: reader - 1, instance }));
        }
        let mut readers = self.group_readers.into_iter().filter(|(reader, _)| *reader != 0);
        if let Some((reader, instance)) = readers.find(|(reader, _)| actor.is_foreign(*reader - 1)) {
            return Some(Self::conflict(actor, kind, Other { item: reader - 1, instance }));
        }
        self.writer = me;
        self.write_phase = actor.phase;
        self.write_instance = actor.instance;
        None
    }
}
