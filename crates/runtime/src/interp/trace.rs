//! What a run did, access by access: for explaining why two runs differ.

use super::log::Instance;
use super::memory::{Actor, Fault, Region};
use ir::Name;
use std::collections::BTreeMap;

/// An element of a variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Element {
    /// The variable.
    pub variable: Name,
    /// Its subscripts.
    pub index: Vec<i64>,
}

impl Element {
    fn of_region(region: &Region, address: i64) -> Self {
        Element { variable: region.name.clone(), index: region.subscripts(address) }
    }
}

/// What a run did. Instances are known by their place in the order in which they ran.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// All instances.
    pub instances: Vec<Traced>,
    /// The instance that wrote each argument's element last.
    pub last: BTreeMap<Element, usize>,
}

/// What an instance did.
#[derive(Debug, Clone)]
pub struct Traced {
    /// Which it was.
    pub instance: Instance,
    /// Its reads, in order.
    pub reads: Vec<Read>,
    /// The element that it wrote.
    pub written: Option<Element>,
}

/// A read of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The element.
    pub element: Element,
    /// The instance that wrote it; `None` where the value was there before the kernel.
    pub source: Option<usize>,
}

/// Collects a trace.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    /// For each region, the number of the instance that wrote each element of each copy; 0 for none.
    writers: Vec<Vec<u32>>,
    /// Instances by number, from 1.
    reads: BTreeMap<u32, Vec<Read>>,
    written: BTreeMap<u32, Element>,
}

impl Tracer {
    fn writer(
        &mut self,
        number: usize,
        region: &Region,
        address: i64,
        actor: Actor,
    ) -> Result<&mut u32, Fault> {
        if self.writers.len() <= number {
            self.writers.resize(number + 1, Vec::new());
        }
        let at = region.element(address, actor)?;
        let writers = self.writers.get_mut(number).ok_or_else(|| region.wrong_rank())?;
        if writers.len() < region.all_elements() {
            writers.resize(region.all_elements(), 0);
        }
        writers.get_mut(at).ok_or_else(|| region.wrong_rank())
    }

    pub(crate) fn read(
        &mut self,
        number: usize,
        region: &Region,
        address: i64,
        actor: Actor,
    ) -> Result<(), Fault> {
        let source = *self.writer(number, region, address, actor)?;
        let element = Element::of_region(region, address);
        self.reads.entry(actor.instance).or_default().push(Read { element, source: place(source) });
        Ok(())
    }

    pub(crate) fn write(
        &mut self,
        number: usize,
        region: &Region,
        address: i64,
        actor: Actor,
    ) -> Result<(), Fault> {
        *self.writer(number, region, address, actor)? = actor.instance;
        self.written.insert(actor.instance, Element::of_region(region, address));
        Ok(())
    }

    /// The trace, with the instances in the order of their numbers.
    pub(crate) fn finish(mut self, instance: impl Fn(u32) -> Option<Instance>) -> Trace {
        let mut trace = Trace::default();
        for number in 1.. {
            let Some(instance) = instance(number) else { break };
            let reads = self.reads.remove(&number).unwrap_or_default();
            let written = self.written.remove(&number);
            if let Some(element) = &written {
                trace.last.insert(element.clone(), trace.instances.len());
            }
            trace.instances.push(Traced { instance, reads, written });
        }
        trace
    }
}

/// The place of the instance with that number.
fn place(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}
