//! `allocate`: a local array has its extents from the start.
//!
//! Claim: an array that one statement allocates, or one assignment, may be there all the time, as long as its
//! extents do not change while the routine runs. One that comes from elsewhere has bounds that are arguments.

use super::array::{assign, choose, node};
use super::symbols::Symbol;
use super::{ARRAY, Resolver};
use crate::arith::Typed;
use crate::hir::{self, Intent};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{
    Actual, Entity, Expr, ExprKind, Extent, Ident, Node, NodeKind, Unit, Upper, specifier,
};
use ir::{Expr as Value, IndexMap, Node as Meaning};
use poly::Name;
use std::collections::BTreeSet;

/// How many arrays may get their bounds from one another.
const MAX_CHAIN: usize = 16;

/// What gfortran's `stat` says of an array that is allocated already, or not allocated.
const IS_THERE: i64 = 5014;
const IS_NOT_THERE: i64 = 1;

/// What its `errmsg` says then.
const ALLOCATED_ALREADY: &str = "Attempt to allocate an allocated object";
const NOT_ALLOCATED: &str = "Attempt to deallocate an unallocated object";

impl Resolver<'_> {
    /// Refuses allocatable arguments that are single variables: whether they are there is the caller's to
    /// know, and an assignment may change that.
    fn single_allocatables(&mut self) {
        let is_open = |(_, symbol): &(&Name, &Symbol)| {
            let is_single = symbol.is_allocatable && symbol.extents.is_none() && !symbol.is_character;
            is_single && symbol.is_argument
        };
        let found: Vec<(Name, Span)> = self
            .symbols
            .declared
            .iter()
            .filter(is_open)
            .map(|(name, symbol)| (name.clone(), symbol.span))
            .collect();
        for (name, span) in found {
            let construct = format!("the allocatable argument `{name}`, a single variable,");
            let error = fortran_syntax::parse::unsupported_error(&construct, span);
            self.found
                .push(error.help("leave out `allocatable`, and allocate it where the routine is called"));
            self.symbols.broken(&name);
        }
    }

    /// Gives allocatable arrays the extents that the statements of the unit give them.
    pub(super) fn allocations(&mut self, unit: &Unit) {
        self.single_allocatables();
        let mut value = self.allocated_value(unit).err();
        let mut given: IndexMap<Name, Vec<(Vec<Extent>, Span)>> = IndexMap::default();
        let declared = &self.symbols.declared;
        let rank_of = |name: &Name| declared.get(name)?.extents.as_ref().map(Vec::len);
        collect(&unit.body, &rank_of, &mut given);
        let explicit: BTreeSet<Name> = given.keys().cloned().collect();
        let allocatable: Vec<(Name, Span, bool)> = self
            .symbols
            .declared
            .iter()
            .filter(|(_, symbol)| symbol.is_allocatable && symbol.home.is_none() && symbol.extents.is_some())
            .map(|(name, symbol)| (name.clone(), symbol.span, symbol.is_argument))
            .collect();
        let open =
            allocatable.iter().filter(|(name, _, is_argument)| !is_argument && !explicit.contains(name));
        let open: BTreeSet<Name> = open.map(|(name, ..)| name.clone()).collect();
        let mentioned = fortran_syntax::mention::unit_mentions(unit).names;
        for (name, span, is_argument) in allocatable {
            let places = given.shift_remove(&name).unwrap_or_default();
            let rank = self
                .symbols
                .declared
                .get(&name)
                .and_then(|symbol| symbol.extents.as_ref())
                .map_or(0, Vec::len);
            let by_value = || allocating(&unit.body, &name, &open).map(|value| extents_of(value, rank));
            let problem = match places.split_first() {
                _ if self.symbols.declared.get(&name).is_some_and(|symbol| symbol.is_result) => {
                    value.take().map(|(name, span)| super::allocatable_results::refusal(&name, span))
                }
                _ if is_argument && self.is_left_behind(&name) => Some(left_behind(&name, span)),
                // It comes with its bounds, and keeps them.
                _ if is_argument => continue,
                None => match by_value() {
                    Some(extents) => {
                        if let Some(symbol) = self.symbols.declared.get_mut(&name) {
                            symbol.extents = Some(extents);
                        }
                        None
                    }
                    None if mentioned.contains(&name) => {
                        let message = format!("`{name}` is never allocated");
                        Some(Diagnostic::error(ARRAY, message).at(span, ""))
                    }
                    // No statement here uses it; one of a unit within may try.
                    None => {
                        self.symbols.unusable(&name, "it is never allocated");
                        None
                    }
                },
                Some(((first, _), rest)) => {
                    let assigned = self.assigned_in(unit);
                    let is_other = |(extents, span): &&(Vec<Extent>, Span)| {
                        let own = crate::allocations::bounds(first, *span);
                        let changes = |bound| assigned.has_any_of(&fortran_syntax::mention::names(bound));
                        own != crate::allocations::bounds(extents, *span) || own.iter().any(changes)
                    };
                    let other = rest.iter().find(is_other);
                    if let Some(symbol) = self.symbols.declared.get_mut(&name) {
                        symbol.extents = Some(first.clone());
                    }
                    other.map(|(_, place)| {
                        let error = fortran_syntax::parse::unsupported_error(
                            "a second `allocate` of the same array",
                            *place,
                        );
                        error.help("use two arrays")
                    })
                }
            };
            if let Some(problem) = problem {
                self.found.push(problem);
                self.symbols.broken(&name);
            }
        }
        // They may have the bounds of any other.
        self.declared_last(open);
    }

    /// Whether a dummy argument arrives without the array that its caller had.
    fn is_left_behind(&self, name: &Name) -> bool {
        self.symbols.declared.get(name).is_some_and(|symbol| symbol.intent == Some(Intent::Out))
    }

    /// An `allocate` or `deallocate` statement, which fails as far as arrays are there, or not there.
    pub(super) fn allocate(&mut self, entities: &[Entity], allocates: bool) -> Option<()> {
        let stat = specifier(entities, "stat");
        let failed = stat.map(|stat| self.scalar(&"failed".into(), ir::Scalar::Bool, stat.span));
        if let (Some(stat), Some(failed)) = (stat, &failed) {
            self.before.push(assign(failed, Value::bool(false), stat.span));
        }
        let like = pattern(entities);
        let deferred = |entity: &&Entity| entity.initial.is_none() && entity.extents.is_none();
        for Entity { name, .. } in entities.iter().filter(deferred) {
            like.into_iter().for_each(|like| self.note_bounds(&name.name, like));
        }
        for entity in entities {
            match (&entity.initial, entity.name.name.as_str()) {
                (None, _) => self.allocated(entity, allocates, failed.as_ref())?,
                // What values should look like the array says itself.
                (Some(_), "source" | "stat" | "errmsg" | "mold") => {}
                (Some(value), other) => {
                    let message = format!("`{other}=` has no meaning in `allocate`");
                    return self.error(ARRAY, message, value.span);
                }
            }
        }
        let failed = failed.map(Value::var);
        if let (Some(stat), Some(failed)) = (stat, &failed) {
            let code = Value::int(if allocates { IS_THERE } else { IS_NOT_THERE });
            self.set_outcome(stat, Value::new(Meaning::Select(failed.clone(), code, Value::int(0))))?;
        }
        if let (Some(message), Some(failed)) = (specifier(entities, "errmsg"), &failed) {
            let text = if allocates { ALLOCATED_ALREADY } else { NOT_ALLOCATED };
            let text = Expr { kind: ExprKind::Text(text.to_owned()), span: message.span };
            self.guard(failed.clone(), message.span, |resolver| resolver.put(message, &text))?;
        }
        let Some(source) = specifier(entities, "source") else { return Some(()) };
        let succeeded = failed.map(|failed| failed.logical_not());
        for Entity { name: Ident { name, span }, .. } in entities.iter().filter(|one| one.initial.is_none()) {
            let array = Expr { kind: ExprKind::Name(name.clone()), span: *span };
            match &succeeded {
                Some(condition) => {
                    self.guard(condition.clone(), *span, |resolver| resolver.put(&array, source))?;
                }
                None => self.put(&array, source)?,
            }
        }
        Some(())
    }

    /// An assignment before the statement.
    fn put(&mut self, variable: &Expr, value: &Expr) -> Option<()> {
        let target = self.variable_place(variable)?;
        let assigned = self.assign(&target, value)?;
        self.before.extend(assigned.map(|kind| node(kind, variable.span)));
        Some(())
    }

    /// What a specifier gives a value.
    fn variable_place(&mut self, variable: &Expr) -> Option<fortran_syntax::ast::Target> {
        match fortran_syntax::ast::place(variable.clone()) {
            Some(target) => Some(target),
            None => self.error(ARRAY, "a variable is wanted here", variable.span),
        }
    }

    /// What is done before the statement where a condition holds.
    fn guard(
        &mut self,
        condition: Value,
        span: Span,
        make: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let (made, body) = self.with_calls(make);
        made?;
        self.before.push(choose(condition, body, Vec::new(), span));
        Some(())
    }

    /// Flags that say whether local arrays are allocated, where statements ask for that, and what they are at
    /// first.
    pub(super) fn allocation_flags(&mut self, unit: &Unit) -> Vec<hir::Node> {
        if !fortran_syntax::mention::unit_mentions(unit).applied.contains("allocated")
            && !asks_for_outcomes(&unit.body)
        {
            return Vec::new();
        }
        let is_local = |(name, symbol): &(&Name, &Symbol)| {
            let is_saved =
                self.storage.saves_all || self.storage.saved.iter().any(|(saved, _)| saved == *name);
            symbol.is_allocated_here() && !is_saved
        };
        let declared = self.symbols.declared.iter().filter(is_local);
        let arrays: Vec<(Name, Span)> = declared.map(|(name, of)| (name.clone(), of.span)).collect();
        let mut first = Vec::new();
        for (array, span) in arrays {
            let flag = self.scalar(&Name::new(format!("{array}_allocated")), ir::Scalar::Bool, span);
            self.flags.insert(array, flag.clone());
            first.push(assign(&flag, Value::bool(false), span));
        }
        first
    }

    /// Notes an assignment to a whole local array that is allocatable, if its value may have another shape.
    pub(super) fn note_reallocation(&mut self, target: &fortran_syntax::ast::Target, value: &Expr) {
        let is_whole = target.index.is_none() && target.components.is_empty();
        let symbol = self.symbol(&target.name.name);
        if !is_whole || !symbol.is_some_and(Symbol::is_allocated_here) {
            return;
        }
        let is_result = symbol.is_some_and(|symbol| symbol.is_result);
        self.note_bounds(&target.name.name, value);
        let found = self.found.len();
        let whole = Expr { kind: ExprKind::Name(target.name.name.clone()), span: target.span };
        let (shapes, _) = self.with_calls(|resolver| (resolver.shape(value), resolver.shape(&whole)));
        self.found.truncate(found);
        let (Some(new), Some(own)) = shapes else {
            // How many elements `pack` gives is known then only.
            if is_result || fortran_syntax::mention::names(value).contains("pack") {
                self.reallocated.assigned.insert(target.span);
            }
            return;
        };
        let differences: Vec<Option<i64>> =
            new.iter().zip(&own).map(|(new, own)| self.offset(new, own, true).as_int()).collect();
        // A single value takes the shape that is there.
        let keeps_shape =
            new.is_empty() || new.len() == own.len() && differences.iter().all(|by| *by == Some(0));
        if !keeps_shape {
            self.reallocated.assigned.insert(target.span);
        }
        // Where neither has elements the shape stays, and so do the bounds: those of an axis without elements
        // are the same whatever was declared.
        if matches!(differences.as_slice(), [Some(by)] if *by != 0) {
            self.reallocated.changed.insert(target.span);
        }
    }

    /// Notes an array that takes over the lower bounds of a value, if that may not count from one.
    fn note_bounds(&mut self, array: &Name, value: &Expr) {
        let counts_from_one = match &value.kind {
            ExprKind::Name(whole) if whole == array => true,
            ExprKind::Name(whole) if self.symbol(whole).is_none_or(|symbol| symbol.extents.is_none()) => true,
            ExprKind::Name(whole) => {
                let axes = self.variables.get(whole).and_then(|variable| variable.axes.as_ref());
                axes.is_some_and(|axes| axes.iter().all(|axis| axis.lower.as_int() == Some(1)))
            }
            ExprKind::Component(_) => false,
            _ => true,
        };
        if !counts_from_one {
            self.reallocated.with_own_bounds.insert(array.clone());
        }
    }

    /// Notes whether an array is allocated from here on.
    pub(super) fn note_allocation(&mut self, array: &Name, is_allocated: bool, span: Span) {
        if let Some(flag) = self.flags.get(array) {
            self.before.push(assign(flag, Value::bool(is_allocated), span));
        }
    }

    /// The value of `allocated`.
    pub(super) fn is_allocated(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let name = |value: &Expr| match &value.kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        };
        let array = match actuals {
            [Actual::Value(value)] => name(value),
            [Actual::Keyword(keyword, value)] if keyword.name == "array" => name(value),
            _ => None,
        };
        let Some(array) = &array else {
            return self.error(ARRAY, "`allocated` takes the name of an array", span);
        };
        if let Some(flag) = self.flags.get(array) {
            return Some(Typed::new(Value::var(flag.clone()), ir::Scalar::Bool));
        }
        let is_allocatable = self.symbol(array).is_some_and(|symbol| symbol.is_allocatable);
        if !is_allocatable {
            return self.error(ARRAY, format!("`{array}` is not allocatable"), span);
        }
        let what = format!("`allocated({array})` of an array that lives longer than the routine");
        let error = fortran_syntax::parse::unsupported_error(&what, span);
        self.report(error.help("ask where the kernel is called, and pass the answer as a logical argument"))
    }

    /// A variable that gets its extents here, perhaps those of another.
    fn allocated(&mut self, entity: &Entity, allocates: bool, failed: Option<&Name>) -> Option<()> {
        let Ident { name, span } = &entity.name;
        let symbol = self.symbol(name);
        let is_outside = !symbol.is_some_and(Symbol::is_allocated_here);
        if !symbol.is_some_and(|symbol| symbol.is_allocatable) {
            return self.error(ARRAY, format!("`{name}` is not allocatable"), *span);
        }
        if is_outside {
            let construct = "`allocate` and `deallocate` of an array of the caller or of a module";
            let error = fortran_syntax::parse::unsupported_error(construct, *span);
            return self.report(error.help("do it where the kernel is called"));
        }
        match failed {
            Some(failed) => self.note_attempt(name, allocates, failed, *span),
            None => {
                self.note_allocation(name, allocates, *span);
                Some(())
            }
        }
    }

    /// Gives the variable of `stat=` a value.
    fn set_outcome(&mut self, variable: &Expr, code: Value) -> Option<()> {
        let target = self.variable_place(variable)?;
        let (target, _) = self.target(&target)?;
        self.before.push(node(hir::NodeKind::Assign(target, code), variable.span));
        Some(())
    }

    /// Notes what becomes of an array where a statement may fail: nothing, once it has.
    fn note_attempt(&mut self, name: &Name, allocates: bool, failed: &Name, span: Span) -> Option<()> {
        let Some(flag) = self.flags.get(name).cloned() else {
            let construct = format!("`stat=` for `{name}`, which lives longer than the routine,");
            let error = fortran_syntax::parse::unsupported_error(&construct, span);
            return self.report(error.help("leave `stat=` out: what fails then ends the program"));
        };
        let (own, fails) = (Value::var(flag.clone()), Value::var(failed.clone()));
        let is_wrong = if allocates { own.clone() } else { own.logical_not() };
        let either = |a: Value, b: Value| Value::new(Meaning::Or(vec![a, b]));
        self.before.push(assign(failed, either(fails.clone(), is_wrong), span));
        let then = match allocates {
            true => either(own, fails.logical_not()),
            false => Value::all(vec![own, fails]),
        };
        self.before.push(assign(&flag, then, span));
        Some(())
    }

    /// Notes that variables of a `block` are new.
    pub(super) fn begin_block(&mut self, names: &[Ident]) {
        for Ident { name, span } in names {
            self.note_allocation(name, false, *span);
        }
    }
}

