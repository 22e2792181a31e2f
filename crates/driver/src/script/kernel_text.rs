//! `lp.make_kernel(domains, instructions, ..)`.

use super::argument::Declared;
use super::make::{Arguments, items};
use super::settings::{self, Settings};
use super::value::ArgumentValue;
use super::{base_storage, convert, host};
use crate::cli::Failure;
use crate::sequence;
use diag::{Diagnostic, LabelPlace, Loc, Origin, SourceId, Span};
use frontend_loopy::{Callees, MakeKernel, Piece};
use ir::{Module, Name};
use script::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A string of the script and where it stands.
struct Text {
    text: String,
    source: SourceId,
    offset: usize,
    /// The call that made it, where it does not stand in the script as it is.
    made: Option<Span>,
    /// The declaration that it is, where a call made it.
    declared: Option<Declared>,
}

impl Text {
    fn piece(&self) -> Piece<'_> {
        Piece { text: &self.text, source: self.source, offset: self.offset }
    }
}

/// What a call of `make_kernel` says.
pub(super) struct Made {
    domains: Vec<Text>,
    instructions: Vec<Text>,
    declared: Vec<Text>,
    temps: Vec<Text>,
    name: Vec<Text>,
    priority: Vec<Text>,
    assumptions: Vec<Text>,
    guess_arguments: bool,
    seq_dependencies: bool,
    text_order: bool,
    settings: Settings,
    call: Origin,
}

impl Made {
    /// Reads the call.
    pub(super) fn from_call(args: &Arguments<'_>) -> script::Result<Made> {
        check(args)?;
        let (domains, instructions) = (texts(args, 0, "domains")?, texts(args, 1, "instructions")?);
        let data = texts(args, 2, "kernel_data")?.into_iter().chain(texts(args, usize::MAX, "args")?);
        let (others, declared): (Vec<Text>, Vec<Text>) =
            data.partition(|arg| matches!(arg.text.trim(), "" | "..."));
        let is_temporary = |text: &Text| text.declared.as_ref().is_some_and(|declared| declared.is_temporary);
        let (mut temps, declared): (Vec<Text>, Vec<Text>) = declared.into_iter().partition(is_temporary);
        temps.extend(temporaries(args)?);
        Ok(Made {
            domains,
            instructions,
            guess_arguments: declared.is_empty() || !others.is_empty(),
            declared,
            temps,
            name: texts(args, usize::MAX, "name")?,
            priority: texts(args, usize::MAX, "loop_priority")?,
            assumptions: texts(args, usize::MAX, "assumptions")?,
            seq_dependencies: args.flag("seq_dependencies")?,
            text_order: args.text(usize::MAX, "order")? == Some("text"),
            settings: Settings::from_call(args)?,
            call: args.origin,
        })
    }

    /// The name of the kernel.
    pub(super) fn name(&self) -> &str {
        self.name.first().map_or("loopy_kernel", |name| name.text.trim())
    }

    /// The call.
    pub(super) fn call(&self) -> Origin {
        self.call
    }

    /// The kernels that it calls.
    pub(super) fn called(&self) -> BTreeSet<Name> {
        frontend_loopy::called(&self.parts(&|_| None))
    }

    /// The kernel, with the statements of others in the place of its calls of them.
    pub(super) fn kernel(&self, callees: &Callees) -> Result<Module, Failure> {
        let all = [&self.domains, &self.instructions, &self.declared, &self.temps];
        let all = all.into_iter().chain([&self.name, &self.priority, &self.assumptions]);
        let made: BTreeMap<SourceId, Span> =
            all.flatten().filter_map(|text| Some((text.source, text.made?))).collect();
        let sources = host::with_host(|host| host.sources.clone());
        let locate = |span: Span| sources.loc(made.get(&span.source).copied().unwrap_or(span));
        let place = |problems: Vec<Diagnostic>| -> Vec<Diagnostic> {
            problems.into_iter().map(|problem| placed(problem, &made)).collect()
        };
        let imported = frontend_loopy::make_kernel(&self.parts(&locate), callees);
        let shared = self.sharing();
        let imported = imported.map_err(|problems| place(base_storage::noted(problems, &shared)))?;
        let (mut module, warnings) = sequence::settled(imported);
        self.settings.apply(&mut module).map_err(|message| {
            Diagnostic::error("lp::script::argument", message).at_entity(None, self.call, "in this call")
        })?;
        host::with_host(|host| host.warnings.extend(place(warnings)));
        self.settings.complete(&mut module, self.call)?;
        crate::input::lawful(&module)?;
        for kernel in module.kernels.values() {
            base_storage::check(kernel, &shared, self.call)?;
        }
        Ok(module)
    }

    /// The temporaries that share memory with others.
    fn sharing(&self) -> Vec<Name> {
        let storage = |text: &Text| text.declared.as_ref()?.storage.clone();
        let all: Vec<(String, String)> = self.temps.iter().filter_map(storage).collect();
        let is_shared = |(own, memory): &&(String, String)| {
            all.iter().any(|(other, others)| other != own && others == memory)
        };
        all.iter().filter(is_shared).map(|(own, _)| Name::from(own.as_str())).collect()
    }

