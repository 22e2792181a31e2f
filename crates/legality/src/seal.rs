//! Claim (seal): What a seal proves is a kernel that was judged, as it was then, by the same tools.
//!
//! To judge takes longer than to lower. So a process that has judged kernels writes down their numbers, and
//! another one that meets the same kernels need not judge them again. A number is made of all that a lowered
//! kernel and its reference say, and of what stands for the tools. Only what was proved has one. It has 64
//! bits: it protects from mistakes, and not from those who mean harm, who could as well edit the generated
//! code.

use crate::Proved;
use ir::Kernel;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The numbers of kernels that were judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal(Vec<u64>);

impl Seal {
    /// The seal of these kernels; `tools` is a text that stands for the sources of the program.
    pub fn new(kernels: &[Proved<'_>], tools: &str) -> Self {
        Seal(kernels.iter().map(|kernel| number(kernel, tools)).collect())
    }

    /// Reads a seal as it is displayed; nothing where the text is none.
    pub fn read(text: &str) -> Option<Self> {
        let numbers = text.split(' ').map(|word| {
            let number = u64::from_str_radix(word, 16).ok()?;
            (word == written(number)).then_some(number)
        });
        numbers.collect::<Option<_>>().map(Seal)
    }

    /// The proof of a scheduled kernel that is under this seal.
    ///
    /// # Errors
    /// The kernel, where it is not.
    pub fn prove(&self, kernel: Kernel, tools: &str) -> Result<Proved<'static>, Box<Kernel>> {
        if self.0.contains(&number(&kernel, tools)) {
            Ok(Proved::judged_before(kernel))
        } else {
            Err(Box::new(kernel))
        }
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().copied().map(written).collect();
        f.write_str(&words.join(" "))
    }
}

fn written(number: u64) -> String {
    format!("{number:016x}")
}

fn number(kernel: &Kernel, tools: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (tools, ir::text::print_kernel(kernel)).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(text: &str) -> Kernel {
        let source = diag::SourceMap::default().add("k.lpir", text);
        ir::text::parse_module(text, source).unwrap().kernels.into_iter().next().unwrap().1
    }

    // Claim: seal
    #[test]
    fn a_kernel_is_under_a_seal_only_as_it_was_judged() {
        let good = kernel(include_str!("../../../tests/legality/value_own_temporary.lpir"));
        let bad = kernel(include_str!("../../../tests/legality/refuse_value_narrow_temporary.lpir"));
        let seal = Seal::new(&[crate::check(&good).unwrap()], "tools");
        assert_eq!(seal.prove(good.clone(), "tools").unwrap().into_kernel(), good);
        assert!(seal.prove(good.clone(), "other tools").is_err());
        let renamed = Kernel { name: "other".into(), ..good.clone() };
        assert!(seal.prove(renamed, "tools").is_err());
        let narrow = Kernel { reference: bad.reference.clone(), ..good.clone() };
        assert!(narrow.reference == good.reference || seal.prove(narrow, "tools").is_err());
        assert!(seal.prove(bad, "tools").is_err());
        assert!(Seal::new(&[], "tools").prove(good, "tools").is_err());
    }

    #[test]
    fn a_seal_reads_as_it_is_displayed() {
        let seal = Seal(vec![1, u64::MAX]);
        assert_eq!(seal.to_string(), "0000000000000001 ffffffffffffffff");
        assert_eq!(Seal::read(&seal.to_string()), Some(seal));
        for text in
            ["", "1", "000000000000000g", "FFFFFFFFFFFFFFFF", "+000000000000001", "0000000000000001  "]
        {
            assert_eq!(Seal::read(text), None, "{text}");
        }
    }
}
