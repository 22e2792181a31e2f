//! An argument that each iteration of a nest sets before it reads it.

use super::nest::Nest;
use super::reads::{Reads, Unset};
use super::store::Store;
use super::written::{Write, inside, writes};
use super::{last_iteration, store};
use dependence::wording;
use diag::Diagnostic;
use ir::access::{accesses, bounds};
use ir::{ArgKind, Expr, Kernel, LValue, Layout, Node, Statement, StatementKind, Temp, affine, walk};
use pass::Refusal;
use poly::{Aff, Error, Name, Set};

/// An argument that is work space of a nest.
pub(super) struct WorkArray<'m, 'k> {
    kernel: &'k Kernel,
    nest: &'m Nest,
    name: &'k Name,
    shape: &'k [Option<Expr>],
    layout: &'k Layout,
    writes: Vec<Write<'k>>,
    /// Names for its subscripts.
    axes: Vec<Name>,
}

impl<'m, 'k> WorkArray<'m, 'k> {
    /// The argument, if nothing but statements of the nest's innermost loop uses it in the nest, by affine
    /// subscripts where they write.
    pub(super) fn find(kernel: &'k Kernel, nest: &'m Nest, name: &Name) -> Result<Self, Refusal> {
        let Some((name, arg)) = kernel.args.get_key_value(name) else {
            return Err(refused(format!("`{name}` is no argument")).into());
        };
        let ArgKind::Array { shape, layout, .. } = &arg.kind else {
            return Err(refused(format!("`{name}` is a value, which nothing writes")).into());
        };
        if let Some((rule, _)) = kernel.rules.iter().find(|(_, rule)| walk::mentions(&rule.body, name)) {
            return Err(refused(format!("rule `{rule}` reads `{name}`: expand it first")).into());
        }
        for (id, statement) in &kernel.statements {
            if let Some(problem) = outside(kernel, nest, name, id, statement) {
                return Err(problem.into());
            }
        }
        let writes = writes(kernel, nest, name)?;
        if writes.is_empty() {
            return Err(refused(format!("nothing in these loops writes `{name}`")).into());
        }
        let usual = |axis: usize| kernel.fresh_name(&format!("{name}_axis_{axis}"));
        let axes = (0..shape.len()).map(usual).collect();
        Ok(WorkArray { kernel, nest, name, shape, layout, writes, axes })
    }

    /// The kernel that works on a temporary, and stores it in the last iteration.
    pub(super) fn replaced(&self) -> Result<Kernel, Refusal> {
        let name = self.name;
        let reads =
            Reads { kernel: self.kernel, nest: self.nest, name, shape: self.shape, writes: &self.writes };
        if let Some(Unset { id, statement, example }) = reads.unset()? {
            let message = format!("`{id}` may read what its iteration has not written into `{name}`");
            let problem = Diagnostic::error("lp::work-array::unset", message).about([id]);
            let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
            return Err(example.into_iter().fold(problem, Diagnostic::note).into());
        }
        let (stored, conditions) = self.stored()?;
        let temporary = self.kernel.fresh_name(&format!("{name}_own"));
        let mut changed = self.kernel.clone();
        changed.temps.insert(temporary.clone(), self.temporary(&stored)?);
        for statement in changed.statements.values_mut().filter(|statement| self.nest.contains(statement)) {
            *statement = with_temporary(statement, name, &temporary);
        }
        let store = Store { nest: self.nest, array: name, temporary: &temporary, axes: &self.axes };
        store.add(&mut changed, self.kernel, &stored, &conditions)?;
        Ok(changed)
    }

