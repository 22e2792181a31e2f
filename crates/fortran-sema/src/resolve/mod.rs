//! From the tree of a routine to [`crate::hir`]: what each name is, the type of each expression.

mod allocatable_results;
mod allocate;
mod array;
mod assigned;
mod bits;
mod bounds_of_others;
mod call;
mod callee;
mod character;
mod constant_places;
mod constants;
mod copies;
mod data;
mod elsewhere;
mod equivalence;
mod expr;
mod folded;
mod interface_names;
mod invoke;
mod keywords;
mod left_out;
mod literal;
mod made_texts;
mod merged;
mod reached;
mod scope;
mod searches;
mod shape;
mod statement;
mod storage;
mod symbols;
mod unallocated;
mod uses;

use crate::allocations::Reallocated;
use crate::arith::Typed;
use crate::hir::{Home, Node, Routine, Variable};
use crate::known::place;
use crate::scopes::{Called, Entity};
use diag::{Code, Diagnostic, Span};
use fortran_syntax::ast::{Ident, Unit, UnitKind, UseStatement};
use ir::{IndexMap, Scalar};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;
use symbols::{Meaning, Symbol, Symbols};
use uses::{Declared, Unread};

pub use elsewhere::is_assumption;
pub(crate) use folded::definitions;
pub use scope::World;
pub(crate) use storage::sharing;
pub(crate) use symbols::procedures_of;
pub use uses::Modules;

/// What a fault of the front end is reported as.
pub const INTERNAL: Code = "lp::internal";

/// Where units are looked for, for those who miss one.
pub const PLACES: &str = "its source is looked for in this file, then beside it and in the folders of `-I`: in files of its name, and in any \
    file that alone holds it";

/// What is wrong with types is reported as this.
pub const TYPE: Code = "lp::fortran::type";
/// What is wrong with names is reported as this.
pub const NAME: Code = "lp::fortran::name";
/// What is wrong with arrays is reported as this.
pub const ARRAY: Code = "lp::fortran::array";
/// What is wrong with loops is reported as this.
pub const LOOP: Code = "lp::fortran::loop";
const CONSTANT: Code = "lp::fortran::constant";

/// Reports an array bound that is not the same while the routine runs.
pub fn changing_bound(name: &Name, span: Span) -> Diagnostic {
    let message = format!("an array bound depends on `{name}`, which changes");
    let error = Diagnostic::error(ARRAY, message).at(span, "");
    error.help("use constants and arguments that are not assigned")
}

/// How many expressions of statement functions may stand in one another.
const MAX_INLINED: usize = 16;

/// The routine of a unit; problems go to `found`.
pub fn routine(unit: &Unit, world: World<'_>, found: &mut Vec<Diagnostic>) -> Routine {
    let before = found.len();
    let (routine, mut reallocated) = resolve_unit(unit, world, found);
    if reallocated.assigned.is_empty() {
        return routine;
    }
    let mut again = unit.clone();
    let settled = crate::allocations::split_reallocated(&mut again, &reallocated);
    let open = &mut reallocated.assigned;
    open.retain(|span| !settled.contains(span));
    let routine = if settled.is_empty() {
        routine
    } else {
        found.truncate(before);
        resolve_unit(&again, world, found).0
    };
    for span in &*open {
        let what = "an assignment that may give an allocated array another shape";
        found.push(fortran_syntax::parse::unsupported_error(what, *span).help("use two arrays"));
    }
    Routine { is_complete: routine.is_complete && open.is_empty(), ..routine }
}

