//! Runs loop trees without data: which statement runs at which point, by each work item.

pub(crate) mod random;
pub(crate) mod touched;

use ir::{Comparison, Expr, HardwareAxis, Host, InameTag, Kernel, Launch, Name, Node, Step};
use poly::{Point, Set};
use std::collections::BTreeMap;

/// Values of arguments.
pub(crate) type Sizes = Values;

/// Values of names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(BTreeMap<Name, i64>);

/// How often a statement runs at a point of its inames.
pub(crate) type Count = BTreeMap<(Name, Vec<i64>), usize>;

impl Values {
    /// The same size for all value arguments.
    pub(crate) fn all(kernel: &Kernel, size: i64) -> Self {
        let values = kernel.args.iter().filter(|(_, arg)| arg.kind == ir::ArgKind::Value);
        Values(values.map(|(name, _)| (name.clone(), size)).collect())
    }

    /// The values by their names.
    pub(crate) fn named(&self) -> BTreeMap<Name, i64> {
        self.0.clone()
    }

    pub(crate) fn with(&self, name: &Name, value: i64) -> Self {
        let mut inner = self.clone();
        inner.0.insert(name.clone(), value);
        inner
    }
}

/// Whether work items and groups may repeat a statement that has no iname on some axis.
fn is_private(kernel: &Kernel, id: &Name) -> bool {
    let target = kernel.statements[id].target().map(|target| target.name().clone());
    target.is_some_and(|name| {
        kernel.temps.get(&name).is_some_and(|temp| temp.space != Some(ir::AddressSpace::Global))
    })
}

/// The points at which each assignment must run; `None` where that depends on data. Predicates on data count
/// as true.
pub(crate) fn instances(kernel: &Kernel, sizes: &Sizes) -> Option<Count> {
    let mut count = Count::new();
    if !holds(&kernel.assumptions, sizes) {
        return None;
    }
    for (id, statement) in kernel.statements.iter().filter(|(_, s)| s.target().is_some()) {
        let mut set = kernel.domain_of(&statement.inames).unwrap();
        for param in set.params().to_vec() {
            set = set.fix(&param, *sizes.0.get(&param)?).unwrap();
        }
        for point in set.points(1_000_000).unwrap().unwrap() {
            let values = point.iter().fold(sizes.clone(), |values, (name, value)| values.with(name, *value));
            if statement.predicates.iter().all(|predicate| truth(predicate, &values) != Some(false)) {
                count.insert((id.clone(), coordinates(&statement.inames, &point)), 1);
            }
        }
    }
    Some(count)
}

fn holds(set: &Set, sizes: &Sizes) -> bool {
    let mut set = set.clone();
    for param in set.params().to_vec() {
        set = set.fix(&param, sizes.0[&param]).unwrap();
    }
    !set.is_empty().unwrap()
}

fn coordinates(inames: &[Name], point: &Point) -> Vec<i64> {
    inames.iter().map(|iname| point[iname]).collect()
}

/// What the loop tree runs; `None` where that depends on data. Conditions on data count as true.
pub(crate) fn runs(kernel: &Kernel, sizes: &Sizes) -> Option<Count> {
    let mut run = Run { kernel, count: Count::new() };
    run.host(&kernel.schedule.as_ref().unwrap().host, sizes)?;
    // Work items repeat what writes only memory of their own.
    for ((id, _), times) in &mut run.count {
        if is_private(kernel, id) {
            *times = 1;
        }
    }
    Some(run.count)
}

struct Run<'k> {
    kernel: &'k Kernel,
    count: Count,
}

