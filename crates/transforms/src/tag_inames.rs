use crate::rewrite::{check_axes, matching_inames, set_tag};
use ir::{Iname, Kernel, Name};
use pass::{Applied, InameMark, InameMarks, Pairs, Refusal, Rewrite, Text, Transform};

/// Says how loops are realised: as axes of the launch (`g.0`, `l.0`), unrolled (`unr`), as vectors (`vec`),
/// by matrix units (`mma`), or as plain loops (`for`).
///
/// A loop tagged `vec` gives each statement in it a loop of its own, like `ilp`. In OpenCL that is one
/// assignment of vectors, if it has 2, 4, 8 or 16 iterations, they use neighbours in memory, none uses what
/// another one writes, and the value is made by arithmetic, conversions, `abs`, `ceil`, `floor`, `fma`,
/// `max`, `min`, `sqrt` and operations on bits. Else it is written out, and `lptranslate` says why.
/// Iterations that a condition tells apart are a vector where it holds for all, and written out beside it;
/// `assume` that the loop divides, or `slabs=(0, 1)`, spares that. Vectors are loaded and stored as such
/// where their first element is known to lie at a multiple of their length, `assume("n mod 4 = 0")`, else by
/// `vload4` and `vstore4`; buffers must then begin at multiples of 128 bytes, as those of OpenCL do, which
/// the launch description says (`buffer_alignment`). Private arrays whose last axis only such loops and
/// numbers reach are vectors.
///
/// A loop tagged `mma` runs as one without a tag, except that NVIDIA's GPUs from compute capability 9.0 on
/// compute it by their matrix units where it has 4, 8 or 16 iterations, each of which adds a product `a*b` of
/// doubles to a private variable; other devices run the plain loop from the same code. The unit takes tiles
/// of 16 rows by 8 columns, of which each of 32 work items, the lanes of a warp, has four:
/// `split_iname("i", 8)` of 16 rows, the outer part tagged `ilp`, and `split_iname("j", 2)` of 8 columns, the
/// inner part tagged `ilp`, leave loops of 8 and 4, which
/// `join_inames("i_inner, j_outer", "lane", tag="l.0")` makes one. Further loops tagged `ilp` are further
/// tiles. One factor may depend on `lane // 4` and the first of the two `ilp` loops, the other one on
/// `lane % 4` and the second; both lie in local or global memory, and what is the same in all lanes may stand
/// beside them. Sums are rounded in another order, so the kernel must say `reassociate`. All lanes must come
/// to the loop together. Where something is missing, the loop stays as it is, and `lptranslate` says what.
///
/// Names may hold `*` and `?`. A tag such as `$element` is a word of the user's, of which a loop may have
/// many; it changes nothing, and stands for the loops that have it wherever a pattern of inames is asked for.
/// Refused where an iname has another tag already that says how it is realised, and where two inames of one
/// statement would run along the same axis.
///
/// ```lpir
/// # RUN: tag_inames({"i": "g.0"})
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i : g.0
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames", alias = "tag_iname")]
pub struct TagInames {
    /// Inames and their tags: `{"i": "g.0", "j": ["l.0", "$element"]}`, a list of pairs, or
    /// `"i: g.0, j: l.0"`.
    pub tags: Pairs<Text, InameMarks>,
    /// Whether names that no loop has are passed over.
    #[arg(default = false)]
    pub ignore_nonexistent: bool,
    /// Whether a new tag takes the place of another one.
    #[arg(default = false)]
    pub force: bool,
}

impl Rewrite for TagInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        let mut problems = Vec::new();
        for (pattern, InameMarks(marks)) in &self.tags.0 {
            let names = match matching_inames(kernel, pattern) {
                Ok(names) => names,
                Err(_) if self.ignore_nonexistent => continue,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            for (name, mark) in names.iter().flat_map(|name| marks.iter().map(move |mark| (name, mark))) {
                let tag = match mark {
                    InameMark::Realised(tag) => *tag,
                    InameMark::Word(word) => {
                        add_word(&mut changed, name, word);
                        continue;
                    }
                };
                if let Some(iname) = changed.inames.get_mut(name).filter(|_| self.force) {
                    iname.tag = None;
                }
                let result = set_tag(&mut changed, name, tag);
                problems.extend(
                    result.err().map(|problem| problem.at_entity(None, pattern.origin, "asked for here")),
                );
            }
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        check_axes(&changed)?;
        Ok(changed.into())
    }
}

fn add_word(kernel: &mut Kernel, name: &Name, word: &Name) {
    if let Some(Iname { words, .. }) = kernel.inames.get_mut(name)
        && !words.contains(word)
    {
        words.push(word.clone());
    }
}
