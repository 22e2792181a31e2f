//! Claim (interface): Caller and storage are those of the reference.
//!
//! The other checks take a variable of the kernel and the one of this name in the reference for the same
//! variable, and elements with different subscripts for different memory. This is what they may rely on. A
//! layout may differ from the reference's, since no value depends on it, and a temporary may have further
//! axes, which tell copies apart.

use diag::{Diagnostic, Loc, Origin};
use ir::{Arg, ArgKind, Declared, Expr, LValue, Layout, Name, Requirement, Temp, affine, walk};
use poly::Error;
use std::collections::BTreeSet;

use crate::model::Model;

/// Where an entity of the kernel stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    loc: Option<&'a Loc>,
    origin: Origin,
}

/// What differs from the reference in arguments, temporaries, assumptions, permissions and requirements, and
/// layouts of written arrays that let elements share memory.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = layouts(model)?;
    if model.kernel.reference.is_some() {
        found.extend(names(model));
        found.extend(arguments(model));
        found.extend(temporaries(model));
        found.extend(permissions(model)?);
        found.extend(requirements(model));
        found.extend(functions(model));
    }
    Ok(found)
}

fn problem(about: &str, message: String) -> Diagnostic {
    Diagnostic::error("lp::legality::interface", message).about([about])
}

/// The first argument that the kernel lacks, has beyond those of the reference, or has at another place.
fn names(model: &Model<'_>) -> Option<Diagnostic> {
    let (own, wanted) = (&model.kernel.args, &model.reference.args);
    if let Some(name) = wanted.keys().find(|name| !own.contains_key(*name)) {
        return Some(problem(
            name,
            format!("the reference has an argument `{name}`, and the kernel has none"),
        ));
    }
    if let Some((name, arg)) = own.iter().find(|(name, _)| !wanted.contains_key(*name)) {
        let error = problem(name, format!("the kernel has an argument `{name}`, and the reference has none"));
        return Some(error.at_entity(arg.loc.as_ref(), arg.origin, "declared here"));
    }
    let moved = own.keys().zip(wanted.keys()).find(|(own, wanted)| own != wanted);
    moved.map(|(name, other)| {
        problem(name, format!("argument `{name}` stands where the reference has `{other}`"))
    })
}

/// Arguments that a caller of the reference would pass in another way.
fn arguments(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, own) in &model.kernel.args {
        let Some(wanted) = model.reference.args.get(name) else { continue };
        let difference = types(own.ty, wanted.ty).or_else(|| kinds(model, own, wanted));
        found.extend(difference.map(|what| {
            differs("argument", name, &what, Place { loc: own.loc.as_ref(), origin: own.origin })
        }));
    }
    found
}

/// Functions that mean something else than in the reference: values are compared by their names.
fn functions(model: &Model<'_>) -> Vec<Diagnostic> {
    let own = &model.kernel.functions;
    let changed = |name: &Name, wanted: &Declared| own.get(name).is_none_or(|own| !own.is_same(wanted));
    let changed = model.reference.functions.iter().filter(|(name, wanted)| changed(name, wanted));
    let of_functions =
        changed.map(|(name, _)| problem(name, format!("function `{name}` is not that of the reference")));
    let preambles = (model.kernel.preambles != model.reference.preambles)
        .then(|| problem("preamble", "the preambles are not those of the reference".to_owned()));
    of_functions.chain(preambles).collect()
}

fn differs(what: &str, name: &Name, difference: &str, place: Place<'_>) -> Diagnostic {
    let error = problem(name, format!("{what} `{name}` {difference}"));
    error.at_entity(place.loc, place.origin, "declared here")
}

/// A type that is not the reference's. Where the reference leaves it open, any will do.
fn types(own: Option<ir::Scalar>, wanted: Option<ir::Scalar>) -> Option<String> {
    let wanted = wanted.filter(|wanted| own != Some(*wanted))?;
    let own = own.map_or_else(|| "without a type".to_owned(), |own| format!("of type `{own}`"));
    Some(format!("is {own}, and of type `{wanted}` in the reference"))
}

fn kinds(model: &Model<'_>, own: &Arg, wanted: &Arg) -> Option<String> {
    match (&own.kind, &wanted.kind) {
        (ArgKind::Value, ArgKind::Value) => None,
        (ArgKind::Array { shape, access, .. }, ArgKind::Array { shape: wanted, access: allowed, .. }) => {
            if access != allowed {
                return Some(format!("is `{access}`, and `{allowed}` in the reference"));
            }
            let alike = |(a, b): (&Option<Expr>, &Option<Expr>)| match (a, b) {
                (Some(a), Some(b)) => have_one_form(model, a, b),
                (a, b) => a.is_none() && b.is_none(),
            };
            let fits = shape.len() == wanted.len() && shape.iter().zip(wanted).all(alike);
            (!fits).then(|| "has other extents than in the reference".to_owned())
        }
        (ArgKind::Value, ArgKind::Array { .. }) => {
            Some("is a value, and an array in the reference".to_owned())
        }
        (ArgKind::Array { .. }, ArgKind::Value) => {
            Some("is an array, and a value in the reference".to_owned())
        }
    }
}

