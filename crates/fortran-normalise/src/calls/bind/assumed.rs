//! Dummy arguments whose bounds are those of what is given for them.

use super::{Binder, Binding};
use fortran_sema::hir::{Actual, Axis, Given, Slice, Target, Variable};
use ir::{Expr, Scalar};
use poly::Name;

impl Binder<'_> {
    /// The elements that a dummy of assumed shape stands for, whose extents are then known; none for others,
    /// which see the array from an element on.
    pub(super) fn assumed_shape_slices(
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
            let section = actual.section.clone().filter(|_| !actual.is_contiguous(axes));
            return section
                .map(|section| self.fixed_section(dummy, section).map(|(slices, _)| slices))
                .transpose();
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
        let (slices, lengths) = self.fixed_section(dummy, given)?;
        if lengths.len() != extents.len() {
            let (rank, wanted) = (lengths.len(), extents.len());
            return Err(format!("an array of rank {rank} is given for `{dummy}`, whose rank is {wanted}"));
        }
        for ((extent, length), axis) in extents.iter().zip(lengths).zip(own) {
            match extent {
                Some(extent) => self.bind_extent(extent, &length),
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

    /// The extents of a dummy that are those of what is given for it.
    pub(super) fn extents_of(&self, variable: &Variable) -> Vec<Name> {
        let bounds = self.callee.bounds();
        let lengths = variable.axes.iter().flatten().filter_map(|axis| axis.length.as_ref()?.as_var());
        lengths.filter(|name| bounds.contains(*name)).cloned().collect()
    }

    /// A section whose bounds keep their values while the routine runs, and the lengths of its axes.
    fn fixed_section(
        &mut self,
        dummy: &Name,
        section: Vec<Slice>,
    ) -> Result<(Vec<Slice>, Vec<Expr>), String> {
        let mut slices = Vec::new();
        let mut lengths = Vec::new();
        for slice in section {
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
        Ok((slices, lengths))
    }

    /// Gives an extent of a dummy its value, which is how many elements there are.
    fn bind_extent(&mut self, extent: &Name, length: &Expr) {
        let length = fortran_sema::index::floor_above(length, 1);
        let known = if self.caller.outer == 0 { self.caller.extents() } else { Vec::new() };
        self.bind_bound(extent, fortran_sema::index::count(&length, &known));
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
