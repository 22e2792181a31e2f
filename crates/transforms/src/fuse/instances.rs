//! Statements of a part in loops that other parts have too.

use super::CODE;
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Statement, affine};
use pass::Refusal;
use poly::Set;

/// The statements of a part, each with the instances that it has there: where the joint loops run further,
/// conditions leave the others out.
pub(super) fn kept(fused: &Kernel, part: &Kernel) -> Result<Vec<(Name, Statement)>, Refusal> {
    let mut known: Vec<(&[Name], Vec<Expr>)> = Vec::new();
    let mut kept = Vec::new();
    for (id, statement) in &part.statements {
        let inames = statement.inames.as_slice();
        let found = known.iter().find(|(other, _)| *other == inames).map(|(_, found)| found.clone());
        let conditions = match found {
            Some(conditions) => conditions,
            None => {
                let conditions = conditions(fused, part, inames)?.ok_or_else(|| unclear(part, id))?;
                known.push((inames, conditions.clone()));
                conditions
            }
        };
        let mut statement = statement.clone();
        statement.predicates.splice(0..0, conditions);
        kept.push((id.clone(), statement));
    }
    Ok(kept)
}

/// What says where in the joint loops over some inames a part has iterations; `None` where that is no
/// conjunction.
fn conditions(fused: &Kernel, part: &Kernel, inames: &[Name]) -> Result<Option<Vec<Expr>>, poly::Error> {
    let own: Set = part.domain_of(inames)?;
    let joint = fused.domain_of(inames)?.intersect(&fused.assumptions)?;
    if joint.is_subset(&own)? {
        return Ok(Some(Vec::new()));
    }
    let needed = own.gist(&joint)?;
    Ok(match needed.pieces()?.as_slice() {
        [constraints] => Some(constraints.iter().map(affine::from_constraint).collect()),
        _ => None,
    })
}

fn unclear(part: &Kernel, id: &Name) -> Diagnostic {
    let message = format!("`{id}` of `{}` would run where it does not run alone", part.name);
    let statement = part.statements.get(id);
    let (loc, origin) = (statement.and_then(|own| own.loc.as_ref()), statement.map(|own| own.origin));
    Diagnostic::error(CODE, message)
        .at_entity(loc, origin.unwrap_or_default(), format!("`{id}`"))
        .note(
            "the loops of the kernels before it run further, and no simple condition says where its own end",
        )
        .help("give loops that are not to be one other names: `shared_inames=[]` in a pipeline, `rename_iname` in a script")
}
