//! Runs of small kernels: which value each read gets.

use super::{Case, Random, Ranges, Space, Step, Tag, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// An instance of a statement.
type Instance = (usize, [i64; 2]);

/// A value: which statement stored it, and the instance, unless several store the same.
type Value = (usize, [i64; 2]);

/// An element of one copy of a variable.
type Element = (Variable, i64, usize);

/// What was read, and what remains.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    memory: BTreeMap<Element, Value>,
    /// What has run.
    ran: BTreeSet<Instance>,
    /// For each read of an instance: what it finds, seen by each work item that runs the instance.
    reads: BTreeMap<(Instance, usize), Vec<Option<Value>>>,
}

impl Outcome {
    /// Where another run differs. A read of `t` that nothing wrote before has no defined value, nor has any
    /// where nobody sees it.
    pub(crate) fn difference(&self, case: &Case, other: &Outcome) -> Option<String> {
        let stores = |(at, _): &&Instance| case.statements[*at].target.variable != Variable::T;
        if let Some(instance) = self.ran.symmetric_difference(&other.ran).find(stores) {
            return Some(format!("{instance:?} runs in one of them"));
        }
        for (read, wanted) in &self.reads {
            let ((statement, _), number) = *read;
            let variable = case.statements[statement].reads[number].variable;
            let undefined = variable == Variable::T && (wanted[0].is_none() || !case.sees_temporary());
            let is = other.reads.get(read);
            if is.is_none() && case.statements[statement].target.variable == Variable::T {
                continue;
            }
            if !undefined && is.is_none_or(|is| is.iter().any(|value| *value != wanted[0])) {
                return Some(format!("{read:?} reads {is:?} instead of {wanted:?}"));
            }
        }
        let arrays = |outcome: &Outcome| {
            let kept = outcome.memory.iter().filter(|((variable, ..), _)| *variable != Variable::T);
            kept.map(|(element, value)| (*element, *value)).collect::<Vec<_>>()
        };
        (arrays(self) != arrays(other)).then(|| "what remains in the arrays".to_owned())
    }

    fn read(&mut self, case: &Case, (statement, at): Instance, number: usize, copy: usize) {
        let access = case.statements[statement].reads[number];
        let copy = if access.variable == Variable::T { copy } else { 0 };
        let value = self.memory.get(&(access.variable, access.element(at), copy)).copied();
        self.reads.entry(((statement, at), number)).or_default().push(value);
    }

    fn write(&mut self, case: &Case, (statement, at): Instance, copy: usize) {
        let access = case.statements[statement].target;
        let copy = if access.variable == Variable::T { copy } else { 0 };
        let value = (statement, case.stored(statement, at));
        self.ran.insert((statement, at));
        self.memory.insert((access.variable, access.element(at), copy), value);
    }
}

/// The reference's run.
pub(crate) fn sequential(case: &Case, size: i64) -> Outcome {
    let mut ops = Vec::new();
    let work_item =
        WorkItem { groups: [None; 2], work_items: [None; 2], ranges: case.ranges.domains(), size };
    operations(case, &case.reference, &mut [0; 2], &work_item, &mut ops);
    let mut outcome = Outcome::default();
    for op in ops {
        let copy = match &op {
            Op::Read((_, at), _) | Op::Write((_, at)) => case.iteration(*at),
            Op::Barrier => 0,
        };
        perform(case, &mut outcome, &op, copy);
    }
    outcome
}

/// What one work item does, access by access.
#[derive(Debug, Clone)]
enum Op {
    Read(Instance, usize),
    Write(Instance),
    Barrier,
}

fn perform(case: &Case, outcome: &mut Outcome, op: &Op, copy: usize) {
    match op {
        Op::Read(instance, number) => outcome.read(case, *instance, *number, copy),
        Op::Write(instance) => outcome.write(case, *instance, copy),
        Op::Barrier => {}
    }
}

/// A work item: its index along each parallel loop, and the ranges of its sequential ones.
struct WorkItem {
    groups: [Option<i64>; 2],
    work_items: [Option<i64>; 2],
    ranges: Ranges,
    size: i64,
}

fn operations(case: &Case, steps: &[Step], at: &mut [i64; 2], work_item: &WorkItem, ops: &mut Vec<Op>) {
    let WorkItem { ranges, size, .. } = work_item;
    for step in steps {
        match step {
            Step::Launch(_) => {}
            Step::For(which, body) => {
                for value in ranges.iterations(*which, *size) {
                    at[*which] = value;
                    operations(case, body, at, work_item, ops);
                }
                at[*which] = 0;
            }
            Step::Barrier => ops.push(Op::Barrier),
            Step::Run(number) => {
                let statement = &case.statements[*number];
                let mut instance = [0; 2];
                let mut runs = true;
                for which in 0..2 {
                    let index = work_item.groups[which].or(work_item.work_items[which]);
                    if statement.own[which] {
                        instance[which] = index.unwrap_or(at[which]);
                        runs &= ranges.passes(which, instance[which], *size);
                    } else if let Some(index) = index {
                        runs &= index == ranges.low[which] || case.is_everywhere(statement, case.tags[which]);
                    }
                }
                if runs {
                    ops.extend((0..statement.reads.len()).map(|read| Op::Read((*number, instance), read)));
                    ops.push(Op::Write((*number, instance)));
                }
            }
        }
    }
}

