//! Arrays that a launch only reads, in places where a compiler may take one load for two.
//!
//! NVIDIA's compilers (nvcc 13.0, OpenCL of driver 580) make one load of `c ? a[i] : w[j]`, from the address
//! of either. If `a` is `restrict` and never written they load it past the cache that stores go through,
//! `w[j]` with it, and get what `w` was before the kernel stored there. The same happens to `if (c) t = a[i];
//! else t = w[j];`. So an array that may stand for a written one is not `restrict`; all others are.

use crate::usage;
use ir::expand::expand_rules;
use ir::{Expr, IndexMap, Kernel, Launch, Name, Node, Step, walk};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Arrays that the launch reads in one branch where another branch reads one that it writes.
pub(crate) fn merged_with_written(kernel: &Kernel, launch: &Launch) -> BTreeSet<Name> {
    let stores = stores(kernel, &launch.body);
    let written = stores.iter().map(|store| store.target.clone()).collect();
    let mut found = Merged { kernel, written, arrays: BTreeSet::new() };
    stores.iter().for_each(|store| found.branches_of(&store.value));
    found.same_target(&stores);
    found.conditions(&launch.body);
    found.arrays
}

/// What a statement stores, without rules.
struct Store<'k> {
    target: &'k Name,
    value: Cow<'k, Expr>,
    /// The block that the statement stands in. All statements of a block run, or none.
    block: usize,
}

/// What the statements that steps run store.
fn stores<'k>(kernel: &'k Kernel, steps: &[Step]) -> Vec<Store<'k>> {
    let mut collector = Collector { kernel, blocks: 0, stores: Vec::new() };
    collector.block(steps);
    collector.stores
}

struct Collector<'k> {
    kernel: &'k Kernel,
    /// How many blocks were entered.
    blocks: usize,
    stores: Vec<Store<'k>>,
}

impl<'k> Collector<'k> {
    fn block(&mut self, steps: &[Step]) {
        self.blocks += 1;
        let block = self.blocks;
        for step in steps {
            match step {
                Step::For(inner) => self.block(&inner.body),
                Step::If { then, otherwise, .. } => {
                    [then, otherwise].into_iter().for_each(|side| self.block(side))
                }
                Step::Barrier { .. } => {}
                Step::Run(id) => self.statement(id, block),
            }
        }
    }

    fn statement(&mut self, id: &Name, block: usize) {
        let kernel = self.kernel;
        let statement = kernel.statements.get(id);
        let parts = statement.and_then(|statement| statement.target().zip(statement.value()));
        self.stores.extend(parts.map(|(target, value)| Store {
            target: target.name(),
            value: expand_rules(value, &kernel.rules).map_or(Cow::Borrowed(value), Cow::Owned),
            block,
        }));
    }
}

/// More statements than these that may stand for each other are not compared one by one.
const MANY: usize = 24;

struct Merged<'k> {
    kernel: &'k Kernel,
    /// What the launch writes.
    written: BTreeSet<Name>,
    arrays: BTreeSet<Name>,
}

impl Merged<'_> {
    /// The branches of an expression's conditions.
    fn branches_of(&mut self, value: &Expr) {
        walk::visit(value, &mut |part| {
            if let Node::Select(_, then, otherwise) = part.node() {
                self.either(then, otherwise);
            }
        });
    }

    /// Statements of several blocks that give values to one variable.
    fn same_target(&mut self, stores: &[Store<'_>]) {
        let mut values: IndexMap<&Name, Vec<&Store<'_>>> = IndexMap::default();
        for store in stores {
            values.entry(store.target).or_default().push(store);
        }
        for values in values.values() {
            let first = values.first().map(|store| store.block);
            if values.iter().any(|store| Some(store.block) != first) {
                self.alternatives(values, values);
            }
        }
    }

    /// Statements on both sides of a condition.
    fn conditions(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For(inner) => self.conditions(&inner.body),
                Step::If { then, otherwise, .. } => {
                    let sides = [then, otherwise].map(|side| stores(self.kernel, side));
                    [then, otherwise].into_iter().for_each(|side| self.conditions(side));
                    let [then, otherwise] = sides.each_ref().map(|side| side.iter().collect::<Vec<_>>());
                    self.alternatives(&then, &otherwise);
                }
                Step::Barrier { .. } | Step::Run(_) => {}
            }
        }
    }

    /// What each of some stores may stand for what each of others does.
    fn alternatives(&mut self, some: &[&Store<'_>], others: &[&Store<'_>]) {
        if some.len().max(others.len()) > MANY {
            let names =
                |stores: &[&Store<'_>]| stores.iter().flat_map(|store| walk::names(&store.value)).collect();
            self.pair(&names(some), &names(others));
            return;
        }
        for one in some {
            others.iter().for_each(|other| self.either(&one.value, &other.value));
        }
    }

    /// One value or the other: loads in the same place of both may become one, behind what is done with them.
    fn either(&mut self, one: &Expr, other: &Expr) {
        if let Some((one, other)) = loaded(one).zip(loaded(other)) {
            self.pair(&BTreeSet::from([one.clone()]), &BTreeSet::from([other.clone()]));
        }
        let [ones, others] = [one, other].map(walk::children);
        let is_alike = std::mem::discriminant(one.node()) == std::mem::discriminant(other.node());
        if is_alike && ones.len() == others.len() {
            ones.into_iter().zip(others).for_each(|(one, other)| self.either(one, other));
        }
    }

    /// An array on one side may be loaded in place of one on the other.
    fn pair(&mut self, one: &BTreeSet<Name>, other: &BTreeSet<Name>) {
        for (side, opposite) in [(one, other), (other, one)] {
            if opposite.iter().any(|name| self.written.contains(name) && usage::is_shared(self.kernel, name))
            {
                let read = side.difference(&self.written).filter(|name| usage::is_shared(self.kernel, name));
                self.arrays.extend(read.cloned().collect::<Vec<_>>());
            }
        }
    }
}

/// The variable that an expression is.
fn loaded(expr: &Expr) -> Option<&Name> {
    match expr.node() {
        Node::Load { array, .. } => Some(array),
        Node::Var(name) => Some(name),
        _ => None,
    }
}
