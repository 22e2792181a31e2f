use crate::rewrite::{Change, InameCopy, change_statements, copy_loops, iname, reduced_inames, users};
use diag::Diagnostic;
use ir::{Domain, IndexMap, Kernel, Statement, fresh};
use pass::{Applied, InameName, PosInt, Refusal, Rewrite, Transform, with_reference};
use poly::{Aff, Constraint, ConstraintKind, Error, Name, Set};
use std::collections::{BTreeMap, BTreeSet};

/// What the names of loops and statements of the remainder end with.
const ENDING: &str = "_rest";

/// Gives the iterations of a loop that fill no block of a length statements and loops of their own.
///
/// Blocks are those that `split_iname(iname, length)` makes: each begins at a multiple of the length. The
/// loop keeps the iterations of full blocks, so that code within them, once it is split, needs no test for
/// the end. All statements in it are copied for the others, `s` as `s_rest`, in loops `i_rest`: each loop
/// around or within them has a copy, so that both may run in launches of their own, and be transformed apart.
/// `peel` leaves both in one loop nest.
///
/// Refused for a loop that has a tag or that reductions are over, where a barrier stands in the loop, and
/// where constants say that all iterations fill blocks, or none does.
///
/// ```lpir
/// # RUN: separate_remainder("i", 16)
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
///   domain [n] -> { [i] : 0 <= i and 16*floor(i/16) <= n - 16 }
///   domain [n] -> { [i_rest] : 0 <= i_rest < n and n - 15 <= 16*floor(i_rest/16) }
///   iname i
///   iname i_rest
///   s: a[i] = 2.0d*a[i]  in(i)
///   s_rest: a[i_rest] = 2.0d*a[i_rest]  in(i_rest) after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct SeparateRemainder {
    /// The loop.
    pub iname: InameName,
    /// Iterations of a block.
    pub length: PosInt,
}

impl Rewrite for SeparateRemainder {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let kernel = &with_reference(kernel);
        let selected = users(kernel, std::slice::from_ref(&self.iname.name));
        self.check(kernel, &selected)?;
        let (home, full, rest) = self.parts(kernel)?;
        let mut changed = kernel.clone();
        let copies = copy_statements(&mut changed, &selected);
        let pairs = copies_of_loops(kernel, &selected);
        copy_loops(&mut changed, &pairs)?;
        for (old, new) in &pairs {
            change_statements(&mut changed, &copies, &Change::rename(old, new))?;
        }
        let of_rest = pairs.iter().find(|(old, _)| *old == self.iname.name).map(|(_, new)| new);
        let at_rest = of_rest.and_then(|name| changed.home(name));
        let restrict = |kernel: &mut Kernel, home: Option<usize>, set: Set| -> Result<(), Error> {
            let Some(Domain { set: own, .. }) = home.and_then(|home| kernel.domains.get_mut(home)) else {
                return Ok(());
            };
            *own = own.intersect(&set)?;
            Ok(())
        };
        restrict(&mut changed, at_rest, rest.rename(&pairs_of_set(&rest, &pairs))?)?;
        restrict(&mut changed, Some(home), full)?;
        Ok(changed.into())
    }
}

impl SeparateRemainder {
    fn refuse(&self, message: String, help: &str) -> Refusal {
        let problem = Diagnostic::error("lp::remainder", message);
        problem.at_entity(None, self.iname.origin, "").help(help).into()
    }

    fn check(&self, kernel: &Kernel, selected: &BTreeSet<Name>) -> Result<(), Refusal> {
        let name = &self.iname.name;
        if iname(kernel, &self.iname)?.tag.is_some() {
            return Err(self
                .refuse(format!("`{name}` has a tag"), "separate the remainder before the loop is tagged"));
        }
        for id in selected {
            let Some(statement) = kernel.statements.get(id) else { continue };
            if reduced_inames(kernel, statement).contains(name) {
                let help = "`split_iname(.., slabs=(0, 1))` gives the last block code of its own";
                return Err(self.refuse(format!("`{id}` reduces over `{name}`"), help));
            }
            if statement.target().is_none() {
                let help = "place barriers behind this step";
                return Err(self.refuse(format!("the barrier `{id}` stands in `{name}`"), help));
            }
        }
        Ok(())
    }

    /// The domain that the loop is in, the part of it with full blocks, and the rest.
    fn parts(&self, kernel: &Kernel) -> Result<(usize, Set, Set), Refusal> {
        let name = &self.iname.name;
        let unclear =
            || self.refuse(format!("the bounds of `{name}` are no conjunction"), "split the loop instead");
        let home = kernel.home(name).ok_or_else(unclear)?;
        let set = kernel.domains.get(home).map(|domain| &domain.set).ok_or_else(unclear)?;
        let bounds = set.conjunction().ok_or_else(unclear)?;
        let mut ends = Vec::new();
        for bound in bounds.iter().filter(|bound| bound.aff.mentions(name)) {
            let is_end = !bound.aff.names().iter().any(|other| other != name && set.has_dim(other));
            ends.extend(is_end.then(|| self.in_block(bound)).transpose()?.flatten());
        }
        let full = set.add_constraints(&ends)?;
        let rest = set.subtract(&full)?.coalesce()?;
        for (part, what) in [(&rest, "all"), (&full, "no")] {
            if part.intersect(&kernel.assumptions)?.is_empty()? {
                let message = format!("{what} iterations of `{name}` fill blocks of {}", self.length.get());
                return Err(Refusal::empty(message).at_entity(None, self.iname.origin, "").into());
            }
        }
        if !rest.is_convex_piece()? {
            let help = "shift the loop, so that it begins at a multiple of the length";
            return Err(self.refuse(format!("`{name}` has iterations before and behind full blocks"), help));
        }
        Ok((home, full, rest))
    }

