use crate::lower::with_known_types;
use crate::rewrite::{assume_values, check_values, fix, remove_unused_loops, rename_all};
use crate::specialize::label;
use diag::Diagnostic;
use ir::{
    Comparison, Domain, Expr, IndexMap, IndexSet, Kernel, LValue, Node, Statement, StatementKind, SyncScope,
    affine, walk,
};
use pass::{Applied, ParamValue, ParamValues, Refusal, Rewrite, Transform, VarName};
use poly::Name;
use std::collections::BTreeSet;

/// How many versions a kernel gets; each is a copy of all its statements.
const MOST: usize = 16;

/// Gives a kernel a version for each of some values of a parameter, beside the general one for all others.
///
/// In a version the parameter is a number, as after `fix_parameters`: loops have constant bounds, conditions
/// are decided, and what can no longer run is gone. Each version has statements and loops of its own, such as
/// `i_n_8` for the loop `i` where `n` is 8, and launches of its own. The host makes those alone whose
/// condition holds, `n == 8`; in code under it, strides are numbers too. Arguments, temporaries and
/// requirements are shared. A version is a nest like others: `auto_parallel` and other steps may follow.
/// Expressions that would get another form than the source's stay as they are, such as `x[i*n]` and
/// `if(n == 8, a, b)`, and the device's compiler is left to see what they are.
///
/// Refused where an assumption or a requirement excludes a value, and where the type of the parameter does
/// not have it. A value that is listed twice has one version.
///
/// ```lpir
/// # RUN: auto_specialize("n", [8])
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = cast(f64, n)*a[i]  in(i)
///   t: a[i] = a[i] + 1.0  in(i) after(s) if(n > 9)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   domain { [i_n_8] : 0 <= i_n_8 <= 7 }
///   iname i
///   iname i_n_8
///   s: a[i] = cast(f64, n)*a[i]  in(i) if(n != 8)
///   t: a[i] = a[i] + 1.0d  in(i) after(s) if(n != 8, n > 9)
///   barrier: barrier global  after(t)
///   s_n_8: a[i_n_8] = cast(f64, 8)*a[i_n_8]  in(i_n_8) after(barrier) if(n == 8)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "parameters")]
pub struct AutoSpecialize {
    /// The parameter.
    pub parameter: VarName,
    /// Values that get a version each: `[8, 10]`, and for a letter of a flag `["N", "T"]`.
    pub values: ParamValues,
}

impl Rewrite for AutoSpecialize {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let kernel = &with_known_types(kernel);
        let (parameter, values) = (&self.parameter, &self.values.0);
        check_values(kernel, [(parameter, values.as_slice())])?;
        let mut distinct: IndexMap<i64, &ParamValue> = IndexMap::default();
        for value in values {
            distinct.entry(value.number).or_insert(value);
        }
        self.check_number(distinct.len())?;
        let mut whole = kernel.clone();
        let others = distinct.keys().map(|number| compared(Comparison::NotEqual, parameter, *number));
        restrict(&mut whole, &others.collect::<Vec<_>>());
        let mut before = last_statements(&whole.statements);
        for (number, value) in distinct {
            assume_values(&kernel.assumptions, &[(parameter, number)])?;
            let mut version = fix(kernel, &[(parameter.name.clone(), vec![number])].into())?;
            keep_forms(&mut version, kernel);
            restrict(&mut version, &[compared(Comparison::Equal, parameter, number)]);
            remove_unused_loops(&mut version);
            let suffix = format!("_{}_{}", parameter.name, label(kernel, parameter, value));
            rename_all(&mut version, &whole, &suffix.replace('-', "minus_"))?;
            if !version.statements.is_empty() {
                before = join(&mut whole, version, before);
            }
        }
        Ok(whole.into())
    }
}

impl AutoSpecialize {
    fn check_number(&self, number: usize) -> Result<(), Diagnostic> {
        if number <= MOST {
            return Ok(());
        }
        let message = format!("{number} values are listed, and a kernel gets at most {MOST} versions");
        Err(Diagnostic::error("lp::auto-specialize::many", message)
            .at_entity(None, self.parameter.origin, "")
            .help("list the values that most calls have"))
    }
}

