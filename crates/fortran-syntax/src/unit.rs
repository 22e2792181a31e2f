//! From statements to program units, one within another.

mod labels;
mod skip;

use crate::ast::{
    Actual, Attribute, Component, ComponentType, Construct, Described, Entity, ExprKind, Ident, Parts,
    ProcedureType, Specification, Statement, TypeDefinition, TypeSpec, Unit, UnitHead,
};
use crate::block_scope::{self, BlockScopes, Taken};
use crate::blocks::{Blocks, STRUCTURE};
use crate::directive::DirectiveLine;
use crate::entries::{Entries, Label, Line};
use crate::interface::{self, Interface};
use crate::legacy::Longer;
use crate::token::{Spanned, Token};
use crate::{classify, parse};
use diag::{Diagnostic, SourceId, SourceMap, Span};
use poly::Name;
use skip::Skip;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How deep units may stand in one another: Fortran has a module, its procedures and theirs.
const MAX_UNITS: usize = 8;

/// What a file consists of.
#[derive(Debug, Default)]
pub struct File {
    /// Its units that stand in no other.
    pub units: Vec<Unit>,
    /// What is wrong outside of all units.
    pub found: Vec<Diagnostic>,
}

impl File {
    /// All units, each before those within.
    pub fn all_units(&self) -> Vec<&Unit> {
        fn collect<'u>(units: &'u [Unit], all: &mut Vec<&'u Unit>) {
            for unit in units {
                all.push(unit);
                collect(&unit.contained, all);
            }
        }
        let mut all = Vec::new();
        collect(&self.units, &mut all);
        all
    }
}

/// The units of a file, each with what is wrong with its statements; `taken` are the names of its lines. The
/// words of statements are kept if that is asked for.
pub fn read(
    lines: &[DirectiveLine],
    unclosed: &BTreeSet<Name>,
    sources: &SourceMap,
    source: SourceId,
    taken: &mut Taken<'_>,
    notes_words: bool,
) -> File {
    let entries = || lines.iter().filter(|line| line.starts_with("entry"));
    let mut reader = Reader {
        sources,
        source,
        notes_words,
        unclosed,
        longer: Longer::default(),
        // Calls with labels need variables of their own, which no name of the file may be.
        of_labels: labels::has_labels(lines).then(|| {
            let mut taken = block_scope::names(lines);
            let mut free = |name: &str| match taken.insert(Name::from(name)) {
                true => name.to_owned(),
                false => block_scope::unused(&Name::from(name), &mut taken).to_string(),
            };
            (free("alternate"), free("chosen"))
        }),
        stars: Vec::new(),
        has_entries: entries().next().is_some(),
        has_starred_entries: entries().any(|line| labels::has_star(&line.logical.text)),
        head: None,
        skip: None,
        interface: None,
        function_types: BTreeMap::new(),
        taken,
        definition: None,
        open: Vec::new(),
        reported_astray: false,
        has_lost_host: false,
        file: File::default(),
    };
    for line in lines {
        reader.line(line);
    }
    reader.close_file();
    reader.file
}

struct Reader<'a, 'l> {
    sources: &'a SourceMap,
    /// The file of the statement being read.
    source: SourceId,
    /// Whether the words of statements are kept.
    notes_words: bool,
    unclosed: &'a BTreeSet<Name>,
    /// Statements that are written shorter or as they once were.
    longer: Longer,
    /// What the numbers of labels are called that subroutines return to, in these and where they are called.
    of_labels: Option<(String, String)>,
    /// Which arguments of the subroutine being read are labels.
    stars: Vec<usize>,
    /// Whether the file has entries, whose units are read again for each.
    has_entries: bool,
    /// Whether entries may return to labels, each to others.
    has_starred_entries: bool,
    /// The line of such a file that begins the unit being read.
    head: Option<Line>,
    /// Beginnings of the line that ends a part that cannot be read.
    skip: Option<Skip>,
    /// The interface block being read.
    interface: Option<Interface>,
    /// What the functions of interface blocks give.
    function_types: BTreeMap<Name, TypeSpec>,
    /// Names of the file, for variables of a `block` construct that need others.
    taken: &'a mut Taken<'l>,
    /// The definition of a derived type being read.
    definition: Option<TypeDefinition>,
    /// The unit being read is the last; the others hold it.
    open: Vec<Open>,
    /// Whether statements outside of units were reported.
    reported_astray: bool,
    /// Whether what is read stands behind the `contains` of a unit that is not understood.
    has_lost_host: bool,
    file: File,
}

