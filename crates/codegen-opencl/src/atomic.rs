//! Indivisible updates.

use crate::dialect::Dialect;
use crate::helper::Helper;
use crate::printed::C;
use crate::printer::Printer;
use crate::step::Body;
use crate::terms::negative;
use crate::usage::address_space;
use diag::Diagnostic;
use ir::{AddressSpace, Atomic, ReductionOp, Scalar, Statement, Update, walk};

impl Body<'_, '_> {
    /// The call that performs an atomic update of memory that work items share; nothing for other statements.
    pub(crate) fn atomic(
        &mut self,
        statement: &Statement,
        element: &C,
    ) -> Result<Option<String>, Diagnostic> {
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(None) };
        // One thread has nobody to share with.
        if !self.printer.dialect().has_device() {
            return Ok(None);
        }
        let space = address_space(self.printer.kernel, target.name());
        let reads_itself = walk::mentions(value, target.name());
        if statement.atomic != Some(Atomic::Update) || space == AddressSpace::Private || !reads_itself {
            return Ok(None);
        }
        let update = Update::of_statement(statement).ok_or_else(|| unsupported(statement))?;
        let ty = self.printer.scalar_of(&target.to_expr())?;
        let computed = self.printer.scalar_of(value)?;
        let found = function(self.printer, &update.op, ty, computed, space);
        let (call, operand_type) = found.ok_or_else(|| unsupported(statement))?;
        let operand = match negative(&update.operand) {
            Some(positive) if update.op == ReductionOp::Sum => {
                self.printer.value(&positive, operand_type)?.negated()
            }
            _ => self.printer.value(&update.operand, operand_type)?,
        };
        Ok(Some(format!("{call}(&{}, {});", element.text, operand.text)))
    }
}

/// The function that updates an element of type `ty` by an operation of type `computed`, and the type of its
/// operand: OpenCL's own for integers, where the element's type gives the same result; else a loop that tries
/// to exchange what it computed from.
fn function(
    printer: &mut Printer<'_>,
    op: &ReductionOp,
    ty: Scalar,
    computed: Scalar,
    space: AddressSpace,
) -> Option<(String, Scalar)> {
    let stem = match op {
        ReductionOp::Sum => Some("add"),
        ReductionOp::Max => Some("max"),
        ReductionOp::Min => Some("min"),
        _ => None,
    };
    // The lowest bits of a sum do not depend on the others.
    let own = computed == ty || computed.is_integer() && *op == ReductionOp::Sum;
    let local = space == AddressSpace::Local;
    if let (Dialect::Cuda, Some(stem)) = (printer.dialect(), stem.filter(|_| own)) {
        let is_there = match ty {
            Scalar::I32 | Scalar::U32 | Scalar::U64 => true,
            Scalar::I64 => *op != ReductionOp::Sum,
            Scalar::F32 | Scalar::F64 => *op == ReductionOp::Sum,
            _ => false,
        };
        if is_there {
            let stem = stem.get(..1).unwrap_or_default().to_uppercase() + stem.get(1..).unwrap_or_default();
            return Some((format!("atomic{stem}"), ty));
        }
    }
    match (ty, stem.filter(|_| own && printer.dialect() == Dialect::OpenCl)) {
        (Scalar::I32 | Scalar::U32, Some(stem)) => Some((format!("atomic_{stem}"), ty)),
        (Scalar::I64 | Scalar::U64, Some(stem)) => {
            printer.used.wide_atomics(*op != ReductionOp::Sum);
            Some((format!("atom_{stem}"), ty))
        }
        _ if ty.bytes() < 4 || ty.is_complex() => None,
        _ => {
            if ty.bytes() == 8 {
                printer.used.wide_atomics(false);
            }
            Some((printer.used.call(Helper::Atomic { op: op.clone(), ty, computed, local }), computed))
        }
    }
}

/// Lowering refuses such statements, with the reason.
fn unsupported(statement: &Statement) -> Diagnostic {
    Diagnostic::error("lp::codegen::atomic", "OpenCL has no such atomic update").at_entity(
        statement.loc.as_ref(),
        statement.origin,
        "",
    )
}

/// A function that computes a new value from the element's and puts it there if the element has not changed
/// meanwhile, until that succeeds.
pub(crate) fn exchange_loop(
    name: &str,
    op: &ReductionOp,
    ty: Scalar,
    computed: Scalar,
    local: bool,
    dialect: Dialect,
) -> String {
    let (t, x) = (dialect.ty(ty), dialect.ty(computed));
    let unsigned = if ty.bytes() == 8 { Scalar::U64 } else { Scalar::U32 };
    let bits = dialect.ty(unsigned);
    let seen = number_of_bits("seen", ty, dialect);
    let before = if ty == computed { seen } else { format!("({x}){seen}") };
    let value = match op {
        ReductionOp::Product => format!("{before} * x"),
        ReductionOp::Max | ReductionOp::Min => extreme(op, &before, computed, dialect),
        _ => format!("{before} + x"),
    };
    let value = if ty == computed { value } else { format!("({t})({value})") };
    let value = bits_of_number(&value, ty, dialect);
    let now = bits_of_number("*element", ty, dialect);
    let inline = dialect.inline();
    let exchange = match (dialect, ty.bytes()) {
        (Dialect::OpenCl, 8) => "atom_cmpxchg",
        (Dialect::OpenCl, _) => "atomic_cmpxchg",
        _ => "atomicCAS",
    };
    let space = match (dialect, local) {
        (Dialect::OpenCl, true) => "volatile __local ",
        (Dialect::OpenCl, false) => "volatile __global ",
        _ => "",
    };
    format!(
        "{inline} void {name}({space}{t} *element, {x} x)\n{{\n  {bits} now = {now}, seen;\n  do {{\n    seen = now;\n    now = {exchange}(({space}{bits} *)element, seen, {value});\n  }} while (now != seen);\n}}\n"
    )
}

fn extreme(op: &ReductionOp, before: &str, ty: Scalar, dialect: Dialect) -> String {
    let (stem, symbol) = if *op == ReductionOp::Max { ("max", '>') } else { ("min", '<') };
    match (ty.is_float(), dialect) {
        (true, _) => format!("{}({before}, x)", dialect.function(&format!("f{stem}"), ty)),
        (false, Dialect::OpenCl) => format!("{stem}({before}, x)"),
        (false, _) => format!("{before} {symbol} x ? {before} : x"),
    }
}

/// The number of type `ty` that has these bits.
fn number_of_bits(bits: &str, ty: Scalar, dialect: Dialect) -> String {
    match (dialect, ty) {
        (Dialect::OpenCl, _) => format!("as_{}({bits})", dialect.ty(ty)),
        (_, Scalar::F32) => format!("__uint_as_float({bits})"),
        (_, Scalar::F64) => format!("__longlong_as_double({bits})"),
        _ => format!("({}){bits}", dialect.ty(ty)),
    }
}

/// The bits of a number of type `ty`, as an integer without sign.
fn bits_of_number(number: &str, ty: Scalar, dialect: Dialect) -> String {
    let bits = if ty.bytes() == 8 { Scalar::U64 } else { Scalar::U32 };
    match (dialect, ty) {
        (Dialect::OpenCl, _) => format!("as_{}({number})", dialect.ty(bits)),
        (_, Scalar::F32) => format!("__float_as_uint({number})"),
        (_, Scalar::F64) => format!("__double_as_longlong({number})"),
        _ => format!("({})({number})", dialect.ty(bits)),
    }
}
