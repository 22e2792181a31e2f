//! The statements of several kernels in one, `lp.fuse_kernels([fill, scale], data_flow=[("a", 0, 1)])`.
//!
//! Loops and arguments of one name are one. Temporaries and statements stay apart and get other names where
//! two have the same. What is read of another part is said by flows of data; what is ordered in a part stays
//! so. The whole does what its parts do one after the other: a statement of one has no instance there that it
//! lacks alone, however far joint loops run.

mod entities;
mod instances;
mod renames;

use dependence::required::Performed;
use diag::{Code, Diagnostic};
use ir::access::{AccessKind, accesses, bounds};
use ir::{Access, ArgKind, Kernel, Name, Promotion, Statement, Unordered, conversions};
use pass::Refusal;
use poly::Aff;

const CODE: Code = "lp::fuse";

/// One of the kernels.
#[derive(Debug, Clone)]
pub struct Part {
    /// As it was made; it has no reference.
    pub kernel: Kernel,
    /// What its temporaries and statements have behind their names where another part has these names.
    pub suffix: String,
}

/// One part reads what another wrote, or writes it anew.
#[derive(Debug, Clone)]
pub struct Flow {
    /// The argument through which.
    pub variable: Name,
    /// Number of the part that writes it.
    pub from: usize,
    /// Number of the part that comes after.
    pub to: usize,
}

/// A kernel as one that was just made: what steps have changed in it is how it was written.
pub fn as_made(mut kernel: Kernel) -> Kernel {
    let timed =
        |(id, statement): (&Name, &Statement)| Performed::of_statement(&kernel, id, statement)?.time();
    let times: Vec<_> = kernel.statements.iter().map(timed).collect();
    kernel.reference = None;
    for (statement, time) in kernel.statements.values_mut().zip(times) {
        let time = time.or_else(|| statement.time.clone());
        *statement = Statement { provenance: None, over: Vec::new(), time, ..statement.clone() };
    }
    kernel
}

/// What the kernel of some parts is called, unless somebody says it.
pub fn joined_name(parts: &[Part]) -> Name {
    let names: Vec<&str> = parts.iter().map(|part| part.kernel.name.as_str()).collect();
    Name::from(names.join("_and_"))
}

/// One kernel with the statements of all parts, in their order.
///
/// # Errors
/// Where something of one name is not the same in all parts, and where a flow has no writer or no reader.
pub fn fuse(parts: &[Part], flows: &[Flow]) -> Result<Kernel, Refusal> {
    let mut parts: Vec<Kernel> =
        renames::with_distinct_names(parts)?.iter().map(conversions::written).collect();
    in_turn(&mut parts)?;
    if let Some(part) = parts.iter().find(|part| part.unordered == Unordered::TextOrder) {
        let message =
            format!("`{}` takes its order from its text, and two texts have no common one", part.name);
        return Err(Diagnostic::error(CODE, message)
            .help("leave out `order=\"text\"`, and say what depends on what")
            .into());
    }
    let Some((first, rest)) = parts.split_first() else {
        return Err(Diagnostic::error(CODE, "there is no kernel to fuse").into());
    };
    let mut fused = Kernel { promotion: common_promotion(&parts)?, ..first.clone() };
    for part in rest {
        entities::join(&mut fused, part)?;
        fused.statements.extend(instances::kept(&fused, part)?);
        fused.reassociate &= part.reassociate;
    }
    for flow in flows {
        connect(&mut fused, &parts, flow)?;
    }
    for flow in flows.iter().filter(|flow| is_made_within(&parts, flows, &flow.variable)) {
        if let Some(ArgKind::Array { access, .. }) =
            fused.args.get_mut(&flow.variable).map(|arg| &mut arg.kind)
        {
            *access = Access::Out;
        }
    }
    Ok(fused)
}

/// Whether each part that reads an array gets it from a part that writes all of it.
fn is_made_within(parts: &[Kernel], flows: &[Flow], variable: &Name) -> bool {
    let access = |part: &Kernel| match part.args.get(variable)?.kind {
        ArgKind::Array { access, .. } => Some(access),
        ArgKind::Value => None,
    };
    let makes = |number: usize| parts.get(number).and_then(access) == Some(Access::Out);
    let gets = |number: usize| {
        flows.iter().any(|flow| flow.variable == *variable && flow.to == number && makes(flow.from))
    };
    let reads = |part: &Kernel| access(part).is_some_and(|access| access != Access::Out);
    parts.iter().enumerate().filter(|(_, part)| reads(part)).all(|(number, _)| gets(number))
}

