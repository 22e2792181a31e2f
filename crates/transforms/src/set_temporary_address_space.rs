use crate::rewrite::temp;
use diag::Diagnostic;
use ir::{AddressSpace, Kernel};
use pass::{Applied, Refusal, Rewrite, TempName, Transform};

/// Says which memory temporaries lie in: `private` to a work item, `local` to a work group, or `global`.
///
/// Refused where a value would have to reach a work item that does not share the memory.
///
/// ```lpir
/// # RUN: set_temporary_address_space("t", "private")
/// lpir 1
///
/// kernel @twice {
///   arg n : i32
///   arg a : f64[n] inout
///   temp t : f64 auto
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: t = 2.0*a[i]  in(i)
///   w: a[i] = t  in(i) after(s)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @twice {
///   arg n : i32
///   arg a : f64[n] inout
///   temp t : f64 private
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: t = 2.0d*a[i]  in(i)
///   w: a[i] = t  in(i) after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", alias = "set_temporary_scope")]
pub struct SetTemporaryAddressSpace {
    /// Temporaries.
    pub temp_var_names: Vec<TempName>,
    /// Their memory.
    pub address_space: AddressSpace,
}

impl Rewrite for SetTemporaryAddressSpace {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let problems: Vec<Diagnostic> =
            self.temp_var_names.iter().filter_map(|name| temp(kernel, name).err()).collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let mut changed = kernel.clone();
        for name in &self.temp_var_names {
            if let Some(temp) = changed.temps.get_mut(&name.name) {
                temp.space = Some(self.address_space);
            }
        }
        Ok(changed.into())
    }
}
