use crate::rewrite::{constant_ends, inames, rules_of, temp};
use diag::Diagnostic;
use ir::{
    AddressSpace, Expr, IndexSet, Kernel, LValue, Node, Rule, Statement, StatementKind, Temp, affine, walk,
};
use pass::{Applied, InameName, Refusal, Rewrite, TempName, Transform};
use poly::{Aff, Constraint, Name, Set};

/// Gives each iteration of some loops its own copy of temporaries: an axis is added for each loop.
///
/// A loop that carried a temporary from one iteration to the next can then be distributed, unrolled or run in
/// parallel. Where an argument bounds a loop, the extent is one in arguments, and the temporary lies in
/// global memory. Refused where a temporary is used outside the loops, where neither constants nor arguments
/// enclose their bounds, where private or local memory is asked for and no number tells how much, and where a
/// value passes from one iteration to another.
///
/// ```lpir
/// # RUN: privatize_temporaries_with_inames("i", "t")
/// lpir 1
///
/// kernel @twice {
///   arg a : f64[8] inout
///   temp t : f64 private
///   domain { [i] : 0 <= i < 8 }
///   iname i
///   s: t = 2.0*a[i]  in(i)
///   w: a[i] = t  in(i) after(s)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @twice {
///   arg a : f64[8] inout
///   temp t : f64[8] private
///   domain { [i] : 0 <= i <= 7 }
///   iname i
///   s: t[i] = 2.0d*a[i]  in(i)
///   w: a[i] = t[i]  in(i) after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data")]
pub struct PrivatizeTemporariesWithInames {
    /// The loops, in the order of the new axes, which come behind the old ones.
    pub privatizing_inames: Vec<InameName>,
    /// The temporaries; all that are written inside the loops unless given.
    #[arg(default = None)]
    pub only_var_names: Option<Vec<TempName>>,
}

impl Rewrite for PrivatizeTemporariesWithInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let loops = inames(kernel, &self.privatizing_inames)?;
        if loops.is_empty() {
            return Err(Refusal::empty("no loop is named").into());
        }
        let names = self.temporaries(kernel, &loops)?;
        check_inside(kernel, &loops, &names)?;
        let axes = loops.iter().map(|name| Axis::of_iname(kernel, name)).collect::<Result<Vec<_>, _>>()?;
        check_memory(kernel, &names, &axes)?;
        let mut changed = kernel.clone();
        for name in &names {
            if let Some(temp) = changed.temps.get_mut(name) {
                let extents: Vec<Expr> = axes.iter().map(|axis| axis.extent.clone()).collect();
                let layout = temp.layout.extended(&temp.extents(), &extents).ok_or(poly::Error::Overflow)?;
                temp.shape.extend(extents);
                temp.layout = layout;
            }
        }
        let widening = Widening { names: &names, index: axes.into_iter().map(|axis| axis.index).collect() };
        for rule in changed.rules.values_mut() {
            *rule = Rule { body: widening.expr(&rule.body), ..rule.clone() };
        }
        for statement in changed.statements.values_mut() {
            *statement = widening.statement(statement);
        }
        Ok(changed.into())
    }
}

impl PrivatizeTemporariesWithInames {
    fn temporaries(&self, kernel: &Kernel, loops: &[Name]) -> Result<IndexSet<Name>, Refusal> {
        if let Some(given) = &self.only_var_names {
            let problems: Vec<Diagnostic> =
                given.iter().filter_map(|name| temp(kernel, name).err()).collect();
            return match problems.is_empty() {
                true => Ok(given.iter().map(|name| name.name.clone()).collect()),
                false => Err(problems.into()),
            };
        }
        let inside = |statement: &&Statement| loops.iter().all(|name| statement.inames.contains(name));
        let written = kernel.statements.values().filter(inside).filter_map(|statement| statement.target());
        let names =
            written.map(|target| target.name().clone()).filter(|name| kernel.temps.contains_key(name));
        Ok(names.collect())
    }
}