    /// The elements that the nest writes, over the loops around it, all of which its last iteration surely
    /// writes; and when an iteration is the last.
    fn stored(&self) -> Result<(Set, Vec<Expr>), Refusal> {
        let name = self.name;
        let Some(values) = last_iteration::values(self.kernel, self.nest)? else {
            return Err(refused("no single value tells which iteration is the last".to_owned()).into());
        };
        let is_last = last_iteration::conditions(&values)?;
        let values: Vec<Aff> = self.axes.iter().map(Aff::dim).collect();
        let box_of_array = inside(&values, self.shape)?;
        let kept: Vec<Name> = self.nest.around.iter().chain(&self.axes).cloned().collect();
        let (mut all, mut sure) = (Set::empty(&[], &kept)?, Set::empty(&[], &kept)?);
        for write in &self.writes {
            let elements = |conditions| write.elements(self.kernel, self.nest, &self.axes, conditions);
            let Some((any, by_last)) = elements(&[])?.zip(elements(&is_last)?) else {
                return Err(refused(format!(
                    "data select the element of `{name}` that `{}` writes",
                    write.id
                ))
                .into());
            };
            all = all.union(&any)?;
            if write.is_certain {
                sure = sure.union(&by_last)?;
            }
        }
        let all = all.add_constraints(&box_of_array)?;
        let missing = all.subtract(&sure)?;
        if !missing.is_empty()? {
            let message = format!("the last iteration may leave elements of `{name}` that others write");
            let problem = Diagnostic::error("lp::work-array::last", message);
            let example = self.example(&missing)?;
            return Err(example.into_iter().fold(problem, Diagnostic::note).into());
        }
        Ok((all.coalesce()?, is_last.iter().map(affine::from_constraint).collect()))
    }

    /// An element among these.
    fn example(&self, elements: &Set) -> Result<Option<String>, Error> {
        let Some(point) = wording::point(self.kernel, elements)? else { return Ok(None) };
        let element = wording::element(self.name, self.axes.iter().map(|axis| point.get(axis).copied()));
        let sizes = wording::parameters(self.kernel, &point);
        Ok(Some(format!("`{element}` may be what an earlier iteration made it{sizes}")))
    }

    /// The temporary: like the argument, as far as elements are used where the argument's end is not known.
    fn temporary(&self, stored: &Set) -> Result<Temp, Refusal> {
        let arg = self.kernel.args.get(self.name);
        let shape = self.shape.iter().zip(&self.axes).map(|(extent, axis)| match extent {
            Some(extent) => Ok(extent.clone()),
            None => store::extent(stored, axis)?
                .ok_or_else(|| refused(format!("no argument tells how long `{}` is", self.name)).into()),
        });
        let shape = shape.collect::<Result<Vec<Expr>, Refusal>>()?;
        let is_argument = |name: &Name| self.kernel.args.contains_key(name);
        if !shape.iter().all(|extent| walk::names(extent).iter().all(is_argument)) {
            return Err(refused(format!("no argument tells how long `{}` is", self.name)).into());
        }
        let own = Temp::private(arg.and_then(|arg| arg.ty), shape);
        Ok(Temp { space: None, layout: self.layout.clone(), loc: arg.and_then(|arg| arg.loc.clone()), ..own })
    }
}

/// Why a statement keeps an array from being work space of a nest.
fn outside(
    kernel: &Kernel,
    nest: &Nest,
    name: &Name,
    id: &Name,
    statement: &Statement,
) -> Option<Diagnostic> {
    let at =
        |problem: Diagnostic| problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`"));
    if bounds(kernel, statement).contains(name) {
        return Some(at(refused(format!("`{name}` is a bound of a loop around `{id}`"))));
    }
    let writes_it = || statement.target().is_some_and(|target| target.name() == name);
    if statement.atomic.is_some() && writes_it() {
        return Some(at(refused(format!("`{id}` updates `{name}` for all work items"))));
    }
    let is_between = nest.surrounds(statement) && !nest.contains(statement);
    let uses = || accesses(kernel, statement).iter().any(|access| access.variable == *name);
    (is_between && uses()).then(|| at(refused(format!("`{id}` uses `{name}` outside of the innermost loop"))))
}

/// A statement that uses a temporary in place of an array.
fn with_temporary(statement: &Statement, array: &Name, temporary: &Name) -> Statement {
    let mut changed = statement.map_exprs(&mut |expr| redirected(expr, array, temporary));
    if let StatementKind::Assign { target, .. } = &mut changed.kind
        && target.name() == array
    {
        *target = LValue::new(temporary.clone(), target.index().to_vec());
    }
    changed
}

fn redirected(expr: &Expr, array: &Name, temporary: &Name) -> Expr {
    let inner = walk::map_children(expr, &mut |child| redirected(child, array, temporary));
    match inner.node() {
        Node::Load { array: name, index } if name == array => {
            LValue::new(temporary.clone(), index.clone()).to_expr()
        }
        _ => inner,
    }
}

pub(super) fn refused(message: String) -> Diagnostic {
    Diagnostic::error("lp::work-array::use", message)
}
