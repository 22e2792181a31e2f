//! Whether all lanes of a warp come to a loop together, as they must for an instruction that they perform
//! together.

use crate::dialect::Dialect;
use crate::plain_loop::PlainLoop;
use crate::usage::address_space;
use ir::{
    AddressSpace, Expr, HardwareAxis, InameTag, IndexMap, Kernel, Launch, Loop, Name, Node, Step, walk,
};

/// How many lanes a warp has: work items that are neighbours along the first axis.
pub(crate) const LANES: i64 = 32;

/// The lanes of a launch's warps.
#[derive(Debug, Default)]
pub(crate) struct Warp {
    /// How many work items lie along the first axis.
    width: Option<Expr>,
    /// The inames that number them, and where they begin.
    lanes: IndexMap<Name, Expr>,
    /// Loops tagged `mma` at which lanes may come apart, and what parts them.
    parted: IndexMap<Name, Expr>,
}

impl Warp {
    /// That of a launch; of nothing where there is no loop that asks for it.
    pub(crate) fn of_launch(kernel: &Kernel, launch: &Launch, dialect: Dialect) -> Self {
        let is_asked_for = kernel.inames.values().any(|iname| iname.tag == Some(InameTag::Matrix));
        if !is_asked_for || !dialect.has_device() {
            return Warp::default();
        }
        let first = HardwareAxis::Local(0);
        let indices = launch.indices.iter().filter(|index| index.axis == first);
        let lanes: IndexMap<_, _> = indices.map(|index| (index.iname.clone(), index.base.clone())).collect();
        let mut parted = IndexMap::default();
        let search = Search { kernel, lanes: &lanes };
        search.steps(&launch.body, None, &mut parted);
        Warp { width: launch.extent(first).cloned(), lanes, parted }
    }

    /// The iname of the lanes in a statement with these inames, where they come to a loop together.
    pub(crate) fn lane(&self, inames: &[Name], inner: &Loop<Step>) -> Result<&Name, PlainLoop> {
        let split = "split the loops over rows and columns so that `4*row + column` of 8 x 4 is one loop, tagged `l.0`";
        let Some((lane, base)) = self.lanes.iter().find(|(lane, _)| inames.contains(lane)) else {
            return Err(PlainLoop::new("no loop round it is tagged `l.0`", split));
        };
        if self.width.as_ref().and_then(Expr::as_int) != Some(LANES) {
            let width = self.width.as_ref().map_or("1".to_owned(), ToString::to_string);
            let why =
                format!("there are {width} work items along the first axis, and a warp has {LANES} lanes");
            return Err(PlainLoop::new(why, split));
        }
        if base.as_int() != Some(0) {
            let why = format!("`{lane}` begins at `{base}`");
            return Err(PlainLoop::new(why, "let the loop of the lanes begin at 0"));
        }
        match self.parted.get(&inner.iname) {
            Some(by) => {
                let why = format!("lanes come apart before it, by `{by}`");
                Err(PlainLoop::new(why, "let all work items of a warp do the same round this loop"))
            }
            None => Ok(lane),
        }
    }
}

struct Search<'s> {
    kernel: &'s Kernel,
    lanes: &'s IndexMap<Name, Expr>,
}

impl Search<'_> {
    /// Finds loops tagged `mma` that stand where lanes are apart.
    fn steps(&self, steps: &[Step], apart: Option<&Expr>, parted: &mut IndexMap<Name, Expr>) {
        for step in steps {
            match step {
                Step::For(inner) => {
                    let bounds = [&inner.lower, &inner.upper];
                    let apart = apart.or_else(|| bounds.into_iter().find(|bound| self.differs(bound)));
                    if let (Some(by), Some(InameTag::Matrix)) = (apart, self.kernel.tag(&inner.iname)) {
                        parted.insert(inner.iname.clone(), by.clone());
                    }
                    self.steps(&inner.body, apart, parted);
                }
                Step::If { condition, then, otherwise } => {
                    let apart = apart.or_else(|| Some(condition).filter(|condition| self.differs(condition)));
                    self.steps(then, apart, parted);
                    self.steps(otherwise, apart, parted);
                }
                Step::Barrier { .. } | Step::Run(_) => {}
            }
        }
    }

    /// Whether lanes may find different values.
    fn differs(&self, expr: &Expr) -> bool {
        walk::any(expr, &mut |part| match part.node() {
            Node::Var(name) | Node::Load { array: name, .. } => {
                self.lanes.contains_key(name) || is_private(self.kernel, name)
            }
            _ => false,
        })
    }
}

/// Whether a variable is each work item's own.
pub(crate) fn is_private(kernel: &Kernel, name: &Name) -> bool {
    address_space(kernel, name) == AddressSpace::Private
}
