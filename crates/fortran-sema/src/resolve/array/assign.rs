//! Assignments to arrays.

use super::super::{ARRAY, Resolver};
use super::section::{SectionAxis, extents};
use super::{ElementLoops, assign, if_then, node};
use crate::arith::{Typed, convert};
use crate::hir::{self, Axis, Given, Node, NodeKind, Target, Variable};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{self, Expr, ExprKind};
use ir::{Expr as Value, Node as ValueNode, walk};
use poly::Name;
use std::collections::BTreeSet;

/// An assignment to each element of an array value.
pub(super) struct Store {
    pub(super) target: Target,
    pub(super) value: Value,
    /// Where it is done.
    pub(super) condition: Option<Value>,
    /// The position, and the number of elements along each axis.
    pub(super) at: Vec<Typed>,
    pub(super) extents: Vec<Typed>,
    /// What has to be done before the first element, and before each.
    pub(super) outer: Vec<Node>,
    pub(super) inner: Vec<Node>,
    pub(super) span: Span,
}

impl Resolver<'_> {
    /// Whether an assignment goes to several elements.
    pub(in crate::resolve) fn is_array_target(&mut self, target: &ast::Target) -> bool {
        let is_array = self.symbol(&target.name.name).is_some_and(|symbol| symbol.extents.is_some());
        let is_section = |resolver: &mut Self, actual: &ast::Actual| match actual {
            ast::Actual::Section(_) => true,
            ast::Actual::Value(value) => resolver.is_array(value),
            ast::Actual::Keyword(..) | ast::Actual::Lacking(_) => false,
        };
        is_array && target.index.as_ref().is_none_or(|index| index.iter().any(|a| is_section(self, a)))
    }

    /// Assigns a value, or an array value, to all elements of an array or a section.
    pub(in crate::resolve) fn assign_array(
        &mut self,
        target: &ast::Target,
        value: &Expr,
        span: Span,
    ) -> Option<()> {
        let along = self.section_axes(&target.name, target.index.as_deref(), target.span)?;
        let values = match &value.kind {
            ExprKind::Array(items) if !self.joins(items) => Self::listed(items),
            _ => None,
        };
        if let Some(values) = values {
            return self.assign_listed(target, &along, &values, span);
        }
        let extents = extents(&along);
        let at = self.positions(&extents, span);
        let store = self.store(target, &along, value, ElementLoops { at: &at, extents: &extents }, span)?;
        let nodes = self.stored(store)?;
        self.before.extend(nodes);
        Some(())
    }

    /// An assignment for the element at a position.
    pub(super) fn store(
        &mut self,
        target: &ast::Target,
        along: &[SectionAxis],
        value: &Expr,
        loops: ElementLoops<'_>,
        span: Span,
    ) -> Option<Store> {
        let ElementLoops { at, extents } = loops;
        let name = &target.name.name;
        let computed = self.read_element(at, extents, |resolver| {
            let index = resolver.element_index(along, target.span);
            let value = resolver.expr(value);
            Some((index?, value?))
        });
        let (index, typed) = computed.result?;
        let ty = self.use_variable(name, target.name.span);
        let converted = convert(&typed, ty);
        let value = self.checked(converted, value.span)?;
        Some(Store {
            target: Target { name: name.clone(), index: Some(index) },
            value,
            condition: None,
            at: at.to_vec(),
            extents: extents.to_vec(),
            outer: computed.outer,
            inner: computed.inner,
            span,
        })
    }

    /// A new array that holds an array value, and the type of its elements.
    pub(in crate::resolve) fn array_temporary(&mut self, value: &Expr) -> Option<(Name, ir::Scalar)> {
        let (extents, span) = (self.shape_or_reason(value)?, value.span);
        self.read_once(|resolver| {
            let at = resolver.positions(&extents, span);
            let computed = resolver.read_element(&at, &extents, |resolver| resolver.expr(value));
            let Typed { expr, ty } = computed.result?;
            let array = resolver.scratch(&Name::from("given"), ty, &extents, span)?;
            let index = at.iter().map(|at| at.expr.clone()).collect();
            let store = Store {
                target: Target { name: array.clone(), index: Some(index) },
                value: expr,
                condition: None,
                at,
                extents,
                outer: computed.outer,
                inner: computed.inner,
                span,
            };
            let nodes = resolver.stored(store)?;
            resolver.before.extend(nodes);
            if let Some(variable) = resolver.variables.get_mut(&array) {
                variable.is_value = true;
            }
            Some((array, ty))
        })
    }

    /// The statements of an assignment: through an array of its own where it reads what it has written by
    /// then.
    pub(super) fn stored(&mut self, mut store: Store) -> Option<Vec<Node>> {
        let Store { target, span, .. } = &store;
        let (target, span) = (target.clone(), *span);
        let mut written = assigned(&store.inner);
        written.insert(target.name.clone());
        let kept = self.keep_extents(&mut store.extents, &written, span);
        store.outer.extend(kept);
        self.placed_apart(&target.name, target.index.clone().unwrap_or_default(), span)?;
        let moving: BTreeSet<Name> = store.at.iter().filter_map(|at| at.expr.as_var().cloned()).collect();
        let changes = |name: &Name| moving.contains(name) || assigned(&store.inner).contains(name);
        let mut others = elsewhere(&store, &target);
        others.retain(|index| self.may_overlap(index, &target, &changes));
        let is_fixed = |index: &Vec<Value>| !index.iter().flat_map(walk::names).any(|name| changes(&name));
        let is_shared = self.reads_shared_memory(&store, &target.name);
        let is_read = reads(&store.inner, &target) || self.calls_reach(&store.inner, &target.name);
        if others.iter().all(is_fixed) && !is_shared && !is_read {
            // What is the same for all elements is read before the first is written.
            let mut before = Vec::new();
            for index in others {
                let ty = self.variables.get(&target.name)?.ty;
                let kept = self.scalar(&target.name, ty, span);
                let load = Value::load(target.name.clone(), index);
                before.push(assign(&kept, load.clone(), span));
                store.value = replaced(&store.value, &load, &kept);
                store.condition = store.condition.map(|condition| replaced(&condition, &load, &kept));
            }
            let nodes = self.nested(&store, target, store.value.clone(), store.inner.clone());
            return Some(store.outer.into_iter().chain(before).chain(nodes).collect());
        }
        let copy = self.copy_of(&target.name, &store.extents, span)?;
        let index: Vec<Value> = store.at.iter().map(|at| at.expr.clone()).collect();
        let through = Target { name: copy.clone(), index: Some(index.clone()) };
        let first = self.nested(&store, through, store.value.clone(), store.inner.clone());
        let second = self.nested(&store, target, Value::load(copy, index), Vec::new());
        Some(store.outer.into_iter().chain(first).chain(second).collect())
    }

    /// Keeps how many elements there are along axes in scalars, where that may be told by what is written to
    /// the elements: it is computed once. The statements that do so come before all loops.
    pub(super) fn keep_extents(
        &mut self,
        extents: &mut [Typed],
        written: &BTreeSet<Name>,
        span: Span,
    ) -> Vec<Node> {
        let mut changing = written.clone();
        changing.extend(written.iter().flat_map(|name| self.storage.sharing(name)));
        let mut kept = Vec::new();
        for extent in extents {
            if walk::names(&extent.expr).iter().any(|name| changing.contains(name)) {
                let scalar = self.scalar(&Name::new("count"), extent.ty, span);
                kept.push(assign(&scalar, extent.expr.clone(), span));
                extent.expr = Value::var(scalar);
            }
        }
        kept
    }

    /// An element whose subscripts do not depend on what its array holds.
    fn placed_apart(&mut self, array: &Name, index: Vec<Value>, span: Span) -> Option<Target> {
        let others = self.storage.sharing(array);
        let is_own = |name: &Name| name == array || others.contains(name);
        if index.iter().any(|index| walk::names(index).iter().any(is_own)) {
            let error = Diagnostic::error(ARRAY, format!("`{array}` is assigned and tells where"));
            return self.report(error.at(span, "").help("copy the subscripts to another array before"));
        }
        Some(Target { name: array.clone(), index: Some(index) })
    }

    /// Whether what is stored is computed of a variable that shares memory with the array under another name.
    fn reads_shared_memory(&self, store: &Store, array: &Name) -> bool {
        let others = self.storage.sharing(array);
        if others.is_empty() {
            return false;
        }
        let mut names = hir::mentioned(&store.inner);
        names.extend(std::iter::once(&store.value).chain(&store.condition).flat_map(walk::names));
        others.iter().any(|name| names.contains(name))
    }

    /// Whether an element that is read may be one that is written at another position: not where a subscript
    /// that is the same at all positions differs from that of what is written, nor where those that change
    /// with the position are the same.
    fn may_overlap(&self, index: &[Value], target: &Target, changes: &dyn Fn(&Name) -> bool) -> bool {
        let written = target.index.as_deref().unwrap_or(&[]);
        let is_fixed = |expr: &Value| !walk::names(expr).iter().any(changes);
        let axes = || index.iter().zip(written);
        let is_apart = |(own, other): (&Value, &Value)| {
            let differ = || self.tidy(&own.minus(other)).as_int().is_some_and(|by| by != 0);
            is_fixed(own) && is_fixed(other) && differ()
        };
        let is_like = |(own, other): (&Value, &Value)| own == other || is_fixed(own) && is_fixed(other);
        !axes().any(is_apart) && !axes().all(is_like)
    }

    fn nested(&mut self, store: &Store, target: Target, value: Value, inner: Vec<Node>) -> Vec<Node> {
        let mut body = inner;
        body.push(node(NodeKind::Assign(target, value), store.span));
        if let Some(condition) = &store.condition {
            body = vec![if_then(condition.clone(), body, store.span)];
        }
        self.nest(&store.at, &store.extents, body, store.span)
    }

    /// An array for values of the same type, with these extents; positions from 0 are its subscripts.
    pub(super) fn copy_of(&mut self, array: &Name, extents: &[Typed], span: Span) -> Option<Name> {
        let ty = self.variables.get(array)?.ty;
        self.scratch(array, ty, extents, span)
    }

    /// A new array; its extents must be known when the routine begins.
    pub(super) fn scratch(
        &mut self,
        base: &Name,
        ty: ir::Scalar,
        extents: &[Typed],
        span: Span,
    ) -> Option<Name> {
        // Whether they change is seen once all calls are in place.
        let varies = |name: &Name| {
            self.symbol(name).is_none_or(|symbol| !symbol.is_argument && symbol.home.is_none())
                && self.extents.iter().all(|extent| extent.name != *name)
        };
        let is_known = |extent: &Typed| {
            !walk::any(&extent.expr, &mut |part| match part.node() {
                ValueNode::Load { .. } => true,
                ValueNode::Var(name) => varies(name),
                _ => false,
            })
        };
        if !extents.iter().all(is_known) {
            let error =
                fortran_syntax::parse::unsupported_error("an array of its own for this assignment", span);
            let note = "elements are read that were written before, and their number is known only here";
            return self.report(error.note(note.to_owned()).help("write a loop, or copy the values first"));
        }
        let name = self.scalar(base, ty, span);
        let axis = |extent: &Typed| Axis {
            lower: Value::int(0),
            length: Some(crate::index::floor_above(&extent.expr, 1)),
            span,
        };
        let axes = Some(extents.iter().map(axis).collect());
        self.variables.insert(name.clone(), Variable { axes, ..Variable::local(ty, span) });
        Some(name)
    }

    /// `a = [x, y, z]`: an assignment for each value.
    fn assign_listed(
        &mut self,
        target: &ast::Target,
        along: &[SectionAxis],
        values: &[&Expr],
        span: Span,
    ) -> Option<()> {
        let own = extents(along);
        let count = Typed::new(Value::int(i64::try_from(values.len()).ok()?), ir::Scalar::I32);
        let [extent] = own.as_slice() else {
            return self.error(ARRAY, "a list of values goes to an array of rank 1", span);
        };
        self.conform(&count, extent, 0, span)?;
        let name = target.name.name.clone();
        let ty = self.use_variable(&name, target.name.span);
        let mut nodes = Vec::new();
        let mut kept = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let typed = self.expr(value)?;
            let converted = convert(&typed, ty);
            let mut converted = self.checked(converted, value.span)?;
            let others = self.storage.sharing(&name);
            let names = walk::names(&converted);
            if names.contains(&name) || others.iter().any(|other| names.contains(other)) {
                let before = self.scalar(&name, ty, span);
                kept.push(assign(&before, converted, span));
                converted = Value::var(before);
            }
            let at = Typed::new(Value::int(i64::try_from(place).ok()?), ir::Scalar::I32);
            let index = self.read_element(&[at], &own, |resolver| resolver.element_index(along, target.span));
            let target = self.placed_apart(&name, index.result?, target.span)?;
            kept.extend(index.inner);
            nodes.push(node(NodeKind::Assign(target, converted), span));
        }
        self.before.extend(kept.into_iter().chain(nodes));
        Some(())
    }
}

