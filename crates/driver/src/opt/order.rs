//! In which order a loop tree runs the instances of the original, at given sizes.

use ir::{Expr, HardwareAxis, Host, Kernel, Launch, Loop, Name, Provenance, Step};
use std::collections::BTreeMap;

/// Instances that are listed; beyond, an order says nothing.
const MOST: usize = 20_000;

/// Values of loops and arguments.
type Values = BTreeMap<Name, i64>;

/// An instance of the original, and when it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ran {
    pub(super) statement: String,
    /// Its loops with their values.
    pub(super) values: Vec<(String, i64)>,
    /// The number of the launch.
    pub(super) launch: usize,
    pub(super) group: Vec<i64>,
    pub(super) item: Vec<i64>,
    /// How many instances its work item runs before it in that launch.
    pub(super) time: usize,
}

/// All instances in the order in which one processor would run them; `None` where data decide, or there are
/// too many.
pub(super) fn order(kernel: &Kernel, sizes: &[(String, i64)]) -> Option<Vec<Ran>> {
    let values = sizes.iter().map(|(name, value)| (Name::new(name), *value)).collect();
    let at = Ran {
        statement: String::new(),
        values: Vec::new(),
        launch: 0,
        group: Vec::new(),
        item: Vec::new(),
        time: 0,
    };
    let mut walk = Walk { kernel, values, at, found: Vec::new() };
    walk.host(&kernel.schedule.as_ref()?.host)?;
    Some(walk.found)
}

struct Walk<'k> {
    kernel: &'k Kernel,
    values: Values,
    at: Ran,
    found: Vec<Ran>,
}

impl Walk<'_> {
    fn value(&self, expr: &Expr) -> Option<i64> {
        counting::integer(expr, &|name| self.values.get(name).copied())
    }

    fn host(&mut self, steps: &[Host]) -> Option<()> {
        for step in steps {
            match step {
                Host::Launch(launch) => self.launch(launch)?,
                Host::For(inner) => self.iterate(inner, &mut |walk, body| walk.host(body))?,
            }
        }
        Some(())
    }

    fn launch(&mut self, launch: &Launch) -> Option<()> {
        self.at.launch += 1;
        let extents = |all: &[Expr]| all.iter().map(|extent| self.value(extent)).collect::<Option<Vec<_>>>();
        let (groups, items) = (extents(&launch.groups)?, extents(&launch.work_items)?);
        for group in points(&groups)? {
            for item in points(&items)? {
                for index in &launch.indices {
                    let own = match index.axis {
                        HardwareAxis::Group(axis) => group.get(usize::from(axis)),
                        HardwareAxis::Local(axis) => item.get(usize::from(axis)),
                    };
                    let base = self.value(&index.base)?;
                    self.values.insert(index.iname.clone(), base.checked_add(*own?)?);
                }
                (self.at.group, self.at.item, self.at.time) = (group.clone(), item, 0);
                self.steps(&launch.body)?;
            }
        }
        Some(())
    }

    /// Runs the body of a loop for each of its values.
    fn iterate<B>(
        &mut self,
        inner: &Loop<B>,
        run: &mut dyn FnMut(&mut Self, &[B]) -> Option<()>,
    ) -> Option<()> {
        for at in self.value(&inner.lower)?..=self.value(&inner.upper)? {
            self.values.insert(inner.iname.clone(), at);
            run(self, &inner.body)?;
        }
        Some(())
    }

    fn steps(&mut self, steps: &[Step]) -> Option<()> {
        for step in steps {
            match step {
                Step::For(inner) => self.iterate(inner, &mut |walk, body| walk.steps(body))?,
                Step::If { condition, then, otherwise } => {
                    let holds = counting::holds(condition, &|name| self.values.get(name).copied())?;
                    self.steps(if holds { then } else { otherwise })?;
                }
                Step::Barrier { .. } => {}
                Step::Run(id) => self.run(id)?,
            }
        }
        Some(())
    }

    fn run(&mut self, id: &Name) -> Option<()> {
        let statement = self.kernel.statements.get(id)?;
        let instance = match &statement.provenance {
            Some(Provenance::Performs(of) | Provenance::Part(of)) => {
                let value = |aff: &poly::Aff| aff.eval(&|name| self.values.get(name).copied());
                let at = of.at.iter().map(|(name, aff)| Some((name.to_string(), value(aff)?)));
                Some((of.statement.to_string(), at.collect::<Option<Vec<_>>>()?))
            }
            Some(Provenance::Fetch(_)) => None,
            None => {
                let at =
                    statement.inames.iter().map(|name| Some((name.to_string(), *self.values.get(name)?)));
                Some((id.to_string(), at.collect::<Option<Vec<_>>>()?))
            }
        };
        if let Some((statement, values)) = instance {
            self.found.push(Ran { statement, values, ..self.at.clone() });
        }
        self.at.time += 1;
        (self.found.len() <= MOST && self.at.time <= MOST).then_some(())
    }
}

/// The points of a box, the first axis fastest.
fn points(extents: &[i64]) -> Option<Vec<Vec<i64>>> {
    let count = extents.iter().try_fold(1_i64, |count, extent| count.checked_mul((*extent).max(0)))?;
    let most = i64::try_from(MOST).ok()?;
    let point = |mut number: i64| {
        let along = |extent: &i64| {
            let at = number.checked_rem(*extent);
            number = number.checked_div(*extent).unwrap_or(0);
            at
        };
        extents.iter().map(along).collect::<Option<Vec<i64>>>()
    };
    (count <= most).then(|| (0..count).map(point).collect())?
}
