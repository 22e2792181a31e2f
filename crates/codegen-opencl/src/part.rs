//! Arrays with separate axes: generated code takes each part as an array of its own.

use diag::Diagnostic;
use ir::{Axis, Expr, Kernel, Name, affine};

/// One of the arrays that stand for an array with separate axes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// Its place in the array's memory: parts follow each other.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
    /// What the namer knows it by.
    pub(crate) name: Name,
}

/// The parts of an array; one that is no part where no axis is separate.
pub(crate) fn parts(kernel: &Kernel, array: &Name) -> Vec<Option<Part>> {
    let Some((shape, layout)) = kernel.array(array) else { return vec![None] };
    let all = layout.parts(&shape).unwrap_or_default();
    if !layout.0.contains(&Axis::Separate) {
        return vec![None];
    }
    let part = |(number, subscripts): (usize, &Vec<i64>)| {
        Some(Part { number, of: all.len(), name: name(array, subscripts) })
    };
    all.iter().enumerate().map(part).collect()
}

/// All parts of the arrays of a kernel.
pub(crate) fn of_kernel(kernel: &Kernel) -> Vec<Part> {
    let arrays = kernel.args.keys().chain(kernel.temps.keys());
    arrays.flat_map(|array| parts(kernel, array)).flatten().collect()
}

/// No name of a kernel has a blank, so it is none of the kernel's.
fn name(array: &Name, subscripts: &[i64]) -> Name {
    let subscripts: Vec<String> = subscripts.iter().map(i64::to_string).collect();
    Name::new(format!("{array} s{}", subscripts.join("_")))
}

/// The array in which an element lies, by the name that the namer knows, and the element's subscripts in it.
pub(crate) fn element(
    kernel: &Kernel,
    array: &Name,
    index: &[Expr],
) -> Result<(Name, Vec<Expr>), Diagnostic> {
    let Some((shape, layout)) = kernel.array(array) else {
        return Ok((array.clone(), index.to_vec()));
    };
    let (separate, others) = layout.divided(index);
    if separate.is_empty() {
        return Ok((array.clone(), others));
    }
    let constant = |subscript: &Expr| affine::to_aff(subscript).and_then(|aff| aff.as_constant());
    let numbers: Option<Vec<i64>> = separate.iter().map(constant).collect();
    match numbers.filter(|numbers| layout.parts(&shape).is_some_and(|parts| parts.contains(numbers))) {
        Some(numbers) => Ok((name(array, &numbers), others)),
        None => {
            let written: Vec<String> = separate.iter().map(ToString::to_string).collect();
            let message =
                format!("`{array}` has no separate part for the subscript `{}`", written.join(", "));
            let help = "write out the loops that it depends on, and only as far as there are parts";
            Err(Diagnostic::error("lp::codegen::separate", message).help(help))
        }
    }
}
