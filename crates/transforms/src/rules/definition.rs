//! Whether an assignment is what a read gets, and whether its right-hand side could be evaluated there
//! instead.

use super::instances;
use super::order::{Moment, Window, may_precede, shown};
use ir::{Expr, Kernel, Name, Statement, access, expand, walk};
use poly::{Aff, Error, Set};
use std::collections::BTreeMap;

/// An assignment whose left-hand subscripts are distinct inames.
#[derive(Debug)]
pub(crate) struct Definition<'k> {
    /// Identifier.
    pub(crate) id: &'k Name,
    /// The assignment.
    pub(crate) statement: &'k Statement,
    /// The variable that it defines.
    pub(crate) variable: &'k Name,
    /// Its left-hand subscripts.
    pub(crate) formals: Vec<Name>,
}

/// A read of the variable.
#[derive(Debug)]
pub(crate) struct Read<'a> {
    /// Identifier of the statement that reads.
    pub(crate) id: &'a Name,
    /// The statement.
    pub(crate) statement: &'a Statement,
    /// The subscripts, in terms of the statement.
    pub(crate) index: Vec<Expr>,
    /// Inames of the reductions around the read.
    pub(crate) reduced: &'a [Name],
    /// What holds where it is evaluated.
    pub(crate) guards: &'a [Expr],
}

/// Why a definition may not be what a read gets.
#[derive(Debug)]
pub(crate) enum Doubt {
    /// This loop is around the definition but not around the read.
    Loop(Name),
    /// This subscript of the read is not affine.
    Subscript(Expr),
    /// The definition runs under this condition, which the read does not have.
    Predicate(Expr),
    /// Some elements that are read are not written by the definition.
    Uncovered,
    /// The definition is not known to come before the read.
    Order,
    /// A statement may write a variable in between.
    Overwritten {
        /// The variable.
        variable: Name,
        /// The statement.
        by: Name,
        /// Instances of which that is true.
        example: String,
    },
    /// This iname of a reduction in the definition is in use around the read.
    Captured(Name),
}

/// One definition and one read, and the points of the read.
struct WriteAndRead<'a> {
    kernel: &'a Kernel,
    definition: &'a Definition<'a>,
    read: &'a Read<'a>,
    points: Set,
    /// Inames of the read as columns.
    reader: BTreeMap<Name, Aff>,
    /// Inames of the definition as functions of them.
    writer: BTreeMap<Name, Aff>,
}

/// The reason for which the definition may not be what the read gets, if there is one.
pub(crate) fn doubt(
    kernel: &Kernel,
    definition: &Definition<'_>,
    read: &Read<'_>,
) -> Result<Option<Doubt>, Error> {
    match pair(kernel, definition, read)? {
        Ok(pair) => pair.doubt(),
        Err(doubt) => Ok(Some(doubt)),
    }
}

/// The reason for which the definition's right-hand side may have another value at the read, if there is one.
pub(crate) fn stale(
    kernel: &Kernel,
    definition: &Definition<'_>,
    read: &Read<'_>,
) -> Result<Option<Doubt>, Error> {
    match pair(kernel, definition, read)? {
        Ok(pair) => pair.stale(),
        Err(doubt) => Ok(Some(doubt)),
    }
}

fn pair<'a>(
    kernel: &'a Kernel,
    definition: &'a Definition<'a>,
    read: &'a Read<'a>,
) -> Result<Result<WriteAndRead<'a>, Doubt>, Error> {
    let mut inames = read.statement.inames.clone();
    inames.extend(read.reduced.iter().cloned());
    let reader = instances::columns(&inames, "u.");
    let mut writer = BTreeMap::new();
    for iname in &definition.statement.inames {
        let formal = definition.formals.iter().position(|formal| formal == iname);
        let value = match formal.and_then(|at| read.index.get(at)) {
            Some(index) => {
                let Some(aff) = instances::affine_index(kernel, index) else {
                    return Ok(Err(Doubt::Subscript(index.clone())));
                };
                aff.substitute(&reader).ok_or(Error::Overflow)?
            }
            None if read.statement.inames.contains(iname) => {
                reader.get(iname).cloned().unwrap_or_else(|| Aff::dim(iname))
            }
            None => return Ok(Err(Doubt::Loop(iname.clone()))),
        };
        writer.insert(iname.clone(), value);
    }
    let domain = instances::domain(kernel, read.statement, read.reduced, read.guards)?;
    let points = instances::with_own_columns(&domain, "u.")?;
    Ok(Ok(WriteAndRead { kernel, definition, read, points, reader, writer }))
}

