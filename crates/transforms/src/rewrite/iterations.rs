//! Other iterations of a loop than the one that runs.

use diag::Diagnostic;
use ir::{Expr, Kernel, affine};
use pass::Refusal;
use poly::{Aff, Error, Name, Set};

/// A loop, among the inames of a statement.
pub(crate) struct LoopOf<'a> {
    pub(crate) iname: &'a Name,
    pub(crate) inames: &'a [Name],
}

impl LoopOf<'_> {
    fn domain(&self, kernel: &Kernel) -> Result<Set, Error> {
        kernel.domain_of(self.inames)?.intersect(&kernel.assumptions)
    }

    /// The number of the first iteration, as a form of the other inames.
    ///
    /// # Errors
    /// There are several forms, as behind `max`.
    pub(crate) fn first(&self, kernel: &Kernel) -> Result<Aff, Refusal> {
        let domain = self.domain(kernel)?;
        let others: Vec<Name> = domain.dims().iter().filter(|dim| *dim != self.iname).cloned().collect();
        match domain.dims_to_params(&others)?.min_aff(&Aff::dim(self.iname))?.as_slice() {
            [(_, first)] => Ok(first.clone()),
            _ => {
                let message = format!("the first iteration over `{}` is no single number", self.iname);
                let problem = Diagnostic::error("lp::iteration::first", message);
                Err(problem.note(format!("it runs over {domain}")).help("let it begin at a constant").into())
            }
        }
    }

    /// The conditions under which there is an iteration of that number; the statement's inames are `inames` then.
    ///
    /// # Errors
    /// The iterations are a union of sets.
    pub(crate) fn has(&self, kernel: &Kernel, number: &Aff, inames: &[Name]) -> Result<Vec<Expr>, Refusal> {
        let known = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let there = self.domain(kernel)?.substitute(self.iname, number)?.simplify_in(&known)?;
        match there.pieces()?.as_slice() {
            [conditions] => Ok(conditions.iter().map(affine::from_constraint).collect()),
            _ => {
                let message = format!("the iterations over `{}` are a union of sets", self.iname);
                Err(Diagnostic::error("lp::iteration::union", message).into())
            }
        }
    }
}
