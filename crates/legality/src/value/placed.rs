//! Claim (placed): An expression at an instance has the value that its inames have there.

use ir::{Expr, Kernel, Name, Node, Statement, affine, walk};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeMap;
use std::rc::Rc;

use dependence::domain::{any_of, is_fixed};
use dependence::piecewise::{self, Alternatives};

/// An instance of a statement in terms of the columns of a question.
#[derive(Clone)]
pub(crate) struct Frame<'k> {
    pub(crate) id: &'k Name,
    pub(crate) statement: &'k Statement,
    /// The values of its inames, of those of reductions around the expression, and of arguments that are
    /// known.
    pub(crate) columns: BTreeMap<Name, Aff>,
}

impl Frame<'_> {
    /// The values of the statement's inames.
    pub(crate) fn iname_values(&self) -> Option<Vec<(Name, Aff)>> {
        let value = |iname: &Name| Some((iname.clone(), self.columns.get(iname)?.clone()));
        self.statement.inames.iter().map(value).collect()
    }

    /// A set over inames of this frame in its columns.
    pub(crate) fn place(&self, set: &Set) -> Result<Set, poly::Error> {
        let names = set.dims().iter().chain(set.params());
        let own = names.filter_map(|name| Some((name.clone(), self.columns.get(name)?.clone())));
        set.substitute_all(&own.collect())
    }
}

/// An element of a variable.
#[derive(Clone, Copy)]
pub(crate) struct Element<'e> {
    pub(crate) name: &'e Name,
    pub(crate) index: &'e [Expr],
}

/// An expression and where it stands.
#[derive(Clone)]
pub(crate) struct PlacedExpr<'k> {
    pub(crate) expr: Expr,
    pub(crate) frame: Rc<Frame<'k>>,
}

impl<'k> PlacedExpr<'k> {
    /// Another expression of the same instance.
    pub(crate) fn sibling(&self, expr: &Expr) -> Self {
        PlacedExpr { expr: expr.clone(), frame: Rc::clone(&self.frame) }
    }

    /// Its value, if that is quasi-affine in integers that do not change. `kernel` knows the arguments.
    pub(crate) fn affine(&self, kernel: &Kernel) -> Option<Aff> {
        let aff = affine::to_aff(&self.expr)?;
        let columns = &self.frame.columns;
        let known = |name: &Name| columns.contains_key(name) || is_fixed(kernel, &[], name);
        // Those that cancel count, too: a real number less itself may be none.
        if walk::names(&self.expr).iter().all(known) { aff.substitute(columns) } else { None }
    }

    /// The element that it is, if it reads memory. `home` is the kernel of the expression.
    pub(crate) fn read(&self, home: &Kernel) -> Option<Element<'_>> {
        match self.expr.node() {
            Node::Var(name) if home.temps.contains_key(name) => Some(Element { name, index: &[] }),
            Node::Load { array, index } => Some(Element { name: array, index }),
            _ => None,
        }
    }

    /// The points of a set at which it holds or does not, as far as that is known without data.
    pub(crate) fn points_where(&self, kernel: &Kernel, set: &Set, holds: bool) -> Result<Set, poly::Error> {
        match self.alternatives(kernel, holds) {
            Some(alternatives) => any_of(set, &alternatives),
            None => Ok(set.clone()),
        }
    }

    fn alternatives(&self, kernel: &Kernel, holds: bool) -> Option<Alternatives> {
        let columns = &self.frame.columns;
        let fixed = |name: &Name| columns.contains_key(name) || is_fixed(kernel, &[], name);
        let place = |constraint: Constraint| {
            Some(Constraint { kind: constraint.kind, aff: constraint.aff.substitute(columns)? })
        };
        let alternatives = piecewise::condition(&self.expr, holds, &fixed)?.into_iter();
        alternatives.map(|all| all.into_iter().map(place).collect()).collect()
    }
}
