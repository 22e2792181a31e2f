use crate::rewrite::{check_axes, matching_inames, note_on_vectors, set_tag};
use ir::{InameTag, Kernel};
use pass::{Applied, Pairs, Refusal, Rewrite, Text, Transform};

/// Says how loops are realised: as axes of the launch (`g.0`, `l.0`), unrolled (`unr`), or as plain loops (`for`).
///
/// Names may hold `*` and `?`. Refused where an iname has another tag already, and where two inames of one statement
/// would run along the same axis.
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
///   s: a[i] = 0.0  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames", alias = "tag_iname")]
pub struct TagInames {
    /// Inames and their tags: `{"i": "g.0"}`, a list of pairs, or `"i: g.0, j: l.0"`.
    pub tags: Pairs<Text, InameTag>,
}

impl Rewrite for TagInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        let (mut problems, mut warnings) = (Vec::new(), Vec::new());
        for (pattern, tag) in &self.tags.0 {
            let names = match matching_inames(kernel, pattern) {
                Ok(names) => names,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            for name in names {
                let note = note_on_vectors(&name, *tag);
                warnings.extend(note.map(|note| note.at_entity(None, pattern.origin, "")));
                let result = set_tag(&mut changed, &name, *tag);
                problems.extend(
                    result.err().map(|problem| problem.at_entity(None, pattern.origin, "asked for here")),
                );
            }
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        check_axes(&changed)?;
        Ok(Applied { warnings, ..changed.into() })
    }
}
