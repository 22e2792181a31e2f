//! Claim (outside): A kernel as it is written, in which nothing is found here, stays inside of its arrays
//! wherever loops, conditions, subscripts and extents are affine.
//!
//! What data say is left open, as is what a reduction reads under a condition.

use dependence::access::{Access, of_statement};
use dependence::domain::{Parts, is_fixed};
use dependence::instance::Instance;
use diag::Diagnostic;
use ir::access::AccessKind;
use ir::{Expr, Kernel, Node, Statement, affine, walk};
use poly::{Aff, Constraint, Error, Name, Point, Set};

use crate::witness::example;

/// The first access outside of its array that the loops, conditions and assumptions of a kernel allow.
///
/// # Errors
/// Where a set is too difficult.
pub fn outside(kernel: &Kernel) -> Result<Option<Diagnostic>, Error> {
    for (id, statement) in &kernel.statements {
        let Some(domain) = points(kernel, statement)? else { continue };
        let mut accesses = Vec::new();
        for access in of_statement(kernel, statement, &domain)? {
            accesses.push((statement.inames.clone(), access));
        }
        accesses.extend(reduced(kernel, statement)?);
        for (inames, access) in &accesses {
            if let Some(problem) = leaving(kernel, id, statement, inames, access)? {
                return Ok(Some(problem));
            }
        }
    }
    Ok(None)
}

/// What reductions without conditions read, each with the loops around it.
fn reduced(kernel: &Kernel, statement: &Statement) -> Result<Vec<(Vec<Name>, Access)>, Error> {
    let is_choice = |part: &Expr| matches!(part.node(), Node::Select(..) | Node::And(_) | Node::Or(_));
    let chooses = |value: &Expr| walk::any(value, &mut |part| is_choice(part));
    if !statement.predicates.is_empty() || statement.value().is_none_or(chooses) {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for ir::access::MemoryAccess { variable, index, kind, reduced } in ir::access::accesses(kernel, statement)
    {
        if reduced.is_empty() {
            continue;
        }
        let inames: Vec<Name> = statement.inames.iter().chain(&reduced).cloned().collect();
        let domain = kernel.domain_of(&inames)?.intersect(&kernel.assumptions)?;
        all.push((inames, Access { variable, index, kind, domain, always: true, guards: Vec::new() }));
    }
    Ok(all)
}

/// The instances of a statement; none where data say which there are.
fn points(kernel: &Kernel, statement: &Statement) -> Result<Option<Set>, Error> {
    let domain = kernel.domain_of(&statement.inames)?.intersect(&kernel.assumptions)?;
    let mut parts = Parts::default();
    let known = |name: &Name| is_fixed(kernel, &statement.inames, name);
    let is_affine = |condition: &ir::Expr| {
        affine::to_constraints(condition)
            .is_some_and(|all| all.iter().all(|constraint| constraint.aff.names().iter().all(known)))
    };
    if !statement.predicates.iter().all(is_affine) {
        return Ok(None);
    }
    statement.predicates.iter().for_each(|condition| parts.add(condition, &known));
    parts.restrict(&domain).map(Some)
}

/// What is wrong with an access that leaves an axis of its array.
fn leaving(
    kernel: &Kernel,
    id: &Name,
    statement: &Statement,
    inames: &[Name],
    access: &Access,
) -> Result<Option<Diagnostic>, Error> {
    if !access.guards.is_empty() {
        return Ok(None);
    }
    let at = Instance::new("x.", inames.to_vec());
    let domain = at.points(&access.domain)?;
    for (subscript, extent) in access.index.iter().zip(kernel.extents(&access.variable)) {
        let extent = extent.as_ref().and_then(|extent| at.subscript(kernel, extent));
        let Some((value, extent)) = at.subscript(kernel, subscript).zip(extent) else { continue };
        let ends = [Constraint::lt(&value, &Aff::constant(0)), Constraint::ge(&value, &extent)];
        for end in ends {
            let outside = domain.add_constraints(&[end.ok_or(Error::Overflow)?])?;
            if let Some(point) = outside.sample()? {
                return Ok(Some(problem(id, statement, access, &point)));
            }
        }
    }
    Ok(None)
}

fn problem(id: &Name, statement: &Statement, access: &Access, point: &Point) -> Diagnostic {
    let variable = &access.variable;
    let does = if access.kind == AccessKind::Read { "reads" } else { "writes" };
    let subscripts: Vec<String> = access.index.iter().map(ToString::to_string).collect();
    let message =
        format!("`{variable}[{}]`, which `{id}` {does}, may lie outside of the array", subscripts.join(", "));
    let error = Diagnostic::error("lp::legality::outside", message).about([variable, id]);
    let error = error.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
    let note = example("at", point).map(|note| note.replace("x.", ""));
    note.into_iter()
        .fold(error, Diagnostic::note)
        .help("give the array its extents, or assume what keeps it inside")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem_of(statement: &str) -> Option<String> {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] in\n  arg k : i32[n] in\n  arg b : f64[n] out\n  \
             domain [n] -> {{ [i] : 0 <= i < n }}\n  domain [n] -> {{ [j] : 0 <= j < n }}\n  iname i\n  iname j\n  \
             s: {statement}\n}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        let kernel = ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        outside(&kernel).unwrap().map(|problem| problem.message)
    }

    // Claim: outside
    #[test]
    fn what_lies_outside_is_found() {
        for (statement, access) in [
            ("b[i] = a[i + 1]  in(i)", "a[i + 1]"),
            ("b[i] = a[i - 1]  in(i)", "a[i - 1]"),
            ("b[2*i] = a[i]  in(i)", "b[2*i]"),
            ("b[i] = sum(j, a[i + j])  in(i)", "a[i + j]"),
            ("b[i] = a[i + 1]  in(i) if(i < n)", "a[i + 1]"),
        ] {
            let found = problem_of(statement);
            assert!(found.as_ref().is_some_and(|text| text.contains(access)), "{statement}: {found:?}");
        }
    }

    #[test]
    fn what_lies_inside_or_is_open_is_not() {
        for statement in [
            "b[i] = a[n - 1 - i]  in(i)",
            "b[i] = a[i + 1]  in(i) if(i + 1 < n)",
            "b[i] = if(i > 0, a[i - 1], 0.0)  in(i)",
            "b[i] = a[k[i]]  in(i)",
            "b[i] = if(k[i] > 0, a[i + 1], 0.0)  in(i)",
            "b[i] = sum(j, a[j])  in(i)",
        ] {
            assert_eq!(problem_of(statement), None, "{statement}");
        }
    }
}
