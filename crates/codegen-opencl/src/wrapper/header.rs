//! The header: prototypes, and what a caller must know of each argument.

use super::{Function, processor, text};
use crate::dialect::Dialect;
use crate::entry;
use crate::names::Names;
use ir::Kernel;

/// The header of all functions of a file.
pub(super) fn print(kernels: &[&Kernel], functions: &[Function], dialect: Dialect, stem: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let guard = format!("LP_{}_H", stem.chars().map(word).collect::<String>());
    let own: String =
        kernels.iter().zip(functions).map(|(kernel, function)| entry(kernel, function, dialect)).collect();
    format!(
        "#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {{
#endif
{own}
#ifdef __cplusplus
}}
#endif

#endif
"
    )
}

/// What a header says of one kernel.
fn entry(kernel: &Kernel, function: &Function, dialect: Dialect) -> String {
    let interface = &function.interface;
    let identifier = &interface.identifier;
    let prototype = text::line(0, &format!("{};", interface.head()));
    let mut text = format!("\n{}{prototype}", contract(kernel, function, dialect));
    text.push_str(&format!(
        "\n/* What the last call that failed has to say. */\nchar const *{identifier}_error(void);\n"
    ));
    if dialect == Dialect::OpenCl {
        text.push_str(&format!(
            "\n/* Lets go of device and program. The next call takes them again. */\nvoid {identifier}_release(void);\n"
        ));
    } else {
        let names = Names::new(kernel, Dialect::C);
        let prototype = processor::prototype(interface, &names, &entry::parameters(kernel), identifier);
        text.push_str(&format!("\n/* The kernel itself, which tests nothing. */\n{prototype};\n"));
    }
    text
}

/// The comment before a prototype.
fn contract(kernel: &Kernel, function: &Function, dialect: Dialect) -> String {
    let interface = &function.interface;
    let place =
        if dialect == Dialect::OpenCl { "on an OpenCL device" } else { "after tests of its arguments" };
    let mut text = text::remark(0, &format!("Runs `{}` {place}.", text::comment(&kernel.name)));
    let mut paragraph = |head: &str, lines: Vec<String>, hang: usize| {
        if !lines.is_empty() {
            text.push_str(" *\n");
            text.push_str(&if head.is_empty() { String::new() } else { text::remark(0, head) });
            text.extend(lines.iter().map(|line| text::remark(hang, &format!("  {}", text::comment(line)))));
        }
    };
    let width = interface.parameters.iter().map(|parameter| parameter.identifier.len()).max().unwrap_or(0);
    let parameters = interface.parameters.iter();
    let parameters = parameters.map(|one| format!("{:width$}  {}", one.identifier, one.note)).collect();
    paragraph("", parameters, width + 4);
    let promises = kernel.promises.iter().map(ToString::to_string);
    let trusted = promises.chain(kernel.trusted.iter().map(ToString::to_string)).collect();
    paragraph("The caller vouches for what is not tested:", trusted, 4);
    let conditions = interface.conditions.iter().map(|(condition, _)| condition.clone()).collect();
    paragraph("It is required that", conditions, 4);
    let error = format!("{}_error()", interface.identifier);
    let results = results(dialect).iter().map(|(number, meaning)| format!("{number}  {meaning}")).collect();
    let head = format!("Returns 0; else the arrays are as they were, {error} says why, and the number is");
    paragraph(&head, results, 5);
    if dialect == Dialect::OpenCl {
        text.push_str(&text::remark(0, "Calls must not overlap in time."));
    }
    format!("/*{} */\n", text.trim_start_matches(" *"))
}

/// What the results of a function mean.
fn results(dialect: Dialect) -> &'static [(u8, &'static str)] {
    const REFUSED: (u8, &str) = (1, "the arguments are not as required");
    match dialect {
        Dialect::OpenCl => &[
            REFUSED,
            (2, "there is no OpenCL device, or not the one that LP_DEVICE=platform:device names"),
            (3, "the device's compiler refuses the program"),
            (4, "a call of OpenCL failed, or there is too little memory"),
        ],
        _ => &[REFUSED, (4, "there is too little memory")],
    }
}
