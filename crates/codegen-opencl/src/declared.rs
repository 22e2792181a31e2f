//! Functions that kernels declare: those with a formula are printed in front of the kernels, those without
//! are called as they are.

use crate::interval::Interval;
use crate::names::Names;
use crate::printed::C;
use crate::printer::Printer;
use crate::used::Used;
use diag::Diagnostic;
use ir::{Declared, Expr, IndexMap, IndexSet, Kernel, Name};

impl Printer<'_> {
    /// A call of a declared function.
    pub(crate) fn declared_call(&mut self, name: &Name, args: &[C]) -> C {
        self.used.declared.insert(name.clone());
        let texts: Vec<String> = args.iter().map(|arg| arg.text.clone()).collect();
        C::call(&self.names.get(name), &texts)
    }
}

/// What stands in front of the kernels for the functions that they call: preambles and definitions.
///
/// # Errors
/// Where kernels of one file mean different things by one name.
pub(crate) fn print(kernels: &[&Kernel], used: &mut Used) -> Result<String, Diagnostic> {
    let preambles: IndexSet<&String> = kernels.iter().flat_map(|kernel| &kernel.preambles).collect();
    let mut text: String =
        preambles.into_iter().map(|preamble| format!("{}\n\n", preamble.trim_end())).collect();
    let mut all: IndexMap<&Name, (&Declared, &Kernel)> = IndexMap::default();
    for kernel in kernels {
        for (name, declared) in &kernel.functions {
            let (first, _) = all.entry(name).or_insert((declared, *kernel));
            if !first.is_same(declared) {
                let message = format!("kernels of one file declare different functions `{name}`");
                let error = Diagnostic::error("lp::codegen::function", message);
                return Err(error
                    .at_entity(declared.loc.as_ref(), declared.origin, "")
                    .help("rename one of them"));
            }
        }
    }
    // A formula calls functions that stand before it.
    let mut definitions = Vec::new();
    for (name, (declared, kernel)) in all.into_iter().rev() {
        if used.declared.contains(name)
            && let Some(formula) = &declared.formula
        {
            definitions.push(definition(name, declared, formula, kernel, used)?);
        }
    }
    definitions.reverse();
    text.push_str(&definitions.concat());
    if !definitions.is_empty() {
        text.push('\n');
    }
    Ok(text)
}

fn definition(
    name: &Name,
    declared: &Declared,
    formula: &Expr,
    kernel: &Kernel,
    used: &mut Used,
) -> Result<String, Diagnostic> {
    let dialect = used.dialect;
    let scope = Kernel::of_function(declared, &kernel.functions).map_err(|error| {
        Diagnostic::error("lp::codegen::function", format!("`{name}` cannot be printed: {error}"))
    })?;
    let names = Names::new(&scope, dialect);
    let mut printer = Printer::new(&scope, &names, used);
    // No host checks what a function is called with.
    printer.ranges.extend(declared.params.iter().map(|(param, ty)| (param.clone(), Interval::of_type(*ty))));
    let value = printer.value(formula, declared.result)?.text;
    let params: Vec<String> = declared
        .params
        .iter()
        .map(|(param, ty)| format!("{} {}", dialect.ty(*ty), names.get(param)))
        .collect();
    let (inline, ty, params) = (dialect.inline(), dialect.ty(declared.result), params.join(", "));
    let name = Names::new(kernel, dialect).get(name);
    Ok(format!("{inline} {ty} {name}({params}) {{ return {value}; }}\n"))
}
