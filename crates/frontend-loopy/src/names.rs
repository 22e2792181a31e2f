//! What each name of a program stands for.

use crate::blocks::{Action, Predicate, Program};
use crate::constants;
use crate::text::tree::{Clause, Declaration, Expr, ExprKind, Shape, Word, split_tag};
use diag::{Code, Diagnostic, Span, nearest};
use ir::{IndexMap, Name, Scalar};
use std::collections::{BTreeMap, BTreeSet};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A loop variable.
    Iname,
    /// A rule with that many parameters.
    Rule(usize),
    /// A declared function with that many arguments.
    Function { arity: usize, is_operation: bool },
    /// A scalar argument that is only read.
    Value,
    /// An array argument with that many axes.
    Array(usize),
    /// A temporary with that many axes; none for a scalar.
    Temp(usize),
}

/// All names of a kernel.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) kinds: BTreeMap<Name, Symbol>,
    /// Element types of temporaries that the source gives.
    pub(crate) temp_types: BTreeMap<Name, Scalar>,
    /// Temporaries in text order, and where each is declared.
    pub(crate) temps: IndexMap<Name, Span>,
    /// Arguments of which no line says how many axes they have, and where each is first used.
    pub(crate) guessed: BTreeMap<Name, Span>,
    /// Arrays whose elements do not follow each other in memory.
    pub(crate) strided: BTreeSet<Name>,
    /// Elements that lie before the first one of an array, in what the caller passes.
    pub(crate) offsets: BTreeMap<Name, Expr>,
    /// Extents of arrays that lines declare, where their rows follow each other in memory.
    pub(crate) extents: BTreeMap<Name, Vec<Expr>>,
}

/// Functions that tell where an element lies; vectors are elements that follow each other.
pub(crate) const PLACES: [&str; 2] = ["indexof", "indexof_vec"];

/// How a program uses a name that nothing declares.
#[derive(Debug, Clone, Copy)]
struct NameUse {
    span: Span,
    rank: Option<usize>,
    written: bool,
}

/// Whether a clause says how an array lies in memory.
pub(crate) fn is_layout(clause: &Clause) -> bool {
    clause.word.text == "layout"
}

/// Classifies every name of the program. `inames` and `params` are those of the domains, with their places.
pub(crate) fn resolve(
    program: &Program<'_>,
    inames: &[(Name, Span)],
    params: &[(Name, Span)],
    column_major: bool,
    errors: &mut Vec<Diagnostic>,
) -> Symbols {
    let mut resolver =
        Resolver { symbols: Symbols::default(), column_major, places: BTreeMap::new(), errors };
    for (name, span) in inames {
        resolver.declare(name.clone(), Symbol::Iname, *span);
    }
    for rule in &program.rules {
        resolver.declare(
            Name::from(rule.name.text.as_str()),
            Symbol::Rule(rule.params.len()),
            rule.name.span,
        );
    }
    for (function, _) in &program.functions {
        let (arity, is_operation) = (function.params.len(), function.neutral.is_some());
        let name = Name::from(function.name.text.as_str());
        resolver.declare(name, Symbol::Function { arity, is_operation }, function.name.span);
    }
    for declaration in &program.declarations {
        resolver.argument(declaration);
    }
    let open_temps = resolver.temporaries(program);
    for item in &program.items {
        if let Action::Assign(target, _) = &item.action
            && let Some(ty) = &target.temp
        {
            resolver.temporary(&target.expr, ty.as_ref());
        }
    }
    let mut uses: BTreeMap<Name, NameUse> = BTreeMap::new();
    resolver.uses(program, &mut uses);
    // Of a declaration that does not parse no name is known.
    if !program.guess_arguments && resolver.errors.is_empty() {
        resolver.refuse_undeclared(program, params, &uses);
    }
    resolver.in_extents(program, &mut uses);
    for (name, span) in params {
        if !resolver.symbols.kinds.contains_key(name) {
            uses.entry(name.clone()).or_insert(NameUse { span: *span, rank: None, written: false });
        }
    }
    for (name, span) in open_temps {
        let rank = uses.remove(&name).and_then(|found| found.rank).unwrap_or(0);
        resolver.symbols.temps.insert(name.clone(), span);
        resolver.declare(name, Symbol::Temp(rank), span);
    }
    let is_open = |declaration: &&Declaration| declaration.ty.is_some() && declaration.shape == Shape::Open;
    let open: BTreeSet<&str> = program.declarations.iter().filter(is_open).flat_map(names_of).collect();
    let is_param = |name: &Name| params.iter().any(|(param, _)| param == name);
    for (name, found) in uses {
        let kind = match found.rank {
            Some(rank) => Symbol::Array(rank),
            // Declared as an array whose axes its use tells, it has none.
            None if found.written || (open.contains(&*name) && !is_param(&name)) => Symbol::Array(0),
            None => Symbol::Value,
        };
        resolver.symbols.guessed.insert(name.clone(), found.span);
        resolver.symbols.kinds.insert(name, kind);
    }
    resolver.symbols
}