/// Subscripts of elements of the target that an assignment reads at a position where it does not write them.
fn elsewhere(store: &Store, target: &Target) -> Vec<Vec<Value>> {
    let mut others: Vec<Vec<Value>> = Vec::new();
    for expr in std::iter::once(&store.value).chain(&store.condition) {
        walk::visit(expr, &mut |part| {
            if let ValueNode::Load { array, index } = part.node()
                && *array == target.name
                && target.index.as_ref() != Some(index)
                && !others.contains(index)
            {
                others.push(index.clone());
            }
        });
    }
    others
}

/// Whether statements read elements of the target that are not the one written at that position.
pub(super) fn reads(nodes: &[Node], target: &Target) -> bool {
    let mut found = false;
    hir::visit(nodes, &mut |node| {
        hir::expressions(node, &mut |expr| found |= reads_elsewhere(expr, target));
        if let NodeKind::Call(call) = &node.kind {
            found |= call
                .actuals
                .iter()
                .any(|actual| matches!(&actual.given, Given::Place(place) if place.name == target.name));
        }
    });
    found
}

/// Whether an expression reads elements of the target that are not the one written at that position.
pub(super) fn reads_elsewhere(expr: &Value, target: &Target) -> bool {
    walk::any(expr, &mut |part| match part.node() {
        ValueNode::Load { array, index } => *array == target.name && target.index.as_ref() != Some(index),
        _ => false,
    })
}

/// Names that statements assign.
pub(super) fn assigned(nodes: &[Node]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    hir::visit(nodes, &mut |node| {
        hir::written(node, &mut |name| {
            names.insert(name.clone());
        });
    });
    names
}

fn replaced(expr: &Value, load: &Value, by: &Name) -> Value {
    if expr == load {
        return Value::var(by.clone());
    }
    walk::map_children(expr, &mut |child| replaced(child, load, by))
}
