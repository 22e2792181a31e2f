//! Claim (position): Of two instances in one work item the one at the lexicographically lesser place in the tree runs first.

use ir::{Expr, Host, Kernel, Launch, Name, Step};
use poly::{Aff, Constraint};
use std::rc::Rc;

use super::PlacedInstance;

/// The way from the root of the tree to something that happens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path<'k> {
    pub(crate) levels: Vec<Level<'k>>,
    /// The launch on the way.
    pub(crate) launch: Option<&'k Launch>,
}

/// One body on the way.
#[derive(Debug, Clone)]
pub(crate) struct Level<'k> {
    /// Where in the body the way goes on.
    position: usize,
    /// What stands there.
    pub(crate) what: LevelKind<'k>,
    /// Where the body has barriers.
    barriers: Rc<[usize]>,
    /// Whether this body is the host's.
    host: bool,
}

/// What stands at a place on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LevelKind<'k> {
    Launch(&'k Launch),
    Loop {
        iname: &'k Name,
        lower: &'k Expr,
        upper: &'k Expr,
    },
    Branch {
        condition: &'k Expr,
        taken: bool,
    },
    /// The choice between two branches, of which a work item takes one.
    Choice,
    /// The end of the way.
    End,
}

/// What lies between two instances whose order is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Between {
    /// A launch ends: all groups have finished.
    pub(crate) launch: bool,
    /// A barrier: all work items of the group have arrived.
    pub(crate) barrier: bool,
}

/// One way in which two instances can lie in the tree.
pub(crate) struct Case {
    /// When they do.
    pub(crate) when: Vec<Constraint>,
    pub(crate) relation: Relation,
}

impl Case {
    /// Whether the two lie in different launches, or in different runs of one.
    pub(crate) fn is_across_launches(&self) -> bool {
        match self.relation {
            Relation::Before(between) | Relation::After(between) => between.launch,
            Relation::Same | Relation::Apart => false,
        }
    }
}

/// How two instances lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The first comes before the second in each work item.
    Before(Between),
    /// The second comes before the first in each work item.
    After(Between),
    /// They are at the same place in the same iterations: the same instance, or in different work items at
    /// once.
    Same,
    /// They are in branches of which a work item takes one.
    Apart,
}

impl<'k> LevelKind<'k> {
    /// What is evaluated before the way goes on from here.
    pub(crate) fn expressions(self) -> Vec<&'k Expr> {
        match self {
            LevelKind::Launch(launch) => {
                let bases = launch.indices.iter().map(|index| &index.base);
                launch.groups.iter().chain(&launch.work_items).chain(bases).collect()
            }
            LevelKind::Loop { lower, upper, .. } => vec![lower, upper],
            LevelKind::Branch { condition, .. } => vec![condition],
            LevelKind::Choice | LevelKind::End => Vec::new(),
        }
    }
}

/// The levels through which two ways go together.
pub(crate) fn common<'p, 'k>(x: &'p Path<'k>, y: &Path<'_>) -> &'p [Level<'k>] {
    let together = x.levels.iter().zip(&y.levels).take_while(|(a, b)| a.position == b.position).count();
    x.levels.get(..together).unwrap_or_default()
}

impl<'k> Path<'k> {
    /// The body at the end of the way, by the places on the way.
    pub(crate) fn body(&self) -> Vec<usize> {
        let (_, body) = self.levels.split_last().unzip();
        body.unwrap_or_default().iter().map(|level| level.position).collect()
    }

    /// Whether another way passes through the body in which this one ends.
    pub(crate) fn shares_its_body_with(&self, other: &Path<'_>) -> bool {
        self.levels.len() <= other.levels.len() && self.levels.len() <= common(self, other).len() + 1
    }

    /// Whether the place where another way leaves the body at the end of this one comes later in that body.
    pub(crate) fn is_before(&self, other: &Path<'_>) -> bool {
        let place =
            |path: &Path<'_>| path.levels.get(self.levels.len().checked_sub(1)?).map(|level| level.position);
        place(self) < place(other)
    }

    /// Whether another way passes through the place where this one ends.
    pub(crate) fn leads_to(&self, other: &Path<'_>) -> bool {
        self.levels.len() < other.levels.len() && self.levels.len() == common(self, other).len()
    }

    /// Whether another way goes on in the branch that is taken where the condition at the end of this one
    /// holds.
    pub(crate) fn goes_on_where_true(&self, other: &Path<'_>) -> bool {
        other.levels.get(self.levels.len()).is_some_and(|level| level.position == 0)
    }

    /// The way to what is evaluated at a level before it goes on.
    pub(crate) fn to_level(&self, depth: usize) -> Self {
        let mut levels: Vec<Level<'k>> = self.levels.iter().take(depth + 1).cloned().collect();
        if let Some(last) = levels.last_mut() {
            last.what = LevelKind::End;
        }
        Path { levels, launch: self.launch }
    }
}

/// The places where the tree runs statements, in its order.
pub(crate) fn paths(kernel: &Kernel) -> Vec<(&Name, Path<'_>)> {
    Walk::new(kernel).found
}

/// The places where the tree evaluates bounds and conditions, in its order, and what stands there.
pub(crate) fn tests(kernel: &Kernel) -> Vec<(Path<'_>, LevelKind<'_>)> {
    Walk::new(kernel).tests
}

#[derive(Default)]
struct Walk<'k> {
    open: Vec<Level<'k>>,
    launch: Option<&'k Launch>,
    found: Vec<(&'k Name, Path<'k>)>,
    tests: Vec<(Path<'k>, LevelKind<'k>)>,
}

