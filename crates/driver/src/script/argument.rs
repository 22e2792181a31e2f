//! `lp.GlobalArg(..)`, `lp.ValueArg(..)`, `lp.TemporaryVariable(..)` and their like: declarations of
//! variables.

use super::make::{Arguments, items};
use super::value::Array;
use super::{convert, layout};
use ir::Scalar;

/// A declaration of an argument or a temporary.
#[derive(Debug, Clone, Default)]
pub(super) struct Declared {
    /// A line of the kernel language's `args` or `temps`, without that word; several where names differ in
    /// more than that.
    pub(super) line: String,
    /// Whether it declares a temporary.
    pub(super) is_temporary: bool,
    /// The temporary that shares memory, and the name of that memory.
    pub(super) storage: Option<(String, String)>,
}

/// Keywords of arrays that say nothing about what a kernel computes.
const SILENT: &[&str] = &["dim_names", "alignment", "tags", "for_atomic"];

/// Those of temporaries: each has storage of its own here.
const SILENT_OF_TEMPORARIES: &[&str] =
    &["storage_shape", "base_storage", "read_only", "_base_storage_access_may_be_aliasing"];

/// The declaration that a call makes.
pub(super) fn declared(args: &Arguments<'_>) -> script::Result<Declared> {
    match args.function {
        "ValueArg" => value(args),
        "TemporaryVariable" => temporary(args),
        _ => array(args),
    }
}

fn array(args: &Arguments<'_>) -> script::Result<Declared> {
    let keywords = ["strides", "order", "address_space", "is_input", "is_output"];
    let keywords: Vec<&str> = keywords.iter().chain(SILENT).copied().collect();
    args.allow_only(&["name", "dtype", "shape", "dim_tags", "offset"], &keywords)?;
    let offset = place(args)?;
    let access = match (args.truth("is_input")?, args.truth("is_output")?) {
        (Some(true), Some(true)) => " inout",
        (Some(false), Some(false)) => {
            return Err(args.refuse("an array that is neither input nor output is a `lp.TemporaryVariable`"));
        }
        (Some(false), _) => " out",
        (_, Some(false)) => " in",
        _ if args.function == "ConstantArg" => " in",
        _ => "",
    };
    let ty = args.dtype(1, "dtype")?.map_or("auto", Scalar::numpy_name);
    let line = |names: &str| {
        let layout = layout::axes_text(args, names, extents(args).map(|axes| axes.len()))?;
        let clause = layout.map_or(String::new(), |layout| format!(" layout({layout})"));
        Ok::<_, script::Error>(format!("{names} : {ty}[{}]{clause}{offset}{access}", shape(args)))
    };
    // A stride that is an argument of its own bears the name of its array.
    let apart = name(args)?.split(',').map(|one| line(one.trim())).collect::<Result<Vec<_>, _>>()?;
    let together = line(name(args)?)?;
    let line = if together.contains("_stride") { apart.join("\n") } else { together };
    Ok(Declared { line, ..Declared::default() })
}

/// `approximately` is a hint for estimates, of which there are none here.
fn value(args: &Arguments<'_>) -> script::Result<Declared> {
    args.allow_only(&["name", "dtype", "approximately", "is_output", "is_input", "tags"], &[])?;
    if args.truth("is_output")? == Some(true) {
        return Err(args
            .refuse("a value is only read: what a kernel writes is an array, `lp.GlobalArg(.., shape=())`"));
    }
    let ty = args.dtype(1, "dtype")?.map_or("auto", Scalar::numpy_name);
    Ok(Declared { line: format!("{} : {ty}", name(args)?), ..Declared::default() })
}