/// A unit that has no end yet.
struct Open {
    unit: Unit,
    tags: Rc<BTreeSet<Name>>,
    blocks: Blocks,
    /// Its open `block` constructs.
    scopes: BlockScopes,
    /// Its entries, and its statements for them.
    entries: Entries,
    /// Whether executable statements have begun.
    executes: bool,
    /// Whether its `contains` was read.
    contains: bool,
    /// Whether it calls subroutines that return to labels.
    chooses: bool,
}

impl Reader<'_, '_> {
    /// Where problems of the current line belong.
    fn found(&mut self) -> &mut Vec<Diagnostic> {
        match self.open.last_mut() {
            Some(open) => &mut open.unit.found,
            None => &mut self.file.found,
        }
    }

    fn error(&mut self, message: &str, span: Span) {
        self.found().push(Diagnostic::error(STRUCTURE, message).at(span, ""));
    }

    fn line(&mut self, line: &DirectiveLine) {
        self.source = line.logical.source;
        match crate::macros::expand(line.logical.tokens(), &line.logical.macros, self.source) {
            Ok(tokens) => {
                let mut label = line.logical.label;
                // A macro may stand for several.
                for statement in tokens.split(|(_, token, _)| *token == Token::Semicolon) {
                    if statement.is_empty() {
                        continue;
                    }
                    for statement in self.longer.statements(statement, line.logical.is_fixed) {
                        let number = label.take();
                        let all = self.without_labels(statement);
                        for (at, statement) in all.iter().enumerate() {
                            let (begins, ends) = (at == 0, at + 1 == all.len());
                            let label = number.map(|number| Label { number, begins, ends });
                            self.tokens(statement, label, &line.tags);
                        }
                    }
                }
            }
            Err(error) => self.found().push(error),
        }
    }

