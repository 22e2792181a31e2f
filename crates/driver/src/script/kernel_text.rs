//! `lp.make_kernel(domains, instructions, ..)`.

use super::host;
use super::make::{Arguments, add_all, flag, items};
use super::value::ArgumentValue;
use diag::{Diagnostic, Loc, Origin, Place, SourceId, SourceMap, Span};
use frontend_loopy::{MakeKernel, Piece};
use starlark::values::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A string of the script and where it stands.
struct Text {
    text: String,
    source: SourceId,
    offset: usize,
    /// The call that made it, where it does not stand in the script as it is.
    made: Option<Span>,
}

impl Text {
    fn piece(&self) -> Piece<'_> {
        Piece { text: &self.text, source: self.source, offset: self.offset }
    }
}

/// Makes the kernel and gives its handle.
pub(super) fn make_kernel(args: &Arguments<'_, '_>) -> starlark::Result<usize> {
    args.only(&[
        "domains",
        "instructions",
        "kernel_data",
        "args",
        "name",
        "assumptions",
        "seq_dependencies",
        "loop_priority",
        "lang_version",
        "target",
        "compat",
        "default_dtype",
        "silenced_warnings",
    ])?;
    let (domains, instructions) = (texts(args, 0, "domains")?, texts(args, 1, "instructions")?);
    let data = texts(args, 2, "kernel_data")?.into_iter().chain(texts(args, usize::MAX, "args")?);
    let declared: Vec<Text> = data.filter(|arg| !matches!(arg.text.trim(), "" | "...")).collect();
    let (typed, declared): (Vec<Text>, Vec<Text>) =
        declared.into_iter().partition(|arg| arg.text.contains(":="));
    let name = texts(args, usize::MAX, "name")?;
    let priority = texts(args, usize::MAX, "loop_priority")?;
    let default_type = default_type(args)?;
    let assumptions = texts(args, usize::MAX, "assumptions")?;
    let sources = host::with(|host| host.sources.clone());
    let all = [&domains, &instructions, &declared, &name, &priority, &assumptions];
    let made: BTreeMap<SourceId, Span> =
        all.into_iter().flatten().filter_map(|text| Some((text.source, text.made?))).collect();
    let parts = MakeKernel {
        name: name.first().map(Text::piece),
        domains: domains.iter().map(Text::piece).collect(),
        instructions: instructions.iter().map(Text::piece).collect(),
        args: declared.iter().map(Text::piece).collect(),
        assumptions: assumptions.first().map(Text::piece),
        seq_dependencies: flag(args, "seq_dependencies"),
        loop_priority: orders(&priority),
        compat_loopy: args.text(usize::MAX, "compat") == Some("loopy"),
        locate: &|span| locate(&sources, made.get(&span.source).copied().unwrap_or(span)),
    };
    let imported = frontend_loopy::make_kernel(&parts).map_err(|problems| {
        let placed: Vec<Diagnostic> = problems.into_iter().map(|problem| placed(problem, &made)).collect();
        host::fail(placed.into())
    })?;
    let mut module = imported.module;
    if let Some(ty) = default_type {
        let args = module.kernels.values_mut().flat_map(|kernel| kernel.args.values_mut());
        args.filter(|arg| arg.ty.is_none()).for_each(|arg| arg.ty = Some(ty));
    }
    for arg in &typed {
        set_type(&mut module, &arg.text).map_err(|problem| super::namespace::refuse(problem, args.origin))?;
    }
    let handles = host::with(|host| {
        host.warnings.extend(imported.warnings.into_iter().map(|warning| placed(warning, &made)));
        add_all(host, module)
    });
    handles.first().copied().ok_or_else(|| args.refuse("there is no kernel in it"))
}

