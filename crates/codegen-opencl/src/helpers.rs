//! Functions that generated code needs and OpenCL does not have.

use crate::dialect::Dialect;
use crate::{Options, atomic, complex, mma, work};
use diag::Diagnostic;
use ir::typing::{self, Type};
use ir::{Declared, Expr, IndexMap, IndexSet, Kernel, Name, Node, ReductionOp, Scalar, Statement, walk};
use std::collections::BTreeSet;

/// The type in the names of helpers.
fn word(ty: Scalar) -> &'static str {
    Dialect::OpenCl.ty(ty)
}

/// A helper function of generated code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    /// Quotient rounded towards negative infinity.
    FloorDiv(Scalar),
    /// The remainder that goes with it.
    FloorMod(Scalar),
    /// `x*x`, evaluating the operand once.
    Square(Scalar),
    /// `x*x*x`, evaluating the operand once.
    Cube(Scalar),
    /// Integer power by repeated squaring.
    IntegerPower(Scalar),
    /// A real number to an integer power by repeated squaring, as the interpreter has it.
    RealPower(Scalar),
    /// The same for an exponent of 64 bits: where that is negative the reciprocal comes first.
    LongPower(Scalar),
    /// Magnitude of the first with the sign of the second, for integers.
    Sign(Scalar),
    /// The larger or the smaller of two numbers.
    Extreme(bool, Scalar),
    /// The same of two real numbers, the second of which is known not to be NaN.
    Bounded(bool, Scalar),
    /// The magnitude of an integer.
    Magnitude(Scalar),
    /// An operation on complex numbers or a function of one, see [`complex::definition`].
    Complex(&'static str, Scalar),
    /// An indivisible update of an element of 4 or 8 bytes in local or global memory.
    Atomic {
        /// What is done with the element and the value.
        op: ReductionOp,
        /// The element's type.
        ty: Scalar,
        /// The type of the operation.
        computed: Scalar,
        /// Whether the element is in local memory.
        local: bool,
    },
    /// Whether there is a matrix unit.
    HasMatrixUnit,
    /// Sums of products of a tile, by the matrix unit.
    Matrix(mma::Depth),
}

impl Helper {
    /// The function's name.
    pub(crate) fn name(&self) -> String {
        let (stem, ty) = self.parts();
        match self {
            Helper::Atomic { op, local, computed, .. } => {
                let space = if *local { "local" } else { "global" };
                let by = if *computed == ty { String::new() } else { format!("_{}", word(*computed)) };
                format!("lp_{stem}_{}_{}{by}_{space}", op.name(), word(ty))
            }
            Helper::HasMatrixUnit => mma::HAS_UNIT.to_owned(),
            Helper::Matrix(depth) => depth.name(),
            _ => format!("lp_{stem}_{}", word(ty)),
        }
    }

    fn parts(&self) -> (&'static str, Scalar) {
        match self {
            Helper::FloorDiv(ty) => ("floor_div", *ty),
            Helper::FloorMod(ty) => ("floor_mod", *ty),
            Helper::Square(ty) => ("square", *ty),
            Helper::Cube(ty) => ("cube", *ty),
            Helper::IntegerPower(ty) => ("ipow", *ty),
            Helper::RealPower(ty) => ("powi", *ty),
            Helper::LongPower(ty) => ("powl", *ty),
            Helper::Sign(ty) => ("sign", *ty),
            Helper::Extreme(true, ty) => ("max", *ty),
            Helper::Extreme(false, ty) => ("min", *ty),
            Helper::Bounded(true, ty) => ("at_least", *ty),
            Helper::Bounded(false, ty) => ("at_most", *ty),
            Helper::Magnitude(ty) => ("abs", *ty),
            Helper::Complex(stem, ty) => (stem, *ty),
            Helper::Atomic { ty, .. } => ("atomic", *ty),
            Helper::HasMatrixUnit | Helper::Matrix(_) => ("mma", Scalar::F64),
        }
    }

