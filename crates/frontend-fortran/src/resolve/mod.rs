//! From the tree of a routine to [`crate::hir`]: what each name is, the type of each expression.

mod allocate;
mod array;
mod assigned;
mod bits;
mod call;
mod character;
mod data;
mod elsewhere;
mod equivalence;
mod expr;
mod intrinsic;
mod invoke;
mod literal;
mod scope;
mod shape;
mod statement;
mod storage;
mod symbols;
mod uses;

use crate::arith::Typed;
use crate::ast::{Ident, Unit, UnitKind, UseStatement};
use crate::hir::{Node, Routine, Variable};
use diag::{Code, Diagnostic, Span};
use ir::{IndexMap, Scalar};
use poly::Name;
use std::collections::BTreeSet;
use symbols::{Meaning, Symbols};

pub(crate) use elsewhere::is_assumption;
pub(crate) use scope::{Known, World, place};
pub(crate) use uses::is_standard;

pub(crate) const TYPE: Code = "lp::fortran::type";
pub(crate) const NAME: Code = "lp::fortran::name";
pub(crate) const ARRAY: Code = "lp::fortran::array";
pub(crate) const LOOP: Code = "lp::fortran::loop";
const CONSTANT: Code = "lp::fortran::constant";

/// How many expressions of statement functions may stand in one another.
const MAX_INLINED: usize = 16;

/// Whether Fortran has a function of that name.
pub(crate) fn is_intrinsic(name: &Name) -> bool {
    intrinsic::find(name).is_some() || character::is_function(name)
}

/// Whether Fortran has a function of arrays of that name.
pub(crate) fn is_array_function(name: &Name) -> bool {
    array::is_function(name)
}

/// The routine of a unit; problems go to `found`.
pub(crate) fn routine(unit: &Unit, world: World<'_>, found: &mut Vec<Diagnostic>) -> Routine {
    let mut resolver =
        Resolver { unit: Some(unit), names: crate::mention::of(unit).names, ..Resolver::new(world, found) };
    resolver.hosts();
    resolver.declarations(unit);
    let args = resolver.arguments(unit);
    resolver.is_declaring = false;
    resolver.allocations(unit);
    resolver.variables();
    let body = resolver.block(&unit.body);
    let body = resolver.tables(body);
    let body = resolver.together(body, &args);
    resolver.remembered(unit, &body, &args);
    resolver.tell_outside();
    let reserved = resolver.reserved();
    let characters = resolver.characters();
    let is_optional =
        |arg: &&Ident| resolver.symbols.declared.get(&arg.name).is_some_and(|symbol| symbol.is_optional);
    let optional = args.iter().filter(is_optional).map(|arg| arg.name.clone()).collect();
    let is_procedure = |arg: &&Ident| matches!(resolver.meaning(&arg.name), Some(Meaning::External));
    let procedures = args.iter().filter(is_procedure).map(|arg| arg.name.clone()).collect();
    let Resolver { variables, outside, extents, symbols, missing, found, .. } = resolver;
    let name = unit.head.name.clone();
    let dummies = args.len();
    let args: Vec<Ident> = args.into_iter().chain(extents).chain(outside).collect();
    // What an error hides is not reported as missing.
    let is_complete = !unit.has_errors() && !found.iter().any(crate::is_error);
    Routine {
        name,
        place: place(unit, world.hosts),
        args,
        dummies,
        variables,
        outer: 0,
        suffixes: IndexMap::default(),
        reserved,
        body,
        optional,
        deferred: unit.head.records.iter().flat_map(|record| record.deferred.iter().cloned()).collect(),
        procedures,
        characters,
        requires: Vec::new(),
        stops: crate::hir::Stops::default(),
        implicit_none: symbols.none,
        missing: missing.into_iter().map(|used| used.module).collect(),
        is_complete,
    }
}

