//! Assignments become substitution rules.

use crate::rules::definition::{self, Definition, Doubt, Read};
use crate::rules::{self, Action, Rewriter, Site, removal};
use diag::Diagnostic;
use ir::verify::read_by_own_predicates;
use ir::{ArgKind, Expr, IndexMap, Kernel, LValue, Name, Node, Rule, Scalar, Statement, typing};
use pass::{Applied, InameName, Refusal, Rewrite, StackSelector, Transform, VarName};

/// Makes a substitution rule of the assignments to a variable and puts invocations in place of its reads.
///
/// Each read must get its value from one assignment, whose left-hand subscripts are distinct inames: they
/// become the rule's arguments. The right-hand side is then evaluated where the value is used, so nothing may
/// overwrite what it reads in between. Where no read is left, the assignments, their loops and the temporary
/// are removed. This undoes the storing of intermediate results; `precompute` stores them again, in another
/// place or granularity.
///
/// Refused where more than one assignment may reach a read, where an operand is overwritten between the
/// assignment and a read, where an assignment reads its own target, and for an argument, whose contents the
/// caller sees, unless `force_retain_argument=True` keeps its assignments.
///
/// ```lpir
/// # RUN: assignment_to_subst("a")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg inp : f64[n] in
///   arg out : f64[n] out
///   temp a : f64[n] auto
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [i_1] : 0 <= i_1 < n }
///   iname i
///   iname i_1
///   s0: a[i] = 6*inp[i]  in(i) time(0, i)
///   s1: out[i_1] = 5*a[i_1]  in(i_1) time(1, i_1)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg inp : f64[n] in
///   arg out : f64[n] out
///   domain [n] -> { [i_1] : 0 <= i_1 < n }
///   iname i_1
///   rule a_subst(i) := 6*inp[i]
///   s1: out[i_1] = 5*a_subst(i_1)  in(i_1)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules", alias = "temporary_to_subst")]
pub struct AssignmentToSubst {
    /// The variable.
    pub lhs_name: VarName,
    /// Inames of the assignments that the rules take as further arguments.
    #[arg(default = "()")]
    pub extra_arguments: Vec<InameName>,
    /// Which reads to replace; all by default.
    #[arg(default = None)]
    pub within: Option<StackSelector>,
    /// Whether an argument keeps its assignments.
    #[arg(default = false)]
    pub force_retain_argument: bool,
}

impl Rewrite for AssignmentToSubst {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let variable = &self.lhs_name.name;
        self.check_variable(kernel)?;
        let definitions = definitions(kernel, variable, self.lhs_name.origin)?;
        let ty = self.stored_type(kernel, &definitions)?;
        let mut names: Vec<Name> = Vec::new();
        let mut added = IndexMap::default();
        for definition in &definitions {
            let taken = |name: &str| kernel.is_taken(name) || added.contains_key(name);
            let name = ir::fresh(&format!("{variable}_subst"), taken);
            added.insert(name.clone(), self.rule(kernel, definition, ty)?);
            names.push(name);
        }
        let mut forward = Forward {
            kernel,
            transform: self,
            definitions: &definitions,
            rules: &names,
            left: 0,
            replaced: 0,
        };
        let mut result = rules::rewrite(kernel, added, &mut forward)?;
        if forward.replaced == 0 {
            return Err(Refusal::empty(format!("no read of `{variable}` is selected"))
                .at_entity(None, self.lhs_name.origin, "")
                .into());
        }
        check_predicates(&result, variable, self.lhs_name.origin)?;
        let bounds_a_loop = kernel.domains.iter().any(|domain| domain.set.has_param(variable));
        if forward.left == 0 && !bounds_a_loop && result.temps.contains_key(variable) {
            let ids: Vec<Name> = definitions.iter().map(|definition| definition.id.clone()).collect();
            removal::remove_statements(&mut result, &ids)?;
            result.temps.shift_remove(variable);
        }
        Ok(result.into())
    }
}