fn temporary(args: &Arguments<'_>) -> script::Result<Declared> {
    let positional = ["name", "dtype", "shape", "address_space"];
    let keywords = ["dim_tags", "strides", "order", "offset", "base_indices", "initializer", "scope"];
    let keywords: Vec<&str> = keywords.iter().chain(SILENT).chain(SILENT_OF_TEMPORARIES).copied().collect();
    args.allow_only(&positional, &keywords)?;
    if args.flag("_base_storage_access_may_be_aliasing")? {
        return Err(
            args.refuse("temporaries pass no values through memory that they share: use one temporary")
        );
    }
    for name in ["offset", "base_indices"] {
        if args
            .get(usize::MAX, name)
            .is_some_and(|value| items(value).iter().any(|one| one.as_int() != Some(0)))
        {
            return Err(
                args.refuse(format!("temporaries start at their first element: `{name}` can only be 0"))
            );
        }
    }
    let space = match args.text(3, "address_space")?.or(args.text(usize::MAX, "scope")?) {
        None | Some("auto") => String::new(),
        Some(space) if ["private", "local", "global"].contains(&space) => format!(" {space}"),
        Some(space) => {
            return Err(args.refuse(format!("`{space}` is no memory: `private`, `local` or `global`")));
        }
    };
    let values = args.get(usize::MAX, "initializer");
    let array = values.and_then(Array::of_value);
    // Values that stay may lie anywhere.
    let space = if array.is_some() { String::new() } else { space };
    let text = match (values, array) {
        (None, _) => String::new(),
        (_, Some(array)) => format!(" = {}", array.text()),
        _ => return Err(args.refuse("`initializer` is an array: `np.array([1, 2])`")),
    };
    let layout = layout::axes_text(args, name(args)?, extents(args).map(|axes| axes.len()))?;
    let clause = layout.as_ref().map_or(String::new(), |layout| format!(" layout({layout})"));
    let ty = args.dtype(1, "dtype")?.or(array.and_then(Array::dtype)).map_or("auto", Scalar::numpy_name);
    let axes = match extents(args) {
        Some(axes) if axes.is_empty() => String::new(),
        _ => format!("[{}]", shape(args)),
    };
    let line = format!("{} : {ty}{axes}{clause}{space}{text}", name(args)?);
    let storage = args.text(usize::MAX, "base_storage")?.map(str::to_owned);
    let storage =
        storage.map(|storage| Ok::<_, script::Error>((name(args)?.to_owned(), storage))).transpose()?;
    Ok(Declared { line, is_temporary: true, storage })
}

fn name<'a>(args: &Arguments<'a>) -> script::Result<&'a str> {
    let name = args.text(0, "name")?.map(|name| name.trim().trim_end_matches(','));
    name.ok_or_else(|| args.refuse(format!("`{}` needs a name", args.function)))
}

/// The extents that are given; none where use tells them.
fn extents(args: &Arguments<'_>) -> Option<Vec<String>> {
    let given = items(args.get(2, "shape").filter(|shape| !convert::is_auto(shape))?);
    let texts =
        given.into_iter().map(|one| if one.is_none() { "?".to_owned() } else { convert::bare_text(&one) });
    Some(texts.flat_map(|text| axes(&text)).filter(|one| !one.is_empty()).collect())
}

/// The extents in one text: `n, m`, `(n, m)`, `max(n, m)`.
fn axes(text: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut found = vec![String::new()];
    for letter in text.trim().chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match found.last_mut() {
            Some(last) if letter != ',' || depth > 0 => last.push(letter),
            _ => found.push(String::new()),
        }
    }
    match found.as_slice() {
        [tuple] => match tuple.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) if is_closed(inner) => axes(inner),
            _ => vec![tuple.clone()],
        },
        _ => found.iter().map(|one| one.trim().to_owned()).collect(),
    }
}

/// Whether each bracket that ends in a text begins there.
fn is_closed(text: &str) -> bool {
    let mut depth = 0_i32;
    text.chars().all(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth >= 0
    })
}

/// What stands in the brackets of a declaration.
fn shape(args: &Arguments<'_>) -> String {
    extents(args).map_or_else(|| "...".to_owned(), |axes| axes.join(", "))
}

/// Arrays that a caller passes lie in global memory; the clause that says from which element on.
fn place(args: &Arguments<'_>) -> script::Result<String> {
    if let Some(space) =
        args.text(usize::MAX, "address_space")?.filter(|space| !["global", "auto"].contains(space))
    {
        return Err(args.refuse(format!("arguments lie in global memory, not in `{space}`")));
    }
    let offset = args.get(4, "offset").filter(|one| !one.is_none() && !convert::is_auto(one));
    let offset = offset.map(convert::bare_text).filter(|text| text != "0");
    Ok(offset.map_or_else(String::new, |text| format!(" offset(elements: {text})")))
}