/// The same, and the arrays that assignments may allocate anew.
fn resolve_unit(unit: &Unit, world: World<'_>, found: &mut Vec<Diagnostic>) -> (Routine, Reallocated) {
    let mut resolver = Resolver {
        unit: Some(unit),
        names: fortran_syntax::mention::unit_mentions(unit).names,
        ..Resolver::new(world, found)
    };
    resolver.hosts();
    resolver.declarations(unit, &place(unit, world.hosts));
    let args = resolver.arguments(unit);
    resolver.check_arguments(&args);
    resolver.is_declaring = false;
    resolver.allocations(unit);
    resolver.variables();
    resolver.check_bounds();
    let flags = resolver.allocation_flags(unit);
    let body = resolver.block(&unit.body);
    let body = flags.into_iter().chain(body).collect();
    resolver.check_lost(unit);
    resolver.check_left_out(unit);
    let body = resolver.copies(body, &args);
    let body = resolver.tables(body);
    let body = resolver.with_shared_storage(body, &args);
    resolver.remembered(unit, &body, &args);
    resolver.check_names();
    resolver.check_common();
    resolver.tell_outside();
    let reserved = resolver.reserved();
    let characters = resolver.characters();
    let is_optional =
        |arg: &&Ident| resolver.symbols.declared.get(&arg.name).is_some_and(|symbol| symbol.is_optional);
    let optional = args.iter().filter(is_optional).map(|arg| arg.name.clone()).collect();
    let is_copy =
        |arg: &&Ident| resolver.symbols.declared.get(&arg.name).is_some_and(|symbol| symbol.is_value);
    let by_value = args.iter().filter(is_copy).map(|arg| arg.name.clone()).collect();
    let is_procedure = |arg: &&Ident| matches!(resolver.meaning(&arg.name), Some(Meaning::External));
    let procedures = args.iter().filter(is_procedure).map(|arg| arg.name.clone()).collect();
    let Resolver { variables, outside, extents, symbols, missing, found, reallocated, .. } = resolver;
    let name = unit.head.name.clone();
    let dummies = args.len();
    let args: Vec<Ident> = args.into_iter().chain(extents).chain(outside).collect();
    // What an error hides is not reported as missing.
    let is_complete = !unit.has_errors() && !found.iter().any(fortran_syntax::is_error);
    let routine = Routine {
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
        by_value,
        deferred: unit.head.records.iter().flat_map(|record| record.deferred.iter().cloned()).collect(),
        procedures,
        characters,
        requires: Vec::new(),
        stops: crate::hir::Stops::default(),
        takes_elements: unit.part.is_some(),
        elements: Vec::new(),
        implicit_none: symbols.none,
        missing,
        is_complete,
    };
    (routine, reallocated)
}

/// A routine while it is read.
struct Resolver<'a> {
    world: World<'a>,
    found: &'a mut Vec<Diagnostic>,
    symbols: Symbols,
    /// What it takes from modules itself.
    imports: Symbols,
    /// Names that mean nothing of the units around: modules give them, as procedures or types perhaps.
    hidden: BTreeSet<Name>,
    /// What the units around declare and take from modules.
    host: Rc<Declared>,
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
    /// Modules and units around of which not all declarations are understood.
    unread: Vec<Unread>,
    /// The first statement that came to nothing, though nothing is wrong with it.
    lost: Option<Span>,
    /// Whether executable statements other than statement functions were read.
    executes: bool,
    /// How many functions, written out in place, the expression being read stands in.
    inlined: usize,
    /// Values of the dummies of the function whose expression is being read.
    bound: IndexMap<Name, Typed>,
    /// Those of them whose values who compiles the function does not know.
    given: BTreeSet<Name>,
    /// The unit being read, where statements of it are.
    unit: Option<&'a Unit>,
    /// Names that its statements use, declared or not.
    names: BTreeSet<Name>,
    /// The variables that hold the characters of a local text.
    texts: IndexMap<Name, Vec<Name>>,
    /// The flags of local arrays that say whether they are allocated.
    flags: IndexMap<Name, Name>,
    /// What the unit with its name at this place may assign.
    assigned: Option<(Span, Rc<assigned::Assigned>)>,
    /// Common blocks and variables that keep their values.
    storage: storage::Storage,
    /// What has to be done before the statement being read.
    before: Vec<Node>,
    /// The element that is being computed, where the expression being read is an array.
    elements: Option<array::Elements>,
    reallocated: Reallocated,
}

