//! Private scalars that are declared where they are first set, since nothing around mentions them.

use ir::{AddressSpace, Expr, IndexMap, Kernel, LValue, Launch, Name, Statement, Step, walk};

/// The statements that declare what they set, and whether nothing else sets it.
pub(crate) fn declaring(kernel: &Kernel, launch: &Launch) -> IndexMap<Name, bool> {
    let mut search = Search { kernel, all: Counts::default(), found: IndexMap::default() };
    search.all = search.counts(&launch.body);
    search.block(&launch.body);
    search.found
}

/// How often variables are mentioned, and statements run.
#[derive(Default)]
struct Counts {
    mentions: IndexMap<Name, usize>,
    sets: IndexMap<Name, usize>,
    runs: IndexMap<Name, usize>,
}

impl Counts {
    fn mention(&mut self, kernel: &Kernel, expr: &Expr) {
        for name in walk::names(expr).into_iter().filter(|name| is_scalar(kernel, name)) {
            *self.mentions.entry(name).or_default() += 1;
        }
    }
}

struct Search<'k> {
    kernel: &'k Kernel,
    /// What the whole launch does.
    all: Counts,
    found: IndexMap<Name, bool>,
}

impl Search<'_> {
    fn counts(&self, steps: &[Step]) -> Counts {
        let mut counts = Counts::default();
        self.count(steps, &mut counts);
        counts
    }

    fn count(&self, steps: &[Step], counts: &mut Counts) {
        for step in steps {
            match step {
                Step::For(inner) => {
                    counts.mention(self.kernel, &inner.lower);
                    counts.mention(self.kernel, &inner.upper);
                    self.count(&inner.body, counts);
                }
                Step::If { condition, then, otherwise } => {
                    counts.mention(self.kernel, condition);
                    self.count(then, counts);
                    self.count(otherwise, counts);
                }
                Step::Barrier { .. } => {}
                Step::Run(id) => {
                    *counts.runs.entry(id.clone()).or_default() += 1;
                    let Some(statement) = self.kernel.statements.get(id) else { continue };
                    mentioned(statement).into_iter().for_each(|expr| counts.mention(self.kernel, &expr));
                    if let Some(LValue::Scalar(name)) = statement.target() {
                        *counts.sets.entry(name.clone()).or_default() += 1;
                    }
                }
            }
        }
    }

    /// A block of code. Parts of it between barriers may become blocks of their own.
    fn block(&mut self, steps: &[Step]) {
        for part in steps.split(|step| matches!(step, Step::Barrier { .. })) {
            self.part(part);
        }
    }

    fn part(&mut self, steps: &[Step]) {
        let own = self.counts(steps);
        let mut seen = Counts::default();
        for step in steps {
            match step {
                Step::Run(id) => self.run(id, &own, &seen),
                Step::For(inner) if !inner.unroll => self.block(&inner.body),
                Step::If { then, otherwise, .. } => {
                    [then, otherwise].iter().for_each(|side| self.block(side))
                }
                Step::For(_) | Step::Barrier { .. } => {}
            }
            self.count(std::slice::from_ref(step), &mut seen);
        }
    }

    fn run(&mut self, id: &Name, own: &Counts, seen: &Counts) {
        let statement = self.kernel.statements.get(id);
        let Some((LValue::Scalar(name), value)) =
            statement.and_then(|statement| statement.target().zip(statement.value()))
        else {
            return;
        };
        let number = |counts: &IndexMap<Name, usize>| counts.get(name).copied().unwrap_or(0);
        let is_first = !seen.mentions.contains_key(name) && !walk::names(value).contains(name);
        let is_whole = number(&own.mentions) == number(&self.all.mentions) && number(&own.mentions) > 1;
        if is_first && is_whole && self.all.runs.get(id) == Some(&1) && is_scalar(self.kernel, name) {
            self.found.insert(id.clone(), number(&self.all.sets) == 1);
        }
    }
}

/// The expressions of a statement, its target among them.
fn mentioned(statement: &Statement) -> Vec<Expr> {
    let target = statement.target().map(LValue::to_expr);
    statement.value().cloned().into_iter().chain(target).collect()
}

/// Whether a name is a number of which each work item has one.
fn is_scalar(kernel: &Kernel, name: &Name) -> bool {
    let is_private = |temp: &ir::Temp| temp.space.unwrap_or(AddressSpace::Private) == AddressSpace::Private;
    kernel.temps.get(name).is_some_and(|temp| temp.shape.is_empty() && is_private(temp))
}