    /// Its definition. ISPC's arguments differ among the instances of a program; what sizes are computed with
    /// has another one for numbers that they share.
    fn definition(&self, dialect: Dialect) -> String {
        let t = dialect.ty(self.parts().1);
        let of_sizes = matches!(self, Helper::FloorDiv(_) | Helper::FloorMod(_) | Helper::Extreme(..));
        match dialect {
            Dialect::Ispc if of_sizes => {
                format!(
                    "{}{}",
                    self.over(dialect, t),
                    self.over(dialect, &format!("{}{t}", dialect.shared()))
                )
            }
            _ => self.over(dialect, t),
        }
    }

    fn over(&self, dialect: Dialect, t: &str) -> String {
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
                atomic::exchange_loop(&name, op, (*ty, *computed), *local, dialect)
            }
            Helper::HasMatrixUnit => mma::has_unit(dialect),
            Helper::Matrix(depth) => depth.definition(dialect),
        }
    }
}

/// The helpers that some function calls, and the extensions that it needs.
#[derive(Debug)]
pub(crate) struct Used {
    pub(crate) dialect: Dialect,
    helpers: BTreeSet<Helper>,
    extensions: BTreeSet<&'static str>,
    /// Functions that the kernel declares.
    pub(crate) declared: IndexSet<Name>,
    notes: IndexMap<String, Diagnostic>,
    /// Whether threads share loops.
    shares_loops: bool,
}

impl Used {
    /// Nothing yet.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Used {
            dialect,
            helpers: BTreeSet::new(),
            extensions: BTreeSet::new(),
            declared: IndexSet::default(),
            notes: IndexMap::default(),
            shares_loops: false,
        }
    }

    /// Notes that threads share a loop, where it does enough.
    pub(crate) fn share_loops(&mut self) {
        self.shares_loops = true;
    }

    /// Notes a call and returns the name to call.
    pub(crate) fn call(&mut self, helper: Helper) -> String {
        let name = helper.name();
        self.helpers.insert(helper);
        name
    }

    /// Takes down what users should know of the code, once.
    pub(crate) fn note(&mut self, note: Diagnostic) {
        self.notes.insert(note.message.clone(), note);
    }

    /// All that was taken down.
    pub(crate) fn into_notes(self) -> Vec<Diagnostic> {
        self.notes.into_values().collect()
    }

    /// Notes an atomic operation on 64 bits.
    pub(crate) fn wide_atomics(&mut self, extremes: bool) {
        let name = if extremes { "cl_khr_int64_extended_atomics" } else { "cl_khr_int64_base_atomics" };
        self.extensions.insert(name);
    }
}

/// What stands before the first kernel.
///
/// Compilers fuse `a*b + c` into an operation that rounds once (OpenCL C, `FP_CONTRACT`), so that `a*b - c`
/// is not 0 where `c` holds `a*b`. Each operation of a kernel is rounded, unless the user allows otherwise.
pub(crate) fn preamble(kernels: &[&Kernel], used: &Used, options: Options) -> String {
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

/// The types of variables, and of what declared functions take and give.
pub(crate) fn declared_types(kernel: &Kernel) -> impl Iterator<Item = Scalar> {
    let variables = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let functions = kernel.functions.values();
    let taken = functions.clone().flat_map(|function| function.params.iter().map(|(_, ty)| *ty));
    variables.flatten().chain(taken).chain(functions.map(|function| function.result))
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

/// Whether a statement, or a function that the kernel declares, evaluates an expression of that kind.
pub(crate) fn computes(kernel: &Kernel, is_meant: &dyn Fn(&Expr, Type) -> bool) -> bool {
    let evaluates = |scope: &Kernel, e: &Expr| {
        walk::any(e, &mut |part| typing::type_of(scope, part).is_ok_and(|ty| is_meant(part, ty)))
    };
    let in_statement = |statement: &Statement| {
        statement.predicates.iter().chain(statement.value()).any(|e| evaluates(kernel, e))
    };
    let in_function =
        |function: &Declared| match (&function.formula, Kernel::of_function(function, &kernel.functions)) {
            (Some(formula), Ok(scope)) => evaluates(&scope, formula),
            _ => false,
        };
    kernel.statements.values().any(in_statement) || kernel.functions.values().any(in_function)
}
