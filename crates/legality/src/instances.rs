//! Claim (instances): Statements with the same inames and conditions have the same instances.

use ir::{Expr, IndexMap, Kernel, Name, Statement};
use poly::{Error, Set};
use std::cell::RefCell;
use std::rc::Rc;

use dependence::domain::Domain;

/// The instances of a statement.
pub(super) struct Whole {
    /// With what the kernel computes for bounds as parameters; conditions on data count as true.
    pub(super) set: Set,
    /// All that there may be, whatever the kernel computes.
    pub(super) possible: Set,
    /// The conditions on data.
    pub(super) data: Vec<Expr>,
}

/// The instances that were asked for, by inames.
#[derive(Default)]
pub(super) struct Wholes {
    found: RefCell<IndexMap<Vec<Name>, Vec<Known>>>,
}

/// Instances of statements of the kernel, or of the reference, under these conditions.
struct Known {
    reference: bool,
    predicates: Vec<Expr>,
    whole: Rc<Whole>,
}

impl Wholes {
    /// The instances of a statement of `kernel`, or of the reference, where the assumptions of `types` hold.
    pub(super) fn find(
        &self,
        kernel: &Kernel,
        types: &Kernel,
        statement: &Statement,
    ) -> Result<Rc<Whole>, Error> {
        let reference = !std::ptr::eq(kernel, types);
        let same = |known: &&Known| known.reference == reference && known.predicates == statement.predicates;
        if let Some(known) = self.found.borrow().get(&statement.inames).into_iter().flatten().find(same) {
            return Ok(Rc::clone(&known.whole));
        }
        let domain = Domain::of_statement(kernel, types, statement, &statement.inames)?;
        let possible = domain.possible(kernel)?.intersect(&types.assumptions)?;
        let set = domain.set.intersect(&types.assumptions)?;
        let whole = Rc::new(Whole { set, possible, data: domain.data });
        let known = Known { reference, predicates: statement.predicates.clone(), whole: Rc::clone(&whole) };
        self.found.borrow_mut().entry(statement.inames.clone()).or_default().push(known);
        Ok(whole)
    }
}
