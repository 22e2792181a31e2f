//! Claim (value): Each statement computes what the reference instance computes that it performs.
//!
//! Fetches, accumulators and forwarded temporaries are put in place of what reads them; then the two
//! expressions must agree operand by operand, subscripts at every instance. Sums and products keep the order
//! of their operands, unless the kernel allows reassociation. This compares expressions. That each read finds
//! what was written for it is the business of the other questions.

mod compare;
mod forward;
mod inline;
mod placed;
mod prove;
mod reduction;
mod reduction_order;
pub(crate) mod solve;

use diag::Diagnostic;
use ir::{Expr, Instance, Kernel, LValue, Name, Provenance, Statement, conversions};
use poly::{Aff, Error};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::model::Model;
use compare::{ComparedAt, Comparison};
use placed::{Frame, PlacedExpr};

/// Orders of operands that are tried.
const ATTEMPTS: usize = 16;

/// Why two expressions were not seen to have the same value.
pub(crate) enum Mismatch {
    Differ(Box<Difference>),
    Isl(Error),
}

/// Where they differ.
#[derive(Default)]
pub(crate) struct Difference {
    what: Option<String>,
}

impl From<Error> for Mismatch {
    fn from(error: Error) -> Self {
        Mismatch::Isl(error)
    }
}

impl Mismatch {
    fn because(what: String) -> Self {
        Mismatch::Differ(Box::new(Difference { what: Some(what) }))
    }

    fn differ(own: &Expr, want: &Expr) -> Self {
        Mismatch::because(format!("`{own}` is not `{want}`"))
    }

    fn unnamed() -> Self {
        Mismatch::Differ(Box::default())
    }

    /// The same, with these expressions if it names none.
    fn or(self, own: &Expr, want: &Expr) -> Self {
        match self {
            Mismatch::Differ(difference) if difference.what.is_none() => Mismatch::differ(own, want),
            other => other,
        }
    }
}

/// Statements that do not compute what they should.
pub(crate) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    if model.kernel.reference.is_none() {
        return Ok(found);
    }
    if let Some(problem) = [model.kernel, model.reference].into_iter().find_map(mixed) {
        return Ok(vec![problem]);
    }
    let pinned = model.pinned.iter().map(|(name, value)| (name.clone(), Aff::constant(*value))).collect();
    let run: BTreeSet<&Name> = model.actors.iter().map(|actor| actor.id).collect();
    let runs = |(id, _): &(&Name, &Statement)| run.contains(id);
    for (id, statement) in model.kernel.statements.iter().filter(runs) {
        let Some(Provenance::Performs(performed)) = &statement.provenance else { continue };
        let Some((wanted, reference)) = model.reference.statements.get_key_value(&performed.statement) else {
            continue;
        };
        let own = Named { id, statement };
        let Some(frames) = frames(&pinned, own, Named { id: wanted, statement: reference }, performed) else {
            return Err(Error::Overflow);
        };
        let place = ComparedAt::new(&model.instances(statement)?.set);
        let performing = Performing { model, pinned: &pinned, frames, place };
        if let Some((a, b, what)) = performing.difference()? {
            found.push(problem(own, wanted, &a, &b, &what));
        }
    }
    Ok(found)
}

/// An operation whose operands have several types, of which comparing operands would say nothing.
fn mixed(kernel: &Kernel) -> Option<Diagnostic> {
    let (id, expr, written) = conversions::first_mixed(kernel)?;
    let message = format!("`{id}` has an operation with operands of several types");
    let error = Diagnostic::error("lp::legality::types", message).about([&id]);
    let statement = kernel.statements.get(&id);
    let error = error.at_entity(
        statement.and_then(|statement| statement.loc.as_ref()),
        statement.map(|statement| statement.origin).unwrap_or_default(),
        format!("`{id}`"),
    );
    Some(error.note(format!("it has `{expr}`")).help(format!("write each conversion out: `{written}`")))
}

/// A statement and its name.
#[derive(Clone, Copy)]
struct Named<'k> {
    id: &'k Name,
    statement: &'k Statement,
}

/// A statement and the reference instance that it performs.
fn frames<'k>(
    pinned: &BTreeMap<Name, Aff>,
    own: Named<'k>,
    wanted: Named<'k>,
    performed: &Instance,
) -> Option<[Rc<Frame<'k>>; 2]> {
    let mut columns = pinned.clone();
    columns.extend(own.statement.inames.iter().map(|iname| (iname.clone(), Aff::dim(iname))));
    let mut other = pinned.clone();
    for (iname, value) in &performed.at {
        other.insert(iname.clone(), value.substitute(pinned)?);
    }
    Some([
        Rc::new(Frame { id: own.id, statement: own.statement, columns }),
        Rc::new(Frame { id: wanted.id, statement: wanted.statement, columns: other }),
    ])
}

