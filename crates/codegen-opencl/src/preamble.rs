//! What stands before the first kernel: extensions, types, and the helpers that are called.

use crate::dialect::Dialect;
use crate::helper::Helper;
use crate::kernel_types::{computes, declared_types};
use crate::used::Used;
use crate::{Options, atomic, complex, matrix_unit, work};
use ir::typing::Type;
use ir::{Expr, Kernel, Node, Scalar};

/// What stands before the first kernel.
///
/// Compilers fuse `a*b + c` into an operation that rounds once (OpenCL C, `FP_CONTRACT`), so that `a*b - c`
/// is not 0 where `c` holds `a*b`. Each operation of a kernel is rounded, unless the user allows otherwise.
pub(crate) fn print(kernels: &[&Kernel], used: &Used, options: Options) -> String {
    let dialect = options.dialect;
    let mut text = dialect.includes().to_owned();
    let double = kernels.iter().any(|kernel| uses_double(kernel)).then_some("cl_khr_fp64");
    let extensions = double.iter().chain(&used.extensions);
    for extension in extensions.filter(|_| dialect == Dialect::OpenCl) {
        text.push_str(&format!("#pragma OPENCL EXTENSION {extension} : enable\n"));
    }
    let complex = used.helpers.iter().any(|helper| matches!(helper, Helper::Complex(..)));
    if complex || kernels.iter().any(|kernel| adds_floats(kernel)) {
        text.push_str(&dialect.contraction(options.fp_contract));
    }
    if dialect == Dialect::C && kernels.iter().any(|kernel| takes_roots(kernel)) {
        text.push_str("// with -fno-math-errno, `sqrt` is an instruction instead of a call\n");
    }
    if used.shares_loops {
        text.push_str(work::DEFINITION);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&complex::types(dialect, kernels));
    for helper in &used.helpers {
        text.push_str(&helper.definition(dialect));
    }
    if !used.helpers.is_empty() {
        text.push('\n');
    }
    text
}

fn uses_double(kernel: &Kernel) -> bool {
    declared_types(kernel).any(|ty| ty.part() == Scalar::F64)
        || computes(kernel, &|_, ty| ty.scalar().part() == Scalar::F64)
}

/// Whether there is a sum that could be fused with a product.
fn adds_floats(kernel: &Kernel) -> bool {
    computes(kernel, &|e, ty| {
        matches!(e.node(), Node::Sum(_)) && (ty == Type::AnyReal || ty.scalar().is_inexact())
    })
}

fn takes_roots(kernel: &Kernel) -> bool {
    let is_root =
        |e: &Expr| matches!(e.node(), Node::Call { function, .. } if matches!(&**function, "sqrt" | "rsqrt"));
    computes(kernel, &|e, _| is_root(e))
}

impl Helper {
    /// Its definition. ISPC's arguments differ among the instances of a program; what sizes are computed with
    /// has another one for numbers that they share.
    fn definition(&self, dialect: Dialect) -> String {
        let t = dialect.ty(self.parts().1);
        let of_sizes = matches!(self, Helper::FloorDiv(_) | Helper::FloorMod(_) | Helper::Extreme(..));
        match dialect {
            Dialect::Ispc if of_sizes => {
                format!(
                    "{}{}",
                    self.definition_for(dialect, t),
                    self.definition_for(dialect, &format!("{}{t}", dialect.shared()))
                )
            }
            _ => self.definition_for(dialect, t),
        }
    }

