//! `where`, `forall` and `do concurrent`.

use super::super::{ARRAY, Resolver};
use super::assign::{Store, assigned, reads, reads_elsewhere};
use super::nested_where::Field;
use super::section::extents;
use super::{ElementLoops, choose, if_then, node};
use crate::arith::{self, Typed};
use crate::hir::{Loop, Node, NodeKind, Target, blocks_mut};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{self, Expr, HeaderItem, Ident, Masked};
use ir::{Expr as Value, Scalar};
use poly::Name;
use std::collections::BTreeSet;

/// A part of a `where` block.
struct Part {
    /// The mask of the element being computed, and what has to be done for it and before the first.
    mask: Option<Value>,
    inner: Vec<Node>,
    outer: Vec<Node>,
    stores: Vec<Store>,
}

/// An index while its construct is read.
struct Index {
    name: Name,
    outer: Option<Typed>,
}

impl Resolver<'_> {
    /// A `where` block. A mask is computed after the assignments of the parts before.
    pub(in crate::resolve) fn where_block(&mut self, parts: &[Masked], span: Span) -> Option<()> {
        let first = parts.first()?.mask.as_ref()?;
        let Some(mut extents) = self.shape(first) else { return self.without_shape(first) };
        if extents.is_empty() {
            return self.error(ARRAY, "the mask of a `where` is an array", first.span);
        }
        let written = super::nested_where::assigned_in(parts).into_iter().cloned().collect();
        let kept = self.keep_extents(&mut extents, &written, span);
        self.before.extend(kept);
        let at = self.positions(&extents, span);
        let loops = ElementLoops { at: &at, extents: &extents };
        if super::nested_where::is_nested(parts) {
            let field = Field { own: loops, around: ElementLoops { at: &[], extents: &[] } };
            let nodes = self.where_in_turn(parts, None, &field, span)?;
            self.before.extend(with_masked_calls(nodes));
            return Some(());
        }
        let mut read = Vec::new();
        for part in parts {
            read.push(self.part(part, loops)?);
        }
        let is_apart = !self.assigns_shared_memory(&read) && !self.calls_what_it_assigns(&read);
        let nodes = if is_apart && is_pointwise(&read) {
            let mut nodes = Vec::new();
            for part in &mut read {
                nodes.append(&mut part.outer);
                part.stores.iter_mut().for_each(|store| nodes.append(&mut store.outer));
            }
            let body = fused(read, span);
            nodes.extend(self.nest(&at, &extents, body, span));
            nodes
        } else {
            self.masked(read, loops, span)?
        };
        self.before.extend(with_masked_calls(nodes));
        Some(())
    }

    /// What a part computes for an element; `loops` are those over its mask.
    fn part(&mut self, part: &Masked, loops: ElementLoops<'_>) -> Option<Part> {
        let (mut mask, mut inner, mut outer) = (None, Vec::new(), Vec::new());
        if let Some(condition) = &part.mask {
            let computed = self.read_element(loops.at, loops.extents, |resolver| resolver.logical(condition));
            mask = Some(computed.result?);
            (inner, outer) = (computed.inner, computed.outer);
        }
        let mut stores = Vec::new();
        for statement in &part.body {
            let ast::NodeKind::Assign(target, value) = &statement.kind else {
                let error =
                    fortran_syntax::parse::unsupported_error("this statement in a `where`", statement.span);
                return self.report(error.help("only assignments to arrays can stand there"));
            };
            if !self.is_array_target(target) {
                return self.error(ARRAY, "a `where` assigns to arrays", target.span);
            }
            let along = self.section_axes(&target.name, target.index.as_deref(), target.span)?;
            if extents(&along).len() != loops.extents.len() {
                return self.error(ARRAY, "the mask has another rank than what is assigned", target.span);
            }
            stores.push(self.store(target, &along, value, loops, statement.span)?);
        }
        Some(Part { mask, inner, outer, stores })
    }

    /// Each mask is stored, and so is which elements no mask has held for; each assignment has loops of its
    /// own.
    fn masked(&mut self, parts: Vec<Part>, loops: ElementLoops<'_>, span: Span) -> Option<Vec<Node>> {
        let ElementLoops { at, extents } = loops;
        let index: Vec<Value> = at.iter().map(|at| at.expr.clone()).collect();
        let element = |flags: &Name| Target { name: flags.clone(), index: Some(index.clone()) };
        let raise = |flags: &Name, value: Value| node(NodeKind::Assign(element(flags), value), span);
        let read = |flags: &Name| Value::load(flags.clone(), index.clone());
        let mut nodes = Vec::new();
        let mut open: Option<Name> = None;
        let count = parts.len();
        for (number, part) in parts.into_iter().enumerate() {
            let is_last = number + 1 == count;
            let mask = self.scratch(&Name::new("mask"), Scalar::Bool, extents, span)?;
            let held = part.mask.unwrap_or(Value::bool(true));
            let mut body = part.inner;
            body.push(raise(&mask, held));
            // The flags of elements that are still open serve all parts; the last part needs none.
            let next = match &open {
                Some(open) => Some(open.clone()),
                None if is_last => None,
                None => Some(self.scratch(&Name::new("open"), Scalar::Bool, extents, span)?),
            };
            if let Some(before) = &open {
                let first = raise(&mask, Value::bool(false));
                body = vec![first, if_then(read(before), body, span)];
            }
            if let Some(next) = next.as_ref().filter(|_| !is_last) {
                let left = Value::all(open.iter().map(&read).chain([read(&mask).logical_not()]).collect());
                body.push(raise(next, left));
            }
            nodes.extend(part.outer);
            nodes.extend(self.nest(at, extents, body, span));
            for mut store in part.stores {
                store.condition = Some(read(&mask));
                nodes.extend(self.stored(store)?);
            }
            open = next;
        }
        Some(nodes)
    }

    /// A `forall`: each assignment is done for all values of the indices before the next.
    pub(in crate::resolve) fn forall(
        &mut self,
        header: &[HeaderItem],
        body: &[ast::Node],
        span: Span,
    ) -> Option<()> {
        let mut at = Vec::new();
        let mut own = Vec::new();
        let mut indices = Vec::new();
        for item in header {
            let HeaderItem::Index(range) = item else { continue };
            let (first, last, step) = self.values_of(range)?;
            let extent = self.count(&first, &last, &step)?;
            let position = self.positions(std::slice::from_ref(&extent), span).into_iter().next()?;
            let steps = arith::multiply(&step, &position).ok()?;
            let value = self.offset(&first, &steps, false);
            let value = self.of_index_type(value, range)?;
            let name = range.variable.name.clone();
            indices.push((name, value));
            at.push(position);
            own.push(extent);
        }
        let bound: Vec<Index> = indices
            .into_iter()
            .map(|(name, value)| Index { outer: self.bound.insert(name.clone(), value), name })
            .collect();
        let result = self.forall_body(header, body, ElementLoops { at: &at, extents: &own }, span);
        self.unbind(bound);
        result
    }

    fn forall_body(
        &mut self,
        header: &[HeaderItem],
        body: &[ast::Node],
        loops: ElementLoops<'_>,
        span: Span,
    ) -> Option<()> {
        let ElementLoops { at, extents: own } = loops;
        let (mask, inner) = self.with_calls(|resolver| resolver.header_mask(header));
        let mut mask = mask?;
        let targets: BTreeSet<&Name> = body
            .iter()
            .flat_map(|node| match &node.kind {
                ast::NodeKind::Assign(target, _) => vec![&target.name.name],
                ast::NodeKind::Where(parts) => super::nested_where::assigned_in(parts),
                _ => Vec::new(),
            })
            .collect();
        let mut nodes = Vec::new();
        if let Some(condition) = &mask {
            let changes = ir::walk::names(condition).iter().any(|name| targets.contains(name));
            // The mask counts as it is before the first assignment, and its functions are called once for
            // each element.
            if changes || !inner.is_empty() {
                let flags = self.scratch(&Name::new("mask"), Scalar::Bool, own, span)?;
                let index: Vec<Value> = at.iter().map(|at| at.expr.clone()).collect();
                let target = Target { name: flags.clone(), index: Some(index.clone()) };
                let store = node(NodeKind::Assign(target, condition.clone()), span);
                let body = inner.into_iter().chain([store]).collect();
                nodes.extend(self.nest(at, own, body, span));
                mask = Some(Value::load(flags, index));
            }
        }
        for statement in body {
            if let ast::NodeKind::Where(parts) = &statement.kind {
                let made = self.where_in_forall(parts, mask.as_ref(), loops, statement.span)?;
                nodes.extend(with_masked_calls(made));
                continue;
            }
            let mut store = self.forall_store(statement, loops)?;
            store.condition = mask.clone();
            nodes.extend(self.stored(store)?);
        }
        self.before.extend(nodes);
        Some(())
    }

    /// An assignment of a `forall`: to an element, or to the elements of a section, for all values of the
    /// indices.
    fn forall_store(&mut self, statement: &ast::Node, loops: ElementLoops<'_>) -> Option<Store> {
        let ElementLoops { at, extents: own } = loops;
        let span = statement.span;
        let ast::NodeKind::Assign(target, value) = &statement.kind else {
            let error = fortran_syntax::parse::unsupported_error("this statement in a `forall`", span);
            return self.report(error.help("write `do` loops"));
        };
        if self.is_array_target(target) {
            let (along, checked) = self.with_calls(|resolver| {
                resolver.section_axes(&target.name, target.index.as_deref(), target.span)
            });
            let along = along?;
            let extents = extents(&along);
            let positions = self.positions(&extents, span);
            let mut store =
                self.store(target, &along, value, ElementLoops { at: &positions, extents: &extents }, span)?;
            let per_index = std::mem::take(&mut store.outer);
            let moving: BTreeSet<Name> = at.iter().filter_map(|at| at.expr.as_var().cloned()).collect();
            let varies = extents.iter().any(|e| ir::walk::names(&e.expr).iter().any(|n| moving.contains(n)));
            if varies || !per_index.is_empty() || !checked.is_empty() {
                let error = fortran_syntax::parse::unsupported_error("such a section in a `forall`", span);
                return self.report(error.help("write `do` loops"));
            }
            store.at.extend(at.iter().cloned());
            store.extents.extend(own.iter().cloned());
            return Some(store);
        }
        let ((resolved, target), inner) =
            self.with_calls(|resolver| (resolver.expr(value), resolver.target(target)));
        let (target, ty) = target?;
        let converted = arith::convert(&resolved?, ty);
        let value = self.checked(converted, value.span)?;
        if target.index.is_none() {
            return self.error(ARRAY, "a `forall` assigns to elements of arrays", span);
        }
        let (at, extents) = (at.to_vec(), own.to_vec());
        Some(Store { target, value, condition: None, at, extents, outer: Vec::new(), inner, span })
    }

    /// Whether a part reads a variable that shares memory with what any part assigns, under another name.
    fn assigns_shared_memory(&self, parts: &[Part]) -> bool {
        let stores = || parts.iter().flat_map(|part| &part.stores);
        let others: BTreeSet<Name> =
            stores().flat_map(|store| self.storage.sharing(&store.target.name)).collect();
        if others.is_empty() {
            return false;
        }
        let nodes = parts.iter().map(|part| &part.inner).chain(stores().map(|store| &store.inner));
        let mut names: BTreeSet<Name> = nodes.flat_map(|nodes| crate::hir::mentioned(nodes)).collect();
        let values = parts.iter().filter_map(|part| part.mask.as_ref()).chain(stores().map(|of| &of.value));
        names.extend(values.flat_map(ir::walk::names));
        names.extend(stores().map(|store| store.target.name.clone()));
        names
            .extend(stores().flat_map(|store| store.target.index.iter().flatten()).flat_map(ir::walk::names));
        !names.is_disjoint(&others)
    }

    /// Whether a part calls what may read an array that any part assigns, after the first element.
    fn calls_what_it_assigns(&self, parts: &[Part]) -> bool {
        let is_one = parts.len() == 1 && parts.iter().all(|part| part.stores.len() == 1);
        let stores = || parts.iter().flat_map(|part| &part.stores);
        let within = parts.iter().map(|part| &part.inner).chain(stores().map(|store| &store.inner));
        let before = parts.iter().map(|part| &part.outer).chain(stores().map(|store| &store.outer));
        let calls: Vec<&Vec<Node>> = within.chain(before.filter(|_| !is_one)).collect();
        let targets: BTreeSet<&Name> = stores().map(|store| &store.target.name).collect();
        targets.iter().any(|target| calls.iter().any(|nodes| self.calls_reach(nodes, target)))
    }

    fn header_mask(&mut self, header: &[HeaderItem]) -> Option<Option<Value>> {
        let masks: Vec<&Expr> = header
            .iter()
            .filter_map(|item| if let HeaderItem::Mask(mask) = item { Some(mask) } else { None })
            .collect();
        match masks.as_slice() {
            [] => Some(None),
            [mask] => self.logical(mask).map(Some),
            [_, second, ..] => self.error(ARRAY, "one mask is expected here", second.span),
        }
    }

    /// A `do concurrent` as loops, the first index innermost.
    pub(in crate::resolve) fn concurrent(
        &mut self,
        header: &[HeaderItem],
        label: Option<&Name>,
        body: &[ast::Node],
        span: Span,
    ) -> Option<()> {
        let mut loops = Vec::new();
        for item in header {
            let HeaderItem::Index(range) = item else { continue };
            let (first, last, step) = self.values_of(range)?;
            let ty = self.index_type(range)?;
            let variable = self.scalar(&range.variable.name, ty, range.variable.span);
            loops.push((range.variable.name.clone(), ty, variable, [first.expr, last.expr, step.expr]));
        }
        let mut bound = Vec::new();
        for (name, ty, variable, _) in &loops {
            let value = Typed::new(Value::var(variable.clone()), *ty);
            bound.push(Index { name: name.clone(), outer: self.bound.insert(name.clone(), value) });
        }
        let (mask, tested) = self.with_calls(|resolver| resolver.header_mask(header));
        // `cycle` in the body goes on with the next iteration of the innermost loop.
        let innermost = loops.first().map(|(_, _, variable, _)| variable.clone());
        self.loops.extend(innermost.map(|variable| (variable, label.cloned())));
        let inner = self.block(body);
        if !loops.is_empty() {
            self.loops.pop();
        }
        self.unbind(bound);
        let mask = mask?;
        let own = self.of_each_iteration(header)?;
        if let Some(mask) = &mask {
            let changed = assigned(&inner);
            let changes = ir::walk::names(mask).iter().any(|name| changed.contains(name));
            if changes || !tested.is_empty() {
                let error = fortran_syntax::parse::unsupported_error("a mask that the loop changes", span);
                return self.report(error.help("write `do` loops with an `if`"));
            }
        }
        let again = own
            .iter()
            .filter(|(_, is_initial, _)| *is_initial)
            .map(|(name, _, outer)| copy(name, outer, span));
        let inner = again.chain(inner).collect();
        let body = match mask {
            Some(mask) => vec![if_then(mask, inner, span)],
            None => inner,
        };
        let nodes = loops.into_iter().fold(body, |body, (_, _, variable, [lower, upper, step])| {
            vec![node(NodeKind::Loop(Loop { variable, lower, upper, step, body }), span)]
        });
        self.before.extend(own.iter().map(|(name, _, outer)| copy(outer, name, span)));
        self.before.extend(nodes);
        self.before.extend(own.iter().map(|(name, _, outer)| copy(name, outer, span)));
        Some(())
    }

    /// The variables of which each iteration has its own, whether they begin with the values outside, and
    /// what keeps these.
    fn of_each_iteration(&mut self, header: &[HeaderItem]) -> Option<Vec<(Name, bool, Name)>> {
        let mut own = Vec::new();
        for item in header {
            let HeaderItem::Own(Ident { name, span }, is_initial) = item else { continue };
            let symbol = self.symbol(name);
            if symbol.is_some_and(|symbol| symbol.extents.is_some() || symbol.is_character) {
                let error =
                    fortran_syntax::parse::unsupported_error("an array of each iteration's own", *span);
                return self.report(error.help("put a `block` with the array into the loop"));
            }
            let ty = self.use_variable(name, *span);
            own.push((name.clone(), *is_initial, self.scalar(name, ty, *span)));
        }
        Some(own)
    }

    fn unbind(&mut self, indices: Vec<Index>) {
        for Index { name, outer } in indices.into_iter().rev() {
            self.bind_again(&name, outer);
        }
    }

    /// Reports an assignment to an index of `forall` or `do concurrent`.
    pub(in crate::resolve) fn complain_of_index<T>(&mut self, name: &Name, span: Span) -> Option<T> {
        let error = Diagnostic::error(super::super::LOOP, format!("index `{name}` is assigned"));
        self.report(error.at(span, "").help("use another variable"))
    }
}

