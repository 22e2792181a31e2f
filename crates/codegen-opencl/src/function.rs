//! One device function: signature, declarations, body.

use crate::argument::{KernelArg, arguments};
use crate::dialect::Dialect;
use crate::guarded_loops::with_guarded_loops;
use crate::hardware_index::declare_indices;
use crate::names::Names;
use crate::nest::{self, Shared};
use crate::part::{self, Part};
use crate::printer::Printer;
use crate::shared_conditions::{self, Hoisted};
use crate::speculation::with_speculation;
use crate::step::Body;
use crate::unrestricted::unrestricted;
use crate::unrolled_ends::with_written_ends;
use crate::used::Used;
use crate::warp::Warp;
use crate::wrap::wrapped;
use crate::{LINE, Options, counter, idle_groups, pocl, refusal, schedule, set_first, usage, vector};
use diag::Diagnostic;
use ir::{
    AddressSpace, Expr, HardwareAxis, HardwareIndex, IndexSet, Kernel, LValue, Launch, Layout, Name, Temp,
};
use std::collections::BTreeSet;

/// The function of one launch.
pub(crate) fn print(
    kernel: &Kernel,
    launch: &Launch,
    names: &Names,
    options: Options,
    used: &mut Used,
) -> Result<String, Vec<Diagnostic>> {
    refusal::refuse(kernel, launch, options.dialect).map_err(|error| vec![error])?;
    // Callers give what the launch mentions as it was scheduled, also where nothing comes of it.
    let arguments = arguments(kernel, launch, options.dialect);
    let launch = &with_written_ends(kernel, launch);
    let speculated = options.dialect.has_device().then(|| with_speculation(kernel, launch));
    let launch = &with_guarded_loops(kernel, speculated.as_ref().unwrap_or(launch));
    let vectors = vector::variables(kernel, options.dialect);
    let mut printer = Printer::new(kernel, names, used);
    printer.vectors = vectors;
    printer.warp = Warp::of_launch(kernel, launch, options.dialect);
    if options.dialect.names_places() {
        printer.declaring = set_first::declaring(kernel, launch);
    }
    for (counter, range) in counter::enclosing_counters(kernel, launch) {
        printer.declared(&counter, range);
        printer.ranges.insert(counter, range);
    }
    function(&mut printer, launch, &arguments, options).map_err(|error| vec![error])
}

fn function(
    printer: &mut Printer<'_>,
    launch: &Launch,
    arguments: &[KernelArg],
    options: Options,
) -> Result<String, Diagnostic> {
    let (kernel, dialect) = (printer.kernel, printer.dialect());
    let is_own = schedule::needs_entry(kernel, dialect) && dialect == Dialect::C;
    let mut text = if is_own { "static " } else { "" }.to_owned();
    text.push_str(&dialect.function_head(schedule::constant_work_items(launch)));
    let name = printer.names.function(kernel, launch, dialect);
    let plain = if dialect.has_device() { unrestricted(kernel, launch) } else { BTreeSet::new() };
    text.push_str(&signature(printer, &name, arguments, &plain));
    text.push_str("{\n");
    let is_shared = nest::is_shared(kernel, launch, dialect);
    let declared = declarations(printer, launch)?;
    let declarations = if is_shared { "" } else { declared.as_str() };
    text.push_str(declarations);
    let has_device = dialect.has_device();
    let indices = if has_device { declare_indices(printer, launch)? } else { Vec::new() };
    let is_asked = |index: &HardwareIndex| {
        matches!(index.axis, HardwareAxis::Local(_)) && printer.dialect() == Dialect::OpenCl
    };
    let asked = launch.indices.iter().zip(&indices).filter(|(index, _)| is_asked(index));
    let asked = asked.map(|(index, line)| (index.iname.clone(), line.clone())).collect();
    // The body is printed before the lines above it: strides get their names where it first uses them.
    let mut body = Body { printer, text: String::new(), line_map: options.line_map, asked };
    if has_device {
        body.leave_idle_groups(launch)?;
        body.steps(&launch.body, 1)?
    } else {
        body.whole_launch(launch, Shared(is_shared.then_some(declared.as_str())))?
    }
    let body = body.text;
    indices.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    let strides = printer.named.head();
    strides.iter().for_each(|line| text.push_str(&format!("{}\n", wrapped(2, line))));
    if !(declarations.is_empty() && indices.is_empty() && strides.is_empty()) {
        text.push('\n');
    }
    text.push_str(&body);
    text.push_str("}\n");
    Ok(text)
}

impl Body<'_, '_> {
    /// All groups of a launch, where there is something to do.
    fn whole_launch(&mut self, launch: &Launch, declared: Shared<'_>) -> Result<(), Diagnostic> {
        let Some(Hoisted { condition, launch }) = shared_conditions::hoist(self.printer.kernel, launch)
        else {
            return self.groups(launch, declared, 1);
        };
        let condition = self.printer.condition(&condition)?.text;
        self.line(1, &format!("if ({condition}) {{"));
        self.groups(&launch, declared, 2)?;
        self.line(1, "}");
        Ok(())
    }

