//! Where a wrong value came from: the first access, going back from the element that differs, whose value
//! another instance wrote than in the reference.

use crate::{Change, Evidence, run};
use ir::{Kernel, Name, Provenance};
use runtime::{Difference, Element, Instance, Options, Read, Trace, WorkItemOrder, trace};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Steps that a traced run may take: it keeps all accesses.
const FUEL: u64 = 300_000;
/// Instances that are looked at.
const LOOKED_AT: usize = 20_000;
/// Buffers that may stand between a value and its use.
const BUFFERS: usize = 16;

/// Says where the kernels part ways. `original` has all types; the kernel may have a reference of its own.
pub(crate) fn explain(original: &Kernel, kernel: &Kernel, change: &Change) -> Option<String> {
    let element = match &change.evidence {
        Evidence::Array { name, difference: Difference::Elements { index, .. } }
        | Evidence::Written { name, index, .. } => element(name, index)?,
        Evidence::Array { .. } | Evidence::Error(_) => return None,
    };
    let reference = match &kernel.reference {
        Some(reference) => with_types(reference, original, kernel),
        None => original.clone(),
    };
    let options = Options {
        fuel: FUEL,
        floats: change.floats,
        work_items: change.work_items.unwrap_or(WorkItemOrder::Ascending),
        ..Options::default()
    };
    let before = run::arguments(original, &change.sizes, run::numbers(change.floats))?;
    let known = trace(&reference, &mut before.rebind(&reference).ok()?, &options).ok()?;
    let fuel = FUEL * run::OVERHEAD;
    let found = trace(kernel, &mut before.rebind(kernel).ok()?, &Options { fuel, ..options }).ok()?;
    Comparison::new(&reference, kernel, known, found, &before).first(&element)
}

fn element(name: &str, index: &[usize]) -> Option<Element> {
    let index = index.iter().map(|at| i64::try_from(*at).ok()).collect::<Option<_>>()?;
    Some(Element { variable: Name::from(name), index })
}

/// The reference with the types that are known elsewhere.
fn with_types(reference: &Kernel, original: &Kernel, kernel: &Kernel) -> Kernel {
    let mut typed = reference.clone();
    for known in [original, kernel] {
        for (name, arg) in &mut typed.args {
            arg.ty = arg.ty.or_else(|| known.args.get(name).and_then(|arg| arg.ty));
        }
        for (name, temp) in &mut typed.temps {
            temp.ty = temp.ty.or_else(|| known.temps.get(name).and_then(|temp| temp.ty));
        }
    }
    transforms::lower::infer_types(&typed, Some(ir::Scalar::F64)).unwrap_or(typed)
}

/// What an instance of the kernel does in terms of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It performs this instance, or a part of it.
    Of(usize),
    /// It moves values on.
    Fetch,
    /// The reference has no such instance.
    Unknown,
}

/// Two traces side by side.
struct Comparison<'a> {
    reference: &'a Kernel,
    kernel: &'a Kernel,
    known: Trace,
    found: Trace,
    /// For each instance of the kernel.
    parts: Vec<Part>,
    /// For each instance of the reference, those of the kernel that do it.
    doers: Vec<Vec<usize>>,
}

impl<'a> Comparison<'a> {
    fn new(
        reference: &'a Kernel,
        kernel: &'a Kernel,
        known: Trace,
        found: Trace,
        arguments: &runtime::Bindings,
    ) -> Self {
        let numbers: BTreeMap<Instance, usize> =
            known.instances.iter().enumerate().map(|(at, ran)| (ran.instance.clone(), at)).collect();
        let value = |name: &Name| i64::try_from(arguments.value(name)?.as_int()?).ok();
        let parts: Vec<Part> =
            found.instances.iter().map(|ran| part(kernel, &ran.instance, &numbers, &value)).collect();
        let mut doers = vec![Vec::new(); known.instances.len()];
        for (at, part) in parts.iter().enumerate() {
            if let Part::Of(done) = part {
                doers.iter_mut().skip(*done).take(1).for_each(|list| list.push(at));
            }
        }
        Comparison { reference, kernel, known, found, parts, doers }
    }

    /// The first access that went wrong, from an element on which the results differ.
    fn first(&self, element: &Element) -> Option<String> {
        let (wanted, got) =
            (self.known.last.get(element).copied(), self.writer(self.found.last.get(element).copied()));
        if Some(Source::Instance(wanted)) != got {
            return Some(format!(
                "`{}` was written last by {}, in the reference by {}",
                shown(element),
                self.name(got?),
                self.name(Source::Instance(wanted))
            ));
        }
        let mut open: VecDeque<usize> = wanted.into_iter().collect();
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        let mut other = None;
        while let Some(at) = open.pop_front() {
            match self.parted(at) {
                Some(Parted::Source(text)) => return Some(text),
                Some(Parted::Element(text)) => {
                    other.get_or_insert(text);
                }
                None => {}
            }
            let sources = self.known.instances.get(at)?.reads.iter().filter_map(|read| read.source);
            open.extend(
                sources.filter(|source| seen.len() < LOOKED_AT && seen.insert(*source)).collect::<Vec<_>>(),
            );
        }
        other
    }