    /// The tokens of one statement.
    fn tokens(&mut self, tokens: &[Spanned], label: Option<Label>, tags: &Rc<BTreeSet<Name>>) {
        if let Some(open) = self.open.last_mut().filter(|_| self.notes_words) {
            let at = |start: usize| self.sources.outermost(Span::new(self.source, start, start)).start;
            note_words(tokens, &at, &mut open.unit.parts);
        }
        // What is no statement of a unit comes first: passed over, in an interface, in a derived type.
        if let Some(skip) = &mut self.skip {
            let words = classify::joined_words(tokens);
            if skip.ends_at(&words, tokens) {
                self.skip = None;
                self.has_lost_host |= words == "contains" && self.open.is_empty();
            }
            return;
        }
        if self.interface.is_some() {
            return self.in_interface(tokens);
        }
        if self.has_lost_host && self.open.is_empty() {
            let words = classify::joined_words(tokens);
            self.has_lost_host = !["endsubmodule", "endprogram"].iter().any(|end| words.starts_with(end));
        }
        if self.definition.is_some() {
            return self.in_definition(tokens);
        }
        // A unit with entries is read once more for each of them, from the lines that are kept here.
        let line = self.has_entries.then(|| {
            let declares = self.open.last().is_some_and(|open| !open.executes);
            let is_entry = tokens.first().is_some_and(|(_, token, _)| token.is("entry"));
            let stars = if is_entry { std::mem::take(&mut self.stars) } else { Vec::new() };
            let (tokens, tags) = (tokens.to_vec(), Rc::clone(tags));
            Line { tokens, source: self.source, label, tags, declares, stars }
        });
        if let (Some(line), Some(open)) = (&line, self.open.last_mut())
            && open.entries.begin(&open.unit, line)
        {
            return;
        }
        let mut found = Vec::new();
        let statement = match self.in_blocks(tokens) {
            Ok(tokens) => parse::statement(&tokens, self.source, &mut found),
            Err(error) => {
                found.push(error);
                Statement::Reported
            }
        };
        let span = classify::span_of(tokens, self.source);
        let is_head = matches!(statement, Statement::Unit(_));
        self.head = line.clone().filter(|_| is_head);
        if let Some(mut line) = line {
            if statement == Statement::EndUnit {
                if let (Some(Label { number, .. }), Some(open)) = (label, self.open.last_mut()) {
                    open.blocks.begin_labelled(number, span, tags);
                }
                return self.end_with_entries(&line);
            }
            line.declares &= matches!(statement, Statement::Specification(_));
            if let Some(open) = self.open.last_mut().filter(|_| !is_head) {
                open.entries.note(line);
            }
        }
        let is_declared = self.open.last().is_none_or(|open| !open.unit.has_errors());
        if let Some(open) = self.open.last_mut().filter(|open| !is_head && !open.executes)
            && found.iter().any(crate::is_error)
        {
            open.unit.parts.obscure.extend(classify::names(tokens));
        }
        if !is_head {
            self.found().append(&mut found);
        }
        let is_action = !matches!(statement, Statement::Specification(_) | Statement::Unit(_));
        if let (Some(Label { number, begins: true, .. }), Some(open)) = (label, self.open.last_mut())
            && is_action
        {
            open.blocks.begin_labelled(number, span, tags);
        }
        self.statement(statement, span, tags, is_declared);
        self.found().append(&mut found);
        if let (Some(Label { number, ends: true, .. }), Some(open)) = (label, self.open.last_mut()) {
            open.blocks.end_labelled(number, span);
        }
    }

    /// Ends a unit, and reads those that its entries begin.
    fn end_with_entries(&mut self, end: &Line) {
        let mut entries = Entries::default();
        if let Some(open) = self.open.last_mut() {
            open.unit.parts.end = Some(self.sources.outermost(classify::span_of(&end.tokens, self.source)));
            entries = std::mem::take(&mut open.entries);
        }
        match self.open.last_mut() {
            Some(open) if entries.are_of_function(&open.unit) && open.unit.contained.is_empty() => {
                self.open.pop();
            }
            Some(open) => {
                if entries.are_of_function(&open.unit) {
                    let span = open.unit.head.name.span;
                    let what = "an entry of a function that holds procedures";
                    open.unit.found.push(parse::unsupported_error(what, span));
                }
                entries.without_own();
                self.end(&end.tags);
            }
            None => {}
        }
        self.has_entries = false;
        for routine in entries.routines(end) {
            for Line { tokens, source, label, tags, stars, .. } in routine {
                (self.source, self.stars) = (source, stars);
                self.tokens(&tokens, label, &tags);
            }
        }
        self.has_entries = true;
    }

