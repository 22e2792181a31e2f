use crate::{MapDomain, RenameIname};
use diag::{Diagnostic, Origin};
use ir::Kernel;
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Text, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// Replaces loops by others that equations relate to them: `map_domain` in other words.
///
/// Each equation is affine in old and new inames. Other loops may stand in equations and stay as they are.
///
/// ```lpir
/// # RUN: affine_map_inames("i", "k", "k + 1 = i")
/// lpir 1
///
/// kernel @shift {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 1 <= i < n }
///   iname i
///   s: a[i] = 2.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @shift {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [k] : 0 <= k <= n - 2 }
///   iname k
///   s: a[k + 1] = 2.0d  in(k)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct AffineMapInames {
    /// Loops to replace.
    pub old_inames: Vec<InameName>,
    /// Loops that take their place.
    pub new_inames: Vec<NewName>,
    /// What holds of both, such as `"k + 1 = i"`.
    pub equations: Vec<Text>,
}

impl Rewrite for AffineMapInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let equations: Vec<&str> = self.equations.iter().map(|text| text.trim()).collect();
        if self.old_inames.is_empty() || self.new_inames.is_empty() || equations.is_empty() {
            let message = "it takes old inames, new inames, and equations that relate them";
            return Err(Diagnostic::error("lp::call::argument", message).into());
        }
        let others = self.others(kernel, &equations.join(" "));
        let old: Vec<&Name> = self.old_inames.iter().map(|name| &name.name).collect();
        let new: Vec<&Name> = self.new_inames.iter().map(|name| &name.name).collect();
        let from = names(old.iter().copied().chain(others.iter().map(|other| &other.iname)));
        let to = names(new.iter().copied().chain(others.iter().map(|other| &other.meanwhile)));
        let kept = others.iter().map(|Other { iname, meanwhile }| format!("{meanwhile} = {iname}"));
        let all: Vec<String> = equations.iter().map(|text| (*text).to_owned()).chain(kept).collect();
        let text = format!("{{ [{from}] -> [{to}] : {} }}", all.join(" and "));
        let origin = self.equations.first().map_or_else(Origin::default, |first| first.origin);
        let mut applied = MapDomain { map: Text { text, origin } }.apply(kernel)?;
        for Other { iname, meanwhile } in others {
            let back = RenameIname {
                old_iname: InameName { name: meanwhile, origin },
                new_iname: NewName { name: iname, origin },
                within: None,
                existing_ok: false,
            };
            applied.kernel = back.apply(&applied.kernel)?.kernel;
        }
        Ok(applied)
    }
}

/// A loop that equations name and that stays.
struct Other {
    iname: Name,
    /// Its name between the map, which has to give all loops new ones, and the end.
    meanwhile: Name,
}

impl AffineMapInames {
    fn others(&self, kernel: &Kernel, equations: &str) -> Vec<Other> {
        let words = equations.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let is_listed = |word: &str| {
            self.old_inames.iter().any(|name| *name.name == *word)
                || self.new_inames.iter().any(|name| *name.name == *word)
        };
        let words: BTreeSet<&str> = words.filter(|word| !is_listed(word)).collect();
        let loops = words.into_iter().filter(|word| kernel.inames.contains_key(*word));
        loops.map(|word| Other { iname: Name::from(word), meanwhile: kernel.fresh_name(word) }).collect()
    }
}

fn names<'n>(all: impl Iterator<Item = &'n Name>) -> String {
    all.map(Name::as_str).collect::<Vec<_>>().join(", ")
}
