//! What a loop tree executes at given sizes: each place where something is done, with the points at which it
//! is.

use crate::instances::{Points, within_arrays};
use crate::perform::{Performed, What, asked, assigned};
use dependence::domain::Domain;
use ir::{Comparison, Expr, HardwareAxis, HardwareIndex, Host, Kernel, Launch, Loop, Name, Node, Step, walk};
use poly::{Error, Set};
use std::collections::BTreeMap;

/// Values of value arguments.
pub type Sizes = BTreeMap<Name, i64>;

/// A place of a loop tree.
pub(crate) struct Execution {
    /// The number of the launch, in text order.
    pub(crate) launch: usize,
    /// All work items and iterations that may come here: the columns are the loops, and axes by
    /// [`axis_name`].
    pub(crate) points: Points,
    /// What is done, by the columns.
    pub(crate) work: Vec<Work>,
}

/// One thing that is done at a place.
pub(crate) struct Work {
    pub(crate) what: What,
    /// The points at which it is done, where these are fewer.
    pub(crate) points: Option<Points>,
}

/// The column of an axis of the hardware.
pub(crate) fn axis_name(axis: HardwareAxis) -> Name {
    Name::new(match axis {
        HardwareAxis::Group(number) => format!("g.{number}"),
        HardwareAxis::Local(number) => format!("l.{number}"),
    })
}

/// The axes of a launch, and how far they go.
pub(crate) fn axes(launch: &Launch) -> Vec<(HardwareAxis, Expr)> {
    let numbered = |extents: &[Expr], axis: fn(u8) -> HardwareAxis| -> Vec<(HardwareAxis, Expr)> {
        (0_u8..).zip(extents).map(|(number, extent)| (axis(number), extent.clone())).collect()
    };
    [numbered(&launch.groups, HardwareAxis::Group), numbered(&launch.work_items, HardwareAxis::Local)]
        .concat()
}

/// The kernel with numbers in the place of value arguments, and inames of the hardware by its axes.
pub(crate) fn settled(expr: &Expr, sizes: &Sizes, indices: &BTreeMap<Name, Expr>) -> Expr {
    walk::substitute(expr, &|name| {
        sizes.get(name).map(|size| Expr::int(*size)).or_else(|| indices.get(name).cloned())
    })
}

/// The inames of the hardware in a launch, by its axes.
pub(crate) fn hardware_inames(launch: &Launch, sizes: &Sizes) -> BTreeMap<Name, Expr> {
    let value = |index: &HardwareIndex| {
        settled(&index.base, sizes, &BTreeMap::new()).plus(&Expr::var(axis_name(index.axis)))
    };
    launch.indices.iter().map(|index| (index.iname.clone(), value(index))).collect()
}

/// All places of a lowered kernel.
///
/// # Errors
/// Those of the set operations.
pub(crate) fn executions(kernel: &Kernel, sizes: &Sizes) -> Result<Vec<Execution>, Error> {
    let mut walker = Walker {
        kernel,
        sizes,
        launch: 0,
        columns: Vec::new(),
        conditions: Vec::new(),
        indices: BTreeMap::new(),
        found: Vec::new(),
    };
    walker.host(kernel.schedule.as_ref().map(|schedule| schedule.host.as_slice()).unwrap_or_default())?;
    Ok(walker.found)
}

struct Walker<'k> {
    kernel: &'k Kernel,
    sizes: &'k Sizes,
    launch: usize,
    columns: Vec<Name>,
    conditions: Vec<Expr>,
    /// Inames of the hardware by its axes.
    indices: BTreeMap<Name, Expr>,
    found: Vec<Execution>,
}

