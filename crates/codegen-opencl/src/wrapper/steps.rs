//! What a host does with the functions on a device: launches, and loops around them.

use super::device::number;
use super::elements;
use super::interface::Interface;
use super::text;
use crate::argument::{KernelArg, arguments};
use crate::dialect::Dialect;
use crate::host::{Element, Host as HostText};
use crate::launch_condition::Known;
use crate::names::Names;
use diag::Diagnostic;
use ir::{Expr, Host, Kernel, Launch, Loop, Scalar};

/// Prints the steps of a kernel.
pub(super) struct Steps<'a> {
    kernel: &'a Kernel,
    names: &'a Names,
    host: HostText<'a>,
    interface: &'a Interface,
    /// Names of the functions on the device.
    functions: Names,
    known: &'a Known<'a>,
    /// Elements of arrays that say which launches do nothing.
    elements: &'a [Element],
}

impl<'a> Steps<'a> {
    pub(super) fn new(
        kernel: &'a Kernel,
        names: &'a Names,
        interface: &'a Interface,
        known: &'a Known<'a>,
        elements: &'a [Element],
    ) -> Self {
        let functions = Names::new(kernel, Dialect::OpenCl);
        let host = HostText::with_elements(kernel, names, elements);
        Steps { kernel, names, host, interface, functions, known, elements }
    }

    /// The function that does all steps, and the call of it.
    pub(super) fn function(&self, name: &str) -> Result<(String, String), Diagnostic> {
        let Some(schedule) = self.kernel.schedule.as_ref().filter(|_| !self.interface.memories.is_empty())
        else {
            return Ok(Default::default());
        };
        let read = self.elements.iter().map(|element| text::line(1, &element.declaration));
        let body = read.collect::<String>() + &self.steps(&schedule.host, 1)?;
        let values = self.interface.mentioned(&body);
        let mut declared: Vec<&str> = values.iter().map(|value| value.declaration.as_str()).collect();
        declared.push("cl_mem const *lp_buffers");
        let mut given: Vec<&str> = values.iter().map(|value| value.identifier.as_str()).collect();
        given.push("lp_buffers");
        if !self.elements.is_empty() {
            declared.push("struct lp_array const *lp_arrays");
            given.push("lp_arrays");
        }
        let head = text::line(0, &format!("static int lp_launch_{name}({})", declared.join(", ")));
        let text = format!(
            "/* All launches of `{name}`. */\n{head}{{\n  int lp_code = LP_DONE;\n{body}  return lp_code;\n}}\n\n"
        );
        Ok((text, format!("lp_launch_{name}({})", given.join(", "))))
    }

    fn steps(&self, steps: &[Host], depth: usize) -> Result<String, Diagnostic> {
        let mut text = String::new();
        for step in steps {
            text.push_str(&match step {
                Host::Launch(launch) => self.launch(launch, depth)?,
                Host::For(inner) => self.repeated(inner, depth)?,
            });
        }
        Ok(text)
    }

    fn repeated(&self, inner: &Loop<Host>, depth: usize) -> Result<String, Diagnostic> {
        let counter = self.names.get(&inner.iname);
        let [low, high] = [&inner.lower, &inner.upper].map(|bound| self.host.size(bound));
        let go_on = format!("lp_code == LP_DONE && {counter} <= {}", high?);
        let head = format!("for (int64_t {counter} = {}; {go_on}; ++{counter}) {{", low?);
        let mut text = text::line(depth, &head);
        let flags = inner.flags(self.kernel);
        if !flags.is_empty() {
            text.push_str(&text::line(depth + 1, "bool lp_is_set = false;"));
        }
        for (flag, value) in flags {
            let arg = KernelArg::Temporary { name: flag.clone(), ty: Scalar::Bool, part: None };
            let place = self.interface.place(&arg).ok_or_else(|| lost(&flag))?;
            let ends = if value { "!lp_is_set" } else { "lp_is_set" };
            let lines = [
                (1, format!("lp_code = lp_flag(lp_buffers[{place}], &lp_is_set);")),
                (1, format!("if (lp_code != LP_DONE || {ends})")),
                (2, "break;".to_owned()),
            ];
            text.extend(lines.iter().map(|(more, line)| text::line(depth + more, line)));
        }
        text.push_str(&self.steps(&inner.body, depth + 1)?);
        text.push_str(&text::line(depth, "}"));
        Ok(text)
    }

    fn launch(&self, launch: &Launch, depth: usize) -> Result<String, Diagnostic> {
        let function = self.functions.function(self.kernel, launch, Dialect::OpenCl);
        let args = arguments(self.kernel, launch, Dialect::OpenCl);
        let args = args.iter().map(|arg| self.argument(arg)).collect::<Result<Vec<_>, _>>()?;
        let (groups, work_items) = (self.sizes(&launch.groups)?, self.sizes(&launch.group_shape())?);
        let lines = [
            format!("int64_t const lp_groups[] = {groups};"),
            format!("int64_t const lp_work_items[] = {work_items};"),
            format!("struct lp_argument const lp_arguments[] = {{{}}};", args.join(", ")),
            format!(
                "lp_code = lp_launch({}, lp_groups, lp_work_items, lp_arguments, {});",
                number(&function),
                args.len()
            ),
        ];
        let lines: String = lines.iter().map(|line| text::line(depth + 1, line)).collect();
        let mut tests = vec!["lp_code == LP_DONE".to_owned()];
        for condition in self.known.conditions(launch) {
            tests.extend(self.test(&condition)?);
        }
        let head = format!("if ({}) {{", tests.join(" && "));
        Ok(format!("{}{lines}{}", text::line(depth, &head), text::line(depth, "}")))
    }

    /// What a host tests before a launch: that a condition holds, or that it does not know all of its
    /// elements.
    fn test(&self, condition: &Expr) -> Result<Option<String>, Diagnostic> {
        let mut unknown = String::new();
        for load in elements::loads(condition) {
            let Some(element) = self.elements.iter().find(|element| element.load == load) else {
                return Ok(None);
            };
            unknown.push_str(&format!("!{} || ", element.is_known));
        }
        Ok(Some(format!("({unknown}{})", self.host.test(condition)?)))
    }

    /// Sizes along three axes.
    fn sizes(&self, sizes: &[Expr]) -> Result<String, Diagnostic> {
        let one = Expr::int(1);
        let size = |axis: usize| self.host.size(sizes.get(axis).unwrap_or(&one));
        Ok(format!("{{{}, {}, {}}}", size(0)?, size(1)?, size(2)?))
    }

    /// An argument of a launch. OpenCL sees its size and its bits.
    fn argument(&self, arg: &KernelArg) -> Result<String, Diagnostic> {
        let variable = match arg {
            KernelArg::Buffer { name, .. } | KernelArg::Temporary { name, .. } => {
                format!("lp_buffers[{}]", self.interface.place(arg).ok_or_else(|| lost(name))?)
            }
            KernelArg::Value { name, ty: Scalar::Bool } => format!("(cl_uchar){{{}}}", self.names.get(name)),
            KernelArg::Value { name, .. } | KernelArg::HostIndex { name, ty: Scalar::I64 } => {
                self.names.get(name)
            }
            KernelArg::HostIndex { name, .. } => format!("(cl_int){{(cl_int){}}}", self.names.get(name)),
        };
        Ok(format!("LP_ARGUMENT({variable})"))
    }
}

fn lost(name: &str) -> Diagnostic {
    Diagnostic::error(
        "lp::codegen::host",
        format!("a launch takes `{name}`, which is no array of the kernel"),
    )
}
