//! The statements of a called kernel in the place of the call, with loops and temporaries of their own and
//! with each subscript of an argument mapped through the part that is passed (`inlining`), also beyond its
//! ends. Every kernel is complete before it is called.

mod inlining;
mod passing;
mod sweeps;

use crate::calls::{CODE, Call, Callees, Part, Passed};
use crate::draft::{Draft, Note};
use diag::Diagnostic;
use inlining::Names;
use ir::{
    Domain, Expr, IndexMap, IndexSet, Kernel, LValue, Layout, Name, Node, Requirement, Scalar, Statement,
    StatementKind, Temp, Unordered,
};
use ir::{affine, expand, walk};
use std::collections::BTreeSet;

/// How many letters of a kernel's name stand before the names of what a call of it puts in place, as in
/// Loo.py.
const LABEL: usize = 4;

/// Links all calls. Domains must be nested again after it, and types of indices found.
pub(crate) fn link(draft: &mut Draft, callees: &Callees) {
    for call in std::mem::take(&mut draft.calls) {
        let linked = match callees.get(&call.callee) {
            Some(callee) => Link::new(draft, &call, callee).and_then(Link::run),
            None => {
                let problem =
                    Diagnostic::error(CODE, format!("there is no kernel `{}` to call", call.callee));
                Err(problem.at(call.span, "").help("join it with this one: `lp.merge([knl, callee])`"))
            }
        };
        if let Err(problem) = linked {
            draft.errors.push(problem);
        }
    }
}

struct Link<'a> {
    draft: &'a mut Draft,
    call: &'a Call,
    callee: &'a Kernel,
    names: Names,
    /// What all statements of the call have in common: loops, conditions and what comes before.
    around: Statement,
    note: Note,
    /// Variables that the call writes.
    written: BTreeSet<Name>,
    /// Statements that store what is passed.
    stored: Vec<(Name, Statement)>,
}

impl<'a> Link<'a> {
    fn new(draft: &'a mut Draft, call: &'a Call, callee: &'a Kernel) -> Result<Self, Diagnostic> {
        let fail = |message: String| Diagnostic::error(CODE, message).at(call.span, "");
        if let Some(reason) = obstacle(callee, draft.kernel.unordered) {
            return Err(fail(format!("`{}` cannot be called: {reason}", call.callee)));
        }
        let Some(around) = joint_context(draft, call) else {
            let message =
                format!("a reduction needs what `{}` writes at each of its iterations", call.callee);
            return Err(fail(message).help("store it in an array with an axis for the reduced iname"));
        };
        if around.atomic.is_some() {
            return Err(fail("a call is not atomic".to_owned()));
        }
        let note = call.ids.iter().find_map(|id| draft.notes.get(id)).cloned();
        let note = note.ok_or_else(|| fail("the call has no place".to_owned()))?;
        let written = call.targets.iter().filter_map(|target| match target {
            Passed::Part(part) => Some(part.place.name().clone()),
            Passed::Value(_) => None,
        });
        let written = written.collect();
        let (names, stored) = (Names::default(), Vec::new());
        Ok(Link { draft, call, callee, names, around, note, written, stored })
    }

    fn run(mut self) -> Result<(), Diagnostic> {
        let from_zero = |passed: &Passed| match passed {
            Passed::Part(part) => {
                sweeps::from_zero(&self.draft.kernel, part).map(Passed::Part).ok_or_else(|| {
                    let message = format!("what sweeps `{}` is no range with one start", part.place.name());
                    self.fail(message).help("sweep with an iname of bounds such as `0 <= i < n`")
                })
            }
            Passed::Value(_) => Ok(passed.clone()),
        };
        let mut call = self.call.clone();
        call.targets = call.targets.iter().map(from_zero).collect::<Result<_, _>>()?;
        call.args = call.args.iter().map(from_zero).collect::<Result<_, _>>()?;
        let lengths = |part: &Part| sweeps::lengths(&self.draft.kernel, part);
        let passed = passing::matched(&call, self.callee, &lengths)?;
        self.steady(&passed)?;
        self.rename();
        for (name, passed) in passed {
            match passed {
                Passed::Part(part) => {
                    self.unify_types(&name, part.place.name())?;
                    self.names.parts.insert(name, part);
                }
                Passed::Value(value) => {
                    self.require_held(&name, &value)?;
                    let value = self.value(&name, value);
                    self.names.values.insert(name, value);
                }
            }
        }
        self.functions()?;
        self.temporaries()?;
        self.domains()?;
        let statements = self.statements()?;
        self.replace(statements);
        Ok(())
    }