    /// The definition that takes numbers of the type that is called `t` in the language.
    fn definition_for(&self, dialect: Dialect, t: &str) -> String {
        let ty = self.parts().1;
        let name = self.name();
        let inline = dialect.inline();
        let [uint, ulong, long] = [Scalar::U32, Scalar::U64, Scalar::I64].map(|ty| dialect.ty(ty));
        let [fmod, round, copysign] = ["fmod", "round", "copysign"].map(|name| dialect.function(name, ty));
        match self {
            Helper::FloorDiv(ty) if ty.is_float() => format!(
                "{inline} {t} {name}({t} a, {t} b)\n{{\n  {t} r = {fmod}(a, b);\n  if (isnan(r))\n    return a / b;\n  return {round}((a - r) / b) - (r != 0 && (r < 0) != (b < 0));\n}}\n"
            ),
            Helper::FloorMod(ty) if ty.is_float() => format!(
                "{inline} {t} {name}({t} a, {t} b)\n{{\n  {t} r = {fmod}(a, b);\n  if (r == 0)\n    return {copysign}(r, b);\n  return (r < 0) != (b < 0) ? r + b : r;\n}}\n"
            ),
            Helper::FloorDiv(_) => {
                format!(
                    "{inline} {t} {name}({t} a, {t} b) {{ return a / b - (a % b != 0 && (a < 0) != (b < 0)); }}\n"
                )
            }
            Helper::FloorMod(_) => format!(
                "{inline} {t} {name}({t} a, {t} b) {{ {t} r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }}\n"
            ),
            Helper::Square(_) => format!("{inline} {t} {name}({t} x) {{ return x * x; }}\n"),
            Helper::Cube(_) => format!("{inline} {t} {name}({t} x) {{ return x * x * x; }}\n"),
            Helper::IntegerPower(_) => format!(
                "{inline} {t} {name}({t} x, {t} n)\n{{\n  if (n < 0)\n    return x == 1 ? 1 : x == -1 ? (n % 2 != 0 ? -1 : 1) : 0;\n  {t} y = 1;\n  for (; n > 0; n /= 2) {{\n    if (n % 2 != 0)\n      y *= x;\n    if (n > 1)\n      x *= x;\n  }}\n  return y;\n}}\n"
            ),
            Helper::RealPower(_) => format!(
                "{inline} {t} {name}({t} x, int n)\n{{\n  {uint} m = n < 0 ? -({uint})n : n;\n  {t} y = m % 2 != 0 ? x : 1;\n  while (m >>= 1) {{\n    x *= x;\n    if (m % 2 != 0)\n      y *= x;\n  }}\n  return n < 0 ? 1 / y : y;\n}}\n"
            ),
            Helper::LongPower(_) => format!(
                "{inline} {t} {name}({t} x, {long} n)\n{{\n  {ulong} m = n < 0 ? -({ulong})n : n;\n  if (n < 0)\n    x = 1 / x;\n  {t} y = m % 2 != 0 ? x : 1;\n  while (m >>= 1) {{\n    x *= x;\n    if (m % 2 != 0)\n      y *= x;\n  }}\n  return y;\n}}\n"
            ),
            Helper::Sign(_) => {
                format!(
                    "{inline} {t} {name}({t} a, {t} b) {{ {t} m = a < 0 ? -a : a; return b < 0 ? -m : m; }}\n"
                )
            }
            // The other number where one is none, as `fmax` has it. Two choices need no jump, unlike one.
            Helper::Extreme(most, ty) if ty.is_float() => {
                let symbol = if *most { '>' } else { '<' };
                format!(
                    "{inline} {t} {name}({t} a, {t} b) {{ {t} m = a {symbol} b ? a : b; return isnan(b) ? a : m; }}\n"
                )
            }
            // A comparison with NaN fails and gives the second one.
            Helper::Extreme(most, _) | Helper::Bounded(most, _) => {
                let symbol = if *most { '>' } else { '<' };
                format!("{inline} {t} {name}({t} a, {t} b) {{ return a {symbol} b ? a : b; }}\n")
            }
            Helper::Magnitude(_) => format!("{inline} {t} {name}({t} a) {{ return a < 0 ? -a : a; }}\n"),
            Helper::Complex(stem, ty) => complex::definition(stem, &name, *ty, dialect),
            Helper::Atomic { op, ty, computed, local } => {
                atomic::exchange_loop(&name, op, *ty, *computed, *local, dialect)
            }
            Helper::HasMatrixUnit => matrix_unit::has_unit(dialect),
            Helper::Matrix(depth) => depth.definition(dialect),
        }
    }
}
