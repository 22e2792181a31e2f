//! From the tree of a subroutine to a kernel: names, types, loops and order.

mod arith;
mod block;
mod branch;
mod call;
mod expr;
mod index;
mod intrinsic;
mod literal;
mod loops;
mod shape;
mod symbols;
mod usage;
mod variables;

use crate::ast::Subroutine;
use arith::Typed;
use diag::{Code, Diagnostic, Loc, Source, Span};
use indexmap::IndexMap;
use ir::{Expr, Kernel, Scalar};
use poly::{Aff, Name};
use std::sync::Arc;
use symbols::Symbols;
use usage::Usage;

const TYPE: Code = "lp::fortran::type";
const NAME: Code = "lp::fortran::name";
const VALUE: Code = "lp::fortran::value";
const LOOP: Code = "lp::fortran::loop";
const ARRAY: Code = "lp::fortran::array";
const CONSTANT: Code = "lp::fortran::constant";

/// The kernel of a subroutine, unless there are errors in it.
pub(crate) fn kernel(unit: &Subroutine, source: &Source, found: &mut Vec<Diagnostic>) -> Option<Kernel> {
    let before = found.iter().filter(|d| d.severity == diag::Severity::Error).count();
    let Ok(empty) = Kernel::new(unit.name.name.clone()) else {
        found
            .push(Diagnostic::error("lp::fortran::internal", "no kernel can be made").at(unit.name.span, ""));
        return None;
    };
    let mut lowerer = Lowerer::new(unit, empty, source, found);
    lowerer.declarations(unit);
    lowerer.variables(unit);
    lowerer.block(&unit.body);
    let kernel = lowerer.finish();
    let after = found.iter().filter(|d| d.severity == diag::Severity::Error).count();
    (after == before).then_some(kernel)
}

/// What a name of the subroutine is.
#[derive(Debug, Clone)]
enum Role {
    /// A named constant.
    Constant(Typed),
    /// An argument that is only read, or a name without a value that became one.
    Value(Scalar),
    /// A scalar argument that is assigned: an array of rank 0.
    Cell(Scalar),
    /// An array, with the lower bound of each axis.
    Array(Scalar, Vec<Expr>),
    /// A local scalar.
    Local(Scalar),
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
    value: Typed,
    /// Index of its domain.
    domain: usize,
}

struct Lowerer<'a> {
    source: &'a Source,
    file: Arc<str>,
    found: &'a mut Vec<Diagnostic>,
    symbols: Symbols,
    usage: Usage,
    roles: IndexMap<Name, Role>,
    kernel: Kernel,
    loops: Vec<OpenLoop>,
    /// Conditions of the branches around the statements being lowered.
    predicates: Vec<Expr>,
    /// Position of the next statement at each depth of loops, the innermost last.
    positions: Vec<i64>,
    /// The required order of the loops around: position and iname of each.
    time: Vec<Aff>,
    /// For each scalar that was assigned so far, the loops around its last assignment, or `None` under a condition.
    assigned: IndexMap<Name, Option<Vec<Name>>>,
}

impl<'a> Lowerer<'a> {
    fn new(unit: &Subroutine, kernel: Kernel, source: &'a Source, found: &'a mut Vec<Diagnostic>) -> Self {
        let mut lowerer = Lowerer {
            source,
            file: Arc::clone(&source.name),
            found,
            symbols: Symbols::default(),
            usage: usage::of(unit),
            roles: IndexMap::new(),
            kernel,
            loops: Vec::new(),
            predicates: Vec::new(),
            positions: vec![0],
            time: Vec::new(),
            assigned: IndexMap::new(),
        };
        lowerer.kernel.loc = Some(lowerer.loc(unit.name.span));
        lowerer.kernel.origin = unit.name.span.into();
        lowerer
    }

    fn loc(&self, span: Span) -> Loc {
        let (line, column) = self.source.line_column(span.start);
        Loc { file: Arc::clone(&self.file), line, column }
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

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.found.push(diagnostic);
        None
    }

    /// The inames of the loops around, outermost first.
    fn inames(&self) -> Vec<Name> {
        self.loops.iter().map(|open| open.iname.clone()).collect()
    }

    /// A subscript or bound with its affine sums collected.
    fn simplified(&self, expr: &Expr) -> Expr {
        let type_of = |name: &Name| ir::typing::type_of_variable(&self.kernel, name);
        index::simplify(expr, &|name| type_of(name).is_ok_and(|ty| ty.scalar().is_integer()))
    }

    /// A name that neither the kernel nor the subroutine uses.
    fn fresh(&self, base: &str) -> Name {
        ir::fresh(base, |name| {
            self.kernel.is_taken(name) || self.usage.mentions(name) || self.symbols.declares(name)
        })
    }
}