/// A statement that performs a reference statement.
struct Performing<'m, 'k> {
    model: &'m Model<'k>,
    pinned: &'m BTreeMap<Name, Aff>,
    frames: [Rc<Frame<'k>>; 2],
    place: ComparedAt,
}

impl<'k> Performing<'_, 'k> {
    /// The first expressions that differ, and how.
    fn difference(&self) -> Result<Option<(Expr, Expr, Option<String>)>, Error> {
        let [own, want] = self.frames.each_ref().map(|frame| frame.statement);
        let index = |statement: &'k Statement| statement.target().map(LValue::index).unwrap_or_default();
        let targets = index(own).iter().zip(index(want));
        let values = own.value().into_iter().zip(want.value()).map(|both| (both, false));
        for ((a, b), is_exact) in values.chain(targets.map(|both| (both, true))) {
            let (a, b) = match is_exact {
                true => (expanded(self.model.kernel, a), expanded(self.model.reference, b)),
                false => (stored(self.model.kernel, own, a), stored(self.model.reference, want, b)),
            };
            match self.compare(&a, &b, is_exact) {
                Ok(()) => {}
                Err(Mismatch::Isl(error)) => return Err(error),
                Err(Mismatch::Differ(difference)) => return Ok(Some((a, b, difference.what))),
            }
        }
        self.conditions()
    }

    /// A condition on data that the other one lacks.
    fn conditions(&self) -> Result<Option<(Expr, Expr, Option<String>)>, Error> {
        let [own, want] = self.frames.each_ref().map(|frame| frame.statement);
        if own.predicates.is_empty() && want.predicates.is_empty() {
            return Ok(None);
        }
        let own = self.model.instances(own)?;
        let want = self.model.wanted_instances(&super::coverage::pinned(self.model, want))?;
        let (own, want) = (&own.data, &want.data);
        let same = |a: &Expr, b: &Expr| match self.compare(a, b, false) {
            Ok(()) => Ok(true),
            Err(Mismatch::Isl(error)) => Err(error),
            Err(Mismatch::Differ(_)) => Ok(false),
        };
        let all = |list: &[Expr]| Expr::all(list.to_vec());
        let mut tested: Vec<usize> = Vec::new();
        for a in own {
            let Some(at) = position(want, &|b| same(a, b))? else {
                return Ok(Some((all(own), all(want), Some(format!("the reference does not test `{a}`")))));
            };
            // What a condition reads may only be there where those before it hold.
            if let Some(first) =
                (0..at).find(|first| !tested.contains(first)).and_then(|first| want.get(first))
            {
                let what = format!("the reference tests `{a}` only where `{first}` holds");
                return Ok(Some((all(own), all(want), Some(what))));
            }
            tested.push(at);
        }
        for (at, b) in want.iter().enumerate() {
            if !tested.contains(&at) && position(own, &|a| same(a, b))?.is_none() {
                return Ok(Some((all(own), all(want), Some(format!("`{b}` is not tested")))));
            }
        }
        Ok(None)
    }

    /// Whether the two have the same value, for some order of operands that commute exactly; subscripts are
    /// exact integers.
    fn compare(&self, own: &Expr, want: &Expr, is_exact: bool) -> Result<(), Mismatch> {
        let place = ComparedAt { is_exact, ..self.place.clone() };
        let [a, b] = &self.frames;
        let own = PlacedExpr { expr: own.clone(), frame: Rc::clone(a) };
        let want = PlacedExpr { expr: want.clone(), frame: Rc::clone(b) };
        let mut exchanged: Vec<bool> = Vec::new();
        let mut first = None;
        for _ in 0..ATTEMPTS {
            let mut comparison = Comparison::new(self.model, b, self.pinned, exchanged);
            let verdict = comparison.compare(&own, &want, &place).and_then(|()| comparison.prove());
            match verdict {
                Err(Mismatch::Differ(difference)) => first = first.or(Some(difference)),
                other => return other,
            }
            exchanged = comparison.choices();
            let Some(last) = exchanged.iter().rposition(|choice| !choice) else { break };
            exchanged.truncate(last);
            exchanged.push(true);
        }
        first.map_or(Ok(()), |difference| Err(Mismatch::Differ(difference)))
    }
}

fn position(list: &[Expr], test: &dyn Fn(&Expr) -> Result<bool, Error>) -> Result<Option<usize>, Error> {
    for (at, item) in list.iter().enumerate() {
        if test(item)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The value of a statement without rules. What these make of each other may be index arithmetic, which the
/// store converts.
fn stored(kernel: &Kernel, statement: &Statement, value: &Expr) -> Expr {
    let value = expanded(kernel, value);
    match statement.target() {
        Some(target) if !kernel.rules.is_empty() => conversions::stored(kernel, target.name(), &value),
        _ => value,
    }
}

fn expanded(kernel: &Kernel, expr: &Expr) -> Expr {
    ir::expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone())
}

fn problem(named: Named<'_>, wanted: &Name, own: &Expr, want: &Expr, what: &Option<String>) -> Diagnostic {
    let Named { id, statement } = named;
    let message = format!("`{id}` does not compute what `{wanted}` of the reference computes");
    let error = Diagnostic::error("lp::legality::value", message).about([id]);
    let error = error.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
    let error = error.note(format!("it has `{own}` for `{want}`"));
    let help = "the step that made this statement is wrong, or goes beyond what can be compared";
    match what {
        Some(what) => error.note(what.clone()).help(help),
        None => error.help(help),
    }
}
