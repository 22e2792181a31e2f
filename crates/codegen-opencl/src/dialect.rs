//! The languages in which the same loop tree is printed, and all in which they differ.

use ir::{Scalar, Target};

/// A language of generated code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dialect {
    /// OpenCL C: one function for each launch, which runs once for each work item.
    #[default]
    OpenCl,
    /// CUDA C++: the same.
    Cuda,
    /// C99: work groups and work items are loops, and what a host does is a function too.
    C,
    /// ISPC: work groups are tasks, and work items along the first axis the instances of a program; the
    /// host's part is a function too.
    Ispc,
}

impl From<Target> for Dialect {
    fn from(target: Target) -> Self {
        match target {
            Target::OpenCl => Dialect::OpenCl,
            Target::Cuda => Dialect::Cuda,
            Target::C => Dialect::C,
            Target::Ispc => Dialect::Ispc,
        }
    }
}

impl Dialect {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::OpenCl => "OpenCL C",
            Dialect::Cuda => "CUDA",
            Dialect::C => "plain C",
            Dialect::Ispc => "ISPC",
        }
    }

    /// Its name for programs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Dialect::OpenCl => "opencl",
            Dialect::Cuda => "cuda",
            Dialect::C => "c",
            Dialect::Ispc => "ispc",
        }
    }

    /// Whether functions run once for each work item, and a host launches them.
    pub fn has_device(self) -> bool {
        !matches!(self, Dialect::C | Dialect::Ispc)
    }

    /// The name of a type; truth values lie in memory as bytes.
    pub(crate) fn ty(self, ty: Scalar) -> &'static str {
        let names = match ty {
            Scalar::Bool | Scalar::U8 => ["uchar", "unsigned char", "uint8_t", "unsigned int8"],
            Scalar::I8 => ["char", "signed char", "int8_t", "int8"],
            Scalar::I16 => ["short", "short", "int16_t", "int16"],
            Scalar::I32 => ["int"; 4],
            Scalar::I64 => ["long", "long long", "int64_t", "int64"],
            Scalar::U16 => ["ushort", "unsigned short", "uint16_t", "unsigned int16"],
            Scalar::U32 => ["uint", "unsigned int", "uint32_t", "unsigned int"],
            Scalar::U64 => ["ulong", "unsigned long long", "uint64_t", "unsigned int64"],
            Scalar::F32 => ["float"; 4],
            Scalar::F64 => ["double"; 4],
            Scalar::C64 => ["float2", "float2", "float _Complex", "float2"],
            Scalar::C128 => ["double2", "double2", "double _Complex", "double2"],
        };
        let [opencl, cuda, c, ispc] = names;
        match self {
            Dialect::OpenCl => opencl,
            Dialect::Cuda => cuda,
            Dialect::C => c,
            Dialect::Ispc => ispc,
        }
    }

    /// What ends a literal of 64 bits. `long` has 32 of them in some compilers of C.
    pub(crate) fn long_suffix(self) -> &'static str {
        if self == Dialect::OpenCl { "L" } else { "LL" }
    }

    /// The name of a mathematical function of numbers of that type. Those of OpenCL and ISPC take all types.
    pub(crate) fn function(self, name: &str, ty: Scalar) -> String {
        let single =
            !matches!(self, Dialect::OpenCl | Dialect::Ispc) && ty == Scalar::F32 && !matches!(name, "isnan");
        format!("{name}{}", if single { "f" } else { "" })
    }

    /// What a helper function's definition begins with.
    pub(crate) fn inline(self) -> &'static str {
        match self {
            Dialect::OpenCl => "inline",
            Dialect::Cuda => "static inline __device__",
            Dialect::C | Dialect::Ispc => "static inline",
        }
    }

    /// What a pointer to global memory is declared with, before its type and after its star.
    pub(crate) fn pointer(self) -> (&'static str, &'static str) {
        match self {
            Dialect::OpenCl => ("__global ", "restrict"),
            Dialect::Cuda => ("", "__restrict__"),
            Dialect::C => ("", "restrict"),
            Dialect::Ispc => ("uniform ", "uniform"),
        }
    }

    /// What the declaration of something begins with that all instances of a program share.
    pub(crate) fn shared(self) -> &'static str {
        if self == Dialect::Ispc { "uniform " } else { "" }
    }

    /// What the declaration of an array in local memory begins with, and what it ends with. A device loads up
    /// to 16 bytes at once if its compiler knows that they lie so: on an H200 this alone makes a matrix
    /// product in registers half as fast again.
    pub(crate) fn local(self, is_array: bool) -> (&'static str, &'static str) {
        match (self, is_array) {
            (Dialect::OpenCl, true) => ("__local ", " __attribute__((aligned(16)))"),
            (Dialect::OpenCl, false) => ("__local ", ""),
            (Dialect::Cuda, true) => ("__shared__ __align__(16) ", ""),
            (Dialect::Cuda, false) => ("__shared__ ", ""),
            (Dialect::C, _) => ("", ""),
            (Dialect::Ispc, _) => ("uniform ", ""),
        }
    }

    /// What a function of a launch begins with. `work_items` is the size of a group where it is known.
    pub(crate) fn function_head(self, work_items: Option<[i64; 3]>) -> String {
        match (self, work_items) {
            (Dialect::OpenCl, Some([x, y, z])) => {
                format!("__kernel void __attribute__((reqd_work_group_size({x}, {y}, {z})))\n")
            }
            (Dialect::OpenCl, None) => "__kernel void ".to_owned(),
            (Dialect::Cuda, Some([x, y, z])) => {
                let count = x.saturating_mul(y).saturating_mul(z);
                format!("extern \"C\" __global__ void __launch_bounds__({count})\n")
            }
            (Dialect::Cuda, None) => "extern \"C\" __global__ void ".to_owned(),
            (Dialect::C, _) => "void ".to_owned(),
            (Dialect::Ispc, _) => "task void ".to_owned(),
        }
    }

    /// How many groups a launch may have along each axis. Their numbers are an `int`; CUDA has fewer along
    /// the last two. Where groups are iterations of a loop, there may be any number.
    pub(crate) fn group_limits(self) -> [u64; 3] {
        const INT: u64 = (1 << 31) - 1;
        match self {
            Dialect::OpenCl | Dialect::Ispc => [INT; 3],
            Dialect::Cuda => [INT, 65_535, 65_535],
            Dialect::C => [u64::MAX; 3],
        }
    }

    /// Whether positions and values get names. ISPC finds out which elements are neighbours in one
    /// expression.
    pub(crate) fn names_places(self) -> bool {
        self != Dialect::Ispc
    }

    /// The number of a work group along an axis.
    pub(crate) fn group(self, axis: usize) -> String {
        match self {
            Dialect::OpenCl => format!("get_group_id({axis})"),
            Dialect::Cuda => format!("blockIdx.{}", coordinate(axis)),
            Dialect::C => format!("lp_g{axis}"),
            Dialect::Ispc => format!("taskIndex{axis}"),
        }
    }

    /// The number of a work item in its group along an axis.
    pub(crate) fn work_item(self, axis: usize) -> String {
        match self {
            Dialect::OpenCl => format!("get_local_id({axis})"),
            Dialect::Cuda => format!("threadIdx.{}", coordinate(axis)),
            Dialect::C | Dialect::Ispc => format!("lp_l{axis}"),
        }
    }

    /// The statement at which all work items of a group meet.
    pub(crate) fn barrier(self) -> Option<&'static str> {
        match self {
            Dialect::OpenCl => Some("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"),
            Dialect::Cuda => Some("__syncthreads();"),
            Dialect::C | Dialect::Ispc => None,
        }
    }

    /// What asks a compiler to write a loop out, where there is a way that all compilers know.
    pub(crate) fn unroll_hint(self) -> Option<&'static str> {
        self.has_device().then_some("#pragma unroll")
    }

    /// Where compilers know the instructions of a matrix unit, and whether the device that is compiled for
    /// has them: NVIDIA's take doubles in tiles of 16 x 8 from compute capability 9.0 on. Their OpenCL has no
    /// macro that tells it, but the question that their own library asks.
    pub(crate) fn matrix_unit(self) -> Option<(&'static str, &'static str)> {
        match self {
            Dialect::OpenCl => Some((
                "#ifdef __NV_CL_C_VERSION",
                "(__nvvm_reflect((char const *)(ulong)\"__CUDA_ARCH\") >= 900)",
            )),
            Dialect::Cuda => Some(("#if __CUDA_ARCH__ >= 900", "true")),
            Dialect::C | Dialect::Ispc => None,
        }
    }

    /// Lines that the source begins with.
    pub(crate) fn includes(self) -> &'static str {
        match self {
            Dialect::OpenCl | Dialect::Ispc => "",
            Dialect::Cuda => "#include <math.h>\n",
            Dialect::C => "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n",
        }
    }

    /// The line that tells the compiler whether it may fuse products with sums, which then round once instead
    /// of twice. CUDA has an option instead, and GCC has it besides the line, which it does not know.
    pub(crate) fn contraction(self, allowed: bool) -> String {
        let state = if allowed { "ON" } else { "OFF" };
        match (self, allowed) {
            (Dialect::OpenCl, _) => format!("#pragma OPENCL FP_CONTRACT {state}\n"),
            (Dialect::Cuda, false) => "// compile with -fmad=false\n".to_owned(),
            (Dialect::Cuda, true) => String::new(),
            (Dialect::C, false) => "// compile with -ffp-contract=off\n".to_owned(),
            (Dialect::Ispc, false) => "// compile with --opt=disable-fma\n".to_owned(),
            (Dialect::C | Dialect::Ispc, true) => String::new(),
        }
    }
}

fn coordinate(axis: usize) -> char {
    ['x', 'y', 'z'].get(axis).copied().unwrap_or('w')
}
