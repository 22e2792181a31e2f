//! Claim (coverage): Each reference instance is performed by exactly one instance, which writes the same element.

use diag::Diagnostic;
use ir::{Expr, Instance as Performed, LValue, Name, Provenance, Statement, walk};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

use crate::model::Model;
use crate::rows::is_injective;
use crate::witness::example;
use dependence::instance::Instance;

/// Statements without a sound provenance, and reference instances that nobody performs, or that are performed
/// twice.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    if model.kernel.reference.is_none() {
        return Ok(Vec::new());
    }
    let assigns = |(_, statement): &(&Name, &Statement)| statement.target().is_some();
    let mut found = Vec::new();
    for (id, statement) in model.kernel.statements.iter().filter(assigns) {
        if let Some(what) = wrong_provenance(model, statement)? {
            found.push(problem(id, statement, format!("`{id}` {what}")));
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let mut covered = Vec::new();
    let mut performers: BTreeMap<&Name, Vec<Performer<'_>>> = BTreeMap::new();
    for (id, statement) in &model.kernel.statements {
        if let Some(Provenance::Performs(performed)) = &statement.provenance {
            let performer = Performer { id, statement, performed };
            performers.entry(&performed.statement).or_default().push(performer);
        }
    }
    for (id, statement) in model.reference.statements.iter().filter(assigns) {
        let performers = performers.get(id).map(Vec::as_slice).unwrap_or_default();
        found.extend(check_reference(model, id, statement, performers, &mut covered)?);
    }
    Ok(found)
}

/// A statement that performs one of the reference.
struct Performer<'k> {
    id: &'k Name,
    statement: &'k Statement,
    performed: &'k Performed,
}

/// A reference statement and the only one that performs it, by what their instances depend on. Statements of
/// one loop body often have the same, of which one need be looked at.
#[derive(PartialEq)]
struct Performance<'k> {
    wanted: (&'k [Name], Vec<Expr>),
    own: (&'k [Name], &'k [Expr]),
    at: &'k [(Name, Aff)],
}

