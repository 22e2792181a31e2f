use crate::lower::with_known_types;
use crate::rewrite::{assume_values, check_values, fix};
use ir::Kernel;
use pass::{Applied, Keywords, ParamValue, Refusal, Rewrite, Transform, VarName};

/// Gives parameters of the kernel fixed values.
///
/// The kernel keeps its arguments, and a launch still gives them: the values become an assumption, which is
/// tested there. Printed functions take only what their code uses, as `.launch.json` and their prototype say.
/// Conditions that the values decide are gone, and with them statements, loops and temporaries that are never
/// used any more, and requirements that always hold. Loops that are left without an iteration stay, for steps
/// that speak of them. A letter stands for its character code, as flags of type `i8` have it: `trans="N"`.
/// Refused where an assumption or a requirement excludes a value, and where the type of the parameter does
/// not have it.
///
/// ```lpir
/// # RUN: fix_parameters(n=8, trans="N")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg trans : i8
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i) if(trans == 78)
///   t: a[i] = 1.0  in(i) if(trans != 78)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg trans : i8
///   arg a : f64[8] out
///   domain { [i] : 0 <= i <= 7 }
///   assume [n, trans] -> { : n = 8 and trans = 78 }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "parameters")]
pub struct FixParameters {
    /// Parameters and their values: `n=8, trans="N"`.
    #[arg(rest)]
    pub values: Keywords<ParamValue>,
}

impl Rewrite for FixParameters {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let given = &self.values.0;
        check_values(kernel, given.iter().map(|(name, value)| (name, std::slice::from_ref(value))))?;
        let numbers: Vec<(&VarName, i64)> = given.iter().map(|(name, value)| (name, value.number)).collect();
        let assumptions = assume_values(&kernel.assumptions, &numbers)?;
        let values = numbers.iter().map(|(name, value)| (name.name.clone(), vec![*value])).collect();
        Ok(Kernel { assumptions, ..fix(&with_known_types(kernel), &values)? }.into())
    }
}
