//! Indivisible updates.

use crate::expr::{C, Printer};
use crate::helpers::Helper;
use crate::index::negative;
use crate::step::Body;
use diag::Diagnostic;
use ir::{AddressSpace, Atomic, LValue, ReductionOp, Scalar, Statement, Update, affine};

impl Body<'_, '_> {
    /// The call that performs an atomic update of memory that work items share; nothing for other statements.
    pub(crate) fn atomic(
        &mut self,
        statement: &Statement,
        element: &C,
    ) -> Result<Option<String>, Diagnostic> {
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(None) };
        let space = space(self.printer, target);
        let reads_itself = affine::mentions(value, target.name());
        if statement.atomic != Some(Atomic::Update) || space == AddressSpace::Private || !reads_itself {
            return Ok(None);
        }
        let update = Update::of(statement).ok_or_else(|| unsupported(statement))?;
        let ty = self.printer.scalar_of(&target.to_expr())?;
        let computed = self.printer.scalar_of(value)?;
        let found = function(self.printer, update.op, (ty, computed), space);
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

fn space(printer: &Printer<'_>, target: &LValue) -> AddressSpace {
    let temp = printer.kernel.temps.get(target.name());
    temp.map_or(AddressSpace::Global, |temp| temp.space.unwrap_or(AddressSpace::Private))
}

/// The function that updates an element of type `ty` by an operation of type `computed`, and the type of its operand:
/// OpenCL's own for integers, where the element's type gives the same result; else a loop that tries to exchange what it
/// computed from.
fn function(
    printer: &mut Printer<'_>,
    op: ReductionOp,
    (ty, computed): (Scalar, Scalar),
    space: AddressSpace,
) -> Option<(String, Scalar)> {
    let stem = match op {
        ReductionOp::Sum => Some("add"),
        ReductionOp::Max => Some("max"),
        ReductionOp::Min => Some("min"),
        _ => None,
    };
    // The lowest bits of a sum do not depend on the others.
    let own = computed == ty || computed.is_integer() && op == ReductionOp::Sum;
    let local = space == AddressSpace::Local;
    match (ty, stem.filter(|_| own)) {
        (Scalar::I32 | Scalar::U32, Some(stem)) => Some((format!("atomic_{stem}"), ty)),
        (Scalar::I64 | Scalar::U64, Some(stem)) => {
            printer.used.wide_atomics(op != ReductionOp::Sum);
            Some((format!("atom_{stem}"), ty))
        }
        _ if ty.bytes() < 4 || ty.is_complex() => None,
        _ => {
            if ty.bytes() == 8 {
                printer.used.wide_atomics(false);
            }
            Some((printer.used.call(Helper::Atomic { op, ty, computed, local }), computed))
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
