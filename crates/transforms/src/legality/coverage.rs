//! Every reference instance is performed exactly once.

use diag::Diagnostic;
use ir::{Instance as Performed, Name, Role};
use poly::{Aff, Constraint, Error, Point, Set};

use super::instance::{Actor, Instance, Model};

/// Instances that nobody performs, or that are performed twice.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    for (id, statement) in &model.reference.statements {
        if statement.target().is_none() {
            continue;
        }
        let performers: Vec<(&Actor<'_>, &Performed)> =
            model.actors.iter().filter_map(|actor| Some((actor, performed(actor, id)?))).collect();
        let unchanged = model.actors.iter().any(|actor| actor.statement.role.is_none() && actor.id == id);
        // A temporary that is gone was replaced by what it held.
        let gone = statement.target().is_some_and(|target| !is_there(model, target.name()));
        if unchanged || (performers.is_empty() && gone) {
            continue;
        }
        found.extend(check_statement(model, id, &performers)?);
    }
    Ok(found)
}

fn is_there(model: &Model<'_>, variable: &Name) -> bool {
    model.kernel.temps.contains_key(variable) || model.kernel.args.contains_key(variable)
}

fn performed<'a>(actor: &'a Actor<'_>, id: &Name) -> Option<&'a Performed> {
    match &actor.statement.role {
        Some(Role::Performs(performed)) if performed.statement == *id => Some(performed),
        _ => None,
    }
}

fn check_statement(
    model: &Model<'_>,
    id: &Name,
    performers: &[(&Actor<'_>, &Performed)],
) -> Result<Option<Diagnostic>, Error> {
    let Some(reference) = model.reference.statements.get(id) else { return Ok(None) };
    let context = &model.kernel.assumptions;
    let computed = |set: &Set| set.params().iter().filter(|p| model.is_temporary(p)).cloned().collect::<Vec<_>>();
    let wanted = model.reference.domain_of(&reference.inames)?.intersect(context)?;
    let wanted = wanted.project_out(&computed(&wanted))?;
    let mut done = wanted.subtract(&wanted)?;
    for (actor, performed) in performers {
        let image = image(actor, performed)?;
        let twice = image.intersect(&done)?;
        if let Some(point) = twice.sample()? {
            return Ok(Some(problem(actor, id, "is performed twice", &point)));
        }
        if let Some(point) = collision(actor, performed)? {
            return Ok(Some(problem(actor, id, "is performed twice", &point)));
        }
        done = done.union(&image)?;
    }
    let Some((actor, _)) = performers.first() else {
        let message = format!("no statement performs `{id}` of the reference");
        return Ok(wanted.sample()?.map(|_| Diagnostic::error("lp::legality::coverage", message)));
    };
    if let Some(point) = wanted.subtract(&done)?.sample()? {
        return Ok(Some(problem(actor, id, "is not performed", &point)));
    }
    let extra = done.subtract(&wanted)?.sample()?;
    Ok(extra.map(|point| problem(actor, id, "does not exist in the reference, but is performed", &point)))
}

/// The reference instances that a statement performs, over the reference's inames.
fn image(actor: &Actor<'_>, performed: &Performed) -> Result<Set, Error> {
    let own = Instance::new("x.", actor);
    let mut equalities = Vec::new();
    for (iname, aff) in &performed.at {
        let value = own.aff(aff).ok_or(Error::Overflow)?;
        equalities.push(Constraint::eq(&Aff::dim(iname), &value).ok_or(Error::Overflow)?);
    }
    let inames: Vec<Name> = performed.at.iter().map(|(iname, _)| iname.clone()).collect();
    own.of(&actor.domain)?.add_dims(&inames)?.add_constraints(&equalities)?.project_onto(&inames)
}

/// A reference instance that two instances of one statement perform.
fn collision(actor: &Actor<'_>, performed: &Performed) -> Result<Option<Point>, Error> {
    let (x, y) = (Instance::new("x.", actor), Instance::new("y.", actor));
    let mut equal = Vec::new();
    for (_, aff) in &performed.at {
        let [a, b] = [&x, &y].map(|at| at.aff(aff));
        let equality = a.zip(b).and_then(|(a, b)| Constraint::eq(&a, &b));
        equal.push(equality.ok_or(Error::Overflow)?);
    }
    let both = x.of(&actor.domain)?.intersect(&y.of(&actor.domain)?)?.add_constraints(&equal)?;
    for iname in x.inames() {
        let [a, b] = [&x, &y].map(|at| Aff::dim(&at.column(iname)));
        let less = both.add_constraints(&[Constraint::lt(&a, &b).ok_or(Error::Overflow)?])?;
        if let Some(point) = less.sample()? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

fn problem(actor: &Actor<'_>, id: &Name, what: &str, point: &Point) -> Diagnostic {
    let values: Vec<String> = point.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    Diagnostic::error("lp::legality::coverage", format!("an instance of `{id}` {what}"))
        .at_entity(actor.statement.loc.as_ref(), actor.statement.origin, format!("`{}`", actor.id))
        .note(format!("for example at {}", values.join(", ")))
}