    fn parts<'a>(&'a self, locate: &'a dyn Fn(Span) -> Option<Loc>) -> MakeKernel<'a> {
        MakeKernel {
            name: self.name.first().map(Text::piece),
            domains: self.domains.iter().map(Text::piece).collect(),
            instructions: self.instructions.iter().map(Text::piece).collect(),
            args: self.declared.iter().map(Text::piece).collect(),
            temps: self.temps.iter().map(Text::piece).collect(),
            assumptions: self.assumptions.first().map(Text::piece),
            guess_arguments: self.guess_arguments,
            seq_dependencies: self.seq_dependencies,
            loop_priority: orders(&self.priority),
            text_order: self.text_order,
            reassociate: self.settings.reassociate,
            column_major: self.settings.column_major,
            locate,
        }
    }
}

/// Refuses arguments that have no meaning here.
fn check(args: &Arguments<'_>) -> script::Result<()> {
    if args.named.iter().any(|(name, _)| *name == "compat") {
        let message = "`compat`: Loo.py's order is not reproduced, since nothing promises it";
        let problem = Diagnostic::error("lp::script::argument", message);
        let problem = problem.help("text order and ascending loops are `order=\"text\"`");
        return Err(super::namespace::refuse(problem, args.origin));
    }
    let keywords =
        ["args", "name", "assumptions", "seq_dependencies", "loop_priority", "lang_version", "order"];
    let keywords: Vec<&str> = keywords.iter().chain(settings::KEYWORDS).copied().collect();
    args.allow_only(&["domains", "instructions", "kernel_data"], &keywords)?;
    if let Some(order) = args.text(usize::MAX, "order")?.filter(|order| *order != "text") {
        return Err(args.refuse(format!("`order` can only be `\"text\"`, not `{order}`")));
    }
    match args.get(usize::MAX, "lang_version") {
        Some(version) if !["(2018, 2)", "[2018, 2]"].contains(&version.to_string().as_str()) => {
            Err(args.refuse(format!("the language is that of version (2018, 2), not of {version}")))
        }
        _ => Ok(()),
    }
}

/// The values of the dictionary `temporary_variables`.
fn temporaries(args: &Arguments<'_>) -> script::Result<Vec<Text>> {
    let Some(given) = args.get(usize::MAX, "temporary_variables") else { return Ok(Vec::new()) };
    let Some(entries) = given.as_entries() else {
        return Err(args.refuse("`temporary_variables` is a dictionary of `lp.TemporaryVariable(..)`"));
    };
    let declared = entries
        .iter()
        .map(|(_, value)| ArgumentValue::declaration_of(value).filter(|(one, _)| one.is_temporary));
    let texts = declared.map(|found| {
        let (declared, call) =
            found.ok_or_else(|| args.refuse("`temporary_variables` holds `lp.TemporaryVariable(..)`"))?;
        Ok(Text { declared: Some(declared.clone()), ..made_by(call, declared.line) })
    });
    texts.collect()
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

fn texts(args: &Arguments<'_>, position: usize, name: &str) -> script::Result<Vec<Text>> {
    let values: Vec<Value> = args.get(position, name).map(items).unwrap_or_default();
    let mut texts = Vec::new();
    for value in values {
        match (value.as_str(), ArgumentValue::declaration_of(&value)) {
            // Python's `...` is what the text is in kernels.
            (None, None) if matches!(value, Value::Ellipsis) => texts.push(located(args.origin, "...")),
            (Some(text), _) => texts.push(located(args.origin, text)),
            (_, Some((declared, call))) => texts.extend(declared.line.lines().map(|line| {
                let one = Declared { line: line.to_owned(), ..declared.clone() };
                Text { declared: Some(one), ..made_by(call, line.to_owned()) }
            })),
            // Loo.py's own form of an order of loops: a tuple of their names.
            _ if name == "loop_priority" && value.type_name() == "tuple" => texts.push(located(
                args.origin,
                &items(&value).iter().map(convert::bare_text).collect::<Vec<_>>().join(","),
            )),
            _ => {
                return Err(args.refuse(format!(
                    "`{name}` of `{}` takes strings, not `{}`",
                    args.function,
                    value.type_name()
                )));
            }
        }
    }
    Ok(texts)
}

/// A string's place: in the script after the call's start, if it stands there as it is, else a source of its
/// own.
fn located(call: Origin, text: &str) -> Text {
    let found = host::with_host(|host| {
        let span = call.0?;
        let start = usize::try_from(span.start).ok()?;
        let offset = host.sources.get(span.source)?.text.get(start..)?.find(text)?;
        Some((span.source, start + offset))
    });
    match found {
        Some((source, offset)) => Text { text: text.to_owned(), source, offset, made: None, declared: None },
        None => made_by(call, text.to_owned()),
    }
}

/// A text that a call made.
fn made_by(call: Origin, text: String) -> Text {
    let source = host::with_host(|host| host.sources.add("<text made by a script>", text.as_str()));
    Text { text, source, offset: 0, made: call.0, declared: None }
}

/// Says of a problem with a text that a call made which call that was.
fn placed(problem: Diagnostic, made: &BTreeMap<SourceId, Span>) -> Diagnostic {
    let calls = problem.labels.iter().filter_map(|label| match &label.place {
        LabelPlace::Span(span) => made.get(&span.source).copied(),
        LabelPlace::Loc(_) => None,
    });
    let calls: BTreeSet<Span> = calls.collect();
    calls.into_iter().fold(problem, |problem, call| problem.at(call, "made here"))
}