    /// The caller has the functions of what it calls.
    fn functions(&mut self) -> Result<(), Diagnostic> {
        self.draft.kernel.take_functions(self.callee).map_err(|name| {
            let message = format!("function `{name}` of the kernel that is called is something else here");
            self.fail(message).help("rename one of them")
        })
    }

    fn fail(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(CODE, message).at(self.call.span, "")
    }

    /// The variables that an expression reads.
    fn reads(&self, expr: &Expr) -> BTreeSet<Name> {
        let expanded = expand::expand_rules(expr, &self.draft.kernel.rules);
        let mut found = BTreeSet::new();
        walk::visit(expanded.as_ref().unwrap_or(expr), &mut |part| match part.node() {
            Node::Var(name) | Node::Load { array: name, .. } => {
                found.insert(name.clone());
            }
            _ => {}
        });
        found
    }

    /// Conditions and subscripts are evaluated anew by each statement of the call, so it must not write what
    /// they read.
    fn steady(&self, passed: &IndexMap<Name, Passed>) -> Result<(), Diagnostic> {
        let parts = passed.values().filter_map(|passed| match passed {
            Passed::Part(part) => Some(part.place.index()),
            Passed::Value(_) => None,
        });
        for expr in self.around.predicates.iter().chain(parts.flatten()) {
            if let Some(name) = self.reads(expr).intersection(&self.written).next() {
                let problem =
                    self.fail(format!("the call writes `{name}`, which says whether or where it writes"));
                return Err(problem.help(format!("copy what is read of `{name}` to a temporary first")));
            }
        }
        Ok(())
    }

    /// Gives loops, temporaries and statements names that neither kernel has, after those that Loo.py gives
    /// them: scripts speak of `e2p_idim`, the loop over `idim` of a kernel `e2p`.
    fn rename(&mut self) {
        let callee = self.callee;
        let label: String = self.call.callee.chars().take(LABEL).chain(['_']).collect();
        let mut used: BTreeSet<Name> = BTreeSet::new();
        for (name, is_iname) in
            callee.inames.keys().map(|name| (name, true)).chain(callee.temps.keys().map(|name| (name, false)))
        {
            let kernel = &self.draft.kernel;
            let taken = |one: &str| {
                kernel.is_taken(one) || used.contains(one) || (*name != one && callee.is_taken(one))
            };
            let new = ir::fresh(&format!("{label}{name}"), taken);
            used.insert(new.clone());
            let all = if is_iname { &mut self.names.inames } else { &mut self.names.temps };
            all.insert(name.clone(), new);
        }
        let mut used: BTreeSet<Name> = BTreeSet::new();
        for id in callee.statements.keys() {
            let kernel = &self.draft.kernel;
            let taken = |one: &str| kernel.statements.contains_key(one) || used.contains(one);
            let new = ir::fresh(&format!("{label}{id}"), taken);
            used.insert(new.clone());
            self.names.statements.insert(id.clone(), new);
        }
    }

    /// An array has one type in both kernels.
    fn unify_types(&mut self, name: &Name, own: &Name) -> Result<(), Diagnostic> {
        let Some(wanted) = self.callee.args.get(name).and_then(|arg| arg.ty) else { return Ok(()) };
        let kernel = &mut self.draft.kernel;
        let arg = kernel.args.get_mut(own).map(|arg| &mut arg.ty);
        let Some(slot) = arg.or_else(|| kernel.temps.get_mut(own).map(|temp| &mut temp.ty)) else {
            return Ok(());
        };
        match *slot {
            Some(given) if given != wanted => {
                let message =
                    format!("`{own}` is {given}, and `{}` takes {wanted} for `{name}`", self.call.callee);
                Err(self.fail(message))
            }
            _ => {
                *slot = Some(wanted);
                Ok(())
            }
        }
    }