    /// Groups that have nothing to do return.
    fn leave_idle_groups(&mut self, launch: &Launch) -> Result<(), Diagnostic> {
        let Some(idle) = idle_groups::condition(self.printer.kernel, launch) else { return Ok(()) };
        let condition = self.printer.condition(&idle)?.text;
        let lines = format!("{}\n    return;\n", wrapped(2, &format!("if ({condition})")));
        self.text.push_str(&pocl::left_out(self.printer.dialect(), &lines));
        self.text.push('\n');
        Ok(())
    }
}

/// Name and parameters, on one line where they fit. Every array is `restrict` but for those that are
/// `plain`.
pub(crate) fn signature(
    printer: &Printer<'_>,
    name: &str,
    arguments: &[KernelArg],
    plain: &BTreeSet<Name>,
) -> String {
    let dialect = printer.dialect();
    let (space, restrict) = dialect.pointer();
    let writers = printer.kernel.writers();
    let mut parameters = Vec::new();
    for argument in arguments {
        let name = printer.names.get(argument.key());
        parameters.push(match argument {
            KernelArg::Value { ty, .. } | KernelArg::HostIndex { ty, .. } => {
                format!("{}{} const {name}", dialect.shared(), dialect.ty(*ty))
            }
            KernelArg::Buffer { ty, name: array, .. } | KernelArg::Temporary { ty, name: array, .. } => {
                let constant = if writers.contains_key(array) { "" } else { " const" };
                let restrict = if plain.contains(array) { "" } else { restrict };
                let space_between = if restrict.is_empty() { "" } else { " " };
                format!("{space}{}{constant} *{restrict}{space_between}{name}", dialect.ty(*ty))
            }
        });
    }
    let line = format!("{name}({})\n", parameters.join(", "));
    if line.len() <= LINE { line } else { format!("{name}(\n    {})\n", parameters.join(",\n    ")) }
}

/// Private and local temporaries that the launch uses, in the kernel's order.
fn declarations(printer: &mut Printer<'_>, launch: &Launch) -> Result<String, Diagnostic> {
    let kernel = printer.kernel;
    let mentioned = usage::mentioned_names(kernel, launch);
    let declaring = printer.declaring.keys().filter_map(|id| kernel.statements.get(id)?.target());
    let declared_where_set: IndexSet<&Name> = declaring.map(LValue::name).collect();
    let mut text = String::new();
    for (name, temp) in &kernel.temps {
        if mentioned.contains(name)
            && temp.space != Some(AddressSpace::Global)
            && !declared_where_set.contains(name)
        {
            for part in part::parts(kernel, name) {
                text.push_str(&format!("  {};\n", declaration(printer, name, temp, part.as_ref())?));
            }
        }
    }
    Ok(text)
}

fn declaration(
    printer: &Printer<'_>,
    name: &Name,
    temp: &Temp,
    part: Option<&Part>,
) -> Result<String, Diagnostic> {
    let is_local = temp.space == Some(AddressSpace::Local);
    let (layout, mut shape) = (temp.layout.of_part(), temp.layout.divided(&temp.shape).1);
    let vector = printer.vectors.get(name);
    if vector.is_some() {
        shape.pop();
    }
    let (before, after) =
        if is_local { printer.dialect().local(!shape.is_empty()) } else { Default::default() };
    let ty = printer.scalar_of(&Expr::var(name.clone()))?;
    let identifier = printer.names.get(part.map_or(name, |part| &part.name));
    let rows = if vector.is_some() || layout == Layout::c(shape.len()) {
        let extents = shape.iter().map(|extent| constant(name, temp, extent));
        extents.map(|extent| Ok(format!("[{}]", extent?.max(1)))).collect::<Result<String, Diagnostic>>()?
    } else {
        // The address of an element is computed from the strides, and so is the memory.
        let size = temp.layout.part_size(&temp.extents()).unwrap_or_else(|| Expr::int(i64::MAX));
        format!("[{}]", constant(name, temp, &size)?.max(1))
    };
    let length = vector.map(i64::to_string).unwrap_or_default();
    Ok(format!("{before}{}{length} {identifier}{rows}{after}", printer.dialect().ty(ty)))
}

/// A number that an array's declaration needs.
fn constant(name: &Name, temp: &Temp, extent: &Expr) -> Result<i64, Diagnostic> {
    extent.as_int().filter(|extent| *extent >= 0).ok_or_else(|| {
        Diagnostic::error(
            "lp::codegen::temporary-extent",
            format!("the temporary `{name}` has an extent that is not a constant, `{extent}`"),
        )
        .at_entity(temp.loc.as_ref(), temp.origin, "declared here")
        .help("make it global with `set_temporary_address_space`, or fix the parameter with `fix_parameters`")
    })
}
