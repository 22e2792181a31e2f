//! Changes of how a kernel reaches its variables: other names, other subscripts.

use ir::{
    ArgKind, Axis, Expr, Kernel, LValue, Layout, Node, Promise, Provenance, Statement, StatementKind, walk,
};
use pass::Refusal;
use poly::{Aff, Name, Set};
use std::collections::BTreeMap;

/// Gives a variable another name, wherever it stands.
///
/// # Errors
/// Those of the operations on sets.
pub fn rename_variable(kernel: &mut Kernel, old: &Name, new: &Name) -> Result<(), Refusal> {
    let expr = |expr: &Expr| renamed(expr, old, new);
    for arg in kernel.args.values_mut() {
        if let ArgKind::Array { shape, layout, .. } = &mut arg.kind {
            shape.iter_mut().flatten().chain(strides(layout)).for_each(|extent| *extent = expr(extent));
        }
    }
    for temp in kernel.temps.values_mut() {
        temp.shape.iter_mut().chain(strides(&mut temp.layout)).for_each(|extent| *extent = expr(extent));
    }
    for domain in &mut kernel.domains {
        domain.set = renamed_set(&domain.set, old, new)?;
    }
    kernel.assumptions = renamed_set(&kernel.assumptions, old, new)?;
    for rule in kernel.rules.values_mut() {
        // What has subscripts is no formal.
        rule.body =
            if rule.params.contains(old) { with_name(&rule.body, old, new) } else { expr(&rule.body) };
    }
    for statement in kernel.statements.values_mut() {
        *statement = renamed_statement(statement, old, new).ok_or(poly::Error::Overflow)?;
    }
    for promise in &mut kernel.promises {
        *promise = renamed_promise(promise, old, new).ok_or(poly::Error::Overflow)?;
    }
    kernel.requires.iter_mut().for_each(|require| require.condition = expr(&require.condition));
    if let Some(at) = kernel.args.get_index_of(old)
        && let Some(arg) = kernel.args.shift_remove(old)
    {
        kernel.args.shift_insert(at, new.clone(), arg);
    }
    Ok(())
}

fn strides(layout: &mut Layout) -> impl Iterator<Item = &mut Expr> {
    layout.0.iter_mut().filter_map(|axis| if let Axis::Stride(stride) = axis { Some(stride) } else { None })
}

fn renamed_set(set: &Set, old: &Name, new: &Name) -> Result<Set, poly::Error> {
    if set.has_param(old) { set.rename(&[(old.clone(), new.clone())]) } else { Ok(set.clone()) }
}

fn renamed(expr: &Expr, old: &Name, new: &Name) -> Expr {
    let inner = walk::map_children(expr, &mut |child| renamed(child, old, new));
    match inner.node() {
        Node::Var(name) if name == old => Expr::var(new.clone()),
        Node::Load { array, index } if array == old => Expr::load(new.clone(), index.clone()),
        _ => inner,
    }
}

fn renamed_statement(statement: &Statement, old: &Name, new: &Name) -> Option<Statement> {
    let mut changed = statement.map_exprs(&mut |expr| renamed(expr, old, new));
    if let StatementKind::Assign {
        target: LValue::Scalar(name) | LValue::Element { array: name, .. }, ..
    } = &mut changed.kind
        && name == old
    {
        *name = new.clone();
    }
    // A loop that was mapped tells its iterations in terms of arguments.
    let by = BTreeMap::from([(old.clone(), Aff::dim(new))]);
    for form in forms(&mut changed) {
        *form = form.substitute(&by)?;
    }
    Some(changed)
}

/// The affine forms of a statement: its time, and which instances it performs.
fn forms(statement: &mut Statement) -> impl Iterator<Item = &mut Aff> {
    let (performed, fetch) = match &mut statement.provenance {
        Some(Provenance::Performs(instance) | Provenance::Part(instance)) => (Some(instance), None),
        Some(Provenance::Fetch(fetch)) => (None, Some(fetch)),
        None => (None, None),
    };
    let at = performed.into_iter().flat_map(|instance| instance.at.iter_mut().map(|(_, value)| value));
    let read = fetch.into_iter().flat_map(ir::Fetch::forms_mut);
    let over = statement.over.iter_mut().map(|(_, value)| value);
    statement.time.iter_mut().flatten().chain(at).chain(read).chain(over)
}

fn renamed_promise(promise: &Promise, old: &Name, new: &Name) -> Option<Promise> {
    let name = |name: &Name| if name == old { new.clone() } else { name.clone() };
    Some(match promise {
        Promise::Injective(array) => Promise::Injective(name(array)),
        Promise::Distinct { .. } => promise.clone(),
        Promise::Range { array, low, high } => {
            let by = BTreeMap::from([(old.clone(), Aff::dim(new))]);
            Promise::Range { array: name(array), low: low.substitute(&by)?, high: high.substitute(&by)? }
        }
    })
}

/// An expression in which an array has another name.
fn with_name(expr: &Expr, old: &Name, new: &Name) -> Expr {
    let inner = walk::map_children(expr, &mut |child| with_name(child, old, new));
    match inner.node() {
        Node::Load { array, index } if array == old => Expr::load(new.clone(), index.clone()),
        _ => inner,
    }
}

/// Gives each access of an array other subscripts.
pub fn map_subscripts(kernel: &mut Kernel, array: &Name, index: &dyn Fn(&[Expr]) -> Vec<Expr>) {
    for rule in kernel.rules.values_mut() {
        rule.body = with_subscripts(&rule.body, array, index);
    }
    for statement in kernel.statements.values_mut() {
        *statement = statement.map_exprs(&mut |expr| with_subscripts(expr, array, index));
        if let StatementKind::Assign { target, .. } = &mut statement.kind
            && target.name() == array
        {
            *target = LValue::new(array.clone(), index(target.index()));
        }
    }
}

fn with_subscripts(expr: &Expr, array: &Name, index: &dyn Fn(&[Expr]) -> Vec<Expr>) -> Expr {
    let inner = walk::map_children(expr, &mut |child| with_subscripts(child, array, index));
    match inner.node() {
        Node::Load { array: name, index: own } if name == array => match index(own) {
            none if none.is_empty() => Expr::var(array.clone()),
            some => Expr::load(array.clone(), some),
        },
        _ => inner,
    }
}

/// The subscripts of all accesses of an array.
pub fn subscripts(kernel: &Kernel, array: &Name) -> Vec<Vec<Expr>> {
    let mut found = Vec::new();
    let exprs = kernel.statements.values().flat_map(ir::Statement::expressions);
    for expr in exprs.chain(kernel.rules.values().map(|rule| &rule.body)) {
        walk::visit(expr, &mut |part| {
            if let Node::Load { array: name, index } = part.node()
                && name == array
            {
                found.push(index.clone());
            }
        });
    }
    let targets = kernel.statements.values().filter_map(Statement::target);
    found.extend(targets.filter(|target| target.name() == array).map(|target| target.index().to_vec()));
    found
}

/// Applies a change of what a caller passes to the kernel and to its reference: both have one interface.
///
/// # Errors
/// Where the change cannot be made.
pub fn change_interface(
    kernel: &Kernel,
    change: &dyn Fn(&mut Kernel) -> Result<(), Refusal>,
) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    change(&mut changed)?;
    if let Some(reference) = &kernel.reference {
        let mut reference = (**reference).clone();
        change(&mut reference)?;
        changed.reference = Some(std::rc::Rc::new(reference));
    }
    Ok(changed)
}