    /// Refuses an integer that the type of the argument does not hold.
    fn require_held(&self, name: &Name, value: &Expr) -> Result<(), Diagnostic> {
        let ty = self.callee.args.get(name).and_then(|arg| arg.ty);
        match (ty.and_then(Scalar::integer_range), value.as_int()) {
            (Some((least, greatest)), Some(number)) if !(least..=greatest).contains(&number.into()) => {
                let callee = &self.call.callee;
                let message =
                    format!("{number} is given for `{name}` of `{callee}`, whose type does not hold it");
                Err(self.fail(message).help("give the argument a longer type"))
            }
            _ => Ok(()),
        }
    }

    /// What a value argument stands for: what is passed, or a temporary that keeps it where the call changes
    /// it, or where bounds need it and it is not affine.
    fn value(&mut self, name: &Name, value: Expr) -> Expr {
        let ty = self.callee.args.get(name).and_then(|arg| arg.ty);
        let is_bound = self.callee.domains.iter().any(|domain| domain.set.has_param(name));
        let changes = self.reads(&value).intersection(&self.written).next().is_some();
        if !changes && ty.is_none_or(|ty| ty == Scalar::I32) && self.is_index(&value) {
            return value;
        }
        // A literal takes the type of what it meets, and a value has one of its own.
        let is_literal = walk::any(&value, &mut |part| matches!(part.node(), Node::Real(_)));
        let is_stored = changes || is_bound || (ty.is_none() && is_literal);
        let value = match ty {
            Some(ty) => Expr::cast(ty, value),
            None => value,
        };
        if !is_stored {
            return value;
        }
        let base = format!("{}_{name}", self.call.callee);
        let names = &self.names;
        let taken = |one: &str| {
            let new = names.inames.values().chain(names.temps.values()).any(|other| *other == one);
            self.draft.kernel.is_taken(one) || self.callee.is_taken(one) || new
        };
        let temp = ir::fresh(&base, taken);
        let declared = Temp {
            ty: ty.or(is_bound.then_some(Scalar::I32)),
            space: None,
            shape: Vec::new(),
            layout: Layout::c(0),
            loc: self.around.loc.clone(),
            origin: self.around.origin,
        };
        self.draft.kernel.temps.insert(temp.clone(), declared);
        let id = self.draft.kernel.fresh_statement(&format!("{temp}_is"));
        let kind = StatementKind::Assign { target: LValue::Scalar(temp.clone()), value };
        self.stored.push((id, Statement { kind, ..self.around.clone() }));
        Expr::var(temp)
    }

    /// Whether a value is an `i32` that bounds and subscripts can have as it is.
    fn is_index(&self, value: &Expr) -> bool {
        let kernel = &self.draft.kernel;
        let is_integer = |name: &Name| {
            let arg = kernel.args.get(name);
            let is_value = |arg: &ir::Arg| arg.shape().is_none() && arg.ty.is_none_or(|ty| ty == Scalar::I32);
            kernel.inames.contains_key(name) || arg.is_some_and(is_value)
        };
        let is_whole = !walk::any(value, &mut |part| {
            matches!(part.node(), Node::Real(_) | Node::Cast(..) | Node::Quotient(..))
        });
        is_whole && affine::to_aff(value).is_some_and(|aff| aff.names().iter().all(is_integer))
    }

