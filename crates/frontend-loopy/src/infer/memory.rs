//! Where elements lie in memory: the order of axes, `indexof(a[i])`, and subscripts that were made of such
//! numbers.

use crate::draft::Draft;
use crate::names::PLACES;
use diag::Diagnostic;
use ir::{ArgKind, Expr, Kernel, LValue, Layout, Name, Node, affine, walk};
use poly::{Aff, Constraint, Set};

/// Lays out arrays of which no line says how they lie.
pub(super) fn lay_out(draft: &mut Draft) {
    if !draft.column_major {
        return;
    }
    let is_open = |name: &Name| !draft.with_layout.contains(name);
    for (_, arg) in draft.kernel.args.iter_mut().filter(|(name, _)| is_open(name)) {
        if let ArgKind::Array { shape, layout, .. } = &mut arg.kind {
            *layout = Layout::f(shape.len());
        }
    }
    for (_, temp) in draft.kernel.temps.iter_mut().filter(|(name, _)| is_open(name)) {
        temp.layout = Layout::f(temp.shape.len());
    }
}

/// Puts numbers in the place of `indexof(..)`, and simplifies quotients and remainders by arguments in
/// subscripts.
pub(super) fn resolve(draft: &mut Draft) {
    if !has_places(&draft.kernel) {
        return;
    }
    let kernel = draft.kernel.clone();
    let mut unknown = None;
    for rule in draft.kernel.rules.values_mut() {
        rule.body = placed(&kernel, &rule.body, &mut unknown);
    }
    for statement in draft.kernel.statements.values_mut() {
        let domain = kernel.domain_of(&statement.inames).and_then(|set| set.intersect(&kernel.assumptions));
        let Ok(domain) = domain else { continue };
        let mut edit = |expr: &Expr| simplified(&placed(&kernel, expr, &mut unknown), &domain);
        *statement = statement.map_exprs(&mut edit);
    }
    if let Some(array) = unknown {
        let message = format!("where the elements of `{array}` lie is not known: its extents are not");
        draft.errors.push(Diagnostic::error("lp::loopy::shape", message).help("declare its shape"));
    }
}

/// Whether a kernel asks where elements lie, or divides by arguments, which few do.
fn has_places(kernel: &Kernel) -> bool {
    let is_place = |expr: &Expr| match expr.node() {
        Node::Call { function, .. } => PLACES.contains(&&**function),
        Node::FloorDiv(_, divisor) | Node::Mod(_, divisor) => divisor.as_int().is_none(),
        _ => false,
    };
    let in_statements = kernel.statements.values().flat_map(|statement| {
        let index = statement.target().map(LValue::index).unwrap_or_default();
        statement.predicates.iter().chain(index).chain(statement.value())
    });
    let mut all = kernel.rules.values().map(|rule| &rule.body).chain(in_statements);
    all.any(|expr| walk::any(expr, &mut |part| is_place(part)))
}

/// An expression with numbers in the place of `indexof(..)`; `unknown` becomes an array of which they are not
/// known.
fn placed(kernel: &Kernel, expr: &Expr, unknown: &mut Option<Name>) -> Expr {
    if let Node::Call { function, args } = expr.node()
        && PLACES.contains(&&**function)
        && let [element] = args.as_slice()
        && let Node::Load { array, index } = element.node()
    {
        let strides = kernel.array(array).and_then(|(shape, layout)| layout.strides(&shape));
        let Some(strides) = strides else {
            *unknown = Some(array.clone());
            return expr.clone();
        };
        let terms = index.iter().zip(&strides).map(|(at, stride)| match stride.as_int() {
            Some(1) => placed(kernel, at, unknown),
            _ => placed(kernel, at, unknown).times(stride),
        });
        let terms: Vec<Expr> = terms.collect();
        return if terms.is_empty() { Expr::int(0) } else { Expr::sum(terms) };
    }
    walk::map_children(expr, &mut |child| placed(kernel, child, unknown))
}

/// An expression without quotients and remainders of what is less than the divisor, where this is no number.
fn simplified(expr: &Expr, domain: &Set) -> Expr {
    let mapped = walk::map_children(expr, &mut |child| simplified(child, domain));
    let expr = match mapped.node() {
        Node::Sum(terms) if mapped != *expr => {
            Expr::sum(terms.iter().filter(|term| term.as_int() != Some(0)).cloned().collect())
        }
        _ => mapped,
    };
    let (Node::FloorDiv(value, divisor) | Node::Mod(value, divisor)) = expr.node() else { return expr };
    if divisor.as_int().is_some() || !is_remainder(value, divisor, domain).unwrap_or(false) {
        return expr;
    }
    if matches!(expr.node(), Node::Mod(..)) { value.clone() } else { Expr::int(0) }
}

/// Whether `0 <= value < divisor` everywhere in a domain.
fn is_remainder(value: &Expr, divisor: &Expr, domain: &Set) -> Option<bool> {
    let (value, divisor) = (affine::to_aff(value)?, affine::to_aff(divisor)?);
    let names = value.names().into_iter().chain(divisor.names());
    let params: Vec<Name> = names.filter(|name| !domain.has_dim(name) && !domain.has_param(name)).collect();
    let domain = domain.add_params(&params).ok()?;
    let is_empty =
        |outside: Constraint| domain.add_constraints(&[outside]).and_then(|set| set.is_empty()).ok();
    Some(
        is_empty(Constraint::lt(&value, &Aff::constant(0))?)? && is_empty(Constraint::ge(&value, &divisor)?)?,
    )
}
