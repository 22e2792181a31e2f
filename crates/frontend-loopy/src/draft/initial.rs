//! Temporaries that hold values from the start: `temps w : float64[3] = [1, 4, 1]`.
//!
//! A statement with loops of its own writes them, before everything that reads them.

use crate::blocks::{Action, Context, Item, Program};
use crate::options::Options;
use crate::text::tree::{Declaration, Expr, ExprKind, Shape, Target, Word};
use diag::{Diagnostic, Span};
use ir::{Comparison, Name};
use poly::Set;
use std::collections::BTreeSet;

const CODE: diag::Code = "lp::loopy::initial";

/// More values belong into an argument.
const MAX_VALUES: usize = 1024;

/// The temporaries that hold values from the start.
pub(super) fn names(program: &Program<'_>) -> BTreeSet<Name> {
    let declarations = program.temps.iter().filter(|declaration| declaration.values.is_some());
    declarations
        .flat_map(|declaration| &declaration.names)
        .map(|word| Name::from(word.text.as_str()))
        .collect()
}

/// Adds a statement for each such temporary, ahead of all others; gives the domains of their loops.
pub(super) fn fill(program: &mut Program<'_>, errors: &mut Vec<Diagnostic>) -> Vec<(Set, Span)> {
    let mut domains = Vec::new();
    let mut items = Vec::new();
    for declaration in &mut program.temps {
        let Some(values) = declaration.values.take() else { continue };
        match filled(declaration, &values) {
            Ok((all, domain)) => {
                items.extend(all);
                domains.extend(domain.map(|domain| (domain, declaration.span)));
            }
            Err((message, help)) => {
                errors.push(Diagnostic::error(CODE, message).at(values.span, "").help(help));
            }
        }
    }
    items.append(&mut program.items);
    program.items = items;
    domains
}

type Problem = (String, &'static str);

/// The statements that write the values, and the domain of their loops; none for a scalar.
fn filled(declaration: &mut Declaration, values: &Expr) -> Result<(Vec<Item>, Option<Set>), Problem> {
    let mut flat = Vec::new();
    let mut extents = Vec::new();
    flatten(values, 0, &mut extents, &mut flat)?;
    if flat.len() > MAX_VALUES {
        let message = format!("{} values are more than {MAX_VALUES}", flat.len());
        return Err((message, "pass them as an argument"));
    }
    check_shape(declaration, &extents, values.span)?;
    let span = declaration.span;
    let mut items = Vec::new();
    // A loop for each axis: one statement then holds for any number of values.
    let axes: Vec<String> = match declaration.names.as_slice() {
        [word] => (0..extents.len()).map(|axis| format!("{}_axis{axis}", word.text)).collect(),
        _ => {
            return Err((
                "several temporaries share these values".to_owned(),
                "declare each in a line of its own",
            ));
        }
    };
    let name = |text: &str| Expr::new(ExprKind::Name(text.to_owned()), span);
    let subscripts: Vec<Expr> = axes.iter().map(|axis| name(axis)).collect();
    for word in &declaration.names {
        let target = match axes.as_slice() {
            [] => name(&word.text),
            _ => Expr::new(ExprKind::Index(Box::new(name(&word.text)), subscripts.clone()), span),
        };
        let action =
            Action::Assign(Target { temp: None, expr: target }, chosen(&axes, &extents, &flat, span));
        let id_prefix = Some(Word { text: format!("{}_init", word.text), span });
        let context = Context { id_prefix, ..Context::default() };
        items.push(Item { action, context, own: Options::default(), span });
    }
    if axes.is_empty() {
        return Ok((items, None));
    }
    let bounds: Vec<String> =
        axes.iter().zip(&extents).map(|(axis, extent)| format!("0 <= {axis} < {extent}")).collect();
    let text = format!("{{ [{}] : {} }}", axes.join(", "), bounds.join(" and "));
    let domain = ir::text::parse_set(&text);
    let failed = |_| ("the loops over these values cannot be made".to_owned(), "pass them as an argument");
    Ok((items, Some(domain.map_err(failed)?)))
}

/// The values in the order of rows, and the lengths of the lists at each level.
fn flatten<'e>(
    values: &'e Expr,
    level: usize,
    extents: &mut Vec<usize>,
    flat: &mut Vec<&'e Expr>,
) -> Result<(), Problem> {
    let (ExprKind::List(list) | ExprKind::Tuple(list)) = &values.kind else {
        if level < extents.len() {
            return Err(("the lists of values have different lengths".to_owned(), "make them rectangular"));
        }
        flat.push(values);
        return Ok(());
    };
    match extents.get(level) {
        None if flat.is_empty() => extents.push(list.len()),
        Some(known) if *known == list.len() => {}
        _ => return Err(("the lists of values have different lengths".to_owned(), "make them rectangular")),
    }
    if list.is_empty() {
        return Err(("a list of values is empty".to_owned(), "leave out the declaration"));
    }
    list.iter().try_for_each(|one| flatten(one, level + 1, extents, flat))
}

/// The declared extents are those of the values, or become so.
fn check_shape(declaration: &mut Declaration, extents: &[usize], span: Span) -> Result<(), Problem> {
    let numbers = extents.iter().map(|extent| Some(Expr::new(ExprKind::Number(extent.to_string()), span)));
    if let Shape::Axes(axes) = &declaration.shape {
        let same = axes.len() == extents.len()
            && axes.iter().zip(extents).all(|(axis, extent)| {
                matches!(axis, Some(Expr { kind: ExprKind::Number(text), .. }) if *text == extent.to_string())
            });
        if !same {
            let shape: Vec<String> = extents.iter().map(ToString::to_string).collect();
            let message = format!("the values have the shape ({})", shape.join(", "));
            return Err((message, "the declared shape is that of the values, or `[...]`"));
        }
    } else if !extents.is_empty() {
        declaration.shape = Shape::Axes(numbers.collect());
    }
    Ok(())
}

/// The value at the subscripts: halves are told apart by one comparison.
fn chosen(axes: &[String], extents: &[usize], flat: &[&Expr], span: Span) -> Expr {
    let (Some((axis, axes_left)), Some((extent, extents_left))) = (axes.split_first(), extents.split_first())
    else {
        return flat
            .first()
            .map_or_else(|| Expr::new(ExprKind::Number("0".to_owned()), span), |one| (*one).clone());
    };
    let row: usize = extents_left.iter().product();
    halves(axis, 0, *extent, span, &|at| {
        let start = at * row;
        chosen(axes_left, extents_left, flat.get(start..start + row).unwrap_or_default(), span)
    })
}

fn halves(axis: &str, from: usize, to: usize, span: Span, leaf: &dyn Fn(usize) -> Expr) -> Expr {
    if to - from <= 1 {
        return leaf(from);
    }
    let middle = from + (to - from) / 2;
    let name = Expr::new(ExprKind::Name(axis.to_owned()), span);
    let bound = Expr::new(ExprKind::Number(middle.to_string()), span);
    let condition = Expr::new(ExprKind::Compare(Box::new(name), vec![(Comparison::Less, bound)]), span);
    let parts = [condition, halves(axis, from, middle, span, leaf), halves(axis, middle, to, span, leaf)];
    Expr::new(ExprKind::Select(Box::new(parts)), span)
}
