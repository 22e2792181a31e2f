//! What loop trees touch, one work item after the other: against which counts at given sizes are compared.

use super::{Values, grid, number, truth};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Expr, HardwareAxis, Host, InameTag, Kernel, Launch, Name, Node, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Where elements begin, in bytes, and the size of each.
pub(crate) type Bytes = (BTreeSet<i64>, i64);

/// A variable, and whether it is stored.
pub(crate) type Direction = (Name, bool);

/// The place of an access in a launch, and the iterations round it.
pub(crate) type Time = (usize, Vec<i64>);

/// What a loop tree touches.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// Loads and stores of all work items.
    pub(crate) counts: BTreeMap<Direction, i128>,
    /// Distinct elements of arguments.
    pub(crate) elements: BTreeMap<Direction, BTreeSet<Vec<i64>>>,
    /// The same of the middle group of each launch.
    pub(crate) groups: Vec<BTreeMap<Direction, BTreeSet<Vec<i64>>>>,
    /// For each launch what warps of the middle group touch together, by bytes, and the size of an element.
    pub(crate) warps: Vec<BTreeMap<(Time, i64), Bytes>>,
}

/// What a kernel touches; `None` where that depends on data, or the host launches in loops.
pub(crate) fn touched(kernel: &Kernel, sizes: &Values) -> Option<Touched> {
    // Of branches only one is evaluated, which this does not look at.
    let branches = |expr: &Expr| matches!(expr.node(), Node::Select(..) | Node::And(_) | Node::Or(_));
    let values = kernel.statements.values().filter_map(|statement| statement.value());
    if values.into_iter().any(|value| ir::walk::any(value, &mut |expr| branches(expr))) {
        return None;
    }
    let mut run = Run { kernel, touched: Touched::default(), item: None, place: 0, times: Vec::new() };
    for step in &kernel.schedule.as_ref().unwrap().host {
        match step {
            Host::Launch(launch) => run.launch(launch, sizes)?,
            Host::For(_) => return None,
        }
    }
    Some(run.touched)
}

struct Run<'k> {
    kernel: &'k Kernel,
    touched: Touched,
    /// The number of the work item in the middle group, where it is of that one.
    item: Option<i64>,
    /// Accesses before this one in the text of the launch.
    place: usize,
    /// The iterations of the loops round the place.
    times: Vec<i64>,
}

impl Run<'_> {
    fn launch(&mut self, launch: &Launch, values: &Values) -> Option<()> {
        let sizes = |list: &[Expr]| list.iter().map(|e| number(e, values)).collect::<Option<Vec<i64>>>();
        let (groups, work_items) = (sizes(&launch.groups)?, sizes(&launch.work_items)?);
        let middle: Vec<i64> = groups.iter().map(|extent| (extent - 1) / 2).collect();
        self.touched.groups.push(BTreeMap::new());
        self.touched.warps.push(BTreeMap::new());
        for group in grid(&groups) {
            for work_item in grid(&work_items) {
                let mut inner = values.clone();
                for index in &launch.indices {
                    let at = match index.axis {
                        HardwareAxis::Group(axis) => group[usize::from(axis)],
                        HardwareAxis::Local(axis) => work_item[usize::from(axis)],
                    };
                    inner = inner.with(&index.iname, number(&index.base, values)? + at);
                }
                let numbered = work_item.iter().zip(&work_items).rev();
                let item = numbered.fold(0, |number, (at, extent)| number * extent + at);
                self.item = (group == middle).then_some(item);
                self.place = 0;
                self.steps(&launch.body, &inner, true)?;
            }
        }
        Some(())
    }

    /// Goes through steps; those that do not run are only numbered.
    fn steps(&mut self, steps: &[Step], values: &Values, runs: bool) -> Option<()> {
        for step in steps {
            match step {
                Step::Run(id) => self.statement(id, values, runs)?,
                Step::For(inner) => {
                    let first = self.place;
                    let is_vector = self.kernel.tag(&inner.iname) == Some(InameTag::Vector);
                    if runs {
                        let (lower, upper) = (number(&inner.lower, values)?, number(&inner.upper, values)?);
                        for value in lower..=upper {
                            self.place = first;
                            // Iterations of a vector loop are done together.
                            self.times.push(if is_vector { 0 } else { value });
                            self.steps(&inner.body, &values.with(&inner.iname, value), true)?;
                            self.times.pop();
                        }
                    }
                    self.place = first;
                    self.steps(&inner.body, values, false)?;
                }
                Step::If { condition, then, otherwise } => {
                    let holds = if runs { truth(condition, values)? } else { false };
                    self.steps(then, values, runs && holds)?;
                    self.steps(otherwise, values, runs && !holds)?;
                }
                Step::Barrier { .. } => {}
            }
        }
        Some(())
    }

    fn statement(&mut self, id: &Name, values: &Values, runs: bool) -> Option<()> {
        let mut statement = self.kernel.statements[id].clone();
        statement.predicates.clear();
        for access in accesses(self.kernel, &statement) {
            let temp = self.kernel.temps.get(&access.variable);
            let space = temp.map_or(AddressSpace::Global, |temp| temp.space.unwrap());
            let place = self.place;
            self.place += usize::from(space != AddressSpace::Private);
            if !runs {
                continue;
            }
            let key = (access.variable.clone(), access.kind == AccessKind::Write);
            *self.touched.counts.entry(key.clone()).or_default() += 1;
            let element: Vec<i64> =
                access.index.iter().map(|one| number(one, values)).collect::<Option<_>>()?;
            if self.kernel.args.contains_key(&access.variable) && !element.is_empty() {
                self.touched.elements.entry(key.clone()).or_default().insert(element.clone());
                if self.item.is_some() {
                    self.touched.groups.last_mut()?.entry(key).or_default().insert(element.clone());
                }
            }
            if let Some(item) = self.item.filter(|_| space != AddressSpace::Private) {
                let size = i64::from(
                    ir::typing::type_of_variable(self.kernel, &access.variable).ok()?.scalar().bytes(),
                );
                let address = self.address(&access.variable, &element, values)?;
                let time = ((place, self.times.clone()), item / 32);
                let warp = self.touched.warps.last_mut()?.entry(time).or_default();
                warp.0.insert(address * size);
                warp.1 = size;
            }
        }
        Some(())
    }

    fn address(&self, variable: &Name, element: &[i64], values: &Values) -> Option<i64> {
        if element.is_empty() {
            return Some(0);
        }
        let (extents, layout) = self.kernel.array(variable)?;
        let strides = layout.strides(&extents)?;
        let terms = element.iter().zip(&strides).map(|(at, stride)| Some(at * number(stride, values)?));
        terms.sum()
    }
}
