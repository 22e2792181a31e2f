//! Inames that are replaced by others.

use ir::{Expr, LValue, Node, Provenance, Statement, StatementKind, affine, reduction, walk};
use poly::{Aff, Constraint, Name, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Inames that make way for others: `i` for `i_outer, i_inner`, or `i, j` for `ij`.
#[derive(Debug, Clone)]
pub struct Change {
    /// The loops that go, outermost first. A statement has all of them or none.
    pub old: Vec<Name>,
    /// The loops that take their place, outermost first; they stand where the first of the old ones stood.
    pub new: Vec<Name>,
    /// Each old iname as a function of the new ones.
    pub values: BTreeMap<Name, Aff>,
    /// What holds of the new inames besides what their domain says of the old ones.
    pub bounds: Vec<Constraint>,
}

impl Change {
    /// One iname takes the place of another.
    pub fn rename(old: &Name, new: &Name) -> Self {
        let values = BTreeMap::from([(old.clone(), Aff::dim(new))]);
        Change { old: vec![old.clone()], new: vec![new.clone()], values, bounds: Vec::new() }
    }

    /// Whether the list has any of the inames that go.
    pub fn concerns<'a>(&self, names: impl IntoIterator<Item = &'a Name>) -> bool {
        names.into_iter().any(|name| self.values.contains_key(name))
    }

    /// A list of inames with the new ones in place of the old ones.
    pub fn list(&self, names: &[Name]) -> Vec<Name> {
        let mut changed = Vec::new();
        let mut placed = false;
        for name in names {
            if !self.old.contains(name) {
                changed.push(name.clone());
            } else if !placed {
                placed = true;
                changed.extend(self.new.iter().cloned());
            }
        }
        changed
    }

    /// An expression after the change, in which names among `bound` mean something else.
    pub fn expr(&self, expr: &Expr, bound: &[Name]) -> Expr {
        match expr.node() {
            Node::Var(name) if !bound.contains(name) => {
                self.values.get(name).map_or_else(|| expr.clone(), affine::from_aff)
            }
            Node::Reduce { op, inames, over, body } => {
                let (body, over) =
                    (self.expr(body, bound), self.reduction_provenance(inames, over.as_deref()));
                Expr::new(Node::Reduce { op: op.clone(), inames: self.list(inames), over, body })
            }
            Node::Load { array, index } => {
                let index = index.iter().map(|subscript| self.subscript(subscript, bound)).collect();
                Expr::load(array.clone(), index)
            }
            _ => walk::map_children(expr, &mut |child| self.expr(child, bound)),
        }
    }

    /// The provenance of a reduction after the change. What gets too large here does so in the domain as
    /// well, which refuses the change.
    fn reduction_provenance(
        &self,
        inames: &[Name],
        over: Option<&[(Name, Aff)]>,
    ) -> Option<Vec<(Name, Aff)>> {
        let told = over.is_some() || self.concerns(inames);
        let moved = |(iname, value): (Name, Aff)| (iname, value.substitute(&self.values).unwrap_or(value));
        told.then(|| reduction::provenance(inames, over).into_iter().map(moved).collect())
    }

    /// A subscript after the change: an integer, so that it can be put in its simplest affine form.
    fn subscript(&self, expr: &Expr, bound: &[Name]) -> Expr {
        simplified(expr, self.expr(expr, bound))
    }

    /// A statement after the change, its expressions rewritten by `expr`; `None` where a number gets too
    /// large.
    pub fn statement(&self, statement: &Statement, expr: &mut dyn FnMut(&Expr) -> Expr) -> Option<Statement> {
        let mut changed = statement.map_exprs(expr);
        if let (Some(before), StatementKind::Assign { target: LValue::Element { index, .. }, .. }) =
            (statement.target(), &mut changed.kind)
        {
            let pairs = before.index().iter().zip(index.iter());
            *index = pairs.map(|(before, after)| simplified(before, after.clone())).collect();
        }
        changed.inames = self.list(&statement.inames);
        if let Some(time) = &mut changed.time {
            *time = time.iter().map(|aff| aff.substitute(&self.values)).collect::<Option<_>>()?;
        }
        if let Some(Provenance::Performs(instance) | Provenance::Part(instance)) = &mut changed.provenance {
            self.bindings(&mut instance.at)?;
        }
        if let Some(Provenance::Fetch(fetch)) = &mut changed.provenance {
            for (read, own) in &mut fetch.iteration {
                let values = self.values_in(read)?;
                *read = read.substitute(&self.values)?.sub(&values)?;
                *own = own.substitute(&self.values)?.sub(&values)?;
            }
        }
        self.bindings(&mut changed.over)?;
        Some(changed)
    }

    /// What a form of the readers' inames gets that is the same in all iterations. It numbers them alike
    /// without that, and must do without values.
    fn values_in(&self, read: &Aff) -> Option<Aff> {
        let kept = |name: &Name| self.new.contains(name) || read.mentions(name);
        let mut values = Aff::constant(0);
        for (term, factor) in read.substitute(&self.values)?.terms() {
            match term {
                Term::Dim(name) if !kept(name) => values = values.add_scaled(&Aff::dim(name), *factor)?,
                _ => {}
            }
        }
        Some(values)
    }

    fn bindings(&self, bindings: &mut [(Name, Aff)]) -> Option<()> {
        for (_, value) in bindings {
            *value = value.substitute(&self.values)?;
        }
        Some(())
    }

    /// The names of inames that stand in the place of old ones.
    pub fn new_names(&self) -> BTreeSet<Name> {
        self.values.values().flat_map(Aff::names).collect()
    }
}

/// A subscript that changed, in affine form if it has one.
fn simplified(before: &Expr, after: Expr) -> Expr {
    match affine::to_aff(&after) {
        Some(aff) if after != *before => affine::from_aff(&aff),
        _ => after,
    }
}