fn left_behind(name: &Name, span: Span) -> Diagnostic {
    let construct = format!("`intent(out)` of the allocatable argument `{name}`, which it frees,");
    let error = fortran_syntax::parse::unsupported_error(&construct, span);
    error.help("write `intent(inout)`, and allocate the array where the routine is called")
}

/// Whether a statement asks whether it could allocate.
fn asks_for_outcomes(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match &node.kind {
        NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
            specifier(entities, "stat").is_some()
        }
        _ => node.blocks().into_iter().any(|block| asks_for_outcomes(block)),
    })
}

/// The first value that is assigned to a whole array, which allocates it.
fn first_value<'n>(nodes: &'n [Node], name: &Name) -> Option<&'n Expr> {
    nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Assign(target, value)
            if target.name.name == *name && target.index.is_none() && target.components.is_empty() =>
        {
            Some(value)
        }
        _ => node.blocks().into_iter().find_map(|block| first_value(block, name)),
    })
}

/// The value that allocates an array: of a whole array that is allocated so, the one that allocates that.
pub(super) fn allocating<'n>(nodes: &'n [Node], name: &Name, open: &BTreeSet<Name>) -> Option<&'n Expr> {
    let mut value = first_value(nodes, name)?;
    for _ in 0..MAX_CHAIN {
        let ExprKind::Name(other) = &value.kind else { break };
        match first_value(nodes, other).filter(|_| open.contains(other) && other != name) {
            Some(next) => value = next,
            None => break,
        }
    }
    Some(value)
}