fn compared(op: Comparison, parameter: &VarName, number: i64) -> Expr {
    Expr::new(Node::Compare(op, Expr::var(parameter.name.clone()), Expr::int(number)))
}

/// Lets assignments run only where these conditions hold. They come first: what other conditions read may
/// exist nowhere else.
fn restrict(kernel: &mut Kernel, conditions: &[Expr]) {
    for statement in kernel.statements.values_mut().filter(|statement| statement.target().is_some()) {
        statement.predicates.splice(0..0, conditions.iter().cloned());
    }
}

/// Writes expressions as they were that got another form, such as `x[i]` for `x[i*n]`. The checker compares
/// operand by operand, and knows of a condition only which values it leaves these.
fn keep_forms(version: &mut Kernel, kernel: &Kernel) {
    for (name, rule) in &mut version.rules {
        if let Some(written) = kernel.rules.get(name)
            && !has_form(&written.body, &rule.body)
        {
            rule.body = written.body.clone();
        }
    }
    for (id, statement) in &mut version.statements {
        let Some(written) = kernel.statements.get(id) else { continue };
        let index = |statement| Statement::target(statement).map(LValue::index).unwrap_or_default();
        let targets = index(written).iter().zip(index(&*statement));
        if !written.value().into_iter().zip(statement.value()).chain(targets).all(|(a, b)| has_form(a, b)) {
            statement.kind = written.kind.clone();
        }
        // Conditions of arguments alone say where instances are, whatever their form.
        let [a, b] = [written, &*statement].map(|one| of_data(kernel, &one.predicates));
        if a.len() != b.len() || !a.into_iter().zip(b).all(|(a, b)| has_form(a, b)) {
            statement.predicates = written.predicates.clone();
        }
    }
}

/// Whether two expressions are alike but for integers that are affine in one.
fn has_form(written: &Expr, other: &Expr) -> bool {
    let blank = |expr: &Expr| walk::map_children(expr, &mut |_| Expr::int(0));
    let (a, b) = (walk::children(written), walk::children(other));
    let alike = || blank(written) == blank(other) && a.len() == b.len();
    affine::to_aff(written).is_some() || alike() && a.iter().zip(&b).all(|(a, b)| has_form(a, b))
}

fn of_data<'e>(kernel: &Kernel, conditions: &'e [Expr]) -> Vec<&'e Expr> {
    let is_data = |part: &Expr| match part.node() {
        Node::Load { .. } => true,
        Node::Var(name) => kernel.temps.contains_key(name),
        _ => false,
    };
    conditions.iter().filter(|one| walk::any(one, &mut |part| is_data(part))).collect()
}

/// The statements that no other one is declared to come after.
fn last_statements(statements: &IndexMap<Name, Statement>) -> IndexSet<Name> {
    let followed: BTreeSet<&Name> = statements.values().flat_map(|statement| &statement.after).collect();
    statements.keys().filter(|id| !followed.contains(id)).cloned().collect()
}

/// Adds the statements and loops of a version, in launches of its own behind the statements `before`; gives
/// its last ones.
fn join(whole: &mut Kernel, version: Kernel, before: IndexSet<Name>) -> IndexSet<Name> {
    let ends = last_statements(&version.statements);
    let barrier = whole.fresh_statement("barrier");
    let end_of_launch = Statement::of_kind(StatementKind::Barrier(SyncScope::Global));
    whole.statements.insert(barrier.clone(), Statement { after: before, ..end_of_launch });
    for (id, mut statement) in version.statements {
        if statement.after.is_empty() {
            statement.after.insert(barrier.clone());
        }
        whole.statements.insert(id, statement);
    }
    let count = whole.domains.len();
    whole.domains.extend(version.domains.into_iter().map(|domain| {
        let parent = domain.parent.and_then(|parent| parent.checked_add(count));
        Domain { parent, ..domain }
    }));
    whole.inames.extend(version.inames);
    whole.slabs.extend(version.slabs);
    whole.priorities.extend(version.priorities);
    whole.rules.extend(version.rules);
    ends
}
