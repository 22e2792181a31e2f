//! The program that computes derivatives, statement by statement.

use super::activity;
use super::calculus::Calculus;
use super::simplify::zero;
use super::variables;
use crate::lower::infer_types;
use crate::rewrite::{counted, reduced_inames, remove_statement, remove_temporaries, remove_unused_loops};
use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{
    Domain, Expr, IndexMap, IndexSet, Kernel, LValue, Name, Promise, Scalar, Statement, StatementKind, expand,
};
use pass::Refusal;
use poly::Aff;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a program before its derivative is taken.
pub(super) struct Program<'k> {
    kernel: &'k Kernel,
    /// The same with all types; what nothing determines is taken for `f64`.
    typed: Kernel,
    /// The types that need no such guess.
    known: Kernel,
    /// The values of all statements, without rules.
    values: IndexMap<Name, Expr>,
    by: &'k Name,
    /// The loops over its elements.
    over: &'k ArgumentElements,
    /// The variables that depend on the argument, and the names of their derivatives.
    names: BTreeMap<Name, Name>,
}

/// What derivatives are computed over: the elements of the argument.
pub(super) struct ArgumentElements {
    /// Name of the loops, without a number.
    pub(super) prefix: String,
    /// The extents of the argument.
    pub(super) extents: Vec<Expr>,
}

/// Statements that compute derivatives, by those of which they are.
#[derive(Default)]
struct Derived {
    statements: IndexMap<Name, (Name, Statement)>,
    /// The variables, in the order in which they were found.
    variables: IndexSet<Name>,
    /// The loops over the elements of the argument, of each statement its own: so they nest, whatever comes
    /// in between.
    loops: Vec<Vec<Name>>,
}

impl<'k> Program<'k> {
    pub(super) fn new(kernel: &'k Kernel, by: &'k Name, over: &'k ArgumentElements) -> Result<Self, Refusal> {
        let typed = infer_types(kernel, Some(Scalar::F64))?;
        let known = infer_types(kernel, None).unwrap_or_else(|_| kernel.clone());
        let mut values = IndexMap::default();
        for (id, statement) in &kernel.statements {
            if let Some(value) = statement.value() {
                let expanded = expand::expand_rules(value, &kernel.rules);
                values.insert(id.clone(), expanded.ok_or_else(|| too_large(id, statement))?);
            }
        }
        let mut names: BTreeMap<Name, Name> = BTreeMap::new();
        for name in activity::active(&typed, by, &values).into_iter().filter(|name| name != by) {
            let is_taken = |new: &str| kernel.is_taken(new) || names.values().any(|other| &**other == new);
            let new = ir::fresh(&format!("{name}_d{by}"), is_taken);
            names.insert(name, new);
        }
        Ok(Program { kernel, typed, known, values, by, over, names })
    }

    /// Whether a variable depends on the argument.
    pub(super) fn is_active(&self, name: &Name) -> bool {
        self.names.contains_key(name)
    }

    /// The type of a variable, a guessed one too.
    pub(super) fn type_of(&self, name: &Name) -> Option<Scalar> {
        variables::type_in(&self.typed, name)
    }

    /// The program that computes the derivatives of these outputs, and what these copied ones need.
    pub(super) fn derivative(&self, outputs: &[Name], copied: &[Name]) -> Result<Kernel, Refusal> {
        let derived = self.derived(outputs)?;
        let kept = self.kept(&derived, copied);
        let mut changed = self.kernel.clone();
        let extents = || self.over.extents.iter();
        for (name, extent) in derived.loops.iter().flat_map(|loops| loops.iter().zip(extents())) {
            changed.domains.push(Domain { set: counted(name, extent)?, parent: None });
            changed.inames.insert(name.clone(), ir::Iname::default());
        }
        let inner = derived.variables.iter().filter(|name| !outputs.contains(*name));
        for name in inner.chain(outputs) {
            if let Some(new) = self.names.get(name) {
                let ty = variables::type_in(&self.known, name);
                variables::declare(&mut changed, name, new.clone(), ty, &self.over.extents);
            }
        }
        changed.statements = self.interleaved(&derived)?;
        changed.promises = self.promises(&derived, &kept);
        let gone: Vec<Name> =
            self.kernel.statements.keys().filter(|id| !kept.contains(*id)).cloned().collect();
        gone.iter().for_each(|id| remove_statement(&mut changed, id));
        remove_unused_loops(&mut changed);
        remove_temporaries(&mut changed);
        Ok(changed)
    }

