//! The function that runs a kernel on an OpenCL device.

use super::elements;
use super::interface::Interface;
use super::sized::SizedKernel;
use super::steps::Steps;
use super::{Function, text};
use crate::argument::arguments;
use crate::dialect::Dialect;
use crate::launch_condition::Known;
use crate::names::Names;
use crate::schedule;
use diag::Diagnostic;
use ir::Kernel;

/// Lines that the file begins with. What lies on disk is reached by POSIX.
pub(super) const INCLUDES: &str = "
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 120

#include <CL/cl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
";

/// The functions on the device, of all kernels, in the order in which they are numbered.
pub(super) fn launches(kernels: &[&Kernel]) -> Result<Vec<String>, Vec<Diagnostic>> {
    let mut all = Vec::new();
    for kernel in kernels {
        let names = Names::new(kernel, Dialect::OpenCl);
        let functions = schedule::launches(kernel)?.into_iter();
        all.extend(functions.map(|launch| names.function(kernel, launch, Dialect::OpenCl)));
    }
    Ok(all)
}

/// The number of a function on the device, by name.
pub(super) fn number(function: &str) -> String {
    format!("LP_LAUNCH_{function}")
}

/// The source for the device and the functions in it.
pub(super) fn table(launches: &[String], code: &str) -> String {
    let numbers: Vec<String> = launches.iter().map(|function| number(function)).collect();
    let numbers = text::line(0, &format!("enum {{ {}, LP_FUNCTIONS }};", numbers.join(", ")));
    let names: Vec<String> = launches.iter().map(|function| text::quoted(function)).collect();
    let names = format!("static char const *const lp_functions[] = {{{}}};", names.join(", "));
    format!(
        "/* Source for the device. */\nstatic char const *const lp_source[] = {{\n{}}};\n\n{numbers}{}",
        text::elements(code),
        text::line(0, &names)
    )
}

/// What runs functions of the program. Routines of a whole program share a device, and arrays that stay on
/// it.
pub(super) fn library(table: &str, is_of_routine: bool) -> String {
    let own = include_str!("opencl.c");
    if !is_of_routine {
        return format!("{table}\n{own}\n{}", include_str!("buffers.c"));
    }
    // The first structure is the device.
    let shared = own.replacen("static struct {", "__attribute__((weak, visibility(\"hidden\"))) struct {", 1);
    let residents = [
        include_str!("data.c"),
        include_str!("pages.c"),
        include_str!("automatic.c"),
        include_str!("stay.c"),
        include_str!("system_calls.c"),
        include_str!("resident.c"),
    ];
    format!("{table}\n{shared}\n{}", residents.join("\n"))
}

/// The function of a kernel.
pub(super) fn function(sized: &SizedKernel, names: &Names) -> Result<Function, Vec<Diagnostic>> {
    let kernel = &sized.kernel;
    let mut interface = Interface::new(sized, names).map_err(|error| vec![error])?;
    let launches = schedule::launches(kernel)?;
    let taken: Vec<_> =
        launches.iter().flat_map(|launch| arguments(kernel, launch, Dialect::OpenCl)).collect();
    interface.keep(&taken);
    let name = interface.identifier.clone();
    let known = Known::elements(kernel);
    let elements = elements::find(kernel, names, &interface, &known).map_err(|error| vec![error])?;
    let steps = Steps::new(kernel, names, &interface, &known, &elements);
    let (steps, call) = steps.function(&name).map_err(|error| vec![error])?;
    let tests = interface.tests();
    let body = format!("{tests}{}", calls(&interface, &name, &call));
    let head = text::line(0, &interface.head());
    let definition = format!("{steps}{head}{{\n{}{body}}}\n", interface.unused(&body));
    Ok(Function { interface, definition, call: None })
}

/// What a function does once all conditions hold.
fn calls(interface: &Interface, name: &str, call: &str) -> String {
    if interface.memories.is_empty() {
        return "  return LP_DONE;\n".to_owned();
    }
    let (all, given) = (interface.memories.len(), interface.given());
    let check = format!("  int lp_code = lp_check({}, lp_arrays, {given});\n", text::quoted(name));
    let buffers = format!("  cl_mem lp_buffers[{all}] = {{NULL}};\n");
    let steps = [
        "lp_start()".to_owned(),
        format!("lp_put(lp_arrays, lp_buffers, {all})"),
        call.to_owned(),
        format!("lp_get(lp_arrays, lp_buffers, {all})"),
    ];
    let step = |call: &String| {
        format!("  if (lp_code == LP_DONE)\n{}", text::line(2, &format!("lp_code = {call};")))
    };
    let steps: String = steps.iter().map(step).collect();
    let end = format!("  lp_drop(lp_arrays, lp_buffers, {all});\n  return lp_code;\n");
    format!("{}{buffers}{check}{steps}{end}", interface.table())
}
