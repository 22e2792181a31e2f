//! Words that an identifier of ours may not be.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Keywords, types, qualifiers, macros and built-in functions of OpenCL C 3.0 (Khronos, "The OpenCL C
/// Specification", sections 6.1 to 6.15), and what their C base adds.
const WORDS: &str = "
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex
_Imaginary asm typeof
kernel global local constant private generic read_only write_only read_write uniform pipe
bool half uchar ushort uint ulong quad size_t ptrdiff_t intptr_t uintptr_t complex imaginary
image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t image2d_depth_t image2d_array_depth_t image3d_t
sampler_t queue_t ndrange_t clk_event_t reserve_id_t event_t cl_mem_fence_flags memory_order memory_scope
atomic_int atomic_uint atomic_long atomic_ulong atomic_float atomic_double atomic_flag
true false NULL INFINITY NAN HUGE_VAL HUGE_VALF MAXFLOAT FP_CONTRACT
M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LONG_MAX LONG_MIN SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX
USHRT_MAX UINT_MAX ULONG_MAX FLT_DIG FLT_MAX FLT_MIN FLT_EPSILON DBL_DIG DBL_MAX DBL_MIN DBL_EPSILON
get_work_dim get_global_size get_global_id get_local_size get_local_id get_num_groups get_group_id get_global_offset
get_enqueued_local_size get_global_linear_id get_local_linear_id
acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi erfc erf exp
exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2 log10
log1p logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos
sinh sinpi sqrt tan tanh tanpi tgamma trunc half_cos native_cos native_exp native_sqrt
abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample popcount mad24
mul24 degrees mix radians step smoothstep sign cross dot distance length normalize fast_distance fast_length
fast_normalize isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan
isnormal isordered isunordered signbit any all bitselect select shuffle shuffle2 printf prefetch
barrier work_group_barrier mem_fence read_mem_fence write_mem_fence async_work_group_copy wait_group_events
async_work_group_strided_copy atom_add atom_sub atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec
atomic_cmpxchg atomic_min atomic_max atomic_and atomic_or atomic_xor atomic_init atomic_load atomic_store
read_imagef read_imagei read_imageui write_imagef write_imagei write_imageui vec_step as_int as_float as_double
main linux unix i386 errno memcpy memset malloc
ENQUEUE_MIGRATE_TYPE_D2D ENQUEUE_MIGRATE_TYPE_D2H ENQUEUE_MIGRATE_TYPE_H2D ENQUEUE_MIGRATE_TYPE_NOP FP_ILOGB0
FP_ILOGBNAN IMG_RO_AQ IMG_RW_AQ IMG_WO_AQ INTTYPE MAX_WORK_DIM bit_reverse bitfield_extract_signed
bitfield_extract_unsigned bitfield_insert build_program_callback_t capture_event_profiling_info create_user_event
dev_sampler_t dot_4x8packed_ss_int dot_4x8packed_su_int dot_4x8packed_us_int dot_4x8packed_uu_uint dot_acc_sat
dot_acc_sat_4x8packed_ss_int dot_acc_sat_4x8packed_su_int dot_acc_sat_4x8packed_us_int dot_acc_sat_4x8packed_uu_uint
enqueue_kernel enqueue_marker error_undefined_type_double is_valid_event is_valid_reserve_id kernel_enqueue_flags_t
kernel_exec mem_destructor_callback_t ndrange_1D ndrange_2D ndrange_3D release_event retain_event
set_user_event_status
";

/// Beginnings of words that OpenCL C, its extensions and the headers of its compilers use for many more.
const FAMILIES: &[&str] = &[
    "_",
    "lp_",
    "as_",
    "convert_",
    "cl_",
    "clk_",
    "CL",
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
    "memory_",
    "native_",
    "read_image",
    "sub_group_",
    "vload",
    "vstore",
    "work_group_",
    "write_image",
];

/// The words, sorted once.
static SORTED: LazyLock<BTreeSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// Types that also come as vectors of 2, 3, 4, 8 and 16.
const VECTORS: &[&str] = &[
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half", "bool",
    "quad",
];

/// Whether C, OpenCL or the printed helpers give this word a meaning.
pub(crate) fn is_reserved(word: &str) -> bool {
    let is_family = word.contains("__") || FAMILIES.iter().any(|start| word.starts_with(start));
    is_family || is_vector(word) || SORTED.contains(word)
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
    fn words_of_opencl_are_reserved_and_others_are_not() {
        for word in ["kernel", "double4", "length", "lp_x", "__x", "a__b", "uchar16", "M_PI"] {
            assert!(is_reserved(word), "{word}");
        }
        for word in ["a", "out", "n2", "double5", "kernels", "i_inner"] {
            assert!(!is_reserved(word), "{word}");
        }
    }
}