    /// The statements for all variables whose derivatives those of the outputs are made of.
    fn derived(&self, outputs: &[Name]) -> Result<Derived, Refusal> {
        let mut derived = Derived::default();
        let mut open: Vec<Name> = outputs.iter().rev().cloned().collect();
        while let Some(name) = open.pop() {
            if !derived.variables.insert(name.clone()) {
                continue;
            }
            for (id, statement) in self.writers(&name)? {
                open.extend(self.derive(&mut derived, id, statement)?);
            }
        }
        Ok(derived)
    }

    /// Adds the statement for what this one stores. Returns the variables whose derivatives it uses.
    fn derive(
        &self,
        derived: &mut Derived,
        id: &Name,
        statement: &Statement,
    ) -> Result<BTreeSet<Name>, Refusal> {
        let at: Vec<Expr> = self.loops(derived).iter().map(Expr::from).collect();
        let mut calculus = Calculus {
            kernel: &self.typed,
            by: self.by,
            at: at.clone(),
            extents: &self.over.extents,
            around: statement.inames.clone(),
            names: &self.names,
            used: BTreeSet::new(),
        };
        let value = self.values.get(id).map_or(Ok(None), |value| calculus.derivative(value));
        let value = value.map_err(|problem| at_statement(problem, statement))?.unwrap_or_else(zero);
        let taken = |new: &str| {
            self.kernel.statements.contains_key(new)
                || derived.statements.values().any(|(id, _)| &**id == new)
        };
        let new = ir::fresh(&format!("{id}_d{}", self.by), taken);
        derived.statements.insert(id.clone(), (new, self.statement(statement, value, &at)));
        Ok(calculus.used)
    }

    /// New loops over the elements of the argument.
    fn loops(&self, derived: &mut Derived) -> Vec<Name> {
        let mut loops: Vec<Name> = Vec::new();
        for axis in 0..self.over.extents.len() {
            let name = ir::fresh(&format!("{}{axis}", self.over.prefix), |name| {
                let is_it = |own: &Name| &**own == name;
                let mut formals = self.kernel.rules.values().flat_map(|rule| &rule.params);
                self.kernel.is_taken(name)
                    || self.names.values().chain(derived.loops.iter().flatten()).chain(&loops).any(is_it)
                    || formals.any(is_it)
            });
            loops.push(name);
        }
        derived.loops.push(loops.clone());
        loops
    }

    /// The statements that write a variable.
    fn writers(&self, name: &Name) -> Result<Vec<(&'k Name, &'k Statement)>, Refusal> {
        let writes = |statement: &Statement| statement.target().is_some_and(|target| target.name() == name);
        let writers = self.kernel.statements.iter().filter(|(_, statement)| writes(statement));
        let writers: Vec<(&Name, &Statement)> = writers.collect();
        if self.type_of(name).is_some_and(Scalar::is_complex) {
            let message = format!("`{name}` holds complex numbers, of which no derivative is taken");
            let problem = Diagnostic::error("lp::diff::complex", message);
            let problem =
                writers.iter().fold(problem, |problem, (_, statement)| at_statement(problem, statement));
            return Err(problem.help("compute with real and imaginary parts").into());
        }
        Ok(writers)
    }

    /// The statement that stores the derivative of what this one stores, in the same loops and under the same
    /// conditions.
    fn statement(&self, statement: &Statement, value: Expr, at: &[Expr]) -> Statement {
        let mut new = statement.clone();
        new.inames.extend(at.iter().filter_map(Expr::as_var).cloned());
        new.no_sync.clear();
        if let Some(target) = statement.target()
            && let Some(name) = self.names.get(target.name())
        {
            let index = [target.index(), at].concat();
            let target = match target {
                LValue::Scalar(_) if index.is_empty() => LValue::Scalar(name.clone()),
                _ => LValue::Element { array: name.clone(), index },
            };
            new.kind = StatementKind::Assign { target, value };
        }
        new
    }

    /// All old statements, each behind its derivative, which reads what it read. What came after a statement
    /// comes after its derivative too, and so does the statement itself where it overwrites what the
    /// derivative reads.
    fn interleaved(&self, derived: &Derived) -> Result<IndexMap<Name, Statement>, poly::Error> {
        let mut all = IndexMap::default();
        let levels = position_levels(self.kernel);
        for (id, statement) in &self.kernel.statements {
            let news = statement.after.iter().filter_map(|before| derived.statements.get(before));
            let mut after: IndexSet<Name> =
                statement.after.iter().cloned().chain(news.map(|(new, _)| new.clone())).collect();
            if let Some((new, derivative)) = derived.statements.get(id) {
                let time = at_position(derivative, 0, &levels)?;
                all.insert(new.clone(), Statement { after: after.clone(), time, ..derivative.clone() });
                if self.updates(derivative, statement) {
                    after.insert(new.clone());
                }
            }
            let time = at_position(statement, 1, &levels)?;
            all.insert(id.clone(), Statement { after, time, ..statement.clone() });
        }
        Ok(all)
    }

