//! What holds of every kernel, and the checks that it does.
//!
//! Names
//! - Every name is an identifier of ASCII letters, digits and `_`, and no word of the expression language.
//! - Arguments, temporaries, inames and rules have distinct names.
//! - No rule bears the name of a function, of a reduction, or of another form of expression.
//! - The formals of a rule are distinct.
//!
//! Arguments and temporaries
//! - A layout has one entry an axis; its levels are 0, 1, 2 and so on, each once.
//! - Extents and strides are expressions in value arguments.
//!
//! Domains
//! - Every iname is a dimension of exactly one domain and has an entry among the inames, and the other way
//!   round.
//! - A parent stands before its children.
//! - A parameter is an integer value argument, an iname of a domain around it, or an integer scalar
//!   temporary.
//! - Assumptions have no dimensions; their parameters are integer value arguments or scalar temporaries.
//!
//! Expressions
//! - Every variable is an iname around the expression, a value argument, a scalar temporary or a formal.
//! - Arrays have as many subscripts as axes; scalar temporaries have none.
//! - Functions and rules are known and get as many arguments as they take; rules are not recursive.
//! - A rule that mentions inames is invoked inside of those.
//! - Invocations nest no deeper than 64 levels, and expansions stay below [`crate::expand::MAX_NODES`].
//! - A reduction runs over distinct inames that are not around it already.
//! - Sums, products, conjunctions and disjunctions have two operands at least; a sum does not start with a
//!   sum nor a product with a product; literals are numbers; no tree is deeper than
//!   [`crate::text::MAX_DEPTH`].
//! - Complex numbers are not ordered, divided with remainder, or assigned to real variables (see
//!   [`crate::complex`]).
//! - Only integers have bits (see [`crate::bits`]).
//!
//! Promises
//! - They are about integer array arguments that no statement writes; bounds are affine in integer arguments.
//!
//! Requirements
//! - They are truth values computed from value arguments, by operations that every host has.
//!
//! Statements
//! - Inames are known and distinct; no two of them take their value from one hardware axis.
//! - The target is a scalar temporary or an element of an array, and of no array that is only read.
//! - No predicate reads what the statement writes, unless that is a scalar that gets a constant, as a flag
//!   does.
//! - Time vectors are expressions in the statement's inames.
//! - Only assignments are atomic.
//!
//! Order
//! - `after` and `nosync` name statements; no statement comes after itself, also not through others, nor
//!   after one of a later time.
//! - Priorities and slabs name inames; a priority names each once.
//!
//! Provenances
//! - Where there is a reference, every assignment has a provenance; where there is none, no statement has.
//! - A provenance names statements of the reference and gives each of the inames of its instance a value, in
//!   order, in the statement's own inames and value arguments.
//! - A reduction or statement that says which iterations of a reduction of the reference it performs gives
//!   inames of the reference one value each, in its own inames and value arguments.
//! - The reference satisfies all of this too and has neither reference nor schedule.
//!
//! Schedule
//! - Every assignment runs on each path through the loop tree once, or more often where a slab splits its
//!   loops.
//! - Loops and hardware indices bind known inames, each once on a path; a statement runs inside of all its
//!   inames.
//! - Launches have distinct names; an index takes an axis that the launch has; bounds and conditions are
//!   expressions in what is bound around them.

mod dependencies;
mod domains;
mod expressions;
mod functions;
mod graph;
mod names;
mod promises;
mod provenances;
mod requirements;
mod rules;
mod schedule;
mod statements;
mod variables;

pub use statements::read_by_own_predicates;

use crate::{Kernel, Loc, Name, Statement, bits, complex};
use diag::{Code, Diagnostic, Origin};
use rules::RuleFacts;
use std::collections::BTreeMap;
use std::rc::Rc;

/// All violations, in the order of the list above.
pub fn verify(kernel: &Kernel) -> Vec<Diagnostic> {
    let mut checker = Checker::new(kernel);
    checker.names();
    checker.variables();
    checker.domains();
    checker.functions();
    checker.rules();
    checker.promises();
    checker.requirements();
    checker.statements();
    checker.expansions();
    checker.operations();
    checker.dependencies();
    checker.provenances();
    checker.schedule();
    checker.diagnostics
}

/// What a check looks at and where it reports.
pub(crate) struct Checker<'a> {
    kernel: &'a Kernel,
    rule_facts: BTreeMap<&'a Name, RuleFacts<'a>>,
    diagnostics: Vec<Diagnostic>,
}

/// The entity that a violation is found in.
#[derive(Debug, Clone)]
pub(crate) struct Owner<'a> {
    /// Such as ``statement `s` ``.
    what: Rc<str>,
    loc: Option<&'a Loc>,
    origin: Origin,
}

impl<'a> Owner<'a> {
    fn new(kind: &str, name: &str, loc: Option<&'a Loc>, origin: Origin) -> Self {
        Owner { what: format!("{kind} `{name}`").into(), loc, origin }
    }

    fn statement(id: &Name, statement: &'a Statement) -> Self {
        Owner::new("statement", id, statement.loc.as_ref(), statement.origin)
    }

    fn kernel(kernel: &'a Kernel) -> Self {
        Owner::new("kernel", &kernel.name, kernel.loc.as_ref(), kernel.origin)
    }
}

impl<'a> Checker<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        Checker { kernel, rule_facts: BTreeMap::new(), diagnostics: Vec::new() }
    }

    /// What has no meaning on complex numbers, and what has none but on integers. Types are those of a kernel
    /// without other violations.
    fn operations(&mut self) {
        if self.diagnostics.is_empty() {
            self.diagnostics = complex::misuses(self.kernel);
            self.diagnostics.extend(bits::misuses(self.kernel));
        }
    }

    fn report(&mut self, code: Code, owner: &Owner<'_>, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, message).at_entity(owner.loc, owner.origin, "");
        self.diagnostics.push(diagnostic.help(help));
    }

    /// Reports a name that is not among the known ones of its kind.
    fn unknown<'n>(
        &mut self,
        code: Code,
        owner: &Owner<'_>,
        kind: &str,
        name: &str,
        known: impl Iterator<Item = &'n Name>,
    ) {
        let help = match diag::nearest(name, known.map(|known| &**known)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it, or name a {kind} of this kernel"),
        };
        self.report(code, owner, format!("{} names an unknown {kind} `{name}`", owner.what), help);
    }
}