impl Walker<'_> {
    fn host(&mut self, steps: &[Host]) -> Result<(), Error> {
        for step in steps {
            match step {
                Host::Launch(launch) => self.launch(launch)?,
                Host::For(inner) => self.enter_loop(inner, |walker| walker.host(&inner.body))?,
            }
        }
        Ok(())
    }

    fn launch(&mut self, launch: &Launch) -> Result<(), Error> {
        let (columns, conditions) = (self.columns.len(), self.conditions.len());
        for (axis, extent) in axes(launch) {
            let column = Expr::var(axis_name(axis));
            self.columns.push(axis_name(axis));
            self.given(Comparison::GreaterEqual, &column, &Expr::int(0));
            self.given(Comparison::Less, &column, &extent);
        }
        self.indices = hardware_inames(launch, self.sizes);
        self.steps(&launch.body)?;
        self.indices.clear();
        self.columns.truncate(columns);
        self.conditions.truncate(conditions);
        self.launch += 1;
        Ok(())
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), Error> {
        for step in steps {
            match step {
                Step::For(inner) => self.enter_loop(inner, |walker| walker.steps(&inner.body))?,
                Step::If { condition, then, otherwise } => {
                    self.note(&asked(self.kernel, condition))?;
                    let condition = self.settled(condition);
                    self.branch(condition.clone(), then)?;
                    self.branch(condition.logical_not(), otherwise)?;
                }
                Step::Barrier { .. } => {}
                Step::Run(name) => {
                    if let Some(statement) = self.kernel.statements.get(name) {
                        self.note(&assigned(self.kernel, statement))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn settled(&self, expr: &Expr) -> Expr {
        settled(expr, self.sizes, &self.indices)
    }

    fn given(&mut self, comparison: Comparison, a: &Expr, b: &Expr) {
        let (a, b) = (self.settled(a), self.settled(b));
        self.conditions.push(Expr::new(Node::Compare(comparison, a, b)));
    }

    fn branch(&mut self, condition: Expr, steps: &[Step]) -> Result<(), Error> {
        self.conditions.push(condition);
        self.steps(steps)?;
        self.conditions.pop();
        Ok(())
    }

    fn enter_loop<B>(
        &mut self,
        inner: &Loop<B>,
        body: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (columns, conditions) = (self.columns.len(), self.conditions.len());
        let column = Expr::var(inner.iname.clone());
        self.columns.push(inner.iname.clone());
        self.given(Comparison::GreaterEqual, &column, &inner.lower);
        self.given(Comparison::LessEqual, &column, &inner.upper);
        body(self)?;
        self.columns.truncate(columns);
        self.conditions.truncate(conditions);
        Ok(())
    }

    fn note(&mut self, performed: &[Performed]) -> Result<(), Error> {
        if performed.is_empty() {
            return Ok(());
        }
        let own: Vec<Performed> = performed.iter().map(|one| self.settled_work(one)).collect();
        let everywhere = Set::universe(&[], &self.columns)?;
        let mut points = self.points(&everywhere, &self.conditions)?;
        if !points.is_certain {
            points.set = self.sized(within_arrays(self.kernel, &own, &points.set)?)?;
        }
        let mut work = Vec::new();
        for one in own {
            let fewer = match one.conditions.is_empty() {
                true => None,
                false => Some(self.points(&points.set, &one.conditions)?),
            };
            work.push(Work { what: one.what, points: fewer });
        }
        self.found.push(Execution { launch: self.launch, points, work });
        Ok(())
    }

    /// The points at which conditions hold that are not about data.
    fn points(&self, among: &Set, conditions: &[Expr]) -> Result<Points, Error> {
        let kernel = self.kernel;
        let domain = Domain::restricted(among.clone(), kernel, kernel, &self.columns, conditions)?;
        Ok(Points { set: self.sized(domain.possible(kernel)?)?, is_certain: domain.is_certain(kernel) })
    }

    fn sized(&self, set: Set) -> Result<Set, Error> {
        let mut result = set;
        for (name, size) in self.sizes.iter() {
            if result.has_param(name) {
                result = result.fix(name, *size)?;
            }
        }
        Ok(result)
    }

    fn settled_work(&self, one: &Performed) -> Performed {
        let all = |exprs: &[Expr]| exprs.iter().map(|one| self.settled(one)).collect();
        let what = match &one.what {
            What::Access { variable, index, is_store } => {
                What::Access { variable: variable.clone(), index: all(index), is_store: *is_store }
            }
            operation => operation.clone(),
        };
        Performed { what, reduced: one.reduced.clone(), conditions: all(&one.conditions) }
    }
}
