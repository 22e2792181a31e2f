//! Claim (instances): Statements with the same inames and conditions have the same instances.

use ir::{Expr, Kernel, Name, Statement};
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

/// The instances that were asked for, by inames and conditions.
#[derive(Default)]
pub(super) struct Wholes {
    found: RefCell<Vec<(Key, Rc<Whole>)>>,
}

struct Key {
    reference: bool,
    inames: Vec<Name>,
    predicates: Vec<Expr>,
}

impl Wholes {
    /// The instances of a statement of `kernel`, or of the reference, where the assumptions of `types` hold.
    pub(super) fn of(
        &self,
        (kernel, types): (&Kernel, &Kernel),
        statement: &Statement,
    ) -> Result<Rc<Whole>, Error> {
        let reference = !std::ptr::eq(kernel, types);
        let same = |key: &Key| {
            key.reference == reference
                && key.inames == statement.inames
                && key.predicates == statement.predicates
        };
        let known = self.found.borrow().iter().find(|(key, _)| same(key)).map(|(_, whole)| Rc::clone(whole));
        if let Some(known) = known {
            return Ok(known);
        }
        let domain = Domain::of(kernel, types, statement, &statement.inames)?;
        let possible = domain.possible(kernel)?.intersect(&types.assumptions)?;
        let set = domain.set.intersect(&types.assumptions)?;
        let whole = Rc::new(Whole { set, possible, data: domain.data });
        let (inames, predicates) = (statement.inames.clone(), statement.predicates.clone());
        self.found.borrow_mut().push((Key { reference, inames, predicates }, Rc::clone(&whole)));
        Ok(whole)
    }
}