    /// A bound for the iteration of a block that is nearest to it; none for what bounds no end of the loop.
    fn in_block(&self, bound: &Constraint) -> Result<Option<Constraint>, Error> {
        let name = &self.iname.name;
        if bound.kind == ConstraintKind::Equality || bound.aff.mentions_in_floor(name) {
            return Ok(None);
        }
        let length = self.length.get();
        let first =
            Aff::dim(name).floor_div(length).and_then(|block| block.scale(length)).ok_or(Error::Overflow)?;
        let last = first.offset(length.saturating_sub(1)).ok_or(Error::Overflow)?;
        let nearest = if bound.aff.coefficient(name) > 0 { first } else { last };
        let aff = bound.aff.substitute(&BTreeMap::from([(name.clone(), nearest)])).ok_or(Error::Overflow)?;
        Ok(Some(Constraint { aff, ..bound.clone() }))
    }
}

/// Copies statements, behind the last of them and in their order; the names of the copies. What comes behind
/// an original comes behind its copy too. A copy comes behind all originals but those that wait for a
/// statement elsewhere which waits for its own one: these stand in a later loop.
fn copy_statements(kernel: &mut Kernel, selected: &BTreeSet<Name>) -> BTreeSet<Name> {
    let mut names: IndexMap<Name, Name> = IndexMap::default();
    for id in kernel.statements.keys().filter(|id| selected.contains(*id)) {
        let taken =
            |name: &str| kernel.statements.contains_key(name) || names.values().any(|new| **new == *name);
        names.insert(id.clone(), fresh(&format!("{id}{ENDING}"), taken));
    }
    let renamed = |id: &Name| names.get(id).unwrap_or(id).clone();
    let before = kernel.clone();
    let mut waiting: BTreeMap<&Name, Vec<&Name>> = BTreeMap::new();
    for (id, statement) in &before.statements {
        statement.after.iter().for_each(|before| waiting.entry(before).or_default().push(id));
    }
    let copy = |(old, new): (&Name, &Name)| {
        let mut copy = kernel.statements.get(old)?.clone();
        let later = behind_others(&waiting, selected, old);
        let originals = names.keys().filter(|other| !later.contains(*other)).cloned();
        copy.after = copy.after.iter().map(renamed).chain(originals).collect();
        Some((new.clone(), copy))
    };
    let copies: Vec<(Name, Statement)> = names.iter().filter_map(copy).collect();
    for (_, other) in kernel.statements.iter_mut().filter(|(id, _)| !selected.contains(*id)) {
        let behind: Vec<Name> = other.after.iter().filter_map(|id| names.get(id)).cloned().collect();
        other.after.extend(behind);
    }
    let last = names.keys().filter_map(|id| kernel.statements.get_index_of(id)).max();
    let first = last.map_or(0, |last| last.saturating_add(1));
    for (at, (id, copy)) in (first..).zip(copies) {
        kernel.statements.shift_insert(at, id, copy);
    }
    names.into_values().collect()
}

/// The selected statements that wait for one of them by way of a statement that is not selected, where these
/// statements wait for each.
fn behind_others<'k>(
    waiting: &BTreeMap<&'k Name, Vec<&'k Name>>,
    selected: &BTreeSet<Name>,
    id: &'k Name,
) -> BTreeSet<&'k Name> {
    let mut reached: BTreeSet<(&Name, bool)> = BTreeSet::new();
    let mut open = vec![(id, false)];
    while let Some((before, by_others)) = open.pop() {
        for next in waiting.get(before).into_iter().flatten() {
            let at = (*next, by_others || !selected.contains(*next));
            if reached.insert(at) {
                open.push(at);
            }
        }
    }
    let found = reached.into_iter().filter(|(other, by_others)| *by_others && selected.contains(*other));
    found.map(|(other, _)| other).collect()
}

/// All loops of statements, with names for their copies.
fn copies_of_loops(kernel: &Kernel, selected: &BTreeSet<Name>) -> Vec<InameCopy> {
    let statements = selected.iter().filter_map(|id| kernel.statements.get(id));
    let mut pairs: Vec<InameCopy> = Vec::new();
    for own in statements.flat_map(|own| own.inames.iter().cloned().chain(reduced_inames(kernel, own))) {
        if pairs.iter().any(|(old, _)| *old == own) {
            continue;
        }
        let taken = |name: &str| kernel.is_used(name) || pairs.iter().any(|(_, new)| **new == *name);
        pairs.push((own.clone(), fresh(&format!("{own}{ENDING}"), taken)));
    }
    pairs
}

/// The pairs of which a set has the first name.
fn pairs_of_set(set: &Set, pairs: &[InameCopy]) -> Vec<InameCopy> {
    pairs.iter().filter(|(old, _)| set.has_dim(old) || set.has_param(old)).cloned().collect()
}
