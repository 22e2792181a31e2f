//! `lp.GlobalArg(..)`, `lp.ArrayArg(..)` and `lp.ValueArg(..)`: declarations of arguments.

use super::convert;
use super::make::{Arguments, items};
use ir::{ArgKind, Layout, Module, Name, Scalar};
use starlark::values::Value;

/// A declaration of an argument.
#[derive(Debug, Clone, Default)]
pub(super) struct Declared {
    /// A line of the kernel language's `args`, without that word.
    pub(super) line: String,
    /// What such a line cannot say.
    pub(super) unshaped: Option<Unshaped>,
}

/// What is said of an array whose shape is left to inference.
#[derive(Debug, Clone)]
pub(super) struct Unshaped {
    name: String,
    ty: Option<Scalar>,
    column_major: bool,
}

impl Unshaped {
    /// Adds it to the kernel that was made.
    ///
    /// # Errors
    /// Where the kernel uses the argument as a value.
    pub(super) fn apply(&self, module: &mut Module) -> Result<(), String> {
        let name = Name::from(self.name.as_str());
        let arg = module.kernels.values_mut().find_map(|kernel| kernel.args.get_mut(&name));
        let arg = arg.ok_or_else(|| format!("the kernel has no argument `{name}`"))?;
        let ArgKind::Array { shape, layout, .. } = &mut arg.kind else {
            return Err(format!("`{name}` is declared as an array and used without subscripts"));
        };
        if self.column_major {
            *layout = Layout::f(shape.len());
        }
        arg.ty = self.ty.or(arg.ty);
        Ok(())
    }
}

/// The declaration that a call makes.
pub(super) fn declared(args: &Arguments<'_, '_>) -> starlark::Result<Declared> {
    if args.function == "ValueArg" {
        return value(args);
    }
    let keywords = ["dim_tags", "offset", "strides", "order", "address_space"];
    args.only(&["name", "dtype", "shape"], &keywords)?;
    let (name, ty) = (name(args)?, dtype(args)?);
    check_place(args)?;
    let Some(shape) = args.get(2, "shape") else {
        return unshaped(args, name, ty);
    };
    let extents: Vec<String> = items(shape).into_iter().map(convert::bare_text).collect();
    let rank = extents.iter().flat_map(|extent| extent.split(',')).count();
    let layout = layout(args)?.filter(|layout| rank > 1 || !matches!(layout.as_str(), "c" | "f"));
    let layout = layout.map_or(String::new(), |layout| format!(" layout({layout})"));
    let ty = ty.map_or("auto", Scalar::numpy_name);
    Ok(Declared { line: format!("{name} : {ty}[{}]{layout}", extents.join(", ")), unshaped: None })
}

/// `approximately` is a hint for estimates, of which there are none here.
fn value(args: &Arguments<'_, '_>) -> starlark::Result<Declared> {
    args.only(&["name", "dtype", "approximately"], &[])?;
    let ty = dtype(args)?.map_or("auto", Scalar::numpy_name);
    Ok(Declared { line: format!("{} : {ty}", name(args)?), unshaped: None })
}

fn unshaped(args: &Arguments<'_, '_>, name: &str, ty: Option<Scalar>) -> starlark::Result<Declared> {
    let column_major = match layout(args)?.as_deref() {
        None | Some("c") => false,
        Some("f") => true,
        Some(_) => return Err(args.refuse(format!("`{name}` has strides, but no shape"))),
    };
    let unshaped = Unshaped { name: name.to_owned(), ty, column_major };
    Ok(Declared { line: name.to_owned(), unshaped: Some(unshaped) })
}

fn name<'v>(args: &Arguments<'_, 'v>) -> starlark::Result<&'v str> {
    args.text(0, "name")?.ok_or_else(|| args.refuse(format!("`{}` needs a name", args.function)))
}

fn dtype(args: &Arguments<'_, '_>) -> starlark::Result<Option<Scalar>> {
    let Some(name) = args.text(1, "dtype")?.filter(|name| *name != "auto") else { return Ok(None) };
    Scalar::from_name(name).map(Some).ok_or_else(|| args.refuse(format!("`{name}` is no type")))
}

/// Arrays that a caller passes lie in global memory, from their first element on.
fn check_place(args: &Arguments<'_, '_>) -> starlark::Result<()> {
    if let Some(space) = args.text(usize::MAX, "address_space")?.filter(|space| *space != "global") {
        return Err(args.refuse(format!("arguments lie in global memory, not in `{space}`")));
    }
    match args.get(usize::MAX, "offset") {
        Some(offset) if offset.unpack_i32() != Some(0) => {
            Err(args.refuse("arrays start at their first element: `offset` can only be 0"))
        }
        _ => Ok(()),
    }
}

/// What stands in the parentheses of `layout(..)`; at most one of three keywords says it.
fn layout(args: &Arguments<'_, '_>) -> starlark::Result<Option<String>> {
    let given = |name: &str| args.get(usize::MAX, name);
    match (given("order"), given("dim_tags"), given("strides")) {
        (None, None, None) => Ok(None),
        (Some(order), None, None) => match order.unpack_str() {
            Some("C" | "c") => Ok(Some("c".to_owned())),
            Some("F" | "f") => Ok(Some("f".to_owned())),
            _ => Err(args.refuse("`order` is `\"C\"` or `\"F\"`")),
        },
        (None, Some(tags), None) => Ok(Some(dim_tags(args, tags)?)),
        (None, None, Some(strides)) => {
            let axes =
                items(strides).into_iter().map(|stride| format!("stride: {}", convert::bare_text(stride)));
            Ok(Some(axes.collect::<Vec<_>>().join(", ")))
        }
        _ => Err(args.refuse("only one of `order`, `dim_tags` and `strides` can be given")),
    }
}

/// `"N1,N0"`, `"stride:33,stride:1"`, or a list of such tags.
fn dim_tags(args: &Arguments<'_, '_>, tags: Value<'_>) -> starlark::Result<String> {
    let texts: Vec<String> = items(tags).into_iter().map(convert::bare_text).collect();
    let mut axes = Vec::new();
    for tag in texts.iter().flat_map(|text| text.split(',')).map(str::trim) {
        let is_level = tag.strip_prefix('N').is_some_and(|level| level.parse::<u32>().is_ok());
        axes.push(match tag.split_once(':') {
            None if is_level => tag.to_owned(),
            Some(("stride", stride)) if stride.trim() != "auto" => format!("stride: {}", stride.trim()),
            _ => {
                let message = format!("`{tag}` describes no axis: tags are `N0`, `N1`, .. and `stride:..`");
                return Err(args.refuse(message));
            }
        });
    }
    Ok(axes.join(", "))
}
