//! Ways to make a kernel smaller, each by one thing. Most break it: whoever tries them looks whether it still
//! holds.

use ir::{ArgKind, Expr, Kernel, Name, Promise, Provenance, Statement, StatementKind, access, walk};
use std::rc::Rc;

/// One thing less.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    /// The statement.
    Statement(Name),
    /// The statement of the reference, and what performs it.
    ReferenceStatement(Name),
    /// What the kernel was imported as.
    Reference,
    /// The predicate of that number.
    Predicate(Name, usize),
    /// All tags, groups and conflicts, priority, and declared absences of races.
    Attributes(Name),
    /// A dependency.
    After(Name, Name),
    /// An operation of the statement's value, counted from the root, in favour of its operand of that number.
    Operation(Name, usize, usize),
    /// The node of that number of the statement's value, in favour of the literal 1.
    Leaf(Name, usize),
    /// What no statement uses: rules, variables and loops.
    Unused,
    /// Loop orders that were asked for, slabs, and assumptions.
    Wishes,
    /// The promise of that number.
    Promise(usize),
    /// The requirement of that number, in the reference too.
    Requirement(usize),
    /// Where things were written.
    Locations,
}

/// All edits of a kernel, those that take most first.
pub(super) fn edits(kernel: &Kernel) -> Vec<Edit> {
    let mut edits = vec![Edit::Reference, Edit::Locations, Edit::Unused, Edit::Wishes];
    edits.extend((0..kernel.promises.len()).map(Edit::Promise));
    edits.extend((0..kernel.requires.len()).map(Edit::Requirement));
    if let Some(reference) = &kernel.reference {
        edits.extend(reference.statements.keys().cloned().map(Edit::ReferenceStatement));
    }
    edits.extend(kernel.statements.keys().cloned().map(Edit::Statement));
    edits.push(Edit::Unused);
    for (name, statement) in &kernel.statements {
        edits.extend((0..statement.predicates.len()).map(|at| Edit::Predicate(name.clone(), at)));
        edits.extend(statement.after.iter().map(|other| Edit::After(name.clone(), other.clone())));
        edits.push(Edit::Attributes(name.clone()));
        let mut nodes = Vec::new();
        statement
            .value()
            .into_iter()
            .for_each(|value| walk::visit(value, &mut |node| nodes.push(node.clone())));
        for (at, node) in nodes.iter().enumerate() {
            let operands = walk::children(node).len();
            edits.extend((0..operands).map(|operand| Edit::Operation(name.clone(), at, operand)));
            if matches!(node.node(), ir::Node::Load { .. } | ir::Node::Var(_)) {
                edits.push(Edit::Leaf(name.clone(), at));
            }
        }
    }
    edits.push(Edit::Unused);
    edits
}

impl Edit {
    /// The kernel with one thing less; `None` where there is no such thing.
    pub(super) fn apply(&self, kernel: &Kernel) -> Option<Kernel> {
        let mut smaller = kernel.clone();
        match self {
            Edit::Statement(name) => drop_statement(&mut smaller, name)?,
            Edit::ReferenceStatement(name) => drop_performed(&mut smaller, name)?,
            Edit::Reference => smaller.reference = None,
            Edit::Predicate(name, at) => {
                let predicates = &mut smaller.statements.get_mut(name)?.predicates;
                if *at >= predicates.len() {
                    return None;
                }
                predicates.remove(*at);
            }
            Edit::Attributes(name) => plain(smaller.statements.get_mut(name)?),
            Edit::After(name, other) => {
                smaller.statements.get_mut(name)?.after.shift_remove(other);
            }
            Edit::Operation(name, at, operand) => {
                let simplify =
                    |node: &Expr| walk::children(node).get(*operand).map(|chosen| (*chosen).clone());
                replace(smaller.statements.get_mut(name)?, *at, &simplify)?;
            }
            Edit::Leaf(name, at) => {
                replace(smaller.statements.get_mut(name)?, *at, &|_| Some(Expr::int(1)))?;
            }
            Edit::Unused => drop_unused(&mut smaller),
            Edit::Locations => forget_locations(&mut smaller),
            Edit::Promise(at) => {
                if *at >= smaller.promises.len() {
                    return None;
                }
                smaller.promises.remove(*at);
            }
            Edit::Requirement(at) => drop_requirement(&mut smaller, *at)?,
            Edit::Wishes => {
                smaller.priorities.clear();
                smaller.slabs.clear();
                smaller.assumptions = poly::Set::universe(&[], &[]).ok()?;
            }
        }
        // What changes nothing would be tried for ever.
        (smaller != *kernel).then_some(smaller)
    }
}

fn plain(statement: &mut Statement) {
    statement.tags.clear();
    statement.groups.clear();
    statement.conflicts.clear();
    statement.no_sync.clear();
    statement.priority = 0;
}

fn forget_locations(kernel: &mut Kernel) {
    kernel.loc = None;
    kernel.args.values_mut().for_each(|arg| arg.loc = None);
    kernel.temps.values_mut().for_each(|temp| temp.loc = None);
    kernel.inames.values_mut().for_each(|iname| iname.loc = None);
    kernel.rules.values_mut().for_each(|rule| rule.loc = None);
    kernel.requires.iter_mut().for_each(|requirement| requirement.loc = None);
    kernel.statements.values_mut().for_each(|statement| statement.loc = None);
    if let Some(reference) = &kernel.reference {
        let mut reference = (**reference).clone();
        forget_locations(&mut reference);
        kernel.reference = Some(Rc::new(reference));
    }
}

