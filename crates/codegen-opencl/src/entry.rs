//! What a host does with the functions of a kernel, as a function of plain C. Where that is one launch, its
//! function is the whole kernel already.

use crate::argument::{KernelArg, arguments};
use crate::dialect::Dialect;
use crate::function::signature;
use crate::interval::ARGUMENT_LIMIT;
use crate::names::Names;
use crate::part::{self, Part};
use crate::printer::Printer;
use crate::schedule::needs_entry;
use crate::step::Body;
use crate::used::Used;
use crate::{counter, extents, limits, literal};
use diag::Diagnostic;
use ir::{AddressSpace, ArgKind, Expr, Host, IndexSet, Kernel, Launch, Name, Scalar, typing, walk};
use std::collections::BTreeSet;

/// The function, where there is one.
pub(crate) fn print(
    kernel: &Kernel,
    names: &Names,
    used: &mut Used,
) -> Result<Option<String>, Vec<Diagnostic>> {
    let Some(schedule) = kernel.schedule.as_ref().filter(|_| needs_entry(kernel, used.dialect)) else {
        return Ok(None);
    };
    let mut printer = Printer::new(kernel, names, used);
    let head = signature(&printer, &names.get(&kernel.name), &parameters(kernel), &BTreeSet::new());
    let mut body = Body { printer: &mut printer, text: String::new(), line_map: false, asked: Vec::new() };
    body.host(&schedule.host, 1).map_err(|error| vec![error])?;
    let export = if body.printer.dialect() == Dialect::Ispc { "export " } else { "" };
    Ok(Some(format!("{export}void {head}{{\n{}}}\n", body.text)))
}

/// What a caller must know of arguments, as comments.
pub(crate) fn contract(kernel: &Kernel, dialect: Dialect) -> String {
    let names = Names::new(kernel, dialect);
    let sizes = kernel.args.iter().filter_map(|(name, arg)| match &arg.kind {
        ArgKind::Array { shape, layout, .. } => Some((name, layout.part_size(shape))),
        ArgKind::Value => None,
    });
    let global = kernel.temps.iter().filter(|(_, temp)| temp.space == Some(AddressSpace::Global));
    let sizes = sizes.chain(global.map(|(name, temp)| (name, temp.layout.part_size(&temp.extents()))));
    let sizes = sizes.flat_map(|(name, size)| {
        let key = |part: Option<Part>| part.map_or(name.clone(), |part| part.name);
        part::parts(kernel, name).into_iter().map(key).map(|key| (key, size.clone())).collect::<Vec<_>>()
    });
    let line = |(name, size): (Name, Option<Expr>)| {
        let size = size.map_or("any number of".to_owned(), |size| literal::comment(&size.to_string()));
        format!("// `{}` has {size} elements and shares none with another array\n", names.get(&name))
    };
    let limit = kernel.args.iter().any(|(_, arg)| arg.shape().is_none() && arg.ty == Some(Scalar::I32));
    let limit =
        limit.then(|| format!("// integers of 32 bits lie between -{ARGUMENT_LIMIT} and {ARGUMENT_LIMIT}\n"));
    let assumed = format!("// assumed: {}\n", literal::comment(&kernel.assumptions.to_string()));
    let assumed = (!kernel.assumptions.is_universe().unwrap_or(false)).then_some(assumed);
    let conditions = limits::required_limits(kernel).into_iter().chain(extents::required_extents(kernel));
    let conditions = conditions.map(|one| format!("// required: {}\n", literal::comment(&one.to_string())));
    sizes.map(line).chain(limit).chain(assumed).chain(conditions).collect()
}

/// What the function of a scheduled kernel takes in plain C: in the kernel's order, temporaries in global
/// memory last.
pub fn parameters(kernel: &Kernel) -> Vec<KernelArg> {
    let Some(schedule) = &kernel.schedule else { return Vec::new() };
    let taken: Vec<KernelArg> =
        schedule.launches().into_iter().flat_map(|launch| arguments(kernel, launch, Dialect::C)).collect();
    let mut bounds = Vec::new();
    loops(&schedule.host, &mut bounds);
    let in_bounds: Vec<Name> = bounds.into_iter().flat_map(walk::names).collect();
    let order = kernel.args.keys().chain(kernel.temps.keys());
    let arguments = |name: &Name| {
        let own: IndexSet<KernelArg> =
            taken.iter().filter(|argument| argument.name() == name).cloned().collect();
        let is_bound = own.is_empty() && in_bounds.contains(name);
        let ty = typing::type_of_variable(kernel, name).ok().filter(|_| is_bound);
        let value = ty.map(|ty| KernelArg::Value { name: name.clone(), ty: ty.scalar() });
        own.into_iter().chain(value)
    };
    order.flat_map(arguments).collect()
}

fn loops<'s>(steps: &'s [Host], bounds: &mut Vec<&'s Expr>) {
    for step in steps {
        if let Host::For(inner) = step {
            bounds.extend([&inner.lower, &inner.upper]);
            loops(&inner.body, bounds);
        }
    }
}

impl Body<'_, '_> {
    fn host(&mut self, steps: &[Host], depth: usize) -> Result<(), Diagnostic> {
        for step in steps {
            match step {
                Host::Launch(launch) => {
                    let arguments = arguments(self.printer.kernel, launch, Dialect::C);
                    let arguments: Vec<String> =
                        arguments.iter().map(|argument| self.printer.names.get(argument.key())).collect();
                    let dialect = self.printer.dialect();
                    let function = self.printer.names.function(self.printer.kernel, launch, dialect);
                    let call = format!("{function}({});", arguments.join(", "));
                    if dialect == Dialect::Ispc {
                        self.launch(launch, &call, depth)?
                    } else {
                        self.line(depth, &call)
                    }
                }
                Host::For(inner) => {
                    // The bounds are printed before the counter has a range: they are outside of its scope.
                    let low = self.printer.range(&inner.lower).low;
                    let lower = self.printer.index(&inner.lower)?.0.text;
                    let end = self.loop_end(&inner.upper, low >= 0)?;
                    let range = counter::range(self.printer.kernel, inner, &self.printer.ranges);
                    let ty = self.printer.declared(&inner.iname, range);
                    let name = self.printer.names.get(&inner.iname);
                    let shared = self.printer.dialect().shared();
                    self.line(
                        depth,
                        &format!("for ({shared}{ty} {name} = {lower}; {name} {end}; ++{name}) {{"),
                    );
                    self.printer.ranges.insert(inner.iname.clone(), range);
                    if let Some(condition) = inner.while_condition(self.printer.kernel) {
                        let condition = self.printer.condition(&condition.logical_not())?.text;
                        self.line(depth + 1, &format!("if ({condition}) break;"));
                    }
                    self.host(&inner.body, depth + 1)?;
                    self.printer.end_counter(&inner.iname);
                    self.line(depth, "}");
                }
            }
        }
        Ok(())
    }

    /// One task for each group, and what comes after waits for all.
    fn launch(&mut self, launch: &Launch, call: &str, depth: usize) -> Result<(), Diagnostic> {
        let sizes = launch.groups.iter().map(|size| {
            let (may_be_negative, text) =
                (self.printer.range(size).low < 0, self.printer.index(size)?.0.text);
            Ok(if may_be_negative { format!("max(0, {text})") } else { text })
        });
        let sizes = sizes.collect::<Result<Vec<_>, Diagnostic>>()?;
        let sizes = if sizes.is_empty() { "1".to_owned() } else { sizes.join(", ") };
        self.line(depth, &format!("launch[{sizes}] {call}"));
        self.line(depth, "sync;");
        Ok(())
    }
}
