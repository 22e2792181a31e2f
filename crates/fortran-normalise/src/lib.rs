//! Rewrites of routines, each to an equivalent one that is closer to loops over arrays.
//!
//! Each file begins with what its rewrite claims. They run in this order: numbers of elements become lengths,
//! optional arguments are given, jumps to labels go, loops that count get bounds, error exits become
//! conditions for the caller, called routines are put in place (and their error exits treated alike),
//! elements that tell how often loops run become arguments, other error exits become numbers for the caller,
//! loop variables end with their loops, jumps become conditions, induction variables become expressions,
//! integers and flags that are known are replaced, scalars that are used anew become variables of their own,
//! and assignments that nobody reads go.

mod backward;
mod bounded;
mod calls;
mod cases;
mod constant_propagation;
mod counted;
mod dead_stores;
mod dispatch;
mod element_arguments;
mod error_exits;
mod exits;
mod extents;
mod facts;
mod gotos;
mod induction;
mod last_values;
mod live_ranges;
mod loop_values;
mod mentioned;
mod present;
mod stops;
mod symbolic;
mod told_bounds;
mod way_on;

pub use calls::{Callees, Routines, is_of_shared};
pub use element_arguments::drop_unread;

use diag::Diagnostic;
use facts::Facts;
use fortran_sema::hir::Routine;
use fortran_sema::hir::print::print;

/// A rewrite and its name.
type Rewrite = (&'static str, fn(&mut Routine, &mut Callees<'_>, &mut Vec<Diagnostic>));

/// All of them, in order.
const REWRITES: [Rewrite; 19] = [
    ("extents", |routine, _, _| extents::rewrite(routine)),
    ("present", |routine, _, found| present::rewrite(routine, found)),
    ("gotos", |routine, _, found| gotos::rewrite(routine, found)),
    ("counted", |routine, _, _| counted::rewrite(routine)),
    ("error_exits", |routine, _, _| error_exits::rewrite(routine, &Facts::default())),
    ("calls", calls::rewrite),
    ("extents", |routine, _, _| extents::rewrite(routine)),
    ("told_bounds", |routine, _, _| told_bounds::rewrite(routine)),
    ("element_arguments", |routine, _, _| element_arguments::rewrite(routine)),
    ("error_exits", |routine, _, _| error_exits::rewrite(routine, &Facts::default())),
    ("stops", |routine, _, found| stops::rewrite(routine, found)),
    ("loop_values", |routine, _, _| loop_values::rewrite(routine)),
    ("exits", |routine, _, _| exits::rewrite(routine)),
    ("dead_stores", |routine, _, _| dead_stores::rewrite(routine)),
    ("induction", |routine, _, _| induction::rewrite(routine)),
    // There are no calls any more.
    ("constant_propagation", |routine, _, _| constant_propagation::rewrite_last(routine, &Facts::default())),
    ("last_values", |routine, _, _| last_values::rewrite(routine)),
    ("live_ranges", |routine, _, _| live_ranges::rewrite(routine)),
    ("dead_stores", |routine, _, _| dead_stores::rewrite(routine)),
];

/// A routine without calls and jumps.
pub fn normalise(mut routine: Routine, callees: &mut Callees<'_>, found: &mut Vec<Diagnostic>) -> Routine {
    for arg in routine.args.iter().filter(|arg| routine.procedures.contains(&arg.name)) {
        let error = fortran_syntax::parse::unsupported_error("a procedure as an argument", arg.span);
        found.push(
            error.help("a routine that calls this one, and says which procedure it is, may be a kernel"),
        );
        routine.is_complete = false;
    }
    callees.note_effects(&mut routine);
    for (at, (name, rewrite)) in REWRITES.into_iter().enumerate() {
        // With errors in it a routine is only looked through for more.
        if routine.is_complete || at <= 4 || ["loop_values", "exits"].contains(&name) {
            rewrite(&mut routine, callees, found);
        }
    }
    texts(&mut routine, found);
    routine
}

/// Reports texts that no call made known.
fn texts(routine: &mut Routine, found: &mut Vec<Diagnostic>) {
    let mut first = None;
    fortran_sema::hir::visit(&routine.body, &mut |node| {
        fortran_sema::hir::expressions(node, &mut |expr| {
            if fortran_sema::text::is_in(expr) {
                first.get_or_insert(node.span);
            }
        });
    });
    let required =
        routine.requires.iter().find(|of| fortran_sema::text::is_in(&of.condition)).map(|of| of.span);
    if let Some(span) = first.or(required).filter(|_| routine.is_complete) {
        let error = fortran_syntax::parse::unsupported_error("a text of several characters", span);
        found.push(error.help("declare it as a single character, `character(1)`"));
        routine.is_complete = false;
    }
}

/// The routine as it was read and after each rewrite that changed it.
pub fn shown(mut routine: Routine, callees: &mut Callees<'_>) -> String {
    callees.note_effects(&mut routine);
    let mut before = print(&routine);
    let mut text = format!("-- as read\n{before}");
    for (name, rewrite) in REWRITES {
        rewrite(&mut routine, callees, &mut Vec::new());
        let after = print(&routine);
        if after != before {
            text.push_str(&format!("-- after {name}\n{after}"));
        }
        before = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first routine of a text after the rewrites up to one of that name, first line and last left out.
    pub(super) fn rewritten(name: &str, text: &str) -> String {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", text);
        let mut found = Vec::new();
        let lines =
            fortran_syntax::preprocess::lines(text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items =
            fortran_syntax::form::items(&lines, fortran_syntax::layout::Form::Free, source, &mut found);
        let read = fortran_syntax::directive::read(items, &mut found);
        let mut taken = fortran_syntax::block_scope::Taken::of_lines(&read.lines);
        let mut file =
            fortran_syntax::unit::read(&read.lines, &read.unclosed, &sources, source, &mut taken, false);
        fortran_sema::leave_out::LeaveOut::default().apply(&mut file.units);
        fortran_sema::settled::settle(&mut file.units, &mut taken);
        let units = fortran_sema::known::units_of(&file, false);
        let (scopes, modules) =
            (fortran_sema::scopes::Scopes::of_units(&units), fortran_sema::resolve::Modules::default());
        let (hosts, scopes, modules, defaults) =
            (&[][..], &scopes, &modules, fortran_sema::defaults::Defaults::default());
        let world = fortran_sema::resolve::World { hosts, units: &units, scopes, modules, defaults };
        let mut routine = fortran_sema::resolve::routine(units[0].unit, world, &mut found);
        found.extend(units[0].unit.found.clone());
        let mut foreign = Routines::default();
        let mut callees = Callees::new(world, &mut foreign, &mut sources);
        callees.note_effects(&mut routine);
        assert!(REWRITES.iter().any(|(own, _)| *own == name), "no rewrite is called `{name}`");
        for (at, (own, rewrite)) in REWRITES.iter().enumerate() {
            rewrite(&mut routine, &mut callees, &mut found);
            if *own == name && (name != "dead_stores" || at > 11) {
                break;
            }
        }
        assert!(found.iter().all(|d| d.severity != diag::Severity::Error), "{found:?}");
        let text = print(&routine);
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        lines[1..lines.len() - 1].join("\n")
    }

    /// The statements of a subroutine with integers `i j k n m` and reals `x(n) y(n) s t` after the rewrites
    /// up to one.
    pub(super) fn body(name: &str, statements: &str) -> String {
        rewritten(name, &format!("subroutine f(n, m, x, y)\nreal x(n), y(n)\n{statements}\nend"))
    }
}