fn drop_statement(kernel: &mut Kernel, name: &Name) -> Option<()> {
    kernel.statements.shift_remove(name)?;
    for statement in kernel.statements.values_mut() {
        statement.after.shift_remove(name);
        statement.no_sync.retain(|(other, _)| other != name);
    }
    Some(())
}

/// Drops a requirement and what says the same in the reference.
fn drop_requirement(kernel: &mut Kernel, at: usize) -> Option<()> {
    let dropped = (at < kernel.requires.len()).then(|| kernel.requires.remove(at))?;
    if let Some(reference) = &kernel.reference {
        let mut reference = (**reference).clone();
        reference.requires.retain(|other| !other.says(&dropped));
        kernel.reference = Some(Rc::new(reference));
    }
    Some(())
}

fn drop_performed(kernel: &mut Kernel, name: &Name) -> Option<()> {
    let mut reference = (**kernel.reference.as_ref()?).clone();
    drop_statement(&mut reference, name)?;
    kernel.reference = Some(Rc::new(reference));
    let does = |statement: &Statement| match &statement.provenance {
        Some(Provenance::Performs(instance) | Provenance::Part(instance)) => instance.statement == *name,
        Some(Provenance::Fetch(fetch)) => fetch.of.iter().all(|reader| reader == name),
        None => false,
    };
    let doing = kernel.statements.iter().filter(|(_, statement)| does(statement));
    let doing: Vec<Name> = doing.map(|(name, _)| name.clone()).collect();
    doing.iter().try_for_each(|name| drop_statement(kernel, name))?;
    for statement in kernel.statements.values_mut() {
        if let Some(Provenance::Fetch(fetch)) = &mut statement.provenance {
            fetch.of.retain(|reader| reader != name);
        }
    }
    Some(())
}

/// Replaces a node of a statement's value, counted from the root.
fn replace(statement: &mut Statement, at: usize, by: &dyn Fn(&Expr) -> Option<Expr>) -> Option<()> {
    fn nth(expr: &Expr, left: &mut Option<usize>, by: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
        match left {
            None => expr.clone(),
            Some(0) => {
                *left = None;
                by(expr).unwrap_or_else(|| expr.clone())
            }
            Some(at) => {
                *left = Some(*at - 1);
                walk::map_children(expr, &mut |child| nth(child, left, by))
            }
        }
    }
    let StatementKind::Assign { value, .. } = &mut statement.kind else { return None };
    *value = nth(value, &mut Some(at), by);
    Some(())
}

/// Drops rules, variables and loops that nothing uses.
fn drop_unused(kernel: &mut Kernel) {
    let used: Vec<Name> = used_names(kernel);
    let is_used = |name: &Name| used.contains(name);
    kernel.promises.retain(|promise| promise.array().is_none_or(&is_used));
    kernel.rules.retain(|name, _| is_used(name));
    kernel.args.retain(|name, _| is_used(name));
    kernel.temps.retain(|name, _| is_used(name));
    while let Some(at) = unused_domain(kernel, &is_used) {
        let domain = kernel.domains.remove(at);
        kernel.inames.retain(|name, _| !domain.set.dims().contains(name));
        for other in &mut kernel.domains {
            other.parent = other.parent.map(|parent| if parent > at { parent - 1 } else { parent });
        }
    }
}

fn unused_domain(kernel: &Kernel, is_used: &dyn Fn(&Name) -> bool) -> Option<usize> {
    kernel.domains.iter().enumerate().position(|(at, domain)| {
        !domain.set.dims().iter().any(is_used) && kernel.domains.iter().all(|other| other.parent != Some(at))
    })
}

/// Names that statements, shapes, assumptions and the reference mention.
fn used_names(kernel: &Kernel) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let mut exprs: Vec<Expr> = Vec::new();
    for statement in kernel.statements.values() {
        names.extend(statement.inames.iter().cloned());
        names.extend(statement.target().map(|target| target.name().clone()));
        names.extend(access::accesses(kernel, statement).into_iter().map(|access| access.variable));
        exprs.extend(statement.predicates.iter().cloned());
        exprs.extend(statement.target().into_iter().flat_map(|target| target.index().to_vec()));
        exprs.extend(statement.value().cloned());
    }
    exprs.extend(kernel.rules.values().map(|rule| rule.body.clone()));
    exprs.extend(kernel.requires.iter().map(|requirement| requirement.condition.clone()));
    for arg in kernel.args.values() {
        if let ArgKind::Array { shape, layout, .. } = &arg.kind {
            exprs.extend(shape.iter().flatten().cloned());
            exprs.extend(layout.strides(shape).into_iter().flatten());
        }
    }
    exprs.extend(kernel.temps.values().flat_map(|temp| temp.shape.clone()));
    names.extend(exprs.iter().flat_map(walk::names));
    names.extend(exprs.iter().flat_map(walk::reduction_inames));
    names.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
    names.extend(kernel.assumptions.params().iter().cloned());
    names.extend(kernel.promises.iter().flat_map(Promise::bounds).flatten().flat_map(poly::Aff::names));
    if let Some(reference) = &kernel.reference {
        names.extend(reference.args.keys().cloned());
    }
    names
}
