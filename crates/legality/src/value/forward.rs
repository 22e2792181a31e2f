//! Claim (forward): A read of a temporary that is gone stands for what the last assignment before it stored, and that still has its value.
//!
//! That is right if one assignment is certain to be the one that the read gets, and if what it reads in turn
//! is still the same when the value is used.

use ir::access::{accesses, common};
use ir::{Expr, LValue, Name, Node, Unordered, conversions, walk};
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Mismatch;
use super::compare::{ComparedAt, Comparison};
use super::placed::{Element, Frame, PlacedExpr};
use super::solve::System;
use dependence::condition::are_equivalent;
use dependence::domain::Domain;
use dependence::domain::where_any;
use dependence::instance::Instance;
use dependence::required::{OrderedInstance, has_times};

impl<'k> Comparison<'_, 'k> {
    /// Compares with the value of the assignment that a read of the reference gets.
    pub(crate) fn forwarded(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        read: Element<'_>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let reference = self.reference();
        let Element { name, index } = read;
        let Some(temp) = reference.temps.get(name) else {
            return Err(Mismatch::differ(&own.expr, &want.expr));
        };
        let place = &place.deeper().ok_or_else(|| Mismatch::differ(&own.expr, &want.expr))?;
        let writes = |target: &LValue| target.name() == name;
        for (id, statement) in &reference.statements {
            let Some(value) = statement.target().filter(|target| writes(target)).and(statement.value())
            else {
                continue;
            };
            let Some(columns) = self.assignment(want, index, statement)? else { continue };
            let frame = Frame { id, statement, columns };
            if !self.reaches(&frame, want, read, place)? {
                continue;
            }
            let value = ir::expand::expand_rules(value, &reference.rules).unwrap_or_else(|| value.clone());
            let value = match temp.ty {
                Some(ty) => conversions::converted(reference, &value, ty),
                None => value,
            };
            return self.compare(own, &PlacedExpr { expr: value, frame: Rc::new(frame) }, place);
        }
        Err(Mismatch::differ(&own.expr, &want.expr))
    }

    /// The instance of an assignment that may write the element which is read: the subscripts tell, and the
    /// loops around both.
    fn assignment(
        &self,
        want: &PlacedExpr<'k>,
        index: &[Expr],
        statement: &'k ir::Statement,
    ) -> Result<Option<BTreeMap<Name, Aff>>, Error> {
        let kernel = self.model.kernel;
        let at = Instance::new("f.", statement.inames.clone());
        let mut equations = Vec::new();
        for (written, read) in statement.target().map(LValue::index).unwrap_or_default().iter().zip(index) {
            let Some(right) = want.sibling(read).affine(kernel) else { return Ok(None) };
            let Some(left) = at.subscript(kernel, written) else { return Ok(None) };
            equations.push((left, right));
        }
        let unknown = at.columns();
        let found = System::new(unknown, equations, Vec::new()).solve()?;
        let mut columns = self.pinned.clone();
        for iname in &statement.inames {
            let told = found.get(&at.column(iname)).or_else(|| want.frame.columns.get(iname));
            let Some(value) = told else { return Ok(None) };
            columns.insert(iname.clone(), value.clone());
        }
        Ok(Some(columns))
    }

    /// Whether a read is certain to get what an assignment writes.
    fn reaches(
        &self,
        writer: &Frame<'k>,
        reader: &PlacedExpr<'k>,
        read: Element<'_>,
        place: &ComparedAt,
    ) -> Result<bool, Error> {
        let Element { name, index } = read;
        let model = self.model;
        let whole = model.wanted_instances(writer.statement)?;
        if !self.has_conditions(&whole.data, writer, reader) {
            return Ok(false);
        }
        if !place.want.is_subset(&writer.place(&whole.set)?)? {
            return Ok(false);
        }
        let (Some(first), Some(second)) = (writer.iname_values(), reader.frame.iname_values()) else {
            return Ok(false);
        };
        let before = model.must_precede(
            name,
            OrderedInstance::new(writer.id, &first),
            OrderedInstance::new(reader.frame.id, &second),
        )?;
        let ordered = where_any(&place.want, &before)?;
        if !ordered.map_or_else(|| place.want.is_empty(), |ordered| place.want.is_subset(&ordered))? {
            return Ok(false);
        }
        let written = PlacedExpr { expr: Expr::int(0), frame: Rc::new(writer.clone()) };
        let target = writer.statement.target().map(LValue::index).unwrap_or_default();
        // The subscripts that were solved for must be those that are read.
        for (a, b) in target.iter().zip(index) {
            let both = written.sibling(a).affine(model.kernel).zip(reader.sibling(b).affine(model.kernel));
            let Some(equal) = both.and_then(|(a, b)| Constraint::eq(&a, &b)) else { return Ok(false) };
            if equal.aff.as_constant() != Some(0)
                && !place.want.is_subset(&place.want.add_constraints(&[equal])?)?
            {
                return Ok(false);
            }
        }
        self.is_kept(&written, &reader.frame, Element { name, index: target }, &place.want, false)
    }

    /// Whether a read has the conditions on data under which an assignment runs, and they still hold.
    fn has_conditions(&self, conditions: &[Expr], writer: &Frame<'k>, reader: &PlacedExpr<'k>) -> bool {
        if conditions.is_empty() {
            return true;
        }
        let reference = self.reference();
        let targets = reference.statements.values().filter_map(|s| s.target());
        let written: BTreeSet<&Name> = targets.map(LValue::name).collect();
        let changes = conditions.iter().flat_map(walk::names).any(|name| written.contains(&name));
        let known = |e: &Expr| ir::expand::expand_rules(e, &reference.rules);
        let known: Vec<Expr> = reader.frame.statement.predicates.iter().filter_map(known).collect();
        let known: Vec<Expr> = known.iter().map(|e| placed(e, &reader.frame)).collect();
        !changes
            && conditions
                .iter()
                .map(|own| placed(own, writer))
                .all(|own| known.iter().any(|other| are_equivalent(other, &own)))
    }

    /// Nothing where a value that is read by a forwarded assignment is still there when the value is used.
    pub(crate) fn kept(
        &self,
        want: &PlacedExpr<'k>,
        read: Element<'_>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        if Rc::ptr_eq(&want.frame, &self.top)
            || (want.frame.id == self.top.id && want.frame.iname_values() == self.top.iname_values())
        {
            return Ok(());
        }
        if self.is_kept(want, &self.top, read, &place.want, true)? {
            return Ok(());
        }
        Err(Mismatch::because(format!(
            "`{}` may change between `{}`, whose value is used, and `{}`",
            want.expr, want.frame.id, self.top.id
        )))
    }

    /// Whether no write of an element may come between two instances. With `inclusive`, one by the first
    /// counts.
    fn is_kept(
        &self,
        from: &PlacedExpr<'k>,
        to: &Frame<'k>,
        element: Element<'_>,
        points: &Set,
        inclusive: bool,
    ) -> Result<bool, Error> {
        let Element { name, index } = element;
        let (kernel, reference) = (self.model.kernel, self.reference());
        let (Some(first), Some(second)) = (from.frame.iname_values(), to.iname_values()) else {
            return Ok(false);
        };
        for (id, statement) in &reference.statements {
            let Some(target) = statement.target().filter(|target| target.name() == name) else { continue };
            let at = Instance::new("w.", statement.inames.clone());
            let mut same = self.same_iteration(name, &at, to)?;
            for (written, read) in target.index().iter().zip(index) {
                let both = at.subscript(kernel, written).zip(from.sibling(read).affine(kernel));
                same.extend(both.and_then(|(a, b)| Constraint::eq(&a, &b)));
            }
            let domain =
                Domain::of_statement(reference, kernel, statement, &statement.inames)?.possible(reference)?;
            let mut pairs = points.intersect(&at.points(&domain)?)?.add_constraints(&same)?;
            let own: Vec<(Name, Aff)> =
                statement.inames.iter().map(|iname| (iname.clone(), Aff::dim(&at.column(iname)))).collect();
            let write = OrderedInstance::new(id, &own);
            let (start, end) =
                (OrderedInstance::new(from.frame.id, &first), OrderedInstance::new(to.id, &second));
            let before = self.model.must_precede(name, write, start)?;
            let after = self.model.must_precede(name, end, write)?;
            let mut harmless = alternating(before, after);
            // A read comes before the write of its own instance.
            for (frame, values) in [(&*from.frame, &first), (to, &second)] {
                if frame.id == id && !(inclusive && std::ptr::eq(frame, &*from.frame)) {
                    let equal = own.iter().zip(values).map(|((_, a), (_, b))| Constraint::eq(a, b));
                    harmless.push(equal.collect::<Option<_>>().ok_or(Error::Overflow)?);
                }
            }
            if pairs.is_known_covered(&harmless) {
                continue;
            }
            if let Some(apart) = where_any(&pairs, &harmless)? {
                pairs = pairs.subtract(&apart)?;
            }
            if !pairs.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A temporary of an unordered reference belongs to one iteration of the loops around it at a time.
    fn same_iteration(&self, name: &Name, at: &Instance, to: &Frame<'k>) -> Result<Vec<Constraint>, Error> {
        let reference = self.reference();
        if has_times(reference)
            || reference.unordered == Unordered::TextOrder
            || !reference.temps.contains_key(name)
        {
            return Ok(Vec::new());
        }
        let uses =
            |statement: &&ir::Statement| accesses(reference, statement).iter().any(|a| a.variable == *name);
        let iteration = common(name, reference.statements.values().filter(uses));
        let both = iteration.iter().filter_map(|iname| Some((at.column(iname), to.columns.get(iname)?)));
        both.map(|(column, value)| Constraint::eq(&Aff::dim(&column), value).ok_or(Error::Overflow)).collect()
    }
}

/// The elements of both by turns: both orders go from the outermost loop to the innermost one.
fn alternating<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    loop {
        let two = [first.next(), second.next()];
        if two.iter().all(Option::is_none) {
            return all;
        }
        all.extend(two.into_iter().flatten());
    }
}

/// An expression with its inames at an instance.
fn placed(expr: &Expr, frame: &Frame<'_>) -> Expr {
    let moved = walk::substitute(expr, &|name| frame.columns.get(name).map(ir::affine::from_aff));
    ir::affine::to_aff(&moved).map_or_else(|| tidied(&moved), |aff| ir::affine::from_aff(&aff))
}

/// An expression with subscripts in normal form.
fn tidied(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut tidied);
    let Node::Load { array, index } = inner.node() else { return inner };
    let tidy = |e: &Expr| ir::affine::to_aff(e).map_or_else(|| e.clone(), |aff| ir::affine::from_aff(&aff));
    Expr::load(array.clone(), index.iter().map(tidy).collect())
}
