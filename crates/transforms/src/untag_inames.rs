use crate::rewrite::matching_inames;
use ir::{InameTag, Kernel, Name};
use pass::{Applied, FromArg, Mismatch, Refusal, Rewrite, Text, Transform, Value};

/// Removes the tags of loops, which are then plain sequential loops. Words by which their users find them
/// stay unless asked for.
///
/// ```lpir
/// # RUN: untag_inames("i")
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
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct UntagInames {
    /// Loops; names may hold `*` and `?`.
    pub inames: Vec<Text>,
    /// Only tags of this kind: `g`, `l`, `unr`, `ilp`, `vec`, `mma` or `for`; or a word, `$element`.
    #[arg(default = None)]
    pub tag_type: Option<TagType>,
}

/// A kind of tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TagType {
    /// `g.N`
    Group,
    /// `l.N` and `l.auto`
    Local,
    /// `unr` and `unr_hint`
    Unroll,
    /// `ilp` and `ilp.seq`
    Ilp,
    /// `vec`
    Vector,
    /// `mma`
    Matrix,
    /// `for`
    For,
    /// `$element`, a word
    Word(Name),
}

impl TagType {
    fn holds(&self, tag: InameTag) -> bool {
        match self {
            TagType::Group => matches!(tag, InameTag::Group(_)),
            TagType::Local => matches!(tag, InameTag::Local(_) | InameTag::LocalAuto),
            TagType::Unroll => matches!(tag, InameTag::Unroll | InameTag::UnrollHint),
            TagType::Ilp => matches!(tag, InameTag::IlpUnroll | InameTag::IlpSequential),
            TagType::Vector => tag == InameTag::Vector,
            TagType::Matrix => tag == InameTag::Matrix,
            TagType::For => tag == InameTag::For,
            TagType::Word(_) => false,
        }
    }
}

impl FromArg for TagType {
    const KIND: &'static str = "tag kind";
    const PLURAL: &'static str = "tag kinds";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        if let Some(word) = text.trim().strip_prefix('$') {
            return Ok(TagType::Word(Name::from(word)));
        }
        match text.split('.').next().unwrap_or_default().trim() {
            "g" => Ok(TagType::Group),
            "l" => Ok(TagType::Local),
            "unr" | "unr_hint" => Ok(TagType::Unroll),
            "ilp" => Ok(TagType::Ilp),
            "vec" => Ok(TagType::Vector),
            "mma" => Ok(TagType::Matrix),
            "for" => Ok(TagType::For),
            other => Err(Mismatch::new(format!("no kind of tags is named `{other}`"), value)
                .help("the kinds are `g`, `l`, `unr`, `ilp`, `vec`, `mma` and `for`; words begin with `$`")),
        }
    }

    fn to_value(&self) -> Value {
        Value::str(match self {
            TagType::Word(word) => return Value::str(format!("${word}")),
            TagType::Group => "g",
            TagType::Local => "l",
            TagType::Unroll => "unr",
            TagType::Ilp => "ilp",
            TagType::Vector => "vec",
            TagType::Matrix => "mma",
            TagType::For => "for",
        })
    }
}

impl Rewrite for UntagInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        for pattern in &self.inames {
            for name in matching_inames(kernel, pattern)? {
                let Some(iname) = changed.inames.get_mut(&name) else { continue };
                if let Some(TagType::Word(gone)) = &self.tag_type {
                    iname.words.retain(|word| word != gone);
                }
                if iname.tag.is_some_and(|tag| self.tag_type.as_ref().is_none_or(|kind| kind.holds(tag))) {
                    iname.tag = None;
                }
            }
        }
        Ok(changed.into())
    }
}
