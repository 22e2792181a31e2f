//! The language that a kernel's author wants code in.

use std::fmt;

/// A language of generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// OpenCL C.
    OpenCl,
    /// CUDA C++.
    Cuda,
    /// C99 for one processor.
    C,
    /// ISPC, for the vector units of processors.
    Ispc,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 4] = [Target::OpenCl, Target::Cuda, Target::C, Target::Ispc];

    /// Its name in `.lpir`.
    pub fn name(self) -> &'static str {
        match self {
            Target::OpenCl => "opencl",
            Target::Cuda => "cuda",
            Target::C => "c",
            Target::Ispc => "ispc",
        }
    }

    /// The language of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
