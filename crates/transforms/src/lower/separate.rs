//! Arrays with separate axes: how many parts there are and which an access means must be known where code is
//! printed.

use diag::Diagnostic;
use ir::access::accesses;
use ir::{Expr, InameTag, Kernel, Name, Statement, affine, walk};
use poly::{Aff, Error};

/// Refuses a number of parts that is not known, and a subscript of a separate axis that is not a number once
/// loops are written out.
///
/// # Errors
/// One for each array with such parts, or for each statement with such a subscript.
pub(super) fn check(kernel: &Kernel) -> Result<(), Vec<Diagnostic>> {
    let arrays = kernel.args.keys().chain(kernel.temps.keys());
    let uncounted: Vec<Diagnostic> = arrays.filter_map(|name| uncounted(kernel, name)).collect();
    if !uncounted.is_empty() {
        return Err(uncounted);
    }
    let statements = kernel.statements.iter();
    let problems: Vec<Diagnostic> =
        statements.filter_map(|(id, statement)| problem(kernel, id, statement)).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The kernel with loops of one iteration written out whose counter says which of several separate parts is
/// meant: it is a number.
///
/// # Errors
/// Those of the operations on sets.
pub(super) fn write_out(mut kernel: Kernel) -> Result<Kernel, Error> {
    let mut counters: Vec<Name> = Vec::new();
    for statement in kernel.statements.values() {
        for access in accesses(&kernel, statement) {
            let Some((_, layout)) = kernel.array(&access.variable) else { continue };
            let subscripts = layout.divided(&access.index).0;
            for iname in subscripts.iter().flat_map(walk::names) {
                let is_open = kernel.inames.get(&iname).is_some_and(|entry| entry.tag.is_none());
                if is_open && !counters.contains(&iname) && is_number(&kernel, &iname)? {
                    counters.push(iname);
                }
            }
        }
    }
    for iname in &counters {
        kernel.inames.get_mut(iname).into_iter().for_each(|entry| entry.tag = Some(InameTag::Unroll));
    }
    Ok(kernel)
}

/// Whether a loop has one iteration, the same whatever the arguments.
fn is_number(kernel: &Kernel, iname: &Name) -> Result<bool, Error> {
    let Ok(domain) = kernel.domain_of(std::slice::from_ref(iname)) else { return Ok(false) };
    let own = Aff::dim(iname);
    let (least, most) = (domain.static_min(&own)?, domain.static_max(&own)?);
    Ok(least.is_some() && least == most)
}

fn uncounted(kernel: &Kernel, name: &Name) -> Option<Diagnostic> {
    let (_, layout) = kernel.array(name)?;
    let shape = kernel.extents(name);
    let extents = layout.divided(&shape).0;
    let extent = extents.into_iter().flatten().find(|extent| extent.as_int().is_none())?;
    let message = format!("`{name}` has `{extent}` separate parts, which is not a number");
    let problem = Diagnostic::error("lp::lower::separate", message);
    Some(problem.help("give the parameters a value with `fix_parameters`"))
}

fn problem(kernel: &Kernel, id: &Name, statement: &Statement) -> Option<Diagnostic> {
    let is_written_out = |name: &Name| kernel.tag(name).is_some_and(InameTag::is_written_out);
    for access in accesses(kernel, statement) {
        let Some((_, layout)) = kernel.array(&access.variable) else { continue };
        for subscript in layout.divided(&access.index).0 {
            let names: Vec<Name> = walk::names(&subscript).into_iter().collect();
            if affine::to_aff(&subscript).is_some() && names.iter().all(is_written_out) {
                continue;
            }
            let message = format!(
                "`{id}` reaches `{}`, whose parts are separate, by the subscript `{subscript}`, which is not a number",
                access.variable
            );
            let problem = Diagnostic::error("lp::lower::separate", message).at_entity(
                statement.loc.as_ref(),
                statement.origin,
                "this statement",
            );
            return Some(problem.help(help(kernel, &names, &subscript)));
        }
    }
    None
}

/// Loops can be written out; nothing else is a number.
fn help(kernel: &Kernel, names: &[Name], subscript: &Expr) -> String {
    let is_loop = |name: &&Name| kernel.inames.contains_key(*name);
    if affine::to_aff(subscript).is_none() || !names.iter().all(|name| is_loop(&name)) {
        return "give the axis another tag, such as `c`".to_owned();
    }
    let loops: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("tag {} `unr`", loops.join(" and "))
}
