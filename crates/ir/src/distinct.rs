//! Which statements are promised to write different elements.

use crate::{Kernel, LValue, Name, Promise, Provenance, Statement};

/// A promise that instances of a statement write different elements.
#[derive(Debug, Clone, Copy)]
pub struct Distinct<'k> {
    /// The statement, of the reference where there is one.
    pub statement: &'k Name,
    /// Instances that differ in these of its inames write different elements.
    pub inames: &'k [Name],
}

/// What the kernel promises of the statement whose instances this one performs, if it writes what they write.
pub fn distinct_of<'k>(
    kernel: &'k Kernel,
    id: &'k Name,
    statement: &'k Statement,
) -> impl Iterator<Item = Distinct<'k>> {
    let performed = match &statement.provenance {
        Some(Provenance::Performs(instance)) => Some(&instance.statement),
        Some(Provenance::Part(_) | Provenance::Fetch(_)) => None,
        None => Some(id),
    };
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let original = performed.and_then(|performed| home.statements.get(performed));
    let target = |statement: &'k Statement| statement.target().map(LValue::name);
    let original = original.filter(|original| target(original) == target(statement));
    kernel.promises.iter().filter_map(move |promise| match promise {
        Promise::Distinct { statement, inames } if Some(statement) == performed => {
            let all = &original?.inames;
            Some(Distinct { statement, inames: if inames.is_empty() { all } else { inames } })
        }
        _ => None,
    })
}
