//! Indivisible updates.

use crate::expr::{C, Printer};
use crate::helpers::Helper;
use crate::index::negative;
use crate::step::Body;
use diag::Diagnostic;
use ir::{AddressSpace, Atomic, LValue, ReductionOp, Scalar, Statement, Update, affine};

impl Body<'_, '_> {
    /// The call that performs an atomic update of memory that work items share; nothing for other statements.
    pub(crate) fn atomic(&mut self, statement: &Statement, cell: &C) -> Result<Option<String>, Diagnostic> {
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(None) };
        let space = space(self.printer, target);
        let reads_itself = affine::mentions(value, target.name());
        if statement.atomic != Some(Atomic::Update) || space == AddressSpace::Private || !reads_itself {
            return Ok(None);
        }
        let update = Update::of(statement).ok_or_else(|| unsupported(statement))?;
        let ty = self.printer.scalar_of(&target.to_expr())?;
        let call = function(self.printer, &update, ty, space).ok_or_else(|| unsupported(statement))?;
        let operand = match negative(&update.operand) {
            Some(positive) if update.op == ReductionOp::Sum => self.printer.value(&positive, ty)?.negated(),
            _ => self.printer.value(&update.operand, ty)?,
        };
        Ok(Some(format!("{call}(&{}, {});", cell.text, operand.text)))
    }
}

fn space(printer: &Printer<'_>, target: &LValue) -> AddressSpace {
    let temp = printer.kernel.temps.get(target.name());
    temp.map_or(AddressSpace::Global, |temp| temp.space.unwrap_or(AddressSpace::Private))
}

/// OpenCL's own functions for integers; else a loop that tries to exchange what it computed from.
fn function(printer: &mut Printer<'_>, update: &Update, ty: Scalar, space: AddressSpace) -> Option<String> {
    let stem = match update.op {
        ReductionOp::Sum => Some("add"),
        ReductionOp::Max => Some("max"),
        ReductionOp::Min => Some("min"),
        _ => None,
    };
    let local = space == AddressSpace::Local;
    match (ty, stem) {
        (Scalar::I32 | Scalar::U32, Some(stem)) => Some(format!("atomic_{stem}")),
        (Scalar::I64 | Scalar::U64, Some(stem)) => {
            printer.used.wide_atomics(update.op != ReductionOp::Sum);
            Some(format!("atom_{stem}"))
        }
        _ if ty.bytes() < 4 => None,
        _ => {
            if ty.bytes() == 8 {
                printer.used.wide_atomics(false);
            }
            Some(printer.used.call(Helper::Atomic { op: update.op, ty, local }))
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
