//! Accesses of arrays with the conditions under which they happen.

use super::facts::expanded;
use ir::{Expr, Kernel, LValue, Name, Node, affine, walk};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// One access.
#[derive(Debug, Clone)]
pub(super) struct AxisPlace {
    pub(super) statement: Name,
    pub(super) array: Name,
    pub(super) index: Vec<Expr>,
    pub(super) write: bool,
    /// Loops of the statement, then inames of the reductions around the access.
    pub(super) inames: Vec<Name>,
    /// What must hold for the access to happen.
    pub(super) guards: Vec<Expr>,
}

/// All accesses of all statements.
pub(super) fn accesses(kernel: &Kernel) -> Vec<AxisPlace> {
    let mut places = Vec::new();
    for (id, statement) in &kernel.statements {
        let mut walker = Walker {
            found: &mut places,
            statement: id,
            inames: statement.inames.clone(),
            guards: Vec::new(),
        };
        for predicate in &statement.predicates {
            let predicate = expanded(kernel, predicate);
            walker.read(&predicate);
            walker.guards.push(predicate);
        }
        for expr in
            statement.value().into_iter().chain(statement.target().map(LValue::index).unwrap_or_default())
        {
            walker.read(&expanded(kernel, expr));
        }
        if let Some(target) = statement.target() {
            let index: Vec<Expr> = target.index().iter().map(|e| expanded(kernel, e)).collect();
            walker.push(target.name(), &index, true);
        }
    }
    places
}

/// The accesses of each array.
pub(super) fn by_array(places: &[AxisPlace]) -> BTreeMap<&Name, Vec<&AxisPlace>> {
    let mut arrays: BTreeMap<&Name, Vec<&AxisPlace>> = BTreeMap::new();
    for place in places {
        arrays.entry(&place.array).or_default().push(place);
    }
    arrays
}

struct Walker<'a> {
    found: &'a mut Vec<AxisPlace>,
    statement: &'a Name,
    inames: Vec<Name>,
    guards: Vec<Expr>,
}

impl Walker<'_> {
    fn push(&mut self, array: &Name, index: &[Expr], write: bool) {
        self.found.push(AxisPlace {
            statement: self.statement.clone(),
            array: array.clone(),
            index: index.to_vec(),
            write,
            inames: self.inames.clone(),
            guards: self.guards.clone(),
        });
    }

    fn read(&mut self, expr: &Expr) {
        let (guards, inames) = (self.guards.len(), self.inames.len());
        match expr.node() {
            Node::Load { array, index } => self.push(array, index, false),
            Node::Select(condition, then, otherwise) => {
                self.read(condition);
                self.guards.push(condition.clone());
                self.read(then);
                self.guards.truncate(guards);
                self.guards.push(condition.logical_not());
                self.read(otherwise);
                self.guards.truncate(guards);
                return;
            }
            Node::And(operands) | Node::Or(operands) => {
                let holds = matches!(expr.node(), Node::And(_));
                for operand in operands {
                    self.read(operand);
                    self.guards.push(if holds { operand.clone() } else { operand.logical_not() });
                }
                self.guards.truncate(guards);
                return;
            }
            Node::Reduce { inames, .. } => self.inames.extend(inames.iter().cloned()),
            _ => {}
        }
        for child in walk::children(expr) {
            self.read(child);
        }
        self.inames.truncate(inames);
    }
}

/// Domains of lists of inames, each computed once.
#[derive(Default)]
pub(super) struct Domains(BTreeMap<Vec<Name>, Set>);

impl Domains {
    /// Where an access happens, and whether all of its guards took part: otherwise the set is too large.
    pub(super) fn of_access(&mut self, kernel: &Kernel, place: &AxisPlace) -> Result<(Set, bool), Error> {
        let set = self.of_loops(kernel, place)?;
        let mut constraints: Vec<Constraint> = Vec::new();
        let mut exact = true;
        for guard in &place.guards {
            match affine::to_constraints(guard)
                .filter(|all| all.iter().all(|c| steady(kernel, place, &c.aff)))
            {
                Some(more) => constraints.extend(more),
                None => exact = false,
            }
        }
        Ok((if constraints.is_empty() { set } else { set.add_constraints(&constraints)? }, exact))
    }

    /// The iterations of the loops around an access, whatever its guards say.
    pub(super) fn of_loops(&mut self, kernel: &Kernel, place: &AxisPlace) -> Result<Set, Error> {
        if let Some(set) = self.0.get(&place.inames) {
            return Ok(set.clone());
        }
        let set = kernel.domain_of(&place.inames)?.intersect(&kernel.assumptions)?;
        self.0.insert(place.inames.clone(), set.clone());
        Ok(set)
    }
}

/// The iterations of the loops around an access, also where the remainders of sizes are others than is
/// assumed; none where nothing is assumed of remainders.
pub(super) fn without_remainders(kernel: &Kernel, place: &AxisPlace) -> Result<Option<Set>, Error> {
    let assumed = kernel.assumptions.pieces()?;
    let [assumed] = assumed.as_slice() else { return Ok(None) };
    let plain: Vec<Constraint> = assumed.iter().filter(|one| one.aff.is_linear()).cloned().collect();
    if plain.len() == assumed.len() {
        return Ok(None);
    }
    kernel
        .domain_of(&place.inames)?
        .add_params(kernel.assumptions.params())?
        .add_constraints(&plain)
        .map(Some)
}

/// Whether an expression depends on inames and value arguments only.
pub(super) fn steady(kernel: &Kernel, place: &AxisPlace, aff: &Aff) -> bool {
    aff.names().iter().all(|name| place.inames.contains(name) || is_value(kernel, name))
}

/// Whether a name is an integer that is given as a value; what bounds loops is one, if nobody says so. Of a
/// real number `x >= 1` does not say what it says of an integer.
pub(super) fn is_value(kernel: &Kernel, name: &Name) -> bool {
    let bounds = || kernel.domains.iter().any(|domain| domain.set.has_param(name));
    let is_integer = |arg: &ir::Arg| arg.ty.map_or_else(bounds, ir::Scalar::is_integer);
    kernel.args.get(name).is_some_and(|arg| arg.kind == ir::ArgKind::Value && is_integer(arg))
}

/// A subscript as a quasi-affine form of inames and value arguments, if it is one.
pub(super) fn subscript(kernel: &Kernel, place: &AxisPlace, index: &Expr) -> Option<Aff> {
    affine::to_aff(index).filter(|aff| steady(kernel, place, aff))
}
