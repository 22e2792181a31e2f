//! Arrays that a launch only reads, in places where a compiler may take one load for two.
//!
//! NVIDIA's compilers (nvcc 13.0, OpenCL of driver 580) make one load of `c ? a[i] : w[j]`, from the address
//! of either. If `a` is `restrict` and never written they load it past the cache that stores go through,
//! `w[j]` with it, and get what `w` was before the kernel stored there. The same happens to `if (c) t = a[i];
//! else t = w[j];`. So an array that may stand for a written one is not `restrict`; all others are.

use ir::expand::expand_rules;
use ir::{AddressSpace, Expr, IndexMap, Kernel, Launch, Name, Node, Step, walk};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Arrays that the launch reads in one branch where another branch reads one that it writes.
pub(crate) fn merged_with_written(kernel: &Kernel, launch: &Launch) -> BTreeSet<Name> {
    let mut stores = Vec::new();
    collect(kernel, &launch.body, &mut stores);
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
}

/// What the statements that steps run store.
fn collect<'k>(kernel: &'k Kernel, steps: &[Step], found: &mut Vec<Store<'k>>) {
    for step in steps {
        match step {
            Step::For(inner) => collect(kernel, &inner.body, found),
            Step::If { then, otherwise, .. } => {
                collect(kernel, then, found);
                collect(kernel, otherwise, found);
            }
            Step::Barrier { .. } => {}
            Step::Run(id) => {
                let statement = kernel.statements.get(id);
                let parts = statement.and_then(|statement| statement.target().zip(statement.value()));
                found.extend(parts.map(|(target, value)| Store {
                    target: target.name(),
                    value: expand_rules(value, &kernel.rules).map_or(Cow::Borrowed(value), Cow::Owned),
                }));
            }
        }
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

    /// Statements that give values to one variable.
    fn same_target(&mut self, stores: &[Store<'_>]) {
        let mut values: IndexMap<&Name, Vec<&Store<'_>>> = IndexMap::default();
        for store in stores {
            values.entry(store.target).or_default().push(store);
        }
        for values in values.values() {
            self.alternatives(values, values);
        }
    }

    /// Statements on both sides of a condition.
    fn conditions(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For(inner) => self.conditions(&inner.body),
                Step::If { then, otherwise, .. } => {
                    let mut sides = [Vec::new(), Vec::new()];
                    for (found, side) in sides.iter_mut().zip([then, otherwise]) {
                        collect(self.kernel, side, found);
                        self.conditions(side);
                    }
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
        let [ones, others] = [one, other].map(children);
        let is_alike = std::mem::discriminant(one.node()) == std::mem::discriminant(other.node());
        if is_alike && ones.len() == others.len() {
            ones.into_iter().zip(others).for_each(|(one, other)| self.either(one, other));
        }
    }

    /// An array on one side may be loaded in place of one on the other.
    fn pair(&mut self, one: &BTreeSet<Name>, other: &BTreeSet<Name>) {
        for (side, opposite) in [(one, other), (other, one)] {
            if opposite.iter().any(|name| self.written.contains(name) && self.is_in_memory(name)) {
                let read = side.difference(&self.written).filter(|name| self.is_in_memory(name));
                self.arrays.extend(read.cloned().collect::<Vec<_>>());
            }
        }
    }

    fn is_in_memory(&self, name: &Name) -> bool {
        let is_global = |temp: &ir::Temp| temp.space == Some(AddressSpace::Global);
        let is_array = |arg: &ir::Arg| arg.shape().is_some();
        self.kernel.args.get(name).is_some_and(is_array) || self.kernel.temps.get(name).is_some_and(is_global)
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

fn children(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    walk::for_each_child(expr, &mut |child| found.push(child));
    found
}