/// A run along the tree, with work items in some order.
pub(crate) fn interleaved(case: &Case, size: i64, random: &mut Random) -> Outcome {
    let mut outcome = Outcome::default();
    for (number, step) in case.tree.iter().enumerate() {
        if let Step::Launch(body) = step {
            launch(case, (number, body), size, random, &mut outcome);
        }
    }
    outcome
}

/// A work item in progress.
struct Item {
    group: usize,
    copy: usize,
    ops: Vec<Op>,
    next: usize,
}

/// The work items of a launch.
fn items(case: &Case, (number, body): (usize, &[Step]), size: i64) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let range = |which: usize| match case.tags[which] {
        Tag::Sequential => 0..1,
        Tag::Group | Tag::WorkItem => case.ranges.iterations(which, size),
    };
    for i in range(0) {
        for j in range(1) {
            let along = |tag: Tag| {
                let index = |which: usize, value: i64| (case.tags[which] == tag).then_some(value);
                [index(0, i), index(1, j)]
            };
            let work_item = WorkItem {
                groups: along(Tag::Group),
                work_items: along(Tag::WorkItem),
                ranges: case.ranges,
                size,
            };
            let group = work_item
                .groups
                .iter()
                .flatten()
                .fold(0, |at, index| at * 10 + usize::try_from(*index + 1).unwrap());
            let copy = match case.space {
                Space::Private => 1 + items.len() + 1000 * number,
                Space::Local => 1 + group + 1000 * number,
                Space::Global => 0,
            };
            let mut ops = Vec::new();
            operations(case, body, &mut [0; 2], &work_item, &mut ops);
            items.push(Item { group, copy, ops, next: 0 });
        }
    }
    items
}

/// An access by a work item.
struct Touch {
    item: usize,
    group: usize,
    /// How many barriers the work item has passed.
    barriers: usize,
    /// What it stores there, if it does.
    stored: Option<Value>,
}

/// Two work items that access an element at once, one of them to write it; two that store one value do no
/// harm.
pub(crate) fn race(case: &Case, size: i64) -> Option<String> {
    let launches = case.tree.iter().enumerate().filter_map(|(number, step)| match step {
        Step::Launch(body) => Some((number, body.as_slice())),
        _ => None,
    });
    launches.flat_map(|launch| touched(case, &items(case, launch, size))).find_map(|(element, touches)| {
        let at_once = |x: &Touch, y: &Touch| {
            x.item < y.item && (x.group != y.group || x.barriers == y.barriers) && x.stored != y.stored
        };
        let pairs = || touches.iter().flat_map(|x| touches.iter().map(move |y| (x, y)));
        let (x, y) = pairs().find(|(x, y)| at_once(x, y) || at_once(y, x))?;
        Some(format!("work items {} and {} access {element:?} at once", x.item, y.item))
    })
}

/// Who accesses each element in a launch.
fn touched(case: &Case, items: &[Item]) -> BTreeMap<Element, Vec<Touch>> {
    let mut found: BTreeMap<Element, Vec<Touch>> = BTreeMap::new();
    for (number, item) in items.iter().enumerate() {
        let mut barriers = 0;
        for op in &item.ops {
            let (access, at, stored) = match *op {
                Op::Barrier => {
                    barriers += 1;
                    continue;
                }
                Op::Read((statement, at), read) => (case.statements[statement].reads[read], at, None),
                Op::Write((statement, at)) => {
                    (case.statements[statement].target, at, Some((statement, case.stored(statement, at))))
                }
            };
            let copy = if access.variable == Variable::T { item.copy } else { 0 };
            let touches = found.entry((access.variable, access.element(at), copy)).or_default();
            touches.push(Touch { item: number, group: item.group, barriers, stored });
        }
    }
    found
}

fn launch(case: &Case, launch: (usize, &[Step]), size: i64, random: &mut Random, outcome: &mut Outcome) {
    let mut items = items(case, launch, size);
    // Some work items are slow: each gets a weight.
    let patience: Vec<usize> = items.iter().map(|_| random.one_of(&[1, 1, 2, 4, 1000])).collect();
    loop {
        let ready: Vec<usize> = (0..items.len()).filter(|at| is_ready(&items, *at)).collect();
        if ready.is_empty() {
            break;
        }
        let chosen = ready[random.below(ready.len())];
        for _ in 0..patience[chosen] {
            if !is_ready(&items, chosen) {
                break;
            }
            let item = &mut items[chosen];
            perform(case, outcome, &item.ops[item.next], item.copy);
            item.next += 1;
        }
    }
    assert!(items.iter().all(|item| item.next == item.ops.len()), "work items meet at barriers");
}

/// Whether a work item can go on: at a barrier, once all of its group have come as far.
fn is_ready(items: &[Item], at: usize) -> bool {
    let item = &items[at];
    let passed = |item: &Item| item.ops.iter().take(item.next).filter(|op| matches!(op, Op::Barrier)).count();
    match item.ops.get(item.next) {
        None => false,
        Some(Op::Barrier) => items.iter().filter(|other| other.group == item.group).all(|other| {
            let waits = matches!(other.ops.get(other.next), Some(Op::Barrier));
            passed(other) > passed(item) || (waits && passed(other) == passed(item))
        }),
        Some(_) => true,
    }
}