impl<'k> Walk<'k> {
    fn new(kernel: &'k Kernel) -> Self {
        let mut walk = Walk::default();
        if let Some(schedule) = &kernel.schedule {
            walk.host(&schedule.host);
        }
        walk
    }

    /// Notes what is evaluated at the level that was opened last.
    fn evaluate(&mut self) {
        if let Some(last) = self.open.last() {
            let path = Path { levels: self.open.clone(), launch: self.launch };
            let depth = path.levels.len() - 1;
            self.tests.push((path.to_level(depth), last.what));
        }
    }

    fn host(&mut self, steps: &'k [Host]) {
        for (position, step) in steps.iter().enumerate() {
            let level = |what| Level { position, what, barriers: Rc::default(), host: true };
            match step {
                Host::Launch(launch) => {
                    self.open.push(level(LevelKind::Launch(launch)));
                    self.launch = Some(launch);
                    self.evaluate();
                    self.steps(&launch.body);
                }
                Host::For(inner) => {
                    let (iname, lower, upper) = (&inner.iname, &inner.lower, &inner.upper);
                    self.open.push(level(LevelKind::Loop { iname, lower, upper }));
                    self.evaluate();
                    self.host(&inner.body);
                }
            }
            self.open.pop();
        }
    }

    fn steps(&mut self, steps: &'k [Step]) {
        let is_barrier = |(at, step): (usize, &Step)| matches!(step, Step::Barrier { .. }).then_some(at);
        let barriers: Rc<[usize]> = steps.iter().enumerate().filter_map(is_barrier).collect();
        for (position, step) in steps.iter().enumerate() {
            let level = |what| Level { position, what, barriers: Rc::clone(&barriers), host: false };
            match step {
                Step::For(inner) => {
                    let (iname, lower, upper) = (&inner.iname, &inner.lower, &inner.upper);
                    self.open.push(level(LevelKind::Loop { iname, lower, upper }));
                    self.evaluate();
                    self.steps(&inner.body);
                    self.open.pop();
                }
                Step::If { condition, then, otherwise } => {
                    self.open.push(level(LevelKind::Branch { condition, taken: true }));
                    self.evaluate();
                    self.open.pop();
                    for (branch, body) in [then, otherwise].into_iter().enumerate() {
                        let choice = Level {
                            position: branch,
                            what: LevelKind::Choice,
                            barriers: Rc::default(),
                            host: false,
                        };
                        self.open
                            .extend([level(LevelKind::Branch { condition, taken: branch == 0 }), choice]);
                        self.steps(body);
                        self.open.truncate(self.open.len().saturating_sub(2));
                    }
                }
                Step::Run(id) => {
                    let levels = self.open.iter().cloned().chain([level(LevelKind::End)]).collect();
                    self.found.push((id, Path { levels, launch: self.launch }));
                }
                Step::Barrier { .. } => {}
            }
        }
    }
}

/// How one step along two ways tells them apart.
pub(crate) enum Parting<'p> {
    /// Not at all.
    Together,
    /// By iterations of a loop around both; what lies between different ones.
    Loop(&'p Name, Between),
    /// The first comes first.
    Before(Between),
    /// The second comes first.
    After,
    /// They are in branches of which a work item takes one.
    Apart,
    /// Both ways end here.
    Same,
}

