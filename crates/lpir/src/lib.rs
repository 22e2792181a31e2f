//! The compiler as a library: reads kernels in Fortran or Loo.py's language, transforms them step by step,
//! proves that they still compute the same, and prints them as OpenCL, CUDA, plain C or ISPC.
//!
//! ```
//! use lpir::transform::SplitIname;
//! use lpir::{Language, fortran};
//!
//! fn main() -> Result<(), lpir::Error> {
//!     let source = "
//!         subroutine axpy(n, a, x, y)
//!           integer, intent(in) :: n
//!           real(8), intent(in) :: a, x(n)
//!           real(8), intent(inout) :: y(n)
//!           integer :: i
//!           do i = 1, n
//!             y(i) = a*x(i) + y(i)
//!           end do
//!         end subroutine";
//!     let program = fortran::read("axpy.f90", source)?;
//!     let blocks = program.apply(SplitIname::new("i", 128).outer_tag("g.0").inner_tag("l.0"))?;
//!     let code = blocks.code(Language::OpenCl)?;
//!     assert!(code.source.contains("i_inner + 128 * i_outer"), "{}", code.source);
//!     println!("{}\n{}", code.source, code.launches[0].to_json());
//!     Ok(())
//! }
//! ```
//!
//! A kernel is a value, and so is a [`Program`], which holds those of a file: each step gives a new one.
//! Nothing is printed that was not [`Proved`]. Here a step is wrong, since each iteration needs the one
//! before it:
//!
//! ```
//! # fn main() -> Result<(), lpir::Error> {
//! let text = "{ [i] : 1 <= i < n }\na[i] = a[i-1] + a[i]\noptions order(text)";
//! let sums = lpir::loopy::read("sums.loopy", text)?;
//! let parallel = sums.apply(lpir::transform::TagInames::new([("i", "g.0")]))?;
//! let error = parallel.prove().expect_err("iterations depend on each other");
//! assert_eq!(error.diagnostics[0].code, "lp::barriers::groups");
//! assert!(error.to_string().contains("sums.loopy:2:1"), "{error}");
//! # Ok(())
//! # }
//! ```
//!
//! The interpreter runs a kernel at any stage, on arrays of Rust, and compares:
//!
//! ```
//! use lpir::run::{Array, Inputs, Tolerance, compare};
//! use lpir::transform::REGISTRY;
//!
//! # fn main() -> Result<(), lpir::Error> {
//! let text = "
//! kernel scale
//! args n : int32
//! args x, y : float64[n]
//! { [i] : 0 <= i < n }
//! y[i] = 2*x[i]
//! ";
//! let program = lpir::read("scale.loopy", text)?;
//! let faster = program.run_pipeline("split_iname('i', 4, inner_tag='unr')", &REGISTRY)?;
//! let x = Array::from_numbers(&[5], &[1.0, 2.0, 3.0, 4.0, 5.0]).expect("five numbers");
//! let inputs = Inputs { arrays: vec![("x".to_owned(), x)], ..Inputs::default() };
//! let (before, after) = (program.interpret("scale", &inputs)?, faster.interpret("scale", &inputs)?);
//! let [before, after] = [before, after].map(|arguments| arguments.array("y").cloned().expect("an array"));
//! assert_eq!(after.numbers(), Some(vec![2.0, 4.0, 6.0, 8.0, 10.0]));
//! assert_eq!(compare(&before, &after, Tolerance::EXACT), None);
//! # Ok(())
//! # }
//! ```
//!
//! # What there is
//!
//! | where | what |
//! |---|---|
//! | [`read`], [`fortran`], [`loopy`] | from texts to programs |
//! | [`transform`] | transforms, how they are called, and how one of your own is made |
//! | [`Program`] | steps, pipelines, proofs, code, runs |
//! | [`check`], [`prove`], [`findings`] | the checker, for a lowered kernel |
//! | [`Code`], [`Launch`] | what is generated, and how it is launched |
//! | [`run`] | arguments and arrays for the interpreter |
//! | [`Error`], [`diagnostic`] | what goes wrong, as data and as plain text |
//! | [`ir`], [`set`], [`rewrite`] | the inside of kernels, for transforms of your own |
//!
//! All but the last line is meant to stay. The tools `lpopt`, `lptranslate`, `lprun` and `lpfc` are the crate
//! `driver`; devices are for `lprun`, and scripts for `lpopt`. `docs/library.md` says more.

mod code;
mod error;
mod program;
mod read;
pub mod transform;

pub use code::{Code, Language, Launch, code};
pub use error::{Error, plain};
pub use ir::{self, Kernel, Module};
pub use legality::{Proved, check, findings, prove};
pub use poly as set;
pub use program::Program;
pub use read::{fortran, loopy, read};
pub use transforms::rewrite;

/// What is said of texts and steps, as data.
pub mod diagnostic {
    pub use diag::{
        Code, Diagnostic, Instance, Label, LabelPlace, Loc, Origin, Severity, SourceId, SourceMap, Span,
        Witness,
    };
}

/// Arguments and arrays for the interpreter, and comparisons of results.
pub mod run {
    pub use runtime::{
        Array, Bindings, Difference, Inputs, Integers, Native, Numbers, Options, Report, Tolerance, Value,
        compare, interpret,
    };
}

/// The programs of the manual are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod page {}
