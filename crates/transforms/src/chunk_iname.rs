use crate::rewrite::{Change, LoopSplit, check_axes, constant_ends, iname, require_untagged};
use diag::Diagnostic;
use ir::{Iname, InameTag, Kernel};
use pass::{Applied, InameName, NewName, PosInt, Refusal, Rewrite, Selector, Transform};
use poly::{Aff, Constraint, Name};
use std::collections::BTreeMap;

/// Splits a loop into an outer loop of a fixed number of iterations and an inner loop over a chunk for each.
///
/// Chunks differ by one iteration at most. Refused where the length of the loop is not a constant: the place
/// of a chunk would be the product of two unknown numbers. `split_iname` with a constant, such as
/// `(greatest length)/chunks`, shares such a loop too.
///
/// ```lpir
/// # RUN: chunk_iname("i", 3, outer_tag="g.0")
/// lpir 1
///
/// kernel @scale {
///   arg a : f64[100] inout
///   domain { [i] : 0 <= i < 100 }
///   iname i
///   s: a[i] = 2.0*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg a : f64[100] inout
///   domain { [i_outer, i_inner] : 3*i_inner - 97 <= i_outer <= 2 and 0 <= i_outer and 0 <= i_inner }
///   iname i_outer : g.0
///   iname i_inner
///   s: a[i_inner + 33*i_outer + i_outer // 3] = 2.0d*a[i_inner + 33*i_outer + i_outer // 3]  in(i_outer, i_inner)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct ChunkIname {
    /// Loop to split.
    pub iname: InameName,
    /// Iterations of the outer loop.
    pub num_chunks: PosInt,
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
    /// Only in the statements that this matches; the others keep the loop as it is.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for ChunkIname {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let tagged = iname(kernel, &self.iname)?;
        require_untagged(&self.iname, tagged, "cut into chunks")?;
        let loops = LoopSplit {
            iname: &self.iname,
            names: [self.outer_iname.as_ref(), self.inner_iname.as_ref()],
            tags: [self.outer_tag, self.inner_tag],
            within: self.within.as_ref(),
        };
        let [outer, inner] = loops.names(kernel)?;
        let (least, count) = self.range(kernel)?;
        let mut changed = kernel.clone();
        changed.slabs.shift_remove(&self.iname.name);
        let change = |old: &Name| self.change(old, &outer, &inner, least, count);
        loops.replace(&mut changed, [&outer, &inner], &Iname::default(), &change)?;
        check_axes(&changed)?;
        Ok(changed.into())
    }
}

impl ChunkIname {
    /// The least value of the loop and how many values there are.
    fn range(&self, kernel: &Kernel) -> Result<(i64, i64), Refusal> {
        let Some((least, greatest)) = constant_ends(kernel, &self.iname.name)? else {
            let message = format!("no constants enclose the bounds of loop `{}`", self.iname.name);
            let problem = Diagnostic::error("lp::chunk::unbounded", message);
            let problem = problem.at_entity(None, self.iname.origin, "");
            return Err(problem
                .help("give parameters values, `fix_parameters`, or split it into blocks of fixed length, `split_iname`")
                .into());
        };
        let count = greatest.checked_sub(least).and_then(|span| span.checked_add(1));
        Ok((least, count.ok_or(poly::Error::Overflow)?))
    }

    /// `i = least + start(outer) + inner`, where chunk `outer` of `chunks` starts at `outer*count // chunks`.
    fn change(&self, old: &Name, outer: &Name, inner: &Name, least: i64, count: i64) -> Option<Change> {
        let chunks = self.num_chunks.get();
        let start = |chunk: &Aff| match count.checked_rem(chunks)? {
            0 => chunk.scale(count.checked_div(chunks)?),
            _ => chunk.scale(count)?.floor_div(chunks),
        };
        let (chunk, within) = (Aff::dim(outer), Aff::dim(inner));
        let place = start(&chunk)?.add(&within)?;
        let zero = Aff::constant(0);
        let bounds = vec![
            Constraint::ge(&chunk, &zero)?,
            Constraint::lt(&chunk, &Aff::constant(chunks))?,
            Constraint::ge(&within, &zero)?,
            Constraint::lt(&place, &start(&chunk.offset(1)?)?)?,
        ];
        let values = BTreeMap::from([(old.clone(), place.offset(least)?)]);
        Some(Change { old: vec![old.clone()], new: vec![outer.clone(), inner.clone()], values, bounds })
    }
}