/// A routine while it is read.
struct Resolver<'a> {
    world: World<'a>,
    found: &'a mut Vec<Diagnostic>,
    symbols: Symbols,
    /// What hosts and modules declare.
    host: Symbols,
    /// The modules that are being read, each used by the one before.
    modules: Vec<Name>,
    /// The modules that are used and not at hand.
    missing: Vec<UseStatement>,
    variables: IndexMap<Name, Variable>,
    /// Variables of hosts, modules and common blocks that the routine uses.
    outside: Vec<Ident>,
    /// Extents of dummies of assumed shape.
    extents: Vec<Ident>,
    /// Those that dummies have in common.
    shared: IndexMap<Name, ir::Expr>,
    /// Variables and names of the loops around the statement being read, outermost first.
    loops: Vec<(Name, Option<Name>)>,
    /// Whether only constants have values yet.
    is_declaring: bool,
    /// Whether executable statements other than statement functions were read.
    executes: bool,
    /// How many functions, written out in place, the expression being read stands in.
    inlined: usize,
    /// Values of the dummies of the function whose expression is being read.
    bound: IndexMap<Name, Typed>,
    /// The unit being read, where statements of it are.
    unit: Option<&'a Unit>,
    /// Names that its statements use, declared or not.
    names: BTreeSet<Name>,
    /// The variables that hold the characters of a local text.
    texts: IndexMap<Name, Vec<Name>>,
    /// Common blocks and variables that keep their values.
    storage: storage::Storage,
    /// What has to be done before the statement being read.
    before: Vec<Node>,
    /// The element that is being computed, where the expression being read is an array.
    elements: Option<array::Elements>,
}

