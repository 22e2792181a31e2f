//! What the parts share: arguments, loops, rules, and what is known of parameters.

use super::CODE;
use diag::Diagnostic;
use ir::{Access, Arg, ArgKind, Kernel, Name};
use pass::Refusal;

/// Takes up all of a part but its statements.
pub(super) fn join(fused: &mut Kernel, part: &Kernel) -> Result<(), Refusal> {
    for (name, arg) in &part.args {
        if fused.inames.contains_key(name) || fused.rules.contains_key(name) {
            return Err(two_kinds(name, part));
        }
        let joint = match fused.args.get(name) {
            None => arg.clone(),
            Some(own) => argument(own, arg).ok_or_else(|| differs("argument", name, part))?,
        };
        fused.args.insert(name.clone(), joint);
    }
    domains(fused, part)?;
    for (name, rule) in &part.rules {
        match fused.rules.get(name) {
            Some(own) if (&own.params, &own.body) != (&rule.params, &rule.body) => {
                return Err(differs("rule", name, part));
            }
            _ if fused.args.contains_key(name) || fused.inames.contains_key(name) => {
                return Err(two_kinds(name, part));
            }
            _ => drop(fused.rules.insert(name.clone(), rule.clone())),
        }
    }
    fused.take_functions(part).map_err(|name| differs("function", &name, part))?;
    for (name, counts) in &part.slabs {
        if fused.slabs.insert(name.clone(), *counts).is_some_and(|own| own != *counts) {
            return Err(differs("slab of", name, part));
        }
    }
    fused.temps.extend(part.temps.clone());
    fused.assumptions = fused.assumptions.intersect(&part.assumptions)?;
    extend(&mut fused.priorities, &part.priorities);
    extend(&mut fused.trusted, &part.trusted);
    extend(&mut fused.promises, &part.promises);
    extend(&mut fused.requires, &part.requires);
    Ok(())
}

fn extend<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
}

/// The argument that both parts take; `None` where they take different ones.
fn argument(one: &Arg, other: &Arg) -> Option<Arg> {
    let ty = match (one.ty, other.ty) {
        (Some(a), Some(b)) if a != b => return None,
        (a, b) => a.or(b),
    };
    let kind = match (&one.kind, &other.kind) {
        (ArgKind::Value, ArgKind::Value) => ArgKind::Value,
        (
            ArgKind::Array { shape, layout, access },
            ArgKind::Array { shape: other_shape, layout: other_layout, access: other_access },
        ) if shape == other_shape && layout == other_layout => {
            // What one part leaves alone, another may read.
            let access = if access == other_access { *access } else { Access::InOut };
            ArgKind::Array { shape: shape.clone(), layout: layout.clone(), access }
        }
        _ => return None,
    };
    Some(Arg { ty, kind, ..one.clone() })
}

/// Loops of one name are one, and must run over the same values.
fn domains(fused: &mut Kernel, part: &Kernel) -> Result<(), Refusal> {
    let mut places: Vec<usize> = Vec::new();
    for domain in &part.domains {
        let parent = domain.parent.and_then(|parent| places.get(parent).copied());
        let dims = domain.set.dims();
        let home = dims.iter().find_map(|dim| fused.home(dim));
        if let Some(name) =
            dims.iter().find(|name| fused.args.contains_key(*name) || fused.rules.contains_key(*name))
        {
            return Err(two_kinds(name, part));
        }
        let Some((home, own)) = home.and_then(|home| Some((home, fused.domains.get(home)?))) else {
            places.push(fused.domains.len());
            fused.domains.push(ir::Domain { set: domain.set.clone(), parent });
            continue;
        };
        let shared = own.set.dims().to_vec();
        let is_whole = shared.iter().all(|dim| domain.set.has_dim(dim)) && own.parent == parent;
        if is_whole && dims.len() == shared.len() && own.set.is_equal(&domain.set)? {
            places.push(home);
        } else if is_whole
            && dims.len() > shared.len()
            && domain.set.project_onto(&shared)?.is_subset(&own.set)?
        {
            // The further loops run inside of those that are there.
            let inner = ir::Domain { set: domain.set.dims_to_params(&shared)?, parent: Some(home) };
            match match_domain(fused, &inner)? {
                DomainMatch::New => {
                    places.push(fused.domains.len());
                    fused.domains.push(inner);
                }
                DomainMatch::Known(at) => places.push(at),
                DomainMatch::Different(at) => return Err(other_values(fused, part, at, places.len())),
            }
        } else {
            return Err(other_values(fused, part, home, places.len()));
        }
    }
    for (name, iname) in &part.inames {
        match fused.inames.get(name) {
            Some(own) if own.tag != iname.tag => return Err(differs("tag of", name, part)),
            Some(_) => {}
            None => drop(fused.inames.insert(name.clone(), iname.clone())),
        }
    }
    Ok(())
}

/// Whether loops inside of known ones are known too.
enum DomainMatch {
    New,
    Known(usize),
    /// Some are, and run over other values.
    Different(usize),
}

fn match_domain(fused: &Kernel, inner: &ir::Domain) -> Result<DomainMatch, Refusal> {
    let Some(at) = inner.set.dims().iter().find_map(|dim| fused.home(dim)) else {
        return Ok(DomainMatch::New);
    };
    let own = fused.domains.get(at);
    let is_same = match own.filter(|own| own.parent == inner.parent && own.set.dims() == inner.set.dims()) {
        Some(own) => own.set.is_equal(&inner.set)?,
        None => false,
    };
    Ok(if is_same { DomainMatch::Known(at) } else { DomainMatch::Different(at) })
}

fn other_values(fused: &Kernel, part: &Kernel, home: usize, at: usize) -> Refusal {
    let names = |kernel: &Kernel, at: usize| {
        let dims = kernel.domains.get(at).map(|domain| domain.set.dims().to_vec()).unwrap_or_default();
        dims.iter().map(|dim| format!("`{dim}`")).collect::<Vec<_>>().join(", ")
    };
    let set = |kernel: &Kernel| {
        kernel.domains.get(if kernel == part { at } else { home }).map(|domain| domain.set.to_string())
    };
    let message = format!(
        "the loops {} of `{}` do not run over what those of the kernels before it do",
        names(part, at),
        part.name
    );
    let problem = Diagnostic::error(CODE, message);
    let problem =
        [set(fused), set(part)].into_iter().flatten().fold(problem, |problem, set| problem.note(set));
    problem.help("give loops that are not to be one other names: `shared_inames=[]` in a pipeline, `rename_iname` in a script").into()
}

fn differs(what: &str, name: &Name, part: &Kernel) -> Refusal {
    let message =
        format!("the {what} `{name}` of `{}` is not the same as that of the kernels before it", part.name);
    Diagnostic::error(CODE, message).help("kernels that are fused share what has one name").into()
}

fn two_kinds(name: &Name, part: &Kernel) -> Refusal {
    let message = format!("`{name}` of `{}` is something else in the kernels before it", part.name);
    Diagnostic::error(CODE, message).help("give it another name").into()
}
