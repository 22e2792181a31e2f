//! Expansion of the substitution rules that are left.

use diag::Diagnostic;
use ir::{Expr, Kernel, LValue, Node, Statement, StatementKind, conversions, expand, walk};
use pass::{Applied, Refusal, Rewrite, Transform};

/// Expands every invocation of a substitution rule and drops the rules.
///
/// ```lpir
/// # RUN: expand_rules()
/// lpir 1
///
/// kernel @weigh {
///   arg n : i32
///   arg a : f64[n + 1] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   rule f(x) := x*a[x]
///   s: b[i] = f(i + 1)  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @weigh {
///   arg n : i32
///   arg a : f64[n + 1] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: b[i] = cast(f64, i + 1)*a[i + 1]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct ExpandRules {}

impl Rewrite for ExpandRules {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(expand_rules(kernel)?.into())
    }
}

/// Expands every invocation and drops the rules.
///
/// # Errors
/// Where a rule does not exist, takes another number of arguments, or is recursive.
pub fn expand_rules(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let mut expanded = kernel.clone();
    let mut failures = Vec::new();
    for (id, statement) in &mut expanded.statements {
        let mut replace = |expr: &Expr| {
            let full = expand::expand_rules(expr, &kernel.rules);
            if full.is_none() {
                failures.push(no_expansion(id, statement, expr));
            }
            full.unwrap_or_else(|| expr.clone())
        };
        let predicates = statement.predicates.iter().map(&mut replace).collect();
        let kind = match &statement.kind {
            StatementKind::Assign { target, value } => {
                StatementKind::Assign { target: expand_target(target, &mut replace), value: replace(value) }
            }
            other => other.clone(),
        };
        (statement.predicates, statement.kind) = (predicates, kind);
    }
    expanded.rules.clear();
    if !failures.is_empty() {
        return Err(failures.into());
    }
    // Rules that were given what others make may have become index arithmetic, which stands in a cast.
    Ok(conversions::written_since(kernel, &expanded))
}

fn expand_target(target: &LValue, replace: &mut dyn FnMut(&Expr) -> Expr) -> LValue {
    match target {
        LValue::Scalar(name) => LValue::Scalar(name.clone()),
        LValue::Element { array, index } => {
            LValue::Element { array: array.clone(), index: index.iter().map(replace).collect() }
        }
    }
}

fn no_expansion(id: &str, statement: &Statement, expr: &Expr) -> Diagnostic {
    let mut name = None;
    walk::visit(expr, &mut |e| {
        if let Node::Rule { name: rule, .. } = e.node() {
            name.get_or_insert_with(|| rule.clone());
        }
    });
    let rule = name.map_or_else(String::new, |name| format!(" `{name}`"));
    let message = format!("the substitution rule{rule} in `{id}` cannot be expanded");
    Diagnostic::error("lp::expand::no-expansion", message)
        .at_entity(statement.loc.as_ref(), statement.origin, "used here")
        .help("a rule must exist, take as many arguments as it is given, and not invoke itself")
}