/// What a step along two ways says, where all steps before say that they go together. Each level has two:
/// where in a body they go on, and in which iteration.
pub(crate) fn step<'p>(x: &'p Path<'_>, y: &Path<'_>, number: usize) -> Parting<'p> {
    let depth = number / 2;
    let (a, b) = match (x.levels.get(depth), y.levels.get(depth)) {
        (Some(a), Some(b)) => (a, b),
        // What is evaluated at a loop or a branch comes before what is inside.
        (None, Some(_)) => return Parting::Before(passed_between(x, y, depth.saturating_sub(1), 0..0)),
        (Some(_), None) => return Parting::After,
        (None, None) => return Parting::Same,
    };
    match (a.what, b.what) {
        (LevelKind::Loop { iname, .. }, LevelKind::Loop { .. }) if number % 2 == 1 => {
            Parting::Loop(iname, passed_between(x, y, depth, 0..0))
        }
        (LevelKind::Choice, _) if a.position != b.position => Parting::Apart,
        _ if number.is_multiple_of(2) && a.position < b.position => {
            Parting::Before(passed_between(x, y, depth, a.position..b.position))
        }
        _ if number.is_multiple_of(2) && a.position > b.position => Parting::After,
        _ => Parting::Together,
    }
}

/// All ways in which instances of two statements can lie; each pair of instances lies in exactly one. `None`
/// on overflow.
pub(crate) fn cases(x: PlacedInstance<'_>, y: PlacedInstance<'_>) -> Option<Vec<Case>> {
    let mut equal: Vec<Constraint> = Vec::new();
    let mut found = Vec::new();
    let before = |depth, gap| Relation::Before(passed_between(x.path, y.path, depth, gap));
    let after = |depth, gap| Relation::After(passed_between(y.path, x.path, depth, gap));
    for (depth, (a, b)) in x.path.levels.iter().zip(&y.path.levels).enumerate() {
        if a.position != b.position {
            let relation = match a.what {
                LevelKind::Choice => Relation::Apart,
                _ if a.position < b.position => before(depth, a.position..b.position),
                _ => after(depth, b.position..a.position),
            };
            found.push(Case { when: equal, relation });
            return Some(found);
        }
        if let (LevelKind::Loop { iname, .. }, LevelKind::Loop { .. }) = (a.what, b.what) {
            let [own, other] = [x.at, y.at].map(|at| Aff::dim(&at.column(iname)));
            let with = |constraint: Constraint| equal.iter().cloned().chain([constraint]).collect::<Vec<_>>();
            found.push(Case { when: with(Constraint::lt(&own, &other)?), relation: before(depth, 0..0) });
            found.push(Case { when: with(Constraint::gt(&own, &other)?), relation: after(depth, 0..0) });
            equal.push(Constraint::eq(&own, &other)?);
        }
    }
    // What is evaluated at a loop or a branch comes before what is inside.
    let (a, b) = (x.path.levels.len(), y.path.levels.len());
    let last = a.min(b).saturating_sub(1);
    let relation = match a.cmp(&b) {
        std::cmp::Ordering::Less => before(last, 0..0),
        std::cmp::Ordering::Equal => Relation::Same,
        std::cmp::Ordering::Greater => after(last, 0..0),
    };
    found.push(Case { when: equal, relation });
    Some(found)
}

/// What is certain to lie between `x` and a later `y` that part at a level: at positions `gap` of one body,
/// or in different iterations of the loop there.
fn passed_between(x: &Path<'_>, y: &Path<'_>, depth: usize, gap: std::ops::Range<usize>) -> Between {
    let host = x.levels.get(depth).is_some_and(|level| level.host);
    let direct = x.levels.get(depth).is_some_and(|level| level.barriers.iter().any(|at| gap.contains(at)));
    let inner = |path: &Path<'_>, passed: &dyn Fn(usize, usize) -> bool| {
        let levels = path.levels.iter().skip(depth + 1);
        levels.into_iter().any(|level| level.barriers.iter().any(|barrier| passed(*barrier, level.position)))
    };
    let after_x = inner(x, &|barrier, position| barrier > position);
    let before_y = inner(y, &|barrier, position| barrier < position);
    Between { launch: host, barrier: direct || after_x || before_y }
}
