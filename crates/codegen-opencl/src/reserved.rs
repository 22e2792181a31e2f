//! Words that an identifier of ours may not be: one list for each language, and beginnings of words that
//! stand for many more.

use crate::dialect::Dialect;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Keywords, types, qualifiers, macros and built-in functions of OpenCL C 3.0 (Khronos, "The OpenCL C
/// Specification", sections 6.1 to 6.15), and what their C base adds. No language takes any of them.
const OPENCL: &str = include_str!("words/opencl.txt");

/// Keywords of newer C, and what the headers declare that generated C includes. CUDA and ISPC have these too.
const C: &str = include_str!("words/c.txt");

/// Functions of the C library and of its system. A variable may have such a name, a function would take its
/// place.
const FUNCTIONS: &str = include_str!("words/functions.txt");

/// Keywords of C++, what CUDA declares by itself, and macros of the headers that it includes.
const CUDA: &str = include_str!("words/cuda.txt");

/// Keywords and functions of ISPC.
const ISPC: &str = include_str!("words/ispc.txt");

/// Beginnings of words that OpenCL C, its extensions, the headers of its compilers, `<stdint.h>` and
/// `<math.h>` use for many more. Hosts in C include the latter, whatever the device's code is written in.
const FAMILIES: &[&str] = &[
    "_",
    "lp_",
    "LP_",
    "as_",
    "convert_",
    "cl_",
    "clk_",
    "CL",
    "FP_",
    "HUGE_VAL",
    "INT16_",
    "INT32_",
    "INT64_",
    "INT8_",
    "INTMAX_",
    "INTPTR_",
    "INT_FAST",
    "INT_LEAST",
    "MATH_",
    "PTRDIFF_",
    "SIG_ATOMIC_",
    "SIZE_",
    "SNAN",
    "UINT16_",
    "UINT32_",
    "UINT64_",
    "UINT8_",
    "UINTMAX_",
    "UINTPTR_",
    "UINT_FAST",
    "UINT_LEAST",
    "WCHAR_",
    "WINT_",
    "ATOMIC_",
    "DBL_",
    "FLT_",
    "HALF_",
    "LLVM_",
    "M_",
    "POCL_",
    "SPIR_",
    "amd_",
    "arm_",
    "atom_",
    "atomic_",
    "get_",
    "half_",
    "intel_",
    "math_err",
    "memory_",
    "native_",
    "read_image",
    "sub_group_",
    "vload",
    "vstore",
    "work_group_",
    "write_image",
];

/// Beginnings of what CUDA declares.
const OF_CUDA: &[&str] = &[
    "ADJ_", "CLOCK_", "CUDA", "MOD_", "STA_", "atomic", "cuda", "make_", "surf1D", "surf2D", "surf3D",
    "tex1D", "tex2D", "tex3D",
];

type Words = LazyLock<BTreeSet<&'static str>>;

static OPENCL_WORDS: Words = LazyLock::new(|| OPENCL.split_whitespace().collect());
static C_WORDS: Words = LazyLock::new(|| C.split_whitespace().collect());
static FUNCTION_WORDS: Words = LazyLock::new(|| FUNCTIONS.split_whitespace().collect());
static CUDA_WORDS: Words = LazyLock::new(|| CUDA.split_whitespace().collect());
static ISPC_WORDS: Words = LazyLock::new(|| ISPC.split_whitespace().collect());

/// Types that also come as vectors of 2, 3, 4, 8 and 16.
const VECTORS: &[&str] = &[
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half", "bool",
    "quad",
];

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function, which others may call.
    Function,
    /// A parameter or a variable.
    Variable,
}

/// Whether a word has a meaning in a language, or in its headers.
pub(crate) fn is_of_language(dialect: Dialect, kind: Kind, word: &str) -> bool {
    // Functions of `<math.h>` have a variant for each type.
    let base = word.strip_suffix('f').or(word.strip_suffix('l')).unwrap_or(word);
    let is_math = |word: &str| C_WORDS.contains(word) || ir::function::find(word).is_some();
    let is_called = kind == Kind::Function && (FUNCTION_WORDS.contains(word) || OPENCL_WORDS.contains(base));
    let is_c = is_math(word) || is_math(base) || is_called;
    match dialect {
        Dialect::OpenCl => false,
        Dialect::C => is_c,
        Dialect::Cuda => {
            is_c || CUDA_WORDS.contains(word) || OF_CUDA.iter().any(|start| word.starts_with(start))
        }
        Dialect::Ispc => is_c || ISPC_WORDS.contains(word),
    }
}

/// Whether C, OpenCL or the printed helpers give this word a meaning.
pub(crate) fn is_reserved(word: &str) -> bool {
    let is_family = word.contains("__") || FAMILIES.iter().any(|start| word.starts_with(start));
    is_family || is_vector(word) || OPENCL_WORDS.contains(word)
}

fn is_vector(word: &str) -> bool {
    let base = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let width = word.strip_prefix(base).unwrap_or("");
    matches!(width, "2" | "3" | "4" | "8" | "16") && VECTORS.contains(&base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_own_words() {
        for (dialect, kind, word, expected) in [
            (Dialect::C, Kind::Variable, "sinf", true),
            (Dialect::C, Kind::Variable, "lroundl", true),
            (Dialect::C, Kind::Variable, "index", false),
            (Dialect::C, Kind::Function, "index", true),
            (Dialect::C, Kind::Function, "free", true),
            (Dialect::C, Kind::Function, "dgemm", false),
            (Dialect::OpenCl, Kind::Function, "free", false),
            (Dialect::Cuda, Kind::Variable, "class", true),
            (Dialect::Cuda, Kind::Variable, "cudaMalloc", true),
            (Dialect::Ispc, Kind::Variable, "foreach", true),
        ] {
            assert_eq!(is_of_language(dialect, kind, word), expected, "{dialect:?} {kind:?} {word}");
        }
        for word in ["INT8_MAX", "SIZE_MAX", "FP_ZERO", "MATH_ERRNO", "math_errhandling", "UINT_FAST8_MAX"] {
            assert!(is_reserved(word), "{word}");
        }
    }

    #[test]
    fn words_of_opencl_are_reserved_and_others_are_not() {
        for word in ["kernel", "double4", "length", "lp_x", "__x", "a__b", "uchar16", "M_PI"] {
            assert!(is_reserved(word), "{word}");
        }
        for word in ["a", "out", "n2", "double5", "kernels", "i_inner"] {
            assert!(!is_reserved(word), "{word}");
        }
    }
}
