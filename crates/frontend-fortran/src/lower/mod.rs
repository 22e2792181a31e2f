//! From a routine to a kernel: loops become inames, assigned arguments arrays, and order is written down.

mod block;
mod bounds;
mod branch;
mod flags;
mod loops;
mod requires;
mod shape;
mod usage;
mod value;
mod variables;

use diag::{Code, Diagnostic, Loc, SourceMap, Span};
use fortran_sema::arith;
use fortran_sema::hir::Routine;
use fortran_sema::index;
use fortran_sema::resolve::{ARRAY, LOOP, NAME, TYPE};
use ir::{Expr, IndexMap, Kernel, Scalar};
use poly::{Aff, Name};
use usage::Usage;

const VALUE: Code = "lp::fortran::value";

/// The kernel of a routine, unless there are errors in it.
pub(crate) fn kernel(routine: &Routine, sources: &SourceMap, found: &mut Vec<Diagnostic>) -> Option<Kernel> {
    let Ok(empty) = Kernel::new(routine.name.name.clone()) else {
        let error = Diagnostic::error("lp::fortran::internal", "no kernel can be made");
        found.push(error.at(routine.name.span, ""));
        return None;
    };
    let mut lowerer = Lowerer::new(routine, empty, sources, found);
    lowerer.variables();
    lowerer.requires();
    lowerer.block(&routine.body);
    let kernel = ir::conversions::written(&lowerer.finish());
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == diag::Severity::Error;
    (!found.iter().any(is_error) && routine.is_complete).then_some(kernel)
}

/// What a name of the routine is in the kernel.
#[derive(Debug, Clone)]
enum Role {
    /// An argument that is only read, or a name without a value that became one.
    Value,
    /// A scalar argument that is assigned: an array of rank 0.
    Written,
    /// An array, with the lower bound of each axis.
    Array(Vec<Expr>),
    /// A local scalar.
    Local,
    /// The variable of at least one loop.
    Loop(Scalar),
    /// A name that was reported.
    Broken,
}

/// A loop around the statements being lowered.
#[derive(Debug, Clone)]
struct OpenLoop {
    variable: Name,
    iname: Name,
    /// The variable's value in terms of the iname.
    value: Expr,
    /// Index of its domain.
    domain: usize,
}

struct Lowerer<'a> {
    routine: &'a Routine,
    sources: &'a SourceMap,
    found: &'a mut Vec<Diagnostic>,
    usage: Usage,
    roles: IndexMap<Name, Role>,
    kernel: Kernel,
    loops: Vec<OpenLoop>,
    /// Conditions of the branches around the statements being lowered.
    predicates: Vec<Expr>,
    /// How many of these are flags of loops around, or stand outside of such a flag.
    settled: usize,
    /// The place before the outermost loop around that ends when a flag says so.
    before: Option<bounds::Before>,
    /// Position of the next statement at each depth of loops, the innermost last.
    positions: Vec<i64>,
    /// The required order of the loops around: position and iname of each.
    time: Vec<Aff>,
    /// The next number to try for a fresh name.
    suffixes: IndexMap<String, u64>,
    /// Number of flags that hold conditions.
    flags: u32,
    /// For each scalar that was assigned so far, the loops around its last assignment, or `None` under a
    /// condition.
    assigned: IndexMap<Name, Option<Vec<Name>>>,
}

impl<'a> Lowerer<'a> {
    fn new(
        routine: &'a Routine,
        kernel: Kernel,
        sources: &'a SourceMap,
        found: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let mut lowerer = Lowerer {
            routine,
            sources,
            found,
            usage: usage::collect(routine),
            roles: IndexMap::default(),
            kernel,
            loops: Vec::new(),
            predicates: Vec::new(),
            settled: 0,
            before: None,
            positions: vec![0],
            time: Vec::new(),
            suffixes: IndexMap::default(),
            flags: 0,
            assigned: IndexMap::default(),
        };
        lowerer.kernel.loc = lowerer.loc(routine.name.span);
        lowerer.kernel.origin = routine.name.span.into();
        lowerer
    }

    fn loc(&self, span: Span) -> Option<Loc> {
        self.sources.loc(span)
    }

    /// Reports that a name has no value, unless the statement that assigns it may be one that was not read.
    fn complain_of_value(&mut self, diagnostic: Diagnostic) {
        if self.routine.is_complete {
            self.found.push(diagnostic);
        }
    }

    /// Reports an error.
    fn complain(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.found.push(Diagnostic::error(code, message).at(span, ""));
    }

    /// Reports an error; the result stands for the value that there is none of.
    fn error<T>(&mut self, code: Code, message: impl Into<String>, span: Span) -> Option<T> {
        self.complain(code, message, span);
        None
    }

    /// The inames of the loops around, outermost first.
    fn inames(&self) -> Vec<Name> {
        self.loops.iter().map(|open| open.iname.clone()).collect()
    }

    /// A subscript or bound with its affine sums collected.
    fn simplified(&self, expr: &Expr) -> Expr {
        index::simplify(expr, &|name| self.is_integer(name))
    }

    fn is_integer(&self, name: &Name) -> bool {
        ir::typing::type_of_variable(&self.kernel, name).is_ok_and(|ty| ty.scalar().is_integer())
    }

    /// `base` if the subroutine has no such name, else `base_0`, `base_1` and so on.
    fn fresh(&mut self, base: &str) -> Name {
        if !self.is_taken(base) {
            return Name::new(base);
        }
        // Numbers are not searched from 0 again: a long subroutine has many loops over one variable.
        let mut number = self.suffixes.get(base).copied().unwrap_or(0);
        loop {
            let name = format!("{base}_{number}");
            number += 1;
            if !self.is_taken(&name) {
                self.suffixes.insert(base.to_owned(), number);
                return Name::new(name);
            }
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        let kernel = &self.kernel;
        kernel.temps.contains_key(name)
            || kernel.inames.contains_key(name)
            || self.routine.variables.contains_key(name)
            || self.routine.reserved.contains(name)
            || kernel.args.contains_key(name)
    }
}
