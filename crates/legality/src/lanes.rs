//! Claim (lanes): Iterations of an assignment may all read before one of them writes, where each touches an element of the target of its own.
//!
//! Then no iteration reads what another one writes, whatever else it reads; and no two write one element. So
//! to do them one after the other, as the tree says and as is proved, and to do them at once, as vectors do,
//! gives the same values.

use ir::access::accesses;
use ir::{Expr, Kernel, Name, Statement, affine};

/// Whether an assignment in a loop over an iname of its own may read for all iterations before it writes for
/// any of them.
pub fn at_once(kernel: &Kernel, statement: &Statement, iname: &Name) -> bool {
    let Some(target) = statement.target() else { return false };
    let tells_apart = |subscript: &Expr| {
        affine::to_aff(subscript)
            .is_some_and(|aff| aff.coefficient(iname) != 0 && !aff.mentions_in_floor(iname))
    };
    let all = accesses(kernel, statement);
    let mut own = all.iter().filter(|access| access.variable == *target.name());
    target.index().iter().any(tells_apart) && own.all(|access| have_one_form(&access.index, target.index()))
}

fn have_one_form(a: &[Expr], b: &[Expr]) -> bool {
    let equal = |(a, b): (&Expr, &Expr)| {
        a == b || affine::to_aff(a).is_some_and(|form| affine::to_aff(b).as_ref() == Some(&form))
    };
    a.len() == b.len() && a.iter().zip(b).all(equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(assignment: &str) -> bool {
        let text = format!(
            "lpir 1\nkernel @k {{\n  arg a : i32[9, 9] inout\n  arg b : i32[9] in\n  temp s : i32 private\n  \
             domain {{ [i, j] : 0 <= i, j < 4 }}\n  iname i\n  iname j\n  x: {assignment}  in(j, i)\n}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", &*text);
        let kernel = ir::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        at_once(&kernel, &kernel.statements["x"], &"i".into())
    }

    // Claim: lanes
    #[test]
    fn each_iteration_has_an_element_of_its_own() {
        for independent in ["a[j, i] = b[i]", "a[2*i, j] = a[i + i, j] + b[i + 1]", "a[j, j - i] = b[b[i]]"] {
            assert!(verdict(independent), "{independent}");
        }
        for dependent in [
            "a[j, i] = a[j, i + 1]",
            "a[j, i + 1] = a[j, i]",
            "a[j, j] = b[i]",
            "a[j, i//2] = b[i]",
            "a[j, i%4] = b[i]",
            "a[j, b[i]] = 0",
            "a[j, i] = a[i, j]",
            "s = b[i]",
        ] {
            assert!(!verdict(dependent), "{dependent}");
        }
    }
}
