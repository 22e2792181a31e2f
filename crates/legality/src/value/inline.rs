//! Claim (inline): A read of a fetched element stands for what the fetch stored.

use ir::access::AccessKind;
use ir::{Expr, LValue, Name, Node, Provenance, Scalar, Statement, conversions, typing};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Mismatch;
use super::compare::{ComparedAt, Comparison};
use super::placed::{Element, Frame, PlacedExpr};
use super::solve::System;
use crate::actor::Actor;
use crate::buffers::{FILL, number, phase};
use dependence::instance::Instance;

/// Who writes a buffer.
pub(crate) struct Writers<'m, 'k> {
    pub(crate) fills: Vec<&'m Actor<'k>>,
    pub(crate) updates: Vec<&'m Actor<'k>>,
}

/// In which form a read gives what a statement stores.
#[derive(Clone, Copy)]
enum Given {
    /// In the type of the variable.
    AsStored,
    /// In its own type, to which the read is converted back.
    AsComputed,
}

/// Forms of a statement's inames, and the values that they have.
type Equations = Vec<(Aff, Aff)>;

/// The instances of a statement that fill what is read.
pub(crate) struct Filled<'k> {
    pub(crate) frame: Frame<'k>,
    /// Columns for the loops that element and iteration leave open: each of their iterations may be the one.
    pub(crate) any: Vec<Name>,
    /// They fill that element.
    same: Vec<Constraint>,
}

impl<'m, 'k> Comparison<'m, 'k> {
    /// All statements that write a buffer, at all their places.
    pub(crate) fn writers(&self, name: &'m Name) -> Writers<'m, 'k> {
        let writers = self.model.users(name, AccessKind::Write).map(|write| write.actor);
        let (fills, updates) = writers.partition(|writer| phase(writer, name) == FILL);
        Writers { fills, updates }
    }

