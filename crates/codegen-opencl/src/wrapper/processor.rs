//! The function that tests the arguments of a kernel in plain C, takes memory for it and calls it.

use super::interface::{Interface, Memory};
use super::sized::SizedKernel;
use super::{Function, text};
use crate::argument::KernelArg;
use crate::entry;
use crate::names::Names;
use diag::Diagnostic;

/// Lines that the file begins with.
pub(super) const INCLUDES: &str = "
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
";

/// The function of a kernel.
pub(super) fn function(sized: &SizedKernel, names: &Names) -> Result<Function, Vec<Diagnostic>> {
    let kernel = &sized.kernel;
    let mut interface = Interface::new(sized, names).map_err(|error| vec![error])?;
    let taken = entry::parameters(kernel);
    interface.keep(&taken);
    let identifier = &interface.identifier;
    // A parameter of the kernel's name hides the kernel.
    let is_hidden = interface.parameters.iter().any(|parameter| parameter.identifier == *identifier);
    let called = if is_hidden { format!("lp_kernel_{identifier}") } else { identifier.clone() };
    let pointer = prototype(&interface, names, &taken, &format!("(*const {called})"));
    let pointer = if is_hidden { format!("static {pointer} = {identifier};\n\n") } else { String::new() };
    let body = format!("{}{}", interface.tests(), calls(&interface, names, &taken, &called));
    let head = text::line(0, &interface.head());
    let definition = format!("{pointer}{head}{{\n{}{body}}}\n", interface.unused(&body));
    Ok(Function { interface, definition, call: None })
}

/// The declaration of the kernel in plain C, or of what points to it.
pub(super) fn prototype(
    interface: &Interface,
    names: &Names,
    taken: &[KernelArg],
    declarator: &str,
) -> String {
    let parameter = |arg: &KernelArg| match interface.place(arg).and_then(|at| interface.memories.get(at)) {
        Some(Memory { ty, is_written, .. }) => {
            format!("{ty}{} *{}", if *is_written { "" } else { " const" }, names.get(arg.key()))
        }
        None => match arg {
            KernelArg::Value { ty, .. } | KernelArg::HostIndex { ty, .. } => {
                format!("{} {}", crate::dialect::Dialect::C.ty(*ty), names.get(arg.key()))
            }
            _ => names.get(arg.key()),
        },
    };
    let parameters: Vec<String> = taken.iter().map(parameter).collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    text::line(0, &format!("void {declarator}({parameters})")).trim_end().to_owned()
}

/// The identifier of memory that the function takes itself.
fn scratch(at: usize) -> String {
    format!("lp_scratch[{at}]")
}

/// What the function does once all conditions hold.
fn calls(interface: &Interface, names: &Names, taken: &[KernelArg], called: &str) -> String {
    let given = interface.given();
    let mut text = String::new();
    if !interface.memories.is_empty() {
        let name = text::quoted(&interface.identifier);
        text.push_str(&interface.table());
        text.push_str(&format!("  int lp_code = lp_check({name}, lp_arrays, {given});\n"));
        text.push_str("  if (lp_code != LP_DONE)\n    return lp_code;\n");
    }
    // Memories behind those that are given are temporaries, which live as long as the call.
    let count = interface.memories.len() - given;
    let argument = |arg: &KernelArg| match interface.place(arg) {
        Some(at) => match interface.memories.get(at).and_then(|memory| memory.data.clone()) {
            Some(data) => data,
            None => scratch(at - given),
        },
        None => names.get(arg.key()),
    };
    let arguments: Vec<String> = taken.iter().map(argument).collect();
    let call = format!("{called}({});", arguments.join(", "));
    if count == 0 {
        return format!("{text}{}  return LP_DONE;\n", text::line(1, &call));
    }
    text.push_str(&format!(
        "  void *lp_scratch[{count}];
  for (int lp_i = 0; lp_i < {count}; ++lp_i) {{
    int64_t const lp_bytes = lp_arrays[{given} + lp_i].bytes;
    lp_scratch[lp_i] = malloc(lp_bytes > 0 ? (size_t)lp_bytes : 1);
    if (lp_scratch[lp_i] == NULL)
      lp_code = lp_fail(LP_FAILED, \"%s: there is too little memory\", {});
  }}
  if (lp_code == LP_DONE)
{}  for (int lp_i = 0; lp_i < {count}; ++lp_i)
    free(lp_scratch[lp_i]);
  return lp_code;
",
        text::quoted(&interface.identifier),
        text::line(2, &call)
    ));
    text
}