    fn temporaries(&mut self) -> Result<(), Diagnostic> {
        for (name, temp) in &self.callee.temps {
            let shape: Option<Vec<Expr>> =
                temp.shape.iter().map(|extent| self.names.expr(self.callee, extent)).collect();
            let is_steady = |extent: &Expr| {
                let kernel = &self.draft.kernel;
                walk::names(extent).iter().all(|name| kernel.args.contains_key(name))
            };
            let Some(shape) = shape.filter(|shape| shape.iter().all(is_steady)) else {
                let message = format!(
                    "the extents of `{name}` in `{}` depend on loops around the call",
                    self.call.callee
                );
                return Err(self.fail(message).help("give it extents that are numbers"));
            };
            if let Some(new) = self.names.temps.get(name) {
                self.draft.kernel.temps.insert(new.clone(), Temp { shape, ..temp.clone() });
            }
        }
        Ok(())
    }

    fn domains(&mut self) -> Result<(), Diagnostic> {
        let unsolved = |error: poly::Error| Diagnostic::error("lp::loopy::sets", error.to_string());
        for domain in &self.callee.domains {
            let set =
                self.names.domain(&domain.set).map_err(|error| unsolved(error).at(self.call.span, ""))?;
            self.draft.kernel.domains.push(Domain { set, parent: None });
            self.draft.domain_spans.push(self.call.span);
        }
        for (old, new) in &self.names.inames {
            if let Some(iname) = self.callee.inames.get(old) {
                self.draft.kernel.inames.insert(new.clone(), iname.clone());
            }
        }
        let renamed = |order: &Vec<Name>| order.iter().map(|iname| self.names.iname(iname)).collect();
        self.draft.kernel.priorities.extend(self.callee.priorities.iter().map(renamed));
        self.draft.kernel.reassociate &= self.callee.reassociate;
        Ok(())
    }

    /// The statements in terms of this kernel, what stores values first.
    fn statements(&self) -> Result<Vec<(Name, Statement)>, Diagnostic> {
        let mut all = self.stored.clone();
        let stored: Vec<Name> = self.stored.iter().map(|(id, _)| id.clone()).collect();
        for (id, statement) in &self.callee.statements {
            let linked = self.statement(statement, &stored);
            let linked = linked.ok_or_else(|| self.fail(format!("a rule in `{id}` cannot be expanded")))?;
            all.push((self.names.statements.get(id).unwrap_or(id).clone(), linked));
        }
        Ok(all)
    }

    fn statement(&self, statement: &Statement, stored: &[Name]) -> Option<Statement> {
        let expr = |one: &Expr| self.names.expr(self.callee, one);
        let own = |id: &Name| self.names.statements.get(id).cloned();
        let kind = match &statement.kind {
            StatementKind::Assign { target, value } => {
                StatementKind::Assign { target: self.names.target(self.callee, target)?, value: expr(value)? }
            }
            other => other.clone(),
        };
        let predicates: Option<Vec<Expr>> = statement.predicates.iter().map(expr).collect();
        let around = &self.around;
        let inames = statement.inames.iter().map(|iname| self.names.iname(iname));
        let before = statement.after.iter().filter_map(own).chain(stored.iter().cloned());
        let no_sync = statement.no_sync.iter().filter_map(|(id, scope)| Some((own(id)?, *scope)));
        Some(Statement {
            kind,
            inames: around.inames.iter().cloned().chain(inames).collect(),
            after: around.after.iter().cloned().chain(before).collect(),
            predicates: around.predicates.iter().cloned().chain(predicates?).collect(),
            tags: around.tags.union(&statement.tags).cloned().collect(),
            no_sync: around.no_sync.iter().cloned().chain(no_sync).collect(),
            priority: statement.priority.saturating_add(around.priority),
            ..statement.clone()
        })
    }