impl<'a> Resolver<'a> {
    fn new(world: World<'a>, found: &'a mut Vec<Diagnostic>) -> Self {
        Resolver {
            world,
            found,
            symbols: Symbols::new(world.defaults),
            imports: Symbols::new(world.defaults),
            hidden: BTreeSet::new(),
            host: Rc::new(Declared::new(world.defaults)),
            missing: Vec::new(),
            variables: IndexMap::default(),
            outside: Vec::new(),
            extents: Vec::new(),
            shared: IndexMap::default(),
            loops: Vec::new(),
            is_declaring: true,
            unread: Vec::new(),
            lost: None,
            executes: false,
            inlined: 0,
            bound: IndexMap::default(),
            given: BTreeSet::new(),
            unit: None,
            names: BTreeSet::new(),
            texts: IndexMap::default(),
            flags: IndexMap::default(),
            assigned: None,
            storage: storage::Storage::default(),
            before: Vec::new(),
            elements: None,
            reallocated: Reallocated::default(),
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

    /// Takes over what the units around declare, whose own problems are theirs.
    fn hosts(&mut self) {
        let Some((host, around)) = self.world.hosts.split_last() else { return };
        let host = self.host_declarations(host, around);
        self.missing.extend(host.missing.iter().cloned());
        self.unread.extend(host.unread.iter().cloned());
        self.found.extend(host.assumed.iter().cloned());
        self.symbols.inherit(&host.symbols);
        self.host = host;
    }

    /// What is declared in a unit and around it, for those within.
    fn host_declarations(&self, host: &'a Unit, around: &'a [&'a Unit]) -> Rc<Declared> {
        let place = place(host, around);
        if let Some(known) = self.world.modules.known_declarations(&place) {
            return known;
        }
        let mut found = Vec::new();
        let mut outer = Resolver::new(World { hosts: around, ..self.world }, &mut found);
        outer.hosts();
        outer.declarations(host, &place);
        outer.undeclared(host);
        outer.fix_bounds();
        let Resolver { host: outermost, imports, mut symbols, hidden, missing, mut unread, storage, .. } =
            outer;
        unread.extend(Unread::of_module(host));
        symbols.shut(host, &storage.together);
        for arg in &host.head.args {
            symbols.entry(arg);
        }
        symbols.settle(&place);
        let mut names = Symbols::new(self.world.defaults);
        names.declared.clone_from(&outermost.symbols.declared);
        names.hide(&hidden);
        names.hide(&host.contained.iter().map(|inner| inner.head.name.name.clone()).collect());
        names.declared.extend(imports.declared);
        names.nest(symbols);
        let assumed = found.into_iter().filter(elsewhere::is_assumption).collect();
        self.world.modules.keep_around(place, Declared { symbols: names, missing, unread, assumed })
    }

    /// The variables that a routine around uses without declaring them, which are those of the routines
    /// within, too.
    fn undeclared(&mut self, host: &Unit) {
        if self.symbols.none || !host.head.kind.is_routine() {
            return;
        }
        let mentions = fortran_syntax::mention::unit_mentions(host);
        for name in mentions.names {
            let is_known = self.symbol(&name).is_some()
                || mentions.applied.contains(&name)
                || mentions.called.contains(&name)
                || self.world.scopes.called(&place(host, self.world.hosts), &name) != Called::Unknown;
            if !is_known {
                let ty = self.symbols.implicit(&name);
                let span = host.head.name.span;
                self.symbols.entry(&Ident { name, span }).ty = Some(ty);
            }
        }
    }

    /// Reports a name that nothing declares, if what is not understood of a module may.
    fn check_undeclared(&mut self, name: &Name, span: Span) {
        let may_declare =
            |unread: &&Unread| unread.listed.as_ref().is_none_or(|listed| listed.contains(name));
        if let Some(Unread { unit, reason, .. }) = self.unread.iter().find(may_declare) {
            let message =
                format!("`{name}` may be declared in `{unit}`, which is not all understood: {reason}");
            let error = Diagnostic::error(NAME, message).at(span, "");
            self.found.push(error.help("declare the name, or mend the module"));
        }
    }

    /// What is declared of a name outside of the routine, and the types of other names there.
    fn outer(&self, name: &Name) -> Option<(&Symbol, &Symbols)> {
        if let Some(symbol) = self.imports.declared.get(name) {
            return Some((symbol, &self.imports));
        }
        let around = &self.host.symbols;
        let symbol = around.declared.get(name).filter(|_| !self.hidden.contains(name))?;
        Some((symbol, around))
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
        let called = fortran_syntax::mention::unit_mentions(unit).called;
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
            symbol.is_result = true;
            symbol.intent = Some(crate::hir::Intent::Out);
            args.push(result);
        }
        args
    }

    /// Reports what only dummy arguments can be.
    fn check_arguments(&mut self, args: &[Ident]) {
        let is_other = |name: &Name| args.iter().all(|arg| arg.name != *name);
        let declared = self.symbols.declared.iter().filter(|(name, _)| is_other(name));
        let is_wrong = |symbol: &Symbol| symbol.is_optional || symbol.is_value;
        let wrong =
            declared.filter(|(_, symbol)| is_wrong(symbol) && !matches!(symbol.meaning, Meaning::Broken));
        let wrong: Vec<Ident> =
            wrong.map(|(name, symbol)| Ident { name: name.clone(), span: symbol.span }).collect();
        for Ident { name, span } in wrong {
            self.complain(NAME, format!("`{name}` is no dummy argument, as its declaration says"), span);
        }
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
                common_of: None,
                bytes: self.symbols.bytes_of(&name),
                first: Vec::new(),
                is_value: false,
                is_pointer: symbol.is_pointer,
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
        let is_variable = |(symbol, _): &(&Symbol, &Symbols)| matches!(symbol.meaning, Meaning::Variable);
        let outer = self.outer(name).filter(is_variable);
        let (ty, bytes) = match outer {
            Some((_, around)) => (around.type_of(name), around.bytes_of(name)),
            None => (self.symbols.type_of(name), self.symbols.bytes_of(name)),
        };
        let outer = outer.map(|(symbol, _)| symbol.clone());
        let axes = outer.as_ref().and_then(|symbol| symbol.extents.as_ref()).map(|_| Vec::new());
        let is_declared = outer.is_some();
        if !is_declared {
            self.check_undeclared(name, span);
        }
        let is_table = outer.as_ref().is_some_and(|symbol| symbol.table.is_some());
        let home = outer.as_ref().and_then(|symbol| symbol.home.clone()).filter(|_| !is_table);
        let is_common = home.as_ref().is_some_and(|home| home.in_common().is_some());
        let common_of = if is_common { self.declaration(name) } else { None };
        let first_use = Some(span);
        let is_pointer = outer.as_ref().is_some_and(|symbol| symbol.is_pointer);
        let local = Variable::local(ty, span);
        let variable = Variable { axes, is_declared, first_use, home, common_of, bytes, is_pointer, ..local };
        self.variables.insert(name.clone(), variable);
        if let Some(symbol) = outer {
            if !is_table {
                self.outside.push(Ident { name: name.clone(), span });
            }
            if let Some(extents) = &symbol.extents {
                // The bounds are in the host's names, whatever these mean here.
                let none = || Symbols::new(self.world.defaults);
                let (symbols, imports) = (none(), none());
                let own = std::mem::replace(&mut self.symbols, symbols);
                let known = std::mem::replace(&mut self.imports, imports);
                let hidden = std::mem::take(&mut self.hidden);
                self.imports.declared.extend(known.declared.get(name).map(|own| (name.clone(), own.clone())));
                self.axes(name, extents, !is_table);
                (self.symbols, self.imports, self.hidden) = (own, known, hidden);
            }
        }
        ty
    }

    /// Where a variable is declared that is not the routine's own.
    fn declaration(&self, name: &Name) -> Option<Home> {
        let Entity { home, name, .. } =
            self.world.scopes.variable(&place(self.unit?, self.world.hosts), name)?;
        Some(Home { place: home, name })
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
