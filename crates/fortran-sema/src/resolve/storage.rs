//! Memory that arguments do not show: common blocks, and local variables that keep their value between calls.
//!
//! A variable of a common block is known by its place in the block, so that routines may call it as they
//! like; one that keeps its value is known by its routine. Both are arguments of a kernel that uses them.

use super::symbols::Meaning;
use super::{ARRAY, CONSTANT, Resolver, place};
use crate::hir::liveness;
use crate::hir::{self, Home, Node, NodeKind, Variable};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{CommonBlock, Ident, Target, Unit};
use ir::{Expr, Scalar, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What declarations say of memory.
#[derive(Debug, Default)]
pub(super) struct Storage {
    commons: Vec<CommonBlock>,
    /// Whether all local variables keep their values.
    pub(super) saves_all: bool,
    /// Sets of variables that share memory.
    pub(super) together: Vec<Vec<Target>>,
    /// Variables that do, each with its first value if it has one.
    pub(super) saved: Vec<(Name, Option<String>)>,
    /// First values of elements of arrays that do.
    pub(super) elements: BTreeMap<Name, Vec<(Vec<i64>, Expr)>>,
}

impl Storage {
    /// Other names for memory that a variable has, also by way of others.
    pub(super) fn sharing(&self, variable: &Name) -> BTreeSet<Name> {
        let names = |set: &Vec<Target>| set.iter().map(|target| target.name.name.clone()).collect();
        let sets: Vec<BTreeSet<Name>> = self.together.iter().map(names).collect();
        let mut names = sharing(BTreeSet::from([variable.clone()]), &sets);
        names.remove(variable);
        names
    }
}

/// Names, and those that share memory with any of them, also by way of others, where these sets do.
pub(crate) fn sharing(mut names: BTreeSet<Name>, sets: &[BTreeSet<Name>]) -> BTreeSet<Name> {
    let mut count = 0;
    while names.len() > count {
        count = names.len();
        for set in sets {
            if !set.is_disjoint(&names) {
                names.extend(set.iter().cloned());
            }
        }
    }
    names
}

impl Resolver<'_> {
    pub(super) fn common(&mut self, blocks: &[CommonBlock]) {
        for block in blocks {
            for member in &block.members {
                self.symbols.entry(&member.name);
                self.declare_extents(&member.name, member.extents.as_ref());
            }
            self.storage.commons.push(block.clone());
        }
    }

    pub(super) fn save(&mut self, names: &[Ident], all: bool) {
        self.storage.saves_all |= all;
        let saved = &mut self.storage.saved;
        for Ident { name, .. } in names {
            // What it is at first may be known already.
            if saved.iter().all(|(known, _)| known != name) {
                saved.push((name.clone(), None));
            }
        }
    }

    /// Gives the variables of common blocks their places, now that their types are known. They lie one behind
    /// the other, each at a multiple of its size, as gfortran has them.
    pub(super) fn places(&mut self) {
        let mut ends: Vec<(Name, i64)> = Vec::new();
        for block in std::mem::take(&mut self.storage.commons) {
            let mut end = ends.iter().rev().find(|(of, _)| *of == block.name).map_or(0, |(_, end)| *end);
            for member in &block.members {
                let name = &member.name;
                let Some(count) = self.elements(name) else { break };
                let (unit, size) = self.sizes(&name.name);
                let symbol = self.symbols.entry(name);
                let length = if symbol.is_character { symbol.length.unwrap_or(1) } else { 1 };
                let offset = end + (unit - end % unit) % unit;
                end = offset + size * count * i64::try_from(length).unwrap_or(1);
                if matches!(symbol.meaning, Meaning::Constant(_)) || symbol.table.is_some() {
                    let message = format!("`{}` of a common block gets its first value here", name.name);
                    let error = Diagnostic::error(CONSTANT, message).at(name.span, "");
                    symbol.meaning = Meaning::Broken;
                    self.found.push(error.help("give it in a `block data` unit"));
                    continue;
                }
                symbol.home = Some(Home::common(&block.name, offset));
            }
            ends.push((block.name, end));
        }
    }

    /// Bytes at multiples of which a variable lies, and bytes of one element.
    fn sizes(&self, name: &Name) -> (i64, i64) {
        let bytes = i64::try_from(self.symbols.bytes_of(name)).unwrap_or(1).max(1);
        let parts = if self.symbols.type_of(name).is_complex() { 2 } else { 1 };
        (bytes / parts, bytes)
    }

    /// The number of elements of a variable of a common block.
    fn elements(&mut self, name: &Ident) -> Option<i64> {
        let Some(bounds) = self.constant_bounds(&name.name) else {
            let message = format!("`{}` of a common block needs constant bounds", name.name);
            return self.error(ARRAY, message, name.span);
        };
        bounds.iter().try_fold(1_i64, |count, (_, length)| count.checked_mul(*length))
    }

    /// The variables of common blocks that the statements mention, and those that keep a value which may be
    /// read: they are arguments. Others of common blocks are left out.
    pub(super) fn remembered(&mut self, unit: &Unit, body: &[Node], args: &[Ident]) {
        let mut mentioned = hir::mentioned(body);
        for (name, variable) in &self.variables {
            if mentioned.contains(name) || args.iter().any(|arg| arg.name == *name) {
                let axes = variable.axes.iter().flatten();
                let bounds = axes.flat_map(|axis| std::iter::once(&axis.lower).chain(&axis.length));
                mentioned.extend(bounds.flat_map(walk::names).collect::<Vec<Name>>());
            }
        }
        let is_own =
            |name: &Name| self.symbols.declared.get(name).is_some_and(|symbol| symbol.home.is_some());
        let commons: Vec<Name> = self.variables.keys().filter(|name| is_own(name)).cloned().collect();
        for name in commons {
            match self.variables.get(&name).filter(|_| mentioned.contains(&name)) {
                Some(variable) => {
                    let span = variable.first_use.unwrap_or(variable.span);
                    self.outside.push(Ident { name, span });
                }
                None => drop(self.variables.shift_remove(&name)),
            }
        }
        self.keep(unit, body, args, &mentioned);
    }

    fn keep(&mut self, unit: &Unit, body: &[Node], args: &[Ident], mentioned: &BTreeSet<Name>) {
        let storage = std::mem::take(&mut self.storage);
        if !storage.saves_all && storage.saved.is_empty() {
            return;
        }
        let inner: BTreeSet<Name> = fortran_syntax::mention::names_in_units(&unit.contained);
        let assigned = self.assigned_in(unit);
        let live = liveness::at_start(body);
        // Where the original may run in the place of the kernel, it finds what the kernel has left there.
        let is_shared = unit.parts.has_original && may_stop(body);
        let is_live = |name: &Name| is_shared || live.as_ref().is_none_or(|live| live.contains(name));
        for (name, codes) in &self.texts {
            let is_saved = storage.saves_all || storage.saved.iter().any(|(of, _)| of == name);
            if codes.len() > 1 && is_saved && codes.iter().any(is_live) {
                let span = self.symbols.declared.get(name).map_or(unit.head.name.span, |symbol| symbol.span);
                let what = "a text of several characters that keeps its value between calls";
                self.found.push(fortran_syntax::parse::unsupported_error(what, span));
            }
        }
        let home = format!("{} keeps", place(unit, self.world.hosts));
        // A bound is read where its array is allocated, of which no statement is left.
        let axes = self.variables.values().flat_map(|variable| variable.axes.iter().flatten());
        let bounds = axes.flat_map(|axis| std::iter::once(&axis.lower).chain(&axis.length));
        let bounds: BTreeSet<Name> = bounds.flat_map(walk::names).collect();
        let names = storage.elements.keys();
        let lists = names.map(|name| (name.clone(), self.first_elements(name, &storage.elements)));
        let lists: BTreeMap<Name, Vec<String>> = lists.collect();
        for (name, variable) in &mut self.variables {
            let first = storage.saved.iter().rev().find(|(of, _)| of == name);
            let is_its_own = variable.home.is_none()
                && !args.iter().any(|arg| arg.name == *name)
                && (self.names.contains(name) || inner.contains(name));
            let is_saved = first.is_some() || storage.saves_all;
            let is_read =
                variable.axes.is_some() || is_live(name) || inner.contains(name) || bounds.contains(name);
            let is_used = mentioned.contains(name) || inner.contains(name);
            if is_its_own && is_saved && is_read && is_used && assigned.contains(name) {
                variable.home = Some(Home { place: Name::new(home.clone()), name: name.clone() });
                let given = first.and_then(|(_, first)| first.clone());
                variable.first = match lists.get(name) {
                    Some(list) => list.clone(),
                    None => vec![given.unwrap_or_else(|| unset(variable.ty).to_owned())],
                };
                let span = variable.first_use.unwrap_or(variable.span);
                self.outside.push(Ident { name: name.clone(), span });
            }
        }
        for (name, first) in storage.saved {
            let Some(first) = first else { continue };
            let kept = self.variables.get(&name).filter(|variable| variable.home.is_some());
            if let Some(variable) = kept {
                let message =
                    format!("`{name}` keeps its value between calls; before the first it is {first}");
                self.found.push(Diagnostic::warning(CONSTANT, message).at(variable.span, ""));
            }
        }
    }

    /// The first values of the elements of an array, in order.
    fn first_elements(
        &mut self,
        name: &Name,
        elements: &BTreeMap<Name, Vec<(Vec<i64>, Expr)>>,
    ) -> Vec<String> {
        let ty = self.symbols.type_of(name);
        let given = elements.get(name).map_or(&[][..], Vec::as_slice);
        let first = |place: &Vec<i64>| {
            let given = given.iter().rev().find(|(at, _)| at == place);
            given.map_or_else(|| unset(ty).to_owned(), |(_, value)| super::symbols::number(value))
        };
        self.all_elements(name).unwrap_or_default().iter().map(first).collect()
    }

    /// Reports places of common blocks that the routine knows under two names: several modules may have the
    /// block, or a module and the routine itself.
    pub(super) fn check_common(&mut self) {
        let placed: Vec<(&Name, &Variable, &str, u64)> = self
            .variables
            .iter()
            .filter_map(|(name, variable)| {
                let (block, offset) = variable.home.as_ref()?.in_common()?;
                Some((name, variable, block, offset))
            })
            .collect();
        let mut found = Vec::new();
        for Ident { name, span } in &self.outside {
            let Some((_, variable, block, offset)) = placed.iter().find(|(own, ..)| *own == name) else {
                continue;
            };
            let other = placed.iter().find(|(other, of, of_block, at)| {
                *other != name
                    && of.first_use.is_some()
                    && of_block == block
                    && *at < end_of(variable, *offset)
                    && *offset < end_of(of, *at)
            });
            if let Some((other, ..)) = other {
                let message = format!("`{name}` and `{other}` share memory in the common block `{block}`");
                let error = Diagnostic::error(super::NAME, message).at(*span, "");
                found.push(error.help("use one of the names"));
            }
        }
        self.found.append(&mut found);
    }

    /// Reports variables that the routine knows under two names: modules may give one to several.
    pub(super) fn check_names(&mut self) {
        let mut known: Vec<(&Home, &Name)> = Vec::new();
        let mut found = Vec::new();
        for Ident { name, span } in &self.outside {
            let home = self.variables.get(name).and_then(|variable| variable.home.as_ref());
            let Some(home) = home.filter(|home| home.in_common().is_none()) else { continue };
            match known.iter().find(|(of, _)| *of == home) {
                Some((_, other)) => {
                    let message = format!(
                        "`{other}` and `{name}` are one variable, `{}` of `{}`",
                        home.name, home.place
                    );
                    found.push(
                        Diagnostic::error(super::NAME, message).at(*span, "").help("use one of the names"),
                    );
                }
                None => known.push((home, name)),
            }
        }
        self.found.append(&mut found);
    }

    /// Says which arguments the source does not show.
    pub(super) fn tell_outside(&mut self) {
        let mut origins: Vec<(String, Span, Vec<String>)> = Vec::new();
        for Ident { name, span } in &self.outside {
            let home = self.variables.get(name).and_then(|variable| variable.home.as_ref());
            let origin = home.map_or_else(|| "of a module or host".to_owned(), Home::origin);
            match origins.iter_mut().find(|(of, ..)| *of == origin) {
                Some((_, _, names)) => names.push(format!("`{name}`")),
                None => origins.push((origin, *span, vec![format!("`{name}`")])),
            }
        }
        for (origin, span, names) in origins {
            let message = format!("{} {origin}: arguments of the kernel", names.join(", "));
            self.found.push(Diagnostic::warning(super::NAME, message).at(span, "the first is used here"));
        }
    }
}

/// What a variable that keeps its value is taken for where the source does not say, as compilers have it.
fn unset(ty: Scalar) -> &'static str {
    if ty == Scalar::Bool { "false" } else { "0" }
}

/// Where a variable ends that begins behind so many bytes; nowhere if its length is not known.
fn end_of(variable: &Variable, offset: u64) -> u64 {
    let lengths = variable.axes.iter().flatten().map(|axis| axis.length.as_ref().and_then(Expr::as_int));
    let count = lengths.map(|length| u64::try_from(length?).ok()).product::<Option<u64>>();
    count.and_then(|count| offset.checked_add(count.checked_mul(variable.bytes)?)).unwrap_or(u64::MAX)
}

/// Whether a kernel may leave the rest to the original routine; what it calls may do so too.
fn may_stop(body: &[Node]) -> bool {
    let mut found = false;
    hir::visit(body, &mut |node| found |= matches!(node.kind, NodeKind::Stop(_) | NodeKind::Call(_)));
    found
}