/// Temporaries of the reference that hold values of another type, or fewer of them.
fn temporaries(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, own) in &model.kernel.temps {
        let Some(wanted) = model.reference.temps.get(name) else { continue };
        let difference = types(own.ty, wanted.ty).or_else(|| {
            let fits = own.shape.len() >= wanted.shape.len()
                && own.shape.iter().zip(&wanted.shape).all(|(a, b)| have_one_form(model, a, b));
            (!fits).then(|| "has other extents than in the reference".to_owned())
        });
        found.extend(difference.map(|what| {
            differs("temporary", name, &what, Place { loc: own.loc.as_ref(), origin: own.origin })
        }));
    }
    found
}

/// Whether two expressions in the arguments are the same, with numbers for the arguments that are fixed.
fn have_one_form(model: &Model<'_>, a: &Expr, b: &Expr) -> bool {
    let normal = |e: &Expr| {
        let fixed = walk::substitute(e, &|name| model.pinned.get(name).map(|value| Expr::int(*value)));
        affine::to_aff(&fixed).map_or(fixed, |aff| affine::from_aff(&aff))
    };
    a == b || normal(a) == normal(b)
}

/// What the kernel takes for granted and the reference does not, or the other way round.
fn permissions(model: &Model<'_>) -> Result<Option<Diagnostic>, Error> {
    let (own, wanted) = (model.kernel, model.reference);
    if own.reassociate && !wanted.reassociate {
        let message = "the kernel allows `reassociate`, and the reference does not";
        return Ok(Some(problem("reassociate", message.to_owned())));
    }
    if own.assumptions == wanted.assumptions || own.assumptions.is_subset(&wanted.assumptions)? {
        return Ok(None);
    }
    let assumed = &wanted.assumptions;
    Ok(Some(problem("assume", format!("the reference assumes `{assumed}`, and the kernel does not"))))
}

/// Requirements of the reference that the kernel does not state: it would run where a caller expects to be
/// told that it does not.
fn requirements(model: &Model<'_>) -> Vec<Diagnostic> {
    let own = &model.kernel.requires;
    let says = |own: &Requirement, wanted: &Requirement| {
        own.message == wanted.message && have_one_form(model, &own.condition, &wanted.condition)
    };
    let missing = model.reference.requires.iter().filter(|wanted| !own.iter().any(|own| says(own, wanted)));
    let refused = missing.map(|wanted| {
        let message = format!("the reference requires `{wanted}`, and the kernel does not");
        let error =
            problem("require", message).at_entity(wanted.loc.as_ref(), wanted.origin, "required here");
        error.help("state each requirement of the reference in the kernel too, with its message")
    });
    refused.collect()
}

/// Arrays that are written and of which two elements may share memory, though no requirement says that they
/// do not.
fn layouts(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let known = &model.kernel.assumptions;
    let mut found = Vec::new();
    let targets = model.kernel.statements.values().filter_map(|statement| statement.target());
    for name in targets.map(LValue::name).collect::<BTreeSet<_>>() {
        let Some((layout, shape, place)) = storage(model, name) else { continue };
        let required = layout.distinct_addresses(&shape);
        if model.kernel.requires.iter().any(|own| required.as_ref() == Some(&own.condition)) {
            continue;
        }
        if !dependence::apart::is_injective(known, layout, &shape)? {
            let message = format!("two elements of `{name}`, which is written, could share an address");
            let error = Diagnostic::error("lp::legality::layout", message).about([name]);
            let error = error.at_entity(place.loc, place.origin, "declared here");
            found.push(error.help(
                "a stride must be at least the product of the stride and extent of the axis inside, for all arguments \
                 that `assume` allows",
            ));
        }
    }
    Ok(found)
}

/// Layout and extents of an array.
fn storage<'m>(model: &'m Model<'_>, name: &Name) -> Option<(&'m Layout, Vec<Option<Expr>>, Place<'m>)> {
    if let Some(Arg { kind: ArgKind::Array { layout, shape, .. }, loc, origin, .. }) =
        model.kernel.args.get(name)
    {
        return Some((layout, shape.clone(), Place { loc: loc.as_ref(), origin: *origin }));
    }
    let temp: &Temp = model.kernel.temps.get(name)?;
    Some((&temp.layout, temp.extents(), Place { loc: temp.loc.as_ref(), origin: temp.origin }))
}
