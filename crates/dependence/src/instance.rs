//! Instances of statements, with columns of their own.

use ir::{Expr, Kernel, Name, affine};
use poly::{Aff, Constraint, Error, Set};
use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::domain::is_fixed;
use crate::subscript::{self, Equal, Subscript};

/// One of two or three instances in a question: its columns bear a prefix, which no name of a user's has.
#[derive(Debug)]
pub struct Instance {
    prefix: &'static str,
    inames: Vec<Name>,
    /// Where the inames lie, as far as it is known.
    points: Option<Set>,
    /// Each iname as the value of its column, once somebody asks.
    values: OnceCell<BTreeMap<Name, Aff>>,
}

impl Instance {
    /// An instance with these inames under a prefix.
    pub fn new(prefix: &'static str, inames: Vec<Name>) -> Self {
        Instance { prefix, inames, points: None, values: OnceCell::new() }
    }

    /// The same where the inames are known to lie in a set.
    pub fn restricted_to(self, points: &Set) -> Self {
        Instance { points: Some(points.clone()), ..self }
    }

    /// The instance of another statement, over these inames in this set, in the same iteration of all its
    /// loops, if this one's statement is in them.
    pub fn part(&self, inames: &[Name], points: &Set) -> Option<Self> {
        let inside = inames.iter().all(|iname| self.inames.contains(iname));
        inside.then(|| Instance::new(self.prefix, inames.to_vec()).restricted_to(points))
    }

    /// The column of an iname.
    pub fn column(&self, iname: &Name) -> Name {
        Name::new(format!("{}{iname}", self.prefix))
    }

    /// All columns.
    pub fn columns(&self) -> Vec<Name> {
        self.inames.iter().map(|iname| self.column(iname)).collect()
    }

    /// The inames.
    pub fn inames(&self) -> &[Name] {
        &self.inames
    }

    /// Each iname as the value of its column.
    pub fn values(&self) -> &BTreeMap<Name, Aff> {
        let value = |iname: &Name| (iname.clone(), Aff::dim(&self.column(iname)));
        self.values.get_or_init(|| self.inames.iter().map(value).collect())
    }

    /// An affine form of the statement's inames in these columns; `None` on overflow.
    pub fn aff(&self, aff: &Aff) -> Option<Aff> {
        aff.substitute(self.values())
    }

    /// A set over the statement's inames in these columns.
    ///
    /// # Errors
    /// Those of the set operations.
    pub fn points(&self, set: &Set) -> Result<Set, Error> {
        let names: Vec<(Name, Name)> =
            self.inames.iter().map(|iname| (iname.clone(), self.column(iname))).collect();
        set.rename(&names)
    }

    /// The element with these subscripts over the statement's inames.
    pub fn element<'a>(&'a self, index: &'a [Expr]) -> Element<'a> {
        Element { at: self, index }
    }

    /// Equalities of some inames of this and another instance; `None` on overflow, or where one lacks an
    /// iname.
    pub fn agree(&self, other: &Instance, inames: &[Name]) -> Option<Vec<Constraint>> {
        let have = |iname| self.inames.contains(iname) && other.inames.contains(iname);
        let equal = |iname| Constraint::eq(&Aff::dim(&self.column(iname)), &Aff::dim(&other.column(iname)));
        inames.iter().map(|iname| have(iname).then(|| equal(iname)).flatten()).collect()
    }

    /// Alternatives that together mean that two instances over the same inames are not the same one.
    pub fn differ(&self, other: &Instance, inames: &[Name]) -> Option<Vec<Vec<Constraint>>> {
        let mut found = Vec::new();
        for iname in inames {
            let [a, b] = [self, other].map(|at| Aff::dim(&at.column(iname)));
            found.push(vec![Constraint::lt(&a, &b)?]);
            found.push(vec![Constraint::gt(&a, &b)?]);
        }
        Some(found)
    }

    /// Subscripts over the statement's inames in these columns; `None` for one that may have any value.
    pub fn forms(&self, index: &[Option<Subscript>]) -> Vec<Option<Subscript>> {
        index.iter().map(|own| own.as_ref()?.map(&|aff| self.aff(aff))).collect()
    }

    /// A subscript in these columns, if it is quasi-affine in inames and arguments.
    pub fn subscript(&self, kernel: &Kernel, expr: &Expr) -> Option<Aff> {
        let aff = affine::to_aff(expr)?;
        let fixed = |name: &Name| is_fixed(kernel, &self.inames, name);
        if aff.names().iter().all(fixed) { self.aff(&aff) } else { None }
    }

    /// A prefix for the instances that this one reads for; `None` where there is no further one.
    pub fn deeper(&self) -> Option<&'static str> {
        let chain = PREFIXES.iter().find(|chain| chain.contains(&self.prefix))?;
        let at = chain.iter().position(|prefix| *prefix == self.prefix)?;
        chain.get(at + 1).copied()
    }
}

/// Prefixes of instances, of those that they read for, and so on.
const PREFIXES: [[&str; 8]; 3] = [
    ["x.", "x1.", "x2.", "x3.", "x4.", "x5.", "x6.", "x7."],
    ["y.", "y1.", "y2.", "y3.", "y4.", "y5.", "y6.", "y7."],
    ["z.", "z1.", "z2.", "z3.", "z4.", "z5.", "z6.", "z7."],
];

/// An element that an instance accesses, of a variable that is told elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a> {
    at: &'a Instance,
    index: &'a [Expr],
}

/// Constraints under which alone subscripts are equal; one that is neither quasi-affine nor an element about
/// which something is promised may be any. `None` where the elements never are the same.
pub fn same_element(kernel: &Kernel, x: Element<'_>, y: Element<'_>) -> Option<Vec<Constraint>> {
    equal_elements(kernel, x, y).map(|equal| equal.constraints)
}

/// Constraints under which they are; `None` also where there are none that suffice.
pub fn exactly_same_element(kernel: &Kernel, x: Element<'_>, y: Element<'_>) -> Option<Vec<Constraint>> {
    equal_elements(kernel, x, y).filter(|equal| equal.exact).map(|equal| equal.constraints)
}

fn equal_elements(kernel: &Kernel, x: Element<'_>, y: Element<'_>) -> Option<Equal> {
    let forms = |Element { at, index }: Element<'_>| {
        at.forms(&subscript::of_all(kernel, &at.inames, &|| at.points.clone(), index))
    };
    subscript::equal_all(&forms(x), &forms(y), kernel)
}
