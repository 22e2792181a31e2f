//! Reads of elements that data select.

use ir::{Expr, Kernel, Name, affine};
use poly::{Aff, Constraint, Error, Set};

use crate::domain::is_fixed;
use crate::subscript::Subscript;

/// An access in which a column stands for each subscript that may have any value: it has every value of its
/// axis.
pub struct AnyElement {
    /// The inames of the access and such columns.
    pub inames: Vec<Name>,
    /// Its subscripts, in inames and such columns.
    pub index: Vec<Expr>,
    /// The points of all of them.
    pub domain: Set,
}

impl AnyElement {
    /// An access of a temporary by the points of some inames. `types` knows the arguments' types.
    pub fn new(
        kernel: &Kernel,
        types: &Kernel,
        variable: &Name,
        inames: &[Name],
        index: &[Expr],
        domain: &Set,
    ) -> Result<Self, Error> {
        let mut any = AnyElement { inames: inames.to_vec(), index: index.to_vec(), domain: domain.clone() };
        let shape = kernel.temps.get(variable).map(|temp| temp.shape.as_slice()).unwrap_or_default();
        for (axis, (subscript, extent)) in any.index.iter_mut().zip(shape).enumerate() {
            let fixed = |name: &Name| is_fixed(types, inames, name);
            let extent = affine::to_aff(extent).filter(|extent| extent.names().iter().all(fixed));
            let unknown = Subscript::of_expr(kernel, subscript, &fixed).is_none();
            let Some(extent) = extent.filter(|_| unknown) else { continue };
            // No name of a kernel has an apostrophe.
            let column = Name::new(format!("element'{axis}"));
            let own = Aff::dim(&column);
            let ends = [Constraint::ge(&own, &Aff::constant(0)), Constraint::lt(&own, &extent)];
            let ends: Vec<Constraint> = ends.into_iter().collect::<Option<_>>().ok_or(Error::Overflow)?;
            any.domain = any.domain.add_dims(std::slice::from_ref(&column))?.add_constraints(&ends)?;
            *subscript = Expr::from(&column);
            any.inames.push(column);
        }
        Ok(any)
    }
}