    /// Whether a derivative reads what its statement writes.
    fn updates(&self, derivative: &Statement, statement: &Statement) -> bool {
        let target = statement.target().map(|target| target.name());
        target.is_some_and(|target| self.reads(derivative).contains(target))
    }

    /// The old statements whose values the new ones use, and those that write what is copied.
    fn kept(&self, derived: &Derived, copied: &[Name]) -> BTreeSet<Name> {
        let writers = self.kernel.writers();
        let mut kept = BTreeSet::new();
        let mut open: Vec<Name> = copied.to_vec();
        open.extend(derived.statements.values().flat_map(|(_, statement)| self.reads(statement)));
        while let Some(name) = open.pop() {
            for (id, statement) in writers.get(&name).into_iter().flatten() {
                if kept.insert((*id).clone()) {
                    open.extend(self.reads(statement));
                }
            }
        }
        kept
    }

    /// The variables that a statement, or a bound of its loops, reads.
    fn reads(&self, statement: &Statement) -> Vec<Name> {
        let accesses = accesses(self.kernel, statement).into_iter();
        let mut reads: Vec<Name> =
            accesses.filter(|access| access.kind == AccessKind::Read).map(|access| access.variable).collect();
        let reduced = reduced_inames(self.kernel, statement);
        for at in self.kernel.domains_of(statement.inames.iter().chain(&reduced)) {
            reads.extend(
                self.kernel.domains.get(at).into_iter().flat_map(|domain| domain.set.params().to_vec()),
            );
        }
        reads
    }

    /// Promises about where statements write hold for their derivatives too.
    fn promises(&self, derived: &Derived, kept: &BTreeSet<Name>) -> Vec<Promise> {
        let with_derived = |promise: &Promise| match promise {
            Promise::Distinct { statement, inames } => {
                let new = derived.statements.get(statement).map(|(new, _)| new);
                let old = Some(statement).filter(|id| kept.contains(*id));
                let distinct = |statement: &Name| Promise::Distinct {
                    statement: statement.clone(),
                    inames: inames.clone(),
                };
                old.into_iter().chain(new).map(distinct).collect()
            }
            Promise::Injective(_) | Promise::Range { .. } => vec![promise.clone()],
        };
        self.kernel.promises.iter().flat_map(with_derived).collect()
    }
}

/// The levels of times at which statements have positions.
fn position_levels(kernel: &Kernel) -> Vec<bool> {
    let mut levels: Vec<bool> = Vec::new();
    for time in kernel.statements.values().filter_map(|statement| statement.time.as_ref()) {
        levels.resize(levels.len().max(time.len()), false);
        for (level, component) in levels.iter_mut().zip(time) {
            *level |= component.as_constant().is_some();
        }
    }
    levels
}

/// The time of a statement among twice as many: it is the first or the second of two at its place. Where
/// positions stand these are numbered anew; a time that ends with an iteration goes on.
fn at_position(statement: &Statement, at: i64, levels: &[bool]) -> Result<Option<Vec<Aff>>, poly::Error> {
    let Some(time) = &statement.time else { return Ok(None) };
    let doubled = |(component, is_position): (&Aff, &bool)| match is_position {
        true => component.scale(2),
        false => Some(component.clone()),
    };
    let mut all: Vec<Aff> =
        time.iter().zip(levels).map(doubled).collect::<Option<_>>().ok_or(poly::Error::Overflow)?;
    let ends_with_position = time.len().checked_sub(1).and_then(|last| levels.get(last)) == Some(&true);
    match all.last_mut().filter(|_| ends_with_position) {
        Some(last) => *last = last.offset(at).ok_or(poly::Error::Overflow)?,
        None => all.push(Aff::constant(at)),
    }
    Ok(Some(all))
}

fn at_statement(problem: Diagnostic, statement: &Statement) -> Diagnostic {
    problem.at_entity(statement.loc.as_ref(), statement.origin, "")
}

fn too_large(id: &Name, statement: &Statement) -> Diagnostic {
    let message = format!("the rules of `{id}` cannot be expanded");
    at_statement(Diagnostic::error("lp::diff::rules", message), statement)
}
