use crate::rewrite::{Change, LoopSplit, check_axes, iname, require_untagged};
use diag::Diagnostic;
use ir::{InameTag, Kernel};
use pass::{Applied, InameName, NewName, PosInt, Refusal, Rewrite, Selector, Transform};
use poly::{Aff, Constraint, Name};
use std::collections::BTreeMap;

/// Splits a loop into an outer loop over blocks and an inner loop of a fixed number of iterations.
///
/// The iname `i` becomes `i_inner + 16*i_outer` wherever it stands, in reductions too. Where the length does
/// not divide the number of iterations, the last block is cut short by a condition, unless an assumption
/// rules that out. Refused where the loop has a parallel or unrolling tag, and where slabs would be cut off
/// the work items of a group.
///
/// ```lpir
/// # RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 2.0*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 15 and i_inner + 16*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: a[i_inner + 16*i_outer] = 2.0d*a[i_inner + 16*i_outer]  in(i_outer, i_inner)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct SplitIname {
    /// Loop to split.
    pub iname: InameName,
    /// Iterations of the inner loop.
    pub inner_length: PosInt,
    /// Name of the outer loop; `i_outer` unless given.
    #[arg(default = None)]
    pub outer_iname: Option<NewName>,
    /// Name of the inner loop; `i_inner` unless given.
    #[arg(default = None)]
    pub inner_iname: Option<NewName>,
    /// Tag of the outer loop.
    #[arg(default = None)]
    pub outer_tag: Option<InameTag>,
    /// Tag of the inner loop.
    #[arg(default = None)]
    pub inner_tag: Option<InameTag>,
    /// How many first and last blocks get code of their own, so that the code between them needs no
    /// conditions.
    #[arg(default = "(0, 0)")]
    pub slabs: (u32, u32),
    /// Only in the statements that this matches; the others keep the loop as it is.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for SplitIname {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let iname = iname(kernel, &self.iname)?;
        require_untagged(&self.iname, iname, "split")?;
        let loops = LoopSplit {
            iname: &self.iname,
            names: [self.outer_iname.as_ref(), self.inner_iname.as_ref()],
            tags: [self.outer_tag, self.inner_tag],
            within: self.within.as_ref(),
        };
        let [outer, inner] = loops.names(kernel)?;
        let mut changed = kernel.clone();
        let change = |old: &Name| self.change(old, &outer, &inner);
        loops.replace(&mut changed, [&outer, &inner], iname, &change)?;
        let lost = kernel.slabs.contains_key(&self.iname.name).then(|| self.lost_slabs());
        if self.slabs != (0, 0) {
            changed.slabs.insert(outer, self.slabs);
        }
        check_axes(&changed)?;
        Ok(Applied { warnings: lost.into_iter().collect(), ..changed.into() })
    }
}

impl SplitIname {
    /// The split into blocks with the usual names, of which the inner loop gets a tag.
    pub(crate) fn with_inner_tag(
        iname: InameName,
        inner_length: PosInt,
        inner_tag: Option<InameTag>,
    ) -> Self {
        SplitIname {
            iname,
            inner_length,
            outer_iname: None,
            inner_iname: None,
            outer_tag: None,
            inner_tag,
            slabs: (0, 0),
            within: None,
        }
    }

    fn lost_slabs(&self) -> Diagnostic {
        let message =
            format!("the slabs of `{}` are gone: they were counted in its iterations", self.iname.name);
        Diagnostic::warning("lp::split::slabs", message)
            .at_entity(None, self.iname.origin, "")
            .help("give slabs to this step")
    }

    /// `i = inner + length*outer` with `0 <= inner < length`.
    fn change(&self, old: &Name, outer: &Name, inner: &Name) -> Option<Change> {
        let length = self.inner_length.get();
        let within_block = Aff::dim(inner);
        let value = within_block.add_scaled(&Aff::dim(outer), length)?;
        let bounds = vec![
            Constraint::ge(&within_block, &Aff::constant(0))?,
            Constraint::lt(&within_block, &Aff::constant(length))?,
        ];
        let values = BTreeMap::from([(old.clone(), value)]);
        Some(Change { old: vec![old.clone()], new: vec![outer.clone(), inner.clone()], values, bounds })
    }
}