/// Why a statement cannot have the provenance that it says it has.
fn wrong_provenance(model: &Model<'_>, statement: &Statement) -> Result<Option<&'static str>, Error> {
    let original = statement.target().is_some_and(|target| model.is_original(target.name()));
    let target = |id: &Name| model.reference.statements.get(id).and_then(Statement::target);
    Ok(match &statement.provenance {
        None => Some("has no provenance in the reference"),
        Some(Provenance::Fetch(_) | Provenance::Part(_)) if original => {
            Some("helps others, but writes what the reference computes")
        }
        Some(Provenance::Part(part)) if target(&part.statement).is_none() => {
            Some("is part of what the reference lacks")
        }
        Some(Provenance::Performs(performed)) => match (statement.target(), target(&performed.statement)) {
            (Some(own), Some(wanted)) if writes_same_element(model, statement, performed, own, wanted)? => {
                None
            }
            _ => Some("does not write what the reference's statement writes"),
        },
        Some(Provenance::Fetch(_) | Provenance::Part(_)) => None,
    })
}

/// Whether what a statement writes is what the reference instance writes. Subscripts that are not affine are
/// taken on trust.
fn writes_same_element(
    model: &Model<'_>,
    statement: &Statement,
    performed: &Performed,
    own: &LValue,
    wanted: &LValue,
) -> Result<bool, Error> {
    // Further subscripts of a temporary tell copies apart.
    let (own_rank, rank) = (own.index().len(), wanted.index().len());
    let copies = model.reference.temps.contains_key(own.name()) && own_rank > rank;
    if own.name() != wanted.name() || (own_rank != rank && !copies) {
        return Ok(false);
    }
    let (x, reference) =
        (Instance::new("x.", statement.inames.clone()), Instance::new("", performed_inames(performed)));
    let mut at: BTreeMap<Name, Aff> = BTreeMap::new();
    for (iname, aff) in &performed.at {
        at.insert(iname.clone(), x.aff(aff).ok_or(Error::Overflow)?);
    }
    for (a, b) in own.index().iter().zip(wanted.index()) {
        let b = reference.subscript(model.kernel, b).and_then(|b| b.substitute(&at));
        let (Some(a), Some(b)) = (x.subscript(model.kernel, a), b) else { continue };
        if a == b {
            continue;
        }
        let domain = x.points(&model.instances(statement)?.possible)?;
        for differ in [Constraint::lt(&a, &b), Constraint::gt(&a, &b)] {
            if !domain.add_constraints(&[differ.ok_or(Error::Overflow)?])?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn performed_inames(performed: &Performed) -> Vec<Name> {
    performed.at.iter().map(|(iname, _)| iname.clone()).collect()
}

fn check_reference<'k>(
    model: &Model<'k>,
    id: &Name,
    reference: &'k Statement,
    performers: &[Performer<'k>],
    covered: &mut Vec<Performance<'k>>,
) -> Result<Option<Diagnostic>, Error> {
    // A temporary that is gone was replaced by what it held.
    let target = reference.target().map(LValue::name);
    let gone = target
        .is_some_and(|name| !model.kernel.temps.contains_key(name) && !model.kernel.args.contains_key(name));
    let pinned = &pinned(model, reference);
    let Some(first) = performers.first() else {
        // What has no instance needs nobody who performs it.
        let is_missing = !gone && !model.wanted_instances(pinned)?.set.is_empty()?;
        let message = format!("no statement performs `{id}` of the reference");
        return Ok(is_missing.then(|| problem(id, reference, message)));
    };
    let performance = match performers {
        [only] => Some(Performance {
            wanted: (&reference.inames, pinned.predicates.clone()),
            own: (&only.statement.inames, &only.statement.predicates),
            at: &only.performed.at,
        }),
        _ => None,
    };
    if performance.as_ref().is_some_and(|performance| covered.contains(performance)) {
        return Ok(None);
    }
    let wanted = &model.wanted_instances(pinned)?.set;
    let mut done: Option<Set> = None;
    for performer in performers {
        let domain = &model.instances(performer.statement)?.set;
        let image = image(domain, performer.statement, performer.performed)?;
        if let Some(what) = performed_twice(model, performer, domain, &image, done.as_ref())? {
            let error = problem(
                performer.id,
                performer.statement,
                format!("an instance of `{id}` is performed twice"),
            );
            return Ok(Some(what.into_iter().fold(error, Diagnostic::note)));
        }
        done = Some(match done {
            Some(others) => others.union(&image)?,
            None => image,
        });
    }
    let done = done.map_or_else(|| Set::empty(&[], &reference.inames), Ok)?;
    if wanted.is_equal(&done)? {
        covered.extend(performance);
        return Ok(None);
    }
    let missing = wanted.subtract(&done)?.sample()?;
    let what =
        if missing.is_some() { "is not performed" } else { "is performed, but is not in the reference" };
    let point = if missing.is_some() { missing } else { done.subtract(wanted)?.sample()? };
    let error = problem(first.id, first.statement, format!("an instance of `{id}` {what}"));
    Ok(point.map(|point| example("at", &point).into_iter().fold(error, Diagnostic::note)))
}

/// A statement with numbers for the arguments that are known.
pub(super) fn pinned(model: &Model<'_>, statement: &Statement) -> Statement {
    let pin = |e: &Expr| walk::substitute(e, &|name| model.pinned.get(name).map(|value| Expr::int(*value)));
    Statement { predicates: statement.predicates.iter().map(pin).collect(), ..statement.clone() }
}

/// The reference instances that a statement performs, over the reference's inames.
fn image(domain: &Set, statement: &Statement, performed: &Performed) -> Result<Set, Error> {
    let own = Instance::new("x.", statement.inames.clone());
    let mut equalities = Vec::new();
    for (iname, aff) in &performed.at {
        let value = own.aff(aff).ok_or(Error::Overflow)?;
        equalities.push(Constraint::eq(&Aff::dim(iname), &value).ok_or(Error::Overflow)?);
    }
    let inames = performed_inames(performed);
    own.points(domain)?.add_dims(&inames)?.add_constraints(&equalities)?.project_onto(&inames)
}

/// A reference instance that two instances of a statement perform, or that is done already, as far as there
/// is something to say of it.
fn performed_twice<'k>(
    model: &Model<'k>,
    performer: &Performer<'k>,
    domain: &Set,
    image: &Set,
    done: Option<&Set>,
) -> Result<Option<Option<String>>, Error> {
    let Performer { id, statement, performed } = *performer;
    if let Some(done) = done
        && let Some(point) = image.intersect(done)?.sample()?
    {
        return Ok(Some(example("at", &point)));
    }
    let free: Vec<Name> = free_inames(statement, performed);
    let forms = || performed.at.iter().map(|(_, aff)| aff);
    if free.is_empty() || model.only_place(id).is_some_and(|actor| is_injective(model, actor, forms())) {
        return Ok(None);
    }
    let [x, y] = ["x.", "y."].map(|prefix| Instance::new(prefix, statement.inames.clone()));
    let mut equal = Vec::new();
    for (_, aff) in &performed.at {
        let equality = x.aff(aff).zip(y.aff(aff)).and_then(|(a, b)| Constraint::eq(&a, &b));
        equal.push(equality.ok_or(Error::Overflow)?);
    }
    let both = x.points(domain)?.intersect(&y.points(domain)?)?.add_constraints(&equal)?;
    for iname in &free {
        let less = Constraint::lt(&Aff::dim(&x.column(iname)), &Aff::dim(&y.column(iname)))
            .ok_or(Error::Overflow)?;
        if let Some(point) = both.add_constraints(&[less])?.sample()? {
            return Ok(Some(example("where", &point)));
        }
    }
    Ok(None)
}

/// Inames that the reference instance does not hold by themselves.
fn free_inames(statement: &Statement, performed: &Performed) -> Vec<Name> {
    let held = |iname: &Name| performed.at.iter().any(|(_, aff)| *aff == Aff::dim(iname));
    statement.inames.iter().filter(|iname| !held(iname)).cloned().collect()
}

fn problem(id: &Name, statement: &Statement, message: String) -> Diagnostic {
    Diagnostic::error("lp::legality::coverage", message).about([id]).at_entity(
        statement.loc.as_ref(),
        statement.origin,
        format!("`{id}`"),
    )
}
