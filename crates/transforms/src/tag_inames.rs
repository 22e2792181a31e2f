use crate::rewrite::{check_axes, matching_inames, note_on_vectors, set_tag};
use ir::{Iname, Kernel, Name};
use pass::{Applied, InameMark, InameMarks, Pairs, Refusal, Rewrite, Text, Transform};

/// Says how loops are realised: as axes of the launch (`g.0`, `l.0`), unrolled (`unr`), or as plain loops (`for`).
///
/// Names may hold `*` and `?`. A tag such as `$element` is a word of the user's, of which a loop may have many; it changes
/// nothing, and stands for the loops that have it wherever a pattern of inames is asked for. Refused where an iname has
/// another tag already that says how it is realised, and where two inames of one statement would run along the same axis.
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
    /// Inames and their tags: `{"i": "g.0", "j": ["l.0", "$element"]}`, a list of pairs, or `"i: g.0, j: l.0"`.
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
        let (mut problems, mut warnings) = (Vec::new(), Vec::new());
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
                let note = note_on_vectors(name, tag);
                warnings.extend(note.map(|note| note.at_entity(None, pattern.origin, "")));
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
        Ok(Applied { warnings, ..changed.into() })
    }
}

fn add_word(kernel: &mut Kernel, name: &Name, word: &Name) {
    if let Some(Iname { words, .. }) = kernel.inames.get_mut(name)
        && !words.contains(word)
    {
        words.push(word.clone());
    }
}