    /// The tokens of a statement, in which variables of `block` constructs have the names that they have in
    /// the unit.
    fn in_blocks<'t>(&mut self, tokens: &'t [Spanned]) -> Result<Cow<'t, [Spanned]>, Diagnostic> {
        let Some(open) = self.open.last_mut().filter(|open| open.scopes.are_open()) else {
            return Ok(Cow::Borrowed(tokens));
        };
        let mut is_declaration = false;
        if open.scopes.declares() {
            let statement = parse::statement(tokens, self.source, &mut Vec::new());
            open.scopes.declare(&statement, self.taken.names());
            is_declaration = matches!(statement, Statement::Specification(_));
        }
        let renamed = open.scopes.renamed(tokens, self.source, is_declaration)?;
        Ok(Cow::Owned(block_scope::taken_as(renamed, tokens)))
    }

    fn in_interface(&mut self, tokens: &[Spanned]) {
        if let Some(interface) = &mut self.interface
            && !classify::joined_words(tokens).starts_with("endinterface")
        {
            return interface.line(tokens, self.source, &mut self.function_types);
        }
        let (Some(interface), Some(open)) = (self.interface.take(), self.open.last_mut()) else { return };
        open.unit.parts.obscure.extend(interface.elsewhere.iter().cloned());
        let named = interface.dummies.iter().cloned();
        open.unit.parts.described.extend(named.map(|(name, dummies)| (name, Described::Names(dummies))));
        open.unit.specifications.extend(interface.finish(&open.unit.head.args));
    }

    /// `procedure(f) :: g`
    fn procedures(&mut self, like: ProcedureType, names: Vec<Ident>, span: Span) {
        if let (ProcedureType::Like(of), Some(open)) = (&like, self.open.last_mut()) {
            let alike = names.iter().map(|name| (name.name.clone(), Described::Like(of.name.clone())));
            open.unit.parts.described.extend(alike);
        }
        let ty = match like {
            ProcedureType::Like(interface) => self.function_types.get(&interface.name).cloned(),
            ProcedureType::Gives(ty) => Some(ty),
        };
        for specification in interface::declared(names, ty) {
            self.specification(specification, span);
        }
    }

    /// A line of the definition of a derived type.
    fn in_definition(&mut self, tokens: &[Spanned]) {
        let words = classify::joined_words(tokens);
        if words.starts_with("endtype") {
            let span = classify::span_of(tokens, self.source);
            if let (Some(definition), Some(open)) = (&self.definition, self.open.last_mut()) {
                let bindings = definition.bindings.iter().map(|binding| binding.name.clone());
                let generics = definition.generics.iter().map(|(name, _)| name.name.clone());
                open.unit.parts.bound.extend(bindings.chain(generics));
            }
            if let Some(mut definition) = self.definition.take() {
                for generic in definition.named_apart() {
                    self.specification(generic, span);
                }
                self.specification(Specification::Type(definition), span);
            }
            return;
        }
        if let Some(definition) = &mut self.definition {
            definition.finalizes |= words.starts_with("final");
            let is_assignment = |(_, token, _): &Spanned| token.is("assignment");
            definition.assigns |= words.starts_with("generic") && tokens.iter().any(is_assignment);
        }
        if let Some(definition) = &mut self.definition
            && words.starts_with("procedure")
        {
            definition.bindings.extend(parse::bindings(tokens));
        }
        if let Some(definition) = &mut self.definition
            && words.starts_with("generic")
        {
            definition.generics.extend(parse::generic(tokens, self.source));
        }
        // Procedures of the type can be called in other ways as well; their names hide no others.
        let is_pointer =
            words.starts_with("procedure") && tokens.iter().any(|(_, token, _)| token.is("pointer"));
        let says_nothing = ["sequence", "private", "public", "contains", "procedure", "generic", "final"];
        if !is_pointer && says_nothing.iter().any(|word| words.starts_with(word)) {
            return;
        }
        let mut found = Vec::new();
        let component = match parse::statement(tokens, self.source, &mut found) {
            Statement::Specification(Specification::Declare(ty, attributes, entities)) => {
                Some(Component { ty: ComponentType::Plain(ty), attributes, entities })
            }
            Statement::Specification(Specification::Record(ty, attributes, entities)) => {
                Some(Component { ty: ComponentType::Derived(ty), attributes, entities })
            }
            Statement::Output(output) => {
                found.push(output.error);
                None
            }
            // Nobody can use it; but whole values and first values of the type have to know of it.
            _ => obscure_component(tokens, self.source),
        };
        if !is_pointer {
            self.found().append(&mut found);
        }
        if let Some(definition) = &mut self.definition {
            definition.components.extend(component);
        }
    }

    /// Reports the first of several statements that belong to no unit.
    fn astray(&mut self, span: Span) {
        if !std::mem::replace(&mut self.reported_astray, true) {
            let error = Diagnostic::error(STRUCTURE, "statements outside of a subroutine");
            let help = "put `subroutine NAME(ARGUMENTS)` before them and `end` behind them, and declare the arguments";
            self.file.found.push(error.at(span, "the first").help(help));
        }
    }

    /// Files a statement; before its line the unit's declarations may have been read without errors.
    fn statement(&mut self, statement: Statement, span: Span, tags: &Rc<BTreeSet<Name>>, is_declared: bool) {
        if let Statement::SkipTo(ends) = statement {
            self.skip = Some(Skip::new(ends));
            return;
        }
        if let Statement::Interface(name) = statement {
            self.interface = Some(Interface::new(name));
            return;
        }
        if let Statement::Type(definition) = statement {
            self.definition = Some(definition);
            return;
        }
        if let Statement::Unit(head) = statement {
            return self.begin(head, span, tags);
        }
        if let Statement::Procedure(like, names) = statement {
            return self.procedures(like, names, span);
        }
        // What was reported already needs no second complaint that it stands outside.
        let Some(open) = self.open.last_mut() else {
            self.has_lost_host |= statement == Statement::Contains;
            let is_known = matches!(
                statement,
                Statement::Reported
                    | Statement::ReportedAction
                    | Statement::ReportedDo(_)
                    | Statement::ReportedIf
                    | Statement::Ignored
            );
            if !is_known {
                self.astray(span);
            }
            return;
        };
        match statement {
            Statement::EndUnit => {
                open.unit.parts.end = Some(self.sources.outermost(span));
                self.end(tags);
            }
            Statement::Contains => {
                open.contains = true;
                open.unit.parts.contains = Some(self.sources.outermost(span));
            }
            Statement::Ignored => {}
            Statement::Specification(specification) => self.specification(specification, span),
            _ => {
                let is_first = !open.executes && !matches!(statement, Statement::Reported);
                if is_first && !may_define_function(&statement, &open.unit) {
                    open.executes = true;
                    open.unit.is_declared = is_declared;
                    open.unit.parts.first = Some(self.sources.outermost(span));
                }
                open.scopes.note(&statement);
                let abandoned = open.blocks.add(statement, span, tags, &mut open.unit.found);
                if abandoned {
                    self.abandon();
                }
            }
        }
    }

    /// Gives a unit up: what follows would only be wrong because of what was reported.
    fn abandon(&mut self) {
        self.skip = Some(Skip::new(&["endsubroutine", "endfunction", "endprogram", "end"]));
        if let Some(open) = self.open.pop() {
            self.close(Unit { is_declared: false, ..open.unit });
        }
    }

    fn begin(&mut self, head: UnitHead, at: Span, tags: &Rc<BTreeSet<Name>>) {
        if self.open.last().is_some_and(|open| !open.contains) {
            self.unended(Some(head.name.span));
        }
        if self.open.len() >= MAX_UNITS {
            return self.error("units nest too deep", head.name.span);
        }
        let result = head.result.as_ref().unwrap_or(&head.name).clone();
        let span = result.span;
        let result = Entity { name: result, extents: None, length: None, initial: None };
        let record =
            head.derived.clone().map(|ty| (Specification::Record(ty, Vec::new(), vec![result]), span));
        // What its names mean, nobody knows.
        let mut found = Vec::new();
        if self.has_lost_host {
            let error = Diagnostic::error(STRUCTURE, "it stands in a unit that is not understood");
            found.push(error.at(head.name.span, ""));
        }
        let dummies = head.args.iter().map(|arg| arg.name.clone()).collect();
        let unit = Unit {
            head,
            specifications: record.into_iter().collect(),
            body: Vec::new(),
            contained: Vec::new(),
            found,
            is_declared: true,
            parts: Parts {
                head: Some(self.sources.outermost(at)),
                stars: std::mem::take(&mut self.stars),
                dummies,
                ..Parts::default()
            },
            part: None,
        };
        let (blocks, scopes) = (Blocks::default(), BlockScopes::default());
        self.open.push(Open {
            unit,
            tags: Rc::clone(tags),
            blocks,
            scopes,
            entries: Entries::new(self.head.take()),
            executes: false,
            contains: false,
            chooses: false,
        });
    }

    /// Ends a unit that has no END of its own.
    fn unended(&mut self, next: Option<Span>) {
        let Some(mut open) = self.open.pop() else { return };
        let Ident { name, span } = &open.unit.head.name;
        let error =
            Diagnostic::error(STRUCTURE, format!("{} `{name}` has no END", open.unit.head.kind.noun()));
        let error = error.at(*span, "");
        open.unit.found.push(match next {
            Some(next) => error.at(next, "the next one starts here"),
            None => error,
        });
        open.unit.is_declared = false;
        self.close(open.unit);
    }

    fn end(&mut self, tags: &Rc<BTreeSet<Name>>) {
        let Some(mut open) = self.open.pop() else { return };
        let found = &mut open.unit.found;
        let placed = |of: Construct| {
            let [first, last] = [of.first, of.last].map(|span| self.sources.outermost(span));
            Construct { first, last, ..of }
        };
        open.unit.parts.constructs = std::mem::take(&mut open.blocks.ended).into_iter().map(placed).collect();
        open.unit.body = crate::output::settled(open.blocks.finish(found));
        open.unit.parts.spelled = std::mem::take(&mut open.scopes.spelled);
        for tag in tags.difference(&open.tags).filter(|tag| !self.unclosed.contains(*tag)) {
            let message =
                format!("the region tagged `{tag}` goes on after the {}", open.unit.head.kind.noun());
            found.push(
                Diagnostic::error("lp::fortran::directive", message)
                    .at(open.unit.head.name.span, "it starts in this one")
                    .help(format!("add `!$loopy end tagged: {tag}` before END")),
            );
        }
        if !open.executes {
            open.unit.is_declared = !open.unit.has_errors();
        }
        self.close(open.unit);
    }

    /// Files a finished unit where it belongs.
    fn close(&mut self, mut unit: Unit) {
        unit.parts.declared = crate::declared::names(&unit);
        match self.open.last_mut() {
            Some(host) => host.unit.contained.push(unit),
            None => self.file.units.push(unit),
        }
    }

    fn close_file(&mut self) {
        if let Some(definition) = self.definition.take() {
            self.error("this derived type has no END TYPE", definition.name.span);
        }
        while !self.open.is_empty() {
            self.unended(None);
        }
    }

    fn specification(&mut self, specification: Specification, span: Span) {
        let Some(open) = self.open.last_mut() else { return };
        if open.scopes.declares() && !block_scope::may_declare(&specification) {
            let error = parse::unsupported_error("in a `block`, another declaration than of variables", span);
            self.found().push(error.help("put it among the declarations of the routine"));
        } else if open.executes && !open.scopes.declares() && !matches!(specification, Specification::Data(_))
        {
            self.error("a declaration after the first executable statement", span);
        } else {
            let has = |word: &str, attributes: &[Attribute]| attributes.iter().any(|of| of.is(word));
            if open.scopes.declares()
                && let Specification::Record(_, attributes, entities)
                | Specification::Declare(_, attributes, entities) = &specification
                && !has("save", attributes)
                && (matches!(specification, Specification::Record(..)) || has("allocatable", attributes))
            {
                // One with a value of its own has it once.
                let fresh = entities.iter().filter(|entity| entity.initial.is_none());
                open.blocks.begin_variables(fresh.map(|entity| entity.name.clone()).collect(), span);
            }
            open.unit.specifications.push((specification, span));
        }
    }
}