/// The names that a line declares.
fn names_of(declaration: &Declaration) -> impl Iterator<Item = &str> {
    declaration.names.iter().map(|word| word.text.as_str())
}

struct Resolver<'a> {
    symbols: Symbols,
    /// Whether the rows of an array do not follow each other unless its declaration says so.
    column_major: bool,
    places: BTreeMap<Name, Span>,
    errors: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn declare(&mut self, name: Name, symbol: Symbol, span: Span) {
        if ["true", "false", "True", "False"].contains(&&*name) {
            let message = format!("`{name}` is a truth value, not a name");
            self.errors.push(Diagnostic::error("lp::loopy::name", message).at(span, ""));
        }
        match self.places.get(&name) {
            Some(first) => {
                let message = format!("`{name}` is declared twice");
                let diagnostic =
                    Diagnostic::error("lp::loopy::name", message).at(span, "").at(*first, "also here");
                let again = symbol == Symbol::Temp(0)
                    && matches!(self.symbols.kinds.get(&name), Some(Symbol::Temp(_)));
                let help =
                    if again { "write `<>` at the first assignment only" } else { "rename one of them" };
                self.errors.push(diagnostic.help(help));
            }
            None => {
                self.places.insert(name.clone(), span);
                self.symbols.kinds.insert(name, symbol);
            }
        }
    }

    fn argument(&mut self, declaration: &Declaration) {
        let strided = has_gaps(declaration);
        let offset = declaration.clauses.iter().find(|clause| clause.word.text == "offset");
        let offset = offset.and_then(|clause| clause.axes.first()?.1.clone());
        for name in &declaration.names {
            self.extents(name, declaration);
            self.symbols
                .offsets
                .extend(offset.clone().map(|offset| (Name::from(name.text.as_str()), offset)));
            if strided {
                self.symbols.strided.insert(Name::from(name.text.as_str()));
            }
            // Without a type only the order is declared, and use tells what it is.
            let symbol = match &declaration.shape {
                _ if declaration.ty.is_none() => continue,
                Shape::Value => Symbol::Value,
                Shape::Open => continue,
                Shape::Axes(axes) => Symbol::Array(axes.len()),
            };
            self.declare(Name::from(name.text.as_str()), symbol, name.span);
        }
    }

    fn extents(&mut self, name: &Word, declaration: &Declaration) {
        let Shape::Axes(axes) = &declaration.shape else { return };
        let extents: Option<Vec<Expr>> = axes.iter().cloned().collect();
        let in_rows = !self.column_major && !declaration.clauses.iter().any(is_layout);
        if let Some(extents) = extents.filter(|_| in_rows) {
            self.symbols.extents.insert(Name::from(name.text.as_str()), extents);
        }
    }

    /// Declares temporaries that lines declare; gives those of which use tells how many axes they have.
    fn temporaries(&mut self, program: &Program<'_>) -> IndexMap<Name, Span> {
        let mut open = IndexMap::default();
        for declaration in &program.temps {
            let ty = match &declaration.ty {
                Some(ty) if ty.text != "auto" => scalar(ty).map_err(|problem| self.errors.push(problem)).ok(),
                _ => None,
            };
            for word in &declaration.names {
                let name = Name::from(word.text.as_str());
                self.extents(word, declaration);
                if has_gaps(declaration) {
                    self.symbols.strided.insert(name.clone());
                }
                self.symbols.temp_types.extend(ty.map(|ty| (name.clone(), ty)));
                let rank = match &declaration.shape {
                    Shape::Open => None,
                    Shape::Value => declaration.ty.as_ref().map(|_| 0),
                    Shape::Axes(axes) => Some(axes.len()),
                };
                match rank {
                    None => {
                        open.insert(name, word.span);
                    }
                    Some(rank) => {
                        self.symbols.temps.insert(name.clone(), word.span);
                        self.declare(name, Symbol::Temp(rank), word.span);
                    }
                }
            }
        }
        open
    }

    fn temporary(&mut self, target: &Expr, ty: Option<&Word>) {
        let (word, rank) = match &target.kind {
            ExprKind::Name(name) => ((name, target.span), 0),
            ExprKind::Index(base, index) => match &base.kind {
                ExprKind::Name(name) => ((name, base.span), index.len()),
                _ => return,
            },
            _ => return,
        };
        let name = Name::from(word.0.as_str());
        if let Some(ty) = ty {
            match scalar(ty) {
                Ok(scalar) => {
                    self.symbols.temp_types.insert(name.clone(), scalar);
                }
                Err(problem) => self.errors.push(problem),
            }
        }
        self.symbols.temps.entry(name.clone()).or_insert(word.1);
        self.declare(name, Symbol::Temp(rank), word.1);
    }

    /// Where the text declares arguments, a name that it does not is a mistake, unless a domain has it for a
    /// parameter.
    fn refuse_undeclared(
        &mut self,
        program: &Program<'_>,
        params: &[(Name, Span)],
        uses: &BTreeMap<Name, NameUse>,
    ) {
        let declared = program.declarations.iter().chain(&program.temps);
        let in_order: BTreeSet<&str> =
            declared.flat_map(|one| &one.names).map(|word| word.text.as_str()).collect();
        let is_param = |name: &Name| params.iter().any(|(param, _)| param == name);
        for (name, found) in uses {
            if in_order.contains(&**name) || is_param(name) {
                continue;
            }
            let message = format!("`{name}` is not declared, though other arguments are");
            let diagnostic = Diagnostic::error("lp::loopy::undeclared", message).at(found.span, "");
            let known = suggestions(&self.symbols).into_iter().chain(in_order.iter().copied());
            self.errors.push(match nearest(name, known) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help(format!(
                    "declare it: `args {name}`; in a script, add `\"{name}\"` or `\"...\"` to `kernel_data`"
                )),
            });
        }
    }

    /// Uses of names that are not declared, in text order of statements, then conditions, then rules.
    fn uses(&self, program: &Program<'_>, uses: &mut BTreeMap<Name, NameUse>) {
        for item in &program.items {
            if let Action::Assign(target, value) = &item.action {
                self.written(&target.expr, uses);
                self.read(value, &[], uses);
            }
            for predicate in &item.context.predicates {
                if let Predicate::Option(expr) = predicate {
                    self.read(expr, &[], uses);
                }
            }
        }
        for condition in &program.conditions {
            self.read(condition, &[], uses);
        }
        for rule in &program.rules {
            self.read(&rule.body, &rule.params, uses);
        }
    }

    /// Uses in shapes and strides.
    fn in_extents(&self, program: &Program<'_>, uses: &mut BTreeMap<Name, NameUse>) {
        for declaration in program.declarations.iter().chain(&program.temps) {
            let strides =
                declaration.clauses.iter().flat_map(|clause| &clause.axes).filter_map(|(_, e)| e.as_ref());
            for extent in declaration.shape.extents().chain(strides) {
                self.read(extent, &[], uses);
            }
        }
    }

    fn note(&self, name: &str, found: NameUse, uses: &mut BTreeMap<Name, NameUse>) {
        if self.symbols.kinds.contains_key(name) {
            return;
        }
        let known = uses.entry(Name::from(name)).or_insert(found);
        known.rank = known.rank.or(found.rank);
        known.written |= found.written;
    }

    fn written(&self, target: &Expr, uses: &mut BTreeMap<Name, NameUse>) {
        match &target.kind {
            ExprKind::Name(name) => {
                self.note(name, NameUse { span: target.span, rank: None, written: true }, uses);
            }
            ExprKind::Index(base, index) => {
                if let ExprKind::Name(name) = &base.kind {
                    self.note(
                        name,
                        NameUse { span: base.span, rank: Some(index.len()), written: true },
                        uses,
                    );
                }
                index.iter().for_each(|subscript| self.read(subscript, &[], uses));
            }
            _ => {}
        }
    }

    fn read(&self, expr: &Expr, formals: &[Word], uses: &mut BTreeMap<Name, NameUse>) {
        if let ExprKind::Call(callee, args) = &expr.kind
            && is_common_part(callee)
        {
            // What follows is the name of the common part, and where Loo.py would compute it.
            args.iter().take(1).for_each(|arg| self.read(arg, formals, uses));
            return;
        }
        let skipped = match &expr.kind {
            ExprKind::Name(name) => {
                let (name, _) = split_tag(name);
                let is_literal =
                    ["true", "false", "True", "False"].contains(&name) || constants::is_constant(name);
                if !is_literal && !formals.iter().any(|formal| formal.text == name) {
                    self.note(name, NameUse { span: expr.span, rank: None, written: false }, uses);
                }
                0
            }
            ExprKind::Index(base, index) => match &base.kind {
                ExprKind::Name(name) if !formals.iter().any(|formal| formal.text == *name) => {
                    self.note(
                        name,
                        NameUse { span: base.span, rank: Some(index.len()), written: false },
                        uses,
                    );
                    1
                }
                _ => 0,
            },
            // The callee is no variable, nor is the type of a cast or the operation of a reduction.
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Name(name) if ["cast", "reduce", "simul_reduce"].contains(&name.as_str()) => 2,
                ExprKind::Name(_) => 1,
                _ => 0,
            },
            _ => 0,
        };
        for child in expr.children().into_iter().skip(skipped) {
            self.read(child, formals, uses);
        }
    }
}