    /// How what the kernel does for an instance differs.
    fn parted(&self, at: usize) -> Option<Parted> {
        let reader = &self.known.instances.get(at)?.instance;
        let known: BTreeMap<&Element, Option<usize>> =
            self.known.instances.get(at)?.reads.iter().map(|read| (&read.element, read.source)).collect();
        let mut elsewhere = None;
        for (element, source) in self.reads_for(at) {
            match known.get(&element) {
                Some(wanted) if Source::Instance(*wanted) != source => {
                    return Some(Parted::Source(format!(
                        "`{}` read by `{reader}` came from {}, in the reference from {}",
                        shown(&element),
                        self.name(source),
                        self.name(Source::Instance(*wanted))
                    )));
                }
                None if self.has_variable_of(&element) => {
                    let text =
                        format!("`{reader}` reads `{}`, which it does not in the reference", shown(&element));
                    elsewhere.get_or_insert(text);
                }
                _ => {}
            }
        }
        elsewhere.map(Parted::Element)
    }

    /// The elements that the kernel reads for an instance of the reference, through its buffers, and who
    /// wrote them.
    fn reads_for(&self, at: usize) -> Vec<(Element, Source)> {
        let mut all = Vec::new();
        for doer in self.doers.get(at).into_iter().flatten() {
            for read in self.found.instances.get(*doer).into_iter().flat_map(|ran| &ran.reads) {
                self.resolve(at, read, BUFFERS, &mut all);
            }
        }
        all
    }

    fn resolve(&self, at: usize, read: &Read, depth: usize, all: &mut Vec<(Element, Source)>) {
        let fetched = read.source.filter(|source| self.parts.get(*source) == Some(&Part::Fetch));
        match (fetched.and_then(|source| self.found.instances.get(source)), depth.checked_sub(1)) {
            (Some(fetch), Some(depth)) => {
                for read in &fetch.reads {
                    self.resolve(at, read, depth, all);
                }
            }
            _ => {
                if let Some(source) = self.writer(read.source) {
                    // What an instance hands from one of its parts to another is its own affair.
                    if source != Source::Instance(Some(at)) || self.has_variable_of(&read.element) {
                        all.push((read.element.clone(), source));
                    }
                }
            }
        }
    }

    /// The instance of the reference that an instance of the kernel stands for.
    fn writer(&self, at: Option<usize>) -> Option<Source> {
        let Some(at) = at else { return Some(Source::Instance(None)) };
        Some(match self.parts.get(at)? {
            Part::Of(instance) => Source::Instance(Some(*instance)),
            Part::Fetch | Part::Unknown => Source::Other(at),
        })
    }

    /// Whether the reference has the variable of an element in the same form.
    fn has_variable_of(&self, element: &Element) -> bool {
        let name = &element.variable;
        let rank = |kernel: &Kernel| {
            let arg = kernel.args.get(name).and_then(|arg| arg.shape()).map(<[_]>::len);
            arg.or_else(|| kernel.temps.get(name).map(|temp| temp.shape.len()))
        };
        rank(self.reference).is_some() && rank(self.reference) == rank(self.kernel)
    }

    fn name(&self, source: Source) -> String {
        let instance = match source {
            Source::Instance(None) => return "before the kernel".to_owned(),
            Source::Instance(Some(at)) => self.known.instances.get(at),
            Source::Other(at) => self.found.instances.get(at),
        };
        instance.map_or_else(String::new, |ran| format!("`{}`", ran.instance))
    }
}

/// Who wrote a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// An instance of the reference; `None` for what was there before the kernel.
    Instance(Option<usize>),
    /// An instance of the kernel that the reference does not have.
    Other(usize),
}

/// How two instances differ.
enum Parted {
    /// They read values of different writers.
    Source(String),
    /// They read different elements.
    Element(String),
}

fn part(
    kernel: &Kernel,
    instance: &Instance,
    numbers: &BTreeMap<Instance, usize>,
    value: &dyn Fn(&Name) -> Option<i64>,
) -> Part {
    let performed = match kernel.statements.get(&instance.statement).and_then(|s| s.provenance.as_ref()) {
        None => instance.clone(),
        Some(Provenance::Fetch(_)) => return Part::Fetch,
        Some(Provenance::Performs(done) | Provenance::Part(done)) => {
            let own = |name: &Name| instance.at.iter().find(|(iname, _)| iname == name).map(|(_, at)| *at);
            let value_at = |(name, aff): &(Name, poly::Aff)| {
                Some((name.clone(), aff.eval(&|name| own(name).or_else(|| value(name)))?))
            };
            let Some(at) = done.at.iter().map(value_at).collect::<Option<Vec<_>>>() else {
                return Part::Unknown;
            };
            Instance { statement: done.statement.clone(), at }
        }
    };
    numbers.get(&performed).map_or(Part::Unknown, |at| Part::Of(*at))
}

fn shown(element: &Element) -> String {
    let Element { variable, index } = element;
    let index: Vec<String> = index.iter().map(i64::to_string).collect();
    if index.is_empty() { variable.to_string() } else { format!("{variable}[{}]", index.join(", ")) }
}
