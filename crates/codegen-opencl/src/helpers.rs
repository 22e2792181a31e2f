//! Functions that generated code needs and OpenCL does not have.

use ir::{Kernel, Scalar, StatementKind, walk};
use std::collections::BTreeSet;

/// C's name of a type; truth values lie in memory as bytes.
pub(crate) fn c_type(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool | Scalar::U8 => "uchar",
        Scalar::I8 => "char",
        Scalar::I16 => "short",
        Scalar::I32 => "int",
        Scalar::I64 => "long",
        Scalar::U16 => "ushort",
        Scalar::U32 => "uint",
        Scalar::U64 => "ulong",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
    }
}

/// A helper function of generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    /// Integer quotient rounded towards negative infinity.
    FloorDiv(Scalar),
    /// The remainder that goes with it.
    FloorMod(Scalar),
    /// `x*x`, evaluating the operand once.
    Square(Scalar),
    /// `x*x*x`, evaluating the operand once.
    Cube(Scalar),
    /// Integer power by repeated squaring.
    IntegerPower(Scalar),
    /// Magnitude of the first with the sign of the second, for integers.
    Sign(Scalar),
}

impl Helper {
    /// The function's name.
    pub(crate) fn name(self) -> String {
        let (stem, ty) = self.parts();
        format!("lp_{stem}_{}", c_type(ty))
    }

    fn parts(self) -> (&'static str, Scalar) {
        match self {
            Helper::FloorDiv(ty) => ("floor_div", ty),
            Helper::FloorMod(ty) => ("floor_mod", ty),
            Helper::Square(ty) => ("square", ty),
            Helper::Cube(ty) => ("cube", ty),
            Helper::IntegerPower(ty) => ("ipow", ty),
            Helper::Sign(ty) => ("sign", ty),
        }
    }

    fn definition(self) -> String {
        let t = c_type(self.parts().1);
        let name = self.name();
        match self {
            Helper::FloorDiv(_) => {
                format!(
                    "inline {t} {name}({t} a, {t} b) {{ return a / b - (a % b != 0 && (a < 0) != (b < 0)); }}\n"
                )
            }
            Helper::FloorMod(_) => format!(
                "inline {t} {name}({t} a, {t} b) {{ {t} r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }}\n"
            ),
            Helper::Square(_) => format!("inline {t} {name}({t} x) {{ return x * x; }}\n"),
            Helper::Cube(_) => format!("inline {t} {name}({t} x) {{ return x * x * x; }}\n"),
            Helper::IntegerPower(_) => format!(
                "inline {t} {name}({t} x, {t} n)\n{{\n  if (n < 0)\n    return x == 1 ? 1 : x == -1 ? (n % 2 != 0 ? -1 : 1) : 0;\n  {t} y = 1;\n  for (; n > 0; n /= 2) {{\n    if (n % 2 != 0)\n      y *= x;\n    if (n > 1)\n      x *= x;\n  }}\n  return y;\n}}\n"
            ),
            Helper::Sign(_) => {
                format!(
                    "inline {t} {name}({t} a, {t} b) {{ {t} m = a < 0 ? -a : a; return b < 0 ? -m : m; }}\n"
                )
            }
        }
    }
}

/// The helpers that some function calls.
#[derive(Debug, Default)]
pub(crate) struct Used(BTreeSet<Helper>);

impl Used {
    /// Notes a call and returns the name to call.
    pub(crate) fn call(&mut self, helper: Helper) -> String {
        self.0.insert(helper);
        helper.name()
    }
}

/// What stands before the first kernel.
pub(crate) fn preamble(kernels: &[&Kernel], used: &Used) -> String {
    let mut text = String::new();
    if kernels.iter().any(|kernel| uses_double(kernel)) {
        text.push_str("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\n");
    }
    for helper in &used.0 {
        text.push_str(&helper.definition());
    }
    if !used.0.is_empty() {
        text.push('\n');
    }
    text
}

fn uses_double(kernel: &Kernel) -> bool {
    let declared = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    declared.into_iter().any(|ty| ty == Some(Scalar::F64))
        || kernel.statements.values().filter_map(|s| s.value()).any(|value| {
            walk::any(value, &mut |e| {
                ir::typing::type_of(kernel, e).is_ok_and(|ty| ty.scalar() == Scalar::F64)
            })
        })
}

/// Whether any statement writes the variable.
pub(crate) fn is_written(kernel: &Kernel, name: &str) -> bool {
    kernel.statements.values().any(|statement| match &statement.kind {
        StatementKind::Assign { target, .. } => &**target.name() == name,
        StatementKind::Barrier(_) | StatementKind::Nop => false,
    })
}