impl Run<'_> {
    fn host(&mut self, steps: &[Host], values: &Values) -> Option<()> {
        for step in steps {
            match step {
                Host::Launch(launch) => self.launch(launch, values)?,
                Host::For(inner) => {
                    for value in number(&inner.lower, values)?..=number(&inner.upper, values)? {
                        self.host(&inner.body, &values.with(&inner.iname, value))?;
                    }
                }
            }
        }
        Some(())
    }

    fn launch(&mut self, launch: &Launch, values: &Values) -> Option<()> {
        let sizes = |list: &[Expr]| list.iter().map(|e| number(e, values)).collect::<Option<Vec<i64>>>();
        let (groups, work_items) = (sizes(&launch.groups)?, sizes(&launch.work_items)?);
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
                self.steps(&launch.body, &inner)?;
            }
        }
        Some(())
    }

    fn steps(&mut self, steps: &[Step], values: &Values) -> Option<()> {
        for step in steps {
            match step {
                Step::Run(id) => {
                    let inames = &self.kernel.statements[id].inames;
                    let at = inames.iter().map(|iname| values.0[iname]).collect();
                    *self.count.entry((id.clone(), at)).or_default() += 1;
                }
                Step::For(inner) => {
                    let (lower, upper) = (number(&inner.lower, values)?, number(&inner.upper, values)?);
                    for value in lower..=upper {
                        self.steps(&inner.body, &values.with(&inner.iname, value))?;
                    }
                }
                Step::If { condition, then, otherwise } => match truth(condition, values) {
                    Some(true) => self.steps(then, values)?,
                    Some(false) => self.steps(otherwise, values)?,
                    None => {
                        self.steps(then, values)?;
                        self.steps(otherwise, values)?;
                    }
                },
                Step::Barrier { .. } => self.meet(values),
            }
        }
        Some(())
    }

    /// Counts each work item's arrivals at barriers; [`runs`] compares nothing of it, but a loop that depends
    /// on the work item would have had to be refused before.
    fn meet(&self, values: &Values) {
        let work_items = self.kernel.inames.iter().filter(|(_, i)| matches!(i.tag, Some(InameTag::Local(_))));
        assert!(work_items.count() > 0, "a barrier without work items: {values:?}");
    }
}

/// All indices of a grid.
fn grid(sizes: &[i64]) -> Vec<Vec<i64>> {
    sizes.iter().fold(vec![Vec::new()], |points, size| {
        let extended = |point: Vec<i64>| (0..*size).map(move |at| [point.clone(), vec![at]].concat());
        points.into_iter().flat_map(extended).collect()
    })
}

fn number(expr: &Expr, values: &Values) -> Option<i64> {
    let all = |list: &[Expr]| list.iter().map(|e| number(e, values)).collect::<Option<Vec<i64>>>();
    Some(match expr.node() {
        Node::Int(value) => *value,
        Node::Var(name) => *values.0.get(name)?,
        Node::Sum(terms) => all(terms)?.iter().sum(),
        Node::Product(factors) => all(factors)?.iter().product(),
        Node::FloorDiv(a, b) => number(a, values)?.div_euclid(number(b, values)?),
        Node::Mod(a, b) => number(a, values)?.rem_euclid(number(b, values)?),
        Node::Call { function, args } if function == "max" => *all(args)?.iter().max()?,
        Node::Call { function, args } if function == "min" => *all(args)?.iter().min()?,
        _ => return None,
    })
}

/// The value of a condition; `None` where it depends on data.
fn truth(expr: &Expr, values: &Values) -> Option<bool> {
    match expr.node() {
        Node::Bool(value) => Some(*value),
        Node::Compare(op, a, b) => {
            let (a, b) = (number(a, values)?, number(b, values)?);
            Some(match op {
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterEqual => a >= b,
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
            })
        }
        Node::And(operands) => {
            let known: Vec<bool> = operands.iter().filter_map(|e| truth(e, values)).collect();
            (known.len() == operands.len() || known.contains(&false))
                .then(|| known.iter().all(|value| *value))
        }
        Node::Or(operands) => {
            let known: Vec<bool> = operands.iter().filter_map(|e| truth(e, values)).collect();
            (known.len() == operands.len() || known.contains(&true)).then(|| known.iter().any(|value| *value))
        }
        Node::Not(inner) => truth(inner, values).map(|value| !value),
        _ => None,
    }
}
