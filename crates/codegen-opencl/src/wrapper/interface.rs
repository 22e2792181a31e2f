//! What a function takes that calls a kernel: all arguments of the kernel, in its order.

use super::sized::SizedKernel;
use super::text;
use crate::argument::{KernelArg, TemporaryInfo, global_temporaries};
use crate::conditions::host_conditions;
use crate::dialect::Dialect;
use crate::host::Host;
use crate::names::Names;
use crate::{limits, memory, part};
use diag::Diagnostic;
use ir::{Access, Arg, ArgKind, Expr, Kernel, Name, Scalar};

/// What a function does with a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It takes a value.
    Value,
    /// It reads an array.
    Read,
    /// It writes an array.
    Written,
}

/// What a parameter of a function for callers stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The value of a scalar argument of that name.
    Value(Name),
    /// The elements of an array argument of that name.
    Array(Name),
    /// How long an array is along an axis, where its declaration does not say so.
    Extent {
        /// The array.
        array: Name,
        /// The axis, counted from 0.
        axis: usize,
    },
}

/// A parameter of the function.
pub(super) struct Parameter {
    pub(super) name: Name,
    pub(super) identifier: String,
    pub(super) subject: Subject,
    pub(super) ty: Scalar,
    pub(super) role: Role,
    /// Whether it has subscripts; a single element that is written has none.
    pub(super) has_axes: bool,
    /// As it stands in the list of parameters.
    pub(super) declaration: String,
    /// What a caller should know of it.
    pub(super) note: String,
}

/// The memory of an array, or of a part of one.
pub(super) struct Memory {
    pub(super) name: Name,
    /// The number of the part.
    pub(super) part: usize,
    /// Its type in C.
    pub(super) ty: &'static str,
    /// Where it lies; nothing for memory that the function takes itself.
    pub(super) data: Option<String>,
    pub(super) bytes: String,
    pub(super) is_written: bool,
}

/// The parameters of a function, the memory behind them, and what it tests before it does anything.
pub(super) struct Interface {
    /// The kernel's name in C.
    pub(super) identifier: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) memories: Vec<Memory>,
    /// Conditions, and what is said where they do not hold.
    pub(super) conditions: Vec<(String, String)>,
}

/// The type in C of a value. Complex numbers need no header so.
pub(super) fn value_type(ty: Scalar) -> &'static str {
    if ty == Scalar::Bool { "bool" } else { element_type(ty) }
}

/// The type in C of elements of arrays.
fn element_type(ty: Scalar) -> &'static str {
    match ty {
        Scalar::C64 => "float _Complex",
        Scalar::C128 => "double _Complex",
        _ => Dialect::C.ty(ty),
    }
}

impl Interface {
    pub(super) fn new(sized: &SizedKernel, names: &Names) -> Result<Self, Diagnostic> {
        let kernel = &sized.kernel;
        let host = Host::with_helpers(kernel, names);
        let identifier = names.get(&kernel.name);
        let mut interface =
            Interface { identifier, parameters: Vec::new(), memories: Vec::new(), conditions: Vec::new() };
        for (name, arg) in &kernel.args {
            interface.argument(&host, sized, names, name, arg)?;
        }
        for temp in global_temporaries(kernel) {
            interface.scratch(&host, kernel, &temp)?;
        }
        let limits = limits::required_limits(kernel);
        for condition in host_conditions(kernel, &limits, &sized.names()) {
            interface.conditions.push((host.test(&condition.condition)?, condition.message));
        }
        Ok(interface)
    }

    fn argument(
        &mut self,
        host: &Host<'_>,
        sized: &SizedKernel,
        names: &Names,
        name: &Name,
        arg: &Arg,
    ) -> Result<(), Diagnostic> {
        let (identifier, ty) = (names.get(name), arg.ty.unwrap_or(Scalar::F64));
        let ArgKind::Array { access, shape, .. } = &arg.kind else {
            let declaration = format!("{} {identifier}", value_type(ty));
            let (subject, note) = match sized.extent(name) {
                Some((array, given)) => (given.subject(), given.note(&names.get(array))),
                None => (Subject::Value(name.clone()), "a value".to_owned()),
            };
            let (name, role) = (name.clone(), Role::Value);
            self.parameters.push(Parameter {
                name,
                identifier,
                subject,
                ty,
                role,
                has_axes: false,
                declaration,
                note,
            });
            return Ok(());
        };
        // An array is one parameter, and a piece of memory for each of its parts, one behind the other.
        let kernel = &sized.kernel;
        let is_written = kernel.writers().contains_key(name);
        let (element, constant) = (element_type(ty), if is_written { "" } else { " const" });
        self.parameters.push(Parameter {
            name: name.clone(),
            identifier: identifier.clone(),
            subject: Subject::Array(name.clone()),
            ty,
            role: if is_written { Role::Written } else { Role::Read },
            has_axes: !shape.is_empty(),
            declaration: format!("{element}{constant} *{identifier}"),
            note: note(kernel, name, *access),
        });
        let elements = memory::part_elements(kernel, name).ok_or_else(|| unknown_size(name))?;
        let bytes = host.size(&memory::bytes(&elements, ty))?;
        for part in 0..part::parts(kernel, name).len() {
            let offset = i64::try_from(part).map(|part| Expr::int(part).times(&elements));
            let data = match offset {
                Ok(offset) if part > 0 => format!("{identifier} + {}", host.size(&offset)?),
                _ => identifier.clone(),
            };
            let (name, bytes) = (name.clone(), bytes.clone());
            self.memories.push(Memory { name, part, ty: element, data: Some(data), bytes, is_written });
        }
        Ok(())
    }

