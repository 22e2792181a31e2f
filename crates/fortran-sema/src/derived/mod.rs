//! Claim: a variable of a derived type may be taken apart into one variable for each of its components.
//!
//! `p%x` becomes `p_x`, also among dummy arguments and what is given for them. Arrays of such a variable
//! become axes behind those of the component: `q(i)%a(j)` is `q_a(j, i)`, so that the elements of one
//! `q(i)%a` stay side by side. What Fortran says of `p` as a whole, as `p = q` does, it says of each
//! component. Units that mention no derived type stay as they are.

mod assignment;
mod associate;
mod classes;
mod declare;
mod designator;
mod first;
mod functions;
mod once;
mod scalar_replacement;
mod scope;
mod types;

use crate::resolve::World;
use fortran_syntax::ast::{NodeKind, Specification, Unit};
use fortran_syntax::unit::File;
use fortran_syntax::walk;
use scope::Scope;
use std::rc::Rc;

/// Files with all variables of derived types taken apart, as their names mean in a world; none where there
/// are none.
pub fn taken_apart(own: &File, others: &[Rc<File>], world: World<'_>) -> Option<(File, Vec<Rc<File>>)> {
    let files = || std::iter::once(own).chain(others.iter().map(|file| &**file));
    if !files().flat_map(File::all_units).any(mentions) {
        return None;
    }
    let modules = scope::Modules::new(world);
    let replaced = |file: &File| File {
        units: file.units.iter().map(|unit| of_unit(unit, &[], &Scope::default(), &modules)).collect(),
        found: file.found.clone(),
    };
    Some((replaced(own), others.iter().map(|file| Rc::new(replaced(file))).collect()))
}

/// Whether a unit says anything that has to do with derived types, or gives names to parts of variables.
fn mentions(unit: &Unit) -> bool {
    unit.specifications.iter().any(|(of, _)| matches!(of, Specification::Type(_) | Specification::Record(..)))
        || walk::any_statement(&unit.body, &|kind| matches!(kind, NodeKind::Associate(..)))
        || fortran_syntax::mention::unit_mentions(unit).has_components
}

fn of_unit(unit: &Unit, hosts: &[&Unit], around: &Scope, modules: &scope::Modules<'_>) -> Unit {
    let inner = Scope::of_unit(unit, hosts, around, modules);
    let within: Vec<&Unit> = hosts.iter().copied().chain([unit]).collect();
    let contained = unit.contained.iter().map(|unit| of_unit(unit, &within, &inner, modules)).collect();
    let mut unit = Unit { contained: Vec::new(), ..unit.clone() };
    // What a function gives may be of a derived type where nothing else is.
    let may_call =
        || modules.has_functions && !fortran_syntax::mention::unit_mentions(&unit).applied.is_empty();
    if inner.has_records() || mentions(&unit) || inner.has_constructors(&unit) || may_call() {
        inner.take_apart(&mut unit, hosts, modules);
    }
    unit.contained = contained;
    unit
}