impl AssignmentToSubst {
    fn check_variable(&self, kernel: &Kernel) -> Result<(), Refusal> {
        let (variable, origin) = (&self.lhs_name.name, self.lhs_name.origin);
        match kernel.args.get(variable).map(|arg| (&arg.kind, arg)) {
            _ if kernel.temps.contains_key(variable) => Ok(()),
            Some((ArgKind::Array { .. }, _)) if self.force_retain_argument => Ok(()),
            Some((ArgKind::Array { .. }, arg)) => {
                let message = format!("the caller sees `{variable}`, so its assignments cannot be dropped");
                Err(Diagnostic::error("lp::assignment-to-subst::argument", message)
                    .at_entity(None, origin, "")
                    .at_entity(arg.loc.as_ref(), arg.origin, "an argument")
                    .help("`force_retain_argument=True` replaces the reads and keeps the assignments")
                    .into())
            }
            _ => {
                let names = kernel.temps.keys().chain(kernel.args.keys());
                let help = diag::nearest(variable, names.map(Name::as_str));
                let unknown = Diagnostic::error(
                    "lp::assignment-to-subst::unknown",
                    format!("no temporary or array argument is named `{variable}`"),
                )
                .at_entity(None, origin, "");
                Err(match help {
                    Some(name) => unknown.help(format!("did you mean `{name}`?")),
                    None => unknown,
                }
                .into())
            }
        }
    }

    /// The type of the variable, which its readers see: the one declared, or the common type of what is
    /// stored, where inference would find it. None where the one value that is stored has no type yet, and so
    /// the same one later.
    fn stored_type(
        &self,
        kernel: &Kernel,
        definitions: &[Definition<'_>],
    ) -> Result<Option<Scalar>, Refusal> {
        let variable = &self.lhs_name.name;
        if let Ok(declared) = typing::type_of_variable(kernel, variable) {
            return Ok(Some(declared.scalar()));
        }
        let values = definitions.iter().filter_map(|definition| definition.statement.value());
        let types: Result<Vec<typing::Type>, typing::Untyped> =
            values.map(|value| typing::type_of(kernel, value)).collect();
        match types {
            Ok(types) => Ok(types.into_iter().reduce(typing::Type::common).map(typing::Type::scalar)),
            Err(_) if definitions.len() == 1 => Ok(None),
            Err(_) => {
                let message = format!("several assignments decide which type `{variable}` has");
                Err(Diagnostic::error("lp::assignment-to-subst::type", message)
                    .at_entity(None, self.lhs_name.origin, "")
                    .help("run `infer_types()` before, or give the type with `add_dtypes`")
                    .into())
            }
        }
    }

    /// The rule that stands for the right-hand side of a definition.
    fn rule(
        &self,
        kernel: &Kernel,
        definition: &Definition<'_>,
        stored: Option<Scalar>,
    ) -> Result<Rule, Refusal> {
        let mut params = definition.formals.clone();
        for extra in &self.extra_arguments {
            if params.contains(extra) || !definition.statement.inames.contains(extra) {
                let message = format!("`{}` is no further iname of `{}`", extra.name, definition.id);
                return Err(Diagnostic::error("lp::assignment-to-subst::extra-argument", message)
                    .at_entity(None, extra.origin, "")
                    .at_entity(
                        definition.statement.loc.as_ref(),
                        definition.statement.origin,
                        "the assignment",
                    )
                    .into());
            }
            params.push(extra.name.clone());
        }
        let value = definition.statement.value().cloned().unwrap_or_else(|| Expr::int(0));
        let body = match stored {
            Some(ty) if typing::type_of(kernel, &value) != Ok(typing::Type::Of(ty)) => Expr::cast(ty, value),
            _ => value,
        };
        let Statement { loc, origin, .. } = definition.statement;
        Ok(Rule { params, body, loc: loc.clone(), origin: *origin })
    }
}

/// A condition that was stored before its statement changed what it was computed from must stay stored.
fn check_predicates(kernel: &Kernel, variable: &Name, origin: diag::Origin) -> Result<(), Refusal> {
    for (id, statement) in &kernel.statements {
        if let Some(target) = read_by_own_predicates(kernel, statement) {
            let message = format!("a predicate of `{id}` would read `{}`, which it writes", target.name());
            let problem = Diagnostic::error("lp::assignment-to-subst::predicate", message);
            let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "written here");
            return Err(problem
                .at_entity(None, origin, "")
                .help(format!("keep `{variable}` where predicates read it: `within`"))
                .into());
        }
    }
    Ok(())
}

