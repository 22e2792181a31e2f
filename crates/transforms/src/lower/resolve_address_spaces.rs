//! Which memory a temporary lies in, where nobody said.

use super::{describe, outliving, sharing};
use diag::Diagnostic;
use ir::{AddressSpace, InameTag, Kernel, LValue, Statement, walk};
use pass::{Applied, Refusal, Rewrite, Transform};
use poly::Name;

/// Puts temporaries without an address space into the narrowest memory that serves the loops that write them.
///
/// A temporary of which each work item of a group writes another element is local; one of which each group
/// writes another element is global; any other is private to the work item. Where no launch can hold it,
/// since its extents are no numbers, it takes more than 64 KiB, or its values pass from one launch to
/// another, it is global, with an element for each work item and group that has a copy.
///
/// ```lpir
/// # RUN: resolve_address_spaces()
/// lpir 1
///
/// kernel @shift {
///   arg a : f64[16] inout
///   temp t : f64[16] layout(c) auto
///   domain { [i] : 0 <= i <= 15 }
///   iname i : l.0
///   fetch: t[i] = a[i]  in(i)
///   s: a[i] = t[15 - i]  in(i) after(fetch)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @shift {
///   arg a : f64[16] inout
///   temp t : f64[16] local
///   domain { [i] : 0 <= i <= 15 }
///   iname i : l.0
///   fetch: t[i] = a[i]  in(i)
///   s: a[i] = t[15 - i]  in(i) after(fetch)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct ResolveAddressSpaces {}

impl Rewrite for ResolveAddressSpaces {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(resolve_address_spaces(kernel)?.into())
    }
}

/// Gives every temporary an address space.
///
/// # Errors
/// Where the statements that write a temporary call for different ones.
pub fn resolve_address_spaces(kernel: &Kernel) -> Result<Kernel, Refusal> {
    outliving::resolve(kernel, &narrowest)
}

/// The narrowest memory that serves the loops that write each temporary.
fn narrowest(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    let mut problems = Vec::new();
    let writers = kernel.writers();
    for (name, temp) in changed.temps.iter_mut().filter(|(_, temp)| temp.space.is_none()) {
        let own = writers.get(name).into_iter().flatten();
        let mut spaces = own.filter_map(|(id, s)| Some((*id, space(kernel, s, s.target()?))));
        let first = spaces.next();
        temp.space = Some(first.map_or(AddressSpace::Private, |(_, space)| space));
        if let Some((other, (first, space))) = spaces.find(|(_, space)| Some(*space) != temp.space).zip(first)
        {
            problems.push(disagreement(kernel, name, [(first, space), other]));
        }
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    sharing::check(&changed)?;
    Ok(changed)
}

/// The memory that one statement's writes call for.
fn space(kernel: &Kernel, statement: &Statement, target: &LValue) -> AddressSpace {
    let tag = |iname: &Name| kernel.inames.get(iname).and_then(|declared| declared.tag);
    // All loops of the kind, and whether each of them selects the element.
    let covered = |is_kind: fn(InameTag) -> bool| {
        let mut loops = statement.inames.iter().filter(|iname| tag(iname).is_some_and(is_kind)).peekable();
        loops.peek().is_some() && loops.all(|i| target.index().iter().any(|index| walk::mentions(index, i)))
    };
    if covered(|tag| matches!(tag, InameTag::Group(_))) {
        AddressSpace::Global
    } else if covered(|tag| matches!(tag, InameTag::Local(_) | InameTag::LocalAuto)) {
        AddressSpace::Local
    } else {
        AddressSpace::Private
    }
}

fn disagreement(kernel: &Kernel, name: &Name, writers: [(&Name, AddressSpace); 2]) -> Diagnostic {
    let [(first, space), (second, other)] = writers;
    let message = format!("the temporary `{name}` is written as {space} memory and as {other} memory");
    let error = Diagnostic::error("lp::lower::address-space", message);
    let error =
        describe::at_statement(error, kernel, first, format!("`{first}` writes it as {space} memory"));
    describe::at_statement(error, kernel, second, format!("`{second}` writes it as {other} memory"))
        .help(format!("say which it is: `set_temporary_address_space(\"{name}\", \"local\")`"))
}
