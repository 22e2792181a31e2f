//! One loop that becomes an outer and an inner one.

use super::{Change, change_loops, change_statements, focus, new_name, set_tag, users};
use diag::Diagnostic;
use ir::{Iname, InameTag, Kernel};
use pass::{InameName, NewName, Refusal, Selector};
use poly::{Error, Name};

/// Which loop, in which statements, and what its two parts are to be; the outer one first.
pub(crate) struct LoopSplit<'a> {
    pub(crate) iname: &'a InameName,
    /// `i_outer` and `i_inner` unless given.
    pub(crate) names: [Option<&'a NewName>; 2],
    pub(crate) tags: [Option<InameTag>; 2],
    pub(crate) within: Option<&'a Selector>,
}

impl LoopSplit<'_> {
    /// The names of both loops.
    pub(crate) fn names(&self, kernel: &Kernel) -> Result<[Name; 2], Diagnostic> {
        let [outer, inner] = self.names;
        let [first, second] = [(outer, "outer"), (inner, "inner")]
            .map(|(given, part)| new_name(kernel, given, &format!("{}_{part}", self.iname.name)));
        let (first, second) = (first?, second?);
        if first == second {
            let origin = inner.or(outer).map(|name| name.origin).unwrap_or_default();
            let message = format!("both loops would be named `{first}`");
            return Err(Diagnostic::error("lp::name::taken", message).at_entity(None, origin, ""));
        }
        Ok([first, second])
    }

    /// Puts two loops `like` this into the place of the one, and tags them.
    pub(crate) fn replace(
        &self,
        kernel: &mut Kernel,
        names: [&Name; 2],
        like: &Iname,
        change: &dyn Fn(&Name) -> Option<Change>,
    ) -> Result<(), Refusal> {
        for old in focus(kernel, std::slice::from_ref(&self.iname.name), self.within)? {
            let change = change(&old).ok_or(Error::Overflow)?;
            let selected = users(kernel, std::slice::from_ref(&old));
            change_statements(kernel, &selected, &change)?;
            change_loops(kernel, &change, &names.map(|name| (name.clone(), like.clone())))?;
        }
        for (name, tag) in names.into_iter().zip(self.tags) {
            let Some(tag) = tag else { continue };
            kernel.inames.entry(name.clone()).and_modify(|iname| iname.tag = None);
            set_tag(kernel, name, tag)?;
        }
        Ok(())
    }
}