    /// Puts the statements where those that stand for the call are, and takes these and the loops of their
    /// own away.
    fn replace(self, statements: Vec<(Name, Statement)>) {
        let Link { draft, call, note, .. } = self;
        let new: Vec<Name> = statements.iter().map(|(id, _)| id.clone()).collect();
        let at = call.ids.first().and_then(|id| draft.kernel.statements.get_index_of(id)).unwrap_or(0);
        for (offset, (id, statement)) in statements.into_iter().enumerate() {
            draft.kernel.statements.shift_insert(at + offset, id.clone(), statement);
            draft.notes.shift_insert(at + offset, id, note.clone());
        }
        for id in &call.ids {
            draft.kernel.statements.shift_remove(id);
            draft.notes.shift_remove(id);
        }
        let is_stand_in = |id: &Name| call.ids.contains(id);
        for statement in draft.kernel.statements.values_mut() {
            if statement.after.iter().any(is_stand_in) {
                statement.after.retain(|id| !is_stand_in(id));
                statement.after.extend(new.iter().cloned());
            }
            let freed: Vec<_> = statement.no_sync.iter().filter(|(id, _)| is_stand_in(id)).cloned().collect();
            for (id, scope) in freed {
                statement.no_sync.remove(&(id, scope));
                statement.no_sync.extend(new.iter().map(|id| (id.clone(), scope)));
            }
        }
        for sweep in call.targets.iter().chain(&call.args).flat_map(|passed| match passed {
            Passed::Part(part) => part.sweeps.as_slice(),
            Passed::Value(_) => &[],
        }) {
            if let Some(home) = draft.kernel.home(sweep) {
                draft.kernel.domains.remove(home);
                draft.domain_spans.remove(home);
            }
            draft.kernel.inames.shift_remove(sweep);
        }
    }
}

/// Loops, conditions and orders of the statements that stand for a call, together; `None` where one of them
/// is gone.
fn joint_context(draft: &Draft, call: &Call) -> Option<Statement> {
    let all: Option<Vec<&Statement>> = call.ids.iter().map(|id| draft.kernel.statements.get(id)).collect();
    let all = all?;
    let mut around: Statement = (*all.first()?).clone();
    around.kind = StatementKind::Nop;
    let mut inames: IndexSet<Name> = all.iter().flat_map(|one| &one.inames).cloned().collect();
    let is_sweep = |iname: &Name| {
        call.targets.iter().chain(&call.args).any(|passed| match passed {
            Passed::Part(part) => part.sweeps.contains(iname),
            Passed::Value(_) => false,
        })
    };
    inames.retain(|iname| !is_sweep(iname));
    around.inames = inames.into_iter().collect();
    let place = |iname: &Name| draft.kernel.home(iname);
    around.inames.sort_by_key(|iname| place(iname));
    let before = all.iter().flat_map(|one| &one.after);
    around.after = before.filter(|id| !call.ids.contains(*id)).cloned().collect();
    let free = all.iter().flat_map(|one| &one.no_sync);
    around.no_sync = free.filter(|(id, _)| !call.ids.contains(id)).cloned().collect();
    Some(around)
}

/// Why a kernel cannot be called, if it cannot.
fn obstacle(callee: &Kernel, unordered: Unordered) -> Option<&'static str> {
    let statements = || callee.statements.values();
    // How its arrays lie is no matter of a part that takes their place.
    let is_foreign =
        |requirement: &Requirement| {
            !callee.args.keys().filter_map(|name| callee.array(name)).any(|(shape, layout)| {
                layout.distinct_addresses(&shape).as_ref() == Some(&requirement.condition)
            })
        };
    if callee.reference.is_some() || callee.schedule.is_some() {
        Some("transforms have changed it; join the kernels first, and transform the result")
    } else if statements().any(|statement| statement.time.is_some()) {
        Some("it is a Fortran routine, whose calls are put in place where they stand in Fortran")
    } else if !callee.promises.is_empty()
        || callee.requires.iter().any(is_foreign)
        || !callee.trusted.is_empty()
    {
        Some("it has promises or requirements, which are checked before a launch only")
    } else if statements().any(|statement| !statement.groups.is_empty() || !statement.conflicts.is_empty()) {
        Some("its statements have groups or conflicts")
    } else if callee.unordered == Unordered::TextOrder && unordered != Unordered::TextOrder {
        Some(
            "it runs in the order of its text, and the kernel that calls it does not: write `order=\"text\"` there too",
        )
    } else if !callee.slabs.is_empty() {
        Some("its loops have slabs")
    } else {
        None
    }
}