/// Loop orders: each text with commas is one, `"i,j"`; texts without any are one together, `["i", "j"]`.
fn orders(texts: &[Text]) -> Vec<Vec<Piece<'_>>> {
    let names = |text: &'_ Text| -> Vec<(usize, usize)> {
        let mut start = 0;
        let parts = text.text.split(',').map(|part| {
            let at = start + part.len() - part.trim_start().len();
            start += part.len() + 1;
            (at, at + part.trim().len())
        });
        parts.collect()
    };
    let pieces = texts.iter().map(|text| {
        let parts = names(text).into_iter();
        let piece = |(start, end)| Piece {
            text: text.text.get(start..end).unwrap_or_default(),
            source: text.source,
            offset: text.offset + start,
        };
        parts.map(piece).collect::<Vec<_>>()
    });
    let orders: Vec<Vec<Piece<'_>>> = pieces.collect();
    if orders.iter().all(|order| order.len() == 1) && !orders.is_empty() {
        return vec![orders.into_iter().flatten().collect()];
    }
    orders
}

/// The type of the arguments that are given none.
fn default_type(args: &Arguments<'_, '_>) -> starlark::Result<Option<ir::Scalar>> {
    let Some(name) = args.text(usize::MAX, "default_dtype") else { return Ok(None) };
    let ty = ir::Scalar::from_name(name);
    ty.map(Some).ok_or_else(|| args.refuse(format!("`{name}` is no type")))
}

/// Gives an argument whose shape is left to inference its type: `a := float32`.
fn set_type(module: &mut ir::Module, text: &str) -> Result<(), Diagnostic> {
    let (names, ty) = text.split_once(":=").unwrap_or((text, ""));
    let ty = ir::Scalar::from_name(ty.trim())
        .ok_or_else(|| Diagnostic::error("lp::script::type", format!("`{}` is no type", ty.trim())))?;
    for name in names.split(',').map(str::trim) {
        let arg = module.kernels.values_mut().find_map(|kernel| kernel.args.get_mut(name));
        let missing =
            || Diagnostic::error("lp::script::argument", format!("the kernel has no argument `{name}`"));
        arg.ok_or_else(missing)?.ty = Some(ty);
    }
    Ok(())
}

fn texts(args: &Arguments<'_, '_>, position: usize, name: &str) -> starlark::Result<Vec<Text>> {
    let values: Vec<Value<'_>> = args.get(position, name).map(items).unwrap_or_default();
    values
        .into_iter()
        .map(|value| match (value.unpack_str(), ArgumentValue::of(value)) {
            (Some(text), _) => Ok(located(args.origin, text)),
            (_, Some((text, call))) => Ok(made_by(call, text)),
            _ => Err(args.refuse(format!(
                "`{name}` of `{}` takes strings, not `{}`",
                args.function,
                value.get_type()
            ))),
        })
        .collect()
}

/// A string's place: in the script after the call's start, if it stands there as it is, else a source of its own.
fn located(call: Origin, text: &str) -> Text {
    let found = host::with(|host| {
        let span = call.0?;
        let start = usize::try_from(span.start).ok()?;
        let offset = host.sources.get(span.source)?.text.get(start..)?.find(text)?;
        Some((span.source, start + offset))
    });
    match found {
        Some((source, offset)) => Text { text: text.to_owned(), source, offset, made: None },
        None => made_by(call, text.to_owned()),
    }
}

/// A text that a call made.
fn made_by(call: Origin, text: String) -> Text {
    let source = host::with(|host| host.sources.add("<text made by a script>", text.as_str()));
    Text { text, source, offset: 0, made: call.0 }
}

/// Says of a problem with a text that a call made which call that was.
fn placed(problem: Diagnostic, made: &BTreeMap<SourceId, Span>) -> Diagnostic {
    let calls = problem.labels.iter().filter_map(|label| match &label.place {
        Place::Span(span) => made.get(&span.source).copied(),
        Place::Loc(_) => None,
    });
    let calls: BTreeSet<Span> = calls.collect();
    calls.into_iter().fold(problem, |problem, call| problem.at(call, "made here"))
}

fn locate(sources: &SourceMap, span: Span) -> Option<Loc> {
    let source = sources.get(span.source)?;
    let (line, column) = source.line_column(span.start);
    Some(Loc { file: source.name.clone(), line, column })
}