/// All assignments to the variable.
fn definitions<'k>(
    kernel: &'k Kernel,
    variable: &'k Name,
    origin: diag::Origin,
) -> Result<Vec<Definition<'k>>, Refusal> {
    let mut definitions = Vec::new();
    let mut problems = Vec::new();
    for (id, statement) in &kernel.statements {
        let Some(target) = statement.target().filter(|target| target.name() == variable) else { continue };
        match formals(target, statement) {
            Some(_) if reads(kernel, statement, variable) || statement.atomic.is_some() => {
                let message = format!("`{id}` reads `{variable}`, which it assigns");
                problems.push(
                    Diagnostic::error("lp::assignment-to-subst::update", message)
                        .at_entity(None, origin, "")
                        .at_entity(statement.loc.as_ref(), statement.origin, "updated here"),
                );
            }
            Some(formals) => definitions.push(Definition { id, statement, variable, formals }),
            None => {
                let message =
                    format!("the subscripts of `{variable}` in `{id}` are not distinct inames of its loops");
                problems.push(
                    Diagnostic::error("lp::assignment-to-subst::subscripts", message)
                        .at_entity(None, origin, "")
                        .at_entity(statement.loc.as_ref(), statement.origin, "assigned here"),
                );
            }
        }
    }
    if definitions.is_empty() && problems.is_empty() {
        let message = format!("nothing assigns `{variable}`");
        problems.push(
            Diagnostic::error("lp::assignment-to-subst::unassigned", message).at_entity(None, origin, ""),
        );
    }
    if problems.is_empty() { Ok(definitions) } else { Err(problems.into()) }
}

fn formals(target: &LValue, statement: &Statement) -> Option<Vec<Name>> {
    let mut formals: Vec<Name> = Vec::new();
    for subscript in target.index() {
        let iname =
            subscript.as_var().filter(|name| statement.inames.contains(name) && !formals.contains(name))?;
        formals.push(iname.clone());
    }
    Some(formals)
}

fn reads(kernel: &Kernel, statement: &Statement, variable: &Name) -> bool {
    let accesses = ir::access::accesses(kernel, statement);
    accesses.iter().any(|a| a.kind == ir::access::AccessKind::Read && a.variable == *variable)
}

/// Puts invocations in place of reads.
struct Forward<'a> {
    kernel: &'a Kernel,
    transform: &'a AssignmentToSubst,
    definitions: &'a [Definition<'a>],
    rules: &'a [Name],
    /// Reads that stay.
    left: usize,
    replaced: usize,
}

impl Rewriter for Forward<'_> {
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal> {
        let variable = &self.transform.lhs_name.name;
        let index = match expr.node() {
            Node::Load { array, index } if array == variable => index.clone(),
            Node::Var(name) if name == variable => Vec::new(),
            _ => return Ok(Action::Descend),
        };
        if !site.is_within(self.kernel, self.transform.within.as_deref()) {
            self.left += 1;
            return Ok(Action::Descend);
        }
        let Some(statement) = self.kernel.statements.get(&site.statement) else { return Ok(Action::Descend) };
        let resolved = index.iter().map(|e| site.resolve(e)).collect();
        let read = Read {
            id: &site.statement,
            statement,
            index: resolved,
            reduced: &site.reduced,
            guards: &site.guards,
        };
        let rule = self.reaching(&read)?;
        self.replaced += 1;
        let extra = self.transform.extra_arguments.iter().map(|iname| Expr::from(&iname.name));
        Ok(Action::Invoke(rule, index.into_iter().chain(extra).collect()))
    }
}