/// Every statement that uses one of the temporaries runs in all of the loops, and so do no others.
fn check_inside(kernel: &Kernel, loops: &[Name], names: &IndexSet<Name>) -> Result<(), Refusal> {
    let mut problems = Vec::new();
    for (id, statement) in &kernel.statements {
        let rules = rules_of(kernel, [statement]);
        let bodies = rules.iter().filter_map(|name| kernel.rules.get(name)).map(|rule| &rule.body);
        let mut mentioned: IndexSet<Name> =
            statement.expressions().chain(bodies).flat_map(walk::names).collect();
        mentioned.extend(statement.target().map(|target| target.name().clone()));
        let used = mentioned.iter().find(|name| names.contains(*name));
        let outside = loops.iter().find(|name| !statement.inames.contains(name));
        if let (Some(used), Some(outside)) = (used, outside) {
            let message = format!("statement `{id}` uses `{used}` outside of loop `{outside}`");
            let problem = Diagnostic::error("lp::privatize::outside", message);
            problems.push(problem.at_entity(statement.loc.as_ref(), statement.origin, ""));
        }
    }
    let bounds = kernel.domains.iter().flat_map(|domain| domain.set.params());
    if let Some(name) = bounds.into_iter().find(|name| names.contains(*name)) {
        let message = format!("`{name}` bounds a loop and cannot get axes");
        problems.push(Diagnostic::error("lp::privatize::bound", message));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Memory of work items and groups has a size that numbers tell.
fn check_memory(kernel: &Kernel, names: &IndexSet<Name>, axes: &[Axis]) -> Result<(), Refusal> {
    let Some(axis) = axes.iter().find(|axis| axis.extent.as_int().is_none()) else { return Ok(()) };
    let is_small = |temp: &Temp| matches!(temp.space, Some(AddressSpace::Private | AddressSpace::Local));
    let Some(name) = names.iter().find(|name| kernel.temps.get(*name).is_some_and(is_small)) else {
        return Ok(());
    };
    let message =
        format!("`{name}` would have {} elements in memory of a size that numbers tell", axis.extent);
    let problem = Diagnostic::error("lp::privatize::memory", message);
    Err(problem.help(format!("first set_temporary_address_space(\"{name}\", \"global\")")).into())
}

/// The axis that a loop adds.
struct Axis {
    extent: Expr,
    index: Expr,
}

impl Axis {
    fn of_iname(kernel: &Kernel, name: &Name) -> Result<Self, Refusal> {
        let domain = kernel.domain_of(std::slice::from_ref(name))?.intersect(&kernel.assumptions)?;
        let value = Aff::dim(name);
        let Some(least) = domain.static_min(&value)? else {
            return Err(unbounded(name, &domain, "no constants"));
        };
        let offset = least.checked_neg().and_then(|by| value.offset(by)).ok_or(poly::Error::Overflow)?;
        let extent = match domain.static_max(&value)? {
            Some(greatest) => {
                let span = greatest.checked_sub(least).and_then(|span| span.checked_add(1));
                Expr::int(span.ok_or(poly::Error::Overflow)?)
            }
            None => in_arguments(kernel, &domain, &offset)?
                .ok_or_else(|| unbounded(name, &domain, "neither constants nor arguments"))?,
        };
        Ok(Axis { extent, index: affine::from_aff(&offset) })
    }
}

/// Loops whose iterations run together, so that each has its copy where work items keep theirs.
///
/// # Errors
/// Where constants do not enclose the bounds of one.
pub(crate) fn require_constant_bounds(kernel: &Kernel, loops: &[Name]) -> Result<(), Refusal> {
    for name in loops {
        if constant_ends(kernel, name)?.is_none() {
            let domain = kernel.domain_of(std::slice::from_ref(name))?;
            return Err(unbounded(name, &domain, "no constants"));
        }
    }
    Ok(())
}

fn unbounded(name: &Name, domain: &Set, what: &str) -> Refusal {
    let message = format!("{what} enclose the bounds of loop `{name}`");
    let problem = Diagnostic::error("lp::privatize::unbounded", message);
    problem.note(format!("it runs over {domain}")).help("split it, and take the inner loop").into()
}

/// One more than the greatest value, in terms of arguments.
fn in_arguments(kernel: &Kernel, domain: &Set, value: &Aff) -> Result<Option<Expr>, Refusal> {
    let Ok(pieces) = domain.max_aff(value) else { return Ok(None) };
    let is_of_arguments = |aff: &Aff| aff.names().iter().all(|name| kernel.args.contains_key(name));
    if !pieces.iter().all(|(_, greatest)| is_of_arguments(greatest)) {
        return Ok(None);
    }
    let function = if are_least(&pieces)? { "min" } else { "max" };
    let mut extents = Vec::new();
    for (_, greatest) in &pieces {
        extents.push(affine::from_aff(&greatest.offset(1).ok_or(poly::Error::Overflow)?));
    }
    Ok(extents.into_iter().reduce(|a, b| Expr::call(function, vec![a, b])))
}

/// Whether each value is the least of all where it holds.
fn are_least(pieces: &[(Set, Aff)]) -> Result<bool, poly::Error> {
    for (set, aff) in pieces {
        for (_, other) in pieces {
            let above = Constraint::lt(other, aff).ok_or(poly::Error::Overflow)?;
            if !set.add_constraints(&[above])?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Adds subscripts to accesses.
struct Widening<'a> {
    names: &'a IndexSet<Name>,
    index: Vec<Expr>,
}

impl Widening<'_> {
    fn load(&self, array: &Name, index: &[Expr]) -> Expr {
        Expr::load(array.clone(), index.iter().chain(&self.index).cloned().collect())
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.expr(child));
        match inner.node() {
            Node::Var(name) if self.names.contains(name) => self.load(name, &[]),
            Node::Load { array, index } if self.names.contains(array) => self.load(array, index),
            _ => inner,
        }
    }

    fn statement(&self, statement: &Statement) -> Statement {
        let mut changed = statement.map_exprs(&mut |expr| self.expr(expr));
        if let StatementKind::Assign { target, .. } = &mut changed.kind
            && self.names.contains(target.name())
        {
            let index = target.index().iter().chain(&self.index).cloned().collect();
            *target = LValue::Element { array: target.name().clone(), index };
        }
        changed
    }
}