    /// What a read of a buffer gives. That it is filled in time is the business of [`crate::buffers`].
    pub(crate) fn buffer(
        &mut self,
        own: &PlacedExpr<'k>,
        read: Element<'_>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let Some((name, _)) = self.model.buffers.get_key_value(read.name) else {
            return Err(Mismatch::unnamed());
        };
        let Writers { updates, .. } = self.writers(name);
        if !updates.is_empty() {
            return self.reduction(own, name, want, place);
        }
        self.filled_values(own, read, want, place, Given::AsStored)
    }

    /// Compares what each statement that fills a buffer stores there, in the form in which a read gives it.
    fn filled_values(
        &mut self,
        own: &PlacedExpr<'k>,
        read: Element<'_>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
        given: Given,
    ) -> Result<(), Mismatch> {
        let Some((name, _)) = self.model.buffers.get_key_value(read.name) else {
            return Err(Mismatch::unnamed());
        };
        let Writers { fills, .. } = self.writers(name);
        if fills.is_empty() {
            return Err(Mismatch::because(format!("nothing stores what is read of `{name}`")));
        }
        let mut seen: Vec<&Name> = Vec::new();
        let several = fills.iter().any(|fill| fills.first().is_some_and(|first| first.id != fill.id));
        for fill in fills {
            if seen.contains(&fill.id) {
                continue;
            }
            seen.push(fill.id);
            let Filled { frame, any, same } = self.fill(own, read, fill)?;
            let Some(value) = fill.statement.value() else { continue };
            let mut place = place.clone();
            if several || !any.is_empty() {
                let there = frame.place(&self.model.instances(fill.statement)?.set)?;
                place.own = place.own.add_dims(&any)?.add_constraints(&same)?.intersect(&there)?;
            }
            self.serves(&frame, &place.own)?;
            let value = match given {
                Given::AsStored => self.stored(name, value),
                Given::AsComputed => self.expanded(value),
            };
            let stored = PlacedExpr { expr: value, frame: Rc::new(frame) };
            self.compare(&stored, want, &place)?;
        }
        Ok(())
    }

    /// The instances of a statement that fill what is read: the same element in the same iteration.
    pub(crate) fn fill(
        &mut self,
        own: &PlacedExpr<'k>,
        read: Element<'_>,
        fill: &Actor<'k>,
    ) -> Result<Filled<'k>, Mismatch> {
        let Element { name, index } = read;
        let kernel = self.model.kernel;
        let statement = fill.statement;
        let (mut columns, ahead) = self.iteration(own, name, statement, true)?;
        let at = Instance::new("f.", statement.inames.clone());
        let known: BTreeMap<Name, _> =
            columns.iter().map(|(iname, aff)| (at.column(iname), aff.clone())).collect();
        // The iteration gives some inames their values. Equal subscripts are equations for the others; what
        // they leave open gets a column of its own.
        let placed = |(form, value): (Aff, Aff)| Some((at.aff(&form)?.substitute(&known)?, value));
        let mut equations: Equations =
            ahead.into_iter().map(placed).collect::<Option<_>>().ok_or(Error::Overflow)?;
        let unclear = |e: &Expr| Mismatch::because(format!("`{e}`, a subscript of `{name}`, is not affine"));
        for (stored, read) in statement.target().map(LValue::index).unwrap_or_default().iter().zip(index) {
            let left = at.subscript(kernel, stored).and_then(|aff| aff.substitute(&known));
            let right = own.sibling(read).affine(kernel);
            equations.push((left.ok_or_else(|| unclear(stored))?, right.ok_or_else(|| unclear(read))?));
        }
        let open: Vec<Name> =
            statement.inames.iter().filter(|iname| !columns.contains_key(*iname)).cloned().collect();
        let bounds =
            if open.len() > 1 { Some(at.points(&self.model.instances(fill.statement)?.set)?) } else { None };
        let unknown = open.iter().map(|iname| at.column(iname)).collect();
        let found = System::new(unknown, equations.clone(), bounds.iter().collect()).solve()?;
        self.inlined += 1;
        let (mut any, mut filled) = (Vec::new(), BTreeMap::new());
        for iname in open {
            let value = match found.get(&at.column(&iname)) {
                Some(value) => value.clone(),
                None => self.only_value(statement, &iname)?.unwrap_or_else(|| {
                    let column = Name::from(format!("f{}.{iname}", self.inlined));
                    any.push(column.clone());
                    Aff::dim(&column)
                }),
            };
            filled.insert(at.column(&iname), value.clone());
            columns.insert(iname, value);
        }
        columns.extend(self.pinned.clone());
        let same = equations.iter().map(|(stored, read)| Constraint::eq(&stored.substitute(&filled)?, read));
        let same = same.collect::<Option<_>>().ok_or(Error::Overflow)?;
        Ok(Filled { frame: Frame { id: fill.id, statement, columns }, any, same })
    }

    /// The value of an iname that has the same one in all instances of a statement.
    fn only_value(&self, statement: &'k Statement, iname: &Name) -> Result<Option<Aff>, Error> {
        let all = &self.model.instances(statement)?.set;
        let value = Aff::dim(iname);
        let least = all.static_min(&value)?;
        Ok(least.filter(|_| all.static_max(&value) == Ok(least)).map(Aff::constant))
    }

    /// The iteration of a buffer at the instance that reads it: the inames of the writer that it gives
    /// values, and forms of its inames that have a value there.
    pub(crate) fn iteration(
        &self,
        own: &PlacedExpr<'k>,
        name: &Name,
        writer: &Statement,
        fills: bool,
    ) -> Result<(BTreeMap<Name, Aff>, Equations), Mismatch> {
        let levels =
            self.model.buffers.get(name).map(|buffer| buffer.iteration.as_slice()).unwrap_or_default();
        let (mut columns, mut forms) = (BTreeMap::new(), Vec::new());
        for level in levels {
            let is_placed = |name: &Name| own.frame.columns.contains_key(name);
            if !level.names().iter().all(is_placed) {
                return Err(Mismatch::unnamed());
            }
            let value = level.substitute(&own.frame.columns).ok_or(Error::Overflow)?;
            let written = number(writer, level, fills).ok_or_else(Mismatch::unnamed)?;
            match writer.inames.iter().find(|iname| written == Aff::dim(iname)) {
                Some(iname) => drop(columns.insert(iname.clone(), value)),
                None => forms.push((written, value)),
            }
        }
        Ok((columns, forms))
    }

    /// A part of a reference instance must be used for that instance, since the order of what it reads is
    /// judged by it.
    pub(crate) fn serves(&mut self, frame: &Frame<'k>, points: &Set) -> Result<(), Mismatch> {
        let Some(Provenance::Part(part)) = &frame.statement.provenance else { return Ok(()) };
        let other = || Mismatch::because(format!("`{}` is part of another instance than uses it", frame.id));
        if part.statement != *self.top.id {
            return Err(other());
        }
        for (iname, value) in &part.at {
            let own = value.substitute(&frame.columns).ok_or(Error::Overflow)?;
            let used = self.top.columns.get(iname).cloned().ok_or_else(other)?;
            self.integers(&own, &used, points).map_err(|_| other())?;
        }
        Ok(())
    }

    /// What a read of a buffer gives where this is stored in it: a store converts.
    pub(crate) fn stored(&self, buffer: &Name, value: &Expr) -> Expr {
        let kernel = self.model.kernel;
        let value = self.expanded(value);
        match typing::type_of_variable(kernel, buffer) {
            Ok(ty) => conversions::converted(kernel, &value, ty.scalar()),
            Err(_) => value,
        }
    }

    /// The type to which a read of a buffer is converted, where the buffer has another one, and that read.
    pub(crate) fn narrowed_buffer<'e>(&self, own: &'e PlacedExpr<'k>) -> Option<(Scalar, &'e Expr)> {
        let Node::Cast(ty, inner) = own.expr.node() else { return None };
        let inner_read = own.sibling(inner);
        let Element { name, .. } = inner_read.read(self.model.kernel)?;
        let stored = typing::type_of_variable(self.model.kernel, name).ok()?.scalar();
        (self.model.buffers.contains_key(name) && stored != *ty && stored.holds(*ty)).then_some((*ty, inner))
    }

    /// Compares a read of a buffer that is wider than the values in it and is converted back to their type:
    /// it gives these values.
    pub(crate) fn narrowed(
        &mut self,
        ty: Scalar,
        read: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        let Some(Element { name, index }) = read.read(kernel) else { return Err(Mismatch::unnamed()) };
        let Some((name, _)) = self.model.buffers.get_key_value(name) else { return Err(Mismatch::unnamed()) };
        let Writers { fills, updates } = self.writers(name);
        let has_type = |fill: &&Actor<'k>| {
            let value = fill.statement.value().map(|value| typing::type_of(kernel, &self.expanded(value)));
            value.is_some_and(|own| own.is_ok_and(|own| own.scalar() == ty))
        };
        if !updates.is_empty() || !fills.iter().all(has_type) {
            return Err(Mismatch::because(format!("`{name}` holds values of another type than `{ty}`")));
        }
        self.filled_values(read, Element { name, index }, want, place, Given::AsComputed)
    }

    /// An accumulator has the type of its reduction.
    pub(crate) fn accumulates_in(&self, name: &Name, reduction: &Expr) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        let types = (typing::type_of(kernel, reduction), typing::type_of_variable(kernel, name));
        match types {
            (Ok(own), Ok(stored)) if own.adapted(stored.scalar()) == stored.scalar() => Ok(()),
            _ => Err(Mismatch::because(format!("`{name}` has another type than what it accumulates"))),
        }
    }

    pub(crate) fn expanded(&self, expr: &Expr) -> Expr {
        ir::expand::expand_rules(expr, &self.model.kernel.rules).unwrap_or_else(|| expr.clone())
    }
}