impl WriteAndRead<'_> {
    fn start(&self) -> Moment<'_> {
        Moment { id: self.definition.id, statement: self.definition.statement, at: self.writer.clone() }
    }

    fn end(&self) -> Moment<'_> {
        Moment { id: self.read.id, statement: self.read.statement, at: self.reader.clone() }
    }

    fn doubt(&self) -> Result<Option<Doubt>, Error> {
        if let Some(predicate) = self.unmatched_predicate() {
            return Ok(Some(Doubt::Predicate(predicate)));
        }
        let written = instances::domain(
            self.kernel,
            self.definition.statement,
            &[],
            &self.definition.statement.predicates,
        )?;
        if !self.points.is_subset(&written.substitute_all(&self.writer)?)? {
            return Ok(Some(Doubt::Uncovered));
        }
        let late = may_precede(self.kernel, &self.end(), &self.start(), true).ok_or(Error::Overflow)?;
        for case in late {
            if !self.points.add_constraints(&case)?.is_empty()? {
                return Ok(Some(Doubt::Order));
            }
        }
        let element = self.definition.formals.iter().map(|formal| self.writer.get(formal).cloned()).collect();
        self.overwritten(self.definition.variable, element, self.points.clone())
    }

    /// A condition of the definition that is neither affine, so that the instances tell, nor one of the
    /// read's.
    fn unmatched_predicate(&self) -> Option<Expr> {
        let expanded = |e: &Expr| expand::expand_rules(e, &self.kernel.rules).unwrap_or_else(|| e.clone());
        let known: Vec<Expr> = self.read.guards.iter().map(&expanded).collect();
        let mut own = self.definition.statement.predicates.iter();
        own.find(|predicate| {
            instances::affine_condition(self.kernel, predicate).is_none()
                && !known.contains(&expanded(&self.at_read(predicate)))
        })
        .cloned()
    }

    /// An expression of the definition as it reads at the place of use.
    fn at_read(&self, expr: &Expr) -> Expr {
        walk::substitute(expr, &|name| {
            let at = self.definition.formals.iter().position(|formal| formal == name)?;
            self.read.index.get(at).cloned()
        })
    }

    fn stale(&self) -> Result<Option<Doubt>, Error> {
        if let Some(iname) = self.captured() {
            return Ok(Some(Doubt::Captured(iname)));
        }
        for operand in access::accesses(self.kernel, self.definition.statement) {
            if operand.kind == access::AccessKind::Write {
                continue;
            }
            let reduced: Vec<(Name, Name)> =
                operand.reduced.iter().map(|iname| (iname.clone(), instances::column(iname, "r."))).collect();
            let mut at = self.writer.clone();
            at.extend(instances::columns(&operand.reduced, "r."));
            let subscript = |e: &Expr| instances::affine_index(self.kernel, e)?.substitute(&at);
            let element: Vec<Option<Aff>> = operand.index.iter().map(subscript).collect();
            let domain = instances::domain(self.kernel, self.definition.statement, &operand.reduced, &[])?;
            let domain = domain.substitute_all(&self.writer)?.rename(&reduced)?;
            let points = self.points.intersect(&domain)?;
            if let Some(doubt) = self.overwritten(&operand.variable, element, points)? {
                return Ok(Some(doubt));
            }
        }
        Ok(None)
    }

    fn captured(&self) -> Option<Name> {
        let value = self.definition.statement.value()?;
        let bound = walk::reduction_inames(&expand::expand_rules(value, &self.kernel.rules)?);
        bound.into_iter().find(|iname| self.reader.contains_key(iname))
    }

    fn overwritten(
        &self,
        variable: &Name,
        element: Vec<Option<Aff>>,
        points: Set,
    ) -> Result<Option<Doubt>, Error> {
        let (from, to) = (self.start(), self.end());
        let window = Window { points, variable, element, from, inclusive: false, to };
        let intruder = window.intruder(self.kernel)?;
        Ok(intruder.map(|found| {
            let write = shown(found.id, found.statement, &found.witness, "w.", "u.");
            let read = shown(self.read.id, self.read.statement, &found.witness, "u.", "u.");
            let example = format!("for example {write} comes before {read}");
            Doubt::Overwritten { variable: variable.clone(), by: found.id.clone(), example }
        }))
    }
}