/// The statements of a `where`.
fn with_masked_calls(mut nodes: Vec<Node>) -> Vec<Node> {
    for node in &mut nodes {
        if let NodeKind::Call(call) = &mut node.kind {
            call.is_masked = true;
        }
        for block in blocks_mut(node) {
            *block = with_masked_calls(std::mem::take(block));
        }
    }
    nodes
}

/// `to = from`
fn copy(to: &Name, from: &Name, span: Span) -> Node {
    let target = Target { name: to.clone(), index: None };
    node(NodeKind::Assign(target, Value::var(from.clone())), span)
}

/// Whether each element's masks and values depend on no element of what is assigned but the one at its own
/// position, so that all may be done for one element after the other.
fn is_pointwise(parts: &[Part]) -> bool {
    let targets: Vec<&Target> =
        parts.iter().flat_map(|part| &part.stores).map(|store| &store.target).collect();
    let own = |expr: &Value| targets.iter().all(|target| !reads_elsewhere(expr, target));
    let untouched_by = |nodes: &[Node]| targets.iter().all(|target| !reads(nodes, target));
    // What is computed before the first element reads no element at a position.
    let untouched = |nodes: &[Node]| {
        targets.iter().all(|target| {
            let anywhere = Target { name: target.name.clone(), index: None };
            !reads(nodes, &anywhere)
        })
    };
    let is_one = parts.len() == 1 && parts.iter().all(|part| part.stores.len() <= 1);
    let mut pointwise = is_one || parts.iter().all(|part| untouched(&part.outer));
    for part in parts {
        pointwise &= part.mask.as_ref().is_none_or(own) && untouched_by(&part.inner);
        for store in &part.stores {
            let index = store.target.index.iter().flatten();
            pointwise &= own(&store.value) && untouched_by(&store.inner);
            pointwise &= untouched(&store.outer) || parts.len() == 1 && part.stores.len() == 1;
            pointwise &= index.flat_map(ir::walk::names).all(|n| targets.iter().all(|t| t.name != n));
        }
    }
    // One array under several subscripts is read where another statement writes.
    pointwise && targets.iter().all(|a| targets.iter().all(|b| a.name != b.name || a.index == b.index))
}

/// The statements for one element.
fn fused(parts: Vec<Part>, span: Span) -> Vec<Node> {
    let mut otherwise = Vec::new();
    for part in parts.into_iter().rev() {
        let mut body = Vec::new();
        for store in part.stores {
            body.extend(store.inner);
            body.push(node(NodeKind::Assign(store.target, store.value), store.span));
        }
        otherwise = match part.mask {
            None => body,
            Some(mask) => part.inner.into_iter().chain([choose(mask, body, otherwise, span)]).collect(),
        };
    }
    otherwise
}