/// The extents of an array that a value allocates.
pub(super) fn extents_of(value: &Expr, rank: usize) -> Vec<Extent> {
    let span = value.span;
    let asked = |function: &str, axis: usize| {
        let name = Ident { name: Name::new(function), span };
        let axis = Actual::Value(fortran_syntax::ast::number(axis, span));
        Expr { kind: ExprKind::Apply(name, vec![Actual::Value(value.clone()), axis]), span }
    };
    // Of a whole array it has the bounds, too.
    let is_whole = matches!(value.kind, ExprKind::Name(_));
    let extent = |axis| match is_whole {
        true => {
            Extent { lower: Some(asked("lbound", axis)), upper: Upper::Bound(asked("ubound", axis)), span }
        }
        false => Extent { lower: None, upper: Upper::Bound(asked("size", axis)), span },
    };
    (1..=rank).map(extent).collect()
}

/// What `source` or `mold` names in an `allocate` statement.
fn pattern(entities: &[Entity]) -> Option<&Expr> {
    specifier(entities, "source").or_else(|| specifier(entities, "mold"))
}

/// The extents that `allocate` statements give, or those of `source` or `mold` where they give none.
pub(super) fn collect(
    nodes: &[Node],
    rank_of: &dyn Fn(&Name) -> Option<usize>,
    given: &mut IndexMap<Name, Vec<(Vec<Extent>, Span)>>,
) {
    for node in nodes {
        match &node.kind {
            NodeKind::Allocate(entities) => {
                let like = |name: &Name| Some(extents_of(pattern(entities)?, rank_of(name)?));
                for Entity { name: Ident { name, span }, extents, .. } in entities {
                    if let Some(extents) = extents.clone().or_else(|| like(name)) {
                        given.entry(name.clone()).or_default().push((extents, *span));
                    }
                }
            }
            _ => node.blocks().into_iter().for_each(|block| collect(block, rank_of, given)),
        }
    }
}
