use crate::PrivatizeTemporariesWithInames;
use crate::privatize_temporaries_with_inames::require_constant_bounds;
use crate::rewrite::{duplicate, new_name, users};
use diag::Origin;
use ir::access::accesses;
use ir::{Iname, InameTag, IndexMap, Kernel, affine};
use pass::{Applied, InameName, Refusal, Rewrite, TempName, Transform, with_reference};
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// Interleaves the iterations of loops tagged `ilp`: each statement gets innermost loops of its own over
/// them, and each iteration a copy of the temporaries that pass a value from one statement to the next.
///
/// So neighbouring instructions belong to different iterations and need not wait for each other, and what one
/// iteration loads is still in a register for the next. `ilp` and `ilp.unr` write the new loops out,
/// `ilp.seq` keeps them as loops, and of those tagged `vec` OpenCL code makes vectors. A temporary whose
/// subscripts tell the iterations apart already gets no further axis, nor does one that is used outside of
/// the loops. Refused where constants do not enclose the bounds of a loop in which a temporary is set, where
/// loops inside of it have bounds that depend on it, and where a value passes from one iteration to another.
///
/// ```lpir
/// # RUN: realize_ilp()
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg a : f64[4, n] in
///   arg b : f64[4] out
///   temp sum : f64 private
///   domain { [i] : 0 <= i < 4 }
///   domain [n] -> { [k] : 0 <= k < n }
///   iname i : ilp
///   iname k
///   start: sum = 0.0  in(i)
///   add: sum = sum + a[i, k]  in(i, k) after(start)
///   end: b[i] = sum  in(i) after(add)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg a : f64[4, n] layout(c) in
///   arg b : f64[4] out
///   temp sum : f64[4] private
///   domain { [i] : 0 <= i <= 3 }
///   domain [n] -> { [k] : 0 <= k < n }
///   domain { [i_0] : 0 <= i_0 <= 3 }
///   domain { [i_1] : 0 <= i_1 <= 3 }
///   iname i : unr
///   iname i_1 : unr
///   iname i_0 : unr
///   iname k
///   start: sum[i] = 0.0d  in(i)
///   add: sum[i_0] = sum[i_0] + a[i_0, k]  in(k, i_0) after(start)
///   end: b[i_1] = sum[i_1]  in(i_1) after(add)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct RealizeIlp {}

impl Rewrite for RealizeIlp {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(realize_ilp(kernel)?.into())
    }
}

/// Interleaves the iterations of all loops that are tagged so.
///
/// # Errors
/// Where a temporary cannot have an axis for such a loop, or a statement no loop of its own.
pub fn realize_ilp(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let mut loops = loops(kernel);
    // Neighbours in a vector are neighbours in a temporary.
    loops.sort_by_key(|(_, tag)| *tag == Some(InameTag::Vector));
    if loops.is_empty() {
        return Ok(kernel.clone());
    }
    let mut changed = widened(with_reference(kernel), &loops)?;
    for (name, tag) in loops {
        let copies = distribute(&mut changed, &name)?;
        for copy in copies {
            innermost(&mut changed, &copy, tag);
        }
    }
    Ok(changed)
}

/// The loops that go inside of statements, and their tags there.
pub(super) fn loops(kernel: &Kernel) -> Vec<(Name, Option<InameTag>)> {
    let inside = |(name, iname): (&Name, &Iname)| Some((name.clone(), inner_tag(iname.tag?)?));
    kernel.inames.iter().filter_map(inside).collect()
}

/// The tag of the loops that take the place of one with this tag; `None` where it is of another kind.
fn inner_tag(tag: InameTag) -> Option<Option<InameTag>> {
    match tag {
        InameTag::IlpUnroll => Some(Some(InameTag::Unroll)),
        InameTag::Vector => Some(Some(InameTag::Vector)),
        InameTag::IlpSequential => Some(None),
        _ => None,
    }
}

/// Gives temporaries an axis for each of the loops in which alone they are used.
fn widened(mut kernel: Kernel, loops: &[(Name, Option<InameTag>)]) -> Result<Kernel, Refusal> {
    let mut groups: IndexMap<Vec<Name>, Vec<Name>> = IndexMap::default();
    for temp in kernel.temps.keys() {
        let axes: Vec<Name> = loops
            .iter()
            .map(|(name, _)| name.clone())
            .filter(|name| needs_axis(&kernel, temp, name))
            .collect();
        if !axes.is_empty() {
            groups.entry(axes).or_default().push(temp.clone());
        }
    }
    for (axes, temps) in groups {
        require_constant_bounds(&kernel, &axes)?;
        let privatize = PrivatizeTemporariesWithInames {
            privatizing_inames: axes
                .into_iter()
                .map(|name| InameName { name, origin: Origin::default() })
                .collect(),
            only_var_names: Some(
                temps.into_iter().map(|name| TempName { name, origin: Origin::default() }).collect(),
            ),
        };
        kernel = privatize.apply(&kernel)?.kernel;
    }
    Ok(kernel)
}

/// Whether all uses of a temporary are in a loop, and no axis tells its iterations apart.
fn needs_axis(kernel: &Kernel, temp: &Name, iname: &Name) -> bool {
    let mut forms: Option<Vec<Option<Aff>>> = None;
    for statement in kernel.statements.values() {
        for access in accesses(kernel, statement).iter().filter(|access| access.variable == *temp) {
            if !statement.inames.contains(iname) {
                return false;
            }
            let own = access.index.iter().map(affine::to_aff);
            forms = Some(match forms {
                None => own.collect(),
                Some(all) => {
                    all.into_iter().zip(own).map(|(a, b)| a.filter(|a| b.as_ref() == Some(a))).collect()
                }
            });
        }
    }
    let tells = |form: &Aff| form.coefficient(iname) != 0;
    forms.is_some_and(|forms| !forms.iter().flatten().any(tells))
}

/// Gives all statements but the first in a loop a copy of it. All of its loops then.
fn distribute(kernel: &mut Kernel, iname: &Name) -> Result<Vec<Name>, Refusal> {
    let inside = users(kernel, std::slice::from_ref(iname));
    let ordered: Vec<Name> = kernel.statements.keys().filter(|id| inside.contains(*id)).cloned().collect();
    let mut all = vec![iname.clone()];
    for id in ordered.into_iter().skip(1) {
        let copy = new_name(kernel, None, iname.as_str())?;
        duplicate(kernel, &BTreeSet::from([id]), &[(iname.clone(), copy.clone())])?;
        all.push(copy);
    }
    Ok(all)
}

/// Tags a loop, and puts it inside of all others of its statement.
fn innermost(kernel: &mut Kernel, name: &Name, tag: Option<InameTag>) {
    if let Some(iname) = kernel.inames.get_mut(name) {
        iname.tag = tag;
    }
    for statement in kernel.statements.values_mut() {
        if let Some(at) = statement.inames.iter().position(|own| own == name) {
            let own = statement.inames.remove(at);
            statement.inames.push(own);
        }
    }
}