impl Forward<'_> {
    /// The rule of the definition that the read gets.
    fn reaching(&self, read: &Read<'_>) -> Result<Name, Refusal> {
        let mut doubts = Vec::new();
        for (definition, rule) in self.definitions.iter().zip(self.rules) {
            match definition::doubt(self.kernel, definition, read)? {
                None => {
                    return match definition::stale(self.kernel, definition, read)? {
                        None => Ok(rule.clone()),
                        Some(doubt) => Err(self.refuse(read, &[(definition, doubt)])),
                    };
                }
                Some(doubt) => doubts.push((definition, doubt)),
            }
        }
        // An assignment that never reaches the read is no help in saying why.
        let telling = doubts.len() > 1;
        let doubts: Vec<_> =
            doubts.into_iter().filter(|(_, d)| !telling || !matches!(d, Doubt::Order)).collect();
        Err(self.refuse(read, &doubts))
    }

    fn refuse(&self, read: &Read<'_>, doubts: &[(&Definition<'_>, Doubt)]) -> Refusal {
        let variable = &self.transform.lhs_name.name;
        let message = match doubts {
            [(definition, doubt)] => {
                format!("{} ", explain(variable, definition, doubt)).trim_end().to_owned()
            }
            _ => format!("no assignment is certain to be the one that `{}` gets `{variable}` from", read.id),
        };
        let mut refusal = Diagnostic::error("lp::assignment-to-subst::reaching", message)
            .at_entity(None, self.transform.lhs_name.origin, "")
            .at_entity(
                read.statement.loc.as_ref(),
                read.statement.origin,
                format!("`{variable}` is read here"),
            );
        for (definition, doubt) in doubts {
            let statement = definition.statement;
            refusal = refusal.at_entity(statement.loc.as_ref(), statement.origin, "assigned here");
            if let Doubt::Overwritten { variable: overwritten, by, example } = doubt
                && let Some(by) = self.kernel.statements.get(by)
            {
                let here = format!("`{overwritten}` may be overwritten here");
                refusal = refusal.at_entity(by.loc.as_ref(), by.origin, here).note(example);
            }
            if doubts.len() > 1 {
                refusal = refusal.note(explain(variable, definition, doubt));
            }
        }
        refusal.into()
    }
}

fn explain(variable: &Name, definition: &Definition<'_>, doubt: &Doubt) -> String {
    let id = definition.id;
    match doubt {
        Doubt::Loop(iname) => {
            format!("`{id}` assigns `{variable}` in loop `{iname}`, in which the read does not stand")
        }
        Doubt::Subscript(e) => {
            format!("`{e}`, a subscript of a read of `{variable}`, is not affine in inames")
        }
        Doubt::Predicate(e) => {
            format!("`{id}` assigns `{variable}` only if `{e}`, which the read does not know of")
        }
        Doubt::Uncovered => format!("`{id}` does not assign all elements of `{variable}` that are read"),
        Doubt::Order => format!("`{id}` is not known to come before the read of `{variable}`"),
        Doubt::Overwritten { variable: name, by, .. } if name == variable => {
            format!("`{by}` may overwrite `{variable}` between `{id}` and the read")
        }
        Doubt::Overwritten { variable: name, by, .. } => {
            format!("`{by}` may overwrite `{name}`, which `{id}` reads, before `{variable}` is used")
        }
        Doubt::Captured(iname) => format!("`{id}` reduces over `{iname}`, which is in use around the read"),
    }
}