    fn scratch(&mut self, host: &Host<'_>, kernel: &Kernel, temp: &TemporaryInfo) -> Result<(), Diagnostic> {
        let elements = memory::part_elements(kernel, &temp.name).ok_or_else(|| unknown_size(&temp.name))?;
        let bytes = host.size(&memory::bytes(&elements, temp.ty))?;
        for part in 0..part::parts(kernel, &temp.name).len() {
            self.memories.push(Memory {
                name: temp.name.clone(),
                part,
                ty: element_type(temp.ty),
                data: None,
                bytes: bytes.clone(),
                is_written: true,
            });
        }
        Ok(())
    }

    /// Leaves out the memory that no function takes.
    pub(super) fn keep(&mut self, taken: &[KernelArg]) {
        self.memories.retain(|memory| taken.iter().any(|arg| memory.is_of(arg)));
    }

    /// Where the memory of an argument stands among all.
    pub(super) fn place(&self, arg: &KernelArg) -> Option<usize> {
        self.memories.iter().position(|memory| memory.is_of(arg))
    }

    /// Name and parameters of the function.
    pub(super) fn head(&self) -> String {
        let all: Vec<&str> = self.parameters.iter().map(|parameter| parameter.declaration.as_str()).collect();
        let list = if all.is_empty() { "void".to_owned() } else { all.join(", ") };
        format!("int {}_run({list})", self.identifier)
    }

    /// The names of parameters that a text mentions, with their declarations.
    pub(super) fn mentioned(&self, body: &str) -> Vec<&Parameter> {
        self.parameters.iter().filter(|parameter| text::mentions(body, &parameter.identifier)).collect()
    }

    /// Statements that use the parameters that no other one uses.
    pub(super) fn unused(&self, body: &str) -> String {
        let unused = self.parameters.iter().filter(|parameter| !text::mentions(body, &parameter.identifier));
        unused.map(|parameter| format!("  (void){};\n", parameter.identifier)).collect()
    }

    /// The table of arrays.
    pub(super) fn table(&self) -> String {
        let entries: String = self.memories.iter().map(Memory::entry).collect();
        format!("  struct lp_array const lp_arrays[] = {{\n{entries}  }};\n")
    }

    /// How many arrays are the caller's; they stand first.
    pub(super) fn given(&self) -> usize {
        self.memories.iter().filter(|memory| memory.data.is_some()).count()
    }

    /// The lines that test the conditions.
    pub(super) fn tests(&self) -> String {
        let test = |(condition, message): &(String, String)| {
            let said = text::quoted(&format!("{}: {message}", self.identifier));
            let refusal = text::line(2, &format!("return lp_fail(LP_REFUSED, \"%s\", {said});"));
            format!("{}{refusal}", text::line(1, &format!("if (!({condition}))")))
        };
        self.conditions.iter().map(test).collect()
    }
}

impl Memory {
    fn is_of(&self, arg: &KernelArg) -> bool {
        match arg {
            KernelArg::Buffer { name, part, .. } | KernelArg::Temporary { name, part, .. } => {
                self.name == *name && self.part == part.as_ref().map_or(0, |part| part.number)
            }
            KernelArg::Value { .. } | KernelArg::HostIndex { .. } => false,
        }
    }

    /// Its line in the table of arrays.
    pub(super) fn entry(&self) -> String {
        let data = self.data.as_deref().unwrap_or("NULL");
        let result = if self.is_written { data } else { "NULL" };
        let name = text::quoted(&self.name);
        text::line(2, &format!("{{{name}, {data}, {result}, {}}},", self.bytes))
    }
}

fn note(kernel: &Kernel, name: &Name, access: Access) -> String {
    let used = match access {
        Access::In => "read",
        Access::Out => "written",
        Access::InOut => "read and written",
    };
    let Some((shape, layout)) = kernel.array(name) else { return used.to_owned() };
    let listed = |all: Vec<String>| all.join(", ");
    let extents = listed(shape.iter().flatten().map(ToString::to_string).collect());
    let strides = layout.strides(&shape).map(|all| listed(all.iter().map(ToString::to_string).collect()));
    match strides {
        _ if shape.is_empty() => format!("{used}, one element"),
        Some(strides) if shape.len() > 1 => format!("{used}, [{extents}] elements with strides [{strides}]"),
        _ => format!("{used}, [{extents}] elements"),
    }
}

fn unknown_size(name: &Name) -> Diagnostic {
    let message = format!("a host cannot know how large `{name}` is");
    Diagnostic::error("lp::codegen::host", message).help("give each axis of the array an extent")
}