/// Whether strides are given that may leave gaps between elements.
pub(crate) fn has_gaps(declaration: &Declaration) -> bool {
    let is_gap = |stride: &Expr| !matches!(&stride.kind, ExprKind::Number(one) if one == "1");
    let layouts = declaration.clauses.iter().filter(|clause| is_layout(clause));
    let axes = layouts.flat_map(|clause| &clause.axes);
    axes.filter_map(|(_, stride)| stride.as_ref()).any(is_gap)
}

/// Whether a call marks a common part of expressions, which has no meaning besides its value.
pub(crate) fn is_common_part(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if name == "cse" || name == "CSE")
}

/// The type of that name.
pub(crate) fn scalar(word: &Word) -> Result<Scalar, Diagnostic> {
    Scalar::from_dtype(&word.text).map_err(|help| {
        let message = format!("unknown type `{}`", word.text);
        Diagnostic::error("lp::loopy::type", message).at(word.span, "").help(help)
    })
}

/// Says that a name is no loop, and which loop was perhaps meant.
pub(crate) fn no_iname<'a>(
    code: Code,
    name: &str,
    span: Span,
    inames: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let error = Diagnostic::error(code, format!("`{name}` is no iname of a domain")).at(span, "");
    match nearest(name, inames) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The loops of a program.
pub(crate) fn inames(symbols: &Symbols) -> impl Iterator<Item = &str> {
    symbols.kinds.iter().filter(|(_, symbol)| **symbol == Symbol::Iname).map(|(name, _)| &**name)
}

/// All known names, for suggestions.
pub(crate) fn suggestions(symbols: &Symbols) -> BTreeSet<&str> {
    symbols.kinds.keys().map(|name| &**name).collect()
}
