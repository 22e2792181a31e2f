//! What ISPC code has in another way, and what it cannot have.

use diag::Diagnostic;
use ir::{AddressSpace, Expr, Kernel, Launch, Node, Scalar, walk};

/// Functions of ISPC's library that compute what those of the same name do elsewhere.
const FUNCTIONS: &[&str] = &[
    "sqrt", "rsqrt", "floor", "ceil", "trunc", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan",
    "atan2", "pow",
];

/// Functions that are printed as operators, or with helpers of our own.
const OPERATORS: &[&str] = &[
    "abs",
    "max",
    "min",
    "div_trunc",
    "rem_trunc",
    "bit_and",
    "bit_or",
    "bit_xor",
    "bit_not",
    "shift_left",
    "shift_right",
];

/// What ISPC code cannot have of a launch, or cannot have yet.
pub(crate) fn refuse(kernel: &Kernel, launch: &Launch) -> Result<(), Diagnostic> {
    let fail =
        |code, message: String| Err(Diagnostic::error(code, message).help("write OpenCL or plain C instead"));
    let statements = || kernel.statements.iter().filter(|(_, statement)| statement.target().is_some());
    if let Some((id, _)) = statements().find(|(_, statement)| statement.atomic.is_some()) {
        return fail(
            "lp::codegen::atomic",
            format!("`{id}` is an atomic update, which ISPC code cannot have yet"),
        );
    }
    let is_scalar = |temp: &ir::Temp| temp.space == Some(AddressSpace::Local) && temp.shape.is_empty();
    if let Some((name, _)) = kernel.temps.iter().find(|(_, temp)| is_scalar(temp)) {
        return fail(
            "lp::codegen::local",
            format!("`{name}` is one number that a work group shares, which ISPC code cannot have"),
        );
    }
    for (id, statement) in statements() {
        let own = statement.target().into_iter().flat_map(|target| target.index());
        for expr in statement.predicates.iter().chain(statement.value()).chain(own) {
            if let Some(name) = unknown(kernel, expr) {
                return fail(
                    "lp::codegen::function",
                    format!("`{id}` calls `{name}`, which ISPC code cannot have"),
                );
            }
        }
    }
    let axes = launch.groups.len();
    if axes > 3 {
        fail("lp::codegen::axes", format!("`{}` has {axes} axes of groups", launch.name))
    } else {
        Ok(())
    }
}

/// A function, or a power or quotient of real numbers, that ISPC has not.
fn unknown(kernel: &Kernel, expr: &Expr) -> Option<String> {
    let mut found = None;
    let is_real = |part: &Expr| {
        walk::any(part, &mut |part| match part.node() {
            Node::Real(_) => true,
            Node::Load { array: name, .. } | Node::Var(name) => {
                ir::typing::type_of_variable(kernel, name).is_ok_and(|ty| ty.scalar().is_float())
            }
            _ => false,
        })
    };
    walk::visit(expr, &mut |part| match part.node() {
        Node::Call { function, .. }
            if !FUNCTIONS.contains(&&**function) && !OPERATORS.contains(&&**function) =>
        {
            found = Some(function.to_string());
        }
        Node::FloorDiv(..) | Node::Mod(..) if is_real(part) => found = Some("floor".to_owned()),
        _ => {}
    });
    found
}

/// A real number: `d` marks one of double precision, and what is not finite is given by its bits.
pub(crate) fn real(value: f64, ty: Scalar, digits: String) -> String {
    match (value.is_finite(), ty) {
        (true, Scalar::F64) => format!("{digits}d"),
        (true, _) => digits,
        (false, Scalar::F64) => format!("doublebits(0x{:016x}uLL)", value.to_bits()),
        (false, _) if value.is_nan() => "floatbits(0x7fc00000u)".to_owned(),
        (false, _) => format!("{}floatbits(0x7f800000u)", if value < 0.0 { "-" } else { "" }),
    }
}

/// Whether a loop makes the same iterations in all instances of a program, as its bounds show: they are the
/// same numbers for a whole group.
pub(crate) fn is_uniform(kernel: &Kernel, bounds: [&Expr; 2]) -> bool {
    let is_shared = |name: &ir::Name| {
        let is_group = |iname: &ir::Iname| matches!(iname.tag, Some(ir::InameTag::Group(_)));
        ir::typing::is_value_argument(kernel, name) || kernel.inames.get(name).is_some_and(is_group)
    };
    let has_loads = |bound: &Expr| {
        walk::any(bound, &mut |part| matches!(part.node(), Node::Load { .. } | Node::Call { .. }))
    };
    bounds.iter().all(|bound| walk::names(bound).iter().all(is_shared) && !has_loads(bound))
}
