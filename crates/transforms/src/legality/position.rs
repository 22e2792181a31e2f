//! Places in the loop tree, and when one instance surely comes before another.

use indexmap::IndexMap;
use ir::{Host, Kernel, Name, Step};
use poly::{Aff, Constraint};

use super::instance::{Actor, Instance};

/// The way from the root of the tree to a statement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) levels: Vec<Level>,
    /// Index among the tree's launches.
    pub(super) launch: usize,
}

/// One body on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level {
    /// Where in the body the way goes on.
    pub(super) position: usize,
    /// The loop that stands there, if it is one.
    pub(super) iname: Option<Name>,
    /// Where the body has barriers.
    barriers: Vec<usize>,
    /// Whether this body is the host's.
    host: bool,
}

/// What lies between two instances whose order is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Between {
    /// A launch ends: all groups have finished.
    pub(super) launch: bool,
    /// A barrier: all lanes of the group have arrived.
    pub(super) barrier: bool,
}

/// One way in which two instances can lie in the tree.
pub(super) struct Case {
    /// When they do.
    pub(super) when: Vec<Constraint>,
    pub(super) relation: Relation,
}

/// How two instances lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// The first comes before the second in each lane.
    Before(Between),
    /// The second comes before the first in each lane.
    After,
    /// They are at the same place in the same trips: the same instance, or in different lanes at once.
    Same,
}

/// The place of each statement that the tree runs.
pub(super) fn paths(kernel: &Kernel) -> IndexMap<Name, Path> {
    let mut walk = Walk::default();
    if let Some(schedule) = &kernel.schedule {
        walk.host(&schedule.host);
    }
    walk.found
}

#[derive(Default)]
struct Walk {
    open: Vec<Level>,
    launches: usize,
    found: IndexMap<Name, Path>,
}

impl Walk {
    fn host(&mut self, steps: &[Host]) {
        for (position, step) in steps.iter().enumerate() {
            let mut level = Level { position, iname: None, barriers: Vec::new(), host: true };
            match step {
                Host::Launch(launch) => {
                    self.open.push(level);
                    self.steps(&launch.body);
                    self.launches += 1;
                }
                Host::For(inner) => {
                    level.iname = Some(inner.iname.clone());
                    self.open.push(level);
                    self.host(&inner.body);
                }
            }
            self.open.pop();
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        let is_barrier = |(at, step): (usize, &Step)| matches!(step, Step::Barrier { .. }).then_some(at);
        let barriers: Vec<usize> = steps.iter().enumerate().filter_map(is_barrier).collect();
        for (position, step) in steps.iter().enumerate() {
            let level = Level { position, iname: None, barriers: barriers.clone(), host: false };
            match step {
                Step::For(inner) => {
                    self.open.push(Level { iname: Some(inner.iname.clone()), ..level });
                    self.steps(&inner.body);
                    self.open.pop();
                }
                Step::If { then, otherwise, .. } => {
                    for (branch, body) in [then, otherwise].into_iter().enumerate() {
                        self.open.push(level.clone());
                        self.open.push(Level { position: branch, iname: None, barriers: Vec::new(), host: false });
                        self.steps(body);
                        self.open.truncate(self.open.len().saturating_sub(2));
                    }
                }
                Step::Run(id) => {
                    let levels = self.open.iter().cloned().chain([level]).collect();
                    self.found.insert(id.clone(), Path { levels, launch: self.launches });
                }
                Step::Barrier { .. } => {}
            }
        }
    }
}

/// All ways in which instances of two statements can lie; each pair of instances lies in exactly one.
pub(super) fn cases(x: &Actor<'_>, x_at: &Instance, y: &Actor<'_>, y_at: &Instance) -> Option<Vec<Case>> {
    let mut equal: Vec<Constraint> = Vec::new();
    let mut found = Vec::new();
    for (depth, (a, b)) in x.path.levels.iter().zip(&y.path.levels).enumerate() {
        if a.position != b.position {
            let relation = if a.position < b.position {
                Relation::Before(between(&x.path, &y.path, depth, a.position..b.position))
            } else {
                Relation::After
            };
            found.push(Case { when: equal, relation });
            return Some(found);
        }
        if let Some(iname) = &a.iname {
            let [own, other] = [x_at, y_at].map(|at| Aff::dim(&at.column(iname)));
            let with = |constraint: Constraint| equal.iter().cloned().chain([constraint]).collect::<Vec<_>>();
            let carried = between(&x.path, &y.path, depth, 0..0);
            found.push(Case { when: with(Constraint::lt(&own, &other)?), relation: Relation::Before(carried) });
            found.push(Case { when: with(Constraint::gt(&own, &other)?), relation: Relation::After });
            equal.push(Constraint::eq(&own, &other)?);
        }
    }
    found.push(Case { when: equal, relation: Relation::Same });
    Some(found)
}

/// What surely lies between `x` and a later `y` that part at a level: at positions `gap` of one body, or in different
/// trips of the loop there.
fn between(x: &Path, y: &Path, depth: usize, gap: std::ops::Range<usize>) -> Between {
    let host = x.levels.get(depth).is_some_and(|level| level.host);
    let inside = |levels: &[Level], after: bool| {
        levels.iter().any(|level| {
            let side = |barrier: &usize| if after { *barrier > level.position } else { *barrier < level.position };
            level.barriers.iter().any(side)
        })
    };
    let direct = x.levels.get(depth).is_some_and(|level| level.barriers.iter().any(|b| gap.contains(b)));
    let rest = |path: &Path, after| inside(path.levels.get(depth + 1..).unwrap_or_default(), after);
    Between { launch: host, barrier: direct || rest(x, true) || rest(y, false) }
}
