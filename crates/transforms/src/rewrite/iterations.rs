//! Fetches for other iterations of a loop than the one that runs.

use super::change::Change;
use diag::Diagnostic;
use ir::{Expr, Kernel, Statement, affine};
use pass::Refusal;
use poly::{Aff, Error, Name, Set};
use std::collections::BTreeMap;

/// An iteration of a loop around a statement, and when there is one.
pub(crate) struct Iteration<'a> {
    iname: &'a Name,
    number: Aff,
    conditions: Vec<Expr>,
}

impl<'a> Iteration<'a> {
    /// The first one. `inames` are those of the statement.
    ///
    /// # Errors
    /// Its number is no single form of the other inames, as behind `max`, or the iterations are a union of
    /// sets.
    pub(crate) fn first(kernel: &Kernel, iname: &'a Name, inames: &[Name]) -> Result<Self, Refusal> {
        let domain = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let others: Vec<Name> = inames.iter().filter(|other| *other != iname).cloned().collect();
        match domain.dims_to_params(&others)?.min_aff(&Aff::dim(iname))?.as_slice() {
            [(_, first)] => Self::numbered(kernel, iname, first.clone(), &domain, &others),
            _ => {
                let message = format!("the first iteration over `{iname}` is no single number");
                let problem = Diagnostic::error("lp::iteration::first", message);
                Err(problem.note(format!("it runs over {domain}")).help("let it begin at a constant").into())
            }
        }
    }

    /// The one after that which runs.
    ///
    /// # Errors
    /// The iterations are a union of sets.
    pub(crate) fn next(kernel: &Kernel, iname: &'a Name, inames: &[Name]) -> Result<Self, Refusal> {
        let domain = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let next = Aff::dim(iname).offset(1).ok_or(Error::Overflow)?;
        Self::numbered(kernel, iname, next, &domain, inames)
    }

    fn numbered(
        kernel: &Kernel,
        iname: &'a Name,
        number: Aff,
        domain: &Set,
        inames: &[Name],
    ) -> Result<Self, Refusal> {
        let known = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let there = domain.substitute(iname, &number)?.simplify_in(&known)?;
        match there.pieces()?.as_slice() {
            [conditions] => {
                let conditions = conditions.iter().map(affine::from_constraint).collect();
                Ok(Iteration { iname, number, conditions })
            }
            _ => {
                let message = format!("the iterations over `{iname}` are a union of sets");
                Err(Diagnostic::error("lp::iteration::union", message).into())
            }
        }
    }

    /// A fetch for this iteration, where there is one.
    pub(crate) fn moved_fetch(&self, fetch: &Statement) -> Result<Statement, Error> {
        let stays = self.number.mentions(self.iname).then(|| self.iname.clone());
        let change = Change {
            old: vec![self.iname.clone()],
            new: stays.into_iter().collect(),
            values: BTreeMap::from([(self.iname.clone(), self.number.clone())]),
            bounds: Vec::new(),
        };
        let mut moved = change.statement(fetch, &mut |expr| change.expr(expr, &[])).ok_or(Error::Overflow)?;
        moved.predicates.extend(self.conditions.iter().cloned());
        moved.fetch_for(self.iname, self.number.clone());
        Ok(moved)
    }
}
