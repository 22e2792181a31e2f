//! Claim (reached): The loops, conditions and hardware axes on the way to a statement run it at these points and no others.

use ir::{Expr, HardwareAxis, Kernel, Launch, Name, Node, Statement};
use poly::{Aff, Constraint, Error, Set};

use crate::place::hardware::{AXES, extent};
use crate::place::position::{LevelKind, Path};
use dependence::domain::{Parts, computed, is_fixed};
use dependence::piecewise::{self, Alternatives};

/// What a way through the tree runs.
pub(crate) struct Reached {
    /// Over the statement's inames and a column for each axis of more than one index on which it has no
    /// iname.
    pub(crate) set: Set,
    /// Conditions on data.
    pub(crate) data: Vec<Expr>,
    /// A loop around it that is none of its own.
    pub(crate) stray: Option<Name>,
    /// Axes of the launch on which the statement has no iname.
    pub(crate) foreign: Vec<Foreign>,
}

/// An axis of a launch.
pub(crate) struct Foreign {
    pub(crate) axis: HardwareAxis,
    pub(crate) column: Name,
    /// All its indices.
    pub(crate) range: Alternatives,
}

impl Reached {
    /// All instances that may run.
    pub(crate) fn possible(&self, kernel: &Kernel) -> Result<Set, Error> {
        let columns: Vec<Name> = self.foreign.iter().map(|foreign| foreign.column.clone()).collect();
        self.set.project_out(&columns)?.project_out(&computed(kernel, &self.set))
    }
}

/// What runs along a way through the tree.
pub(crate) fn reached(kernel: &Kernel, path: &Path<'_>, statement: &Statement) -> Result<Reached, Error> {
    walked(kernel, path, statement)?.finish(statement)
}

/// The iterations of all loops along a way, each with the work items in which it runs as columns for the
/// axes, and the conditions on data. What a domain of the statement depends on counts as fixed.
pub(crate) fn iterations(
    kernel: &Kernel,
    path: &Path<'_>,
    statement: &Statement,
) -> Result<(Set, Vec<Expr>), Error> {
    let way = walked(kernel, path, statement)?;
    Ok((way.points()?, way.known.data))
}

fn walked<'k>(kernel: &'k Kernel, path: &Path<'_>, statement: &'k Statement) -> Result<Way<'k>, Error> {
    let mut way = Way::new(kernel, statement)?;
    for level in &path.levels {
        let understood = match level.what {
            LevelKind::Launch(launch) => way.launch(launch),
            LevelKind::Loop { iname, lower, upper } => way.enter(iname, lower, upper),
            LevelKind::Branch { condition, taken } => {
                way.branch(condition, taken);
                Some(())
            }
            LevelKind::Choice | LevelKind::End => Some(()),
        };
        understood.ok_or_else(|| Error::Isl("a bound of the loop tree is not affine".to_owned()))?;
    }
    Ok(way)
}

struct Way<'k> {
    kernel: &'k Kernel,
    statement: &'k Statement,
    /// Parameters of its domain.
    params: Vec<Name>,
    inames: Vec<Name>,
    /// Of them, those that the hardware provides.
    hardware: Vec<Name>,
    known: Parts,
    foreign: Vec<Foreign>,
    columns: Vec<Name>,
}

impl<'k> Way<'k> {
    fn new(kernel: &'k Kernel, statement: &'k Statement) -> Result<Self, Error> {
        Ok(Way {
            kernel,
            statement,
            params: kernel.domain_of(&statement.inames)?.params().to_vec(),
            inames: Vec::new(),
            hardware: Vec::new(),
            known: Parts::default(),
            foreign: Vec::new(),
            columns: Vec::new(),
        })
    }

    fn launch(&mut self, launch: &Launch) -> Option<()> {
        for axis in AXES {
            let column = Name::new(format!("axis {axis:?}"));
            let inames: Vec<_> = launch.indices.iter().filter(|index| index.axis == axis).collect();
            let size = extent(launch, axis);
            if inames.is_empty() && size.is_none() {
                continue;
            }
            let at = Aff::dim(&column);
            let mut range = Vec::new();
            for (when, size) in size.map_or_else(|| piecewise::value(&Expr::int(1)), piecewise::value)? {
                let inside = [Constraint::ge(&at, &Aff::constant(0))?, Constraint::lt(&at, &size)?];
                range.push(when.into_iter().chain(inside).collect());
            }
            self.known.choose(Alternatives::clone(&range));
            for index in &inames {
                let own = Aff::dim(&index.iname);
                self.compare(&index.base, &|base| Constraint::eq(&own, &base.add(&at)?))?;
                self.inames.push(index.iname.clone());
                self.hardware.push(index.iname.clone());
            }
            self.columns.push(column.clone());
            if !inames.iter().any(|index| self.statement.inames.contains(&index.iname)) {
                self.foreign.push(Foreign { axis, column, range });
            }
        }
        Some(())
    }

    fn enter(&mut self, iname: &Name, lower: &Expr, upper: &Expr) -> Option<()> {
        let at = Aff::dim(iname);
        for bound in parts(lower, "max") {
            self.compare(bound, &|bound| Constraint::ge(&at, bound))?;
        }
        for bound in parts(upper, "min") {
            self.compare(bound, &|bound| Constraint::le(&at, bound))?;
        }
        self.inames.push(iname.clone());
        Some(())
    }

    /// Adds a constraint on the value of an expression.
    fn compare(&mut self, expr: &Expr, constraint: &dyn Fn(&Aff) -> Option<Constraint>) -> Option<()> {
        let pieces = piecewise::value(expr)?.into_iter();
        let pieces =
            pieces.map(|(when, value)| Some(when.into_iter().chain([constraint(&value)?]).collect()));
        self.known.choose(pieces.collect::<Option<Alternatives>>()?);
        Some(())
    }

    fn is_fixed(&self, name: &Name) -> bool {
        is_fixed(self.kernel, &self.inames, name) || self.params.contains(name)
    }

    fn branch(&mut self, condition: &Expr, taken: bool) {
        let mut known = std::mem::take(&mut self.known);
        let fixed = |name: &Name| self.is_fixed(name);
        if taken {
            known.add(condition, &fixed);
        } else {
            known.add(&condition.logical_not(), &fixed);
        }
        self.known = known;
    }

    fn points(&self) -> Result<Set, Error> {
        let dims: Vec<Name> = self.inames.iter().chain(&self.columns).cloned().collect();
        self.known.restrict(&Set::universe(&[], &dims)?)
    }

    fn finish(self, statement: &Statement) -> Result<Reached, Error> {
        let set = self.points()?;
        let own = |iname: &&Name| statement.inames.contains(iname);
        let stray = self.inames.iter().find(|iname| !own(iname) && !self.hardware.contains(iname)).cloned();
        let foreign = self.foreign.iter().map(|foreign| &foreign.column);
        let kept: Vec<Name> = self.inames.iter().filter(own).chain(foreign).cloned().collect();
        let mut set = set.project_onto(&kept)?;
        if self.known.has_choices() {
            set = set.coalesce()?;
        }
        Ok(Reached { set, data: self.known.data, stray, foreign: self.foreign })
    }
}

/// The operands of a bound that is the largest or smallest of several.
fn parts<'e>(bound: &'e Expr, function: &str) -> Vec<&'e Expr> {
    match bound.node() {
        Node::Call { function: called, args } if **called == *function => {
            args.iter().flat_map(|arg| parts(arg, function)).collect()
        }
        _ => vec![bound],
    }
}
