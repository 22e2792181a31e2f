//! Arguments and temporaries.

use super::{Behind, Commas};
use crate::{Arg, ArgKind, Axis, Declared, Expr, Layout, Name, Scalar, Temp};
use std::fmt::{self, Display};

/// The line of an argument.
pub(crate) fn arg(name: &Name, arg: &Arg) -> String {
    let Arg { ty, kind, loc, origin: _ } = arg;
    let (ty, loc) = (Type(*ty), Behind(loc));
    match kind {
        ArgKind::Value => format!("arg {name} : {ty}{loc}"),
        ArgKind::Array { shape, layout, access } => {
            let extents: Vec<Extent<'_>> = shape.iter().map(|extent| Extent(extent.as_ref())).collect();
            let layout = LayoutClause { layout, rank: shape.len() };
            format!("arg {name} : {ty}[{}]{layout} {access}{loc}", Commas(extents.as_slice()))
        }
    }
}

/// The line of a temporary.
pub(crate) fn temp(name: &Name, temp: &Temp) -> String {
    let Temp { ty, space, shape, layout, loc, origin: _ } = temp;
    let extents = if shape.is_empty() { String::new() } else { format!("[{}]", Commas(shape.as_slice())) };
    let layout = LayoutClause { layout, rank: shape.len() };
    let space = space.map_or_else(|| "auto".to_owned(), |space| space.to_string());
    format!("temp {name} : {}{extents}{layout} {space}{}", Type(*ty), Behind(loc))
}

/// The line of a declared function.
pub(crate) fn function(name: &Name, function: &Declared) -> String {
    let Declared { params, result, neutral, formula, loc, origin: _ } = function;
    let params: Vec<String> = params.iter().map(|(param, ty)| format!("{param}: {ty}")).collect();
    let neutral = neutral.as_ref().map_or_else(String::new, |value| format!(" neutral {value}"));
    let formula = formula.as_ref().map_or_else(String::new, |value| format!(" := {value}"));
    format!("function {name}({}) : {result}{neutral}{formula}{}", params.join(", "), Behind(loc))
}

struct Type(Option<Scalar>);

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ty) => ty.fmt(f),
            None => f.write_str("auto"),
        }
    }
}

struct Extent<'a>(Option<&'a Expr>);

impl Display for Extent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(extent) => extent.fmt(f),
            None => f.write_str("?"),
        }
    }
}

/// The layout, where it says more than that there is one axis.
struct LayoutClause<'a> {
    layout: &'a Layout,
    rank: usize,
}

impl Display for LayoutClause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutClause { layout, rank } = self;
        if **layout == Layout::c(*rank) {
            return if *rank >= 2 { f.write_str(" layout(c)") } else { Ok(()) };
        }
        if **layout == Layout::f(*rank) {
            return f.write_str(" layout(f)");
        }
        let Layout(axes) = layout;
        write!(f, " layout({})", Commas(axes.as_slice()))
    }
}

impl Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Axis::Level(level) => write!(f, "N{level}"),
            Axis::Stride(stride) => write!(f, "stride: {stride}"),
            Axis::Separate => f.write_str("sep"),
        }
    }
}
