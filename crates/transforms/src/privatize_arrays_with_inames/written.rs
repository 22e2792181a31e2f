//! Which elements of an array the iterations of a nest write.

use super::nest::Nest;
use super::settled::Instances;
use crate::rewrite::from_zero;
use dependence::domain::is_fixed;
use ir::{Expr, Kernel, LValue, Name, Statement, affine};
use poly::{Aff, Constraint, Error, Set};

/// A statement that writes an array, and its instances.
pub(super) struct Write<'k> {
    pub(super) id: &'k Name,
    pub(super) statement: &'k Statement,
    pub(super) index: &'k [Expr],
    /// All that there may be, whatever data say; temporaries that keep their value are parameters.
    pub(super) instances: Set,
    /// Whether data have no say in it.
    pub(super) is_certain: bool,
}

/// The statements of a nest that write an array.
pub(super) fn writes<'k>(kernel: &'k Kernel, nest: &Nest, name: &Name) -> Result<Vec<Write<'k>>, Error> {
    let mut found = Vec::new();
    for (id, statement) in kernel.statements.iter().filter(|(_, statement)| nest.contains(statement)) {
        let Some(target) = statement.target().filter(|target| target.name() == name) else { continue };
        let all = Instances::find(kernel, nest, statement, &statement.inames)?;
        let (instances, is_certain) = (all.possible()?, all.are_certain());
        found.push(Write { id, statement, index: LValue::index(target), instances, is_certain });
    }
    Ok(found)
}

impl Write<'_> {
    /// The elements that instances write where these conditions hold, over the loops around the nest and
    /// `axes`; nothing where a subscript is not affine.
    pub(super) fn elements(
        &self,
        kernel: &Kernel,
        nest: &Nest,
        axes: &[Name],
        conditions: &[Constraint],
    ) -> Result<Option<Set>, Error> {
        let mut equalities = conditions.to_vec();
        for (axis, subscript) in axes.iter().zip(self.index) {
            let own = affine::to_aff(subscript)
                .filter(|own| own.names().iter().all(|name| is_fixed(kernel, &self.statement.inames, name)));
            let Some(own) = own else { return Ok(None) };
            equalities.push(Constraint::eq(&Aff::dim(axis), &own).ok_or(Error::Overflow)?);
        }
        let all = self.instances.add_dims(axes)?.add_constraints(&equalities)?;
        let kept: Vec<Name> = nest.around.iter().chain(axes).cloned().collect();
        all.project_onto(&kept).map(Some)
    }
}

/// The conditions that subscripts lie in an array, as far as its extents are affine. A reference has no other
/// accesses.
pub(super) fn inside(at: &[Aff], shape: &[Option<Expr>]) -> Result<Vec<Constraint>, Error> {
    let mut found = Vec::new();
    for (at, extent) in at.iter().zip(shape) {
        if let Some(end) = extent.as_ref().and_then(affine::to_aff) {
            found.extend(from_zero(at, &end)?);
        }
    }
    Ok(found)
}
