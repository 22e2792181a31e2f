//! Dummy arguments whose bounds are those of what is given for them.

use super::{Binder, Binding};
use crate::hir::{Actual, Axis, Given, Slice, Target, Variable};
use ir::{Expr, Scalar};
use poly::Name;

impl Binder<'_> {
    /// The elements that a dummy of assumed shape stands for, whose extents are then known; none for others, which see
    /// the array from an element on.
    pub(super) fn along(
        &mut self,
        dummy: &Name,
        variable: &Variable,
        actual: &Actual,
        axes: &[Axis],
    ) -> Result<Option<Vec<Slice>>, String> {
        let own = variable.axes.as_deref().unwrap_or(&[]);
        let bounds = self.callee.bounds();
        let is_bound = |name: &&Name| bounds.contains(*name);
        // A component that is an array has extents of its own before those of its variable.
        let extents: Vec<Option<Name>> =
            own.iter().map(|axis| axis.length.as_ref()?.as_var().filter(is_bound).cloned()).collect();
        let lowers: Vec<Option<Name>> =
            own.iter().map(|axis| axis.lower.as_var().filter(is_bound).cloned()).collect();
        if extents.iter().all(Option::is_none) {
            return match actual.is_contiguous(axes) {
                true => Ok(None),
                false => Err(format!("a section with gaps is given for `{dummy}`")),
            };
        }
        let whole = || -> Result<Vec<Slice>, String> {
            let slice = |axis: &Axis| {
                let length = axis.length.clone().ok_or("an array without an end is given for it")?;
                Ok(Slice::Range { first: axis.lower.clone(), step: Expr::int(1), length })
            };
            axes.iter().map(slice).collect()
        };
        let given = match (&actual.section, &actual.given) {
            (Some(section), _) => section.clone(),
            (None, Given::Place(Target { index: None, .. })) => whole()?,
            _ => return Err(format!("an element is given for `{dummy}`, which has an assumed shape")),
        };
        let mut slices = Vec::new();
        let mut lengths = Vec::new();
        for slice in given {
            slices.push(match slice {
                Slice::At(subscript) => {
                    Slice::At(self.fixed(dummy, &[subscript]).pop().unwrap_or(Expr::int(0)))
                }
                Slice::Range { first, step, length } => {
                    lengths.push(length.clone());
                    let fixed = self.fixed(dummy, &[first, step, length]);
                    let mut fixed = fixed.into_iter();
                    match (fixed.next(), fixed.next(), fixed.next()) {
                        (Some(first), Some(step), Some(length)) => Slice::Range { first, step, length },
                        _ => return Err("its extents are not known".to_owned()),
                    }
                }
            });
        }
        if lengths.len() != extents.len() {
            let (rank, wanted) = (lengths.len(), extents.len());
            return Err(format!("an array of rank {rank} is given for `{dummy}`, whose rank is {wanted}"));
        }
        for ((extent, length), axis) in extents.iter().zip(lengths).zip(own) {
            match extent {
                Some(extent) => self.bind_bound(extent, crate::index::floor_above(&length, 1)),
                None if axis.length.as_ref() == Some(&length) => {}
                None => return Err(format!("other extents than those of `{dummy}` are given for it")),
            }
        }
        if lowers.iter().any(Option::is_some)
            && !matches!(&actual.given, Given::Place(Target { index: None, .. }) if actual.section.is_none())
        {
            return Err(format!("a part of an array is given for `{dummy}`, which is allocatable"));
        }
        for (lower, axis) in lowers.iter().zip(axes) {
            lower.iter().for_each(|lower| self.bind_bound(lower, axis.lower.clone()));
        }
        Ok(Some(slices))
    }

    /// Gives a bound of a dummy its value.
    fn bind_bound(&mut self, bound: &Name, value: Expr) {
        let binding = if self.may_stand(bound, &value, Scalar::I32) {
            Binding::Value(value)
        } else {
            Binding::Scalar(self.stored(bound, value, Scalar::I32))
        };
        self.bound.bindings.insert(bound.clone(), binding);
    }
}