/// How the values of all parts are converted: by what their text says, or as types tell that are not known
/// yet. Refuses parts of which one text means both.
fn common_promotion(parts: &[Kernel]) -> Result<Promotion, Refusal> {
    let Some(open) = parts.iter().find(|part| part.promotion == Promotion::Pairwise) else {
        return Ok(Promotion::Common);
    };
    let means_both = |part: &Kernel| {
        let as_open = Kernel { promotion: Promotion::Pairwise, ..part.clone() };
        part.promotion == Promotion::Pairwise || conversions::written(&as_open) == *part
    };
    match parts.iter().find(|part| !means_both(part)) {
        None => Ok(Promotion::Pairwise),
        Some(part) => {
            let (open, part) = (&open.name, &part.name);
            let message = format!("not all types of `{open}` are known, by which its values are converted");
            let help = format!("give them first, by `add_dtypes`: `{part}` says itself what is converted");
            Err(Diagnostic::error(CODE, message).help(help).into())
        }
    }
}

/// Where the order is that of a program, one part runs after the other: the first position of a time tells
/// them apart.
fn in_turn(parts: &mut [Kernel]) -> Result<(), Refusal> {
    let timed = |statement: &Statement| statement.time.is_some();
    if !parts.iter().any(|part| part.statements.values().any(timed)) {
        return Ok(());
    }
    let mut next = 0_i64;
    for part in parts {
        let positions = part.statements.iter().map(|(id, statement)| position(id, statement));
        let positions: Vec<i64> = positions.collect::<Result<_, _>>()?;
        let (Some(first), Some(last)) = (positions.iter().min(), positions.iter().max()) else { continue };
        let shift = next.checked_sub(*first).ok_or(poly::Error::Overflow)?;
        for (statement, at) in part.statements.values_mut().zip(&positions) {
            let at = at.checked_add(shift).ok_or(poly::Error::Overflow)?;
            if let Some(own) = statement.time.as_mut().and_then(|time| time.first_mut()) {
                *own = Aff::constant(at);
            }
        }
        let last = last.checked_add(shift).and_then(|last| last.checked_add(1));
        next = last.ok_or(poly::Error::Overflow)?;
    }
    Ok(())
}

/// The first position of a statement in the order of its program.
fn position(id: &Name, statement: &Statement) -> Result<i64, Diagnostic> {
    let first = statement.time.as_ref().and_then(|time| time.first()?.as_constant());
    first.ok_or_else(|| {
        let message = format!(
            "`{id}` has no place in the order of a program, and statements of other kernels have one"
        );
        Diagnostic::error(CODE, message).at_entity(statement.loc.as_ref(), statement.origin, "")
    })
}

/// Puts what accesses a variable in a part after the writers of another: what reads it, or writes it anew.
fn connect(fused: &mut Kernel, parts: &[Kernel], flow: &Flow) -> Result<(), Refusal> {
    let variable = &flow.variable;
    let side = |number: usize, kinds: &[AccessKind], does: &str| -> Result<Vec<Name>, Diagnostic> {
        let Some(part) = parts.get(number) else {
            let message = format!("there is no kernel {number} among the {} that are fused", parts.len());
            return Err(Diagnostic::error(CODE, message).help("kernels are counted from 0"));
        };
        let takes_part = |statement: &Statement| {
            let mut accesses = accesses(part, statement).into_iter();
            let is_bound = || bounds(part, statement).contains(variable);
            accesses.any(|access| access.variable == *variable && kinds.contains(&access.kind))
                || kinds.contains(&AccessKind::Read) && is_bound()
        };
        let found = part.statements.iter().filter(|(_, statement)| takes_part(statement));
        let found: Vec<Name> = found.map(|(id, _)| id.clone()).collect();
        if found.is_empty() {
            let message = format!("no statement of kernel {number}, `{}`, {does} `{variable}`", part.name);
            return Err(Diagnostic::error(CODE, message));
        }
        Ok(found)
    };
    if flow.from == flow.to {
        return Err(Diagnostic::error(CODE, "data flows from one kernel to another").into());
    }
    let writers = side(flow.from, &[AccessKind::Write], "writes")?;
    let readers = side(flow.to, &[AccessKind::Read, AccessKind::Write], "reads or writes")?;
    if fused.statements.values().any(|statement| statement.time.is_some()) {
        // Programs run in turn, which is an order already.
        return if flow.from < flow.to { Ok(()) } else { Err(against_turn(parts, flow).into()) };
    }
    for reader in readers {
        if let Some(statement) = fused.statements.get_mut(&reader) {
            statement.after.extend(writers.iter().cloned());
        }
    }
    Ok(())
}

/// Programs run in the order in which they are listed.
fn against_turn(parts: &[Kernel], flow: &Flow) -> Diagnostic {
    let name = |number: usize| parts.get(number).map(|part| part.name.to_string()).unwrap_or_default();
    let (first, second) = (name(flow.to), name(flow.from));
    let message = format!(
        "`{}` cannot flow from `{second}` to `{first}`: programs run in the order of the list, and `{first}` is before `{second}`",
        flow.variable
    );
    Diagnostic::error(CODE, message).help(format!("list `{second}` before `{first}`"))
}
