//! Dummy arguments of derived types: a program puts them together of the arguments of a kernel, and takes
//! them apart behind the call.

use super::program::{self, Place};
use frontend_fortran::{Interface, Record};
use ir::{Kernel, Name};
use std::fmt::Write;

/// What a program declares, and does before and behind a call.
#[derive(Default)]
pub(super) struct Records {
    pub(super) used: String,
    pub(super) declared: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// Whether an argument is a component of a dummy argument.
pub(super) fn is_part(interface: &Interface, name: &Name) -> bool {
    whole(interface, name).is_some()
}

/// The dummy argument of which an argument is a component.
fn whole<'i>(interface: &'i Interface, name: &Name) -> Option<&'i Record> {
    interface.records.iter().find(|record| record.arguments.iter().any(|(own, _)| own == name))
}

/// A dummy argument of a routine.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Dummy<'k> {
    /// One that is an argument of the kernel, at this place.
    Plain(usize, &'k Name),
    /// One of a derived type.
    Whole(&'k Name),
}

/// The dummy arguments of a routine.
pub(super) fn given<'k>(kernel: &'k Kernel, interface: &'k Interface) -> Vec<Dummy<'k>> {
    let mut given: Vec<Dummy<'k>> = Vec::new();
    for (place, name) in kernel.args.keys().take(interface.dummies).enumerate() {
        let of = |record: &'k Record| Dummy::Whole(&record.name);
        let dummy = whole(interface, name).map_or(Dummy::Plain(place, name), of);
        if given.last() != Some(&dummy) {
            given.push(dummy);
        }
    }
    given
}

/// The name of a type, and the axes of a variable of it whose shape is deferred.
fn declared(Record { name, ty, home, rank, .. }: &Record, place: Place) -> (String, String) {
    let ty = if home.is_some() && place != Place::Inside { format!("t_{name}") } else { ty.to_string() };
    let axes = if *rank == 0 { String::new() } else { format!("({})", vec![":"; *rank].join(",")) };
    (ty, axes)
}

/// The types of the dummy arguments, from their modules.
pub(super) fn used(interface: &Interface) -> String {
    let of = |Record { name, ty, home, .. }: &Record| {
        Some(format!("use {}, only: t_{name} => {ty}\n", home.as_ref()?))
    };
    interface.records.iter().filter_map(of).collect()
}

/// The declarations of the dummy arguments.
pub(super) fn dummies(interface: &Interface) -> String {
    let of = |record: &Record| {
        let (ty, axes) = declared(record, Place::Outside);
        format!("type({ty}) :: {}{axes}\n", record.name)
    };
    interface.records.iter().map(of).collect()
}

/// The variables of derived types, and copies of their components.
pub(super) fn collect(kernel: &Kernel, interface: &Interface, place: Place) -> Records {
    let used = if place != Place::Inside { used(interface) } else { String::new() };
    let mut records = Records { used, ..Records::default() };
    let mut deepest = 0;
    for record in &interface.records {
        let Record { name, rank, arguments, pointers, .. } = record;
        let (ty, axes) = declared(record, place);
        let Some((first, path)) = arguments.first() else { continue };
        if *rank == 0 {
            let _ = writeln!(records.declared, "type({ty}) :: r_{name}");
        } else {
            let own: usize = path.iter().map(|(_, rank)| rank).sum();
            let extents: Vec<String> =
                (1..=*rank).map(|axis| format!("size(v_{first},{})", own + axis)).collect();
            let _ = writeln!(records.declared, "type({ty}), allocatable :: r_{name}{axes}");
            let _ = writeln!(records.before, "if (allocated(r_{name})) deallocate(r_{name})");
            let _ = writeln!(records.before, "allocate(r_{name}({}))", extents.join(","));
        }
        for (argument, path) in arguments {
            let Copied { loops, component, element } = copied(record, argument, path);
            if let Some(lower) = program::lower_bounds(kernel, interface, argument).filter(|_| *rank == 0) {
                // What a pointer pointed to before is of no more use, nor freed: it may be of the original's
                // own.
                let free = if pointers.contains(argument) {
                    format!("nullify({component})\n")
                } else {
                    format!("if (allocated({component})) deallocate({component})\n")
                };
                records.before += &(free + &program::allocate(&component, argument, &lower));
                let _ = writeln!(records.after, "v_{argument} = {component}");
                continue;
            }
            deepest = deepest.max(loops.len());
            let nested = |assignment: String| {
                let heads: String = loops.iter().map(|head| format!("{head}\n")).collect();
                format!("{heads}{assignment}\n{}", "end do\n".repeat(loops.len()))
            };
            records.before.push_str(&nested(format!("{component} = {element}")));
            records.after.push_str(&nested(format!("{element} = {component}")));
        }
    }
    for at in 1..=deepest {
        let _ = writeln!(records.declared, "integer(4) :: j{at}_");
    }
    records
}

/// A component and the part of an argument that it is, within loops.
struct Copied {
    loops: Vec<String>,
    component: String,
    element: String,
}

fn copied(record: &Record, argument: &Name, path: &[(Name, usize)]) -> Copied {
    // The axes of the innermost component are copied at once.
    let whole = path.last().map_or(0, |(_, rank)| *rank);
    let ranks: Vec<usize> = std::iter::once(record.rank).chain(path.iter().map(|(_, rank)| *rank)).collect();
    let total: usize = ranks.iter().sum();
    let mut loops = Vec::new();
    let mut component = format!("r_{}", record.name);
    let mut behind = total;
    for (at, rank) in ranks.iter().enumerate() {
        if let Some((name, _)) = at.checked_sub(1).and_then(|at| path.get(at)) {
            let _ = write!(component, "%{name}");
        }
        behind -= rank;
        if at + 1 == ranks.len() || *rank == 0 {
            continue;
        }
        let mut index = Vec::new();
        for axis in 1..=*rank {
            let variable = format!("j{}_", behind + axis - whole);
            loops.push(format!("do {variable} = 1, size(v_{argument},{})", behind + axis));
            // Subscripts of a component count from where its type says.
            index.push(format!("lbound({component},{axis})+{variable}-1"));
        }
        let _ = write!(component, "({})", index.join(","));
    }
    let subscripts: Vec<String> = (1..=total)
        .map(|axis| if axis <= whole { ":".to_owned() } else { format!("j{}_", axis - whole) })
        .collect();
    let element = match subscripts.as_slice() {
        [] => format!("v_{argument}"),
        _ => format!("v_{argument}({})", subscripts.join(",")),
    };
    Copied { loops, component, element }
}