impl<'a> Resolver<'a> {
    fn new(world: World<'a>, found: &'a mut Vec<Diagnostic>) -> Self {
        Resolver {
            world,
            found,
            symbols: Symbols::new(world.defaults),
            host: Symbols::new(world.defaults),
            modules: Vec::new(),
            missing: Vec::new(),
            variables: IndexMap::default(),
            outside: Vec::new(),
            extents: Vec::new(),
            shared: IndexMap::default(),
            loops: Vec::new(),
            is_declaring: true,
            executes: false,
            inlined: 0,
            bound: IndexMap::default(),
            unit: None,
            names: BTreeSet::new(),
            texts: IndexMap::default(),
            storage: storage::Storage::default(),
            before: Vec::new(),
            elements: None,
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

    fn report<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.found.push(diagnostic);
        None
    }

    /// Reads the declarations of the units around, whose own problems are theirs.
    fn hosts(&mut self) {
        for (depth, host) in self.world.hosts.iter().enumerate() {
            let around = self.world.hosts.get(..depth).unwrap_or(&[]);
            let mut unheard = Vec::new();
            let mut outer = Resolver::new(self.world, &mut unheard);
            outer.host = std::mem::replace(&mut self.host, Symbols::new(self.world.defaults));
            outer.declarations(host);
            let Resolver { host: mut names, mut symbols, missing, .. } = outer;
            self.missing.extend(missing);
            self.found.extend(unheard.into_iter().filter(elsewhere::is_assumption));
            for arg in &host.head.args {
                symbols.entry(arg);
            }
            symbols.settle(&place(host, around));
            names.nest(symbols);
            self.host = names;
        }
        self.symbols.inherit(&self.host);
    }

    /// The dummy arguments, and the result of a function as the last one.
    fn arguments(&mut self, unit: &Unit) -> Vec<Ident> {
        let mut args: Vec<Ident> = Vec::new();
        let mut names = BTreeSet::new();
        for arg in &unit.head.args {
            let twice = names.contains(&arg.name);
            match self.symbols.declared.get(&arg.name).map(|symbol| &symbol.meaning) {
                Some(Meaning::Broken) => {}
                Some(Meaning::Constant(_)) => self.complain_of_argument(arg),
                _ if twice => self.complain_of_argument(arg),
                _ => {
                    names.insert(&arg.name);
                    args.push(arg.clone());
                }
            }
        }
        let called = crate::mention::of(unit).called;
        for arg in &args {
            let symbol = self.symbols.entry(arg);
            symbol.is_argument = true;
            if called.contains(&arg.name) {
                symbol.meaning = Meaning::External;
            }
        }
        if unit.head.kind == UnitKind::Function {
            let result = unit.head.result.clone().unwrap_or_else(|| unit.head.name.clone());
            if let Some(ty) = &unit.head.ty {
                let resolved = self.resolve(ty);
                self.declare_type(&result, resolved);
            }
            let symbol = self.symbols.entry(&result);
            symbol.meaning = Meaning::Variable;
            symbol.is_argument = true;
            symbol.intent = Some(crate::hir::Intent::Out);
            args.push(result);
        }
        args
    }

    fn complain_of_argument(&mut self, arg: &Ident) {
        let message = format!("argument `{}` is listed twice or is a constant", arg.name);
        self.complain(NAME, message, arg.span);
    }

    /// The variables that declarations and the argument list name.
    fn variables(&mut self) {
        for (name, symbol) in self.symbols.declared.clone() {
            if !matches!(symbol.meaning, Meaning::Variable) {
                continue;
            }
            let variable = Variable {
                ty: self.symbols.type_of(&name),
                axes: symbol.extents.as_ref().map(|_| Vec::new()),
                intent: symbol.intent,
                is_declared: true,
                span: symbol.span,
                first_use: None,
                home: symbol.home.clone(),
                bytes: self.symbols.bytes_of(&name),
                first: None,
            };
            self.variables.insert(name, variable);
        }
        // Local arrays may be as large as arguments are.
        for is_argument in [true, false] {
            for (name, symbol) in self.symbols.declared.clone() {
                if let (Some(extents), Meaning::Variable) = (&symbol.extents, &symbol.meaning)
                    && symbol.is_argument == is_argument
                {
                    self.axes(&name, extents, is_argument);
                }
            }
        }
    }

    /// Notes the use of a variable; the type that it has.
    fn use_variable(&mut self, name: &Name, span: Span) -> Scalar {
        if let Some(variable) = self.variables.get_mut(name) {
            variable.first_use.get_or_insert(span);
            return variable.ty;
        }
        self.adopt(name, None, span);
        let outer = self.host.declared.get(name).filter(|symbol| matches!(symbol.meaning, Meaning::Variable));
        let outer = outer.cloned();
        let ty = match outer {
            Some(_) => self.host.type_of(name),
            None => self.symbols.type_of(name),
        };
        let axes = outer.as_ref().and_then(|symbol| symbol.extents.as_ref()).map(|_| Vec::new());
        let is_declared = outer.is_some();
        let is_table = outer.as_ref().is_some_and(|symbol| symbol.table.is_some());
        let home = outer.as_ref().and_then(|symbol| symbol.home.clone()).filter(|_| !is_table);
        let bytes = if is_declared { self.host.bytes_of(name) } else { self.symbols.bytes_of(name) };
        let first_use = Some(span);
        let variable =
            Variable { ty, axes, intent: None, is_declared, span, first_use, home, bytes, first: None };
        self.variables.insert(name.clone(), variable);
        if let Some(symbol) = outer {
            if !is_table {
                self.outside.push(Ident { name: name.clone(), span });
            }
            if let Some(extents) = &symbol.extents {
                // The bounds are in the host's names, whatever these mean here.
                let own = std::mem::replace(&mut self.symbols, Symbols::new(self.world.defaults));
                self.axes(name, extents, !is_table);
                self.symbols = own;
            }
        }
        ty
    }

    /// The number of axes of an array.
    fn rank(&mut self, name: &Name) -> Option<usize> {
        if !self.variables.contains_key(name) {
            let span = self.symbol(name)?.span;
            self.use_variable(name, span);
        }
        self.variables.get(name)?.axes.as_ref().map(Vec::len)
    }

    /// Variables that hold characters.
    fn characters(&self) -> BTreeSet<Name> {
        let is_it = |name: &&Name| self.symbol(name).is_some_and(|symbol| symbol.is_character);
        let declared = self.variables.keys().filter(is_it).cloned();
        declared.chain(self.texts.values().flatten().cloned()).collect()
    }

    /// Names that are taken and are no variables.
    fn reserved(&self) -> BTreeSet<Name> {
        self.symbols.declared.keys().filter(|name| !self.variables.contains_key(*name)).cloned().collect()
    }
}

fn logical(expr: ir::Expr) -> Typed {
    Typed::new(expr, Scalar::Bool)
}