/// Keeps the words of a statement.
fn note_words(tokens: &[Spanned], at: &dyn Fn(usize) -> u32, parts: &mut Parts) {
    let words = tokens.iter().filter_map(|(start, token, _)| {
        let word = token.word()?;
        Some((crate::ast::name(&word), at(*start)))
    });
    let words: Vec<(Name, u32)> = words.collect();
    if words.first().is_some_and(|(word, _)| word.starts_with("namelist")) {
        parts.listed.extend(words.iter().map(|(word, _)| word.clone()));
    }
    parts.words.extend(words);
}

/// Whether an assignment may be a statement function, behind which declarations may follow.
fn may_define_function(statement: &Statement, unit: &Unit) -> bool {
    let Statement::Assign(target, _) = statement else { return false };
    let is_name =
        |actual: &Actual| matches!(actual, Actual::Value(value) if matches!(value.kind, ExprKind::Name(_)));
    let has_dummies =
        target.index.as_ref().is_some_and(|index| !index.is_empty() && index.iter().all(is_name));
    has_dummies && target.components.is_empty() && !crate::mention::arrays(unit).contains(&target.name.name)
}

/// A component of which nothing is known but that the type has one.
fn obscure_component(tokens: &[Spanned], source: SourceId) -> Option<Component> {
    let behind = tokens.iter().position(|(_, token, _)| *token == Token::DoubleColon).map_or(0, |at| at + 1);
    let named = tokens.get(behind..)?;
    let word = if behind == 0 {
        named.iter().rev().find_map(|(_, token, _)| token.word())
    } else {
        named.first()?.1.word()
    };
    let name = Ident { name: crate::ast::name(&word?), span: classify::span_of(tokens, source) };
    let entity = Entity { name, extents: None, length: None, initial: None };
    Some(Component { ty: ComponentType::Obscure, attributes: Vec::new(), entities: vec![entity] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Node, NodeKind, UnitKind};

    fn run(text: &str) -> (Vec<Unit>, Vec<Diagnostic>) {
        let mut sources = SourceMap::default();
        let source = sources.add("t", text);
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items = crate::form::items(&lines, crate::layout::Form::Free, source, &mut found);
        let read_lines = crate::directive::read(items, &mut found);
        let mut taken = Taken::of_lines(&read_lines.lines);
        let mut file = read(&read_lines.lines, &read_lines.unclosed, &sources, source, &mut taken, false);
        found.append(&mut file.found);
        found.extend(file.all_units().into_iter().flat_map(|unit| unit.found.clone()));
        (file.units, found)
    }

    fn body(text: &str) -> Vec<Node> {
        let (mut units, found) = run(&format!("subroutine f\n{text}\nend\n"));
        assert_eq!(found, []);
        units.remove(0).body
    }

    #[test]
    fn loops_may_share_a_label() {
        let nodes = body("do 10 i = 1, n\ndo 10 j = 1, m\nx = 1\n10 continue\ny = 2");
        assert_eq!(nodes.len(), 2);
        let NodeKind::Do(_, inner) = &nodes[0].kind else { panic!() };
        assert!(matches!(&inner[0].kind, NodeKind::Do(_, body) if body.len() == 1));
    }

    #[test]
    fn a_label_may_stand_on_the_last_statement() {
        let nodes = body("do 10 i = 1, n\n10 x = 1\ny = 2");
        assert!(matches!(&nodes[0].kind, NodeKind::Do(_, body) if body.len() == 1));
    }

    #[test]
    fn branches_and_else() {
        let nodes = body(
            "if (a) then\nx=1\nelse if (b) then\nx=2\nelseif (c) then\nelse\nx=3\nx=4\nend if\nif (d) y=1",
        );
        assert!(
            matches!(&nodes[0].kind, NodeKind::If(branches, otherwise) if branches.len() == 3 && otherwise.len() == 2)
        );
        assert!(matches!(&nodes[1].kind, NodeKind::If(branches, _) if branches[0].body.len() == 1));
    }

    #[test]
    fn cases_of_a_select() {
        let nodes = body("select case (k)\ncase (1, 3:5)\nx = 1\ncase default\nx = 2\nx = 3\nend select");
        let NodeKind::Select(_, cases) = &nodes[0].kind else { panic!() };
        assert_eq!(cases.iter().map(|case| case.body.len()).collect::<Vec<_>>(), [1, 2]);
        assert!(cases[1].values.is_none());
        for text in ["select case (k)\nx = 1\nend select", "case (1)", "end select", "select case (k)"] {
            assert_eq!(run(&format!("subroutine f\n{text}\nend")).1.len(), 1, "{text}");
        }
    }

    #[test]
    fn units_stand_in_one_another() {
        let text = "module m\ninteger x\ncontains\nsubroutine f\nx = 1\ncontains\nfunction g(y)\ng = y\nend\nend subroutine\nend module\nreal function h(z)\nh = z\nend\nprogram p\nx = 1\nend program";
        let (units, found) = run(text);
        assert_eq!(found, []);
        let kinds: Vec<UnitKind> = units.iter().map(|unit| unit.head.kind).collect();
        assert_eq!(kinds, [UnitKind::Module, UnitKind::Function, UnitKind::Program]);
        assert_eq!(units[0].contained[0].contained[0].head.name.name, "g");
        let deep = "subroutine f\ncontains\n".repeat(20);
        assert!(!run(&deep).1.is_empty());
    }

    #[test]
    fn statements_outside_are_reported_once() {
        assert_eq!(run("do i = 1, n\nif (x) then\ny = 1\nend if\nend do").1.len(), 1);
        assert_eq!(run("x = 1\nsubroutine f\nend\ny = 1").1.len(), 1);
    }

    #[test]
    fn structure_errors() {
        for text in [
            "x = 1",
            "subroutine f\ndo i = 1, n\nend",
            "subroutine f\nend do\nend",
            "subroutine f\nif (x) then\nend do\nend if\nend",
            "subroutine f\nelse\nend",
            "subroutine f\nif (x) then\nelse\nelse\nend if\nend",
            "subroutine f\nx = 1\ninteger y\nend",
            "subroutine f\n",
            "end",
            "subroutine f\nsubroutine g\nend",
            "subroutine f\n!$loopy begin tagged: a\nx=1\nend\n!$loopy end tagged: a",
        ] {
            assert_eq!(run(text).1.len(), 1, "{text}: {:?}", run(text).1);
        }
    }

    #[test]
    fn one_report_for_one_construct() {
        for text in [
            "subroutine f\ndo while (x ? 1)\ny = 1\nend do\nend",
            "subroutine f\nclass(*) x\nend",
            "subroutine f\ntype t\ninteger x\nwrite(*,*) x\nend type\nend",
            "subroutine f\nif (x ? 1) then\ny = 1\nelse\ny = 2\nend if\nend",
        ] {
            let found = run(text).1;
            assert_eq!(found.len(), 1, "{text}: {found:?}");
        }
    }

    #[test]
    fn a_bad_subroutine_does_not_hide_a_good_one() {
        let (units, found) = run("subroutine f\nx = = 1\nend\nsubroutine g\nx = 1\nend");
        assert_eq!((units[0].found.len(), units[1].found.len(), found.len()), (1, 0, 1));
    }

    #[test]
    fn nesting_is_bounded() {
        let text =
            format!("subroutine f\n{}x = 1\n{}end\n", "if (a) then\n".repeat(100), "end if\n".repeat(100));
        assert_eq!(run(&text).1.len(), 1);
    }
}
