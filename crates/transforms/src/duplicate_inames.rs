use crate::rewrite::{check_axes, duplicate, inames, new_name, select_statements, set_tag, users};
use diag::{Diagnostic, Origin};
use ir::{InameTag, Kernel};
use pass::{Applied, InameName, NewName, Pairs, Refusal, Rewrite, Selector, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// Gives some statements loops of their own, with the bounds of the loops that they shared with others.
///
/// The copies have no tags unless given. Refused where loops inside the copied ones have bounds that depend
/// on them and are not copied too, and where the order of the statements in the shared loop mattered.
///
/// ```lpir
/// # RUN: duplicate_inames("i", "t")
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
///   t: b[i] = 1.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [i_0] : 0 <= i_0 < n }
///   iname i
///   iname i_0
///   s: a[i] = 0.0d  in(i)
///   t: b[i_0] = 1.0d  in(i_0)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct DuplicateInames {
    /// Loops to copy.
    pub inames: Vec<InameName>,
    /// The statements that get the copies.
    pub within: Selector,
    /// Names of the copies, in the order of the loops.
    #[arg(default = None)]
    pub new_inames: Option<Vec<NewName>>,
    /// What is added to the names of the loops to name the copies.
    #[arg(default = None)]
    pub suffix: Option<String>,
    /// Tags of the copies, by the names of the loops that they copy.
    #[arg(default = "{}")]
    pub tags: Pairs<InameName, InameTag>,
}

impl Rewrite for DuplicateInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let old = inames(kernel, &self.inames)?;
        let within = select_statements(kernel, Some(&self.within))?;
        let selected: BTreeSet<Name> = users(kernel, &old).intersection(&within).cloned().collect();
        if selected.is_empty() {
            let problem = Refusal::empty("no statement that this matches uses these inames");
            return Err(problem.at_entity(None, self.within.text.origin, "").into());
        }
        let new = self.new_names(kernel, &old)?;
        let pairs: Vec<(Name, Name)> = old.into_iter().zip(new).collect();
        let mut changed = kernel.clone();
        duplicate(&mut changed, &selected, &pairs)?;
        for (name, tag) in &self.tags.0 {
            match pairs.iter().find(|(old, _)| *old == name.name) {
                Some((_, new)) => set_tag(&mut changed, new, *tag)?,
                None => {
                    let message = format!("iname `{}` is not among the loops to copy", name.name);
                    let problem = Diagnostic::error("lp::call::argument", message);
                    return Err(problem.at_entity(None, name.origin, "").into());
                }
            }
        }
        check_axes(&changed)?;
        Ok(changed.into())
    }
}

impl DuplicateInames {
    fn new_names(&self, kernel: &Kernel, old: &[Name]) -> Result<Vec<Name>, Diagnostic> {
        let mut names: Vec<Name> = Vec::new();
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if let Some(suffix) = self.suffix.as_ref().filter(|suffix| !suffix.chars().all(fits)) {
            let message = format!("`{suffix}` cannot end a name");
            return Err(
                Diagnostic::error("lp::call::argument", message).help("use ASCII letters, digits and `_`")
            );
        }
        if let Some(given) = &self.new_inames
            && given.len() != old.len()
        {
            let origin = given.first().map_or_else(Origin::default, |name| name.origin);
            let message = format!("{} names are given for {} loops", given.len(), old.len());
            return Err(Diagnostic::error("lp::call::argument", message).at_entity(None, origin, ""));
        }
        for (at, old) in old.iter().enumerate() {
            let asked = self.new_inames.as_ref().and_then(|given| given.get(at));
            let base = format!("{old}{}", self.suffix.as_deref().unwrap_or_default());
            let name = new_name(kernel, asked, &base)?;
            if names.contains(&name) {
                let message = format!("two copies would be named `{name}`");
                let origin = asked.map(|name| name.origin).unwrap_or_default();
                return Err(Diagnostic::error("lp::name::taken", message).at_entity(None, origin, ""));
            }
            names.push(name);
        }
        Ok(names)
    }
}
