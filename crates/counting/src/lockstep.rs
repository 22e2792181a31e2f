//! The loop tree of a launch as its work items go through it, accesses at their places, with addresses as
//! expressions.

use crate::executions::{Sizes, hardware_inames, settled};
use crate::perform::{Performed, What, asked, assigned};
use ir::{AddressSpace, Expr, InameTag, Kernel, Launch, Loop, Name, Scalar, Step, typing};
use std::collections::BTreeMap;

/// An access to global or local memory.
pub(crate) struct Place {
    pub(crate) variable: Name,
    pub(crate) ty: Scalar,
    pub(crate) space: AddressSpace,
    /// The subscripts as they stand in the kernel.
    pub(crate) index: Vec<Expr>,
    pub(crate) is_store: bool,
    /// The number of elements from the first one, at given sizes; `None` where the array's layout is not
    /// known.
    pub(crate) address: Option<Expr>,
}

/// What work items do, at given sizes.
pub(crate) enum Tree {
    /// A loop. Iterations of a vector loop are done together.
    For { iname: Name, lower: Expr, upper: Expr, is_vector: bool, body: Vec<Tree> },
    /// A condition.
    If { condition: Expr, then: Vec<Tree>, otherwise: Vec<Tree> },
    /// An access, by its number.
    Access(usize),
}

/// Makes the tree of a launch.
pub(crate) struct Planner<'k> {
    kernel: &'k Kernel,
    sizes: &'k Sizes,
    indices: BTreeMap<Name, Expr>,
    pub(crate) places: Vec<Place>,
    pub(crate) tree: Vec<Tree>,
}

impl<'k> Planner<'k> {
    /// The tree of a launch and its accesses.
    pub(crate) fn plan(kernel: &'k Kernel, sizes: &'k Sizes, launch: &Launch) -> Self {
        let indices = hardware_inames(launch, sizes);
        let mut planner = Planner { kernel, sizes, indices, places: Vec::new(), tree: Vec::new() };
        planner.tree = planner.steps(&launch.body);
        planner
    }

    fn settled(&self, expr: &Expr) -> Expr {
        settled(expr, self.sizes, &self.indices)
    }

    fn steps(&mut self, steps: &[Step]) -> Vec<Tree> {
        let mut trees = Vec::new();
        for step in steps {
            match step {
                Step::For(inner) => trees.push(self.plan_loop(inner)),
                Step::If { condition, then, otherwise } => {
                    let asked = asked(self.kernel, condition);
                    trees.extend(asked.iter().filter_map(|one| self.access(one)));
                    let (then, otherwise) = (self.steps(then), self.steps(otherwise));
                    trees.push(Tree::If { condition: self.settled(condition), then, otherwise });
                }
                Step::Barrier { .. } => {}
                Step::Run(name) => {
                    let all = self.kernel.statements.get(name).map(|own| assigned(self.kernel, own));
                    trees.extend(all.iter().flatten().filter_map(|one| self.access(one)));
                }
            }
        }
        trees
    }

    fn plan_loop(&mut self, inner: &Loop<Step>) -> Tree {
        let is_vector = self.kernel.tag(&inner.iname) == Some(InameTag::Vector);
        let (lower, upper) = (self.settled(&inner.lower), self.settled(&inner.upper));
        let body = self.steps(&inner.body);
        Tree::For { iname: inner.iname.clone(), lower, upper, is_vector, body }
    }

    fn access(&mut self, one: &Performed) -> Option<Tree> {
        let What::Access { variable, index, is_store } = &one.what else { return None };
        let temp = self.kernel.temps.get(variable);
        let space = temp.map_or(AddressSpace::Global, |temp| temp.space.unwrap_or(AddressSpace::Private));
        if space == AddressSpace::Private {
            return None;
        }
        let ty = typing::type_of_variable(self.kernel, variable).ok()?.scalar();
        let (variable, is_store, index) = (variable.clone(), *is_store, index.clone());
        let address = self.address(&variable, &index);
        self.places.push(Place { variable, ty, space, index, is_store, address });
        let access = Tree::Access(self.places.len().checked_sub(1)?);
        Some(match one.conditions.as_slice() {
            [] => access,
            conditions => {
                let condition = self.settled(&Expr::all(conditions.to_vec()));
                Tree::If { condition, then: vec![access], otherwise: Vec::new() }
            }
        })
    }

    fn address(&self, variable: &Name, index: &[Expr]) -> Option<Expr> {
        if index.is_empty() {
            return Some(Expr::int(0));
        }
        let (extents, layout) = self.kernel.array(variable)?;
        let strides = layout.strides(&extents)?;
        let terms = index.iter().zip(&strides).map(|(one, stride)| one.times(stride));
        let sum = terms.reduce(|sum, term| sum.plus(&term))?;
        Some(self.settled(&sum))
    }
}
