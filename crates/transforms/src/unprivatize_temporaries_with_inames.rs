use crate::rewrite::{inames, map_subscripts, subscripts, temp};
use diag::Diagnostic;
use ir::{Axis, Expr, Kernel, Layout};
use pass::{Applied, InameName, Refusal, Rewrite, TempName, Transform};
use poly::Name;

/// Takes from temporaries the axes that `privatize_temporaries_with_inames` gave them.
///
/// One element serves all iterations again, which is refused where an iteration needs what another one wrote.
/// A temporary loses an axis if the loop's iname is its subscript wherever it is used. Refused for axes that
/// the imported kernel has.
///
/// ```lpir
/// # RUN: privatize_temporaries_with_inames("i"); unprivatize_temporaries_with_inames("i")
/// lpir 1
///
/// kernel @scale {
///   arg a : f64[8] inout
///   temp t : f64
///   domain { [i] : 0 <= i <= 7 }
///   iname i
///   load: t = 2.0*a[i]  in(i)
///   store: a[i] = t  in(i) after(load)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg a : f64[8] inout
///   temp t : f64 auto
///   domain { [i] : 0 <= i <= 7 }
///   iname i
///   load: t = 2.0d*a[i]  in(i)
///   store: a[i] = t  in(i) after(load)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data")]
pub struct UnprivatizeTemporariesWithInames {
    /// The loops.
    pub privatizing_inames: Vec<InameName>,
    /// The temporaries; all that have such an axis unless given.
    #[arg(default = None)]
    pub only_var_names: Option<Vec<TempName>>,
}

impl Rewrite for UnprivatizeTemporariesWithInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let loops = inames(kernel, &self.privatizing_inames)?;
        let mut changed = kernel.clone();
        for iname in &loops {
            match &self.only_var_names {
                None => {
                    for name in kernel.temps.keys() {
                        remove_axis(&mut changed, name, iname);
                    }
                }
                Some(given) => {
                    for wanted in given {
                        temp(kernel, wanted)?;
                        if !remove_axis(&mut changed, &wanted.name, iname) {
                            let message =
                                format!("`{}` has no axis that only `{iname}` numbers", wanted.name);
                            let problem = Diagnostic::error("lp::privatize::axis", message);
                            return Err(problem.at_entity(None, wanted.origin, "").into());
                        }
                    }
                }
            }
        }
        Ok(changed.into())
    }
}

/// A layout without an axis; axes that lay around it move in.
fn drop_axis(layout: &Layout, axis: usize) -> Layout {
    let mut axes = layout.0.clone();
    if axis < axes.len()
        && let Axis::Level(gone) = axes.remove(axis)
    {
        for other in &mut axes {
            if let Axis::Level(level) = other
                && *level > gone
            {
                *level -= 1;
            }
        }
    }
    Layout(axes)
}

/// Removes the first axis of which the iname is the subscript in all accesses; whether there is one.
fn remove_axis(kernel: &mut Kernel, name: &Name, iname: &Name) -> bool {
    let Some(rank) = kernel.temps.get(name).map(|temp| temp.shape.len()) else { return false };
    // The axes of the imported kernel come first.
    let imported = kernel.reference.as_ref().and_then(|reference| reference.temps.get(name));
    let imported = imported.map_or(0, |temp| temp.shape.len());
    let all = subscripts(kernel, name);
    let numbers = |axis: &usize| {
        all.iter().all(|index| index.get(*axis).and_then(Expr::as_var) == Some(iname)) && !all.is_empty()
    };
    let Some(axis) = (imported..rank).find(numbers) else { return false };
    if let Some(temp) = kernel.temps.get_mut(name) {
        temp.shape.remove(axis);
        temp.layout = drop_axis(&temp.layout, axis);
    }
    map_subscripts(kernel, name, &|index| {
        index.iter().enumerate().filter(|(at, _)| *at != axis).map(|(_, one)| one.clone()).collect()
    });
    true
}
